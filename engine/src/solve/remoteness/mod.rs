//! Remoteness: how many moves a game lasts if the winner plays for a quick end and the loser for a late one. Suspense: how
//! many if the winner delays and the loser hurries.
//!
//! Steinhaus (1925); Winning Ways, chapter 9. Remoteness tells a player in a lost position which move prolongs the game
//! most. Both decide games in which a move is made in all components. Where play may never end, remoteness is found by
//! retrograde analysis, and with it who wins, in normal and in misère play.

mod search;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::game::Component;
use crate::nim::Convention;
use crate::search::{Length, Remoteness};

/// If more positions than this can be reached, there is no answer: the search would take too long for one move.
pub(super) const MOST_POSITIONS: usize = 1_000_000;

/// The memo key of a sum: the numbers of its components in ascending order. Components without moves are left out.
type SumKey = Arc<[u32]>;

/// The remotenesses found so far, in normal or in misère play.
#[derive(Debug, Default)]
pub struct Remotenesses {
    length: Length,
    convention: Convention,
    /// If more positions than this can be reached, there is no answer.
    most: usize,
    /// The number of each component met; `None` for a component without moves.
    numbers: FxHashMap<Component, Option<u32>>,
    /// The components by their numbers, and the options of each once they have been asked for.
    components: Vec<Component>,
    options: Vec<Option<Arc<[SumKey]>>>,
    /// How many options are kept.
    kept: usize,
    known: FxHashMap<SumKey, Remoteness>,
}

impl Remotenesses {
    /// An empty table of remotenesses, for misère play or for normal play.
    pub fn new(convention: Convention) -> Remotenesses {
        Remotenesses::of_length(Length::Remoteness, convention)
    }

    /// An empty table of suspenses, or of remotenesses.
    pub fn of_length(length: Length, convention: Convention) -> Remotenesses {
        Remotenesses { length, convention, most: MOST_POSITIONS, ..Remotenesses::default() }
    }

    /// How many positions are known.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }
}
