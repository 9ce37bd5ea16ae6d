//! The move that the machine makes when it does not move at random.

use grundy_engine::game::Sum;
use grundy_engine::solve::Remotenesses;

use crate::classroom::data::dialogues::{AnswerCount, Choice, Chosen};
use crate::error::Error;
use crate::lang::session::Session;
use crate::source::Span;

/// In a lost position with more moves than this, the machine makes the first one. A random move is drawn from at most
/// this many moves, the first ones.
pub(crate) const MOST_WEIGHED: usize = 100_000;
/// In a lost position with more moves than this, the machine does not count the winning answers to each move.
const MOST_COUNTED: usize = 40;

impl Session {
    /// A winning move. If there is none, the move to which the smallest share of the answers wins, and of several
    /// such moves the one after which the game lasts longest; of more than `MOST_COUNTED` moves only the latter
    /// counts. `None` if there are no moves. `lengths` keeps the remotenesses found so far.
    pub(crate) fn best_choice(
        &mut self,
        sum: &Sum,
        misere: bool,
        lengths: &mut Remotenesses,
        at: Span,
    ) -> Result<Option<(Choice, Chosen)>, Error> {
        if let Some(choice) = self.winning_choice(sum, misere, at)? {
            return Ok(Some((choice, Chosen::Winning)));
        }
        let choices = self.choices(sum, MOST_WEIGHED, at)?;
        let first = choices.shown.first().map(|choice| (choice.clone(), Chosen::Any));
        if choices.more {
            return Ok(first);
        }
        let is_short = choices.shown.len() <= MOST_COUNTED;
        let mut best: Option<(AnswerCount, u32, Choice)> = None;
        for choice in choices.shown {
            let found = self.solved(at, |solver| lengths.of(&choice.after, solver))?;
            let Some(found) = found else { return Ok(first) };
            let answers =
                if is_short { self.winning_answers(&choice.after, misere, at)? } else { AnswerCount::default() };
            let is_better = best
                .as_ref()
                .is_none_or(|(fewest, moves, _)| answers.fewer(fewest).then(found.moves.cmp(moves).reverse()).is_lt());
            if is_better {
                best = Some((answers, found.moves, choice));
            }
        }
        Ok(best.map(|(answers, moves, choice)| {
            (choice, if is_short { Chosen::Hardest(answers) } else { Chosen::Longest(moves) })
        }))
    }

    /// How many moves of a position win, and how many there are.
    fn winning_answers(&mut self, sum: &Sum, misere: bool, at: Span) -> Result<AnswerCount, Error> {
        self.solved(at, |solver| {
            let (winning, moves) = if misere {
                let found = solver.misere_moves(sum, 0)?;
                (found.winning, found.total)
            } else {
                let found = solver.decided_moves(sum, 0)?;
                (found.winning, found.total)
            };
            Ok(AnswerCount { winning, moves })
        })
    }
}
