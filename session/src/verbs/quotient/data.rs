//! The answer to `quotient`, as data.

use std::sync::Arc;

use grundy_engine::game::{Game, RuleClause};
use grundy_engine::solve::QuotientTables;
use serde::Serialize;

/// `quotient S`, `quotient S, T to 4`, `quotient [S(3), T(4)]`.
#[derive(Clone, Debug, Serialize)]
pub struct QuotientReport {
    /// The games; empty if positions are asked about.
    pub games: Vec<Arc<Game>>,
    /// How many elements the quotient has.
    pub order: usize,
    /// How many of them are lost for the player to move.
    pub p_portion: usize,
    /// How the images of heaps repeat, where that is proved; of several games, those of all of them.
    pub period: Option<u64>,
    pub preperiod: Option<u64>,
    /// Is it the quotient of all heaps of the games, or of all positions?
    pub proved: bool,
    /// Of several games, the least bound.
    pub checked: Option<u64>,
    pub heaps: Vec<HeapsReport>,
    pub positions: Option<PositionsReport>,
    pub generators: Vec<Generator>,
    /// Equal products of generators.
    pub relations: Vec<String>,
    /// The elements in P.
    #[serde(rename = "p")]
    pub lost: Vec<String>,
    /// What others can check; looked for only where a file is written.
    #[serde(skip)]
    pub tables: Option<QuotientTables>,
}

/// What is known of the heaps of a game.
#[derive(Clone, Debug, Serialize)]
pub struct HeapsReport {
    pub game: Arc<Game>,
    /// All heaps up to this one were looked at.
    pub checked: u64,
    /// Are these all that were asked for?
    #[serde(skip)]
    pub is_as_asked: bool,
    pub period: Option<u64>,
    pub preperiod: Option<u64>,
    /// The rule as data, if it can be told so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Vec<RuleClause>>,
    /// The elements of the heaps 0, 1, … to the end of the first period, as products of generators; empty if none is proved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<String>,
}

/// Of how many positions a quotient is.
#[derive(Clone, Debug, Serialize)]
pub struct PositionsReport {
    pub known: usize,
    /// How many can be reached; those with the same options count once.
    pub total: usize,
}

/// A letter for the image of a heap or of a position.
#[derive(Clone, Debug, Serialize)]
pub struct Generator {
    pub letter: String,
    pub position: String,
}
