//! Graphs: the vertices that are left, those that a move takes marked, and where others were.

use std::fmt::Write;

use crate::show::document::VertexGraph;
use crate::show::graph_layout::places;
use crate::show::svg::drawing::{
    Anchor, Filling, LETTER, LOST, Length, MUTED, ON_LOST, PAPER, Picture, Placement, RULE, Svg, TEXT, heading_width,
};

/// Between two neighbours.
const CELL: f64 = 56.0;
const RADIUS: f64 = 14.0;
const MARGIN: f64 = 20.0;

pub fn graph(drawn: &VertexGraph, heading: &str, place: Placement, filling: Filling) -> Svg {
    let top = MARGIN + place.title_height();
    let at: Vec<(f64, f64)> = places(&drawn.near).iter().map(|(x, y)| (MARGIN + x * CELL, top + y * CELL)).collect();
    let most = |axis: fn(&(f64, f64)) -> f64| at.iter().map(axis).fold(0.0, f64::max) + MARGIN;
    let size = (most(|place| place.0).max(heading_width(heading, place)), most(|place| place.1));
    let mut picture = Picture::new(place, size, heading, &drawn.alt_text(filling == Filling::Full));
    picture.heading(place, (MARGIN, MARGIN + 4.0), heading);
    picture.line(&edges(drawn, &at, false), RULE, 1.5);
    picture.line(&edges(drawn, &at, true), MUTED, 2.0);
    for (vertex, middle) in at.iter().enumerate() {
        let is_taken = drawn.taken[vertex] && filling == Filling::Full;
        let (rim, ground, ink) = match (is_taken, drawn.left[vertex]) {
            (true, _) => (LOST, LOST, ON_LOST),
            (_, true) => (TEXT, PAPER, TEXT),
            _ => (RULE, PAPER, MUTED),
        };
        picture.circle(*middle, RADIUS, rim);
        picture.circle(*middle, RADIUS - 1.5, ground);
        picture.text((middle.0, middle.1 + LETTER / 3.0), Anchor::Middle, ink, &vertex.to_string());
    }
    picture.finish()
}

/// The edges between vertices that are left, or the others, as a path.
fn edges(drawn: &VertexGraph, at: &[(f64, f64)], of_left: bool) -> String {
    let mut path = String::new();
    for (one, near) in drawn.near.iter().enumerate() {
        for two in near.iter().copied().filter(|two| *two > one) {
            if (drawn.left[one] && drawn.left[two]) == of_left {
                let ends = [at[one].0, at[one].1, at[two].0, at[two].1].map(Length);
                // Writing into a text cannot fail.
                let _ = write!(path, "M{} {}L{} {}", ends[0], ends[1], ends[2], ends[3]);
            }
        }
    }
    path
}
