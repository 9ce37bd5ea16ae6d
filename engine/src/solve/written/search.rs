//! The search for the value of a position: depth first, with a memo, and with a stack of its own instead of recursion.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::expand::{Expansion, OptionValues};
use super::grid::{PositionState, unfold};
use super::key::{Node, PositionKey, unpack};
use super::memos::WrittenGames;
use super::sweep::{GridSweep, PositionBuffers};
use crate::game::{Component, Ruleset, Summand, metered};
use crate::nim::Nimber;
use crate::search::growth::{LONGEST_GROWTH, growth_along, size};
use crate::solve::heaps::Heaps;
use crate::solve::{Budget, SolveError, Solved};

/// A position on the stack, with what is known of its options. When its value is found, it is added to those that its
/// parent has seen, so that the parent need not be expanded again.
#[derive(Clone, Debug)]
pub(super) struct StackEntry {
    pub node: Node,
    /// The index on the stack of the parent, the position that waits for this one; the first position has itself.
    waiting: usize,
    /// The values of options seen so far, a bit for each; or [`StackEntry::AGAIN`].
    seen: u64,
    /// Is it open? Then it is on the path.
    entered: bool,
}

impl StackEntry {
    /// The position must be expanded again when its options on the stack have values: not all options were seen, or not
    /// all values are below 63. Sets of values do not use this bit.
    const AGAIN: u64 = 1 << 63;

    fn new(node: Node, waiting: usize) -> StackEntry {
        StackEntry { node, waiting, seen: Self::AGAIN, entered: false }
    }

    fn see(&mut self, value: Nimber) {
        self.seen |= if value.0 < 63 { 1 << value.0 } else { Self::AGAIN };
    }

    /// The value, if `seen` has those of all options.
    fn value(&self) -> Option<Nimber> {
        (self.seen & Self::AGAIN == 0).then(|| Nimber(self.seen.trailing_ones().into()))
    }
}

/// The state of a search, with buffers that are reused.
pub(super) struct SearchState<'a> {
    stack: Vec<StackEntry>,
    /// How many positions were valued, and the sum of their values.
    valued: (u64, u64),
    /// What the last expansion found.
    pub found: OptionValues,
    buffers: PositionBuffers,
    pub heaps: &'a mut Heaps,
    pub budget: &'a mut Budget,
}

impl<'a> SearchState<'a> {
    pub fn new(heaps: &'a mut Heaps, budget: &'a mut Budget) -> SearchState<'a> {
        SearchState {
            stack: Vec::new(),
            valued: (0, 0),
            found: OptionValues::default(),
            buffers: PositionBuffers::default(),
            heaps,
            budget,
        }
    }

    /// Takes the last position off the stack and adds its value to those that its parent has seen.
    fn leave(&mut self, value: Nimber) {
        let Some(left) = self.stack.pop() else { return };
        if let Some(entry) = self.stack.get_mut(left.waiting) {
            entry.see(value);
        }
    }
}

impl WrittenGames {
    /// Finds the value of a position, and of all positions below it that are needed. They are stored in the memos.
    pub(super) fn search(&mut self, start: &Node, heaps: &mut Heaps, budget: &mut Budget) -> Solved<()> {
        let mut search = SearchState::new(heaps, budget);
        search.stack.push(StackEntry::new(start.clone(), 0));
        let result = self.run(&mut search);
        self.counts.add_marks(&search.buffers.marks);
        self.usual_value = search.valued.1 / search.valued.0.max(1);
        if result.is_err() {
            // To look up a position with a long list takes as long as to make it, so only entries that were entered are
            // looked up: no others can be open.
            for StackEntry { node, .. } in search.stack.iter().filter(|entry| entry.entered) {
                if self.state(node) == PositionState::Open {
                    self.memos[node.memo].abandon(node.rule, &node.key, search.budget);
                }
            }
            search.budget.meter().set_aside(search.stack);
        }
        result
    }

