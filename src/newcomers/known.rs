//! What the reader must know of the session.

/// What the session knows.
pub trait Known {
    /// The game of this name, in any case of its letters: the name as it is defined.
    fn game(&self, name: &str) -> Option<String>;

    /// The games that the user has defined.
    fn own_games(&self) -> Vec<String>;
}
