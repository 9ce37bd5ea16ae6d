//! The search for the place from which a sequence repeats to its end.

use std::ops::Deref;

use crate::nim::Period;
use crate::solve::{Budget, Solved};

/// The sequence without its first terms repeats: term i = term i + shift from `from` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) struct Repeat {
    pub from: usize,
    pub shift: usize,
}

impl Repeat {
    /// The period of values that rise by `saltus` with each period.
    pub fn period(self, saltus: u64) -> Period {
        Period { preperiod: self.from as u64, period: self.shift as u64, saltus }
    }
}

/// A sequence that can be compared with itself after a shift.
pub(in crate::solve) trait ShiftComparable {
    /// The number of terms.
    fn length(&self) -> usize;

    /// A quick test: false only if the last `window` terms are not all equal to those `shift` before them. There
    /// must be at least `shift + window` terms.
    fn ends_alike(&self, shift: usize, window: usize) -> bool;

    /// How many terms at the end are equal to those `shift` before them.
    fn matched(&self, shift: usize) -> usize;
}

impl<T: Copy + Eq, D: Deref<Target = [T]>> ShiftComparable for D {
    fn length(&self) -> usize {
        self.len()
    }

    #[inline]
    fn ends_alike(&self, shift: usize, window: usize) -> bool {
        let length = self.len();
        self[length - 1 - shift] == self[length - 1]
            && self[length - window - shift..length - shift] == self[length - window..]
    }

    fn matched(&self, shift: usize) -> usize {
        const STEP: usize = 4096;
        let mut begin = self.len() - shift;
        while begin >= STEP && self[begin - STEP..begin] == self[begin - STEP + shift..begin + shift] {
            begin -= STEP;
        }
        while begin > 0 && self[begin - 1] == self[begin - 1 + shift] {
            begin -= 1;
        }
        self.len() - shift - begin
    }
}

/// The repeat with the least shift, at most `longest`, that `accept` allows. `accept` is asked about the repeat
/// that goes back as far as it can.
pub(in crate::solve) fn shortest_repeat(
    terms: &impl ShiftComparable,
    longest: usize,
    budget: &Budget,
    mut accept: impl FnMut(Repeat) -> bool,
) -> Solved<Option<Repeat>> {
    let length = terms.length();
    // Short enough to fit twice, long enough to be rare by accident.
    let window = 64.min(length / 4).max(1);
    let mut shift = 1;
    let mut tried = 0u32;
    while shift <= longest && shift + window <= length {
        tried += 1;
        if tried.is_multiple_of(1 << 16) {
            budget.check()?;
        }
        if !terms.ends_alike(shift, window) {
            shift += 1;
            continue;
        }
        let matched = terms.matched(shift);
        let repeat = Repeat { from: length - shift - matched, shift };
        if accept(repeat) {
            return Ok(Some(repeat));
        }
        budget.check()?;
        // A second shift up to the matched length has a common divisor with this one that repeats as well (theorem
        // of Fine and Wilf), so it is a multiple of this one and goes back no further.
        shift = (shift + 1).max(matched + 1);
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_shift_that_goes_back_far_enough() {
        let budget = Budget::default();
        // 7 terms that do not repeat, then a period of 3; and twice that where 6 is asked for.
        let terms: Vec<u8> = (0..60).map(|n| if n < 7 { 90 + n } else { n % 3 }).collect();
        assert_eq!(shortest_repeat(&terms, 30, &budget, |_| true).unwrap(), Some(Repeat { from: 7, shift: 3 }));
        assert_eq!(shortest_repeat(&terms, 2, &budget, |_| true).unwrap(), None);
        assert_eq!(shortest_repeat(&terms, 30, &budget, |repeat| repeat.from < 7).unwrap(), None);
    }

    #[test]
    fn every_repeat_is_found_that_a_slow_search_finds() {
        let budget = Budget::default();
        for seed in 1..400usize {
            let period = 1 + seed % 13;
            let from = seed * 7 % 40;
            let terms: Vec<u8> = (0..160)
                .map(|n| {
                    let place = if n < from { n * n * seed + n } else { (n - from) % period * seed + 1 };
                    u8::try_from(place % 3).unwrap()
                })
                .collect();
            let slow = (1..=40).find_map(|shift| {
                let from =
                    (0..=160 - shift).rev().take_while(|i| terms[*i..160 - shift] == terms[*i + shift..]).last()?;
                (2 * from + 2 * shift <= 160).then_some(Repeat { from, shift })
            });
            let found =
                shortest_repeat(&terms, 40, &budget, |repeat| 2 * repeat.from + 2 * repeat.shift <= 160).unwrap();
            assert_eq!(found, slow, "seed {seed}");
        }
    }
}
