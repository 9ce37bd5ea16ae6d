//! Who wins a compound by itself: theorems about its components, and a search where none is known. Inside sums and for values a
//! compound is a position like any other.

mod foreclosed;
mod rule;
mod theory;

pub(super) use self::rule::ForeclosedValues;
pub use self::rule::{CompoundFound, CompoundReason, Foreclosed};

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use rustc_hash::{FxHashMap, FxHashSet};

    use super::*;
    use crate::dice::{Dice, often, tries};
    use crate::game::{Component, Compound, Ends, Meter, Moves, MovesIn, Position, Sum};
    use crate::nim::{Convention, Nimber, Outcome};
    use crate::solve::{Length, Situation, SolveError, Solver};

    const ENDS: [Ends; 3] = [Ends::Unmovable, Ends::Short, Ends::Long];
    const MOVES_IN: [MovesIn; 6] =
        [MovesIn::All, MovesIn::Some, MovesIn::Exactly(1), MovesIn::Exactly(2), MovesIn::Exactly(3), MovesIn::Pass];

    /// A pass goes with no end of its own.
    fn said(moves_in: MovesIn, ends: Ends) -> Compound {
        Compound { moves_in, ends: if moves_in == MovesIn::Pass { Ends::Unmovable } else { ends } }
    }

    /// A few small components of octal games.
    fn components(dice: &mut Dice, count: usize) -> Vec<Arc<Sum>> {
        let most = [0, 6, 6, 4][count];
        let mut one = || {
            let code: String = (0..3).map(|_| char::from(b'0' + dice.small::<u8>(8))).collect();
            let game = Moves::octal(&format!("0.{code}")).unwrap().game("G").unwrap();
            let heap = game.heap(dice.below(most + 1));
            Arc::new(if dice.below(4) == 0 { heap.plus(&game.heap(dice.below(3))) } else { heap })
        };
        (0..count).map(|_| one()).collect()
    }

    fn searched(position: &Position, convention: Convention, solver: &mut Solver) -> CompoundFound {
        solver.by_search(position, convention).unwrap()
    }

    fn outcome_after(left: &Sum, convention: Convention, solver: &mut Solver) -> Outcome {
        match left.as_compound() {
            Some(left) => searched(left, convention, solver).outcome,
            // After a pass it is a sum.
            None => solver.outcome(Situation::of(left, convention)).unwrap(),
        }
    }

    #[test]
    fn theory_and_search_agree_and_winning_moves_win() {
        let (mut dice, mut solver) = (Dice::new(31), Solver::default());
        let (mut theorems, mut made) = (0, 0);
        for round in 0..tries(400) {
            let count = 1 + dice.small::<usize>(3);
            let components = components(&mut dice, count);
            for (moves_in, ends) in MOVES_IN.into_iter().flat_map(|moves_in| ENDS.map(|ends| (moves_in, ends))) {
                let (position, convention) =
                    (Compound { moves_in, ends }.position(components.clone()), Convention::of(round % 2 == 1));
                let found = solver.compound(&position, convention).unwrap();
                let by_search = searched(&position, convention, &mut solver);
                let case = format!("{position}, {convention:?}: {found:?}");
                assert_eq!(found.outcome, by_search.outcome, "{case}");
                assert_eq!(found.winning.is_some(), by_search.winning.is_some(), "{case}");
                theorems += usize::from(!matches!(found.reason, CompoundReason::Search(_)));
                for left in [&found.winning, &by_search.winning].into_iter().flatten() {
                    assert_eq!(outcome_after(left, convention, &mut solver), Outcome::P, "{case}");
                    made += 1;
                }
            }
        }
        assert!(theorems > often(2_000) && made > often(4_000), "{theorems}, {made}");
    }

    /// What a move may leave, by the words of the rules alone: all ways to choose components are tried.
    fn options(sum: &Sum) -> Vec<Sum> {
        let mut found = Vec::new();
        for (index, part) in sum.parts.iter().enumerate() {
            match &part.component {
                Component::Star(size) => {
                    found.extend((0..*size).map(|left| sum.after(index, &Sum::star(Nimber(left)))))
                }
                Component::Position(position) => match position.compound() {
                    Some((rule, components)) => {
                        let left = choices(rule, &components);
                        if rule.moves_in == MovesIn::Pass && !left.is_empty() {
                            let passed = components.iter().fold(Sum::default(), |sum, component| sum.plus(component));
                            found.push(sum.after(index, &passed));
                        }
                        let left = left.into_iter();
                        found.extend(left.map(|left| sum.after(index, &Sum::position(rule.position(left)))));
                    }
                    None => {
                        let listed = position.each_option(&Meter::default(), &mut |option| {
                            found.push(sum.after(index, &option));
                            Ok(ControlFlow::Continue(()))
                        });
                        assert!(listed.is_ok());
                    }
                },
            }
        }
        found
    }

    fn choices(rule: Compound, components: &[Arc<Sum>]) -> Vec<Vec<Arc<Sum>>> {
        let all: Vec<Vec<Sum>> = components.iter().map(|component| options(component)).collect();
        let live = all.iter().filter(|options| !options.is_empty()).count();
        if rule.ends == Ends::Short && live < components.len() {
            return Vec::new();
        }
        let wanted = |moved: usize| match (rule.moves_in, rule.ends) {
            (MovesIn::Some, _) => moved > 0,
            (MovesIn::Pass, _) => moved == 1,
            (MovesIn::All, Ends::Long) => moved == live && moved > 0,
            (MovesIn::All, _) => moved == components.len(),
            (MovesIn::Exactly(count), Ends::Long) => moved == count.min(live) && moved > 0,
            (MovesIn::Exactly(count), _) => moved == count,
        };
        let mut found = Vec::new();
        for chosen in 0..1u32 << components.len() {
            if !wanted(chosen.count_ones() as usize) {
                continue;
            }
            let mut made = vec![Vec::new()];
            for (at, component) in components.iter().enumerate() {
                let left = match chosen >> at & 1 {
                    1 => all[at].iter().cloned().map(Arc::new).collect(),
                    _ => vec![component.clone()],
                };
                made = made
                    .iter()
                    .flat_map(|made: &Vec<_>| left.iter().map(|left| [&made[..], std::slice::from_ref(left)].concat()))
                    .collect();
            }
            found.extend(made);
        }
        found
    }

    /// Does the player to move win? By trying all moves: it knows no value and no theorem.
    fn is_won(sum: &Sum, convention: Convention, known: &mut FxHashMap<(Sum, Convention), bool>) -> bool {
        let key = (sum.normal().unwrap(), convention);
        if let Some(known) = known.get(&key) {
            return *known;
        }
        let options = options(sum);
        let won = match options.is_empty() {
            true => convention.is_misere(),
            false => options.iter().any(|left| !is_won(left, convention, known)),
        };
        known.insert(key, won);
        won
    }

    /// Heaps, nim-heaps and compounds, in each other.
    fn random_sum(dice: &mut Dice, depth: u32) -> Sum {
        let mut sum = Sum::default();
        for _ in 0..1 + dice.below(2) {
            sum = sum.plus(&match dice.below(if depth == 0 { 3 } else { 6 }) {
                0 => Sum::star(Nimber(dice.below(3))),
                1 | 2 => components(dice, 3).swap_remove(0).as_ref().clone(),
                _ => {
                    let count = 1 + dice.small::<usize>(if depth > 1 { 2 } else { 3 });
                    let parts: Vec<Arc<Sum>> = (0..count).map(|_| Arc::new(random_sum(dice, depth - 1))).collect();
                    let rule = said(MOVES_IN[dice.small::<usize>(6)], ENDS[dice.small::<usize>(3)]);
                    Sum::position(rule.position(parts))
                }
            });
        }
        sum
    }

    #[test]
    fn compounds_in_sums_in_compounds_are_as_a_search_without_theory_finds() {
        let (mut dice, mut solver, mut known) = (Dice::new(77), Solver::default(), FxHashMap::default());
        let (mut tried, mut nested, mut moves) = (0, 0, 0);
        for round in 0..tries(600) {
            let sum = random_sum(&mut dice, 1 + round % 2);
            if options(&sum).len() > 60 || !is_small(&sum) {
                continue;
            }
            let case = format!("{sum}");
            let is = |won| if won { Outcome::N } else { Outcome::P };
            let [normal, misere] = Convention::ALL.map(|convention| is_won(&sum, convention, &mut known));
            assert_eq!(solver.outcome(&sum), Ok(is(normal)), "{case}");
            assert_eq!(solver.misere_outcome(&sum), Ok(is(misere)), "misère {case}");
            let value = solver.value(&sum).unwrap();
            assert!(!is_won(&sum.plus(&Sum::star(value)), Convention::Normal, &mut known), "{case}: {value}");
            let made = solver.winning_move(&sum).unwrap();
            assert_eq!(made.is_some(), normal, "{case}");
            let made = made.map(|made| (sum.after(made.part, &made.to), Convention::Normal));
            let in_misere = solver.misere_winning_move(&sum).unwrap();
            let in_misere = in_misere.map(|made| (sum.after(made.part, &made.to), Convention::Misere));
            for (left, convention) in made.into_iter().chain(in_misere) {
                assert!(!is_won(&left, convention, &mut known), "{case} → {left}, {convention:?}");
                moves += 1;
            }
            (tried, nested) = (tried + 1, nested + usize::from(case.matches(" of ").count() > 1));
        }
        assert!(tried > often(300) && nested > often(60) && moves > often(200), "{tried}, {nested}, {moves}");
    }

    /// Can few positions be reached?
    fn is_small(sum: &Sum) -> bool {
        let (mut met, mut waiting) = (FxHashSet::default(), vec![sum.clone()]);
        while let Some(next) = waiting.pop() {
            if met.len() > 400 {
                return false;
            }
            if met.insert(next.normal().unwrap()) {
                waiting.extend(options(&next));
            }
        }
        true
    }

    #[test]
    fn the_least_remoteness_and_the_largest_suspense_are_the_lengths_of_play() {
        let (mut dice, mut solver) = (Dice::new(17), Solver::default());
        for _ in 0..tries(150) {
            let components = components(&mut dice, 2);
            for (ends, length) in [(Ends::Short, Length::Remoteness), (Ends::Long, Length::Suspense)] {
                let position = Compound { moves_in: MovesIn::All, ends }.position(components.clone());
                let found = solver.compound(&position, Convention::Normal).unwrap();
                let told = match &found.reason {
                    CompoundReason::Remoteness(moves) => moves.iter().min(),
                    CompoundReason::Suspense(moves) => moves.iter().max(),
                    other => panic!("{other:?}"),
                };
                let played = solver.game_length(length, &Sum::position(position.clone()), Convention::Normal).unwrap();
                assert_eq!(told, Some(&played.moves), "{position}");
            }
        }
    }

    #[test]
    fn a_move_in_one_component_is_that_of_a_sum() {
        let (mut dice, mut solver) = (Dice::new(5), Solver::default());
        for round in 0..tries(300) {
            let components = components(&mut dice, 2);
            let sum = components[0].plus(&components[1]);
            let rule = Compound { moves_in: MovesIn::Exactly(1), ends: Ends::Unmovable };
            let (position, convention) = (rule.position(components), Convention::of(round % 2 == 1));
            let outcome = solver.outcome(Situation::of(&sum, convention));
            assert_eq!(Ok(searched(&position, convention, &mut solver).outcome), outcome, "{sum:?}");
            assert_eq!(solver.value(&Sum::position(position)), solver.value(&sum), "{sum:?}");
        }
    }

    #[test]
    fn a_search_that_is_too_large_is_refused() {
        let mut solver = Solver::default();
        let game = Moves::take(1..).game("Nim").unwrap();
        let rule = Compound { moves_in: MovesIn::Exactly(2), ends: Ends::Unmovable };
        let found = solver.compound(&rule.position([1, 2, 3].map(|_| Arc::new(game.heap(3_000)))), Convention::Normal);
        assert!(matches!(found, Err(SolveError::Positions { .. })), "{found:?}");
    }
}
