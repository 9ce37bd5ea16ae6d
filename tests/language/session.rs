//! Long sessions: definitions that would grow exponentially if they were expanded, tables that are given up for lack of
//! memory, and answers that stay right; names that are defined again, forgotten and asked about in random order, as in a session
//! that has computed nothing.

use std::sync::Arc;
use std::time::Instant;

use grundy::session::{self, Request};
use grundy_engine::solve::{Limits, Signal};

use super::saving::saved;
use crate::common::Played;
use crate::common::clock::{HANGS, worked};
use crate::common::dice::{Dice, often, tries};
use crate::common::lines::statement;

fn with_memory(memory: u64) -> Played {
    Played::of(session::new(Limits { memory }, Arc::new(Signal::default())))
}

/// `line` with every i from 1 on in place of `{i}`, and i−1 in place of `{h}`.
fn chain(first: &str, line: &str, length: usize) -> String {
    let mut text = format!("{first}\n");
    for i in 1..=length {
        text.push_str(&line.replace("{i}", &i.to_string()).replace("{h}", &(i - 1).to_string()));
        text.push('\n');
    }
    text
}

/// Definitions that would grow exponentially if what they share were expanded: each with a question and its answer.
fn exploding() -> Vec<(String, &'static str, &'static str)> {
    let two = "game G0(a, b) = (a-1, b) | (a, b-1)";
    vec![
        (chain("game G0 = take <1,2>", "game G{i} = G{h} | G{h}", 60), "grundy G60(5)", "2"),
        (chain("game G0 = take <1,2>", "game G{i} = G{h} | take <{i}>", 300), "grundy G300(7)", "7"),
        (chain("game G0 = take <1,2>\ngame G1 = take <3>", "game G{i}0 = take <{i}>", 1), "grundy G1(3)", "1"),
        (
            chain(
                "game B0 = take <1>\ngame C0 = take <2>",
                "game A{i} = B{h} | C{h}\ngame B{i} = A{i} | take <3>\ngame C{i} = A{i} | take <4>",
                60,
            ),
            "grundy A60(5)",
            "0",
        ),
        (chain(two, "game G{i}(a, b) = G{h} | G{h}", 60), "grundy G60(3, 4)", "1"),
        (chain(two, "game G{i}(a, b) = G{h} | (a-{i}, b)", 2000), "grundy G2000(3, 4)", "3"),
        (chain(two, "game G{i}(a, b) = G{h}(a-1, b) + G{h}(a, b-1)", 60), "grundy G60(3, 4)", ""),
        (chain(two, "game G{i}(a, b) = (a-1, b) | G{h}(a-1, b) | G{h}(a, b-1)", 300), "grundy G300(3, 4)", ""),
        (chain(two, "game G{i}(a, b) = G{h} if a > 1 | G{h} if a > 1", 40), "grundy G40(3, 4)", ""),
        (chain("let f0(n) = n+1", "let f{i}(n) = f{h}(n)+1", 3000), "f3000(3)", "3004"),
        (chain("let f0(n) = n+1", "let f{i}(n) = f{h}(n)+f{h}(n)\ngame G{i}(n) = (n-1) if f{i}(1) > n", 12), "1", "1"),
        (format!("game O = octal 0.{}", "7".repeat(6000)), "grundy O(9)", "9"),
        (format!("game O = take <1>{}", " | take <1,2>".repeat(6000)), "grundy O(5)", "2"),
        (format!("game O = take <1>{}", listed(" | take <{i}>", 3000)), "grundy O(5)", "5"),
        (format!("game O(a, b) = (a-1, b){}", listed(" | (a-{i}, b)", 3000)), "grundy O(5, 0)", "5"),
    ]
}

fn listed(part: &str, count: usize) -> String {
    (1..=count).map(|i| part.replace("{i}", &i.to_string())).collect()
}

/// On a thread with a stack as large as the program's.
fn with_a_large_stack(run: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(grundy::service::STACK).spawn(run).unwrap().join().unwrap();
}

