//! The machine as an opponent: at which level it plays, the move that it makes when it does not move at random, and how
//! many random moves, its mistakes, suit a game. In a short game a player who moves at random often wins, even against few
//! mistakes, so the machine makes fewer there.

use std::sync::Arc;

use grundy_engine::game::Binding;
use grundy_engine::nim::Convention;
use grundy_engine::solve::{Remotenesses, Situation};

use crate::classroom::play::data::{AnswerCount, Choice, Choices, Chosen, Level, Player};
use crate::classroom::play::sums;
use crate::error::{Error, SemanticError, similar};
use crate::lang::questions::tree::{self, Room};
use crate::lang::session::Session;
use crate::source::Span;
use crate::syntax::ast::OptionWord;
use crate::verbs::position;

/// Who plays, and at which level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Players {
    /// The player who makes the first move: `You`, `Machine`, or `One` if two people play.
    pub begins: Player,
    pub level: Level,
}

impl Players {
    /// Reads these words; without any, the user begins and the machine plays as well as it can.
    ///
    /// # Errors
    /// Two words that contradict each other, or a level that does not exist.
    pub fn of(words: &[(OptionWord, Span)]) -> Result<Players, Error> {
        let mut players = Players { begins: Player::You, level: Level::HARD };
        for (index, (word, at)) in words.iter().enumerate() {
            if let Some((before, _)) = words[..index].iter().find(|(before, _)| !go_together(before, word)) {
                let (word, before) = (word.to_string(), before.to_string());
                return Err(Error::new(SemanticError::PlayWords { word, before }, *at));
            }
            match word {
                OptionWord::Second => players.begins = Player::Machine,
                OptionWord::Two => players.begins = Player::One,
                OptionWord::Level { name, seed } => {
                    players.level = Level::named(&name.text, *seed).ok_or_else(|| {
                        let known = similar(&name.text, Level::names(), 0.7).into_iter().next();
                        Error::new(SemanticError::NoLevel { word: name.text.clone(), similar: known }, name.span)
                    })?;
                }
                _ => {}
            }
        }
        Ok(players)
    }
}

/// Whether two words may be combined: a level with a word about who begins. `two` stands alone.
fn go_together(one: &OptionWord, other: &OptionWord) -> bool {
    let is_level = |word: &OptionWord| matches!(word, OptionWord::Level { .. });
    is_level(one) != is_level(other) && *one != OptionWord::Two && *other != OptionWord::Two
}

/// In a lost position with more moves than this, the machine makes the first one. A random move is drawn from at most
/// this many moves, the first ones.
pub(crate) const MOST_WEIGHED: usize = 100_000;
/// In a lost position with more moves than this, the machine does not count the winning answers to each move.
const MOST_COUNTED: usize = 40;

/// A winning move, or one that keeps a draw. If there is none, the move to which the smallest share of the answers wins, and of several
/// such moves the one after which the game lasts longest; of more than `MOST_COUNTED` moves only the latter
/// counts. `None` if there are no moves. `lengths` keeps the remotenesses found so far.
pub(crate) fn machine_choice(
    session: &mut Session,
    sum: &Situation,
    lengths: &mut Remotenesses,
    at: Span,
) -> Result<Option<(Choice, Chosen)>, Error> {
    let binds = sum.binds();
    let never_ends = !binds && session.solved(at, |solver| solver.may_never_end(&sum.rest))?;
    if let Some(best) = position::best_move(session, sum, at)? {
        let how = if best.wins() { Chosen::Winning } else { Chosen::Drawing };
        return Ok(Some((sums::choice(sum, &best), how)));
    }
    let Choices { shown: choices, more } = sums::choices(session, sum, MOST_WEIGHED, at)?;
    let first = choices.first().map(|choice| (choice.clone(), Chosen::Any));
    if more {
        return Ok(first);
    }
    let is_short = !never_ends && choices.len() <= MOST_COUNTED;
    let mut best: Option<(AnswerCount, u32, Choice)> = None;
    for choice in choices {
        // How long play can last is not known where moves bind.
        let length = match binds {
            true => Some(0).filter(|_| is_short),
            false => session.solved(at, |solver| lengths.of(&choice.after.rest, solver))?.map(|found| found.moves),
        };
        let Some(length) = length else { return Ok(first) };
        let answers = match choice.binding {
            _ if !is_short => AnswerCount::default(),
            // The machine itself moves on, in a lost position.
            Binding::Again => AnswerCount { winning: 1, moves: 1 },
            _ => winning_answers(session, &choice.after, at)?,
        };
        let is_better = best
            .as_ref()
            .is_none_or(|(fewest, longest, _)| answers.fewer(fewest).then(length.cmp(longest).reverse()).is_lt());
        if is_better {
            best = Some((answers, length, choice));
        }
    }
    Ok(best.map(|(answers, moves, choice)| {
        (choice, if is_short { Chosen::Hardest(answers) } else { Chosen::Longest(moves) })
    }))
}

/// How many moves of a position win, and how many there are.
fn winning_answers(session: &mut Session, sum: &Situation, at: Span) -> Result<AnswerCount, Error> {
    let found = session.solved(at, |solver| solver.moves(sum, 0))?;
    // Who is bound and cannot reply has no move.
    let moves = if sum.binds() { found.total.max(1) } else { found.total };
    Ok(AnswerCount { winning: found.winning, moves })
}

/// In a game with more positions or moves than this, a level keeps its usual number of mistakes: counting would
/// delay the game, and in a long game that number already makes random play win about as often as it should.
const SHORT: Room = Room { positions: 2_000, moves: 7_000 };
/// A fitted level has at most this many mistakes more than usual, among `Level::OF` moves.
const MOST_MORE: u64 = 2;

