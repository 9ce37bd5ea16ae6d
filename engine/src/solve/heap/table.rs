//! The list of the engines, and the table of the values of one ruleset: growth, periods and memory.

use std::sync::{Arc, Weak};

use super::cells::HeapValues;
use super::engine::{Engine, EngineKind, STRIDE};
use super::naive::Definition;
use super::period::{Effort, PeriodFinding, Proof, Prover, arithmetic, fold, prover, raise};
use super::pieces::Untabled;
use super::{bitmask, byteset, division, naive, sparse, splits, window};
use crate::game::{HeapRules, Original};
use crate::nim::{Nimber, Period};
use crate::solve::{Budget, Cost, SolveError, Solved, Theorem};

/// All engines, the fastest first. The last one, the definition, fits every ruleset; tests compare the others with
/// it.
pub static ENGINES: &[EngineKind] =
    &[bitmask::KIND, division::KIND, window::KIND, byteset::KIND, sparse::KIND, splits::KIND, naive::KIND];

/// The engine that computes by the definition; it fits every ruleset.
pub(super) static DEFINITION: &EngineKind = &naive::KIND;

/// The values of the heaps of one ruleset, as far as they were needed.
pub struct HeapTable {
    rules: Arc<HeapRules>,
    kind: &'static EngineKind,
    /// What gives the values instead of the engine, while it does.
    untabled: Option<Untabled>,
    /// `None` once a period is proved.
    engine: Option<Box<dyn Engine>>,
    pub(super) values: HeapValues,
    /// The theorem that can prove a period, if there is one; `None` once it has.
    prover: Option<Box<dyn Prover>>,
    /// The number of values at which the prover is asked again.
    next_attempt: usize,
    /// Once there is a proof, only the values below preperiod + period are kept.
    proof: Option<Proof>,
    /// Two measurements of the number of heaps known and the work done for them. Each is made when the number of
    /// heaps has at least doubled since the one before; together they show how the work grows.
    growth_samples: [(usize, u64); 2],
    /// How often [`HeapTable::period_asked`] has answered.
    asked: u32,
    /// Whether the last search for a period ended because the memory was full.
    full: bool,
    /// The rule with which the values were compared last, as it was written: they are equal.
    pub(in crate::solve) compared: Weak<Original>,
}

/// Whether a search for a period that found no proof could go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum CanContinue {
    /// Yes, when it is asked for again.
    Again,
    /// Only with more memory.
    Memory,
    /// No: there is a proof, or no theorem could give one.
    No,
}

/// Where no theorem applies, a period is searched for only among the heaps below this.
const UNPROVABLE: u64 = 1 << 14;

/// So many heaps, and an eighth of those that are known, are valued beyond one that is asked as the next.
const AHEAD: u64 = 64;

impl HeapTable {
    /// A table for these rules, with the fastest engine that fits.
    pub fn new(rules: Arc<HeapRules>) -> HeapTable {
        let fitting = ENGINES.iter().find_map(|kind| Some((kind, (kind.fits)(&rules)?)));
        let (kind, engine) = fitting.unwrap_or_else(|| (DEFINITION, Box::new(Definition::new(&rules))));
        let (prover, untabled) = (prover(&rules), Untabled::of(&rules));
        HeapTable { untabled, ..HeapTable::of(rules, kind, engine, prover) }
    }

    /// A table with a chosen engine and without proofs: every value comes from the engine. `None` if the engine
    /// does not fit. For tests and benchmarks.
    pub fn with_engine(rules: Arc<HeapRules>, kind: &'static EngineKind) -> Option<HeapTable> {
        let engine = (kind.fits)(&rules)?;
        Some(HeapTable::of(rules, kind, engine, None))
    }

    fn of(
        rules: Arc<HeapRules>,
        kind: &'static EngineKind,
        engine: Box<dyn Engine>,
        prover: Option<Box<dyn Prover>>,
    ) -> HeapTable {
        HeapTable {
            rules,
            kind,
            untabled: None,
            engine: Some(engine),
            values: HeapValues::default(),
            next_attempt: prover.as_ref().map_or(usize::MAX, |prover| prover.next_attempt(0)),
            prover,
            proof: None,
            growth_samples: [(0, 0); 2],
            asked: 0,
            full: false,
            compared: Weak::new(),
        }
    }

    /// The rules the values belong to.
    pub fn rules(&self) -> &Arc<HeapRules> {
        &self.rules
    }

