//! Boards of one layout, as a space for the search.

use std::fmt::Debug;
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
            listing.end_option()
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

/// A search over boards of one layout, with all that it has found.
pub trait BoardSearch: Debug + Send {
    /// The value of a board.
    fn value(&mut self, board: &CodedBoard, budget: &Budget) -> Solved<u64>;

    /// Is this the value of a board?
    fn has_value(&mut self, board: &CodedBoard, value: u64, budget: &Budget) -> Solved<bool>;

    /// Limits how many more positions may be opened; `None` means no limit.
    fn limit(&mut self, more: Option<u64>);

    /// Begins a new question.
    fn begin(&mut self);

    /// How many parts are in the table, and how many boards were looked at.
    fn counts(&self) -> (usize, u64);
}

/// The search over boards whose parts are sets of cells for each code.
#[derive(Debug)]
pub struct PartSearch<P, const N: usize> {
    space: LaidOut<P, N>,
    decider: Decider<Planes<P, N>>,
}

impl<P: Plane, const N: usize> PartSearch<P, N> {
    pub fn new(layout: Layout<P, N>) -> Self {
        PartSearch { space: LaidOut { layout, scratch: Vec::new() }, decider: Decider::default() }
    }

    fn parts_of(&mut self, board: &CodedBoard) -> Vec<Planes<P, N>> {
        let LaidOut { layout, scratch } = &mut self.space;
        let mut parts = Vec::new();
        layout.each_part(&layout.pack(board.width, &board.codes), scratch, |part| parts.push(part));
        parts
    }
}

impl<P: Plane, const N: usize> BoardSearch for PartSearch<P, N> {
    fn value(&mut self, board: &CodedBoard, budget: &Budget) -> Solved<u64> {
        let parts = self.parts_of(board);
        self.decider.value(&mut self.space, parts, budget)
    }

    fn has_value(&mut self, board: &CodedBoard, value: u64, budget: &Budget) -> Solved<bool> {
        let parts = self.parts_of(board);
        self.decider.has_value(&mut self.space, parts, value, budget)
    }

    fn limit(&mut self, more: Option<u64>) {
        self.decider.limit(more);
    }

    fn begin(&mut self) {
        self.decider.begin();
    }

    fn counts(&self) -> (usize, u64) {
        self.decider.counts()
    }
}
