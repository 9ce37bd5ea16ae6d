//! Plots, heat maps, trees and boards as SVG: as files, and as pictures inside a page.
//!
//! Every colour is written as an attribute, so that a file looks the same in every program. Beside it stands a CSS
//! class, by which a page may choose another colour.

mod board;
mod drawing;
mod heat;
mod layers;
mod plot;
mod tree;
use crate::show::document::{Figure, ShownBoards};

pub use drawing::{Filling, Placement, Svg};
pub use layers::{Layout, lay_out};
pub use tree::{LabelRoom, passage, shares};

/// The picture of a figure.
pub fn figure(figure: &Figure, place: Placement, filling: Filling) -> Svg {
    match figure {
        Figure::Plot(plot) => plot::plot(plot, place, filling),
        Figure::Heat(table) => heat::heat(table, place, filling),
        Figure::Tree(tree) => tree::tree(tree, place, filling),
    }
}

/// The picture of boards.
pub fn boards(shown: &ShownBoards, place: Placement, filling: Filling) -> Svg {
    board::boards(shown, place, filling)
}

#[cfg(test)]
mod tests;
