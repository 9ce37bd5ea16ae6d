//! Systems of heaps: rules with one number that may be large, which moves lower or split, and few kinds beside. Values and proved
//! periods agree with the definition, on random systems of one to four kinds, of two games that name each other, and of moves to heaps of
//! other games.

use std::ops::ControlFlow;

use grundy_engine::game::{Position, Sum, Value};
use grundy_engine::nim::{Nimber, NumberRow};
use grundy_engine::solve::{Effort, SolveError, Solver, Theorem};

use crate::common::Played;
use crate::common::dice::{Dice, often, tries};
use crate::common::games::{definition_only, fast, game, position};

/// Draws the rules of one game or of two.
struct Systems {
    dice: Dice,
    kinds: u64,
    names: &'static [&'static str],
    /// Whether moves also lead to heaps of other games.
    lends: bool,
}

impl Systems {
    fn definitions(&mut self) -> String {
        self.kinds = 1 + self.dice.below(4);
        self.names = if self.dice.below(3) == 0 { &["G", "H"] } else { &["G"] };
        let most = self.kinds - 1;
        let games = self.names.iter().map(|name| {
            let clauses: Vec<String> = (0..=self.dice.below(3)).map(|_| self.clause()).collect();
            let holds = self.dice.pick(&["", "", " and (n > 0 or t == 0)", " and n % 4 != 1"]);
            format!("game {name}(n, t) where t in 0..{most}{holds} = {}", clauses.join(" | "))
        });
        games.collect::<Vec<_>>().join("; ")
    }

    fn clause(&mut self) -> String {
        let guard =
            self.dice.pick(&["n > 0", "t > 0", "n % 2 == t % 2", "n > 3", "t != 1", "n % 3 != t", "n >= 2*t", "t < 9"]);
        let star = self.dice.pick(&["", "", "", " + *1", " + *2"]);
        let beside = self.place("n-2", false);
        match self.dice.below(8) {
            0 => format!("G(n, t-1) if {guard}"),
            1 | 2 => {
                let less = format!("n-{}", 1 + self.dice.below(3));
                format!("{}{star} if {guard}", self.place(&less, false))
            }
            3 => format!("{} + {beside} for a in {{1, 2}} if {guard}", self.split(0)),
            _ => {
                let loss = self.dice.below(4);
                let first = if loss == 0 { 1 + self.dice.below(3) } else { self.dice.below(4) };
                let end =
                    self.dice.pick(&["n-{loss}-{first}", "n-{loss}-1", "n/2", "(n-{loss})/2", "n/2-1", "n-{loss}-3"]);
                let end = end.replace("{loss}", &loss.to_string()).replace("{first}", &first.to_string());
                let asked = self.dice.pick(&[
                    "a != n-{loss}-a",
                    "a < n-{loss}-a",
                    "a <= n-{loss}-a",
                    "2*a < n",
                    "a % 2 == 0",
                    "odd(a)",
                    "a > 3",
                    "a != 2",
                    "n-a > 3",
                    "2*a != n-{loss}",
                    "a >= n-a",
                    "not a in [1, 2, 5]",
                    "a > 1 or t == 0",
                    "even(n-a)",
                    "a >= 0",
                    "a <= n/2",
                ]);
                let asked = asked.replace("{loss}", &loss.to_string());
                let step = self.dice.pick(&["", "", "", "", " step 2", " step 3"]);
                format!("{}{star} for a in {first}..{end}{step} if {asked} and {guard}", self.split(loss))
            }
        }
    }

    /// Two parts of n less `loss`; with 0, the variable is one of several numbers.
    fn split(&mut self, loss: u64) -> String {
        let more = if loss == 0 { 0 } else { self.dice.below(3) };
        let part = self.dice.pick(&["a", "a", "a-1", "a+1"]).to_string();
        let rest = if part == "a+1" { more + loss + 1 } else { more + loss };
        let (part, rest) = match loss {
            0 => ("a".to_owned(), "n-a".to_owned()),
            _ => (part, format!("n-{rest}-a")),
        };
        format!("{} + {}", self.place(&part, true), self.place(&rest, true))
    }

