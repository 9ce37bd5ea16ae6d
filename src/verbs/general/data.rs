//! Answers about positions whose values need not be nimbers, as data: play may never end, or moves bind the players.

use std::sync::Arc;

use grundy_engine::game::{Binding, Component, Game, Position, Sum, Value};
use grundy_engine::nim::{GrundyValue, Outcome, WinningSet};
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
pub struct GeneralPosition {
    #[serde(rename = "position")]
    pub sum: Sum,
    pub misere: bool,
    #[serde(flatten, serialize_with = "json::with_winner")]
    pub outcome: Outcome,
    /// The summands with their values; empty in misère play.
    pub terms: Vec<ValuedSummand<GrundyValue>>,
    /// `None` in misère play.
    pub value: Option<GrundyValue>,
    /// Is the value asked for, and not only the outcome?
    #[serde(skip)]
    pub wants_value: bool,
    /// `None` where play ends.
    #[serde(rename = "loop", skip_serializing_if = "Option::is_none")]
    pub way_back: Option<WayBack>,
}

/// `winner`.
#[derive(Clone, Debug, Serialize)]
pub struct GeneralWinner {
    #[serde(flatten)]
    pub position: GeneralPosition,
    /// A move that wins, or that keeps a draw.
    #[serde(rename = "move")]
    pub best: Option<GeneralStep>,
    /// `if player 2 starts`: who begins, 1 or 2.
    pub starts: Option<u8>,
}

/// A move in one copy of a component: `from` the component `to` what is left of it.
#[derive(Clone, Debug, Serialize)]
pub struct GeneralStep {
    pub from: Component,
    pub to: Sum,
    /// What it obliges the players to do next.
    pub binding: Binding,
    /// The value of `to`; `None` in misère play.
    pub value: Option<GrundyValue>,
    /// The value of the whole position afterwards; `None` in misère play.
    pub total: Option<GrundyValue>,
    /// P if the move wins, D if it keeps a draw, N if it loses.
    pub outcome: Outcome,
    /// How many moves are left then, if the winner hurries and the loser delays; `None` in a draw, and where moves bind.
    pub remoteness: Option<u32>,
}

/// `moves`: those that win first, then those that keep a draw.
#[derive(Clone, Debug, Serialize)]
pub struct GeneralMoveList {
    #[serde(rename = "position")]
    pub sum: Sum,
    pub misere: bool,
    pub outcome: Outcome,
    pub total: u128,
    pub winning: u128,
    pub drawing: u128,
    #[serde(rename = "moves")]
    pub shown: Vec<GeneralStep>,
    #[serde(rename = "loop", skip_serializing_if = "Option::is_none")]
    pub way_back: Option<WayBack>,
}

/// `explain`: the values of the components and why, and what to do.
#[derive(Clone, Debug, Serialize)]
pub struct GeneralExplanation {
    #[serde(flatten)]
    pub position: GeneralPosition,
    /// Why the components have their values.
    pub reasons: Vec<ValueReason>,
    #[serde(rename = "move")]
    pub best: Option<GeneralStep>,
    /// How many moves lose.
    pub losing: u128,
}

/// Why a component has its value.
#[derive(Clone, Debug, Serialize)]
pub struct ValueReason {
    #[serde(rename = "position")]
    pub component: Component,
    pub value: GrundyValue,
    /// Where moves bind: the nimbers beside which a player who must move in the component wins.
    pub set: Option<WinningSet>,
    /// The options with their values, and how many there are.
    pub options: Vec<OptionValue>,
    pub total: usize,
}

/// An option of a component.
#[derive(Clone, Debug, Serialize)]
pub struct OptionValue {
    pub option: Sum,
    pub binding: Binding,
    pub value: GrundyValue,
    /// Where play may never end: the move by which the option is answered, so that the value is the number again.
    pub answer: Option<Sum>,
    /// Where moves bind: the nimbers beside which the move wins.
    pub set: Option<WinningSet>,
}

/// `table` and `values`.
#[derive(Clone, Debug, Serialize)]
pub struct GeneralTable {
    pub game: Arc<Game>,
    pub misere: bool,
    pub rows: Vec<GeneralRow>,
    #[serde(rename = "loop", skip_serializing_if = "Option::is_none")]
    pub way_back: Option<WayBack>,
}

/// A position of a table.
#[derive(Clone, Debug, Serialize)]
pub struct GeneralRow {
    pub position: String,
    /// The coordinates.
    #[serde(skip)]
    pub coordinates: Vec<Value>,
    /// `None` in misère play, and where there is no such position.
    pub value: Option<GrundyValue>,
    pub outcome: Option<Outcome>,
    /// How many moves are made if the winner hurries and the loser delays; `None` in a draw, and where moves bind.
    pub remoteness: Option<u32>,
    /// Where moves bind: the nimbers beside which a player who must move in the position wins.
    pub set: Option<WinningSet>,
}
