//! Sentences, lines and tables by the language.

use super::known::Language;
use super::table::{self, SentenceTable};
use crate::show::document::Line;
use crate::show::told::{Tellable, Told, text_of};

impl Language {
    /// A sentence or several in this language; the same text if the table does not have all of them.
    pub fn text(self, english: &str) -> String {
        self.table().and_then(|table| table.text(english)).unwrap_or_else(|| english.to_owned())
    }

    /// A sentence in this language, as a text; the same if the table does not have it.
    pub fn words(self, told: Told) -> String {
        text_of(&self.line(told.into_line()))
    }

    /// A line in this language; the same if the table does not have all of it.
    pub fn line(self, english: Line) -> Line {
        self.table().and_then(|table| table.line(&english)).unwrap_or(english)
    }

    /// The sentences of this language; `None` for English, in which they are written.
    pub fn table(self) -> Option<&'static SentenceTable> {
        match self {
            Language::English => None,
            Language::Chinese => Some(table::chinese()),
        }
    }
}
