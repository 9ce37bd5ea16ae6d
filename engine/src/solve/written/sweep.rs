//! Fills a grid of positions in lexicographic order, many positions at once.
//!
//! Moves need not follow that order: a position with an option whose value is not known when its turn comes stays
//! unknown, and so does one whose code ends with a `Bailout`. The search values those later.

#![expect(clippy::cast_possible_truncation, reason = "places in a grid are below 2^31")]

use super::grid::{GridCell, GridCells, ValueGrid, cell, step, unfold, with_cells};
use super::marks::Marks;
use super::plan::{Plan, plan};
use super::runs;
use super::strategy::StrategyCounts;
use crate::code::form::{Code, Domain, RuleCode, StepCode};
use crate::code::lanes::{LaneArray, LaneError, Lanes, WIDTH};
use crate::code::run_many::{LaneInterpreter, NO_OPTION};
use crate::code::run_one::{LoopEnd, each};
use crate::game::Operator;
use crate::ledger::FastPath;
use crate::solve::{Budget, SolveError, Solved};

pub(super) struct GridSweep<'a> {
    domain: Option<&'a Code>,
    over: Option<&'a Code>,
    plans: Vec<Plan<'a>>,
    slots: usize,
    arity: usize,
}

/// Buffers for [`GridSweep::value_at`], reused from call to call.
#[derive(Default)]
pub(super) struct PositionBuffers {
    interpreter: LaneInterpreter,
    pub marks: Marks,
    frame: Vec<i64>,
}

/// Adjacent cells of the grid, from `first` on. `inside` is 1 for those that are positions, and `moving` for positions
/// where `over` does not hold.
struct PositionBlock {
    first: usize,
    count: usize,
    inside: LaneArray,
    moving: LaneArray,
}

/// Why a block was not finished.
enum BlockFailure {
    Lanes,
    /// A value does not fit the cells, which must be widened.
    Wider,
    Stop(SolveError),
}

impl From<LaneError> for BlockFailure {
    fn from(_: LaneError) -> BlockFailure {
        BlockFailure::Lanes
    }
}

/// How many blocks may fail before the sweep ends and the rest is left to the search.
const MOST_FAILED_BLOCKS: usize = 64;
/// It ends as well if so many positions were looked at and only one in [`SHARE_FOUND`] has a value: the moves go in another order, or
/// come back.
const TRIED: usize = 1 << 16;
const SHARE_FOUND: usize = 8;

