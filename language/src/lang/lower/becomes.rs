//! Lowers `TEXT becomes TEXT`: a step runs through the boards that the rewriting makes of the board, and each is an
//! option.

use std::sync::Arc;

use grundy_engine::game::{
    At, Binding, Board, Clause, Directions, EvalErrorKind, Expr, Game, Position, Rewrite, RewriteError, Ruleset, Step,
    System, Term, Turned, Value, find_cycle, rewrites,
};
use grundy_engine::solve::SolveError;

use crate::error::{Error, SemanticError};
use crate::lang::errors;
use crate::lang::lower::constants::constant;
use crate::lang::lower::lowerer::Lowerer;
use crate::lang::names::Names;
use crate::show::told::told;
use crate::source::Span;
use crate::syntax::ast::{self, Qualifier};
use crate::syntax::occurrences;

/// The most patterns that one clause may stand for.
const MOST_PATTERNS: usize = 1_000;

/// A pattern and what takes its place, as the expressions that are written.
#[derive(Clone, Copy)]
pub(crate) struct RewriteExpr<'c> {
    pub from: &'c ast::Expr,
    pub to: &'c ast::Expr,
    pub directions: ast::Directions,
}

/// A pattern and what takes its place, as texts, with the values of the variables that they were made of.
struct EvaluatedRewrite {
    values: Vec<(String, Value)>,
    from: String,
    to: String,
}

impl RewriteExpr<'_> {
    fn mention(self, name: &str) -> bool {
        occurrences::mentions(self.from, name) || occurrences::mentions(self.to, name)
    }
}

/// The clauses for one clause that rewrites the board, the only coordinate: one for each pattern. Patterns are
/// computed when the rule is read; if they mention variables, so are the variables, and each case has a pattern of
/// its own.
pub(crate) fn becomes(
    lowerer: &mut Lowerer,
    qualifiers: &[Qualifier],
    rewrite: RewriteExpr,
    coordinates: &[String],
) -> Result<Vec<Clause>, Error> {
    if coordinates.len() > 1 {
        let span = rewrite.from.span.to(rewrite.to.span);
        return Err(Error::new(SemanticError::BoardCoordinates { coordinates: coordinates.to_vec() }, span));
    }
    let variables: Vec<&str> = bound(qualifiers).collect();
    let coordinates: Vec<&str> = coordinates.iter().map(String::as_str).filter(|c| !variables.contains(c)).collect();
    [rewrite.from, rewrite.to].into_iter().try_for_each(|written| check_constant(written, &coordinates))?;
    if !variables.iter().any(|name| rewrite.mention(name)) {
        let steps = lowerer.steps(qualifiers)?;
        let (from, to) = (pattern(lowerer, rewrite.from)?, pattern(lowerer, rewrite.to)?);
        return Ok(vec![rewriting_clause(lowerer, steps, rewrite, &from, &to)?]);
    }
    let of_board = |qualifier: &Qualifier| {
        let Qualifier::If(condition) = qualifier else { return false };
        coordinates.iter().any(|name| occurrences::mentions(condition, name))
    };
    let (conditions, others): (Vec<_>, Vec<_>) = qualifiers.iter().cloned().partition(of_board);
    let sources = others.iter().filter_map(|qualifier| match qualifier {
        Qualifier::For { source, .. } => Some(source),
        Qualifier::If(_) => None,
    });
    sources.into_iter().try_for_each(|source| check_constant(source, &coordinates))?;
    let all = evaluate_all(lowerer, &variables, others, rewrite)?;
    all.into_iter().map(|evaluated| clause_of(lowerer, &conditions, rewrite, evaluated)).collect()
}

/// The variables that qualifiers bind.
fn bound(qualifiers: &[Qualifier]) -> impl Iterator<Item = &str> {
    let names = qualifiers.iter().filter_map(|qualifier| match qualifier {
        Qualifier::For { names, .. } => Some(names),
        Qualifier::If(_) => None,
    });
    names.flatten().map(|name| name.text.as_str())
}

/// What patterns are made of must be the same in all positions: an error if the expression mentions a coordinate.
fn check_constant(written: &ast::Expr, coordinates: &[&str]) -> Result<(), Error> {
    match coordinates.iter().find(|name| occurrences::mentions(written, name)) {
        Some(name) => Err(Error::new(SemanticError::PatternChanges { name: (*name).to_owned() }, written.span)),
        None => Ok(()),
    }
}

/// The patterns for all values of the variables, computed as the list `[(a, b, FROM, TO) for a in … for b in …]`.
fn evaluate_all(
    lowerer: &mut Lowerer,
    variables: &[&str],
    qualifiers: Vec<Qualifier>,
    rewrite: RewriteExpr,
) -> Result<Vec<EvaluatedRewrite>, Error> {
    let span = rewrite.from.span.to(rewrite.to.span);
    let names = variables.iter().map(|name| ast::Expr::of_name(name, span));
    let body = ast::Expr::tuple(names.chain([rewrite.from.clone(), rewrite.to.clone()]).collect(), span);
    let list = constant(lowerer.names, &ast::Expr::list_of(body, qualifiers, span))?;
    let Value::List(rows) = list else { return Err(errors::internal("patterns are not a list", span)) };
    if rows.is_empty() {
        let error = Error::new(SemanticError::NoAmounts, span);
        return Err(error.advise(told!("let the variables run through at least one value, as in `for k in 1..3`")));
    }
    if rows.len() > MOST_PATTERNS {
        let (count, limit) = (rows.len() as u128, MOST_PATTERNS as u128);
        let error = Error::new(SemanticError::TooMany { what: "patterns", count, limit }, span);
        return Err(error.advise(told!("let the variables run through fewer values, as in `for k in 1..3`")));
    }
    let row = |row: &Value| {
        let Value::Tuple(items) = row else { return Err(errors::internal("patterns are not a tuple", span)) };
        let (values, texts) = items.split_at(variables.len());
        let values = variables.iter().map(|name| (*name).to_owned()).zip(values.iter().cloned()).collect();
        match texts {
            [from, to] => {
                Ok(EvaluatedRewrite { values, from: text(from, rewrite.from.span)?, to: text(to, rewrite.to.span)? })
            }
            _ => Err(errors::internal("patterns are not a pair", span)),
        }
    };
    rows.iter().map(row).collect()
}

