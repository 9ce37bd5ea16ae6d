//! `explain misere`: who wins in misère play, by which rule or search, and what follows for the player to move.

use grundy_engine::game::Sum;
use grundy_engine::nim::Outcome;
use grundy_engine::solve;

use crate::error::Error;
use crate::lang::session::Session;
use crate::source::Span;
use crate::verbs::explain::data::{Advice, Explanation, MisereReason, Refutation, TamePart, TameSum};
use crate::verbs::position::ask::{misere_move, remove_equal_moves};
use crate::verbs::position::data::Move;

/// Up to this many moves, each is shown with the reply that beats it.
const SMALL: usize = 12;
/// Of more moves than `SMALL`, only this many are shown.
const REPLIES: usize = 6;

impl Session {
    pub(crate) fn misere_explanation(&mut self, sum: Sum, at: Span) -> Result<Explanation, Error> {
        let outcome = self.misere_outcome(&sum, at)?;
        let advice = match self.winning_move(&sum, true, at)? {
            Some(winning) => Advice::Play(winning),
            None => self.misere_lost(&sum, outcome, at)?,
        };
        let misere_reason = match &advice {
            Advice::Over => None,
            advice => Some(self.misere_reason(&sum, advice, at)?),
        };
        let (derivations, terms) = (Vec::new(), Vec::new());
        Ok(Explanation { sum, misere: true, outcome, derivations, terms, value: None, advice, misere_reason })
    }

    /// How it is known who wins: by the rule for tame games, or else by a search.
    fn misere_reason(&mut self, sum: &Sum, advice: &Advice, at: Span) -> Result<MisereReason, Error> {
        let after = match advice {
            Advice::Play(winning) => after(sum, winning),
            _ => Sum::default(),
        };
        if let Some((parts, whole)) = self.solved(at, |solver| solver.tame(sum))? {
            let firm_after = match advice {
                Advice::Play(_) => self.solved(at, |solver| solver.tame(&after))?.map(|(_, left)| left.firm),
                _ => None,
            };
            let parts = sum.parts.iter().zip(&parts).map(|(part, tame)| TamePart {
                copies: part.copies,
                component: part.component.clone(),
                value: tame.value,
                firm: tame.firm,
            });
            let tame = TameSum { parts: parts.collect(), nim_sum: whole.value, firm: whole.firm, firm_after };
            return Ok(if whole.is_nim_heap { MisereReason::Nim(tame) } else { MisereReason::Tame(tame) });
        }
        let replies = match advice {
            Advice::Play(_) => {
                let (replies, total) = self.misere_replies(&after, at)?;
                if replies.len() as u128 == total { replies } else { Vec::new() }
            }
            _ => Vec::new(),
        };
        Ok(MisereReason::Search { after, replies })
    }

    /// What to say where no move wins. Without any move the game is over, and in misère play the player to move has
    /// won.
    fn misere_lost(&mut self, sum: &Sum, outcome: Outcome, at: Span) -> Result<Advice, Error> {
        let (replies, total) = self.misere_replies(sum, at)?;
        Ok(if total == 0 || outcome == Outcome::N { Advice::Over } else { Advice::Lost { replies, total } })
    }

    /// The moves of a lost position, each with the reply that beats it, and how many moves there are. Of many moves
    /// only the first are given. Equal moves in equal summands count once.
    fn misere_replies(&mut self, sum: &Sum, at: Span) -> Result<(Vec<Refutation>, u128), Error> {
        let most = SMALL.saturating_mul(sum.parts.len().max(1)).saturating_add(1);
        let mut found = self.solved(at, |solver| solver.misere_moves(sum, most))?;
        let repeated = remove_equal_moves(&mut found.losers, |tried| (&tried.from, &tried.to));
        let different = found.losers.len();
        let total = if different + repeated < most { different as u128 } else { found.total - repeated as u128 };
        let most = if total <= SMALL as u128 { SMALL } else { REPLIES };
        let mut replies = Vec::new();
        for tried in found.losers.iter().take(most) {
            let after = solve::replaced(sum, tried.part, &tried.to);
            if let Some(answer) = self.winning_move(&after, true, at)? {
                replies.push(Refutation { tried: misere_move(tried, false), after, answer });
            }
        }
        Ok((replies, total))
    }
}

/// The whole position after a move.
fn after(sum: &Sum, step: &Move) -> Sum {
    match sum.parts.iter().position(|part| part.component == step.from) {
        Some(part) => solve::replaced(sum, part, &step.to),
        None => sum.clone(),
    }
}
