//! Traits by which a room calls a room above it. Where only one type has such a trait, and that type is in another room,
//! the trait may be there to hide that two rooms need each other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::{code_of, program_files, room_of};

/// The traits that one type of another room has, and why they stay.
const SEAMS: &[(&str, &str)] = &[
    ("Known", "what newcomers write is read without a session, as the tests of the reader do"),
    ("LoopCompiler", "rules are evaluated without compiled code too, with which the tests compare it"),
    ("Verbs", "a lesson of `classroom` runs any statement; a test of the service puts faults into the verbs"),
];

#[test]
fn no_trait_turns_an_arrow_round() {
    let mut declared = BTreeMap::new();
    let mut having: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
    for file in program_files() {
        let code = code_of(&file);
        for line in code.lines() {
            declared.extend(declared_trait(line).map(|name| (name, room(&file))));
            if let Some((name, of)) = implementation(line) {
                having.entry(name).or_default().insert((of, room(&file)));
            }
        }
    }
    let turned = declared.iter().filter(|(name, home)| {
        let types: Vec<_> = having.get(*name).into_iter().flatten().collect();
        matches!(types[..], [(_, room)] if room != *home)
    });
    let turned: BTreeSet<&str> = turned.map(|(name, _)| &**name).collect();
    assert_eq!(turned, SEAMS.iter().map(|(name, _)| *name).collect());
}

/// The room of a file, where those of `solve` are rooms of their own.
fn room(file: &Path) -> String {
    super::solve::room_of(file).map_or_else(|| room_of(file), |room| format!("solve/{room}"))
}

/// The trait that an unindented line declares.
fn declared_trait(line: &str) -> Option<String> {
    let (before, rest) = line.split_once("trait ")?;
    let is_declared = before.is_empty() || before.starts_with("pub") && !before.contains("fn ");
    is_declared.then(|| word(rest))
}

/// The trait and the type of a line that begins an implementation.
fn implementation(line: &str) -> Option<(String, String)> {
    let rest = line.trim_start().strip_prefix("unsafe ").unwrap_or(line.trim_start()).strip_prefix("impl")?;
    let (implemented, of) = without_parameters(rest).split_once(" for ").map(|(a, b)| (a.to_owned(), b.to_owned()))?;
    let name = implemented.rsplit("::").next().unwrap().trim().to_owned();
    Some((name, of.trim_end_matches(['{', ' ']).to_owned()))
}

/// A text without what stands in angle brackets.
fn without_parameters(text: &str) -> String {
    let mut depth = 0;
    let mut before = ' ';
    let mut kept = String::new();
    for character in text.chars() {
        depth += i32::from(character == '<') - i32::from(character == '>' && before != '-');
        if depth == 0 && character != '>' {
            kept.push(character);
        }
        before = character;
    }
    kept
}

fn word(text: &str) -> String {
    text.chars().take_while(|character| character.is_alphanumeric()).collect()
}

#[test]
fn implementations_are_read() {
    let read = |line| implementation(line).map(|(name, of)| format!("{name} of {of}"));
    let found = [
        read("impl<P: Plane, const N: usize> Packs<[P]> for Subsets<P> {"),
        read("    unsafe impl crate::game::Watch for Account {"),
        read("impl<F: Fn(u64) -> u64> Rule for F"),
        read("impl Solver {"),
    ];
    assert_eq!(found.map(Option::unwrap_or_default), ["Packs of Subsets", "Watch of Account", "Rule of F", ""]);
    assert_eq!(declared_trait("pub(super) trait Engine: Send {").as_deref(), Some("Engine"));
}
