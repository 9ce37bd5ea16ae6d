//! Sets of numbers that a strictly increasing Rust function lists.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::{EvalError, EvalErrorKind, Meter, Sequence, Set, metered};

impl Sequence {
    /// The numbers that a strictly increasing function lists, from index 0 on.
    pub fn new(f: impl Fn(u64) -> Option<u64> + Send + Sync + 'static) -> Sequence {
        Sequence(Arc::new(f))
    }

    /// How many members are smaller than n, found by doubling an index and then by bisection.
    fn rank(&self, n: u64) -> u64 {
        let is_below = |index: u64| (self.0)(index).is_some_and(|member| member < n);
        let mut beyond = 1;
        while is_below(beyond - 1) && beyond < 1 << 62 {
            beyond *= 2;
        }
        let (mut least, mut most) = (beyond / 2, beyond - 1);
        while least < most {
            let middle = least + (most - least) / 2;
            if is_below(middle) {
                least = middle + 1;
            } else {
                most = middle;
            }
        }
        least
    }

    pub(super) fn contains(&self, n: i128) -> bool {
        u64::try_from(n).is_ok_and(|n| (self.0)(self.rank(n)) == Some(n))
    }

    pub(super) fn least_from(&self, from: i128) -> Option<i128> {
        let from = u64::try_from(from.max(0)).ok()?;
        (self.0)(self.rank(from)).map(i128::from)
    }

    pub(super) fn count_bound(&self, limit: u64) -> u64 {
        self.rank(limit.saturating_add(1)).saturating_add(1)
    }

    /// The members up to a limit. `NotGrowing` if the function does not increase, `TooLarge` beyond [`Set::LARGEST`]
    /// members, `Halted`.
    pub(super) fn up_to(&self, limit: i128, meter: &Meter) -> Result<Vec<i128>, EvalError> {
        let mut members: Vec<i128> = Vec::new();
        let all = (0..).map_while(|index| (self.0)(index)).map(i128::from).take_while(|member| *member <= limit);
        for member in all {
            meter.spend(1)?;
            if let Some(earlier) = members.last().copied().filter(|earlier| *earlier >= member) {
                return Err(EvalError::without_place(EvalErrorKind::NotGrowing { earlier, later: member }));
            }
            if members.len() == Set::LARGEST {
                return Err(EvalError::without_place(EvalErrorKind::TooLarge { limit: Set::LARGEST }));
            }
            metered::push(&mut members, member, meter)?;
        }
        Ok(members)
    }

    fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }
}

impl PartialEq for Sequence {
    fn eq(&self, other: &Sequence) -> bool {
        self.address() == other.address()
    }
}

impl Eq for Sequence {}

impl Hash for Sequence {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.address().hash(state);
    }
}

impl PartialOrd for Sequence {
    fn partial_cmp(&self, other: &Sequence) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Sequence {
    fn cmp(&self, other: &Sequence) -> Ordering {
        self.address().cmp(&other.address())
    }
}

impl fmt::Debug for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..6).map_while(|index| (self.0)(index))).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_found_without_listing_them() {
        let squares = Sequence::new(|k| (k + 1).checked_mul(k + 1));
        for n in -3..200 {
            let root = (0..20).any(|k: i128| k > 0 && k * k == n);
            assert_eq!(squares.contains(n), root, "{n}");
            let least = (1..20).map(|k: i128| k * k).find(|square| *square >= n);
            assert_eq!(squares.least_from(n), least, "{n}");
        }
        assert_eq!(squares.up_to(30, &Meter::default()).unwrap(), [1, 4, 9, 16, 25]);
        assert!(squares.count_bound(30) >= 5);
        assert!(squares.contains(1 << 62));
        let few = Sequence::new(|k| [2, 5, 11].get(usize::try_from(k).unwrap()).copied());
        assert_eq!(few.up_to(100, &Meter::default()).unwrap(), [2, 5, 11]);
        assert_eq!((few.contains(11), few.contains(12), few.least_from(12)), (true, false, None));
        assert!(Sequence::new(|_| Some(3)).up_to(9, &Meter::default()).is_err());
    }
}