    fn place(&mut self, number: &str, in_split: bool) -> String {
        let (kinds, most) = (self.kinds, self.kinds - 1);
        let mut others =
            vec!["0".to_owned(), "t".to_owned(), most.to_string(), format!("(t+1) % {kinds}"), format!("{most}-t")];
        if in_split {
            others.extend(["if a > 2 then 0 else t".to_owned(), format!("a % {kinds}"), format!("min(a, {most})")]);
        }
        if self.lends && self.dice.below(4) == 0 {
            return format!("{}({number})", self.dice.pick(&["Kayles", "(take <1, 3>)", "(octal 0.07)", "(hex 0.8)"]));
        }
        let index = usize::try_from(self.dice.below(others.len() as u64)).unwrap();
        format!("{}({number}, {})", self.dice.pick(self.names), others[index])
    }
}

/// The values of a kind for the numbers below `count`; `None` where there is no position. An error where play may never end.
fn values(
    solver: &mut Solver,
    definitions: &str,
    name: &str,
    kind: i128,
    count: i128,
) -> Result<Vec<Option<Nimber>>, SolveError> {
    let game = game(definitions, &format!("{name}(2, 0)"));
    (0..count)
        .map(|n| {
            let here = position(&game, &[n, kind]);
            if solver.is_admitted(&here)? { solver.position_value(&here).map(Some) } else { Ok(None) }
        })
        .collect()
}

/// Compares the values and the proved periods of random systems with the definition.
fn compare_systems(seed: u64, lends: bool, count: usize, last: i128) -> (usize, usize) {
    let mut systems = Systems { dice: Dice::new(seed), kinds: 1, names: &["G"], lends };
    let (mut split, mut proved) = (0, 0);
    for _ in 0..count {
        let definitions = systems.definitions();
        let (mut quick, mut slow) = (fast(), definition_only());
        for name in systems.names {
            let asked = game(&definitions, &format!("{name}(2, 0)"));
            for kind in 0..i128::from(systems.kinds) {
                let Ok(expected) = values(&mut slow, &definitions, name, kind, last) else { continue };
                assert_eq!(
                    values(&mut quick, &definitions, name, kind, last).as_ref(),
                    Ok(&expected),
                    "{name}, {kind} of\n{definitions}"
                );
                let effort = Effort { heaps: 600, steps: 50_000_000 };
                let Some(proof) = quick.period_along(&position(&asked, &[0, kind]), 0, effort).unwrap() else {
                    continue;
                };
                let number = |n: u64| usize::try_from(n).unwrap();
                let (first, period) = (number(proof.period.preperiod), number(proof.period.period));
                for n in first..expected.len().saturating_sub(period) {
                    let (here, later) = (expected[n], expected[n + period]);
                    assert!(here.is_some() && here == later, "{n}, {name}, {kind}: {proof:?} of\n{definitions}");
                }
                // Whether two periods were looked at.
                proved += usize::from(first + 2 * period < expected.len());
                split += usize::from(proof.theorem == Theorem::SplitSystem);
            }
        }
    }
    (split, proved)
}

/// Compares counted options with those that are looked at one by one; `false` if they cannot be counted.
fn compare_options(solver: &mut Solver, position: &Position, wanted: Nimber) -> bool {
    let Some(counted) = solver.option_count(position, wanted, 3).unwrap() else { return false };
    let mut options = Vec::new();
    let listed = solver.each_option(position, &mut |option| {
        options.push(option.normal().unwrap());
        ControlFlow::Continue(())
    });
    listed.unwrap();
    options.sort();
    options.dedup();
    let all: Vec<(Sum, Nimber)> =
        options.into_iter().map(|option| (solver.value(&option).unwrap(), option)).map(|(n, sum)| (sum, n)).collect();
    let values = || all.iter().map(|(_, value)| *value);
    let found = values().filter(|value| *value == wanted).count();
    assert_eq!((counted.total, counted.wanted), (all.len() as u128, found as u128), "{position:?}");
    assert_eq!(counted.values, Some(values().collect()), "{position:?}");
    assert_eq!(counted.largest, values().max().unwrap_or_default());
    assert_eq!((counted.examples.is_empty(), counted.others.is_empty()), (found == 0, found == all.len()));
    let examples = counted.examples.iter().map(|option| (option, wanted));
    for (option, value) in examples.chain(counted.others.iter().map(|(option, value)| (option, *value))) {
        let place = all.binary_search_by(|(other, _)| other.cmp(&option.normal().unwrap()));
        assert_eq!(place.map(|place| all[place].1), Ok(value), "{option:?} of {position:?}");
    }
    true
}

