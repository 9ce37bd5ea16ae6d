//! Written rules, and heap games: every engine agrees with the definition (see
//! `common::games`), mostly on random rules. `WAYS` also fixes which engines serve each row of the benchmark.

#[path = "../../benches/written/cases.rs"]
#[expect(dead_code, reason = "the benchmark alone asks how much work a row is")]
mod cases;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_engine::game::{Meter, Position, Sum};
use grundy_engine::nim::{Nimber, Outcome};
use grundy_engine::solve::{Cost, Effort, Limits, Signal, SolveError, Solver};

use self::cases::{CASES, Start};
use crate::common::Played;
use crate::common::dice::{Dice, is_full, often, tries};
use crate::common::games::{
    admitted, compare, compare_heaps, compare_misere, compare_period, definition_only, fast, game, position, told,
};
use crate::common::rules::{Differences, HeapRules, WrittenRules};

/// Compares the positions G(a, b) in each box with the definition, for each rule. Returns how many were compared.
fn compare_all(rules: &[&str], boxes: &[[i128; 2]]) -> usize {
    let mut compared = 0;
    for rule in rules {
        let definition = format!("game G(a, b) = {rule}");
        let game = game(&definition, "G(1, 1)");
        compared += boxes.iter().map(|sizes| compare(&definition, &game, sizes)).sum::<usize>();
    }
    compared
}

/// In a list a member may come twice, in a set only once, whether or not it is known when the rule is compiled.
#[test]
fn a_sum_counts_the_members_of_lists_and_sets_as_the_definition_does() {
    let rules = [
        "(a - sum(x for x in [1, 1]), b) if a >= 2 | (a, b-1)",
        "(a - count(x > 0 for x in {1, b}), b) if a >= 2 | (a, b-1)",
        "(a - sum(x for x in [b, 1, b]), b) if a > 2*b | (a, b-1)",
        "(a-1, b) if sum(x for x in {3, b, 1}) > 5 | (a, b-1)",
    ];
    assert!(compare_all(&rules, &[[9, 6]]) > 200);
}

#[test]
fn every_way_agrees_with_the_definition_on_random_rules() {
    let mut generator = WrittenRules::new(Dice::new(0x9e37_79b9_7f4a_7c15));
    let mut compared = 0;
    for _ in 0..tries(120) {
        let definitions = generator.rules();
        let sizes: &[i128] = match generator.arity {
            1 => &[300],
            2 => &[19, 18],
            _ => &[8, 7, 9],
        };
        let Some(game) = admitted(&definitions, generator.arity) else { continue };
        compared += compare(&definitions, &game, sizes);
    }
    assert!(compared > often(10_000), "only {compared} positions compared");
}

/// A number at random up to which a move may take, in terms of n.
fn bound(dice: &mut Dice) -> String {
    let (c, d) = (dice.below(6), 2 + dice.below(4));
    match dice.below(9) {
        0 => format!("n/{d}"),
        1 => format!("(n+{c})/{d}"),
        2 => format!("isqrt({d}*n)"),
        3 => format!("n - {c}"),
        4 => format!("min(n/{d}, {})", 10 * c),
        5 => format!("{c}*(n%{d})"),
        6 => format!("max(n - {}, {c})", 20 * d),
        7 => format!("(if n%{d} == 0 then n/2 else {c})"),
        _ => format!("{}", 10 * c + d),
    }
}

#[test]
fn options_of_neighbours_agree_with_the_definition_on_random_rules() {
    let mut dice = Dice::new(0x5851_f42d_4c95_7f2d);
    let mut compared = 0;
    for round in 0..tries(120) {
        // With a parameter p, or without one.
        let (start, part, sizes): (_, _, &[i128]) =
            if round % 3 == 0 { ("p, n", "p + ", &[4, 150]) } else { ("n", "", &[400]) };
        let clause = |dice: &mut Dice| {
            let (from, most) = (1 + dice.below(3), bound(dice));
            let test = match dice.below(12) {
                0 | 1 => " if n % 2 == 0",
                2 => " if k*k <= n",
                3 => " if n % k == 0",
                4 => " if k*k >= n and 3*k < 2*n",
                5 => " if k > 3 and (n - 1) % k == 0",
                6 => " if k^3 <= 20*n or k > n - 9",
                7 => " if not isqrt(n + k) < k/3",
                _ => "",
            };
            match dice.below(5) {
                0 => format!("({start} - {from})"),
                _ => format!("({start} - k) for k in {from}..{part}{most}{test}"),
            }
        };
        let clauses: Vec<String> = (0..1 + dice.below(3)).map(|_| clause(&mut dice)).collect();
        let definitions = format!("game G({start}) = {}", clauses.join(" | "));
        let Some(game) = admitted(&definitions, sizes.len()) else { continue };
        compared += compare(&definitions, &game, sizes);
    }
    assert!(compared > often(20_000), "only {compared} positions compared");
}

