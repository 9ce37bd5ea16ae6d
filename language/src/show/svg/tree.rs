//! `tree S(5) to "tree.svg"`: every position once, below all that move to it, and a line for every move. The labels of the
//! lines are placed so that they cover as little as possible of other lines and of each other.

use std::fmt::Write;

use grundy_engine::nim::Outcome;

use crate::error::first_listed;
use crate::show::document::{GameTree, Node};
use crate::show::phrase::text_of;
use crate::show::svg::drawing::{
    Anchor, Filling, LETTER, LOST, Length, MUTED, ON_LOST, PAPER, Picture, Placement, Svg, TEXT, heading_width,
    shortened, width_of,
};
use crate::show::svg::layers::{Layout, NARROW, lay_out};
use crate::show::told::told;
use crate::show::tree::{NodeNames, amounts, names, without_loops};

/// The height of a position.
const HIGH: f64 = 40.0;
/// How far to the right a move without passages bends for each layer that it passes.
const BEND: f64 = 14.0;
/// The farthest that such a move bends.
const MOST_BENT: f64 = 420.0;
/// The least distance between two layers.
const BETWEEN: f64 = 40.0;
/// The same if moves have labels.
const BETWEEN_LABELLED: f64 = 56.0;
/// The largest distance between two layers.
const MOST_BETWEEN: f64 = 100.0;
/// The gap between the labels of two moves that pass a layer side by side.
const BESIDE: f64 = 4.0;
const LABEL_HIGH: f64 = LETTER + 1.0;
const MARGIN: f64 = 14.0;
const LEGEND: f64 = 34.0;
/// The text of a position is cut to this many characters.
const LONGEST: usize = 40;
/// The least width of the picture, in which legend and title have room.
const NARROWEST: f64 = 460.0;

pub fn tree(tree: &GameTree, place: Placement, filling: Filling) -> Svg {
    let heading = match filling {
        Filling::Full => text_of(&tree.title),
        Filling::Blank => text_of(&tree.short_title),
    };
    let tree = &without_loops(tree);
    let frame = TreeLayout::new(tree, place, &heading, filling);
    let alt_text = match filling {
        Filling::Full => alt_text(tree),
        Filling::Blank => tree.language.words(told!("Positions and moves without values, to fill in.")),
    };
    let mut drawing = Picture::new(place, frame.size(), &heading, &alt_text);
    drawing.heading(place, (MARGIN, MARGIN + 10.0), &heading);
    frame.moves(&mut drawing);
    for (index, node) in tree.nodes.iter().enumerate() {
        frame.position(&mut drawing, index, node, filling);
    }
    frame.legend(&mut drawing, filling);
    drawing.finish()
}

/// The layout of a tree as a picture.
struct TreeLayout<'a> {
    tree: &'a GameTree,
    labels: Vec<String>,
    widths: Vec<f64>,
    /// The labels of the moves, which say what each takes.
    amounts: Vec<Vec<Option<String>>>,
    /// Where each label stands, as a share of the way to the next layer.
    shares: Vec<Vec<f64>>,
    layout: Layout,
    /// The distance between two layers.
    between: f64,
    top: f64,
    left: f64,
    narrowest: f64,
    /// The room for moves that bend, right of everything else.
    bends: f64,
    /// What the signs mean, and short names.
    legend: String,
}