/// Options are counted far away in random systems; returns of how many positions.
fn compare_far_options(seed: u64, count: usize) -> usize {
    let mut systems = Systems { dice: Dice::new(seed), kinds: 1, names: &["G"], lends: false };
    let mut counted = 0;
    for _ in 0..count {
        let definitions = systems.definitions();
        let mut quick = fast();
        let asked = game(&definitions, "G(2, 0)");
        for kind in 0..i128::from(systems.kinds) {
            let effort = Effort { heaps: 600, steps: 50_000_000 };
            let proof = quick.period_along(&position(&asked, &[0, kind]), 0, effort).unwrap();
            if proof.is_some_and(|proof| proof.theorem == Theorem::SplitSystem) {
                let far = position(&asked, &[4097 + i128::from(systems.dice.below(12)), kind]);
                let wanted = Nimber(systems.dice.below(4));
                counted += usize::from(compare_options(&mut quick, &far, wanted));
            }
        }
    }
    counted
}

#[test]
fn options_of_large_heaps_are_counted() {
    let counted = compare_far_options(0x0c07_11ed_0a5e_77e5, tries(120));
    assert!(counted > often(15), "{counted} positions");
}

#[test]
#[ignore = "takes minutes"]
fn options_of_large_heaps_are_counted_in_thousands_of_systems() {
    let seed = std::env::var("SEED").map_or(1, |seed| seed.parse().unwrap());
    let counted = compare_far_options(seed, 4000);
    assert!(counted > 500, "{counted} positions");
}

/// A rule with one coordinate, of which a move takes away a bounded number.
fn rule_of_one_number(dice: &mut Dice) -> String {
    let mut clause = || {
        let guard = dice.pick(&["n > 0", "odd(n)", "n % 3 != 1", "n > 5", "n % 4 == 2", "n % 7 < 4"]);
        let (one, other) = (1 + dice.below(5), 2 + dice.below(9));
        let star = dice.pick(&["", "", " + *1", " + *3"]);
        format!("(n-k){star} for k in {{{one}, {other}}} if {guard}")
    };
    let clauses = [clause(), clause(), clause()];
    let count = 1 + usize::try_from(dice.below(3)).unwrap();
    let holds = dice.pick(&["", "", "", " where n % 5 != 3", " where n > 9 or even(n)"]);
    format!("game G(n){holds} = {}", clauses[..count].join(" | "))
}

/// Rows of many positions of a written rule have the nim-sum of all of them, and a move in one of them makes up for it.
#[test]
fn rows_of_positions_far_away_have_the_values_of_all_of_them() {
    let mut dice = Dice::new(0x0520_7e55_a110_f175);
    let (mut summed, mut left, mut moves) = (0, 0, 0);
    for _ in 0..tries(250) {
        let definitions = rule_of_one_number(&mut dice);
        let game = game(&definitions, "G(0)");
        let (mut quick, mut again, mut slow) = (fast(), fast(), definition_only());
        for _ in 0..8 {
            let first = if dice.below(2) == 0 { dice.below(40) } else { (1 << 17) - dice.below(300) };
            let step = if first < 40 { 700 + dice.below(900) } else { 1 + dice.below(9) };
            let count = ((1 << 17) + dice.below(500)).saturating_sub(first) / step + 1 + dice.below(60);
            let row = NumberRow { first, step, count };
            let mut heaps = (0..count).map(|index| position(&game, &[row.get(index).unwrap().into()]));
            let is_far = row.last().unwrap() >= 1 << 17;
            if !is_far || !quick.sums_row(&game, row).unwrap() {
                let is_inside = heaps.all(|heap| quick.is_admitted(&heap).unwrap());
                assert!(!is_far || !is_inside, "{row:?} of {definitions}");
                left += 1;
                continue;
            }
            let wanted: Nimber = heaps
                .map(|heap| {
                    let solver = if heap.coordinates[0] < Value::Integer(400) { &mut slow } else { &mut again };
                    solver.position_value(&heap).unwrap()
                })
                .collect();
            assert_eq!(quick.row_value(&game, row), Ok(wanted), "{row:?} of {definitions}");
            summed += 1;
            let Some(made) = quick.row_move(&game, row, wanted).unwrap() else {
                assert_eq!(wanted, Nimber::ZERO, "{row:?} of {definitions}");
                continue;
            };
            let change = again.value(&Sum::of(made.from.clone())).unwrap() ^ again.value(&made.to).unwrap();
            assert_eq!(change, wanted, "{row:?} of {definitions}");
            moves += 1;
        }
    }
    assert!(summed > often(1000) && left > often(100) && moves > often(300), "{summed} {left} {moves}");
}

