//! Clauses as a sweep does them: what is done for each position by itself, and what for many options or positions at once.

use super::affine::Straight;
use super::code::{ClauseCode, Code, Left, Source, StepCode, Ticker};
use crate::game::Builtin;

/// A clause ready to be swept.
pub(super) struct Plan<'a> {
    /// Done for each position by itself.
    pub outer: &'a [StepCode],
    /// The last variable, if it runs through a range: slot, start, end and step, and who counts the turns.
    pub run: Option<(usize, &'a Code, &'a Code, &'a Code, &'a Ticker)>,
    pub tests: &'a [StepCode],
    /// The coordinates of the positions that are left side by side.
    pub parts: Vec<&'a [Code]>,
    /// And a nim-heap.
    pub star: u64,
    /// A variable that runs through a short list is a clause for each member: slot, member and what it may not pass.
    pub preset: Option<(usize, i64, Option<&'a Code>)>,
    /// Where its options lie, if they lie along lines.
    pub straight: Option<&'a Straight>,
}

impl Plan<'_> {
    /// Are its options the same few for all positions, so that they can be found for many positions at once?
    pub fn is_once(&self) -> bool {
        self.outer.is_empty() && self.run.is_none()
    }
}

/// The plans of a clause of the rule with this index; `None` if it leaves anything but positions of the rule.
pub(super) fn plan<'a>(clause: &'a ClauseCode, index: usize, plans: &mut Vec<Plan<'a>>) -> Option<()> {
    let mut parts = Vec::new();
    let mut star = 0;
    flat(&clause.left, index, &mut parts, &mut star)?;
    if parts.is_empty() {
        return None;
    }
    let straight = clause.straight.as_ref();
    let made = |outer, run, tests, preset| Plan { outer, run, tests, parts: parts.clone(), star, preset, straight };
    let Some(last) = clause.steps.iter().rposition(|step| matches!(step, StepCode::For { .. })) else {
        plans.push(made(&[], None, &clause.steps, None));
        return Some(());
    };
    let (outer, tests) = (&clause.steps[..last], &clause.steps[last + 1..]);
    match &clause.steps[last] {
        StepCode::For { slot, source, .. }
            if outer.is_empty()
                && let Some((members, end)) = few(source) =>
        {
            plans.extend(members.into_iter().map(|member| made(&[], None, tests, Some((*slot, member, end)))));
        }
        StepCode::For { slot, source: Source::Range { start, end, step }, ticker } => {
            plans.push(made(outer, Some((*slot, start, end, step, ticker)), tests, None));
        }
        _ => plans.push(made(&clause.steps, None, &[], None)),
    }
    Some(())
}

/// What a variable runs through, if it is little whatever the position, and what it may not pass.
fn few(source: &Source) -> Option<(Vec<i64>, Option<&Code>)> {
    const SHORT: usize = 32;
    let (members, end): (Vec<i64>, _) = match source {
        Source::Range { start: Code::Constant(start), end, step: Code::Constant(step @ 1..) } => {
            ((*start..=most(end)?).step_by(usize::try_from(*step).ok()?).take(SHORT + 1).collect(), Some(end))
        }
        Source::AmountList(members) => (members.iter().copied().take(SHORT + 1).collect(), None),
        Source::UpTo(members, end) => (members.iter().copied().take(SHORT + 1).collect(), Some(end)),
        _ => return None,
    };
    (members.len() <= SHORT).then_some((members, end))
}

/// No more than this, whatever the position.
fn most(code: &Code) -> Option<i64> {
    match code {
        Code::Constant(n) => Some(*n),
        Code::Apply(Builtin::Min, members) => members.iter().filter_map(most).min(),
        _ => None,
    }
}

/// The positions side by side in what an option leaves.
fn flat<'a>(left: &'a Left, index: usize, parts: &mut Vec<&'a [Code]>, star: &mut u64) -> Option<()> {
    match left {
        Left::Explicit { memo: None, rule, coordinates } if *rule == index => parts.push(coordinates),
        Left::Star(Code::Constant(size)) => *star ^= u64::try_from(*size).ok()?,
        Left::Plus(members) => members.iter().try_for_each(|member| flat(member, index, parts, star))?,
        Left::Copies(Code::Constant(copies @ 1..=8), one) => {
            (0..*copies).try_for_each(|_| flat(one, index, parts, star))?;
        }
        _ => return None,
    }
    Some(())
}
