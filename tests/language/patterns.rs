//! `pattern`: the laws it finds for the games of the library hold, both by the lines that it offers for checking
//! them and by its formulas, which are compared with the values.

use grundy::session::library::{self, Entry};
use grundy::session::report::{Check, FoundLaw, LookedAt, Pattern, PatternOf, Report};

use crate::common::Played;
use crate::common::dice::is_full;

/// Laws are checked for this many values of a variable, to be quick.
const FAR: i128 = 150;

/// The last report that answers a line, or its error as it is shown.
fn asked(played: &mut Played, line: &str) -> Result<Option<Report>, String> {
    let mut report = None;
    for statement in played.session.read("<prompt>", line) {
        let reply = statement.and_then(|statement| played.session.run(&statement));
        match reply {
            Ok(reply) => report = reply.report,
            wrong => return Err(played.shown(wrong).0),
        }
    }
    Ok(report)
}

/// In how many cases a check holds; `None` if the answer is not that it does.
fn cases_held(answer: &Result<Option<Report>, String>) -> Option<u128> {
    match answer.as_ref().ok()?.as_ref()?.get() {
        Some(Check::Holds { cases, .. }) => Some(*cases),
        _ => None,
    }
}

fn pattern(played: &mut Played, line: &str) -> Result<Pattern, String> {
    let answer = asked(played, line)?;
    answer.as_ref().and_then(Report::get).cloned().ok_or_else(|| format!("{line}: {answer:?}"))
}

/// Runs the lines that `pattern` offers for checking a law, with bounded ranges: the check must hold.
fn holds(law: &FoundLaw) -> Result<(), String> {
    let mut played = Played::new();
    if let Some(definition) = &law.definition {
        asked(&mut played, definition)?;
    }
    let line = bounded(law.line.as_deref().ok_or("there is no line to check it")?, law.from);
    let answer = asked(&mut played, &line);
    if cases_held(&answer).is_some_and(|cases| cases > 50) { Ok(()) } else { Err(format!("{line}: {answer:?}")) }
}

/// Checks the law's formula against the values over the range in which it was seen, as far as `FAR`.
fn is_written(law: &FoundLaw, told: &Pattern) -> Result<(), String> {
    let mut played = Played::new();
    if let Some(definition) = &law.definition {
        asked(&mut played, definition)?;
    }
    let run = |run: &LookedAt| format!("{} in {}..{}", run.name, law.from.max(run.first), run.last.min(law.from + FAR));
    let line = format!("check {} for {}", law.claim, told.ranges.iter().map(run).collect::<Vec<_>>().join(", "));
    let answer = asked(&mut played, &line);
    if cases_held(&answer).is_some() { Ok(()) } else { Err(format!("{line}: {answer:?}")) }
}

/// The same line with ranges that end at `from + FAR` at the latest.
fn bounded(line: &str, from: i128) -> String {
    let (claim, ranges) = line.rsplit_once(" for ").unwrap();
    let mut parts = ranges.split("..");
    let mut bounded = format!("{claim} for {}", parts.next().unwrap());
    for part in parts {
        let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        let far: i128 = part[..digits].parse().unwrap();
        bounded.push_str(&format!("..{}{}", far.min(from + FAR), &part[digits..]));
    }
    bounded
}

fn games() -> impl Iterator<Item = &'static Entry> {
    // The positions of the other games are lists and texts, or may be loony.
    let is_of_heaps = |entry: &&Entry| {
        !["length(", "left", "edges", "strings", "tokens", "becomes", ") reply"]
            .iter()
            .any(|word| entry.source.contains(word))
    };
    library::entries().filter(is_of_heaps)
}

