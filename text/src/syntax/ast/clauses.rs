//! What clauses say beside their expressions: which images of a pattern are meant, how heaps are alike, codes, and what a move obliges
//! the players to do.

use crate::source::Span;

/// What a move obliges the players to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binding {
    /// `again`: the same player moves again.
    Again,
    /// `reply`: the other player must move in what this move leaves.
    Reply,
}

impl Binding {
    /// As it is written.
    pub fn word(self) -> &'static str {
        match self {
            Binding::Again => "again",
            Binding::Reply => "reply",
        }
    }
}

/// Which images of a pattern may be replaced as well; the three can be combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Directions {
    /// `across or down`: the pattern also stands in columns, read downwards.
    pub across_or_down: bool,
    /// `in any direction`: the pattern may be turned to the right, down, left and up.
    pub in_any_direction: bool,
    /// `either way`: the pattern may be mirrored, left and right exchanged.
    pub either_way: bool,
}

/// How the heaps that a split makes must compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Likeness {
    Any,
    Equal,
    /// Pairwise different.
    Unequal,
    /// Not all equal. Only a code can say this, with `?`.
    NotAllEqual,
}

/// The digits of an octal or hexadecimal code.
#[derive(Clone, Debug, PartialEq)]
pub struct Code {
    pub hexadecimal: bool,
    /// The digit before the point, then those after it.
    pub digits: Vec<Digit>,
    /// How many digits at the end, those in brackets, are repeated without end; 0 for none.
    pub repeated: usize,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digit {
    pub value: u8,
    /// From the sign after it: `!` unequal, `=` equal, `?` not all equal.
    pub likeness: Likeness,
}
