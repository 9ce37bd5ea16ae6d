//! Tests: every engine that fits a ruleset agrees with the definition, and the definition agrees with a search for
//! the winner that knows no Grundy values.

use std::collections::HashMap;
use std::sync::Arc;

use super::{ENGINES, HeapTable};
use crate::dice::{Dice, stride, tries};
use crate::game::{Amounts, Family, HeapRules, Likeness, Set, Shape};
use crate::nim::Nimber;
use crate::solve::Budget;

/// The clauses of rules as tests write them: the fewest and the most heaps left, how they are alike, the amounts.
type Clauses<'a> = &'a [(u32, Option<u32>, Likeness, Amounts)];

pub(super) fn rules(clauses: Clauses, divisors: &[u64]) -> HeapRules {
    let moves = clauses.iter().flat_map(|(least, most, likeness, amounts)| {
        let shapes = match most {
            Some(most) => (*least..=*most).map(|heaps| Shape::exactly(heaps, *likeness)).collect(),
            None => vec![Shape::at_least(*least, *likeness)],
        };
        shapes.into_iter().map(|shape| (shape, amounts.clone()))
    });
    HeapRules::new(moves.collect(), Amounts::finite(divisors.to_vec())).unwrap()
}

pub(super) fn take(amounts: Amounts) -> HeapRules {
    rules(&[(0, Some(1), Likeness::Any, amounts)], &[])
}

pub(super) fn finite(amounts: &[u64]) -> Amounts {
    Amounts::finite(amounts.to_vec())
}

pub(super) fn all_but(amounts: &[u64]) -> Amounts {
    let mut except = amounts.to_vec();
    except.push(0);
    except.sort_unstable();
    except.dedup();
    Amounts::AllBut(except.into())
}

/// The rules of a code of digits. Taking nothing and leaving one heap or none is not a move, so digit 0 keeps only
/// its splits.
pub(super) fn code(digits: &[u32]) -> HeapRules {
    let digits: Vec<u8> = digits
        .iter()
        .enumerate()
        .map(|(amount, digit)| u8::try_from(if amount == 0 { digit & !3 } else { *digit }).unwrap())
        .collect();
    HeapRules::coded(&digits).unwrap()
}

impl Dice {
    pub(super) fn amounts(&mut self, most: u64, largest: u64) -> Vec<u64> {
        let count = 1 + self.below(most);
        (0..count).map(|_| 1 + self.below(largest)).collect()
    }
}

/// Random rules with small numbers, of all kinds.
fn mixtures(dice: &mut Dice, count: usize) -> Vec<HeapRules> {
    let mut found = Vec::new();
    for _ in 0..count {
        let clauses = 1 + dice.below(3);
        let mut written = Vec::new();
        for _ in 0..clauses {
            let amounts = match dice.below(4) {
                0 => all_but(&dice.amounts(3, 8)),
                _ => Amounts::finite(dice.amounts(4, 7)),
            };
            let least = dice.small(4);
            let most = match dice.small(4) {
                0 => None,
                more => Some(least + more - 1),
            };
            let likeness = match dice.below(6) {
                _ if least < 2 => Likeness::Any,
                0 => Likeness::Equal,
                1 => Likeness::Unequal,
                2 if most != Some(2) => Likeness::NotAllEqual,
                _ => Likeness::Any,
            };
            let amounts = if least >= 2 && dice.below(2) == 0 { finite(&[0]) } else { amounts };
            written.push((least, most, likeness, amounts));
        }
        let divisors: Vec<u64> = if dice.below(5) == 0 { vec![2, 2 + dice.below(5)] } else { Vec::new() };
        found.push(rules(&written, &divisors));
    }
    found
}

/// Who wins a sum of heaps, found by trying every move to the end: no mex, no nim-sums. Negative numbers stand for
/// Nim heaps, so that the value of a heap is the Nim heap that loses with it.
struct WinnerSearch<'a> {
    rules: &'a HeapRules,
    known: HashMap<Vec<i64>, bool>,
}

