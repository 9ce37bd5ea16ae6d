//! What all pictures of a tree share, the names of its positions and moves; and a tree in the language of Graphviz, which
//! lays it out.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use grundy_engine::game::{Component, Sum};
use grundy_engine::nim::Outcome;
use grundy_engine::sorting::sort;

use crate::show::document::{GameTree, Node};
use crate::show::told::{Told, told};
use crate::show::visible;

/// A tree of at most this many positions has room for their full names.
const MOST_IN_FULL: usize = 12;
/// More copies of a heap than this are not written one by one.
const MOST_HEAPS: u64 = 12;

/// What positions are called in a tree.
pub struct NodeNames {
    pub names: Vec<String>,
    /// What the short names mean; `None` if all names are in full.
    pub meaning: Option<Told>,
}

/// The names of all positions. In a large tree of sums of heaps `[1,2]` stands for `G(1) + G(2)`; where there are
/// several games, `G[1,2]+H[3]` for `G(1) + G(2) + H(3)`.
pub fn names(tree: &GameTree) -> NodeNames {
    short_names(tree).unwrap_or_else(|| NodeNames {
        names: tree.nodes.iter().map(name).collect(),
        meaning: tree.nodes.iter().any(|node| node.is_above).then(|| told!("↑ leads back to a position above.")),
    })
}

/// The name in full.
fn name(node: &Node) -> String {
    if node.is_above { format!("↑ {}", node.name()) } else { node.name() }
}

/// Short names for sums. `None` if the tree is small, has no sum, or has components that are not heaps.
fn short_names(tree: &GameTree) -> Option<NodeNames> {
    if tree.nodes.len() <= MOST_IN_FULL || tree.nodes.iter().any(|node| node.bound.is_some() || node.is_above) {
        return None;
    }
    let heaps: Vec<HeapSizes> = tree.nodes.iter().map(|node| heaps(&node.position)).collect::<Option<_>>()?;
    let games: BTreeSet<&str> = heaps.iter().flat_map(|heaps| heaps.keys().copied()).collect();
    let is_sum = |heaps: &HeapSizes| heaps.values().map(Vec::len).sum::<usize>() > 1;
    // The first sum that has the most games.
    let example = heaps.iter().filter(|heaps| is_sum(heaps)).min_by_key(|heaps| Reverse(heaps.len()))?;
    let names = tree
        .nodes
        .iter()
        .zip(&heaps)
        .map(|(node, heaps)| if is_sum(heaps) { short_name(heaps, &games) } else { node.position.to_string() });
    let written = example.iter().flat_map(|(game, sizes)| sizes.iter().map(move |size| format!("{game}({size})")));
    let written = written.collect::<Vec<_>>().join(" + ");
    let meaning = told!("{short} means {written}.", short = short_name(example, &games), written);
    Some(NodeNames { names: names.collect(), meaning: Some(meaning) })
}

/// The sizes of heaps, smallest first, by the names of their games.
type HeapSizes<'a> = BTreeMap<&'a str, Vec<u64>>;

/// The heaps of a sum. `None` if a component is not a heap, or has too many copies.
fn heaps(sum: &Sum) -> Option<HeapSizes<'_>> {
    let mut heaps = HeapSizes::new();
    for part in &sum.parts {
        let Component::Position(position) = &part.component else { return None };
        let size = position.heap()?;
        if part.copies > MOST_HEAPS {
            return None;
        }
        heaps.entry(&position.game.name).or_default().extend((0..part.copies).map(|_| size));
    }
    heaps.values_mut().for_each(|sizes| sort(sizes));
    Some(heaps)
}

/// A tree with more moves than this has no room for labels that say what each move takes.
const MOST_LABELLED: usize = 30;

/// The label of each move, such as `−2`, for each position in the order of its options: what the move takes from a
/// heap. `None` for moves that do not take from a single heap, and for all moves of a large tree.
pub fn amounts(tree: &GameTree) -> Vec<Vec<Option<String>>> {
    let moves: usize = tree.nodes.iter().map(|node| node.options.len()).sum();
    let of_move = |from: &Node, (place, to): (usize, &usize)| {
        let taken = taken(&from.position, &tree.nodes.get(*to)?.position).filter(|_| moves <= MOST_LABELLED);
        let taken = taken.map(|taken| format!("−{taken}"));
        match from.again.contains(&place) {
            true => Some(taken.map_or(String::new(), |taken| taken + " ") + "again"),
            false => taken,
        }
    };
    tree.nodes.iter().map(|node| node.options.iter().enumerate().map(|edge| of_move(node, edge)).collect()).collect()
}

