//! Hexadecimal games, whose values may rise for ever.

use std::ops::Range;

use super::super::cells::HeapValues;
use super::super::engine::Leaves;
use super::guy_smith::GuySmith;
use super::{Proof, Prover, arithmetic};
use crate::game::{Amounts, HeapRules, Likeness};
use crate::nim::Period;
use crate::solve::{Budget, Solved, Theorem};

/// For rules that leave at most three heaps, whatever they are, by finitely many amounts.
pub(super) struct Hexadecimal {
    /// The theorem for values that do not rise, which is tried first.
    plain: GuySmith,
    /// Amounts that leave one heap, two heaps, three heaps.
    one: Vec<usize>,
    two: Vec<usize>,
    three: Vec<usize>,
    largest: usize,
}

/// The certificate is a search over pairs of classes and small heaps. If it takes more steps than this, it is not
/// tried.
const MOST_STEPS: usize = 1 << 28;

impl Hexadecimal {
    pub fn new(rules: &HeapRules) -> Option<Hexadecimal> {
        let plain = GuySmith::new(rules)?;
        let mut found = Hexadecimal { plain, one: Vec::new(), two: Vec::new(), three: Vec::new(), largest: 0 };
        for clause in &rules.clauses {
            let Amounts::Finite(amounts) = &clause.amounts else { return None };
            let leaves = Leaves::of(&clause.shape);
            let split = leaves.split;
            if split.is_some_and(|split| split.likeness != Likeness::Any || split.most.is_none_or(|most| most > 3)) {
                return None;
            }
            for amount in amounts.iter() {
                let amount = usize::try_from(*amount).ok()?;
                found.largest = found.largest.max(amount);
                let allowed = [
                    leaves.one,
                    split.is_some_and(|split| split.allows(2)),
                    split.is_some_and(|split| split.allows(3)),
                ];
                for (list, allowed) in [&mut found.one, &mut found.two, &mut found.three].into_iter().zip(allowed) {
                    if allowed {
                        list.push(amount);
                    }
                }
            }
        }
        (!found.three.is_empty()).then_some(found)
    }
}

/// The values, for the claim that G(n + p) = G(n) + s from e on, and the classes they fall into.
///
/// As s is a power of two, a value is written s·q + r with r < s, and nim-sums are taken in q and in r alone. Heaps
/// below e are *small*; a *big* heap e + i + pj has the r of e + i, and its q and j besides.
struct Claim<'a> {
    values: &'a HeapValues,
    e: usize,
    p: usize,
    s: u64,
}

/// A heap, with the q and the r of its value. A big heap stands for its class, with j = 0.
#[derive(Clone, Copy)]
struct ClaimedHeap {
    size: i64,
    q: i64,
    r: u64,
}

impl Claim<'_> {
    fn part(&self, heap: usize) -> Solved<ClaimedHeap> {
        let value = self.values.stored(heap)?;
        Ok(ClaimedHeap { size: heap as i64, q: (value / self.s) as i64, r: value % self.s })
    }

    /// The sum of the q's of the big parts less the q of the whole. `None` if the parts cannot make up the whole,
    /// or the nim-sum of their r's is not the r of the whole. The surplus is the same for all heaps of the classes:
    /// each p that the big parts lack in size adds 1 to the q of one of them.
    fn surplus(&self, whole: ClaimedHeap, amount: usize, small: &[ClaimedHeap], big: &[ClaimedHeap]) -> Option<i64> {
        let parts = || small.iter().chain(big);
        if parts().fold(0, |sum, part| sum ^ part.r) != whole.r {
            return None;
        }
        let lacking = whole.size - amount as i64 - parts().map(|part| part.size).sum::<i64>();
        let spread = lacking.rem_euclid(self.p as i64) == 0;
        spread.then(|| big.iter().map(|part| part.q).sum::<i64>() + lacking.div_euclid(self.p as i64) - whole.q)
    }
}

