//! Questions as values, and one form of slices for all of them: what a value holds is what the statement shows, and `losing` and
//! `winning` list exactly the positions whose `outcome` is P or N.

use grundy::error::{Error, Kind, SemanticError};
use grundy::session::Reply;
use grundy::session::report::{Grid, PositionList, PositionValue, Values};

use crate::common::Played;
use crate::common::dice::{often, stride};

fn played(definitions: &str) -> Played {
    let mut played = Played::new();
    let told = played.answer(definitions);
    assert!(!told.contains("error"), "{told}");
    played
}

const GAMES: &str =
    "game Z(a, b) = (a-1, b) | (a, b-1) | (a-2, b-1)\ngame Even where even(n) = take <2,4,6>\ngame S = take <1,2,3>";

#[test]
fn a_question_about_ranges_is_one_about_each_position() {
    let mut played = played(GAMES);
    for definition in [
        "let f(k) = values nim_dimension S 0..k",
        "let t = table winner Z 0..1, 0..2",
        "let r = 1..4",
        "let H = take <1,2,3>",
        "game A(row) = (row[1..]) if length(row) > 0",
    ] {
        played.answer(definition);
    }
    for (one, other) in [
        ("winner Z(0..4, 3)", "survey a as a, winner Z(a, 3) as winner for a in 0..4"),
        ("winner Z(a, 3)", "error"),
        ("grundy S(r)", "survey n as n, grundy S(n) as grundy for n in r"),
        ("outcome misere H({1..4})", "survey n as n, outcome misere H(n) as outcome for n in 1..4"),
        ("table winner take <1,2> 1..4", "winner (take <1,2>)(1..4)"),
        ("table remoteness Z(a, r) 0..3", "table remoteness Z 0..3, r"),
        ("moves Z(1..2, 0..1)", "survey a as a, b as b, moves Z(a, b) as moves for a in 1..2, b in 0..1"),
        ("table moves Z 2, 1", "survey b as b, moves Z(2, b) as moves for b in [1]"),
        ("table outcome Z 0..3, 0..20", "survey a as a, b as b, outcome Z(a, b) as outcome for a in 0..3, b in 0..20"),
        (
            "table suspense S(a) + S(b) for a in 0..2, b in a..2",
            "survey a as a, b as b, suspense S(a) + S(b) as suspense for a in 0..2, b in a..2",
        ),
        ("table Z(0..3, 0..4)", "table Z 0..3, 0..4"),
        ("losing Z(0..20, 3)", "losing Z 0..20, 3"),
        ("values Z(0..20, 3)", "values Z 0..20, 3"),
        ("plot Z(0..20, 3)", "plot Z 0..20, 3"),
        ("print values remoteness Z(n, 3) 0..9", "print [remoteness Z(n, 3) for n in 0..9]"),
        ("print values remoteness misere Z(0..9, 3)", "print [remoteness misere Z(n, 3) for n in 0..9]"),
        ("values winner Z 0..3, 0..2", "[[winner Z(a, b) for b in 0..2] for a in 0..3]"),
        ("print winner Z(0..3, 0..2)", "print [[winner Z(a, b) for b in 0..2] for a in 0..3]"),
        ("print max(values remoteness Z 0..9, 3)", "print max(remoteness Z(n, 3) for n in 0..9)"),
        ("print values grundy Z 0..9, 3", "print values Z 0..9, 3"),
        ("values outcome Even 0..9", "[outcome Even(n) for n in 0..9 if even(n)]"),
        ("values suspense S(a) + S(2) for a in 0..4", "[suspense S(a) + S(2) for a in 0..4]"),
        ("print values moves S 0..3", "print [moves S(n) for n in 0..3]"),
        ("print f(5)", "print [nim_dimension S(n) for n in 0..5]"),
        ("print t", "print [(a, winner Z(a, 0), winner Z(a, 1), winner Z(a, 2)) for a in 0..1]"),
        ("winner A({1, 2, 4})", "winner A([1, 2, 4])"),
    ] {
        let [one_told, other_told] = [one, other].map(|asked| played.answer(asked).replace(", redefined", ""));
        match other {
            "error" => assert!(one_told.starts_with("error[E0201]"), "{one_told}"),
            _ => assert!(!one_told.contains("error") && one_told == other_told, "{one}: {one_told}{other_told}"),
        }
    }
    assert!(played.answer("table remoteness Z 0..3, 0..2").starts_with(" a\\b   0   1   2\n"));
    for (wrong, code, at) in [
        ("winner S(1..)", "E0328", "1.."),
        ("winner S(4..1)", "E0316", "4..1"),
        ("winner Z(1..3)", "E0302", ""),
        ("winner S(1..3) + S(2)", "E0323", "S(1..3)"),
        ("winner S(1..3) if player 2 starts", "E0323", "S(1..3)"),
        ("print winner S(1..) == first", "E0328", ""),
        ("values misere remoteness S", "E0102", "remoteness"),
        ("winner S(1..10^7)", "E0506", "1..10^7"),
    ] {
        let told = played.answer(wrong);
        assert!(told.starts_with(&format!("error[{code}]")) && told.contains(at), "{wrong}: {told}");
    }
}

