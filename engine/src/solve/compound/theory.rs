//! Who wins positions that are played at once, by what is known of each of them.

use std::sync::Arc;

use super::rule::{CompoundFound, CompoundReason, outcome};
use crate::game::{Compound, Ends, MovesIn, Position, Sum};
use crate::nim::{Convention, Outcome};
use crate::search::{Length, Remoteness};
use crate::solve::moves::refuse_more_choices;
use crate::solve::remoteness::{MOST_POSITIONS, Remotenesses};
use crate::solve::{Move, NeedsEnd, Situation, SolveError, Solved, Solver};

/// What a move leaves of each component, `None` where it makes no move.
type LeftOfEach = Vec<Option<Arc<Sum>>>;

impl Solver {
    /// How many moves a game lasts, and who wins it.
    ///
    /// # Errors
    /// `SolveError::Endless` for a draw, and for a suspense where play may never end; `SolveError::Positions` if too many
    /// positions can be reached, and as [`Solver::value`].
    pub fn game_length(&mut self, length: Length, sum: &Sum, convention: Convention) -> Result<Remoteness, SolveError> {
        self.refuse_binding(sum)?;
        if let Some(compound) = sum.as_compound() {
            let found = self.compound(compound, convention)?;
            let moves = match (length, &found.reason) {
                (Length::Remoteness, CompoundReason::Remoteness(moves)) => moves.iter().min(),
                (Length::Suspense, CompoundReason::Suspense(moves)) => moves.iter().max(),
                _ => None,
            };
            if let Some(moves) = moves.copied() {
                return Ok(Remoteness { outcome: found.outcome, moves });
            }
        }
        match self.known_length(length, convention, sum)? {
            Remoteness { outcome: Outcome::D, .. } => {
                Err(SolveError::Endless(Box::new((NeedsEnd::Remoteness, sum.clone()))))
            }
            found => Ok(found),
        }
    }

    fn known_length(&mut self, length: Length, convention: Convention, sum: &Sum) -> Solved<Remoteness> {
        let found = self.length_of(length, convention, MOST_POSITIONS, sum)?;
        found.ok_or(SolveError::Positions { limit: MOST_POSITIONS as u64 })
    }

    /// Who wins a compound. A sum counts as one component.
    ///
    /// Decided by the components where theory allows: a move in all of them by the least remoteness, and by the largest
    /// suspense if it goes on to the end; a move in some of them by the outcomes; a move in one of them until one is over by
    /// foreclosed values. All else is searched, and so is what has a component from which play may never end.
    ///
    /// # Errors
    /// `SolveError::Positions` if too many positions can be reached, and as [`Solver::value`]; `SolveError::Internal` for a position
    /// that is no compound.
    pub fn compound(&mut self, position: &Position, convention: Convention) -> Result<CompoundFound, SolveError> {
        let (rule, components) = position.compound().ok_or(SolveError::Internal("a compound is asked about"))?;
        let mut may_never_end = false;
        for component in &components {
            self.refuse_binding(component)?;
            may_never_end = may_never_end || self.may_never_end(component)?;
        }
        match rule.among(components.len()) {
            _ if may_never_end => self.by_search(position, convention),
            Compound { moves_in: MovesIn::All, ends: Ends::Long } => {
                self.by_length(position, &components, convention, Length::Suspense)
            }
            Compound { moves_in: MovesIn::All, .. } => {
                self.by_length(position, &components, convention, Length::Remoteness)
            }
            Compound { moves_in: MovesIn::Some, ends: Ends::Unmovable | Ends::Long } => {
                self.by_outcomes(position, &components, convention)
            }
            Compound { moves_in: MovesIn::Exactly(1), ends: Ends::Short } => {
                self.by_foreclosed_values(position, &components, convention)
            }
            _ => self.by_search(position, convention),
        }
    }

