//! Boards of one layout, as a space for the search.

use std::ops::ControlFlow;

use super::layout::Layout;
use super::split::CodedBoard;
use crate::search::{Decider, Knowledge, Listing, Space, TableKey};
use crate::solve::plane::{Plane, Planes, cells};
use crate::solve::{Budget, Solved};

/// The boards of one layout.
#[derive(Debug)]
struct LaidOut<P, const N: usize> {
    layout: Layout<P, N>,
    /// Scratch space of [`Layout::each_part`].
    scratch: Vec<P>,
}

impl<P: Plane, const N: usize> TableKey for Planes<P, N> {
    fn any() -> Self {
        [P::default(); N]
    }
}

impl<P: Plane, const N: usize> Space for LaidOut<P, N> {
    type Part = Planes<P, N>;

    const ENDS: bool = true;

    fn expand(
        &mut self,
        part: &Planes<P, N>,
        listing: &mut Listing<Planes<P, N>>,
        budget: &Budget,
    ) -> Solved<Option<Knowledge>> {
        let Self { layout, scratch } = self;
        let mut going = Ok(());
        layout.each_move(part, |board| {
            if P::CELLS > 128 {
                going = budget.check();
                if going.is_err() {
                    return ControlFlow::Break(());
                }
            }
            layout.each_part(&board, scratch, |part| listing.add(part));
            listing.end_option(|part| layout.moves(part) as u64)
        });
        going.map(|()| None)
    }

    #[inline(always)]
    fn work(&self, part: &Planes<P, N>) -> u64 {
        self.layout.moves(part) as u64
    }

    #[inline(always)]
    fn size(&self, part: &Planes<P, N>) -> u64 {
        cells(part).count() as u64
    }

    /// Has it at most ten moves?
    #[inline(always)]
    fn is_small(&self, part: &Planes<P, N>) -> bool {
        self.layout.moves(part) <= 10
    }
}

/// The search over boards of one layout, with all that it has found.
#[derive(Debug)]
pub struct PartSearch<P, const N: usize> {
    space: LaidOut<P, N>,
    pub decider: Decider<Planes<P, N>>,
}

impl<P: Plane, const N: usize> PartSearch<P, N> {
    pub fn new(layout: Layout<P, N>) -> Self {
        PartSearch { space: LaidOut { layout, scratch: Vec::new() }, decider: Decider::default() }
    }

    /// A board as bits.
    pub fn pack(&self, board: &CodedBoard) -> Planes<P, N> {
        self.space.layout.pack(board.width, &board.codes)
    }

    /// Limits how many more positions may be opened; `None` means no limit.
    pub fn limit(&mut self, more: Option<u64>) {
        self.decider.limit(more);
    }

    /// Begins a new question.
    pub fn begin(&mut self) {
        self.decider.begin();
    }

    /// How many parts are in the table, and how many boards were looked at.
    pub fn counts(&self) -> (usize, u64) {
        self.decider.counts()
    }

    /// The value of a board.
    pub fn value(&mut self, board: &Planes<P, N>, budget: &Budget) -> Solved<u64> {
        let parts = self.parts_of(board);
        self.decider.value(&mut self.space, parts, budget)
    }

    /// Is this the value of a board?
    pub fn has_value(&mut self, board: &Planes<P, N>, value: u64, budget: &Budget) -> Solved<bool> {
        let parts = self.parts_of(board);
        self.decider.has_value(&mut self.space, parts, value, budget)
    }

    fn parts_of(&mut self, board: &Planes<P, N>) -> Vec<Planes<P, N>> {
        let mut parts = Vec::new();
        self.space.layout.each_part(board, &mut self.space.scratch, |part| parts.push(part));
        parts
    }
}