#[test]
fn a_table_that_was_expected_is_read_line_by_line() {
    let game = game("game W(a, b) = take any from a | take any from b | take any from a and b", "W(1, 1)");
    let mut solver = fast();
    solver.expect(&position(&game, &[6, 9])).unwrap();
    for axis in [0, 1] {
        let from = position(&game, &[3, 3]);
        let line: Vec<Nimber> = solver.values_along(&from, axis, 0..=6).collect();
        let values = (0..=6).map(|n| position(&game, if axis == 0 { [n, 3] } else { [3, n] }.as_slice()));
        assert_eq!(line, values.map(|position| solver.position_value(&position).unwrap()).collect::<Vec<_>>());
        assert_eq!(solver.values_along(&from, axis, [2, -1, 3].into_iter()).count(), 1);
        assert_eq!(solver.values_along(&from, axis, [2, i64::MAX, 3].into_iter()).count(), 1);
    }
}

/// The engines of heaps, against every option written out.
#[test]
fn heaps_agree_with_the_definition_on_random_rules() {
    let mut rules = HeapRules(Dice::new(0x2545_f491_4f6c_dd1d));
    for _ in 0..tries(45) {
        compare_heaps(&rules.rules(), 60);
    }
}

#[test]
fn periods_and_misere_outcomes_agree_with_the_definition_on_random_rules() {
    let mut rules = HeapRules(Dice::new(0x9fb2_1c65_1e98_df25));
    let mut proved = 0;
    for _ in 0..tries(100) {
        let definitions = rules.rules();
        proved += usize::from(compare_period(&definitions, 400));
        compare_misere(&definitions, &mut rules.0, 8);
    }
    assert!(proved > often(8), "only {proved} periods were proved");
}

const STRAIGHT: [(&str, &[i128]); 7] = [
    ("game G(a, b) = take any from a | take any from b | take any from a and b", &[23, 31]),
    ("game G(a, b) = (a-k, b) for k in 1..a | (a, b-k) for k in 1..b | (a-k, b-k) for k in 1..min(a, b)", &[31, 23]),
    ("game G(a, b) = (a-k, b-k) for k in 1..a | (a, b-j) for j in 1..b", &[12, 40]),
    ("game G(a, b) = take any from a", &[9, 9]),
    ("game G(a, b, c) = take any from a | take any from b and c | take any from a, b and c", &[9, 8, 7]),
    (
        "game G(a, b, c) = take any from a | take any from b | take any from c | take any from a and b | \
         take any from b and c | take any from a and c | take any from a and b and c",
        &[8, 7, 9],
    ),
    ("game G(a, b, c, d) = take any from a and d | take any from b and c | take any from c and a", &[5, 4, 5, 4]),
];

#[test]
fn straight_moves_agree_with_the_definition() {
    for (definitions, sizes) in STRAIGHT {
        let zeros = vec!["0"; sizes.len()].join(", ");
        let game = game(definitions, &format!("G({zeros})"));
        assert!(fast().engine(&game.ruleset).contains("line"), "{definitions}");
        compare(definitions, &game, sizes);
        // From small to large, so that the solver has to enlarge its boxes.
        let (mut fast, mut definition) = (fast(), definition_only());
        for n in 0..sizes[0] {
            let mut coordinates = vec![n; sizes.len()];
            coordinates[0] = n / 2;
            let position = position(&game, &coordinates);
            assert_eq!(told(fast.position_value(&position)), told(definition.position_value(&position)), "{position}");
        }
    }
}

#[test]
fn options_along_lines_agree_with_the_definition() {
    let rules = [
        "(i, min(i, b)) for i in 0..a-1 | (a, i) for i in 0..b-1",
        "(i, max(b - i, 0)) for i in 0..a-1 | (a, b - 2*i) for i in 1..b",
        "(min(i, b), max(i - 1, 0)) for i in 0..min(a, b)-1 step 2",
        "(a - k*b, b) for k in 1..a if b > 0 | (a, b - k) for k in 1..b",
        "(a - i, b - i*j) for j in 0..2, i in 1..a",
        "(i, min(2*b - 3*i, b)) for i in 0..a-1 | (0, b - 1)",
        "(min(i, 4), min(b, 9 - i)) for i in 0..a-1 step 3 | (a - 1, i) for i in 0..b",
        "(max(a - i, i - 2), b) for i in 3..a-1 | (a, min(b - 1, i)) for i in 0..b-1",
        "(i, b + 1) for i in 0..a-1 | (a, i) for i in 0..b-1",
        "(max(i, 3), b) for i in 0..a-1",
    ];
    let compared = compare_all(&rules, &[[23, 23], [40, 9], [5, 70]]);
    assert!(compared > 9_000, "{compared}");
}

#[test]
fn lost_positions_that_are_marked_agree_with_the_definition_on_random_rules() {
    let mut rules = Differences(Dice::new(0x5851_f42d_4c95_7f2d));
    let mut marked = 0;
    for _ in 0..tries(400) {
        let (definitions, arity) = rules.rule();
        let Some(game) = admitted(&definitions, arity) else { continue };
        let sizes: &[i128] = [&[150][..], &[13, 70], &[5, 6, 9]][arity - 1];
        compare(&definitions, &game, sizes);
        let highest: Vec<i128> = sizes.iter().map(|size| size - 1).collect();
        marked += u64::from(fast().lost_positions(&position(&game, &highest), 1 << 10).unwrap().is_some());
    }
    assert!(marked > often(250), "only {marked} rules were marked");
}

