//! The games of the literature, written in the language and compiled in.

use std::sync::LazyLock;

/// What the library says about one game, and its definition.
#[derive(Debug)]
pub struct Entry {
    pub name: &'static str,
    /// One line for `games`.
    pub line: &'static str,
    /// The comment lines below the first.
    comments: &'static str,
    /// The definitions, as written.
    pub source: &'static str,
    /// What they define: the game, and what its rule looks up.
    names: Vec<&'static str>,
}

impl Entry {
    /// `Rules`, `History`, `Code`, `Values`, `Period`, `Source` …, each with its text. Parsed when asked for, since
    /// most entries never are.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let mut facts: Vec<(&'static str, String)> = Vec::new();
        for comment in self.comments.lines().filter_map(|line| line.strip_prefix("##")).map(str::trim) {
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
        facts
    }

    /// What is said under a key, if anything.
    pub fn fact(&self, key: &str) -> Option<String> {
        self.facts().into_iter().find(|fact| fact.0 == key).map(|fact| fact.1)
    }
}

const FILES: &[&str] = &[
    include_str!("../library/taking.cgt"),
    include_str!("../library/splitting.cgt"),
    include_str!("../library/division.cgt"),
    include_str!("../library/octal.cgt"),
    include_str!("../library/tuples.cgt"),
    include_str!("../library/graphs.cgt"),
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

/// The entry that defines a name: a game, or something that its rule looks up.
pub fn defining(name: &str) -> Option<&'static Entry> {
    entries().iter().find(|entry| entry.names.contains(&name))
}

/// All names that entries define.
pub fn names() -> impl Iterator<Item = &'static str> {
    entries().iter().flat_map(|entry| entry.names.iter().copied())
}

/// Entries are blocks of `##` lines with definitions under them, separated by blank lines.
fn read(file: &'static str) -> Vec<Entry> {
    file.split("\n\n").filter_map(read_entry).collect()
}

fn read_entry(block: &'static str) -> Option<Entry> {
    let block = block.trim_start_matches('\n');
    let commented: usize = block.split_inclusive('\n').take_while(|line| line.starts_with('#')).map(str::len).sum();
    let (comments, source) = block.split_at(commented);
    let (first, comments) = comments.split_once('\n')?;
    let (name, line) = first.strip_prefix("##")?.split_once(':')?;
    let source = source.trim();
    let names = source.lines().filter_map(defined).collect();
    (!source.is_empty()).then(|| Entry { name: name.trim(), line: line.trim(), comments, source, names })
}

/// The name that is defined where a line begins a definition.
fn defined(line: &'static str) -> Option<&'static str> {
    let definition = line.strip_prefix("game ").or_else(|| line.strip_prefix("let "))?;
    let end = definition.find(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '\'');
    Some(&definition[..end.unwrap_or(definition.len())])
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
            assert!(entry.names.contains(&entry.name), "{} is not defined", entry.name);
        }
    }

    #[test]
    fn no_name_stands_for_two_things() {
        let mut names: Vec<&str> = names().collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