#[test]
fn definitions_that_share_their_parts_do_not_explode() {
    with_a_large_stack(|| {
        for (definitions, question, answer) in exploding() {
            let begun = Instant::now();
            let mut played = Played::new();
            let said = played.answer(&definitions);
            assert!(!said.contains("error"), "{question}: {said}");
            let said = played.answer(question);
            let value = said.strip_prefix("Grundy value ").unwrap_or(&said);
            assert!(!said.contains("error") && value.starts_with(answer), "{question}: {said}");
            assert!(begun.elapsed() < HANGS, "{question} took {:?}", begun.elapsed());
        }
    });
}

/// Twice as many definitions take about twice the processor time, and not four times as much.
#[test]
#[cfg(unix)]
fn definitions_cost_what_was_typed() {
    let two = "game G0(a, b) = (a-1, b) | (a, b-1)";
    let one = "game G0 = take <1,2>";
    let chains = [
        (two, "game G{i}(a, b) = G{h} | G{h}"),
        (two, "game G{i}(a, b) = G{h} | (a-{i}, b)"),
        (two, "game G{i}(a, b) = G{h} if a > {i}"),
        (two, "game G{i}(a, b) = (a-1, b) | G{h}(a-1, b)"),
        (one, "game G{i} = G{h} | G{h}"),
        (one, "game G{i} = G{h} | take <{i}>"),
        ("let f0(n) = n+1", "let f{i}(n) = f{h}(n)+1"),
        ("let f0(n) = n+1", "let f{i}(n) = max(f{h}(n), {i})"),
        ("let f0(n) = n+1", "let f{i}(n) = f{h}(n)+1\ngame G{i}(n) = (n-1) if f{i}(1) > n"),
        ("let x0 = 1", "let x{i} = x{h}+1"),
        // For each position that is kept, `save` needs all the definitions that its game reaches.
        (one, "game G{i} = G{h} | take <3>\nlet r{i} = G{i}(3)"),
        ("let x = 1", "game G{i} = H{i} | take <1>"),
    ];
    with_a_large_stack(move || {
        for (first, line) in chains {
            let cost = |length: usize| {
                let text = chain(first, line, length);
                let begun = worked();
                let mut played = Played::new();
                let said = played.answer(&text);
                assert!(!said.contains("error"), "{line}: {said}");
                worked() - begun
            };
            // Other tests share the processor's caches, so a single measurement may mislead: growth that is really
            // too fast shows every time.
            let grown = || Some((cost(200), cost(400))).filter(|(once, twice)| *twice >= 3 * *once);
            let every_time = (0..4).map_while(|_| grown()).collect::<Vec<_>>();
            assert!(every_time.len() < 4, "{line}: for once and twice as many {every_time:?}");
        }
    });
}

/// A long chain, in which each definition holds the one before it, is dropped without deep recursion.
#[test]
fn long_chains_of_definitions_need_no_deep_stack() {
    let define = |text: String| {
        let run = move || {
            let mut played = Played::new();
            for line in text.lines() {
                let said = played.answer(line);
                assert!(!said.contains("error"), "{line}: {said}");
            }
        };
        std::thread::Builder::new().stack_size(3 << 17).spawn(run).unwrap().join().unwrap();
    };
    let two = "game G0(a, b) = (a-1, b) | (a, b-1)";
    define(chain(two, "game G{i}(a, b) = (a-1, b) | G{h}(a-1, b)", 1_200));
    define(chain(two, "game G{i}(a, b) = G{h} | (a-{i}, b)", 1_200));
    define(chain("let f0(n) = n+1", "let f{i}(n) = f{h}(n)+1", 1_200));
    // Each definition holds one that was replaced since, which `save` must still write.
    define(chain("let max(n) = n", "let min(n) = max(n)+1\nlet max(n) = min(n)+1", 1_200));
}

#[test]
fn what_must_explode_ends_with_an_error() {
    with_a_large_stack(|| {
        // Each level doubles the clauses, by different conditions: 2^40 of them.
        let line = "game G{i}(a, b) = G{h} if a > {i} | G{h} if b > {i}";
        let mut played = with_memory(4 << 30);
        played.answer(&chain("game G0(a, b) = (a-1, b) | (a, b-1)", line, 40));
        let said = played.answer("grundy G40(9, 9)");
        assert!(said.contains("clauses are too many"), "{said}");
        // And it can be interrupted.
        let signal = Arc::new(Signal::default());
        let mut played = Played::of(session::new(Limits::default(), signal.clone()));
        played.answer(&chain("game G0(a, b) = (a-1, b) | (a, b-1)", line, 10));
        signal.interrupt();
        let said = played.answer("grundy G10(9, 9)");
        assert!(said.contains("interrupted"), "{said}");
        signal.reset();
        signal.time_out();
        let said = played.answer("grundy G10(9, 9)");
        assert!(said.contains("the time is up"), "{said}");
    });
}

