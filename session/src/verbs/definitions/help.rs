//! What `help` says: about words and signs of the language, topics (the chapters of the documents) and codes of errors.

use std::borrow::Cow;
use std::sync::LazyLock;

use serde::Serialize;

use crate::error::{explain, similar};
use crate::lang::library;
use crate::show::chapter::chapter;
use crate::show::document::{Document, Line, Role};
use crate::show::json;
use crate::show::language::Language;
use crate::show::phrase::{code, heading, indented, listing, muted_words, plain, titled};
use crate::show::report::Showable;
use crate::show::told::{Told, told};
use crate::source::blocks::{DataBlock, blocks};
use crate::syntax::words::{WORDS, Word};

/// A heading, and names with a line about each.
pub type HelpGroup = (Told, Vec<(String, Cow<'static, str>)>);

/// `help`, `help WORD`, `help TOPIC`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Help {
    pub entries: Vec<HelpEntry>,
    /// Headings with the words under them, for plain `help`.
    #[serde(serialize_with = "json::groups")]
    pub groups: Vec<HelpGroup>,
    /// A chapter of a document, in Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chapter: Option<&'static str>,
    /// Whether the chapter is in the reader's language.
    #[serde(skip)]
    pub is_told: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct HelpEntry {
    pub word: &'static str,
    pub usage: &'static str,
    pub line: &'static str,
    pub example: Cow<'static, str>,
}

/// The documents for users, each for readers of its own. Their chapters are the topics of `help`.
const DOCUMENTS: [&str; 4] = [
    include_str!("../../../docs/tutorial.md"),
    include_str!("../../../docs/reference.md"),
    include_str!("../../../docs/theory.md"),
    include_str!("../../../docs/teaching.md"),
];

/// The same in Chinese, where a chapter is found by its heading in Chinese. The page, which is to stay small, has the English ones alone.
#[cfg(not(target_family = "wasm"))]
const IN_CHINESE: [&str; 4] = [
    include_str!("../../../docs/zh/tutorial.md"),
    include_str!("../../../docs/zh/reference.md"),
    include_str!("../../../docs/zh/theory.md"),
    include_str!("../../../docs/zh/teaching.md"),
];
#[cfg(target_family = "wasm")]
const IN_CHINESE: [&str; 4] = [""; 4];

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
        under(self.heading, DOCUMENTS)
    }
}

