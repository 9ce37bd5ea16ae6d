//! The moves of a rule, seen backwards: what is added to the position that a move leads to gives the position where it
//! begins. Not every rule can be read that way: see [`advances`].

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::code::form::{ClauseCode, Code, Domain, LoopSource, OptionCode, RuleCode, StepCode};
use crate::code::intervals::{Interval, is_total};
use crate::code::linear::Affine;
use crate::code::reads::slots_read;
use crate::game::{Builtin, Operator};
use crate::ledger::FastPath;

/// Moves of one kind.
#[derive(Clone, Debug)]
pub(in super::super) struct Advance {
    /// What is added to a position for the first position from which it is reached.
    pub first: Vec<i64>,
    pub reach: Reach,
    /// What must hold at the position where the move begins.
    pub guards: Vec<Code>,
    /// The slots of variables, with their numbers.
    pub fixed: Vec<(usize, i64)>,
}

impl Advance {
    /// All that is added: for the first position, and from each to the next.
    pub fn differences(&self) -> impl Iterator<Item = &[i64]> {
        let by = match &self.reach {
            Reach::Once => None,
            Reach::Ray(by) | Reach::Turns(by, _) => Some(&by[..]),
        };
        std::iter::once(&self.first[..]).chain(by)
    }

    /// Can its first move be made wherever what it lowers is at least that large?
    fn is_always_begun(&self) -> bool {
        let turn =
            if let Reach::Turns(_, variable) = &self.reach { Some((variable.slot, variable.start)) } else { None };
        let fixed: Vec<(usize, i64)> = self.fixed.iter().copied().chain(turn).collect();
        let known = MoveFacts { first: &self.first, by: &vec![0; self.first.len()], fixed: &fixed };
        self.guards.iter().all(|guard| known.implies(guard))
    }
}

#[derive(Clone, Debug)]
pub(in super::super) enum Reach {
    Once,
    /// Then again and again from what lies farther by this.
    Ray(Vec<i64>),
    /// The same, where the guards depend on the turn.
    Turns(Vec<i64>, Variable),
}

/// The number of a variable at a turn: `start + turn·step`, plus a coordinate of the position where the move begins.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Variable {
    slot: usize,
    start: i64,
    step: i64,
    plus: Option<usize>,
}

impl Variable {
    /// Is this a bound of a variable that grows from turn to turn, which stays as it is along these steps? If it does not hold
    /// at a turn, it holds at none that follows.
    pub fn is_closed_by(&self, test: &Code, by: &[i64]) -> bool {
        let Code::Binary(Operator::LessOrEqual, two) = test else { return false };
        let stays = |slots: BTreeSet<usize>| slots.iter().all(|slot| by.get(*slot) == Some(&0));
        matches!(two[0], Code::Slot(slot) if slot == self.slot)
            && self.step > 0
            && self.plus.is_none()
            && slots_read(&two[1..]).is_some_and(stays)
            && !FastPath::LineBounds.is_off()
    }

    pub fn number(&self, turn: i64, coordinates: &[i64]) -> i64 {
        self.start + turn * self.step + self.plus.map_or(0, |place| coordinates[place])
    }

    pub fn slot(&self) -> usize {
        self.slot
    }
}

/// The most kinds of moves of a rule, and the most members of a loop that becomes one kind of moves for each.
const MOST: usize = 1 << 10;
const SHORT: usize = 64;

/// All moves of a rule in a box of these sizes; `None` unless each clause leads to one position of the same rule whose
/// coordinates differ by constants, or by constants for each number of one variable. All conditions must be total, so
/// that none has to be asked for the sake of its errors.
pub(in super::super) fn advances(
    rule: &RuleCode,
    index: usize,
    domain: &Domain,
    sizes: &[i64],
) -> Option<Vec<Advance>> {
    let slots = rule.slots.max(domain.slots);
    let conditions = domain.condition.iter().chain(&rule.over);
    let mut found = Vec::new();
    for clause in &rule.clauses {
        found.extend(of_clause(clause, index, slots, sizes)?);
    }
    let mut intervals = intervals(sizes, slots);
    let are_total = found.len() <= MOST && conditions.into_iter().all(|code| is_total(code, &mut intervals));
    are_total.then_some(found)
}

