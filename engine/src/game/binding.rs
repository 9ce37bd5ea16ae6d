//! What a move obliges the players to do next.

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

    /// Does the move bind nobody?
    pub fn is_free(&self) -> bool {
        *self == Binding::Free
    }
}
