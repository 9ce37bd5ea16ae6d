//! The moves of games whose positions are numbers and whose moves each lead to a single position of the same system, listed
//! by compiled code.

use std::sync::Arc;

use super::expand::inside;
use super::key::PositionKey;
use super::memos::WrittenGames;
use crate::code::form::{ClauseCode, OptionCode, RuleCode, SystemCode};
use crate::code::run_one::{LoopEnd, each};
use crate::game::{Meter, System, Value};
use crate::solve::Solved;

/// Lists such moves.
pub struct NumberMoves {
    pub(super) code: Arc<SystemCode>,
    is_of_single_numbers: bool,
    /// Buffers for the frames of a rule and of a `where` condition.
    frame: Vec<i64>,
    domain: Vec<i64>,
}

type NumbersVisitor<'v> = dyn FnMut(usize, &[i64]) -> Solved<()> + 'v;

impl WrittenGames {
    /// What lists the moves of a system, if they are such.
    pub fn number_moves(&mut self, system: &Arc<System>) -> Option<NumberMoves> {
        let memo = self.memo_in_use(system);
        let code = self.memos[memo].code.clone();
        let is_single = |clause: &ClauseCode| match &clause.option {
            OptionCode::Written { memo: None, coordinates, .. } => coordinates.len() <= PositionKey::MOST,
            _ => false,
        };
        // The frames of texts and lists are laid out in another way.
        let is_fit = |rule: &RuleCode| rule.constants.is_empty() && rule.clauses.iter().all(is_single);
        let is_listed = |rule: &Option<RuleCode>| rule.as_ref().is_some_and(is_fit);
        let all = code.rules.iter().all(is_listed);
        let is_of_single_numbers = system.rules.iter().all(|rule| rule.arity == 1);
        all.then(|| NumberMoves { code, is_of_single_numbers, frame: Vec::new(), domain: Vec::new() })
    }
}

impl NumberMoves {
    /// Has each position of the system one number?
    pub fn is_of_single_numbers(&self) -> bool {
        self.is_of_single_numbers
    }

    /// Adds the options of a position of one number to a list, repetitions included: the rule and the number of each. All options must
    /// have one number. `None` if the evaluator has to list them, also those that were added.
    ///
    /// # Errors
    /// There is no room.
    pub fn list(&mut self, rule: usize, number: i64, to: &mut Vec<(usize, i64)>, meter: &Meter) -> Option<Solved<()>> {
        self.each(rule, &[Value::Integer(number.into())], &mut |rule, numbers| {
            let number = numbers.first().copied().unwrap_or_default();
            Ok(meter.push(to, (rule, number))?)
        })
    }

    /// Visits the options of a position of the rule with this index, repetitions included: the rule and the numbers of each.
    /// `None` if the evaluator has to list them, also those that were visited.
    ///
    /// # Errors
    /// That of the visitor.
    pub fn each(&mut self, rule: usize, coordinates: &[Value], visit: &mut NumbersVisitor) -> Option<Solved<()>> {
        let NumberMoves { code, frame, domain, .. } = self;
        let rule = code.rules[rule].as_ref()?;
        // The numbers of another position may be left in it: each variable is set before it is read.
        frame.resize(rule.slots, 0);
        for (slot, coordinate) in frame.iter_mut().zip(coordinates) {
            *slot = i64::try_from(coordinate.as_integer()?).ok()?;
        }
        if let Some(over) = &rule.over
            && over.holds(frame).ok()?
        {
            return Some(Ok(()));
        }
        for ClauseCode { steps, option, .. } in &rule.clauses {
            let OptionCode::Written { rule, coordinates, .. } = option else { return None };
            let mut stopped = Ok(());
            let ended = each(steps, frame, &mut |frame| {
                let mut numbers = [0; PositionKey::MOST];
                let numbers = &mut numbers[..coordinates.len()];
                for (number, coordinate) in numbers.iter_mut().zip(coordinates) {
                    *number = coordinate.value(frame)?;
                }
                if inside(code, *rule, numbers, domain)? {
                    stopped = visit(*rule, numbers);
                }
                if stopped.is_ok() { Ok(()) } else { Err(LoopEnd::Enough) }
            });
            match ended {
                Ok(()) => {}
                Err(LoopEnd::Enough) => return Some(stopped),
                Err(LoopEnd::Bailout) => return None,
            }
        }
        Some(Ok(()))
    }
}
