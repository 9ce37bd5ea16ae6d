//! Plots, heat maps and trees as SVG: files for slides, and pictures inside a page.
//!
//! Every colour is written as an attribute, so that a file looks the same in every program, and beside it stands a
//! class, by which a page may give it a colour of its own.

mod board;
mod drawing;
mod heat;
mod labels;
mod layers;
mod plot;
mod tree;

pub use drawing::{Filling, Placement};
pub use labels::{LabelRoom, shares};
pub use layers::{Layout, lay_out};
pub use tree::passage;

use crate::session::report::Report;

/// The picture of a report; `None` of one that is no picture.
pub fn svg(report: &Report, place: Placement, filling: Filling) -> Option<String> {
    match report {
        Report::Plot(report) => Some(plot::plot(report, place, filling)),
        Report::Heat(report) => Some(heat::heat(report, place, filling)),
        Report::Tree(report) => Some(tree::tree(report, place, filling)),
        _ => board::boards(report, place, filling),
    }
}

#[cfg(test)]
mod tests;
