//! Games whose values are settled in the literature by an argument for this game alone.

use super::super::cells::Values;
use super::{Proof, Prover};
use crate::game::{Amounts, HeapRules, Likeness, Shape};
use crate::nim::Period;
use crate::solve::{Budget, Solved, Theorem};

/// Lasker's Nim: take any number, or split in two.
pub(super) struct Lasker;

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
    fn try_prove(&mut self, values: &Values, _budget: &mut Budget) -> Solved<Option<Proof>> {
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
