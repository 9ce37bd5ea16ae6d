//! How positions are played at once, and what is found of them.

use std::sync::Arc;

use crate::game::Sum;
use crate::nim::{Nimber, Outcome};

/// In how many components a move is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovesIn {
    /// In each one.
    All,
    /// In at least one.
    Some,
    /// In exactly so many, at least 1.
    Exactly(usize),
}

/// When a compound is over. A component is over when it has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// When fewer components than a move needs are left.
    Unmovable,
    /// When one component is over.
    Short,
    /// When all components are over. If fewer are left than a move needs, it is made in all that are left.
    Long,
}

/// How a compound is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compound {
    /// In how many components a move is made.
    pub moves_in: MovesIn,
    /// When it is over.
    pub ends: Ends,
}

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
    /// A winning move, or in a draw one that keeps it: what it leaves of each component, `None` where it makes no move. `None` if
    /// there is no such move.
    pub winning: Option<CompoundMove>,
    /// In a lost position, the move after which play lasts longest, and how many moves then; `None` where that is not known.
    pub longest: Option<(CompoundMove, u32)>,
}

/// What a move leaves of each component, `None` where it makes no move.
pub type CompoundMove = Vec<Option<Arc<Sum>>>;

/// If more positions than this can be reached, there is no answer.
pub(super) const MOST_POSITIONS: usize = 1_000_000;

impl Compound {
    /// The same rule for so many components: a move in that number of them is one in all, and one in all cannot be made any
    /// more when one is over.
    pub(super) fn of(self, components: usize) -> Compound {
        let is_in_all = [MovesIn::All, MovesIn::Exactly(components)].contains(&self.moves_in);
        match self.ends {
            _ if !is_in_all => self,
            Ends::Unmovable => Compound { moves_in: MovesIn::All, ends: Ends::Short },
            ends => Compound { moves_in: MovesIn::All, ends },
        }
    }
}

pub(super) fn outcome(is_won: bool) -> Outcome {
    if is_won { Outcome::N } else { Outcome::P }
}