impl<'a> TreeLayout<'a> {
    fn new(tree: &'a GameTree, place: Placement, heading: &str, filling: Filling) -> TreeLayout<'a> {
        let NodeNames { names, meaning } = names(tree);
        let labels: Vec<String> = names.iter().map(|name| shortened(name, LONGEST)).collect();
        let widths: Vec<f64> = labels.iter().map(|label| width_of(label).max(34.0) + 16.0).collect();
        let edges: Vec<Vec<usize>> = tree.nodes.iter().map(|node| node.options.clone()).collect();
        let amounts = amounts(tree);
        let layout = lay_out(&edges, &widths, passage(&amounts));
        // The wider the picture, the flatter its lines, and the more height they need to be told apart.
        let least = if amounts.iter().flatten().any(Option::is_some) { BETWEEN_LABELLED } else { BETWEEN };
        let between = (layout.width / 16.0).clamp(least, MOST_BETWEEN);
        let shares = shares(&layout, &edges, &amounts, label_width, LabelRoom { height: between, label: LABEL_HIGH });
        let top = MARGIN + place.title_height();
        let has_meaning = meaning.is_some();
        let legend = match filling {
            Filling::Full => told!("P-position, lost for the player to move. Moves go downwards."),
            Filling::Blank => told!("Write the value under each position. Moves go downwards."),
        };
        let legend = tree.language.words_of([Some(legend), meaning].into_iter().flatten().collect());
        let legend_width = if has_meaning { width_of(&legend) - width_of(" ") + 60.0 } else { 0.0 };
        let narrowest = heading_width(heading, place).max(NARROWEST).max(legend_width);
        let left = MARGIN + (narrowest - 2.0 * MARGIN - layout.width).max(0.0) / 2.0;
        let mut frame = TreeLayout {
            tree,
            labels,
            widths,
            amounts,
            shares,
            layout,
            between,
            top,
            left,
            narrowest,
            bends: 0.0,
            legend,
        };
        let moves =
            tree.nodes.iter().enumerate().flat_map(|(from, node)| node.options.iter().map(move |to| (from, *to)));
        // A curve reaches three quarters of the way to its control points.
        frame.bends = moves.map(|(from, to)| frame.bend(from, to) * 0.75).fold(0.0, f64::max);
        frame
    }

    /// How far a move bends to the right because it passes layers without passages; otherwise 0.
    fn bend(&self, from: usize, to: usize) -> f64 {
        let index = self.tree.nodes[from].options.iter().position(|option| *option == to);
        let has_way = index.is_none_or(|index| !self.layout.passages[from][index].is_empty());
        let left_out = self.layout.layer[to].saturating_sub(self.layout.layer[from] + 1);
        if has_way { 0.0 } else { (BEND * left_out as f64).min(MOST_BENT) }
    }

    fn size(&self) -> (f64, f64) {
        let width = (self.layout.width + 2.0 * MARGIN).max(self.narrowest) + self.bends;
        (width, self.y(self.layout.layer_count.saturating_sub(1)) + HIGH + LEGEND)
    }

    /// The upper edge of a layer.
    fn y(&self, layer: usize) -> f64 {
        self.top + layer as f64 * (HIGH + self.between)
    }

    /// Every move, from the lower edge of a position to the upper edge of its option.
    fn moves(&self, drawing: &mut Picture) {
        let mut path = String::new();
        for (from, node) in self.tree.nodes.iter().enumerate() {
            for (to, passages) in node.options.iter().zip(&self.layout.passages[from]) {
                self.step(&mut path, from, *to, passages);
            }
        }
        drawing.line(&path, MUTED, 1.0);
        for (from, amounts) in self.amounts.iter().enumerate() {
            for (option, amount) in amounts.iter().enumerate() {
                amount.iter().for_each(|amount| self.amount(drawing, from, option, amount));
            }
        }
    }

    /// Draws the label of a move on its way to the next layer, or in its passage through that layer.
    fn amount(&self, drawing: &mut Picture, from: usize, option: usize, amount: &str) {
        let next = self.layout.layer[from] + 1;
        let ends = (self.layout.x[from], self.layout.x[self.tree.nodes[from].options[option]]);
        let (x, y) = match self.layout.passages[from][option].first() {
            Some(passage) => (*passage, self.y(next) + HIGH / 2.0),
            None => {
                let (x, down) = at(ends, self.shares[from][option], self.between);
                (x, self.y(next) - self.between + down)
            }
        };
        let (x, size) = (self.left + x, (label_width(amount), LABEL_HIGH));
        drawing.rectangle((x - size.0 / 2.0, y - size.1 / 2.0), size, PAPER, &[]);
        drawing.text((x, y + LETTER * 0.36), Anchor::Middle, MUTED, amount);
    }

    /// Adds the path of a move. Its pieces are vertical at both ends, so that they join smoothly.
    fn step(&self, path: &mut String, from: usize, to: usize, passages: &[f64]) {
        let (mut x, mut y) = (self.left + self.layout.x[from], self.y(self.layout.layer[from]) + HIGH);
        // Writing to a `String` cannot fail.
        let _ = write!(path, "M{} {}", Length(x), Length(y));
        let bend = self.bend(from, to);
        if bend > 0.0 {
            let (end_x, end_y) = (self.left + self.layout.x[to], self.y(self.layout.layer[to]));
            let pull = Length(x.max(end_x) + bend);
            let _ = write!(path, "C{pull} {} {pull} {} {} {}", Length(y), Length(end_y), Length(end_x), Length(end_y));
            return;
        }
        let mut reach = |next_x: f64, next_y: f64| {
            let middle = Length((y + next_y) / 2.0);
            let (end_x, end_y) = (Length(next_x), Length(next_y));
            let _ = write!(path, "C{} {middle} {end_x} {middle} {end_x} {end_y}", Length(x));
            (x, y) = (next_x, next_y);
        };
        for (passage, layer) in passages.iter().zip(self.layout.layer[from] + 1..) {
            reach(self.left + passage, self.y(layer));
            reach(self.left + passage, self.y(layer) + HIGH);
        }
        reach(self.left + self.layout.x[to], self.y(self.layout.layer[to]));
    }

    fn position(&self, drawing: &mut Picture, index: usize, node: &Node, filling: Filling) {
        let (middle, top) = (self.left + self.layout.x[index], self.y(self.layout.layer[index]));
        let is_lost = node.outcome == Outcome::P && filling == Filling::Full && !node.is_above;
        let (ground, text) = if is_lost { (LOST, ON_LOST) } else { (PAPER, TEXT) };
        let border = if is_lost { LOST } else { MUTED };
        let corner = (middle - self.widths[index] / 2.0, top);
        let size = (self.widths[index], HIGH);
        drawing.rectangle(corner, size, ground, &[("rx", &6), ("stroke", &border.color)]);
        drawing.text((middle, top + LETTER + 4.0), Anchor::Middle, text, &self.labels[index]);
        let value = match (filling, node.outcome) {
            _ if node.is_above => String::new(),
            (Filling::Blank, _) => "____".to_owned(),
            (Filling::Full, Outcome::P) if node.value.is_some() => format!("{} · P", node.worth()),
            (Filling::Full, _) => node.worth(),
        };
        drawing.text((middle, top + 2.0 * LETTER + 7.0), Anchor::Middle, text, &value);
    }

    fn legend(&self, drawing: &mut Picture, filling: Filling) {
        let y = self.size().1 - 12.0;
        let x = MARGIN;
        if filling == Filling::Blank {
            return drawing.text((x, y), Anchor::Start, MUTED, &self.legend);
        }
        drawing.rectangle((x, y - 11.5), (14.0, 14.0), LOST, &[("rx", &3)]);
        drawing.text((x + 20.0, y), Anchor::Start, MUTED, &self.legend);
    }
}

/// The width of a passage, which has room for the widest label.
pub fn passage(amounts: &[Vec<Option<String>>]) -> f64 {
    let widths = amounts.iter().flatten().flatten().map(|amount| label_width(amount) + BESIDE);
    widths.fold(NARROW, f64::max)
}

fn label_width(amount: &str) -> f64 {
    width_of(amount) + 4.0
}

fn alt_text(tree: &GameTree) -> String {
    let lost: Vec<&Node> = tree.nodes.iter().filter(|node| node.outcome == Outcome::P && !node.is_above).collect();
    let names: Vec<String> = lost.iter().map(|node| node.name()).collect();
    let told = told!("{n} P-position[s]: {list}.", n = names.len(), list = first_listed(&names, 8));
    tree.language.words(told)
}

/// Where a label may stand, as shares of the way along its line. The first is the best if nothing is in its way.
const SHARES: [f64; 9] = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82];
/// A line is divided into this many steps, and tested at their ends.
const SAMPLE_STEPS: usize = 48;
/// A covered label counts as much as this many covered points of lines.
const COVERED_LABEL: usize = 2 * SAMPLE_STEPS;
/// The free space around a label, in pixels.
const AROUND: f64 = 2.0;
/// How many times each label is placed. The first time, labels that are placed later are not yet where they will be.
const SWEEPS: usize = 3;