/// Each time it is shown, the prompt asks for the beginning of every definition: even of a huge value it is found
/// quickly.
#[test]
fn the_beginning_of_a_large_value_is_known() {
    let mut played = Played::new();
    played.answer("let nested(n) = if n == 0 then [7] else [nested(n-1), nested(n-1)]\nlet p = nested(16)");
    let known = session::known_names(&played.session);
    let line = &known.iter().find(|known| known.name == "p").unwrap().line;
    assert!(line.starts_with("[[[[") && line.contains("7]") && line.chars().count() == 80, "{line}");
}

/// A definition is made anew when something that it names is redefined.
#[test]
fn a_definition_follows_what_it_names() {
    let mut played = Played::new();
    let cases = [
        ("game A = take <1>; game B = A | take <2>; game C(n) = B(n-1); grundy C(4)", "1"),
        ("game A = take <1,3>; grundy C(4)", "0"),
        ("game B = A; game A = take <1,2>; grundy C(4)", "1"),
        ("let k = 2; game D = take <k>; grundy D(2)", "1"),
        ("let k = 3; grundy D(2)", "0"),
        ("let f(n) = n+1; let g(n) = f(n); game E(n) = (n-1) if g(n) > 3; grundy E(3)", "1"),
        ("let f(n) = n; grundy E(3)", "0"),
        ("let p = A(3); game F(n) = (p); grundy F(0)", "1"),
        ("game A = take any; grundy F(0)", "0"),
        ("game X = Y; game Y = take <1>; grundy X(1)", "1"),
        ("game Y = take <2>; grundy X(1)", "0"),
        ("forget Y; game Y = take <1>; grundy X(1)", "1"),
        ("game Nim = take <5>; game Z = Nim; grundy Z(3)", "0"),
        ("forget Nim; grundy Z(3)", "3"),
    ];
    for (input, expected) in cases {
        let said = played.answer(input);
        let last = said.lines().last().unwrap_or_default();
        assert!(last.starts_with(&format!("Grundy value {expected}:")), "{input}: {said}");
    }
}

#[test]
fn tables_that_were_given_up_are_built_again_with_the_same_values() {
    let mut dice = Dice::new(7);
    let statements: Vec<String> = (0..tries(1500)).map(|_| statement(&mut dice)).collect();
    let mut small = with_memory(300_000);
    let said: Vec<String> = statements.iter().map(|line| small.answer(line)).collect();
    drop(small);
    // In the small memory some statements are refused, which then change nothing. What a thread allocates counts for all
    // its sessions, so the large one comes second.
    let mut large = Played::new();
    let mut answered = 0;
    for (turn, (line, said)) in statements.iter().zip(said).enumerate() {
        if !said.contains("error[E0503]") {
            assert_eq!(said, large.answer(line), "{line}, turn {turn}");
            answered += 1;
        }
    }
    assert!(answered > often(1400), "{answered}");
}

#[test]
fn there_is_room_for_every_ruleset_that_fits_by_itself() {
    let mut played = with_memory(3_000_000);
    for k in 1..250 {
        for line in [format!("grundy (take <{k}, {}>)(300000)", k + 2), format!("game W(a, b) = (a-{k}, b) | (a, b-1)")]
        {
            let said = played.answer(&line);
            assert!(!said.contains("error"), "{line}: {said}");
        }
        let said = played.answer("grundy W(60, 60)");
        assert!(!said.contains("error"), "{k}: {said}");
    }
    // An early rule is still answered, though its table may have been given up.
    assert!(played.answer("grundy (take <1, 3>)(300001)").starts_with("Grundy value 1"));
}

