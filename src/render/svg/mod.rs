//! Plots, heat maps, trees and boards as SVG: as files, and as pictures inside a page.
//!
//! Every colour is written as an attribute, so that a file looks the same in every program. Beside it stands a CSS
//! class, by which a page may choose another colour.

mod board;
mod drawing;
mod heat;
mod labels;
mod layers;
mod plot;
mod tree;

pub use drawing::{Filling, Placement, Svg};
pub use labels::{LabelRoom, shares};
pub use layers::{Layout, lay_out};
pub use tree::passage;

use crate::session::report::Report;

/// The picture of a report; `None` if it has no picture.
pub fn svg(report: &Report, place: Placement, filling: Filling) -> Option<Svg> {
    match report {
        Report::Plot(report) => Some(plot::plot(report, place, filling)),
        Report::Heat(report) => Some(heat::heat(report, place, filling)),
        Report::Tree(report) => Some(tree::tree(report, place, filling)),
        _ => board::boards(report, place, filling),
    }
}

#[cfg(test)]
mod tests;
