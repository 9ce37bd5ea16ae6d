//! `survey`: a row for each turn of a loop. The rows can be shared out to any number of surveyors, each with names, tables and
//! memory of its own: what a row says depends on nothing that was asked before it. The loop runs in one of them.

mod begin;
mod rows;
mod surveyor;

pub use rows::SurveyRows;
pub use surveyor::{Survey, SurveyAnswer, SurveyTurn, Surveyor};