/// The moves of one clause.
fn of_clause(clause: &ClauseCode, index: usize, slots: usize, sizes: &[i64]) -> Option<Vec<Advance>> {
    let OptionCode::Written { memo: None, rule, coordinates } = &clause.option else { return None };
    if *rule != index || coordinates.len() != sizes.len() {
        return None;
    }
    let mut reading = Reading { clause, coordinates, sizes, slots, found: Vec::new() };
    reading.steps(&clause.steps, ClauseCase::default())?;
    Some(reading.found)
}

/// A lower bound of the number of positions that can be reached from one, itself included. It counts those reached by moves that
/// lower a single coordinate, each coordinate by its least such step.
pub(in super::super) fn positions_below(rule: &RuleCode, index: usize, domain: &Domain, start: &[i64]) -> u128 {
    if rule.over.is_some() || domain.condition.is_some() {
        return 1;
    }
    let sizes: Vec<i64> = start.iter().map(|n| n.saturating_add(1)).collect();
    let clauses = rule.clauses.iter().filter_map(|clause| of_clause(clause, index, rule.slots, &sizes));
    let moves: Vec<Advance> = clauses.flatten().filter(Advance::is_always_begun).collect();
    let along = |(place, n): (usize, &i64)| {
        let alone = |first: &[i64]| first.iter().enumerate().all(|(other, by)| (*by != 0) == (other == place));
        let steps = moves.iter().map(|one| &one.first).filter(|first| alone(first) && first[place] > 0);
        steps.map(|first| first[place]).min().map_or(1, |step| (*n / step) as u128 + 1)
    };
    start.iter().enumerate().map(along).fold(1, u128::saturating_mul)
}

fn intervals(sizes: &[i64], slots: usize) -> Vec<Interval> {
    let mut intervals: Vec<Interval> = sizes.iter().map(|size| (0, size - 1)).collect();
    intervals.resize(slots, (0, 0));
    intervals
}

/// What is known of a clause after some of its steps.
#[derive(Clone, Default)]
struct ClauseCase {
    fixed: Vec<(usize, i64)>,
    guards: Vec<Code>,
    run: Option<RangeVariable>,
}

/// The variable that runs through a range.
#[derive(Clone)]
struct RangeVariable {
    slot: usize,
    start: Code,
    end: Code,
    step: i64,
}

/// A coordinate of an option: `constant + rate·variable`, and the same coordinate of the position if `stays`.
#[derive(Clone, Copy)]
struct Coordinate {
    stays: bool,
    constant: i64,
    rate: i64,
}

struct Reading<'a> {
    clause: &'a ClauseCode,
    coordinates: &'a [Code],
    sizes: &'a [i64],
    slots: usize,
    found: Vec<Advance>,
}

