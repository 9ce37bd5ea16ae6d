//! The theorems that prove periods: their list, and the short ones. Nothing is called proved except by one of them.

use super::super::cells::{HeapValues, ValueCells, over_cells};
use super::super::intervals::OneHeap;
use super::cofinite::Cofinite;
use super::guy_smith::GuySmith;
use super::hexadecimal::Hexadecimal;
use super::repeat::{Repeat, shortest_repeat};
use super::{Proof, Prover};
use crate::game::{Amounts, HeapRules, Likeness, Shape};
use crate::nim::Period;
use crate::solve::{Budget, Solved, Theorem};

/// The theorem that can prove a period for these rules, if there is one.
pub(in super::super) fn prover(rules: &HeapRules) -> Option<Box<dyn Prover>> {
    let golomb = Golomb::new(rules).map(boxed);
    golomb
        .or_else(|| Cofinite::new(rules).map(boxed))
        .or_else(|| Hexadecimal::new(rules).map(boxed))
        .or_else(|| Lasker::new(rules).map(boxed))
        .or_else(|| GuySmith::new(rules).map(boxed))
}

fn boxed(prover: impl Prover + 'static) -> Box<dyn Prover> {
    Box::new(prover)
}

/// Finite subtraction sets.
struct Golomb {
    /// The largest amount.
    largest: usize,
}

impl Golomb {
    /// For rules that leave at most one heap, by finitely many amounts.
    pub fn new(rules: &HeapRules) -> Option<Golomb> {
        let largest = OneHeap::of(rules)?.largest()?;
        Some(Golomb { largest: usize::try_from(largest).ok()? })
    }
}

impl Prover for Golomb {
    /// S. Golomb, A mathematical investigation of games of "take-away", Journal of Combinatorial Theory 1 (1966).
    ///
    /// Let m be the largest amount. The value of a heap larger than m is a function of the m values before it. So if
    /// the m values from a ≥ 1 on are those from a + p on, all later ones repeat with period p as well. The preperiod
    /// is found by going back from there while the values still agree.
    fn try_prove(&mut self, values: &HeapValues, budget: &Budget) -> Solved<Option<Proof>> {
        let length = values.len();
        if length <= self.largest + 1 {
            return Ok(None);
        }
        let longest = length - self.largest - 1;
        let repeats = |repeat: Repeat| length - repeat.shift - repeat.from >= self.largest;
        let found = over_cells!(values.cells(), cells => shortest_repeat(cells, longest, budget, repeats))?;
        let checked = length as u64 - 1;
        Ok(found.map(|repeat| Proof { period: repeat.period(0), theorem: Theorem::FiniteSubtraction, checked }))
    }

    fn next_attempt(&self, tried: usize) -> usize {
        (2 * tried).max(self.largest.saturating_mul(2).saturating_add(2)).max(64)
    }
}

/// Lasker's Nim: take any number, or split in two. The argument in the literature is for this game alone.
struct Lasker;

impl Lasker {
    pub fn new(rules: &HeapRules) -> Option<Lasker> {
        let split = (Shape::exactly(2, Likeness::Any), Amounts::finite(vec![0]));
        let taking = HeapRules::taking(Amounts::any()).ok()?;
        let lasker = taking.union(&HeapRules::new(vec![split], Amounts::none()).ok()?).ok()?;
        (*rules == lasker).then_some(Lasker)
    }
}

impl Prover for Lasker {
    /// E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 4: G(4k+1) = 4k+1, G(4k+2) = 4k+2,
    /// G(4k+3) = 4k+4 and G(4k+4) = 4k+3. This is quoted, and compared with the values computed.
    fn try_prove(&mut self, values: &HeapValues, _budget: &Budget) -> Solved<Option<Proof>> {
        let quoted = |heap: u64| match heap % 4 {
            _ if heap == 0 => 0,
            3 => heap + 1,
            0 => heap - 1,
            _ => heap,
        };
        let length = values.len() as u64;
        let agree = (0..).zip(values.all()).all(|(heap, value)| value == quoted(heap));
        let period = Period { preperiod: 1, period: 4, saltus: 4 };
        Ok((agree && length > 5).then_some(Proof { period, theorem: Theorem::Literature, checked: length - 1 }))
    }

    fn next_attempt(&self, tried: usize) -> usize {
        (2 * tried).max(64)
    }
}
