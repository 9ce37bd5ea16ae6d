//! What 64 consecutive heaps reach by splits with a rare heap, or with one of the samples: windows of 64 heaps, for all
//! of them at once. It can be done in two parts, the first of them before all smaller heaps are known.

use super::super::simd::{BitSets, Simd, Window};
use super::halved::{Halved, PAD};

/// The amounts of the rules, by what they leave.
#[derive(Clone, Debug)]
pub(super) struct SparseAmounts {
    /// Amounts that leave one heap.
    pub one: Vec<usize>,
    /// Amounts that leave two heaps, and whether these must be unequal.
    pub split: Vec<(usize, bool)>,
}

/// What is known when a block of 64 heaps is gathered.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub simd: Simd,
    /// How many words of each set are in use, 1 to 4.
    pub words: usize,
    pub amounts: &'a SparseAmounts,
    /// All rare heaps but heap 0, with their halves.
    pub rares: &'a [(usize, u8)],
    /// The samples in use, with their halves.
    pub samples: &'a [(usize, u8)],
    pub halved: &'a Halved,
}

/// Which pairs of heaps are marked.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    All,
    /// Those that are known, whichever heap of the block they are left by.
    Early,
    /// Those that are not of this early part.
    Late(Early),
}

/// What was known when an early part was gathered: so many heaps, among them so many rare ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Early {
    pub heaps: usize,
    pub rares: usize,
}

/// Indices of the two sets.
pub(super) const COMMON: usize = 0;
pub(super) const RARE: usize = 1;

/// The halves that the heaps of a block reach, by [`COMMON`] and [`RARE`] type of the value.
pub(super) type ClassSets = [Box<BitSets>; 2];

/// No halves.
pub(super) fn class_sets() -> ClassSets {
    [Box::new([[0; 64]; 4]), Box::new([[0; 64]; 4])]
}

/// What is gathered for a block, and the lists that this takes.
#[derive(Debug)]
pub(super) struct BlockSets {
    pub sets: ClassSets,
    windows: Vec<Window>,
    patches: Patches,
    /// The work for the last block, in steps of about a nanosecond.
    pub work: u64,
}

/// Copies of windows of 64 heaps, with what must not be marked taken out.
#[derive(Debug, Default)]
struct Patches {
    bytes: Vec<u8>,
    windows: Vec<Window>,
}

impl Default for BlockSets {
    fn default() -> BlockSets {
        BlockSets { sets: class_sets(), windows: Vec::new(), patches: Patches::default(), work: 0 }
    }
}

impl Early {
    /// The distance from which on each heap of the block that begins with `begin` leads to a heap that was known.
    fn reach(self, begin: usize) -> usize {
        begin + 64 - self.heaps
    }
}

impl Known<'_> {
    fn early(&self) -> Early {
        Early { heaps: self.halved.len(), rares: self.rares.len() }
    }

    /// Is none of the 64 heaps from `heap` on rare?
    #[inline]
    fn has_no_rares(&self, heap: usize) -> bool {
        let is_beyond = self.rares.last().is_none_or(|(last, _)| heap > *last);
        is_beyond || self.halved.rare_from(heap) == 0
    }
}

impl BlockSets {
    /// Marks what is reached by rare heaps and samples from the 64 heaps from `begin` on.
    pub fn gather(&mut self, known: Known, begin: usize, part: Part) {
        if !matches!(part, Part::Late(_)) {
            self.sets.iter_mut().for_each(|sets| **sets = [[0; 64]; 4]);
            self.work = 64;
        }
        let Known { simd, words, halved, .. } = known;
        self.list_common(known, begin, part);
        simd.mark(words, &halved.halves, &self.windows, &mut self.sets[COMMON]);
        simd.mark(words, &self.patches.bytes, &self.patches.windows, &mut self.sets[COMMON]);
        let mut marked = self.windows.len() + self.patches.windows.len();
        self.list_samples(known, begin, part);
        simd.mark(words, &halved.halves, &self.windows, &mut self.sets[RARE]);
        marked += self.windows.len();
        self.work += (marked * words * 8) as u64;
    }

