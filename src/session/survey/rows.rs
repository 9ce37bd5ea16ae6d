//! The rows of a survey that are kept.

use std::ops::ControlFlow;

use crate::session::report::{SurveyCell, SurveyTable};

/// Without a file, so many rows are kept.
const MOST_ROWS: usize = 100_000;

/// The rows of a survey without a file.
#[derive(Debug, Default)]
pub struct SurveyRows {
    rows: Vec<Vec<SurveyCell>>,
    is_cut: bool,
}

impl SurveyRows {
    /// Keeps a row, if there is room; whether there is any for the next.
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
