//! The languages in which answers are told.

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
}
