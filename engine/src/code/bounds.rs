//! Bounds on the positions that can be reached from one, found by interval arithmetic on the compiled rule: upper
//! bounds of their coordinates, also where some grow as others shrink, as in `(a-2, b+1)`; and lower bounds of how
//! many options there are.

use super::form::{ClauseCode, Code, Domain, LoopSource, OptionCode, RuleCode, StepCode};
use super::intervals::{ALL, FAR, Interval, hull, range, union};
use super::linear::Affine;
use super::run_one::{LoopEnd, each};
use crate::game::{Operator, Progression};
use crate::ledger::FastPath;

/// The analysis gives up on a box that still grows after this many rounds.
const ROUNDS: usize = 64;

/// The sizes of a box that holds a position and everything that can be reached from it by its own rule; `None` if
/// none is found, or it has more positions than `most`.
pub fn closure(rule: &RuleCode, index: usize, domain: &Domain, start: &[i64], most: i64) -> Option<Vec<i64>> {
    let mut highest = start.to_vec();
    for _ in 0..ROUNDS {
        let sizes: Vec<i64> = highest.iter().map(|n| n.checked_add(1)).collect::<Option<_>>()?;
        let count = sizes.iter().try_fold(1i64, |product, size| product.checked_mul(*size))?;
        if count > most {
            return None;
        }
        let mut next = highest.clone();
        let below: Vec<Interval> = highest.iter().map(|high| (0, *high)).collect();
        reach(rule, index, domain, &below, &mut next);
        if next == highest {
            return Some(sizes);
        }
        highest = next;
    }
    None
}

/// The highest coordinates of the options of one position.
pub fn below(rule: &RuleCode, index: usize, domain: &Domain, start: &[i64]) -> Vec<i64> {
    let mut highest = vec![0; start.len()];
    let start: Vec<Interval> = start.iter().map(|n| (*n, *n)).collect();
    reach(rule, index, domain, &start, &mut highest);
    highest
}

/// Raises coordinates to those of all options of positions in a box.
fn reach(rule: &RuleCode, index: usize, domain: &Domain, from: &[Interval], highest: &mut [i64]) {
    each_option(rule, index, domain, from, &mut |coordinates, slots| {
        let reached: Vec<Interval> = coordinates.iter().map(|coordinate| range(coordinate, slots)).collect();
        if reached.iter().all(|(_, high)| *high >= 0) {
            for (highest, (_, high)) in highest.iter_mut().zip(reached) {
                *highest = (*highest).max(high);
            }
        }
    });
}

type OptionVisitor<'a> = dyn FnMut(&[Code], &mut [Interval]) + 'a;

/// Visits the code of each position of the same rule that occurs in an option, together with the intervals of the slots
/// where the moves start from any position in a box.
fn each_option(rule: &RuleCode, index: usize, domain: &Domain, from: &[Interval], visit: &mut OptionVisitor) {
    for clause in &rule.clauses {
        let mut slots = vec![ALL; rule.slots.max(domain.slots)];
        slots[..from.len()].copy_from_slice(from);
        if let Some(condition) = &domain.condition {
            refine(condition, &mut slots);
        }
        if steps(&clause.steps, &mut slots) {
            each_position(&clause.option, index, &mut slots, visit);
        }
    }
}

fn each_position(option: &OptionCode, index: usize, slots: &mut [Interval], visit: &mut OptionVisitor) {
    match option {
        OptionCode::Written { memo: None, rule, coordinates } if *rule == index => visit(coordinates, slots),
        OptionCode::Written { .. } | OptionCode::Board { .. } | OptionCode::Heap(..) | OptionCode::Star(_) => {}
        OptionCode::Plus(parts) => parts.iter().for_each(|part| each_position(part, index, slots, visit)),
        OptionCode::If(_, parts) => parts.iter().for_each(|part| each_position(part, index, slots, visit)),
        OptionCode::Copies(_, one) => each_position(one, index, slots, visit),
        OptionCode::Each(inner, one) => {
            if steps(inner, slots) {
                each_position(one, index, slots, visit);
            }
        }
    }
}

