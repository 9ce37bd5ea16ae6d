//! What a move obliges the players to do next.

use crate::nim::{GrundyValue, WinningUnion};

/// What a move obliges the players to do next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Binding {
    /// Nothing: the other player moves, anywhere in the sum.
    #[default]
    Free,
    /// `again`: the same player moves again, anywhere in the sum. Such a move is called complimenting.
    Again,
    /// `reply`: the other player must move in what this move leaves. Such a move is called entailing.
    Reply,
}

impl Binding {
    /// Its word in the language; empty for a move that binds nobody.
    pub fn word(self) -> &'static str {
        match self {
            Binding::Free => "",
            Binding::Again => "again",
            Binding::Reply => "reply",
        }
    }

    /// Adds to a set what a move to an option of this value wins beside; nothing for `reply`, where the value does not tell it.
    pub fn add_to(self, union: &mut WinningUnion, value: &GrundyValue) {
        match (self, value.nimber()) {
            (Binding::Free, Some(nimber)) => union.add(nimber),
            (Binding::Again, nimber) => union.add_all_but(nimber),
            // The other player wins what is loony.
            (Binding::Free, None) | (Binding::Reply, _) => {}
        }
    }

    /// Does the move bind nobody?
    pub fn is_free(&self) -> bool {
        *self == Binding::Free
    }
}
