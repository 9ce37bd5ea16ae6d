//! Answers about a position.

use grundy_engine::game::{Component, Sum};
use grundy_engine::nim::{Nimber, Outcome, Side};
use serde::Serialize;

use super::json;

/// A summand with its value.
#[derive(Clone, Debug, Serialize)]
pub struct Term {
    pub copies: u64,
    #[serde(rename = "position")]
    pub component: Component,
    /// The value of one copy.
    pub value: Nimber,
}

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

/// `explain POSITION`.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename = "explanation")]
pub struct Explanation {
    #[serde(rename = "position")]
    pub sum: Sum,
    pub misere: bool,
    pub outcome: Outcome,
    /// One derivation for each different component; empty in misère play.
    pub derivations: Vec<Derivation>,
    /// The summands with their values; empty in misère play.
    pub terms: Vec<Term>,
    /// `None` in misère play.
    pub value: Option<Nimber>,
    /// In a won position a winning move; in a lost one, why moves fail.
    pub advice: Advice,
    /// In misère play, how the winner was found; `None` if there are no moves.
    #[serde(rename = "reason")]
    pub misere_reason: Option<MisereReason>,
}

/// How the winner was found in misère play.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum MisereReason {
    /// By Nim's own rule.
    Nim(TameSum),
    /// By the same rule, since every component behaves as nim-heaps do.
    Tame(TameSum),
    /// By a search. If a move wins, `after` is the position that it leaves, and `replies` has a reply to each answer
    /// to it if there are few; otherwise they are empty.
    Search { after: Sum, replies: Vec<Refutation> },
}

/// A sum of tame components, which behave as nim-heaps do in misère play.
#[derive(Clone, Debug, Serialize)]
pub struct TameSum {
    pub parts: Vec<TamePart>,
    pub nim_sum: Nimber,
    /// Whether the sum is firm: some component behaves as more than nim-heaps of size 1. A firm sum is lost if its
    /// nim-sum is 0; any other sum is fickle, and lost if its nim-sum is 1.
    pub firm: bool,
    /// Whether the sum is firm after the winning move, if there is one.
    pub firm_after: Option<bool>,
}

#[derive(Clone, Debug, Serialize)]
pub struct TamePart {
    pub copies: u64,
    #[serde(rename = "position")]
    pub component: Component,
    pub value: Nimber,
    pub firm: bool,
}

/// Why a component has its value: its options, their values, the mex.
#[derive(Clone, Debug, Serialize)]
pub struct Derivation {
    #[serde(rename = "position")]
    pub component: Component,
    /// The first options, each with its own value.
    pub options: Vec<DerivedOption>,
    /// How many options there are in all.
    pub total: u128,
    /// The values of all options, sorted, without repeats (at most 1,000).
    pub values: Vec<Nimber>,
    /// Whether options have values besides these. All numbers below `value` are values of options.
    pub more_values: bool,
    /// The largest value of an option; 0 if there is none.
    pub largest: Nimber,
    pub value: Nimber,
}

#[derive(Clone, Debug, Serialize)]
pub struct DerivedOption {
    pub option: Sum,
    /// The value of each summand of the option, where there are several.
    pub terms: Vec<Term>,
    pub value: Nimber,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Advice {
    /// A winning move.
    #[serde(serialize_with = "json::play")]
    Play(Move),
    /// No move wins: for some of the moves, the answer that beats it.
    Lost { replies: Vec<Refutation>, total: u128 },
    /// There is no move at all.
    Over,
}

/// A losing move and the answer that beats it.
#[derive(Clone, Debug, Serialize)]
pub struct Refutation {
    pub tried: Move,
    /// The whole position after the move.
    pub after: Sum,
    pub answer: Move,
}
