//! Explanations of positions, as data.

use grundy_engine::game::{Binding, Component, Sum};
use grundy_engine::nim::{GrundyValue, Nimber, WinningSet};
use grundy_engine::solve::Move;
use serde::Serialize;

use crate::show::json;
use crate::verbs::position::data::{Analysis, Element, ValuedSummand};

/// `explain POSITION`.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename = "explanation")]
pub struct Explanation {
    #[serde(flatten)]
    pub position: Analysis,
    /// One derivation for each different component; empty in misère play.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub derivations: Vec<Derivation>,
    /// What to do, or why moves fail.
    pub advice: Advice,
    /// Where values need not be nimbers: how many moves lose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub losing: Option<u128>,
    /// In misère play where play ends, how the winner was found; `None` if there are no moves.
    #[serde(rename = "reason", skip_serializing_if = "Option::is_none")]
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
    pub value: GrundyValue,
    /// Where moves bind: the nimbers beside which a player who must move in the component wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set: Option<WinningSet>,
    /// Of a product the positions of its factors, whose nim-product the value is; otherwise empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub factors: Vec<ValuedSummand>,
    /// The first options, each with its own value.
    pub options: Vec<DerivedOption>,
    /// How many options there are in all.
    pub total: u128,
    /// Where all values are nimbers: those of the options.
    #[serde(flatten)]
    pub reached: Option<Reached>,
}

/// The nimbers that are values of options.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Reached {
    /// Sorted, without repeats (at most 1,000).
    pub values: Vec<Nimber>,
    /// Whether options have values besides these. All numbers below that of the component are values of options.
    pub more_values: bool,
    /// The largest value of an option; 0 if there is none.
    pub largest: Nimber,
}

#[derive(Clone, Debug, Serialize)]
pub struct DerivedOption {
    pub option: Sum,
    /// What the move to it obliges the players to do next.
    #[serde(skip_serializing_if = "Binding::is_free")]
    pub binding: Binding,
    /// The value of each summand of the option, where there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<ValuedSummand>,
    pub value: GrundyValue,
    /// Where play may never end: the move by which the option is answered, so that the value is the number again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Sum>,
    /// Where moves bind: the nimbers beside which the move wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set: Option<WinningSet>,
}

impl DerivedOption {
    /// An option of this value, with the values of its summands.
    pub fn new(option: Sum, terms: Vec<ValuedSummand>, value: impl Into<GrundyValue>) -> DerivedOption {
        DerivedOption { option, binding: Binding::Free, terms, value: value.into(), answer: None, set: None }
    }
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Advice {
    /// A move that wins, or else one that keeps a draw.
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
