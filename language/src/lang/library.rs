//! What every session knows: constants, and what is written in the language and compiled in: the games of the literature, and
//! the functions that need no code of their own.

use std::sync::{Arc, LazyLock};

use grundy_engine::game::{Family, Set, Value};
use grundy_engine::nim::{GrundyValue, Outcome};
use rustc_hash::FxHashMap;

use crate::source::blocks::block_texts;

/// The value of a name that the language itself defines; `None` for other names.
pub fn constant(name: &str) -> Option<Value> {
    let family = match name {
        "squares" => Family::Squares,
        "primes" => Family::Primes,
        "evens" => Family::Evens,
        "odds" => Family::Odds,
        "triangulars" => Family::Triangulars,
        "fibonaccis" => Family::Fibonaccis,
        "factorials" => Family::Factorials,
        "none" => return Some(Value::None),
        "N" => return Some(Value::Outcome(Outcome::N)),
        "P" => return Some(Value::Outcome(Outcome::P)),
        "D" => return Some(Value::Outcome(Outcome::D)),
        "loony" => return Some(Value::Grundy(GrundyValue::Loony)),
        _ => return None,
    };
    Some(Value::Set(Arc::new(Set::Family(family))))
}

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

    /// A position to begin with.
    pub fn example(&self) -> String {
        self.fact("Play").unwrap_or_else(|| format!("{}(10)", self.name))
    }

    /// What is said under a key, if anything.
    pub fn fact(&self, key: &str) -> Option<String> {
        self.facts().into_iter().find(|fact| fact.0 == key).map(|fact| fact.1)
    }
}

/// A file of the library.
struct File {
    entries: Vec<Entry>,
    /// For each name that is defined in it, the index of the entry that does it.
    definitions: FxHashMap<&'static str, usize>,
}

impl File {
    fn read(text: &'static str) -> File {
        let entries = read(text);
        let mut definitions = FxHashMap::default();
        for (index, entry) in entries.iter().enumerate() {
            definitions.extend(entry.names.iter().map(|name| (*name, index)));
        }
        File { entries, definitions }
    }
}

/// The files. Each is read once, when a name was not found in those before it.
static FILES: [LazyLock<File>; 8] = [
    LazyLock::new(|| File::read(include_str!("../library/taking.cgt"))),
    LazyLock::new(|| File::read(include_str!("../library/splitting.cgt"))),
    LazyLock::new(|| File::read(include_str!("../library/division.cgt"))),
    LazyLock::new(|| File::read(include_str!("../library/octal.cgt"))),
    LazyLock::new(|| File::read(include_str!("../library/tuples.cgt"))),
    LazyLock::new(|| File::read(include_str!("../library/graphs.cgt"))),
    LazyLock::new(|| File::read(include_str!("../library/graphs_and_boards.cgt"))),
    LazyLock::new(|| File::read(include_str!("../library/coins.cgt"))),
];

/// The functions of the language that are said in it, each with its definition.
static FUNCTIONS: LazyLock<FxHashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let source = |block: &'static str| &block[block.find("let ").unwrap_or(block.len())..];
    let definitions = block_texts(include_str!("../library/prelude.cgt")).map(source);
    definitions.filter_map(|source| Some((defined(source)?, source.trim_end()))).collect()
});

/// Whether the language says what a function of this name is.
pub fn is_function(name: &str) -> bool {
    FUNCTIONS.contains_key(name)
}

/// The names of these functions.
pub fn functions() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.keys().copied()
}

/// The text that defines a name, with its title.
pub fn text_with(name: &str) -> Option<(&'static str, &'static str)> {
    let function = FUNCTIONS.get_key_value(name).map(|(name, source)| (*name, *source));
    function.or_else(|| defining(name).map(|entry| (entry.name, entry.source)))
}

/// All entries, in the order of the files.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    FILES.iter().flat_map(|file| &file.entries)
}

/// The entry of a game.
pub fn entry(name: &str) -> Option<&'static Entry> {
    defining(name).filter(|entry| entry.name == name)
}

/// The entry that defines a name: a game, or something that its rule looks up.
pub fn defining(name: &str) -> Option<&'static Entry> {
    FILES.iter().find_map(|file| file.definitions.get(name).map(|index| &file.entries[*index]))
}

/// All names that entries define.
pub fn names() -> impl Iterator<Item = &'static str> {
    entries().flat_map(|entry| entry.names.iter().copied())
}

/// Entries are blocks of `##` lines with definitions under them, separated by blank lines.
fn read(file: &'static str) -> Vec<Entry> {
    block_texts(file).filter_map(read_entry).collect()
}

fn read_entry(block: &'static str) -> Option<Entry> {
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
    const KEYS: [&str; 9] = ["Rules", "Play", "History", "Code", "Values", "Period", "Source", "Note", "Strategy"];
    KEYS.contains(&word)
}

#[cfg(test)]
mod tests {
    use grundy_engine::game::Builtin;

    use super::*;
    use crate::syntax::words;

    #[test]
    fn every_entry_has_a_line_rules_and_a_source() {
        assert!(entries().count() >= 40);
        for entry in entries() {
            assert!(!entry.line.is_empty(), "{}", entry.name);
            assert!(entry.fact("Rules").is_some(), "{} has no rules", entry.name);
            assert!(entry.fact("Source").is_some(), "{} has no source", entry.name);
            assert!(entry.names.contains(&entry.name), "{} is not defined", entry.name);
        }
    }

    #[test]
    fn no_name_stands_for_two_things() {
        let mut names: Vec<&str> = names().chain(functions()).chain(Builtin::names()).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn every_function_is_a_word_of_the_language() {
        for name in functions() {
            assert!(words::find(name).is_some_and(|word| word.group == words::Group::Function), "{name}");
        }
    }
}
