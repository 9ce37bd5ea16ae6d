//! A wrong line is read alike wherever it stands: the prompt, a cell of a page, a script and the diagnostics of an editor show
//! the same correction, since the scope of a line is the text above it. The inputs are all that were recorded: those of strangers, of
//! proposals and of `tests/one_meaning.txt`, and the first part of `tests/reading/unseen.tsv`. `cargo test --test language reading:: -- --nocapture` says how many are right in each front end.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use grundy::error::Error;
use grundy::service::{Author, FileAccess, Heard, Nobody, Service};
use grundy::session::is_certain;
use grundy::source::SourceId;
use grundy::syntax;
use grundy_engine::solve::Limits;

use crate::common::dice::{often, stride};
use crate::common::recorded::{Input, Meant, proposals, recorded, strangers, unseen};
use crate::common::{Played, files};
use crate::proposals::{after, answered};
use crate::strangers::plain;

/// What a front end shows for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Shown {
    /// No error.
    Nothing,
    /// An error, without and with a correction: the lines as they are then.
    Error { code: &'static str, said: String, corrected: Option<Vec<String>> },
}

impl Shown {
    fn of(input: &Input, error: &Error, place: impl Fn(SourceId, usize) -> (usize, usize)) -> Shown {
        let hint = error.hint();
        let said = format!("{error} | {}", hint.as_ref().map_or_else(String::new, |hint| hint.text()));
        let corrected = hint.and_then(|hint| hint.replacement).map(|(span, new)| {
            let (line, begin) = place(span.source(), span.start());
            input.corrected(line, begin..begin + (span.end() - span.start()), &new)
        });
        Shown::Error { code: error.code(), said, corrected }
    }

    fn corrected(&self) -> Option<&[String]> {
        match self {
            Shown::Error { corrected: Some(lines), .. } => Some(lines),
            _ => None,
        }
    }
}

/// What the front ends show for an input.
trait Ways {
    fn corrected(&self, line: usize, place: Range<usize>, new: &str) -> Vec<String>;
    fn line_of(&self, place: usize) -> (usize, usize);
    fn at_the_prompt(&self) -> Shown;
    fn in_a_text(&self) -> Shown;
    fn in_an_editor(&self) -> Shown;
}

impl Ways for Input {
    fn corrected(&self, line: usize, place: Range<usize>, new: &str) -> Vec<String> {
        let mut lines = self.lines();
        lines[line].replace_range(place, new);
        lines
    }

    /// The line of the whole text, and the place in it, of a place in the text.
    fn line_of(&self, place: usize) -> (usize, usize) {
        let mut begin = 0;
        let lines = self.lines();
        for (index, line) in lines.iter().enumerate() {
            if place <= begin + line.len() {
                return (index, place - begin);
            }
            begin += line.len() + 1;
        }
        panic!("{place} is outside {lines:?}");
    }

    /// Line by line, as at the prompt and through a pipe.
    fn at_the_prompt(&self) -> Shown {
        let mut played = after(&self.above);
        let (_, wrong) = answered(&mut played, &self.line);
        let Some((source, error)) = wrong else { return Shown::Nothing };
        let line = |at: SourceId| if at == source { self.above.len() } else { at.0 as usize };
        Shown::of(self, &error, |source, begin| (line(source), begin))
    }

    /// As one text that is run: a script, or a cell of a page.
    fn in_a_text(&self) -> Shown {
        let mut service = Service::new(Limits::default());
        service.guard.access = FileAccess::None;
        let mut shown = Shown::Nothing;
        let mut sink = |heard: Heard| {
            // Files and editors are no matter of reading.
            if let Heard::Error { error, .. } = heard
                && shown == Shown::Nothing
                && !matches!(error.code(), "E0606" | "E0616")
            {
                shown = Shown::of(self, error, |_, begin| self.line_of(begin));
            }
        };
        let text = self.lines().join("\n");
        service.run(&text, Author::User, Limits::default(), &mut sink, &mut Nobody);
        shown
    }

    /// As one text that is only looked at, in an editor.
    fn in_an_editor(&self) -> Shown {
        let found = Service::new(Limits::default()).diagnose(&self.lines().join("\n"));
        let Some(first) = found.first() else { return Shown::Nothing };
        let corrected = first.fix.as_ref().map(|fix| {
            let (line, begin) = self.line_of(fix.place.start);
            self.corrected(line, begin..begin + fix.place.len(), &fix.text)
        });
        let said = format!("{} | {}", first.message, first.help.as_deref().unwrap_or_default());
        Shown::Error { code: first.code, said, corrected }
    }
}

type Way = (&'static str, fn(&Input) -> Shown);

const WAYS: [Way; 3] = [("prompt", Input::at_the_prompt), ("text", Input::in_a_text), ("editor", Input::in_an_editor)];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Right,
    Silent,
    Wrong,
}

