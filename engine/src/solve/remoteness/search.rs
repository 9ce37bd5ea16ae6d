//! Finds the remoteness of a sum by retrograde analysis of all positions that are reached.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{MOST_POSITIONS, Remotenesses, SumKey};
use crate::game::{Component, Sum};
use crate::nim::{Convention, Outcome};
use crate::search::{Length, MoveLists, Remoteness, decide};
use crate::solve::{Move, NeedsEnd, SolveError, Solved, Solver};
use crate::sorting;

/// The same for the moves between these positions, since a few positions may have very many moves.
const MOST_MOVES: u64 = 20_000_000;
/// The same for the options of components, which are all kept in memory.
const MOST_OPTIONS: usize = 2_000_000;
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
    found: Vec<Option<Remoteness>>,
    /// Were the options of all of them listed?
    are_all: bool,
    /// The options of all positions to which fewer moves lead were listed.
    deep: u32,
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
        let mut most = MOST_POSITIONS;
        if solver.may_never_end(sum)? {
            if self.length == Length::Suspense {
                return Err(SolveError::Endless(Box::new((NeedsEnd::Suspense, sum.clone()))));
            }
            most = self.most;
        }
        let Explored { numbers, found, are_all, .. } = self.reached(&start, most, true, solver)?;
        if !are_all {
            return Ok(None);
        }
        if self.known.len() > MOST_POSITIONS {
            self.known.clear();
        }
        for (key, number) in numbers {
            solver.budget.meter().insert(&mut self.known, key, in_all(found[number as usize]))?;
        }
        Ok(self.known.get(&start).copied())
    }

    /// Lists positions that are reached, breadth first, so that no way of play is followed for ever while another one decides; and
    /// decides them, unless all are needed and are too many. One whose options are not listed is taken for drawn, and decides no other.
    fn reached(&mut self, start: &SumKey, most: usize, all: bool, solver: &mut Solver) -> Solved<Explored> {
        let budget = solver.budget.clone();
        let mut numbers = FxHashMap::from_iter([(start.clone(), 0)]);
        let (mut keys, mut found, mut moves) = (vec![start.clone()], vec![None], MoveLists::default());
        let (mut are_all, mut deep, mut level_end) = (true, 0, 1);
        while let Some(key) = keys.get(moves.last.len()).cloned() {
            budget.progress(moves.last.len() as u64, 0)?;
            let number = moves.last.len();
            if number == level_end {
                (deep, level_end) = (deep + u32::from(are_all), keys.len());
            }
            let options = match self.known.get(&key) {
                // A position that is drawn is taken for its own option.
                Some(Remoteness { outcome: Outcome::D, .. }) => vec![key],
                Some(known) => {
                    found[number] = Some(*known);
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
                    if all && !are_all {
                        return Ok(Explored { numbers, found, are_all, deep });
                    }
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
        decide(&moves, &mut found, self.length, self.convention, &budget)?;
        Ok(Explored { numbers, found, are_all, deep })
    }

    /// The same for so many positions, and with no more effort than a proof is worth; `None` where it is not enough.
    fn first_reached(&mut self, sum: &Sum, most: usize, solver: &mut Solver) -> Solved<Option<Explored>> {
        let Some(start) = self.key(sum, solver)? else { return Ok(None) };
        let budget = solver.budget.clone();
        budget.within(EFFORT, || self.reached(&start, most, false, solver))
    }

    /// The same where positions grow without end, if the first of them decide it: no longer way of play can be better for a player
    /// than what all ways of so many moves tell.
    fn by_first(&mut self, sum: &Sum, solver: &mut Solver) -> Solved<Option<Remoteness>> {
        for most in PROOFS {
            let Some(reached) = self.first_reached(sum, most, solver)? else { break };
            let decided = reached.found.first().copied().flatten();
            if decided.is_some_and(|found| found.moves < reached.deep) {
                return Ok(decided);
            }
        }
        Ok(None)
    }

    fn options_of(&mut self, key: &SumKey, solver: &mut Solver) -> Solved<Option<Vec<SumKey>>> {
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
    fn keys_of(&mut self, number: usize, solver: &mut Solver) -> Solved<Option<Arc<[SumKey]>>> {
        if let Some(keys) = &self.options[number] {
            return Ok(Some(keys.clone()));
        }
        let room = MOST_OPTIONS.saturating_sub(self.kept);
        let options = match solver.options_of(&self.components[number], room as u64) {
            Err(SolveError::Positions { .. }) => return Ok(None),
            options => options?,
        };
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

    fn key(&mut self, sum: &Sum, solver: &mut Solver) -> Solved<Option<SumKey>> {
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

    fn number(&mut self, component: &Component, solver: &mut Solver) -> Solved<Option<u32>> {
        if let Some(known) = self.numbers.get(component) {
            return Ok(*known);
        }
        let mut number = None;
        if solver.has_move(component)? {
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
            // Those before may have needed less memory, and less time for their options.
            let Some(Explored { numbers, found, .. }) = table.first_reached(sum, most, self)? else { break };
            looked_at = numbers.len();
            let Some(whole) = found[0] else { continue };
            for (index, part) in sum.parts.iter().enumerate().filter(|_| whole.outcome == Outcome::N) {
                for to in self.options(&Sum::of(part.component.clone()))? {
                    let number = table.key(&sum.after(index, &to), self)?.and_then(|key| numbers.get(&key).copied());
                    if number.and_then(|number| found[number as usize]).is_some_and(|found| found.outcome == Outcome::P)
                    {
                        return Ok((Outcome::N, Some(Move::new(index, &part.component, to, Outcome::P))));
                    }
                }
            }
            return Ok((whole.outcome, None));
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
        let found = match table.of(sum, self) {
            Err(stop) if stop.growth().is_some() && length == Length::Remoteness => {
                table.by_first(sum, self).and_then(|found| found.map(Some).ok_or(stop))
            }
            found => found,
        };
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

/// What is not decided is drawn.
fn in_all(found: Option<Remoteness>) -> Remoteness {
    found.unwrap_or(Remoteness { outcome: Outcome::D, moves: 0 })
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
                let found = table.reached(&key, 60, false, &mut solver).unwrap().found[0];
                if let Some(found) = found {
                    proofs += 1;
                    assert_eq!(*known, Some(found.outcome == Outcome::P), "{steps:?} from {start}");
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
