//! Values of games whose amounts are large, without a table of them.
//!
//! Where amounts are far apart, as in `take <1, 2, 1000000000>`, values repeat for long, then something happens, and they
//! repeat again. So they are kept as *pieces*: some values, again and again up to the next piece. While the heaps that large amounts
//! leave lie within a piece each, the values are those of a machine with finitely many states, whose period is found in a few steps.

#![expect(clippy::cast_possible_truncation, reason = "values are at most the number of amounts, and steps are few")]

use std::cmp::Ordering;

use super::intervals::{AmountInterval, OneHeap};
use super::period::Proof;
use crate::game::HeapRules;
use crate::ledger::FastPath;
use crate::nim::{Period, is_prime, lcm};
use crate::solve::{Budget, Solved, Theorem};

/// The values of the heaps from `start` up to the start of the next piece: these, again and again.
struct Piece {
    start: u64,
    values: Vec<u8>,
}

/// What gives the values of large heaps without a table.
pub(super) enum Untabled {
    /// Amounts from `first` to `last`: g(n) = ⌊(n mod (first + last)) / first⌋. docs/proofs.md, “Consecutive amounts”.
    Run {
        first: u64,
        last: u64,
    },
    Pieces(Pieces),
}

impl Untabled {
    /// For rules that take large amounts, of which there are few different ones, or which are all those between two numbers.
    pub fn of(rules: &HeapRules) -> Option<Untabled> {
        FastPath::LargeAmounts.on()?;
        let rule = OneHeap::of(rules)?;
        let largest = rule.largest().filter(|largest| (SMALL..FARTHEST).contains(largest))?;
        if let [AmountInterval { first, last: Some(last) }] = rule.one[..]
            && rule.one == rule.none
        {
            return Some(Untabled::Run { first, last });
        }
        let listed = |amounts: Vec<AmountInterval>| {
            let amounts = OneHeap { one: amounts, none: Vec::new() }.listed(AMOUNTS)?;
            Some(amounts.into_iter().map(|amount| amount as u64).collect::<Vec<u64>>())
        };
        let (near, far) = listed(rule.one)?.into_iter().partition(|amount| *amount <= NEAR);
        let alone = listed(rule.none)?;
        let (pieces, length, work, next_attempt) = (Vec::new(), 0, 0, 4);
        Some(Untabled::Pieces(Pieces { near, far, alone, largest, pieces, length, work, next_attempt }))
    }

    /// The values of heaps below this are known.
    pub fn known(&self) -> u64 {
        match self {
            Untabled::Run { .. } => u64::MAX,
            Untabled::Pieces(pieces) => pieces.length,
        }
    }

    /// The value of a heap below [`Untabled::known`].
    pub fn value(&self, heap: u64) -> Option<u64> {
        match self {
            Untabled::Run { first, last } => Some(heap % (first + last) / first),
            Untabled::Pieces(pieces) => (heap < pieces.length).then(|| pieces.at(pieces.piece_of(heap), heap).into()),
        }
    }

    /// Values heaps until this one is known or the values are proved to repeat; the proof, if there is one. Stops early where
    /// that takes too much.
    pub fn reach(&mut self, heap: u64, budget: &Budget) -> Solved<Option<Proof>> {
        match self {
            Untabled::Run { first, last } => {
                let period = Period { preperiod: 0, period: *first + *last, saltus: 0 };
                Ok(Some(Proof { period, theorem: Theorem::ConsecutiveAmounts, checked: 0 }))
            }
            Untabled::Pieces(pieces) => pieces.reach(heap, budget),
        }
    }
}

/// Amounts up to here are small.
const NEAR: u64 = 64;
/// Where no amount is larger, a table is short.
const SMALL: u64 = 1 << 16;
/// The most amounts, pieces and steps: what needs more is left to a table.
const AMOUNTS: usize = 60;
const PIECES: usize = 1 << 16;
const WORK: u64 = 1 << 23;
/// The most steps until the values between two pieces repeat.
const STEPS: usize = 1 << 13;
/// The farthest heap, which leaves room for one piece more.
const FARTHEST: u64 = 1 << 60;

/// The values of a subtraction game as far as they were needed.
pub(super) struct Pieces {
    /// Amounts up to [`NEAR`], and larger ones.
    near: Vec<u64>,
    far: Vec<u64>,
    /// Amounts that may be taken if nothing is left.
    alone: Vec<u64>,
    largest: u64,
    pieces: Vec<Piece>,
    /// Heaps below this are known.
    length: u64,
    /// How many values were computed or compared.
    work: u64,
    next_attempt: usize,
}

impl Pieces {
    /// The piece of a heap that is known.
    fn piece_of(&self, heap: u64) -> usize {
        self.pieces.partition_point(|piece| piece.start <= heap) - 1
    }

    fn at(&self, piece: usize, heap: u64) -> u8 {
        let Piece { start, values } = &self.pieces[piece];
        values[((heap - start) % values.len() as u64) as usize]
    }

    fn end(&self, piece: usize) -> u64 {
        self.pieces.get(piece + 1).map_or(self.length, |next| next.start)
    }