/// Octal 0.127, A071464: more exceptions than an answer as data lists.
#[test]
fn all_exceptions_of_a_period_are_a_list() {
    let mut played = played("game G = octal 0.127");
    assert_eq!(played.answer("print length(exceptions G), max(exceptions G)").trim_end(), "15622 46577");
    assert!(played.answer("period G").contains("(15,622 in all)"));
}

#[test]
fn both_forms_of_a_slice_are_one() {
    let mut played = played(GAMES);
    for (one, other) in [
        ("values Z(n, 3) 0..20", "values Z 0..20, 3"),
        ("values Z(3, k) 0..20", "values Z 3, 0..20"),
        ("values S(n) 0..9", "values S 0..9"),
        ("losing Z(n, 3) 0..20", "losing Z 0..20, 3"),
        ("losing misere Z(n, 3) 0..5", "losing misere Z 0..5, 3"),
        ("winning Z(n, 3)", "winning Z 0..20, 3"),
        ("table Z(n, 3) 0..20", "table Z 0..20, 3"),
        ("table misere Z(n, 3) 0..4", "table misere Z 0..4, 3"),
        ("table Z(x, y) 0..4, 1..3", "table Z 0..4, 1..3"),
        ("plot Z(n, 3) 0..20", "plot Z 0..20, 3"),
        ("pattern Z(n, 3) 0..30", "pattern Z 0..30, 3"),
        ("print values Z(n, 3) 0..20", "print [grundy Z(n, 3) for n in 0..20]"),
        ("print losing Z(n, 3) 0..20", "print [(n, 3) for n in 0..20 if winner Z(n, 3) == second]"),
        ("let v = values Z 0..20, 3\nprint v", "let v = [grundy Z(n, 3) for n in 0..20]\nprint v"),
        ("let v = values Z 0..4, 0..5\nprint v", "let v = [[grundy Z(a, b) for b in 0..5] for a in 0..4]\nprint v"),
        (
            "print losing Wythoff 2..90, [40, 3, 7, 7]",
            "print [(a, b) for a in 2..90, b in [40, 3, 7, 7] if winner Wythoff(a, b) == second]",
        ),
        (
            "print winning Wythoff 0..60, 0..60",
            "print [(a, b) for a in 0..60, b in 0..60 if winner Wythoff(a, b) == first]",
        ),
        (
            "let v = losing misere Z 0..2, 0..3\nprint v",
            "let v = [(a, b) for a in 0..2, b in 0..3 if winner misere Z(a, b) == second]\nprint v",
        ),
    ] {
        let told = [one, other].map(|asked| played.answer(asked).replace(", redefined", ""));
        assert!(!told[0].contains("error") && told[0] == told[1], "{one}: {told:?}");
    }
    // A name with a value runs, if it is the only one.
    played.answer("let n = 7");
    assert_eq!(played.answer("values Z(n, 3) 0..5"), played.answer("values Z 0..5, 3"));
}