/// A line whose first moves are longer than the box, and a box that is no larger than what is reached from the position
/// that was asked first.
#[test]
fn lost_positions_are_marked_only_where_the_box_holds_all_that_is_reached() {
    let definitions = "game G(a, b) = (a-10+k, b-k) for k in 1..b";
    compare(definitions, &admitted(definitions, 2).unwrap(), &[8, 6]);
    let growing = game("game G(a, b) = (a-2, b+1)", "G(0, 0)");
    let mut solver = fast();
    let mut outcome = |a, b| solver.outcome(Sum::position(position(&growing, &[a, b]))).unwrap();
    let outcomes = [outcome(2, 0), outcome(2, 1), outcome(0, 1), outcome(3, 1)];
    assert_eq!(outcomes, [Outcome::N, Outcome::N, Outcome::P, Outcome::N]);
    assert!(solver.strategy_counts().forward > 0);
}

/// Far along a coordinate, values that are proved to repeat are those of a table that goes there step by step.
#[test]
fn values_that_repeat_along_a_coordinate_agree_with_a_table() {
    const FAR: i128 = (1 << 17) + 40;
    let mut dice = Dice::new(0x1405_7b7e_f767_814f);
    let mut proved = 0;
    for _ in 0..tries(60) {
        let clauses: Vec<String> = (0..=dice.below(3))
            .map(|_| {
                let by = 1 + dice.below(5);
                let to = dice.pick(&["t", "0", "2", "(t+1) % 3", "2-t", "min(t, n)"]);
                let guard = dice.pick(&[
                    "n > 2",
                    "t != 1",
                    "n % 3 != t",
                    "even(n)",
                    "n >= 4*t",
                    "n in [1, 2, 7] or t > 0",
                    "n/2 > 3",
                ]);
                match dice.below(6) {
                    0 => format!("(max(n-{by}, 0), {to}) if n > 0"),
                    1 => format!("(n-k, {to}) for k in 1..min(n, {by}) if {guard}"),
                    2 => format!("(n-{by}, k) for k in 0..t"),
                    3 => format!("(n-{by}, {to}) + (n-{}, t) + *{} if {guard}", 1 + dice.below(3), dice.below(3)),
                    4 => format!("(n, t-1) if {guard}"),
                    _ => format!("(n-{by}, {to}) if {guard}"),
                }
            })
            .collect();
        let definitions = format!("game G(n, t) = {}", clauses.join(" | "));
        let game = game(&definitions, "G(1, 1)");
        let (mut far, mut table) = (fast(), fast());
        table.expect(&position(&game, &[FAR + 9, 2])).unwrap();
        for (n, t) in (FAR..FAR + 9).flat_map(|n| (0..3).map(move |t| (n, t))) {
            let here = position(&game, &[n, t]);
            let number = i64::try_from(t).unwrap();
            let read: Vec<Nimber> = table.values_along(&here, 1, std::iter::once(number)).collect();
            if let [value] = read[..] {
                assert_eq!(far.position_value(&here), Ok(value), "{here} of\n{definitions}");
            }
        }
        let _ = far.position_value(&position(&game, &[1_000_000_000_000_000_000, 0]));
        proved += u64::from(far.strategy_counts().far > 0);
    }
    assert!(proved > often(30), "only {proved} were proved to repeat");
    let definitions =
        "game G(n, t) where n % 5 != 3 or t < 2 = (n-2, 2-t) | (n-5, 2) if t > 0 | (max(n-3, 0), 1) if n > 0";
    let here = position(&game(definitions, "G(1, 1)"), &[FAR, 1]);
    let mut far = fast();
    assert_eq!(far.position_value(&here), definition_only().position_value(&here));
    assert!(far.strategy_counts().far > 0);
}

