//! How many nim-sums a rest left in a number of heaps can have at most, which is mostly how many it has.
//!
//! Two things bound the nim-sums. Every linear relation over GF(2) between the value of a heap and the parity of its size
//! holds for the sums as well. And a nim-sum is at most the sum.

/// The heaps known so far, and what bounds the nim-sums of several of them.
#[derive(Debug, Default)]
pub(super) struct Reachable {
    /// The values of the heaps from 0 on.
    values: Vec<u64>,
    /// The vectors (1, parity of the size, value) of all heaps but 0, of which they are sums, by their highest bits.
    basis: Vec<u64>,
    /// For each number of heaps and each rest, the largest sum of the values; `None` where there are too few.
    largest: Vec<Vec<Option<u64>>>,
}

/// The bits of a vector above those of the value, which stays far below: values are at most the number of heaps.
const COUNT: u32 = 63;
const PARITY: u32 = 62;

impl Reachable {
    /// How many heaps are known.
    pub fn heaps(&self) -> usize {
        self.values.len()
    }

    pub fn value(&self, heap: usize) -> u64 {
        self.values[heap]
    }

    /// Adds the value of the next heap.
    pub fn push(&mut self, value: u64) {
        let heap = self.values.len();
        self.values.push(value);
        if heap > 0 {
            let vector = self.reduced(1 << COUNT | (heap as u64 & 1) << PARITY | value);
            if vector != 0 {
                self.basis.push(vector);
                crate::sorting::sort_by(&mut self.basis, |a, b| b.cmp(a));
            }
        }
    }

    /// What is left of a vector when the highest bits of the basis are taken out.
    fn reduced(&self, vector: u64) -> u64 {
        self.basis.iter().fold(vector, |vector, one| vector.min(vector ^ one))
    }

    /// How many nim-sums this many heaps, at least one, that make up a rest can have at most. All heaps below the rest must
    /// be known; the counts are asked for in the order of the rests, and for each rest from 2 heaps on.
    pub fn count(&mut self, heaps: usize, rest: usize) -> u64 {
        let Some(largest) = self.largest_sum(heaps, rest) else { return 0 };
        let wanted = (heaps as u64 & 1) << COUNT | (rest as u64 & 1) << PARITY;
        let (relations, free) = self.basis.split_at(self.basis.partition_point(|one| *one >> PARITY != 0));
        let one = relations.iter().fold(wanted, |vector, one| vector.min(vector ^ one));
        if one >> PARITY != 0 { 0 } else { count_up_to(largest, one, free) }
    }

    fn largest_sum(&mut self, heaps: usize, rest: usize) -> Option<u64> {
        if heaps == 1 {
            return self.values.get(rest).copied().filter(|_| rest > 0);
        }
        let sums = (1..rest).filter_map(|first| {
            let others = rest - first;
            let others = if heaps == 2 {
                self.values.get(others).copied()
            } else {
                *self.largest.get(heaps - 1)?.get(others)?
            };
            Some(self.values[first] + others?)
        });
        let found = sums.max();
        if self.largest.len() <= heaps {
            self.largest.resize_with(heaps + 1, Vec::new);
        }
        if self.largest[heaps].len() <= rest {
            self.largest[heaps].resize(rest + 1, None);
        }
        self.largest[heaps][rest] = found;
        found
    }
}

/// How many of the numbers `one` ⊕ x, for the nim-sums x of some of these numbers with different highest bits, are at most
/// `largest`.
fn count_up_to(largest: u64, one: u64, free: &[u64]) -> u64 {
    let (mut number, mut count) = (one, 0);
    let mut free = free.iter().peekable();
    for bit in (0..PARITY).rev() {
        let allowed = largest >> bit & 1;
        if let Some(vector) = free.next_if(|vector| **vector >> bit & 1 == 1 && **vector >> bit == 1) {
            if allowed == 1 {
                // With a 0 here, all that follows is free.
                count += 1 << free.len();
            }
            if number >> bit & 1 != allowed {
                number ^= vector;
            }
        } else if number >> bit & 1 != allowed {
            return if allowed == 1 { count + (1 << free.len()) } else { count };
        }
    }
    count + 1
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::dice::{Dice, tries};

    #[test]
    fn numbers_up_to_a_bound_are_counted() {
        let mut dice = Dice::new(6);
        for _ in 0..tries(300) {
            let free: Vec<u64> = (0..7u64).rev().filter(|_| dice.below(2) == 0).map(|bit| 1 << bit).collect();
            let free: Vec<u64> = free.into_iter().map(|bit| bit | dice.below(bit)).collect();
            let (one, largest) = (dice.below(128), dice.below(140));
            let sums =
                free.iter().fold(vec![one], |sums, vector| sums.iter().flat_map(|sum| [*sum, sum ^ vector]).collect());
            let expected = sums.into_iter().filter(|sum| *sum <= largest).count();
            assert_eq!(count_up_to(largest, one, &free), expected as u64, "{largest} {one} {free:?}");
        }
    }

    #[test]
    fn no_rest_has_more_nim_sums_than_are_counted() {
        let mut dice = Dice::new(12);
        for kind in 0..12u64 {
            let values: Vec<u64> = (0..18u64)
                .map(|heap| match kind {
                    0 => heap.saturating_sub(1),
                    1 => heap % 2 * 5,
                    2 => heap % 4,
                    _ => dice.below(1 << (kind / 2)),
                })
                .collect();
            let mut reachable = Reachable::default();
            let mut sets: Vec<Vec<BTreeSet<u64>>> = vec![vec![BTreeSet::new(); 18]; 7];
            let mut all = 0;
            for rest in 1..18 {
                reachable.push(values[rest - 1]);
                sets[1][rest] = [values[rest]].into();
                for heaps in 2..7 {
                    let mut found = BTreeSet::new();
                    for first in 1..rest {
                        found.extend(sets[heaps - 1][rest - first].iter().map(|sum| sum ^ values[first]));
                    }
                    let count = reachable.count(heaps, rest);
                    assert!(count >= found.len() as u64, "{kind}: {heaps} heaps of {rest}");
                    all += usize::from(count == found.len() as u64);
                    sets[heaps][rest] = found;
                }
            }
            assert!(kind > 2 || all > 60, "{kind}: only {all} of 85 counts are reached");
        }
    }
}