    fn reach(&mut self, heap: u64, budget: &Budget) -> Solved<Option<Proof>> {
        while self.length <= heap && self.length < FARTHEST && self.pieces.len() < PIECES && self.work < WORK {
            budget.check()?;
            if !self.extend() {
                self.work = WORK;
            }
            let is_long = self.pieces.last().is_some_and(|last| self.length - last.start > 2 * self.largest);
            if self.pieces.len() >= self.next_attempt || is_long {
                self.next_attempt = self.pieces.len() * 9 / 8 + 1;
                if let Some(proof) = self.proof() {
                    return Ok(Some(proof));
                }
            }
        }
        Ok(None)
    }

    /// Adds the values up to where a large amount leaves another piece. False if they do not repeat soon.
    fn extend(&mut self) -> bool {
        let start = self.length;
        let mut end = start.saturating_add(self.far.first().copied().unwrap_or(self.largest));
        // The pieces that large amounts leave. A heap that an amount clears is a piece of its own.
        let (mut sources, mut cycle) = (Vec::new(), 1);
        for amount in self.far.iter().chain(&self.alone) {
            match start.cmp(amount) {
                Ordering::Less => end = end.min(*amount),
                Ordering::Equal => end = start + 1,
                Ordering::Greater => {}
            }
        }
        for amount in self.far.iter().take_while(|amount| **amount < start) {
            let piece = self.piece_of(start - amount);
            end = end.min(self.end(piece) + amount);
            sources.push((piece, *amount));
            cycle = lcm(cycle, self.pieces[piece].values.len() as i128).unwrap_or(i128::MAX);
        }
        let longest = self.near.last().copied().unwrap_or(0);
        let mut values: Vec<u8> = Vec::new();
        let mut seen: Option<(usize, Vec<u8>)> = None;
        while (values.len() as u64) < end - start {
            let step = values.len();
            let heap = start + step as u64;
            // Where a cycle begins, the values before it decide all that come: if they were there before, values repeat.
            if step as i128 % cycle == 0 && heap > longest {
                let before: Vec<u8> = (heap - longest..heap).map(|heap| self.known(heap, start, &values)).collect();
                match &seen {
                    Some((first, seen)) if *seen == before => {
                        let middle = start + *first as u64;
                        let repeated = values.split_off(*first);
                        self.add(start, middle, values);
                        self.add(middle, end, repeated);
                        return true;
                    }
                    Some((first, _)) if step < 2 * first => {}
                    _ => seen = Some((step, before)),
                }
            }
            if step == STEPS {
                return false;
            }
            let mut taken = u64::from(self.alone.contains(&heap));
            for amount in self.near.iter().take_while(|amount| **amount < heap) {
                taken |= 1 << self.known(heap - amount, start, &values);
            }
            for (piece, amount) in &sources {
                taken |= 1 << self.at(*piece, heap - amount);
            }
            values.push(taken.trailing_ones() as u8);
        }
        self.add(start, end, values);
        true
    }

    /// The value of a heap before a piece that is being made, or in it.
    fn known(&self, heap: u64, start: u64, values: &[u8]) -> u8 {
        match heap.checked_sub(start) {
            Some(step) => values[step as usize],
            None => self.at(self.piece_of(heap), heap),
        }
    }

    /// Adds the values from one heap to another, or makes the last piece longer where they go on as it does.
    fn add(&mut self, start: u64, end: u64, mut values: Vec<u8>) {
        if start == end {
            return;
        }
        self.work += 16 + 2 * values.len() as u64;
        let period = least_period(&values);
        if values.len() as u64 == end - start || values.len().is_multiple_of(period) {
            values.truncate(period);
        }
        if let Some(last) = self.pieces.len().checked_sub(1) {
            let both = (values.len() + self.pieces[last].values.len()) as u64;
            // Two sequences with periods p and q that agree for p + q terms agree for ever (Fine and Wilf).
            let looked_at = both.min(end - start);
            if (0..looked_at).all(|step| values[(step % values.len() as u64) as usize] == self.at(last, start + step)) {
                self.length = end;
                return;
            }
        }
        self.pieces.push(Piece { start, values });
        self.length = end;
    }

    /// How many values before the last are equal to those `shift` before them.
    fn matched(&mut self, shift: u64) -> u64 {
        let mut end = self.length;
        let (mut here, mut there) = (self.pieces.len() - 1, self.piece_of(end - shift - 1));
        loop {
            let overlap = (end - self.pieces[here].start).min(end - shift - self.pieces[there].start);
            let both = (self.pieces[here].values.len() + self.pieces[there].values.len()) as u64;
            let looked_at = overlap.min(both);
            let differs = |back: &u64| self.at(here, end - back) != self.at(there, end - shift - back);
            let different = (1..=looked_at).find(differs);
            self.work += looked_at;
            if let Some(back) = different {
                return self.length - (end - back + 1);
            }
            end -= overlap;
            if end == shift {
                return self.length - shift;
            }
            here -= usize::from(end == self.pieces[here].start);
            there -= usize::from(end - shift == self.pieces[there].start);
        }
    }