#[test]
fn heaps_below_0_are_asked_as_all_others() {
    let mut played = played("game M(n in -3..) = (n-1) | (n-3)\ngame S = take <1,2,3>");
    assert_eq!(played.answer("values M -4..4"), "- 0 1 0 1 0 1 0 1\n");
    assert_eq!(played.answer("values M [3, -3, -1]"), "0 0 0\n");
    assert!(played.answer("losing misere M -3..4").ends_with("\n-2 0 2 4\n"));
    assert!(played.answer("values M -30..60").lines().nth(1).is_some_and(|line| line.starts_with("-30  - -")));
    let told = played.answer("plot M -12..40");
    assert!(told.starts_with("Grundy values of M, n = -12 to 40\n") && told.contains("  -10  "), "{told}");
    for asked in ["values S -3..4", "table S -3..4", "losing misere S -3..4", "plot S -3..4", "let v = values S -3..4"]
    {
        assert!(
            played.answer(asked).starts_with("error[E0333]: S(-3): the size of a heap cannot be negative"),
            "{asked}"
        );
    }
    assert!(played.answer("values M \"a\"").starts_with("error[E0309]"));
}

#[test]
fn what_is_too_much_is_named() {
    let mut played = played(GAMES);
    for asked in
        ["values Z 0..5, 3, 47", "losing Z 0..5, 3, 47", "table Z(n, 3) 0..5, 47", "let v = values Z 0..5, 3, 47"]
    {
        let told = played.answer(asked);
        assert!(told.starts_with("error[E0307]") && told.contains("^^ `47` is one too many"), "{told}");
    }
    assert!(played.answer("values Z(n, 3, 4) 0..5").starts_with("error[E0302]"));
    assert!(played.answer("let x = 3, 4").contains("a list stands in brackets"));
}

#[test]
fn values_leave_out_what_the_statement_leaves_out() {
    let mut played = played(GAMES);
    let told = played.answer("values Even 0..12");
    let shown: Vec<&str> = told.split_whitespace().filter(|value| *value != "-").collect();
    assert_eq!(played.answer("print values Even 0..12"), format!("[{}]\n", shown.join(", ")));
    assert_eq!(played.answer("print losing Even 0..12, length(values Even 0..12)"), "[0, 8] 7\n", "{told}");
    assert_eq!(told, "0 - 1 - 2 - 3 - 0 - 1 - 2\n");
    played.answer("game Up(a, b) where a <= b = (a-1, b) | (a, b-1)");
    assert_eq!(played.answer("let v = values Up 0..1, 0..1\nprint v").lines().last(), Some("[[0, 1], [none, 0]]"));
    played.answer("game L(l in -1..) = (l-1)");
    assert_eq!(played.answer("let v = losing L -1..4\nprint v").lines().last(), Some("[-1, 1, 3]"));
}

const SLICED: &str =
    "game S = take <1,2,3>\ngame T(k)(n) = take <1..k>\ngame W(a, b) where a <= b = (a-1, b) | (a, b-1)
game Z(a, b, c) = (a-1, b, c) | (a, b-1, c) | (a, b, c-2)\ngame M(n in -3..) = (n-1) | (n-3)\ngame Rows = \"..\" becomes \"##\"\nlet r = 0..4\nlet e = []";

/// What the answer to a statement would be as a value.
fn held(reply: &Reply) -> Option<String> {
    if let Some(values) = reply.answer::<Values>() {
        return Some(listed(values.entries.iter().filter_map(|(_, value)| value)));
    }
    if let Some(positions) = reply.answer::<PositionList>() {
        return Some(listed(positions.positions.iter()));
    }
    let grid = reply.answer::<Grid>()?;
    let cells: Vec<Option<PositionValue>> = grid.cells.iter().collect();
    let shown = |cell: &Option<PositionValue>| {
        cell.as_ref().and_then(|cell| cell.value.as_ref()).map_or("none".into(), |value| value.to_string())
    };
    let rows = cells.chunks(grid.axes[grid.right].members.len()).map(|row| listed(row.iter().map(shown)));
    Some(listed(rows))
}

fn listed(members: impl Iterator<Item = impl ToString>) -> String {
    format!("[{}]", members.map(|member| member.to_string()).collect::<Vec<_>>().join(", "))
}

