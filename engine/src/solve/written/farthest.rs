//! Who wins a position, from options that are made one by one, those that lead farthest first: once one of them is lost, no other
//! is looked at. So Euclid's game takes as many steps as Euclid's algorithm, though a position may have 10^18 options.

use rustc_hash::FxHashSet;

use super::expand::inside;
use super::forward::lost::OneByOne;
use super::key::{Node, PositionKey};
use super::number_moves::NumberMoves;
use crate::code::form::{Bailout, LoopSource, OptionCode, RuleCode, StepCode};
use crate::code::narrow::each_part;
use crate::code::run_one::{LoopEnd, each};
use crate::game::Progression;
use crate::solve::{Budget, Solved};

/// A position whose options are looked at.
struct Opened<'c> {
    node: Node,
    /// What is next stands at the end.
    runs: Vec<OptionRun<'c>>,
    /// The option that is being decided.
    asked: Option<Node>,
}

/// The options of a clause along its last variable, with the others as in the frame.
struct OptionRun<'c> {
    option: &'c OptionCode,
    slot: Option<usize>,
    members: Progression,
    /// The tests that are not certain to hold.
    tests: &'c [StepCode],
    frame: Vec<i64>,
    /// Do the last members lead farther than the first?
    is_backward: bool,
}

/// A path of play may have so many positions, and a position so many runs.
const DEEPEST: usize = 1 << 16;

/// Decides a position by looking at so many options at most. False if it is not decided: they do not suffice, a path of play is
/// very long or comes back, or a number does not fit.
///
/// # Errors
/// `SolveError::Memory`; an interruption.
pub(super) fn decide(
    found: &mut OneByOne,
    rules: &NumberMoves,
    start: &Node,
    mut left: u64,
    budget: &Budget,
) -> Solved<bool> {
    let mut on_path = FxHashSet::from_iter([start.clone()]);
    let Ok(first) = Opened::of(rules, start.clone()) else { return Ok(false) };
    let mut path = vec![first];
    while let Some(last) = path.last_mut() {
        budget.check()?;
        let Ok(option) = last.next(rules, &mut left) else { return Ok(false) };
        let known = option.as_ref().map(|option| found.lost.get(option));
        match (option, known) {
            (Some(_), Some(Some(false))) => {}
            (Some(option), Some(None)) => {
                if on_path.len() == DEEPEST || !on_path.insert(option.clone()) {
                    return Ok(false);
                }
                last.asked = Some(option.clone());
                let Ok(below) = Opened::of(rules, option) else { return Ok(false) };
                budget.meter().push(&mut path, below)?;
            }
            (option, _) => {
                let Some(decided) = path.pop() else { break };
                on_path.remove(&decided.node);
                budget.meter().insert(&mut found.lost, decided.node, option.is_none())?;
                found.winning = option.filter(|_| path.is_empty()).map(|option| [start.clone(), option]);
            }
        }
    }
    Ok(true)
}

