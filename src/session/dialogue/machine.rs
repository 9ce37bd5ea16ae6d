//! The move that the machine makes where it makes no mistake.

use grundy_engine::game::Sum;
use grundy_engine::solve::Remotenesses;

use crate::error::Error;
use crate::session::Session;
use crate::session::report::{AnswerCount, Choice, Chosen};
use crate::source::Span;

/// Of more moves than this the machine looks at the first only.
pub(super) const MOST_WEIGHED: usize = 100_000;
/// Where it has more moves than this, and all of them lose, it does not count the answers to each.
const MOST_COUNTED: usize = 40;

impl Session {
    /// A winning move; if there is none, the one that is hardest to answer, or after which the game lasts longest.
    pub(super) fn best_choice(
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

    /// How many of the moves of a position win.
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
