//! `tree S(5)`: the game graph below a position, drawn as a tree with a line for each position. A position is drawn
//! once, as a child of the first position in breadth-first order that can move to it. The other options of a position
//! are named after an arrow on its line.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use grundy_engine::game::{Component, Sum};
use grundy_engine::nim::Outcome;

use super::document::{Document, Line, Piece, Role, Style};
use super::listing::paragraph;
use super::phrase::{counted, heading, muted, name, nimber, piece, plain, width};
use crate::session::report::{Node, Tree};

/// The columns that branches leave free for the text of a position.
const FOR_NAME: usize = 36;
/// The columns of one branch: in most trees, and in deep ones.
const BRANCHES: [usize; 2] = [3, 2];
/// A tree of at most this many positions has room for their full names.
const MOST_IN_FULL: usize = 12;
/// More copies of a heap than this are not written one by one.
const MOST_HEAPS: u64 = 12;

pub fn tree(report: &Tree, style: &Style) -> Document {
    let mut document = Document::new(style);
    let Some(root) = report.nodes.first() else { return document };
    paragraph(&mut document, title(report, root));
    let drawing = Drawing::new(report, style);
    document.drawing(drawing.lines());
    paragraph(&mut document, drawing.legend());
    document
}

/// The title without numbers, which would give answers away.
pub fn short_title(root: &Node) -> Line {
    vec![heading("The game below "), name(&root.position)]
}

/// The title: the position, and the numbers of positions, moves and P-positions below it.
pub fn title(report: &Tree, root: &Node) -> Line {
    let lost = report.nodes.iter().filter(|node| node.outcome == Outcome::P).count();
    let moves: usize = report.nodes.iter().map(|node| node.options.len()).sum();
    let counts = format!(
        ": {}, {}, {}",
        counted(report.nodes.len() as u128, "position", "positions"),
        counted(moves as u128, "move", "moves"),
        counted(lost as u128, "P-position", "P-positions"),
    );
    [short_title(root), vec![plain(counts)]].concat()
}

/// What positions are called in a tree.
pub struct NodeNames {
    pub names: Vec<String>,
    /// What the short names mean; `None` if all names are in full.
    pub meaning: Option<String>,
}

/// The names of all positions. In a large tree of sums of heaps `[1,2]` stands for `G(1) + G(2)`; where there are
/// several games, `G[1,2]+H[3]` for `G(1) + G(2) + H(3)`.
pub fn names(tree: &Tree) -> NodeNames {
    short_names(tree).unwrap_or_else(|| NodeNames {
        names: tree.nodes.iter().map(|node| node.position.to_string()).collect(),
        meaning: None,
    })
}