impl Hexadecimal {
    /// A certificate for an arithmetic period whose saltus is a power of two. The argument is our own; it is
    /// written out in `docs/proofs.md`, "Hexadecimal games that rise for ever". J. Howse and R. J. Nowakowski,
    /// Periodicity and arithmetic-periodicity in hexadecimal games, Theoretical Computer Science 313 (2004), treat
    /// such games. The values so far have the period; let n be a heap beyond them, and v = G(n − p) + s.
    ///
    /// *No option of n has value v* ([`Hexadecimal::avoids`]). *Every smaller value is that of an option*
    /// ([`Hexadecimal::reaches`]). So G(n) = v, and the period goes on.
    #[expect(clippy::cast_possible_truncation, reason = "the period was found among the values stored")]
    fn certifies(&self, values: &HeapValues, period: &Period, budget: &Budget) -> Solved<bool> {
        let (e, p) = (period.preperiod.max(1) as usize, period.period as usize);
        let claim = Claim { values, e, p, s: period.saltus };
        let classes = p.saturating_mul(e + p).saturating_mul(e + p);
        let long_enough = values.len() >= 3 * e + 5 * p + self.largest;
        let steps = classes.saturating_mul(self.two.len() + self.three.len());
        if !period.saltus.is_power_of_two() || !long_enough || steps > MOST_STEPS {
            return Ok(false);
        }
        Ok(self.reaches(&claim)? && self.avoids(&claim, budget)?)
    }

