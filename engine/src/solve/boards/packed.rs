//! The layouts of boards, and the search for each: the width of its bit sets.

use super::cells::CellSearch;
use super::coded::CodedRules;
use super::layout::Layout;
use super::search::{BoardSearch, search_of};
use crate::solve::plane::WidePlane;

/// The most codes that rules may have.
pub const MOST_CODES: usize = 8;

/// The size of a layout: cells in a row, and rows. Boards with the same layout share one search and its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sides {
    stride: usize,
    rows: usize,
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

/// The search for boards of one layout, with the narrowest bit sets that hold its cells and codes. Where only one kind of
/// cell matters, it is one for sets of cells. The build for web pages leaves some of them out, since it must be small.
pub fn packed_search(rules: &CodedRules, sides: Sides) -> Box<BoardSearch> {
    let Sides { stride, rows } = sides;
    if let Some(search) = CellSearch::of(rules, stride, rows) {
        return Box::new(search);
    }
    match (stride * rows, rules.count) {
        #[cfg(not(target_family = "wasm"))]
        (..=64, ..=1) => Box::new(search_of(Layout::<u64, 1>::new(rules, stride, rows))),
        #[cfg(not(target_family = "wasm"))]
        (..=64, ..=2) => Box::new(search_of(Layout::<u64, 2>::new(rules, stride, rows))),
        (..=64, ..=4) => Box::new(search_of(Layout::<u64, 4>::new(rules, stride, rows))),
        #[cfg(not(target_family = "wasm"))]
        (..=128, ..=1) => Box::new(search_of(Layout::<u128, 1>::new(rules, stride, rows))),
        #[cfg(not(target_family = "wasm"))]
        (_, ..=1) => Box::new(search_of(Layout::<WidePlane<16>, 1>::new(rules, stride, rows))),
        _ => Box::new(search_of(Layout::<WidePlane<16>, MOST_CODES>::new(rules, stride, rows))),
    }
}
