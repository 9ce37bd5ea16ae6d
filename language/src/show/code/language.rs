//! The languages for programs in which functions can be written, and their templates.

/// How the comment begins that each file begins with.
pub const HEAD: &str = "The Grundy value of ";

/// A language for programs, in which a function can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeLanguage {
    Cpp,
    Python,
    Rust,
}

impl CodeLanguage {
    /// All of them.
    pub const ALL: [CodeLanguage; 3] = [CodeLanguage::Cpp, CodeLanguage::Python, CodeLanguage::Rust];

    /// The extension of its files.
    pub fn extension(self) -> &'static str {
        match self {
            CodeLanguage::Cpp => "cpp",
            CodeLanguage::Python => "py",
            CodeLanguage::Rust => "rs",
        }
    }

    /// The language of a file of this name.
    pub fn of(path: &str) -> Option<CodeLanguage> {
        let (_, extension) = path.rsplit_once('.')?;
        CodeLanguage::ALL.into_iter().find(|language| extension.eq_ignore_ascii_case(language.extension()))
    }

    /// The sign of a comment.
    pub(super) fn comment(self) -> &'static str {
        if self == CodeLanguage::Python { "#" } else { "//" }
    }

    /// Whether a file with this beginning is one that was written here, and no program of somebody's own.
    pub fn is_written_here(self, beginning: &str) -> bool {
        let behind = beginning.strip_prefix(self.comment()).map(str::trim_start);
        behind.is_some_and(|behind| behind.starts_with(HEAD))
    }

    /// The part of its templates that has this name.
    pub(super) fn template(self, part: &str) -> &'static str {
        let templates = match self {
            CodeLanguage::Cpp => include_str!("cpp.txt"),
            CodeLanguage::Python => include_str!("python.txt"),
            CodeLanguage::Rust => include_str!("rust.txt"),
        };
        let named = templates.split("==== ").find_map(|text| text.strip_prefix(part)?.strip_prefix('\n'));
        named.unwrap_or_default()
    }

    /// The work that a table may take: some seconds in a program that is compiled, and in Python.
    pub(super) fn work(self) -> u64 {
        if self == CodeLanguage::Python { 10_000_000 } else { 500_000_000 }
    }
}
