//! Numbers at the edges of 64 and 128 bits: the program gives the right answer or an error, and never a wrong
//! number, a crash or an endless computation. A failure shows the code that was run.

use proptest::prelude::*;

use crate::common::clock::HANGS;
use crate::common::dice::tries;
use crate::{eval, grundy};

/// ±2^127, ±2^64, ±2^63, 0, ±1 and their neighbours.
fn edges() -> impl Strategy<Value = i128> {
    let large = [i128::MAX, i128::MAX - 1, -i128::MAX, 1 - i128::MAX];
    let near = [0, 1 << 63, 1 << 64, -(1 << 63), -(1 << 64)].map(|edge: i128| [edge - 1, edge, edge + 1]);
    let all: Vec<i128> = large.into_iter().chain(near.into_iter().flatten()).chain([2, 3, 5, -2]).collect();
    prop::sample::select(all)
}

fn written(n: i128) -> String {
    if n < 0 { format!("({n})") } else { n.to_string() }
}

/// What the program prints; `None` if it gives an error. A time-out, an internal error or any other end fails.
fn answer(code: &str) -> Result<Option<String>, TestCaseError> {
    let ran = grundy().args(["--timeout", "60s", "--memory", "256M", "-e", code]).output().unwrap();
    let (said, wrong) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    match ran.status.code() {
        Some(0) => Ok(Some(said.trim().to_owned())),
        Some(1) => {
            prop_assert!(wrong.contains("error[E"), "{code}: {wrong}");
            prop_assert!(!wrong.contains("error[E0502]") && !wrong.contains("error[E0901]"), "{code}: {wrong}");
            Ok(None)
        }
        other => Err(TestCaseError::fail(format!("{code}: {other:?} {wrong}"))),
    }
}

/// Compares x − y with `bound`, exactly: a difference that does not fit 128 bits is larger or smaller than every bound.
fn compared(x: i128, y: i128, bound: i128) -> std::cmp::Ordering {
    match x.checked_sub(y) {
        Some(difference) => difference.cmp(&bound),
        None if y < 0 => std::cmp::Ordering::Greater,
        None => std::cmp::Ordering::Less,
    }
}

fn mex(values: &[u64]) -> u64 {
    (0..).find(|value| !values.contains(value)).unwrap()
}

/// The values of the heaps 0 to 6, where the heap m is an option of the heap n if `is_option(n, m)`.
fn values(is_option: impl Fn(i128, i128) -> bool) -> String {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..7 {
        let options: Vec<u64> =
            (0..n).filter(|m| is_option(n, *m)).map(|m| values[usize::try_from(m).unwrap()]).collect();
        values.push(mex(&options));
    }
    values.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: tries(64), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_rule_written_out(c in edges(), first in edges(), last in edges()) {
        // The option m of n belongs to k = n − m − c. Play ends if every option is smaller than n: if every k is
        // above −c.
        let is_in = |k_is: &dyn Fn(i128) -> std::cmp::Ordering| k_is(first).is_ge() && k_is(last).is_le();
        let ends = first > last || compared(0, c, first).is_lt();
        // A rule that is not recognised as a heap game runs through every k, which must not take too long: the range
        // is empty, or c is an amount that can be taken from a heap.
        let short = first > last || u64::try_from(c).is_ok();
        prop_assume!(ends && short);
        let code = format!(
            "game S(n) = (n-k-{}) for k in {}..{}; values S 0..6",
            written(c), written(first), written(last)
        );
        if let Some(found) = answer(&code)? {
            prop_assert_eq!(found, values(|n, m| is_in(&|bound| compared(n - m, c, bound))), "{}", code);
        }
    }

    #[test]
    fn a_set_that_is_taken(first in edges(), last in edges(), step in edges()) {
        for (set, last) in [
            (format!("{}..{}", written(first), written(last)), last),
            (format!("{}..", written(first)), i128::MAX),
            (format!("{}..{} step {}", written(first), written(last), written(step)), last),
        ] {
            let stride = if set.contains("step") { step } else { 1 };
            let code = format!("game S = take <{set}>; values S 0..6");
            if let Some(found) = answer(&code)? {
                let taken = |t: i128| first <= t && t <= last && (t - first) % stride == 0;
                prop_assert!(first >= 1 || first > last, "{}", code);
                prop_assert_eq!(found, values(|n, m| taken(n - m)), "{}", code);
            }
        }
    }

    #[test]
    fn what_is_in_a_set(x in edges(), first in edges(), last in edges(), step in 1i128..4, other in edges()) {
        // If first ≤ x, their difference fits 128 bits without a sign.
        let is_in = |x: i128| {
            first <= x && x <= last && (x as u128).wrapping_sub(first as u128).is_multiple_of(step.unsigned_abs())
        };
        let set = format!("{{{}..{} step {step}}}", written(first), written(last));
        for (set, expected) in [
            (set.clone(), is_in(x)),
            (format!("({set} except {{{}..}})", written(other)), is_in(x) && x < other),
            (format!("{{{set}, {{..{}}}}}", written(other)).replace("{..", "{-5.."), is_in(x) || (-5..=other).contains(&x)),
        ] {
            let code = format!("print {} in {set}", written(x));
            if let Some(found) = answer(&code)? {
                prop_assert_eq!(found, expected.to_string(), "{}", code);
            }
        }
    }
}

