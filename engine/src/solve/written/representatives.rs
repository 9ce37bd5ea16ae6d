//! `same as`: a rule may name for each position another one, its *representative*, that has the same value. Values are
//! then computed and kept only for representatives. That the values are the same is a claim of the rule's author:
//! before it is relied on, it is tested on a sample of positions that can be reached from the one in question.

use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::game::{Mover, Place, Position, System, Value, places};
use crate::nim::Nimber;
use crate::solve::{Budget, NotSame, SolveError, Solved, WrongRepresentative};
use crate::sorting::sort_by_key;

/// The value of a position by the definition, and how much was looked at for it; `None` if that would be more than the number, or
/// if play need not end.
pub(super) type ValueWithin<'a> = &'a mut dyn FnMut(&Position, usize) -> Solved<(Option<Nimber>, usize)>;

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
        definition: ValueWithin,
        budget: &Budget,
    ) -> Solved<Arc<[Value]>> {
        let mover = Mover::new(system.clone(), budget.meter().clone());
        let mut trial = Trial { mover: &mover, options_left: self.options_left, definition, budget };
        let place = (rule, coordinates.clone());
        let found = trial.representative(&place)?;
        trial.below(&place)?;
        // After an error the limit stays as it was, so that the same question finds the same error again.
        self.options_left = trial.options_left;
        Ok(found.unwrap_or(place).1)
    }
}

struct Trial<'a> {
    mover: &'a Mover,
    options_left: usize,
    definition: ValueWithin<'a>,
    budget: &'a Budget,
}

impl Trial<'_> {
    /// How many options are generated for tests, for each system in total.
    const MOST_OPTIONS: usize = 10_000;
    /// A position whose value is found is counted as so many options.
    const OF_ONE: usize = 8;
    /// The sample is taken from this many random plays, of at most `LONGEST` positions each.
    const PLAYS: u64 = 12;
    const LONGEST: usize = 500;

    /// Tests the rules' claims on the positions of some plays from this one. Those nearest the end of a play come
    /// first, since their values are found soonest.
    fn below(&mut self, start: &Place) -> Solved<()> {
        let half = self.options_left / 2;
        let mut visited: FxHashSet<Place> = FxHashSet::default();
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
    fn play(&mut self, start: &Place, mut choice: u64, reserve: usize) -> Solved<Vec<Place>> {
        let mut path = vec![start.clone()];
        while let Some(here) = path.last().cloned()
            && path.len() < Self::LONGEST
            && self.options_left > reserve
        {
            let mut parts = self.parts(&here)?;
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

    fn position(&self, (rule, coordinates): &Place) -> Position {
        Position { game: self.mover.game(*rule).clone(), coordinates: coordinates.clone() }
    }

    /// Tests that a position has the same value as its representative.
    fn try_one(&mut self, place: &Place) -> Solved<()> {
        let Some(representative) = self.representative(place)?.filter(|found| found != place) else { return Ok(()) };
        match (self.value(place)?, self.value(&representative)?) {
            (Some(one), Some(other)) if one != other => {
                Err(self.wrong(place, &representative, NotSame::Values(one.0, other.0)))
            }
            _ => Ok(()),
        }
    }

    fn wrong(&self, place: &Place, representative: &Place, why: NotSame) -> SolveError {
        let wrong =
            WrongRepresentative { position: self.position(place), representative: self.position(representative), why };
        SolveError::WrongRepresentative(Box::new(wrong))
    }

    /// The representative of a position; `None` if the rule does not name one. It must be a position and its own
    /// representative, or the result is an error.
    fn representative(&self, place: &Place) -> Solved<Option<Place>> {
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
    fn named(&self, place: &Place) -> Solved<Option<Place>> {
        let found = self.mover.representative(place.0, &place.1);
        let found = found.map_err(|fault| self.budget.left(fault, self.position(place)))?;
        Ok(found.map(|coordinates| (place.0, coordinates)))
    }

    /// The value by the definition; `None` if it would take too long, or if play from the position need not end.
    fn value(&mut self, place: &Place) -> Solved<Option<Nimber>> {
        let position = self.position(place);
        let (value, looked) = (self.definition)(&position, self.options_left / Self::OF_ONE)?;
        self.options_left = self.options_left.saturating_sub(looked * Self::OF_ONE);
        Ok(value)
    }

    /// The positions of the system among the options of one.
    fn parts(&mut self, place: &Place) -> Solved<Vec<Place>> {
        self.budget.check()?;
        let (mut parts, mut looked) = (Vec::new(), 1);
        let visited = self.mover.each_option(place.0, &place.1, &mut |option| {
            looked += 1;
            parts.extend(places(option, self.mover.system()));
            Ok(ControlFlow::Continue(()))
        });
        let _ = visited.map_err(|fault| self.budget.left(fault, self.position(place)))?;
        self.options_left = self.options_left.saturating_sub(looked);
        Ok(parts)
    }
}