    fn run(&mut self, search: &mut SearchState) -> Solved<()> {
        let mut turns = 0u64;
        while let Some(StackEntry { node, entered, .. }) = search.stack.last().cloned() {
            turns += 1;
            if self.step_limit.is_some_and(|most| turns > most) {
                return Err(SolveError::Positions { limit: turns });
            }
            // A turn that generates thousands of options checks the budget by itself.
            if turns.is_multiple_of(8) {
                search.budget.check().map_err(|stop| stop.or_growth(|| self.stack_growth(&search.stack)))?;
            }
            if turns.is_multiple_of(256) {
                search.budget.progress(self.memos[node.memo].len() as u64, 0)?;
            }
            if !entered {
                if let PositionState::Known(value) = self.state(&node) {
                    search.leave(value);
                    continue;
                }
                if !self.enter(&node, search)? {
                    continue;
                }
            }
            let value_from_options = search.stack.last().and_then(StackEntry::value);
            self.counts.from_options += u64::from(value_from_options.is_some());
            let expanded =
                value_from_options.map_or_else(|| self.expand(&node, search), |value| Ok(Expansion::Value(value)));
            match expanded.map_err(|stop| stop.or_growth(|| self.stack_growth(&search.stack)))? {
                Expansion::Value(value) => {
                    self.memos[node.memo].set(node.rule, &node.key, Some(value.0), search.budget)?;
                    search.valued = (search.valued.0 + 1, search.valued.1.saturating_add(value.0));
                    search.leave(value);
                }
                Expansion::Back(back) => return Err(self.cycle(&search.stack, &back)),
                Expansion::Missing => self.push(search)?,
            }
            if search.stack.len() > LONGEST_GROWTH && turns.is_multiple_of(1 << 16) {
                self.stack_growth(&search.stack).map_or(Ok(()), Err)?;
            }
        }
        Ok(())
    }

    /// Opens a position, unless filling in a grid gives its value. Returns whether it is open now.
    fn enter(&mut self, node: &Node, search: &mut SearchState) -> Solved<bool> {
        if self.fill(node, search.budget)? {
            return Ok(false);
        }
        if self.memos[node.memo].should_consider_grid(node.rule) {
            self.consider_grid(search.stack.iter().map(|entry| &entry.node), node, search.budget)?;
            if self.state(node) != PositionState::Unknown {
                return Ok(false);
            }
        }
        let opened = self.memos[node.memo].open(node.rule, &node.key, search.budget);
        opened.map_err(|stop| stop.or_growth(|| self.stack_growth(&search.stack)))?;
        if let Some(entry) = search.stack.last_mut() {
            entry.entered = true;
        }
        Ok(true)
    }

    /// Puts the missing positions on the stack. The budget is asked for room before it grows.
    fn push(&self, search: &mut SearchState) -> Solved<()> {
        let (length, more) = (search.stack.len(), search.found.missing.len());
        if length + more > search.stack.capacity() {
            let room = (length + more).max(2 * length).max(1 << 8) - length;
            metered::reserve(&mut search.stack, room, search.budget.meter())
                .map_err(|halt| SolveError::from(halt).or_growth(|| self.stack_growth(&search.stack)))?;
        }
        let waiting = length - 1;
        if let Some(entry) = search.stack.last_mut() {
            entry.seen = if search.found.complete {
                search.found.seen.bits().unwrap_or(StackEntry::AGAIN)
            } else {
                StackEntry::AGAIN
            };
        }
        search.stack.extend(search.found.missing.drain(..).map(|node| StackEntry::new(node, waiting)));
        Ok(())
    }

    /// Expands a position: generates its options until all have been seen or enough are missing. It tries the grid
    /// first, then compiled code, then the evaluator.
    fn expand(&mut self, node: &Node, search: &mut SearchState) -> Solved<Expansion> {
        search.found.clear();
        if let Some(expanded) = self.expand_in_grid(node, search) {
            self.counts.in_grid += 1;
            return Ok(expanded);
        }
        if let Some(expanded) = self.expand_by_code(node, &mut search.found, search.heaps, search.budget)? {
            let is_board = self.memos[node.memo].code.rules[node.rule].is_none();
            *(if is_board { &mut self.counts.boards } else { &mut self.counts.code }) += 1;
            return Ok(expanded);
        }
        // Interrupted code also ends with a `Bailout`: then stop here.
        search.budget.check()?;
        search.found.clear();
        self.counts.definition += 1;
        self.expand_by_definition(node, search)
    }