#[test]
fn these_once_went_wrong() {
    let largest = i128::MAX;
    let found = answer(&format!("game S(n) = (n-k-1) for k in 1..{largest}; values S 0..6")).unwrap();
    assert_eq!(found.as_deref(), Some("0 0 1 1 2 2 3"));
    eval(&format!("game S = take <-{largest}..>; values S 0..6")).code(1);
    for (code, expected) in [
        (format!("print 5 in {{-{largest}..}}"), "true"),
        (format!("print {largest} in powers({largest})"), "true"),
        ("print 10^18*(10^18+1)/2+1 in triangulars".into(), "false"),
        ("print (3*10^18)*(3*10^18+1)/2 in triangulars".into(), "true"),
        ("print 13043817825332782211*6521908912666391106 in triangulars".into(), "true"),
    ] {
        assert_eq!(answer(&code).unwrap().as_deref(), Some(expected), "{code}");
    }
}

#[test]
fn an_error_does_not_wait_for_a_loop_without_an_end() {
    let rule = "game S(n) = (abs(n+3)) for k in min(n,-4294967297)..max(0,n) if k < 7";
    let begun = std::time::Instant::now();
    grundy().args(["--memory", "64M", "--timeout", "1s", "-e", rule, "-e", "values S 0..9"]).assert().code(1);
    assert!(begun.elapsed() < HANGS);
}

#[test]
fn memory_is_asked_before_the_work_and_truly() {
    for (code, positions) in [
        ("winner KingCorner(100000, 99999)", "10,000,100,000 positions"),
        (
            "game T(a, b, c) = (a-2, b, c) if b >= 0 | take any from b and c | take <3,4> from c; grundy T(10^6, 10^6, 10^6)",
            "positions",
        ),
        ("winner Wythoff(10^6, 10^6)", "1,000,002,000,001 positions"),
        (
            "game G(a, b) = (a-1, b) if b >= 0 | (a, b-k) for k in 1..min(b, 5); grundy G(10^5, 10^5)",
            "10,000,200,001 positions",
        ),
    ] {
        let begun = std::time::Instant::now();
        let ran = grundy().args(["-e", code]).assert().code(1);
        let said = crate::err(&ran);
        assert!(said.contains("error[E0503]") && said.contains(positions), "{code}: {said}");
        assert!(begun.elapsed() < HANGS, "{code}: {:?}", begun.elapsed());
        assert!(!said.contains("a little more"), "{said}");
    }
    // What fits is still answered, and so is a rule that reaches few positions of a large box.
    for (code, expected) in [
        ("print grundy KingCorner(3000, 3000)", "0"),
        ("game F(a, b) = (a-50000, b) | (a, b-50000); print grundy F(200000, 250000)", "1"),
    ] {
        assert_eq!(answer(code).unwrap().as_deref(), Some(expected), "{code}");
    }
}

#[test]
fn a_number_in_json_has_all_its_digits() {
    let last = |code: &str| -> serde_json::Value {
        let ran = grundy().args(["--json", "-e", code]).assert().success();
        serde_json::from_str(crate::out(&ran).lines().last().unwrap()).unwrap()
    };
    for (code, path, digits) in [
        ("2^64", "/value", "18446744073709551616"),
        ("0-2^126", "/value", "-85070591730234615865843651857942052864"),
        ("[1, 2^100]", "/value/1", "1267650600228229401496703205376"),
        ("print 2^70", "/values/0", "1180591620717411303424"),
        ("print 1-2^53", "/values/0", ""),
        ("moves Kayles(10^18)", "/total", "1000000000000000000"),
        ("grundy Nim(2^63-1)", "/value", "9223372036854775807"),
        ("let x = 2^90", "/value", "1237940039285380274899124224"),
    ] {
        let read = last(code);
        let found = read.pointer(path).unwrap_or_else(|| panic!("{code}: {read}"));
        // Beyond what every reader keeps, the digits are a text.
        let is_right = if digits.is_empty() { found.is_number() } else { found == digits };
        assert!(is_right, "{code}: {found}");
    }
}
