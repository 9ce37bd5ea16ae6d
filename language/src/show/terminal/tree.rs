//! The game graph below a position, drawn as a tree with a line for each position. A position is drawn once, as a child
//! of the first position in breadth-first order that can move to it. The other options of a position are named after an
//! arrow on its line.

use grundy_engine::nim::Outcome;

use crate::show::document::{GameTree, Line, Piece, Role, Style};
use crate::show::phrase::{muted, name, piece, plain, sentences, width};
use crate::show::terminal::paragraph::broken;
use crate::show::told::{Tellable, told};
use crate::show::tree::{NodeNames, amounts, names};

/// The columns that branches leave free for the text of a position.
const FOR_NAME: usize = 36;
/// The columns of one branch: in most trees, and in deep ones.
const BRANCHES: [usize; 2] = [3, 2];

pub fn lines(tree: &GameTree, style: &Style) -> Vec<Line> {
    let mut lines = broken(style, Line::new(), &tree.title, 0);
    let drawing = Drawing::new(tree, style);
    lines.extend(drawing.lines());
    lines.extend(broken(style, Line::new(), &drawing.legend(), 0));
    lines
}

/// The layout of a tree in a terminal.
struct Drawing<'a> {
    tree: &'a GameTree,
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
    fn new(tree: &'a GameTree, style: &'a Style) -> Drawing<'a> {
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
                let below = told!("{x} is drawn below", x = name(&self.names.names[*child])).looks(Role::Muted);
                lines.push([vec![muted(branches), amount], self.tree.language.line(below.into_line())].concat());
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
        let place = self.tree.nodes[from].options.iter().position(|option| *option == to);
        place.map_or(String::new(), |place| self.label(from, place))
    }

    /// The same for the move of this place.
    fn label(&self, from: usize, place: usize) -> String {
        let text = self.amounts[from][place].as_ref().map_or(String::new(), |amount| format!("{amount}: "));
        if self.style.ascii { text.replace('−', "-") } else { text }
    }

    /// The line of a position, such as `−1: S(4) = 0 ●  → −1: S(3), −2: S(2)`. `above` is its parent in the drawing.
    fn position(&self, index: usize, above: Option<usize>, branches: String) -> Line {
        let node = &self.tree.nodes[index];
        let amount = above.map_or(String::new(), |above| self.amount(above, index));
        let equals = if node.value.is_some() { " = " } else { ": " };
        let mut line = vec![muted(branches), muted(amount), name(&self.names.names[index]), plain(equals)];
        if node.outcome == Outcome::P {
            line.extend([piece(Role::Good, node.worth()), plain(" "), self.p_mark()]);
        } else {
            line.push(piece(Role::Nimber, node.worth()));
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
        let options = &self.tree.nodes[index].options;
        // A position may be reached by two moves, one of them with `again`.
        let is_first = |place: usize| !options[..place].contains(&options[place]);
        let others: Vec<String> = (0..options.len())
            .filter(|place| !own.contains(&options[*place]) || !is_first(*place))
            .map(|place| self.label(index, place) + &self.names.names[options[place]])
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
                (0, _) => format!("  {arrow} {}", self.tree.language.words(told!("{n} more", n = rest))),
                _ => {
                    let told = told!("{list} and {n} more", list = listed, n = rest);
                    format!("  {arrow} {}", self.tree.language.words(told))
                }
            }
        };
        let shown = (0..=others.len()).rev().find(|shown| text(*shown).chars().count() <= room).unwrap_or(0);
        Some(muted(text(shown)))
    }

    fn legend(&self) -> Line {
        let mut legend = vec![told!("{sign} P-position, lost for the player to move.", sign = self.p_mark())];
        let moves: usize = self.tree.nodes.iter().map(|node| node.options.len()).sum();
        if moves + 1 > self.tree.nodes.len() {
            let arrow = if self.style.ascii { "->" } else { "→" };
            legend.push(told!("{arrow} moves to positions drawn elsewhere.", arrow));
        }
        legend.extend(self.names.meaning.clone());
        self.tree.language.line(sentences(legend.into_iter().map(|told| told.looks(Role::Muted))))
    }
}

/// The children of every position, and the greatest depth. The parent of a position is the first one, in the order of
/// the tree, that can move to it.
fn spanning_tree(tree: &GameTree) -> (Vec<Vec<usize>>, usize) {
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