impl Reading<'_> {
    fn steps(&mut self, steps: &[StepCode], mut case: ClauseCase) -> Option<()> {
        let Some((step, others)) = steps.split_first() else { return self.option(case) };
        match step {
            StepCode::Test(condition) => {
                case.guards.push(condition.clone());
                self.steps(others, case)
            }
            StepCode::For { slot, source, .. } => {
                // A move by more than the box is wide begins at no position of it.
                let farthest = self.sizes.iter().max().copied().unwrap_or(1) - 1;
                if let Some((members, end)) = source.fixed_members(SHORT, MOST, farthest) {
                    return members.into_iter().try_for_each(|member| {
                        let mut case = case.clone();
                        case.fixed.push((*slot, member));
                        case.guards.extend(end.map(|end| compared(Code::Constant(member), end.clone())));
                        self.steps(others, case)
                    });
                }
                let LoopSource::Range { start, end, step: Code::Constant(step @ 1..) } = source else { return None };
                if case.run.is_some() {
                    return None;
                }
                case.run = Some(RangeVariable { slot: *slot, start: start.clone(), end: end.clone(), step: *step });
                self.steps(others, case)
            }
        }
    }

    /// Adds the moves of a clause whose steps have been read.
    fn option(&mut self, case: ClauseCase) -> Option<()> {
        let slot = case.run.as_ref().map_or(usize::MAX, |run| run.slot);
        let mut coordinates = Vec::with_capacity(self.coordinates.len());
        for (place, code) in self.coordinates.iter().enumerate() {
            let line = code.line(slot)?;
            let (constant, stays) = settled(&line.base, &case.fixed, Some(place))?;
            let (rate, false) = settled(&line.rate, &case.fixed, None)? else { return None };
            coordinates.push(Coordinate { stays, constant, rate });
        }
        let ClauseCase { fixed, guards, run } = case;
        let (mut first, by, mut variable, mut tests) = match run {
            None if coordinates.iter().all(|coordinate| coordinate.stays) => {
                let first: Vec<i64> = coordinates.iter().map(|coordinate| -coordinate.constant).collect();
                let by = vec![0; first.len()];
                (first, by, None, Vec::new())
            }
            None => return None,
            Some(run) => {
                let (first, by, variable, tests) = self.run(&run, &coordinates, &fixed)?;
                (first, by, Some(variable), tests)
            }
        };
        // A move that begins and ends in the box is shorter than it; a line may be so only from some turn on.
        let turns = turns_within(&first, &by, self.sizes.iter().map(|size| (1 - size, size - 1)));
        let skipped = *turns.start();
        if !turns.is_empty() {
            first.iter_mut().zip(&by).for_each(|(n, step)| *n += skipped * step);
            variable.iter_mut().for_each(|variable| variable.start += skipped * variable.step);
        }
        tests.extend(guards);
        let mut parts = Vec::new();
        tests.iter().for_each(|test| conjuncts(test, &mut parts));
        let known = MoveFacts { first: &first, by: &by, fixed: &fixed };
        let guards: Vec<Code> = parts.into_iter().filter(|test| !known.implies(test)).cloned().collect();
        self.check(&guards, &fixed, variable)?;
        if turns.is_empty() {
            return Some(());
        }
        let reach = match variable {
            Some(variable) if reads(&guards, variable.slot)? => Reach::Turns(by, variable),
            Some(_) if *turns.end() > skipped => Reach::Ray(by),
            _ => Reach::Once,
        };
        self.found.push(Advance { first, reach, guards, fixed });
        (self.found.len() <= MOST).then_some(())
    }

    /// The first difference, that of a turn, the variable, and the conditions that its range adds.
    #[expect(clippy::type_complexity, reason = "the four parts are taken apart where they are asked for")]
    fn run(
        &self,
        run: &RangeVariable,
        coordinates: &[Coordinate],
        fixed: &[(usize, i64)],
    ) -> Option<(Vec<i64>, Vec<i64>, Variable, Vec<Code>)> {
        let RangeVariable { slot, start, end, step } = run;
        let (start, false) = settled(&start.affine()?, fixed, None)? else { return None };
        if coordinates.iter().all(|coordinate| coordinate.stays) {
            let difference = |coordinate: &Coordinate| {
                coordinate.rate.checked_mul(start)?.checked_add(coordinate.constant)?.checked_neg()
            };
            let first = coordinates.iter().map(difference).collect::<Option<_>>()?;
            let by = coordinates.iter().map(|coordinate| (-coordinate.rate).checked_mul(*step)).collect::<Option<_>>();
            // Beyond the least coordinate that is lowered there are no options, as it would be negative.
            let goes_on = |bound: &&Code| !stops(bound, coordinates) || start < 0;
            let bounds =
                if let Code::Apply(Builtin::Min, bounds) = end { &bounds[..] } else { std::slice::from_ref(end) };
            let bounds = bounds.iter().filter(goes_on);
            let tests = bounds.map(|bound| compared(Code::Slot(*slot), bound.clone())).collect();
            return Some((first, by?, Variable { slot: *slot, start, step: *step, plus: None }, tests));
        }
        // One coordinate *becomes* the variable: the move lowers it by what the variable is less.
        let mut changed = coordinates.iter().enumerate().filter(|(_, coordinate)| !coordinate.stays);
        let (Some((place, Coordinate { constant, rate: 1, .. })), None) = (changed.next(), changed.next()) else {
            return None;
        };
        let are_still = coordinates.iter().filter(|coordinate| coordinate.stays).all(|coordinate| coordinate.rate == 0);
        let end = end.affine()?;
        let (below, [(slot_of_end, 1)]) = end.parts() else { return None };
        let least = -constant.checked_add(below)?;
        if *step != 1 || *slot_of_end != place || !are_still || least < 1 {
            return None;
        }
        let mut first: Vec<i64> = coordinates.iter().map(|coordinate| -coordinate.constant).collect();
        first[place] = least;
        let mut by = vec![0; first.len()];
        by[place] = 1;
        let is_implied = constant.checked_add(start)? <= 0;
        let tests = if is_implied { Vec::new() } else { vec![compared(Code::Constant(start), Code::Slot(*slot))] };
        Some((first, by, Variable { slot: *slot, start: below, step: -1, plus: Some(place) }, tests))
    }

    /// `None` if a condition may have no value somewhere in the box.
    fn check(&self, guards: &[Code], fixed: &[(usize, i64)], variable: Option<Variable>) -> Option<()> {
        let mut intervals = intervals(self.sizes, self.slots);
        for (slot, number) in fixed {
            *intervals.get_mut(*slot)? = (*number, *number);
        }
        if let Some(Variable { slot, start, step, .. }) = variable {
            let farthest = self.sizes.iter().max().copied().unwrap_or(1);
            // A line crosses the box in fewer turns than twice its size, and begins in it or beside it.
            let turns = step.saturating_abs().saturating_mul(2).saturating_add(1);
            let reach = turns.saturating_mul(farthest).saturating_add(start.saturating_abs());
            *intervals.get_mut(slot)? = (-reach, reach);
        }
        // The tests of the rule itself, before any was found to be implied.
        let tests = self.clause.steps.iter().filter_map(StepCode::test);
        guards.iter().chain(tests).all(|guard| is_total(guard, &mut intervals)).then_some(())
    }
}

