//! The endless sets that have a name: their members, and bounds for how many there are.

use super::{EvalError, EvalErrorKind, Family, Halt, Meter, Set, metered};
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

    pub(super) fn up_to(self, limit: i128, meter: &Meter) -> Result<Vec<i128>, EvalError> {
        if limit < 1 {
            return Ok(Vec::new());
        }
        let bound = self.count_bound(u64::try_from(limit).unwrap_or(u64::MAX));
        if bound > Set::LARGEST as u64 {
            return Err(EvalError::without_place(EvalErrorKind::TooLarge { limit: Set::LARGEST }));
        }
        Ok(match self {
            Family::Squares => metered::collected((1..).map(|k| k * k).take_while(|n| *n <= limit), meter)?,
            Family::Triangulars => {
                metered::collected((1..).map(|k| k * (k + 1) / 2).take_while(|n| *n <= limit), meter)?
            }
            Family::Evens => metered::collected(counted(2, limit, 2), meter)?,
            Family::Odds => metered::collected(counted(1, limit, 2), meter)?,
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
    let mut composite = metered::with_room(limit + 1, meter)?;
    composite.resize(limit + 1, false);
    let mut primes = Vec::new();
    for n in 2..=limit {
        if composite[n] {
            continue;
        }
        meter.spend(1 + if n <= limit / n { limit / n / 8 } else { 0 })?;
        metered::push(&mut primes, n as i128, meter)?;
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
