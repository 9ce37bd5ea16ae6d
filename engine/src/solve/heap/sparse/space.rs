//! The sparse space, 64 heaps at a time.
//!
//! A value is *rare-type* for a heap n if a heap n of that value would be rare, otherwise *common-type*. For each
//! of 64 heaps n two sets are gathered: the halves of all common-type values that n can reach, and the halves of
//! some rare-type values that it can reach. A common-type value is reached by a single heap, or by a rare heap
//! beside any common one; rare heaps are few, so all of these are marked. A rare-type value is reached by a single
//! heap, by two rare heaps or by two common ones; some common heaps are taken as a sample.
//!
//! The mex is the least common-type value that is not in the first set, unless a smaller rare-type value is not
//! reached. The rare-type values that the sample left open are settled by a sweep over all pairs. So the values are
//! exact, whatever the mask is.

use super::super::simd::{PairSweep, Simd};
use super::ahead::Ahead;
use super::gather::{BlockSets, COMMON, Known, Part, RARE, SparseAmounts};
use super::halved::Halved;
use super::mask::Histogram;

/// The mex does not lie among the halves that are looked at: more words are needed.
#[derive(Debug)]
pub(super) struct TooNarrow;

/// The state of the computation from block to block.
#[derive(Debug)]
pub(super) struct SparseSpace {
    simd: Simd,
    pub amounts: SparseAmounts,
    /// All rare heaps but heap 0, with their halves.
    pub rares: Vec<(usize, u8)>,
    /// Common heaps of many different values, with their halves.
    samples: Vec<(usize, u8)>,
    /// How many of the samples are used; more where too much is left open.
    used: usize,
    /// How many words of each set are in use, 1 to 4.
    pub words: usize,
    pub histogram: Histogram,
    pub largest: u64,
    /// What the heaps of the block reach.
    gathered: BlockSets,
    /// For rare heaps below 64: the rare heap plus an amount that splits, where this is below 64 as well, and the
    /// half of the rare heap. The other heap may then lie in the same block.
    near: Vec<(usize, u8)>,
    open_cost: OpenCost,
    /// How many blocks other threads have gathered.
    pub gathered_ahead: u64,
    pub work: u64,
}

/// What it costs to settle open values: rare-type values that the sample does not reach. Counted over some blocks.
#[derive(Clone, Copy, Debug, Default)]
struct OpenCost {
    blocks: u32,
    /// How many values were open.
    open: u64,
    /// How many of these took a sweep over all pairs, since they are not reached.
    sweeps: u64,
}

/// About how many samples are kept at most.
const SAMPLES: usize = 8192;

/// Samples are taken among the heaps below this.
const SAMPLED: usize = 1 << 20;

impl SparseSpace {
    pub fn new(simd: Simd, amounts: SparseAmounts) -> SparseSpace {
        SparseSpace {
            simd,
            amounts,
            rares: Vec::new(),
            samples: Vec::new(),
            used: 128,
            words: 1,
            histogram: Histogram::default(),
            largest: 0,
            gathered: BlockSets::default(),
            near: Vec::new(),
            open_cost: OpenCost::default(),
            gathered_ahead: 0,
            work: 0,
        }
    }

    /// The parity of all splitting amounts, if they have the same.
    pub fn parity(&self) -> Option<usize> {
        let parity = self.amounts.split.first().map(|(amount, _)| amount % 2)?;
        self.amounts.split.iter().all(|(amount, _)| amount % 2 == parity).then_some(parity)
    }

    /// Collects the rare heaps and the samples for a new mask, and sets how many words are needed.
    pub fn survey(&mut self, halved: &Halved) {
        let length = halved.len();
        self.rares.clear();
        let mut largest = 0;
        for heap in 1..length {
            let half = halved.half(heap);
            largest = largest.max(usize::from(half));
            if halved.is_rare(heap) {
                self.rares.push((heap, half));
            }
        }
        // The values below a candidate, rounded up to the lowest bit of the mask, must fit.
        let needed = (largest + 8).next_multiple_of(1 << halved.mask.place());
        self.words = self.words.max(needed.div_ceil(64)).min(4);
        self.choose_samples(halved);
        let small = self.rares.iter().take_while(|(rare, _)| *rare < 64);
        let near =
            small.flat_map(|(rare, half)| self.amounts.split.iter().map(move |(amount, _)| (amount + rare, *half)));
        self.near = near.filter(|(distance, _)| *distance < 64).collect();
        crate::sorting::sort(&mut self.near);
        self.near.dedup();
    }

