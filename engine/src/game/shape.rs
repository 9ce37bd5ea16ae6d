//! How a move leaves the rest of a heap.

/// How the rest is left: in how many non-empty heaps, and how like each other.
///
/// In normal form either exactly so many (`most` = `least`), or any number from `least` on (`most` = `None`).
/// Fewer than two heaps are always `Any`; two heaps are never `NotAllEqual`, which for two is `Unequal`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape {
    /// The fewest heaps.
    pub least: u32,
    /// The most heaps; as many as can be without it.
    pub most: Option<u32>,
    /// How they are like each other.
    pub likeness: Likeness,
}

/// What is asked of the sizes of heaps that a move leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Likeness {
    /// Nothing.
    Any,
    /// All are equal.
    Equal,
    /// Pairwise different.
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
