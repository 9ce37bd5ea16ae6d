//! `same as`, by which a rule claims that each position has the value of another, its normal form: values are those
//! of the game without the claim, and a wrong claim is found.

use grundy::session::report::PrintedValues;
use grundy_engine::game::{Sum, Value};

use crate::common::Played;
use crate::common::games::fast;

/// Claims that are true: the coordinates, the position that `same as` names, the rule, and the positions to compare.
const TRUE: [(&str, &str, &str, &str); 8] = [
    ("n", "n % 4", "(n-1) | (n-2) | (n-3)", "n for n in 0..30"),
    ("n", "if n >= 9 then 5 + (n - 9) % 4 else n", "(n-k) for k in {1, 2, 3} if n > 0", "n for n in 0..30"),
    (
        "h",
        "sort(h)",
        "(replace(h, i, k)) for i in indices(h), k in 0..h[i]-1 if k < max(h)",
        "[a, b, c] for a in 0..4, b in 0..4, c in 0..4",
    ),
    (
        "h",
        "home(h)",
        "(replace(replace(h, i, h[i]-1), j, h[j]-1)) for i in indices(h), j in i+1..length(h)-1 if h[i] > 0 and h[j] > 0 \
         | (replace(h, i, h[i]-1)) for i in indices(h) if h[i] > 0",
        "[a, b, c] for a in 0..4, b in 0..4, c in 0..4",
    ),
    (
        "s",
        "min(s, reverse(s))",
        "(replace(s, i, \"--\")) for i in 0..length(s)-2 if s[i..i+1] == \"++\"",
        "shown(n) for n in 0..127",
    ),
    (
        "a, b",
        "(min(a, b), max(a, b))",
        "(a-k, b) for k in 1..a | (a, b-k) for k in 1..b | (a-k, b-k) for k in 1..min(a, b)",
        "a, b for a in 0..12, b in 0..12",
    ),
    ("a, b", "swapped(a, b)", "(a-1, b) if a > 0 | (a, b-1) if b > 0 | (a-2, b-2)", "a, b for a in 0..12, b in 0..12"),
    (
        "left",
        "min([sort([f[v] for v in left]) for f in mirrors])",
        "sum[(p) for p in parts([w for w in left if w != v and w not in g[v]], g)] for v in left",
        "[v for v in 0..8 if bit(n, v) == 1] for n in 0..511",
    ),
];

const HELPERS: &str = "let home(h) = reverse(sort(h))\n\
    let swapped(a, b) = if a <= b then (a, b) else (b, a)\n\
    let shown(n) = first(s for s in [written(n, 7)])\n\
    let written(n, k) = if k == 0 then \"\" else written(n/2, k-1) ++ (if even(n) then \"+\" else \"-\")\n\
    let g = grid(3, 3)\n\
    let mirrors = [[0..8], [2,1,0,5,4,3,8,7,6], [6,7,8,3,4,5,0,1,2], [8,7,6,5,4,3,2,1,0]]\n";