impl<'a> GridSweep<'a> {
    /// A sweep of the rule with this index, if its options are sums of its own positions and constant nim-heaps.
    pub fn of(rule: &'a RuleCode, index: usize, domain: &'a Domain) -> Option<GridSweep<'a>> {
        FastPath::Sweep.on()?;
        let mut plans = Vec::new();
        for clause in &rule.clauses {
            plan(clause, index, &mut plans)?;
        }
        let slots = rule.slots.max(domain.slots);
        Some(GridSweep { domain: domain.condition.as_ref(), over: rule.over.as_ref(), plans, slots, arity: rule.arity })
    }

    /// Does a position have many options, so that [`GridSweep::value_at`] is faster than generating them one by one?
    /// True if a clause ends with a variable that runs through a range, and the rule has no domain.
    pub fn is_wide(&self) -> bool {
        self.domain.is_none() && self.plans.iter().any(|plan| plan.run.is_some())
    }

    /// The value of a single position, or as `Err` the places of its options without a value. `None` if an option
    /// lies on the search path or outside the grid, or if code ends with a `Bailout`. Only for rules without a domain.
    pub fn value_at<'r>(
        &self,
        grid: &ValueGrid,
        coordinates: &[i64],
        buffers: &'r mut PositionBuffers,
    ) -> Option<Result<u64, &'r [usize]>> {
        buffers.frame.clear();
        buffers.frame.extend_from_slice(coordinates);
        buffers.frame.resize(self.slots, 0);
        buffers.interpreter.slots.resize(self.slots, Lanes::same(0));
        buffers.marks.begin();
        if let Some(over) = self.over
            && over.holds(&mut buffers.frame).ok()?
        {
            return Some(Ok(0));
        }
        for plan in &self.plans {
            with_cells!(&grid.cells, cells => self.clause_at(plan, cells, grid, buffers))?;
        }
        let marks = &mut buffers.marks;
        if marks.is_complete() { Some(Ok(marks.mex())) } else { marks.missing().map(Err) }
    }

    fn clause_at<T: GridCell>(
        &self,
        plan: &Plan,
        cells: &[T],
        grid: &ValueGrid,
        buffers: &mut PositionBuffers,
    ) -> Option<()> {
        let PositionBuffers { interpreter, marks, frame } = buffers;
        let ended = each(plan.outer, frame, &mut |frame| {
            runs::mark(plan, interpreter, marks, frame, cells, &grid.sizes, &grid.strides).map_err(LoopEnd::from)
        });
        ended.ok()
    }

    /// Computes the values that are not known yet. If it is interrupted, or there is no room for wider cells, the
    /// values found so far stay in the grid.
    pub fn fill(&self, grid: &mut ValueGrid, budget: &Budget, counts: &mut StrategyCounts) -> Solved<()> {
        let (sizes, strides) = (grid.sizes.clone(), grid.strides.clone());
        let mut state = SweepState::new(self, &sizes, &strides, budget);
        let ended = self.fill_blocks(&mut state, grid);
        counts.swept += state.settled;
        counts.add_marks(&state.marks);
        ended
    }

    fn fill_blocks(&self, state: &mut SweepState, grid: &mut ValueGrid) -> Solved<()> {
        let (length, width) = (grid.len(), grid.sizes.last().map_or(1, |size| *size as usize));
        let (mut first, mut failed, mut left) = (0, 0, 0);
        while first < length {
            // Within a row the coordinates are lines, which is faster; but blocks should not be short, so short rows
            // are put together.
            let available = if width >= WIDTH / 8 { width - first % width } else { length - first };
            let count = available.min(WIDTH);
            state.budget.progress(first as u64, length as u64)?;
            let done = with_cells!(&mut grid.cells, cells => state.block(cells, first, count));
            if !matches!(done, Err(BlockFailure::Wider)) {
                left += grid.unknown(first, count);
            }
            if first >= TRIED && left >= first - first / SHARE_FOUND {
                return Ok(());
            }
            match done {
                Ok(()) => first += count,
                Err(BlockFailure::Wider) => grid.widen(state.budget)?,
                Err(BlockFailure::Stop(stop)) => return Err(stop),
                Err(BlockFailure::Lanes) if failed < MOST_FAILED_BLOCKS => {
                    failed += 1;
                    first += count;
                }
                Err(BlockFailure::Lanes) => return Ok(()),
            }
        }
        Ok(())
    }
}

/// The state of a sweep.
struct SweepState<'a, 's> {
    sweep: &'s GridSweep<'a>,
    sizes: &'s [i64],
    strides: &'s [i64],
    interpreter: LaneInterpreter,
    marks: Marks,
    /// For each plan with at most one option for each position, and each component of that option: its places for all
    /// positions of the block.
    places: Vec<[u32; WIDTH]>,
    frame: Vec<i64>,
    absent: u32,
    /// How many positions were valued.
    settled: u64,
    budget: &'s Budget,
}

impl<'a, 's> SweepState<'a, 's> {
    fn new(sweep: &'s GridSweep<'a>, sizes: &'s [i64], strides: &'s [i64], budget: &'s Budget) -> SweepState<'a, 's> {
        let single = sweep.plans.iter().filter(|plan| plan.has_single_option());
        let places = single.map(|plan| plan.components.len()).sum();
        let length: i64 = sizes.iter().product();
        SweepState {
            sweep,
            sizes,
            strides,
            interpreter: LaneInterpreter::new(sweep.slots),
            marks: Marks::of_neighbours(),
            places: vec![[0; WIDTH]; places],
            frame: vec![0; sweep.slots],
            absent: length as u32,
            settled: 0,
            budget,
        }
    }

