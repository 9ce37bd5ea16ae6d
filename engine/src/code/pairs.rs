//! Sets of small numbers as bits, and a cache for a condition on pairs of small numbers.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// For each ordered pair of numbers below [`PairCache::MOST`]: is the answer of the condition known, and does it hold?
/// The cache is filled while compiled code, which is shared and immutable, runs: hence the atomics.
#[derive(Debug)]
pub struct PairCache {
    known: Box<[PairBits; PairCache::MOST]>,
    holds: Box<[PairBits; PairCache::MOST]>,
}

/// A bit for each number.
type PairBits = [AtomicU64; 2];

impl Default for PairCache {
    fn default() -> PairCache {
        let none = || Box::new([const { [const { AtomicU64::new(0) }; 2] }; PairCache::MOST]);
        PairCache { known: none(), holds: none() }
    }
}

impl PairCache {
    pub const MOST: usize = 128;

    /// The number as an index, if its pairs are cached.
    #[inline]
    pub fn place(n: i64) -> Option<usize> {
        usize::try_from(n).ok().filter(|n| *n < PairCache::MOST)
    }

    /// The subset of `others` for which the condition holds with `one`. `ask` evaluates what is not known yet.
    #[inline]
    pub fn among<E>(&self, one: usize, others: u128, ask: &mut dyn FnMut(usize) -> Result<bool, E>) -> Result<u128, E> {
        let mut unknown = others & !bits(&self.known[one]);
        while unknown != 0 {
            let other = unknown.trailing_zeros() as usize;
            unknown &= unknown - 1;
            self.note(one, other, ask(other)?);
        }
        Ok(others & bits(&self.holds[one]))
    }

    /// Does the condition hold for a pair, in this order? `ask` evaluates it if that is not known yet.
    #[inline]
    pub fn of<E>(&self, one: usize, other: usize, ask: impl FnOnce() -> Result<bool, E>) -> Result<bool, E> {
        let (word, bit) = (other / 64, 1 << (other % 64));
        if self.known[one][word].load(Relaxed) & bit != 0 {
            return Ok(self.holds[one][word].load(Relaxed) & bit != 0);
        }
        let holds = ask()?;
        self.note(one, other, holds);
        Ok(holds)
    }

    /// Stores whether the condition holds for a pair, in this order.
    pub fn note(&self, one: usize, other: usize, holds: bool) {
        let (word, bit) = (other / 64, 1 << (other % 64));
        if holds {
            self.holds[one][word].fetch_or(bit, Relaxed);
        }
        self.known[one][word].fetch_or(bit, Relaxed);
    }
}

/// The set of a list's members, if they are strictly ascending numbers below [`PairCache::MOST`].
#[inline]
pub fn ascending(list: &[i64]) -> Option<u128> {
    let (mut words, mut before) = ([0u64; 2], -1);
    for member in list {
        if *member <= before {
            return None;
        }
        words[PairCache::place(*member)? / 64] |= 1 << (member % 64);
        before = *member;
    }
    Some(u128::from(words[1]) << 64 | u128::from(words[0]))
}

/// The numbers whose bits are set, in order.
pub fn members(set: u128) -> impl Iterator<Item = i64> {
    let mut left = set;
    std::iter::from_fn(move || {
        let member = (left != 0).then(|| left.trailing_zeros().into());
        left &= left.wrapping_sub(1);
        member
    })
}

#[inline]
fn bits(row: &PairBits) -> u128 {
    u128::from(row[1].load(Relaxed)) << 64 | u128::from(row[0].load(Relaxed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_that_ascend_are_sets() {
        for list in [&[][..], &[0], &[5, 63, 64, 127], &[1, 2, 3]] {
            assert_eq!(ascending(list).map(|set| members(set).collect()), Some(list.to_vec()));
        }
        assert!([&[1, 1][..], &[2, 1], &[-1], &[128], &[3, 1 << 40]].into_iter().all(|list| ascending(list).is_none()));
    }

    #[test]
    fn each_pair_is_asked_once() {
        let pairs = PairCache::default();
        let mut asked = Vec::new();
        let others = 1 << 127 | 1 << 64 | 1 << 3 | 1;
        for _ in 0..2 {
            let found = pairs.among(5, others, &mut |other| {
                asked.push(other);
                Ok(other % 2 == 1)
            });
            assert_eq!(found, Ok::<u128, ()>(1 << 127 | 1 << 3));
        }
        assert_eq!(asked, [0, 3, 64, 127]);
        assert_eq!([3, 64].map(|other| pairs.of(5, other, || Err(()))), [Ok(true), Ok(false)]);
        assert_eq!((pairs.of(3, 5, || Err(())), pairs.of(3, 5, || Ok::<bool, ()>(true))), (Err(()), Ok(true)));
        assert_eq!(pairs.of(3, 5, || Err(())), Ok(true));
        assert_eq!(pairs.among(6, 1, &mut |_| Err("none")), Err("none"));
        assert_eq!(pairs.among(6, 1, &mut |_| Ok::<bool, ()>(true)), Ok(1), "what has no answer is not known");
    }
}