#[test]
fn values_are_those_of_the_game_without_it() {
    let mut wrong = Vec::new();
    for (coordinates, representative, rule, positions) in TRUE {
        let (position, cases) = positions.split_once(" for ").unwrap();
        // The list of a position may have a `for` of its own: the cases then begin at the last `for`.
        let (position, cases) = match positions.rsplit_once(" for ") {
            Some((list, last)) if position.starts_with('[') && !position.ends_with(']') => (list, last),
            _ => (position, cases),
        };
        let script = format!(
            "{HELPERS}game Same({coordinates}) same as {representative} = {rule}\n\
             game Alone({coordinates}) = {rule}\n\
             assert grundy Same({position}) == grundy Alone({position}) for {cases}"
        );
        if let Err(error) = Played::new().script("<test>", &script) {
            wrong.push(format!("same as {representative}: {error}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The compiled code finds the normal forms, without the definition.
#[test]
fn the_positions_that_stand_for_others_are_found_in_code() {
    for (index, position) in
        [(1, "40"), (2, "[4, 1, 3]"), (3, "[4, 1, 3]"), (4, "\"+++++-+++\""), (5, "9, 4"), (7, "[0..8]")]
    {
        let (coordinates, representative, rule, _) = TRUE[index];
        let definitions = format!("{HELPERS}game Same({coordinates}) same as {representative} = {rule}");
        let mut solver = fast();
        solver.value(&shown(&definitions, &format!("Same({position})"))).unwrap();
        let counts = solver.strategy_counts();
        assert!(counts.definition == 0 && counts != Default::default(), "same as {representative}: {counts:?}");
    }
}

/// The position to which an expression evaluates.
fn shown(definitions: &str, position: &str) -> Sum {
    let mut played = Played::new();
    played.script("<test>", definitions).unwrap();
    let mut found = None;
    for statement in played.session.read("<test>", &format!("print {position}")) {
        if let Some(PrintedValues(values)) = played.session.run(&statement.unwrap()).unwrap().answer()
            && let [Value::Position(sum)] = &values[..]
        {
            found = Some((**sum).clone());
        }
    }
    found.unwrap()
}

#[test]
fn a_wrong_claim_is_found() {
    let wrong = [
        ("n", "n % 3", "(n-1) | (n-2) | (n-3)", "20", "E0430"),
        ("n", "n % 5", "take <1,2,3>", "20", "E0430"),
        ("n", "n + 1", "(n-1)", "20", "E0430"),
        ("n", "n - 4", "(n-1) | (n-2) | (n-3)", "2", "E0430"),
        ("h", "sort(h)", "(h[1..]) if length(h) > 0 and h[0] > 1", "[5, 0, 0]", "E0430"),
        ("h", "[sum(h)]", "(replace(h, i, k)) for i in indices(h), k in 0..h[i]-1", "[3, 4, 5]", "E0430"),
        ("a, b", "(a, 0)", "(a-1, b) | (a, b-1)", "3, 5", "E0430"),
        ("a, b", "(b, a)", "(a-1, b) | (a, b-1)", "3, 5", "E0430"),
        ("a, b", "a", "(a-1, b) | (a, b-1)", "3, 5", "E0323"),
        ("a, b", "(a, b, 0)", "(a-1, b) | (a, b-1)", "3, 5", "E0402"),
        (
            "s",
            "replace(s, \"-\", \"\")",
            "(replace(s, i, \"--\")) for i in 0..length(s)-2 if s[i..i+1] == \"++\"",
            "\"++++++-++\"",
            "E0430",
        ),
    ];
    for (coordinates, representative, rule, position, code) in wrong {
        let mut played = Played::new();
        let defined = played.answer(&format!("game X({coordinates}) same as {representative} = {rule}"));
        let told = played.answer(&format!("grundy X({position})"));
        assert!(format!("{defined}{told}").contains(code), "same as {representative}: {defined}{told}");
    }
}

#[test]
fn what_is_no_position_stands_for_none() {
    // If options outside the domain were not sorted out first, the option n-1 = -1 of 0 would be taken for its
    // normal form.
    let mut played = Played::new();
    let told = played.answer("game X(n) same as n % 4 = (n-1) | (n-2) | (n-3)\ngrundy X(10^15 + 3)");
    assert!(told.contains("Grundy value 3"), "{told}");
    let script = "game Y(a, b) where a <= b same as (min(a, 2), min(b, 2 + b % 2)) over if true = (a, b-1)\n\
        game Z(a, b) where a < b same as (0, b - a) = (a+1, b) | (a, b-2)\n\
        game Z0(a, b) where a < b = (a+1, b) | (a, b-2)\n\
        assert grundy Z(a, b) == grundy Z0(a, b) for b in 1..12, a in 0..b-1";
    played.script("<test>", script).unwrap();
}

#[test]
fn misere_play_and_moves_look_at_the_positions_themselves() {
    let mut played = Played::new();
    let rule = "(replace(h, i, k)) for i in indices(h), k in 0..h[i]-1";
    played.script("<test>", &format!("game H(h) same as sort(h) = {rule}\ngame H0(h) = {rule}")).unwrap();
    for question in ["moves", "explain", "winner misere", "options", "winner"] {
        // Where the answer rests on the claim, it says so beside it.
        let with = played.answer(&format!("{question} H([3,1,2])")).replace("H(", "H0(");
        let with = with.split("note: this rests on `same as` of H,").next().unwrap_or_default();
        let told = |text: &str| text.replace('─', "").split_whitespace().collect::<String>();
        let without = played.answer(&format!("{question} H0([3,1,2])"));
        assert_eq!(told(with), told(&without), "{question}");
    }
}

/// The claim is tried on a sample of positions, and at the position that is asked about.
#[test]
fn a_claim_that_is_false_far_away_is_found_where_it_is_asked_about() {
    let mut played = Played::new();
    let rule = "game W(n) same as (if n < 30000 then n else n - 1) = (n-1) | (n-2)";
    played.script("<test>", rule).unwrap();
    let told = played.answer("grundy W(29999)");
    assert!(told.starts_with("Grundy value 2") && told.contains("note: this rests on `same as` of W"), "{told}");
    let told = played.answer("winner W(30000)");
    assert!(told.contains("E0430") && told.contains("W(30000) has value 0, but W(29999)"), "{told}");
}

#[test]
fn the_claim_is_saved_and_the_word_is_free() {
    let mut played = Played::new();
    let told = played.answer("game H(h) same as sort(h) = (h[1..]) if length(h) > 0\nshow H");
    assert!(told.contains("game H(h) same as sort(h) = "), "{told}");
    let told = played.answer("let same = 3\nprint same + 1");
    assert!(told.contains('4'), "{told}");
}
