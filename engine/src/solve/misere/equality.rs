//! Are two positions equal in misère play: is no third position won beside one of them and lost beside the other?

use crate::game::Sum;
use crate::limits::NeedsEnd;
use crate::solve::{SolveError, Solved, Solver};

/// Steps of work for the canonical forms before a quotient is asked: a second or two.
const STEPS: u64 = 2_000_000;

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

impl Solver {
    /// Are two positions equal in misère play? Their canonical forms tell; where these take too much work, a misère quotient of the games
    /// of both: different elements of it stand for different positions.
    ///
    /// # Errors
    /// As [`Solver::misere_form`].
    pub fn misere_equality(&mut self, left: &Sum, right: &Sum) -> Result<MisereEquality, SolveError> {
        for sum in [left, right] {
            self.refuse_binding(sum)?;
            self.refuse_endless(NeedsEnd::MisereForm, sum)?;
        }
        let told = |equal: bool| if equal { MisereEquality::Equal } else { MisereEquality::Different };
        match self.budget.clone().within(STEPS, || self.has_same_form(left, right)) {
            Ok(Some(equal)) => return Ok(told(equal)),
            Ok(None) | Err(SolveError::Positions { .. }) => {}
            Err(stop) => return Err(stop),
        }
        match self.are_alike(left, right)? {
            Some(false) => Ok(MisereEquality::Different),
            Some(true) => Ok(MisereEquality::Alike),
            None => self.has_same_form(left, right).map(told),
        }
    }

    fn has_same_form(&mut self, left: &Sum, right: &Sum) -> Solved<bool> {
        let left = self.misere.bag(&left.parts, &[], &mut self.budget)?;
        let right = self.misere.bag(&right.parts, &[], &mut self.budget)?;
        let canonical = self.misere.canonical.get_or_insert_default();
        canonical.are_same(&left, &right, &self.misere.forms, &mut self.budget)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::dice::Dice;
    use crate::game::{Game, Moves};
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
            for _ in 0..100 {
                let mut some = || {
                    let heaps: Vec<u64> = (0..1 + dice.below(3)).map(|_| dice.below(8)).collect();
                    sum(&game, &heaps)
                };
                let (left, right) = (some(), some());
                let alike = solver.are_alike(&left, &right).unwrap().unwrap();
                let same = solver.has_same_form(&left, &right).unwrap();
                assert!(alike || !same, "{code}: {left} and {right}");
                met[usize::from(alike) + usize::from(same)] += 1;
                let told = solver.misere_equality(&left, &right).unwrap();
                assert_eq!(told == MisereEquality::Equal, same, "{code}: {left} and {right}: {told:?}");
            }
        }
        assert!(met.iter().all(|count| *count > 10), "{met:?}");
    }

    /// A heap of Kayles has the element of the heap that is twelve smaller, and another one than its neighbour.
    #[test]
    fn heaps_without_a_form_are_told_apart_by_their_elements_or_not_at_all() {
        let (kayles, mut solver) = (game("0.77"), Solver::default());
        let large = 1_000_000;
        for (other, expected) in [(12, MisereEquality::Alike), (1, MisereEquality::Different)] {
            let found = solver.misere_equality(&sum(&kayles, &[large]), &sum(&kayles, &[large + other]));
            assert_eq!(found, Ok(expected), "{other}");
        }
        let beside = |size| sum(&kayles, &[size, 3]).plus(&Sum::star(Nimber(2)));
        assert_eq!(solver.misere_equality(&beside(large), &beside(large + 12)), Ok(MisereEquality::Alike));
        assert_eq!(solver.misere_equality(&sum(&kayles, &[6]), &Sum::star(Nimber(3))), Ok(MisereEquality::Equal));
    }
}
