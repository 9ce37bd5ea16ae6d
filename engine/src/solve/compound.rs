//! Compounds of games that are played at once by another rule than "a move in one of them": a move in all of them, in
//! some of them, or in a number of them.
//!
//! C. A. B. Smith, "Graphs and composite games", Journal of Combinatorial Theory 1, 1966; J. H. Conway, On Numbers and
//! Games, chapter 14; Winning Ways, chapter 9.

use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::remoteness::{Length, Remoteness, Remotenesses};
use super::{NeedsEnd, SolveError, Solver, replaced};
use crate::game::{Component, Sum, metered};
use crate::nim::Outcome;
use crate::search::{DecidedIn, MoveLists, decide};

/// In how many components a move is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovesIn {
    /// In each one.
    All,
    /// In at least one.
    Some,
    /// In exactly so many, at least 1.
    Exactly(usize),
}

/// When a compound is over. A component is over when it has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// When fewer components than a move needs are left.
    Unmovable,
    /// When one component is over.
    Short,
    /// When all components are over. If fewer are left than a move needs, it is made in all that are left.
    Long,
}

/// How a compound is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compound {
    /// In how many components a move is made.
    pub moves_in: MovesIn,
    /// When it is over.
    pub ends: Ends,
}

/// Why a compound is won or lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompoundReason {
    /// The least remoteness of the components decides.
    Remoteness(Vec<u32>),
    /// The largest suspense of the components decides.
    Suspense(Vec<u32>),
    /// It is lost if all components are lost, by themselves in normal play.
    Outcomes(Vec<Outcome>),
    /// In misère play, the only component that is not over decides, or none is left.
    LastOne(Option<usize>),
    /// So many positions of the compound were searched.
    Search(usize),
}

/// Who wins a compound, why, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompoundFound {
    /// Who wins.
    pub outcome: Outcome,
    /// Why.
    pub reason: CompoundReason,
    /// A winning move, or in a draw one that keeps it: what it leaves of each component, `None` where it makes no move. `None` if
    /// there is no such move.
    pub winning: Option<Vec<Option<Arc<Sum>>>>,
}

/// What a move leaves of each component.
pub type CompoundMove = Vec<Option<Arc<Sum>>>;

/// If more positions than this can be reached, there is no answer by search.
const MOST_POSITIONS: usize = 1_000_000;
/// The same for moves between them.
const MOST_MOVES: u64 = 20_000_000;

impl Compound {
    /// The same rule for so many components: a move in that number of them is one in all, and one in all cannot be made any
    /// more when one is over.
    pub(super) fn of(self, components: usize) -> Compound {
        let is_in_all = [MovesIn::All, MovesIn::Exactly(components)].contains(&self.moves_in);
        match self.ends {
            _ if !is_in_all => self,
            Ends::Unmovable => Compound { moves_in: MovesIn::All, ends: Ends::Short },
            ends => Compound { moves_in: MovesIn::All, ends },
        }
    }
}

impl Solver {
    /// How many moves a game lasts, and who wins it.
    ///
    /// # Errors
    /// `SolveError::Endless` for a draw, and for a suspense where play may never end; `SolveError::Positions` if too many
    /// positions can be reached, and as [`Solver::value`].
    pub fn game_length(&mut self, length: Length, sum: &Sum, misere: bool) -> Result<Remoteness, SolveError> {
        self.refuse_binding(sum)?;
        match known(Remotenesses::of_length(length, misere).of(sum, self)?)? {
            Remoteness { outcome: Outcome::D, .. } => {
                Err(SolveError::Endless(Box::new((NeedsEnd::Remoteness, sum.clone()))))
            }
            found => Ok(found),
        }
    }