impl<'c> Opened<'c> {
    fn of(rules: &'c NumberMoves, node: Node) -> Result<Opened<'c>, LoopEnd> {
        let rule = rules.code.rules[node.rule].as_ref().ok_or(Bailout)?;
        let mut opened = Opened { node, runs: Vec::new(), asked: None };
        let mut frame = vec![0; rule.slots];
        if !opened.node.key.numbers(&mut frame[..rule.arity]) {
            return Err(LoopEnd::Bailout);
        }
        let is_over = rule.over.as_ref().map_or(Ok(false), |over| over.holds(&mut frame))?;
        if !is_over {
            opened.list_runs(rule, &mut frame)?;
        }
        Ok(opened)
    }

    fn list_runs(&mut self, rule: &'c RuleCode, frame: &mut [i64]) -> Result<(), LoopEnd> {
        let here = frame[..rule.arity].to_vec();
        for clause in &rule.clauses {
            let option = &clause.option;
            let last = clause.steps.iter().rposition(|step| step.test().is_none());
            let range = last.and_then(|last| match &clause.steps[last] {
                StepCode::For { slot, source: LoopSource::Range { start, end, step }, .. } => {
                    Some((last, *slot, [start, end, step]))
                }
                _ => None,
            });
            let outer = range.map_or(clause.steps.len(), |(last, ..)| last);
            // The divisors of a large number are found slowly, and the farthest of them decides nothing.
            if clause.steps.iter().any(|step| matches!(step, StepCode::For { source: LoopSource::Divisors { .. }, .. }))
            {
                return Err(LoopEnd::Bailout);
            }
            each(&clause.steps[..outer], frame, &mut |frame| {
                if self.runs.len() >= DEEPEST {
                    return Err(LoopEnd::Enough);
                }
                match range {
                    Some((last, slot, [start, end, step])) => {
                        let members = Progression::between(start.value(frame)?, end.value(frame)?, step.value(frame)?);
                        let tests = &clause.steps[last + 1..];
                        self.add_range(option, slot, members.ok_or(Bailout)?, tests, &here, frame)
                    }
                    None => {
                        let members = Progression { start: 0, step: 1, count: 1 };
                        let (tests, frame) = (&[][..], frame.to_vec());
                        self.runs.push(OptionRun { option, slot: None, members, tests, frame, is_backward: true });
                        Ok(())
                    }
                }
            })?;
        }
        Ok(())
    }

    /// Adds the options along a range, where its tests may hold. The end that leads farther from here comes first.
    fn add_range(
        &mut self,
        option: &'c OptionCode,
        slot: usize,
        members: Progression,
        tests: &'c [StepCode],
        here: &[i64],
        frame: &mut [i64],
    ) -> Result<(), LoopEnd> {
        let mut distance = |member: i64| {
            frame[slot] = member;
            led_to(option, frame).map(|(_, to)| distance(here, &to))
        };
        let ends = (distance(members.start), distance(members.at(members.count.max(1) - 1)));
        let is_backward = !matches!(ends, (Ok(first), Ok(last)) if first > last);
        let first = self.runs.len();
        each_part(tests, slot, members, frame, &mut |members, is_sure, frame| -> Result<(), LoopEnd> {
            let tests = if is_sure { &[][..] } else { tests };
            self.runs.push(OptionRun { option, slot: Some(slot), members, tests, frame: frame.to_vec(), is_backward });
            Ok(())
        })?;
        if !is_backward {
            self.runs[first..].reverse();
        }
        Ok(())
    }

    /// The option that was being decided, or another one; `None` after all.
    fn next(&mut self, rules: &NumberMoves, left: &mut u64) -> Result<Option<Node>, LoopEnd> {
        if let Some(asked) = self.asked.take() {
            return Ok(Some(asked));
        }
        while let Some(run) = self.runs.last_mut() {
            if !run.advance() {
                self.runs.pop();
                continue;
            }
            *left = left.checked_sub(1).ok_or(LoopEnd::Enough)?;
            let mut tests = run.tests.iter().filter_map(StepCode::test);
            if !tests.try_fold(true, |all, test| Ok::<_, Bailout>(all && test.holds(&mut run.frame)?))? {
                continue;
            }
            let (rule, to) = led_to(run.option, &mut run.frame)?;
            if inside(&rules.code, rule, &to, &mut Vec::new())? {
                let key = PositionKey::of_numbers(&to).ok_or(Bailout)?;
                return Ok(Some(Node { memo: self.node.memo, rule, key }));
            }
        }
        Ok(None)
    }
}

impl OptionRun<'_> {
    /// Puts the next member into the frame, if there is one.
    fn advance(&mut self) -> bool {
        let Some(left) = self.members.count.checked_sub(1) else { return false };
        let member = self.members.at(if self.is_backward { left } else { 0 });
        if !self.is_backward && left > 0 {
            self.members.start = self.members.at(1);
        }
        self.members.count = left;
        if let Some(slot) = self.slot {
            self.frame[slot] = member;
        }
        true
    }
}

/// Where an option leads: the index of its rule, and its coordinates.
fn led_to(option: &OptionCode, frame: &mut [i64]) -> Result<(usize, Vec<i64>), Bailout> {
    let OptionCode::Written { memo: None, rule, coordinates } = option else { return Err(Bailout) };
    Ok((*rule, coordinates.iter().map(|code| code.value(frame)).collect::<Result<_, _>>()?))
}

/// How much the sums of the coordinates differ.
fn distance(one: &[i64], other: &[i64]) -> u128 {
    let sum = |numbers: &[i64]| numbers.iter().map(|n| i128::from(*n)).sum::<i128>();
    sum(one).abs_diff(sum(other))
}
