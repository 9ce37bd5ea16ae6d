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

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Side {
    /// The player who begins.
    First,
    /// The other one.
    Second,
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