/// The height of the space between two layers, and the height of a label.
#[derive(Clone, Copy)]
pub struct LabelRoom {
    pub height: f64,
    pub label: f64,
}

/// The part of an edge between two neighbouring layers.
struct LabelledLine {
    /// The x coordinates of its upper and its lower end.
    ends: (f64, f64),
    /// The width of its label, if it carries one.
    label: Option<f64>,
    /// Where the label stands, as a share of the way.
    share: f64,
}

/// For each node and each of its edges, where its label stands, as a share of the way to the next layer. The label of
/// an edge with passages stands in its first passage instead.
pub fn shares(
    layout: &Layout,
    edges: &[Vec<usize>],
    labels: &[Vec<Option<String>>],
    width: fn(&str) -> f64,
    room: LabelRoom,
) -> Vec<Vec<f64>> {
    let mut shares: Vec<Vec<f64>> = edges.iter().map(|ends| vec![SHARES[0]; ends.len()]).collect();
    for upper in 0..layout.layer_count {
        let mut lines = Vec::new();
        let mut carriers = Vec::new();
        for (from, ends) in edges.iter().enumerate() {
            for (edge, to) in ends.iter().enumerate() {
                let Some(ends) = piece(layout, (from, edge, *to), upper) else { continue };
                let stands_here = layout.layer[from] == upper && layout.passages[from][edge].is_empty();
                let label = labels[from][edge].as_deref().filter(|_| stands_here).map(width);
                carriers.push((from, edge));
                lines.push(LabelledLine { ends, label, share: SHARES[0] });
            }
        }
        place(&mut lines, room);
        carriers.iter().zip(&lines).for_each(|((from, edge), line)| shares[*from][*edge] = line.share);
    }
    shares
}

