//! Answers about positions from which play may never end, as data.

use std::sync::Arc;

use grundy_engine::game::{Component, Game, Position, Sum, Value};
use grundy_engine::nim::{LoopyValue, Outcome};
use serde::{Serialize, Serializer};

use crate::show::json;
use crate::verbs::position::data::ValuedSummand;

/// How play may never end.
#[derive(Clone, Debug)]
pub struct WayBack {
    /// A way of play whose last position is the first once more.
    pub way: Vec<Position>,
    /// What would mend the rule, if play should end.
    pub help: Option<String>,
}

impl Serialize for WayBack {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.way.iter().map(Position::to_string))
    }
}

/// `outcome` and `grundy`.
#[derive(Clone, Debug, Serialize)]
pub struct LoopyPosition {
    #[serde(rename = "position")]
    pub sum: Sum,
    pub misere: bool,
    #[serde(flatten, serialize_with = "json::with_winner")]
    pub outcome: Outcome,
    /// The summands with their values; empty in misère play.
    pub terms: Vec<ValuedSummand<LoopyValue>>,
    /// `None` in misère play.
    pub value: Option<LoopyValue>,
    /// Is the value asked for, and not only the outcome?
    #[serde(skip)]
    pub wants_value: bool,
    #[serde(rename = "loop")]
    pub way_back: WayBack,
}

/// `winner`.
#[derive(Clone, Debug, Serialize)]
pub struct LoopyWinner {
    #[serde(flatten)]
    pub position: LoopyPosition,
    /// A move that wins, or that keeps a draw.
    #[serde(rename = "move")]
    pub best: Option<LoopyStep>,
    /// `if player 2 starts`: who begins, 1 or 2.
    pub starts: Option<u8>,
}

/// A move in one copy of a component: `from` the component `to` what is left of it.
#[derive(Clone, Debug, Serialize)]
pub struct LoopyStep {
    pub from: Component,
    pub to: Sum,
    /// The value of `to`; `None` in misère play.
    pub value: Option<LoopyValue>,
    /// The value of the whole position afterwards; `None` in misère play.
    pub total: Option<LoopyValue>,
    /// The outcome of the whole position afterwards.
    pub outcome: Outcome,
    /// How many moves are left then, if the winner hurries and the loser delays; `None` in a draw.
    pub remoteness: Option<u32>,
}

/// `moves`: those that win first, then those that keep a draw.
#[derive(Clone, Debug, Serialize)]
pub struct LoopyMoveList {
    #[serde(rename = "position")]
    pub sum: Sum,
    pub misere: bool,
    pub outcome: Outcome,
    pub total: usize,
    pub winning: usize,
    pub drawing: usize,
    #[serde(rename = "moves")]
    pub shown: Vec<LoopyStep>,
    #[serde(rename = "loop")]
    pub way_back: WayBack,
}

/// `explain`: the values of the summands and why, and what to do.
#[derive(Clone, Debug, Serialize)]
pub struct LoopyExplanation {
    #[serde(flatten)]
    pub position: LoopyPosition,
    /// Why the components have their values.
    pub reasons: Vec<ValueReason>,
    #[serde(rename = "move")]
    pub best: Option<LoopyStep>,
    /// How many moves lose, and what answers some of them.
    pub losing: usize,
}

/// Why a component has its value.
#[derive(Clone, Debug, Serialize)]
pub struct ValueReason {
    #[serde(rename = "position")]
    pub component: Component,
    pub value: LoopyValue,
    /// The options with their values, and how many there are.
    pub options: Vec<OptionValue>,
    pub total: usize,
}

/// An option of a component.
#[derive(Clone, Debug, Serialize)]
pub struct OptionValue {
    pub option: Sum,
    pub value: LoopyValue,
    /// The move by which the option is answered, so that the value is the number again.
    pub answer: Option<Sum>,
}

/// `table` and `values`.
#[derive(Clone, Debug, Serialize)]
pub struct LoopyTable {
    pub game: Arc<Game>,
    pub misere: bool,
    pub rows: Vec<LoopyRow>,
    #[serde(rename = "loop")]
    pub way_back: Option<WayBack>,
}

/// A position of a table.
#[derive(Clone, Debug, Serialize)]
pub struct LoopyRow {
    pub position: String,
    /// The coordinates.
    #[serde(skip)]
    pub coordinates: Vec<Value>,
    /// `None` in misère play, and where there is no such position.
    pub value: Option<LoopyValue>,
    pub outcome: Option<Outcome>,
    /// How many moves are made if the winner hurries and the loser delays; `None` in a draw.
    pub remoteness: Option<u32>,
}
