//! How often chance wins a short game, worked out from all its positions.

use std::sync::Arc;

use grundy_engine::game::Sum;

use crate::session::report::Player;

/// A position of the game, with the numbers of those it is moved to.
#[derive(Debug, Default, PartialEq)]
pub struct Place {
    pub options: Vec<usize>,
    /// The one that the machine moves to unless it makes a mistake.
    pub best: usize,
}

/// The game that was looked through last.
#[derive(Debug)]
pub struct LastGame {
    pub start: Sum,
    pub misere: bool,
    /// `None` if it is too long.
    pub game: Option<Arc<ShortGame>>,
}

/// All positions of a game, the first one first, in play of one kind.
#[derive(Debug)]
pub struct ShortGame {
    places: Vec<Place>,
    /// Their numbers, in an order in which every move goes on.
    order: Vec<usize>,
    misere: bool,
}

impl ShortGame {
    /// `None` if a game can go on for ever.
    pub fn new(places: Vec<Place>, misere: bool) -> Option<ShortGame> {
        let order = downwards(&places)?;
        Some(ShortGame { places, order, misere })
    }

    /// How often somebody wins who makes all moves by chance, when the machine makes this share of its own by chance.
    pub fn chance_wins(&self, share: f64, begins: Player) -> f64 {
        // For each position: how often that player wins who moves by chance, when it is to move, and when the machine is.
        let mut wins = vec![(0.0, 0.0); self.places.len()];
        for number in self.order.iter().rev() {
            let Place { options, best } = &self.places[*number];
            let count = options.len() as f64;
            wins[*number] = if options.is_empty() {
                if self.misere { (1.0, 0.0) } else { (0.0, 1.0) }
            } else {
                let mine = options.iter().map(|option| wins[*option].1).sum::<f64>() / count;
                let by_mistake = options.iter().map(|option| wins[*option].0).sum::<f64>() / count;
                (mine, share * by_mistake + (1.0 - share) * wins[*best].0)
            };
        }
        let first = wins.first().copied().unwrap_or_default();
        if begins == Player::Machine { first.1 } else { first.0 }
    }
}

/// The positions in an order in which every move goes on; `None` if a game can go on for ever.
fn downwards(places: &[Place]) -> Option<Vec<usize>> {
    let mut above = vec![0_usize; places.len()];
    places.iter().flat_map(|place| &place.options).for_each(|option| above[*option] += 1);
    let mut order = vec![0];
    let mut next = 0;
    while let Some(number) = order.get(next).copied() {
        next += 1;
        for option in &places[number].options {
            above[*option] -= 1;
            if above[*option] == 0 {
                order.push(*option);
            }
        }
    }
    (order.len() == places.len()).then_some(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(games: &[(&[usize], usize)]) -> Vec<Place> {
        games.iter().map(|(options, best)| Place { options: options.to_vec(), best: *best }).collect()
    }

    /// A heap of two, of which one or both are taken.
    #[test]
    fn how_often_chance_wins_is_worked_out() {
        let two = ShortGame::new(places(&[(&[1, 2], 2), (&[2], 2), (&[], 0)]), false).unwrap();
        // Who begins by chance takes both in half of the games, and otherwise loses.
        assert_eq!(two.chance_wins(0.0, Player::You), 0.5);
        // The machine takes both, unless it moves by chance and takes one.
        assert_eq!(two.chance_wins(0.0, Player::Machine), 0.0);
        assert_eq!(two.chance_wins(1.0, Player::Machine), 0.5);
        // In misère play it takes one.
        let misere = ShortGame::new(places(&[(&[1, 2], 1), (&[2], 2), (&[], 0)]), true).unwrap();
        assert_eq!(misere.chance_wins(0.0, Player::Machine), 0.0);
        assert_eq!(misere.chance_wins(0.5, Player::Machine), 0.25);
    }

    #[test]
    fn a_game_that_goes_round_is_none_of_these() {
        assert!(ShortGame::new(places(&[(&[1], 1), (&[2], 2), (&[1], 1)]), false).is_none());
    }
}
