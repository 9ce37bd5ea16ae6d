//! How often a player who moves at random wins a short game against the machine, computed from all positions of the
//! game.

use std::sync::Arc;

use grundy_engine::game::Sum;

use crate::classroom::data::dialogues::Player;

/// A position of a game, whose positions are known by their indices.
#[derive(Debug, Default, PartialEq)]
pub struct PositionNode {
    /// The indices of its options.
    pub options: Vec<usize>,
    /// The option that the machine moves to unless it makes a mistake; 0 if there are no options.
    pub best: usize,
}

/// The game that was examined last.
#[derive(Debug)]
pub struct LastGame {
    pub start: Sum,
    pub misere: bool,
    /// `None` if it has too many positions or moves, or can go on for ever.
    pub game: Option<Arc<ShortGame>>,
}

/// All positions of a game in normal or in misère play, the start first.
#[derive(Debug)]
pub struct ShortGame {
    nodes: Vec<PositionNode>,
    /// Their indices in topological order: each position stands before its options.
    order: Vec<usize>,
    misere: bool,
}

impl ShortGame {
    /// `None` if play can go on for ever.
    pub fn new(nodes: Vec<PositionNode>, misere: bool) -> Option<ShortGame> {
        let order = topological_order(&nodes)?;
        Some(ShortGame { nodes, order, misere })
    }

    /// The probability that a player who always moves at random wins, if the machine moves at random with the
    /// probability `share` and otherwise makes its best move.
    pub fn win_rate(&self, share: f64, begins: Player) -> f64 {
        // For each position the random player's probability of winning: when that player is to move, and when the
        // machine is.
        let mut wins = vec![(0.0, 0.0); self.nodes.len()];
        for number in self.order.iter().rev() {
            let PositionNode { options, best } = &self.nodes[*number];
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

/// The indices of the positions in topological order (Kahn's algorithm); `None` if play can go on for ever.
fn topological_order(nodes: &[PositionNode]) -> Option<Vec<usize>> {
    let mut in_degrees = vec![0_usize; nodes.len()];
    nodes.iter().flat_map(|node| &node.options).for_each(|option| in_degrees[*option] += 1);
    let mut order: Vec<usize> = (0..nodes.len()).filter(|number| in_degrees[*number] == 0).collect();
    let mut next = 0;
    while let Some(number) = order.get(next).copied() {
        next += 1;
        for option in &nodes[number].options {
            in_degrees[*option] -= 1;
            if in_degrees[*option] == 0 {
                order.push(*option);
            }
        }
    }
    (order.len() == nodes.len()).then_some(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(games: &[(&[usize], usize)]) -> Vec<PositionNode> {
        games.iter().map(|(options, best)| PositionNode { options: options.to_vec(), best: *best }).collect()
    }

    /// A heap of two, from which a move takes one or both.
    #[test]
    fn the_win_rate_of_a_random_player_is_computed() {
        let two = ShortGame::new(nodes(&[(&[1, 2], 2), (&[2], 2), (&[], 0)]), false).unwrap();
        // The random player begins, takes both in half of the games, and otherwise loses.
        assert_eq!(two.win_rate(0.0, Player::You), 0.5);
        // The machine takes both, unless it moves at random and takes one.
        assert_eq!(two.win_rate(0.0, Player::Machine), 0.0);
        assert_eq!(two.win_rate(1.0, Player::Machine), 0.5);
        // In misère play it takes one.
        let misere = ShortGame::new(nodes(&[(&[1, 2], 1), (&[2], 2), (&[], 0)]), true).unwrap();
        assert_eq!(misere.win_rate(0.0, Player::Machine), 0.0);
        assert_eq!(misere.win_rate(0.5, Player::Machine), 0.25);
    }

    #[test]
    fn a_game_that_goes_round_is_none_of_these() {
        assert!(ShortGame::new(nodes(&[(&[1], 1), (&[2], 2), (&[1], 1)]), false).is_none());
        // Back to the start.
        assert!(ShortGame::new(nodes(&[(&[1], 1), (&[0, 2], 0), (&[], 0)]), false).is_none());
    }
}
