//! Periods of games of heaps: every finding passes [`Solver::confirmed`] before it is told.

use std::sync::Arc;

use super::heap::{CanContinue, Effort, HeapTable, PeriodFinding, Proof};
use super::written::PeriodAlong;
use super::{Budget, SolveError, Solver};
use crate::game::{Game, Original, Position};

/// Heaps from 0 on whose values are compared with the rule as it was written, as far as `STEPS` steps of work reach.
const HEAPS: u64 = 40;
const STEPS: u64 = 200_000;

impl Solver {
    /// What is known about the repetition of the values of a game of heaps; `None` for other games.
    ///
    /// # Errors
    /// As [`Solver::position_value`].
    pub fn period(&mut self, game: &Game) -> Result<Option<PeriodFinding>, SolveError> {
        self.period_within(game, Effort::USUAL)
    }

    /// As [`Solver::period`], with a given effort.
    ///
    /// # Errors
    /// As [`Solver::position_value`].
    pub fn period_within(&mut self, game: &Game, effort: Effort) -> Result<Option<PeriodFinding>, SolveError> {
        let Some((table, budget)) = self.table(&game.ruleset) else { return Ok(None) };
        let finding = table.period(effort, budget)?;
        self.confirmed(game, finding).map(Some)
    }

    /// As [`Solver::period`], but each call for the same ruleset searches longer than the one before. Also returns
    /// whether another call could find more.
    ///
    /// # Errors
    /// As [`Solver::position_value`].
    pub fn period_asked(&mut self, game: &Game) -> Result<Option<(PeriodFinding, CanContinue)>, SolveError> {
        let Some((table, budget)) = self.table(&game.ruleset) else { return Ok(None) };
        let (finding, can_continue) = (table.period_asked(budget)?, table.can_continue());
        Ok(Some((self.confirmed(game, finding)?, can_continue)))
    }

    /// The period of the values along a coordinate of a position of a written rule, if it is proved. That coordinate of the
    /// position may be any number.
    ///
    /// # Errors
    /// An interruption.
    pub fn period_along(
        &mut self,
        position: &Position,
        axis: usize,
        effort: Effort,
    ) -> Result<Option<Proof>, SolveError> {
        let Solver { written, budget, .. } = self;
        let limit = usize::try_from(effort.heaps).unwrap_or(usize::MAX);
        let work = || written.period_along(position, axis, limit, budget);
        let found = budget.within(effort.steps, work)?.flatten();
        let found = found.filter(|found| found.checked < effort.heaps);
        let Some(PeriodAlong { period, theorem, checked, lent }) = found else { return Ok(None) };
        lent.iter().try_for_each(|game| self.compare_with_original(game))?;
        Ok(Some(Proof { period, theorem, checked }))
    }

    /// The same finding. Before a period is called proved, the values of some heaps are compared with those that the
    /// definition gives for the rule as it was written, and those of the games whose moves it borrows with theirs: a theorem
    /// says nothing about moves that are not those of the rule.
    ///
    /// # Errors
    /// `SolveError::Internal` if they differ; an interruption.
    fn confirmed(&mut self, game: &Game, finding: PeriodFinding) -> Result<PeriodFinding, SolveError> {
        if matches!(finding, PeriodFinding::Proved(_)) {
            self.compare_with_original(game)?;
        }
        Ok(finding)
    }

    /// Compares the values of some heaps with those of the rule as it was written, once for each rule. Errors as for
    /// [`Solver::confirmed`].
    pub(super) fn compare_with_original(&mut self, game: &Game) -> Result<(), SolveError> {
        let Some(original) = &game.original else { return Ok(()) };
        let is_known = |table: &HeapTable| table.compared.as_ptr() == Arc::as_ptr(original);
        if self.table(&game.ruleset).is_none_or(|(table, _)| is_known(table)) {
            return Ok(());
        }
        for (ruleset, original) in original.lenders.iter().chain([&(game.ruleset.clone(), original.clone())]) {
            if let Some((table, budget)) = self.table(ruleset) {
                compare(table, original, budget)?;
                table.compared = Arc::downgrade(original);
            }
        }
        Ok(())
    }
}

