//! Documents that are right but for one sign of another keyboard, which may be read as one of the language or be wrong: they
//! are checked, brought into the house form, and shown in an editor.

use std::fs;
use std::process::Command;

use grundy::source::SourceId;
use grundy::syntax::ast::{Statement, StatementKind};
use grundy::syntax::{parse, print};
use serde_json::json;
use tempfile::TempDir;

use super::inputs::Inputs;
use super::written;
use crate::common::program::program;
use crate::lsp::Editor;

/// The documents that a process gets at once.
const TOGETHER: usize = 50;

/// The documents of these that end the program by a signal, or the server for editors.
pub fn ending_badly(seed: u64, count: usize) -> Vec<String> {
    let mut inputs = Inputs::new(seed);
    let mut found = Vec::new();
    for first in (0..count).step_by(TOGETHER) {
        let documents: Vec<String> = (first..count.min(first + TOGETHER)).map(|_| inputs.foreign()).collect();
        let bad = |documents: &[String]| WAYS.iter().find(|(_, survives)| !survives(documents)).map(|(way, _)| *way);
        if bad(&documents).is_none() {
            continue;
        }
        let each = documents.iter().filter_map(|document| Some((bad(std::slice::from_ref(document))?, document)));
        let each: Vec<String> =
            each.map(|(way, document)| format!("{way}: {}", written(document.as_bytes()))).collect();
        found.extend(if each.is_empty() { vec![format!("together: {documents:?}")] } else { each });
    }
    found
}

type Way = (&'static str, fn(&[String]) -> bool);

/// The ways in which documents are read, and whether all went well.
const WAYS: [Way; 4] = [
    ("kept as", |documents| documents.iter().all(|document| is_kept(document))),
    ("--check", |documents| checks(documents, &["--check"])),
    ("--fix", |documents| checks(documents, &["--check", "--fix"])),
    ("lsp", shows),
];

/// Whether each definition means the same in the form in which it is shown and saved.
fn is_kept(document: &str) -> bool {
    let read = parse(SourceId(0), document);
    let kept = |statement: &Statement| match &statement.kind {
        StatementKind::Game(game) => game.house.clone(),
        StatementKind::Let(written) => written.house.clone(),
        _ => None,
    };
    read.iter().flatten().filter_map(|statement| Some((statement, kept(statement)?))).all(|(statement, house)| {
        let again = parse(SourceId(0), &house);
        matches!(&again[..], [Ok(again)] if print::statement(again) == print::statement(statement))
    })
}

fn checks(documents: &[String], options: &[&str]) -> bool {
    let folder = TempDir::new().unwrap();
    let names: Vec<String> = (0..documents.len()).map(|number| format!("{number}.cgt")).collect();
    names.iter().zip(documents).for_each(|(name, text)| fs::write(folder.path().join(name), text).unwrap());
    let mut command = Command::new(program());
    command.args(options).args(&names).current_dir(folder.path());
    let output = command.output().unwrap();
    matches!(output.status.code(), Some(0..=2)) && !String::from_utf8_lossy(&output.stdout).contains("E0901")
}

fn shows(documents: &[String]) -> bool {
    let mut editor = Editor::new(&[], &["utf-16"]);
    editor.open("a.cgt", "");
    editor.mistakes();
    let mut shown = |text: &String| {
        editor.change(json!([{"text": text}]));
        editor.mistakes();
        for method in ["semanticTokens/full", "documentSymbol", "codeAction", "formatting", "hover", "completion"] {
            editor.at(method, 0, text.encode_utf16().count() / 2);
        }
    };
    // The editor panics when the server has ended.
    let shown = std::panic::AssertUnwindSafe(|| documents.iter().for_each(&mut shown));
    std::panic::catch_unwind(shown).is_ok() && editor.end() == 0
}