    /// The work that the engine has done, in steps.
    #[cfg(test)]
    pub(super) fn work(&self) -> u64 {
        self.engine.as_ref().map_or(0, |engine| engine.work())
    }

    /// Which engine answers.
    pub fn engine(&self) -> &'static EngineKind {
        self.kind
    }

    /// The value of a heap.
    ///
    /// # Errors
    /// Those of the budget; a fault of the sets in the rules; `SolveError::Overflow` for a value beyond 64 bits.
    /// The values found before are kept.
    pub fn value(&mut self, heap: u64, budget: &Budget) -> Result<Nimber, SolveError> {
        if let Some(value) = self.get(heap) {
            return Ok(value);
        }
        if let Some(value) = self.far(heap, budget) {
            return value;
        }
        // Who asks heap by heap goes on so, and engines are fast for many heaps at a time. What ends the work beyond the heap
        // that is asked is no error of this question.
        if heap > 0 && heap == self.known() {
            let _ = self.fill(heap.saturating_add(AHEAD + heap / 8), budget);
            if let Some(value) = self.get(heap) {
                return Ok(value);
            }
        }
        self.fill(heap.saturating_add(1), budget)?;
        self.kept(heap)
    }

    /// The value of a heap more than twice as large as those stored, if the engine can compute it without all heaps
    /// between.
    fn far(&mut self, heap: u64, budget: &Budget) -> Option<Solved<Nimber>> {
        if heap <= self.known().saturating_mul(2).saturating_add(STRIDE as u64) {
            return None;
        }
        let found = self.engine.as_mut()?.far(heap, &self.values, budget)?;
        Some(found.map(Nimber))
    }

    /// The values of the heaps `from..=to`.
    ///
    /// # Errors
    /// As [`HeapTable::value`].
    pub fn values(&mut self, from: u64, to: u64, budget: &Budget) -> Result<Vec<Nimber>, SolveError> {
        if to < from {
            return Ok(Vec::new());
        }
        // The engine may be able to compute a few large heaps without all those before them.
        let single = (to - from).saturating_mul(STRIDE as u64) < to && self.far(to, budget).is_some();
        if !single {
            self.fill(to.saturating_add(1), budget)?;
        }
        let mut found = Vec::new();
        for (index, heap) in (from..=to).enumerate() {
            if index % STRIDE == 0 {
                budget.check()?;
            }
            found.push(if single { self.value(heap, budget)? } else { self.kept(heap)? });
        }
        Ok(found)
    }

    /// Makes the values of all heaps below `to` known.
    ///
    /// # Errors
    /// As [`HeapTable::value`].
    pub fn fill(&mut self, to: u64, budget: &Budget) -> Result<(), SolveError> {
        self.go_without_engine(to, budget)?;
        if self.known() >= to {
            return Ok(());
        }
        let goal = usize::try_from(to).unwrap_or(usize::MAX);
        let more = (goal as u64).saturating_mul(self.values.width() as u64).saturating_sub(self.values.held());
        if more > budget.free() {
            return self.prove_instead(to, budget.used().saturating_add(more), budget);
        }
        if self.prover.is_none() {
            // No proof can end the computation early, so it is refused at once if there is not enough room.
            self.values.reserve(goal, budget)?;
        }
        self.grow(goal, to, budget)
    }

    /// The value of a heap, if it is known without computing any.
    #[inline]
    pub fn get(&self, heap: u64) -> Option<Nimber> {
        if let Some(value) = self.stored(heap) {
            return Some(Nimber(value));
        }
        self.proof.and_then(|proof| self.folded(heap, &proof.period).ok())
    }

    #[inline]
    fn stored(&self, heap: u64) -> Option<u64> {
        // Where a word has 32 bits, a heap may be beyond every place.
        let value = usize::try_from(heap).ok().and_then(|place| self.values.get(place));
        value.or_else(|| self.untabled.as_ref()?.value(heap))
    }

    /// The values of heaps below this are known; those of all heaps, once a period is proved.
    pub fn known(&self) -> u64 {
        let known = self.untabled.as_ref().map_or(self.values.len() as u64, Untabled::known);
        if self.proof.is_some() { u64::MAX } else { known }
    }

    /// The period that is proved, its theorem, and the last heap that was compared; `None` without a proof.
    pub fn proved(&self) -> Option<(Period, Theorem, u64)> {
        self.proof.map(|proof| (proof.period, proof.theorem, proof.checked))
    }

    /// Is there a theorem that can prove a period for these rules, or has proved one?
    pub fn is_provable(&self) -> bool {
        self.prover.is_some() || self.proof.is_some()
    }

    /// Searches for a period with this effort. If no theorem could prove one and the effort has no limit of heaps,
    /// only the first few thousand heaps are searched. When the memory is full the search ends without an error.
    ///
    /// # Errors
    /// Those of the budget except `SolveError::Memory`; a fault of the sets in the rules.
    pub fn period(&mut self, effort: Effort, budget: &Budget) -> Result<PeriodFinding, SolveError> {
        let is_bounded = self.is_provable() || effort.heaps < u64::MAX;
        let farthest = if is_bounded { effort.heaps } else { UNPROVABLE };
        match self.search(Effort { heaps: farthest, ..effort }, budget) {
            Ok(()) => self.full = false,
            Err(SolveError::Memory { .. }) => self.full = true,
            Err(stop) => return Err(stop),
        }
        if let Some(proof) = self.proof {
            return Ok(PeriodFinding::Proved(proof));
        }
        let checked = self.known().saturating_sub(1);
        Ok(match arithmetic(&self.values, budget)? {
            Some(period) => PeriodFinding::Seen { period, checked },
            None => PeriodFinding::None { checked },
        })
    }

    /// [`HeapTable::period`] for a user who waits for the answer: with the usual effort, and twice as much each
    /// time the question is asked again.
    ///
    /// # Errors
    /// As [`HeapTable::period`].
    pub fn period_asked(&mut self, budget: &Budget) -> Result<PeriodFinding, SolveError> {
        let steps = Effort::USUAL.steps.saturating_mul(1 << self.asked.min(30));
        let found = self.period(Effort { steps, ..Effort::USUAL }, budget)?;
        self.asked += 1;
        Ok(found)
    }

    /// Could the last search for a period go on?
    pub fn can_continue(&self) -> CanContinue {
        match (&self.proof, &self.prover) {
            (Some(_), _) | (_, None) => CanContinue::No,
            _ if self.full => CanContinue::Memory,
            _ => CanContinue::Again,
        }
    }

    /// The heaps below the preperiod whose values are not those that the repetition, continued to the left, would
    /// give: the first of them, up to `most`, and how many there are.
    ///
    /// # Errors
    /// Those of the budget.
    pub fn exceptions(
        &self,
        period: &Period,
        most: usize,
        budget: &Budget,
    ) -> Result<(Vec<(u64, Nimber)>, u64), SolveError> {
        let (mut first, mut count) = (Vec::new(), 0);
        for heap in 0..period.preperiod {
            if heap % (1 << 16) == 0 {
                budget.check()?;
            }
            let periods = (period.preperiod - heap).div_ceil(period.period);
            let (Some(value), Some(later)) = (self.get(heap), self.get(heap + periods * period.period)) else { break };
            if i128::from(value.0) + i128::from(periods) * i128::from(period.saltus) == i128::from(later.0) {
                continue;
            }
            count += 1;
            if first.len() < most {
                budget.meter().push(&mut first, (heap, value))?;
            }
        }
        Ok((first, count))
    }

    /// Computes the values of all heaps below `goal`, or until a period is proved. `shown` is the goal that is
    /// shown as progress, 0 if it is unknown.
    fn grow(&mut self, goal: usize, shown: u64, budget: &Budget) -> Solved<()> {
        while self.values.len() < goal && self.proof.is_none() {
            budget.progress(self.values.len() as u64, shown)?;
            let stage = goal.min(self.next_attempt).max(self.values.len() + 1);
            let Some(engine) = &mut self.engine else { break };
            self.values.reserve(stage, budget)?;
            while self.values.len() < stage {
                budget.progress(self.values.len() as u64, shown)?;
                let next = stage.min(self.values.len() + engine.stride(self.values.len()));
                engine.extend(&mut self.values, next, budget)?;
                if self.values.len() >= 2 * self.growth_samples[1].0 {
                    self.growth_samples = [self.growth_samples[1], (self.values.len(), engine.work())];
                }
            }
            if stage >= self.next_attempt {
                self.try_prove(budget)?;
            }
        }
        Ok(())
    }

    /// Tries to prove a period with the values known so far.
    #[expect(clippy::cast_possible_truncation, reason = "the period was found among the values stored")]
    fn try_prove(&mut self, budget: &Budget) -> Solved<()> {
        let Some(prover) = &mut self.prover else { return Ok(()) };
        self.proof = prover.try_prove(&self.values, budget)?;
        self.next_attempt = prover.next_attempt(self.values.len());
        if let Some(proof) = self.proof {
            // What is kept was in memory before, so it fits.
            let kept = (proof.period.preperiod + proof.period.period) as usize;
            self.values.truncate(kept);
            self.engine = None;
            self.prover = None;
        }
        Ok(())
    }

    /// Makes the values of all heaps below `to` known without the engine, or a period, if there is a way.
    fn go_without_engine(&mut self, to: u64, budget: &Budget) -> Solved<()> {
        if let (Some(untabled), None) = (&mut self.untabled, &self.proof) {
            self.proof = untabled.reach(to.saturating_sub(1), budget)?;
            if self.proof.is_some() {
                (self.engine, self.prover) = (None, None);
            } else if untabled.known() < to {
                self.untabled = None;
            }
        }
        Ok(())
    }

    /// Grows until a period is proved or the effort is spent.
    fn search(&mut self, effort: Effort, budget: &Budget) -> Solved<()> {
        self.go_without_engine(effort.heaps, budget)?;
        let farthest = usize::try_from(effort.heaps).unwrap_or(usize::MAX);
        let work = |engine: &Option<Box<dyn Engine>>| engine.as_ref().map_or(0, |engine| engine.work());
        let begun = work(&self.engine);
        // How many heaps are computed before the work is measured again: few, where a heap takes long.
        let mut stride = 64;
        while self.proof.is_none() && self.values.len() < farthest && work(&self.engine) - begun < effort.steps {
            let before = work(&self.engine);
            let known = self.values.len();
            let most = self.engine.as_ref().map_or(STRIDE, |engine| engine.stride(known));
            let next = if stride < STRIDE { (known / stride + 1) * stride } else { known + stride };
            // An engine may have computed more heaps than asked, even beyond `next_attempt`; an attempt is then due at
            // the next heap.
            let attempt = self.next_attempt.max(known + 1);
            self.grow(next.min(farthest).min(attempt), 0, budget)?;
            let took_long = work(&self.engine).saturating_sub(before) > effort.steps / 64;
            stride = if took_long { (stride / 2).max(1) } else { (2 * stride).min(most) };
        }
        if self.proof.is_none() { self.try_prove(budget) } else { Ok(()) }
    }

    /// Called when there is no room for the values of all heaps below `heaps`: searches for a proof, which would
    /// make them unnecessary. Without one the result is `SolveError::Memory`, with an estimate of the cost.
    fn prove_instead(&mut self, heaps: u64, needed: u64, budget: &Budget) -> Solved<()> {
        let effort = if self.prover.is_some() { Effort::USUAL } else { Effort::GLANCE };
        match self.search(effort, budget) {
            Ok(()) | Err(SolveError::Memory { .. }) if self.proof.is_none() => {
                let cost = Some(Cost::Heaps { heaps, steps: self.steps_to(heaps) });
                Err(SolveError::Memory { needed: u128::from(needed), limit: budget.limits().memory, cost })
            }
            other => other,
        }
    }

    /// An estimate of the work for this many heaps, if it goes on growing by the same power as lately; `None` if
    /// too few heaps are known.
    #[expect(clippy::cast_possible_truncation, reason = "an estimate")]
    fn steps_to(&self, heaps: u64) -> Option<u128> {
        const ENOUGH: usize = 1 << 10;
        let [(fewer, less), (many, more)] = self.growth_samples;
        if fewer < ENOUGH || less == 0 {
            return None;
        }
        let power = (more as f64 / less as f64).ln() / (many as f64 / fewer as f64).ln();
        Some((more as f64 * (heaps as f64 / many as f64).powf(power)) as u128)
    }

    /// The value of a heap that [`HeapTable::fill`] has made known.
    pub(super) fn kept(&self, heap: u64) -> Solved<Nimber> {
        match (self.stored(heap), &self.proof) {
            (Some(value), _) => Ok(Nimber(value)),
            (None, Some(proof)) => self.folded(heap, &proof.period),
            // After a successful `fill` the heap is stored, or there is a proof.
            (None, None) => Err(MISSING),
        }
    }

    /// The value of a heap by a proved period.
    fn folded(&self, heap: u64, period: &Period) -> Solved<Nimber> {
        let (place, periods) = fold(heap, period);
        // The values below preperiod + period are kept when a period is proved.
        let value = self.stored(place).ok_or(MISSING)?;
        raise(value, periods, period)
    }
}

const MISSING: SolveError = SolveError::Internal("the value of a heap that was filled in is not stored");
