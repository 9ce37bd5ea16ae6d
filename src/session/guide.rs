//! `help`.

use super::report::{Help, HelpEntry, Report};
use super::{Reply, Session};
use crate::error::{Error, Meaning, explain};
use crate::source::Span;
use crate::syntax::words::{WORDS, Word};

impl Session {
    /// The words of the language; what is asked about one of them, a sign or the code of an error.
    pub(super) fn help(&mut self, word: Option<&str>, span: Span) -> Result<Reply, Error> {
        let Some(word) = word.map(str::trim).filter(|word| !word.is_empty()) else {
            return Ok(Reply::report(Report::Help(overview())));
        };
        let entries: Vec<HelpEntry> = WORDS.iter().filter(|known| known.word == word).map(entry).collect();
        if !entries.is_empty() {
            return Ok(Reply::report(Report::Help(Help { entries, groups: Vec::new() })));
        }
        if let Some(code) = explain(&word.to_uppercase()) {
            let example = format!("{}\n{}", code.wrong, code.right);
            let entry = HelpEntry {
                word: code.code.to_owned(),
                usage: code.title.to_owned(),
                line: code.text.to_owned(),
                example,
            };
            return Ok(Reply::report(Report::Help(Help { entries: vec![entry], groups: Vec::new() })));
        }
        if super::library::entry(word).is_some() || self.names.own(word).is_some() {
            let name = crate::syntax::ast::Name { text: word.to_owned(), span };
            return self.about(&name);
        }
        let similar = similar_words(word);
        // The word, which is the last of the statement.
        let start = span.end.saturating_sub(word.len() as u32).max(span.start);
        Err(Error::new(Meaning::NoHelp { word: word.to_owned(), similar }, Span { start, ..span }))
    }
}

fn entry(word: &Word) -> HelpEntry {
    HelpEntry {
        word: word.word.to_owned(),
        usage: word.usage.to_owned(),
        line: word.line.to_owned(),
        example: word.example.to_owned(),
    }
}

/// All words with their lines, by group, in the order of the table.
fn overview() -> Help {
    let mut groups: Vec<(String, Vec<(String, String)>)> = Vec::new();
    for word in WORDS {
        let heading = word.group.title();
        let line = (word.word.to_owned(), word.line.to_owned());
        match groups.iter_mut().find(|group| group.0 == heading) {
            Some(group) => group.1.push(line),
            None => groups.push((heading.to_owned(), vec![line])),
        }
    }
    Help { entries: Vec::new(), groups }
}

fn similar_words(word: &str) -> Vec<String> {
    let mut near: Vec<(f64, &str)> = WORDS
        .iter()
        .map(|known| (strsim::jaro_winkler(word, known.word), known.word))
        .filter(|(likeness, _)| *likeness > 0.8)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.into_iter().take(3).map(|(_, word)| word.to_owned()).collect()
}
