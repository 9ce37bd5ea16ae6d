//! The moves of positions that are played at once, and which of them win. The moves are those that the search would make; what
//! they leave is decided by the same theorems as the position itself.

use std::ops::ControlFlow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::foreclosed::ForeclosedValues;
use super::rule::{Compound, CompoundMove, Ends, MovesIn};
use super::search::{CompoundSearch, each_choice};
use super::theory::known;
use crate::game::Sum;
use crate::nim::Outcome;
use crate::solve::remoteness::{Length, Remotenesses};
use crate::solve::{SolveError, Solver};

/// The moves of a compound, and as many of them as were asked for.
#[derive(Clone, Debug, Default)]
pub struct CompoundMoves {
    /// How many moves there are.
    pub total: u64,
    /// How many of them win.
    pub winning: u64,
    /// What the first ones leave of each component, `None` where they make no move; and whether they win.
    pub shown: Vec<(CompoundMove, bool)>,
}

/// What is known of a component by its number in the search: its length, or who wins it by itself.
struct Facts {
    lengths: Remotenesses,
    moves: FxHashMap<u32, u32>,
    outcomes: FxHashMap<u32, (Outcome, bool)>,
    foreclosed: ForeclosedValues,
}

impl Solver {
    /// The first moves of a compound, at most `most`, and whether there are more. Nothing is asked about who wins.
    ///
    /// # Errors
    /// As [`Solver::options`].
    pub fn first_compound_moves(
        &mut self,
        compound: Compound,
        components: &[Sum],
        most: usize,
    ) -> Result<(Vec<CompoundMove>, bool), SolveError> {
        let mut options = Vec::new();
        for component in components {
            self.refuse_binding(component)?;
            let mut met = FxHashSet::default();
            let mut found = self.options(component)?;
            // A move in one of several equal summands stands for those in the others.
            found.retain(|option| option.normal().is_none_or(|normal| met.insert(normal.without_empty_heaps())));
            options.push(found);
        }
        let sizes: Vec<usize> = options.iter().map(Vec::len).collect();
        let (mut found, mut more): (Vec<CompoundMove>, bool) = (Vec::new(), false);
        each_choice(compound.of(components.len()), &sizes, &mut |chosen| {
            self.budget.check()?;
            more = found.len() == most;
            if more {
                return Ok(ControlFlow::Break(()));
            }
            let left = options.iter().zip(chosen).map(|(options, chosen)| Some(options[(*chosen)?].clone()));
            found.push(left.collect());
            Ok(ControlFlow::Continue(()))
        })?;
        Ok((found, more))
    }

    /// The moves of a compound. Of those that win, and if `all` of the others too, `most` are kept, the winning ones first; with
    /// `in_order` they stay in the order in which they are found.
    ///
    /// # Errors
    /// As [`Solver::compound`]; `SolveError::Positions` if there are too many moves to list.
    pub fn compound_moves(
        &mut self,
        compound: Compound,
        components: &[Sum],
        misere: bool,
        most: usize,
        in_order: bool,
    ) -> Result<CompoundMoves, SolveError> {
        self.refuse_components(components)?;
        let compound = compound.of(components.len());
        let mut search = CompoundSearch::new(compound, misere);
        let start = search.start(components);
        let length = if compound.ends == Ends::Long { Length::Suspense } else { Length::Remoteness };
        let lengths = Remotenesses::of_length(length, misere);
        let foreclosed = ForeclosedValues::default();
        let mut facts = Facts { lengths, moves: FxHashMap::default(), outcomes: FxHashMap::default(), foreclosed };
        let (mut found, mut losers) = (CompoundMoves::default(), Vec::new());
        for after in search.after(&start, self)? {
            self.budget.check()?;
            let wins = facts.is_lost(&mut search, &after, self)?;
            found.total += 1;
            found.winning += u64::from(wins);
            let list = if wins || in_order { &mut found.shown } else { &mut losers };
            if list.len() < most {
                list.push((search.made(&start, &after), wins));
            }
        }
        found.shown.extend(losers);
        found.shown.truncate(most);
        Ok(found)
    }
}

impl Facts {
    /// Is this position of the compound lost for the player to move?
    fn is_lost(
        &mut self,
        search: &mut CompoundSearch,
        numbers: &[u32],
        solver: &mut Solver,
    ) -> Result<bool, SolveError> {
        let Compound { moves_in, ends } = search.compound;
        match (moves_in, ends) {
            (MovesIn::All, _) => {
                let mut lengths = Vec::with_capacity(numbers.len());
                for number in numbers {
                    lengths.push(self.length(search, *number, solver)?);
                }
                let decides = if ends == Ends::Long { lengths.iter().max() } else { lengths.iter().min() };
                // Who makes the last move wins, in misère play the other one.
                Ok((decides.copied().unwrap_or(0) % 2 == 1) == search.misere)
            }
            (MovesIn::Some, Ends::Unmovable | Ends::Long) => {
                let (mut live, mut is_lost) = (Vec::new(), true);
                for number in numbers {
                    let (outcome, is_live) = self.outcome(search, *number, solver)?;
                    is_lost &= outcome == Outcome::P;
                    live.extend(is_live.then_some(*number));
                }
                match live[..] {
                    [] if search.misere => Ok(false),
                    [last] if search.misere => {
                        Ok(solver.misere_outcome(&search.sums[last as usize].clone())? == Outcome::P)
                    }
                    _ => Ok(is_lost),
                }
            }
            (MovesIn::Exactly(1), Ends::Short) => self.foreclosed.is_lost(search, numbers, solver),
            _ => search.is_lost(numbers, solver),
        }
    }

    fn length(&mut self, search: &CompoundSearch, number: u32, solver: &mut Solver) -> Result<u32, SolveError> {
        if let Some(moves) = self.moves.get(&number) {
            return Ok(*moves);
        }
        let moves = known(self.lengths.of(&search.sums[number as usize], solver)?)?.moves;
        self.moves.insert(number, moves);
        Ok(moves)
    }

    /// Who wins a component by itself in normal play, and whether it has a move.
    fn outcome(
        &mut self,
        search: &CompoundSearch,
        number: u32,
        solver: &mut Solver,
    ) -> Result<(Outcome, bool), SolveError> {
        if let Some(found) = self.outcomes.get(&number) {
            return Ok(*found);
        }
        let sum = search.sums[number as usize].clone();
        let found = (solver.outcome(&sum)?, solver.has_option(&sum)?);
        self.outcomes.insert(number, found);
        Ok(found)
    }
}