/// Short names for sums. `None` if the tree is small, has no sum, or has components that are not heaps.
fn short_names(tree: &Tree) -> Option<NodeNames> {
    if tree.nodes.len() <= MOST_IN_FULL {
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
    let meaning = format!("{} means {written}.", short_name(example, &games));
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
    heaps.values_mut().for_each(|sizes| sizes.sort_unstable());
    Some(heaps)
}

/// A tree with more moves than this has no room for labels that say what each move takes.
const MOST_LABELLED: usize = 30;

/// The label of each move, such as `−2`, for each position in the order of its options: what the move takes from a
/// heap. `None` for moves that do not take from a single heap, and for all moves of a large tree.
pub fn amounts(tree: &Tree) -> Vec<Vec<Option<String>>> {
    let moves: usize = tree.nodes.iter().map(|node| node.options.len()).sum();
    let of_move = |from: &Node, to: usize| {
        let taken = taken(&from.position, &tree.nodes.get(to)?.position).filter(|_| moves <= MOST_LABELLED)?;
        Some(format!("−{taken}"))
    };
    tree.nodes.iter().map(|node| node.options.iter().map(|to| of_move(node, *to)).collect()).collect()
}

/// What a move takes from one heap, which it may split; `None` if it changes several heaps or takes nothing.
fn taken(from: &Sum, to: &Sum) -> Option<u64> {
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

/// The layout of a tree in a terminal.
struct Drawing<'a> {
    tree: &'a Tree,
    names: NodeNames,
    /// What each move takes, for each position in the order of its options.
    amounts: Vec<Vec<Option<String>>>,
    style: &'a Style,
    /// The children of each position.
    children: Vec<Vec<usize>>,
    /// The columns of one branch.
    branch: usize,
    /// How many branches fit side by side. What lies deeper is drawn further down, as a tree of its own.
    deepest: usize,
}

impl<'a> Drawing<'a> {
    fn new(tree: &'a Tree, style: &'a Style) -> Drawing<'a> {
        let (children, depth) = spanning_tree(tree);
        let room = style.width.saturating_sub(FOR_NAME);
        let branch = BRANCHES.into_iter().find(|branch| branch * depth <= room).unwrap_or(BRANCHES[1]);
        let deepest = (room / branch).max(4);
        Drawing { tree, names: names(tree), amounts: amounts(tree), style, children, branch, deepest }
    }

    fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut roots = std::collections::VecDeque::from([0]);
        while let Some(root) = roots.pop_front() {
            if !lines.is_empty() {
                lines.push(Line::new());
            }
            lines.push(self.position(root, None, String::new()));
            self.below(root, &mut Vec::new(), &mut lines, &mut roots);
        }
        lines
    }

    /// Draws what lies below a position, as deep as branches fit. Positions that are too deep are added to `roots`.
    /// `open` says of each branch above whether it goes on further down.
    fn below(
        &self,
        node: usize,
        open: &mut Vec<bool>,
        lines: &mut Vec<Line>,
        roots: &mut std::collections::VecDeque<usize>,
    ) {
        let children = &self.children[node];
        for (index, child) in children.iter().enumerate() {
            let is_last = index + 1 == children.len();
            let branches = self.branches(open, is_last);
            if open.len() + 1 >= self.deepest && !self.children[*child].is_empty() {
                let amount = muted(self.amount(node, *child));
                lines.push(vec![muted(branches), amount, name(&self.names.names[*child]), muted(" is drawn below")]);
                roots.push_back(*child);
                continue;
            }
            lines.push(self.position(*child, Some(node), branches));
            open.push(!is_last);
            self.below(*child, open, lines, roots);
            open.pop();
        }
    }

    fn branches(&self, open: &[bool], is_last: bool) -> String {
        let (bar, fork, end, dash) = if self.style.ascii { ('|', '+', '`', "-") } else { ('│', '├', '└', "─") };
        let rest = self.branch - 1;
        let mut text = String::new();
        for goes_on in open {
            text.push(if *goes_on { bar } else { ' ' });
            text.push_str(&" ".repeat(rest));
        }
        text.push(if is_last { end } else { fork });
        text.push_str(&dash.repeat(rest - 1));
        text.push(' ');
        text
    }

    /// `−3: `: what the move between these positions takes. It stands before the position that the move leads to.
    fn amount(&self, from: usize, to: usize) -> String {
        let moves = self.tree.nodes[from].options.iter().zip(&self.amounts[from]);
        let amount = moves.filter(|(option, _)| **option == to).find_map(|(_, amount)| amount.as_deref());
        let text = amount.map_or(String::new(), |amount| format!("{amount}: "));
        if self.style.ascii { text.replace('−', "-") } else { text }
    }

    /// The line of a position, such as `−1: S(4) = 0 ●  → −1: S(3), −2: S(2)`. `above` is its parent in the drawing.
    fn position(&self, index: usize, above: Option<usize>, branches: String) -> Line {
        let node = &self.tree.nodes[index];
        let amount = above.map_or(String::new(), |above| self.amount(above, index));
        let mut line = vec![muted(branches), muted(amount), name(&self.names.names[index]), plain(" = ")];
        if node.outcome == Outcome::P {
            line.extend([piece(Role::Good, node.value), plain(" "), self.p_mark()]);
        } else {
            line.push(nimber(node.value));
        }
        let room = self.style.width.saturating_sub(width(&line));
        line.extend(self.elsewhere(index, room));
        line
    }

    fn p_mark(&self) -> Piece {
        piece(Role::Good, if self.style.ascii { 'P' } else { '●' })
    }

    /// The options that are drawn elsewhere, as many as there is room for.
    fn elsewhere(&self, index: usize, room: usize) -> Option<Piece> {
        let own = &self.children[index];
        let others: Vec<String> = self.tree.nodes[index]
            .options
            .iter()
            .filter(|option| !own.contains(option))
            .map(|option| self.amount(index, *option) + &self.names.names[*option])
            .collect();
        if others.is_empty() {
            return None;
        }
        let arrow = if self.style.ascii { "->" } else { "→" };
        let text = |shown: usize| {
            let rest = others.len() - shown;
            let listed = others[..shown].join(", ");
            match (shown, rest) {
                (_, 0) => format!("  {arrow} {listed}"),
                (0, _) => format!("  {arrow} {rest} more"),
                _ => format!("  {arrow} {listed} and {rest} more"),
            }
        };
        let shown = (0..=others.len()).rev().find(|shown| text(*shown).chars().count() <= room).unwrap_or(0);
        Some(muted(text(shown)))
    }

    fn legend(&self) -> Line {
        let mut line = vec![self.p_mark(), plain(" "), muted("P-position, lost for the player to move.")];
        let moves: usize = self.tree.nodes.iter().map(|node| node.options.len()).sum();
        if moves + 1 > self.tree.nodes.len() {
            let arrow = if self.style.ascii { "->" } else { "→" };
            line.push(muted(format!(" {arrow} moves to positions drawn elsewhere.")));
        }
        if let Some(meaning) = &self.names.meaning {
            line.push(muted(format!(" {meaning}")));
        }
        line
    }
}