/// A period that is proved along a coordinate is that of the definition's values, on random rules of many forms.
#[test]
fn periods_along_a_coordinate_agree_with_the_definition() {
    let mut dice = Dice::new(0x2545_f491_4f6c_dd1d);
    let mut proved = 0;
    for _ in 0..tries(120) {
        let clauses: Vec<String> = (0..=dice.below(2))
            .map(|_| {
                let by = 1 + dice.below(4);
                let to = dice.pick(&["t", "0", "n % 2", "2-t", "min(t, n)", "if n < 9 then 2 else 0"]);
                let guard =
                    dice.pick(&["n > 0", "t != 1", "n % 3 != t", "not even(n-t)", "gcd(n, 6) > t", "n >= f(n)"]);
                match dice.below(9) {
                    0 => format!("(if n < {by} then 0 else n-{by}, {to}) if n > 0"),
                    1 => format!("(max(n - [1, {by}, 2][t], 0), {to}) if n > 0 and {guard}"),
                    2 => format!("(n-k, {to}) for k in 1..n if k <= {by} and k != t"),
                    3 => format!("(m, {to}) for m in max(n-{by}, 0)..n-1 if {guard}"),
                    4 => format!("(n-{by}, t) + (min(n, 3)-1, {to}) if {guard}"),
                    5 => format!("H(n-{by}) if {guard}"),
                    6 => format!("(f(n), {to}) for k in {{2, {by}}} if n > k"),
                    7 => format!("(1, 0) if n == 3 | (n-{by}, {to}) if {guard}"),
                    _ => format!("(n-{by}, t-1) if {guard} | (n, t-1)"),
                }
            })
            .collect();
        let where_holds = dice.pick(&["", "", " where n % 7 != 3 or t > 0"]);
        let definitions = format!(
            "let f(n) = n - (if n > 4 then 3 else 1); game H(m) = (m-1) if m % 4 > 0 | G(m-2, 1) if m > 1; \
             game G(n, t){where_holds} = {}",
            clauses.join(" | ")
        );
        let game = game(&definitions, "G(1, 1)");
        for t in 0..3 {
            let Some(proof) = fast().period_along(&position(&game, &[0, t]), 0, Effort::ENDLESS).unwrap() else {
                continue;
            };
            let (period, preperiod) = (usize::try_from(proof.period.period), usize::try_from(proof.period.preperiod));
            let (period, preperiod) = (period.unwrap(), preperiod.unwrap());
            let mut solver = definition_only();
            let values: Vec<Option<Nimber>> = (0..160)
                .map(|n| {
                    let here = position(&game, &[n, t]);
                    solver.is_admitted(&here).unwrap().then(|| solver.position_value(&here).unwrap())
                })
                .collect();
            for n in preperiod..values.len().saturating_sub(period) {
                assert!(
                    values[n].is_some() && values[n] == values[n + period],
                    "{n}, {t}: {proof:?} of\n{definitions}"
                );
            }
            // No smaller preperiod, and no shorter period.
            let agrees = |n: usize, period: usize| values[n].is_some() && values[n] == values[n + period];
            assert!(
                preperiod == 0 || preperiod > 100 || !agrees(preperiod - 1, period),
                "{t}: {proof:?} of\n{definitions}"
            );
            let shorter = |less: &usize| period % less == 0 && (preperiod..150 - less).all(|n| agrees(n, *less));
            assert!(
                period > 40 || preperiod > 60 || !(1..period).any(|less| shorter(&less)),
                "{proof:?} of\n{definitions}"
            );
            proved += 1;
        }
    }
    assert!(proved > often(150), "only {proved} were proved to repeat");
}

/// Codeforces 1312F: attacks that take 2, 3 or 5 soldiers, of which the second and the third may not be made twice in a
/// row. However it is written, the value of 10^18 soldiers is known at once.
#[test]
fn many_ways_of_writing_one_rule_have_one_value_far_away() {
    const LAST: usize = 400;
    let mut values = vec![[0u64; 3]; LAST];
    for n in 1..LAST {
        for kind in 0..3 {
            let after = |attack: usize| values[n.saturating_sub([2, 3, 5][attack])][attack];
            let seen: Vec<u64> = (0..3).filter(|attack| *attack == 0 || *attack != kind).map(after).collect();
            values[n][kind] = (0..4).find(|value| !seen.contains(value)).unwrap();
        }
    }
    let far = 1_000_000_000_000_000_000_i128;
    let value = |kind: usize| values[usize::try_from(350 + (far - 350) % 7).unwrap()][kind];
    let by_number =
        "(max(0, n-2), 0) if n > 0 | (max(0, n-3), 1) if n > 0 and k != 1 | (max(0, n-5), 2) if n > 0 and k != 2";
    let of_texts = "(max(0, n-2), \"a\") if n > 0 | (max(0, n-3), \"b\") if n > 0 and k != \"b\" \
        | (max(0, n-5), \"c\") if n > 0 and k != \"c\"";
    let ways = [
        format!("game G(n, k) = {by_number}"),
        format!("game G(n, k in 0..2) = {by_number}"),
        format!("game G(n, k) over if n <= 0 = {}", by_number.replace("n > 0 and ", "").replace(" if n > 0", "")),
        "game G(n, k) = (max(0, n - [2, 3, 5][j]), j) for j in 0..2 if n > 0 and (j == 0 or j != k)".to_owned(),
        "let x = 2; let y = 3; let z = 5; game G(n, k) = (max(0, n-x), 0) if n > 0 | (max(0, n-y), 1) if n > 0 and k != 1 \
            | (max(0, n-z), 2) if n > 0 and k != 2"
            .to_owned(),
        "let down(n, d) = if n < d then 0 else n - d; game G(n, k) = (down(n, 2), 0) if n > 0 \
            | (down(n, 3), 1) if n > 0 and k != 1 | (down(n, 5), 2) if n > 0 and k != 2"
            .to_owned(),
        "game G(n, k) = (n-2, 0) if n >= 2 | (0, 0) if n == 1 | (n-3, 1) if n >= 3 and k != 1 \
            | (0, 1) if n in {1, 2} and k != 1 | (n - min(n, 5), 2) if n > 0 and k != 2"
            .to_owned(),
    ];
    for definitions in ways {
        let game = game(&definitions, "G(1, 1)");
        for kind in 0..3 {
            let here = position(&game, &[far, i128::try_from(kind).unwrap()]);
            assert_eq!(fast().position_value(&here), Ok(Nimber(value(kind))), "{definitions}");
        }
    }
    let mut played = Played::new();
    for (definitions, questions) in [
        (format!("game G(n, k) = {of_texts}"), ["G(10^18, \"a\")", "G(10^18, \"b\")", "G(10^18, \"c\")"]),
        (
            "game A(n) = A(max(n-2, 0)) if n > 0 | B(max(n-3, 0)) if n > 0 | C(max(n-5, 0)) if n > 0; \
             game B(n) = A(max(n-2, 0)) if n > 0 | C(max(n-5, 0)) if n > 0; \
             game C(n) = A(max(n-2, 0)) if n > 0 | B(max(n-3, 0)) if n > 0"
                .to_owned(),
            ["A(10^18)", "B(10^18)", "C(10^18)"],
        ),
        (
            "game M(n, l) = (max(0, n - l[0]), [2, 2]) if n > 0 | (max(0, n - k), [2, k]) for k in {3, 5} if n > 0 and k != l[1]"
                .to_owned(),
            ["M(10^18, [2, 2])", "M(10^18, [2, 3])", "M(10^18, [2, 5])"],
        ),
        (
            "game T(x, y, z, n, k) = (x, y, z, max(0, n-x), 0) if n > 0 | (x, y, z, max(0, n-y), 1) if n > 0 and k != 1 \
             | (x, y, z, max(0, n-z), 2) if n > 0 and k != 2"
                .to_owned(),
            ["T(2, 3, 5, 10^18, 0)", "T(2, 3, 5, 10^18, 1)", "T(2, 3, 5, 10^18, 2)"],
        ),
    ] {
        played.answer(&definitions);
        for (kind, question) in questions.into_iter().enumerate() {
            assert_eq!(played.answer(&format!("print grundy {question}")).trim(), value(kind).to_string(), "{question}");
        }
    }
}

