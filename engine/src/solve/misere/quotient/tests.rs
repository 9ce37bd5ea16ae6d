//! Quotients against published ones, against search, and beyond their periods.

use std::sync::Arc;

use super::classes::{Classes, NumberedPositions};
use super::heaps::HeapQuotient;
use super::monoid::Element;
use super::*;
use crate::dice::{Dice, often, tries};
use crate::game::{Meter, Moves, Ruleset, Sum, Summand, Visited};
use crate::nim::Outcome;
use crate::solve::situation::Move;
use crate::solve::{Limits, Solved, Solver};
use rustc_hash::FxHashMap;

fn game(code: &str) -> Arc<Game> {
    Moves::octal(code).unwrap().game(code).unwrap()
}

fn up_to(game: &Arc<Game>, last: u64) -> BoundedGame {
    BoundedGame { game: game.clone(), last: Some(last) }
}

/// How the heaps of each game repeat.
fn periods(found: &Quotient) -> Vec<Option<Period>> {
    match &found.extent {
        Extent::Heaps(known) => known.iter().map(|known| known.period).collect(),
        Extent::Positions { .. } => Vec::new(),
    }
}

fn quotient(code: &str) -> Quotient {
    Solver::default().quotient(&[up_to(&game(code), 400)], u64::MAX).unwrap().unwrap()
}

/// Order, size of P, period and preperiod, as CGSuite's `MisereSolver` gives them.
const PUBLISHED: &[(&str, usize, usize, u64, u64)] = &[
    ("0.0033", 6, 2, 7, 0),
    ("0.0333", 6, 2, 6, 0),
    ("0.11", 2, 1, 1, 3),
    ("0.115", 42, 12, 14, 92),
    ("0.144", 30, 5, 10, 12),
    ("0.152", 34, 6, 48, 25),
    ("0.153", 16, 3, 14, 32),
    ("0.2", 2, 1, 2, 1),
    ("0.24", 2, 1, 2, 1),
    ("0.3", 2, 1, 2, 0),
    ("0.33", 6, 2, 3, 0),
    ("0.333", 6, 2, 4, 0),
    ("0.3333", 10, 2, 5, 0),
    ("0.34", 12, 3, 8, 7),
    ("0.46", 40, 9, 24, 143),
    ("0.5", 2, 1, 2, 0),
    ("0.51", 2, 1, 1, 1),
    ("0.52", 6, 2, 4, 6),
    ("0.53", 16, 3, 9, 21),
    ("0.55", 2, 1, 1, 1),
    ("0.71", 36, 9, 6, 3),
    ("0.72", 24, 5, 4, 16),
    ("0.73", 6, 2, 4, 2),
    ("0.77", 40, 9, 12, 71),
    ("4.3", 6, 2, 2, 2),
];

#[test]
fn published_quotients() {
    for (code, order, lost, period, preperiod) in PUBLISHED {
        let found = quotient(code);
        let [Some(found_period)] = &periods(&found)[..] else { panic!("{code} is not solved") };
        let repeats = (found_period.period, found_period.preperiod);
        assert_eq!((found.order, found.lost.len(), repeats), (*order, *lost, (*period, *preperiod)), "{code}");
    }
}

#[test]
fn the_presentation_of_kayles_is_that_of_cgsuite() {
    let found = quotient("0.77");
    let word = |exponents: &Exponents| {
        let power = |(letter, exponent): (char, &u32)| match exponent {
            0 => String::new(),
            1 => letter.to_string(),
            _ => format!("{letter}{exponent}"),
        };
        let word: String = ('a'..).zip(exponents).map(power).collect();
        if word.is_empty() { "1".to_owned() } else { word }
    };
    let relations: Vec<String> =
        found.relations.iter().map(|(one, other)| format!("{}={}", word(one), word(other))).collect();
    let expected = "a2=1,b3=b,bc2=b,c3=c,bd=bc,cd=b2,d3=d,be=bc,ce=b2,e2=de,bf=ab,cf=ab2c,d2f=f,f2=b2,b2g=g,c2g=g,dg=cg,\
                    eg=cg,fg=ag,g2=b2";
    assert_eq!(relations.join(","), expected);
    let mut lost: Vec<String> = found.lost.iter().map(word).collect();
    lost.sort_unstable();
    assert_eq!(lost.join(","), "a,ac,ac2,ad2,ade,adf,b2,d,e");
}

/// Misère outcomes by the definition: knows heaps as numbers, and nothing else.
struct Search {
    options: Vec<Vec<Vec<u64>>>,
    lost: FxHashMap<Vec<u64>, bool>,
}

impl Search {
    fn of(rules: &HeapRules, largest: u64) -> Search {
        Search { options: (0..=largest).map(|heap| rules.options(heap)).collect(), lost: FxHashMap::default() }
    }