/// The same tree for pictures whose moves go downwards: a move that leads back to a position on the way to it ends at a node that
/// only names that one.
pub fn without_loops(tree: &GameTree) -> GameTree {
    let mut nodes = tree.nodes.to_vec();
    // The way from the first position, with how many options of each have been looked at.
    let (mut way, mut is_on_way, mut is_met) = (vec![(0, 0)], vec![false; nodes.len()], vec![false; nodes.len()]);
    while let Some((from, place)) = way.last_mut() {
        let (from, next) = (*from, *place);
        *place += 1;
        (is_met[from], is_on_way[from]) = (true, true);
        let Some(to) = nodes[from].options.get(next).copied() else {
            is_on_way[from] = false;
            way.pop();
            continue;
        };
        if is_on_way[to] {
            let end = nodes.len();
            nodes[from].options[next] = end;
            let Node { position, bound, outcome, .. } = nodes[to].clone();
            let (options, again) = (Vec::new(), Vec::new());
            nodes.push(Node { position, bound, value: None, outcome, options, again, is_above: true });
        } else if !is_met[to] {
            way.push((to, 0));
        }
    }
    GameTree { nodes: nodes.into(), ..tree.clone() }
}

/// What a move takes from one heap, which it may split; `None` if it changes several heaps or takes nothing.
pub fn taken(from: &Sum, to: &Sum) -> Option<u64> {
    let (mut before, mut after) = (heaps(from)?, heaps(to)?);
    for (game, sizes) in &mut before {
        let left = after.entry(game).or_default();
        left.retain(|size| *size > 0);
        sizes.retain(|size| match left.iter().position(|other| other == size) {
            Some(same) => {
                left.remove(same);
                false
            }
            None => *size > 0,
        });
    }
    let changed: Vec<u64> = before.into_values().flatten().collect();
    let left = after.into_values().flatten().try_fold(0_u64, u64::checked_add)?;
    match changed[..] {
        [heap] => heap.checked_sub(left).filter(|taken| *taken > 0),
        _ => None,
    }
}

fn short_name(heaps: &HeapSizes, games: &BTreeSet<&str>) -> String {
    let of_game = |(game, sizes): (&&str, &Vec<u64>)| {
        let sizes: Vec<String> = sizes.iter().map(u64::to_string).collect();
        format!("{}[{}]", beginning(game, games), sizes.join(","))
    };
    heaps.iter().map(of_game).collect::<Vec<_>>().join("+")
}

/// The shortest beginning of a game's name that no other name has; empty if there is no other game.
fn beginning<'a>(game: &'a str, games: &BTreeSet<&str>) -> &'a str {
    let is_own = |beginning: &str| games.iter().all(|other| *other == game || !other.starts_with(beginning));
    let ends = game.char_indices().map(|(end, _)| end).chain([game.len()]);
    ends.map(|end| &game[..end]).find(|beginning| is_own(beginning)).unwrap_or(game)
}

/// `tree S(5) to "tree.dot"`: P-positions have a double border and are filled.
pub fn dot(tree: &GameTree) -> String {
    let name = tree.nodes.first().map_or(String::new(), Node::name);
    let mut text = format!("digraph {} {{\n  node [shape=box, fontname=\"Helvetica\"];\n", quoted(&name));
    for (index, node) in tree.nodes.iter().enumerate() {
        let label = quoted(&format!("{}\n{}", node.name(), node.worth()));
        let look = match node.outcome {
            Outcome::P => ", peripheries=2, style=filled, fillcolor=\"#cdebd8\"",
            Outcome::N | Outcome::D => "",
        };
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "  p{index} [label={label}{look}];");
    }
    for (index, (node, amounts)) in tree.nodes.iter().zip(amounts(tree)).enumerate() {
        for (option, amount) in node.options.iter().zip(amounts) {
            let label = amount.map_or(String::new(), |amount| format!(" [label={}]", quoted(&amount)));
            let _ = writeln!(text, "  p{index} -> p{option}{label};");
        }
    }
    text.push_str("}\n");
    text
}

/// A quoted string of Graphviz. Quotes and backslashes are escaped, also those of the escapes of hidden characters, and a
/// line end becomes `\n`.
fn quoted(text: &str) -> String {
    format!("\"{}\"", visible::lines(text).replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