/// The x coordinates at which an edge leaves the layer `upper` and reaches the next. `None` if it does not go there,
/// or passes layers without passages.
fn piece(layout: &Layout, (from, edge, to): (usize, usize, usize), upper: usize) -> Option<(f64, f64)> {
    let (first, last) = (layout.layer[from], layout.layer[to]);
    let passages = &layout.passages[from][edge];
    let is_drawn_so = passages.len() + 1 == last.checked_sub(first)?;
    if !is_drawn_so || !(first..last).contains(&upper) {
        return None;
    }
    let x = |layer: usize| match layer {
        _ if layer == first => layout.x[from],
        _ if layer == last => layout.x[to],
        _ => passages[layer - first - 1],
    };
    Some((x(upper), x(upper + 1)))
}

/// Moves each label to where it covers least.
fn place(lines: &mut [LabelledLine], room: LabelRoom) {
    for _ in 0..SWEEPS {
        for index in 0..lines.len() {
            let best = SHARES.into_iter().min_by_key(|share| covered(lines, index, *share, room));
            lines[index].share = best.unwrap_or(SHARES[0]);
        }
    }
}

/// How much the label of a line covers at this share of its way.
fn covered(lines: &[LabelledLine], index: usize, share: f64, room: LabelRoom) -> usize {
    let Some(width) = lines[index].label else { return 0 };
    let (x, y) = at(lines[index].ends, share, room.height);
    let reach = (width / 2.0 + AROUND, room.label / 2.0 + AROUND);
    let others = lines.iter().enumerate().filter(|(other, _)| *other != index);
    let each = others.map(|(_, other)| {
        let is_covered = |step: &usize| {
            let (other_x, other_y) = at(other.ends, *step as f64 / SAMPLE_STEPS as f64, room.height);
            (other_x - x).abs() < reach.0 && (other_y - y).abs() < reach.1
        };
        let of_line = (0..=SAMPLE_STEPS).filter(is_covered).count();
        let meets_label = other.label.is_some_and(|other_width| {
            let (other_x, other_y) = at(other.ends, other.share, room.height);
            (other_x - x).abs() < reach.0 + other_width / 2.0 && (other_y - y).abs() < room.label + AROUND
        });
        of_line + if meets_label { COVERED_LABEL } else { 0 }
    });
    each.sum()
}

/// The point of a line at this share of its way, relative to the upper layer. The line is a Bézier curve that is
/// vertical at both ends.
pub fn at((start, end): (f64, f64), share: f64, height: f64) -> (f64, f64) {
    let rest = 1.0 - share;
    let turned = share * share * (3.0 - 2.0 * share);
    let down = share * share * share + 1.5 * share * rest;
    (start + (end - start) * turned, height * down)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: LabelRoom = LabelRoom { height: 60.0, label: 14.0 };

    fn lines(ends: &[(f64, f64)]) -> Vec<LabelledLine> {
        ends.iter().map(|ends| LabelledLine { ends: *ends, label: Some(18.0), share: SHARES[0] }).collect()
    }

    #[test]
    fn a_line_begins_and_ends_where_it_should() {
        assert_eq!(at((10.0, 50.0), 0.0, 60.0), (10.0, 0.0));
        assert_eq!(at((10.0, 50.0), 0.5, 60.0), (30.0, 30.0));
        assert_eq!(at((10.0, 50.0), 1.0, 60.0), (50.0, 60.0));
    }

    #[test]
    fn labels_of_lines_that_cross_keep_apart() {
        let mut crossing = lines(&[(0.0, 120.0), (120.0, 0.0)]);
        assert!(covered(&crossing, 0, 0.5, ROOM) > COVERED_LABEL);
        place(&mut crossing, ROOM);
        for index in 0..2 {
            assert_eq!(covered(&crossing, index, crossing[index].share, ROOM), 0);
        }
    }

    #[test]
    fn a_label_with_nothing_in_its_way_stands_in_the_middle() {
        let mut apart = lines(&[(0.0, 0.0), (100.0, 100.0)]);
        place(&mut apart, ROOM);
        assert!(apart.iter().all(|line| line.share == 0.5));
    }
}
