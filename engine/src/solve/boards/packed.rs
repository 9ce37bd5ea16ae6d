//! Chooses the width of the bit sets for boards of a given size, and dispatches to the search of that width.

use super::coded::CodedRules;
use super::layout::Layout;
use super::plane::WidePlane;
use super::search::PartSearch;
use super::split::CodedBoard;
use crate::solve::{Budget, Solved};

/// The size of a layout: cells in a row, and rows. Boards with the same layout share one search and its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sides {
    stride: usize,
    rows: usize,
}

/// A search over boards of one layout. The number in the name of a variant is the most codes it can hold; `Long` is
/// for up to 128 cells, `Wide` for up to [`Sides::MOST`], all others for up to 64. The narrowest variant that fits is
/// used. The build for web pages leaves two of them out, since it must be small.
#[derive(Debug)]
pub enum PackedSearch {
    One(PartSearch<u64, 1>),
    Two(PartSearch<u64, 2>),
    Four(PartSearch<u64, 4>),
    #[cfg(not(target_family = "wasm"))]
    LongOne(PartSearch<u128, 1>),
    #[cfg(not(target_family = "wasm"))]
    WideOne(PartSearch<WidePlane, 1>),
    WideEight(PartSearch<WidePlane, 8>),
}

/// Runs the same code on the search of whichever variant.
macro_rules! each_width {
    ($packed:expr, $search:ident => $work:expr) => {
        match $packed {
            PackedSearch::One($search) => $work,
            PackedSearch::Two($search) => $work,
            PackedSearch::Four($search) => $work,
            #[cfg(not(target_family = "wasm"))]
            PackedSearch::LongOne($search) => $work,
            #[cfg(not(target_family = "wasm"))]
            PackedSearch::WideOne($search) => $work,
            PackedSearch::WideEight($search) => $work,
        }
    };
}

impl Sides {
    /// The most cells of a board.
    pub const MOST: usize = 1024;
    /// Boards with at most so many rows and columns share one layout.
    const SQUARE: usize = 8;

    /// The layout for boards of this size; `None` if they have too many cells.
    pub fn of(width: usize, height: usize) -> Option<Sides> {
        if width <= Self::SQUARE && height <= Self::SQUARE {
            return Some(Sides { stride: Self::SQUARE, rows: Self::SQUARE });
        }
        let cells = width.checked_mul(height)?;
        let most = [64, 128, Self::MOST].into_iter().find(|most| cells <= *most)?;
        Some(Sides { stride: width, rows: most / width })
    }
}

impl PackedSearch {
    /// The most codes that rules may have.
    pub const CODES: usize = 8;

    pub fn new(rules: &CodedRules, sides: Sides) -> PackedSearch {
        let Sides { stride, rows } = sides;
        match (stride * rows, rules.count) {
            (..=64, ..=1) => PackedSearch::One(PartSearch::new(Layout::new(rules, stride, rows))),
            (..=64, ..=2) => PackedSearch::Two(PartSearch::new(Layout::new(rules, stride, rows))),
            (..=64, ..=4) => PackedSearch::Four(PartSearch::new(Layout::new(rules, stride, rows))),
            #[cfg(not(target_family = "wasm"))]
            (..=128, ..=1) => PackedSearch::LongOne(PartSearch::new(Layout::new(rules, stride, rows))),
            #[cfg(not(target_family = "wasm"))]
            (_, ..=1) => PackedSearch::WideOne(PartSearch::new(Layout::new(rules, stride, rows))),
            _ => PackedSearch::WideEight(PartSearch::new(Layout::new(rules, stride, rows))),
        }
    }

    pub fn value(&mut self, board: &CodedBoard, budget: &Budget) -> Solved<u64> {
        each_width!(self, search => {
            let packed = search.layout().pack(board.width, &board.codes);
            search.value(&packed, budget)
        })
    }

    /// Is this the value of the board?
    pub fn has_value(&mut self, board: &CodedBoard, value: u64, budget: &Budget) -> Solved<bool> {
        each_width!(self, search => {
            let packed = search.layout().pack(board.width, &board.codes);
            search.has_value(&packed, value, budget)
        })
    }

    /// Limits how many more positions may be opened; `None` means no limit.
    pub fn limit(&mut self, more: Option<u64>) {
        each_width!(self, search => search.decider.limit(more));
    }

    /// Begins a new question.
    pub fn begin(&mut self) {
        each_width!(self, search => search.decider.begin());
    }

    /// How many parts are in the table, and how many boards were looked at.
    pub fn counts(&self) -> (usize, u64) {
        each_width!(self, search => search.decider.counts())
    }
}