/// The clause of one pattern, with conditions that see the values of its variables.
fn clause_of(
    lowerer: &mut Lowerer,
    conditions: &[Qualifier],
    rewrite: RewriteExpr,
    evaluated: EvaluatedRewrite,
) -> Result<Clause, Error> {
    let outer = lowerer.names.bindings.clone();
    lowerer.names.bindings.splice(0..0, evaluated.values);
    let clause = lowerer.with_scope(|lowerer| {
        let steps = lowerer.steps(conditions)?;
        rewriting_clause(lowerer, steps, rewrite, &evaluated.from, &evaluated.to)
    });
    lowerer.names.bindings = outer;
    clause
}

/// The clause that rewrites the text `before` to `after`, with these steps before it.
fn rewriting_clause(
    lowerer: &mut Lowerer,
    mut steps: Vec<Step>,
    RewriteExpr { from, to, directions }: RewriteExpr,
    before: &str,
    after: &str,
) -> Result<Clause, Error> {
    let span = from.span.to(to.span);
    let turned = match directions {
        ast::Directions { in_any_direction: true, .. } => Turned::All,
        ast::Directions { across_or_down: true, .. } => Turned::Down,
        _ => Turned::AsWritten,
    };
    let directions = Directions { turned, mirrored: directions.either_way };
    // A pattern and what takes its place, in eight directions, and once more while they are turned.
    let room = (before.len() + after.len()).saturating_mul(9 * size_of::<char>());
    lowerer.names.meter.room(room).map_err(|halt| errors::fault(halt.into(), span))?;
    let rewrite = Rewrite::new(before, after, directions).map_err(|error| {
        let place = match error {
            RewriteError::Empty { after: false } | RewriteError::Ragged { after: false, .. } => from.span,
            RewriteError::Empty { after: true } | RewriteError::Ragged { after: true, .. } => to.span,
            _ => span,
        };
        Error::new(SemanticError::Rewrite { error, from: before.to_owned(), to: after.to_owned() }, place)
    })?;
    let at = At::from(span);
    // The board gets no place of its own, so that what is wrong with a board is shown at the position.
    let board = Expr { term: Term::Slot(0), at: At::default() };
    let slot = lowerer.nameless();
    let source = Expr { term: Term::Rewritten(Arc::new(rewrite), Box::new(board)), at: At::default() };
    steps.push(Step::For { slot, source });
    let option = Term::Position(lowerer.own_game(span)?, vec![Expr { term: Term::Slot(slot), at }]);
    Ok(Clause { steps, option: Expr { term: option, at }, binding: Binding::Free })
}

/// The text of a pattern that mentions no variables.
fn pattern(lowerer: &mut Lowerer, written: &ast::Expr) -> Result<String, Error> {
    let quoted = |error: Error| match written.as_name() {
        Some(name) if error.code() == "E0201" => {
            error.advise(told!("write the pattern in quotation marks: \"{name}\"", name))
        }
        _ => error,
    };
    text(&constant(lowerer.names, written).map_err(quoted)?, written.span)
}

fn text(value: &Value, span: Span) -> Result<String, Error> {
    match value {
        Value::Text(text) => Ok(text.to_string()),
        other => {
            let kind = EvalErrorKind::Expected { wanted: "a pattern", found: other.brief(), kind: other.kind() };
            Err(Error::new(SemanticError::Fault { kind: Box::new(kind), at: None }, span))
        }
    }
}

/// An error if a rule that does nothing but rewrite leads back to an earlier board, as far as small boards show it, though
/// it says that play ends.
pub(crate) fn check_termination(
    names: &Names,
    name: &str,
    system: &Arc<System>,
    index: usize,
    span: Span,
) -> Result<(), Error> {
    let game = Arc::new(Game::new(name, Ruleset::Written(system.clone(), index)));
    match way_back(names, &game, span)? {
        Some(error) if system.rules[index].ends => Err(error),
        _ => Ok(()),
    }
}

/// How a game that does nothing but rewrite leads back to an earlier board, as far as small boards show it: the error about
/// that, if play should end.
pub fn way_back(names: &Names, game: &Arc<Game>, span: Span) -> Result<Option<Error>, Error> {
    let Ruleset::Written(system, index) = &game.ruleset else { return Ok(None) };
    let Some(rewrites) = rewrites(system, *index) else { return Ok(None) };
    let found = find_cycle(&rewrites, &names.meter).map_err(|halt| errors::fault(halt.into(), span))?;
    let Some(boards) = found else { return Ok(None) };
    let position = |board: &Board| Position::on_board(game, &board.text());
    let path = boards.iter().map(position).collect();
    let leads_back = |rewrite: &&Rewrite| match &boards[..] {
        [.., from, to] => rewrite.made_of(from).flatten().any(|made| made == *to),
        _ => false,
    };
    let clause = rewrites.iter().position(leads_back).and_then(|place| system.rules[*index].clauses.get(place));
    let span = clause.map_or(span, |clause| clause.option.at.into());
    let stop = Box::new(SolveError::Cycle(path));
    Ok(Some(Error::new(SemanticError::Stopped { stop, reached: None, because: None }, span)))
}
