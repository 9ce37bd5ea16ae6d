//! Games that leave at most two heaps, by the sparse space phenomenon: heaps with *rare* values are few, and the
//! pairs that contain such a heap decide most values. `mask.rs` and `space.rs` explain this.

mod ahead;
mod gather;
mod halved;
mod mask;
mod space;

use std::panic::resume_unwind;
use std::thread;

use super::cells::HeapValues;
use super::engine::Leaves;
use super::engine::{Engine, EngineKind, STRIDE};
use super::simd::Simd;
use super::splits::Splits;
use crate::game::{Amounts, HeapRules, Likeness};
use crate::ledger::FastPath;
use crate::limits::CountingAllocator;
use crate::solve::{Budget, SolveError, Solved};
use crate::sorting;

use ahead::{Ahead, Follower};
use gather::SparseAmounts;
pub(super) use halved::{Halved, PAD};
use mask::Histogram;
pub(super) use mask::Mask;
use space::SparseSpace;

pub(super) const KIND: EngineKind = EngineKind {
    name: "sparse space",
    why: "a move leaves at most two heaps, and few heaps have rare values: pairs with a rare heap decide most values, 64 heaps at once",
    fits: |rules| Sparse::new(rules, Simd::best()).map(|engine| Box::new(engine) as Box<dyn Engine>),
};

/// Fewer values than this do not show which values are rare.
const START: usize = 4096;

/// The sparse space is used if at most one heap in this many is rare.
const SHARE: u64 = 8;

/// More threads than this do not help: one of them computes the values, and that is a sixth of the work.
const MOST_THREADS: usize = 4;

/// For less work, no threads are started.
const WORTH: Worth = Worth { heaps: 4096, windows: 600 };

/// Begins as [`Splits`] does, and changes to the sparse space when the values show one.
struct Sparse {
    splits: Splits,
    space: SparseSpace,
    /// The number of values at which the mask is to be chosen, or chosen again.
    next_survey: usize,
    /// The sparse space is left if more than one heap in this many is rare: [`SHARE`], except in tests.
    share: u64,
    /// [`WORTH`], except in tests.
    worth: Worth,
}

/// Work for which other threads are started.
#[derive(Clone, Copy)]
struct Worth {
    /// The least number of heaps.
    heaps: usize,
    /// The least number of windows, in words, that are marked for 64 of them.
    windows: usize,
}

impl Sparse {
    fn new(rules: &HeapRules, simd: Simd) -> Option<Sparse> {
        FastPath::SparseSpace.on()?;
        let splits = Splits::new(rules)?;
        let amounts = amounts(rules)?;
        let space = SparseSpace::new(simd, amounts);
        Some(Sparse { splits, space, next_survey: START, share: SHARE, worth: WORTH })
    }

    /// Chooses a mask; leaves the sparse space, or does not enter it, if too many heaps are rare.
    fn survey(&mut self, values: &mut HeapValues, budget: &Budget) -> Solved<()> {
        self.next_survey = 2 * values.len();
        let is_halved = values.halved().is_some();
        if !is_halved {
            self.space.histogram = Histogram::default();
            if values.span() as u64 > Halved::limit() || !values.len().is_multiple_of(64) {
                return Ok(());
            }
            for heap in 1..values.len() {
                self.space.histogram.count(values.stored(heap)?, heap);
            }
        }
        let (mask, rare) = self.space.histogram.best(self.space.parity());
        if rare * self.share > values.len() as u64 {
            return values.unhalve(budget);
        }
        // Until the next survey there are at most half as many rare heaps again.
        let rares = usize::try_from(rare + rare / 2).unwrap_or(usize::MAX).saturating_sub(self.space.rares.len());
        budget.meter().reserve(&mut self.space.rares, rares)?;
        match values.halved() {
            None => values.halve(mask, budget)?,
            Some(halved) if 4 * rare < 3 * self.space.rares.len() as u64 => halved.change(mask),
            Some(_) => {}
        }
        if let Some(halved) = values.halved() {
            self.space.survey(halved);
        }
        Ok(())
    }