    /// Lists the windows beside the rare heaps.
    fn list_common(&mut self, known: Known, begin: usize, part: Part) {
        self.windows.clear();
        self.patches.bytes.clear();
        self.patches.windows.clear();
        let Known { amounts, rares, .. } = known;
        let last = rares.last().map_or(0, |(rare, _)| *rare);
        for (split, (amount, _)) in amounts.split.iter().enumerate() {
            let nearer = |distance| rares.partition_point(|(rare, _)| rare + amount < distance);
            // The late part has the near rare heaps and the new ones: those between are passed over.
            let ranges = match part {
                Part::All => [0..rares.len(), 0..0],
                Part::Early => [nearer(known.early().reach(begin))..rares.len(), 0..0],
                Part::Late(early) => [0..nearer(early.reach(begin)).min(early.rares), early.rares..rares.len()],
            };
            // Most stand beside 64 heaps that are known, and beyond all rare ones.
            let (first, end) = (nearer(64), nearer(begin.saturating_sub(last)));
            for range in ranges {
                let first = first.clamp(range.start, range.end);
                let end = end.clamp(first, range.end);
                let window = |(rare, half): &(usize, u8)| Window { place: PAD + begin - amount - rare, with: *half };
                self.windows.extend(rares[first..end].iter().map(window));
                (range.start..first).chain(end..range.end).for_each(|rare| self.list_beside(rare, split, known, begin));
            }
        }
    }

    /// Lists the window beside one rare heap.
    fn list_beside(&mut self, index: usize, split: usize, known: Known, begin: usize) {
        let (rare, half) = known.rares[index];
        let distance = known.amounts.split[split].0 + rare;
        // The other heap, for the first of the 64.
        let other = begin.checked_sub(distance).filter(|other| *other > 0);
        match other.filter(|other| distance >= 64 && known.has_no_rares(*other)) {
            Some(other) => self.windows.push(Window { place: PAD + other, with: half }),
            None => self.patch(index, split, other, known, begin),
        }
    }

    /// Marks a rare heap beside 64 others, some of which are rare as well, or not known yet because they lie in the
    /// block. In a copy of the window these are changed so that they mark nothing, and the pairs of two rare heaps
    /// are marked one by one.
    fn patch(&mut self, index: usize, split: usize, other: Option<usize>, known: Known, begin: usize) {
        let Known { words, amounts, rares, halved, .. } = known;
        let ((rare, half), split) = (rares[index], amounts.split[split]);
        let lanes = 64.min(rare + split.0);
        // A half beyond all words in use marks nothing. With four words there is none, and the pairs are marked one
        // by one.
        let (Some(other), true) = (other, words < 4) else {
            for lane in 0..lanes {
                mark(&mut self.sets, lane, begin + lane, split, rare, halved);
            }
            return;
        };
        let place = self.patches.bytes.len();
        let source = &halved.halves[PAD + other..PAD + other + 64];
        self.patches.bytes.extend_from_slice(source);
        let window = &mut self.patches.bytes[place..];
        window[lanes..].fill(!half);
        let mut rares = halved.rare_from(other);
        if lanes < 64 {
            rares &= (1 << lanes) - 1;
        }
        while rares != 0 {
            let lane = rares.trailing_zeros() as usize;
            rares &= rares - 1;
            window[lane] = !half;
            mark(&mut self.sets, lane, begin + lane, split, rare, halved);
        }
        self.patches.windows.push(Window { place, with: half });
    }

    /// Lists the windows beside the samples, all of which are smaller than half of every rest.
    fn list_samples(&mut self, known: Known, begin: usize, part: Part) {
        let Known { amounts, samples, .. } = known;
        self.windows.clear();
        let distances = match part {
            Part::All => 0..usize::MAX,
            Part::Early => known.early().reach(begin)..usize::MAX,
            Part::Late(early) => 0..early.reach(begin),
        };
        let last = known.rares.last().map_or(0, |(rare, _)| *rare);
        let largest = samples.iter().map(|(sample, _)| *sample).max().unwrap_or(0);
        for (amount, _) in &amounts.split {
            // Mostly each other heap is beyond all rare heaps.
            if matches!(part, Part::All) && begin > amount + largest + last {
                let window =
                    |(sample, half): &(usize, u8)| Window { place: PAD + begin - amount - sample, with: *half };
                self.windows.extend(samples.iter().map(window));
                continue;
            }
            for (sample, half) in samples {
                let distance = amount + sample;
                if distances.contains(&distance) && known.has_no_rares(begin - distance) {
                    self.windows.push(Window { place: PAD + begin - distance, with: *half });
                }
            }
        }
    }

