//! What pictures are drawn from.

use std::sync::Arc;

use grundy_engine::game::Value;
use serde_json::{Value as Json, json};

use super::lists::entry;
use super::long::Long;
use super::value;
use crate::session::report::{Node, Plot, Tree};

pub fn plot(report: &Plot) -> Long<impl Iterator<Item = Json> + Clone> {
    let coordinate = |(name, fixed): &(Arc<str>, Option<Value>)| json!({"name": name.to_string(), "fixed": fixed.as_ref().map(value)});
    let head = json!({
        "type": "plot",
        "game": report.game.name.to_string(),
        "coordinates": report.coordinates.iter().map(coordinate).collect::<Json>(),
    });
    Long { head, name: "values", list: report.entries.iter().map(entry) }
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