/// A rule that asks of the large number more than how large it is, or that goes back without a bound, is not read.
#[test]
fn what_is_not_proved_to_repeat_is_refused() {
    for rule in [
        "(n/2, t)",
        "(n-k, k) for k in 1..2*t",
        "(n-k, t) for k in 1..n",
        "(n-1, t+1)",
        "(n-1, t) if n % (t+2) != n / 3",
        "(n+1, t-1)",
        "(n-1, t) if prime(n)",
        "(n-1, n) if n > 3",
        "(n-n/2, t)",
        "(n-k, t) for k in squares",
        "(n-k, t) for k in 1..n if k > 3",
        "(n-1, t) + (n/3, 0)",
    ] {
        let game = game(&format!("game G(n, t) = {rule}"), "G(1, 1)");
        assert_eq!(fast().period_along(&position(&game, &[0, 1]), 0, Effort::ENDLESS), Ok(None), "{rule}");
    }
}

#[test]
fn coordinates_that_grow_as_others_shrink_agree_with_the_definition() {
    let rules = [
        "(a-2, b+1) | (a-2, b-1) | (a-1, b-2) | (a+1, b-2)",
        "(a-k, b-k) for k in 1..min(a, b) | (a-k, b+k) for k in 1..a",
        "(a-k, b+2*k) for k in 1..a if odd(k) | (a, b-k) for k in 1..b",
        "(a-3, b+2) + (a, b-1) | (a+2, b-3) if a < b | (a-1, b)",
        "(a-k, b+j) for k in 1..a, j in 0..k | (a, b-1)",
        "(a-1, b+a) | (a, b-1)",
    ];
    let mut compared = compare_all(&rules, &[[21, 23], [4, 60], [31, 40]]);
    let stairs =
        "game G(a, b, c) = (a-k, b, c) for k in 1..a | (a+k, b-k, c) for k in 1..b | (a, b+k, c-k) for k in 1..c";
    compared += compare(stairs, &game(stairs, "G(1, 1, 1)"), &[7, 9, 8]);
    assert!(compared > 4_000, "{compared}");
}

