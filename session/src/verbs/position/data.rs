//! The answers about a position, as data, and the components of a sum with their values.

use std::fmt::Display;

use grundy_engine::game::{Binding, Component, Game, Position, RuleClause, Sum};
use grundy_engine::nim::{Convention, GrundyValue, Nimber, Outcome};
use grundy_engine::solve::Move;
use serde::{Serialize, Serializer};

use crate::lang::questions::strategy::Strategy;
use crate::show::document::{Line, Piece, Role};
use crate::show::json;
use crate::show::phrase::{NAMED, piece, plain, thousands};
use crate::show::told::{Tellable, Told, told};
use crate::verbs::period::certificate::CheckedPeriod;
use crate::verbs::position::compound::ByComponents;

/// What is known of a position: the answer to `grundy` and `outcome`, with which that of other verbs begins.
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
    #[serde(rename = "position")]
    pub sum: Sum,
    #[serde(rename = "misere")]
    pub convention: Convention,
    #[serde(flatten, serialize_with = "json::with_winner")]
    pub outcome: Outcome,
    /// The summands with their values; empty in misère play, where they decide nothing, and where they were not wanted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<ValuedSummand<GrundyValue>>,
    /// In misère play only where it was asked for; `None` as well where a search found only who wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<GrundyValue>,
    /// Is the value asked for, and not only the outcome?
    #[serde(skip)]
    pub wants_value: bool,
    /// `None` where play ends.
    #[serde(rename = "loop", skip_serializing_if = "Option::is_none")]
    pub way_back: Option<WayBack>,
    /// Of positions that are played at once, what decides.
    #[serde(flatten)]
    pub compound: Option<ByComponents>,
}

/// How play may never end.
#[derive(Clone, Debug)]
pub struct WayBack {
    /// Do its positions grow, so that only who wins is known?
    pub grows: bool,
    /// A way of play whose last position is the first once more.
    pub way: Vec<Position>,
    /// What would mend the rule, if play should end.
    pub help: Option<Line>,
}

impl Serialize for WayBack {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.way.iter().map(Position::to_string))
    }
}

impl Analysis {
    /// Does play end, and bind nobody, so that all values are nimbers?
    pub fn is_usual(&self) -> bool {
        self.way_back.is_none() && !self.sum.binds()
    }
}

/// `winner`
#[derive(Clone, Debug, Serialize)]
pub struct Winner {
    #[serde(flatten, serialize_with = "with_rules")]
    pub position: Analysis,
    /// In misère play, the element of the position in a quotient, where that decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element: Option<Element>,
    /// A move that wins, or else one that keeps a draw.
    #[serde(rename = "move")]
    pub best: Option<Move>,
    /// `if player 2 starts`: who begins, 1 or 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starts: Option<u8>,
    /// How the winner wins, looked for only where a file is written for others to check.
    #[serde(skip)]
    pub strategy: Option<Strategy>,
    /// For each rule of the sum, how others can prove its period, where a certificate needs it.
    #[serde(skip)]
    pub periods: Vec<Option<CheckedPeriod>>,
}

/// A rule of heaps as data, with the name of its game.
#[derive(Serialize)]
struct NamedRule {
    game: String,
    rule: Vec<RuleClause>,
}

/// What is known of a position, with the rules of its heaps, where these can be told as data.
fn with_rules<S: Serializer>(analysis: &Analysis, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct WithRules<'a> {
        #[serde(flatten)]
        analysis: &'a Analysis,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        rules: Vec<NamedRule>,
    }
    let mut games: Vec<&Game> = Vec::new();
    for part in &analysis.sum.parts {
        match &part.component {
            Component::Position(position) if !games.contains(&&*position.game) => games.push(&position.game),
            _ => {}
        }
    }
    let named = |game: &&'_ Game| Some(NamedRule { game: game.name.to_string(), rule: game.ruleset.as_data()? });
    WithRules { analysis, rules: games.iter().filter_map(named).collect() }.serialize(to)
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

/// `moves`: the winning ones first, then those that keep a draw.
#[derive(Clone, Debug, Serialize)]
pub struct MoveList {
    #[serde(flatten)]
    pub position: Analysis,
    /// How many moves there are, and how many of them win or keep a draw.
    pub total: u128,
    pub winning: u128,
    pub drawing: u128,
    /// The first of them: at most 20, unless all are written into a file or read by another program.
    #[serde(rename = "moves")]
    pub shown: Vec<Move>,
}

/// `options`: every option of the whole position with its value.
#[derive(Clone, Debug, Serialize)]
pub struct OptionList {
    #[serde(rename = "position")]
    pub sum: Sum,
    #[serde(rename = "misere")]
    pub convention: Convention,
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

/// The columns of an answer of this kind, as rows.
pub fn columns(kind: &str) -> &'static [&'static str] {
    match kind {
        "winner" => &["position", "misere", "outcome", "winner", "value"],
        "grundy" => &["position", "value"],
        _ => &["position", "misere", "outcome"],
    }
}

/// How many components there are, copies counted.
pub fn component_count<V>(terms: &[ValuedSummand<V>]) -> u128 {
    terms.iter().map(|term| u128::from(term.copies)).sum()
}

/// `3 ⊕ 0 ⊕ 1`: the values of the summands. If there are few, copies are written one by one; if there are very many,
/// the middle is left out.
pub fn values_joined<V: Display>(terms: &[ValuedSummand<V>]) -> Line {
    let one = |term: &ValuedSummand<V>| vec![piece(Role::Nimber, &term.value)];
    let written: Vec<Line> = match terms {
        _ if component_count(terms) <= NAMED as u128 => {
            terms.iter().flat_map(|term| (0..term.copies).map(move |_| one(term))).collect()
        }
        // A sum may have millions of terms.
        [first @ .., last] if terms.len() > NAMED => {
            let first = first[..NAMED - 2].iter().map(copies_of_value);
            first.chain([vec![piece(Role::Nimber, "…")], copies_of_value(last)]).collect()
        }
        _ => terms.iter().map(copies_of_value).collect(),
    };
    written.join(&plain(" ⊕ "))
}

fn copies_of_value<V: Display>(term: &ValuedSummand<V>) -> Line {
    let value = piece(Role::Nimber, &term.value);
    match term.copies {
        1 => vec![value],
        copies => times(value, copies).looks(Role::Nimber).into_line(),
    }
}

/// `3 (1,000 times)`
pub fn times(value: Piece, copies: u64) -> Told {
    told!("{value} ({n} times)", value, n = thousands(u128::from(copies)))
}

/// A summand with its value, a nimber or one of any kind.
#[derive(Clone, Debug, Serialize)]
pub struct ValuedSummand<V = Nimber> {
    pub copies: u64,
    #[serde(rename = "position")]
    pub component: Component,
    /// The value of one copy.
    pub value: V,
}

impl ValuedSummand {
    /// The same among values that need not be nimbers.
    pub fn of_any_kind(self) -> ValuedSummand<GrundyValue> {
        ValuedSummand { copies: self.copies, component: self.component, value: self.value.into() }
    }
}