    /// Is a sum of heaps in ascending order lost for the player to move?
    fn is_lost(&mut self, heaps: &[u64]) -> bool {
        if let Some(lost) = self.lost.get(heaps) {
            return *lost;
        }
        let mut after = Vec::new();
        for (place, heap) in heaps.iter().enumerate() {
            for option in self.options[usize::try_from(*heap).unwrap()].clone() {
                let mut sum = [&heaps[..place], &heaps[place + 1..], &option].concat();
                sum.sort_unstable();
                after.push(sum);
            }
        }
        let lost = !after.is_empty() && after.iter().all(|sum| !self.is_lost(sum));
        self.lost.insert(heaps.to_vec(), lost);
        lost
    }
}

/// Compares all sums of so many tokens, of heaps that the quotient knows, with the search.
fn compare(of: &HeapQuotient, search: &mut Search, tokens: u64, what: &str) {
    fn each(heaps: &mut Vec<u64>, left: u64, visit: &mut dyn FnMut(&[u64])) {
        visit(heaps);
        for heap in heaps.last().copied().unwrap_or(1)..=left {
            heaps.push(heap);
            each(heaps, left - heap, visit);
            heaps.pop();
        }
    }
    each(&mut Vec::new(), tokens, &mut |heaps| {
        let images: Option<Vec<Element>> = heaps.iter().map(|heap| of.image(0, *heap)).collect();
        let Some(images) = images else { return };
        let image = images.into_iter().fold(Element::ONE, |product, image| of.monoid().product(product, image));
        assert_eq!(of.monoid().is_lost(image), search.is_lost(heaps), "{what}: {heaps:?}");
    });
}

#[test]
fn every_sum_is_decided_as_a_search_decides_it() {
    let mut dice = Dice::new(20_260_101);
    let (mut solved, mut split) = (0, 0);
    for round in 0..tries(40) {
        let digits: Vec<u8> = (0..=1 + dice.below(3))
            .map(|place| if place == 0 { 4 * dice.small::<u8>(2) } else { dice.small(8) })
            .collect();
        let rules = Arc::new(HeapRules::coded(&digits).unwrap());
        let mut known = HeapQuotient::new(vec![rules.clone()]);
        let budget = Budget::new(Limits::default(), Arc::default());
        let _ = budget.within(1_000_000, || known.extend(&[40], &budget)).or_else(|stop| match stop {
            SolveError::Positions { .. } => Ok(None),
            stop => Err(stop),
        });
        solved += usize::from(known.period(0).is_some());
        split += usize::from(digits.iter().any(|digit| digit & 4 != 0));
        let tokens = if round % 10 == 0 { 40 } else { 20 };
        compare(&known, &mut Search::of(&rules, tokens), tokens, &format!("{digits:?}"));
    }
    assert!(solved > often(11) && split > often(11), "{solved} {split}");
}

#[test]
fn what_is_proved_holds_beyond_two_periods() {
    let mut proved = 0;
    for (code, _, _, period, preperiod) in PUBLISHED {
        let Ruleset::Heap(rules) = &game(code).ruleset.clone() else { panic!() };
        let mut known = HeapQuotient::new(vec![rules.clone()]);
        known.extend(&[400], &Budget::default()).unwrap();
        // One heap, and one beside each of the first heaps, whose plays a search can follow.
        let last = (preperiod + 2 * period + 3).min(36);
        let mut search = Search::of(rules, last);
        for (heap, beside) in (0..=last).flat_map(|heap| (0..4).map(move |beside| (heap, beside))) {
            let image = known.monoid().product(known.image(0, heap).unwrap(), known.image(0, beside).unwrap());
            let mut sum = vec![heap, beside];
            sum.sort_unstable();
            assert_eq!(known.monoid().is_lost(image), search.is_lost(&sum), "{code}: {sum:?}");
        }
        proved += usize::from(last > preperiod + 2 * period);
        // The elements of far heaps, by learning on where the proof would stop.
        known.go_on(preperiod + 3 * period + 20);
    }
    assert!(proved > 10, "{proved}");
}

#[test]
fn a_slow_exact_search_finds_the_same_quotients() {
    for code in ["0.33", "0.34", "0.53", "0.71", "0.144", "0.3333"] {
        let Ruleset::Heap(rules) = &game(code).ruleset.clone() else { panic!() };
        let [mut fast, mut exact] = [false, true].map(|exact| {
            let mut known = HeapQuotient::new(vec![rules.clone()]);
            known.search_exactly(exact);
            known
        });
        for known in [&mut fast, &mut exact] {
            known.extend(&[60], &Budget::default()).unwrap();
        }
        let [fast, exact] = [fast, exact].map(|known| {
            let presentation = known.presentation(&Budget::default()).unwrap();
            (known.monoid().order(), known.period(0).copied(), presentation.generators, presentation.relations)
        });
        assert_eq!(fast, exact, "{code}");
    }
}

