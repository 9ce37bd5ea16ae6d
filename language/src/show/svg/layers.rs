//! Lays out an acyclic graph in layers, after Sugiyama, Tagawa and Toda (1981). The layer of a node is the length of
//! the longest path to it, so that every edge goes downwards. An edge over several layers goes through a passage, a
//! narrow gap, in each layer between. Each layer is ordered by the mean positions of the neighbours.

use grundy_engine::sorting::sort_by;

/// The gap between two nodes of a layer.
const GAP: f64 = 16.0;
/// The gap between two edges that pass a layer.
const GAP_OF_EDGES: f64 = 2.0;
/// The gap between a node and an edge that passes beside it.
const GAP_BESIDE: f64 = 8.0;
/// A layer that is wider than this is split into several.
const WIDEST: f64 = 900.0;
/// The width of a passage for an edge without a label.
pub const NARROW: f64 = 4.0;
/// Edges get passages only if they need at most this many in all, and at most `MOST_FOR_A_NODE` times the number of
/// nodes: more would fill the picture.
const MOST_PASSAGES: usize = 8_000;
const MOST_FOR_A_NODE: usize = 25;
/// How much more strongly two passages of an edge pull at each other than nodes do.
const STRAIGHTEN: f64 = 4.0;
/// How many times the order is improved, and then the coordinates.
const SWEEPS: usize = 12;

/// Where everything lies. The upper left corner is (0, 0).
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The x coordinate of the middle of every node.
    pub x: Vec<f64>,
    /// The layer of every node; that of the first is 0.
    pub layer: Vec<usize>,
    /// For every node and each of its edges, the x coordinates at which the edge passes the layers between, from top
    /// to bottom; empty for an edge without passages.
    pub passages: Vec<Vec<Vec<f64>>>,
    pub width: f64,
    pub layer_count: usize,
}

/// Lays out an acyclic graph: `edges` has the targets of every node's edges, `widths` has the widths of the nodes,
/// and `passage` is the width of a passage.
pub fn lay_out(edges: &[Vec<usize>], widths: &[f64], passage: f64) -> Layout {
    let layer = split_wide_layers(&longest_paths(edges), edges, widths);
    let layer_count = layer.iter().max().map_or(0, |last| last + 1);
    let between = |from: usize, to: usize| layer[to].saturating_sub(layer[from] + 1);
    let needed: usize = edges.iter().enumerate().flat_map(|(a, to)| to.iter().map(move |b| between(a, *b))).sum();
    let most = MOST_PASSAGES.min(MOST_FOR_A_NODE * edges.len());
    let mut layers = Layers::new(&layer, layer_count, widths, passage);
    let mut through = Vec::with_capacity(edges.len());
    for (from, ends) in edges.iter().enumerate() {
        let passed: Vec<Vec<usize>> =
            ends.iter().map(|to| layers.add_edge(from, *to, &layer, needed <= most)).collect();
        through.push(passed);
    }
    layers.order();
    layers.place();
    let left = layers.items.iter().map(|item| item.x - item.width / 2.0).fold(f64::INFINITY, f64::min);
    let right = layers.items.iter().map(|item| item.x + item.width / 2.0).fold(0.0, f64::max);
    let x = |index: usize| layers.items[index].x - left;
    Layout {
        x: (0..edges.len()).map(x).collect(),
        passages: through
            .iter()
            .map(|edges| edges.iter().map(|passed| passed.iter().map(|index| x(*index)).collect()).collect())
            .collect(),
        width: if edges.is_empty() { 0.0 } else { right - left },
        layer,
        layer_count,
    }
}

/// The layer of every node after layers that are too wide are split into several. No edge joins two nodes of a
/// layer, so every edge still goes downwards. Nodes that were side by side come to lie below each other, so that no
/// node moves far.
fn split_wide_layers(layer: &[usize], edges: &[Vec<usize>], widths: &[f64]) -> Vec<usize> {
    let layer_count = layer.iter().max().map_or(0, |last| last + 1);
    let mut layers = Layers::new(layer, layer_count, widths, NARROW);
    for (from, ends) in edges.iter().enumerate() {
        ends.iter().for_each(|to| drop(layers.add_edge(from, *to, layer, false)));
    }
    layers.order();
    let mut split = vec![0; layer.len()];
    let mut first = 0;
    for members in &layers.members {
        let pieces = (layers.length(members) / WIDEST).ceil().max(1.0) as usize;
        members.iter().enumerate().for_each(|(index, node)| split[*node] = first + index % pieces);
        first += pieces;
    }
    split
}

/// For every node the length of the longest path to it.
fn longest_paths(edges: &[Vec<usize>]) -> Vec<usize> {
    let mut waiting = vec![0_usize; edges.len()];
    edges.iter().flatten().for_each(|to| waiting[*to] += 1);
    let mut ready: Vec<usize> = (0..edges.len()).filter(|node| waiting[*node] == 0).collect();
    let mut longest = vec![0; edges.len()];
    while let Some(node) = ready.pop() {
        for to in &edges[node] {
            longest[*to] = longest[*to].max(longest[node] + 1);
            waiting[*to] -= 1;
            if waiting[*to] == 0 {
                ready.push(*to);
            }
        }
    }
    longest
}