    /// Values a block of `count` positions from `first` on.
    fn block<T: GridCell>(&mut self, cells: &mut [T], first: usize, count: usize) -> Result<(), BlockFailure> {
        let open = |cell: &T| *cell == T::UNKNOWN || *cell == T::OPEN;
        if !cells[first..first + count].iter().any(open) {
            return Ok(());
        }
        self.interpreter.count = count;
        self.interpreter.splits = false;
        self.place_lanes(first, count);
        let inside = match self.sweep.domain {
            None => Lanes::same(1),
            Some(domain) => self.interpreter.value(domain, None)?,
        };
        if inside.uniform() == Some(0) {
            cells[first..first + count].fill(T::ABSENT);
            return Ok(());
        }
        let inside = self.interpreter.written(inside)?;
        let moving = match self.sweep.over {
            None => self.interpreter.copy_of(&inside),
            Some(over) => {
                let over = self.interpreter.value(over, Some(&inside))?;
                let mut moving = self.interpreter.written(over)?;
                for (over, inside) in moving[..count].iter_mut().zip(&inside[..]) {
                    *over = inside & (1 - *over);
                }
                moving
            }
        };
        let plans = &self.sweep.plans;
        let mut next = 0;
        for plan in plans.iter().filter(|plan| plan.has_single_option()) {
            self.place_single_options(plan, next, &moving)?;
            next += plan.components.len();
        }
        let block = PositionBlock { first, count, inside, moving };
        self.settle(cells, &block)?;
        self.interpreter.done(Lanes::Column(block.inside));
        self.interpreter.done(Lanes::Column(block.moving));
        Ok(())
    }

    /// Sets the slots of the interpreter to the coordinates of the block's positions.
    fn place_lanes(&mut self, first: usize, count: usize) {
        let arity = self.sweep.arity;
        unfold(first, self.strides, &mut self.frame);
        let last = arity - 1;
        let in_a_row = self.frame[last] + count as i64 <= self.sizes[last];
        let mut columns: Vec<LaneArray> = Vec::new();
        if !in_a_row {
            columns = (0..arity).map(|_| self.interpreter.column()).collect();
            let mut coordinates = self.frame[..arity].to_vec();
            let mut from = 0;
            while from < count {
                // Up to the end of a row only the last coordinate changes.
                let to = count.min(from + (self.sizes[last] - coordinates[last]) as usize);
                for (column, n) in columns.iter_mut().zip(&coordinates).take(last) {
                    column[from..to].fill(*n);
                }
                for (lane, n) in columns[last][from..to].iter_mut().zip(coordinates[last]..) {
                    *lane = n;
                }
                coordinates[last] = self.sizes[last] - 1;
                step(&mut coordinates, self.sizes);
                from = to;
            }
        }
        let mut columns = columns.into_iter();
        for slot in 0..self.sweep.slots {
            let lanes = match columns.next() {
                Some(column) if slot < arity => Lanes::Column(column),
                _ if slot < arity => Lanes::Line { start: self.frame[slot], step: i64::from(slot == last) },
                _ => Lanes::same(0),
            };
            let old = std::mem::replace(&mut self.interpreter.slots[slot], lanes);
            self.interpreter.done(old);
        }
    }

    /// Computes the places of a plan's options for all positions of the block, into `places` from index `from` on.
    fn place_single_options(&mut self, plan: &Plan, from: usize, moving: &LaneArray) -> Result<(), LaneError> {
        let mut active = self.interpreter.copy_of(moving);
        let count = self.interpreter.count;
        if let Some((slot, member, end)) = plan.fixed_variable {
            self.interpreter.slots[slot] = Lanes::same(member);
            if let Some(end) = end {
                let end = self.interpreter.value(end, Some(&active))?;
                let below = self.interpreter.binary(Operator::LessOrEqual, Lanes::same(member), end, Some(&active))?;
                restrict(&mut active, &below, count);
            }
        }
        for test in plan.tests {
            let StepCode::Test(condition) = test else { return Err(LaneError::Bailout) };
            let truth = self.interpreter.value(condition, Some(&active))?;
            restrict(&mut active, &truth, count);
            self.interpreter.done(truth);
        }
        for (index, part) in plan.components.iter().enumerate() {
            let mut places = std::mem::take(&mut self.places);
            let found = self.part(part, &active, &mut places[from + index]);
            self.places = places;
            found?;
        }
        self.interpreter.done(Lanes::Column(active));
        Ok(())
    }

