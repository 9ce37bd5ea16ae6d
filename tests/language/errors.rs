//! Errors: each block of `tests/errors/*.md` holds a mistake and what the program says, under the code of the error.
//! Every code must have such a block, and what an error proposes must be accepted. `transcripts` compares the texts
//! themselves.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::common::Played;
use crate::common::clock::worked;
use crate::common::dice::{Dice, often, tries};
use crate::common::played::Told;
use crate::common::talk::Talk;
use crate::common::transcript::blocks;
use crate::transcripts::HEARD;
use grundy::error::{Error, SyntaxError, codes};
use grundy::session::{self, Session};
use grundy::show::Painter;
use grundy::show::error::error as render;
use grundy::source::{Source, Sources, Span, Text};
use grundy::syntax::words::WORDS;
use grundy_engine::solve::{Limits, Signal};

/// Codes that no transcript shows, and why.
const NOT_SHOWN: &[(&str, &str)] = &[
    ("E0105", "256 brackets fill a page: see `too_long_to_show`"),
    ("E0106", "4000 operators fill a page: see `too_long_to_show`"),
    ("E0153", "300,000 words fill a book: see `too_long_to_show`"),
    ("E0501", "only Ctrl-C interrupts: see tests/program/limits.rs"),
    ("E0504", "a value beyond 64 bits would belong to a position with more than 2^64 options"),
    ("E0615", "only `--frames` reads requests: see tests/program/frames.rs"),
    ("E0901", "no input may reach it: see text/src/error/semantic/reported.rs"),
    ("E0502", "only `--timeout` limits the time: see tests/program/limits.rs"),
];

