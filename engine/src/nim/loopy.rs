//! Values of positions from which play may never end.
//!
//! C. A. B. Smith, "Graphs and composite games", Journal of Combinatorial Theory 1, 1966; A. S. Fraenkel and Y. Yesha,
//! "The generalized Sprague-Grundy function and its invariance under certain mappings", JCT A 43, 1986; A. N. Siegel,
//! Combinatorial Game Theory, 2013, chapter IV.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Add;
use std::sync::Arc;

use super::{Nimber, Outcome};

/// The value of a position from which play may never end: a nimber, or ∞ with the nimbers among the options.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LoopyValue {
    /// The position is equal to a nim-heap, in every sum.
    Nimber(Nimber),
    /// It is equal to none. These nimbers, in ascending order, are the values of options.
    Infinite(Arc<[Nimber]>),
}

impl LoopyValue {
    /// ∞ with these nimbers, in any order.
    pub fn infinite(nimbers: Vec<Nimber>) -> LoopyValue {
        LoopyValue::Infinite(BTreeSet::from_iter(nimbers).into_iter().collect())
    }

    /// The nimber, if it is one.
    pub fn nimber(&self) -> Option<Nimber> {
        match self {
            LoopyValue::Nimber(nimber) => Some(*nimber),
            LoopyValue::Infinite(_) => None,
        }
    }

    /// The value of so many copies: nimbers cancel in pairs, ∞ does not.
    pub fn times(&self, copies: u64) -> LoopyValue {
        match self {
            _ if copies == 0 => LoopyValue::Nimber(Nimber::ZERO),
            LoopyValue::Nimber(_) if copies.is_multiple_of(2) => LoopyValue::Nimber(Nimber::ZERO),
            LoopyValue::Infinite(_) if copies > 1 => LoopyValue::infinite(Vec::new()),
            once => once.clone(),
        }
    }

    /// The outcome in normal play: ∞K is won by the player to move if 0 is in K, else nobody wins.
    pub fn outcome(&self) -> Outcome {
        match self {
            LoopyValue::Nimber(nimber) => Outcome::of(*nimber),
            LoopyValue::Infinite(nimbers) if nimbers.first().is_some_and(|first| first.is_zero()) => Outcome::N,
            LoopyValue::Infinite(_) => Outcome::D,
        }
    }
}

/// The value of a sum: ∞K + n = ∞(K ⊕ n), and ∞ + ∞ is ∞ without nimbers.
impl Add for &LoopyValue {
    type Output = LoopyValue;

    fn add(self, other: &LoopyValue) -> LoopyValue {
        match (self, other) {
            (LoopyValue::Nimber(a), LoopyValue::Nimber(b)) => LoopyValue::Nimber([*a, *b].into_iter().collect()),
            (LoopyValue::Infinite(nimbers), LoopyValue::Nimber(n))
            | (LoopyValue::Nimber(n), LoopyValue::Infinite(nimbers)) => nimbers_beside(nimbers, *n),
            (LoopyValue::Infinite(_), LoopyValue::Infinite(_)) => LoopyValue::infinite(Vec::new()),
        }
    }
}

/// ∞ with these nimbers, beside a nim-heap.
fn nimbers_beside(nimbers: &[Nimber], heap: Nimber) -> LoopyValue {
    LoopyValue::infinite(nimbers.iter().map(|nimber| *nimber ^ heap).collect())
}

impl From<Nimber> for LoopyValue {
    fn from(nimber: Nimber) -> LoopyValue {
        LoopyValue::Nimber(nimber)
    }
}

/// `3` or `∞{0,2}`; `∞{}` where no option is a nimber.
impl fmt::Display for LoopyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoopyValue::Nimber(nimber) => nimber.fmt(f),
            LoopyValue::Infinite(nimbers) => {
                f.write_str("∞{")?;
                for (index, nimber) in nimbers.iter().enumerate() {
                    write!(f, "{}{nimber}", if index > 0 { "," } else { "" })?;
                }
                f.write_str("}")
            }
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for LoopyValue {
    /// A number, or the text of ∞ with its nimbers.
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            LoopyValue::Nimber(nimber) => nimber.serialize(to),
            LoopyValue::Infinite(_) => to.collect_str(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_follow_the_rules_of_smith() {
        let infinite = |nimbers: &[u64]| LoopyValue::infinite(nimbers.iter().map(|n| Nimber(*n)).collect());
        let finite = |n| LoopyValue::Nimber(Nimber(n));
        assert_eq!(&finite(5) + &finite(3), finite(6));
        assert_eq!(&infinite(&[2, 0, 2]) + &finite(2), infinite(&[0, 2]));
        assert_eq!(&finite(1) + &infinite(&[1, 4]), infinite(&[0, 5]));
        assert_eq!(&infinite(&[0]) + &infinite(&[0, 1]), infinite(&[]));
        let outcomes = [finite(0), finite(7), infinite(&[]), infinite(&[0, 3]), infinite(&[1, 2])];
        let expected = [Outcome::P, Outcome::N, Outcome::D, Outcome::N, Outcome::D];
        assert_eq!(outcomes.map(|value| value.outcome()), expected);
        assert_eq!(infinite(&[2, 0]).to_string() + &infinite(&[]).to_string() + &finite(9).to_string(), "∞{0,2}∞{}9");
    }
}