    /// Marks again what one heap reaches, pair by pair.
    pub fn gather_for(&mut self, known: Known, heap: usize, begin: usize) {
        let lane = heap - begin;
        for sets in &mut self.sets {
            sets.iter_mut().for_each(|words| words[lane] = 0);
        }
        for split in &known.amounts.split {
            for (smaller, _) in known.rares.iter().chain(known.samples) {
                mark(&mut self.sets, lane, heap, *split, *smaller, known.halved);
            }
        }
    }

    /// Adds a half to the set of one heap.
    #[inline]
    pub fn put(&mut self, class: usize, lane: usize, half: u8) {
        put(&mut self.sets[class], lane, half);
    }
}

/// Marks what `heap` reaches if this amount is taken and `one` is one of the two heaps left.
#[inline]
fn mark(sets: &mut ClassSets, lane: usize, heap: usize, (amount, unequal): (usize, bool), one: usize, halved: &Halved) {
    let Some(other) = heap.checked_sub(amount + one).filter(|other| *other > 0) else { return };
    if unequal && one == other {
        return;
    }
    let class = if halved.is_rare(one) == halved.is_rare(other) { RARE } else { COMMON };
    put(&mut sets[class], lane, halved.half(one) ^ halved.half(other));
}

#[inline]
fn put(sets: &mut BitSets, lane: usize, half: u8) {
    sets[usize::from(half / 64)][lane] |= 1 << (half % 64);
}

#[cfg(test)]
mod tests {
    use super::super::mask::Mask;
    use super::*;
    use crate::dice::{Dice, tries};

    #[test]
    fn parts_mark_what_is_marked_at_once() {
        let mut dice = Dice::new(6);
        for round in 0..tries(200usize) {
            let words = 1 + round % 4;
            let length = 64 * (20 + dice.small::<usize>(30));
            let mut halved = Halved::new(vec![0; length].into_iter(), Mask { bits: 1, position: false, odd: false });
            // Rare heaps lie among the first ones, or anywhere.
            let last_rare = if round % 3 == 0 { length } else { 300 };
            for heap in 0..length {
                let is_rare = heap == 0 || heap < last_rare && dice.small::<usize>(20) == 0;
                halved.set(heap, dice.small(64 * words as u64), is_rare);
            }
            let rares: Vec<(usize, u8)> =
                (1..length).filter(|heap| halved.is_rare(*heap)).map(|heap| (heap, halved.half(heap))).collect();
            let mut split = vec![(dice.small(5), false), (5 + dice.small::<usize>(9), true), (14, false)];
            split.truncate(1 + round % 3);
            let amounts = SparseAmounts { one: Vec::new(), split };
            let commons = (64..length / 2 - 32).filter(|heap| !halved.is_rare(*heap));
            let samples: Vec<(usize, u8)> = commons.step_by(9).map(|heap| (heap, halved.half(heap))).collect();
            let simd = Simd::best();
            let known = Known { simd, words, amounts: &amounts, rares: &rares, samples: &samples, halved: &halved };
            let marked = |part, sets: &mut BlockSets| {
                sets.gather(known, length, part);
                (sets.sets.clone(), sets.work)
            };
            let expected = marked(Part::All, &mut BlockSets::default());

            let mut before = halved.clone();
            before.truncate(length - 64 * (1 + dice.small::<usize>(10)));
            let rares_before = &rares[..rares.partition_point(|(rare, _)| *rare < before.len())];
            let early = Early { heaps: before.len(), rares: rares_before.len() };
            let known_before = Known { rares: rares_before, halved: &before, ..known };
            let mut sets = BlockSets::default();
            sets.gather(known_before, length, Part::Early);
            assert!(marked(Part::Late(early), &mut sets) == expected, "round {round}");
        }
    }
}
