//! What is asked about whole games: period, preperiod, saltus, exceptions, proved.

use std::sync::Arc;

use grundy_engine::game::{AskedGame, EvalErrorKind, Game, LARGEST_COORDINATE, Position, Ruleset, Value, only_strips};
use grundy_engine::nim::{Nimber, Period};
use grundy_engine::solve::{Effort, Farther, PeriodFinding, SolveError, Solver, published};

use super::lower;
use super::names::Names;
use super::report::{Finding, PeriodReport};

/// So many exceptional heaps are told, the first ones.
const EXCEPTIONS: usize = 10_000;
/// Heaps of a written rule that are looked at; no theorem can prove anything about them.
const WRITTEN: u64 = 2_000;
/// Steps of rules and sets for them: about a second.
const EFFORT: u64 = 200_000_000;
/// The first values, for the explanation.
const SAMPLE: u64 = 200;

/// Why a game cannot be asked about so: it has another number of coordinates, or cannot have these.
pub fn misfit(asked: &AskedGame) -> Option<EvalErrorKind> {
    let others: &[Value] = asked.line.as_ref().map_or(&[], |(_, others)| others);
    let (wanted, found) = (asked.game.ruleset.arity(), others.len() + 1);
    if wanted != found {
        return Some(EvalErrorKind::Arity { name: asked.game.name.to_string(), wanted, found });
    }
    let negative = others.iter().find_map(|other| match other {
        Value::Integer(n) if !(0..=LARGEST_COORDINATE).contains(n) => Some(*n),
        _ => None,
    });
    negative.map(|value| EvalErrorKind::Coordinate { game: asked.game.name.to_string(), value })
}

/// Positions in a row: the heaps of a game, or those along one coordinate.
pub struct Column {
    /// As it is shown.
    shown: Arc<Game>,
    game: Arc<Game>,
    line: Option<(usize, Vec<Value>)>,
}

impl Column {
    /// Along a coordinate it may be a heap game, whose period can be proved.
    pub fn of(names: &mut Names, asked: &AskedGame) -> Column {
        let game = asked.game.clone();
        let Some((along, others)) = &asked.line else {
            // Strips of one symbol are heaps.
            let game = only_strips(&game.ruleset).unwrap_or(game);
            return Column { shown: game.clone(), game, line: None };
        };
        if let Some(heaps) = lower::along(names, &game, *along, others) {
            return Column { shown: heaps.clone(), game: heaps, line: None };
        }
        let mut coordinates: Vec<String> = others.iter().map(Value::brief).collect();
        coordinates.insert(*along, "n".to_owned());
        let name = format!("{}({})", game.name, coordinates.join(", "));
        let shown = Arc::new(Game::new(&*name, game.ruleset.clone()));
        Column { shown, game, line: asked.line.clone() }
    }

    /// What has a table of its own, in which theorems look.
    pub fn table(&self) -> Option<&Ruleset> {
        if self.line.is_none() { Some(&self.game.ruleset) } else { None }
    }

    fn position(&self, heap: u64) -> Position {
        let Some((along, others)) = &self.line else { return heap_position(&self.game, heap) };
        let mut coordinates = others.clone();
        coordinates.insert(*along, Value::Integer(i128::from(heap)));
        Position { game: self.game.clone(), coordinates: coordinates.into() }
    }

    fn value(&self, solver: &mut Solver, heap: u64) -> Result<Nimber, SolveError> {
        let position = self.position(heap);
        if solver.is_admitted(&position)? { solver.position_value(&position) } else { Ok(Nimber::ZERO) }
    }
}

/// Steps to look for, of which a second has so many.
fn steps(asked: &AskedGame, second: u64) -> u64 {
    match (asked.seconds, asked.heaps) {
        (Some(seconds), _) => seconds.saturating_mul(second),
        (None, Some(_)) => u64::MAX,
        (None, None) => second,
    }
}

/// How long to look: so many seconds, or as far as a heap.
pub fn effort(asked: &AskedGame) -> Effort {
    let steps = steps(asked, Effort::USUAL.steps);
    // So many values reach one heap less far.
    Effort { heaps: asked.heaps.map_or(u64::MAX, |last| last.saturating_add(1)), steps }
}

/// What is known about the repetition of a column's values, if this was found; `None` for written rules, which are looked
/// into here. The error is why the solver stopped.
pub fn report(
    solver: &mut Solver,
    column: &Column,
    found: Option<(PeriodFinding, Farther)>,
    asked: &AskedGame,
) -> Result<PeriodReport, SolveError> {
    let (finding, farther) = match found {
        Some((PeriodFinding::Proved(proof), farther)) => {
            (Finding::Proved { period: proof.period, theorem: proof.theorem, checked: proof.checked }, farther)
        }
        Some((PeriodFinding::Seen { period, checked }, farther)) => (Finding::Seen { period, checked }, farther),
        Some((PeriodFinding::None { checked }, farther)) => (Finding::NoneSeen { checked }, farther),
        None => (seen(solver, column, asked)?, Farther::No),
    };
    let known = match &finding {
        Finding::Proved { checked, .. } | Finding::Seen { checked, .. } | Finding::NoneSeen { checked } => *checked,
    };
    let mut sample = Vec::new();
    for heap in 0..=SAMPLE.min(known) {
        sample.push(column.value(solver, heap)?);
    }
    let (exceptions, exception_count) = match finding.period() {
        Some(period) => exceptions(solver, column, &period)?,
        None => (Vec::new(), 0),
    };
    let published = match finding {
        Finding::Proved { .. } => None,
        _ => column.table().and_then(published),
    };
    let game = column.shown.clone();
    Ok(PeriodReport { game, finding, farther, exceptions, exception_count, published, sample })
}