#[test]
fn what_has_no_value_says_why() {
    let cases: [(&str, &[i128], &str); 16] = [
        ("game G(a, b) ends = (b, a-1) | (a, b) if a == 3", &[3, 4], "cycle"),
        ("game G(n) ends = (n/2)", &[1 << 40], "cycle"),
        ("game G(n) = (n/2)", &[1 << 40], "Infinite"),
        ("game G(n) = (n/2) | Nim(1)", &[1 << 40], "Infinite"),
        ("game G(n) = (n) | (n-1) if n > 1", &[1 << 40], "Memory"),
        ("game G(a, b) = (a + 1, b) if b > 0", &[1, 1], "Grows"),
        // Each position has many options, so that the limit of memory is far away.
        ("game G(n) = (n + k^2) for k in 1..5 | (n - k^2) for k in 1..n if k^2 <= n", &[5], "Grows"),
        // The positions grow, but not above a height, or another coordinate.
        ("game G(n) = (n+1) if n < 20000 | (n-1) if n > 0 and sum(k for k in 1..200) > n", &[5], "Infinite"),
        (
            "game G(a, b) = (a+1, b) if a < b | (a-1, b) if a > 0 and sum(k for k in 1..200) > a",
            &[5, 20_000],
            "Infinite",
        ),
        // One number grows, but another one shrinks more, so that play ends.
        ("game G(a, b) = (a-2, b+1) | (a-2, b-1) | (a+1, b-2) | (a-1, b-2)", &[1500, 1500], "0"),
        // The positions grow, but play ends.
        ("game G(n) = (n+1) if n < 40", &[5], "1"),
        ("game G(n) where n < 41 = (n+1)", &[5], "1"),
        ("game G(n) over if n == 40 = (n+1)", &[5], "1"),
        (
            "game G(a, b) = (a - 1, b) | (a / (b - 2), b) if a > 5000",
            &[9000, 2],
            "Divisor { divisor: 0 } at Some(Position",
        ),
        ("game G(n) = (n - 1) if n * n * n * n > 0", &[3_000_000_000], "Memory"),
        ("game G(n) = (n-1) | (n-1-n%2) if n > 7", &[1_000_000], "0"),
    ];
    for (definitions, coordinates, expected) in cases {
        let game = game(definitions, &format!("G({})", vec!["1"; coordinates.len()].join(", ")));
        let limits = Limits { memory: 100 << 20 };
        let mut solver = Solver::new(limits, Arc::new(Signal::default()));
        let said = told(solver.position_value(&position(&game, coordinates)));
        assert!(said.starts_with(expected), "{definitions}: {said}");
        // A solver that was stopped can be asked again: this must not panic.
        let end = vec![0; coordinates.len()];
        let _ = solver.position_value(&position(&game, &end));
    }
}

#[test]
fn wide_rules_in_sparse_boxes_agree_with_the_definition() {
    let cases: [(&str, &[i128]); 3] = [
        ("game G(n, most) = (n-k, 2*k) for k in 1..min(n, most)", &[170, 169]),
        (
            "game G(n, m) over if m == 9 = (n-k, (m+k*k) % 700) for k in <1, 2, 5> | (n-j, m) for j in 1..n step 7",
            &[400, 0],
        ),
        ("game G(a, b) over if min(a, b) == 0 = (a-k*b, b) for k in 1..a/b | (a, b-k*a) for k in 1..b/a", &[900, 891]),
    ];
    for (definitions, start) in cases {
        let game = game(definitions, "G(1, 1)");
        let start = position(&game, start);
        let expected = told(definition_only().position_value(&start));
        assert_eq!(told(fast().position_value(&start)), expected, "{definitions}");
    }
}

/// The number of options for which a solver with `memory` bytes refuses a position; 0 if it does not refuse it for
/// that.
fn refused_for(position: &Position, memory: u64) -> u64 {
    let mut solver = Solver::new(Limits { memory }, Arc::new(Signal::default()));
    match solver.position_value(position) {
        Err(SolveError::Memory { cost: Some(Cost::Options(options)), .. }) => options,
        _ => 0,
    }
}

#[test]
fn options_that_have_no_room_are_counted_before_the_work() {
    const FAR: i128 = 1_000_000_000_000_000_000;
    let cases: [(&str, &[i128], i128); 4] = [
        ("game G(a, b) = take any from a | take any from b | take any from a and b", &[FAR, FAR / 10], FAR),
        ("game G(a, b) = (a-k, b) for k in 1..a step 4 | (a, b-1)", &[FAR, 5], FAR / 4),
        ("game G(a, b, c) = (i, b, k) for i in 0..a-1, k in 0..c-1", &[FAR, FAR, FAR / 100], FAR / 100),
        ("game G(a, b) = (a - k*b, b) for k in 1..a/b | (a, b - k*a) for k in 1..b/a", &[FAR, 1000], FAR / 1000),
    ];
    for (definition, coordinates, expected) in cases {
        let game = game(definition, &format!("G({})", vec!["1"; coordinates.len()].join(", ")));
        assert_eq!(i128::from(refused_for(&position(&game, coordinates), 1 << 40)), expected, "{definition}");
    }
    // Loops that must not be counted as options: all give the same option, are below 0, end the play by `over`, may be
    // outside the domain, or are mostly cut off by `if`.
    for definition in [
        "game G(a, b) = (b, b-1) for k in 1..a if b > 0",
        "game G(a, b) = (a-k, b-k) for k in 1..a",
        "game G(a, b) over if b < 9 = (a-k, b) for k in 1..a",
        "game G(a, b) where a < 7 or a == 9000 = (a-k, b) for k in 1..a",
        "game G(a, b) = (a-k, b) for k in 1..a if k < 7",
    ] {
        assert_eq!(refused_for(&position(&game(definition, "G(1, 1)"), &[9000, 5]), 1000), 0, "{definition}");
    }
}

