//! `help`: entries for words, a chapter of the manual, or groups of words.

use crate::show::chapter::chapter;
use crate::show::document::{Document, Role};
use crate::show::phrase::{code, heading, muted, with_code};
use crate::show::phrase::{indented, listing};
use crate::show::report::Showable;
use crate::verbs::definitions::data::{Help, HelpEntry};

impl Showable for Help {
    fn kind(&self) -> &'static str {
        "help"
    }

    fn document(&self) -> Document {
        help(self)
    }

    fn informs(&self) -> bool {
        true
    }
}

fn help(report: &Help) -> Document {
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
    use crate::show::report::Report;
    use crate::verbs::definitions::data::{Help, HelpEntry};
    use crate::verbs::samples::{assert_text, shown};

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