    /// Who wins a compound of these components, each of which may be a sum. A sum counts as one component.
    ///
    /// Decided by the components where theory allows: a move in all of them by the least remoteness, and by the largest
    /// suspense if it goes on to the end; a move in some of them by the outcomes. All else is searched, and so is what has a
    /// component from which play may never end.
    ///
    /// # Errors
    /// `SolveError::Positions` if too many positions can be reached, and as
    /// [`Solver::value`].
    pub fn compound(
        &mut self,
        compound: Compound,
        components: &[Sum],
        misere: bool,
    ) -> Result<CompoundFound, SolveError> {
        let mut may_never_end = false;
        for component in components {
            self.refuse_binding(component)?;
            may_never_end = may_never_end || self.may_never_end(component)?;
        }
        match compound.of(components.len()) {
            compound if may_never_end => CompoundSearch::new(compound, misere).with_draws(components, self),
            Compound { moves_in: MovesIn::All, ends: Ends::Long } => {
                self.by_length(components, misere, Length::Suspense)
            }
            Compound { moves_in: MovesIn::All, .. } => self.by_length(components, misere, Length::Remoteness),
            Compound { moves_in: MovesIn::Some, ends: Ends::Unmovable | Ends::Long } => {
                self.by_outcomes(components, misere)
            }
            other => CompoundSearch::new(other, misere).answer(components, self),
        }
    }

    /// Refuses components whose moves bind, or of which play may never end.
    pub(super) fn refuse_components(&mut self, components: &[Sum]) -> Result<(), SolveError> {
        components.iter().try_for_each(|component| {
            self.refuse_binding(component)?;
            self.refuse_endless(NeedsEnd::Compound, component)
        })
    }

    /// A move in all components. The one that is over first decides if play ends then, the one that is over last if it goes
    /// on: who wins there hurries in the first case, and delays in the second. So each one moves in each component to the
    /// length that is best for him there.
    fn by_length(&mut self, components: &[Sum], misere: bool, length: Length) -> Result<CompoundFound, SolveError> {
        let mut lengths = Remotenesses::of_length(length, misere);
        let mut found = Vec::new();
        for component in components {
            found.push(known(lengths.of(component, self)?)?.moves);
        }
        let moves = match length {
            Length::Remoteness => found.iter().min(),
            Length::Suspense => found.iter().max(),
        };
        // Who makes the last move wins, in misère play the other one.
        let is_won = (moves.copied().unwrap_or(0) % 2 == 1) != misere;
        let has_move = match length {
            Length::Remoteness => !found.contains(&0),
            Length::Suspense => found.iter().any(|moves| *moves > 0),
        };
        let winning = if is_won && has_move {
            let steps = components.iter().map(|component| lengths.step(component, self));
            Some(steps.collect::<Result<CompoundMove, _>>()?)
        } else {
            None
        };
        let reason = match length {
            Length::Remoteness => CompoundReason::Remoteness(found),
            Length::Suspense => CompoundReason::Suspense(found),
        };
        Ok(CompoundFound { outcome: outcome(is_won), reason, winning })
    }

    /// A move in some components, to the end: lost if all of them are lost. In misère play the same is true while two or
    /// more of them are left.
    fn by_outcomes(&mut self, components: &[Sum], misere: bool) -> Result<CompoundFound, SolveError> {
        let mut outcomes = Vec::new();
        let mut live = Vec::new();
        for (at, component) in components.iter().enumerate() {
            outcomes.push(self.outcome(component)?);
            if self.has_option(component)? {
                live.push(at);
            }
        }
        if misere && live.len() < 2 {
            return self.by_last_one(components, live.first().copied());
        }
        let is_won = outcomes.contains(&Outcome::N);
        let winning = match (is_won, misere) {
            (false, _) => None,
            (true, false) => Some(self.lost_by_itself(components)?),
            (true, true) => self.misere_move_in_some(components, &outcomes, &live)?,
        };
        Ok(CompoundFound { outcome: outcome(is_won), reason: CompoundReason::Outcomes(outcomes), winning })
    }