impl WinnerSearch<'_> {
    fn value(&mut self, heap: i64) -> u64 {
        (0i64..).find(|nim| !self.wins(vec![heap, -nim])).unwrap() as u64
    }

    fn wins(&mut self, mut heaps: Vec<i64>) -> bool {
        heaps.retain(|heap| *heap != 0);
        heaps.sort_unstable();
        if let Some(known) = self.known.get(&heaps) {
            return *known;
        }
        let mut wins = false;
        for (index, heap) in heaps.iter().enumerate() {
            let options: Vec<Vec<i64>> =
                if *heap < 0 { (*heap + 1..=0).map(|left| vec![left]).collect() } else { self.options(*heap) };
            for option in options {
                let mut next = heaps.clone();
                next.remove(index);
                next.extend(option);
                if !self.wins(next) {
                    wins = true;
                    break;
                }
            }
        }
        self.known.insert(heaps, wins);
        wins
    }

    fn options(&self, heap: i64) -> Vec<Vec<i64>> {
        let mut options = Vec::new();
        for clause in &self.rules.clauses {
            for amount in clause.amounts.up_to(heap as u64, &Default::default()).unwrap() {
                for parts in partitions(heap - amount as i64, heap) {
                    let Shape { least, most, likeness } = clause.shape;
                    let number = u32::try_from(parts.len()).unwrap();
                    let pairs = || parts.windows(2);
                    let like = match likeness {
                        _ if number < 2 => true,
                        Likeness::Any => true,
                        Likeness::Equal => pairs().all(|pair| pair[0] == pair[1]),
                        Likeness::Unequal => pairs().all(|pair| pair[0] != pair[1]),
                        Likeness::NotAllEqual => pairs().any(|pair| pair[0] != pair[1]),
                    };
                    if number >= least && most.is_none_or(|most| number <= most) && like && parts != [heap] {
                        options.push(parts);
                    }
                }
            }
        }
        for divisor in self.rules.divisors.up_to(u64::MAX, &Default::default()).unwrap() {
            if heap >= 1 {
                options.push(vec![heap / divisor as i64]);
            }
        }
        options
    }
}

/// All ways to write a number as a sum of others up to a largest, in falling order.
fn partitions(number: i64, largest: i64) -> Vec<Vec<i64>> {
    if number == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for first in 1..=largest.min(number) {
        for mut rest in partitions(number - first, first) {
            rest.insert(0, first);
            found.push(rest);
        }
    }
    found
}

/// The values of the heaps below `to`, by the definition.
pub(super) fn defined(rules: &HeapRules, to: u64) -> Vec<u64> {
    let kind = ENGINES.last().unwrap();
    let mut table = HeapTable::with_engine(Arc::new(rules.clone()), kind).unwrap();
    let values = table.values(0, to - 1, &Budget::default()).unwrap();
    values.into_iter().map(|value| value.0).collect()
}

/// Asserts that every engine that fits these rules gives the values of the definition.
fn agree(rules: &HeapRules, to: u64) {
    let expected = defined(rules, to);
    // The definition computes each heap by itself: whether it grows in steps makes no difference, and it is slow
    // for large heaps.
    let engines = if to > 1000 { &ENGINES[..ENGINES.len() - 1] } else { ENGINES };
    for kind in engines {
        let Some(mut table) = HeapTable::with_engine(Arc::new(rules.clone()), kind) else { continue };
        let budget = Budget::default();
        // In two steps, so that growth is tested too.
        table.fill(to / 3, &budget).unwrap();
        let found = table.values(0, to - 1, &budget).unwrap();
        let wrong = found.iter().zip(&expected).position(|(found, expected)| found.0 != *expected);
        if let Some(heap) = wrong {
            panic!("{} says {} of {heap} instead of {}: {rules:?}", kind.name, found[heap].0, expected[heap]);
        }
    }
}

/// As `benches/cliffs.rs`, by the steps that the engines count and not by a clock: no engine is left for another that
/// needs much more work for an option because there are more amounts or larger values.
#[test]
fn work_for_an_option_does_not_leap_where_a_rule_is_larger() {
    type Sized<'a> = (&'a str, &'a dyn Fn(u64) -> (HeapRules, u64, f64), &'a [u64]);
    let amounts = |count| {
        let amounts: Vec<u64> = (1..=count).map(|n| 3 * n + n % 2).collect();
        (take(Amounts::finite(amounts)), 200_000 / count + 4 * count, (count * (200_000 / count + 2 * count)) as f64)
    };
    let divisors = |count| (rules(&[], &Vec::from_iter(2..2 + count)), 5000, (5000 * count) as f64);
    let eighth = |until: u64| {
        let amounts: Vec<u64> = (1..until).filter(|n| n * n % 1_000_003 * 7919 % 8 == 3).collect();
        let options = amounts.iter().map(|amount| (until - amount) as f64).sum();
        (take(Amounts::finite(amounts)), until, options)
    };
    let sevens = |digits: u64| {
        let code = [vec![0], vec![7; usize::try_from(digits).unwrap()]].concat();
        (HeapRules::coded(&code).unwrap(), 2000, (2000 * 2000 * digits) as f64 / 4.0)
    };
    let rows: [Sized; 4] = [
        ("amounts", &amounts, &[62, 63, 64, 252, 1008]),
        ("divisors", &divisors, &[62, 63, 64, 252, 1008]),
        ("one number in eight", &eighth, &[2000, 4000, 16_000]),
        ("digits", &sevens, &[63, 64, 65, 256]),
    ];
    for (name, of_size, sizes) in rows {
        let mut least = f64::INFINITY;
        for size in sizes {
            let (rules, heaps, options) = of_size(*size);
            let rules = Arc::new(rules);
            let mut table = ENGINES.iter().find_map(|kind| HeapTable::with_engine(rules.clone(), kind)).unwrap();
            table.fill(heaps, &Budget::default()).unwrap();
            let work = table.work() as f64 / options;
            assert!(work < 3.0 * least, "{name}: {work} steps an option at {size}, {least} before");
            least = work.min(least);
        }
    }
}

