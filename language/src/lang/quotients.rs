//! Misère quotients of games of heaps, and of positions.

use grundy_engine::game::{AskedGame, EvalErrorKind, Ruleset, Sum, Value};
use grundy_engine::nim::Period;
use grundy_engine::solve::{BoundedGame, Exponents, Extent, Quotient, SolveError, Solver};

use crate::show::formula::superscript;

/// Steps of work that a quotient may take where nothing else is said: some seconds.
const STEPS: u64 = 30_000_000;
/// Steps for each second that was asked for.
const SECOND: u64 = 10_000_000;

/// What is wrong with a question for the quotient of a game, if anything: it must be a game of heaps.
pub fn misfit(asked: &AskedGame) -> Option<EvalErrorKind> {
    let is_heaps = matches!(asked.game.ruleset, Ruleset::Heap(_)) && asked.line.is_none();
    (!is_heaps).then(|| EvalErrorKind::NoQuotient { game: asked.game.name.to_string() })
}

/// Steps of work for so many seconds, or where no number is said.
pub fn steps(seconds: Option<u64>) -> u64 {
    seconds.map_or(STEPS, |seconds| seconds.saturating_mul(SECOND))
}

/// The quotient of some games of heaps, as far as it is found: for some seconds, or up to a heap of each.
pub fn found(solver: &mut Solver, games: &[AskedGame]) -> Result<Quotient, SolveError> {
    const NONE: SolveError = SolveError::Internal("a quotient is asked of a game that has none");
    let seconds = games.iter().find_map(|asked| asked.seconds);
    let are_bounded = games.iter().all(|asked| asked.heaps.is_some());
    let steps = if are_bounded && seconds.is_none() { u64::MAX } else { steps(seconds) };
    let bounded = games.iter().map(|asked| BoundedGame { game: asked.game.clone(), last: asked.heaps });
    let found = solver.quotient(&bounded.collect::<Vec<_>>(), steps)?;
    found.ok_or(NONE)
}

/// The order of the quotient of a game; `none` if it is not proved to be that of all heaps. The answer does not depend on what
/// was asked before.
pub fn order(solver: &mut Solver, asked: &AskedGame) -> Result<Result<Value, EvalErrorKind>, SolveError> {
    of_game(solver, asked, value)
}

/// A value that is read from the quotient of a game.
fn of_game(
    solver: &mut Solver,
    asked: &AskedGame,
    read: impl FnOnce(&Quotient) -> Value,
) -> Result<Result<Value, EvalErrorKind>, SolveError> {
    match misfit(asked) {
        Some(misfit) => Ok(Err(misfit)),
        None => Ok(Ok(read(&solver.anew(|solver| found(solver, std::slice::from_ref(asked)))?))),
    }
}

/// The order of the quotient of a position with all that can be reached from it; `none` if it is not found.
pub fn order_of_position(solver: &mut Solver, position: &Sum) -> Result<Value, SolveError> {
    let found = solver.quotient_of_positions(std::slice::from_ref(position), STEPS)?;
    Ok(found.map_or(Value::None, |found| value(&found)))
}

/// `period misere S`, `preperiod misere S` and `proved misere S` as values: how the elements of the heaps of a game repeat in its
/// quotient; `none` if none is proved to be that of all heaps.
pub fn period(
    solver: &mut Solver,
    asked: &AskedGame,
    question: &str,
) -> Result<Result<Value, EvalErrorKind>, SolveError> {
    of_game(solver, asked, |found| part(repetition(found), question))
}

/// How the elements of the heaps of the only game of a quotient repeat, if that is proved.
pub fn repetition(quotient: &Quotient) -> Option<&Period> {
    match &quotient.extent {
        Extent::Heaps(games) => games.first()?.period.as_ref(),
        Extent::Positions { .. } => None,
    }
}

/// The part of a repetition that a question names, as a value.
pub fn part(repetition: Option<&Period>, question: &str) -> Value {
    match (question, repetition) {
        ("proved", _) => Value::Bool(repetition.is_some()),
        (_, None) => Value::None,
        ("preperiod", Some(period)) => Value::Integer(period.preperiod.into()),
        (_, Some(period)) => Value::Integer(period.period.into()),
    }
}

/// Is it the quotient of all heaps of its games, or of all positions?
pub fn is_whole(quotient: &Quotient) -> bool {
    match &quotient.extent {
        Extent::Heaps(games) => games.iter().all(|known| known.period.is_some()),
        Extent::Positions { known, total } => known == total,
    }
}

/// The order of a whole quotient as a value.
pub fn value(quotient: &Quotient) -> Value {
    if is_whole(quotient) { Value::Integer(quotient.order as i128) } else { Value::None }
}

/// `a`, …, `z`, `a1`, …
pub fn letter(index: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(index % 26).unwrap_or(0));
    if index < 26 { letter.to_string() } else { format!("{letter}{}", index / 26) }
}

/// `a·c²`
pub fn product(exponents: &Exponents) -> String {
    let power = |(index, exponent): (usize, &u32)| match exponent {
        0 => None,
        1 => Some(letter(index)),
        _ => Some(format!("{}{}", letter(index), superscript(*exponent))),
    };
    let factors: Vec<String> = exponents.iter().enumerate().filter_map(power).collect();
    if factors.is_empty() { "1".to_owned() } else { factors.join("·") }
}
