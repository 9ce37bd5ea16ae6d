//! The search through all moves of a compound. It knows the rule alone, and no theorem.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::rule::{Compound, CompoundFound, CompoundMove, CompoundReason, Ends, MOST_POSITIONS, MovesIn, outcome};
use crate::game::{Sum, metered};
use crate::nim::Outcome;
use crate::search::{DecidedIn, MoveLists, decide};
use crate::solve::{SolveError, Solver};

/// If more moves than this can be made, there is no answer by search.
const MOST_MOVES: u64 = 20_000_000;

impl Compound {
    /// Whether a move may be made in so many components, of which so many are not over.
    pub fn allows(self, components: usize, live: usize, moved: usize) -> bool {
        self.of(components).bounds(components, live).is_some_and(|(least, most)| (least..=most).contains(&moved))
    }

    /// The least and the greatest number of components in which a move is made, where so many of these are not over; `None` if
    /// there is no move.
    fn bounds(self, components: usize, live: usize) -> Option<(usize, usize)> {
        let is_over = self.ends == Ends::Short && live < components;
        let (least, most) = match (self.moves_in, self.ends) {
            (MovesIn::Some, _) => (1, live),
            (MovesIn::All, Ends::Long) => (live, live),
            (MovesIn::All, _) => (components, components),
            (MovesIn::Exactly(count), Ends::Long) => (count.min(live), count.min(live)),
            (MovesIn::Exactly(count), _) => (count, count),
        };
        (!is_over && live > 0 && least <= live).then_some((least, most))
    }
}

/// Whether a visitor wants to see more.
type GoesOn = Result<ControlFlow<()>, SolveError>;

/// Shows the moves of components with so many options each: which option is chosen in each one, `None` where no move is made. Ends when
/// the visitor breaks off.
pub(super) fn each_choice(
    compound: Compound,
    sizes: &[usize],
    visit: &mut dyn FnMut(&[Option<usize>]) -> GoesOn,
) -> Result<(), SolveError> {
    let live = sizes.iter().filter(|size| **size > 0).count();
    let Some((least, most)) = compound.bounds(sizes.len(), live) else { return Ok(()) };
    // How many of the components from here on can be moved in.
    let live_from = |at: usize| sizes[at..].iter().filter(|size| **size > 0).count();
    let mut chosen: Vec<Option<usize>> = Vec::with_capacity(sizes.len());
    loop {
        // The first choice that may stand behind those that have been made.
        while chosen.len() < sizes.len() {
            let made = chosen.iter().flatten().count();
            let may_stay = made + live_from(chosen.len() + 1) >= least;
            chosen.push(if may_stay { None } else { Some(0) });
        }
        if visit(&chosen)?.is_break() {
            return Ok(());
        }
        // The next choice in the last component that has one.
        loop {
            let Some(last) = chosen.pop() else { return Ok(()) };
            let (made, next) = (chosen.iter().flatten().count(), last.map_or(0, |at| at + 1));
            if next < sizes[chosen.len()] && made < most {
                chosen.push(Some(next));
                break;
            }
        }
    }
}

/// The search through all moves of a compound, for the rules that no theorem decides.
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
    pub(super) fn with_draws(mut self, components: &[Sum], solver: &mut Solver) -> Result<CompoundFound, SolveError> {
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
        // Who loses delays.
        let worth = |after: &Vec<u32>| match found[numbers[&sorted(after)] as usize] {
            Some(DecidedIn { is_lost: true, moves }) => (0, moves, Reverse(0)),
            None => (1, 0, Reverse(0)),
            Some(DecidedIn { is_lost: false, moves }) => (2, 0, Reverse(moves)),
        };
        let outcome = found[0].map_or(Outcome::D, |found: DecidedIn| outcome(!found.is_lost));
        let best = self
            .after(&start, solver)?
            .into_iter()
            .min_by_key(worth)
            .map(|after| (self.made(&start, &after), worth(&after)));
        let (mut winning, mut longest) = (None, None);
        match (best, outcome) {
            (Some((made, (.., Reverse(moves)))), Outcome::P) => longest = Some((made, moves)),
            (best, _) => winning = best.map(|(made, _)| made),
        }
        Ok(CompoundFound { outcome, reason: CompoundReason::Search(positions.len()), winning, longest })
    }

    pub(super) fn answer(mut self, components: &[Sum], solver: &mut Solver) -> Result<CompoundFound, SolveError> {
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
        Ok(CompoundFound { outcome: outcome(!is_lost), reason, winning, longest: None })
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
        let sizes: Vec<usize> = options.iter().map(|options| options.len()).collect();
        let mut found = Vec::new();
        each_choice(self.compound, &sizes, &mut |chosen| {
            solver.budget.check()?;
            let left = before.iter().zip(&options).zip(chosen);
            found.push(left.map(|((before, options), chosen)| chosen.map_or(*before, |at| options[at])).collect());
            if found.len() > MOST_POSITIONS {
                return Err(SolveError::Positions { limit: MOST_POSITIONS as u64 });
            }
            Ok(ControlFlow::Continue(()))
        })?;
        self.moves += found.len() as u64;
        Ok(found)
    }

    pub(super) fn options_of(&mut self, number: u32, solver: &mut Solver) -> Result<Arc<[u32]>, SolveError> {
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
