//! The table of answers: what each kind of report knows of itself.

use super::document::Document;
use super::showable::Showable;
use crate::session::report::Report;

/// The answer in a report.
pub fn answer(report: &Report) -> &dyn Showable {
    match report {
        Report::Defined(answer) => answer,
        Report::Forgotten(answer) => answer,
        Report::Winner(answer) => answer,
        Report::Grundy(answer) => answer,
        Report::Outcome(answer) => answer,
        Report::Moves(answer) => answer,
        Report::Options(answer) => answer,
        Report::Explanation(answer) => answer,
        Report::Table(answer) => answer,
        Report::Grid(answer) => answer,
        Report::Values(answer) => answer,
        Report::Positions(answer) => answer,
        Report::Plot(answer) => answer,
        Report::Heat(answer) => answer,
        Report::Tree(answer) => answer,
        Report::Pattern(answer) => answer,
        Report::Period(answer) => answer,
        Report::PeriodExplanation(answer) => answer,
        Report::Judged(answer) => answer,
        Report::NimSum(answer) => answer,
        Report::Mex(answer) => answer,
        Report::Check(answer) => answer,
        Report::Survey(answer) => answer,
        Report::Surveyed(answer) => answer,
        Report::Printed(answer) => answer,
        Report::Value(answer) => answer,
        Report::Games(answer) => answer,
        Report::Definitions(answer) => answer,
        Report::About(answer) => answer,
        Report::Help(answer) => answer,
        Report::Play(answer) => answer,
        Report::Quiz(answer) => answer,
        Report::Exam(answer) => answer,
        Report::Worksheet(answer) => answer,
        Report::Tour(answer) => answer,
        Report::Wrote(answer) => answer,
    }
}

/// The document of a report.
pub fn document(report: &Report) -> Document {
    answer(report).document()
}

/// Whether a report is a figure, which a page shows even where it is written into a file.
pub fn is_figure(report: &Report) -> bool {
    document(report).figure().is_some()
}
