//! The table of a survey, as data.

use std::sync::Arc;

use serde::Serialize;

use crate::show::survey_cell::SurveyCell;

/// The table of a survey: a row for each turn of its loop.
#[derive(Clone, Debug, Serialize)]
pub struct SurveyTable {
    /// The headings.
    pub columns: Vec<String>,
    /// How many cells could not be answered.
    pub failed: u64,
    /// Whether rows are missing, since only a limited number is kept without a file.
    pub is_cut: bool,
    #[serde(skip)]
    pub rows: Arc<[Vec<SurveyCell>]>,
}
