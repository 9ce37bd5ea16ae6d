//! Explanations of positions, as data.

use grundy_engine::game::{Component, Sum};
use grundy_engine::nim::{Nimber, Outcome};
use serde::Serialize;

use crate::show::json;
use crate::verbs::position::compound::ByComponents;
use crate::verbs::position::data::{Element, ReportedMove, ValuedSummand};

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
    pub terms: Vec<ValuedSummand>,
    /// `None` in misère play.
    pub value: Option<Nimber>,
    /// In a won position a winning move; in a lost one, why moves fail.
    pub advice: Advice,
    /// In misère play, how the winner was found; `None` if there are no moves.
    #[serde(rename = "reason")]
    pub misere_reason: Option<MisereReason>,
    /// Of positions that are played at once, what decides.
    #[serde(flatten)]
    pub compound: Option<ByComponents>,
}

/// How the winner was found in misère play.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum MisereReason {
    /// By Nim's own rule.
    Nim(TameSum),
    /// By the same rule, since every component behaves as nim-heaps do.
    Tame(TameSum),
    /// By a misère quotient: the element of the position in it, and of the position after the winning move, if there is one.
    Quotient { element: Element, after: Option<Element>, parts: Vec<QuotientPart> },
    /// By a search. If a move wins, `after` is the position that it leaves, and `replies` has a reply to each answer
    /// to it if there are few; otherwise they are empty.
    Search { after: Sum, replies: Vec<Refutation> },
}

/// A component with its element in a misère quotient.
#[derive(Clone, Debug, Serialize)]
pub struct QuotientPart {
    pub copies: u64,
    #[serde(rename = "position")]
    pub component: Component,
    pub element: String,
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
    /// Of a product the positions of its factors, whose nim-product the value is; otherwise empty.
    pub factors: Vec<ValuedSummand>,
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
    pub terms: Vec<ValuedSummand>,
    pub value: Nimber,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Advice {
    /// A winning move.
    #[serde(serialize_with = "json::play")]
    Play(ReportedMove),
    /// No move wins: for some of the moves, the answer that beats it.
    Lost { replies: Vec<Refutation>, total: u128 },
    /// There is no move at all.
    Over,
}

/// A losing move and the answer that beats it.
#[derive(Clone, Debug, Serialize)]
pub struct Refutation {
    pub tried: ReportedMove,
    /// The whole position after the move.
    pub after: Sum,
    pub answer: ReportedMove,
}
