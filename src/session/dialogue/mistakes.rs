//! How many mistakes suit a level. In a short game chance wins often, even against few mistakes, so the machine makes fewer
//! there.

use std::sync::Arc;

use grundy_engine::game::Sum;
use grundy_engine::solve::Remotenesses;
use rustc_hash::FxHashMap;

use super::choice::tidy;
use super::short_game::{LastGame, Place, ShortGame};
use crate::error::Error;
use crate::session::Session;
use crate::session::report::{Level, Player};
use crate::source::Span;

/// In a game of more positions or moves than this the level has the mistakes it always has: nobody waits for a game to
/// begin, and in long games chance wins as often as is meant.
const MOST_POSITIONS: usize = 2_000;
const MOST_MOVES: usize = 7_000;
/// A level has at most so many mistakes more than it usually has, of `Level::OF` moves.
const MOST_MORE: u64 = 2;

/// Positions, their numbers by their normal form, and where their moves lead.
type PlaceGraph = (Vec<Sum>, FxHashMap<Sum, usize>, Vec<Place>);

impl Session {
    /// The level with so many mistakes that somebody who makes all moves by chance wins as often as is meant, as nearly as
    /// can be: a few more than it usually has, or fewer, and none where chance wins too often even so.
    pub(super) fn fitted(
        &mut self,
        level: Level,
        (start, misere): (&Sum, bool),
        begins: Player,
        at: Span,
    ) -> Result<Level, Error> {
        let Some(meant) = level.meant() else { return Ok(level) };
        let Some(game) = self.short_game(start, misere, at)? else { return Ok(level) };
        let off = |mistakes: u64| (game.chance_wins(mistakes as f64 / Level::OF as f64, begins) - meant).abs();
        let best = (0..=level.by_chance() + MOST_MORE).min_by(|a, b| off(*a).total_cmp(&off(*b)));
        Ok(best.map_or(level, |mistakes| level.with_mistakes(mistakes)))
    }

    /// The game from a position; `None` if it is too long to be looked through. The last one is remembered, since one plays again.
    fn short_game(&mut self, start: &Sum, misere: bool, at: Span) -> Result<Option<Arc<ShortGame>>, Error> {
        let last = self.last_game.as_ref().filter(|last| last.start == *start && last.misere == misere);
        if let Some(last) = last {
            return Ok(last.game.clone());
        }
        let places = self.game_places(start, misere, at)?;
        let game = places.and_then(|places| ShortGame::new(places, misere)).map(Arc::new);
        self.last_game = Some(LastGame { start: start.clone(), misere, game: game.clone() });
        Ok(game)
    }

    /// All positions of a game, the first one first; `None` if they are too many to be looked through.
    fn game_places(&mut self, start: &Sum, misere: bool, at: Span) -> Result<Option<Vec<Place>>, Error> {
        let Some((sums, numbers, mut places)) = self.reached_places(start, at)? else { return Ok(None) };
        let mut lengths = Remotenesses::new(misere);
        for (sum, place) in sums.iter().zip(&mut places) {
            let best = self.best_choice(sum, misere, &mut lengths, at)?;
            let best = best.and_then(|(choice, _)| numbers.get(&choice.after.normal()?).copied());
            place.best = best.unwrap_or_default();
        }
        Ok(Some(places))
    }

    /// The positions that can be reached, their numbers, and where their moves lead.
    // What can change in a set, counts of its work, is no part of its key.
    #[allow(clippy::mutable_key_type)]
    fn reached_places(&mut self, start: &Sum, at: Span) -> Result<Option<PlaceGraph>, Error> {
        let start = tidy(start);
        let Some(first) = start.normal() else { return Ok(None) };
        let (mut sums, mut places, mut moves) = (vec![start], Vec::new(), 0);
        let mut numbers = FxHashMap::from_iter([(first, 0)]);
        while let Some(sum) = sums.get(places.len()) {
            let choices = self.choices(sum, MOST_MOVES - moves, at)?;
            moves += choices.shown.len();
            if choices.more {
                return Ok(None);
            }
            let mut place = Place::default();
            for choice in choices.shown {
                let Some(normal) = choice.after.normal() else { return Ok(None) };
                let next = numbers.len();
                let number = *numbers.entry(normal).or_insert(next);
                if number == next {
                    sums.push(choice.after);
                }
                place.options.push(number);
            }
            if sums.len() > MOST_POSITIONS {
                return Ok(None);
            }
            places.push(place);
        }
        Ok(Some((sums, numbers, places)))
    }
}