#[test]
fn no_position_is_refused_for_more_options_than_it_has() {
    let mut generator = WrittenRules::new(Dice::new(0x2545_f491_4f6c_dd1d));
    let mut refused = 0;
    // Few are refused: a tenth might meet none.
    for _ in 0..if is_full() { 300 } else { 100 } {
        let definitions = generator.rules();
        let Some(game) = admitted(&definitions, generator.arity) else { continue };
        for coordinates in [[9, 4, 7], [12, 12, 3], [5, 13, 8]] {
            let position = position(&game, &coordinates[..generator.arity]);
            let least = refused_for(&position, 0);
            if least == 0 {
                continue;
            }
            let mut options = HashSet::new();
            let _ = position.each_option(&Meter::default(), &mut |option| {
                options.insert(option.to_string());
                Ok(ControlFlow::Continue(()))
            });
            assert!(options.len() as u64 >= least, "{position} of\n{definitions}\n{least}: {options:?}");
            refused += 1;
        }
    }
    assert!(refused > often(25), "{refused}");
}

/// The engines that find the values in each row of the benchmark: the beginning of the row's name; a start small
/// enough for a debug build; the names in `strategy_counts` when a single value is asked for; and those when a table of
/// all positions up to the start is asked for.
const WAYS: &[(&str, Start, &[&str], &[&str])] = &[
    ("Wythoff", Start::Numbers(&[99, 99]), &["lines"], &["lines"]),
    ("M ", Start::Numbers(&[100_000]), &["swept", "from_options", "code"], &["swept"]),
    ("D' 10^7", Start::Numbers(&[100_000]), &["from_options", "code"], &["swept"]),
    ("D' 10^18", Start::Numbers(&[1_000_000_000_000_000_000]), &["from_options", "code"], &[]),
    ("Chomp", Start::Numbers(&[20, 20, 20]), &["swept", "on_lines", "from_options", "code"], &["swept", "on_lines"]),
    ("Fib", Start::Numbers(&[200, 199]), &["on_lines", "in_grid", "from_options", "code"], &["swept", "on_lines"]),
    ("Euclid 1000", Start::Numbers(&[100, 100]), &["from_options", "code"], &["swept", "on_lines"]),
    (
        "Euclid 999",
        Start::Numbers(&[999, 1000]),
        &["on_lines", "in_grid", "from_options", "code"],
        &["swept", "on_lines"],
    ),
    ("Two heaps", Start::Numbers(&[100, 100]), &[], &["swept"]),
    (
        "Squares",
        Start::Numbers(&[20_000]),
        &["swept", "pieces", "in_grid", "from_options", "code"],
        &["swept", "pieces"],
    ),
    ("Knight, in a list", Start::Numbers(&[60, 60]), &["from_options", "code"], &[]),
    ("Knight", Start::Numbers(&[100, 100]), &["swept", "from_options", "code"], &["swept"]),
    ("Stairs 40", Start::Numbers(&[10, 10, 10]), &["on_lines", "in_grid", "from_options", "code"], &[]),
    ("Halves", Start::Numbers(&[1_000_000_000; 2]), &["from_options", "code"], &[]),
    ("Flip", Start::Pluses(12), &["from_options", "boards"], &[]),
    ("Staircase 11", Start::Ones(7), &["from_options", "boards"], &[]),
    ("Cram, as cells", Start::Cells(3, 3), &["sets"], &[]),
];

#[test]
fn each_row_of_the_benchmark_takes_its_ways() {
    for (name, definition, ..) in CASES {
        let (_, start, asked, filled) = WAYS.iter().find(|row| name.starts_with(row.0)).expect(name);
        let game = game(definition, &format!("G({})", start.typed()));
        let (mut one, mut table) = (fast(), fast());
        let position = Position { game, coordinates: start.coordinates() };
        one.position_value(&position).expect(name);
        table.expect(&position).expect(name);
        assert_eq!(
            (one.strategy_counts().used(), table.strategy_counts().used()),
            (asked.to_vec(), filled.to_vec()),
            "{name}"
        );
    }
}

/// Rules that count in units, by lot. Each move makes the sum of the numbers smaller.
fn rule_in_units(dice: &mut Dice) -> String {
    let options = [
        "(a - U*k, b) for k in 1..a/U",
        "(a, b - U*k) for k in 2..b/U",
        "(a - U*k, b - U*k) for k in 1..min(a, b)/U",
        "(a - U*k, b - U*j) for j in 0..1 for k in 1..a/U",
        "(a - U*k*k, b) for k in 1..a/U",
        "(a/2/U*U, b - U*k) for k in 1..b/U",
        "(b, a - U*k) for k in 1..a/U",
        "(a - U*k, b + U*(k-1)) for k in b/2/U+1..a/U",
    ];
    let conditions = ["odd(k)", "k*k <= a/U", "b >= U*k", "k % 3 != 1", "a > b", "k < 7 and b != 2*U"];
    let one = |dice: &mut Dice| match dice.below(2) {
        0 => dice.pick(&options).to_owned(),
        _ => format!("{} if {}", dice.pick(&options), dice.pick(&conditions)),
    };
    let over = dice.pick(&["", "over if min(a, b) == 0 "]).to_owned();
    format!("{over}= {} | {} | (a, b - U) if b >= U", one(dice), one(dice))
}