    fn by_last_one(&mut self, components: &[Sum], last: Option<usize>) -> Result<CompoundFound, SolveError> {
        let reason = CompoundReason::LastOne(last);
        let Some(last) = last else { return Ok(CompoundFound { outcome: Outcome::N, reason, winning: None }) };
        let component = &components[last];
        let outcome = self.misere_outcome(component)?;
        let made = self.misere_winning_move(component)?;
        let option = made.map(|made| Arc::new(replaced(component, made.part, &made.to)));
        let winning =
            option.map(|option| (0..components.len()).map(|at| (at == last).then(|| option.clone())).collect());
        Ok(CompoundFound { outcome, reason, winning })
    }

    /// A move that leaves all components lost, in normal play.
    fn lost_by_itself(&mut self, components: &[Sum]) -> Result<CompoundMove, SolveError> {
        let mut left = Vec::new();
        for component in components {
            let made = self.winning_move(component)?;
            left.push(made.map(|made| Arc::new(replaced(component, made.part, &made.to))));
        }
        Ok(left)
    }

    /// A move after which all components are lost, and how many are then not over: as many as can be.
    fn lost_in_each(&mut self, components: &[Sum], outcomes: &[Outcome]) -> Result<(CompoundMove, usize), SolveError> {
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
        components: &[Sum],
        outcomes: &[Outcome],
        live: &[usize],
    ) -> Result<Option<CompoundMove>, SolveError> {
        let (made, left) = self.lost_in_each(components, outcomes)?;
        if left >= 2 {
            return Ok(Some(made));
        }
        let mut ends: CompoundMove = vec![None; components.len()];
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

    pub(super) fn has_option(&mut self, sum: &Sum) -> Result<bool, SolveError> {
        let mut found = false;
        for part in &sum.parts {
            match &part.component {
                Component::Star(size) => found |= *size > 0,
                Component::Position(position) => self.each_option(position, &mut |_| {
                    found = true;
                    ControlFlow::Break(())
                })?,
            }
        }
        Ok(found)
    }

    /// The first option of which this is true.
    fn option_where(
        &mut self,
        sum: &Sum,
        mut is_it: impl FnMut(&mut Solver, &Sum) -> Result<bool, SolveError>,
    ) -> Result<Option<Arc<Sum>>, SolveError> {
        for option in self.options(sum)? {
            if is_it(self, &option)? {
                return Ok(Some(option));
            }
        }
        Ok(None)
    }
}

fn outcome(is_won: bool) -> Outcome {
    if is_won { Outcome::N } else { Outcome::P }
}

pub(super) fn known<T>(found: Option<T>) -> Result<T, SolveError> {
    found.ok_or(SolveError::Positions { limit: MOST_POSITIONS as u64 })
}

/// The search through all moves of a compound, for the rules that no theorem decides. It knows the rule alone.
#[derive(Debug)]
pub(super) struct CompoundSearch {
    pub(super) compound: Compound,
    pub(super) misere: bool,
    numbers: FxHashMap<Arc<Sum>, u32>,
    pub(super) sums: Vec<Arc<Sum>>,
    /// The options of each position of a component, once they have been asked for.
    options: Vec<Option<Arc<[u32]>>>,
    /// Whether a position of the compound is lost, by the numbers of its components in ascending order.
    lost: FxHashMap<Box<[u32]>, bool>,
    moves: u64,
}

impl CompoundSearch {
    pub(super) fn new(compound: Compound, misere: bool) -> CompoundSearch {
        CompoundSearch {
            compound,
            misere,
            numbers: FxHashMap::default(),
            sums: Vec::new(),
            options: Vec::new(),
            lost: FxHashMap::default(),
            moves: 0,
        }
    }

    pub(super) fn start(&mut self, components: &[Sum]) -> Vec<u32> {
        components.iter().map(|component| self.number(Arc::new(component.clone()))).collect()
    }

