//! What a position takes at least, found out before the work: the values of all its options. They are counted where
//! they lie along lines.

use super::Written;
use super::code::{Clause, Domain, RuleCode, Source, Step};
use super::run::{Halt, each};
use super::search::Node;
use super::straight::Run;
use crate::game::Value;
use crate::solve::{Budget, Cost, Stop};

impl Written {
    /// # Errors
    /// `Stop::Memory` if not even the values of its options have room, a byte for each.
    pub(super) fn ask_room(&self, node: &Node, budget: &Budget) -> Result<(), Stop> {
        let memo = &self.memos[node.memo];
        let (Some(rule), Some(domain)) = (&memo.code.rules[node.rule], &memo.code.domains[node.rule]) else {
            return Ok(());
        };
        let mut frame = vec![0; rule.slots.max(domain.slots)];
        for (n, coordinate) in frame.iter_mut().zip(node.key.coordinates(rule.arity).iter()) {
            let Value::Integer(coordinate) = coordinate else { return Ok(()) };
            let Ok(coordinate) = i64::try_from(*coordinate) else { return Ok(()) };
            *n = coordinate;
        }
        frame.extend_from_slice(&rule.constants);
        let (options, limit) = (options(rule, domain, &mut frame), budget.limits.memory);
        if options <= limit {
            return Ok(());
        }
        Err(Stop::Memory { needed: options.into(), limit, cost: Some(Cost::Options(options)) })
    }
}

/// A position has as many different options, or more.
fn options(rule: &RuleCode, domain: &Domain, frame: &mut [i64]) -> u64 {
    let is_over = rule.over.as_ref().is_some_and(|over| over.holds(frame).unwrap_or(true));
    if is_over || domain.condition.is_some() {
        return 0;
    }
    rule.clauses.iter().map(|clause| along_a_line(clause, frame).unwrap_or(0)).max().unwrap_or(0)
}

/// The different options of a clause for the first values of all its variables but the last.
fn along_a_line(clause: &Clause, frame: &mut [i64]) -> Option<u64> {
    let straight = clause.straight.as_ref()?;
    let (Step::For { source: Source::Range { start, end, step }, .. }, outer) = clause.steps.split_last()? else {
        return None;
    };
    if outer.iter().any(|step| matches!(step, Step::Test(_))) {
        return None;
    }
    let mut found = None;
    let _ = each(outer, frame, &mut |frame| {
        let (start, step) = (start.value(frame)?, step.value(frame)?);
        let last = end.value(frame)?.checked_sub(start).filter(|last| *last >= 0 && step > 0);
        let count = last.and_then(|last| usize::try_from(last / step + 1).ok());
        found = count.filter(|count| straight.is_spread(Run { start, step, count: *count }, frame));
        Err(Halt::Enough)
    });
    found.map(|count| count as u64)
}
