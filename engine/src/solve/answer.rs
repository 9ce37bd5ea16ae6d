//! The questions about what lies before the players: who wins, the value, the moves. Here alone it is chosen which theory answers.

use std::borrow::Cow;

use super::situation::{Move, MovesFound, Situation};
use super::{SolveError, Solved, Solver};
use crate::game::{Component, Sum};
use crate::nim::{Convention, GrundyValue, Outcome};

/// What decides who wins, and by which moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Theory {
    /// The nim-sum, or a search for the winner alone.
    Nimbers,
    /// The search of misère play, tame games, quotients.
    Misere,
    /// Moves bind: the sets W.
    Sets,
    /// Play may never end: the graph of all positions.
    Loops,
    /// Positions that are played at once, alone: what is known of each of them.
    Compound,
}

impl Solver {
    fn theory(&mut self, played: &Situation) -> Solved<Theory> {
        Ok(match played.convention {
            Convention::Misere if played.binds() => {
                self.refuse_binding(&played.whole())?;
                Theory::Sets
            }
            Convention::Normal if played.binds() => Theory::Sets,
            _ if self.may_never_end(&played.rest)? => Theory::Loops,
            _ if played.rest.as_compound().is_some() => Theory::Compound,
            Convention::Misere => Theory::Misere,
            Convention::Normal => Theory::Nimbers,
        })
    }

    /// The answer by the theory that fits. Some searches find only on their way that play comes back: then the graph answers.
    fn by_theory<T>(
        &mut self,
        played: &Situation,
        mut answer: impl FnMut(&mut Solver, Theory) -> Solved<T>,
    ) -> Solved<T> {
        let theory = self.theory(played)?;
        let stop = match answer(self, theory) {
            Err(stop) if matches!(theory, Theory::Nimbers | Theory::Misere) => stop,
            found => return found,
        };
        match stop {
            SolveError::Cycle(path) => self.explore_all(&played.rest, path)?,
            SolveError::Infinite(_) => {}
            stop => return Err(stop),
        }
        answer(self, Theory::Loops)
    }

