//! Plots, heat maps, trees and boards as SVG: as files, and as pictures inside a page.
//!
//! Every colour is written as an attribute, so that a file looks the same in every program. Beside it stands a CSS
//! class, by which a page may choose another colour.

mod board;
mod drawing;
mod graph;
mod heaps;
mod heat;
mod layers;
mod plot;
mod tree;
use crate::show::document::{Figure, PositionPicture, ShownPosition};
use crate::show::phrase::text_of;

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

/// The picture of a position, or of a move in it.
pub fn position(shown: &ShownPosition, place: Placement, filling: Filling) -> Svg {
    let heading = text_of(if filling == Filling::Full { &shown.title } else { &shown.short_title });
    picture(&shown.drawn, &heading, place, filling)
}

/// A picture of a position under a heading.
pub fn picture(drawn: &PositionPicture, heading: &str, place: Placement, filling: Filling) -> Svg {
    match drawn {
        PositionPicture::Boards(boards) => board::boards(boards, heading, place, filling),
        PositionPicture::Graph(graph) => graph::graph(graph, heading, place, filling),
        PositionPicture::Heaps(heaps) => heaps::heaps(heaps, heading, place, filling),
    }
}
