//! The games of the literature, written in the language and compiled in.

use std::sync::LazyLock;

/// What the library says about one game, and its definition.
#[derive(Debug)]
pub struct Entry {
    pub name: &'static str,
    /// One line for `games`.
    pub line: &'static str,
    /// `Rules`, `History`, `Code`, `Values`, `Period`, `Source` …, each with its text.
    pub facts: Vec<(&'static str, String)>,
    /// The definitions, as written.
    pub source: &'static str,
}

impl Entry {
    /// What is said under a key, if anything.
    pub fn fact(&self, key: &str) -> Option<&str> {
        self.facts.iter().find(|fact| fact.0 == key).map(|fact| fact.1.as_str())
    }
}

const FILES: &[&str] = &[
    include_str!("../library/taking.cgt"),
    include_str!("../library/splitting.cgt"),
    include_str!("../library/division.cgt"),
    include_str!("../library/octal.cgt"),
    include_str!("../library/tuples.cgt"),
    include_str!("../library/graphs_and_boards.cgt"),
    include_str!("../library/coins.cgt"),
];

/// Read once and never changed: a part of the program, not of a session.
static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| FILES.iter().flat_map(|file| read(file)).collect());

/// All entries, in the order of the files.
pub fn entries() -> &'static [Entry] {
    &ENTRIES
}

/// The entry of a game.
pub fn entry(name: &str) -> Option<&'static Entry> {
    entries().iter().find(|entry| entry.name == name)
}

/// Entries are blocks of `##` lines with definitions under them, separated by blank lines.
fn read(file: &'static str) -> Vec<Entry> {
    file.split("\n\n").filter_map(read_entry).collect()
}

fn read_entry(block: &'static str) -> Option<Entry> {
    let block = block.trim_start_matches('\n');
    let body = block.find("\n").map(|_| {
        let comments: usize = block.lines().take_while(|line| line.starts_with('#')).map(|line| line.len() + 1).sum();
        block.get(comments..).unwrap_or("").trim()
    })?;
    let mut comments =
        block.lines().take_while(|line| line.starts_with('#')).filter_map(|line| line.strip_prefix("##"));
    let (name, line) = comments.next()?.split_once(':')?;
    if body.is_empty() {
        return None;
    }
    let mut facts: Vec<(&'static str, String)> = Vec::new();
    for comment in comments {
        let comment = comment.trim();
        match comment.split_once(':').filter(|(key, _)| is_key(key)) {
            Some((key, text)) => facts.push((key, text.trim().to_owned())),
            None => {
                if let Some(last) = facts.last_mut() {
                    last.1.push(' ');
                    last.1.push_str(comment);
                }
            }
        }
    }
    Some(Entry { name: name.trim(), line: line.trim(), facts, source: body })
}

/// A key is one capitalised word of a fixed list, so that a sentence with a colon is not taken for one.
fn is_key(word: &str) -> bool {
    const KEYS: [&str; 8] = ["Rules", "History", "Code", "Values", "Period", "Source", "Note", "Strategy"];
    KEYS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_has_a_line_rules_and_a_source() {
        assert!(entries().len() >= 40);
        for entry in entries() {
            assert!(!entry.line.is_empty(), "{}", entry.name);
            assert!(entry.fact("Rules").is_some(), "{} has no rules", entry.name);
            assert!(entry.fact("Source").is_some(), "{} has no source", entry.name);
            assert!(entry.source.contains(&format!("game {}", entry.name)), "{} is not defined", entry.name);
        }
    }

    #[test]
    fn no_name_stands_for_two_games() {
        let mut names: Vec<&str> = entries().iter().map(|entry| entry.name).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
