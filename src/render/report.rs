//! Finds the layout for each kind of report.

use super::document::{Document, Style};
use super::{
    calculation, check, definitions, explain, expression, grid, heat, help, judged_move, moves, pattern, period,
    period_explanation, play, plot, positions, quiz, survey, table, tour, tree, values, winner, worksheet,
};
use crate::session::report::Report;

/// The document of a report.
pub fn document(report: &Report, style: &Style) -> Document {
    match report {
        Report::Defined(defined) => definitions::defined(defined, style),
        Report::Forgotten { names, restored } => definitions::forgotten(names, restored, style),
        Report::Winner(report) => winner::winner(report, style),
        Report::Grundy(report) => winner::grundy(report, style),
        Report::Outcome(report) => winner::outcome(report, style),
        Report::Moves(report) => moves::moves(report, style),
        Report::Options(report) => moves::options(report, style),
        Report::Explanation(report) => explain::explanation(report, style),
        Report::Table(report) => table::table(report, style),
        Report::Grid(report) => grid::grid(report, style),
        Report::Values(report) => values::values(report, style),
        Report::Positions(report) => positions::positions(report, style),
        Report::Plot(report) => plot::plot(report, style),
        Report::Heat(report) => heat::heat(report, style),
        Report::Tree(report) => tree::tree(report, style),
        Report::Pattern(report) => pattern::pattern(report, style),
        Report::Period(report) => period::period(report, style),
        Report::PeriodExplanation(report) => period_explanation::period_explanation(report, style),
        Report::Judged(report) => judged_move::judged_move(report, style),
        Report::NimSum(report) => calculation::nim_sum(report, style),
        Report::Mex(report) => calculation::mex(report, style),
        Report::Check(report) => check::check(report, style),
        Report::Survey(report) => survey::survey(report, style),
        Report::Surveyed(done) => survey::surveyed(done, style),
        Report::Printed(values) => expression::printed(values, style),
        Report::Value { value, nimber } => expression::value(value, *nimber, style),
        Report::Games { own, library } => definitions::games(own, library, style),
        Report::Definitions(shown) => definitions::definitions(shown, style),
        Report::About(about) => definitions::about(about, style),
        Report::Help(shown) => help::help(shown, style),
        Report::Play(report) => play::play(report, style),
        Report::Quiz(report) => quiz::quiz(report, style),
        Report::Exam(marked) => quiz::exam(marked, style),
        Report::Worksheet(sheets) => worksheet::worksheet(sheets, style),
        Report::Tour(report) => tour::tour(report, style),
        Report::Wrote { path } => definitions::wrote(path, style),
    }
}