/// What an error says and which words it points at; and what it proposes to write, if it is about the ranges. Other
/// proposals depend on the whole line.
fn complaint(played: &Played, error: &Error) -> (String, String) {
    let source = played.session.sources().get(error.span.source()).map_or("", |source| &source.text);
    let place = source.get(error.span.start()..error.span.end()).unwrap_or_default();
    let proposal = error.advice.as_ref().map(|hint| (hint.text(), hint.replacement.as_ref().map(|(_, text)| text)));
    match &*error.kind {
        Kind::Semantic(SemanticError::Ranges { .. } | SemanticError::EmptyRange { .. }) => {
            (format!("{:?}", error.kind), format!("{proposal:?}"))
        }
        // A list is evaluated and a statement is solved: a fault may be met in the position, or one move later.
        Kind::Semantic(SemanticError::Fault { .. }) => (format!("a fault at {place}"), String::new()),
        // What may follow is more in a statement, such as `to`.
        Kind::Syntax(_) => ("a mistake of syntax".to_owned(), String::new()),
        // The whole line may have been read once more.
        Kind::Semantic(SemanticError::Coordinates { .. }) => (format!("{:?}", error.kind), String::new()),
        kind => (format!("{kind:?} at {place}"), String::new()),
    }
}

#[test]
fn a_value_has_the_values_and_the_errors_of_the_statement() {
    let mut played = played(SLICED);
    let games = ["S", "S(n)", "W", "W(n)", "W(n, 2)", "W(2, m)", "W(m, n)", "Z", "Z(n)", "Z(a, b, c)", "Z(a, 1, b)"];
    let others = ["T(2)", "take <1,3>", "S(3)", "M", "M(n)", "Rows", "nothing", "Z(1, 2, 3)", "W(3, 4)"];
    // One in a line would fill a screen.
    let ranges = "|..4|..3, 2|2, ..3|-2..3|-9..0|0..1,000|0..6|0..3, 2|2, 0..3|0..3, 0..4|0-6|0-3, 2|2..2, 0..3|0..3, [2]|2..2|0..2, 1, 0..3|1, 0..2, 0..3|0..2, 0..2, 0..1|0..1, 3, 1, 1\
        |3|3, 2|0, 2, 4|[0, 1, 4]|[0, 1, 4], 3|3, [0, 1, 4]|{1, 3}|0..9 step 3|0..9 step 3, 2|5..0|0..3, 5..0|[]|r|r, 3|3, r|r, r\
        |r except {1}|e|0..1 + 2|0..2^2, 3|(0..3)|0..x|0..8 to 3";
    let (mut lists, mut errors, mut different) = (0, 0, Vec::new());
    for game in games.into_iter().chain(others) {
        let all = ranges.split('|').flat_map(|range| {
            ["values", "losing", "winning", "losing misere"].map(|question| format!("{question} {game} {range}"))
        });
        for asked in all.step_by(stride()) {
            let [stated, bound] = [asked.clone(), format!("let v = {asked}")].map(|line| {
                let statement = played.session.read("<prompt>", &line).remove(0)?;
                played.session.run(&statement)
            });
            match (stated, bound) {
                (Ok(reply), Ok(_)) => {
                    lists += 1;
                    let value = played.answer("print v").trim().to_owned();
                    if Some(&value) != held(&reply).as_ref() {
                        different.push(format!("{asked}: {:?}, but as a value {value}", held(&reply)));
                    }
                }
                (Err(stated), Err(bound)) => {
                    errors += 1;
                    let [stated, bound] = [stated, bound].map(|error| complaint(&played, &error));
                    // Only of a statement, the whole line may be read once more.
                    let is_reread = stated.1.contains("write it like this");
                    if stated.0 != bound.0 || !is_reread && stated.1 != bound.1 {
                        different.push(format!("{asked}: {stated:?}, but as a value {bound:?}"));
                    }
                }
                (stated, bound) => {
                    different.push(format!("{asked}: {:?}, but as a value {:?}", stated.err(), bound.err()));
                }
            }
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert!(lists > often(100) && errors > often(100), "{lists} {errors}");
}

/// As the statement does, an expression marks the lost positions without values: one by one they would take minutes.
#[test]
fn lost_positions_of_a_list_are_marked() {
    let mut played = played("");
    let told = played.answer("print count(losing Wythoff 0..6000, 0..6000), length(winning Wythoff 0..700, 0..700)");
    assert_eq!(told, "4585 490866\n");
}

#[test]
fn numbers_that_are_questions_are_asked_once() {
    let mut played = played(SLICED);
    for question in ["losing", "values"] {
        let mut number = "0".to_owned();
        for _ in 0..30 {
            number = format!("length({question} W(n, {number}) 0..1)");
        }
        played.answer(&format!("let f(x) = x + {number}"));
        let told = played.answer("print f(1)");
        assert!(told.trim().parse::<u32>().is_ok(), "{told}");
    }
    let mut game = "1".to_owned();
    for _ in 0..30 {
        game = format!("length(values T({game}) 0..1)");
    }
    assert_eq!(played.answer(&format!("print {game}")), "2\n");
}

#[test]
fn a_fault_in_a_number_is_not_a_missing_position() {
    let mut played = played(SLICED);
    assert!(played.answer("print losing W(n, grundy W(2, 1)) 0..3").starts_with("error"));
}

#[test]
fn only_a_range_is_replaced_by_a_number() {
    let mut played = played(SLICED);
    for asked in ["values Z(a, b, c)", "let v = values Z(a, b, c)", "table Z(a, b, c)"] {
        let told = played.answer(asked);
        assert!(told.starts_with("error[E0308]") && !told.contains('+'), "{told}");
    }
    for asked in ["values Z(a, b, c) 0..1, 0..2, 0..3", "let v = values Z 0..1, 0..2, 0..3"] {
        let told = played.answer(asked);
        assert!(told.contains("^^^^ one range too many") && told.contains("0..1, 0..2, 3\n"), "{told}");
    }
    played.answer("game Q(a, b, c, d) = (a-1, b, c, d) | (a, b-1, c-1, d-1)");
    assert!(played.answer("values Q(a, b, c, 5) 0..1, 0..2, 0..3").contains("0..1, 0..2, 3\n"));
}

#[test]
fn tables_and_surveys_are_lists_of_rows() {
    let mut played = played(GAMES);
    played.answer("let t = table Z 0..3, 0..4\nlet v = values Z 0..3, 0..4");
    assert_eq!(played.answer("print t == v, length(t), length(t[0]), t[2][3] == grundy Z(2, 3)"), "true 4 5 true\n");
    played.answer("let t = table S 0..3");
    assert_eq!(played.answer("print t"), "[(0, [], 0, P), (1, [0], 1, N), (2, [1, 0], 2, N), (3, [2, 1, 0], 3, N)]\n");
    played.answer("let m = table misere Z 0..1, 0..1");
    assert_eq!(played.answer("print m == [[outcome misere Z(a, b) for b in 0..1] for a in 0..1]"), "true\n");
    played.answer("s = survey n, grundy S(n) as value for n in 0..4 if n != 2");
    assert_eq!(played.answer("print s"), "[(0, 0), (1, 1), (3, 3), (4, 0)]\n");
    assert!(played.answer("let x = 1 + quiz S").starts_with("error[E0134]"));
    played.answer("let x(k) = [row[2] for row in table S 0..k]");
    assert_eq!(played.answer("print x(3), length(table S 0..x(5)[3])"), "[0, 1, 2, 3] 4\n");
    assert!(played.answer("let x = table S 0..3 to \"x.csv\"").contains("on a line of its own, with `to`"));
}

/// What each verb that shows more than a value is in an expression, and as `ans` behind it.
#[test]
fn every_verb_is_an_expression() {
    let mut played = played(GAMES);
    for (asked, value) in [
        ("tree S(2)", "[S(2), S(1), S(0)]"),
        ("plot S 0..2", "[(0, 0), (1, 1), (2, 2)]"),
        ("table winner S 0..1", "[(0, second), (1, first)]"),
        ("table Z 0..1, 0..1", "[[0, 1], [1, 0]]"),
        ("values S 0..3", "[0, 1, 2, 3]"),
        ("winner S(0..1)", "[second, first]"),
        ("grundy Z(0..1, 0..1)", "[[0, 1], [1, 0]]"),
        ("grundy Z(0..1, 0..20)", "[[grundy Z(a, b) for b in 0..20] for a in 0..1]"),
        ("losing S 0..9", "[0, 4, 8]"),
        ("moves S(2)", "[S(0), S(1)]"),
        ("tree S(0..1)", "[[S(0)], [S(1), S(0)]]"),
        ("pattern S", "\"n % 4\""),
        ("explain S(5)", "1"),
    ] {
        let inside = format!("print [{asked}] == [{value}], count(x for x in [{asked}] if x == {value})");
        assert_eq!(played.answer(&inside), "true 1\n", "{asked}");
        played.answer(asked);
        assert_eq!(played.answer(&format!("print ans == {value}")), "true\n", "{asked}");
    }
    for inside in [
        "[length(tree S(n)) for n in 0..3]",
        "[length(table S 0..n) for n in 0..3]",
        "[length(plot S 0..n) for n in 0..3]",
    ] {
        assert_eq!(played.answer(&format!("print {inside}")), "[1, 2, 3, 4]\n", "{inside}");
    }
    assert_eq!(played.answer("print [pattern (take <1..k>) for k in 1..2]"), "[\"n % 2\", \"n % 3\"]\n");
    played.answer("values S 0..2000000");
    assert!(played.answer("print ans").starts_with("error[E0208]"), "an answer that is not kept");
    played.answer("let h(n) = if n == 0 then 0 else length(table S 0..h(n-1))");
    assert!(played.answer("h(3)") == "3\n" && played.answer("h(100)").starts_with("error[E0331]"));
}

#[test]
fn a_law_is_a_function_and_says_how_sure_it_is() {
    let mut played = played(GAMES);
    let told = played.answer("let f = pattern S");
    assert!(told.contains("proved for S"), "{told}");
    assert_eq!(played.answer("print [f(n) for n in 0..50] == values S 0..50, f(7)"), "true 3\n");
    let told = played.answer("let g = pattern [1, 4, 9, 16, 25, 36, 49]");
    assert!(told.contains("seen in 7 values") && told.contains("not proved"), "{told}");
    assert_eq!(played.answer("print g(10)"), "121\n");
    assert!(played.answer("print g(-1)").starts_with("error[E0341]"));
    let told = played.answer("let h = pattern take <2,5> | split");
    assert!(!told.contains("error") || told.contains("no law that is one formula"), "{told}");
    assert!(played.answer("let h = pattern [3, 1, 4, 1, 5, 9, 2, 6]").contains("no law that is one formula"));
}

#[test]
fn the_game_of_a_function_stands_wherever_a_game_may() {
    let mut played = played("game T(k)(n) = take <1..k>\ngame T2 = take <1..2>");
    played.answer("game Q(n) = T(2)(n-1) | (n-2)\ngame Q2(n) = T2(n-1) | (n-2)");
    played
        .answer("game X(n) = sum[T(2)(j) for j in 0..n-1] if n > 0\ngame X2(n) = sum[T2(j) for j in 0..n-1] if n > 0");
    played.answer("game Y(n) = T(2)[n-1, n-2] | (n-1)\ngame Y2(n) = T2[n-1, n-2] | (n-1)");
    for (one, other) in [
        ("values Q 0..20", "values Q2 0..20"),
        ("values X 0..20", "values X2 0..20"),
        ("values Y 0..20", "values Y2 0..20"),
        ("values T(2) 0..10", "values T2 0..10"),
        ("print grundy T(2)[3, 4]", "print grundy T2[3, 4]"),
    ] {
        let told = [one, other].map(|asked| played.answer(asked));
        assert!(!told[0].contains("error") && told[0] == told[1], "{one}: {told:?}");
    }
    // A new definition reaches the game that names it.
    played.answer("game T(k)(n) = take <1..k+1>\ngame T2 = take <1..3>");
    assert_eq!(played.answer("values Q 0..20"), played.answer("values Q2 0..20"));
}

fn said(played: &mut Played, line: &str) {
    played.script("<test>", line).unwrap();
}

#[test]
fn the_lists_are_those_of_the_outcomes() {
    let heaps = ["take <1,2,3>", "take any then maybe split", "octal 0.137", "(n-1) | (n-3) | (n/2) if n > 0", "split"];
    let mut played = Played::new();
    for rule in heaps {
        said(&mut played, &format!("game S = {rule}"));
        for (verb, outcome) in [("losing", "P"), ("winning", "N")] {
            for (range, misere) in [("0..60", ""), ("3..50 step 7", ""), ("0..12", "misere ")] {
                said(&mut played, &format!("{verb} {misere}S {range}"));
                said(&mut played, &format!("assert ans == [n for n in {range} if outcome {misere}S(n) == {outcome}]"));
            }
        }
    }
    let boards = ["take any from a | take any from b | take any from a and b", "(a-1, b+1) if a > 0 | (a, b-2)"];
    for rule in boards {
        said(&mut played, &format!("game W(a, b) = {rule}"));
        for (verb, misere, outcome) in [("losing", "", "P"), ("winning", "", "N"), ("losing", "misere ", "P")] {
            said(&mut played, &format!("{verb} {misere}W 0..5, 2..6"));
            said(
                &mut played,
                &format!("assert ans == [(a, b) for a in 0..5, b in 2..6 if outcome {misere}W(a, b) == {outcome}]"),
            );
        }
    }
    // Where play may come back, and where moves bind, values need not be numbers.
    let others =
        ["(n-1) if n > 0 | (n+1) if n % 3 == 2", "(n-1) again | (n-3)", "(n-1) if n > 0 | (n-4) again if n > 3"];
    for rule in others {
        said(&mut played, &format!("game L(n) = {rule}"));
        for (verb, outcome) in [("losing", "P"), ("winning", "N")] {
            said(&mut played, &format!("{verb} L 0..30"));
            said(&mut played, &format!("assert ans == [n for n in 0..30 if outcome L(n) == {outcome}]"));
            said(&mut played, &format!("assert {verb} L 0..30 == [n for n in 0..30 if outcome L(n) == {outcome}]"));
        }
        said(&mut played, "assert values L 0..30 == [grundy L(n) for n in 0..30]");
    }
    said(&mut played, "game L(a, b) = (a-1, b+1) if a > 0 | (a+1, b-1) if b > 1 | (a, b-1) if b == 1");
    for (verb, misere, outcome) in [("losing", "", "P"), ("winning", "", "N"), ("losing", "misere ", "P")] {
        let cases = format!("[(a, b) for a in 0..3, b in 0..4 if outcome {misere}L(a, b) == {outcome}]");
        said(&mut played, &format!("{verb} {misere}L 0..3, 0..4; assert ans == {cases}"));
        said(&mut played, &format!("let found = {verb} {misere}L 0..3, 0..4; assert found == {cases}"));
    }
    said(&mut played, "let rows = values L 0..3, 0..4; assert rows == [[grundy L(a, b) for b in 0..4] for a in 0..3]");
    said(&mut played, "game T(a, b, c) where a <= b = take any from a | take any from b | take any from c");
    said(&mut played, "losing T 0..4, 0..4, 0..4");
    said(&mut played, "assert ans == [(a, b, c) for a in 0..4, b in a..4, c in 0..4 if outcome T(a, b, c) == P]");
    said(&mut played, "losing T 1, 0..4, 2");
    said(&mut played, "assert ans == [(1, b, 2) for b in 1..4 if outcome T(1, b, 2) == P]");
}

#[test]
fn the_words_are_free_as_names() {
    let mut played = Played::new();
    said(&mut played, "game S = take <1,2>");
    said(&mut played, "let losing(n) = n % 3 == 0");
    said(&mut played, "let winning = {n for n in 0..9 if not losing(n)}");
    said(&mut played, "winning S 0..9");
    said(&mut played, "assert ans == [n for n in winning] and losing(6)");
}

/// What a parameter stands for, a number or a range, is known when the function is called.
#[test]
fn a_parameter_may_hold_a_range() {
    let mut played = Played::new();
    said(&mut played, "game S = take <1,2>");
    said(&mut played, "game W(a, b) = take any from a | take any from b");
    said(&mut played, "let f(r) = values W r, 3; let g(r, s) = losing W r, s; let h(r) = values S r");
    for claim in [
        "f(0..4) == [grundy W(n, 3) for n in 0..4]",
        "f([1, 3]) == [grundy W(1, 3), grundy W(3, 3)]",
        "f(2) == [grundy W(2, 3)]",
        "g(0..4, 0..3) == [(a, b) for a in 0..4, b in 0..3 if outcome W(a, b) == P]",
        "g(3, 0..9) == [(3, 3)]",
        "h(0..4) == values S 0..4",
        "[h(n) for n in 0..4] == [[grundy S(n)] for n in 0..4]",
    ] {
        said(&mut played, &format!("assert {claim}"));
    }
}

/// What is no range is the same mistake in the statement and in its value.
#[test]
fn what_is_no_range_is_said_in_the_same_words() {
    let mut played = Played::new();
    said(&mut played, "game S = take <1,2>; let q = \"a\"");
    for question in ["values S \"a\"", "values S true", "losing S q", "winning S false"] {
        for line in [question.to_owned(), format!("let v = {question}"), format!("print length({question})")] {
            let told = played.answer(&line);
            assert!(told.starts_with("error[E0309]: a range such as 0..20 is needed"), "{line}: {told}");
        }
    }
}

/// A long range of heaps is not listed, and has the value, the winner and the winning move of its list.
#[test]
fn a_range_of_heaps_is_answered_as_its_list() {
    let mut played = played("game Slow = take squares; game Odd = octal 0.6");
    let games = ["Nim", "Kayles", "LaskersNim", "Slow", "Odd", "GrundysGame"];
    let ranges = ["1..100700", "3..900000 step 7", "0..200001", "17..1000000 step 9"];
    for (game, range) in ranges.iter().flat_map(|range| games.map(|game| (game, range))).step_by(stride()) {
        let list = format!("{game}[[n + 0 for n in {range}]]");
        let told = played.answer(&format!("winner {game}[{range}]"));
        assert_eq!(told, played.answer(&format!("winner {list}")), "{game}[{range}]");
        for question in ["grundy", "outcome"] {
            let told = played.answer(&format!("{question} {game}[{range}] + {game}(31)"));
            assert_eq!(told, played.answer(&format!("{question} {list} + {game}(31)")), "{question} {game}[{range}]");
        }
        let same = format!("print grundy {game}[{range}] == grundy {list}, winner {game}[{range}] == winner {list}");
        assert_eq!(played.answer(&same), "true true\n", "{game}[{range}]");
    }
}

/// The largest value that is reached decides: that of the definition, by a walk of all followers in the language itself.
#[test]
fn the_nim_dimension_is_that_of_the_largest_value_that_is_reached() {
    let mut played = played(GAMES);
    let said = played.answer(
        "let largest(p) = max([grundy p] ++ [largest(option) for option in options p])\n\
         let bits(n) = if n == 0 then 0 else 1 + bits(n/2)\n\
         print [nim_dimension Z(a, b) == bits(largest(Z(a, b))) for a in 0..4, b in 0..4] == [true for a in 0..4, b in 0..4]\n\
         print [nim_dimension p == bits(largest(p)) for p in [Nim(0), Kayles(7), S(3) + Nim(2), Nim(2) + Nim(4), S[1, 2]]]\n\
         print values nim_dimension Nim 0..8",
    );
    let told = "true\n[true, true, true, true, true]\n[0, 1, 2, 2, 3, 3, 3, 3, 4]";
    assert!(said.trim_end().ends_with(told), "{said}");
    let wrong = played.answer("nim_dimension misere Nim(3)");
    assert!(wrong.contains("E0310"), "{wrong}");
    assert_eq!(played.answer("nim_dimension 3*Nim(300)").trim_end(), "9");
}
