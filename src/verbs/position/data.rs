//! The answers about a position, as data, and the components of a sum with their values.

use grundy_engine::game::{Binding, Component, Sum};
use grundy_engine::nim::{GrundyValue, Nimber, Outcome, Side};
use serde::Serialize;

use crate::show::document::{Line, Role};
use crate::show::json;
use crate::show::phrase::{NAMED, piece, plain, thousands};
use crate::verbs::position::compound::ByComponents;

/// A move in one copy of a component: `from` the component `to` what is left of it.
#[derive(Clone, Debug, Serialize)]
pub struct ReportedMove {
    pub from: Component,
    pub to: Sum,
    /// What it obliges the players to do next.
    #[serde(skip_serializing_if = "Binding::is_free")]
    pub binding: Binding,
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
    pub terms: Vec<ValuedSummand>,
    /// `None` where `terms` is not computed.
    #[serde(rename = "nim_sum")]
    pub value: Option<Nimber>,
    /// In misère play, the element of the position in a quotient, where that decides.
    pub element: Option<Element>,
    /// Of positions that are played at once, what decides.
    #[serde(flatten)]
    pub compound: Option<ByComponents>,
    /// A winning move, if there is one.
    #[serde(rename = "move")]
    pub winning: Option<ReportedMove>,
    /// `if player 2 starts`: who begins, 1 or 2.
    pub starts: Option<u8>,
}

impl Winner {
    pub fn side(&self) -> Option<Side> {
        self.outcome.winner()
    }
}

/// The element of a position in a misère quotient.
#[derive(Clone, Debug, Serialize)]
pub struct Element {
    /// How many elements the quotient has.
    pub order: usize,
    /// As a product of its generators.
    pub product: String,
    /// That of one copy of each summand.
    pub summands: Vec<String>,
    /// Is it in P?
    pub lost: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct Grundy {
    #[serde(rename = "position")]
    pub sum: Sum,
    pub misere: bool,
    /// Empty in misère play, where values do not add.
    pub terms: Vec<ValuedSummand>,
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
pub struct MoveList {
    #[serde(rename = "position")]
    pub sum: Sum,
    pub misere: bool,
    pub outcome: Outcome,
    /// How many moves there are, and how many of them win.
    pub total: u128,
    pub winning: u128,
    /// The first of them: at most 20, unless all are written into a file or read by another program.
    #[serde(rename = "moves")]
    pub shown: Vec<ReportedMove>,
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
    /// What the move to it obliges the players to do next.
    #[serde(skip_serializing_if = "Binding::is_free")]
    pub binding: Binding,
    /// `None` in misère play, where a player must reply, and where it takes a long search to find it.
    pub value: Option<GrundyValue>,
    /// Who wins it, with what the move obliges the players to do.
    pub outcome: Outcome,
}

impl OptionLine {
    /// Does the move to it win?
    pub fn wins(&self) -> bool {
        let outcome = if self.binding == Binding::Again { self.outcome.for_the_other() } else { self.outcome };
        outcome == Outcome::P
    }
}

/// How many components there are, copies counted.
pub fn component_count(terms: &[ValuedSummand]) -> u128 {
    terms.iter().map(|term| u128::from(term.copies)).sum()
}

/// `3 ⊕ 0 ⊕ 1`: the values of the summands. If there are few, copies are written one by one; if there are very many,
/// the middle is left out.
pub fn values_joined(terms: &[ValuedSummand]) -> Line {
    let written: Vec<String> = match terms {
        _ if component_count(terms) <= NAMED as u128 => {
            terms.iter().flat_map(|term| (0..term.copies).map(|_| term.value.to_string())).collect()
        }
        // A sum may have millions of terms.
        [first @ .., last] if terms.len() > NAMED => {
            let first = first[..NAMED - 2].iter().map(copies_of_value);
            first.chain(["…".to_owned(), copies_of_value(last)]).collect()
        }
        _ => terms.iter().map(copies_of_value).collect(),
    };
    let mut line = Line::new();
    for (index, value) in written.into_iter().enumerate() {
        if index > 0 {
            line.push(plain(" ⊕ "));
        }
        line.push(piece(Role::Nimber, value));
    }
    line
}

fn copies_of_value(term: &ValuedSummand) -> String {
    match term.copies {
        1 => term.value.to_string(),
        copies => format!("{} ({} times)", term.value, thousands(u128::from(copies))),
    }
}

/// A summand with its value.
#[derive(Clone, Debug, Serialize)]
pub struct ValuedSummand<V = Nimber> {
    pub copies: u64,
    #[serde(rename = "position")]
    pub component: Component,
    /// The value of one copy.
    pub value: V,
}