#[test]
fn several_games_and_what_is_not_finite() {
    let nim = Moves::take(1..).game("Nim").unwrap();
    let mut solver = Solver::default();
    let found = solver.quotient(&[up_to(&nim, 20)], u64::MAX).unwrap().unwrap();
    let Extent::Heaps(known) = &found.extent else { panic!() };
    assert_eq!((found.order, found.lost.len(), &known[0].period, known[0].checked), (34, 2, &None, 20));
    let both = [up_to(&game("0.33"), 400), up_to(&game("0.53"), 400)];
    let found = solver.quotient(&both, u64::MAX).unwrap().unwrap();
    let repeat: Vec<u64> = periods(&found).into_iter().map(|period| period.unwrap().period).collect();
    assert_eq!((repeat, found.order >= 16), (vec![3, 9], true));
}

/// Compares the outcomes of all sums of the heaps of several games up to their bounds, each at most so often.
fn compare_several(games: &[(&str, u64)], copies: usize) -> usize {
    let rules = |code: &str| match &game(code).ruleset {
        Ruleset::Heap(rules) => rules.clone(),
        _ => panic!(),
    };
    let of: Vec<Arc<HeapRules>> = games.iter().map(|(code, _)| rules(code)).collect();
    let bounds: Vec<u64> = games.iter().map(|(_, last)| *last).collect();
    let mut known = HeapQuotient::new(of.clone());
    known.extend(&bounds, &Budget::default()).unwrap();
    // A heap h of the game g is the number 1000·g + h of one set of heaps.
    let mut search = Search { options: vec![Vec::new(); 1000 * games.len()], lost: FxHashMap::default() };
    let mut heaps = Vec::new();
    for (number, rules) in of.iter().enumerate() {
        let shift = 1000 * number as u64;
        for heap in 1..=bounds[number].min(9) {
            heaps.push((number, heap));
            let options = rules.options(heap).into_iter();
            let options = options.map(|option| option.into_iter().map(|heap| shift + heap).collect()).collect();
            search.options[usize::try_from(shift + heap).unwrap()] = options;
        }
    }
    let mut dice = Dice::new(20_260_103);
    for _ in 0..tries(400) {
        let chosen: Vec<(usize, u64)> =
            (0..copies).map(|_| heaps[usize::try_from(dice.below(heaps.len() as u64)).unwrap()]).collect();
        let images = chosen.iter().map(|(game, heap)| known.image(*game, *heap).unwrap());
        let product = images.fold(Element::ONE, |product, image| known.monoid().product(product, image));
        let mut sum: Vec<u64> = chosen.iter().map(|(game, heap)| 1000 * *game as u64 + heap).collect();
        sum.sort_unstable();
        assert_eq!(known.monoid().is_lost(product), search.is_lost(&sum), "{games:?} {chosen:?}");
    }
    known.monoid().order()
}

#[test]
fn several_games_with_bounds_of_their_own() {
    for (games, copies) in [
        (&[("0.77", 100), ("0.33", 4)][..], 4),
        (&[("0.33", 300), ("0.34", 300)][..], 4),
        (&[("0.53", 12), ("0.71", 300), ("0.3", 2)][..], 4),
        (&[("4.3", 6), ("0.34", 200)][..], 3),
    ] {
        assert!(compare_several(games, copies) > 6, "{games:?}");
    }
}

/// Positions whose options are any sums of smaller ones.
struct RandomPositions(Vec<Vec<Vec<usize>>>);

impl NumberedPositions for RandomPositions {
    fn each_option(&self, position: usize, _: &Meter, visit: &mut dyn FnMut(&[usize]) -> Visited) -> Solved<()> {
        for option in &self.0[position] {
            let _ = visit(option)?;
        }
        Ok(())
    }
}

#[test]
fn positions_drawn_at_random_are_decided_as_a_search_decides_them() {
    let mut dice = Dice::new(20_260_104);
    let mut below = |limit: usize| usize::try_from(dice.below(limit as u64)).unwrap();
    let mut found = 0;
    for _ in 0..tries(300) {
        let mut options: Vec<Vec<Vec<usize>>> = vec![Vec::new()];
        for position in 1..5 + below(5) {
            let count = below(4);
            options.push((0..count).map(|_| (0..1 + below(2)).map(|_| below(position)).collect()).collect());
        }
        let positions = RandomPositions(options.clone());
        let mut classes = Classes::new();
        let budget = Budget::default();
        if budget.within(300_000, || classes.extend(&positions, options.len(), &budget)).unwrap().is_none() {
            continue;
        }
        found += 1;
        let plain = |sum: &Vec<usize>| sum.iter().map(|part| *part as u64).collect();
        let mut search = Search {
            options: options.iter().map(|of| of.iter().map(plain).collect()).collect(),
            lost: FxHashMap::default(),
        };
        let monoid = classes.learner.verified().monoid();
        for _ in 0..60 {
            let mut sum: Vec<usize> = (0..below(5)).map(|_| below(options.len())).collect();
            sum.sort_unstable();
            let product = sum.iter().fold(Element::ONE, |product, part| monoid.product(product, classes.image(*part)));
            assert_eq!(monoid.is_lost(product), search.is_lost(&plain(&sum)), "{options:?} {sum:?}");
        }
    }
    assert!(found > often(250), "{found}");
}