/// The level with the number of mistakes against which a player who always moves at random wins as nearly as
/// possible as often as `Level::target_win_rate` says: from none to `MOST_MORE` more than usual. The level itself
/// if it makes no mistakes, or if the game is too long.
pub(crate) fn fit_mistakes(
    session: &mut Session,
    level: Level,
    start: &Situation,
    begins: Player,
    at: Span,
) -> Result<Level, Error> {
    let Some(target) = level.target_win_rate().filter(|_| !start.binds()) else { return Ok(level) };
    let Some(game) = short_game(session, start, at)? else { return Ok(level) };
    let off = |mistakes: u64| (game.win_rate(mistakes as f64 / Level::OF as f64, begins) - target).abs();
    let best = (0..=level.mistakes + MOST_MORE).min_by(|a, b| off(*a).total_cmp(&off(*b)));
    Ok(best.map_or(level, |mistakes| Level { mistakes, ..level }))
}

/// The game from a position; `None` if it has too many positions or moves, or can go on for ever. The last game is
/// remembered, since it is often played again.
fn short_game(session: &mut Session, start: &Situation, at: Span) -> Result<Option<Arc<ShortGame>>, Error> {
    let last =
        session.remembered.peek::<Option<LastGame>>().and_then(Option::as_ref).filter(|last| last.start == *start);
    if let Some(last) = last {
        return Ok(last.game.clone());
    }
    let nodes = game_nodes(session, start, at)?;
    let game = nodes.and_then(|nodes| ShortGame::new(nodes, start.convention)).map(Arc::new);
    *session.remembered.get() = Some(LastGame { start: start.clone(), game: game.clone() });
    Ok(game)
}

/// All positions of a game with the machine's best move in each, the start first; `None` if there are too many.
fn game_nodes(session: &mut Session, start: &Situation, at: Span) -> Result<Option<Vec<PositionNode>>, Error> {
    let Some(graph) = session.solved(at, |solver| tree::graph(solver, &start.rest, SHORT))? else { return Ok(None) };
    let mut lengths = Remotenesses::new(start.convention);
    let mut nodes = Vec::with_capacity(graph.positions.len());
    for (position, moves) in graph.positions.iter().zip(&graph.moves) {
        let position = Situation::of(&position.rest, start.convention);
        let best = machine_choice(session, &position, &mut lengths, at)?;
        let best = best.and_then(|(choice, _)| graph.index_of(&choice.after)).unwrap_or_default();
        nodes.push(PositionNode { options: moves.iter().map(|made| made.0).collect(), best });
    }
    Ok(Some(nodes))
}

/// A position of a game, whose positions are known by their indices.
#[derive(Debug, Default, PartialEq)]
struct PositionNode {
    /// The indices of its options.
    options: Vec<usize>,
    /// The option that the machine moves to unless it makes a mistake; 0 if there are no options.
    best: usize,
}

/// The game that was examined last.
#[derive(Debug)]
struct LastGame {
    start: Situation,
    /// `None` if it has too many positions or moves, or can go on for ever.
    game: Option<Arc<ShortGame>>,
}

/// All positions of a game in normal or in misère play, the start first.
#[derive(Debug)]
struct ShortGame {
    nodes: Vec<PositionNode>,
    /// Their indices in topological order: each position stands before its options.
    order: Vec<usize>,
    convention: Convention,
}

impl ShortGame {
    /// `None` if play can go on for ever.
    fn new(nodes: Vec<PositionNode>, convention: Convention) -> Option<ShortGame> {
        let order = topological_order(&nodes)?;
        Some(ShortGame { nodes, order, convention })
    }

    /// The probability that a player who always moves at random wins, if the machine moves at random with the
    /// probability `share` and otherwise makes its best move.
    fn win_rate(&self, share: f64, begins: Player) -> f64 {
        // For each position the random player's probability of winning: when that player is to move, and when the
        // machine is.
        let mut wins = vec![(0.0, 0.0); self.nodes.len()];
        for number in self.order.iter().rev() {
            let PositionNode { options, best } = &self.nodes[*number];
            let count = options.len() as f64;
            wins[*number] = if options.is_empty() {
                if self.convention.is_misere() { (1.0, 0.0) } else { (0.0, 1.0) }
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
        let two = ShortGame::new(nodes(&[(&[1, 2], 2), (&[2], 2), (&[], 0)]), Convention::Normal).unwrap();
        // The random player begins, takes both in half of the games, and otherwise loses.
        assert_eq!(two.win_rate(0.0, Player::You), 0.5);
        // The machine takes both, unless it moves at random and takes one.
        assert_eq!(two.win_rate(0.0, Player::Machine), 0.0);
        assert_eq!(two.win_rate(1.0, Player::Machine), 0.5);
        // In misère play it takes one.
        let misere = ShortGame::new(nodes(&[(&[1, 2], 1), (&[2], 2), (&[], 0)]), Convention::Misere).unwrap();
        assert_eq!(misere.win_rate(0.0, Player::Machine), 0.0);
        assert_eq!(misere.win_rate(0.5, Player::Machine), 0.25);
    }

    #[test]
    fn a_game_that_goes_round_is_none_of_these() {
        assert!(ShortGame::new(nodes(&[(&[1], 1), (&[2], 2), (&[1], 1)]), Convention::Normal).is_none());
        // Back to the start.
        assert!(ShortGame::new(nodes(&[(&[1], 1), (&[0, 2], 0), (&[], 0)]), Convention::Normal).is_none());
    }
}
