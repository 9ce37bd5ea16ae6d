//! Values that follow a law are recognised and continued correctly; for values that follow none, none is reported.

use super::*;
use crate::dice::{Dice, tries};

fn found(evidence: &Evidence) -> Vec<Law> {
    laws(evidence, &|| true)
}

fn line(truths: bool, from: i128, to: i128, value: impl Fn(i128) -> i128) -> Evidence {
    Evidence::line(truths, (from..=to).map(|n| (n, value(n))))
}

fn field(truths: bool, to: i128, value: impl Fn(i128, i128) -> i128) -> Evidence {
    let places = (0..=to).flat_map(|a| (0..=to).map(move |b| [a, b]));
    Evidence::field(truths, places.map(|at| (at, value(at[0], at[1]))))
}

fn ones(n: i128) -> i128 {
    n.count_ones().into()
}

fn half(n: i128) -> i128 {
    if n % 2 == 0 { n / 2 } else { half(n / 2) }
}

fn sixths(n: i128) -> i128 {
    let below = [0, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0];
    if n < 12 { below[n as usize] } else { sixths(n / 12) }
}

fn lost_in_upmark(n: i128) -> i128 {
    if n < 3 {
        i128::from(n != 1)
    } else if n % 2 == 0 {
        0
    } else {
        1 - lost_in_upmark((n + 1) / 2)
    }
}

