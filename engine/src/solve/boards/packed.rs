//! Chooses the width of the bit sets for boards of a given size, and dispatches to the search of that width.

use super::coded::CodedRules;
#[cfg(not(target_family = "wasm"))]
use super::coded::{CodedPattern, PatternCell};
use super::layout::Layout;
use super::search::PartSearch;
use super::split::CodedBoard;
use crate::solve::plane::WidePlane;
#[cfg(not(target_family = "wasm"))]
use crate::solve::sets::{AnySetSearch, Cell, Index};
use crate::solve::{Budget, Solved};

/// The size of a layout: cells in a row, and rows. Boards with the same layout share one search and its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sides {
    stride: usize,
    rows: usize,
}

/// A search over boards of one layout. The number in the name of a variant is the most codes it can hold; `Long` is
/// for up to 128 cells, `Wide` for up to [`Sides::MOST`], all others for up to 64. The narrowest variant that fits is
/// used. The build for web pages leaves some of them out, since it must be small.
#[derive(Debug)]
pub enum PackedSearch {
    /// For rules about one kind of cell, see [`CellSearch`]. The page has the layouts for these boards, since it must be
    /// small.
    #[cfg(not(target_family = "wasm"))]
    Cells(CellSearch),
    #[cfg(not(target_family = "wasm"))]
    One(PartSearch<u64, 1>),
    #[cfg(not(target_family = "wasm"))]
    Two(PartSearch<u64, 2>),
    Four(PartSearch<u64, 4>),
    #[cfg(not(target_family = "wasm"))]
    LongOne(PartSearch<u128, 1>),
    #[cfg(not(target_family = "wasm"))]
    WideOne(PartSearch<WidePlane<16>, 1>),
    WideEight(PartSearch<WidePlane<16>, 8>),
}

/// Runs the same code on the search of whichever variant.
macro_rules! each_width {
    ($packed:expr, $search:ident => $work:expr) => {
        match $packed {
            #[cfg(not(target_family = "wasm"))]
            PackedSearch::Cells($search) => $work,
            #[cfg(not(target_family = "wasm"))]
            PackedSearch::One($search) => $work,
            #[cfg(not(target_family = "wasm"))]
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
        #[cfg(not(target_family = "wasm"))]
        if let Some(search) = CellSearch::of(rules, sides) {
            return PackedSearch::Cells(search);
        }
        match (stride * rows, rules.count) {
            #[cfg(not(target_family = "wasm"))]
            (..=64, ..=1) => PackedSearch::One(PartSearch::new(Layout::new(rules, stride, rows))),
            #[cfg(not(target_family = "wasm"))]
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
            let packed = search.pack(board);
            search.value(&packed, budget)
        })
    }

    /// Is this the value of the board?
    pub fn has_value(&mut self, board: &CodedBoard, value: u64, budget: &Budget) -> Solved<bool> {
        each_width!(self, search => {
            let packed = search.pack(board);
            search.has_value(&packed, value, budget)
        })
    }

    /// Limits how many more positions may be opened; `None` means no limit.
    pub fn limit(&mut self, more: Option<u64>) {
        each_width!(self, search => search.limit(more));
    }

    /// Begins a new question.
    pub fn begin(&mut self) {
        each_width!(self, search => search.begin());
    }

    /// How many parts are in the table, and how many boards were looked at.
    pub fn counts(&self) -> (usize, u64) {
        each_width!(self, search => search.counts())
    }
}

/// A search over boards on which only one kind of cell matters, as sets of such cells.
#[cfg(not(target_family = "wasm"))]
#[derive(Debug)]
pub struct CellSearch {
    sides: Sides,
    search: AnySetSearch,
}

#[cfg(not(target_family = "wasm"))]
impl CellSearch {
    /// `None` if there are other kinds of cells, or if a move needs more than two cells: where these lie apart, the search
    /// for boards finds more parts.
    fn of(rules: &CodedRules, sides: Sides) -> Option<CellSearch> {
        if rules.count != 1 || rules.existing.is_some() || !rules.liberty_rules.is_empty() {
            return None;
        }
        let pattern = |pattern: &CodedPattern| {
            let cell = |cell: &PatternCell| (cell.row as i64, cell.column as i64);
            let is_fit = pattern.cells.len() <= 2 && pattern.cells.iter().all(|cell| cell.from.is_some());
            let removed = pattern.cells.iter().filter(|cell| cell.to.is_none());
            is_fit.then(|| (pattern.cells.iter().map(cell).collect(), removed.map(cell).collect()))
        };
        let patterns = rules.patterns.iter().map(pattern).collect::<Option<Vec<(Vec<Cell>, Vec<Cell>)>>>()?;
        let search = AnySetSearch::of_patterns(&patterns, sides.stride, sides.rows)?;
        Some(CellSearch { sides, search })
    }

    fn pack(&self, board: &CodedBoard) -> Vec<Index> {
        let number = |cell: usize| Index::try_from((cell / board.width) * self.sides.stride + cell % board.width);
        let held = board.codes.iter().enumerate().filter(|(_, code)| code.is_some());
        held.filter_map(|(cell, _)| number(cell).ok()).collect()
    }

    fn value(&mut self, cells: &[Index], budget: &Budget) -> Solved<u64> {
        self.search.value(cells, budget)
    }

    fn has_value(&mut self, cells: &[Index], value: u64, budget: &Budget) -> Solved<bool> {
        self.search.has_value(cells, value, budget)
    }

    fn limit(&mut self, more: Option<u64>) {
        self.search.limit(more);
    }

    fn begin(&mut self) {
        self.search.begin();
    }

    fn counts(&self) -> (usize, u64) {
        self.search.counts()
    }
}