    /// Computes blocks of 64 heaps until the next survey, with the help of other threads where that is worth while; false
    /// if the sparse space has to be left.
    fn blocks(&mut self, values: &mut HeapValues, to: usize, budget: &Budget) -> Solved<bool> {
        let to = to.min(self.next_survey);
        let Some((ahead, followers)) = self.ahead(values, to, budget) else {
            return self.each_block(values, to, budget, None);
        };
        let done = thread::scope(|scope| {
            let ending = ahead.ending();
            let follow = |follower| {
                let ahead = &ahead;
                // Without another thread the work is done by this one alone.
                thread::Builder::new().spawn_scoped(scope, move || ahead.follow(follower)).ok()
            };
            let threads: Vec<_> = followers.into_iter().filter_map(follow).collect();
            let done = self.each_block(values, to, budget, Some(&ahead));
            drop(ending);
            for thread in threads {
                match thread.join() {
                    Ok(bytes) => CountingAllocator::add(bytes),
                    Err(panic) => resume_unwind(panic),
                }
            }
            done
        });
        match done {
            // What the other threads took may be what was missing.
            Err(SolveError::Memory { .. }) => {
                drop(ahead);
                self.each_block(values, to, budget, None)
            }
            done => done,
        }
    }

    /// What other threads need to gather blocks ahead; `None` if they would not help much, or if there is no room.
    fn ahead(&mut self, values: &mut HeapValues, to: usize, budget: &Budget) -> Option<(Ahead, Vec<Follower>)> {
        let known = values.len();
        let helpers = budget.threads().min(MOST_THREADS) - 1;
        // A page has one thread.
        if cfg!(target_family = "wasm") || helpers == 0 || to < known + (known / 64).max(self.worth.heaps) {
            return None;
        }
        let windows = self.space.windows();
        if windows * self.space.words < self.worth.windows {
            return None;
        }
        let end = to.next_multiple_of(64);
        // What the threads tell each other takes as much again as one of them. Where that would leave little, this thread
        // needs the rest for itself.
        let each = Ahead::bytes(end, self.space.rares.capacity(), windows);
        if each.saturating_mul(helpers as u64 + 1) > budget.free() / 2 {
            return None;
        }
        values.reserve(end, budget).ok()?;
        let halved = values.halved()?;
        let followers = (0..helpers).map(|_| Follower::new(halved, &self.space.rares, end)).collect::<Option<_>>()?;
        Some((self.space.ahead(halved, to), followers))
    }

    fn each_block(
        &mut self,
        values: &mut HeapValues,
        to: usize,
        budget: &Budget,
        ahead: Option<&Ahead>,
    ) -> Solved<bool> {
        while values.len() < to {
            budget.check()?;
            values.reserve(values.len() + 64, budget)?;
            let Some(halved) = values.halved() else { return Ok(true) };
            halved.make_room(halved.len() + 64);
            match self.space.block(halved, ahead) {
                Ok(()) => ahead.into_iter().for_each(|ahead| ahead.tell(halved)),
                Err(_) if self.space.words == 4 => return Ok(false),
                Err(_) => self.space.words += 1,
            }
            if self.space.rares.len() as u64 * self.share > values.len() as u64 + START as u64 {
                return Ok(false);
            }
            values.note_largest(self.space.largest);
        }
        Ok(true)
    }
}

/// The amounts that leave one heap and two; `None` if the sets are not finite, amounts are too many or too large,
/// or some leave equal heaps.
fn amounts(rules: &HeapRules) -> Option<SparseAmounts> {
    let mut amounts = SparseAmounts { one: Vec::new(), split: Vec::new() };
    for clause in &rules.clauses {
        let Amounts::Finite(members) = &clause.amounts else { return None };
        let leaves = Leaves::of(&clause.shape);
        for amount in members.iter() {
            let amount = usize::try_from(*amount).ok().filter(|amount| *amount < START / 4)?;
            if leaves.one && amount > 0 {
                amounts.one.push(amount);
            }
            match leaves.split.map(|split| split.likeness) {
                None => {}
                Some(Likeness::Any) => amounts.split.push((amount, false)),
                Some(Likeness::Unequal | Likeness::NotAllEqual) => amounts.split.push((amount, true)),
                Some(Likeness::Equal) => return None,
            }
        }
    }
    sorting::sort(&mut amounts.one);
    amounts.one.dedup();
    // If an amount may leave any two heaps, leaving unequal ones adds nothing.
    sorting::sort(&mut amounts.split);
    amounts.split.dedup_by_key(|(amount, _)| *amount);
    (amounts.split.len() <= 64).then_some(amounts)
}