type Rule = (&'static str, fn(i128) -> i128);

/// The value of a heap of which at most `most` may be taken, by the definition.
fn restricted(n: i128, most: fn(i128) -> i128) -> i128 {
    let mut values: Vec<i128> = Vec::new();
    for n in 0..=n {
        let options = &values[(n - most(n).clamp(0, n)) as usize..];
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values[n as usize]
}

/// The search sees the first 201 values of each, and the law must give the next 2,000 too.
const NUMBERS: [Rule; 31] = [
    ("constant", |_| 3),
    ("line", |n| 2 * n + 5),
    ("remainder", |n| n % 11),
    ("shifted remainder", |n| (n + 3) % 5),
    ("table by residue", |n| [0, 3, 1, 4, 1, 5, 9][n as usize % 7]),
    ("quotient", |n| (3 * n + 2) / 7),
    ("table that rises", |n| n + [0, 0, 0, 1, -1, 2][n as usize % 6]),
    ("Kenyon's game", |n| n / 6 * 3 + n % 3),
    ("odious", |n| 2 * n + 1 - ones(n) % 2),
    ("xor", |n| n ^ (n / 2)),
    ("xor with a number", |n| n ^ 5),
    ("a binary digit", |n| (n >> 3) & 1),
    ("square root", |n| n.isqrt()),
    ("golden ratio", |n| (n + (5 * n * n).isqrt()) / 2),
    ("take at most half", half),
    ("divide by 2, 3 or 6", sixths),
    ("binary length", |n| i128::from(128 - n.leading_zeros())),
    ("digits in base three", |n| (0..20).map(|k| n / 3_i128.pow(k) % 3).sum()),
    (
        "ternary ruler",
        |n| if n == 0 { 0 } else { (0..40).take_while(|k| n % 3_i128.pow(*k) == 0).last().unwrap().into() },
    ),
    ("lowest bit", |n| n & -n),
    ("exponent of 2", |n| if n == 0 { 0 } else { n.trailing_zeros().into() }),
    ("cubes", |n| n * n * n - 4 * n + 1),
    ("a polynomial with halves", |n| (n * n * n - n) / 6 + n * (n + 1) / 2),
    ("dopey, evil, odious", |n| match (n > 0 && n.trailing_zeros() % 2 == 0, ones(n) % 2) {
        (false, _) => 0,
        (true, 1) => 1,
        _ => 2,
    }),
    ("prime factors", |n| {
        (2..=n)
            .map(|d| (1..40).filter(|k| (2..d).all(|e| d % e != 0) && n % d.saturating_pow(*k) == 0).count() as i128)
            .sum()
    }),
    ("take at most a third", |n| restricted(n, |n| n / 3)),
    ("take at most a third, rounded up", |n| restricted(n, |n| (n + 2) / 3)),
    ("take at most two fifths and one", |n| restricted(n, |n| 2 * n / 5 + 1)),
    ("take at most the root", |n| restricted(n, i128::isqrt)),
    ("take what is coprime to the heap", |n| {
        let is_prime = |p: i128| (2..p).all(|d| p % d != 0);
        let least = (2..=n).find(|d| n % d == 0).unwrap_or(1);
        if n % 2 == 0 { 0 } else { (2..=least).filter(|p| is_prime(*p)).count().max(1) as i128 }
    }),
    ("one exception", |n| if n == 0 { 7 } else { n % 3 }),
];

#[test]
fn laws_of_numbers_go_on_as_foretold() {
    for (name, rule) in NUMBERS {
        let far = if name == "prime factors" || name.starts_with("take at most") { 400 } else { 2200 };
        let laws = found(&line(false, 0, 200, rule));
        assert!(!laws.is_empty(), "{name}: none");
        for law in laws {
            assert!(law.fits >= 3 * law.free && law.fits >= 190, "{name}: {law:?}");
            for n in law.from..=far {
                assert_eq!(law.formula.value([n, 0], law.function.as_ref()), Some(rule(n)), "{name}, n = {n}: {law:?}");
            }
        }
    }
}

const TRUTHS: [Rule; 11] = [
    ("residues", |n| i128::from([0, 2, 5].contains(&(n % 7)))),
    ("squares", |n| i128::from(n.isqrt().pow(2) == n)),
    ("triangular numbers", |n| i128::from((8 * n + 1).isqrt().pow(2) == 8 * n + 1)),
    ("powers of two less one", |n| i128::from(n & (n + 1) == 0)),
    ("primes", |n| i128::from(n > 1 && (2..n).all(|d| n % d != 0))),
    ("evil", |n| i128::from(ones(n) % 2 == 0)),
    ("vile", |n| i128::from(n > 0 && n.trailing_zeros() % 2 == 0)),
    ("Fibonacci", |n| i128::from(n > 0 && [5 * n * n + 4, 5 * n * n - 4].iter().any(|m| m.isqrt().pow(2) == *m))),
    ("lower Wythoff", |n| i128::from((0..=n).any(|k| (k + (5 * k * k).isqrt()) / 2 == n && k > 0))),
    ("odd, or a power of two that is dopey", |n| {
        i128::from(n % 2 == 1 || n > 0 && ones(n) == 1 && n.trailing_zeros() % 2 == 1)
    }),
    ("lost in UpMark", lost_in_upmark),
];

#[test]
fn laws_of_truths_go_on_as_foretold() {
    for (name, rule) in TRUTHS {
        let laws = found(&line(true, 0, 200, rule));
        assert!(!laws.is_empty(), "{name}: none");
        for law in laws {
            for n in law.from..=1000 {
                assert_eq!(law.formula.value([n, 0], law.function.as_ref()), Some(rule(n)), "{name}, n = {n}: {law:?}");
            }
        }
    }
}

fn lowest_zero(n: i128) -> i128 {
    n.trailing_ones().into()
}

type RuleOfTwo = (&'static str, bool, fn(i128, i128) -> i128);

const FIELDS: [RuleOfTwo; 17] = [
    ("nim-sum", false, |a, b| a ^ b),
    ("sum by residue", false, |a, b| (a + b) % 3),
    ("quotients", false, |a, b| (a / 3) ^ (b / 3)),
    ("remainders", false, |a, b| (a % 4) ^ (b % 6)),
    ("smaller", false, i128::min),
    ("distance", false, |a, b| (a - b).abs()),
    ("product", false, |a, b| a * b),
    ("lowest zero", false, |a, b| if a * b == 0 { 0 } else { lowest_zero((a - 1) | (b - 1)) }),
    ("lowest zero of the or", false, |a, b| lowest_zero(a | b)),
    ("Nimhoff of 3", false, |a, b| 3 * ((a / 3) ^ (b / 3)) + (a + b) % 3),
    ("Nimhoff of 7", false, |a, b| 7 * ((a / 7) ^ (b / 7)) + (a + b) % 7),
    ("king", false, |a, b| match (a * b == 0, a % 2, b % 2) {
        (_, 0, 0) => 0,
        (true, ..) => 1,
        (false, 1, 1) => 2,
        _ => 3,
    }),
    ("both even", true, |a, b| i128::from(a % 2 == 0 && b % 2 == 0)),
    ("Wythoff", true, |a, b| {
        let k = (a - b).abs();
        i128::from(a.min(b) == (k + (5 * k * k).isqrt()) / 2)
    }),
    ("Euclid", true, |a, b| i128::from(a * b == 0 || a != b && (a * a - b * b).abs() < a * b)),
    ("knight", true, |a, b| i128::from(a % 4 < 2 && b % 4 < 2)),
    ("equal remainders", true, |a, b| i128::from((a - b) % 3 == 0)),
];

#[test]
fn laws_of_two_coordinates_go_on_as_foretold() {
    for (name, truths, rule) in FIELDS {
        let laws = found(&field(truths, 30, rule));
        assert!(!laws.is_empty(), "{name}: none");
        for law in laws {
            assert!(law.from <= 2, "{name}: {law:?}");
            for (a, b) in (law.from..=70).flat_map(|a| (law.from..=70).map(move |b| (a, b))) {
                let told = law.formula.value([a, b], law.function.as_ref());
                assert_eq!(told, Some(rule(a, b)), "{name}, {a}, {b}: {law:?}");
            }
        }
    }
}

/// Divisors that occur in the rule, or are one more, are tried before others.
#[test]
fn divisors_of_the_rule_are_tried() {
    for divisor in [5, 7, 9] {
        let values = field(true, 30, |a, b| i128::from(a % divisor == 0 && b % divisor != 0));
        assert_eq!(found(&values), [], "{divisor}");
        let laws = found(&values.of_rule(&[1, divisor - 1]));
        assert_eq!(laws.len(), 1, "{divisor}: {laws:?}");
        for (a, b) in (0..80).flat_map(|a| (0..80).map(move |b| (a, b))) {
            let told = laws[0].formula.value([a, b], None);
            assert_eq!(told, Some(i128::from(a % divisor == 0 && b % divisor != 0)), "{a}, {b}: {laws:?}");
        }
    }
}

#[test]
fn lists_are_continued() {
    let cases: [(&[i128], [i128; 3]); 12] = [
        (&[1, 1, 2, 3, 5, 8], [13, 21, 34]),
        (&[2, 1, 3, 4, 7, 11, 18], [29, 47, 76]),
        (&[1, 2, 4, 8, 16, 32], [64, 128, 256]),
        (&[0, 1, 4, 9, 16, 25], [36, 49, 64]),
        (&[1, 1, 2, 6, 24, 120, 720], [5040, 40320, 362_880]),
        (&[1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 2047, 4095], [8191, 16383, 32767]),
        (&[3, 5, 7, 9, 11, 13, 15], [17, 19, 21]),
        // Take-away games in which the next may take three or four times what was taken, or twice that and one more.
        (&[1, 2, 3, 4, 6, 8, 11, 15, 21, 29], [40, 55, 76]),
        (&[2, 3, 4, 5, 7, 9, 12, 15, 19, 24, 31, 40, 52, 67, 86], [110, 141, 181]),
        (&[1, 2, 3, 4, 6, 9, 13, 19, 28, 47, 75], [122, 197, 319]),
        // Narayana's cows.
        (&[1, 1, 1, 2, 3, 4, 6, 9, 13, 19], [28, 41, 60]),
        (&[0, 1, 2, 5, 12, 29, 70, 169, 408, 985, 2378, 5741], [13860, 33461, 80782]),
    ];
    for (list, next) in cases {
        let evidence = Evidence::line(false, (0..).zip(list.iter().copied()));
        let laws = found(&evidence);
        assert!(!laws.is_empty(), "{list:?}: none");
        assert_eq!(laws[0].continued(&evidence, 3), next, "{list:?}: {laws:?}");
    }
}

/// The values of a game of one heap, from the definition.
fn values(count: usize, options: impl Fn(usize, &[u64]) -> Vec<u64>) -> Evidence {
    let mut known: Vec<u64> = Vec::new();
    for n in 0..count {
        let value = crate::nim::mex(options(n, &known).into_iter().map(crate::Nimber));
        known.push(value.0);
    }
    Evidence::line(false, (0..).zip(known.into_iter().map(i128::from)))
}

#[test]
fn no_law_is_found_where_there_is_none() {
    let kayles = |n: usize, known: &[u64]| {
        let left = |taken: usize| {
            n.checked_sub(taken).into_iter().flat_map(move |rest| (0..=rest).map(move |a| (a, rest - a)))
        };
        left(1).chain(left(2)).map(|(a, b)| known[a] ^ known[b]).collect()
    };
    let grundy = |n: usize, known: &[u64]| (1..n).filter(|a| *a != n - a).map(|a| known[a] ^ known[n - a]).collect();
    let squares = |n: usize, known: &[u64]| (1..=n.isqrt()).map(|k| known[n - k * k]).collect();
    for evidence in
        [values(20, kayles), values(60, kayles), values(200, grundy), values(20, grundy), values(200, squares)]
    {
        assert_eq!(found(&evidence), []);
        assert_eq!(found(&evidence.zeros()), []);
    }
}

#[test]
fn random_columns_follow_no_law() {
    let mut dice = Dice::new(20_261_122);
    let mut wrong = Vec::new();
    for sides in [2, 3, 4, 10, 1000] {
        for length in [5, 6, 8, 10, 15, 20, 30, 50, 100, 200] {
            for _ in 0..tries(25) {
                let column: Vec<i128> = (0..length).map(|_| dice.below(sides).into()).collect();
                let evidence = Evidence::line(sides == 2, (0..).zip(column.iter().copied()));
                wrong.extend(found(&evidence).into_iter().map(|law| format!("{column:?}: {law:?}")));
            }
        }
    }
    // Lists that rise by random amounts.
    for sides in [2, 3, 5, 40] {
        for length in [6, 8, 10, 15, 30] {
            for _ in 0..tries(25) {
                let mut last = 0;
                let mut next = || {
                    last += 1 + i128::from(dice.below(sides));
                    last
                };
                let column: Vec<i128> = (0..length).map(|_| next()).collect();
                let evidence = Evidence::line(false, (0..).zip(column.iter().copied()));
                // They may rise by the same amount.
                let laws = found(&evidence).into_iter().filter(|law| law.kind == LawKind::Recurrence);
                wrong.extend(laws.map(|law| format!("{column:?}: {law:?}")));
            }
        }
    }
    for side in [4, 6, 10, 20] {
        for sides in [2, 3, 10] {
            let cells: Vec<_> = (0..side).flat_map(|a| (0..side).map(move |b| [a, b])).collect();
            let evidence = Evidence::field(sides == 2, cells.into_iter().map(|at| (at, dice.below(sides).into())));
            wrong.extend(found(&evidence).into_iter().map(|law| format!("{side} × {side}: {law:?}")));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn nothing_overflows() {
    let edges = [i128::MAX, i128::MIN, i128::from(u64::MAX), 1 << 64, -1, 0];
    for a in edges {
        for b in edges {
            found(&Evidence::line(false, (0..40).map(|n| (n, if n % 2 == 0 { a } else { b }))));
            found(&Evidence::line(false, (0..40).map(|n| (if n == 39 { a.max(50) } else { n }, b))));
            found(&Evidence::field(false, (0..40).map(|n| ([n % 6, n / 6], if n % 3 == 0 { a } else { b }))));
            found(&Evidence::line(true, (0..40).map(|n| (b.saturating_add(n), i128::from(a > b)))));
        }
    }
}
