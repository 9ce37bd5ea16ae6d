//! Where along a range conditions hold. Intervals tell it for a whole part of the range at once, so that
//! `(n-k) for k in 1..n if k*k <= n` looks at some twenty parts instead of n numbers, whatever the condition is.

use super::form::StepCode;
use super::intervals::{Interval, decided};
use crate::game::Progression;
use crate::ledger::FastPath;

/// Numbers up to here are looked at one by one.
const SHORT: usize = 32;

type PartVisitor<'v, E> = dyn FnMut(Progression, bool, &mut [i64]) -> Result<(), E> + 'v;

/// Visits a progression in parts, and whether the tests hold for certain all over a part. Parts in which one fails for certain
/// are left out.
pub fn each_part<E>(
    tests: &[StepCode],
    slot: usize,
    run: Progression,
    frame: &mut [i64],
    visit: &mut PartVisitor<E>,
) -> Result<(), E> {
    if run.count <= 2 * SHORT || tests.is_empty() || FastPath::NarrowedLoops.is_off() {
        return visit(run, tests.is_empty(), frame);
    }
    let mut slots: Vec<Interval> = frame.iter().map(|n| (*n, *n)).collect();
    // Enough to find two ends. Where a condition has more of them, the rest is left to the visitor.
    let mut left = 4 * (usize::BITS - run.count.leading_zeros());
    let mut pending = vec![run];
    let mut open: Option<Progression> = None;
    while let Some(part) = pending.pop() {
        slots[slot] = (part.start, part.at(part.count - 1));
        let holds = all_hold(tests, &mut slots);
        if holds.is_none() && part.count > SHORT && left > 0 {
            left -= 1;
            let (first, rest) = part.halves();
            pending.extend([rest, first]);
        } else if holds.is_none() {
            // What lies between is open too: parts come in order, and any other ends what is open.
            open = Some(open.map_or(part, |open| Progression { count: open.count + part.count, ..open }));
        } else {
            open.take().map_or(Ok(()), |open| visit(open, false, frame))?;
            if holds == Some(true) {
                visit(part, true, frame)?;
            }
        }
    }
    open.map_or(Ok(()), |open| visit(open, false, frame))
}

/// Do all tests hold wherever the slots lie in their intervals? False if one of them holds nowhere, and those before it have a
/// value everywhere; `None` if neither is certain.
fn all_hold(tests: &[StepCode], slots: &mut [Interval]) -> Option<bool> {
    for test in tests.iter().filter_map(StepCode::test) {
        if !decided(test, slots)? {
            return Some(false);
        }
    }
    Some(true)
}
