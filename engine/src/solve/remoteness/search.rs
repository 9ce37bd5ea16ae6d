//! Finds the remoteness of a sum: where play ends from those of all options, where it may not by retrograde analysis.

use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Length, MOST_POSITIONS, Remoteness, Remotenesses, SumKey};
use crate::game::{Component, Sum};
use crate::nim::{Convention, Nimber, Outcome};
use crate::search::{DecidedIn, MoveLists, decide, settle};
use crate::solve::{Move, NeedsEnd, SolveError, Solved, Solver};
use crate::sorting;

/// The same for the moves between these positions, since a few positions may have very many moves.
const MOST_MOVES: u64 = 20_000_000;
/// The same for the options of components, which are all kept in memory.
const MOST_OPTIONS: usize = 2_000_000;
/// The largest stack of positions to be looked at; so many take about 100 MB.
const MOST_WAITING: usize = MOST_POSITIONS;
/// A proof is looked for among so many positions, one after the other: most are short.
const PROOFS: [usize; 3] = [1 << 8, 1 << 12, 1 << 16];
/// The effort for each of them, in steps of a few nanoseconds.
const EFFORT: u64 = 1 << 26;
/// If a sum has more components than this, there is no answer.
const MOST_COMPONENTS: u64 = 1_000;

impl Solver {
    /// The remoteness of a sum, and with it who wins, where play may never end.
    ///
    /// # Errors
    /// `SolveError::Positions` if too many positions can be reached, and why the computation stopped.
    pub fn remoteness(&mut self, sum: &Sum, convention: Convention) -> Result<Remoteness, SolveError> {
        // In normal play the values tell who wins, so that the remoteness is worth less work.
        const WORTH: usize = 50_000;
        let most = if convention.is_misere() { MOST_POSITIONS } else { WORTH };
        let found = self.length_of(Length::Remoteness, convention, most, sum)?;
        found.ok_or(SolveError::Positions { limit: most as u64 })
    }
}

/// Positions with their numbers, and how each is decided.
struct Explored {
    numbers: FxHashMap<SumKey, u32>,
    found: Vec<Option<DecidedIn>>,
    /// Were the options of all of them listed?
    are_all: bool,
}

impl Remotenesses {
    /// The remoteness of a position; `None` if too many positions or moves can be reached from it.
    ///
    /// # Errors
    /// Why the computation stopped.
    pub fn of(&mut self, sum: &Sum, solver: &mut Solver) -> Result<Option<Remoteness>, SolveError> {
        let Some(start) = self.key(sum, solver)? else { return Ok(None) };
        if let Some(known) = self.known.get(&start) {
            return Ok(Some(*known));
        }
        if solver.may_never_end(sum)? {
            return match self.length {
                Length::Remoteness => self.where_play_comes_back(start, solver),
                Length::Suspense => Err(SolveError::Endless(Box::new((NeedsEnd::Suspense, sum.clone())))),
            };
        }
        self.moves = 0;
        let (budget, mut is_small) = (solver.budget.clone(), true);
        const TOO_MANY: SolveError = SolveError::Positions { limit: MOST_POSITIONS as u64 };
        let searched = settle(start.clone(), &budget, |next, missing| {
            if self.known.contains_key(next) {
                return Ok(());
            }
            if missing.len() > MOST_WAITING || self.known.len() >= MOST_POSITIONS || self.moves > MOST_MOVES {
                self.known.clear();
                is_small = false;
                return Err(TOO_MANY);
            }
            budget.progress(self.known.len() as u64, 0)?;
            let Some(options) = self.options_of(next, solver)? else {
                is_small = false;
                return Err(TOO_MANY);
            };
            self.moves += options.len() as u64;
            let before = missing.len();
            missing.extend(options.iter().filter(|option| !self.known.contains_key(*option)).cloned());
            if missing.len() == before {
                let found = self.decided(&options)?;
                self.known.insert(next.clone(), found);
            }
            Ok(())
        });
        if !is_small {
            return Ok(None);
        }
        searched?;
        Ok(self.known.get(&start).copied())
    }

    /// The same where play may come back: all positions that are reached are listed, and then decided together.
    fn where_play_comes_back(&mut self, start: SumKey, solver: &mut Solver) -> Result<Option<Remoteness>, SolveError> {
        let Explored { numbers, found, are_all } = self.reached(&start, self.most, solver)?;
        if !are_all {
            return Ok(None);
        }
        for (key, number) in numbers {
            solver.budget.meter().insert(&mut self.known, key, remoteness(found[number as usize]))?;
        }
        Ok(self.known.get(&start).copied())
    }