    /// Does no option of a heap n beyond the values have value v? If n is large enough, every option of two or three
    /// heaps has a big one. Let d be the surplus, the sum of the q's of the big heaps left less the q of v. It depends
    /// only on the small heaps and on the classes of the big ones.
    ///
    /// - Two or three big heaps have nim-sum v only if d ≥ 0 is even, since a sum is at least the nim-sum, and differs
    ///   from it by an even number.
    /// - With small heaps besides, whose q's have nim-sum u, d − u must be even. For one big heap B moreover
    ///   B ⊕ u = B − d, so |d| ≤ u; for two, B + C ≥ B ⊕ C ≥ v − u, so d ≥ −u.
    /// - One heap alone never has value v, as heaps of the same classes among the values so far show.
    fn avoids(&self, claim: &Claim, budget: &Budget) -> Solved<bool> {
        let parts = |heaps: Range<usize>| heaps.map(|heap| claim.part(heap)).collect::<Solved<Vec<ClaimedHeap>>>();
        let (small, big) = (parts(1..claim.e)?, parts(claim.e..claim.e + claim.p)?);
        for whole in &big {
            for index in 0..big.len() {
                budget.check()?;
                let big = &big[index..];
                if !self.avoids_two(claim, *whole, big, &small) || !self.avoids_three(claim, *whole, big, &small) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The part of [`Hexadecimal::avoids`] for two heaps, one of which is the first of `big`.
    fn avoids_two(&self, claim: &Claim, whole: ClaimedHeap, big: &[ClaimedHeap], small: &[ClaimedHeap]) -> bool {
        let first = big[0];
        self.two.iter().all(|amount| {
            let both_big =
                big.iter().all(|second| cannot_equal(claim.surplus(whole, *amount, &[], &[first, *second]), 0));
            both_big && small.iter().all(|a| single_cannot_equal(claim.surplus(whole, *amount, &[*a], &[first]), a.q))
        })
    }

    /// The part of [`Hexadecimal::avoids`] for three heaps, one of which is the first of `big`.
    fn avoids_three(&self, claim: &Claim, whole: ClaimedHeap, big: &[ClaimedHeap], small: &[ClaimedHeap]) -> bool {
        let first = big[0];
        self.three.iter().all(|amount| {
            big.iter().enumerate().all(|(index, second)| {
                let mut thirds = big[index..].iter();
                thirds.all(|third| cannot_equal(claim.surplus(whole, *amount, &[], &[first, *second, *third]), 0))
                    && small.iter().all(|a| cannot_equal(claim.surplus(whole, *amount, &[*a], &[first, *second]), a.q))
            }) && small.iter().enumerate().all(|(index, a)| {
                let mut seconds = small[index..].iter();
                seconds.all(|b| single_cannot_equal(claim.surplus(whole, *amount, &[*a, *b], &[first]), a.q ^ b.q))
            })
        })
    }

    /// Has a heap n beyond the values an option of every value below v? Let the amount t leave three heaps. If n −
    /// t − a is even, the rest can be left as a, x, x, which has value G(a): say that n *gives* G(a) by a. For each
    /// n of the last 2p values, these a must give all values below G(n) − 2s, and those a ≥ e the 2s values up to
    /// G(n), except for some that single heaps n − t' ≥ e give.
    ///
    /// Then n + 2p has the same: what was given by a is still given by a, and by a + 2p 2s more; and what was given
    /// by a single heap n − t' is given by a = n − t', if t ≡ t' (mod 2) and a is small enough, and 2s more by the
    /// single heap n + 2p − t'.
    #[expect(clippy::cast_possible_truncation, reason = "a value is at most the number of heaps stored")]
    fn reaches(&self, claim: &Claim) -> Solved<bool> {
        let (length, p, s) = (claim.values.len(), claim.p, claim.s);
        let value = |heap: usize| claim.values.stored(heap);
        let replaced =
            |single: &&usize| self.three.iter().any(|t| (t + **single).is_multiple_of(2) && 2 * p + **single >= t + 2);
        let singles: Vec<usize> = self.one.iter().filter(replaced).copied().collect();
        for n in length - 2 * p..length {
            let all = value(n)?;
            let Some(lower) = all.checked_sub(2 * s) else { return Ok(false) };
            let mut given = vec![false; all as usize];
            let mut given_by_big = given.clone();
            for t in &self.three {
                for a in (2 - (n - t) % 2..).step_by(2).take_while(|a| a + t + 2 <= n) {
                    let value = value(a)? as usize;
                    if value < given.len() {
                        given[value] = true;
                        given_by_big[value] |= a >= claim.e;
                    }
                }
            }
            for t in singles.iter().filter(|t| n >= claim.e + **t) {
                if let Some(given) = given_by_big.get_mut(value(n - t)? as usize) {
                    *given = true;
                }
            }
            let reached = given[..lower as usize].iter().all(|given| *given)
                && given_by_big[lower as usize..].iter().all(|given| *given);
            if !reached {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Can two or more big heaps with this surplus never have the value of the whole, beside small heaps whose q's have
/// the nim-sum `small`? With the surplus `None` they never can.
fn cannot_equal(surplus: Option<i64>, small: i64) -> bool {
    surplus.is_none_or(|surplus| (surplus - small) % 2 != 0 || surplus < -small)
}

/// The same for one big heap beside small ones.
fn single_cannot_equal(surplus: Option<i64>, small: i64) -> bool {
    surplus.is_none_or(|surplus| (surplus - small) % 2 != 0 || surplus.abs() > small)
}

impl Prover for Hexadecimal {
    fn try_prove(&mut self, values: &HeapValues, budget: &mut Budget) -> Solved<Option<Proof>> {
        if let Some(proof) = self.plain.try_prove(values, budget)? {
            return Ok(Some(proof));
        }
        let Some(period) = arithmetic(values, budget)?.filter(|period| period.saltus > 0) else { return Ok(None) };
        let proof = Proof { period, theorem: Theorem::ArithmeticHexadecimal, checked: values.len() as u64 - 1 };
        Ok(self.certifies(values, &period, budget)?.then_some(proof))
    }

    fn next_attempt(&self, tried: usize) -> usize {
        self.plain.next_attempt(tried)
    }
}