    /// What a move between these positions leaves of each component.
    pub(super) fn made(&self, before: &[u32], after: &[u32]) -> CompoundMove {
        // A move may lead back to where it was made.
        let in_all = self.compound.moves_in == MovesIn::All && self.compound.ends != Ends::Long;
        let sum_of =
            |(before, after): (&u32, &u32)| (in_all || before != after).then(|| self.sums[*after as usize].clone());
        before.iter().zip(after).map(sum_of).collect()
    }

    /// Who wins where play may come back: all positions of the compound are listed, and then decided together.
    fn with_draws(mut self, components: &[Sum], solver: &mut Solver) -> Result<CompoundFound, SolveError> {
        let budget = solver.budget.clone();
        let start = self.start(components);
        let mut numbers = FxHashMap::from_iter([(sorted(&start), 0)]);
        let (mut positions, mut moves) = (vec![sorted(&start)], MoveLists::default());
        while let Some(position) = positions.get(moves.last.len()).cloned() {
            budget.progress(moves.last.len() as u64, 0)?;
            for after in self.after(&position, solver)? {
                let after = sorted(&after);
                let number = match numbers.get(&after) {
                    Some(number) => *number,
                    None => {
                        let number = u32::try_from(positions.len()).map_err(|_| SolveError::Overflow)?;
                        metered::push(&mut positions, after.clone(), budget.meter())?;
                        metered::insert(&mut numbers, after, number, budget.meter())?;
                        number
                    }
                };
                metered::push(&mut moves.ends, number, budget.meter())?;
            }
            if positions.len() > MOST_POSITIONS || self.moves > MOST_MOVES {
                return Err(SolveError::Positions { limit: MOST_POSITIONS as u64 });
            }
            metered::push(&mut moves.last, moves.ends.len(), budget.meter())?;
        }
        let mut found = vec![None; positions.len()];
        decide(&moves, &mut found, self.misere, &budget)?;
        // Who can win hurries; who cannot keeps a draw, if there is one.
        let worth = |after: &Vec<u32>| match found[numbers[&sorted(after)] as usize] {
            Some(DecidedIn { is_lost: true, moves }) => (0, moves),
            None => (1, 0),
            Some(DecidedIn { is_lost: false, .. }) => (2, 0),
        };
        let outcome = found[0].map_or(Outcome::D, |found: DecidedIn| outcome(!found.is_lost));
        let best = self.after(&start, solver)?.into_iter().min_by_key(worth).filter(|_| outcome != Outcome::P);
        let winning = best.map(|after| self.made(&start, &after));
        Ok(CompoundFound { outcome, reason: CompoundReason::Search(positions.len()), winning })
    }

    fn answer(mut self, components: &[Sum], solver: &mut Solver) -> Result<CompoundFound, SolveError> {
        let start = self.start(components);
        let is_lost = self.is_lost(&start, solver)?;
        let mut winning = None;
        for after in self.after(&start, solver)? {
            if self.lost.get(&sorted(&after)) == Some(&true) {
                winning = Some(after);
                break;
            }
        }
        let winning = winning.map(|after| self.made(&start, &after));
        let reason = CompoundReason::Search(self.lost.len());
        Ok(CompoundFound { outcome: outcome(!is_lost), reason, winning })
    }

    /// Is a position lost for the player to move?
    pub(super) fn is_lost(&mut self, numbers: &[u32], solver: &mut Solver) -> Result<bool, SolveError> {
        self.search(numbers, solver)?;
        self.lost.get(&sorted(numbers)).copied().ok_or(SolveError::Internal("a compound has no outcome"))
    }

