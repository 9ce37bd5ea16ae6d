//! What a position takes at least, found out before the work: the values of all its options, counted where they lie
//! along lines; and the values of all positions below it, counted where each coordinate can be lowered by itself.

use super::Explicit;
use super::boxes::LARGEST_BOX;
use super::code::{Clause, Code, Domain, Left, RuleCode, Source, Step};
use super::interpret::{Halt, each};
use super::memo::Memo;
use super::search::Node;
use super::straight::Run;
use super::strategy::Strategy;
use crate::game::{Builtin, Operator, Value};
use crate::solve::{Budget, Cost, SolveError};

impl Explicit {
    /// # Errors
    /// `SolveError::Memory` if not even the values of its options have room, a byte for each, or those of the positions that
    /// are surely reached from it, with what any way of keeping them takes.
    pub(super) fn ask_room(&self, node: &Node, budget: &Budget) -> Result<(), SolveError> {
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
        let limit = budget.limits().memory;
        let options = options(rule, domain, &mut frame);
        if options > limit {
            return Err(SolveError::Memory { needed: options.into(), limit, cost: Some(Cost::Options(options)) });
        }
        let positions = positions(rule, node.rule, domain, &frame);
        let needed = self.bytes_for(node, positions, &frame[..rule.arity]);
        if needed > u128::from(limit) {
            return Err(SolveError::Memory { needed, limit, cost: Some(Cost::Positions(positions)) });
        }
        Ok(())
    }

    /// The least memory in which so many positions of a rule are kept: in a box, or in the hash memo.
    fn bytes_for(&self, node: &Node, positions: u128, start: &[i64]) -> u128 {
        let fits_box = positions <= LARGEST_BOX as u128;
        let bytes = if fits_box { Self::BOX_SHARE } else { Memo::cost(&node.key) };
        let searched = positions.saturating_mul(bytes.into());
        match self.memos[node.memo].strategy(node.rule) {
            Strategy::Lines(rays) => {
                let sizes: Vec<i64> = start.iter().map(|n| n.saturating_add(1)).collect();
                searched.min(rays.room(&sizes))
            }
            _ => searched,
        }
    }
}

/// So many positions, or more, are reached from this one, itself among them: those from which one comes to where
/// only some coordinates are lowered, each by its own least step, as often as it goes.
fn positions(rule: &RuleCode, index: usize, domain: &Domain, frame: &[i64]) -> u128 {
    if rule.over.is_some() || domain.condition.is_some() {
        return 1;
    }
    let along = |coordinate: usize| {
        let steps = rule.clauses.iter().filter_map(|clause| step_alone(clause, index, coordinate));
        steps.min().map_or(1, |step| frame[coordinate] as u128 / step as u128 + 1)
    };
    (0..rule.arity).map(along).fold(1, u128::saturating_mul)
}

/// What a clause takes at least from a coordinate and from no other, whenever there is so much.
fn step_alone(clause: &Clause, index: usize, coordinate: usize) -> Option<i64> {
    let Left::Explicit { memo: None, rule, coordinates } = &clause.left else { return None };
    let is_same = |(place, code): (usize, &Code)| place == coordinate || matches!(code, Code::Slot(n) if *n == place);
    if *rule != index || !coordinates.iter().enumerate().all(is_same) {
        return None;
    }
    let Code::Binary(Operator::Subtract, operands) = coordinates.get(coordinate)? else { return None };
    let [Code::Slot(from), taken] = &operands[..] else { return None };
    let step = match (taken, &clause.steps[..]) {
        (Code::Constant(step), []) => *step,
        (Code::Slot(taken), [Step::For { slot, source, .. }]) if taken == slot => least_member(source, coordinate)?,
        _ => return None,
    };
    (*from == coordinate && step >= 1).then_some(step)
}

/// The least number from 1 on that a variable takes whenever a coordinate is at least as large.
fn least_member(source: &Source, coordinate: usize) -> Option<i64> {
    let reaches = |end: &Code, member: i64| match end {
        Code::Slot(slot) => *slot == coordinate,
        Code::Constant(end) => *end >= member,
        _ => false,
    };
    let all_reach = |end: &Code, member: i64| match end {
        Code::Apply(Builtin::Min, ends) => ends.iter().all(|end| reaches(end, member)),
        end => reaches(end, member),
    };
    match source {
        Source::Range { start: Code::Constant(start), end, .. } => Some(*start).filter(|start| all_reach(end, *start)),
        Source::AmountList(members) => members.iter().copied().filter(|member| *member >= 1).min(),
        Source::UpTo(members, end) => {
            let least = members.iter().copied().find(|member| *member >= 1)?;
            Some(least).filter(|least| all_reach(end, *least))
        }
        _ => None,
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