/// Reads so many texts that the session several times drops those that nothing points into.
fn many_texts(played: &mut Played) {
    for n in 0..5000 {
        played.answer(&format!("{n} + 1"));
    }
}

#[test]
fn a_text_stays_as_long_as_save_may_write_it() {
    let mut played = Played::new();
    played.answer("game S = take <1,2>\nlet r = S(5)\ngame S = take <1>");
    many_texts(&mut played);
    let save = played.session.read("<test>", "save \"x.cgt\"").remove(0).unwrap();
    match played.session.run(&save).unwrap().request {
        Some(Request::Save { text, .. }) => assert!(text.contains("game S = take <1,2>\nlet r = S(5)"), "{text}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_functions_remember_is_counted() {
    // The tables and the remembered answers do not all fit at once: each makes room for the other.
    let mut played = with_memory(3_000_000);
    played.answer("let f(n) = if n == 0 then 1 else f(n-1) + n");
    for n in 1..60 {
        let said = played.answer(&format!("f({})", 100 * n));
        assert!(!said.contains("error"), "{n}: {said}");
        let said = played.answer(&format!("grundy (take <{n}, {}>)(300000)", n + 2));
        assert!(!said.contains("error"), "{n}: {said}");
    }
    let said = played.answer("f(10^5)");
    assert!(said.contains("error[E0503]"), "{said}");
    let said = played.answer("f(2000)");
    assert!(!said.contains("error"), "{said}");
}

/// Statements that change what names mean. `#` stands for a game, `@` for a function, `$` for a value, and each is
/// replaced by one of a few names, some of which the library or the language also has.
const CHANGES: [&str; 22] = [
    "game # = take <1..$>",
    "game # = take <1,2> | #",
    "game # = # | take <$+3>",
    "game #(n) = (n-1) if @(n) | (n-2)",
    "game #(n) over if n < 2 = (n-1) + #(n/2) | (n-3)",
    "game #(n) over if n < 2 = (n-1) | #(n-2)",
    "game #(n) = (n-1) | (n-2)",
    "let @(n) = n % 3 == $",
    "let @(n) = n > 2 and @(n-1)",
    "let @(n) = grundy #(n) == $",
    "let @(n) = n > ans",
    "let $ = 1",
    "let $ = 2",
    "let $ = $ + 1",
    "let $ = length([1, 2])",
    "let w = #(4) + #(3)",
    "let v = [#, take <1..$>]",
    "forget #",
    "forget @",
    "forget $",
    "2",
    "3",
];
const QUESTIONS: [&str; 7] = [
    "print values # 0..12",
    "print [@(k) for k in 0..6]",
    "print $",
    "show #",
    "print grundy w",
    "print values v[1] 0..9",
    "games",
];
const GAMES: [&str; 5] = ["A", "B", "C", "Kayles", "Nim"];
const FUNCTIONS: [&str; 3] = ["f", "g", "even"];
const VALUES: [&str; 3] = ["x", "y", "P"];

fn drawn(dice: &mut Dice, patterns: &[&str]) -> String {
    let pattern = dice.pick(patterns);
    let mut line = String::new();
    for letter in pattern.chars() {
        match letter {
            '#' => line.push_str(dice.pick(&GAMES)),
            '@' => line.push_str(dice.pick(&FUNCTIONS)),
            '$' => line.push_str(dice.pick(&VALUES)),
            other => line.push(other),
        }
    }
    line
}

#[test]
fn a_session_answers_as_one_that_has_computed_nothing() {
    let (mut asked, mut differing) = (0, 0);
    for seed in 1..=tries(10) {
        let mut dice = Dice::new(seed * 7919);
        let mut played = Played::new();
        let mut changes: Vec<String> = Vec::new();
        for _ in 0..24 {
            let change = drawn(&mut dice, &CHANGES);
            let reply = played.answer(&change);
            changes.push(change.clone());
            let fresh = || {
                let mut fresh = Played::new();
                let replies: Vec<String> = changes.iter().map(|change| fresh.answer(change)).collect();
                (fresh, replies)
            };
            let (mut other, replies) = fresh();
            assert_eq!(replies.last(), Some(&reply), "{changes:#?}");
            for _ in 0..2 {
                let question = drawn(&mut dice, &QUESTIONS);
                let answers = (played.answer(&question), fresh().0.answer(&question));
                assert_eq!(answers.0, answers.1, "{question} after {changes:#?}");
                asked += 1;
                differing += usize::from(!answers.0.starts_with("error"));
            }
            assert_eq!(saved(&mut played), saved(&mut other), "{changes:#?}");
        }
    }
    assert!(asked > often(400) && differing > often(160), "{asked} {differing}");
}

/// What a game was made from may change through a chain of other definitions, through `ans` and through the library.
#[test]
fn a_change_reaches_what_depends_on_it() {
    for (before, question, change, expected) in [
        (
            "let k = 2; let f(n) = n <= k; game S(n) = (n-m) for m in 1..5 if f(m)",
            "values S 0..5",
            "let k = 3",
            "0 1 2 3 0 1\n",
        ),
        ("let k = 2; game A = take <1..k>; game B = A | take <5>", "values B 0..5", "let k = 1", "0 1 0 1 0 1\n"),
        ("3; game S = take <1..ans>", "values S 0..5", "2", "0 1 2 0 1 2\n"),
        ("3; let f(n) = n + ans; game S = take <1..f(0)>", "values S 0..5", "2", "0 1 2 0 1 2\n"),
        ("game K = Kayles", "values K 0..4", "game Kayles = take <1,2>", "0 1 2 0 1\n"),
        ("game Kayles = take <1,2>; game K = Kayles", "values K 0..4", "forget Kayles", "0 1 2 3 1\n"),
    ] {
        let mut played = Played::new();
        played.answer(before);
        let first = played.answer(question);
        played.answer(change);
        let second = played.answer(question);
        assert_eq!(second, expected, "{before}");
        assert_ne!(first, second, "{before}");
    }
}

/// Older answers are values, counted from the first; the last 1,000 are kept, and a long one only while it is the last.
#[test]
fn older_answers_are_counted_and_kept() {
    let mut played = Played::new();
    for (line, answer) in [
        ("2 + 3", "5"),
        ("game S = take <1,2,3>; print 7; check 1 == 1; let x = 9", ""),
        ("winner S(5)", ""),
        ("S(5) + S(2)", ""),
        ("losing S 0..8000", ""),
        ("length(ans)", "2001"),
        ("out 1", "5"),
        ("print out 2, ans 3, out 5, out 6 + out 1", "first S(5) + S(2) 2001 10"),
        ("print grundy out 3 + S(1), out 3 == ans 3, [grundy out 3][0]", "2 true 3"),
        ("print length(out 4)", "error[E0208]: answer 4 is no longer kept"),
        ("print out 7", "error[E0208]: there is no answer 7: there are 6 so far"),
        ("print out 0", "error[E0208]: there is no answer 0: there are 6 so far"),
        ("let out = 3; print out * 2", "6"),
        ("(table, q) = (4, 5); print table - 1", "3"),
        (
            "let (plot, q) = (4, 5); print plot - 1, [table * q | table <- [2, 3]], [table | table in 1..2]",
            "3 [10, 15] [1, 2]",
        ),
        ("(moves, q) = (4, 5); moves; moves + 1", "4"),
        ("let f(n) = n + out 1; print f(2)", "7"),
    ] {
        let told = played.answer(&line.replace("; ", "\n"));
        assert!(told.lines().any(|told| told.starts_with(answer)), "{line}: {told}");
    }
    (0..993).for_each(|n| drop(played.answer(&n.to_string())));
    assert_eq!(played.answer("print out 2, out 9"), "first 0\n");
    assert!(played.answer("print out 1").starts_with("error[E0208]: answer 1 is no longer kept"));
}

/// Notes are made of parts that are evaluated once more, when the answer is known.
#[test]
fn the_last_answer_is_the_same_for_the_answer_and_its_notes() {
    let mut played = Played::new();
    played.answer("5");
    assert_eq!(played.answer("4 / ans / 2").lines().next(), Some("0"));
    played.answer("7");
    let said = played.answer("ans / 2");
    assert!(said.starts_with('3'), "{said}");
    let mut fresh = Played::new();
    fresh.answer("7");
    assert!(fresh.answer("ans / 2").contains("7/2 is 3"));
}