/// Applies steps to the intervals: variables get theirs, and tests narrow them. False if there cannot be a case.
fn steps(steps: &[StepCode], slots: &mut [Interval]) -> bool {
    for step in steps {
        match step {
            StepCode::Test(condition) => refine(condition, slots),
            StepCode::For { slot, source, .. } => {
                let found = members(source, slots);
                if found.0 > found.1 {
                    return false;
                }
                slots[*slot] = found;
            }
        }
    }
    slots.iter().all(|(low, high)| low <= high)
}

fn members(source: &LoopSource, slots: &mut [Interval]) -> Interval {
    let ends = |members: &[i64]| hull(members).unwrap_or((1, 0));
    match source {
        LoopSource::Range { start, end, .. } | LoopSource::Divisors { start, end, .. } => {
            (range(start, slots).0, range(end, slots).1)
        }
        LoopSource::List(members) => ends(members),
        LoopSource::One(one) => range(one, slots),
        LoopSource::Members(_) | LoopSource::Parts(_) => ALL,
        LoopSource::Row(rows, _) => rows.hull().unwrap_or((1, 0)),
        LoopSource::UpTo(members, greatest) => {
            let (low, high) = ends(members);
            (low, high.min(range(greatest, slots).1))
        }
        LoopSource::Chosen { members, least, greatest, .. } => {
            let all = members.iter().map(|member| range(member, slots));
            let (low, high) = all.reduce(union).unwrap_or((1, 0));
            (low.max(*least), high.min(range(greatest, slots).1))
        }
    }
}

/// Narrows the intervals of slots to where a condition may hold.
fn refine(condition: &Code, slots: &mut [Interval]) {
    match condition {
        Code::And(parts) => parts.iter().for_each(|part| refine(part, slots)),
        Code::Binary(operator, operands) => {
            let [left, right] = &**operands;
            let (left, right) = ((left, range(left, slots)), (right, range(right, slots)));
            match operator {
                Operator::Less => keep_apart(left, right, 1, slots),
                Operator::LessOrEqual => keep_apart(left, right, 0, slots),
                Operator::Greater => keep_apart(right, left, 1, slots),
                Operator::GreaterOrEqual => keep_apart(right, left, 0, slots),
                Operator::Equal => {
                    keep_apart(left, right, 0, slots);
                    keep_apart(right, left, 0, slots);
                }
                _ => {}
            }
        }
        _ => {}
    }
}

/// Narrows intervals, given that the first code's value is less than the second's by at least `apart`.
fn keep_apart(less: (&Code, Interval), greater: (&Code, Interval), apart: i64, slots: &mut [Interval]) {
    if let Code::Slot(slot) = less.0 {
        slots[*slot].1 = slots[*slot].1.min(greater.1.1.saturating_sub(apart));
    }
    if let Code::Slot(slot) = greater.0 {
        slots[*slot].0 = slots[*slot].0.max(less.1.0.saturating_add(apart));
    }
}

/// Weights from 0 to `HEAVIEST` are tried, for rules with at most `MOST_WEIGHTED` coordinates.
const HEAVIEST: i64 = 3;
const MOST_WEIGHTED: usize = 4;

/// What an option adds to each coordinate, and the intervals of the slots.
struct Change {
    added: Vec<Affine>,
    slots: Vec<Interval>,
}

