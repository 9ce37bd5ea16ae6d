//! `tree S(5) to "tree.tex"`: the picture of a tree with TikZ, laid out as in the `.svg` file. P-positions are black.

use std::fmt::Write;

use grundy_engine::nim::Outcome;

use crate::show::document::{GameTree, Node};
use crate::show::phrase::text_of;
use crate::show::svg::{LabelRoom, Layout, lay_out, passage, shares};
use crate::show::tex_text::escaped;
use crate::show::tree::{NodeNames, amounts, names};

/// TeX points for a pixel of the layout.
const POINTS: f64 = 0.75;
/// The largest size of a tree, in TeX points: TeX cannot handle lengths above some 16,000 points.
const FARTHEST: f64 = 15_000.0;
/// The width of a character in a position, in pixels.
const ADVANCE: f64 = 8.0;
/// The same in the label of a move.
const LABEL_ADVANCE: f64 = 6.0;
/// The distance from one layer to the next, in pixels.
const HIGH: f64 = 80.0;
/// The same if moves have labels.
const HIGH_LABELLED: f64 = 96.0;
/// The height of a position, and of a label.
const POSITION_HIGH: f64 = 34.0;
const LABEL_HIGH: f64 = 12.0;
const BEGINNING: &str = "% \\usepackage{tikz}\n\\begin{tikzpicture}[position/.style={draw, rounded corners=2pt, align=center, \
                         inner sep=3pt, font=\\footnotesize}, lost/.style={position, fill=black!80, text=white}]\n";

pub fn tree(tree: &GameTree) -> String {
    let NodeNames { names, meaning } = names(tree);
    let drawing = TikzTree::new(tree, &names);
    let mut text = BEGINNING.to_owned();
    for (index, (node, name)) in tree.nodes.iter().zip(&names).enumerate() {
        drawing.position(&mut text, index, node, name);
    }
    for (from, node) in tree.nodes.iter().enumerate() {
        (0..node.options.len()).for_each(|option| drawing.draw_move(&mut text, from, option));
    }
    text.push_str("\\end{tikzpicture}\n");
    if let Some(meaning) = meaning {
        let title = text_of(&tree.title);
        let _ = writeln!(text, "% {}. {}", title.replace('\n', " "), meaning.replace('\n', " "));
    }
    text
}

struct TikzTree<'a> {
    tree: &'a GameTree,
    layout: Layout,
    /// The labels of the moves, which say what each takes.
    amounts: Vec<Vec<Option<String>>>,
    /// Where each label stands, as a share of the way to the next layer.
    shares: Vec<Vec<f64>>,
    /// The distance from one layer to the next, in pixels.
    high: f64,
    /// TeX points for a pixel. There are fewer if the tree would be too large for TeX.
    unit: f64,
}

impl<'a> TikzTree<'a> {
    fn new(tree: &'a GameTree, names: &[String]) -> TikzTree<'a> {
        let widths: Vec<f64> = names.iter().map(|name| name.chars().count() as f64 * ADVANCE + 24.0).collect();
        let edges: Vec<Vec<usize>> = tree.nodes.iter().map(|node| node.options.clone()).collect();
        let amounts = amounts(tree);
        let layout = lay_out(&edges, &widths, passage(&amounts));
        let label_width = |amount: &str| amount.chars().count() as f64 * LABEL_ADVANCE;
        let high = if amounts.iter().flatten().any(Option::is_some) { HIGH_LABELLED } else { HIGH };
        let room = LabelRoom { height: high - POSITION_HIGH, label: LABEL_HIGH };
        let shares = shares(&layout, &edges, &amounts, label_width, room);
        let far = layout.width.max(layout.layer_count as f64 * high) * POINTS;
        let unit = if far > FARTHEST { POINTS * FARTHEST / far } else { POINTS };
        TikzTree { tree, layout, amounts, shares, high, unit }
    }

    /// The TikZ coordinates of a point: `x` pixels from the left, and `down` pixels below the middle of a layer.
    fn place(&self, x: f64, layer: usize, down: f64) -> String {
        let y = layer as f64 * self.high + down;
        format!("({:.1}pt,{:.1}pt)", x * self.unit, 0.0 - y * self.unit)
    }

    fn position(&self, text: &mut String, index: usize, node: &Node, name: &str) {
        let (look, mark) = if node.outcome == Outcome::P { ("lost", " $\\cdot$ P") } else { ("position", "") };
        let at = self.place(self.layout.x[index], self.layout.layer[index], 0.0);
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "\\node[{look}] (p{index}) at {at} {{{}\\\\{}{mark}}};", escaped(name), node.value);
    }

    /// Draws the line of a move with its label, which stands on the way to the next layer, or where the line passes
    /// that layer.
    fn draw_move(&self, text: &mut String, from: usize, option: usize) {
        let passages = &self.layout.passages[from][option];
        let place = if passages.is_empty() { self.shares[from][option] } else { 0.5 };
        let mut label = self.amounts[from][option].as_ref().map_or(String::new(), |amount| {
            let amount = escaped(amount);
            format!("node[pos={place}, fill=white, inner sep=1pt, font=\\scriptsize] {{{amount}}} ")
        });
        // The line is vertical at both ends, as in the SVG picture.
        let pull = (self.high - POSITION_HIGH) / 2.0 * self.unit;
        let bends = format!(" .. controls +(0pt,{:.1}pt) and +(0pt,{pull:.1}pt) .. ", 0.0 - pull);
        let mut way = format!("(p{from}.south){bends}");
        for (x, layer) in passages.iter().zip(self.layout.layer[from] + 1..) {
            let half = POSITION_HIGH / 2.0;
            let (above, below) = (self.place(*x, layer, -half), self.place(*x, layer, half));
            let label = std::mem::take(&mut label);
            let _ = write!(way, "{above} -- {label}{below}{bends}");
        }
        let _ = writeln!(text, "\\draw {way}{label}(p{}.north);", self.tree.nodes[from].options[option]);
    }
}
