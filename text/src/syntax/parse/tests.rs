//! Tests of the parser: what is a statement, and which error is reported for what is not one.

use crate::dice::{Dice, is_full, stride, tries};
use crate::error::{Error, codes};
use crate::source::{SourceId, Text};
use crate::syntax::ast::Statement;
use crate::syntax::view::View;
use crate::syntax::{check, house_form, parse, print, rows, scan, words};

fn read(text: &str) -> Vec<Result<Statement, Error>> {
    parse(SourceId(0), text)
}

/// Statements that are right.
fn good() -> impl Iterator<Item = String> + Clone {
    rows(include_str!("right.txt")).map(|line| line.replace('⏎', "\n"))
}

#[test]
fn the_language_is_read() {
    for text in good() {
        let results = read(&text);
        assert_eq!(results.len(), 1, "{text}");
        if let Err(error) = &results[0] {
            panic!("{text}\n{error} at {:?} ({})", error.span, error.label());
        }
    }
}

#[test]
fn every_example_of_the_words_is_read() {
    for word in words::WORDS.iter() {
        for result in read(word.example()) {
            assert!(result.is_ok(), "{}: {}: {result:?}", word.word, word.example());
        }
    }
}

/// A wrong statement, the code of its error, a part of the message, and the corrected line that is proposed (empty if
/// none is).
struct Wrong {
    text: &'static str,
    code: &'static str,
    said: &'static str,
    corrected: &'static str,
}

fn wrong() -> Vec<Wrong> {
    let wrong = |row: &'static str| {
        let (code, rest) = row.split_once(": ").unwrap();
        let (text, rest) = rest.split_once(" ⇒ ").unwrap();
        let (said, corrected) = rest.split_once(" ⇒ ").unwrap_or((rest, ""));
        Wrong { text, code, said, corrected }
    };
    rows(include_str!("wrong.txt")).map(wrong).collect()
}

