//! The shape in which a move leaves the rest of a heap.

/// The shape in which the rest is left: in how many non-empty heaps, and which of their sizes must be equal or
/// different.
///
/// In normal form there are either exactly `least` heaps (`most` = `least`), or any number from `least` on (`most` =
/// `None`). A shape of exactly 0 or 1 heaps is always `Any`; for exactly two heaps, `Unequal` is used and never
/// `NotAllEqual`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape {
    /// The fewest heaps.
    pub least: u32,
    /// The most heaps; `None` for any number.
    pub most: Option<u32>,
    /// Which sizes must be equal or different.
    pub likeness: Likeness,
}

/// The condition on the sizes of the heaps that a move leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Likeness {
    /// No condition.
    Any,
    /// All are equal.
    Equal,
    /// They are pairwise different.
    Unequal,
    /// At least two of them differ.
    NotAllEqual,
}

impl Shape {
    /// Exactly so many heaps.
    pub fn exactly(heaps: u32, likeness: Likeness) -> Shape {
        let likeness = match (heaps, likeness) {
            (0 | 1, _) => Likeness::Any,
            (2, Likeness::NotAllEqual) => Likeness::Unequal,
            (_, other) => other,
        };
        Shape { least: heaps, most: Some(heaps), likeness }
    }

    /// So many heaps or more.
    pub fn at_least(heaps: u32, likeness: Likeness) -> Shape {
        Shape { least: heaps, most: None, likeness }
    }
}