fn verdict(of: &Meant, shown: &Shown) -> Verdict {
    let lines = match shown {
        Shown::Nothing => of.input.lines(),
        Shown::Error { corrected: Some(lines), .. } => lines.clone(),
        Shown::Error { said, .. } => {
            let names = |word: &str| said.to_lowercase().contains(&word.to_lowercase());
            let is_meant = of.meant.iter().any(|meant| meant == "?" || meant.strip_prefix('!').is_some_and(names));
            return if is_meant { Verdict::Right } else { Verdict::Silent };
        }
    };
    let [above @ .., line] = &lines[..] else { panic!("{lines:?}") };
    let (answer, wrong) = answered(&mut after(above), line);
    let is_silent = *shown == Shown::Nothing && wrong.is_some();
    let asked = of.meant.iter().filter(|meant| *meant != "?" && !meant.starts_with('!'));
    let is_right = asked.into_iter().any(|meant| {
        let (wanted, error) = answered(&mut after(&of.input.above), meant);
        assert!(error.is_none(), "{meant} is wrong itself: {:?}", error.map(|(_, error)| error.to_string()));
        plain(&wanted).to_lowercase() == plain(&answer).to_lowercase()
    });
    match (is_right && wrong.is_none(), is_silent) {
        (true, _) => Verdict::Right,
        (_, true) => Verdict::Silent,
        _ => Verdict::Wrong,
    }
}

/// How many of the lines of a half are right, silent and wrong in each front end, with what became of those that are not right.
fn measured(half: &str) -> Vec<[usize; 3]> {
    let lines: Vec<Meant> = unseen().into_iter().filter(|meant| meant.half == half).collect();
    let mut counts = vec![[0; 3]; WAYS.len()];
    let mut habits: BTreeMap<&str, Vec<[usize; 3]>> = BTreeMap::new();
    for meant in &lines {
        for (way, (name, show)) in WAYS.iter().enumerate() {
            let shown = show(&meant.input);
            let verdict = verdict(meant, &shown);
            counts[way][verdict as usize] += 1;
            habits.entry(&meant.habit).or_insert_with(|| vec![[0; 3]; WAYS.len()])[way][verdict as usize] += 1;
            if verdict != Verdict::Right {
                let became = shown.corrected().map_or(format!("{shown:?}"), |lines| lines.join(" · "));
                println!(
                    "{verdict:?}\t{name}\t{}\t{}\n\tmeant {}\n\tbecame {became}",
                    meant.habit,
                    meant.input.line,
                    meant.meant.join(" or ")
                );
            }
        }
    }
    for (habit, counts) in habits {
        println!("{habit:16} right, silent, wrong: {counts:?}");
    }
    for ((name, _), [right, silent, wrong]) in WAYS.iter().zip(&counts) {
        println!("{half} {name}: {right} of {} right, {silent} silent, {wrong} wrong", lines.len());
    }
    counts
}

/// The share of lines that are right in each part, which the last changes to the reader had in view.
#[test]
#[ignore = "a measurement, and not a bound"]
fn the_parts() {
    for part in ["fifth", "sixth", "seventh", "eighth", "ninth", "tenth"] {
        measured(part);
    }
}

#[test]
fn a_line_is_corrected_alike_everywhere() {
    let mut inputs: Vec<Input> = recorded().into_iter().step_by(stride()).collect();
    // `time` asks the program to run what it times, and there is none here.
    inputs.retain(|input| !input.above.iter().any(|line| line.starts_with("time ")));
    inputs.retain(|input| input.above.is_empty() || Played::new().script("<above>", &input.above.join("\n")).is_ok());
    let mut differing = [0; WAYS.len()];
    let mut corrected = 0;
    for input in &inputs {
        let shown: Vec<Shown> = WAYS.iter().map(|(_, show)| show(input)).collect();
        corrected += usize::from(shown[0].corrected().is_some());
        for (way, (name, _)) in WAYS.iter().enumerate().skip(1) {
            // Errors without a correction may take longer than an editor looks at a statement.
            if shown[way] == shown[0] || *name == "editor" && shown[way].corrected() == shown[0].corrected() {
                continue;
            }
            differing[way] += 1;
            println!("{name}\t{}\n\tprompt {:?}\n\t{name} {:?}", input.lines().join(" · "), shown[0], shown[way]);
        }
    }
    println!("{} inputs, {corrected} corrected at the prompt; differing: {differing:?}", inputs.len());
    // An empty test would hold as well.
    assert!(
        inputs.len() > 2_500 / stride() && corrected > 1_800 / stride(),
        "{} inputs, {corrected} corrected",
        inputs.len()
    );
    assert_eq!(differing, [0; WAYS.len()]);
}

