//! The outcome of a position, and the player who wins.

use std::fmt;

use super::Nimber;

/// The outcome of an impartial position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Outcome {
    /// The next player, who is to move, wins.
    N,
    /// The previous player, who has just moved, wins.
    P,
    /// Nobody wins: either player can keep play from ever ending in a loss.
    D,
}

/// Who wins at the end of play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Convention {
    /// The player who makes the last move wins.
    #[default]
    Normal,
    /// The player who makes the last move loses.
    Misere,
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Side {
    /// The player who begins.
    First,
    /// The other one.
    Second,
}

impl Convention {
    /// Both of them.
    pub const ALL: [Convention; 2] = [Convention::Normal, Convention::Misere];

    /// Misère play, or normal play.
    pub fn of(misere: bool) -> Convention {
        if misere { Convention::Misere } else { Convention::Normal }
    }

    /// Is this misère play?
    pub fn is_misere(self) -> bool {
        self == Convention::Misere
    }

    /// The outcome of a position from which there is no move.
    pub fn at_the_end(self) -> Outcome {
        if self.is_misere() { Outcome::N } else { Outcome::P }
    }
}

/// `true` for misère play.
#[cfg(feature = "serde")]
impl serde::Serialize for Convention {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bool(self.is_misere())
    }
}

impl Outcome {
    /// The outcome of a position of this value, in normal play: P exactly when it is 0 (Sprague and Grundy).
    pub fn of(value: Nimber) -> Outcome {
        if value.is_zero() { Outcome::P } else { Outcome::N }
    }

    /// Who wins when the position is played from here; `None` in a draw.
    pub fn winner(self) -> Option<Side> {
        match self {
            Outcome::N => Some(Side::First),
            Outcome::P => Some(Side::Second),
            Outcome::D => None,
        }
    }

    /// The outcome of the same position as the player sees it who is not to move.
    #[must_use]
    pub fn for_the_other(self) -> Outcome {
        match self {
            Outcome::N => Outcome::P,
            Outcome::P => Outcome::N,
            Outcome::D => Outcome::D,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::N => "N",
            Outcome::P => "P",
            Outcome::D => "D",
        })
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::First => "first",
            Side::Second => "second",
        })
    }
}
