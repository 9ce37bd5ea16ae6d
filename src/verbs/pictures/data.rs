//! What `plot` and `tree` show, as data.

use std::sync::Arc;

use grundy_engine::game::{Game, Value};
use serde::Serialize;

use crate::show::document::Node;
use crate::show::json;
use crate::show::lists::Entries;

/// `plot S 0..200`: one coordinate runs.
#[derive(Clone, Debug, Serialize)]
pub struct Plot {
    pub game: Arc<Game>,
    /// The names of the coordinates, with the value of those that are fixed; `None` for the one that runs.
    #[serde(serialize_with = "json::coordinates")]
    pub coordinates: Vec<(Arc<str>, Option<Value>)>,
    /// What the coordinate runs through, in order, with the values; `None` where there is no such position.
    #[serde(skip)]
    pub entries: Entries,
}

/// `tree S(5)`: every position that can be reached, once.
#[derive(Clone, Debug, Serialize)]
pub struct Tree {
    /// The position asked about is the first. The others follow by the fewest moves that reach them.
    pub nodes: Arc<[Node]>,
}
