//! Values of heaps whose moves leave a number without a common factor with the heap.
//!
//! The numbers of one value often all have a common factor, and then no heap that shares it can be moved to any of them: one number
//! for each value, their greatest common divisor, answers for all. So the cost of a heap is that of its prime factors.

#![expect(clippy::cast_possible_truncation, reason = "heaps are below 2^32, and so are their values and factors")]

use rustc_hash::FxHashMap;

use crate::game::CoprimeRule;
use crate::nim::{Nimber, gcd};
use crate::solve::{Budget, SolveError, Solved};

/// The values of heaps up to a size.
#[derive(Clone, Debug)]
pub(super) struct CoprimeTable {
    rule: CoprimeRule,
    values: Vec<u32>,
    /// What is known of the heaps of each value.
    classes: Vec<ValueClass>,
    /// For each prime the values whose first heap it divides, in order.
    values_of_prime: FxHashMap<u32, Vec<u32>>,
    /// The least prime factor of each number.
    factors: Vec<u32>,
}

/// The heaps of a value.
#[derive(Clone, Copy, Debug)]
struct ValueClass {
    /// The first that is not empty.
    first: u32,
    /// The greatest common divisor of all.
    divisor: u32,
}

impl CoprimeTable {
    /// Heaps up to this size are looked at one by one.
    const FEW: u32 = 16;

    pub fn new(rule: CoprimeRule) -> CoprimeTable {
        let (values, classes, values_of_prime, factors) = Default::default();
        CoprimeTable { rule, values, classes, values_of_prime, factors }
    }

    /// The value of a heap. Those of all smaller heaps are computed and kept.
    ///
    /// # Errors
    /// Those of the budget.
    pub fn value(&mut self, heap: u64, budget: &Budget) -> Solved<Nimber> {
        /// A number of each kind for each heap; the factors are found anew when there are more heaps.
        const BYTES: u64 = 3 * size_of::<u32>() as u64;
        let known = self.values.len() as u64;
        if heap >= u64::from(u32::MAX) {
            return Err(SolveError::from(budget.meter().refused(usize::MAX)));
        }
        if heap >= self.factors.len() as u64 {
            let twice = (heap + 1).max(2 * known).max(1 << 10);
            let to = if budget.room(twice.saturating_mul(BYTES)).is_ok() { twice } else { heap + 1 };
            budget.room(to.saturating_mul(BYTES))?;
            self.factors = least_factors(to as usize, budget)?;
        }
        for next in known as u32..=heap as u32 {
            if next % (1 << 12) == 0 {
                budget.progress(next.into(), heap)?;
            }
            let value = if next <= Self::FEW { self.slowly(next) } else { self.by_factors(next, budget)? };
            self.values.push(value);
            match next {
                ..Self::FEW => {}
                Self::FEW => self.classify(),
                _ => self.note(next),
            }
        }
        Ok(Nimber(self.values[heap as usize].into()))
    }

    /// The value by the definition.
    fn slowly(&self, heap: u32) -> u32 {
        let has = |value: u32| (self.rule.first as u32..heap).any(|left| self.leaves(heap, left, value));
        (0..=heap).find(|value| !has(*value)).unwrap_or(0)
    }

    /// May a move lead from a heap to this one, which has this value?
    fn leaves(&self, heap: u32, left: u32, value: u32) -> bool {
        self.values[left as usize] == value && gcd(heap, left) == 1
    }

    /// A heap of each value whose first heap shares no factor can be left, so only the other values are looked at.
    fn by_factors(&self, heap: u32, budget: &Budget) -> Solved<u32> {
        let mut shared: Vec<u32> = Vec::new();
        let mut rest = heap;
        while rest > 1 {
            let prime = self.factors[rest as usize];
            while rest.is_multiple_of(prime) {
                rest /= prime;
            }
            shared.extend(self.values_of_prime.get(&prime).into_iter().flatten());
        }
        shared.sort_unstable();
        shared.dedup();
        for value in shared {
            let class = self.classes[value as usize];
            if gcd(class.divisor, heap) > 1 {
                return Ok(value);
            }
            budget.meter().spend(heap as usize)?;
            if !(class.first..heap).any(|left| self.leaves(heap, left, value)) {
                return Ok(value);
            }
        }
        Ok(self.classes.len() as u32)
    }

    /// Notes the first heaps by their values.
    fn classify(&mut self) {
        let values = (0..).take_while(|value| self.values[1..].contains(value));
        let firsts: Vec<Option<usize>> =
            values.map(|value| self.values[1..].iter().position(|other| *other == value)).collect();
        firsts.into_iter().flatten().for_each(|before| self.note(before as u32 + 1));
        (1..=Self::FEW).for_each(|heap| self.note(heap));
    }

    /// Notes a heap of which the value is known.
    fn note(&mut self, heap: u32) {
        let value = self.values[heap as usize];
        if let Some(class) = self.classes.get_mut(value as usize) {
            class.divisor = gcd(class.divisor, heap);
            return;
        }
        self.classes.push(ValueClass { first: heap, divisor: heap });
        let mut rest = heap;
        while rest > 1 {
            let prime = self.factors[rest as usize];
            while rest.is_multiple_of(prime) {
                rest /= prime;
            }
            self.values_of_prime.entry(prime).or_default().push(value);
        }
    }
}

/// The least prime factor of each number below `to`.
fn least_factors(to: usize, budget: &Budget) -> Solved<Vec<u32>> {
    let mut factors = vec![0; to];
    for number in 2..to {
        if factors[number] != 0 {
            continue;
        }
        budget.meter().spend(to / number)?;
        for multiple in (number..to).step_by(number) {
            if factors[multiple] == 0 {
                factors[multiple] = number as u32;
            }
        }
    }
    Ok(factors)
}
