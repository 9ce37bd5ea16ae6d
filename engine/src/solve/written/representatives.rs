//! `same as`: a rule may name for each position another one, its *representative*, that has the same value. Values are
//! then computed and kept only for representatives. That the values are the same is a claim of the rule's author:
//! before it is relied on, it is tested on a sample of positions that can be reached from the one in question.

use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::game::{Component, Mover, Position, Ruleset, Summand, System, Value, metered};
use crate::nim::{Mex, Nimber};
use crate::solve::heaps::Heaps;
use crate::solve::{Budget, NotSame, SolveError, Solved, WrongRepresentative};
use crate::sorting::sort_by_key;

/// A system with `same as`, prepared for solving.
#[derive(Debug)]
pub(super) struct RepresentativeRules {
    /// The same rules, with every option replaced by its representative.
    pub system: Arc<System>,
    /// How many options may still be generated to test the rules' claims.
    options_left: usize,
}

impl RepresentativeRules {
    pub fn of(system: &System) -> RepresentativeRules {
        RepresentativeRules { system: Arc::new(system.with_representatives()), options_left: Trial::MOST_OPTIONS }
    }

    /// The coordinates of a position's representative, after testing the rules' claims.
    /// `SolveError::WrongRepresentative` if a test fails.
    pub fn representative(
        &mut self,
        system: &Arc<System>,
        rule: usize,
        coordinates: &Arc<[Value]>,
        heaps: &mut Heaps,
        budget: &mut Budget,
    ) -> Solved<Arc<[Value]>> {
        let mover = Mover::new(system.clone(), budget.meter().clone());
        let mut trial =
            Trial { mover: &mover, options_left: self.options_left, values: FxHashMap::default(), heaps, budget };
        let place = (rule, coordinates.clone());
        let found = trial.representative(&place)?;
        trial.below(&place)?;
        // After an error the limit stays as it was, so that the same question finds the same error again.
        self.options_left = trial.options_left;
        Ok(found.unwrap_or(place).1)
    }
}

/// A position of the system that is tested: the index of its rule, and its coordinates.
type TestedPosition = (usize, Arc<[Value]>);

struct Trial<'a> {
    mover: &'a Mover,
    options_left: usize,
    /// Values found by the definition; `None` for positions that are not finished.
    values: FxHashMap<TestedPosition, Option<u64>>,
    heaps: &'a mut Heaps,
    budget: &'a mut Budget,
}