/// Positions far above all that is kept, of rules that count in millions, are won where the same ones of small numbers are.
#[test]
fn who_wins_far_above_agrees_with_the_definition() {
    let mut dice = Dice::new(61);
    let drawn: Vec<String> = (0..tries(100)).map(|_| rule_in_units(&mut dice)).collect();
    let chosen = [
        "over if min(a, b) == 0 = (a - k*b, b) for k in 1..a/b | (a, b - k*a) for k in 1..b/a",
        "where a != 3*U = (a - U*k, b) for k in 2..a/U if odd(k) | (a/2/U*U, b) if a >= U | (a, b - U) if b >= U",
        "= (a - U*k, b + U*j) for k in 1..a/U, j in 0..k if b + U*j <= 5*U | (a, b - U*k) for k in b/2/U+1..b/U",
        "= (a + U*k, b) for k in 1..min(b/U, 9 - a/U) | (0, b - U*k) for k in 1..b/U if a == 9*U",
    ];
    for rule in chosen.into_iter().chain(drawn.iter().map(String::as_str)) {
        let [small, large] = ["1", "10^6"].map(|unit| game(&format!("let U = {unit}\ngame G(a, b) {rule}"), "G(1, 1)"));
        let (mut far, mut definition) = (fast(), definition_only());
        for (a, b) in (0..9).flat_map(|a| (0..9).map(move |b| (a, b))) {
            if a == 3 && rule.starts_with("where") {
                continue;
            }
            let expected = definition.outcome(Sum::position(position(&small, &[a, b]))).unwrap();
            let sum = Sum::position(position(&large, &[a * 1_000_000, b * 1_000_000]));
            assert_eq!(far.outcome(&sum), Ok(expected), "{a}, {b} in {rule}");
            let Some(winning) = far.winning_move(&sum).unwrap() else { continue };
            assert_eq!((expected, far.outcome(&*winning.to)), (Outcome::N, Ok(Outcome::P)), "{a}, {b} in {rule}");
        }
    }
}

/// A. Cole and A. Davie, A game based on the Euclidean algorithm and a winning strategy for it, Math. Gazette 53, 1969: the player to
/// move loses where the quotient of the numbers lies below the golden ratio.
#[test]
fn euclid_is_decided_at_ten_to_the_eighteenth() {
    let euclid = "game E(a, b) over if min(a, b) == 0 = (a - k*b, b) for k in 1..a/b | (a, b - k*a) for k in 1..b/a";
    let game = game(euclid, "E(1, 1)");
    let mut dice = Dice::new(62);
    for _ in 0..tries(1_000) {
        let b = 1 + i128::from(dice.below(1_000_000_000)) * 900_000_000;
        let a = b + i128::from(dice.below(1_000_000)) * (b / 1_000_000);
        // Below the golden ratio, a/b < (1 + √5)/2, is (2a - b)² < 5b². Of two equal numbers one is taken whole.
        let is_lost = a > b && (2 * a - b).pow(2) < 5 * b * b;
        let expected = if is_lost { Outcome::P } else { Outcome::N };
        let mut solver = fast();
        assert_eq!(solver.outcome(Sum::position(position(&game, &[a, b]))), Ok(expected), "{a}, {b}");
    }
}

#[test]
fn a_condition_ends_an_endless_set() {
    let mut session = Played::new();
    for (said, meant) in [
        ("max(t for t in triangulars if t <= n)", "max(t for t in 0..n if t in triangulars)"),
        ("[p for p in primes if p*p < 9*n]", "[p for p in 0..9*n if p in primes and p*p < 9*n]"),
        (
            "count(s for s in squares if even(s) and 2*s + 1 <= n)",
            "count(s for s in 1..n if s in squares and even(s) and 2*s + 1 <= n)",
        ),
        ("{f for f in fibonaccis if n > f}", "{f for f in 0..n-1 if f in fibonaccis}"),
        (
            "[(p, e) for p in primes if p < n for e in 1.. if e*e + 1 <= n]",
            "[(p, e) for p in 2..n-1 if p in primes for e in 1..n if e*e + 1 <= n]",
        ),
        ("sum(k for k in 3.. step 4 if k <= n)", "sum(k for k in 3..n step 4)"),
        ("[k for k in 1.. if k == n]", "[n]"),
    ] {
        let equal = session.answer(&format!("all({said} == {meant} for n in 3..40)"));
        assert_eq!(equal.trim(), "true", "{said}");
    }
    let refused = session.answer("[k for k in 5.. if k >= 3]");
    assert!(refused.contains("E0328"), "{refused}");
}