    /// The place of one component in each lane: that of the cell that is always `ABSENT` if it does not exist, and of
    /// the next cell, always `UNKNOWN`, if it lies outside the grid.
    fn part(&mut self, coordinates: &[Code], active: &LaneArray, places: &mut [u32; WIDTH]) -> Result<(), LaneError> {
        let found = self.interpreter.places(coordinates, Some(active), self.sizes, self.strides)?;
        let (count, absent) = (self.interpreter.count, self.absent);
        let lanes = places[..count].iter_mut().zip(&active[..count]);
        match found {
            None => places[..count].fill(absent),
            Some(Lanes::Line { start, step }) => {
                let mut place = start;
                for (here, active) in lanes {
                    *here = if *active != 0 { place as u32 } else { absent };
                    place += step;
                }
            }
            Some(Lanes::Column(column)) => {
                for ((here, active), place) in lanes.zip(&column[..count]) {
                    let outside = if *active == 0 || *place < NO_OPTION { absent } else { absent + 1 };
                    *here = if *active != 0 && *place >= 0 { *place as u32 } else { outside };
                }
                self.interpreter.done(Lanes::Column(column));
            }
        }
        Ok(())
    }

    /// Values the positions of the block one by one.
    fn settle<T: GridCell>(&mut self, cells: &mut [T], block: &PositionBlock) -> Result<(), BlockFailure> {
        let is_simple = |plan: &Plan| plan.has_single_option() && plan.components.len() == 1 && plan.star == 0;
        let is_simple = self.sweep.plans.iter().all(is_simple);
        for lane in 0..block.count {
            let here = block.first + lane;
            if block.inside[lane] == 0 {
                cells[here] = T::ABSENT;
                continue;
            }
            self.marks.begin();
            if block.moving[lane] != 0 && is_simple {
                self.places.iter().for_each(|places| self.marks.mark(cells[places[lane] as usize]));
            } else if block.moving[lane] != 0 && !self.mark_all(cells, here, lane)? {
                continue;
            }
            if self.marks.is_complete() {
                let value = self.marks.mex();
                self.settled += 1;
                cells[here] = cell(value).ok_or(BlockFailure::Wider)?;
            }
        }
        Ok(())
    }

    /// Marks the values of all options of a position; false if the position must be left to the search.
    fn mark_all<T: GridCell>(&mut self, cells: &[T], here: usize, lane: usize) -> Result<bool, BlockFailure> {
        let sweep = self.sweep;
        let mut next = 0;
        let mut placed = false;
        for plan in &sweep.plans {
            if plan.has_single_option() {
                let places = &self.places[next..next + plan.components.len()];
                next += plan.components.len();
                match places {
                    [one] if plan.star == 0 => self.marks.mark(cells[one[lane] as usize]),
                    several => {
                        self.marks.mark_sum(several.iter().map(|places| cells[places[lane] as usize]), plan.star)
                    }
                }
                continue;
            }
            if !placed {
                unfold(here, self.strides, &mut self.frame);
                placed = true;
            }
            if !self.mark_runs(plan, cells)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn mark_runs<T: GridCell>(&mut self, plan: &Plan, cells: &[T]) -> Result<bool, BlockFailure> {
        let mut frame = std::mem::take(&mut self.frame);
        let mut stopped = None;
        let mut turns = 0u32;
        let ended = each(plan.outer, &mut frame, &mut |frame| {
            turns += 1;
            if turns.is_multiple_of(256)
                && let Err(stop) = self.budget.check()
            {
                stopped = Some(stop);
                return Err(LoopEnd::Enough);
            }
            runs::mark(plan, &mut self.interpreter, &mut self.marks, frame, cells, self.sizes, self.strides)
                .map_err(|_| LoopEnd::Bailout)
        });
        self.frame = frame;
        // The interpreter no longer holds the coordinates of the block. They are not needed: the places of options that
        // are found for the whole block were computed first.
        match (stopped, ended) {
            (Some(stop), _) => Err(BlockFailure::Stop(stop)),
            (None, Ok(())) => Ok(true),
            (None, Err(_)) => Ok(false),
        }
    }
}

fn restrict(active: &mut LaneArray, truth: &Lanes, count: usize) {
    match truth.uniform() {
        Some(0) => active[..count].fill(0),
        Some(_) => {}
        None => {
            if let Lanes::Column(truth) = truth {
                active[..count].iter_mut().zip(&truth[..count]).for_each(|(active, truth)| *active &= truth);
            } else {
                (0..count).for_each(|lane| active[lane] &= truth.at(lane));
            }
        }
    }
}
