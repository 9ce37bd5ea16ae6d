//! The game before ranges, in one form for all questions and for their values: `Z 0..20, 3` and `Z(n, 3) 0..20`.

use std::sync::Arc;

use grundy_engine::game::{Game, Ruleset, rewrites_where};

use crate::error::{Error, SemanticError};
use crate::lang::lower::definition::is_game;
use crate::lang::names::Names;
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind};

/// Without a range, a coordinate of a table or of a list runs from 0 up to this.
pub const LAST: u64 = 20;

/// A game before ranges. Ranges run through all of its coordinates, or of `Z(n, 3)` through those that are named and
/// have no number.
pub struct Slice<'e> {
    pub game: &'e ast::Expr,
    /// For each coordinate the number that is given for it; `None` for those that run, and altogether if none is given.
    given: Option<Vec<Option<&'e ast::Expr>>>,
    /// The ranges that were typed.
    typed: &'e [ast::Expr],
}

/// Takes the game before these ranges apart. In `Z(n, 3)` the coordinates run whose names mean nothing or, if there is
/// one range and one name, that name. `is_variable` says which names are variables.
///
/// # Errors
/// A mistake in the library.
pub fn slice<'e>(
    names: &mut Names,
    subject: &'e ast::Expr,
    typed: &'e [ast::Expr],
    is_variable: &dyn Fn(&str) -> bool,
) -> Result<Slice<'e>, Error> {
    let whole = Slice { game: subject, given: None, typed };
    let ExprKind::Call { callee, arguments } = &subject.kind else { return Ok(whole) };
    let ExprKind::Name(game) = &callee.kind else { return Ok(whole) };
    if is_variable(game) || !is_game(names, game)? {
        return Ok(whole);
    }
    let mut named = Vec::new();
    let mut open = Vec::new();
    for (index, argument) in arguments.iter().enumerate() {
        let ExprKind::Name(name) = &argument.kind else { continue };
        if named.contains(&name) {
            return Ok(whole);
        }
        named.push(name);
        if names.is_free(name, is_variable)? {
            open.push(index);
        }
    }
    if open.is_empty() && typed.len() == 1 && named.len() == 1 {
        open.extend(arguments.iter().position(|argument| matches!(argument.kind, ExprKind::Name(_))));
    }
    if open.is_empty() {
        return Ok(whole);
    }
    let given = arguments.iter().enumerate().map(|(index, argument)| (!open.contains(&index)).then_some(argument));
    Ok(Slice { game: callee, given: Some(given.collect()), typed })
}

impl Slice<'_> {
    /// Is this a game alone, without a number or a range?
    pub fn is_bare(&self) -> bool {
        self.given.is_none() && self.typed.is_empty()
    }

    /// A range or a number for each coordinate of the game; if the game is `None`, it is one of heaps that is not known
    /// yet. Without ranges a coordinate runs up to the first of `last` if it is the only one, and else up to the second;
    /// of a game alone the first two run, and the others are 0.
    ///
    /// # Errors
    /// There are more ranges than coordinates, or fewer.
    pub fn ranges(
        &self,
        names: &Names,
        question: &'static str,
        game: Option<&Game>,
        last: [u64; 2],
    ) -> Result<Vec<ast::Expr>, Error> {
        let arity = game.map_or(1, |game| game.ruleset.arity());
        let given = match (&self.given, game) {
            (Some(given), Some(game)) if given.len() != arity => {
                return Err(self.other_coordinates(names, game, given));
            }
            (Some(given), _) => given.clone(),
            (None, _) => vec![None; arity],
        };
        let running = given.iter().filter(|given| given.is_none()).count();
        self.as_many_ranges(names, question, game, running)?;
        let last = i128::from(if running == 1 { last[0] } else { last[1] });
        let at = self.game.span;
        let mut typed = self.typed.iter();
        let range = |(index, given): (usize, Option<&ast::Expr>)| match given.or_else(|| typed.next()) {
            Some(expr) => expr.clone(),
            None if index > 1 && self.is_bare() => *number(0, at),
            None => up_to(last, at),
        };
        Ok(given.into_iter().enumerate().map(range).collect())
    }

    /// The error for a game before brackets with more or fewer coordinates than it has.
    fn other_coordinates(&self, names: &Names, game: &Game, given: &[Option<&ast::Expr>]) -> Error {
        let coordinates = (0..game.ruleset.arity()).map(|index| coordinate(game, index).to_string()).collect();
        let written = |given: &Option<&ast::Expr>| given.map_or("n", |given| names.text(given.span).trim());
        let found = given.iter().map(|given| written(given).to_owned()).collect();
        let kind =
            SemanticError::Coordinates { game: game.name.to_string(), names: coordinates, found, on_boards: false };
        Error::new(kind, self.game.span)
    }

    /// An error unless there are so many ranges, or none at all. Games on boards need ranges.
    fn as_many_ranges(
        &self,
        names: &Names,
        question: &'static str,
        game: Option<&Game>,
        wanted: usize,
    ) -> Result<(), Error> {
        let (ranges, at) = (self.typed, self.game.span);
        let [first, ..] = ranges else {
            return game.map_or(Ok(()), |game| no_boards(question, game, at));
        };
        if ranges.len() == wanted {
            return Ok(());
        }
        let surplus = ranges.get(wanted);
        let place = surplus.map_or(at, |range| range.span);
        let surplus = surplus.map(|range| names.text(range.span).trim().to_owned());
        let game = names.text(at).trim().to_owned();
        let error = Error::new(SemanticError::Ranges { question, game, wanted, found: ranges.len(), surplus }, place);
        // `0..1,000` is one range, with a comma between thousands.
        let all = ranges.last().map_or(first.span, |last| first.span.to(last.span));
        let written = names.text(all).trim().to_owned();
        let is_group = |group: &str| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit());
        Err(match wanted == 1 && written.split(',').skip(1).all(is_group) {
            true => error.correct("a number has no commas", all, written.replace(',', "")),
            false => error,
        })
    }

    /// The error for more than two coordinates that run, at the last range that was typed.
    pub fn too_many_run(&self, game: &Game, running: usize) -> Error {
        let last = self.typed.last();
        let kind = SemanticError::FixCoordinates { game: game.name.to_string(), running, is_typed: last.is_some() };
        Error::new(kind, last.map_or(self.game.span, |range| range.span))
    }
}

/// `0..last`
fn up_to(last: i128, span: Span) -> ast::Expr {
    let kind = ExprKind::Range { start: number(0, span), end: Some(number(last, span)), step: None };
    ast::Expr { kind, span }
}

fn number(n: i128, span: Span) -> Box<ast::Expr> {
    Box::new(ast::Expr { kind: ExprKind::Integer(n), span })
}

/// The name of a coordinate.
pub fn coordinate(game: &Game, index: usize) -> Arc<str> {
    match &game.ruleset {
        Ruleset::Heap(_) => "n".into(),
        Ruleset::Written(system, rule) => system.rules[*rule].coordinates[index].clone(),
    }
}

/// An error if the positions of the game are boards: these do not form a row of heaps.
pub fn no_boards(question: &'static str, game: &Game, at: Span) -> Result<(), Error> {
    if !rewrites_boards(game) {
        return Ok(());
    }
    Err(Error::new(SemanticError::OnlyHeaps { question, game: game.name.to_string(), arity: 0 }, at))
}

/// Whether the rule of the game does nothing but rewrite boards.
pub fn rewrites_boards(game: &Game) -> bool {
    matches!(&game.ruleset, Ruleset::Written(system, index) if rewrites_where(system, *index).is_some())
}