    /// By the remoteness of the compound itself, which knows the rule alone and no theorem. Who can win hurries, who cannot keeps a
    /// draw, and who loses delays.
    pub(super) fn by_search(&mut self, position: &Position, convention: Convention) -> Solved<CompoundFound> {
        refuse_more_choices(position, MOST_POSITIONS as u64, &self.budget)?;
        let whole = Sum::position(position.clone());
        let found = self.known_length(Length::Remoteness, convention, &whole)?;
        let mut best: Option<((u8, u32), Arc<Sum>, u32)> = None;
        for option in self.options(&whole)? {
            let Remoteness { outcome, moves } = self.known_length(Length::Remoteness, convention, &option)?;
            let worth = match outcome {
                Outcome::P => (0, moves),
                Outcome::D => (1, 0),
                Outcome::N => (2, u32::MAX - moves),
            };
            if best.as_ref().is_none_or(|(least, ..)| worth < *least) {
                best = Some((worth, option, moves));
            }
        }
        let (winning, longest) = match (found.outcome, best) {
            (Outcome::P, best) => (None, best.map(|(_, option, moves)| (option, moves))),
            (_, best) => (best.map(|(_, option, _)| option), None),
        };
        let searched = self.lengths(Length::Remoteness, convention).as_ref().map_or(0, Remotenesses::len);
        Ok(CompoundFound { outcome: found.outcome, reason: CompoundReason::Search(searched), winning, longest })
    }

    /// A move in all components. The one that is over first decides if play ends then, the one that is over last if it goes
    /// on: who wins there hurries in the first case, and delays in the second. So each one moves in each component to the
    /// length that is best for him there.
    fn by_length(
        &mut self,
        position: &Position,
        components: &[Arc<Sum>],
        convention: Convention,
        length: Length,
    ) -> Solved<CompoundFound> {
        let mut found = Vec::new();
        for component in components {
            found.push(self.known_length(length, convention, component)?.moves);
        }
        let moves = match length {
            Length::Remoteness => found.iter().min(),
            Length::Suspense => found.iter().max(),
        };
        // Who makes the last move wins, in misère play the other one.
        let is_won = (moves.copied().unwrap_or(0) % 2 == 1) != convention.is_misere();
        let has_move = match length {
            Length::Remoteness => !found.contains(&0),
            Length::Suspense => found.iter().any(|moves| *moves > 0),
        };
        // In a lost position a loser who delays in each component delays in all: the least remoteness falls by one.
        let made = if has_move && (is_won || length == Length::Remoteness) {
            let steps = components.iter().map(|component| self.step_to_the_end(length, convention, component));
            Some(Arc::new(position.after(steps.collect::<Solved<Vec<_>>>()?)))
        } else {
            None
        };
        let left = moves.copied().unwrap_or(0).saturating_sub(1);
        let (winning, longest) = if is_won { (made, None) } else { (None, made.map(|made| (made, left))) };
        let reason = match length {
            Length::Remoteness => CompoundReason::Remoteness(found),
            Length::Suspense => CompoundReason::Suspense(found),
        };
        Ok(CompoundFound { outcome: outcome(is_won), reason, winning, longest })
    }

    /// A move in some components, to the end: lost if all of them are lost. In misère play the same is true while two or
    /// more of them are left.
    fn by_outcomes(
        &mut self,
        position: &Position,
        components: &[Arc<Sum>],
        convention: Convention,
    ) -> Solved<CompoundFound> {
        let mut outcomes = Vec::new();
        let mut live = Vec::new();
        for (at, component) in components.iter().enumerate() {
            outcomes.push(self.outcome(&**component)?);
            if self.has_option(component)? {
                live.push(at);
            }
        }
        if convention.is_misere() && live.len() < 2 {
            return self.by_last_one(position, components, live.first().copied());
        }
        let is_won = outcomes.contains(&Outcome::N);
        let winning = match convention {
            _ if !is_won => None,
            Convention::Normal => Some(self.lost_by_itself(components)?),
            Convention::Misere => self.misere_move_in_some(components, &outcomes, &live)?,
        };
        let winning = winning.map(|left| Arc::new(position.after(left)));
        let reason = CompoundReason::Outcomes(outcomes);
        Ok(CompoundFound { outcome: outcome(is_won), reason, winning, longest: None })
    }

