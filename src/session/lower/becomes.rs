//! `TEXT becomes TEXT`: a step that runs through what the board becomes, and the option.

use std::sync::Arc;

use grundy_engine::game::{
    At, Board, Clause, Directions, EvalErrorKind, Expr, Game, Position, Rewrite, RewriteError, Ruleset, Step, System,
    Term, Turned, Value, coming_back, rewrites,
};
use grundy_engine::solve::SolveError;

use super::constant::constant;
use super::lowerer::Lowerer;
use crate::error::{Error, Meaning};
use crate::session::errors;
use crate::session::free_names;
use crate::session::names::Names;
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind};

/// A pattern and what takes its place, as written.
pub(super) struct Patterns<'c> {
    pub from: &'c ast::Expr,
    pub to: &'c ast::Expr,
    pub directions: ast::Directions,
}

/// The clause of a rule that rewrites the board, its only coordinate.
pub(super) fn becomes(
    lowerer: &mut Lowerer,
    mut steps: Vec<Step>,
    patterns: &Patterns,
    coordinates: &[String],
) -> Result<Clause, Error> {
    let Patterns { from, to, directions } = patterns;
    let span = from.span.to(to.span);
    if coordinates.len() > 1 {
        return Err(Error::new(Meaning::BoardCoordinates { coordinates: coordinates.to_vec() }, span));
    }
    let (before, after) = (pattern(lowerer, from)?, pattern(lowerer, to)?);
    let turned = match directions {
        ast::Directions { in_any_direction: true, .. } => Turned::All,
        ast::Directions { across_or_down: true, .. } => Turned::Down,
        _ => Turned::AsWritten,
    };
    let directions = Directions { turned, mirrored: directions.either_way };
    let rewrite = Rewrite::new(&before, &after, directions).map_err(|error| {
        let place = match error {
            RewriteError::Empty { after: false } | RewriteError::Ragged { after: false, .. } => from.span,
            RewriteError::Empty { after: true } | RewriteError::Ragged { after: true, .. } => to.span,
            _ => span,
        };
        Error::new(Meaning::Rewrite { error, from: before.clone(), to: after.clone() }, place)
    })?;
    let at = At::from(span);
    // What is wrong with a board is said of the position.
    let board = Expr { term: Term::Slot(0), at: At::default() };
    let slot = lowerer.nameless();
    let source = Expr { term: Term::Rewritten(Arc::new(rewrite), Box::new(board)), at: At::default() };
    steps.push(Step::For { slot, source });
    let option = Term::Position(lowerer.own_game(span)?, vec![Expr { term: Term::Slot(slot), at }]);
    Ok(Clause { steps, option: Expr { term: option, at } })
}

/// A pattern is the same in all positions, and is worked out once.
fn pattern(lowerer: &mut Lowerer, written: &ast::Expr) -> Result<String, Error> {
    let changing = lowerer.scope.iter().map(|(name, _)| name).find(|name| free_names::mentions(written, name));
    if let Some(name) = changing {
        return Err(Error::new(Meaning::PatternChanges { name: name.clone() }, written.span));
    }
    let quoted = |error: Error| match &written.kind {
        ExprKind::Name(name) if error.code() == "E0201" => {
            error.advise(format!("write the pattern in quotation marks: \"{name}\""))
        }
        _ => error,
    };
    match constant(lowerer.names, written).map_err(quoted)? {
        Value::Text(text) => Ok(text.to_string()),
        other => {
            let kind = EvalErrorKind::Expected { wanted: "a pattern", found: other.brief(), kind: other.kind() };
            Err(Error::new(Meaning::Fault { kind: Box::new(kind), at: None }, written.span))
        }
    }
}

/// A rule that does nothing but rewrite must not lead back to a board, as far as small ones show it.
pub(super) fn ends(names: &Names, name: &str, system: &Arc<System>, index: usize, span: Span) -> Result<(), Error> {
    let Some(rewrites) = rewrites(system, index) else { return Ok(()) };
    let found = coming_back(&rewrites, &names.meter).map_err(|halt| errors::fault(halt.into(), span))?;
    let Some(boards) = found else { return Ok(()) };
    let game = Arc::new(Game::new(name, Ruleset::Explicit(system.clone(), index)));
    let position = |board: &Board| Position { game: game.clone(), coordinates: Arc::new([Value::text(&board.text())]) };
    let path = boards.iter().map(position).collect();
    let leads_back = |rewrite: &&Rewrite| match &boards[..] {
        [.., from, to] => rewrite.made_of(from).flatten().any(|made| made == *to),
        _ => false,
    };
    let clause = rewrites.iter().position(leads_back).and_then(|place| system.rules[index].clauses.get(place));
    let span = clause.map_or(span, |clause| clause.option.at.into());
    let stop = Box::new(SolveError::Cycle(path));
    Err(Error::new(Meaning::Stopped { stop, reached: None, because: None }, span))
}
