//! The nim-sums of a rest left in several heaps.
//!
//! For each rest the set of all nim-sums is a row of bits. Values and their nim-sums lie below a power of two, the
//! span, so adding a heap of value v to a row permutes its bits: bit w goes to w ⊕ v.
//!
//! A row into which no further nim-sum can come is complete, however many first heaps are left (`reachable.rs`). Most rows
//! of many parts are complete after one or two.

use super::cells::HeapValues;
use super::engine::Split;
use super::reachable::Reachable;
use crate::game::Likeness;
use crate::ledger::FastPath;
use crate::solve::{Budget, Solved};

/// The sets of nim-sums of all rests up to some heap, for one way to split. Not for equal heaps.
#[derive(Debug)]
pub(super) struct Partitions {
    split: Split,
    /// Words in a row.
    width: usize,
    /// Rests below this have their rows.
    known: usize,
    /// Rows are allocated for rests below this. For unequal heaps they contain the splits into heaps below `known`.
    room: usize,
    /// Level c, from 0 on: splits into c heaps; into c or more at the last level where any number is allowed.
    levels: Vec<Vec<u64>>,
    /// The union of the levels that are allowed.
    answer: Vec<u64>,
    /// How many nim-sums a row can have.
    reachable: Reachable,
    work: u64,
}

impl Partitions {
    pub fn new(split: Split) -> Partitions {
        let (levels, answer) = (Vec::new(), Vec::new());
        Partitions { split, width: 1, known: 0, room: 0, levels, answer, reachable: Reachable::default(), work: 0 }
    }

    /// Makes the rows of all rests up to `rest` ready. The values of all smaller heaps must be stored.
    pub fn reach(&mut self, rest: usize, values: &HeapValues, budget: &Budget) -> Solved<()> {
        let width = values.span().div_ceil(64);
        if width != self.width || rest >= self.room {
            self.begin_again(width, rest, budget)?;
        }
        while self.known <= rest {
            let next = self.known;
            if next > 0 {
                let value = values.stored(next - 1)?;
                match self.split.likeness {
                    Likeness::Unequal => {
                        self.add_heap(next - 1, value, budget)?;
                        self.work += (2 * (self.room - next) * self.width * self.levels.len()) as u64;
                    }
                    _ => self.add_row(next, values, budget)?,
                }
                self.unite(next);
            }
            self.known += 1;
        }
        Ok(())
    }

    /// The nim-sums of a rest that was reached.
    pub fn row(&self, rest: usize) -> &[u64] {
        &self.answer[rest * self.width..(rest + 1) * self.width]
    }

    /// Steps done so far.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The last level.
    fn top(&self) -> usize {
        self.split.most.unwrap_or(self.split.least)
    }

    /// Starts again with empty rows of a new width, with room for this rest.
    fn begin_again(&mut self, width: usize, rest: usize, budget: &Budget) -> Solved<()> {
        let room = if rest < self.room { self.room } else { (2 * rest).max(64) };
        let most_parts = match self.split.likeness {
            // c different heaps have at least 1 + 2 + … + c together, which is at most the rest.
            Likeness::Unequal => (2 * room).isqrt(),
            _ => room,
        };
        let levels = self.top().min(most_parts) + 1;
        let row = width.saturating_mul(room);
        // For each level and rest, a row and its largest sum.
        let words = ((row + 2 * room) as u64).saturating_mul(levels as u64 + 1);
        self.known = 0;
        self.room = 0;
        self.levels.clear();
        self.answer.clear();
        self.reachable = Reachable::default();
        budget.room(words.saturating_mul(8))?;
        self.levels.resize_with(levels, || vec![0; row]);
        self.answer.resize(row, 0);
        self.levels[0][0] = 1;
        self.width = width;
        self.room = room;
        Ok(())
    }

    /// Makes the rows of one rest from those of smaller rests: the first heap is any of 1 to rest − 1.
    fn add_row(&mut self, rest: usize, values: &HeapValues, budget: &Budget) -> Solved<()> {
        let width = self.width;
        if self.split.likeness == Likeness::NotAllEqual {
            self.add_almost_equal(rest, values)?;
        } else if rest > 1 {
            let value = values.stored(rest - 1)?;
            self.levels[1][(rest - 1) * width + (value / 64) as usize] |= 1 << (value % 64);
        }
        // A row that was begun when the work was stopped is made again, so the last heap may be known already.
        if self.reachable.heaps() < rest {
            self.reachable.push(values.stored(rest - 1)?);
        }
        for level in 2..self.levels.len().min(rest + 1) {
            budget.check()?;
            let (lower, upper) = self.levels.split_at_mut(level);
            let source = &lower[level - 1];
            let (done, row) = upper[0].split_at_mut(rest * width);
            let row = &mut row[..width];
            let open = self.split.most.is_none() && level == self.split.least;
            let complete =
                if open || FastPath::CompleteRows.is_off() { None } else { Some(self.reachable.count(level, rest)) };
            for first in 1..rest {
                let value = self.reachable.value(first);
                let others = (rest - first) * width..(rest - first + 1) * width;
                add_nim_sums(row, &source[others.clone()], value);
                self.work += 2 * width as u64;
                if open {
                    add_nim_sums(row, &done[others], value);
                }
                if (first < 4 || first % 16 == 0)
                    && let Some(complete) = complete
                    && row.iter().map(|word| u64::from(word.count_ones())).sum::<u64>() == complete
                {
                    break;
                }
            }
            self.work += rest as u64;
        }
        Ok(())
    }

