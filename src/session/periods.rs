//! Questions about whole games: period, preperiod, saltus, exceptions, proved.

use std::sync::Arc;

use grundy_engine::game::{At, EvalError, EvalErrorKind, Game, Position, Value};
use grundy_engine::nim::{Nimber, Period};
use grundy_engine::solve::{Farther, PeriodFinding, SolveError, Solver, open_problem};

use super::errors;
use super::report::{Finding, PeriodReport, Report};
use super::{Reply, Session};
use crate::error::Error;
use crate::syntax::ast::{self, Verb};

/// So many exceptional heaps are told, the first ones.
const EXCEPTIONS: usize = 10_000;
/// Heaps of a written rule that are looked at; no theorem can prove anything about them.
const WRITTEN: u64 = 2_000;
/// Steps of rules and sets for them: about a second.
const EFFORT: u64 = 200_000_000;
/// The first values, for the explanation.
const SAMPLE: u64 = 200;

impl Session {
    /// `period S` gives the full answer, its relatives the part they name.
    pub(super) fn about_period(&mut self, verb: Verb, subject: &ast::Expr, explained: bool) -> Result<Reply, Error> {
        let at = subject.span;
        let game = self.names.subject_game(subject)?;
        self.only_heaps("period", &game, at)?;
        let told = self.solved(at, |solver| {
            let found = solver.period_asked(&game.ruleset)?;
            report(solver, &game, found)
        })?;
        if verb == Verb::Period {
            if let Some(period) = told.finding.period() {
                self.answered(Value::Integer(i128::from(period.period)));
            }
            let report = if explained { Report::PeriodExplanation(told) } else { Report::Period(told) };
            return Ok(Reply::report(report));
        }
        let value = part(&told, verb.word()).map_err(|kind| errors::fault(EvalError::new(kind, At::from(at)), at))?;
        self.answered(value.clone());
        Ok(Reply::report(Report::Value { value, nimber: None }))
    }
}

/// What is known about the repetition of a game's values, if this was found; `None` for written rules, which are looked
/// into here. The error is why the solver stopped.
fn report(
    solver: &mut Solver,
    game: &Arc<Game>,
    found: Option<(PeriodFinding, Farther)>,
) -> Result<PeriodReport, SolveError> {
    let (finding, farther) = match found {
        Some((PeriodFinding::Proved(proof), farther)) => {
            (Finding::Proved { period: proof.period, theorem: proof.theorem, checked: proof.checked }, farther)
        }
        Some((PeriodFinding::Seen { period, checked }, farther)) => (Finding::Seen { period, checked }, farther),
        Some((PeriodFinding::None { checked }, farther)) => (Finding::NoneSeen { checked }, farther),
        None => (seen(solver, game)?, Farther::No),
    };
    let known = match &finding {
        Finding::Proved { checked, .. } | Finding::Seen { checked, .. } | Finding::NoneSeen { checked } => *checked,
    };
    let mut sample = Vec::new();
    for heap in 0..=SAMPLE.min(known) {
        sample.push(value(solver, game, heap)?);
    }
    let (exceptions, exception_count) = match finding.period() {
        Some(period) => exceptions(solver, game, &period)?,
        None => (Vec::new(), 0),
    };
    let open = match finding {
        Finding::Proved { .. } => None,
        _ => open_problem(&game.ruleset),
    };
    Ok(PeriodReport { game: game.clone(), finding, farther, exceptions, exception_count, open, sample })
}

/// The part of what is known that a question wants as a value, or why the solver stopped.
pub fn answer(
    solver: &mut Solver,
    game: &Arc<Game>,
    question: &str,
) -> Result<Result<Value, EvalErrorKind>, SolveError> {
    let found = solver.period(game)?.map(|found| (found, Farther::No));
    report(solver, game, found).map(|told| part(&told, question))
}

fn part(told: &PeriodReport, question: &str) -> Result<Value, EvalErrorKind> {
    let number = |n: u64| Value::Integer(i128::from(n));
    if question == "proved" {
        return Ok(Value::Bool(matches!(told.finding, Finding::Proved { .. })));
    }
    let Some(period) = told.finding.period() else {
        return Err(EvalErrorKind::NoPeriod { game: told.game.name.to_string() });
    };
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

fn value(solver: &mut Solver, game: &Arc<Game>, heap: u64) -> Result<Nimber, SolveError> {
    let position = heap_position(game, heap);
    if solver.is_admitted(&position)? { solver.position_value(&position) } else { Ok(Nimber::ZERO) }
}

/// The heaps below the preperiod whose values are not what the repetition would give: the first of them, and how many
/// there are.
fn exceptions(solver: &mut Solver, game: &Arc<Game>, period: &Period) -> Result<(Vec<(u64, Nimber)>, u64), SolveError> {
    if let Some((table, budget)) = solver.table(&game.ruleset) {
        return table.exceptions(period, EXCEPTIONS, budget);
    }
    // Of a written rule a period is seen in its first heaps only, so that these are few.
    let mut found = Vec::new();
    for heap in 0..period.preperiod {
        let own = value(solver, game, heap)?;
        let later = heap + (period.preperiod - heap).div_ceil(period.period) * period.period;
        let rise = (later - heap) / period.period * period.saltus;
        if value(solver, game, later)?.0 != own.0 + rise {
            found.push((heap, own));
        }
    }
    let count = found.len() as u64;
    Ok((found, count))
}

/// A written rule: the values up to some heap, as far as about a second reaches, and what is seen in them.
fn seen(solver: &mut Solver, game: &Arc<Game>) -> Result<Finding, SolveError> {
    let mut values = Vec::new();
    solver.budget().clone().within(EFFORT, || {
        for heap in 0..=WRITTEN {
            values.push(value(solver, game, heap)?.0);
        }
        Ok(())
    })?;
    let count = values.len();
    let checked = (count as u64).saturating_sub(1);
    for period in 1..count / 3 {
        let Some(saltus) = values[count - 1].checked_sub(values[count - 1 - period]) else { continue };
        let agrees = |n: &usize| values[*n].checked_add(saltus) == Some(values[*n + period]);
        let preperiod = (0..count - period).rev().take_while(agrees).last().unwrap_or(count);
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