/// What is asked of a position that has 3 · 10^18 options.
#[test]
fn questions_about_a_game_with_a_pass_far_away() {
    let mut played = Played::new();
    played.answer(
        "game O(n, p in 0..1) = (a, p) + (n-k-a, 0) for k in {1, 2} for a in 0..n-k | (n, 0) if p == 1 and n > 0",
    );
    let moves = played.answer("moves O(10^18, 1)");
    assert!(moves.contains(" of 2,000,000,000,000,000,000 moves win:"), "{moves}");
    let moves = played.answer("moves O(10^18, 1) + O(10^17 + 1, 0)");
    assert!(moves.contains("wins "), "{moves}");
    let explained = played.answer("explain O(10^18, 1)");
    assert!(explained.contains("1,999,999,999,999,999,9") && explained.contains("16 is not."), "{explained}");
    assert!(explained.contains("First player wins: the value is 16"), "{explained}");
    let lost = played.answer("explain O(10^18, 1) + *16");
    assert!(lost.contains("Second player wins"), "{lost}");
}

#[test]
fn random_systems_agree_with_the_definition() {
    for lends in [false, true] {
        let (split, proved) = compare_systems(0x51ed_2701_93ac_6b0f, lends, tries(150), 90);
        assert!(split > often(20) && proved > often(80), "{lends}: {split} that split, {proved} in all");
    }
}

#[test]
#[ignore = "takes minutes"]
fn thousands_of_random_systems_agree_with_the_definition() {
    let seed = std::env::var("SEED").map_or(1, |seed| seed.parse().unwrap());
    for lends in [false, true] {
        let (split, proved) = compare_systems(seed, lends, 2000, 120);
        assert!(split > 500 && proved > 1000, "{lends}: {split} that split, {proved} in all");
    }
}

/// Kayles that may be passed once, however it is written, and what is said of it.
#[test]
fn a_game_with_a_pass_far_away() {
    let split = "(a, p) + (n-k-a, 0) for k in {1, 2} for a in 0..n-k";
    let ways = [
        format!("game O(n, p in 0..1) = {split} | (n, 0) if p == 1 and n > 0"),
        "game O(n, p in 0..1) = (a, if p == 1 then 1 else 0) + (n-k-a, 0) for k in 1..min(n, 2) for a in 0..n-k | (n, p-1) if n > 0"
            .to_owned(),
        "game O(n, p in 0..1) = (n-b, 0) + (b-k, p) for k in {2, 1} for b in k..n | (n, 0) if n > 0 and p > 0".to_owned(),
    ];
    let mut slow = definition_only();
    let expected = values(&mut slow, &ways[0], "O", 1, 150).unwrap();
    for way in &ways {
        let asked = game(way, "O(1, 1)");
        let mut quick = fast();
        assert_eq!(values(&mut quick, way, "O", 1, 150).unwrap(), expected, "{way}");
        let proof = quick.period_along(&position(&asked, &[0, 1]), 0, Effort::USUAL).unwrap().unwrap();
        assert_eq!(
            (proof.period.period, proof.period.preperiod, proof.theorem),
            (12, 123, Theorem::SplitSystem),
            "{way}"
        );
        let far = 1_000_000_000_000_000_000_i128;
        let near = usize::try_from(123 + (far - 123) % 12).unwrap();
        assert_eq!(Some(quick.position_value(&position(&asked, &[far, 1])).unwrap()), expected[near], "{way}");
    }
    let mut played = Played::new();
    played.answer(&ways[0]);
    assert!(played.answer("winner O(10^18, 1) + Nim(16)").starts_with("Second player wins"));
}