/// The turns at which a line from somewhere lies within intervals, one for each coordinate.
pub(super) fn turns_within(
    from: &[i64],
    by: &[i64],
    intervals: impl Iterator<Item = (i64, i64)>,
) -> RangeInclusive<i64> {
    let (mut least, mut most) = (0, i64::MAX);
    for ((start, step), (low, high)) in from.iter().zip(by).zip(intervals) {
        let (low, high) = (low - start, high - start);
        match *step {
            0 if low > 0 || high < 0 => most = -1,
            0 => {}
            step @ 1.. => (least, most) = (least.max(-(-low).div_euclid(step)), most.min(high.div_euclid(step))),
            step => (least, most) = (least.max(-high.div_euclid(-step)), most.min((-low).div_euclid(-step))),
        }
    }
    least..=most
}

/// An affine code as a number: `place` is the coordinate that it may contain once, and whether it does.
fn settled(affine: &Affine, fixed: &[(usize, i64)], place: Option<usize>) -> Option<(i64, bool)> {
    let (mut number, terms) = affine.parts();
    let mut stays = false;
    for (slot, factor) in terms {
        match fixed.iter().find(|(known, _)| known == slot) {
            Some((_, member)) => number = member.checked_mul(*factor)?.checked_add(number)?,
            None if Some(*slot) == place && *factor == 1 => stays = true,
            None => return None,
        }
    }
    // So differences, and their multiples along the box, are far from an overflow.
    (number.abs() < 1 << 31).then_some((number, stays))
}

/// Is the variable at most this bound wherever its option has no coordinate below 0?
fn stops(bound: &Code, coordinates: &[Coordinate]) -> bool {
    let lowers = |slot: usize, by: i64| {
        coordinates.get(slot).is_some_and(|coordinate| coordinate.rate <= -by && coordinate.constant <= 0)
    };
    match bound {
        Code::Slot(slot) => lowers(*slot, 1),
        Code::Binary(Operator::Divide, two) => match &**two {
            [Code::Slot(slot), Code::Constant(by @ 1..)] => lowers(*slot, *by),
            _ => false,
        },
        _ => false,
    }
}

