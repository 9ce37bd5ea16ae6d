//! `survey`: a table with a row for each turn of a loop. A *surveyor* computes rows, with names, tables and memory
//! of its own. The rows can be shared out among any number of surveyors, since no row depends on what was asked
//! before it. One more surveyor, the *guide*, only runs the loop.

pub(crate) mod rows;
pub(crate) mod surveyor;
pub(crate) mod table;

pub use rows::SurveyRows;
pub use surveyor::{Survey, SurveyAnswer, SurveyTurn, Surveyor};
pub use table::SurveyTable;
