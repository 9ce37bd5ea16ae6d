//! The solution of a question, as the engine finds it.

use grundy_engine::game::{Sum, Summand};
use grundy_engine::nim::{Nimber, Outcome, mex};

use crate::classroom::data::exercises::{Answer, Solution, Task};
use crate::classroom::exercises::position_source::PositionSource;
use crate::error::Error;
use crate::lang::session::Session;
use crate::verbs::position::ask::nim_sum;

impl Session {
    /// The right answer, and what explains it.
    pub(crate) fn solution(&mut self, task: &Task, source: &PositionSource) -> Result<Solution, Error> {
        let mut solution = Solution {
            truth: Answer::Skipped,
            terms: Vec::new(),
            options: Vec::new(),
            values: Vec::new(),
            winning: None,
        };
        if let Some(position) = task.position() {
            let misere = matches!(task, Task::Winner { misere: true, .. });
            if !misere {
                self.work_out(position, &mut solution, source)?;
            }
            solution.winning = self.winning_choice(position, misere, source.at)?;
        }
        let value = nim_sum(&solution.terms);
        solution.truth = match task {
            Task::Value { .. } => Answer::Number(value.0),
            Task::Mex { numbers } => Answer::Number(least_missing(numbers)),
            Task::NimSum { numbers } => Answer::Number(numbers.iter().fold(0, |sum, number| sum ^ number)),
            Task::Winner { .. } => Answer::Winner(if solution.winning.is_some() { Outcome::N } else { Outcome::P }),
            Task::Move { .. } => Answer::Move(solution.winning.clone()),
            Task::Row { .. } => {
                Answer::Row { values: solution.values.clone(), mex: value, outcome: Outcome::of(value) }
            }
            Task::Claim { outcome, values, .. } => Answer::Claim {
                holds: Outcome::of(value) == *outcome,
                reason: values.iter().position(|said| *said == value).unwrap_or(0),
            },
            Task::WrongValue { values, .. } => {
                let right = self.row_of_values(source, 0..values.len() as u64)?.unwrap_or_default();
                let heap = values.iter().zip(&right).position(|(said, right)| said != right).unwrap_or(0);
                solution.values = right.get(heap).copied().into_iter().collect();
                Answer::Number(heap as u64)
            }
            Task::Period { values, .. } => Answer::Number(shortest_period(values)),
        };
        Ok(solution)
    }

    /// Fills in the summands with their values and, for a single component, its options and their values.
    fn work_out(&mut self, position: &Sum, solution: &mut Solution, source: &PositionSource) -> Result<(), Error> {
        solution.terms = self.terms(position, source.at)?;
        if let [Summand { copies: 1, .. }] = &position.parts[..] {
            let explained = self.explanation(position.clone(), false, source.at)?;
            if let Some(derivation) = explained.derivations.into_iter().next() {
                solution.values = derivation.values;
                solution.options = derivation.options.into_iter().map(|option| option.option).collect();
            }
        }
        Ok(())
    }
}

fn least_missing(numbers: &[u64]) -> u64 {
    mex(numbers.iter().map(|number| Nimber(*number))).0
}

/// The shortest period of these values. They have a proved period and show it at least three times.
fn shortest_period(values: &[Nimber]) -> u64 {
    let repeats = |period: &usize| values.iter().skip(*period).zip(values).all(|(later, earlier)| later == earlier);
    (1..values.len()).find(repeats).unwrap_or(values.len()) as u64
}