    /// Who wins.
    ///
    /// # Errors
    /// Why the computation stopped; `SolveError::Binds` in misère play where moves bind.
    pub fn outcome<'a>(&mut self, played: impl Into<Cow<'a, Situation>>) -> Result<Outcome, SolveError> {
        let played = played.into();
        let Situation { rest, convention, .. } = &*played;
        if played.binds() {
            return self.theory(&played).and_then(|_| self.bound_outcome(&played));
        }
        match self.outcome_by_search(rest, *convention) {
            Err(stop) if stop.growth().is_some() => self.proved(rest, *convention, stop).map(|found| found.0),
            found => found,
        }
    }

    fn outcome_by_search(&mut self, rest: &Sum, convention: Convention) -> Solved<Outcome> {
        if let Some(compound) = rest.as_compound() {
            return self.compound(compound, convention).map(|found| found.outcome);
        }
        // The search itself finds where play comes back.
        let found = self.of_reduced(rest, |solver, rest| match convention {
            Convention::Misere => solver.searched_misere_outcome(rest),
            Convention::Normal => solver.searched_outcome(rest),
        });
        match found {
            Err(SolveError::Cycle(path)) => {
                self.explore_all(rest, path)?;
                match convention {
                    Convention::Misere => self.remoteness(rest, convention).map(|found| found.outcome),
                    Convention::Normal => self.loopy_value(rest).map(|value| value.outcome()),
                }
            }
            found => found,
        }
    }

    /// The outcome in misère play.
    pub(crate) fn misere_outcome(&mut self, sum: &Sum) -> Solved<Outcome> {
        self.outcome(Situation::misere(sum))
    }

    /// The value of a sum in normal play: a nimber; ∞ with a set where play may never end; or loony where moves bind.
    ///
    /// # Errors
    /// Why the computation stopped.
    pub fn grundy_value(&mut self, sum: &Sum) -> Result<GrundyValue, SolveError> {
        if sum.binds() {
            return self.bound_value(sum);
        }
        match self.value(sum) {
            Err(SolveError::Infinite(_)) => self.loopy_value(sum),
            found => found.map(GrundyValue::from),
        }
    }

    /// The same; `None` if finding it takes a long search.
    ///
    /// # Errors
    /// As [`Solver::grundy_value`].
    pub fn ready_value(&mut self, sum: &Sum) -> Result<Option<GrundyValue>, SolveError> {
        if !sum.binds() {
            match self.ready_values(sum) {
                Ok(None) => return Ok(None),
                Ok(Some(_)) | Err(SolveError::Infinite(_)) => {}
                Err(stop) => return Err(stop),
            }
        }
        self.grundy_value(sum).map(Some)
    }

    /// The value of one component.
    ///
    /// # Errors
    /// As [`Solver::grundy_value`].
    pub fn grundy_value_of(&mut self, component: &Component) -> Result<GrundyValue, SolveError> {
        self.grundy_value(&Sum::of(component.clone()))
    }

    /// The moves: how many there are, and how many win or keep a draw. `shown` of each kind are kept; where play may never end all,
    /// one for all copies of a component.
    ///
    /// # Errors
    /// Why the computation stopped; `SolveError::Positions` if there are too many moves; `SolveError::Binds` in misère play
    /// where moves bind.
    pub fn moves<'a>(&mut self, played: impl Into<Cow<'a, Situation>>, shown: usize) -> Result<MovesFound, SolveError> {
        let played = played.into();
        let Situation { rest, convention, .. } = &*played;
        self.by_theory(&played, |solver, theory| match theory {
            Theory::Sets => solver.binding_moves(&played, shown),
            Theory::Loops => solver.loopy_moves(rest, *convention),
            // Who wins is known of the moves, and not their values.
            Theory::Compound if !convention.is_misere() => Ok(solver.decided_moves(rest, shown)?.without_totals()),
            Theory::Compound | Theory::Misere => solver.misere_moves(rest, shown),
            Theory::Nimbers if solver.ready_values(rest)?.is_some() => solver.valued_moves(rest, shown),
            Theory::Nimbers => solver.decided_moves(rest, shown),
        })
    }

    /// A move that wins, or if none does, one that keeps a draw.
    ///
    /// # Errors
    /// As [`Solver::moves`].
    pub fn best_move<'a>(&mut self, played: impl Into<Cow<'a, Situation>>) -> Result<Option<Move>, SolveError> {
        let played = played.into();
        let Situation { rest, convention, .. } = &*played;
        let found = self.by_theory(&played, |solver, theory| match theory {
            Theory::Sets => solver.binding_winning_move(&played),
            Theory::Compound => solver.compound_move(rest, *convention),
            Theory::Loops => solver.best_loopy_move(rest, *convention),
            Theory::Misere => solver.misere_winning_move(rest),
            Theory::Nimbers => solver.searched_winning_move(rest),
        });
        match found {
            Err(stop) if stop.growth().is_some() && !played.binds() => {
                self.proved(rest, *convention, stop).map(|found| found.1)
            }
            found => found,
        }
    }

    /// A move that wins a compound from which play ends.
    fn compound_move(&mut self, sum: &Sum, convention: Convention) -> Solved<Option<Move>> {
        let Some(position) = sum.as_compound() else { return Ok(None) };
        let from = Component::Position(position.clone());
        let winning = self.compound(position, convention)?.winning;
        Ok(winning.map(|to| Move::new(0, &from, to, Outcome::P)))
    }

    /// A move that wins in normal play.
    ///
    /// # Errors
    /// As [`Solver::moves`].
    pub fn winning_move(&mut self, sum: &Sum) -> Result<Option<Move>, SolveError> {
        Ok(self.best_move(sum)?.filter(Move::wins))
    }
}
