//! Do values repeat? The search for a period, and the theorems that prove one.

mod cofinite;
mod guy_smith;
mod hexadecimal;
mod provers;
mod repeat;

use super::cells::{HeapValues, ValueCells, over_cells};
use crate::nim::{Nimber, Period};
use crate::solve::{Budget, SolveError, Solved, Theorem};

pub(in crate::solve) use guy_smith::GuySmith;
pub(super) use provers::prover;
pub(in crate::solve) use repeat::{Repeat, ShiftComparable, shortest_repeat};

/// The answer of a search for a period. *Seen* and *proved* are different answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeriodFinding {
    /// A theorem proves that the period never ends.
    Proved(Proof),
    /// The values computed have a period; nothing is known beyond them.
    Seen {
        /// The period that the values have kept until now.
        period: Period,
        /// The last heap whose value was compared.
        checked: u64,
    },
    /// The values computed show no period.
    None {
        /// The last heap that was looked at.
        checked: u64,
    },
}

impl PeriodFinding {
    /// The period, seen or proved.
    pub fn period(&self) -> Option<Period> {
        match self {
            PeriodFinding::Proved(Proof { period, .. }) | PeriodFinding::Seen { period, .. } => Some(*period),
            PeriodFinding::None { .. } => None,
        }
    }

    /// The last heap that was looked at.
    pub fn checked(&self) -> u64 {
        let (PeriodFinding::Proved(Proof { checked, .. })
        | PeriodFinding::Seen { checked, .. }
        | PeriodFinding::None { checked }) = self;
        *checked
    }

    /// The proof, if there is one.
    pub fn proof(&self) -> Option<Proof> {
        if let PeriodFinding::Proved(proof) = self { Some(*proof) } else { None }
    }
}

/// A period, the theorem that proves it, and the heap up to which all values were computed and compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The period.
    pub period: Period,
    /// The theorem that proves it.
    pub theorem: Theorem,
    /// The last heap that was compared.
    pub checked: u64,
}

/// How much work a search for a period may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Only the heaps below this are computed.
    pub heaps: u64,
    /// Steps of the engine, about a nanosecond each.
    pub steps: u64,
}

impl Effort {
    /// A few milliseconds.
    pub const GLANCE: Effort = Effort { heaps: u64::MAX, steps: 5_000_000 };
    /// About a second.
    pub const USUAL: Effort = Effort { heaps: u64::MAX, steps: 1_000_000_000 };
    /// Until the memory is full.
    pub const ENDLESS: Effort = Effort { heaps: u64::MAX, steps: u64::MAX };
}

/// A theorem, ready to be tried on the values of one ruleset again and again while they grow.
pub(super) trait Prover: Send {
    /// The proof of a period, if the values are enough for it.
    fn try_prove(&mut self, values: &HeapValues, budget: &Budget) -> Solved<Option<Proof>>;

    /// The number of values at which to try next, after a try with `tried` values.
    fn next_attempt(&self, tried: usize) -> usize;
}

/// The heap below preperiod + period that has the same value but for the saltus, and how many periods lie between.
pub(super) fn fold(heap: u64, period: &Period) -> (u64, u64) {
    if heap < period.preperiod {
        return (heap, 0);
    }
    let beyond = heap - period.preperiod;
    (period.preperiod + beyond % period.period, beyond / period.period)
}

/// The value `periods` periods after a heap of value `value`. `SolveError::Overflow` beyond 64 bits.
pub(super) fn raise(value: u64, periods: u64, period: &Period) -> Solved<Nimber> {
    let raised = periods.checked_mul(period.saltus).and_then(|rise| rise.checked_add(value));
    raised.map(Nimber).ok_or(SolveError::Overflow)
}

/// The period that the values seem to have, with or without a saltus; this is not a proof. The part that repeats
/// must be at least half of the values, and at least four periods long.
pub(super) fn arithmetic(values: &HeapValues, budget: &Budget) -> Solved<Option<Period>> {
    let length = values.len();
    let convinces = |repeat: Repeat| 2 * repeat.from <= length && 4 * repeat.shift <= length - repeat.from;
    let plain = over_cells!(values.cells(), cells => shortest_repeat(cells, length / 4, budget, convinces))?;
    if let Some(repeat) = plain {
        return Ok(Some(repeat.period(0)));
    }
    // If there is no memory for the differences, there are too many values for them to have risen with each period.
    match budget.room(8 * length as u64) {
        Err(SolveError::Memory { .. }) => return Ok(None),
        other => other?,
    }
    // How much the last value exceeds the one `shift` heaps before it; `None` if it does not.
    let rise = |shift: usize| {
        let earlier = values.get((length - 1).checked_sub(shift)?)?;
        values.get(length - 1)?.checked_sub(earlier).filter(|rise| *rise > 0)
    };
    // Where values fall the difference wraps around; differences are only compared for equality.
    let steps: Vec<u64> =
        values.all().zip(values.all().skip(1)).map(|(before, value)| value.wrapping_sub(before)).collect();
    let found = shortest_repeat(&steps, length / 4, budget, |repeat| convinces(repeat) && rise(repeat.shift).is_some());
    Ok(found?.and_then(|repeat| Some(repeat.period(rise(repeat.shift)?))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_and_raising() {
        let period = Period { preperiod: 5, period: 3, saltus: 2 };
        let cases = [
            (0, (0, 0)),
            (4, (4, 0)),
            (5, (5, 0)),
            (7, (7, 0)),
            (8, (5, 1)),
            (13, (7, 2)),
            (u64::MAX, (6, 6148914691236517203)),
        ];
        for (heap, expected) in cases {
            assert_eq!(fold(heap, &period), expected, "heap {heap}");
        }
        assert_eq!(raise(4, 10, &period), Ok(Nimber(24)));
        assert_eq!(raise(1, u64::MAX / 2 + 1, &period), Err(SolveError::Overflow));
    }
}