/// The chapter with this heading, in Markdown.
fn under(heading: &str, documents: [&'static str; 4]) -> Option<&'static str> {
    let heading = format!("\n## {heading}\n");
    let (text, start) = documents.into_iter().find_map(|text| Some((text, text.find(&heading)?)))?;
    let chapter = &text[start + 1..];
    let end = chapter.find("\n## ").map_or(chapter.len(), |end| end + 1);
    Some(chapter[..end].trim_end())
}

/// An English chapter in this language; `None` if it is not translated.
fn chapter_in(language: Language, english: &str) -> Option<&'static str> {
    let documents = (language.code() == "zh").then_some(IN_CHINESE)?;
    let heading = english.lines().next()?.trim_start_matches("## ");
    under(language.sentence(heading)?, documents)
}

/// What the tables say about a word: a word or a sign of the language, a topic, or the code of an error.
pub(crate) fn of_word(word: &str) -> Option<Help> {
    let entries: Vec<HelpEntry> = WORDS.iter().filter(|known| known.word == word).map(entry).collect();
    let chapter = Topic::find(word).and_then(Topic::chapter);
    if !entries.is_empty() || chapter.is_some() {
        return Some(Help { entries, chapter, ..Help::default() });
    }
    let code = explain(&word.to_uppercase())?;
    let example = format!("{}\n{}", code.wrong, code.right).into();
    let entry = HelpEntry { word: code.code, usage: code.title, line: code.text, example };
    Some(Help { entries: vec![entry], ..Help::default() })
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
    HelpEntry { word: word.word, usage: word.usage(), line: word.line(), example: word.example().into() }
}

/// The topics, and all words with their lines, by group, in the order of the table.
pub(crate) fn overview() -> Help {
    let topics = TOPICS.iter().map(|topic| (topic.name.to_owned(), topic.line.into()));
    let mut groups: Vec<HelpGroup> = vec![(told!("Topics: help NAME shows a chapter"), topics.collect())];
    for word in WORDS.iter() {
        let heading = word.group.title();
        let line = (word.word.to_owned(), word.line().into());
        match groups.iter_mut().find(|group| group.0.template == heading) {
            Some(group) => group.1.push(line),
            None => groups.push((heading.into(), vec![line])),
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
        let mut document = Document::default();
        for (index, entry) in self.entries.iter().enumerate() {
            if index > 0 {
                document.blank();
            }
            show(&mut document, entry);
        }
        if let Some(text) = self.chapter {
            if !self.entries.is_empty() {
                document.blank();
            }
            chapter(&mut document, text);
        }
        for (index, (title, words)) in self.groups.iter().enumerate() {
            if index > 0 || !self.entries.is_empty() {
                document.blank();
            }
            document.line(titled(title.clone()));
            listing(&mut document, Role::Code, words.iter().cloned());
        }
        document
    }

    fn informs(&self) -> bool {
        true
    }

    fn told_in(&self, language: Language) -> Option<Box<dyn Showable>> {
        let chapter = chapter_in(language, self.chapter?)?;
        Some(Box::new(Help { chapter: Some(chapter), is_told: true, ..self.clone() }))
    }

    fn stays_english(&self) -> bool {
        let is_quoted = |group: &HelpGroup| group.1.iter().any(|(_, line)| matches!(line, Cow::Owned(_)));
        self.chapter.is_some() && !self.is_told || self.groups.iter().any(is_quoted)
    }
}

fn show(document: &mut Document, entry: &HelpEntry) {
    document.line(match explain(entry.word) {
        Some(code) => titled(Told::from(code.title)),
        None => usage(if entry.usage.is_empty() { entry.word } else { entry.usage }),
    });
    indented(document, 2, Told::from(entry.line));
    let mut lines = entry.example.lines();
    let mut examples: Vec<Line> = Vec::new();
    if let Some(first) = lines.next() {
        examples.push([muted_words(told!("  for example  ")), vec![code(first)]].concat());
    }
    examples.extend(lines.map(|line| vec![plain(" ".repeat(15)), code(line)]));
    document.drawing(examples);
}

/// How something is written. Its placeholders, in capitals, are words of each language.
fn usage(written: &'static str) -> Line {
    let is_capital = |c: char| c.is_ascii_uppercase();
    let mut line = Line::new();
    let mut rest = written;
    while !rest.is_empty() {
        let end = rest.find(|c| !is_capital(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        match word.len() {
            2.. => line.extend(titled(Told::from(word))),
            _ => line.push(heading(word)),
        }
        let (between, next) = behind.split_at(behind.find(is_capital).unwrap_or(behind.len()));
        line.push(heading(between));
        rest = next;
    }
    line
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
    fn every_chapter_is_in_chinese_too_with_the_same_examples() {
        let is_typed = |line: &&str| line.starts_with("> ") || line.starts_with(". ");
        for topic in TOPICS.iter() {
            let english = topic.chapter().unwrap();
            let chinese = Language::with_code("zh").and_then(|language| chapter_in(language, english));
            let chinese = chinese.unwrap_or_else(|| panic!("{} is English", topic.name));
            let typed = [chinese, english].map(|text| text.lines().filter(is_typed).collect::<Vec<_>>());
            assert_eq!(typed[0], typed[1], "{}", topic.name);
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
            word: "winner",
            usage: "winner POSITION",
            line: "who wins with best play, and how",
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
        let word = |word: &str, line: &'static str| (word.to_string(), line.into());
        let groups = vec![
            ("Asking".into(), vec![word("winner", "who wins"), word("<", "opens a set")]),
            ("Leaving".into(), vec![word("quit", "also Ctrl-D")]),
        ];
        assert_text(
            &shown(&Report::new(Help { groups, ..Help::default() }), 80),
            "Asking\n  winner  who wins\n  <       opens a set\n\nLeaving\n  quit  also Ctrl-D\n",
        );
    }
}
