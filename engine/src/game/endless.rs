//! Endless sets of numbers: those that have a name, their members, and bounds for how many there are; and those that a
//! strictly increasing Rust function lists.

use std::fmt;
use std::sync::Arc;

use super::{EvalError, EvalErrorKind, Family, Halt, Meter, Sequence, Set};
use crate::nim::{is_prime, is_square};

impl Family {
    pub(super) fn contains(self, n: i128) -> bool {
        if n < 1 {
            return false;
        }
        match self {
            Family::Squares => is_square(n),
            Family::Primes => is_prime(n),
            Family::Evens => n % 2 == 0,
            Family::Odds => n % 2 == 1,
            Family::Triangulars => {
                let k = (2 * n.unsigned_abs()).isqrt();
                k * (k + 1) / 2 == n.unsigned_abs()
            }
            Family::Fibonaccis | Family::Factorials | Family::Powers(_) => self.sparse(n).last() == Some(&n),
        }
    }

    /// Would 0 be a member, if the family did not begin at 1?
    pub(super) fn has_zero(self) -> bool {
        matches!(self, Family::Squares | Family::Evens | Family::Triangulars)
    }

    pub(super) fn up_to(self, limit: i128, meter: &Meter) -> Result<Vec<i128>, EvalError> {
        if limit < 1 {
            return Ok(Vec::new());
        }
        let bound = self.count_bound(u64::try_from(limit).unwrap_or(u64::MAX));
        if bound > Set::LARGEST as u64 {
            return Err(EvalError::without_place(EvalErrorKind::TooLarge { limit: Set::LARGEST }));
        }
        Ok(match self {
            Family::Squares => meter.collected((1..).map(|k| k * k).take_while(|n| *n <= limit))?,
            Family::Triangulars => meter.collected((1..).map(|k| k * (k + 1) / 2).take_while(|n| *n <= limit))?,
            Family::Evens => meter.collected(counted(2, limit, 2))?,
            Family::Odds => meter.collected(counted(1, limit, 2))?,
            Family::Primes => primes_up_to(limit as usize, meter)?,
            Family::Fibonaccis | Family::Factorials | Family::Powers(_) => self.sparse(limit),
        })
    }

    /// The least member that is at least `from`; `None` if it does not fit into an `i128`.
    pub(super) fn least_from(self, from: i128) -> Option<i128> {
        let from = from.max(1);
        match self {
            Family::Squares => {
                let root = from.isqrt();
                if root * root == from { Some(from) } else { (root + 1).checked_mul(root + 1) }
            }
            Family::Triangulars => {
                // k(k+1)/2 ≥ from for k = √(2·from) or the next.
                let root = (2 * from.unsigned_abs()).isqrt();
                let member = |k: u128| k.checked_mul(k + 1).and_then(|double| i128::try_from(double / 2).ok());
                member(root).filter(|n| *n >= from).or_else(|| member(root + 1))
            }
            Family::Evens => from.checked_add(from % 2),
            Family::Odds => Some(from | 1),
            // The search ends: 2^127−1, the greatest `i128`, is prime.
            Family::Primes => (from..=i128::MAX).find(|n| is_prime(*n)),
            Family::Fibonaccis | Family::Factorials | Family::Powers(_) => {
                self.sparse(i128::MAX).into_iter().find(|n| *n >= from)
            }
        }
    }

    /// The members up to a limit of a family that grows exponentially or faster: at most about 200.
    fn sparse(self, limit: i128) -> Vec<i128> {
        let mut members = Vec::new();
        let (mut this, mut before, mut count) = (Some(1i128), 1i128, 1i128);
        while let Some(member) = this.filter(|member| *member <= limit) {
            members.push(member);
            count += 1;
            this = match self {
                Family::Fibonaccis => member.checked_add(before),
                Family::Factorials => member.checked_mul(count),
                Family::Powers(base) => member.checked_mul(base),
                _ => None,
            };
            before = member;
        }
        members
    }

    #[expect(clippy::cast_possible_truncation, reason = "a bound below the limit, without its fraction")]
    pub(super) fn count_bound(self, limit: u64) -> u64 {
        match self {
            Family::Squares => limit.isqrt(),
            Family::Triangulars => limit.saturating_mul(2).isqrt() + 1,
            Family::Evens | Family::Odds => limit / 2 + 1,
            // π(n) < 1.25506 n / ln n for n > 1 (Rosser and Schoenfeld, 1962).
            Family::Primes if limit < 30 => 10,
            Family::Primes => (1.26 * limit as f64 / (limit as f64).ln()) as u64 + 1,
            Family::Fibonaccis | Family::Factorials | Family::Powers(_) => 100,
        }
    }
}

fn primes_up_to(limit: usize, meter: &Meter) -> Result<Vec<i128>, Halt> {
    let mut composite = meter.with_room(limit + 1)?;
    composite.resize(limit + 1, false);
    let mut primes = Vec::new();
    for n in 2..=limit {
        if composite[n] {
            continue;
        }
        meter.spend(1 + if n <= limit / n { limit / n / 8 } else { 0 })?;
        meter.push(&mut primes, n as i128)?;
        let mut multiple = n.saturating_mul(n);
        while multiple <= limit {
            composite[multiple] = true;
            multiple += n;
        }
    }
    Ok(primes)
}

/// The work of a primality test, in members looked at (see [`Meter::spend`]).
pub(super) fn cost_of_prime(n: i128) -> usize {
    match n {
        ..=0xFFFF => 1,
        0x1_0000..=0xFFFF_FFFF_FFFF_FFFF => 1 << 9,
        _ => Meter::STRIDE,
    }
}

pub(super) fn counted(start: i128, end: i128, step: i128) -> impl Iterator<Item = i128> {
    std::iter::successors(Some(start), move |n| n.checked_add(step)).take_while(move |n| *n <= end)
}

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
            meter.push(&mut members, member)?;
        }
        Ok(members)
    }

    fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }
}

compared_as!(Sequence, one => one.address());

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
