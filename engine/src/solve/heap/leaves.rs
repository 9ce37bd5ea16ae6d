//! The `Shape` of a clause in the form that engines use: whether nothing, one heap, or several heaps may be left.

use crate::game::{Likeness, Shape};

/// What a shape allows a move to leave.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaves {
    /// May nothing be left?
    pub none: bool,
    /// May one heap be left?
    pub one: bool,
    pub split: Option<Split>,
}

/// Two or more heaps that may be left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Split {
    /// The fewest heaps, at least 2.
    pub least: usize,
    /// The most heaps; `None` if any number is allowed.
    pub most: Option<usize>,
    pub likeness: Likeness,
}

impl Leaves {
    pub fn of(shape: &Shape) -> Leaves {
        let most = shape.most.map(|most| most as usize);
        let splits = most.is_none_or(|most| most >= 2 && most >= shape.least as usize);
        let split = Split { least: shape.least.max(2) as usize, most, likeness: shape.likeness };
        Leaves {
            none: shape.least == 0,
            one: shape.least <= 1 && most.is_none_or(|most| most >= 1),
            split: splits.then_some(split),
        }
    }
}

impl Split {
    /// Are there always exactly two heaps?
    pub fn is_in_two(&self) -> bool {
        self.least == 2 && self.most == Some(2)
    }

    /// May this many heaps be left?
    pub fn allows(&self, parts: usize) -> bool {
        parts >= self.least && self.most.is_none_or(|most| parts <= most)
    }
}
