//! The answers about a position, as data.

use grundy_engine::game::{Component, Sum};
use grundy_engine::nim::{Nimber, Outcome, Side};
use serde::Serialize;

use crate::show::json;
use crate::verbs::position::terms::Term;

/// A move in one copy of a component: `from` the component `to` what is left of it.
#[derive(Clone, Debug, Serialize)]
pub struct Move {
    pub from: Component,
    pub to: Sum,
    /// The value of `to`; `None` in misère play, and where values were not computed.
    pub value: Option<Nimber>,
    /// The nim-sum of the whole position afterwards; `None` in misère play, and where it was not computed.
    pub nim_sum: Option<Nimber>,
    /// Whether the player who makes this move wins with best play.
    pub wins: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct Winner {
    #[serde(rename = "position")]
    pub sum: Sum,
    pub misere: bool,
    #[serde(flatten, serialize_with = "json::with_winner")]
    pub outcome: Outcome,
    /// The summands with their values; empty in misère play, where they decide nothing, and where the winner was found
    /// without the values.
    pub terms: Vec<Term>,
    /// `None` where `terms` is not computed.
    #[serde(rename = "nim_sum")]
    pub value: Option<Nimber>,
    /// A winning move, if there is one.
    #[serde(rename = "move")]
    pub winning: Option<Move>,
    /// `if player 2 starts`: who begins, 1 or 2.
    pub starts: Option<u8>,
}

impl Winner {
    pub fn side(&self) -> Side {
        self.outcome.winner()
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct Grundy {
    #[serde(rename = "position")]
    pub sum: Sum,
    pub terms: Vec<Term>,
    pub value: Nimber,
}

#[derive(Clone, Debug, Serialize)]
pub struct OutcomeReport {
    #[serde(rename = "position")]
    pub sum: Sum,
    pub misere: bool,
    pub outcome: Outcome,
}

/// `moves`: the winning ones first.
#[derive(Clone, Debug, Serialize)]
pub struct Moves {
    #[serde(rename = "position")]
    pub sum: Sum,
    pub misere: bool,
    pub outcome: Outcome,
    /// How many moves there are, and how many of them win.
    pub total: u128,
    pub winning: u128,
    /// The first of them: at most 20, unless all are written into a file or read by another program.
    #[serde(rename = "moves")]
    pub shown: Vec<Move>,
}

/// `options`: every option of the whole position with its value.
#[derive(Clone, Debug, Serialize)]
pub struct OptionList {
    #[serde(rename = "position")]
    pub sum: Sum,
    pub misere: bool,
    pub total: u128,
    /// The first of them, or, if there are many, a selection with every value below that of the position.
    #[serde(rename = "options")]
    pub shown: Vec<OptionLine>,
}

#[derive(Clone, Debug, Serialize)]
pub struct OptionLine {
    pub option: Sum,
    /// `None` in misère play, and where it takes a long search to find it.
    pub value: Option<Nimber>,
    pub outcome: Outcome,
}

/// A move from one position to another, and whether it is a good one.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedMove {
    #[serde(rename = "position")]
    pub sum: Sum,
    /// The whole position that the user says it leaves.
    pub after: Sum,
    /// The move, if the rules allow one from there to there.
    #[serde(rename = "move")]
    pub made: Option<Move>,
    /// The winning answer, if the move loses.
    pub answer: Option<Move>,
    /// A move that would have won, if the move loses and there was one.
    pub better: Option<Move>,
}
