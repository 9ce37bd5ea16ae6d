//! Are two positions equal in misère play: is no third position won beside one of them and lost beside the other?

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::quotient::{Alikeness, heap_of};
use crate::game::{Component, Moves, Sum, Summand};
use crate::limits::NeedsEnd;
use crate::nim::Outcome;
use crate::solve::moves::each_distinct_option;
use crate::solve::{SolveError, Solved, Solver};

/// Steps of work for the canonical forms before a quotient is asked, and after it: some hundredths of a second, and some seconds.
const STEPS: u64 = 2_000_000;
const MANY_STEPS: u64 = 400_000_000;
/// Steps of work to find a position that tells two others apart.
const STEPS_APART: u64 = 100_000_000;
/// The canonical forms of larger heaps are not worth so many steps.
const MIDDLE: u64 = 100;

/// What is known about two positions in misère play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisereEquality {
    /// No position at all tells them apart: they have the same canonical form.
    Equal,
    /// Some position tells them apart.
    Different,
    /// They are sums of heaps, and no sum of heaps of their games, none larger than theirs, tells them apart. Whether another position
    /// does is not known: their canonical forms take too much work.
    Alike,
}

/// A position that tells two others apart in misère play: its sums with them have different outcomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisereSeparation {
    /// The position. It is empty if already the two have different outcomes.
    pub beside: Sum,
    /// The outcomes of its sums with the first and with the second one.
    pub outcomes: [Outcome; 2],
}

impl Solver {
    /// Are two positions equal in misère play? Their canonical forms tell; where these take much work, first a misère quotient of the
    /// games of both: different elements of it stand for different positions.
    ///
    /// # Errors
    /// As [`Solver::misere_form`].
    pub fn misere_equality(&mut self, left: &Sum, right: &Sum) -> Result<MisereEquality, SolveError> {
        for sum in [left, right] {
            self.refuse_binding(sum)?;
            self.refuse_endless(NeedsEnd::MisereForm, sum)?;
        }
        let told = |equal: bool| if equal { MisereEquality::Equal } else { MisereEquality::Different };
        if let Some(equal) = self.has_same_form_within(STEPS, left, right)? {
            return Ok(told(equal));
        }
        match self.are_alike(left, right)? {
            Some(Alikeness::Apart(_)) => Ok(MisereEquality::Different),
            Some(Alikeness::Alike) if left.parts.iter().chain(&right.parts).all(is_middle) => {
                if self.tried(left, right, &wild_heaps())?.is_some() {
                    return Ok(MisereEquality::Different);
                }
                Ok(self.has_same_form_within(MANY_STEPS, left, right)?.map_or(MisereEquality::Alike, told))
            }
            Some(Alikeness::Alike) => Ok(MisereEquality::Alike),
            None => self.has_same_form(left, right).map(told),
        }
    }

    /// Have two positions the same canonical form? `None` if that takes more steps.
    fn has_same_form_within(&mut self, steps: u64, left: &Sum, right: &Sum) -> Solved<Option<bool>> {
        match self.budget.clone().within(steps, || self.has_same_form(left, right)) {
            Err(SolveError::Positions { .. }) => Ok(None),
            found => found,
        }
    }

    /// A position that tells two others apart in misère play, as small as it is found in about a second: one of a few small ones, or by
    /// a misère quotient. Its sums with both are decided anew. `None` if none is found.
    ///
    /// # Errors
    /// As [`Solver::misere_equality`].
    pub fn misere_separation(&mut self, left: &Sum, right: &Sum) -> Result<Option<MisereSeparation>, SolveError> {
        for sum in [left, right] {
            self.refuse_binding(sum)?;
            self.refuse_endless(NeedsEnd::MisereForm, sum)?;
        }
        let small = self.small_positions(left, right)?;
        let ones = [None].into_iter().chain(small.iter().cloned().map(Some));
        let ones: Vec<Sum> = ones.map(|one| one.map_or(Sum::default(), Sum::of)).collect();
        if let Some(found) = self.tried(left, right, &ones)? {
            return Ok(Some(found));
        }
        if let Some(Alikeness::Apart(Some(beside))) = self.are_alike(left, right)? {
            return self.tried(left, right, &[beside]);
        }
        if let Some(found) = self.tried(left, right, &wild_heaps())? {
            return Ok(Some(found));
        }
        let pair = |one: &Sum, other: &Sum| match one == other {
            true => one.times(2).unwrap_or_default(),
            false => one.plus(other),
        };
        let pairs = (1..ones.len()).flat_map(|first| (1..=first).map(move |second| (second, first)));
        let pairs: Vec<Sum> = pairs.map(|(second, first)| pair(&ones[second], &ones[first])).collect();
        self.tried(left, right, &pairs)
    }