/// Compares the values in the table with those of the rule as it was written.
fn compare(table: &mut HeapTable, original: &Original, budget: &Budget) -> Result<(), SolveError> {
    const DIFFERENT: SolveError =
        SolveError::Internal("the moves that were proved to be periodic are not those written");
    let mut definition = Solver::definition_within(budget.clone());
    let compared = budget.clone().within(STEPS, || {
        for heap in 0..HEAPS {
            let position = original.position(heap);
            let value = match definition.position_value(&position) {
                Err(
                    SolveError::Fault { .. }
                    | SolveError::Cycle(_)
                    | SolveError::Infinite(_)
                    | SolveError::Grows { .. },
                ) => return Err(DIFFERENT),
                value => value?,
            };
            if table.value(heap, budget)? != value {
                return Err(DIFFERENT);
            }
        }
        Ok(())
    });
    compared.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Directions, Moves, OriginalHeaps, Rewrite, Turned};

    /// The game of rows of `.`, of which a move marks one of these lengths.
    fn rows(lengths: &[usize]) -> Arc<Game> {
        let directions = Directions { turned: Turned::AsWritten, mirrored: false };
        let rewrite = |length: &usize| Rewrite::new(&".".repeat(*length), &"#".repeat(*length), directions).unwrap();
        Game::rewriting("Rows", lengths.iter().map(rewrite).collect())
    }

    fn found(rule: Arc<Game>, heaps: OriginalHeaps) -> Result<Option<PeriodFinding>, SolveError> {
        let kayles = Moves::octal("0.77").unwrap().game("Kayles").unwrap();
        let original = Some(Original::new(rule, heaps));
        Solver::default().period(&Game { original, ..(*kayles).clone() })
    }

    #[test]
    fn a_form_that_is_not_what_was_written_is_never_proved() {
        let strip = || OriginalHeaps::Strip('.');
        assert!(matches!(found(rows(&[1, 2]), strip()), Ok(Some(PeriodFinding::Proved(_)))));
        // Dawson's Kayles, a row in which moves are made of other cells, and a rule whose positions are other things.
        for (rule, heaps) in [
            (rows(&[2]), strip()),
            (rows(&[1, 2, 3]), strip()),
            (rows(&[1, 2]), OriginalHeaps::Strip('x')),
            (rows(&[1, 2]), OriginalHeaps::Alone),
        ] {
            let found = found(rule, heaps);
            assert!(matches!(found, Err(SolveError::Internal(_))), "{found:?}");
        }
    }

    #[test]
    fn the_moves_of_lenders_are_compared_with_what_they_were_written_as() {
        let kayles = Moves::octal("0.77").unwrap().game("Kayles").unwrap();
        for (lengths, is_right) in [(&[1, 2][..], true), (&[2], false)] {
            let written = Original::new(rows(lengths), OriginalHeaps::Strip('.'));
            let lender = |original| Arc::new(Game { original: Some(original), ..(*kayles).clone() });
            let direct = lender(Original::borrowing(kayles.clone(), &[lender(written)]));
            for game in [direct.clone(), lender(Original::borrowing(kayles.clone(), &[direct]))] {
                let found = Solver::default().period(&game);
                assert_eq!(matches!(found, Ok(Some(PeriodFinding::Proved(_)))), is_right, "{found:?}");
                assert!(is_right || matches!(found, Err(SolveError::Internal(_))), "{found:?}");
            }
        }
    }

    #[test]
    fn every_way_to_a_proof_compares_with_what_was_written() {
        let kayles = Moves::octal("0.77").unwrap().game("Kayles").unwrap();
        let wrong = Game { original: Some(Original::new(rows(&[2]), OriginalHeaps::Strip('.'))), ..(*kayles).clone() };
        let mut solver = Solver::default();
        for _ in 0..2 {
            assert!(matches!(solver.period(&wrong), Err(SolveError::Internal(_))));
            assert!(matches!(solver.period_within(&wrong, Effort::ENDLESS), Err(SolveError::Internal(_))));
            assert!(matches!(solver.period_asked(&wrong), Err(SolveError::Internal(_))));
        }
        // What is only seen is told: no form is trusted for it.
        let glance = Effort { heaps: 20, steps: u64::MAX };
        assert!(matches!(Solver::default().period_within(&wrong, glance), Ok(Some(PeriodFinding::None { .. }))));
    }
}