/// Each row of `benches/heaps.rs` is answered by the engine named here.
#[test]
fn every_row_of_the_benchmarks_has_its_engine() {
    let family = |family| take(Amounts::from_set(&Set::Family(family)).unwrap());
    let twenty: Vec<u64> = (1..=20).map(|n| n * n / 3 + n).collect();
    let grundy = rules(&[(2, Some(2), Likeness::Unequal, finite(&[0]))], &[]);
    let mut rows = vec![
        ("take <1,2,3>", take(finite(&[1, 2, 3])), "single bits"),
        ("five amounts", take(finite(&[2, 5, 9, 14, 31])), "single bits"),
        ("four amounts", take(finite(&[7, 50, 333, 1000])), "single bits"),
        ("twenty amounts", take(finite(&twenty)), "single bits"),
        ("squares", family(Family::Squares), "byte sets"),
        ("primes", family(Family::Primes), "byte sets"),
        ("Grundy's game", grundy.clone(), "sparse space"),
        ("divide by <2,3,6>", rules(&[], &[2, 3, 6]), "division"),
        ("Nim", take(Amounts::any()), "sliding windows"),
        ("all but some", take(all_but(&[2, 5])), "sliding windows"),
    ];
    let codes = ["0.07", "0.007", "0.6", "0.16", "0.77", "0.56", "0.376", "0.354", "0.104", "0.454", "0.054"];
    rows.extend(codes.map(|name| (name, code(&digits(name)), "sparse space")));
    for (name, rules, engine) in &rows {
        assert_eq!(HeapTable::new(Arc::new(rules.clone())).engine().name, *engine, "{name}");
    }
    // Rows of the benchmark that choose an engine.
    let splits = ["0.07", "0.007", "0.6"].map(|name| (code(&digits(name)), "splits"));
    for (rules, engine) in splits.into_iter().chain([(grundy, "splits"), (take(finite(&[1, 2, 3])), "definition")]) {
        let kind = ENGINES.iter().find(|kind| kind.name == engine).unwrap();
        assert!(HeapTable::with_engine(Arc::new(rules), kind).is_some(), "{engine}");
    }
}

#[test]
fn the_definition_agrees_with_a_search_for_the_winner() {
    let mut dice = Dice::new(11);
    let mut all = mixtures(&mut dice, tries(150));
    all.push(rules(&[(2, Some(2), Likeness::Unequal, finite(&[0]))], &[]));
    all.push(rules(&[(2, None, Likeness::Any, finite(&[0])), (0, Some(1), Likeness::Any, all_but(&[]))], &[]));
    all.push(rules(&[(2, None, Likeness::Equal, finite(&[0])), (0, Some(1), Likeness::Any, finite(&[1]))], &[]));
    all.push(rules(&[], &[2, 3, 6]));
    for rules in all {
        let expected = defined(&rules, 9);
        let mut search = WinnerSearch { rules: &rules, known: HashMap::new() };
        for (heap, value) in expected.into_iter().enumerate() {
            assert_eq!(search.value(heap as i64), value, "heap {heap} of {rules:?}");
        }
    }
}

#[test]
fn engines_agree_on_mixtures() {
    let mut dice = Dice::new(5);
    for rules in mixtures(&mut dice, tries(300)) {
        agree(&rules, 60);
    }
}

#[test]
fn engines_agree_on_subtraction_sets() {
    let mut dice = Dice::new(77);
    for _ in 0..tries(400) {
        let most = 1 + dice.below(9);
        let largest = 1 + dice.below(100);
        agree(&take(Amounts::finite(dice.amounts(most, largest))), 300);
        agree(&take(all_but(&dice.amounts(most, largest))), 300);
    }
}