    /// Adds the splits into a first heap and others that are all equal to each other but not to it.
    fn add_almost_equal(&mut self, rest: usize, values: &HeapValues) -> Solved<()> {
        let top = self.top();
        for others in 1..rest {
            let parts = others + 1;
            if parts > top && self.split.most.is_some() {
                break;
            }
            let level = parts.min(top).min(self.levels.len() - 1);
            for size in 1..=(rest - 1) / others {
                let first = rest - others * size;
                if first != size {
                    let equal = if others % 2 == 0 { 0 } else { values.stored(size)? };
                    let value = values.stored(first)? ^ equal;
                    self.levels[level][rest * self.width + (value / 64) as usize] |= 1 << (value % 64);
                }
            }
        }
        Ok(())
    }

    /// Adds a heap of this size, at most once, to all splits into smaller ones.
    fn add_heap(&mut self, size: usize, value: u64, budget: &Budget) -> Solved<()> {
        if size == 0 {
            return Ok(());
        }
        let width = self.width;
        for level in (1..self.levels.len()).rev() {
            if let Err(stop) = budget.check() {
                // Some levels contain this heap and some do not, so the rows cannot be used.
                self.room = 0;
                return Err(stop);
            }
            let (lower, upper) = self.levels.split_at_mut(level);
            let open = self.split.most.is_none() && level == self.split.least;
            for rest in (size..self.room).rev() {
                let others = (rest - size) * width..(rest - size + 1) * width;
                let (done, row) = upper[0].split_at_mut(rest * width);
                let row = &mut row[..width];
                add_nim_sums(row, &lower[level - 1][others.clone()], value);
                if open {
                    add_nim_sums(row, &done[others], value);
                }
            }
        }
        Ok(())
    }

    /// Makes the answer of a rest from its levels.
    fn unite(&mut self, rest: usize) {
        let row = rest * self.width..(rest + 1) * self.width;
        for level in self.split.least.min(self.levels.len())..self.levels.len() {
            let (answer, source) = (&mut self.answer[row.clone()], &self.levels[level][row.clone()]);
            for (word, other) in answer.iter_mut().zip(source) {
                *word |= other;
            }
        }
    }
}

/// Adds to a row of bits the nim-sums of `others`, each with a heap of this value besides. The rows are as long as a power of 2.
pub(in crate::solve) fn add_nim_sums(row: &mut [u64], others: &[u64], value: u64) {
    let high = (value / 64) as usize;
    for (index, word) in others.iter().enumerate() {
        if *word != 0 {
            row[index ^ high] |= permuted(*word, value % 64);
        }
    }
}

/// Permutes the bits of a word: bit w goes to place w ⊕ v.
fn permuted(word: u64, v: u64) -> u64 {
    const HALVES: [u64; 5] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
    ];
    let mut word = word;
    for (bit, half) in HALVES.into_iter().enumerate() {
        if v >> bit & 1 == 1 {
            let distance = 1 << bit;
            word = (word >> distance & half) | (word & half) << distance;
        }
    }
    if v >> 5 & 1 == 1 { word.rotate_left(32) } else { word }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::game::{Amounts, HeapRules, Shape};

    #[test]
    fn bits_change_places_by_exclusive_or() {
        for v in 0..64 {
            for w in 0..64u64 {
                assert_eq!(permuted(1 << w, v), 1 << (w ^ v), "bit {w} with {v}");
            }
        }
    }

    /// All nim-sums of the splits of a rest, by listing the splits.
    fn listed(split: Split, rest: usize, values: &[u64]) -> BTreeSet<u64> {
        let number = |heaps: usize| u32::try_from(heaps).unwrap();
        let shape = Shape { least: number(split.least), most: split.most.map(number), likeness: split.likeness };
        let rules = HeapRules::new(vec![(shape, Amounts::finite(vec![0]))], Amounts::none()).unwrap();
        let sum = |heaps: Vec<u64>| heaps.iter().fold(0, |sum, heap| sum ^ values[usize::try_from(*heap).unwrap()]);
        rules.options(rest as u64).into_iter().map(sum).collect()
    }

    #[test]
    fn rows_agree_with_a_list_of_all_splits() {
        // These are not the values of a game: the rows must be right for any sequence. Large values come late, so
        // that the rows become wider on the way.
        let sequence: Vec<u64> = (0..26u64).map(|n| n * n * 7 % 13 + if n > 17 { 150 } else { 0 }).collect();
        let budget = Budget::default();
        for likeness in [Likeness::Any, Likeness::Unequal, Likeness::NotAllEqual] {
            for (least, most) in
                [(2, Some(2)), (3, Some(3)), (2, Some(4)), (4, Some(4)), (2, None), (3, None), (5, Some(9)), (90, None)]
            {
                let split = Split { least, most, likeness };
                let mut partitions = Partitions::new(split);
                let mut values = HeapValues::default();
                for rest in 0..26 {
                    partitions.reach(rest, &values, &budget).unwrap();
                    let row = partitions.row(rest);
                    let found: BTreeSet<u64> =
                        (0..64 * row.len() as u64).filter(|v| row[(v / 64) as usize] >> (v % 64) & 1 == 1).collect();
                    assert_eq!(found, listed(split, rest, &sequence), "{split:?} of {rest}");
                    values.push(sequence[rest], &budget).unwrap();
                }
            }
        }
    }
}
