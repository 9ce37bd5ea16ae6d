//! Compounds of games that are played at once by another rule than "a move in one of them": a move in all of them, in
//! some of them, or in a number of them.
//!
//! C. A. B. Smith, "Graphs and composite games", Journal of Combinatorial Theory 1, 1966; J. H. Conway, On Numbers and
//! Games, chapter 14; Winning Ways, chapter 9.

mod foreclosed;
mod moves;
mod rule;
mod search;
mod theory;

pub use self::moves::CompoundMoves;
pub use self::rule::{Compound, CompoundFound, CompoundMove, CompoundReason, Ends, Foreclosed, MovesIn};

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::search::CompoundSearch;
    use super::*;
    use crate::dice::Dice;
    use crate::game::{Moves, Sum};
    use crate::nim::Outcome;
    use crate::solve::{SolveError, Solver};

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

    /// How many moves are made in normal play if the winner hurries and the loser delays, or with `is_slow` the other way round: by
    /// looking at every move.
    fn length(compound: Compound, components: &[Sum], is_slow: bool, solver: &mut Solver) -> u32 {
        let moves = solver.compound_moves(compound, components, false, usize::MAX, true).unwrap();
        let after = moves.shown.iter().map(|(made, _)| after(components, made)).collect::<Vec<_>>();
        let lengths: Vec<u32> = after.iter().map(|left| length(compound, left, is_slow, solver)).collect();
        let (lost, won): (Vec<u32>, Vec<u32>) = lengths.into_iter().partition(|moves| moves % 2 == 0);
        let (from, longest) = if lost.is_empty() { (won, !is_slow) } else { (lost, is_slow) };
        let best = if longest { from.into_iter().max() } else { from.into_iter().min() };
        best.map_or(0, |moves| moves + 1)
    }

    #[test]
    fn the_least_remoteness_and_the_largest_suspense_are_the_lengths_of_play() {
        let (mut dice, mut solver) = (Dice::new(17), Solver::default());
        for _ in 0..150 {
            let components = components(&mut dice, 2);
            for (ends, is_slow) in [(Ends::Short, false), (Ends::Long, true)] {
                let compound = Compound { moves_in: MovesIn::All, ends };
                let found = solver.compound(compound, &components, false).unwrap();
                let told = match &found.reason {
                    CompoundReason::Remoteness(moves) => moves.iter().min(),
                    CompoundReason::Suspense(moves) => moves.iter().max(),
                    other => panic!("{other:?}"),
                };
                assert_eq!(
                    told,
                    Some(&length(compound, &components, is_slow, &mut solver)),
                    "{compound:?} {components:?}"
                );
            }
        }
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
