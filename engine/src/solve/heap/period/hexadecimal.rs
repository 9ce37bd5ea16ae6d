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
    /// written out in `docs/proofs.md`, "Hexadecimal games that rise for ever", and proved in `proof/Rising.v`. J. Howse and R. J. Nowakowski,
    /// Periodicity and arithmetic-periodicity in hexadecimal games, Theoretical Computer Science 313 (2004), treat
    /// such games. The values so far have the period; let n be a heap beyond them, and v = G(n − p) + s.
    ///
    /// *No option of n has value v* ([`Hexadecimal::avoids`]). *Every smaller value is that of an option*
    /// ([`Hexadecimal::reaches`]). So G(n) = v, and the period goes on.
    /// Several periods are a period too, and may have a certificate where one has none.
    fn certifies(&self, values: &HeapValues, period: &Period, budget: &Budget) -> Solved<bool> {
        for times in [1, 2, 4, 8] {
            if self.certifies_multiple(values, period, times, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    #[expect(clippy::cast_possible_truncation, reason = "the period was found among the values stored")]
    fn certifies_multiple(&self, values: &HeapValues, period: &Period, times: u64, budget: &Budget) -> Solved<bool> {
        let (e, p) = (period.preperiod.max(1) as usize, (period.period * times) as usize);
        let claim = Claim { values, e, p, s: period.saltus * times };
        let classes = p.saturating_mul(e + p).saturating_mul(e + p);
        let long_enough = values.len() >= (e + 2 * p).max(3 * e + self.largest);
        let steps = classes.saturating_mul(self.two.len() + self.three.len());
        if !period.saltus.is_power_of_two() || !long_enough || steps > MOST_STEPS {
            return Ok(false);
        }
        Ok(self.reaches(&claim, budget)? && self.avoids(&claim, budget)?)
    }

    /// Does no option of a heap n beyond the values have value v? If n is large enough, every option has a big heap. Let d be the surplus, the sum of the q's of the big heaps left less the q of v. It depends
    /// only on the small heaps and on the classes of the big ones.
    ///
    /// - Two or three big heaps have nim-sum v only if d ≥ 0 is even, since a sum is at least the nim-sum, and differs
    ///   from it by an even number.
    /// - With small heaps besides, whose q's have nim-sum u, d − u must be even. For one big heap B moreover
    ///   B ⊕ u = B − d, so |d| ≤ u; for two, B + C ≥ B ⊕ C ≥ v − u, so d ≥ −u.
    fn avoids(&self, claim: &Claim, budget: &Budget) -> Solved<bool> {
        let parts = |heaps: Range<usize>| heaps.map(|heap| claim.part(heap)).collect::<Solved<Vec<ClaimedHeap>>>();
        let (small, big) = (parts(1..claim.e)?, parts(claim.e..claim.e + claim.p)?);
        for whole in &big {
            for index in 0..big.len() {
                budget.check()?;
                let big = &big[index..];
                let avoids = self.avoids_one(claim, *whole, big[0])
                    && self.avoids_two(claim, *whole, big, &small)
                    && self.avoids_three(claim, *whole, big, &small);
                if !avoids {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The part of [`Hexadecimal::avoids`] for one heap.
    fn avoids_one(&self, claim: &Claim, whole: ClaimedHeap, big: ClaimedHeap) -> bool {
        self.one.iter().all(|amount| single_cannot_equal(claim.surplus(whole, *amount, &[], &[big]), 0))
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
    /// t − a is even, the rest can be left as a, x, x, which has value G(a): say that n *gives* G(a) by a. Say that n
    /// *carries* v if v is the value of an option with a big heap whose other heaps have a nim-sum below 2s.
    ///
    /// For each n of the last 2p values, n + 2p must give all values below G(n) by heaps below n, and the highest 2s
    /// of them by big ones; and n must carry these. Then n + 2p has the same: what is given by a is given for ever,
    /// 2s more are given by a + 2p, and carried with 2p more in the big heap.
    fn reaches(&self, claim: &Claim, budget: &Budget) -> Solved<bool> {
        let length = claim.values.len();
        for n in length - 2 * claim.p..length {
            budget.check()?;
            let Some(edge) = claim.values.stored(n)?.checked_sub(2 * claim.s) else { return Ok(false) };
            if !self.keeps(claim, n, edge)? || !self.carries(claim, n, edge)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Does n + 2p give all values below G(n) by heaps below n, and those from `edge` on by big ones? Two equal heaps
    /// are as good for the value 0.
    fn keeps(&self, claim: &Claim, n: usize, edge: u64) -> Solved<bool> {
        let later = n + 2 * claim.p;
        let fits = |t: usize, a: usize| a + t + 2 <= later && (later - a - t).is_multiple_of(2);
        let (mut all, mut by_big) = (ValuesToFind::new(0, edge + 2 * claim.s), ValuesToFind::new(edge, 2 * claim.s));
        if self.two.iter().any(|t| fits(*t, 0)) {
            all.find(0);
        }
        for t in &self.three {
            for a in (1..n).filter(|a| fits(*t, *a)) {
                let value = claim.values.stored(a)?;
                all.find(value);
                if a >= claim.e {
                    by_big.find(value);
                }
            }
        }
        Ok(all.missing == 0 && by_big.missing == 0)
    }

    /// Has n options with the 2s values from `edge` on, each with a big heap and others of a nim-sum below 2s?
    fn carries(&self, claim: &Claim, n: usize, edge: u64) -> Solved<bool> {
        let (values, e) = (claim.values, claim.e);
        let mut wanted = ValuesToFind::new(edge, 2 * claim.s);
        let mut leave = |big: usize, others: u64| -> Solved<bool> {
            if others < 2 * claim.s {
                wanted.find(values.stored(big)? ^ others);
            }
            Ok(wanted.missing == 0)
        };
        for t in self.one.iter().filter(|t| **t >= 1 && e + **t <= n) {
            if leave(n - t, 0)? {
                return Ok(true);
            }
        }
        for t in &self.two {
            for x in 1..(n + 1).saturating_sub(e + t) {
                if leave(n - t - x, values.stored(x)?)? {
                    return Ok(true);
                }
            }
        }
        // Few options suffice as a rule: those with the least heaps beside the big one come first.
        for t in &self.three {
            for both in 2..(n + 1).saturating_sub(e + t) {
                for x in 1..=both / 2 {
                    if leave(n - t - both, values.stored(x)? ^ values.stored(both - x)?)? {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }
}

/// Values one after another, and which of them are found.
struct ValuesToFind {
    least: u64,
    found: Vec<bool>,
    missing: usize,
}

impl ValuesToFind {
    #[expect(clippy::cast_possible_truncation, reason = "a value is at most the number of heaps stored")]
    fn new(least: u64, many: u64) -> ValuesToFind {
        ValuesToFind { least, found: vec![false; many as usize], missing: many as usize }
    }

    fn find(&mut self, value: u64) {
        let index = value.checked_sub(self.least).and_then(|index| usize::try_from(index).ok());
        if let Some(found) = index.and_then(|index| self.found.get_mut(index)) {
            self.missing -= usize::from(!std::mem::replace(found, true));
        }
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
    fn try_prove(&mut self, values: &HeapValues, budget: &Budget) -> Solved<Option<Proof>> {
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