#[test]
fn engines_agree_on_endless_sets() {
    let families = [
        Family::Squares,
        Family::Primes,
        Family::Evens,
        Family::Odds,
        Family::Triangulars,
        Family::Fibonaccis,
        Family::Factorials,
        Family::Powers(2),
        Family::Powers(3),
    ];
    let mut dice = Dice::new(21);
    for family in families {
        let amounts = Amounts::from_set(&Set::Family(family)).unwrap();
        agree(&take(amounts.clone()), 3000);
        agree(&rules(&[(1, Some(1), Likeness::Any, amounts.clone())], &[]), 300);
        agree(&rules(&[(0, Some(0), Likeness::Any, amounts.clone())], &[]), 300);
        let more = Amounts::finite(dice.amounts(5, 40));
        agree(&rules(&[(0, Some(1), Likeness::Any, amounts), (1, Some(1), Likeness::Any, more)], &[]), 300);
    }
}

#[test]
fn engines_agree_where_one_heap_or_none_is_left() {
    let mut dice = Dice::new(9);
    // Few amounts that are soon all there, and many of which some reach beyond whole blocks.
    for (count, most, largest, to) in [(tries(400), 6, 50, 200), (tries(60), 40, 900, 1000)] {
        one_or_none(&mut dice, count, (most, largest), to);
    }
}

fn one_or_none(dice: &mut Dice, count: usize, (most, largest): (u64, u64), to: u64) {
    for _ in 0..count {
        let mut clauses = Vec::new();
        for (least, most_heaps) in [(0, 0), (1, 1), (0, 1)] {
            let list = dice.amounts(most, largest);
            let amounts = if dice.below(3) == 0 { all_but(&list) } else { Amounts::finite(list) };
            if dice.below(3) > 0 {
                clauses.push((least, Some(most_heaps), Likeness::Any, amounts));
            }
        }
        agree(&rules(&clauses, &[]), to);
    }
}

#[test]
fn engines_agree_where_words_become_wider() {
    // As many amounts as there are bits in a word, and one less, and one more; and amounts around a block.
    for count in [1, 14, 15, 16, 30, 31, 32, 62, 63, 64, 255, 256, 300] {
        agree(&take(Amounts::finite((1..=count).collect())), 1500);
        agree(&take(Amounts::finite((1..=count).map(|n| 3 * n + n % 2).collect())), 3000);
    }
    for amount in [1, 2, 31, 32, 33, 63, 64, 65, 1023, 1024, 1025, 40_000] {
        agree(&take(finite(&[amount, amount + 1, 2 * amount + 5])), 4000);
    }
    agree(&take(finite(&[1, 5, 33_000, 70_000])), 150_000);
}

/// Many windows that slide, and many divisors.
#[test]
fn engines_agree_where_intervals_and_divisors_are_many() {
    let mut dice = Dice::new(4096);
    let odd: Vec<u64> = (0..700).map(|n| 2 * n + 1).collect();
    agree(&take(all_but(&odd)), 30_000);
    for _ in 0..6 {
        let (first, second) = (dice.amounts(300, 1500), dice.amounts(40, 6000));
        agree(&take(all_but(&[first, second].concat())), 9000);
    }
    for count in [62, 63, 64, 65, 300] {
        agree(&rules(&[], &(2..2 + count).collect::<Vec<u64>>()), 700);
        let mut divisors: Vec<u64> = (0..count).map(|_| 2 + dice.below(400)).collect();
        divisors.push(1 << 40);
        let rules = rules(&[], &divisors);
        agree(&rules, 700);
        let expected = defined(&rules, 20_001);
        let mut table = HeapTable::new(Arc::new(rules));
        for heap in [20_000usize, 19_999] {
            let found = table.value(heap as u64, &Budget::default());
            assert_eq!(found, Ok(Nimber(expected[heap])), "{divisors:?}");
        }
    }
}

#[test]
fn engines_agree_where_values_need_two_bytes() {
    let mut dice = Dice::new(256);
    for (most, largest, to) in [(1500, 1200, 3000), (9000, 4000, 6000)] {
        let [one, none] = [(); 2].map(|()| Amounts::finite((0..most).map(|_| 1 + dice.below(largest)).collect()));
        let rules = rules(&[(1, Some(1), Likeness::Any, one), (0, Some(0), Likeness::Any, none)], &[]);
        let largest = defined(&rules, to).into_iter().max();
        assert!(largest > Some(256), "values need two bytes: {largest:?}");
        agree(&rules, to);
    }
    let sevens = [&[0][..], &[7; 90]].concat();
    let lasker = rules(&[(0, Some(1), Likeness::Any, all_but(&[])), (2, Some(2), Likeness::Any, finite(&[0]))], &[]);
    let unequal = (2, Some(2), Likeness::Unequal, finite(&(0..150).collect::<Vec<u64>>()));
    let unequal = rules(&[unequal, (1, Some(1), Likeness::Any, finite(&[5, 9]))], &[]);
    for (rules, to) in [(code(&sevens), 4000), (lasker, 1500), (unequal, 3000)] {
        let largest = defined(&rules, to).into_iter().max();
        assert!(largest > Some(256), "values need two bytes: {largest:?} {rules:?}");
        agree(&rules, to);
    }
    let root = (1..).map(|n: u64| (n * n * n).isqrt()).take_while(|amount| *amount < 20_000).collect();
    agree(&take(Amounts::finite(root)), 20_000);
}