#[test]
fn every_code_has_a_mistake_that_gives_it() {
    let mut shown = BTreeSet::new();
    let mut wrong = Vec::new();
    for file in crate::common::files(Path::new("tests/errors"), "md") {
        for block in blocks(&fs::read_to_string(&file).unwrap()) {
            let Some((code, title)) = block.heading.split_once(' ').filter(|(code, _)| codes::explain(code).is_some())
            else {
                continue;
            };
            shown.insert(code.to_owned());
            if codes::explain(code).is_none_or(|explanation| explanation.title != title) {
                wrong.push(format!("{file}: {code} is not called {title}"));
            }
            let said = format!("error[{code}]");
            if !block.lines.iter().any(|line| line.starts_with(&said)) {
                wrong.push(format!("{file}: under {code} is something else: {:?}", block.inputs()));
            }
        }
    }
    for (code, _) in NOT_SHOWN {
        if !shown.insert((*code).to_owned()) {
            wrong.push(format!("{code} is shown, and said not to be"));
        }
    }
    let all: BTreeSet<String> = codes::all().map(|code| code.code.to_owned()).collect();
    wrong.extend(all.difference(&shown).map(|code| format!("no mistake gives {code}")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What beginners type wrong is always answered with what to do.
#[test]
fn beginners_are_told_what_to_do() {
    let text = fs::read_to_string("tests/errors/beginners.md").unwrap();
    for block in blocks(&text).iter().filter(|block| !block.heading.starts_with("What works")) {
        let text = block.lines.join("\n");
        assert!(text.contains("error[E"), "{text}");
        assert!(["help: ", "Read as: ", "For example: "].iter().any(|help| text.contains(help)), "{text}");
    }
}

/// Every error has a title of 8 to 150 characters, a label, and a place inside its text, and the input it proposes is
/// accepted.
#[test]
fn what_is_proposed_is_accepted() {
    let Corrections { proposals, wrong } = &HEARD.corrections;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(*proposals > 100, "only {proposals} proposals");
}

/// What the errors propose that are heard where all sessions are played.
#[derive(Default)]
pub struct Corrections {
    proposals: usize,
    wrong: Vec<String>,
}

impl Corrections {
    /// Hears what was told of the last of some inputs, and makes the corrections. `before` is the session without that input.
    pub fn hear(&mut self, before: &Session, talk: &Talk, typed: &[String]) {
        let sources = talk.played.session.sources();
        let errors = talk.told.iter().filter_map(|told| match told {
            Told::Error(error) => Some(error),
            _ => None,
        });
        for error in errors {
            self.wrong.extend(is_well_worded(error, sources).err().map(|why| format!("{typed:?}: {why}")));
            let Some((place, new)) = error.hint().and_then(|hint| hint.replacement) else { continue };
            let text = sources.get(place.source()).map(|source| &*source.text);
            let Some(index) = typed.iter().rposition(|input| Some(input.as_str()) == text) else { continue };
            self.proposals += 1;
            let mut corrected = typed.to_vec();
            corrected[index].replace_range(place.range(), &new);
            let last = typed.len() - 1;
            let again = if index == last {
                first_error(&mut before.anew(), &corrected[last])
            } else {
                // Only errors of the last input count: those before it may be mistakes of their own.
                mistakes(&corrected).into_iter().find(|found| found.index == last).map(|found| found.error)
            };
            self.wrong.extend(again.map(|again| format!("{corrected:?} leads to: {again}")));
        }
    }
}

fn first_error(session: &mut Session, input: &str) -> Option<Error> {
    let statements = session.read("<prompt>", input);
    statements.into_iter().find_map(|statement| statement.and_then(|statement| session.run(&statement)).err())
}

/// An error, the index of the input in which it is, and whether it is well worded.
struct Found {
    index: usize,
    error: Error,
    is_well_worded: Result<(), String>,
}

/// The errors of some inputs, typed one after the other.
fn mistakes(inputs: &[String]) -> Vec<Found> {
    // That something grows without end is said when the memory is full, so the limit is small.
    let mut session = session::new(Limits { memory: 100_000_000 }, Arc::new(Signal::default()));
    let mut errors = Vec::new();
    for (index, input) in inputs.iter().enumerate() {
        for statement in session.read("<prompt>", input) {
            if let Err(error) = statement.and_then(|statement| session.run(&statement)) {
                let is_well_worded = is_well_worded(&error, session.sources());
                errors.push(Found { index, error, is_well_worded });
            }
        }
    }
    errors
}

fn is_well_worded(error: &Error, sources: &Sources) -> Result<(), String> {
    let title = error.to_string();
    let length = title.chars().count();
    if !(8..=150).contains(&length) || title.ends_with('.') || title.starts_with(char::is_whitespace) {
        return Err(format!("a poor title: {title}"));
    }
    if error.label().is_empty() {
        return Err(format!("no label: {title}"));
    }
    let typed = |place: &Span| sources.get(place.source()).filter(|source| &*source.name == "<prompt>");
    let Some(source) = typed(&error.span) else {
        // The error is in a rule of the library: then a related place must show the question that led to it.
        let is_asked = error.related_texts().any(|(place, _)| typed(&place).is_some());
        return if is_asked { Ok(()) } else { Err(format!("no place: {title}")) };
    };
    match source.text.get(error.span.range()) {
        Some(_) => Ok(()),
        None => Err(format!("a place outside the text: {title}")),
    }
}

#[test]
fn too_long_to_show() {
    let deep = format!("print {}1{}", "(".repeat(300), ")".repeat(300));
    let long = format!("print 1{}", " + 1".repeat(5000));
    let listed = format!("let x = [{}1]", "1,".repeat(300_000));
    let coded = format!("values octal 0.{}", "7".repeat(100_000));
    for (text, code) in [(deep, "E0105"), (long, "E0106"), (listed, "E0153"), (coded, "E0153")] {
        let found = mistakes(&[text]);
        let [found] = &found[..] else { panic!("{code}: {} errors", found.len()) };
        assert_eq!(found.error.code(), code);
        found.is_well_worded.clone().unwrap();
        assert!(found.error.hint().is_some(), "{code}");
    }
}

/// The example of every word of the language, as `help` shows it, is accepted from beginning to end.
#[test]
fn every_example_of_the_help_is_accepted() {
    let mut wrong = Vec::new();
    for word in WORDS.iter() {
        // Loading and saving files are requests to the host, which a session alone does not carry out.
        for found in mistakes(&[word.example().to_owned()]) {
            wrong.push(format!("help {}: {}: {}", word.word, word.example(), found.error));
        }
        if word.example().is_empty() || word.line().is_empty() || word.usage().is_empty() {
            wrong.push(format!("help {} says too little", word.word));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every code is explained once, with a statement that causes the error and a corrected one that is accepted.
#[test]
fn every_example_makes_its_error_and_every_correction_none() {
    let mut wrong = Vec::new();
    let first_error = |text: &str| mistakes(&[text.to_owned()]).into_iter().next().map(|found| found.error);
    for code in codes::all() {
        if !code.wrong.is_empty() {
            match first_error(code.wrong) {
                Some(error) if error.code() == code.code => {}
                Some(error) => wrong.push(format!("{}: {} gives {} {error}", code.code, code.wrong, error.code())),
                None => wrong.push(format!("{}: {} is no error", code.code, code.wrong)),
            }
        }
        if let Some(error) = first_error(code.right) {
            wrong.push(format!("{}: {} should be right: {error}", code.code, code.right));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_code_in_the_source_is_explained_once() {
    let mut used = BTreeSet::new();
    for file in ["text/src/error/syntax.rs", "text/src/error/semantic/mod.rs", "text/src/error/semantic/reported.rs"] {
        let text = fs::read_to_string(file).unwrap();
        for (start, _) in text.match_indices("\"E0") {
            used.insert(text[start + 1..start + 6].to_owned());
        }
    }
    let explained: Vec<String> = codes::all().map(|code| code.code.to_owned()).collect();
    let different: BTreeSet<String> = explained.iter().cloned().collect();
    assert_eq!(different.len(), explained.len(), "a code is explained twice");
    assert_eq!(used, different);
}

/// `help E0102` explains every code.
#[test]
fn every_code_has_its_help() {
    for code in codes::all() {
        let told = Played::new().answer(&format!("help {}", code.code));
        assert!(told.contains(code.title) && told.contains(code.right), "{}: {told}", code.code);
    }
}

/// No recorded error leaves its reader alone: each has a correction or a line of help.
#[test]
fn every_error_says_what_to_do() {
    let mut errors = 0;
    let mut alone = Vec::new();
    for folder in ["tests/errors", "tests/transcripts", "docs"] {
        for file in crate::common::files(Path::new(folder), "md") {
            let text = fs::read_to_string(&file).unwrap();
            let starts = text.match_indices("\nerror[E");
            for said in starts.map(|(start, _)| &text[start + 1..]) {
                errors += 1;
                let mut rest = said.lines().skip(1);
                let helps = |line: &str| {
                    line.contains("help:") || line.starts_with("Read as: ") || line.starts_with("For example: ")
                };
                let ends =
                    |line: &&str| line.starts_with("> ") || line.starts_with("```") || line.starts_with("error[");
                if !rest.by_ref().take_while(|line| !ends(line)).any(helps) {
                    alone.push(format!("{file}: {}", said.lines().next().unwrap()));
                }
            }
        }
    }
    assert!(alone.is_empty(), "{}", alone.join("\n"));
    assert!(errors > 500, "{errors}");
}

/// Inputs in other languages, half-finished ones, and ones with far too large numbers each give an error, at once.
#[test]
fn nonsense_is_an_error() {
    let long = tries(20_000);
    let digits = "9".repeat(long);
    let mut lines: Vec<String> = NONSENSE.iter().map(|line| (*line).to_owned()).collect();
    for (open, close) in
        [("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"), ("f(", ")"), ("-(", ")"), ("if ", ""), ("*", "")]
    {
        lines.push(open.repeat(long));
        lines.push(format!("print {}1{}", open.repeat(300), close.repeat(300)));
        lines.push(close.repeat(long));
    }
    lines.retain(|line| !line.is_empty());
    lines.extend([digits.clone(), format!("winner Nim({digits})"), format!("let {} = 1 +", "a".repeat(5 * long))]);
    let mut wrong = Vec::new();
    for line in lines {
        let begin = worked();
        let shown: String = line.chars().take(60).collect();
        let found = mistakes(std::slice::from_ref(&line));
        if found.is_empty() {
            wrong.push(format!("{shown} is accepted"));
        }
        wrong.extend(
            found.iter().filter_map(|found| Some(format!("{shown}: {}", found.is_well_worded.as_ref().err()?))),
        );
        let work = worked() - begin;
        if work > Duration::from_secs(5) {
            wrong.push(format!("{shown}: {work:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const NONSENSE: &[&str] = &[
    // Python
    "def f(n): return n + 1",
    "for i in range(10): print(i)",
    "import math",
    "print(f\"{n}\")",
    "x = [i for i in range(3)]",
    "S.moves(3)",
    "None",
    "while True: pass",
    "if n == 3: print n",
    "lambda n: n + 1",
    "assert S(3) is not None",
    "class S(Game):",
    // C
    "int x = 3",
    "for (int i = 0; i < n; i++) {",
    "printf(\"%d\", 3)",
    "#include <stdio.h>\nreturn 0",
    "x++",
    "a ? b : c",
    "game S = { take <1>; }",
    // TeX and Mathematica
    "\\frac{1}{2}",
    "$S(3) \\oplus S(4)$",
    "Table[n^2, {n, 1, 5}]",
    "f[n_] := n + 1",
    "3 /. x -> 4",
    // Signs that only look like those of the language
    "winner S(３)",
    "print 1\u{a0}+",
    "\u{202e}print 3",
    "\u{feff}\u{feff}x",
    "print 3 \u{0} 4",
    "é",
    "👩‍👩‍👧",
    // Half-finished statements
    "game",
    "let",
    "game S",
    "game S(",
    "game S(a",
    "game S(a,",
    "game S(a) where",
    "game S(a) over",
    "game S(a) over if",
    "game S = take",
    "game S = take <",
    "game S = take <1",
    "game S = take <1> then",
    "game S = split into",
    "game S = divide",
    "game S = octal",
    "winner",
    "winner +",
    "winner Nim(3) +",
    "winner Nim(3) if player",
    "check",
    "check 1 == 1 for",
    "assert 1 ==",
    "table Nim 0..",
    "values Nim to",
    "explain period",
    "if 3 then",
    "[n for",
    "{n for n in",
    "load",
    "save",
    "time",
    "forget",
    "about",
    "tree",
    "play",
    "quiz S for",
    "exam to",
    "worksheet for",
    "\"",
    "..",
    ",",
    ";;;x",
    // The wrong order
    "Nim(3) winner",
    "take <1> game S =",
    "= 3 let x",
    "3 let x =",
    "0..20 values Nim",
    // Numbers far too large
    "winner Nim(10^30)",
    "print 2^127",
    "print 10^10^10",
    "print 170141183460469231731687303715884105727 + 1",
    "let f(n) = f(n) + 1; f(1)",
    "let f(n) = f(f(n)); f(1)",
    "print [n for n in 1..]",
    "print max(primes)",
    "print sum[Nim(k) for k in 1..]",
    "let h = [1,2]; h[2]",
    "\"a\" + 1",
    "\"a\" < 3",
    "true + 1",
    "Nim + 1",
    "Nim(3) + 1",
    "winner Wythoff(10^18, 10^18)",
    "game X(n) ends = (n); winner X(1)",
    "game X(n) = (n+1) | (n-1); winner X(1)",
    "game X(n) = (n/0); winner X(1)",
    "game X(n) = (n, n); winner X(1)",
    "game X(n) = (n-1) for k in 1..; winner X(5)",
    "game X(s) ends = (s[3..5]); winner X(\"a\")",
    "game X(s) = (s ++ s); winner X(\"ab\")",
    "game X(h) = (h ++ h); winner X([1])",
    "let f(h, n) = if n == 0 then [h] else f([h, h], n-1); print f([1], 40)",
    "game X(a, b) where a > b = (a-1, b); winner X(1, 5)",
];

/// The examples with tokens left out, doubled and exchanged are run: every error has a title, and a place inside the
/// text.
#[test]
fn broken_examples_are_errors_with_a_place() {
    let mut dice = Dice::new(0x5eed_0123_4567_89ab);
    let mut errors = 0;
    for file in crate::common::files(Path::new("examples"), "cgt") {
        let text = fs::read_to_string(&file).unwrap();
        for _ in 0..tries(8) {
            let broken = broken(&text, &mut dice);
            let signal = Arc::new(Signal::default());
            let mut session = session::new(Limits { memory: 50_000_000 }, signal.clone());
            time_out_often(&signal);
            for statement in session.read("broken.cgt", &broken) {
                signal.reset();
                let begin = worked();
                let ran = statement.and_then(|statement| session.run(&statement));
                let work = worked() - begin;
                assert!(work < Duration::from_secs(5), "{work:?}\n{broken}");
                let Err(error) = ran else { continue };
                errors += 1;
                let shown = render(&error, session.sources(), Painter::Plain);
                let range = error.span.range();
                let title = error.to_string();
                assert!(title.chars().count() > 7 && !title.contains('\n'), "{title}");
                let place = session.sources().get(error.span.source()).and_then(|source| source.text.get(range));
                assert!(place.is_some(), "{shown}\n{broken}");
                assert!(shown.contains(" --> "), "{shown}");
            }
        }
    }
    assert!(errors > often(100), "only {errors} errors");
}

/// A script of one long line may have many errors: showing one far along the line takes no longer than an early one.
#[test]
fn errors_far_along_a_line_are_shown_as_soon_as_early_ones() {
    let text = "winner Nimm(3); ".repeat(200_000);
    let mut sources = Sources::default();
    let id = sources.add(Source::new("long.cgt", &*text));
    let work = |from: usize| {
        let begin = worked();
        for at in (from..from + 100 * 16).step_by(16) {
            let kind = SyntaxError::UnexpectedEnd { expected: "a position".into() };
            let shown = render(&Error::new(kind, Text::new(id, &text).span(at + 7..at + 11)), &sources, Painter::Plain);
            assert!(shown.contains(&format!(" --> long.cgt:1:{}\n", at + 8)) && shown.contains("Nimm(3)"), "{shown}");
        }
        worked() - begin
    };
    // The line is counted through with the first error.
    work(0);
    let (early, late) = (work(4096 * 4), work(text.len() - 2000));
    assert!(late < 3 * early + Duration::from_millis(50), "{early:?} {late:?}");
}

/// Times the work out again and again, as `--timeout` would, until every other owner has dropped the signal.
fn time_out_often(signal: &Arc<Signal>) {
    let signal = Arc::downgrade(signal);
    std::thread::spawn(move || {
        while let Some(signal) = signal.upgrade() {
            signal.time_out();
            drop(signal);
            std::thread::sleep(Duration::from_millis(300));
        }
    });
}

/// The text with one to three tokens left out, doubled, or exchanged with another.
fn broken(text: &str, dice: &mut Dice) -> String {
    let mut tokens: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let end = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        tokens.push(&rest[..end]);
        rest = &rest[end..];
    }
    for _ in 0..=dice.below(3) {
        let at = dice.below(tokens.len() as u64) as usize;
        let other = dice.below(tokens.len() as u64) as usize;
        match dice.below(4) {
            0 => drop(tokens.remove(at)),
            1 => tokens.insert(at, tokens[at]),
            2 => tokens.swap(at, other),
            _ => tokens.insert(at, tokens[other]),
        }
    }
    tokens.concat()
}