    /// Chooses common heaps as samples, one of each value in turn. They are less than half of every rest to come,
    /// so the other heap of a pair is always larger.
    #[expect(clippy::cast_possible_truncation, reason = "a half has eight bits")]
    fn choose_samples(&mut self, halved: &Halved) {
        let amounts = self.amounts.split.iter().map(|(amount, _)| *amount);
        let last = ((halved.len() - amounts.max().unwrap_or(0)) / 2).min(SAMPLED);
        let mut by_half: Vec<Vec<usize>> = vec![Vec::new(); 256];
        for heap in (64..last).filter(|heap| !halved.is_rare(*heap)) {
            let heaps = &mut by_half[usize::from(halved.half(heap))];
            if heaps.len() < SAMPLES / 2 {
                heaps.push(heap);
            }
        }
        self.samples.clear();
        for round in 0..SAMPLES / 2 {
            let before = self.samples.len();
            for (half, heaps) in by_half.iter().enumerate() {
                self.samples.extend(heaps.get(round).map(|heap| (*heap, half as u8)));
            }
            if self.samples.len() == before || before > SAMPLES {
                break;
            }
        }
    }

    /// Computes the values of the next 64 heaps. The number of heaps stored is a multiple of 64, and there is room.
    /// What other threads have gathered `ahead` is used. After `TooNarrow` nothing has changed.
    pub fn block(&mut self, halved: &mut Halved, ahead: Option<&Ahead>) -> Result<(), TooNarrow> {
        let begin = halved.len();
        let rares = self.rares.len();
        self.gather(halved, ahead);
        for heap in begin..begin + 64 {
            if self.rares.len() > rares {
                self.gather_for(heap, begin, halved);
            }
            let Some((half, rare)) = self.mex(heap, begin, halved) else {
                self.rares.truncate(rares);
                for heap in begin..begin + 64 {
                    halved.set(heap, 0, false);
                }
                return Err(TooNarrow);
            };
            halved.set(heap, half, rare);
            if rare {
                self.rares.push((heap, half));
            }
        }
        halved.length = begin + 64;
        for heap in begin..begin + 64 {
            let value = halved.at(heap);
            self.largest = self.largest.max(value);
            self.histogram.count(value, heap);
        }
        self.adapt();
        Ok(())
    }

