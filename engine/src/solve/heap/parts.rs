//! In how many heaps the rest may be left, sorted out for engines.

use crate::game::{Likeness, Shape};

/// A shape in three questions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    /// May nothing be left?
    pub none: bool,
    /// May one heap be left?
    pub one: bool,
    pub split: Option<Split>,
}

/// Two or more heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Split {
    /// At least 2.
    pub least: usize,
    pub most: Option<usize>,
    pub likeness: Likeness,
}

impl Parts {
    pub fn of(shape: &Shape) -> Parts {
        let most = shape.most.map(|most| most as usize);
        let splits = most.is_none_or(|most| most >= 2 && most >= shape.least as usize);
        let split = Split { least: shape.least.max(2) as usize, most, likeness: shape.likeness };
        Parts {
            none: shape.least == 0,
            one: shape.least <= 1 && most.is_none_or(|most| most >= 1),
            split: splits.then_some(split),
        }
    }
}

impl Split {
    /// Always in two heaps.
    pub fn is_in_two(&self) -> bool {
        self.least == 2 && self.most == Some(2)
    }

    pub fn allows(&self, parts: usize) -> bool {
        parts >= self.least && self.most.is_none_or(|most| parts <= most)
    }
}
