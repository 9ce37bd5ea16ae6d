//! Fits the number of the machine's mistakes, which are random moves, to a level and a game. In a short game a
//! player who moves at random often wins, even against few mistakes, so the machine makes fewer there.

use std::sync::Arc;

use grundy_engine::game::Sum;
use grundy_engine::solve::Remotenesses;
use rustc_hash::FxHashMap;

use crate::classroom::data::dialogues::{Level, Player};
use crate::classroom::dialogue::choice::drop_empty_heaps;
use crate::classroom::dialogue::short_game::{LastGame, PositionNode, ShortGame};
use crate::error::Error;
use crate::lang::session::Session;
use crate::source::Span;

/// In a game with more positions or moves than this, a level keeps its usual number of mistakes: counting would
/// delay the game, and in a long game that number already makes random play win about as often as it should.
const MOST_POSITIONS: usize = 2_000;
const MOST_MOVES: usize = 7_000;
/// A fitted level has at most this many mistakes more than usual, among `Level::OF` moves.
const MOST_MORE: u64 = 2;

/// The positions of a game, the index of each by its normal form, and the options of each.
type PositionGraph = (Vec<Sum>, FxHashMap<Sum, usize>, Vec<PositionNode>);

impl Session {
    /// The level with the number of mistakes against which a player who always moves at random wins as nearly as
    /// possible as often as `Level::target_win_rate` says: from none to `MOST_MORE` more than usual. The level itself
    /// if it makes no mistakes, or if the game is too long.
    pub(crate) fn fit_mistakes(
        &mut self,
        level: Level,
        (start, misere): (&Sum, bool),
        begins: Player,
        at: Span,
    ) -> Result<Level, Error> {
        let Some(target) = level.target_win_rate() else { return Ok(level) };
        let Some(game) = self.short_game(start, misere, at)? else { return Ok(level) };
        let off = |mistakes: u64| (game.win_rate(mistakes as f64 / Level::OF as f64, begins) - target).abs();
        let best = (0..=level.mistakes() + MOST_MORE).min_by(|a, b| off(*a).total_cmp(&off(*b)));
        Ok(best.map_or(level, |mistakes| level.with_mistakes(mistakes)))
    }

    /// The game from a position; `None` if it has too many positions or moves, or can go on for ever. The last game is
    /// remembered, since it is often played again.
    fn short_game(&mut self, start: &Sum, misere: bool, at: Span) -> Result<Option<Arc<ShortGame>>, Error> {
        let last = self
            .remembered
            .peek::<Option<LastGame>>()
            .and_then(Option::as_ref)
            .filter(|last| last.start == *start && last.misere == misere);
        if let Some(last) = last {
            return Ok(last.game.clone());
        }
        let nodes = self.game_nodes(start, misere, at)?;
        let game = nodes.and_then(|nodes| ShortGame::new(nodes, misere)).map(Arc::new);
        *self.remembered.get() = Some(LastGame { start: start.clone(), misere, game: game.clone() });
        Ok(game)
    }

    /// All positions of a game with the machine's best move in each, the start first; `None` if there are too many.
    fn game_nodes(&mut self, start: &Sum, misere: bool, at: Span) -> Result<Option<Vec<PositionNode>>, Error> {
        let Some((sums, numbers, mut nodes)) = self.reachable_graph(start, at)? else { return Ok(None) };
        let mut lengths = Remotenesses::new(misere);
        for (sum, node) in sums.iter().zip(&mut nodes) {
            let best = self.best_choice(sum, misere, &mut lengths, at)?;
            let best = best.and_then(|(choice, _)| numbers.get(&choice.after.normal()?).copied());
            node.best = best.unwrap_or_default();
        }
        Ok(Some(nodes))
    }

    /// The positions that can be reached from a start, without the machine's best moves; `None` if there are too many
    /// positions or moves.
    // A key contains sets that count their own work; these counts take no part in its hash or its equality.
    #[allow(clippy::mutable_key_type)]
    fn reachable_graph(&mut self, start: &Sum, at: Span) -> Result<Option<PositionGraph>, Error> {
        let start = drop_empty_heaps(start);
        let Some(first) = start.normal() else { return Ok(None) };
        let (mut sums, mut nodes, mut moves) = (vec![start], Vec::new(), 0);
        let mut numbers = FxHashMap::from_iter([(first, 0)]);
        while let Some(sum) = sums.get(nodes.len()) {
            let choices = self.choices(sum, MOST_MOVES - moves, at)?;
            moves += choices.shown.len();
            if choices.more {
                return Ok(None);
            }
            let mut node = PositionNode::default();
            for choice in choices.shown {
                let Some(normal) = choice.after.normal() else { return Ok(None) };
                let next = numbers.len();
                let number = *numbers.entry(normal).or_insert(next);
                if number == next {
                    sums.push(choice.after);
                }
                node.options.push(number);
            }
            if sums.len() > MOST_POSITIONS {
                return Ok(None);
            }
            nodes.push(node);
        }
        Ok(Some((sums, numbers, nodes)))
    }
}