impl Engine for Sparse {
    fn extend(&mut self, values: &mut HeapValues, to: usize, budget: &Budget) -> Solved<()> {
        while values.len() < to {
            if values.len() >= self.next_survey {
                self.survey(values, budget)?;
            }
            if values.halved().is_none() {
                self.splits.extend(values, to.min(self.next_survey), budget)?;
            } else if !self.blocks(values, to, budget)? {
                values.unhalve(budget)?;
                self.next_survey = 2 * values.len();
            }
        }
        Ok(())
    }

    /// The budget is checked in each block, and threads are started for each call.
    fn stride(&self, known: usize) -> usize {
        STRIDE.max((known / 16).next_multiple_of(64))
    }

    fn work(&self) -> u64 {
        self.splits.work() + self.space.work
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use super::super::agreement::{code, defined};
    use super::super::{ENGINES, HeapTable, splits};
    use super::*;
    use crate::dice::{Dice, often, stride, tries};
    use crate::solve::Limits;

    /// The values of the heaps below `to` with the sparse space from heap 256 on, by this mask or the best one; and
    /// whether it was used to the end.
    fn early(rules: &HeapRules, simd: Simd, mask: Option<Mask>, to: usize) -> (Vec<u64>, bool) {
        let budget = Budget::default();
        let mut values = HeapValues::default();
        let mut sparse = Sparse::new(rules, simd).unwrap();
        sparse.next_survey = 256;
        sparse.share = 0;
        sparse.extend(&mut values, 256, &budget).unwrap();
        if let Some(mask) = mask {
            values.halve(mask, &budget).unwrap();
            sparse.space.survey(values.halved().unwrap());
            sparse.next_survey = usize::MAX;
        }
        sparse.extend(&mut values, to, &budget).unwrap();
        let halved = values.halved().is_some();
        ((0..to).map(|heap| values.get(heap).unwrap()).collect(), halved)
    }

    #[test]
    fn the_sparse_space_is_exact_from_the_beginning() {
        let mut dice = Dice::new(64);
        let mut sparse = 0;
        for _ in 0..tries(120) {
            let digits: Vec<u32> = (0..5).map(|place| dice.small::<u32>(8) & if place == 0 { 4 } else { 7 }).collect();
            let rules = code(&digits);
            if Sparse::new(&rules, Simd::plain()).is_none() {
                continue;
            }
            let expected = defined(&rules, 900);
            for simd in Simd::available() {
                let (found, halved) = early(&rules, simd, None, 900);
                assert!(found == expected, "{digits:?} by {simd:?}");
                sparse += usize::from(halved);
            }
        }
        assert!(sparse > often(100), "only {sparse} stayed in the sparse space");
    }

    #[test]
    fn any_number_of_threads_finds_the_same_values_by_the_same_work() {
        /// The values below `to` and the work for them, and how many blocks other threads have gathered.
        fn found(rules: &HeapRules, threads: usize, to: usize) -> (Vec<u64>, u64, u64) {
            let budget = Budget::default();
            budget.set_threads(threads);
            let mut values = HeapValues::default();
            let mut sparse = Sparse::new(rules, Simd::best()).unwrap();
            sparse.worth = Worth { heaps: 64, windows: 0 };
            for part in 1..=4 {
                sparse.extend(&mut values, to * part / 4, &budget).unwrap();
            }
            (values.all().collect(), sparse.work(), sparse.space.gathered_ahead)
        }
        let begun = Instant::now();
        let mut ahead = 0;
        for digits in [&[0, 6][..], &[0, 1, 6], &[0, 1, 0, 4], &[0, 0, 0, 7], &[4, 0, 2, 6], &[0, 3, 7, 6], &[0, 5, 6]]
        {
            let rules = code(digits);
            let to = 20_000 + 64 * digits.len();
            let (values, work, none) = found(&rules, 1, to);
            assert_eq!(none, 0);
            for threads in [2, 3, 9] {
                let (others, others_work, some) = found(&rules, threads, to);
                assert!(others == values && others_work == work, "{digits:?} by {threads} threads");
                ahead += some;
            }
        }
        // On a machine that is busy, other threads may come too late.
        let rules = code(&[0, 6]);
        let alone = found(&rules, 1, 200_000);
        while ahead < 1_000 && begun.elapsed() < Duration::from_secs(100) {
            let (values, work, some) = found(&rules, 2, 200_000);
            assert!((values, work) == (alone.0.clone(), alone.1));
            ahead += some;
        }
        assert!(ahead >= 1_000, "other threads gathered {ahead} blocks");
    }

    #[test]
    fn what_fits_in_memory_for_one_thread_does_so_for_several() {
        /// How many heaps are computed with so much memory.
        fn reached(digits: &[u32], threads: usize, memory: u64) -> usize {
            let budget = Budget::new(Limits { memory }, Arc::default());
            // The budget allows two million bytes besides, which these take.
            let ballast = vec![1u8; 2_000_000];
            budget.set_threads(threads);
            let mut values = HeapValues::default();
            let mut sparse = Sparse::new(&code(digits), Simd::best()).unwrap();
            sparse.worth = Worth { heaps: 64, windows: 0 };
            let ended = sparse.extend(&mut values, 40_000, &budget);
            assert!(matches!(ended, Ok(()) | Err(SolveError::Memory { .. })));
            drop(ballast);
            values.len()
        }
        for digits in [&[0, 6][..], &[0, 3, 7, 6], &[4, 0, 2, 6]] {
            let mut ends = Vec::new();
            for memory in (100_000..1_500_000).step_by(40_000 * stride()) {
                let alone = reached(digits, 1, memory);
                let together = reached(digits, 3, memory);
                assert!(together >= alone, "{digits:?} in {memory} bytes: {together} heaps and not {alone}");
                ends.push(alone);
            }
            assert!(ends[0] < 40_000 && ends.last() == Some(&40_000), "{ends:?}");
        }
    }

    #[test]
    fn every_mask_is_exact() {
        let simd = *Simd::available().last().unwrap();
        for digits in [&[0, 6][..], &[0, 0, 7], &[0, 7, 6], &[4, 0, 1, 7], &[0, 1, 6, 4]] {
            let rules = code(digits);
            let expected = defined(&rules, 700);
            for bits in [1, 2, 3, 4, 6, 7, 12, 16, 31, 64, 256] {
                for (position, odd) in [(false, false), (true, false), (true, true)] {
                    let splits = amounts(&rules).unwrap().split;
                    if position && splits.iter().any(|(amount, _)| (amount % 2 == 1) != odd) {
                        continue;
                    }
                    let mask = Mask { bits, position, odd };
                    assert!(early(&rules, simd, Some(mask), 700).0 == expected, "{digits:?} with {mask:?}");
                }
            }
        }
    }

    #[test]
    fn unequal_splits_are_exact() {
        use crate::game::Shape;
        for amounts in [&[0][..], &[0, 1], &[1, 2, 5], &[3]] {
            let moves = vec![
                (Shape::exactly(1, Likeness::Any), Amounts::finite(vec![2, 7])),
                (Shape::exactly(2, Likeness::Unequal), Amounts::finite(amounts.to_vec())),
            ];
            let rules = HeapRules::new(moves, Amounts::none()).unwrap();
            let expected = defined(&rules, 1500);
            for simd in Simd::available() {
                assert!(early(&rules, simd, None, 1500).0 == expected, "{amounts:?} by {simd:?}");
            }
        }
    }

    #[test]
    fn surveys_and_wider_sets_change_nothing() {
        for digits in [&[0, 1, 6][..], &[0, 6], &[0, 0, 0, 7], &[0, 3, 7, 6], &[0, 5, 6], &[0, 1, 4], &[4, 0, 2, 6]] {
            let rules = Arc::new(code(digits));
            let budget = Budget::default();
            let mut one = HeapTable::with_engine(rules.clone(), &KIND).unwrap();
            let pairs = ENGINES.iter().find(|kind| kind.name == splits::KIND.name).unwrap();
            let mut other = HeapTable::with_engine(rules, pairs).unwrap();
            let found = one.values(0, 17_500, &budget).unwrap();
            assert!(found == other.values(0, 17_500, &budget).unwrap(), "{digits:?}");
        }
    }
}
