//! Moves that bind the players: `again`, after which the same player moves again (complimenting), and `reply`, after which
//! the other player must move in what is left of the component (entailing).
//!
//! A component has a set W, the nimbers n for which a player who must move in it, beside *n, wins ([`WinningSet`]). `search`
//! finds it from the sets and values of the options; `sums` says who wins a sum and by which moves. The theorems are stated in
//! `docs/proofs.md`.
//!
//! E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapters 12 and 16; U. Larsson, R. J. Nowakowski, C. P. Santos,
//! "Impartial games with entailing moves", INTEGERS 21B, 2021, A17.

mod search;
mod sums;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::by_ruleset::ByRuleset;
use crate::game::{Meter, Mover, Position, Ruleset, Value};
use crate::nim::{GrundyValue, WinningSet};

/// What is known of positions whose moves bind.
#[derive(Debug, Default)]
pub struct BindingGames {
    pub games: ByRuleset<BindingGame>,
}

/// What is known of one game.
#[derive(Debug)]
pub struct BindingGame {
    rule: usize,
    mover: Mover,
    positions: FxHashMap<Arc<[Value]>, BoundState>,
}

/// What is known of a position.
#[derive(Clone, Debug)]
enum BoundState {
    /// The search has begun to look at its options.
    Open,
    Known(Valued),
}

/// The set of a position, and the value that follows from it.
#[derive(Clone, Debug)]
pub(super) struct Valued {
    pub value: GrundyValue,
    pub set: WinningSet,
}

impl BindingGames {
    /// The tables of a game of a written rule, made at the first question.
    fn game(&mut self, ruleset: &Ruleset, meter: &Meter) -> Option<&mut BindingGame> {
        self.games.get(ruleset, |ruleset| {
            let Ruleset::Written(system, rule) = ruleset else { return None };
            let mover = Mover::new(system.clone(), meter.clone());
            Some(BindingGame { rule: *rule, mover, positions: FxHashMap::default() })
        })
    }

    fn state(&mut self, position: &Position, meter: &Meter) -> Option<&BoundState> {
        self.game(&position.game.ruleset, meter)?.positions.get(&position.coordinates)
    }

    /// How many positions are known.
    pub fn count(&self) -> usize {
        self.games.all().map(|game| game.positions.len()).sum()
    }
}