    /// What is known before a block, and where it is gathered.
    fn parts<'a>(&'a mut self, halved: &'a Halved) -> (Known<'a>, &'a mut BlockSets) {
        let SparseSpace { simd, words, amounts, rares, samples, used, gathered, .. } = self;
        let samples = &samples[..samples.len().min(*used)];
        (Known { simd: *simd, words: *words, amounts, rares, samples, halved }, gathered)
    }

    /// Marks what is reached by rare heaps and samples, for all 64 heaps at once.
    fn gather(&mut self, halved: &Halved, ahead: Option<&Ahead>) {
        let (known, gathered) = self.parts(halved);
        let early = ahead.and_then(|ahead| ahead.take(known, gathered));
        gathered.gather(known, halved.len(), early.map_or(Part::All, Part::Late));
        self.work += self.gathered.work;
        self.gathered_ahead += u64::from(early.is_some());
    }

    /// Marks again what this heap reaches, pair by pair, after an earlier heap of the block turned out to be rare,
    /// which `gather` did not know.
    fn gather_for(&mut self, heap: usize, begin: usize, halved: &Halved) {
        let (known, gathered) = self.parts(halved);
        gathered.gather_for(known, heap, begin);
        let pairs = known.rares.len() + known.samples.len();
        self.work += pairs as u64 * 2;
    }

    /// How many windows are marked for a block.
    pub fn windows(&self) -> usize {
        (self.rares.len() + self.samples.len().min(self.used)) * self.amounts.split.len()
    }

    /// What other threads need to gather blocks ahead, as long as the mask does not change.
    pub fn ahead(&mut self, halved: &Halved, to: usize) -> Ahead {
        let samples = self.samples.clone();
        Ahead::new(self.parts(halved).0, samples, to)
    }

    /// The half of the mex, and whether it is rare-type. `None` if it is not among the halves in use.
    #[expect(clippy::cast_possible_truncation, reason = "a half has eight bits")]
    fn mex(&mut self, heap: usize, begin: usize, halved: &Halved) -> Option<(u8, bool)> {
        let (mask, lane) = (halved.mask, heap - begin);
        self.mark_near(heap, lane, halved);
        let [common, rare] = [COMMON, RARE].map(|class| [0, 1, 2, 3].map(|word| self.gathered.sets[class][word][lane]));
        let words = &common[..self.words];
        let full = words.iter().take_while(|word| **word == u64::MAX).count();
        let candidate = 64 * full + words.get(full)?.trailing_ones() as usize;
        let value = mask.whole(candidate as u8, mask.rare_parity(heap) ^ 1);
        // The rare-type values below the candidate are those whose halves are below `end`.
        let upper = candidate >> mask.place();
        let end = (upper + (value >> mask.place() & 1) as usize) << mask.place();
        if end > 64 * self.words {
            return None;
        }
        for (index, word) in rare.iter().enumerate().take(end.div_ceil(64)) {
            let mut open = !word;
            if end - 64 * index < 64 {
                open &= (1 << (end - 64 * index)) - 1;
            }
            while open != 0 {
                let half = (64 * index) as u8 + open.trailing_zeros() as u8;
                open &= open - 1;
                if !self.is_reached(half, heap, halved) {
                    return Some((half, true));
                }
            }
        }
        Some((candidate as u8, false))
    }

    /// Marks what a heap reaches by leaving one heap, or a small rare heap beside a common one of the same block.
    /// (Where an earlier heap of the block is rare, `gather_for` has marked the pairs.)
    fn mark_near(&mut self, heap: usize, lane: usize, halved: &Halved) {
        if self.rares.last().is_none_or(|(rare, _)| rare + lane < heap) {
            for (distance, half) in self.near.iter().take_while(|(distance, _)| *distance <= lane) {
                self.gathered.put(COMMON, lane, halved.half(heap - distance) ^ half);
            }
        }
        for amount in &self.amounts.one {
            let value = halved.at(heap - amount);
            let class = if halved.mask.is_rare(value, heap) { RARE } else { COMMON };
            self.gathered.put(class, lane, halved.half(heap - amount));
        }
    }

    /// Is a rare-type value with this half reached by a split? The pairs are swept over in parts: if the value is
    /// reached, a few of them mostly show it.
    fn is_reached(&mut self, half: u8, heap: usize, halved: &Halved) -> bool {
        self.open_cost.open += 1;
        let near = [(64, 1024), (64 + heap / 16, 4096), (heap / 5, 16384), (1, usize::MAX)];
        for (from, length) in near {
            let mut swept = 0;
            for (amount, unequal) in &self.amounts.split {
                let rest = heap - amount;
                let to = (rest / 2 + 1).min(from.saturating_add(length));
                let sweep = PairSweep { rest, from, to, sum: half, unequal: *unequal };
                swept += to.saturating_sub(from);
                if self.simd.contains_pair(&halved.halves, &halved.rare, sweep) {
                    self.work += swept as u64 / 32;
                    return true;
                }
            }
            self.work += swept as u64 / 32;
        }
        self.open_cost.sweeps += 1;
        false
    }

    /// More samples where too much is left open, fewer where hardly anything is.
    fn adapt(&mut self) {
        self.open_cost.blocks += 1;
        if self.open_cost.blocks < 256 {
            return;
        }
        let (heaps, cost) = (64 * u64::from(self.open_cost.blocks), self.open_cost.open + 16 * self.open_cost.sweeps);
        if cost > heaps && self.used < 2048 {
            self.used *= 2;
        } else if 32 * cost < heaps && self.used > 32 {
            self.used -= self.used / 4;
        }
        self.open_cost = OpenCost::default();
    }
}