#[test]
fn a_quotient_that_was_interrupted_goes_on() {
    let budget = Budget::new(Limits::default(), Arc::default());
    for codes in [&["0.77"][..], &["0.53", "0.34"][..], &["0.115"][..]] {
        let of: Vec<BoundedGame> = codes.iter().map(|code| up_to(&game(code), 400)).collect();
        let whole = Solver::default().quotient(&of, u64::MAX).unwrap().unwrap();
        let rules = of.iter().map(|of| match &of.game.ruleset {
            Ruleset::Heap(rules) => rules.clone(),
            _ => panic!(),
        });
        let mut known = HeapQuotient::new(rules.collect());
        let bounds = vec![400; codes.len()];
        let (mut rounds, mut steps) = (0, 1_000);
        while budget.within(steps, || known.extend(&bounds, &budget)).unwrap().is_none() {
            rounds += 1;
            steps += steps / 4;
            // What is known stays right, and knows each heap that it says it knows.
            assert!(known.known_heaps().all(|(game, heap)| known.image(game, heap).is_some()));
        }
        let found: Vec<Option<Period>> = (0..codes.len()).map(|game| known.period(game).copied()).collect();
        assert_eq!((known.monoid().order(), found), (whole.order, periods(&whole)), "{codes:?}");
        assert!(rounds > 5, "{codes:?} {rounds}");
    }
}

#[test]
fn moves_by_a_quotient_are_those_of_a_search() {
    let mut dice = Dice::new(20_260_102);
    for code in ["0.77", "0.53", "0.34", "4.3", "0.3"] {
        let game = game(code);
        let (mut by_quotient, mut by_search) = (Solver::default(), Solver::default());
        by_quotient.quotient(&[up_to(&game, 400)], u64::MAX).unwrap();
        for _ in 0..60 {
            let mut parts = Vec::new();
            for _ in 0..1 + dice.below(3) {
                let [part] = <[_; 1]>::try_from(game.heap(dice.below(7)).parts).unwrap();
                parts.push(Summand { copies: 1 + dice.below(2), ..part });
            }
            let sum = Sum { parts };
            assert!(by_quotient.quotient_element(&sum).unwrap().is_some(), "{sum}");
            assert!(by_search.quotient_element(&sum).unwrap().is_none(), "{sum}");
            let [one, other] = [&mut by_quotient, &mut by_search].map(|solver| {
                let found = solver.misere_moves(&sum, 100).unwrap();
                let moves = |list: &[Move]| {
                    let mut moves: Vec<String> = list
                        .iter()
                        .map(|made| format!("{} {} {}", made.part, made.from, made.to.normal().unwrap()))
                        .collect();
                    moves.sort_unstable();
                    moves
                };
                let lists = (moves(&found.winners), moves(&found.losers));
                let wins = solver.misere_winning_move(&sum).unwrap().is_some();
                (solver.misere_outcome(&sum).unwrap(), wins, found.total, found.winning, lists)
            });
            assert_eq!(one, other, "{sum}");
        }
    }
}

#[test]
fn the_moves_of_large_heaps_are_counted_as_if_one_by_one() {
    for code in ["0.77", "0.53", "0.152", "4.3", "0.3"] {
        let game = game(code);
        let Ruleset::Heap(rules) = &game.ruleset else { panic!() };
        let mut solver = Solver::default();
        solver.quotient(&[up_to(&game, 400)], u64::MAX).unwrap();
        for heap in [1_025, 1_031, 1_100] {
            let found = solver.misere_moves(&game.heap(heap), 5).unwrap();
            let quotient = &solver.misere.quotients.known[0];
            let options = rules.options(heap);
            let wins = |option: &&Vec<u64>| quotient.monoid().is_lost(quotient.product(0, option).unwrap());
            let expected = (options.len() as u128, options.iter().filter(wins).count() as u128);
            assert_eq!((found.total, found.winning), expected, "{code} {heap}");
        }
        let far = game.heap(1_000_000_000_000_000_000);
        let outcome = solver.misere_outcome(&far).unwrap();
        assert_eq!(solver.misere_winning_move(&far).unwrap().is_some(), outcome == Outcome::N, "{code}");
    }
}
