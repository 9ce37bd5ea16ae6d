//! The values of positions of written rules, each found from those of its options and kept in a memo.

use std::ops::ControlFlow;

use super::expand::{Expansion, OptionValues};
use super::grid::{PositionState, unfold};
use super::key::{Node, PositionKey, unpack};
use super::memo::Memo;
use super::memos::WrittenGames;
use super::sweep::{GridSweep, PositionBuffers};
use crate::game::Position;
use crate::ledger::FastPath;
use crate::nim::Nimber;
use crate::search::{Look, Walk, walk};
use crate::solve::{Budget, SolveError, Solved};

/// The values of options that a position on the stack has seen, a bit for each; or [`Seen::AGAIN`].
#[derive(Clone, Copy, Debug)]
struct Seen(u64);

impl Seen {
    /// The position must be expanded again when its options on the stack have values: not all options were seen, or not
    /// all values are below 63. Sets of values do not use this bit.
    const AGAIN: u64 = 1 << 63;

    /// The value, if these are the values of all options.
    fn value(self) -> Option<Nimber> {
        (self.0 & Self::AGAIN == 0).then(|| Nimber(self.0.trailing_ones().into()))
    }
}

impl Default for Seen {
    fn default() -> Seen {
        Seen(Self::AGAIN)
    }
}

/// The state of a search, with buffers that are reused.
pub(super) struct SearchState<'a> {
    /// How many positions were valued, and the sum of their values.
    valued: (u64, u64),
    /// What the last expansion found.
    pub found: OptionValues,
    buffers: PositionBuffers,
    pub budget: &'a Budget,
}

impl<'a> SearchState<'a> {
    pub fn new(budget: &'a Budget) -> SearchState<'a> {
        SearchState { valued: (0, 0), found: OptionValues::default(), buffers: PositionBuffers::default(), budget }
    }
}

/// The positions of all written rules, whose values are looked for.
struct Valuing<'a, 'b> {
    games: &'a mut WrittenGames,
    search: SearchState<'b>,
}

impl Walk for Valuing<'_, '_> {
    type Node = Node;
    type Found = Nimber;
    type Held = Seen;

    fn known(&mut self, node: &Node) -> Option<Nimber> {
        match self.games.state(node) {
            PositionState::Known(value) => Some(value),
            PositionState::Unknown | PositionState::Open => None,
        }
    }

    /// Filling in a grid may give the value.
    fn open<'a>(&mut self, node: &Node, path: impl Iterator<Item = &'a Node>) -> Solved<bool> {
        let Self { games, search } = self;
        if games.fill(node, search.budget)? {
            return Ok(false);
        }
        if games.memos[node.memo].should_consider_grid(node.rule) {
            games.consider_grid(path, node, search.budget)?;
            if games.state(node) != PositionState::Unknown {
                return Ok(false);
            }
        }
        games.memos[node.memo].open(node.rule, &node.key, search.budget).map(|()| true)
    }

    fn look(&mut self, node: &Node, held: &mut Seen) -> Solved<Look<Self>> {
        if let Some(value) = held.value().filter(|_| !FastPath::PassedOn.is_off()) {
            self.games.counts.from_options += 1;
            return Ok(Look::Found(value));
        }
        Ok(match self.games.expand(node, &mut self.search)? {
            Expansion::Value(value) => Look::Found(value),
            Expansion::Back(back) => Look::Back(back),
            Expansion::Missing => {
                let found = &self.search.found;
                *held = found.complete.then(|| found.seen.bits()).flatten().map_or_else(Seen::default, Seen);
                Look::Missing
            }
        })
    }

    fn missing(&mut self) -> &mut Vec<Node> {
        &mut self.search.found.missing
    }

    fn receive(held: &mut Seen, value: &Nimber) {
        held.0 |= if value.0 < 63 { 1 << value.0 } else { Seen::AGAIN };
    }

    fn close(&mut self, node: &Node, value: Nimber) -> Solved<()> {
        let (positions, sum) = self.search.valued;
        self.search.valued = (positions + 1, sum.saturating_add(value.0));
        self.games.memos[node.memo].set(node.rule, &node.key, Some(value.0), self.search.budget)
    }

    fn abandon(&mut self, node: &Node) {
        if self.games.state(node) == PositionState::Open {
            self.games.memos[node.memo].abandon(node.rule, &node.key, self.search.budget);
        }
    }

    fn check(&self, turns: u64, _opened: u64) -> Solved<()> {
        match self.games.step_limit {
            Some(most) if turns > most => Err(SolveError::Positions { limit: turns }),
            _ => Ok(()),
        }
    }

    fn count(&self) -> u64 {
        self.games.memos.iter().map(Memo::len).sum::<usize>() as u64
    }

    fn position(&self, node: &Node) -> Position {
        self.games.position(node)
    }
}

impl WrittenGames {
    /// Finds the value of a position, and of all positions below it that are needed. They are stored in the memos.
    pub(super) fn search(&mut self, start: &Node, budget: &Budget) -> Solved<()> {
        let mut valuing = Valuing { search: SearchState::new(budget), games: self };
        let result = walk(&mut valuing, start.clone(), budget);
        let SearchState { buffers, valued, .. } = valuing.search;
        self.counts.add_marks(&buffers.marks);
        self.usual_value = valued.1 / valued.0.max(1);
        result
    }

    /// Expands a position: generates its options until all have been seen or enough are missing. It tries the grid
    /// first, then compiled code, then the evaluator.
    fn expand(&mut self, node: &Node, search: &mut SearchState) -> Solved<Expansion> {
        search.found.clear();
        if let Some(expanded) = self.expand_in_grid(node, search) {
            self.counts.in_grid += 1;
            return Ok(expanded);
        }
        if let Some(expanded) = self.expand_by_code(node, &mut search.found, search.budget)? {
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
        FastPath::ReadFromGrid.on()?;
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
            if let Err(end) = self.note_option(node.memo, option, &mut search.found, search.budget) {
                ended = Some(end);
                return Ok(ControlFlow::Break(()));
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
}