/// As [`closure`], for rules in which some coordinates grow as others shrink. If no option makes w₁x₁ + w₂x₂ + …
/// larger, then xᵢ never exceeds the initial value of this sum divided by wᵢ. The box may be of any size.
pub fn weighted_closure(rule: &RuleCode, index: usize, domain: &Domain, start: &[i64]) -> Option<Vec<i64>> {
    if rule.arity > MOST_WEIGHTED || FastPath::WeightedBoxes.is_off() {
        return None;
    }
    let mut changes = Vec::new();
    each_option(rule, index, domain, &vec![(0, FAR); rule.arity], &mut |coordinates, slots| {
        changes.push(Change::of(coordinates, slots));
    });
    let changes: Vec<Change> = changes.into_iter().collect::<Option<_>>()?;
    let mut highest = vec![None; rule.arity];
    for weights in all_weights(rule.arity) {
        if !changes.iter().all(|change| change.never_adds(&weights)) {
            continue;
        }
        let products = weights.iter().zip(start).map(|(weight, n)| weight.checked_mul(*n));
        let Some(sum) = products.reduce(|sum, n| sum?.checked_add(n?)).flatten() else { continue };
        for (highest, weight) in highest.iter_mut().zip(&weights).filter(|(_, weight)| **weight > 0) {
            *highest = Some(highest.map_or(sum / weight, |highest: i64| highest.min(sum / weight)));
        }
    }
    highest.into_iter().map(|highest| highest?.checked_add(1)).collect()
}

/// All choices of weights except all 0.
fn all_weights(arity: usize) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..arity {
        all =
            (0..=HEAVIEST).flat_map(|weight| all.iter().map(move |others| [&others[..], &[weight]].concat())).collect();
    }
    all.split_off(1)
}

impl Change {
    /// `None` if a coordinate is not a constant plus multiples of slots.
    fn of(coordinates: &[Code], slots: &[Interval]) -> Option<Change> {
        let added = coordinates.iter().enumerate().map(|(slot, code)| code.affine()?.plus(Affine::slot(slot, -1)));
        Some(Change { added: added.collect::<Option<_>>()?, slots: slots.to_vec() })
    }

    /// Is it certain that the option never makes the weighted sum larger?
    fn never_adds(&self, weights: &[i64]) -> bool {
        let weighted = self.added.iter().zip(weights).map(|(added, weight)| added.clone().times(*weight));
        let sum = weighted.reduce(|sum, added| sum?.plus(added?)).flatten();
        sum.is_some_and(|sum| sum.most(&self.slots) <= 0)
    }
}

/// A lower bound of the number of different options of the position in the frame.
pub fn options(rule: &RuleCode, domain: &Domain, frame: &mut [i64]) -> u64 {
    let is_over = rule.over.as_ref().is_some_and(|over| over.holds(frame).unwrap_or(true));
    if is_over || domain.condition.is_some() {
        return 0;
    }
    rule.clauses.iter().map(|clause| along_a_line(clause, frame).unwrap_or(0)).max().unwrap_or(0)
}

/// How many options a clause gives for the first values of all its variables but the last, if they are all different;
/// `None` if that cannot be found.
fn along_a_line(clause: &ClauseCode, frame: &mut [i64]) -> Option<u64> {
    let linear = clause.linear.as_ref()?;
    let (StepCode::For { source: LoopSource::Range { start, end, step }, .. }, outer) = clause.steps.split_last()?
    else {
        return None;
    };
    if outer.iter().any(|step| matches!(step, StepCode::Test(_))) {
        return None;
    }
    let mut found = None;
    let mut visit = |frame: &mut [i64]| {
        let run = Progression::between(start.value(frame)?, end.value(frame)?, step.value(frame)?);
        found = run.filter(|run| run.count > 0 && linear.has_distinct_options(*run, frame)).map(|run| run.count);
        Err(LoopEnd::Enough)
    };
    if each(outer, frame, &mut visit) == Err(LoopEnd::Bailout) && begin(outer, frame).is_some() {
        let _ = visit(frame);
    }
    found.map(|count| count as u64)
}

