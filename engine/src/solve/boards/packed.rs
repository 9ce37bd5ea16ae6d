//! The words a board fits in.

use super::coded::CodedRules;
use super::layout::Layout;
use super::plane::WidePlane;
use super::search::PartSearch;
use super::split::CodedBoard;
use crate::solve::{Budget, Solved};

/// The sides of a layout, and which words hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sides {
    stride: usize,
    rows: usize,
}

/// A search over boards of one layout, in the narrowest words that hold its cells and codes. A web page, which must be small,
/// does without two of them.
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

/// Does the same with the search of whichever width.
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
    /// Cells of the largest board.
    pub const MOST: usize = 1024;
    /// Boards of up to so many rows and columns share one layout.
    const SQUARE: usize = 8;

    /// The layout for boards of this size; `None` if it is too large.
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
    /// Codes there may be.
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

    pub fn value(&mut self, board: &CodedBoard, budget: &Budget) -> Solved<u32> {
        each_width!(self, search => {
            let packed = search.layout().pack(board.width, &board.codes);
            search.value(&packed, budget)
        })
    }

    /// Is this its value?
    pub fn is(&mut self, board: &CodedBoard, value: u32, budget: &Budget) -> Solved<bool> {
        each_width!(self, search => {
            let packed = search.layout().pack(board.width, &board.codes);
            search.is(&packed, value, budget)
        })
    }

    /// So many more questions may be opened; no end of them if there is no number.
    pub fn limit(&mut self, more: Option<u64>) {
        each_width!(self, search => search.limit(more));
    }

    /// A new question begins.
    pub fn begin(&mut self) {
        each_width!(self, search => search.begin());
    }

    /// Bytes that are held.
    pub fn bytes(&self) -> u64 {
        each_width!(self, search => search.bytes())
    }

    /// How many parts are known, and how many boards were looked at.
    pub fn counts(&self) -> (usize, u64) {
        each_width!(self, search => search.counts())
    }
}
