//! A number for each of many cases, the *lanes*, and which lanes matter.

use super::form::Bailout;

/// The most lanes of a column.
pub const WIDTH: usize = 256;

pub type LaneArray = Box<[i64; WIDTH]>;

/// A number for each lane.
#[derive(Clone, Debug)]
pub enum Lanes {
    /// `start`, `start + step`, …
    Line {
        start: i64,
        step: i64,
    },
    Column(LaneArray),
}

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneError {
    Bailout,
    /// The lanes before this one and those from it on have to be evaluated separately.
    Split(usize),
}

impl From<Bailout> for LaneError {
    fn from(_: Bailout) -> LaneError {
        LaneError::Bailout
    }
}

/// The lanes in which conditions hold.
pub enum Passing {
    All,
    None,
    Some(LaneArray),
}

impl Passing {
    /// The mask of these lanes; `None` if they are all.
    pub fn mask(&self) -> Active<'_> {
        match self {
            Passing::Some(active) => Some(active),
            Passing::All | Passing::None => None,
        }
    }
}

/// A mask of the lanes that matter, 1 for each; `None`: all do. The results in other lanes have no meaning.
pub type Active<'a> = Option<&'a [i64; WIDTH]>;

impl Lanes {
    pub fn same(n: i64) -> Lanes {
        Lanes::Line { start: n, step: 0 }
    }

    pub fn uniform(&self) -> Option<i64> {
        match self {
            Lanes::Line { start, step: 0 } => Some(*start),
            _ => None,
        }
    }

    #[inline]
    pub fn at(&self, lane: usize) -> i64 {
        match self {
            Lanes::Line { start, step } => start + step * lane as i64,
            Lanes::Column(column) => column[lane],
        }
    }
}