#[test]
fn engines_agree_on_octal_codes() {
    for digits in (0..512).step_by(stride()) {
        for first in [0, 4] {
            agree(&code(&[first, digits / 64, digits / 8 % 8, digits % 8]), 300);
        }
    }
}

#[test]
fn engines_agree_on_pairs() {
    let mut dice = Dice::new(31);
    for round in 0..tries(350) {
        // In the last rounds there are enough heaps for several blocks that are sampled.
        let (largest, mut to) = if round < tries(300) { (30, 300) } else { (300, 1200) };
        let mut clauses = Vec::new();
        for (least, likeness) in [(2, Likeness::Any), (2, Likeness::Equal), (2, Likeness::Unequal), (0, Likeness::Any)]
        {
            if dice.below(2) == 0 {
                let list = dice.amounts(3, largest);
                let most = if least == 2 { 2 } else { dice.small(3) };
                let list = if dice.below(3) == 0 { [&list[..], &[0]].concat() } else { list };
                let list = if least == 2 { list } else { list.into_iter().filter(|n| *n > 0).collect() };
                let amounts = match dice.below(5) {
                    0 => {
                        // The definition takes the cube of the heap for these.
                        to = to.min(600);
                        all_but(&list)
                    }
                    _ => Amounts::finite(list),
                };
                clauses.push((least, Some(most), likeness, amounts));
            }
        }
        agree(&rules(&clauses, &[]), to);
    }
    // Long enough for whole steps of a sweep; and with values of two bytes and more.
    let grundy = rules(&[(2, Some(2), Likeness::Unequal, finite(&[0]))], &[]);
    let lasker = rules(&[(0, Some(1), Likeness::Any, Amounts::any()), (2, Some(2), Likeness::Any, finite(&[0]))], &[]);
    for rules in [grundy, lasker, code(&[0, 0, 6]), code(&[4, 7, 7, 5])] {
        agree(&rules, 3000);
    }
}

/// The digits of a code, `.` left out: `0.137` is written `0137`.
pub(super) fn digits(code: &str) -> Vec<u32> {
    code.chars().filter_map(|digit| digit.to_digit(16)).collect()
}

#[test]
fn engines_agree_on_division() {
    let mut dice = Dice::new(236);
    for _ in 0..tries(100) {
        let divisors: Vec<u64> = (0..1 + dice.below(5)).map(|_| 2 + dice.below(12)).collect();
        agree(&rules(&[], &divisors), 500);
    }
    agree(&rules(&[], &(2..70).collect::<Vec<_>>()), 500);
}

#[test]
fn division_answers_far_heaps_one_by_one() {
    let budget = Budget::default();
    for divisors in [&[2, 3, 6][..], &[2], &[5, 7], &[2, 3, 4, 5, 1 << 40]] {
        let rules = rules(&[], divisors);
        let expected = defined(&rules, 60_000);
        let mut table = HeapTable::new(Arc::new(rules));
        for heap in (10_000..60_000).rev().step_by(977) {
            let value = table.value(heap as u64, &budget);
            assert_eq!(value, Ok(Nimber(expected[heap])), "{heap} by {divisors:?}");
        }
        let found = table.values(59_000, 59_010, &budget).unwrap();
        assert!(found.iter().zip(&expected[59_000..]).all(|(found, expected)| found.0 == *expected), "{divisors:?}");
        assert!(table.known() < 5000, "few heaps were needed");
        // The value of n = floor(N/d) by those of its own parts.
        let far = 10u64.pow(18) + 12_345;
        let options: Vec<u64> = divisors.iter().map(|divisor| table.value(far / divisor, &budget).unwrap().0).collect();
        let mex = (0..).find(|value| !options.contains(value)).unwrap();
        assert_eq!(table.value(far, &budget), Ok(Nimber(mex)), "{divisors:?}");
    }
}