/// A node, or a passage: the gap through which an edge passes a layer.
struct Item {
    width: f64,
    /// While the items are ordered, the position in the layer as a share of it; later, the x coordinate of the
    /// middle.
    x: f64,
    /// The neighbours in the layers above, and (in `below`) in those below.
    above: Vec<usize>,
    below: Vec<usize>,
}

/// The layers while they are laid out.
struct Layers {
    /// The nodes, and after them the passages.
    items: Vec<Item>,
    /// How many nodes there are.
    nodes: usize,
    /// The width of a passage.
    passage: f64,
    /// The items of each layer from left to right.
    members: Vec<Vec<usize>>,
}

impl Layers {
    fn new(layer: &[usize], layer_count: usize, widths: &[f64], passage: f64) -> Layers {
        let item = |width: &f64| Item { width: *width, x: 0.0, above: Vec::new(), below: Vec::new() };
        let mut members = vec![Vec::new(); layer_count];
        layer.iter().enumerate().for_each(|(node, layer)| members[*layer].push(node));
        Layers { items: widths.iter().map(item).collect(), nodes: widths.len(), passage, members }
    }

    /// Adds an edge, `with_passages` through the layers between or without. Returns its passages.
    fn add_edge(&mut self, from: usize, to: usize, layer: &[usize], with_passages: bool) -> Vec<usize> {
        let mut passed = Vec::new();
        let mut last = from;
        if with_passages {
            for between in layer[from] + 1..layer[to] {
                let passage = self.items.len();
                self.items.push(Item { width: self.passage, x: 0.0, above: vec![last], below: Vec::new() });
                self.items[last].below.push(passage);
                self.members[between].push(passage);
                passed.push(passage);
                last = passage;
            }
        }
        self.items[last].below.push(to);
        self.items[to].above.push(last);
        passed
    }

    /// Goes down and up again several times, and sorts every layer by the mean positions of the neighbours: in the
    /// layer above on the way down, in the layer below on the way up.
    fn order(&mut self) {
        self.set_positions();
        for sweep in 0..SWEEPS {
            let downwards = sweep % 2 == 0;
            for step in 0..self.members.len() {
                let layer = if downwards { step } else { self.members.len() - 1 - step };
                let mut members = std::mem::take(&mut self.members[layer]);
                let mean = |item: &usize| {
                    let item = &self.items[*item];
                    mean(if downwards { &item.above } else { &item.below }, &self.items).unwrap_or(item.x)
                };
                sort_by(&mut members, |a, b| mean(a).total_cmp(&mean(b)));
                // The place within the layer, as a share of it, so that layers of different lengths can be compared.
                let count = members.len() as f64;
                members.iter().enumerate().for_each(|(index, item)| {
                    self.items[*item].x = (index as f64 + 0.5) / count;
                });
                self.members[layer] = members;
            }
        }
    }

    /// Sets the position of every item in its layer, as a share of the layer.
    fn set_positions(&mut self) {
        for members in &self.members {
            let count = members.len() as f64;
            members.iter().enumerate().for_each(|(index, item)| self.items[*item].x = (index as f64 + 0.5) / count);
        }
    }

    /// Moves every item as near to the middle of its neighbours as the items beside it allow.
    fn place(&mut self) {
        let widest = self.members.iter().map(|members| self.length(members)).fold(0.0, f64::max);
        for item in &mut self.items {
            item.x *= widest;
        }
        for sweep in 0..SWEEPS {
            for step in 0..self.members.len() {
                let layer = if sweep % 2 == 0 { step } else { self.members.len() - 1 - step };
                let members = std::mem::take(&mut self.members[layer]);
                let preferred: Vec<f64> = members.iter().map(|item| self.preferred_x(*item)).collect();
                let placed = self.separate(&members, &preferred);
                members.iter().zip(placed).for_each(|(item, x)| self.items[*item].x = x);
                self.members[layer] = members;
            }
        }
    }

    /// The width of a layer with its gaps.
    fn length(&self, members: &[usize]) -> f64 {
        let widths: f64 = members.iter().map(|item| self.items[*item].width).sum();
        let gaps: f64 = members.windows(2).map(|pair| self.gap(pair[0], pair[1])).sum();
        widths + gaps + GAP
    }

    fn gap(&self, left: usize, right: usize) -> f64 {
        match (left >= self.nodes, right >= self.nodes) {
            (false, false) => GAP,
            (true, true) => GAP_OF_EDGES,
            _ => GAP_BESIDE,
        }
    }

