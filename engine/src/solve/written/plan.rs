//! Splits the clauses of a compiled rule for a sweep of a grid (`sweep`): into what is done for each position by
//! itself, and what is done for many options or positions at once.

use crate::code::form::{ClauseCode, Code, LoopSource, OptionCode, StepCode, Ticker};
use crate::code::linear::LinearOption;

/// A variable that runs through at most so many numbers becomes a plan for each of them.
const SHORT: usize = 32;

/// A clause, or one case of it, ready for a sweep.
pub(super) struct Plan<'a> {
    /// The steps that are run for each position by itself.
    pub outer: &'a [StepCode],
    /// The last variable, if it runs through a range: its slot, start, end and step, and the counter of loop turns. Its
    /// options are computed many at once.
    pub run: Option<(usize, &'a Code, &'a Code, &'a Code, &'a Ticker)>,
    pub tests: &'a [StepCode],
    /// The components of an option that are positions of the rule: the coordinates of each.
    pub components: Vec<&'a [Code]>,
    /// The nim-sum of the nim-heaps in an option; 0 if there is none.
    pub star: u64,
    /// A clause whose only variable runs through a short list becomes a plan for each member: the slot, the member,
    /// and a bound; members greater than the bound give no option.
    pub fixed_variable: Option<(usize, i64, Option<&'a Code>)>,
    /// The coordinates of the options as linear functions of the last variable, if they are that.
    pub linear: Option<&'a LinearOption>,
}

impl Plan<'_> {
    /// Does it give at most one option for each position, so that it can be evaluated for many positions at once?
    pub fn has_single_option(&self) -> bool {
        self.outer.is_empty() && self.run.is_none()
    }
}

/// Adds the plans of a clause of the rule with this index; `None` if its options are not sums of at least one position
/// of this rule and constant nim-heaps.
pub(super) fn plan<'a>(clause: &'a ClauseCode, index: usize, plans: &mut Vec<Plan<'a>>) -> Option<()> {
    let mut components = Vec::new();
    let mut star = 0;
    collect_components(&clause.option, index, &mut components, &mut star)?;
    if components.is_empty() {
        return None;
    }
    let linear = clause.linear.as_ref();
    let made = |outer, run, tests, fixed_variable| Plan {
        outer,
        run,
        tests,
        components: components.clone(),
        star,
        fixed_variable,
        linear,
    };
    let Some(last) = clause.steps.iter().rposition(|step| matches!(step, StepCode::For { .. })) else {
        plans.push(made(&[], None, &clause.steps, None));
        return Some(());
    };
    let (outer, tests) = (&clause.steps[..last], &clause.steps[last + 1..]);
    match &clause.steps[last] {
        StepCode::For { slot, source, .. }
            if outer.is_empty()
                && let Some((members, end)) = source.fixed_members(SHORT, SHORT, i64::MAX) =>
        {
            plans.extend(members.into_iter().map(|member| made(&[], None, tests, Some((*slot, member, end)))));
        }
        StepCode::For { slot, source: LoopSource::Range { start, end, step }, ticker } => {
            plans.push(made(outer, Some((*slot, start, end, step, ticker)), tests, None));
        }
        _ => plans.push(made(&clause.steps, None, &[], None)),
    }
    Some(())
}

/// Collects the components of an option: the coordinates of positions of this rule, and the nim-sum of nim-heaps.
/// `None` if there is another component.
fn collect_components<'a>(
    option: &'a OptionCode,
    index: usize,
    components: &mut Vec<&'a [Code]>,
    star: &mut u64,
) -> Option<()> {
    match option {
        OptionCode::Written { memo: None, rule, coordinates } if *rule == index => components.push(coordinates),
        OptionCode::Star(Code::Constant(size)) => *star ^= u64::try_from(*size).ok()?,
        OptionCode::Plus(members) => {
            members.iter().try_for_each(|member| collect_components(member, index, components, star))?
        }
        OptionCode::Copies(Code::Constant(copies @ 1..=8), one) => {
            (0..*copies).try_for_each(|_| collect_components(one, index, components, star))?;
        }
        _ => return None,
    }
    Some(())
}
