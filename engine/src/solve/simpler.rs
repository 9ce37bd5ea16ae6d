//! Positions as those of simpler games: without the coordinates that no move changes, and as what is left to a bound where every move
//! raises the only number. So a rule of a heap and the most that may be taken is a game of heaps for each such number.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::game::{Game, Meter, Position, Value};

/// The simpler games of a rule, by the values of the coordinates that no move changes; `None` where there is none.
#[derive(Debug, Default)]
pub struct SimplerGames(FxHashMap<Vec<Value>, Option<SimplerGame>>);

/// A simpler game, and the number that is counted up to, if it is.
#[derive(Clone, Debug)]
struct SimplerGame {
    game: Arc<Game>,
    bound: Option<i128>,
}

impl SimplerGames {
    /// So many games of a rule are kept. Questions about more are left to the rule as it is.
    const MOST: usize = 1 << 12;

    /// The same position in a simpler game; `None` if none is seen.
    pub fn position(&mut self, position: &Position, meter: &Meter) -> Option<Position> {
        let (values, played) = (position.parameters(), position.played());
        let mut numbers = played.iter().map(Value::as_integer);
        let are_natural = numbers.all(|number| number.is_some_and(|number| number >= 0));
        if !are_natural || self.0.len() >= Self::MOST && !self.0.contains_key(&values) {
            return None;
        }
        let known = self.0.entry(values).or_insert_with_key(|values| SimplerGame::of(&position.game, values, meter));
        let SimplerGame { game, bound } = known.clone()?;
        let coordinates = match (bound, &*played) {
            (None, _) => played,
            (Some(bound), [Value::Integer(number)]) if *number <= bound => Arc::new([Value::Integer(bound - number)]),
            _ => return None,
        };
        Some(Position { game, coordinates })
    }
}

impl SimplerGame {
    fn of(game: &Arc<Game>, values: &[Value], meter: &Meter) -> Option<SimplerGame> {
        let without = if values.is_empty() { None } else { Some(game.with_parameters(values, meter)?) };
        match without.as_ref().unwrap_or(game).counted_down(meter) {
            Some((bound, game)) => Some(SimplerGame { game, bound: Some(bound) }),
            None => without.map(|game| SimplerGame { game, bound: None }),
        }
    }
}
