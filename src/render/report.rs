//! What each kind of report knows of itself: its words, its picture, and how it stands on a page.

use super::document::Document;
use super::document::ShownBoards;
use super::{
    board_picture, calculation, check, definitions, explain, expression, grid, help, judged_move, moves, pattern,
    period, period_explanation, play, plot, positions, quiz, survey, table, tour, tree, values, winner, worksheet,
};
use crate::session::report::{Advice, Explanation, Moves, PlayReport, Report, TourReport, Winner};

/// The document of a report.
pub fn document(report: &Report) -> Document {
    match report {
        Report::Defined(defined) => definitions::defined(defined),
        Report::Forgotten { names, restored } => definitions::forgotten(names, restored),
        Report::Winner(report) => winner::winner(report),
        Report::Grundy(report) => winner::grundy(report),
        Report::Outcome(report) => winner::outcome(report),
        Report::Moves(report) => moves::moves(report),
        Report::Options(report) => moves::options(report),
        Report::Explanation(report) => explain::explanation(report),
        Report::Table(report) => table::table(report),
        Report::Grid(report) => grid::grid(report),
        Report::Values(report) => values::values(report),
        Report::Positions(report) => positions::positions(report),
        Report::Plot(report) => plot::plot(report),
        Report::Heat(report) => grid::heat(report),
        Report::Tree(report) => tree::tree(report),
        Report::Pattern(report) => pattern::pattern(report),
        Report::Period(report) => period::period(report),
        Report::PeriodExplanation(report) => period_explanation::period_explanation(report),
        Report::Judged(report) => judged_move::judged_move(report),
        Report::NimSum(report) => calculation::nim_sum(report),
        Report::Mex(report) => calculation::mex(report),
        Report::Check(report) => check::check(report),
        Report::Survey(report) => survey::survey(report),
        Report::Surveyed(done) => survey::surveyed(done),
        Report::Printed(values) => expression::printed(values),
        Report::Value { value, nimber } => expression::value(value, *nimber),
        Report::Games { own, library } => definitions::games(own, library),
        Report::Definitions(shown) => definitions::definitions(shown),
        Report::About(about) => definitions::about(about),
        Report::Help(shown) => help::help(shown),
        Report::Play(report) => play::play(report),
        Report::Quiz(report) => quiz::quiz(report),
        Report::Exam(marked) => quiz::exam(marked),
        Report::Worksheet(sheets) => worksheet::worksheet(sheets),
        Report::Tour(report) => tour::tour(report),
        Report::Wrote { path } => definitions::wrote(path),
    }
}

/// The document of a report on a page where nobody can type.
pub fn on_page(report: &Report) -> Document {
    match report {
        Report::Play(PlayReport::Turn(turn)) => play::printed(turn),
        Report::Tour(TourReport::Page(page)) => tour::printed(page),
        Report::Worksheet(sheets) => worksheet::on_page(sheets),
        _ => document(report),
    }
}

/// The picture of the position that a report is about, or of the winning move it names; `None` if they are not on a
/// board.
pub fn boards(report: &Report) -> Option<ShownBoards> {
    match report {
        Report::Winner(Winner { sum, winning, .. }) => board_picture::picture(sum, winning.as_ref()),
        Report::Moves(Moves { sum, shown, .. }) => board_picture::picture(sum, shown.first().filter(|step| step.wins)),
        Report::Explanation(Explanation { sum, advice, .. }) => match advice {
            Advice::Play(winning) => board_picture::picture(sum, Some(winning)),
            _ => board_picture::picture(sum, None),
        },
        _ => None,
    }
}

/// Whether a report is not the answer to a question, but information or the begin of a dialogue, so that a page without
/// answers shows it too.
pub fn is_information(report: &Report) -> bool {
    matches!(
        report,
        Report::Printed(_)
            | Report::About(_)
            | Report::Help(_)
            | Report::Games { .. }
            | Report::Definitions(_)
            | Report::Defined(_)
            | Report::Play(_)
            | Report::Tour(_)
    )
}