    /// Lists positions that are reached, breadth first, so that no way of play is followed for ever while another one decides; and
    /// decides them. One whose options are not listed is taken for drawn, and decides no other.
    fn reached(&mut self, start: &SumKey, most: usize, solver: &mut Solver) -> Result<Explored, SolveError> {
        let budget = solver.budget.clone();
        let mut numbers = FxHashMap::from_iter([(start.clone(), 0)]);
        let (mut keys, mut found, mut moves) = (vec![start.clone()], vec![None], MoveLists::default());
        let mut are_all = true;
        while let Some(key) = keys.get(moves.last.len()).cloned() {
            budget.progress(moves.last.len() as u64, 0)?;
            let number = moves.last.len();
            let options = match self.known.get(&key) {
                // A position that is drawn is taken for its own option.
                Some(Remoteness { outcome: Outcome::D, .. }) => vec![key],
                Some(Remoteness { outcome, moves }) => {
                    found[number] = Some(DecidedIn { is_lost: *outcome == Outcome::P, moves: *moves });
                    Vec::new()
                }
                None => {
                    let is_listed = keys.len() <= most && moves.ends.len() as u64 <= MOST_MOVES;
                    let options = match is_listed.then(|| self.options_of(&key, solver)) {
                        // Beyond the largest coordinate nothing is known, and nothing follows.
                        Some(Err(stop)) if stop.growth().is_some() => None,
                        options => options.transpose()?.flatten(),
                    };
                    are_all &= options.is_some();
                    options.unwrap_or_else(|| vec![key])
                }
            };
            for option in options {
                let number = match numbers.get(&option) {
                    Some(number) => *number,
                    None => {
                        let number = u32::try_from(keys.len()).map_err(|_| SolveError::Overflow)?;
                        budget.meter().push(&mut keys, option.clone())?;
                        budget.meter().push(&mut found, None)?;
                        budget.meter().insert(&mut numbers, option, number)?;
                        number
                    }
                };
                budget.meter().push(&mut moves.ends, number)?;
            }
            let last = u32::try_from(moves.ends.len()).map_err(|_| SolveError::Overflow)?;
            budget.meter().push(&mut moves.last, last)?;
        }
        decide(&moves, &mut found, self.convention, &budget)?;
        Ok(Explored { numbers, found, are_all })
    }

    /// The length by those of the options, all of which are known: 1 more than the best one of the lost options for the
    /// winner, or, if all options are won, 1 more than the best one for the loser.
    fn decided(&self, options: &[SumKey]) -> Result<Remoteness, SolveError> {
        let (mut for_winner, mut for_loser) = (None, None);
        let hurries = self.length == Length::Remoteness;
        let is_better = |moves: u32, best: Option<u32>, soon: bool| {
            best.is_none_or(|best| if soon { moves < best } else { moves > best })
        };
        for option in options {
            let known = self.known.get(option).ok_or(SolveError::Internal("an option has no remoteness"))?;
            if known.outcome == Outcome::P && is_better(known.moves, for_winner, hurries) {
                for_winner = Some(known.moves);
            }
            if is_better(known.moves, for_loser, !hurries) {
                for_loser = Some(known.moves);
            }
        }
        let one_more = |moves: u32| moves.checked_add(1).ok_or(SolveError::Overflow);
        Ok(match (for_winner, for_loser) {
            (Some(moves), _) => Remoteness { outcome: Outcome::N, moves: one_more(moves)? },
            (None, Some(moves)) => Remoteness { outcome: Outcome::P, moves: one_more(moves)? },
            (None, None) => Remoteness { outcome: self.convention.at_the_end(), moves: 0 },
        })
    }

    fn options_of(&mut self, key: &SumKey, solver: &mut Solver) -> Result<Option<Vec<SumKey>>, SolveError> {
        let mut found = Vec::new();
        for (index, number) in key.iter().enumerate() {
            if index > 0 && key[index - 1] == *number {
                continue;
            }
            let Some(options) = self.keys_of(*number as usize, solver)? else { return Ok(None) };
            for option in options.iter() {
                let mut after = [&key[..index], &key[index + 1..], option].concat();
                sorting::sort(&mut after);
                found.push(after.into());
            }
        }
        Ok(Some(found))
    }

    /// The options of a component, as keys; `None` if there are too many.
    fn keys_of(&mut self, number: usize, solver: &mut Solver) -> Result<Option<Arc<[SumKey]>>, SolveError> {
        if let Some(keys) = &self.options[number] {
            return Ok(Some(keys.clone()));
        }
        let room = MOST_OPTIONS.saturating_sub(self.kept);
        let options = listed(&self.components[number], room, solver)?;
        if options.len() > room {
            return Ok(None);
        }
        let mut keys = Vec::new();
        for option in options {
            let Some(key) = self.key(&option, solver)? else { return Ok(None) };
            keys.push(key);
        }
        sorting::sort(&mut keys);
        keys.dedup();
        self.kept += keys.len();
        let keys: Arc<[SumKey]> = keys.into();
        self.options[number] = Some(keys.clone());
        Ok(Some(keys))
    }

