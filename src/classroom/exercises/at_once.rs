//! Questions about positions that are played at once: where they come from, and their answers.

use std::sync::Arc;

use grundy_engine::game::{Component, Compound, Ends, Game, MovesIn, Position, Sum};
use grundy_engine::nim::Convention;
use grundy_engine::solve::Situation;

use crate::classroom::exercises::data::{Answer, Solution, Task};
use crate::classroom::exercises::source::{self, POSITIONS, PositionSource};
use crate::classroom::play::sums;
use crate::classroom::rng::Rng;
use crate::error::Error;
use crate::lang::session::Session;
use crate::source::Span;
use crate::syntax::ast::Difficulty;
use crate::verbs::position::{self, compound};
use crate::verbs::tree;

/// How many positions are drawn in search of some with a certain outcome, of which many are too large.
const TRIES: usize = 200;

/// Positions to ask about that are played at once.
pub(crate) struct SourceAtOnce {
    rule: Compound,
    games: Vec<Arc<Game>>,
    /// For each position those that are reached from it by moves in it alone, each with how many are reached from there.
    reached: Vec<Vec<(Sum, usize)>>,
    /// May play never end? Then questions ask for draws, too.
    pub(super) draws: bool,
    pub(super) at: Span,
}

impl SourceAtOnce {
    /// How positions are drawn that are played like these.
    ///
    /// # Errors
    /// Moves bind the players.
    pub(super) fn of(session: &mut Session, start: &Position, at: Span) -> Result<Option<SourceAtOnce>, Error> {
        let Some((rule, components)) = start.compound() else { return Ok(None) };
        let mut reached = Vec::new();
        for position in &components {
            session.solved(at, |solver| solver.has_option(position))?;
            let mut found = Vec::new();
            for sum in source::walked(session, std::slice::from_ref(&**position), at)? {
                let below = tree::reached(session, &sum, POSITIONS[Difficulty::Hard as usize], at)?;
                // What is over asks nothing.
                found.extend(below.filter(|below| below.len() > 1).map(|below| (sum, below.len())));
            }
            if found.is_empty() {
                found.push(((**position).clone(), 1));
            }
            reached.push(found);
        }
        let game = |component: &Component| match component {
            Component::Position(position) => Some(position.game.clone()),
            Component::Star(_) => None,
        };
        let parts = components.iter().flat_map(|sum| &sum.parts);
        let games = parts.filter_map(|part| game(&part.component)).collect();
        let draws = session.solved(at, |solver| solver.may_never_end(&Sum::position(start.clone())))?;
        Ok(Some(SourceAtOnce { rule, games, reached, draws, at }))
    }

    /// Positions that are small enough for the level, with a move; `None` if these are not.
    fn any(&self, session: &mut Session, level: Difficulty, rng: &mut Rng) -> Result<Option<Sum>, Error> {
        let (mut positions, mut sum, mut product) = (Vec::new(), 0, 1_usize);
        for reached in &self.reached {
            let Some((position, below)) = reached.get(rng.below(reached.len().max(1) as u64) as usize) else {
                return Ok(None);
            };
            positions.push(Arc::new(position.clone()));
            (sum, product) = (sum + below, product.saturating_mul(*below));
        }
        // Where a theorem decides, something is worked out for each position alone. All else is searched.
        let by_theorem = match self.rule {
            _ if self.draws => false,
            Compound { moves_in: MovesIn::All, .. } => true,
            Compound { moves_in: MovesIn::Some, ends } => ends != Ends::Short,
            Compound { moves_in: MovesIn::Exactly(1), ends: Ends::Short } => true,
            Compound { moves_in: MovesIn::Exactly(count), .. } => count == positions.len(),
            Compound { moves_in: MovesIn::Pass, .. } => false,
        };
        let most = POSITIONS[level as usize];
        let is_small = if by_theorem { sum <= most } else { product <= 2 * most };
        if !is_small {
            return Ok(None);
        }
        let compound = Sum::position(self.rule.position(positions));
        let has_move = session.solved(self.at, |solver| solver.has_option(&compound))?;
        Ok(has_move.then_some(compound))
    }

    /// Draws positions, of which one in so many should be lost; `None` if none were found.
    pub(super) fn drawn(
        &self,
        session: &mut Session,
        level: Difficulty,
        convention: Convention,
        lost: u64,
        rng: &mut Rng,
    ) -> Result<Option<Sum>, Error> {
        let wish = source::wish(self.draws, lost, rng);
        let mut found = None;
        for _ in 0..TRIES {
            let Some(compound) = self.any(session, level, rng)? else { continue };
            let outcome = position::outcome_of(session, &compound, convention, self.at)?;
            found = Some(compound);
            if outcome == wish {
                break;
            }
        }
        Ok(found)
    }

    /// The right answer, and what explains it.
    pub(super) fn solution(&self, session: &mut Session, task: &Task, position: &Sum) -> Result<Solution, Error> {
        let convention = task.convention();
        let outcome = position::outcome_of(session, position, convention, self.at)?;
        let compound = if self.draws { None } else { compound::found(session, position, convention, self.at)? };
        let whole = Situation::of(position, convention);
        let best = position::best_move(session, &whole, self.at)?;
        let winning = best.map(|made| sums::choice(&whole, &made));
        let truth = match task {
            Task::Move { .. } => Answer::Move(winning.clone()),
            _ => Answer::Winner(outcome),
        };
        Ok(Solution { truth, winning, general: Some((None, outcome)), compound, ..Solution::default() })
    }
}

/// Where the positions of questions come from.
pub(crate) enum ExerciseSource {
    Game(PositionSource),
    AtOnce(SourceAtOnce),
}

impl ExerciseSource {
    /// The games that are played.
    pub(super) fn games(&self) -> Vec<Arc<Game>> {
        match self {
            ExerciseSource::Game(source) => vec![source.game.clone()],
            ExerciseSource::AtOnce(source) => source.games.clone(),
        }
    }
}
