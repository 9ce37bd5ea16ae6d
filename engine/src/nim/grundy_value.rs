//! Values of positions of any kind: from which play ends, from which it may never end, or whose moves bind the players.
//!
//! C. A. B. Smith, "Graphs and composite games", Journal of Combinatorial Theory 1, 1966; A. S. Fraenkel and Y. Yesha,
//! "The generalized Sprague-Grundy function and its invariance under certain mappings", JCT A 43, 1986; A. N. Siegel,
//! Combinatorial Game Theory, 2013, chapter IV.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Add;
use std::sync::Arc;

use super::{Nimber, Outcome};

/// The value of a position: a nimber, or where play may never end ∞ with the nimbers among the options, or where moves bind
/// the players loony.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GrundyValue {
    /// The position is equal to a nim-heap, in every sum.
    Nimber(Nimber),
    /// It is equal to none. These nimbers, in ascending order, are the values of options.
    Infinite(Arc<[Nimber]>),
    /// The player to move wins, beside any position from which play ends.
    Loony,
}

impl GrundyValue {
    /// ∞ with these nimbers, in any order.
    pub fn infinite(nimbers: Vec<Nimber>) -> GrundyValue {
        GrundyValue::Infinite(BTreeSet::from_iter(nimbers).into_iter().collect())
    }

    /// The nimber, if it is one.
    pub fn nimber(&self) -> Option<Nimber> {
        match self {
            GrundyValue::Nimber(nimber) => Some(*nimber),
            GrundyValue::Infinite(_) | GrundyValue::Loony => None,
        }
    }

    /// The value of so many copies: nimbers cancel in pairs, the others do not.
    pub fn times(&self, copies: u64) -> GrundyValue {
        match self {
            _ if copies == 0 => GrundyValue::Nimber(Nimber::ZERO),
            GrundyValue::Nimber(_) if copies.is_multiple_of(2) => GrundyValue::Nimber(Nimber::ZERO),
            GrundyValue::Infinite(_) if copies > 1 => GrundyValue::infinite(Vec::new()),
            once => once.clone(),
        }
    }

    /// The outcome in normal play, where no move binds the player to move: ∞K is won by that player if 0 is in K, else nobody
    /// wins.
    pub fn outcome(&self) -> Outcome {
        match self {
            GrundyValue::Nimber(nimber) => Outcome::of(*nimber),
            GrundyValue::Infinite(nimbers) if nimbers.first().is_some_and(|first| first.is_zero()) => Outcome::N,
            GrundyValue::Infinite(_) => Outcome::D,
            GrundyValue::Loony => Outcome::N,
        }
    }
}

/// The value of a sum: ∞K + n = ∞(K ⊕ n), and ∞ + ∞ is ∞ without nimbers. What is loony makes the sum loony, if play ends
/// from all that stands beside it; of other sums the solver asks nothing.
impl Add for &GrundyValue {
    type Output = GrundyValue;

    fn add(self, other: &GrundyValue) -> GrundyValue {
        match (self, other) {
            (GrundyValue::Nimber(a), GrundyValue::Nimber(b)) => GrundyValue::Nimber([*a, *b].into_iter().collect()),
            (GrundyValue::Infinite(nimbers), GrundyValue::Nimber(n))
            | (GrundyValue::Nimber(n), GrundyValue::Infinite(nimbers)) => nimbers_beside(nimbers, *n),
            (GrundyValue::Infinite(_), GrundyValue::Infinite(_)) => GrundyValue::infinite(Vec::new()),
            (GrundyValue::Loony, _) | (_, GrundyValue::Loony) => GrundyValue::Loony,
        }
    }
}

/// ∞ with these nimbers, beside a nim-heap.
fn nimbers_beside(nimbers: &[Nimber], heap: Nimber) -> GrundyValue {
    GrundyValue::infinite(nimbers.iter().map(|nimber| *nimber ^ heap).collect())
}

impl From<Nimber> for GrundyValue {
    fn from(nimber: Nimber) -> GrundyValue {
        GrundyValue::Nimber(nimber)
    }
}

/// `3`, `loony`, or `∞{0,2}`; `∞{}` where no option is a nimber.
impl fmt::Display for GrundyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GrundyValue::Nimber(nimber) => nimber.fmt(f),
            GrundyValue::Infinite(nimbers) => {
                f.write_str("∞{")?;
                for (index, nimber) in nimbers.iter().enumerate() {
                    write!(f, "{}{nimber}", if index > 0 { "," } else { "" })?;
                }
                f.write_str("}")
            }
            GrundyValue::Loony => f.write_str("loony"),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for GrundyValue {
    /// A number, or a text: that of ∞ with its nimbers, or `loony`.
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            GrundyValue::Nimber(nimber) => nimber.serialize(to),
            GrundyValue::Infinite(_) | GrundyValue::Loony => to.collect_str(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_follow_the_rules_of_smith() {
        let infinite = |nimbers: &[u64]| GrundyValue::infinite(nimbers.iter().map(|n| Nimber(*n)).collect());
        let finite = |n| GrundyValue::Nimber(Nimber(n));
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