#[test]
fn errors_teach() {
    let wrong: Vec<String> = wrong().into_iter().filter_map(|row| lesson(row).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with the error of a text.
fn lesson(Wrong { text, code, said, corrected }: Wrong) -> Result<(), String> {
    let results = read(text);
    let [Err(error)] = results.as_slice() else { return Err(format!("{text}: {results:?}")) };
    if error.code() != code || !error.to_string().contains(said) {
        return Err(format!("{text}: {} {error}, and not {code} {said}", error.code()));
    }
    if error.span.end() > text.len() {
        return Err(format!("{text}: {:?}", error.span));
    }
    let line = match error.hint().and_then(|hint| hint.replacement) {
        Some((place, new)) => Text::new(place.source(), text).replaced(place, &new).unwrap(),
        None => String::new(),
    };
    if line != corrected {
        return Err(format!("{text}: proposes `{line}`, and not `{corrected}`"));
    }
    if read(&line).iter().any(Result::is_err) {
        return Err(format!("{text}: {line} is wrong too"));
    }
    Ok(())
}

#[test]
fn lenient_forms_mean_what_the_house_form_means() {
    for row in rows(include_str!("lenient.txt")) {
        let (text, house) = row.split_once(" ⇒ ").unwrap();
        let (lenient, plain) = (read(text), read(house));
        assert_eq!(lenient.len(), plain.len(), "{text}: {lenient:?}");
        let (mut told, mut forms) = (Vec::new(), 0);
        for (lenient, plain) in lenient.into_iter().zip(plain) {
            let (lenient, plain) = (lenient.unwrap(), plain.unwrap());
            assert!(plain.lenient.is_empty(), "{house}");
            forms += lenient.lenient.len();
            assert_eq!(print::statement(&lenient), print::statement(&plain), "{text}");
            let span = lenient.lenient.iter().fold(lenient.span, |span, form| span.to(form.span));
            told.push(house_form(Text::new(span.source(), text), span, &lenient.lenient));
        }
        assert!(forms > 0, "{text}");
        let bare = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(bare(&told.join(";")), bare(house), "{text}");
    }
}

#[test]
fn every_code_is_explained_by_examples_that_are_so() {
    for row in wrong() {
        assert!(codes::explain(row.code).is_some(), "{}", row.code);
    }
    for explanation in codes::all().filter(|explanation| explanation.code.starts_with("E01")) {
        let code = explanation.code;
        assert!(read(explanation.right).iter().all(Result::is_ok), "{code}: {}", explanation.right);
        let found = read(explanation.wrong).into_iter().find_map(Result::err);
        match found {
            Some(error) => assert_eq!(error.code(), code, "{}", explanation.wrong),
            None => assert!(explanation.wrong.is_empty(), "{code}: {} is right", explanation.wrong),
        }
    }
}

#[test]
fn the_reserved_words_are_those_of_the_grammar() {
    for word in words::WORDS.iter().map(|word| word.word).filter(|word| word.chars().all(char::is_alphabetic)) {
        let taken = read(&format!("let {word} = 1")).iter().all(Result::is_ok);
        assert_eq!(taken, !words::is_reserved(word), "{word}");
    }
    let grammar = include_str!("../../../grammar/grundy.pest");
    let keywords = grammar.lines().filter_map(|line| line.strip_prefix("k_")?.split(' ').next());
    for keyword in keywords {
        assert!(words::is_keyword(keyword), "{keyword} is in the grammar, but not among the words");
    }
    let reserved = words::WORDS.iter().filter(|word| words::is_reserved(word.word)).count();
    assert!(reserved <= 30, "{reserved} words cannot be names");
}

#[test]
fn every_error_of_a_text_is_reported_and_nothing_else_is_lost() {
    let text = "game S = take <1,2>\nwnner S(3)\n\nwinner S(3\nlet x = 3; let = 4; print x # the end\nwinner S 5\n";
    let found: Vec<Option<&str>> =
        read(text).iter().map(|result| result.as_ref().err().map(|error| error.code())).collect();
    let expected = [None, Some("E0128"), Some("E0103"), None, Some("E0146"), None, Some("E0126")];
    assert_eq!(found, expected);
}

#[test]
fn a_definition_below_what_is_unfinished_is_read() {
    for unfinished in ["=", "game X =", "x = 3 +", "let y =", "print 1 and", "[1, 2,"] {
        for definition in ["game S = take <1,2>", "let a = 3"] {
            let text = format!("{unfinished}\n{definition}\n");
            let results = read(&text);
            assert!(matches!(&results[..], [Err(_), Ok(_)]), "{text}: {results:?}");
        }
    }
}

/// Each row is a statement with many brackets or operators, and the code of the error that it must have.
#[test]
fn nothing_is_too_deep_or_too_long() {
    let nested = |open: &str, inside: &str, close: &str, count: usize| {
        format!("{}{inside}{}", open.repeat(count), close.repeat(count))
    };
    let rows = [
        (nested("(", "1", ")", 200), None),
        (nested("[", "1", "]", 200), None),
        (nested("<", "1", ">", 200), None),
        (nested("{", "1", "}", 200), None),
        (nested("f(", "1", ")", 200), None),
        (nested("(<[{f(", "1", ")}]>)", 50), None),
        (nested("grundy (", "S(1)", ")", 200), None),
        (nested("(2*", "S(1)", ")", 200), None),
        (nested("if (", "a", ") then 1 else 2", 100), None),
        (nested("grundy (S(1) + 2*(", "S(1)", "))", 100), None),
        (nested("[x for x in ", "a", "]", 200), None),
        (nested("(take <1> | (", "n", "))", 60), None),
        (nested("(", "1", ")", 257), Some("E0105")),
        (nested("(", "1", ")", 50_000), Some("E0105")),
        ("<".repeat(20_000), Some("E0105")),
        ("(".repeat(20_000), Some("E0105")),
        ("if ".repeat(20_000), Some("E0105")),
        ("time ".repeat(20_000), Some("E0105")),
        (format!("{}1", "-".repeat(3000)), None),
        (format!("{}1", "- ".repeat(20_000)), Some("E0106")),
        (format!("{}1", "not ".repeat(20_000)), Some("E0106")),
        (format!("1{}", "^2".repeat(3000)), None),
        (format!("1{}", "^2".repeat(20_000)), Some("E0106")),
        (format!("a{}", "+a".repeat(3000)), None),
        (format!("a{}", "+a".repeat(20_000)), Some("E0106")),
        (format!("winner {}S(1)", "2*".repeat(3000)), None),
        (format!("winner S(1){}", "+S(1)".repeat(3000)), None),
        (format!("h{}", "[0]".repeat(3000)), None),
        (format!("h{}", "(0)".repeat(20_000)), Some("E0106")),
        (format!("{}1", "if a then 1 else ".repeat(3000)), None),
        (format!("[{}1]", "1, ".repeat(20_000)), None),
        (format!("game S = {}take <1>", "take <1> if n > 1 | ".repeat(3000)), None),
    ];
    for (text, code) in rows {
        let begin: String = text.chars().take(30).collect();
        let started = work_so_far();
        let results = read(&text);
        let found = results.first().map(|result| result.as_ref().err().map(|error| error.code()));
        assert_eq!(found, Some(code), "{begin}… of {} bytes", text.len());
        let work = work_so_far() - started;
        assert!(work.as_secs() < 2, "{begin}… took {work:?}");
    }
}

/// The time this thread has worked: a machine that is busy with something else adds nothing to it.
#[cfg(unix)]
fn work_so_far() -> std::time::Duration {
    nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID.now().unwrap().into()
}

/// Where work cannot be measured, the bound is not tested.
#[cfg(not(unix))]
fn work_so_far() -> std::time::Duration {
    std::time::Duration::ZERO
}

/// A long script is read in a moment, even without optimisation.
#[test]
fn a_long_script_takes_a_moment() {
    let lines = good().filter(|text| !text.starts_with("help")).cycle().take(10_000);
    let text: String = lines.map(|line| line + "\n").collect();
    let started = work_so_far();
    let results = read(&text);
    let work = work_so_far() - started;
    println!("{} statements, {} bytes in {work:?}", results.len(), text.len());
    assert!(results.len() >= 9_500, "{}", results.len());
    // Some machines need 3 s, without optimisation. A reader that goes back over what it has read needs minutes.
    assert!(work.as_millis() < 6_000, "{work:?}");
}

/// What opens a bracket, and the rule of the grammar that has this bracket: several rows where an opener is reached in
/// several ways. Brackets are closed as they were opened.
const OPENERS: &[(&str, &str)] = &[
    ("group", "("),
    ("group", "(1, "),
    ("group", "-("),
    ("group", "not ("),
    ("group", "1 + ("),
    ("group", "(1.."),
    ("group", "2*("),
    ("group", "2*3*("),
    ("group", "(*1 + 2*("),
    ("group", "grundy ("),
    ("group", "tree misere ("),
    ("group", "period ("),
    ("group", "(take <1> | ("),
    ("group", "(\"a\" becomes "),
    ("group", "(1 | 2 if "),
    ("group", "if a then ("),
    ("group", "(if a then 1 else "),
    ("group", "(octal 0.7 | ("),
    ("group", "(1 | 2 | 1 + ("),
    ("group", "(2 if a + ("),
    ("group", "if a then 1 else 1 + ("),
    ("group", "if a then 1 else if "),
    ("group", "if a + ("),
    ("group", "grundy S(1) + ("),
    ("group", "grundy S(1) * ("),
    ("group", "grundy a*("),
    ("group", "grundy 2*a*("),
    ("group", "period take a + ("),
    ("group", "period take a then split into a + ("),
    ("group", "period divide by a + ("),
    ("group", "period S to a + ("),
    ("group", "(\"a\" becomes a + ("),
    ("group", "(take <1> | take a + ("),
    ("group", "1..a + ("),
    ("list", "["),
    ("list", "[x for x in a + ("),
    ("list", "[take a + ("),
    ("list", "[1, "),
    ("list", "mex ["),
    ("list", "mex [3, "),
    ("list", "[x for x in "),
    ("list", "[1 for x in [1] if "),
    ("list", "[1 for (x, y) in "),
    ("list", "[octal 0.7 | take "),
    ("set", "{"),
    ("set", "<"),
    ("set", "mex {3, "),
    ("set", "mex <3, "),
    ("set", "<x for x in "),
    ("set", "(take <"),
    ("set", "f(take <"),
    ("set", "[take <1> | split into <"),
    ("set", "(divide by <"),
    ("set", "period (take <"),
    ("call", "f("),
    ("call", "f(a)("),
    ("call", "mex("),
    ("call", "octal 0.7("),
    ("call", "f(octal 0.7("),
    ("call", "f(1 + octal 0.7("),
    ("call", "grundy octal 0.7("),
    ("call", "grundy f("),
    ("call", "period f("),
    ("call", "losing f("),
    ("call", "values f("),
    ("call", "values misere f("),
    ("call", "values take a("),
    ("call", "values S 0..f("),
    ("call", "period S 0..f("),
    ("call", "period S(1) f("),
    ("call", "a = f("),
    ("index", "a["),
    ("index", "winning f["),
    ("index", "exceptions f["),
    ("index", "options f["),
    ("index", "sum["),
    ("index", "hex 0.7["),
    ("code_of", "octal("),
    ("code_of", "hex("),
    ("code_of", "f(a, octal("),
    ("code_of", "[octal("),
    ("code_of", "[octal(1) | octal("),
    ("code_of", "(octal("),
    ("code_of", "period octal("),
    ("code_of", "[period octal("),
    ("code_of", "(take <1> | octal("),
];

/// Statements in which a value stands at the end.
const BEGINNINGS: &[&str] = &["", "print ", "explain ", "let x = ", "game G = ", "survey 1, "];

/// The brackets that these openers have opened, closed.
fn closers(openers: &str) -> String {
    let mut open: Vec<char> = Vec::new();
    for bracket in openers.chars() {
        match bracket {
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            '<' => open.push('>'),
            ')' | ']' | '}' | '>' => drop(open.pop()),
            _ => {}
        }
    }
    open.into_iter().rev().collect()
}

/// How long this thread works to read a statement. What `check` refuses is given to the grammar as well.
fn work_of(text: &str) -> std::time::Duration {
    let tokens = scan::tokens(text);
    let view = View::new(Text::new(SourceId(0), text), &tokens);
    let started = work_so_far();
    // Whether it is right does not matter here.
    let _ = (check::check(&view), super::read(&view));
    work_so_far() - started
}

/// Reads a statement with these openers inside each other, again and again: a right one, one with an error at the
/// innermost place, and one that is unfinished. It stops at the first depth that takes too long, since the next would
/// take for ever.
fn assert_is_read_at_once(beginning: &str, openers: &str) {
    for depth in [6, 12, 18, 30] {
        let opened = openers.repeat(depth);
        for rest in [format!("1{}", closers(&opened)), format!("1 + {}", closers(&opened)), "1 +".to_owned()] {
            let text = format!("{beginning}{opened}{rest}");
            let work = work_of(&text);
            assert!(work.as_millis() < 300, "{depth} levels take {work:?}: {text}");
        }
    }
}

/// Runs a test on a thread whose stack is as large as that for a deep statement.
fn with_large_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(super::LARGE_STACK).spawn(test).unwrap();
    thread.join().unwrap();
}

#[test]
fn no_bracket_is_read_twice() {
    with_large_stack(|| {
        // Without `FULL`, each opener with one beginning, and not with all.
        let step = if is_full() { 1 } else { BEGINNINGS.len() };
        for (index, (_, opener)) in OPENERS.iter().enumerate() {
            let beginnings = BEGINNINGS.iter().cycle().skip(index).take(BEGINNINGS.len());
            beginnings.step_by(step).for_each(|beginning| assert_is_read_at_once(beginning, opener));
        }
    });
}

#[test]
fn no_two_brackets_inside_each_other_are_read_twice() {
    with_large_stack(|| {
        let pairs =
            (0..OPENERS.len()).flat_map(|outer| (0..outer).map(move |inner| (OPENERS[outer].1, OPENERS[inner].1)));
        for (outer, inner) in pairs.step_by(stride()) {
            let opened = format!("{outer}{inner}").repeat(16);
            let text = format!("print {opened}1 + {}", closers(&opened));
            let work = work_of(&text);
            assert!(work.as_millis() < 300, "{work:?}: {text}");
        }
    });
}

/// Signs that are drawn more often than words.
const SIGNS: &[&str] = &[
    "(", "[", "{", "<", "f(", "f[", "(f) = (", ")", "]", "}", ">", ",", "|", "..", "+", "-", "*", "=", "==", "n", "1",
    "\"a\"", "for x in",
];

/// Reads so many statements of words and signs at random, said over and over, with brackets left open, closed, or
/// closed round an error.
fn assert_is_read_at_once_however_often_said(draws: usize, seed: u64) {
    let mut pieces: Vec<&str> = words::WORDS.iter().map(|word| word.word).collect();
    pieces.extend(SIGNS.iter().cycle().take(4 * pieces.len()));
    let mut dice = Dice::new(seed);
    let mut draw = |below: usize| dice.below(below as u64) as usize;
    for _ in 0..draws {
        let unit = (0..=draw(4)).map(|_| pieces[draw(pieces.len())]).collect::<Vec<_>>().join(" ");
        let opened = format!("{unit} ").repeat(16);
        let tail = ["", "1 +", "n =", "(n) ="][draw(4)];
        let closed = if draw(2) == 0 { closers(&opened) } else { String::new() };
        let text = format!("{}{opened}{tail}{closed}", BEGINNINGS[draw(BEGINNINGS.len())]);
        let work = work_of(&text);
        assert!(work.as_millis() < 300, "{work:?}: {text}");
    }
}

#[test]
fn what_is_said_over_and_over_is_read_at_once() {
    with_large_stack(|| assert_is_read_at_once_however_often_said(tries(3_000), 1));
}

/// `SEED` gives others.
#[test]
#[ignore = "some minutes; see CONTRIBUTING.md"]
fn much_that_is_said_over_and_over_is_read_at_once() {
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    with_large_stack(move || assert_is_read_at_once_however_often_said(400_000, seed));
}

#[test]
fn every_bracket_of_the_grammar_is_among_the_openers() {
    let grammar = include_str!("../../../grammar/grundy.pest");
    let rules = grammar.lines().filter(|line| !line.starts_with('/')).filter_map(|line| line.split_once(" = "));
    let nests = |body: &str| {
        ["\"(\"", "\"[\"", "open_set"].iter().any(|bracket| body.contains(bracket))
            && ["expression", "members", "ruleset"].iter().any(|value| body.contains(&format!("~ {value}")))
    };
    for (rule, _) in rules.filter(|(_, body)| nests(body)) {
        assert!(OPENERS.iter().any(|(named, _)| *named == rule.trim()), "{rule} is not among the openers");
    }
}

#[test]
fn a_line_that_is_tried_in_other_spellings_costs_the_same_wherever_it_stands() {
    let work = |word: &str| {
        let text = format!("print a {word} (\n").repeat(8_000);
        let started = work_so_far();
        assert_eq!(parse(SourceId(0), &text).len(), 8_000);
        work_so_far() - started
    };
    let (plain, respelt) = (work("xor"), work("XOR"));
    assert!(respelt < 15 * plain, "{respelt:?} against {plain:?}");
}
