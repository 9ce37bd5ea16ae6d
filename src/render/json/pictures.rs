//! What pictures are drawn from.

use serde_json::{Value as Json, json};

use super::value;
use crate::nim::Nimber;
use crate::session::report::{Node, Plot, Tree};

pub fn plot(report: &Plot) -> Json {
    let entry = |(n, value): &(u64, Option<Nimber>)| json!({"n": n, "value": value.map(|value| value.0)});
    let coordinate = |(name, fixed): &(std::rc::Rc<str>, Option<crate::game::Value>)| json!({"name": name.to_string(), "fixed": fixed.as_ref().map(value)});
    json!({
        "type": "plot",
        "game": report.game.name.to_string(),
        "coordinates": report.coordinates.iter().map(coordinate).collect::<Json>(),
        "values": report.entries.iter().map(entry).collect::<Json>(),
    })
}

pub fn tree(report: &Tree) -> Json {
    let node = |node: &Node| {
        json!({
            "position": node.position.to_string(),
            "value": node.value.0,
            "outcome": node.outcome.to_string(),
            "options": node.options,
        })
    };
    json!({"type": "tree", "nodes": report.nodes.iter().map(node).collect::<Json>()})
}