    fn key(&mut self, sum: &Sum, solver: &mut Solver) -> Result<Option<SumKey>, SolveError> {
        if sum.parts.iter().fold(0u64, |count, part| count.saturating_add(part.copies)) > MOST_COMPONENTS {
            return Ok(None);
        }
        let mut key = Vec::new();
        for part in &sum.parts {
            if let Some(number) = self.number(&part.component, solver)? {
                key.extend((0..part.copies).map(|_| number));
            }
            if self.numbers.len() > MOST_POSITIONS {
                return Ok(None);
            }
        }
        sorting::sort(&mut key);
        Ok(Some(key.into()))
    }

    fn number(&mut self, component: &Component, solver: &mut Solver) -> Result<Option<u32>, SolveError> {
        if let Some(known) = self.numbers.get(component) {
            return Ok(*known);
        }
        let mut number = None;
        if !listed(component, 0, solver)?.is_empty() {
            number = Some(u32::try_from(self.components.len()).map_err(|_| SolveError::Overflow)?);
            self.components.push(component.clone());
            self.options.push(None);
        }
        self.numbers.insert(component.clone(), number);
        Ok(number)
    }
}

impl Solver {
    /// Who wins where positions grow without end, and by which move, if that is decided by the first ones alone. It need not be: a
    /// proof may be longer, or play may be drawn.
    ///
    /// # Errors
    /// `unknown`, with how many positions were looked at; why the computation stopped.
    pub(in crate::solve) fn proved(
        &mut self,
        sum: &Sum,
        convention: Convention,
        unknown: SolveError,
    ) -> Solved<(Outcome, Option<Move>)> {
        self.draws.last_loop = Some(unknown.clone());
        let mut table = Remotenesses::new(convention);
        let mut looked_at = 0;
        for most in PROOFS {
            let Some(start) = table.key(sum, self)? else { break };
            let budget = self.budget.clone();
            // Those before may have needed less memory, and less time for their options.
            let Some(reached) = budget.within(EFFORT, || table.reached(&start, most, self))? else { break };
            let Explored { numbers, found, .. } = reached;
            looked_at = numbers.len();
            let Some(whole) = found[0] else { continue };
            for (index, part) in sum.parts.iter().enumerate().filter(|_| !whole.is_lost) {
                for to in self.options(&Sum::of(part.component.clone()))? {
                    let number = table.key(&sum.after(index, &to), self)?.and_then(|key| numbers.get(&key).copied());
                    if number.and_then(|number| found[number as usize]).is_some_and(|found| found.is_lost) {
                        return Ok((Outcome::N, Some(Move::new(index, &part.component, to, Outcome::P))));
                    }
                }
            }
            return Ok((remoteness(found[0]).outcome, None));
        }
        Err(unknown.after(looked_at))
    }

    /// How many moves are made from a sum, and who wins it, by the tables that are kept. `None` if too many positions can be reached,
    /// or where play may come back more than `most`.
    pub(in crate::solve) fn length_of(
        &mut self,
        length: Length,
        convention: Convention,
        most: usize,
        sum: &Sum,
    ) -> Solved<Option<Remoteness>> {
        let kept = self.lengths(length, convention).take();
        let mut table = kept.unwrap_or_else(|| Remotenesses::of_length(length, convention));
        table.most = most;
        let found = table.of(sum, self);
        *self.lengths(length, convention) = Some(table);
        found
    }

    /// The table of the lengths of this kind.
    pub(in crate::solve) fn lengths(&mut self, length: Length, convention: Convention) -> &mut Option<Remotenesses> {
        let place = if length == Length::Suspense { 2 } else { 0 };
        &mut self.lengths[place + convention as usize]
    }

    /// The option in which a position is one move nearer to its end, as both players wish. `None` if there are no moves, or where the
    /// length is not known.
    ///
    /// # Errors
    /// Why the computation stopped.
    pub fn step_to_the_end(
        &mut self,
        length: Length,
        convention: Convention,
        sum: &Sum,
    ) -> Result<Option<Arc<Sum>>, SolveError> {
        let Some(whole) = self.length_of(length, convention, MOST_POSITIONS, sum)? else { return Ok(None) };
        for option in self.options(sum)? {
            let left = self.length_of(length, convention, MOST_POSITIONS, &option)?;
            if left.is_some_and(|left| left.moves.checked_add(1) == Some(whole.moves) && left.outcome != whole.outcome)
            {
                return Ok(Some(option));
            }
        }
        Ok(None)
    }
}

fn remoteness(found: Option<DecidedIn>) -> Remoteness {
    match found {
        Some(DecidedIn { is_lost: true, moves }) => Remoteness { outcome: Outcome::P, moves },
        Some(DecidedIn { is_lost: false, moves }) => Remoteness { outcome: Outcome::N, moves },
        None => Remoteness { outcome: Outcome::D, moves: 0 },
    }
}

