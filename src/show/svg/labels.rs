//! Places the labels of edges on their lines so that they cover as little as possible of other lines and of each
//! other.

use crate::show::svg::layers::Layout;

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
