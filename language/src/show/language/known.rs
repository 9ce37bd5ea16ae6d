//! The languages in which answers are told: each is a row here, and a table of sentences beside this file.

/// A language in which answers are told, as its place in the list. English, in which answers are written, is the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Language(usize);

/// A table of sentences. A page has them beside the program, and `Language::learn` hands them over.
macro_rules! table {
    ($file:literal) => {
        if cfg!(target_family = "wasm") { "" } else { include_str!($file) }
    };
}

/// Each language after its code and its own name, with its table.
const LANGUAGES: [(&str, &str, &str); 4] = [
    ("en", "English", ""),
    ("zh", "中文", table!("zh.txt")),
    ("de", "Deutsch", table!("de.txt")),
    ("es", "Español", table!("es.txt")),
];

impl Language {
    pub const ENGLISH: Language = Language(0);
    pub const COUNT: usize = LANGUAGES.len();

    pub fn all() -> impl Iterator<Item = Language> {
        (0..Self::COUNT).map(Language)
    }

    /// The language with this code: `zh`, and also `zh-CN` and `zh_TW.UTF-8`. `None` if the program has no words in it.
    pub fn with_code(code: &str) -> Option<Language> {
        let lower = code.to_ascii_lowercase();
        let main = lower.split(['-', '_', '.']).next().unwrap_or_default();
        Self::all().find(|language| language.code() == main)
    }

    /// `zh`
    pub fn code(self) -> &'static str {
        LANGUAGES.get(self.0).map_or("", |row| row.0)
    }

    /// `中文`
    pub fn name(self) -> &'static str {
        LANGUAGES.get(self.0).map_or("", |row| row.1)
    }

    /// The text of its table.
    pub(super) fn text(self) -> &'static str {
        LANGUAGES.get(self.0).map_or("", |row| row.2)
    }

    /// Its member of a list with one for each language.
    pub(super) fn of<T>(self, list: &'static [T; Self::COUNT]) -> Option<&'static T> {
        list.get(self.0)
    }
}
