//! `help`: about words and signs of the language, topics (the chapters of the manual), codes of errors, and games.

use std::sync::LazyLock;

use crate::error::{Error, SemanticError, explain, similar};
use crate::lang::library;
use crate::lang::session::{Reply, Session};
use crate::newcomers;
use crate::source::Span;
use crate::source::blocks::{DataBlock, blocks};
use crate::syntax::words::{WORDS, Word};
use crate::verbs::definitions::data::{Help, HelpEntry};

/// The manual: its chapters are the topics of `help`.
const MANUAL: &str = include_str!("../../../docs/manual.md");

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

/// All topics, in the order of the manual.
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

    /// Its chapter of the manual, with its heading, in Markdown.
    pub fn chapter(&self) -> Option<&'static str> {
        let start = MANUAL.find(&format!("\n## {}\n", self.heading))? + 1;
        let chapter = &MANUAL[start..];
        let end = chapter.find("\n## ").map_or(chapter.len(), |end| end + 1);
        Some(chapter[..end].trim_end())
    }
}

impl Session {
    /// Without a word, an overview. With one, what is known about it: a word or a sign of the language, a topic,
    /// the code of an error, or a game. Words that are none of these are looked up in the tables of newcomers' words.
    pub(crate) fn help(&mut self, word: Option<&str>, span: Span) -> Result<Reply, Error> {
        let Some(word) = word.map(asked_for).filter(|word| !word.is_empty()) else {
            return Ok(Reply::report(overview()));
        };
        if let Some(found) = self.help_about(word, span) {
            return found;
        }
        if let Some(entries) = of_each_word(word) {
            return Ok(Reply::report(Help { entries, ..Help::default() }));
        }
        // Errors speak of `[ ]`, and the words list the bracket that opens.
        let opens = ["[ ]", "{ }", "< >"].contains(&word).then(|| &word[..1]);
        if let Some(found) = opens.and_then(|sign| self.help_about(sign, span)) {
            return found;
        }
        if let Some(found) = newcomers::topic(word).and_then(|topic| self.help_about(topic, span)) {
            return found;
        }
        let similar = similar_words(word);
        // The error is at the word, which is the last of the statement.
        let start = span.end.saturating_sub(word.len() as u32).max(span.start);
        let error = Error::new(SemanticError::NoHelp { word: word.to_owned(), similar }, Span { start, ..span });
        Err(match newcomers::missing(word) {
            Some(missing) => error.advise(missing),
            None => error,
        })
    }

    /// What is known about a word, if anything is.
    fn help_about(&mut self, word: &str, span: Span) -> Option<Result<Reply, Error>> {
        let entries: Vec<HelpEntry> = WORDS.iter().filter(|known| known.word == word).map(entry).collect();
        let chapter = Topic::find(word).and_then(Topic::chapter).map(str::to_owned);
        if !entries.is_empty() || chapter.is_some() {
            return Some(Ok(Reply::report(Help { entries, chapter, ..Help::default() })));
        }
        if let Some(code) = explain(&word.to_uppercase()) {
            let example = format!("{}\n{}", code.wrong, code.right);
            let entry = HelpEntry {
                word: code.code.to_owned(),
                usage: code.title.to_owned(),
                line: code.text.to_owned(),
                example,
            };
            return Some(Ok(Reply::report(Help { entries: vec![entry], ..Help::default() })));
        }
        if crate::lang::library::defining(word).is_some() || self.names.own(word).is_some() {
            let name = crate::syntax::ast::Name { text: word.to_owned(), span };
            return Some(self.about(&name));
        }
        None
    }
}

/// What is asked for: `help help take` is about `take`.
fn asked_for(typed: &str) -> &str {
    match typed.trim().split_once(char::is_whitespace) {
        Some(("help", rest)) => asked_for(rest),
        _ => typed.trim(),
    }
}

/// The entries of several words, if all are words of the language, as in `help take split`.
fn of_each_word(words: &str) -> Option<Vec<HelpEntry>> {
    let entries = |word: &str| {
        let is_word = word.starts_with(char::is_alphabetic);
        let found: Vec<HelpEntry> = WORDS.iter().filter(|known| is_word && known.word == word).map(entry).collect();
        (!found.is_empty()).then_some(found)
    };
    Some(words.split_whitespace().map(entries).collect::<Option<Vec<_>>>()?.concat())
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
fn overview() -> Help {
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

fn similar_words(word: &str) -> Vec<String> {
    let topics = TOPICS.iter().flat_map(|topic| std::iter::once(&topic.name).chain(&topic.also));
    // A name with a capital letter is more likely that of a game.
    let least = if word.starts_with(char::is_uppercase) { 0.85 } else { 0.8 };
    similar(word, WORDS.iter().map(|known| known.word).chain(topics.copied()).chain(library::names()), least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::blocks::wrong_lines;

    #[test]
    fn every_chapter_of_the_manual_is_a_topic() {
        assert_eq!(wrong_lines(FILE, &["also", "line", "heading"]), Vec::<&str>::new());
        for topic in TOPICS.iter() {
            let chapter = topic.chapter().unwrap_or_else(|| panic!("{} has no chapter", topic.name));
            assert!(chapter.lines().count() > 5, "{}", topic.name);
        }
        let headings = MANUAL.lines().filter_map(|line| line.strip_prefix("## "));
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
}