    /// Expands a position by reading the values of its options from the grid. `None` if that is not possible, as when
    /// an option is not in the grid, or not likely to be faster.
    fn expand_in_grid(&self, node: &Node, search: &mut SearchState) -> Option<Expansion> {
        let memo = &self.memos[node.memo];
        let (grid, PositionKey::Small(key)) = (memo.grid_to_read(node.rule)?, &node.key) else { return None };
        let mut coordinates = [0; PositionKey::MOST];
        let coordinates = coordinates.get_mut(..memo.rules[node.rule].arity)?;
        unpack(*key, coordinates);
        grid.place(coordinates)?;
        let (rule, domain) = memo.code.compiled(node.rule)?;
        let missing = match GridSweep::of(rule, node.rule, domain)?.value_at(grid, coordinates, &mut search.buffers)? {
            Ok(value) => return Some(Expansion::Value(Nimber(value))),
            Err(missing) => missing,
        };
        search.found.complete = false;
        for place in missing.iter().take(OptionValues::ABREAST) {
            unfold(*place, &grid.strides, coordinates);
            let key = PositionKey::of_numbers(coordinates)?;
            search.found.missing.push(Node { memo: node.memo, rule: node.rule, key });
        }
        Some(Expansion::Missing)
    }

    pub(super) fn expand_by_definition(&mut self, node: &Node, search: &mut SearchState) -> Solved<Expansion> {
        let mut ended: Option<Solved<Expansion>> = None;
        let mover = self.memos[node.memo].mover.clone();
        let coordinates = self.memos[node.memo].coordinates(node.rule, &node.key);
        let mut ticks = 0u32;
        let expanded = mover.each_option(node.rule, &coordinates, &mut |option| {
            ticks += 1;
            if ticks.is_multiple_of(1 << 12)
                && let Err(stop) = search.budget.check()
            {
                ended = Some(Err(stop));
                return Ok(ControlFlow::Break(()));
            }
            match self.option_value(node.memo, option, search) {
                Ok((known, true)) => search.found.note_option(known.0, true),
                Ok((known, false)) => {
                    search.found.note_option(known.0, false);
                    search.found.complete &= matches!(option, [part] if part.copies % 2 == 1);
                }
                Err(other) => {
                    ended = Some(other);
                    return Ok(ControlFlow::Break(()));
                }
            }
            if !search.found.is_full() {
                return Ok(ControlFlow::Continue(()));
            }
            search.found.complete = false;
            Ok(ControlFlow::Break(()))
        });
        let _ = expanded.map_err(|fault| search.budget.left(fault, self.position(node)))?;
        if let Some(ended) = ended {
            return ended;
        }
        Ok(if search.found.missing.is_empty() {
            Expansion::Value(search.found.seen.value())
        } else {
            Expansion::Missing
        })
    }

    /// The nim-sum of the known components of an option, and whether all are known; the others are added to those
    /// missing. `Err` if the expansion ends here: by a cycle or an error.
    fn option_value(
        &mut self,
        here: usize,
        option: &[Summand],
        search: &mut SearchState,
    ) -> Result<(Nimber, bool), Solved<Expansion>> {
        let mut total = Nimber::ZERO;
        let mut is_known = true;
        for part in option {
            if search.found.grouped && part.copies % 2 == 0 {
                continue;
            }
            let value = match &part.component {
                Component::Star(k) => Nimber(*k),
                Component::Position(position) => match &position.game.ruleset {
                    Ruleset::Heap(rules) => search.heaps.value(rules, position, search.budget).map_err(Err)?,
                    Ruleset::Written(system, rule) => {
                        let same = Arc::ptr_eq(system, self.memos[here].mover.system());
                        let memo = if same { here } else { self.memo(system) };
                        let node = Node { memo, rule: *rule, key: PositionKey::of(&position.coordinates) };
                        match self.state(&node) {
                            PositionState::Known(value) => value,
                            PositionState::Open => return Err(Ok(Expansion::Back(node))),
                            PositionState::Unknown => {
                                is_known = false;
                                search.found.missing.push(node);
                                continue;
                            }
                        }
                    }
                },
            };
            if part.copies % 2 == 1 {
                total ^= value;
            }
        }
        Ok((total, is_known))
    }

    /// The path on the stack: the positions that were entered, each reachable from the one before. The others wait
    /// beside it, where one of the path may stand a second time.
    fn cycle(&self, stack: &[StackEntry], back: &Node) -> SolveError {
        let path = stack.iter().filter(|entry| entry.entered).map(|entry| &entry.node);
        let cycle = path.skip_while(|node| *node != back).chain([back]);
        SolveError::Cycle(cycle.map(|node| self.position(node)).collect())
    }

    /// As [`growth_along`], for the path on the stack. It may be millions of positions long, so their states are not
    /// looked up.
    fn stack_growth(&self, stack: &[StackEntry]) -> Option<SolveError> {
        let path = stack.iter().filter(|entry| entry.entered);
        let position = |entry: &&StackEntry| self.position(&entry.node);
        growth_along(path, |entry| size(&position(entry)), |entry| Some(position(entry)))
    }
}
