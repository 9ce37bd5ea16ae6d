//! What `help` says: about words and signs of the language, topics (the chapters of the documents) and codes of errors.

use std::sync::LazyLock;

use serde::Serialize;

use crate::error::{explain, similar};
use crate::lang::library;
use crate::show::chapter::chapter;
use crate::show::document::{Document, Role};
use crate::show::json;
use crate::show::phrase::{code, heading, indented, listing, muted, with_code};
use crate::show::report::Showable;
use crate::source::blocks::{DataBlock, blocks};
use crate::syntax::words::{WORDS, Word};

/// `help`, `help WORD`, `help TOPIC`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Help {
    pub entries: Vec<HelpEntry>,
    /// Headings with the words under them, for plain `help`.
    #[serde(serialize_with = "json::groups")]
    pub groups: Vec<(String, Vec<(String, String)>)>,
    /// A chapter of a document, in Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chapter: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct HelpEntry {
    pub word: String,
    pub usage: String,
    pub line: String,
    pub example: String,
}

/// The documents for users, each for readers of its own. Their chapters are the topics of `help`.
const DOCUMENTS: [&str; 4] = [
    include_str!("../../../docs/tutorial.md"),
    include_str!("../../../docs/reference.md"),
    include_str!("../../../docs/theory.md"),
    include_str!("../../../docs/teaching.md"),
];

/// A topic of `help`.
#[derive(Clone, Debug)]
pub struct Topic {
    pub name: &'static str,
    /// Other words that lead to it.
    pub also: Vec<&'static str>,
    /// What it tells, in a line.
    pub line: &'static str,
    /// The heading of its chapter.
    heading: &'static str,
}

const FILE: &str = include_str!("topics.txt");

/// All topics, in the order of the documents.
pub static TOPICS: LazyLock<Vec<Topic>> = LazyLock::new(|| blocks(FILE).iter().map(topic).collect());

fn topic(block: &DataBlock) -> Topic {
    let [line, heading] = ["line", "heading"].map(|key| block.get(key));
    Topic { name: block.head().1, also: block.get("also").split_whitespace().collect(), line, heading }
}

impl Topic {
    /// The topic of this name.
    pub fn find(name: &str) -> Option<&'static Topic> {
        TOPICS.iter().find(|topic| topic.name == name || topic.also.contains(&name))
    }

    /// Its chapter, with its heading, in Markdown.
    pub fn chapter(&self) -> Option<&'static str> {
        let heading = format!("\n## {}\n", self.heading);
        let chapter = DOCUMENTS.iter().find_map(|text| text.find(&heading).map(|start| &text[start + 1..]))?;
        let end = chapter.find("\n## ").map_or(chapter.len(), |end| end + 1);
        Some(chapter[..end].trim_end())
    }
}

/// What the tables say about a word: a word or a sign of the language, a topic, or the code of an error.
pub(crate) fn of_word(word: &str) -> Option<Help> {
    let entries: Vec<HelpEntry> = WORDS.iter().filter(|known| known.word == word).map(entry).collect();
    let chapter = Topic::find(word).and_then(Topic::chapter).map(str::to_owned);
    if !entries.is_empty() || chapter.is_some() {
        return Some(Help { entries, chapter, ..Help::default() });
    }
    let code = explain(&word.to_uppercase())?;
    let example = format!("{}\n{}", code.wrong, code.right);
    let (word, usage, line) = (code.code.to_owned(), code.title.to_owned(), code.text.to_owned());
    Some(Help { entries: vec![HelpEntry { word, usage, line, example }], ..Help::default() })
}

/// What is asked for: `help help take` is about `take`.
pub(crate) fn asked_for(typed: &str) -> &str {
    match typed.trim().split_once(char::is_whitespace) {
        Some(("help", rest)) => asked_for(rest),
        _ => typed.trim(),
    }
}

/// The entries of several words, if all are words of the language, as in `help take split`.
pub(crate) fn of_each_word(words: &str) -> Option<Help> {
    let entries = |word: &str| {
        let is_word = word.starts_with(char::is_alphabetic);
        let found: Vec<HelpEntry> = WORDS.iter().filter(|known| is_word && known.word == word).map(entry).collect();
        (!found.is_empty()).then_some(found)
    };
    let entries = words.split_whitespace().map(entries).collect::<Option<Vec<_>>>()?.concat();
    Some(Help { entries, ..Help::default() })
}

fn entry(word: &Word) -> HelpEntry {
    HelpEntry {
        word: word.word.to_owned(),
        usage: word.usage().to_owned(),
        line: word.line().to_owned(),
        example: word.example().to_owned(),
    }
}

