//! The report of `pattern`: laws that values follow, written in the language.

use grundy_engine::laws::LawKind;
use grundy_engine::solve::Theorem;
use serde::Serialize;

/// What was looked at, and the laws that were found, the simplest first.
#[derive(Clone, Debug, Serialize)]
pub struct Pattern {
    /// What was asked about, as written.
    pub subject: String,
    pub of: PatternOf,
    /// How many values were looked at.
    pub values: usize,
    /// The variables, and the numbers that each was given.
    pub ranges: Vec<LookedAt>,
    pub laws: Vec<FoundLaw>,
}

/// What a law is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PatternOf {
    /// The values of a game, or of an expression.
    Values,
    /// The P-positions of a game, if no law was found for its values.
    Losing,
    /// Which numbers are in a set, or in a list that rises.
    Members,
    /// The members of a list, counted from 0.
    List,
}

/// A variable and the least and the largest number it was given.
#[derive(Clone, Debug, Serialize)]
pub struct LookedAt {
    pub name: String,
    pub first: i128,
    pub last: i128,
}

/// A law in the language.
#[derive(Clone, Debug, Serialize)]
pub struct FoundLaw {
    pub of: PatternOf,
    pub kind: LawKind,
    /// What is claimed: an equation, or the formula for a member of a list.
    pub claim: String,
    /// The line that defines the function in the claim.
    pub definition: Option<String>,
    /// It holds where every variable is at least this.
    pub from: i128,
    /// How many values agree with it.
    pub fits: usize,
    /// How many numbers in it were chosen so that it fits the values.
    pub free: usize,
    /// What proves it, if anything does.
    pub theorem: Option<Theorem>,
    /// A line to type that checks it for more values, or that continues a list.
    pub line: Option<String>,
    /// What comes next, for lists and sets.
    pub next: Vec<i128>,
}