    fn by_last_one(
        &mut self,
        position: &Position,
        components: &[Arc<Sum>],
        last: Option<usize>,
    ) -> Solved<CompoundFound> {
        let reason = CompoundReason::LastOne(last);
        let Some(last) = last else {
            return Ok(CompoundFound { outcome: Outcome::N, reason, winning: None, longest: None });
        };
        let component = &components[last];
        let outcome = self.misere_outcome(component)?;
        let made = self.best_move(Situation::misere(component))?.filter(Move::wins);
        let option = made.map(|made| Arc::new(component.after(made.part, &made.to)));
        let left = |option: Arc<Sum>| (0..components.len()).map(move |at| (at == last).then(|| option.clone()));
        let winning = option.map(|option| Arc::new(position.after(left(option))));
        Ok(CompoundFound { outcome, reason, winning, longest: None })
    }

    /// A move that leaves all components lost, in normal play.
    fn lost_by_itself(&mut self, components: &[Arc<Sum>]) -> Solved<LeftOfEach> {
        let mut left = Vec::new();
        for component in components {
            let made = self.winning_move(component)?;
            left.push(made.map(|made| Arc::new(component.after(made.part, &made.to))));
        }
        Ok(left)
    }

    /// A move after which all components are lost, and how many are then not over: as many as can be.
    fn lost_in_each(&mut self, components: &[Arc<Sum>], outcomes: &[Outcome]) -> Solved<(LeftOfEach, usize)> {
        let (mut made, mut left) = (Vec::new(), 0);
        for (component, outcome) in components.iter().zip(outcomes) {
            if *outcome == Outcome::P {
                left += usize::from(self.has_option(component)?);
                made.push(None);
                continue;
            }
            let goes_on = self.option_where(component, |solver, option| {
                Ok(solver.outcome(option)? == Outcome::P && solver.has_option(option)?)
            })?;
            left += usize::from(goes_on.is_some());
            made.push(match goes_on {
                Some(option) => Some(option),
                None => self.option_where(component, |solver, option| Ok(solver.outcome(option)? == Outcome::P))?,
            });
        }
        Ok((made, left))
    }

    /// A winning move in some components in misère play, of two or more that are not over: it leaves two or more, all lost in
    /// normal play; or one, lost in misère play.
    fn misere_move_in_some(
        &mut self,
        components: &[Arc<Sum>],
        outcomes: &[Outcome],
        live: &[usize],
    ) -> Solved<Option<LeftOfEach>> {
        let (made, left) = self.lost_in_each(components, outcomes)?;
        if left >= 2 {
            return Ok(Some(made));
        }
        let mut ends: LeftOfEach = vec![None; components.len()];
        for at in live {
            ends[*at] = self.option_where(&components[*at], |solver, option| Ok(!solver.has_option(option)?))?;
        }
        for kept in live {
            if live.iter().any(|at| at != kept && ends[*at].is_none()) {
                continue;
            }
            let stays = self.misere_outcome(&components[*kept])? == Outcome::P;
            let changed = if stays {
                None
            } else {
                self.option_where(&components[*kept], |solver, option| {
                    Ok(solver.has_option(option)? && solver.misere_outcome(option)? == Outcome::P)
                })?
            };
            if stays || changed.is_some() {
                let mut made = ends;
                made[*kept] = changed;
                return Ok(Some(made));
            }
        }
        Ok(None)
    }

    /// The first option of which this is true.
    fn option_where(
        &mut self,
        sum: &Sum,
        mut is_it: impl FnMut(&mut Solver, &Sum) -> Solved<bool>,
    ) -> Solved<Option<Arc<Sum>>> {
        for option in self.options(sum)? {
            if is_it(self, &option)? {
                return Ok(Some(option));
            }
        }
        Ok(None)
    }
}
