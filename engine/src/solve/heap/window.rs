//! Amounts in intervals: the heaps that one interval reaches are a window, which slides along from heap to heap.
//! Where most intervals are short, their options are looked at one by one instead (`byteset`).

use super::byteset::ByteSets;
use super::cells::HeapValues;
use super::engine::{Engine, EngineKind};
use super::intervals::{AmountInterval, OneHeap, contains};
use crate::game::HeapRules;
use crate::ledger::FastPath;
use crate::solve::{Budget, Solved};

pub(super) const KIND: EngineKind = EngineKind {
    name: "sliding windows",
    why: "a move leaves at most one heap, and the amounts form few intervals: from heap to heap each interval gains one value and loses one",
    fits: |rules| SlidingWindows::new(rules).map(|engine| Box::new(engine) as Box<dyn Engine>),
};

/// To slide a window takes as long as to look at this many options.
const SLIDE_COST: u64 = 16;

/// Whether to slide is decided at this heap, and again whenever the heaps are twice as large.
const FIRST_CHOICE: usize = 1 << 10;

struct SlidingWindows {
    /// The amounts of the rule that leave one heap; the last one is the largest usize where the interval never ends.
    intervals: Vec<(usize, usize)>,
    rule: OneHeap,
    /// The values of all heaps that may be left of the heap `at`, each as often as it occurs.
    reached: CountedMex,
    at: usize,
    /// Computes the heaps whose options are few beside the intervals that they are in.
    one_by_one: Option<ByteSets>,
    is_sliding: bool,
    next_choice: usize,
    work: u64,
}

impl SlidingWindows {
    fn new(rules: &HeapRules) -> Option<SlidingWindows> {
        FastPath::SlidingWindows.on()?;
        let rule = OneHeap::of(rules)?;
        if let Some(largest) = rule.largest()
            && options(&rule.one, largest) < SLIDE_COST * rule.one.len() as u64
        {
            return None;
        }
        // Amounts beyond the address space are never reached.
        let place = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        let intervals = rule.one.iter().map(|one| (place(one.first), one.last.map_or(usize::MAX, place)));
        let intervals = intervals.collect();
        let many = rule.one.len() as u64 > SLIDE_COST;
        Some(SlidingWindows {
            intervals,
            rule,
            reached: CountedMex::default(),
            at: 0,
            one_by_one: if many { ByteSets::new(rules) } else { None },
            is_sliding: true,
            next_choice: if many { FIRST_CHOICE } else { usize::MAX },
            work: 0,
        })
    }

    /// Chooses the way that is faster for the next heaps.
    fn choose(&mut self, values: &HeapValues, budget: &Budget) -> Solved<()> {
        let heap = values.len();
        self.next_choice = heap.saturating_mul(2).max(FIRST_CHOICE);
        let reached = self.reached_intervals(heap);
        let options = options(&self.rule.one, heap as u64 - 1);
        let slides = options >= SLIDE_COST * reached.len() as u64;
        if slides && !self.is_sliding {
            let mut all = CountedMex::default();
            all.widen(2 * values.span(), budget)?;
            for (first, last) in reached {
                budget.check()?;
                for amount in *first..=(*last).min(heap - 1) {
                    all.insert(values.stored(heap - amount)?);
                }
            }
            self.work += options;
            (self.reached, self.at) = (all, heap);
        }
        self.is_sliding = slides;
        Ok(())
    }

    /// The intervals that leave some heap of this one.
    fn reached_intervals(&self, heap: usize) -> &[(usize, usize)] {
        &self.intervals[..self.intervals.partition_point(|(first, _)| *first < heap)]
    }

    /// Slides every window to the next heap. The values of all smaller heaps must be stored.
    fn slide(&mut self, values: &HeapValues) -> Solved<()> {
        self.at += 1;
        for (first, last) in &self.intervals {
            // The intervals are in order: the others do not reach any heap yet.
            if *first >= self.at {
                break;
            }
            self.reached.insert(values.stored(self.at - first)?);
            if self.at - 1 > *last {
                self.reached.remove(values.stored(self.at - 1 - last)?);
            }
        }
        Ok(())
    }

    fn extend_sliding(&mut self, values: &mut HeapValues, to: usize, budget: &Budget) -> Solved<()> {
        let mut unasked = 0;
        while values.len() < to {
            let heap = values.len();
            if values.span() >= self.reached.counts.len() {
                self.reached.widen(2 * values.span(), budget)?;
            }
            if self.at < heap {
                self.slide(values)?;
            }
            let nothing_left = contains(&self.rule.none, heap as u64);
            if nothing_left {
                self.reached.insert(0);
            }
            let value = self.reached.mex();
            if nothing_left {
                self.reached.remove(0);
            }
            values.push(value, budget)?;
            let steps = 4 + 4 * self.intervals.len() as u64;
            self.work += steps;
            unasked += steps;
            if unasked > 1 << 16 {
                budget.check()?;
                unasked = 0;
            }
        }
        Ok(())
    }
}

