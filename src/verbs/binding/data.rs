//! Answers about positions whose moves bind the players, as data.

use std::sync::Arc;

use grundy_engine::game::{Binding, Component, Game, Sum};
use grundy_engine::nim::{BoundValue, Outcome, WinningSet};
use serde::Serialize;

use crate::show::json;
use crate::verbs::position::data::ValuedSummand;

/// `outcome` and `grundy`.
#[derive(Clone, Debug, Serialize)]
pub struct BoundPosition {
    #[serde(rename = "position")]
    pub sum: Sum,
    #[serde(flatten, serialize_with = "json::with_winner")]
    pub outcome: Outcome,
    pub terms: Vec<ValuedSummand<BoundValue>>,
    pub value: BoundValue,
    /// Is the value asked for, and not only the outcome?
    #[serde(skip)]
    pub wants_value: bool,
}

/// `winner`.
#[derive(Clone, Debug, Serialize)]
pub struct BoundWinner {
    #[serde(flatten)]
    pub position: BoundPosition,
    /// A winning move, if there is one.
    #[serde(rename = "move")]
    pub best: Option<BoundStep>,
    /// `if player 2 starts`: who begins, 1 or 2.
    pub starts: Option<u8>,
}

/// A move in one copy of a component: `from` the component `to` what is left of it.
#[derive(Clone, Debug, Serialize)]
pub struct BoundStep {
    pub from: Component,
    pub to: Sum,
    /// What it obliges the players to do next.
    pub binding: Binding,
    /// The value of `to`.
    pub value: BoundValue,
    /// The value of the whole position afterwards.
    pub total: BoundValue,
    /// Whether the player who makes this move wins with best play.
    pub wins: bool,
}

/// `moves`: the winning ones first.
#[derive(Clone, Debug, Serialize)]
pub struct BoundMoveList {
    #[serde(rename = "position")]
    pub sum: Sum,
    pub outcome: Outcome,
    /// How many moves there are, and how many of them win.
    pub total: u128,
    pub winning: u128,
    /// The first of them.
    #[serde(rename = "moves")]
    pub shown: Vec<BoundStep>,
}

/// `explain`: the sets W of the components, and what to do.
#[derive(Clone, Debug, Serialize)]
pub struct BoundExplanation {
    #[serde(flatten)]
    pub position: BoundPosition,
    /// Why the components have their values.
    pub reasons: Vec<SetReason>,
    #[serde(rename = "move")]
    pub best: Option<BoundStep>,
}

/// Why a component has its value.
#[derive(Clone, Debug, Serialize)]
pub struct SetReason {
    #[serde(rename = "position")]
    pub component: Component,
    /// The nimbers beside which a player who must move in the component wins.
    pub set: WinningSet,
    pub value: BoundValue,
    /// The first options, and how many there are.
    pub options: Vec<OptionSet>,
    pub total: usize,
}

/// An option of a component.
#[derive(Clone, Debug, Serialize)]
pub struct OptionSet {
    pub option: Sum,
    pub binding: Binding,
    pub value: BoundValue,
    /// The nimbers beside which the move to it wins.
    pub set: WinningSet,
}

/// `table` and `values`.
#[derive(Clone, Debug, Serialize)]
pub struct BoundTable {
    pub game: Arc<Game>,
    pub rows: Vec<BoundRow>,
}

/// A position of a table.
#[derive(Clone, Debug, Serialize)]
pub struct BoundRow {
    pub position: String,
    /// `None` where there is no such position.
    pub value: Option<BoundValue>,
    pub outcome: Option<Outcome>,
    /// The nimbers beside which a player who must move in the position wins.
    pub set: Option<WinningSet>,
}