/// Sets each variable to the first number of its range, even where the range is too long for a loop.
fn begin(steps: &[StepCode], frame: &mut [i64]) -> Option<()> {
    for step in steps {
        let StepCode::For { slot, source: LoopSource::Range { start, end, .. }, .. } = step else { return None };
        let (start, end) = (start.value(frame).ok()?, end.value(frame).ok()?);
        frame[*slot] = Some(start).filter(|start| *start <= end)?;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn everywhere() -> Domain {
        Domain { slots: 0, constants: Arc::from([]), condition: None }
    }

    fn binary_code(operator: Operator, a: Code, b: Code) -> Code {
        Code::Binary(operator, Box::new([a, b]))
    }

    /// `(slot 0 − a·k, slot 1 − b·k)` for k from 1 to an end.
    fn clause(a: i64, b: i64, end: Code) -> ClauseCode {
        let lowered = |slot, by| match by {
            0 => Code::Slot(slot),
            1 => binary_code(Operator::Subtract, Code::Slot(slot), Code::Slot(2)),
            by => {
                let product = binary_code(Operator::Multiply, Code::Constant(by), Code::Slot(2));
                binary_code(Operator::Subtract, Code::Slot(slot), product)
            }
        };
        let source = LoopSource::Range { start: Code::Constant(1), end, step: Code::Constant(1) };
        let steps = vec![StepCode::For { slot: 2, source, ticker: Arc::default() }];
        ClauseCode::new(
            steps,
            OptionCode::Written { memo: None, rule: 0, coordinates: vec![lowered(0, a), lowered(1, b)] },
        )
    }

    fn rule(clauses: Vec<ClauseCode>) -> RuleCode {
        RuleCode { arity: 2, slots: 3, constants: Arc::from([]), over: None, clauses }
    }

    #[test]
    fn what_only_goes_down_stays_in_its_box() {
        let rule = rule(vec![clause(1, 0, Code::Slot(0)), clause(0, 1, Code::Slot(1))]);
        assert_eq!(closure(&rule, 0, &everywhere(), &[5, 7], 48), Some(vec![6, 8]));
        assert_eq!(closure(&rule, 0, &everywhere(), &[5, 7], 47), None);
        assert_eq!(options(&rule, &everywhere(), &mut [5, 7, 0]), 7);
    }

    #[test]
    fn what_grows_as_something_else_shrinks_is_bounded_by_a_weighted_sum() {
        let shifting = rule(vec![clause(2, -1, Code::Constant(1))]);
        assert_eq!(closure(&shifting, 0, &everywhere(), &[5, 7], 1 << 20), None);
        assert_eq!(weighted_closure(&shifting, 0, &everywhere(), &[5, 7]), Some(vec![6, 10]));
        let growing = rule(vec![clause(1, -4, Code::Constant(1))]);
        assert_eq!(weighted_closure(&growing, 0, &everywhere(), &[5, 7]), None);
    }

    #[test]
    fn options_beyond_a_loop_too_long_to_run_are_counted() {
        const FAR: i64 = 1_000_000_000_000_000_000;
        let run = |slot, end| {
            let source = LoopSource::Range { start: Code::Constant(1), end: Code::Slot(end), step: Code::Constant(1) };
            StepCode::For { slot, source, ticker: Arc::default() }
        };
        let left = |slot| binary_code(Operator::Subtract, Code::Slot(slot), Code::Slot(slot + 2));
        let option = OptionCode::Written { memo: None, rule: 0, coordinates: vec![left(0), left(1)] };
        let clause = ClauseCode::new(vec![run(2, 0), run(3, 1)], option);
        let rule = RuleCode { arity: 2, slots: 4, constants: Arc::from([]), over: None, clauses: vec![clause] };
        assert_eq!(options(&rule, &everywhere(), &mut [FAR, 700, 0, 0]), 700);
        assert_eq!(options(&rule, &everywhere(), &mut [9, FAR, 0, 0]), FAR as u64);
        assert_eq!(options(&rule, &everywhere(), &mut [0, 700, 0, 0]), 0);
    }
}
