//! Boards of one layout, as a space for the search.

use std::fmt;
use std::ops::ControlFlow;

use super::layout::Layout;
use super::split::CodedBoard;
use crate::nim::Outcome;
use crate::search::{Knowledge, Listing, PackedSearch, Packs, Searcher, Space, TableKey};
use crate::solve::plane::{Plane, Planes, cells};
use crate::solve::{Budget, Solved};

/// A search over boards.
pub type BoardSearch = dyn BoardSearcher;

pub trait BoardSearcher: Searcher<CodedBoard> {
    /// The outcome in misère play of a sum of boards, and of nim-heaps of these sizes; `None` if the search does not know
    /// misère play.
    fn misere_outcome(&mut self, _: &[CodedBoard], _: Vec<u64>, _: &Budget) -> Option<Solved<Outcome>> {
        None
    }
}

impl fmt::Debug for BoardSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BoardSearch")
    }
}

impl<P: Plane, const N: usize> BoardSearcher for PackedSearch<LaidOut<P, N>> {}

/// The search over the boards of one layout, whose parts are sets of cells for each code.
pub fn search_of<P: Plane, const N: usize>(layout: Layout<P, N>) -> PackedSearch<LaidOut<P, N>> {
    PackedSearch::new(LaidOut { layout, scratch: Vec::new() })
}

/// The boards of one layout.
#[derive(Clone, Debug)]
pub struct LaidOut<P, const N: usize> {
    layout: Layout<P, N>,
    /// Scratch space of [`Layout::each_part`].
    scratch: Vec<P>,
}

impl<P: Plane, const N: usize> TableKey for Planes<P, N> {
    fn any() -> Self {
        [P::default(); N]
    }

    const WORDS: usize = N * (P::CELLS / 64);

    #[inline(always)]
    fn word(&self, at: usize) -> u64 {
        let words = P::CELLS / 64;
        self[at / words].down(at % words * 64).low()
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
}

impl<P: Plane, const N: usize> Packs<CodedBoard> for LaidOut<P, N> {
    fn parts_of(&mut self, board: &CodedBoard) -> Vec<Planes<P, N>> {
        let LaidOut { layout, scratch } = self;
        let mut parts = Vec::new();
        layout.each_part(&layout.pack(board.width, &board.codes), scratch, |part| parts.push(part));
        parts
    }
}
