//! Keeps the rows of a survey that is not written into a file.

use std::ops::ControlFlow;

use crate::lang::survey::table::SurveyTable;
use crate::show::survey_cell::SurveyCell;

/// The most rows that are kept without a file.
const MOST_ROWS: usize = 100_000;

/// The rows of a survey without a file.
#[derive(Debug, Default)]
pub struct SurveyRows {
    rows: Vec<Vec<SurveyCell>>,
    is_cut: bool,
}

impl SurveyRows {
    /// Keeps a row; breaks off if there is no room for it.
    pub fn add(&mut self, row: Vec<SurveyCell>) -> ControlFlow<()> {
        if self.rows.len() == MOST_ROWS {
            self.is_cut = true;
            return ControlFlow::Break(());
        }
        self.rows.push(row);
        ControlFlow::Continue(())
    }

    pub fn table(self, columns: &[String]) -> SurveyTable {
        let failed = self.rows.iter().flatten().filter(|cell| cell.is_failed()).count() as u64;
        SurveyTable { columns: columns.to_vec(), failed, is_cut: self.is_cut, rows: self.rows.into() }
    }
}