    /// The first of some positions that tells two others apart, as far as they are decided in so many steps.
    fn tried(&mut self, left: &Sum, right: &Sum, besides: &[Sum]) -> Solved<Option<MisereSeparation>> {
        let found = self.budget.clone().within(STEPS_APART, || {
            for beside in besides {
                let outcomes = [self.misere_outcome(&left.plus(beside))?, self.misere_outcome(&right.plus(beside))?];
                if outcomes[0] != outcomes[1] {
                    return Ok(Some(MisereSeparation { beside: beside.clone(), outcomes }));
                }
            }
            Ok(None)
        });
        match found {
            Err(SolveError::Positions { .. } | SolveError::Overflow) => Ok(None),
            found => found.map(Option::flatten),
        }
    }

    /// Small positions that may tell two others apart: heaps of their games, options of other positions, and nim-heaps.
    fn small_positions(&mut self, left: &Sum, right: &Sum) -> Solved<Vec<Component>> {
        const HEAPS: u64 = 8;
        const OPTIONS: usize = 16;
        const NIM_HEAPS: u64 = 4;
        let mut small: Vec<Component> = Vec::new();
        for part in left.parts.iter().chain(&right.parts) {
            let Component::Position(position) = &part.component else { continue };
            if position.heap().is_some() {
                small.extend((1..=HEAPS).map(|size| heap_of(&position.game, size)));
                continue;
            }
            let mut left_out = OPTIONS;
            each_distinct_option(position, &self.budget.clone(), &mut |option| {
                if let [Summand { copies: 1, component }] = &option.parts[..] {
                    small.push(component.clone());
                }
                left_out -= 1;
                Ok(if left_out == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            })?;
        }
        small.extend((1..=NIM_HEAPS).map(Component::Star));
        let mut met = FxHashSet::default();
        small.retain(|component| met.insert(component.clone()));
        Ok(small)
    }

    fn has_same_form(&mut self, left: &Sum, right: &Sum) -> Solved<bool> {
        let left = self.misere.bag(&left.parts, &[], &self.budget)?;
        let right = self.misere.bag(&right.parts, &[], &self.budget)?;
        let canonical = self.misere.canonical.get_or_insert_default();
        canonical.are_same(&left, &right, &self.misere.forms, &self.budget)
    }
}

/// Heaps of a game that tell apart what heaps of many other games do not, such as Kayles(40) and Kayles(52).
fn wild_heaps() -> Vec<Sum> {
    const HEAPS: u64 = 12;
    let game = Moves::octal("4.7").and_then(|moves| moves.game("octal 4.7"));
    game.iter().flat_map(|game| (1..=HEAPS).map(|size| game.heap(size))).collect()
}

/// Is this a heap of middle size, or a smaller one?
fn is_middle(part: &Summand) -> bool {
    match &part.component {
        Component::Position(position) => position.heap().is_some_and(|heap| heap <= MIDDLE),
        Component::Star(size) => *size <= MIDDLE,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::dice::{Dice, often, tries};
    use crate::game::Game;
    use crate::nim::Nimber;

    fn game(code: &str) -> Arc<Game> {
        Moves::octal(code).unwrap().game(code).unwrap()
    }

    fn sum(game: &Arc<Game>, heaps: &[u64]) -> Sum {
        heaps.iter().fold(Sum::default(), |sum, size| sum.plus(&game.heap(*size)))
    }

    /// Where both are known: what a quotient tells apart has different forms, and what has the same form is never told apart.
    #[test]
    fn quotients_and_canonical_forms_agree() {
        let mut dice = Dice::new(0x39_0e);
        let mut met = [0; 3];
        for code in ["0.77", "0.3333", "0.52", "0.53", "0.73", "0.34"] {
            let (game, mut solver) = (game(code), Solver::default());
            assert!(solver.are_alike(&sum(&game, &[60]), &sum(&game, &[61])).unwrap().is_some(), "{code}");
            for _ in 0..tries(100) {
                let mut some = || {
                    let heaps: Vec<u64> = (0..1 + dice.below(3)).map(|_| dice.below(8)).collect();
                    sum(&game, &heaps)
                };
                let (left, right) = (some(), some());
                let found = solver.are_alike(&left, &right).unwrap().unwrap();
                let alike = found == Alikeness::Alike;
                let same = solver.has_same_form(&left, &right).unwrap();
                assert!(alike || !same, "{code}: {left} and {right}");
                met[usize::from(alike) + usize::from(same)] += 1;
                let told = solver.misere_equality(&left, &right).unwrap();
                assert_eq!(told == MisereEquality::Equal, same, "{code}: {left} and {right}: {told:?}");
                if let Alikeness::Apart(beside) = found {
                    are_told_apart(&left, &right, &beside.unwrap());
                }
            }
        }
        assert!(met.iter().all(|count| *count > often(10)), "{met:?}");
    }

    /// Have the sums with this one different outcomes? A new solver decides, which knows no quotient.
    fn are_told_apart(left: &Sum, right: &Sum, beside: &Sum) -> [Outcome; 2] {
        let outcomes = [left, right].map(|sum| Solver::default().misere_outcome(&sum.plus(beside)).unwrap());
        assert!(outcomes[0] != outcomes[1], "{left} and {right} beside {beside}: {outcomes:?}");
        outcomes
    }

    /// Sums of small heaps of several games: those with the same form are told apart by nothing, and others by what is named.
    #[test]
    fn what_tells_two_positions_apart_does() {
        let mut dice = Dice::new(0x39_5e);
        let games = ["0.77", "0.35", "0.3333", "4.7"].map(game);
        let (mut solver, mut met) = (Solver::default(), [0; 4]);
        for _ in 0..tries(400) {
            let mut some = || {
                let parts = 1 + dice.below(2);
                (0..parts).fold(Sum::default(), |sum, _| match dice.below(5) {
                    0 => sum.plus(&Sum::star(Nimber(dice.below(4)))),
                    place => sum.plus(&games[usize::try_from(place).unwrap() - 1].heap(dice.below(7))),
                })
            };
            let (left, right) = (some(), some());
            let found = solver.misere_separation(&left, &right).unwrap();
            if solver.has_same_form(&left, &right).unwrap() {
                assert_eq!(found, None, "{left} and {right}");
                met[3] += 1;
            } else {
                let MisereSeparation { beside, outcomes } = found.unwrap();
                assert_eq!(are_told_apart(&left, &right, &beside), outcomes);
                met[beside.parts.len()] += 1;
            }
        }
        assert!(met.iter().all(|count| *count > often(2)), "{met:?}");
    }

    /// A heap of Kayles has the element of the heap that is twelve smaller, and another one than its neighbour.
    #[test]
    fn heaps_without_a_form_are_told_apart_by_their_elements_or_not_at_all() {
        let (kayles, mut solver) = (game("0.77"), Solver::default());
        let large = tries(1_000_000);
        for (other, expected) in [(12, MisereEquality::Alike), (1, MisereEquality::Different)] {
            let found = solver.misere_equality(&sum(&kayles, &[large]), &sum(&kayles, &[large + other]));
            assert_eq!(found, Ok(expected), "{other}");
        }
        let middle = [40, 52].map(|size| sum(&kayles, &[size]));
        assert_eq!(solver.are_alike(&middle[0], &middle[1]), Ok(Some(Alikeness::Alike)));
        assert_eq!(solver.misere_equality(&middle[0], &middle[1]), Ok(MisereEquality::Different));
        let apart = solver.misere_separation(&middle[0], &middle[1]).unwrap().unwrap();
        assert_eq!(are_told_apart(&middle[0], &middle[1], &apart.beside), apart.outcomes);
        let beside = |size| sum(&kayles, &[size, 3]).plus(&Sum::star(Nimber(2)));
        assert_eq!(solver.misere_equality(&beside(large), &beside(large + 12)), Ok(MisereEquality::Alike));
        assert_eq!(solver.misere_equality(&sum(&kayles, &[6]), &Sum::star(Nimber(3))), Ok(MisereEquality::Equal));
    }
}