    fn search(&mut self, start: &[u32], solver: &mut Solver) -> Result<(), SolveError> {
        let mut stack = vec![sorted(start)];
        while let Some(top) = stack.last().cloned() {
            if self.lost.contains_key(&top) {
                stack.pop();
                continue;
            }
            solver.budget.progress(self.lost.len() as u64, 0)?;
            let after = self.after(&top, solver)?;
            if stack.len().max(self.lost.len()) > MOST_POSITIONS || self.moves > MOST_MOVES {
                return Err(SolveError::Positions { limit: MOST_POSITIONS as u64 });
            }
            let after: Vec<Box<[u32]>> = after.iter().map(|numbers| sorted(numbers)).collect();
            let found = if after.is_empty() {
                Some(!self.misere)
            } else if after.iter().any(|option| self.lost.get(option) == Some(&true)) {
                Some(false)
            } else {
                let waiting = stack.len();
                stack.extend(after.into_iter().filter(|option| !self.lost.contains_key(option)));
                (stack.len() == waiting).then_some(true)
            };
            if let Some(is_lost) = found {
                stack.pop();
                self.lost.insert(top, is_lost);
            }
        }
        Ok(())
    }

    /// What the moves leave of a position of the compound.
    pub(super) fn after(&mut self, before: &[u32], solver: &mut Solver) -> Result<Vec<Vec<u32>>, SolveError> {
        let mut options = Vec::new();
        for number in before {
            options.push(self.options_of(*number, solver)?);
        }
        let live = options.iter().filter(|options| !options.is_empty()).count();
        let is_over = self.compound.ends == Ends::Short && live < before.len();
        let (least, most) = match (self.compound.moves_in, self.compound.ends) {
            (MovesIn::Some, _) => (1, live),
            (MovesIn::All, Ends::Long) => (live, live),
            (MovesIn::All, _) => (before.len(), before.len()),
            (MovesIn::Exactly(count), Ends::Long) => (count.min(live), count.min(live)),
            (MovesIn::Exactly(count), _) => (count, count),
        };
        if is_over || live == 0 || least > live {
            return Ok(Vec::new());
        }
        // Component by component: what has been left so far, and in how many a move was made.
        let mut made: Vec<(Vec<u32>, usize)> = vec![(Vec::new(), 0)];
        for (at, options) in options.iter().enumerate() {
            let mut next = Vec::new();
            for (left, count) in &made {
                solver.budget.check()?;
                next.push(([&left[..], &before[at..=at]].concat(), *count));
                if *count < most {
                    next.extend(options.iter().map(|option| ([&left[..], &[*option]].concat(), count + 1)));
                }
                if next.len() > MOST_POSITIONS {
                    return Err(SolveError::Positions { limit: MOST_POSITIONS as u64 });
                }
            }
            made = next;
        }
        self.moves += made.len() as u64;
        Ok(made.into_iter().filter(|(_, count)| *count >= least).map(|(left, _)| left).collect())
    }

    fn options_of(&mut self, number: u32, solver: &mut Solver) -> Result<Arc<[u32]>, SolveError> {
        if let Some(options) = &self.options[number as usize] {
            return Ok(options.clone());
        }
        let sum = self.sums[number as usize].clone();
        let options: Arc<[u32]> = solver.options(&sum)?.into_iter().map(|option| self.number(option)).collect();
        self.options[number as usize] = Some(options.clone());
        Ok(options)
    }