/// How many amounts up to `heap` are in these intervals.
fn options(intervals: &[AmountInterval], heap: u64) -> u64 {
    let members = |one: &AmountInterval| one.last.unwrap_or(heap).min(heap) - one.first + 1;
    intervals.iter().take_while(|one| one.first <= heap).map(members).fold(0, u64::saturating_add)
}

impl Engine for SlidingWindows {
    fn extend(&mut self, values: &mut HeapValues, to: usize, budget: &Budget) -> Solved<()> {
        while values.len() < to {
            if values.len() >= self.next_choice {
                self.choose(values, budget)?;
            }
            let until = to.min(self.next_choice);
            match &mut self.one_by_one {
                Some(one_by_one) if !self.is_sliding => one_by_one.extend(values, until, budget)?,
                _ => self.extend_sliding(values, until, budget)?,
            }
        }
        Ok(())
    }

    fn work(&self) -> u64 {
        self.work + self.one_by_one.as_ref().map_or(0, |engine| engine.work())
    }
}

/// A multiset of values that knows its mex. Values leave it as the windows slide on, so a set of bits is not
/// enough.
///
/// It keeps how often each value occurs, and above that a pyramid of bits: a bit of the lowest level says that a
/// value occurs, one of a higher level that a whole word of the level below is full. The mex is found by looking at
/// one word of each level.
#[derive(Debug, Default)]
struct CountedMex {
    counts: Vec<u32>,
    levels: Vec<Vec<u64>>,
}

impl CountedMex {
    /// Makes room for values below `span`, and keeps the values it has.
    pub fn widen(&mut self, span: usize, budget: &Budget) -> Solved<()> {
        let span = span.max(64).next_power_of_two();
        let Some(more) = span.checked_sub(self.counts.len()) else { return Ok(()) };
        // Four bytes for each count, and less than a quarter of a byte for all the bits.
        budget.room(5 * more as u64)?;
        self.counts.resize(span, 0);
        self.levels.clear();
        let there = self.counts.chunks(64).map(|counts| word(counts.iter().map(|count| *count > 0)));
        let mut words: Vec<u64> = there.collect();
        while words.len() > 1 {
            let full = words.chunks(64).map(|words| word(words.iter().map(|word| *word == u64::MAX))).collect();
            self.levels.push(std::mem::replace(&mut words, full));
        }
        self.levels.push(words);
        Ok(())
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a value is at most the number of heaps stored")]
    pub fn insert(&mut self, value: u64) {
        let mut index = value as usize;
        self.counts[index] += 1;
        if self.counts[index] > 1 {
            return;
        }
        for level in &mut self.levels {
            let word = &mut level[index / 64];
            *word |= 1 << (index % 64);
            if *word != u64::MAX {
                break;
            }
            index /= 64;
        }
    }

    /// Removes a value once; it must occur.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a value is at most the number of heaps stored")]
    pub fn remove(&mut self, value: u64) {
        let mut index = value as usize;
        self.counts[index] -= 1;
        if self.counts[index] > 0 {
            return;
        }
        for level in &mut self.levels {
            let word = &mut level[index / 64];
            let full = *word == u64::MAX;
            *word &= !(1 << (index % 64));
            if !full {
                break;
            }
            index /= 64;
        }
    }

    /// The least value that does not occur.
    pub fn mex(&self) -> u64 {
        let mut index = 0;
        for level in self.levels.iter().rev() {
            match level.get(index) {
                Some(word) if *word != u64::MAX => index = 64 * index + word.trailing_ones() as usize,
                // Every value occurs.
                _ => return self.counts.len() as u64,
            }
        }
        index as u64
    }
}

/// The word with these bits, the lowest first.
fn word(bits: impl Iterator<Item = bool>) -> u64 {
    (0..).zip(bits).fold(0, |word, (place, bit)| word | u64::from(bit) << place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    #[test]
    fn the_mex_is_right_while_values_come_and_go() {
        let mut dice = Dice::new(3);
        let budget = Budget::default();
        for span in [1usize, 64, 65, 4096, 5000] {
            let mut reached = CountedMex::default();
            reached.widen(span, &budget).unwrap();
            let mut counts = vec![0u32; span];
            for step in 0..6000 {
                let value = dice.small::<usize>(span as u64).min(dice.small(span as u64));
                if counts[value] > 0 && step % 3 == 0 {
                    counts[value] -= 1;
                    reached.remove(value as u64);
                } else {
                    counts[value] += 1;
                    reached.insert(value as u64);
                }
                if step % 500 == 0 {
                    reached.widen(span + step, &budget).unwrap();
                }
                let expected = counts.iter().position(|count| *count == 0).unwrap_or(span);
                assert_eq!(reached.mex(), expected as u64, "span {span}, step {step}");
            }
        }
    }
}