impl Trial<'_> {
    /// How many options are generated for tests, for each system in total.
    const MOST_OPTIONS: usize = 10_000;
    /// The sample is taken from this many random plays, of at most `LONGEST` positions each.
    const PLAYS: u64 = 12;
    const LONGEST: usize = 500;

    /// Tests the rules' claims on the positions of some plays from this one. Those nearest the end of a play come
    /// first, since their values are found soonest.
    fn below(&mut self, start: &TestedPosition) -> Solved<()> {
        let half = self.options_left / 2;
        let mut visited: FxHashSet<TestedPosition> = FxHashSet::default();
        let mut sample = Vec::new();
        for play in 0..Self::PLAYS {
            let path = self.play(start, play, half)?;
            let new = path.into_iter().rev().enumerate().filter(|(_, place)| visited.insert(place.clone()));
            sample.extend(new);
        }
        sort_by_key(&mut sample, |(left, _)| *left);
        for (_, place) in sample {
            if self.options_left > 0 {
                self.try_one(&place)?;
            }
        }
        Ok(())
    }

    /// A random play from a position to its end, cut short when no more than `reserve` of the limit is left.
    fn play(&mut self, start: &TestedPosition, mut choice: u64, reserve: usize) -> Solved<Vec<TestedPosition>> {
        let mut path = vec![start.clone()];
        while let Some(here) = path.last().cloned()
            && path.len() < Self::LONGEST
            && self.options_left > reserve
        {
            let options = self.options(&here)?;
            let mut parts: Vec<TestedPosition> = options.into_iter().flat_map(|option| option.places).collect();
            if parts.is_empty() {
                break;
            }
            // Random, but the same each time: the linear congruential generator of Knuth's MMIX.
            choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let chosen = (choice >> 33) % parts.len() as u64;
            path.push(parts.swap_remove(usize::try_from(chosen).unwrap_or(0)));
        }
        Ok(path)
    }

    fn position(&self, (rule, coordinates): &TestedPosition) -> Position {
        Position { game: self.mover.game(*rule).clone(), coordinates: coordinates.clone() }
    }

    /// Tests that a position has the same value as its representative.
    fn try_one(&mut self, place: &TestedPosition) -> Solved<()> {
        let Some(representative) = self.representative(place)?.filter(|found| found != place) else { return Ok(()) };
        match (self.value(place)?, self.value(&representative)?) {
            (Some(one), Some(other)) if one != other => {
                Err(self.wrong(place, &representative, NotSame::Values(one, other)))
            }
            _ => Ok(()),
        }
    }

    fn wrong(&self, place: &TestedPosition, representative: &TestedPosition, why: NotSame) -> SolveError {
        let wrong =
            WrongRepresentative { position: self.position(place), representative: self.position(representative), why };
        SolveError::WrongRepresentative(Box::new(wrong))
    }

    /// The representative of a position; `None` if the rule does not name one. It must be a position and its own
    /// representative, or the result is an error.
    fn representative(&self, place: &TestedPosition) -> Solved<Option<TestedPosition>> {
        let Some(representative) = self.named(place)? else { return Ok(None) };
        if representative == *place {
            return Ok(Some(representative));
        }
        let admitted = self.mover.admits(representative.0, &representative.1);
        if !admitted.map_err(|fault| self.budget.left(fault, self.position(&representative)))? {
            return Err(self.wrong(place, &representative, NotSame::NotAPosition));
        }
        match self.named(&representative)? {
            Some(farther) if farther != representative => {
                let farther = self.position(&farther);
                Err(self.wrong(place, &representative, NotSame::NotItsOwnRepresentative(farther)))
            }
            _ => Ok(Some(representative)),
        }
    }

    /// The representative that the rule names for a position, unchecked.
    fn named(&self, place: &TestedPosition) -> Solved<Option<TestedPosition>> {
        let found = self.mover.representative(place.0, &place.1);
        let found = found.map_err(|fault| self.budget.left(fault, self.position(place)))?;
        Ok(found.map(|coordinates| (place.0, coordinates)))
    }

    /// The value by the definition; `None` if it would take too long, or if play from the position need not end.
    fn value(&mut self, place: &TestedPosition) -> Solved<Option<u64>> {
        let mut waiting = vec![place.clone()];
        while let Some(here) = waiting.last().cloned() {
            if matches!(self.values.get(&here), Some(Some(_))) {
                waiting.pop();
                continue;
            }
            if self.options_left == 0 {
                return Ok(None);
            }
            let begun = self.values.contains_key(&here);
            metered::insert(&mut self.values, here.clone(), None, self.budget.meter())?;
            let mut mex = Mex::default();
            let mut missing = Vec::new();
            for option in self.options(&here)? {
                let mut value = Some(option.others);
                for part in option.places {
                    match self.values.get(&part) {
                        Some(Some(known)) => value = value.map(|value| value ^ known),
                        // A cycle, which the search will report.
                        Some(None) if !begun || part == here => return Ok(None),
                        _ => {
                            missing.push(part);
                            value = None;
                        }
                    }
                }
                if let Some(value) = value {
                    mex.insert(Nimber(value));
                }
            }
            match missing.is_empty() {
                true => {
                    self.values.insert(here, Some(mex.value().0));
                    waiting.pop();
                }
                false => waiting.append(&mut missing),
            }
        }
        Ok(self.values.get(place).copied().flatten())
    }

    /// The options of a position.
    fn options(&mut self, place: &TestedPosition) -> Solved<Vec<TriedOption>> {
        self.budget.check()?;
        let mut options = Vec::new();
        let mover = self.mover;
        let mut stopped = None;
        let visited = mover.each_option(place.0, &place.1, &mut |parts| match self.option(parts) {
            Ok(option) => {
                options.push(option);
                Ok(ControlFlow::Continue(()))
            }
            Err(stop) => {
                stopped = Some(stop);
                Ok(ControlFlow::Break(()))
            }
        });
        let _ = visited.map_err(|fault| self.budget.left(fault, self.position(place)))?;
        self.options_left = self.options_left.saturating_sub(options.len() + 1);
        stopped.map_or(Ok(options), Err)
    }

    fn option(&mut self, parts: &[Summand]) -> Solved<TriedOption> {
        let mut option = TriedOption { places: Vec::new(), others: 0 };
        for part in parts.iter().filter(|part| part.copies % 2 == 1) {
            match &part.component {
                Component::Star(size) => option.others ^= size,
                Component::Position(position) => match &position.game.ruleset {
                    Ruleset::Heap(rules) => {
                        option.others ^= self.heaps.value(rules, position, self.budget)?.0;
                    }
                    Ruleset::Written(system, rule) if Arc::ptr_eq(system, self.mover.system()) => {
                        option.places.push((*rule, position.coordinates.clone()));
                    }
                    // Positions of other systems are not valued here: the tests end.
                    Ruleset::Written(..) | Ruleset::Compound(_) | Ruleset::Own(_) => self.options_left = 0,
                },
            }
        }
        Ok(option)
    }
}

/// An option of a position that is tested: the components of a sum.
struct TriedOption {
    /// The components that are positions of the system that is tested.
    places: Vec<TestedPosition>,
    /// The nim-sum of all other components.
    others: u64,
}
