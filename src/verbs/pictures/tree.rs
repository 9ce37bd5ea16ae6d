//! `tree S(5)`: the game graph below a position, as a figure.

use grundy_engine::nim::Outcome;

use crate::show::document::{Block, Document, Figure, GameTree, Line, Node};
use crate::show::phrase::{counted, heading, name, plain};
use crate::show::report::Showable;
use crate::verbs::pictures::data::Tree;

impl Showable for Tree {
    fn kind(&self) -> &'static str {
        "tree"
    }

    fn document(&self) -> Document {
        tree(self)
    }
}

fn tree(report: &Tree) -> Document {
    let tree = report.nodes.first().map(|root| GameTree {
        title: title(report, root),
        short_title: short_title(root),
        nodes: report.nodes.clone(),
    });
    Document { blocks: tree.map(|tree| Block::Figure(Figure::Tree(tree))).into_iter().collect() }
}

/// The title without numbers, which would give answers away.
fn short_title(root: &Node) -> Line {
    vec![heading("The game below "), name(&root.position)]
}

/// The title: the position, and the numbers of positions, moves and P-positions below it.
fn title(report: &Tree, root: &Node) -> Line {
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
