//! Every proposal leads to the answer that was meant: `tests/proposals/*.txt` hold wrong inputs, one a line, each with
//! the right one behind an arrow. What the program proposes is run, and must answer as the right input does.
//!
//! After the arrow, `-` means that the input is right as it is, and `(word` that the program must propose nothing
//! and name that word in its advice. A line that begins with `@` is typed before those below it.

use crate::common::Played;
use crate::common::dice::{often, stride};
use crate::common::recorded::{self, Input, Proposed};
use grundy::error::Error;
use grundy::session::Request;
use grundy::source::SourceId;
use grundy::syntax::ast::{ExprKind, Statement, StatementKind};

/// A wrong input, what was typed before it, and what is wanted.
struct Case {
    place: String,
    before: Vec<String>,
    wrong: String,
    wanted: Wanted,
}

enum Wanted {
    /// The program proposes an input that has the same answer as this one.
    Answer(String),
    /// The program proposes nothing, and its error or help names this word.
    Advice(String),
    /// The input is accepted.
    Nothing,
}

fn cases() -> Vec<Case> {
    let case = |row: Proposed| {
        let Proposed { place, input: Input { above: before, line: wrong }, wanted } = row;
        let wanted = match wanted.strip_prefix('(').filter(|word| !word.contains(')')) {
            _ if wanted == "-" => Wanted::Nothing,
            Some(word) => Wanted::Advice(word.to_owned()),
            None => Wanted::Answer(wanted),
        };
        Case { place, before, wrong, wanted }
    };
    recorded::proposals().into_iter().step_by(stride()).map(case).collect()
}

/// A session in which these inputs were typed.
pub(crate) fn after(before: &[String]) -> Played {
    let mut played = Played::new();
    for input in before {
        played.script("<before>", input).unwrap();
    }
    played
}

/// The answers to an input as text, with requests to the host (files, history, quit) in words, and the first error.
pub(crate) fn answered(played: &mut Played, input: &str) -> (String, Option<(SourceId, Error)>) {
    let mut answer = String::new();
    let mut wrong = None;
    for statement in played.session.read("<prompt>", input) {
        let source = statement.as_ref().map_or_else(|error| error.span.source(), |statement| statement.span.source());
        match statement.and_then(|statement| told(played, &statement)) {
            Ok(told) => answer.push_str(&told),
            Err(error) => {
                wrong = wrong.or(Some((source, error)));
            }
        }
    }
    (answer, wrong)
}

fn told(played: &mut Played, statement: &Statement) -> Result<String, Error> {
    let (mut told, request) = played.reply(statement)?;
    match request {
        Some(Request::Load { path, .. }) => told.push_str(&format!("load {path}")),
        Some(Request::Save { path, .. }) => told.push_str(&format!("save {path}")),
        Some(Request::Write { path, .. }) => told.push_str(&format!("write {path}")),
        Some(Request::Read(written)) => {
            if let ExprKind::Read(path, _) = &written.body.kind {
                told.push_str(&format!("read {} as {}", path.text, written.name.text));
            }
        }
        Some(Request::Edit { name, .. }) => told.push_str(&format!("edit {name}")),
        Some(Request::History) => told.push_str("history"),
        Some(Request::Quit) => told.push_str("quit"),
        Some(Request::Time(_) | Request::Dialogue(_) | Request::Survey(_)) | None => {}
    }
    match &statement.kind {
        StatementKind::Game(game) => {
            let name = &game.name.text;
            let asked = match &game.parameters {
                None => format!("values {name} 0..30"),
                Some(names) if names.len() == 1 => format!("values {name} 0..30"),
                Some(names) => format!("table {name} {}", vec!["0..5"; names.len()].join(", ")),
            };
            told.push_str(&played.answer(&asked));
        }
        StatementKind::Let(written) if written.parameters.is_some() => {
            told.push_str(&played.answer(&format!("[{}(n) for n in 0..9]", written.name.text)));
        }
        _ => {}
    }
    Ok(told)
}

impl Case {
    fn verdict(&self) -> Result<bool, String> {
        let mut played = after(&self.before);
        let (accepted, wrong) = answered(&mut played, &self.wrong);
        let Some((source, error)) = wrong else {
            // What is accepted must mean the right input.
            return match &self.wanted {
                Wanted::Nothing => Ok(false),
                Wanted::Advice(_) => Err("is accepted".to_owned()),
                Wanted::Answer(right) => {
                    let (meant, _) = answered(&mut after(&self.before), right);
                    let differs = || format!("is accepted as\n{accepted}\n  instead of:\n{meant}");
                    if accepted == meant { Ok(true) } else { Err(differs()) }
                }
            };
        };
        let hint = error.hint();
        let said = format!("{error} | {}", hint.as_ref().map_or_else(String::new, |hint| hint.text()));
        let proposed = hint.as_ref().and_then(|hint| hint.replacement.as_ref());
        match (&self.wanted, proposed) {
            (Wanted::Nothing, _) => Err(format!("is refused: {said}")),
            (Wanted::Advice(word), None) if said.contains(word.as_str()) => Ok(false),
            (Wanted::Advice(word), None) => Err(format!("no word of {word}: {said}")),
            (Wanted::Answer(_), None) => Err(format!("no proposal: {said}")),
            (wanted, Some((place, new))) => {
                let mut before = self.before.clone();
                let mut corrected = self.wrong.clone();
                let index = if place.source() == source { None } else { Some(place.source().0 as usize) };
                let text = index.map_or(&mut corrected, |index| &mut before[index]);
                if text.get(place.range()).is_none() {
                    return Err(format!("a place outside the text: {said}"));
                }
                text.replace_range(place.range(), new);
                let (answer, again) = answered(&mut after(&before), &corrected);
                if let Some((_, again)) = again {
                    return Err(format!("proposes {corrected}, which leads to: {again}"));
                }
                let Wanted::Answer(right) = wanted else { return Err(format!("proposes {corrected}")) };
                let (meant, none) = answered(&mut after(&self.before), right);
                if let Some((_, error)) = none {
                    return Err(format!("{right} is wrong itself: {error}"));
                }
                if answer != meant {
                    return Err(format!("proposes {corrected}\n  which answers:\n{answer}\n  instead of:\n{meant}"));
                }
                Ok(true)
            }
        }
    }
}

#[test]
fn every_proposal_answers_what_was_meant() {
    let cases = cases();
    let mut wrong = Vec::new();
    let mut proposals = 0;
    for case in &cases {
        match case.verdict() {
            Ok(proposed) => proposals += usize::from(proposed),
            Err(why) => wrong.push(format!("{}: {}\n    {why}", case.place, case.wrong)),
        }
    }
    println!("{} inputs, {proposals} proposals, {} wrong", cases.len(), wrong.len());
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    assert!(cases.len() >= often(500) && proposals >= often(400), "only {} inputs, {proposals} proposals", cases.len());
}