/// A rule that names another game has the proof that it has when the other game is a kind of its own.
#[test]
fn a_game_whose_moves_lead_to_heaps_of_another() {
    let kayles = "game K(n) = (a) + (n-k-a) for k in {1, 2} for a in 0..n-k; ";
    let split = |other: &str| format!("(a) + {other}(n-k-a) for k in {{1, 2}} for a in 0..n-k | {other}(n) if n > 0");
    for (definitions, period, preperiod) in [
        (format!("{kayles}game P(n) = {}", split("K")), 12, 123),
        (format!("game P(n) = {}", split("Kayles")), 12, 123),
        ("game P(n) = Kayles(n-1) | Kayles(n-2)".to_owned(), 1, 3),
        ("game A(n) = (n-1) | (n-3); game P(n) = A(n-1) | (n-2)".to_owned(), 4, 0),
    ] {
        let asked = game(&definitions, "P(1)");
        let proof = fast().period_along(&position(&asked, &[0]), 0, Effort::USUAL).unwrap().unwrap();
        assert_eq!((proof.period.period, proof.period.preperiod), (period, preperiod), "{definitions}");
        let value = |solver: &mut Solver, n: i128| solver.position_value(&position(&asked, &[n])).unwrap();
        let (mut quick, mut slow) = (fast(), definition_only());
        for n in (0..150).chain([400]) {
            assert_eq!(value(&mut quick, n), value(&mut slow, n), "{n} of {definitions}");
        }
    }
    // Of Grundy's game no period is known, and the values of this one rise.
    for other in ["GrundysGame", "(take any)"] {
        let asked = game(&format!("game P(n) = {other}(n-1) | (n-2)"), "P(1)");
        let effort = Effort { heaps: 400, steps: 50_000_000 };
        assert_eq!(fast().period_along(&position(&asked, &[0]), 0, effort), Ok(None), "{other}");
    }
}

/// What the theorem does not cover is not called proved: parts that are as far apart as x is large, or of which only one is a heap.
#[test]
fn splits_that_are_not_read_are_not_proved() {
    for rule in [
        "(a, t) for a in 0..n-1",
        "(a, 0) + (a, 1) for a in 0..n-1",
        "(a, 0) + (n-2*a, t) for a in 1..n/2",
        "(n/2, 0) + (n/2-1, 1) if n > 1",
        "(a, 0) + (n-1-a, t) for a in 0..n-1 if 3*a < n",
        "(a, 0) + (n-1-a, 1) for a in 0..n-1 if 2*a == n-1",
        "(a, 0) + (b, 0) + (n-1-a-b, t) for a in 0..n-1 for b in 0..n-1-a",
        "(a, 0) + (n+1-a, t) for a in 2..n",
        "sum[(a, 0) for a in 0..n-1]",
        "(n, t) + (n-1, 0) for a in 0..n-1 if prime(a)",
    ] {
        let game = game(&format!("game G(n, t in 0..1) = {rule}"), "G(1, 1)");
        let effort = Effort { heaps: 400, steps: 50_000_000 };
        let found = fast().period_along(&position(&game, &[0, 1]), 0, effort);
        assert_eq!(found, Ok(None), "{rule}");
    }
}

/// A split that a clause names is read as one that is written out.
#[test]
fn splits_under_conditions_have_proved_periods() {
    let rules = [
        "split unequal if even(n)",
        "split unequal if n % 3 == 0",
        "split if n % 4 == 1",
        "split equal if n % 3 == 1 | take 1",
        "take <1, 2> then split equal if n % 4 != 1",
        "take 2 then maybe split if odd(n)",
        "take 1 then split unequal if n % 3 != 1 | take 2 if even(n)",
        "octal 0.07 if odd(n)",
    ];
    let mut proved = 0;
    for rule in rules {
        let definition = format!("game G(n) = {rule}");
        let asked = game(&definition, "G(2)");
        let (mut quick, mut slow) = (fast(), definition_only());
        for n in 0..150 {
            let here = position(&asked, &[n]);
            assert_eq!(quick.position_value(&here), slow.position_value(&here), "{n} in {rule}");
        }
        let effort = Effort { heaps: 600, steps: 50_000_000 };
        let Some(found) = quick.period_along(&position(&asked, &[0]), 0, effort).unwrap() else {
            continue;
        };
        proved += 1;
        for n in found.period.preperiod..found.period.preperiod + 40 {
            let [here, later] =
                [n, n + found.period.period].map(|n| slow.position_value(&position(&asked, &[n.into()])));
            assert_eq!(here, later, "{n} in {rule}");
        }
    }
    assert!(proved >= 5, "{proved}");
}