#[test]
fn the_laws_of_the_library_are_found_and_hold() {
    let with_law = [
        "AtMostHalf",
        "Mark",
        "Nim",
        "TakeOdd",
        "DivideBy236",
        "Aliquot",
        "RookCorner",
        "KingCorner",
        "Ruler",
        "Wythoff",
        "Euclid",
        "FibonacciNim",
        "MockTurtles",
        "TurningTurtles",
    ];
    let without = ["GrundysGame", "SubtractSquare", "Treblecross", "Officers", "TakeAPrime"];
    let (mut wrong, mut found, mut none) = (Vec::new(), Vec::new(), Vec::new());
    // Without `FULL`, only the games that are named here.
    for entry in games().filter(|entry| is_full() || with_law.contains(&entry.name) || without.contains(&entry.name)) {
        match pattern(&mut Played::new(), &format!("pattern {}", entry.name)) {
            Ok(told) if told.laws.is_empty() => none.push(entry.name),
            Ok(told) => {
                found.push(entry.name);
                let both = told.laws.iter().flat_map(|law| [is_written(law, &told), holds(law)]);
                wrong.extend(both.filter_map(Result::err).map(|why| format!("{}: {why}", entry.name)));
            }
            // Where play may never end, not every value is a number.
            Err(why) if entry.name == "Epstein" => assert!(why.starts_with("error[E0423]"), "{why}"),
            Err(why) => wrong.push(why),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(!is_full() || found.len() >= 40, "{}; no law of {none:?}", found.len());
    assert!(with_law.iter().all(|game| found.contains(game)), "{found:?}");
    assert!(without.iter().all(|game| none.contains(game)), "{none:?}");
}

/// The formulas of the laws of the library, in one line each.
#[test]
fn laws_are_those_of_the_books() {
    let cases = [
        ("AtMostHalf", "let f(n) = if n < 1 then 0 else if n % 2 == 0 then n / 2 else f(n / 2)"),
        ("MockTurtles", "grundy MockTurtles(n) == 2 * n + 1 - popcount(n) % 2"),
        ("TurningTurtles", "grundy TurningTurtles(n) == n"),
        ("TurningCorners", "grundy TurningCorners(x, y) == nimproduct(x, y)"),
        ("TakePrimeOrOne", "grundy TakePrimeOrOne(n) == n % 4"),
        ("TakeEven", "grundy TakeEven(n) == n / 2"),
        ("MooresNim 0..20, 0..20, 0", "grundy MooresNim(a, b, 0) == a + b"),
        ("(take <1,2>) 0..60", "grundy (take <1,2>)(n) == n % 3"),
        ("octal 0.333 0..60", "grundy (octal 0.333)(n) == n % 4"),
        ("RookCorner 0..20, 5", "grundy RookCorner(a, 5) == a xor 5"),
        ("Wythoff", "(grundy Wythoff(a, b) == 0) == (min(a, b) == (abs(a - b) + isqrt(5 * abs(a - b) ^ 2)) / 2)"),
        (
            "{n for n in 2..300 if outcome FibonacciNim(n, n-1) == P}",
            "(outcome FibonacciNim(n, n-1) == P) == (n in fibonaccis)",
        ),
        ("[outcome TakeThree(n) for n in 0..40]", "(outcome TakeThree(n) == P) == (n % 4 == 0)"),
        ("[winner TakeThree(n) for n in 0..40]", "(winner TakeThree(n) == second) == (n % 4 == 0)"),
        ("[0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]", "n % 2"),
        ("[n*n for n in 5..25]", "(n*n) == n ^ 2"),
        ("[1, 1, 2, 3, 5, 8]", "let f(n) = if n < 2 then 1 else f(n - 1) + f(n - 2)"),
        ("Ruler", "grundy Ruler(n) == lowbit(n)"),
        ("[1,2,1,4,1,2,1,8,1,2,1,4,1,2,1,16,1,2,1,4,1,2,1,8]", "lowbit(n + 1)"),
        // Nim with cyclic moves, Delete Nim, and take-away games in which the next may take so many times as much.
        ("Hoff 0..20, 0..20", "grundy Hoff(a, b) == 5 * ((a / 5) xor (b / 5)) + (a + b) % 5"),
        ("One", "grundy One(a, b) == 3 * ((a / 3) xor (b / 3)) + (a + b) % 3"),
        ("Delete", "grundy Delete(x, y) == popcount(lowbit(bitor(x - 1, y - 1) + 1) - 1)"),
        ("DeleteOne", "grundy DeleteOne(x, y) == popcount(lowbit(bitor(x, y) + 1) - 1)"),
        (
            "{n for n in 2..120 if outcome Thrice(n, n-1) == P}",
            "let f(n) = if n < 3 then [2, 3, 4][n] else f(n - 1) + min(f(k) for k in 0..n - 1 if 3 * f(k) >= f(n - 1))",
        ),
        ("{2, 3, 5, 7, 11, 13, 17, 19}", "prime(n)"),
        ("[2, 3, 5, 7, 11, 13, 17, 19]", "prime(n)"),
    ];
    let mut played = Played::new();
    for game in [
        "game Hoff(a, b) = take any from a | take any from b | (a-i, b-j) for i in 1..min(a, 4), j in 1..min(b, 4) if i+j < 5",
        "game One(a, b) = take any from a | take any from b | (a-1, b-1)",
        "game Delete(x, y) = (k, x-k) for k in 1..x-1 | (k, y-k) for k in 1..y-1",
        "game DeleteOne(x, y) = (k, x-1-k) for k in 0..x-1 | (k, y-1-k) for k in 0..y-1",
        "game Thrice(n, m) = (n-k, 3*k) for k in 1..min(n, m)",
    ] {
        played.answer(game);
    }
    for (subject, expected) in cases {
        let told = pattern(&mut played, &format!("pattern {subject}")).unwrap();
        let lines: Vec<&String> = told.laws.iter().flat_map(|law| law.definition.iter().chain([&law.claim])).collect();
        assert!(lines.iter().any(|line| *line == expected), "{subject}: {lines:#?}");
    }
}

#[test]
fn a_theorem_is_named_where_the_engine_has_proved_the_period() {
    for (game, proved) in
        [("Kayles", true), ("DoubleKayles", true), ("Nim", true), ("TakeThree", true), ("TakeOdd", false)]
    {
        let told = pattern(&mut Played::new(), &format!("pattern {game}")).unwrap();
        assert_eq!(told.laws[0].theorem.is_some(), proved, "{game}: {:?}", told.laws);
    }
    let long = "game Far = octal 0.055; pattern Far";
    let told = pattern(&mut Played::new(), long).unwrap();
    assert!(told.laws[0].claim.starts_with("grundy Far(n + 148) == "), "{told:?}");
    for line in ["pattern Kayles 0..20", "pattern Kayles 0..60", "pattern GrundysGame 0..400"] {
        assert!(pattern(&mut Played::new(), line).unwrap().laws.is_empty(), "{line}");
    }
}

/// A position outside the game's domain (`where`) has no value; it does not count as 0.
#[test]
fn a_domain_is_kept() {
    let told = pattern(&mut Played::new(), "game G(n) where n > 0 = (k) for k in 1..n-1; pattern G").unwrap();
    assert_eq!((told.laws[0].claim.as_str(), told.laws[0].from), ("grundy G(n) == n - 1", 1));
    assert_eq!((told.ranges[0].first, told.values), (1, 2000));
    let pairs = "game H(a, b) where a <= b = take any from b; pattern H 0..20, 0..20";
    let told = pattern(&mut Played::new(), pairs).unwrap();
    let line = told.laws[0].line.as_deref().unwrap();
    assert!(line.ends_with(" for a in 0..60, b in 0..60 if a <= b"), "{line}");
    let mut played = Played::new();
    played.answer("game H(a, b) where a <= b = take any from b");
    assert_eq!(cases_held(&asked(&mut played, line)), Some(1891), "{line}");
}

/// The line that checks a law ends where the positions do, and is run as it stands.
#[test]
fn no_line_leaves_the_domain() {
    let mut played = Played::new();
    for game in [
        "game L(l in -1.., r in 0..10) = L(l-1, r) | L(l, r-1)",
        "game D(n in 0..100) = (n-1) | (n-2)",
        "game E(n) where n <= 100 = (n-1)",
        "game W(a, b) where a + b <= 20 = (a-1, b) | (a, b-1)",
        "game C(a, b, c) where a + b + c <= 9 = (a-1, b, c) | (a, b-1, c) | (a, b, c-1)",
    ] {
        played.answer(game);
    }
    for (asked_for, end) in [
        ("L", "for l in 0..60, r in 0..10"),
        ("L(2, r)", "for r in 0..10"),
        ("L(l, 3)", "for l in 0..10000"),
        ("L 0..5, 0..5", "for l in 0..60, r in 0..10"),
        ("D", "for n in 0..100"),
        ("D 0..50", "for n in 0..100"),
        ("E 20..40 step 2", "for n in 20..10000 step 2 if n <= 100"),
        ("W 0..5, 0..5", "if a + b <= 20"),
        ("W(a, 3)", "for a in 0..17"),
        ("C(a, b, 2) 0..3, 0..3", "for a in 0..3, b in 0..3"),
    ] {
        let told = pattern(&mut played, &format!("pattern {asked_for}")).unwrap();
        assert!(!told.laws.is_empty(), "{asked_for}");
        for law in &told.laws {
            let line = law.line.as_ref().unwrap();
            let answer = asked(&mut played, line);
            assert!(line.ends_with(end) && cases_held(&answer).is_some(), "{line}");
        }
    }
    for (line, domain) in
        [("let f = pattern D; show f", "f(n in 0..100)"), ("let g = pattern L; show g", "g(l in 0.., r in 0..10)")]
    {
        assert!(played.answer(line).contains(domain), "{line}");
    }
}

#[test]
fn names_that_are_taken_are_not_used() {
    let mut played = Played::new();
    played.answer("let f = 3; game G(g) = (k) for k in (g+1)/2..g-1");
    let told = pattern(&mut played, "pattern G").unwrap();
    let definition = told.laws[0].definition.as_deref().unwrap();
    assert!(definition.starts_with("let h(n) = "), "{definition}");
    assert!(told.laws.iter().all(|law| law.of == PatternOf::Values));
}

/// A law is compared with values beyond those it was read from before it is told.
#[test]
fn a_law_that_fails_beyond_the_range_is_not_told() {
    let mut told = 0;
    let subjects = (2..=14).flat_map(|base| {
        let game = format!("game D = divide by <{base}>");
        [format!("{game}; pattern D 0..300"), format!("{game}; pattern [grundy D(n) for n in 0..300]")]
    });
    let more = ["take any except <30>", "take <1,2,40>", "divide by <2,40>", "take <1..n/2>", "octal 0.07"];
    let more =
        more.into_iter().flat_map(|rule| [60, 90, 120].map(|last| format!("game D = {rule}; pattern D 0..{last}")));
    for line in subjects.chain(more) {
        let found = pattern(&mut Played::new(), &line).unwrap();
        for law in &found.laws {
            let mut played = Played::new();
            played.answer(line.split_once(';').unwrap().0);
            if let Some(definition) = &law.definition {
                asked(&mut played, definition).unwrap();
            }
            let (from, last) = (found.ranges[0].last, found.ranges[0].last * 7 / 5);
            let check = format!("check {} for n in {from}..{last}", law.claim);
            let answer = asked(&mut played, &check);
            assert!(cases_held(&answer).is_some(), "{line}: {check}: {answer:?}");
            told += 1;
        }
    }
    assert!(told > 25, "{told}");
    // The seventh part of 343 begins a new rule of the digits.
    assert!(pattern(&mut Played::new(), "game D = divide by <7>; pattern D 0..300").unwrap().laws.len() == 1);
    // In two coordinates, where the law changes from 20 on.
    let line = "game D(a, b) = (a-1, b) if a < 24 | (a-2, b) if a >= 24; pattern D 0..20, 0..20";
    assert!(pattern(&mut Played::new(), line).unwrap().laws.is_empty());
    // A list has no values beyond its own, and an error of the rule ends them.
    assert!(
        !pattern(&mut Played::new(), "let L = [n % 3 for n in 0..40]; pattern [L[n] for n in 0..40]")
            .unwrap()
            .laws
            .is_empty()
    );
}

/// Where a question is refused, the error names the law that was seen, and what it would give; it remains an error.
#[test]
fn a_refusal_names_the_law_that_was_seen() {
    let mut played = Played::new();
    played.answer("game Half(n) = take <1..n/2>");
    for (line, law, given) in [
        (
            "grundy AtMostHalf(10^18)",
            Some("grundy AtMostHalf(n) == f(n), where let f(n) = "),
            "the value is 500000000000000000",
        ),
        ("outcome TakeOdd(10^18)", Some("grundy TakeOdd(n) == n % 2"), "the value is 0"),
        ("winner Wythoff(10^9, 3)", Some("grundy Wythoff(a, 3) == a + "), "the value is 999999998"),
        ("moves Wythoff(1000000000, 1618033990)", Some("(grundy Wythoff(a, b) == 0) == "), "the value is not 0: N"),
        // ⌊k·φ⌋ and ⌊k·φ⌋ + k for k = 10^9.
        ("outcome Wythoff(1618033988, 2618033988)", Some("(grundy Wythoff(a, b) == 0) == "), "the value is 0: P"),
        ("grundy SubtractSquare(10^18)", None, ""),
        ("grundy GrundysGame(10^13)", None, ""),
    ] {
        let error = asked(&mut played, line).expect_err(line).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(error.starts_with("error[E0503]"), "{line}: {error}");
        match law {
            Some(law) => assert!(error.contains(&format!("A law is seen, but not proved: {law}")), "{line}: {error}"),
            None => assert!(!error.contains("law"), "{line}: {error}"),
        }
        assert!(error.ends_with(given), "{line}: {error}");
    }
    // A value that is known far away is an answer.
    assert!(played.answer("grundy TakeThree(10^18)").contains("Grundy value 0"));
}

/// A law says something about what is asked, and not only what is written there already; then the list itself is
/// looked at, as it is behind a name.
#[test]
fn no_law_is_a_tautology() {
    for list in [
        "[n for n in 1..60 if outcome TakeThree(n) == P]",
        "[n for n in 1..60 if prime(n)]",
        "[n for n in 1..60]",
        "[2*n for n in 0..50]",
        "[3 + n for n in 0..50]",
        "[(n % 3) for n in 0..50]",
        "[n % 2 == 0 for n in 0..50]",
        "[popcount(n) for n in 0..70]",
        "{n for n in 0..50 if 0 == n % 2}",
    ] {
        let alone = pattern(&mut Played::new(), &format!("pattern {list}")).unwrap();
        let named = pattern(&mut Played::new(), &format!("let L = {list}; pattern L")).unwrap();
        let claims = |told: &Pattern| told.laws.iter().map(|law| (law.of, law.claim.clone())).collect::<Vec<_>>();
        assert!(!named.laws.is_empty() && claims(&alone) == claims(&named), "{list}: {alone:?}");
    }
}

/// What holds for every number that was looked at is no condition, and members are looked at as those of a list.
#[test]
fn no_condition_holds_everywhere() {
    for (asked_for, wanted) in [
        ("{n for n in 1..100 if outcome Nim(n) == N}", Some("n + 1")),
        ("{n for n in 0..60 if n >= 0}", Some("n")),
        ("{n for n in 0..60 if grundy Nim(n) == n}", Some("n")),
        ("[grundy Nim(n) == n for n in 0..40]", None),
        ("[n >= 0 for n in 0..40]", None),
    ] {
        let told = pattern(&mut Played::new(), &format!("pattern {asked_for}")).unwrap();
        let claims: Vec<&str> = told.laws.iter().map(|law| law.claim.as_str()).collect();
        assert_eq!(claims, wanted.into_iter().collect::<Vec<_>>(), "{asked_for}");
    }
}

/// The same members have the same law, whether they are written out, have a name, or are computed; what is computed is
/// also compared with the members that come next.
#[test]
fn a_law_of_members_does_not_depend_on_how_they_are_given() {
    let definitions = "game F(n, m) = (n-k, 4*k) for k in 1..min(n, m); game S = take <1..6>";
    for (computed, later) in [
        ("[n for n in 2..150 if outcome F(n, n-1) == P]", 1),
        ("{n for n in 2..150 if outcome F(n, n-1) == P}", 1),
        ("[n for n in 0..60 if outcome S(n) == P]", 5),
        ("values S 0..60", 0),
    ] {
        let mut played = Played::new();
        played.answer(definitions);
        played.answer(&format!("let L = {computed}"));
        let written = played.answer("L");
        let claims = |told: &Pattern| {
            told.laws.iter().map(|law| (law.claim.clone(), law.definition.clone())).collect::<Vec<_>>()
        };
        let named = pattern(&mut played, "pattern L").unwrap();
        let typed = pattern(&mut played, &format!("pattern {}", written.trim())).unwrap();
        assert!(!named.laws.is_empty() && claims(&named) == claims(&typed), "{computed}: {named:?} {typed:?}");
        if later > 0 {
            let told = pattern(&mut played, &format!("pattern {computed}")).unwrap();
            assert_eq!((claims(&told), told.laws[0].later), (claims(&named), later), "{computed}");
        }
    }
    // Members that go on in another way than the law does.
    let mut played = Played::new();
    played.answer("let f(n) = if n < 60 then n % 4 == 0 else n % 5 == 0");
    for list in ["[n for n in 0..59 if f(n)]", "{n for n in 0..59 if f(n)}"] {
        let told = pattern(&mut played, &format!("pattern {list}")).unwrap();
        assert!(told.laws.is_empty(), "{list}: {told:?}");
    }
    // Outcomes are told as outcomes.
    played.answer("game S = take <1..6>; let L = [outcome S(n) for n in 0..60]");
    let told = pattern(&mut played, "pattern L").unwrap();
    assert_eq!(told.laws[0].claim, "if n % 7 == 0 then P else N");
    let goes_on = told.laws[0].line.as_ref().unwrap();
    assert_eq!(played.answer(goes_on).matches('P').count(), 11, "{goes_on}");
}

/// The line that checks a law further keeps the distance of the numbers in which the law was seen.
#[test]
fn a_step_of_the_range_is_kept() {
    for (line, expected) in [
        ("pattern TakeThree 0..100 step 2", "n in 0..10000 step 2"),
        ("pattern TakeThree 6..126 step 3", "n in 6..10000 step 3"),
        ("pattern Nim 0..100", "n in 0..10000"),
        ("pattern [grundy TakeThree(n) for n in 1..99 step 2]", "n in 1..396 step 2"),
        ("pattern RookCorner 0..40 step 2, 0..20", "a in 0..80 step 2, b in 0..80"),
    ] {
        let told = pattern(&mut Played::new(), line).unwrap();
        let check = told.laws[0].line.as_deref().unwrap();
        assert!(check.ends_with(expected), "{line}: {check}");
    }
}