/// The topics, and all words with their lines, by group, in the order of the table.
pub(crate) fn overview() -> Help {
    let topics = TOPICS.iter().map(|topic| (topic.name.to_owned(), topic.line.replace('`', "")));
    let mut groups: Vec<(String, Vec<(String, String)>)> =
        vec![("Topics: help NAME shows a chapter".to_owned(), topics.collect())];
    for word in WORDS.iter() {
        let heading = word.group.title();
        let line = (word.word.to_owned(), word.line().to_owned());
        match groups.iter_mut().find(|group| group.0 == heading) {
            Some(group) => group.1.push(line),
            None => groups.push((heading.to_owned(), vec![line])),
        }
    }
    Help { groups, ..Help::default() }
}

pub(crate) fn similar_words(word: &str) -> Vec<String> {
    let topics = TOPICS.iter().flat_map(|topic| std::iter::once(&topic.name).chain(&topic.also));
    // A name with a capital letter is more likely that of a game.
    let least = if word.starts_with(char::is_uppercase) { 0.85 } else { 0.8 };
    similar(word, WORDS.iter().map(|known| known.word).chain(topics.copied()).chain(library::names()), least)
}

impl Showable for Help {
    fn kind(&self) -> &'static str {
        "help"
    }

    fn document(&self) -> Document {
        in_words(self)
    }

    fn informs(&self) -> bool {
        true
    }
}

fn in_words(report: &Help) -> Document {
    let mut document = Document::default();
    for (index, entry) in report.entries.iter().enumerate() {
        if index > 0 {
            document.blank();
        }
        show(&mut document, entry);
    }
    if let Some(text) = &report.chapter {
        if !report.entries.is_empty() {
            document.blank();
        }
        chapter(&mut document, text);
    }
    for (index, (title, words)) in report.groups.iter().enumerate() {
        if index > 0 || !report.entries.is_empty() {
            document.blank();
        }
        document.line(vec![heading(title)]);
        let entries: Vec<(&str, &str)> = words.iter().map(|(word, line)| (word.as_str(), line.as_str())).collect();
        listing(&mut document, Role::Code, &entries);
    }
    document
}

fn show(document: &mut Document, entry: &HelpEntry) {
    let usage = if entry.usage.is_empty() { &entry.word } else { &entry.usage };
    document.line(vec![heading(usage)]);
    for text in entry.line.lines() {
        indented(document, 2, with_code(text));
    }
    let examples =
        entry.example.lines().enumerate().map(|(index, line)| {
            vec![muted(if index == 0 { "  for example  " } else { "               " }), code(line)]
        });
    let lines = examples.collect();
    document.drawing(lines);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::report::Report;
    use crate::source::blocks::wrong_lines;
    use crate::verbs::samples::{assert_text, shown};

    #[test]
    fn every_chapter_of_the_documents_is_a_topic() {
        assert_eq!(wrong_lines(FILE, &["also", "line", "heading"]), Vec::<&str>::new());
        for topic in TOPICS.iter() {
            let chapter = topic.chapter().unwrap_or_else(|| panic!("{} has no chapter", topic.name));
            assert!(chapter.lines().count() > 5, "{}", topic.name);
        }
        let headings = DOCUMENTS.iter().flat_map(|text| text.lines()).filter_map(|line| line.strip_prefix("## "));
        for heading in headings {
            assert!(TOPICS.iter().any(|topic| topic.heading == heading), "{heading} is not a topic");
        }
    }

    #[test]
    fn a_topic_hides_no_word() {
        for name in TOPICS.iter().flat_map(|topic| &topic.also) {
            assert!(WORDS.iter().all(|word| word.word != *name), "{name}");
            assert!(crate::lang::library::entry(name).is_none(), "{name}");
        }
    }

    #[test]
    fn a_word_with_its_example() {
        let entry = HelpEntry {
            word: "winner".into(),
            usage: "winner POSITION".into(),
            line: "who wins with best play, and how".into(),
            example: "game S = take <1,2,3>\nwinner S(5)".into(),
        };
        assert_text(
            &shown(&Report::new(Help { entries: vec![entry], ..Help::default() }), 80),
            "winner POSITION
  who wins with best play, and how
  for example  game S = take <1,2,3>
               winner S(5)
",
        );
    }

    #[test]
    fn all_words_in_groups() {
        let word = |word: &str, line: &str| (word.to_string(), line.to_string());
        let groups = vec![
            ("Asking".to_string(), vec![word("winner", "who wins"), word("<", "opens a set")]),
            ("Leaving".to_string(), vec![word("quit", "also Ctrl-D")]),
        ];
        assert_text(
            &shown(&Report::new(Help { groups, ..Help::default() }), 80),
            "Asking\n  winner  who wins\n  <       opens a set\n\nLeaving\n  quit  also Ctrl-D\n",
        );
    }
}
