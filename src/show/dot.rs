//! `tree S(5) to "tree.dot"`: the graph in the language of Graphviz, which lays it out. P-positions have a double
//! border and are filled.

use std::fmt::Write;

use grundy_engine::nim::Outcome;

use crate::show::document::GameTree;
use crate::show::tree::amounts;
use crate::show::visible;

pub fn dot(tree: &GameTree) -> String {
    let name = tree.nodes.first().map_or(String::new(), |root| root.position.to_string());
    let mut text = format!("digraph {} {{\n  node [shape=box, fontname=\"Helvetica\"];\n", quoted(&name));
    for (index, node) in tree.nodes.iter().enumerate() {
        let label = quoted(&format!("{}\n{}", node.position, node.value));
        let look = match node.outcome {
            Outcome::P => ", peripheries=2, style=filled, fillcolor=\"#cdebd8\"",
            Outcome::N => "",
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::document::Node;
    use crate::verbs::samples::{assert_sample, game_tree, subtraction, tree};
    use crate::verbs::tree::Tree;
    use grundy_engine::game::{Component, Position, Sum, Value};

    #[test]
    fn every_position_once_and_every_move() {
        assert_sample(&dot(&game_tree(&tree(2))), "dot: every position once and every move");
    }

    #[test]
    fn quotes_and_backslashes_stay_inside_their_quotes() {
        let coordinates = std::sync::Arc::new([Value::text("a\"b\\")]);
        let position = Sum::of(Component::Position(Position { game: subtraction(), coordinates }));
        let shown = position.to_string();
        let node = Node { position, value: grundy_engine::nim::Nimber(1), outcome: Outcome::N, options: Vec::new() };
        let text = dot(&game_tree(&Tree { nodes: [node].into() }));
        assert!(text.contains(&shown.replace('\\', "\\\\").replace('"', "\\\"")), "{shown}\n{text}");
    }
}