    /// S. Golomb's theorem, as in `period/provers.rs`: where as many values as the largest amount occur again, they repeat for ever.
    fn proof(&mut self) -> Option<Proof> {
        let last = self.pieces.len() - 1;
        let inside = self.pieces[last].values.len() as u64;
        let starts: Vec<u64> =
            self.pieces[..last].iter().rev().map(|piece| self.pieces[last].start - piece.start).collect();
        let fits = |shift: &u64| shift.saturating_add(self.largest) < self.length;
        let shifts: Vec<u64> = std::iter::once(inside).chain(starts).filter(fits).collect();
        let repeats = |this: &mut Self, shift| this.work <= WORK && this.matched(shift) >= this.largest;
        let mut shift = shifts.into_iter().find(|shift| repeats(self, *shift))?;
        // Any repetition is a multiple of the least one.
        for prime in prime_factors(shift)? {
            if repeats(self, shift / prime) {
                shift /= prime;
            }
        }
        let from = self.length - self.matched(shift) - shift;
        let period = Period { preperiod: from, period: shift, saltus: 0 };
        Some(Proof { period, theorem: Theorem::FiniteSubtraction, checked: self.length - 1 })
    }
}

/// The least period of some values.
fn least_period(values: &[u8]) -> usize {
    // For each prefix, the length of its longest proper part that it begins and ends with (Knuth, Morris and Pratt).
    let mut border = vec![0; values.len()];
    let mut length = 0;
    for at in 1..values.len() {
        while length > 0 && values[at] != values[length] {
            length = border[length - 1];
        }
        length += usize::from(values[at] == values[length]);
        border[at] = length;
    }
    values.len() - length
}

/// The prime factors of a number, each as often as it occurs; `None` if they are too large to be found.
fn prime_factors(number: u64) -> Option<Vec<u64>> {
    const LARGEST: u64 = 1 << 20;
    let (mut rest, mut factor, mut found) = (number, 2, Vec::new());
    while factor <= LARGEST && factor * factor <= rest {
        if rest.is_multiple_of(factor) {
            rest /= factor;
            found.push(factor);
        } else {
            factor += 1;
        }
    }
    found.extend((rest > 1).then_some(rest));
    (rest == 1 || is_prime(rest.into())).then_some(found)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::dice::{Dice, often, tries};
    use crate::game::{Amounts, Likeness, Shape};
    use crate::solve::heap::HeapTable;
    use crate::solve::heap::agreement::defined;

    #[test]
    fn values_without_a_table_agree_with_the_definition() {
        let mut dice = Dice::new(0x9e37_79b9_7f4a_7c15);
        let budget = Budget::default();
        let (mut proved, mut followed) = (0, 0);
        for round in 0..tries(60) {
            let mut amounts = |limits: &[u64]| limits.iter().map(|limit| 1 + dice.below(*limit)).collect();
            let few: &[&[u64]] = &[&[3], &[3, 9], &[], &[60, 2_000], &[3, 9, 60, 70_000]];
            let mut one: Vec<u64> = amounts(few[round % few.len()]);
            one.extend([65_536 + dice.below(9), 66_000 + dice.below(3_000)]);
            let none = if round % 3 == 0 { vec![1 + dice.below(900), 5] } else { one.clone() };
            let clear = Shape { least: 0, most: Some(0), likeness: Likeness::Any };
            let moves = [(clear, none), (Shape::exactly(1, Likeness::Any), one)];
            let moves = moves.map(|(shape, amounts)| (shape, Amounts::finite(amounts)));
            let rules = HeapRules::new(moves.to_vec(), Amounts::none()).unwrap();
            let mut table = HeapTable::new(Arc::new(rules.clone()));
            table.fill(400_000, &budget).unwrap();
            proved += u64::from(table.proved().is_some());
            followed += u64::from(table.values.len() == 0);
            for (heap, value) in (0..).zip(defined(&rules, 400_000)) {
                assert_eq!(table.value(heap, &budget).unwrap().0, value, "{heap} of {rules:?}");
            }
        }
        assert!(proved > often(10) && followed > often(50), "{proved} proved, {followed} followed");
    }

    #[test]
    fn runs_of_amounts_agree_with_the_definition() {
        for (first, last) in [(1, 70_000), (2, 65_537), (3, 65_538), (65_000, 65_536), (66_000, 66_000)] {
            let rules = HeapRules::taking(Amounts::finite((first..=last).collect())).unwrap();
            assert!(matches!(Untabled::of(&rules), Some(Untabled::Run { .. })));
            let mut table = HeapTable::new(Arc::new(rules));
            let budget = Budget::default();
            // Values of smaller games of the same kind, whose proportions are the same.
            for (first, last, heap) in [(1, 5, 17), (2, 9, 40), (3, 3, 8)] {
                let small = HeapRules::taking(Amounts::finite((first..=last).collect())).unwrap();
                assert_eq!(Untabled::Run { first, last }.value(heap), Some(defined(&small, heap + 1)[heap as usize]));
            }
            assert_eq!(table.value(first - 1, &budget).unwrap().0, 0);
            assert_eq!(table.value(last + first - 1, &budget).unwrap().0, last.div_ceil(first));
        }
    }
}