/// The first options of a component, at most `most + 1`: if there are more than `most`, one of these shows it.
fn listed(component: &Component, most: usize, solver: &mut Solver) -> Result<Vec<Arc<Sum>>, SolveError> {
    let mut options: Vec<Arc<Sum>> = Vec::new();
    match component {
        Component::Star(size) => {
            let shown = (*size).min(most as u64 + 1);
            options.extend((0..shown).map(|k| Arc::new(Sum::star(Nimber(k)))));
        }
        Component::Position(position) => solver.each_option(position, &mut |option| {
            options.push(option.clone());
            if options.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?,
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::dice::{Dice, often, tries};
    use crate::game::{Impartial, Options, OwnGame, Summand};
    use crate::solve::{Limits, Signal};

    fn stars(sizes: &[u64]) -> Sum {
        Sum { parts: sizes.iter().map(|k| Summand { copies: 1, component: Component::Star(*k) }).collect() }
    }

    #[test]
    fn the_winner_hurries_and_the_loser_delays() {
        // Heaps, misère, who wins, after how many moves.
        let cases: [(&[u64], Convention, Outcome, u32); 9] = [
            (&[], Convention::Normal, Outcome::P, 0),
            (&[], Convention::Misere, Outcome::N, 0),
            (&[5], Convention::Normal, Outcome::N, 1),
            (&[5], Convention::Misere, Outcome::N, 2),
            (&[1], Convention::Misere, Outcome::P, 1),
            (&[2, 2], Convention::Normal, Outcome::P, 4),
            (&[1, 2, 3], Convention::Normal, Outcome::P, 6),
            (&[2, 2], Convention::Misere, Outcome::P, 3),
            (&[3, 5], Convention::Normal, Outcome::N, 7),
        ];
        for (heaps, convention, outcome, moves) in cases {
            let mut solver = Solver::new(Limits::default(), Arc::new(Signal::default()));
            let found = Remotenesses::new(convention).of(&stars(heaps), &mut solver).unwrap();
            assert_eq!(found, Some(Remoteness { outcome, moves }), "{heaps:?} {convention:?}");
        }
    }

    /// A number that grows and shrinks by steps.
    struct Steps(Vec<isize>);

    impl Impartial for Steps {
        type Position = usize;

        fn options(&self, n: &usize, options: &mut Options<usize>) {
            let steps = self.0.iter().filter(|_| *n > 0);
            steps.filter_map(|step| n.checked_add_signed(*step)).for_each(|to| options.position(to));
        }
    }

    /// Is each number below `most` lost, as far as it is decided by these alone? All are gone over until nothing changes.
    fn decided(rule: &Steps, most: usize, convention: Convention) -> Vec<Option<bool>> {
        let mut found = vec![None; most];
        loop {
            let before = found.clone();
            for (n, found) in found.iter_mut().enumerate() {
                let mut options = Options::default();
                rule.options(&n, &mut options);
                let lost: Vec<Option<bool>> = options.each().map(|to| before.get(to[0]).copied().flatten()).collect();
                *found = match &lost[..] {
                    [] => Some(!convention.is_misere()),
                    some if some.contains(&Some(true)) => Some(false),
                    all => all.iter().all(|lost| *lost == Some(false)).then_some(true),
                };
            }
            if found == before {
                return found;
            }
        }
    }

    #[test]
    fn what_the_first_positions_decide_is_what_a_fixpoint_finds() {
        let (mut dice, mut proofs) = (Dice::new(59), 0);
        for round in 0..tries(400) {
            let steps: Vec<isize> = (0..2 + dice.below(3)).map(|_| dice.small::<isize>(9) - 4).collect();
            let convention = Convention::of(round % 2 == 1);
            let known = decided(&Steps(steps.clone()), 300, convention);
            let own = OwnGame::new("Steps", Steps(steps.clone()));
            let (mut solver, mut table) = (Solver::default(), Remotenesses::new(convention));
            for (start, known) in known.iter().enumerate().take(12) {
                let key = table.key(&own.position(start).unwrap(), &mut solver).unwrap().unwrap();
                let found = table.reached(&key, 60, &mut solver).unwrap().found[0];
                if let Some(found) = found {
                    proofs += 1;
                    assert_eq!(*known, Some(found.is_lost), "{steps:?} from {start}");
                }
            }
        }
        assert!(proofs > often(1_000), "{proofs}");
    }

    #[test]
    fn a_graph_too_large_has_no_answer() {
        let mut solver = Solver::new(Limits::default(), Arc::new(Signal::default()));
        let found = Remotenesses::new(Convention::Normal).of(&stars(&[2_000_000]), &mut solver);
        assert_eq!(found, Ok(None));
    }
}