    #[expect(clippy::cast_possible_truncation, reason = "there are fewer than positions that can be listed")]
    pub(super) fn number(&mut self, sum: Arc<Sum>) -> u32 {
        if let Some(number) = self.numbers.get(&sum) {
            return *number;
        }
        let number = self.sums.len() as u32;
        self.numbers.insert(sum.clone(), number);
        self.sums.push(sum);
        self.options.push(None);
        number
    }
}

fn sorted(numbers: &[u32]) -> Box<[u32]> {
    let mut sorted: Box<[u32]> = numbers.into();
    crate::sorting::sort(&mut sorted);
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::game::Moves;

    const ENDS: [Ends; 3] = [Ends::Unmovable, Ends::Short, Ends::Long];
    const MOVES_IN: [MovesIn; 5] =
        [MovesIn::All, MovesIn::Some, MovesIn::Exactly(1), MovesIn::Exactly(2), MovesIn::Exactly(3)];

    /// A few small components of octal games.
    fn components(dice: &mut Dice, count: usize) -> Vec<Sum> {
        let most = [0, 6, 6, 4][count];
        let mut one = || {
            let code: String = (0..3).map(|_| char::from(b'0' + dice.small::<u8>(8))).collect();
            let game = Moves::octal(&format!("0.{code}")).unwrap().game("G").unwrap();
            let heap = game.heap(dice.below(most + 1));
            if dice.below(4) == 0 { heap.plus(&game.heap(dice.below(3))) } else { heap }
        };
        (0..count).map(|_| one()).collect()
    }

    /// What is left after a move.
    fn after(components: &[Sum], made: &[Option<Arc<Sum>>]) -> Vec<Sum> {
        components.iter().zip(made).map(|(before, left)| left.as_deref().unwrap_or(before).clone()).collect()
    }

    fn searched(compound: Compound, components: &[Sum], misere: bool, solver: &mut Solver) -> CompoundFound {
        CompoundSearch::new(compound, misere).answer(components, solver).unwrap()
    }

    #[test]
    fn theory_and_search_agree_and_winning_moves_win() {
        let (mut dice, mut solver) = (Dice::new(31), Solver::default());
        let (mut theorems, mut made) = (0, 0);
        for round in 0..400 {
            let count = 1 + dice.small::<usize>(3);
            let components = components(&mut dice, count);
            for (moves_in, ends) in MOVES_IN.into_iter().flat_map(|moves_in| ENDS.map(|ends| (moves_in, ends))) {
                let (compound, misere) = (Compound { moves_in, ends }, round % 2 == 1);
                let found = solver.compound(compound, &components, misere).unwrap();
                let by_search = searched(compound, &components, misere, &mut solver);
                let case = format!("{compound:?} of {components:?}, misère {misere}: {found:?}");
                assert_eq!(found.outcome, by_search.outcome, "{case}");
                assert_eq!(found.winning.is_some(), by_search.winning.is_some(), "{case}");
                let moves = solver.compound_moves(compound, &components, misere, usize::MAX, false).unwrap();
                for (move_made, wins) in &moves.shown {
                    let left = searched(compound, &after(&components, move_made), misere, &mut solver);
                    assert_eq!(*wins, left.outcome == Outcome::P, "{case}: {move_made:?}");
                }
                assert_eq!(moves.winning > 0, found.winning.is_some(), "{case}");
                theorems += usize::from(!matches!(found.reason, CompoundReason::Search(_)));
                if let Some(winning) = &found.winning {
                    let left = searched(compound, &after(&components, winning), misere, &mut solver);
                    assert_eq!(left.outcome, Outcome::P, "{case}");
                    made += 1;
                }
            }
        }
        assert!(theorems > 2_000 && made > 2_000, "{theorems}, {made}");
    }

    #[test]
    fn a_move_in_one_component_is_that_of_a_sum() {
        let (mut dice, mut solver) = (Dice::new(5), Solver::default());
        for round in 0..300 {
            let components = components(&mut dice, 2);
            let sum = components[0].plus(&components[1]);
            let compound = Compound { moves_in: MovesIn::Exactly(1), ends: Ends::Unmovable };
            let misere = round % 2 == 1;
            let outcome = if misere { solver.misere_outcome(&sum) } else { solver.outcome(&sum) };
            assert_eq!(Ok(searched(compound, &components, misere, &mut solver).outcome), outcome, "{sum:?}");
        }
    }

    #[test]
    fn a_search_that_is_too_large_is_refused() {
        let mut solver = Solver::default();
        let game = Moves::take(1..).game("Nim").unwrap();
        let compound = Compound { moves_in: MovesIn::Exactly(2), ends: Ends::Unmovable };
        let found = solver.compound(compound, &vec![game.heap(3_000); 3], false);
        assert!(matches!(found, Err(SolveError::Positions { .. })), "{found:?}");
    }
}
