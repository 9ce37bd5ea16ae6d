//! Nimbers, also called Grundy values.

use std::fmt;
use std::ops::{BitXor, BitXorAssign};

/// The value of an impartial position: the size of the Nim heap that is equal to it.
/// "Nimber" and "Grundy value" are two words for the same thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Nimber(pub u64);

impl Nimber {
    /// The value of a position that the second player wins.
    pub const ZERO: Nimber = Nimber(0);

    /// Is it 0? Then the second player wins.
    pub fn is_zero(self) -> bool {
        self.0 == 0
    }
}

/// The nim-sum. The value of two positions side by side is the exclusive or of their values: Bouton (1901) for the
/// heaps of Nim, Sprague and Grundy for all impartial games. So the operator is `^` and not `+`.
impl BitXor for Nimber {
    type Output = Nimber;

    fn bitxor(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

impl BitXorAssign for Nimber {
    fn bitxor_assign(&mut self, other: Nimber) {
        self.0 ^= other.0;
    }
}

impl FromIterator<Nimber> for Nimber {
    /// The nim-sum of all.
    fn from_iter<I: IntoIterator<Item = Nimber>>(values: I) -> Nimber {
        values.into_iter().fold(Nimber::ZERO, |sum, value| sum ^ value)
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