/// The part of what is known that a question wants as a value, or why the solver stopped.
pub fn answer(
    names: &mut Names,
    solver: &mut Solver,
    asked: &AskedGame,
    question: &str,
) -> Result<Result<Value, EvalErrorKind>, SolveError> {
    if let Some(misfit) = misfit(asked) {
        return Ok(Err(misfit));
    }
    looked(names, solver, asked).map(|told| part(&told, question))
}

/// What is known after looking as long as was asked.
pub fn looked(names: &mut Names, solver: &mut Solver, asked: &AskedGame) -> Result<PeriodReport, SolveError> {
    let column = Column::of(names, asked);
    let found = match column.table() {
        Some(ruleset) => solver.period_within(ruleset, effort(asked))?.map(|found| (found, Farther::No)),
        None => None,
    };
    report(solver, &column, found, asked)
}

pub fn part(told: &PeriodReport, question: &str) -> Result<Value, EvalErrorKind> {
    let number = |n: u64| Value::Integer(i128::from(n));
    if question == "proved" {
        return Ok(Value::Bool(matches!(told.finding, Finding::Proved { .. })));
    }
    let Some(period) = told.finding.period() else { return Ok(Value::None) };
    Ok(match question {
        "preperiod" => number(period.preperiod),
        "saltus" => number(period.saltus),
        "exceptions" if told.exception_count > EXCEPTIONS as u64 => {
            return Err(EvalErrorKind::TooLarge { limit: EXCEPTIONS });
        }
        "exceptions" => Value::list(told.exceptions.iter().map(|(heap, _)| number(*heap)).collect()),
        _ => number(period.period),
    })
}

/// The heaps below the preperiod whose values are not what the repetition would give: the first of them, and how many
/// there are.
fn exceptions(solver: &mut Solver, column: &Column, period: &Period) -> Result<(Vec<(u64, Nimber)>, u64), SolveError> {
    if let Some((table, budget)) = column.table().and_then(|ruleset| solver.table(ruleset)) {
        return table.exceptions(period, EXCEPTIONS, budget);
    }
    // Of a written rule a period is seen in its first heaps only, so that these are few.
    let mut found = Vec::new();
    for heap in 0..period.preperiod {
        let own = column.value(solver, heap)?;
        let later = heap + (period.preperiod - heap).div_ceil(period.period) * period.period;
        let rise = (later - heap) / period.period * period.saltus;
        if column.value(solver, later)?.0 != own.0 + rise {
            found.push((heap, own));
        }
    }
    let count = found.len() as u64;
    Ok((found, count))
}

/// A written rule: the values up to some heap, as far as about a second reaches, and what is seen in them.
fn seen(solver: &mut Solver, column: &Column, asked: &AskedGame) -> Result<Finding, SolveError> {
    let last = asked.heaps.unwrap_or(if asked.seconds.is_some() { u64::MAX } else { WRITTEN });
    let mut values = Vec::new();
    solver.budget().clone().within(steps(asked, EFFORT), || {
        for heap in 0..=last {
            values.push(column.value(solver, heap)?.0);
        }
        Ok(())
    })?;
    let count = values.len();
    let checked = (count as u64).saturating_sub(1);
    for period in 1..count / 3 {
        let Some(saltus) = values[count - 1].checked_sub(values[count - 1 - period]) else { continue };
        let agrees = |n: &usize| values[*n].checked_add(saltus) == Some(values[*n + period]);
        let preperiod = (0..count - period).rev().take_while(agrees).last().unwrap_or(count);
        // Of many values the last ones may agree with themselves in many ways.
        solver.budget().meter().spend(count - preperiod.min(count) + 1)?;
        // Seen twice over at least, and for half of what was looked at.
        if preperiod + 2 * period < count && preperiod < count / 2 {
            let period = Period { preperiod: preperiod as u64, period: period as u64, saltus };
            return Ok(Finding::Seen { period, checked });
        }
    }
    Ok(Finding::NoneSeen { checked })
}

/// A heap of a game of one coordinate.
pub(super) fn heap_position(game: &Arc<Game>, heap: u64) -> Position {
    Position { game: game.clone(), coordinates: Arc::new([Value::Integer(i128::from(heap))]) }
}