/// What a prompt runs at once is what was meant, and is no small part of what is typed.
#[test]
fn what_is_certain_is_what_was_meant() {
    let games = ["game S = take <1,2,3>", "game T = take <1,2>"].map(str::to_owned).to_vec();
    let mut all: Vec<Meant> = unseen().into_iter().filter(|meant| meant.half == "now").collect();
    let meant = |input: Input, meant: &str| {
        let [half, habit] = [String::new(), String::new()];
        Meant { half, habit, input, meant: vec![meant.to_owned()] }
    };
    for file in files(Path::new("tests/strangers"), "tsv") {
        for row in fs::read_to_string(file).unwrap().lines().filter(|row| !row.starts_with('#')) {
            let [line, wanted, _] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
            all.push(meant(Input { above: games.clone(), line: line.to_owned() }, wanted));
        }
    }
    for row in proposals() {
        all.push(meant(row.input, row.wanted.strip_prefix('(').map_or(&*row.wanted, |_| "?")));
    }
    let (mut certain, mut wrong) = (0, Vec::new());
    for of in all.iter().step_by(stride()) {
        let mut played = after(&of.input.above);
        let Some((source, error)) = answered(&mut played, &of.input.line).1 else { continue };
        let Some((place, new)) = error.hint().and_then(|hint| hint.replacement) else { continue };
        let mut corrected = of.input.line.clone();
        if place.source() != source {
            continue;
        }
        corrected.replace_range(place.range(), &new);
        if !is_certain(&played.session, &error, &of.input.line, &corrected) {
            continue;
        }
        certain += 1;
        println!("{}\n\t{corrected}", of.input.line);
        let shown = Shown::Error {
            code: "",
            said: String::new(),
            corrected: Some([&of.input.above[..], &[corrected.clone()]].concat()),
        };
        if verdict(of, &shown) != Verdict::Right {
            wrong.push(format!("{} is read as {corrected}, not {:?}", of.input.line, of.meant));
        }
    }
    println!("{certain} of {} are certain", all.len());
    assert!(certain > 250 / stride(), "{certain}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What changes a name that exists, the session or a file, moves a bracket across an operator, or loses or adds something.
#[test]
fn what_is_not_certain_waits_for_enter() {
    let above = ["game S = take <1,2,3>", "let height = 3"].map(str::to_owned).to_vec();
    for line in [
        "game S = tak <1,2>",
        "game Kayles = tak <1,2>",
        "let height == 4",
        "let take = 5",
        "forgt S",
        "undoo",
        "quitt",
        "sav \"x.cgt\"",
        "values S 0..5 to s.csv",
        "S(3) - 1",
        "1 xor 2 + 3",
        "1 ^ 2 ^ 3 = 0",
        "winner T(3)",
        "who wins S(3)",
        "foldr",
    ] {
        let mut played = after(&above);
        let (_, wrong) = answered(&mut played, line);
        let (_, error) = wrong.unwrap_or_else(|| panic!("{line} has an answer"));
        let Some((place, new)) = error.hint().and_then(|hint| hint.replacement) else { continue };
        let mut corrected = line.to_owned();
        corrected.replace_range(place.range(), &new);
        assert!(!is_certain(&played.session, &error, line, &corrected), "{line} is run as {corrected}");
    }
}

/// Very many wrong lines below each other are corrected as each of them alone. What defines something, or takes it back, changes what
/// the lines below it mean.
#[test]
fn lines_of_one_text_are_corrected_as_each_alone() {
    let changes = |lines: &[String]| {
        let read = syntax::parse(SourceId::default(), &lines.join("\n"));
        read.iter()
            .flatten()
            .skip(lines.len() - 1)
            .any(|statement| !(statement.expression().is_some() || matches!(statement.verb(), "print" | "help")))
    };
    let mut inputs: Vec<(Input, Vec<String>)> = Vec::new();
    for input in strangers().into_iter().step_by(stride()) {
        if let Shown::Error { corrected: Some(lines), .. } = input.in_an_editor()
            && !changes(&lines)
            && !(input.line.contains(';') || syntax::continues(&input.line) || syntax::is_unfinished(&input.line))
        {
            inputs.push((input, lines));
        }
    }
    let above = inputs[0].0.above.join("\n");
    let mut text = above.clone();
    inputs.iter().for_each(|(input, _)| text.extend(["\n", &input.line]));
    let found = Service::new(Limits::default()).diagnose(&text);
    let mut begin = above.len() + 1;
    let mut differing = Vec::new();
    for (input, lines) in &inputs {
        let place = begin..begin + input.line.len();
        let first = found.iter().find(|error| place.contains(&error.place.start) || error.place.start == place.end);
        let fix = first.and_then(|error| error.fix.as_ref()).filter(|fix| fix.place.start >= begin);
        let corrected = fix.map(|fix| {
            let mut line = input.line.clone();
            line.replace_range(fix.place.start - begin..fix.place.end - begin, &fix.text);
            line
        });
        if corrected.as_ref() != lines.last() {
            differing.push(format!("{}: {corrected:?} and not {:?}, {first:?}", input.line, lines.last()));
        }
        begin = place.end + 1;
    }
    assert!(inputs.len() > often(500), "{}", inputs.len());
    assert!(differing.is_empty(), "{} of {}:\n{}", differing.len(), inputs.len(), differing.join("\n"));
}