/// The children of every position, and the greatest depth. The parent of a position is the first one, in the order of
/// the tree, that can move to it.
fn spanning_tree(tree: &Tree) -> (Vec<Vec<usize>>, usize) {
    let mut children = vec![Vec::new(); tree.nodes.len()];
    let mut depth: Vec<Option<usize>> = vec![None; tree.nodes.len()];
    if let Some(root) = depth.first_mut() {
        *root = Some(0);
    }
    for (index, node) in tree.nodes.iter().enumerate() {
        for option in &node.options {
            if depth[*option].is_none() {
                depth[*option] = depth[index].map(|depth| depth + 1);
                children[index].push(*option);
            }
        }
    }
    (children, depth.into_iter().flatten().max().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::samples::{assert_sample, shown, shown_ascii, sum, tree};
    use crate::session::report::Report;

    #[test]
    fn every_position_once() {
        let report = Report::Tree(tree(5));
        assert_sample(&shown(&report, 80), "tree: every position once");
        assert_sample(&shown_ascii(&report), "tree: every position once, in ASCII");
    }

    #[test]
    fn a_move_tells_what_it_takes_from_one_heap() {
        for (from, to, amount) in [
            (&[7][..], &[4][..], Some(3)),
            (&[3], &[0], Some(3)),
            (&[2, 5], &[2, 1], Some(4)),
            (&[2, 2], &[2], Some(2)),
            // A move may leave two heaps.
            (&[7], &[2, 4], Some(1)),
            (&[7, 2], &[2, 3, 2], Some(2)),
            // Nothing is taken, more heaps than one change, or there is more than before.
            (&[7], &[3, 4], None),
            (&[3, 3], &[1, 1], None),
            (&[3], &[5], None),
        ] {
            assert_eq!(taken(&sum(from), &sum(to)), amount, "{from:?} → {to:?}");
        }
        let labels = |n| amounts(&tree(n)).concat().into_iter().flatten().collect::<Vec<_>>();
        assert_eq!(labels(2), ["−1", "−2", "−1"]);
        assert!(labels(20).is_empty());
    }

    #[test]
    fn what_lies_too_deep_is_drawn_below() {
        assert_sample(&shown(&Report::Tree(tree(16)), 46), "tree: what lies too deep is drawn below");
    }
}