    /// The best x coordinate of an item by itself: the weighted mean of its neighbours. Passages pull at each other
    /// more strongly, so that long edges are straight.
    fn preferred_x(&self, index: usize) -> f64 {
        let item = &self.items[index];
        let (mut sum, mut pull) = (0.0, 0.0);
        for neighbour in item.above.iter().chain(&item.below) {
            let other = &self.items[*neighbour];
            let strength = if index.min(*neighbour) >= self.nodes { STRAIGHTEN } else { 1.0 };
            sum += other.x * strength;
            pull += strength;
        }
        if pull > 0.0 { sum / pull } else { item.x }
    }

    /// The x coordinates nearest to the preferred ones, by least squares, at which nothing overlaps. Neighbours that
    /// would overlap are pooled and moved together.
    fn separate(&self, members: &[usize], preferred: &[f64]) -> Vec<f64> {
        let mut offsets = Vec::with_capacity(members.len());
        let mut offset = 0.0;
        for (index, item) in members.iter().enumerate() {
            if let Some(before) = index.checked_sub(1).and_then(|before| members.get(before)) {
                offset += (self.items[*before].width + self.items[*item].width) / 2.0 + self.gap(*before, *item);
            }
            offsets.push(offset);
        }
        // Each pool has the sum of the beginnings that its members prefer for it, and the number of its members.
        let mut pools: Vec<(f64, usize)> = Vec::new();
        for (x, offset) in preferred.iter().zip(&offsets) {
            let mut pool = (x - offset, 1);
            while let Some((sum, count)) = pools.last().copied()
                && sum / count as f64 >= pool.0 / pool.1 as f64
            {
                pool = (pool.0 + sum, pool.1 + count);
                pools.pop();
            }
            pools.push(pool);
        }
        let starts = pools.iter().flat_map(|(sum, count)| std::iter::repeat_n(sum / *count as f64, *count));
        starts.zip(&offsets).map(|(start, offset)| start + offset).collect()
    }
}

fn mean(neighbours: &[usize], items: &[Item]) -> Option<f64> {
    let sum: f64 = neighbours.iter().map(|item| items[*item].x).sum();
    (!neighbours.is_empty()).then(|| sum / neighbours.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number from `n` down moves to the next three.
    fn chain(n: usize) -> Vec<Vec<usize>> {
        (0..=n).map(|node| (node + 1..=(node + 3).min(n)).collect()).collect()
    }

    #[test]
    fn a_node_lies_as_deep_as_the_longest_path_to_it() {
        assert_eq!(longest_paths(&chain(4)), [0, 1, 2, 3, 4]);
        assert_eq!(longest_paths(&[vec![1, 2, 3], vec![3], vec![], vec![2]]), [0, 1, 3, 2]);
        assert_eq!(longest_paths(&[]), [0_usize; 0]);
    }

    #[test]
    fn long_edges_pass_every_layer_between() {
        let layout = lay_out(&chain(4), &[40.0; 5], NARROW);
        let passed: Vec<usize> = layout.passages[0].iter().map(Vec::len).collect();
        assert_eq!((layout.layer_count, passed), (5, vec![0, 1, 2]));
    }

    #[test]
    fn nothing_overlaps_and_nothing_lies_outside() {
        let fan: Vec<Vec<usize>> = std::iter::once((1..30).collect()).chain(vec![Vec::new(); 29]).collect();
        for edges in [chain(12), fan, vec![Vec::new()]] {
            let widths: Vec<f64> = (0..edges.len()).map(|node| 30.0 + (node % 5) as f64 * 9.0).collect();
            let layout = lay_out(&edges, &widths, NARROW);
            for a in 0..edges.len() {
                assert!(layout.x[a] - widths[a] / 2.0 > -1e-6 && layout.x[a] + widths[a] / 2.0 < layout.width + 1e-6);
                for b in (0..a).filter(|b| layout.layer[*b] == layout.layer[a]) {
                    let apart = (layout.x[a] - layout.x[b]).abs();
                    assert!(apart > (widths[a] + widths[b]) / 2.0, "{a} and {b} are {apart} apart");
                }
            }
        }
    }

    #[test]
    fn a_wide_layer_is_split_into_several() {
        let fan: Vec<Vec<usize>> =
            std::iter::once((1..100).collect()).chain(vec![vec![100]; 99]).chain([vec![]]).collect();
        let layout = lay_out(&fan, &[60.0; 101], NARROW);
        assert!(layout.layer_count > 8 && layout.width < 2.0 * WIDEST, "{} {}", layout.layer_count, layout.width);
        let goes_down = |from: usize, to: usize| layout.layer[from] < layout.layer[to];
        assert!(fan.iter().enumerate().all(|(from, ends)| ends.iter().all(|to| goes_down(from, *to))));
    }

    #[test]
    fn too_many_passages_are_left_out() {
        let edges: Vec<Vec<usize>> = (0..400).map(|node| (node + 1..400.min(node + 50)).collect()).collect();
        let layout = lay_out(&edges, &vec![40.0; 400], NARROW);
        assert!(layout.passages.iter().flatten().all(Vec::is_empty));
    }
}
