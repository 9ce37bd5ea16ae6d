//! Boards on which only one kind of cell matters, searched as sets of such cells.

use super::coded::{CodedPattern, CodedRules, PatternCell};
use super::search::BoardSearcher;
use super::split::CodedBoard;
use crate::ledger::FastPath;
use crate::nim::Outcome;
use crate::search::Searcher;
use crate::solve::sets::{Cell, Index, MisereSum, SetSearch, search_of_patterns};
use crate::solve::{Budget, Solved};

/// A search over the boards of one layout on which only one kind of cell matters.
#[derive(Debug)]
pub struct CellSearch {
    stride: usize,
    search: Box<SetSearch>,
}

impl CellSearch {
    /// For boards of at most `stride` columns and `rows` rows. `None` if there are other kinds of cells, or if a move needs
    /// more than two cells: where these lie apart, the search for boards finds more parts.
    pub fn of(rules: &CodedRules, stride: usize, rows: usize) -> Option<CellSearch> {
        FastPath::BoardsAsSets.on()?;
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
        Some(CellSearch { stride, search: search_of_patterns(&patterns, stride, rows)? })
    }

    fn cells(&self, board: &CodedBoard) -> Vec<Index> {
        let number = |cell: usize| Index::try_from((cell / board.width) * self.stride + cell % board.width);
        let held = board.codes.iter().enumerate().filter(|(_, code)| code.is_some());
        held.filter_map(|(cell, _)| number(cell).ok()).collect()
    }
}

impl Searcher<CodedBoard> for CellSearch {
    fn value(&mut self, board: &CodedBoard, budget: &Budget) -> Solved<u64> {
        let cells = self.cells(board);
        self.search.value(&cells, budget)
    }

    fn has_value(&mut self, board: &CodedBoard, value: u64, budget: &Budget) -> Solved<bool> {
        let cells = self.cells(board);
        self.search.has_value(&cells, value, budget)
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

impl BoardSearcher for CellSearch {
    fn misere_outcome(&mut self, boards: &[CodedBoard], heaps: Vec<u64>, budget: &Budget) -> Option<Solved<Outcome>> {
        let subsets = boards.iter().map(|board| self.cells(board)).collect();
        self.search.misere_outcome(&MisereSum { subsets, heaps }, budget)
    }
}
