//! The law behind values of which one is out of reach: where a question is refused for want of memory, the error names the
//! law that was seen, and what it would give. That is never an answer.

use grundy_engine::game::{Component, Position, Sum, Summand, Value};
use grundy_engine::solve::SolveError;

use crate::error::{Error, Hint};
use crate::lang::session::Session;
use crate::lang::{evaluate, lower};
use crate::show::lists::Axis;
use crate::show::phrase::thousands;
use crate::show::told::{Told, told};
use crate::source::Span;
use crate::syntax::ast;
use crate::verbs::pattern::answer::{PatternOf, ranges};
use crate::verbs::pattern::laws::{LATER_EFFORT, SeenLaw, found_laws, looked_at};
use crate::verbs::pattern::{AskedPattern, LATER_WRITTEN, LawsOfGame, PatternSearch, places};

/// A law is looked for along a coordinate if the number is larger than these, which are looked at: where one is large, and
/// where two are.
const LAST: [i128; 2] = [200, 30];

/// The error of a question about one position, with the law that was seen in its help.
pub(crate) fn with_law(session: &mut Session, error: Error, ask: &ast::Ask) -> Error {
    let is_refused = matches!(error.stop(), Some(SolveError::Memory { .. })) && error.advice.is_none() && !ask.misere;
    if !is_refused {
        return error;
    }
    session.solver.begin();
    match told(session, ask) {
        Ok(Some(law)) => {
            let advice = match error.hint() {
                Some(Hint { text, .. }) => told!("{text}. {law}", text, law),
                None => law,
            };
            error.advise(advice)
        }
        Ok(None) => error,
        Err(other) => {
            session.forget_stop(&other);
            error
        }
    }
}

/// The law in a sentence; `None` if none was seen.
fn told(session: &mut Session, ask: &ast::Ask) -> Result<Option<Told>, Error> {
    let sum = evaluate::position(&mut session.names, &mut session.solver, &ask.subject)?;
    let Some((asked, place)) = asked(&sum, ask.subject.span) else { return Ok(None) };
    let Ok(places) = places(&asked) else { return Ok(None) };
    let mut search = PatternSearch { session, asked };
    let (cells, is_whole) = search.seen(&places, LATER_EFFORT)?;
    if !is_whole && cells.len() < places.len() / 4 {
        return Ok(None);
    }
    let is_line = search.asked.running.len() == 1;
    let last = if is_line { i128::from(LATER_WRITTEN) } else { 0 };
    let LawsOfGame { evidence, laws, later } = search.laws_beyond(cells, last, is_line)?;
    let Some((given, law)) = laws.into_iter().find_map(|law| Some((gives(&law, place)?, law))) else {
        return Ok(None);
    };
    let PatternSearch { session, asked } = search;
    let name = asked.game.name.to_string();
    let claimed = asked.claimed(&if name.contains(' ') { format!("({name})") } else { name });
    let runs = looked_at(&evidence, &claimed.variables);
    let Some(found) = found_laws(session, vec![law], &evidence, &claimed).pop() else { return Ok(None) };
    let law = match found.definition {
        Some(definition) => told!("{claim}, where {definition}", claim = found.claim, definition),
        None => told!("{claim}", claim = found.claim),
    };
    let runs = ranges(&runs, found.from);
    let fits = match later {
        0 => told!("{runs}", runs),
        n => told!("{runs} and the next {n}", runs, n = thousands(n as u128)),
    };
    Ok(Some(told!(
        "A law is seen, but not proved: {law}. It fits the values at {fits}; if it holds here, {given}",
        law,
        fits,
        given
    )))
}

/// What a law gives at a place, in words.
fn gives(seen: &SeenLaw, place: [i128; 2]) -> Option<Told> {
    let value = seen.law.formula.value(place, seen.law.function.as_ref()).filter(|value| *value >= 0)?;
    Some(match (seen.of, value) {
        (PatternOf::Values, value) => told!("the value is {value}", value),
        (_, 0) => told!("the value is not 0: N"),
        _ => told!("the value is 0: P"),
    })
}

/// The line or the field of positions in which a position lies far away, and its place there.
fn asked(sum: &Sum, at: Span) -> Option<(AskedPattern, [i128; 2])> {
    let [Summand { component: Component::Position(position), copies: 1 }] = &sum.parts[..] else { return None };
    let Position { game, coordinates } = position;
    let far = |last: i128| -> Vec<usize> {
        let is_far = |value: &Value| value.as_integer().is_some_and(|n| n > last);
        (0..coordinates.len()).filter(|index| is_far(&coordinates[*index])).collect()
    };
    let running = Some(far(LAST[0])).filter(|far| far.len() == 1).unwrap_or_else(|| far(LAST[1]));
    let last = *LAST.get(running.len().checked_sub(1)?)?;
    let axis = |(index, value): (usize, &Value)| Axis {
        name: lower::coordinate(game, index),
        members: match running.contains(&index) {
            true => (0..=last).map(Value::Integer).collect(),
            false => [value.clone()].into(),
        },
        runs: running.contains(&index),
    };
    let axes = coordinates.iter().enumerate().map(axis).collect();
    let number = |index: usize| running.get(index).and_then(|axis| coordinates[*axis].as_integer());
    let place = [number(0)?, number(1).unwrap_or(0)];
    Some((AskedPattern { game: game.clone(), axes, running, at }, place))
}
