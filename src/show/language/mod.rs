//! Answers in other languages. All sentences of a language are in one table by their English sentence (`zh.txt`), with named
//! parts for what stands in them. A sentence that is not in the table stays English as a whole: never is half of one translated.

mod document;
mod sentence;
mod table;
#[cfg(test)]
mod tests;

use crate::show::document::Line;

pub use table::Table;

/// A language in which answers are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    #[default]
    English,
    Chinese,
}

impl Language {
    /// All languages, each after its code and its own name.
    pub const ALL: [(Language, &'static str, &'static str); 2] =
        [(Language::English, "en", "English"), (Language::Chinese, "zh", "中文")];

    /// The language with this code: `zh`, and also `zh-CN`. `None` if the program has no words in it.
    pub fn with_code(code: &str) -> Option<Language> {
        let lower = code.to_ascii_lowercase();
        let main = lower.split(['-', '_']).next().unwrap_or_default();
        Self::ALL.into_iter().find_map(|(language, known, _)| (known == main).then_some(language))
    }

    /// `zh`
    pub fn code(self) -> &'static str {
        Self::ALL.into_iter().find(|(language, ..)| *language == self).map_or("en", |(_, code, _)| code)
    }

    /// A sentence or several in this language; the same text if the table does not have all of them.
    pub fn text(self, english: &str) -> String {
        self.table().and_then(|table| table.text(english)).unwrap_or_else(|| english.to_owned())
    }

    /// A line in this language; the same if the table does not have all of it.
    pub fn line(self, english: Line) -> Line {
        self.table().and_then(|table| table.line(&english)).unwrap_or(english)
    }

    /// The sentences of this language; `None` for English, in which they are written.
    pub fn table(self) -> Option<&'static Table> {
        match self {
            Language::English => None,
            Language::Chinese => Some(table::chinese()),
        }
    }
}

/// Whether a text has words of English, and not only numbers, positions and signs.
pub use sentence::is_told;