fn compared(less: Code, greater: Code) -> Code {
    Code::Binary(Operator::LessOrEqual, Box::new([less, greater]))
}

fn conjuncts<'c>(code: &'c Code, parts: &mut Vec<&'c Code>) {
    match code {
        Code::And(two) => two.iter().for_each(|one| conjuncts(one, parts)),
        other => parts.push(other),
    }
}

/// Does one of the conditions name the variable? `None` if that is not known.
fn reads(guards: &[Code], slot: usize) -> Option<bool> {
    let read: BTreeSet<usize> = slots_read(guards)?;
    Some(read.contains(&slot))
}

/// What is known wherever a move begins.
struct MoveFacts<'a> {
    first: &'a [i64],
    by: &'a [i64],
    fixed: &'a [(usize, i64)],
}

impl MoveFacts<'_> {
    /// Does a condition hold wherever the move leads to a position? True only of bounds from below, of a number or of a
    /// coordinate that is lowered, and of such bounds in a list of least ones.
    fn implies(&self, test: &Code) -> bool {
        let Code::Binary(operator, two) = test else { return false };
        let [left, right] = &**two;
        let (less, greater, apart) = match operator {
            Operator::LessOrEqual => (left, right, 0),
            Operator::Less => (left, right, 1),
            Operator::GreaterOrEqual => (right, left, 0),
            Operator::Greater => (right, left, 1),
            _ => return false,
        };
        let Some(least) = self.constant(less).and_then(|least| least.checked_add(apart)) else { return false };
        self.is_at_least(greater, least)
    }

    fn is_at_least(&self, code: &Code, least: i64) -> bool {
        if let Code::Apply(Builtin::Min, bounds) = code {
            return bounds.iter().all(|bound| self.is_at_least(bound, least));
        }
        if let Some(number) = self.constant(code) {
            return number >= least;
        }
        let Code::Slot(slot) = code else { return false };
        let Some((difference, step)) = self.first.get(*slot).zip(self.by.get(*slot)) else { return false };
        *difference.max(&0) >= least && *step >= 0
    }

    fn constant(&self, code: &Code) -> Option<i64> {
        match code {
            Code::Constant(n) => Some(*n),
            Code::Slot(slot) => self.fixed.iter().find(|(known, _)| known == slot).map(|(_, number)| *number),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// `(slot 0 − a·k, slot 1 − b·k)` for k from 1 to an end.
    fn clause([a, b]: [i64; 2], end: Code) -> ClauseCode {
        let join = |operator, one, other| Code::Binary(operator, Box::new([one, other]));
        let taken = |by| join(Operator::Multiply, Code::Constant(by), Code::Slot(2));
        let coordinates = vec![(0, a), (1, b)].into_iter();
        let coordinates = coordinates.map(|(slot, by)| join(Operator::Subtract, Code::Slot(slot), taken(by)));
        let source = LoopSource::Range { start: Code::Constant(1), end, step: Code::Constant(1) };
        let steps = vec![StepCode::For { slot: 2, source, ticker: Arc::default() }];
        let option = OptionCode::Written { memo: None, rule: 0, coordinates: coordinates.collect() };
        ClauseCode::new(steps, option)
    }

    #[test]
    fn moves_that_lower_one_coordinate_give_a_lower_bound_of_positions() {
        let everywhere = Domain { slots: 0, constants: Arc::from([]), condition: None };
        let below = |clauses: Vec<ClauseCode>| {
            let rule = RuleCode { arity: 2, slots: 3, constants: Arc::from([]), over: None, clauses };
            positions_below(&rule, 0, &everywhere, &[5, 7])
        };
        assert_eq!(below(vec![clause([1, 0], Code::Slot(0)), clause([0, 1], Code::Slot(1))]), 48);
        // As far as a thousand, or as another coordinate allows.
        assert_eq!(below(vec![clause([1, 0], Code::Constant(1000)), clause([0, 3], Code::Constant(2))]), 18);
        assert_eq!(below(vec![clause([1, 0], Code::Slot(1)), clause([0, 1], Code::Slot(1))]), 8);
        assert_eq!(below(vec![clause([1, -4], Code::Constant(1))]), 1);
    }
}
