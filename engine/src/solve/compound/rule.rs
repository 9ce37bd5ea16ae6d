//! What is found of compounds.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::game::Sum;
use crate::nim::{Nimber, Outcome};

/// What a position of a component is worth where the end of one component ends the game.
///
/// In normal play nobody leaves a position that the other player can end at once, as long as there is another move; in misère
/// play nobody ends one. Without these moves play is that of a sum: who has only such moves left loses. So the value is the mex
/// of the values of the other options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreclosed {
    /// It has no move, so that the game is over.
    Over,
    /// In normal play: a move ends it, and wins.
    AtOnce,
    /// The value.
    Value(Nimber),
}

/// The foreclosed values of the positions that were looked at.
pub(in crate::solve) type ForeclosedValues = FxHashMap<Arc<Sum>, Foreclosed>;

impl Foreclosed {
    /// The value, if it has one.
    pub fn value(self) -> Option<Nimber> {
        match self {
            Foreclosed::Value(value) => Some(value),
            Foreclosed::Over | Foreclosed::AtOnce => None,
        }
    }
}

/// Why a compound is won or lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompoundReason {
    /// The least remoteness of the components decides.
    Remoteness(Vec<u32>),
    /// The largest suspense of the components decides.
    Suspense(Vec<u32>),
    /// It is lost if all components are lost, by themselves in normal play.
    Outcomes(Vec<Outcome>),
    /// In misère play, the only component that is not over decides, or none is left.
    LastOne(Option<usize>),
    /// A move is made in one component, until one is over: the foreclosed values of the components decide.
    Foreclosed(Vec<Foreclosed>),
    /// So many positions of the compound were searched.
    Search(usize),
}

/// Who wins a compound, why, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompoundFound {
    /// Who wins.
    pub outcome: Outcome,
    /// Why.
    pub reason: CompoundReason,
    /// What a winning move leaves, or in a draw one that keeps it. `None` if there is no such move.
    pub winning: Option<Arc<Sum>>,
    /// In a lost position, what the move leaves after which play lasts longest, and how many moves then; `None` where that is not
    /// known.
    pub longest: Option<(Arc<Sum>, u32)>,
}

pub(super) fn outcome(is_won: bool) -> Outcome {
    if is_won { Outcome::N } else { Outcome::P }
}
