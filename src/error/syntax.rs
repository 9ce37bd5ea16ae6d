//! What is wrong with a text that is not a statement. Most of the messages are in `codes.txt`.

mod habit;

use std::fmt;

pub use habit::Habit;

use super::codes;
use super::hint::Hint;
use crate::source::Span;

/// A place and what to write there instead.
pub type Fix = (Span, String);

#[derive(Clone, Debug, PartialEq)]
pub enum Syntax {
    /// The statement stops where more is expected.
    UnexpectedEnd {
        expected: String,
    },
    Unexpected {
        found: String,
        expected: String,
    },
    /// A bracket without its partner; `closing` closes it and those round it.
    Unclosed {
        open: char,
        closing: String,
    },
    /// A closing bracket where none, or another, is open.
    Unopened {
        close: char,
        expected: Option<char>,
    },
    /// Brackets inside brackets beyond the limit.
    TooDeep {
        limit: usize,
    },
    /// Operators in one expression beyond the limit.
    TooManyOperators {
        limit: usize,
    },
    /// More words and signs in one statement, or letters and digits in one word, than are read at once.
    TooLong {
        what: &'static str,
        limit: usize,
    },
    UnknownCharacter {
        character: char,
        instead: Option<&'static str>,
        fix: Option<Fix>,
    },
    UnterminatedText,
    Escape {
        escape: char,
    },
    NumberTooLarge,
    /// `1e6`
    Scientific {
        base: String,
        exponent: String,
    },
    Decimal,
    /// `2n`
    MissingTimes {
        number: String,
        name: String,
    },
    /// An operator of another language.
    Foreign {
        found: String,
        instead: &'static str,
    },
    DoubleStar,
    /// `<1,2,...>`; the fix writes the range without end, if the numbers before it go up by one.
    Ellipsis {
        fix: Option<Fix>,
    },
    ChainedComparison,
    /// `=` where two things are compared.
    EqualsForComparison,
    /// `x = 3`
    MissingLet {
        name: String,
        keyword: &'static str,
    },
    Reserved {
        word: String,
    },
    /// `game S take <1,2>`
    MissingDefine {
        fix: Fix,
    },
    EmptyRule {
        game: String,
    },
    /// `game S = <1,2,3>`
    SetAsRule {
        fix: Option<Fix>,
    },
    /// `game X(n) = n-1`
    OptionBrackets {
        fix: Fix,
    },
    /// `take 1,2,3`, `take 1..3`, `take 1 or 2`, `take up to 3`
    TakeNumbers {
        fix: Fix,
    },
    /// `winner S 3`
    HeapBrackets {
        fix: Fix,
    },
    /// `winner S(3), S(4)`
    PositionsComma {
        fix: Fix,
    },
    Misspelt {
        word: String,
        similar: String,
    },
    CodeDigit {
        digit: char,
        hexadecimal: bool,
    },
    /// A code without its point, or with too much before it.
    CodePoint {
        text: String,
    },
    /// `to file.csv`
    PathQuotes {
        path: String,
    },
    ForWithoutIn {
        fix: Option<Fix>,
    },
    /// `if … else` without `then`, or `then` without `else`.
    IncompleteIf {
        missing: &'static str,
        at: Option<Span>,
    },
    /// A statement where a value is wanted.
    StatementInside {
        word: String,
    },
    /// `take <1,2>` as a statement.
    RuleAlone,
    /// `take <1> or take <2>`
    JoinClauses {
        fix: Fix,
    },
    /// What another language, or a book, would say.
    Habit {
        habit: Habit,
        fix: Option<Fix>,
    },
}

impl Syntax {
    pub fn code(&self) -> &'static str {
        match self {
            Syntax::UnexpectedEnd { .. } => "E0101",
            Syntax::Unexpected { .. } => "E0102",
            Syntax::Unclosed { .. } => "E0103",
            Syntax::Unopened { .. } => "E0104",
            Syntax::TooDeep { .. } => "E0105",
            Syntax::TooManyOperators { .. } => "E0106",
            Syntax::TooLong { .. } => "E0153",
            Syntax::UnknownCharacter { .. } => "E0107",
            Syntax::UnterminatedText => "E0108",
            Syntax::Escape { .. } => "E0109",
            Syntax::NumberTooLarge => "E0110",
            Syntax::Scientific { .. } => "E0111",
            Syntax::Decimal => "E0112",
            Syntax::MissingTimes { .. } => "E0113",
            Syntax::Foreign { .. } => "E0114",
            Syntax::DoubleStar => "E0115",
            Syntax::Ellipsis { .. } => "E0116",
            Syntax::ChainedComparison => "E0117",
            Syntax::EqualsForComparison => "E0118",
            Syntax::MissingLet { .. } => "E0119",
            Syntax::Reserved { .. } => "E0120",
            Syntax::MissingDefine { .. } => "E0121",
            Syntax::EmptyRule { .. } => "E0122",
            Syntax::SetAsRule { .. } => "E0123",
            Syntax::OptionBrackets { .. } => "E0124",
            Syntax::TakeNumbers { .. } => "E0125",
            Syntax::HeapBrackets { .. } => "E0126",
            Syntax::PositionsComma { .. } => "E0127",
            Syntax::Misspelt { .. } => "E0128",
            Syntax::CodeDigit { .. } => "E0129",
            Syntax::CodePoint { .. } => "E0130",
            Syntax::PathQuotes { .. } => "E0131",
            Syntax::ForWithoutIn { .. } => "E0132",
            Syntax::IncompleteIf { .. } => "E0133",
            Syntax::StatementInside { .. } => "E0134",
            Syntax::RuleAlone => "E0135",
            Syntax::JoinClauses { .. } => "E0136",
            Syntax::Habit { habit, .. } => habit.code(),
        }
    }

    /// What stands in the place of `{name}` in the texts of its code.
    fn parts(&self) -> Vec<(&'static str, String)> {
        match self {
            Syntax::UnexpectedEnd { expected } => vec![("expected", expected.clone())],
            Syntax::Unexpected { found, expected } => vec![("found", found.clone()), ("expected", expected.clone())],
            Syntax::Unclosed { open, closing } => vec![("open", open.to_string()), ("closing", closing.clone())],
            Syntax::Unopened { close, .. } => vec![("close", close.to_string())],
            Syntax::TooDeep { limit } | Syntax::TooManyOperators { limit } => vec![("limit", limit.to_string())],
            Syntax::TooLong { what, limit } => vec![("what", (*what).to_owned()), ("limit", limit.to_string())],
            Syntax::UnknownCharacter { character: quote @ '\'', .. } => vec![("character", quote.to_string())],
            Syntax::UnknownCharacter { character, .. } => vec![("character", character.escape_debug().to_string())],
            Syntax::Escape { escape } => vec![("escape", escape.escape_debug().to_string())],
            Syntax::Foreign { found, .. } => vec![("found", found.clone())],
            Syntax::MissingLet { name, keyword } => vec![("name", name.clone()), ("keyword", (*keyword).to_owned())],
            Syntax::Reserved { word } | Syntax::StatementInside { word } => vec![("word", word.clone())],
            Syntax::EmptyRule { game } => vec![("game", game.clone())],
            Syntax::Misspelt { word, similar } => vec![("word", word.clone()), ("similar", similar.clone())],
            Syntax::CodeDigit { digit, .. } => vec![("digit", digit.to_string())],
            Syntax::CodePoint { text } => vec![("text", text.clone())],
            Syntax::IncompleteIf { missing, .. } => vec![("missing", (*missing).to_owned())],
            Syntax::Habit { habit, .. } => habit.parts(),
            _ => Vec::new(),
        }
    }

    /// A few words under the caret.
    pub fn label(&self) -> String {
        match self {
            Syntax::Unopened { expected: Some(expected), .. } => format!("`{expected}` would close the open bracket"),
            Syntax::Foreign { instead, .. } if instead.starts_with('`') => {
                format!("`{}` here", instead.trim_matches('`').trim())
            }
            _ => codes::worded(self.code(), "label", &self.parts()),
        }
    }

    /// What to do about it; `at` is the place of the error.
    pub fn hint(&self, at: Span) -> Option<Hint> {
        let end = Span { start: at.end, ..at };
        let start = Span { end: at.start, ..at };
        let replacement = match self {
            Syntax::Unclosed { closing, .. } => Some((end, closing.clone())),
            Syntax::Unopened { expected: None, .. } => Some((at, String::new())),
            Syntax::UnknownCharacter { fix, .. } | Syntax::SetAsRule { fix } | Syntax::ForWithoutIn { fix } => {
                fix.clone()
            }
            Syntax::UnterminatedText => Some((end, "\"".into())),
            Syntax::Scientific { base, exponent } if base == "1" => Some((at, format!("10^{exponent}"))),
            Syntax::Scientific { base, exponent } => Some((at, format!("{base}*10^{exponent}"))),
            Syntax::MissingTimes { number, name } => Some((at, format!("{number}*{name}"))),
            Syntax::Foreign { instead, .. } => return Some(self.foreign(at, instead)),
            Syntax::DoubleStar => Some((at, "^".into())),
            Syntax::Ellipsis { fix } => fix.clone(),
            Syntax::EqualsForComparison => Some((at, "==".into())),
            Syntax::MissingLet { keyword, .. } => Some((start, format!("{keyword} "))),
            Syntax::Reserved { word } => Some((at, format!("{word}1"))),
            Syntax::JoinClauses { fix } => Some(fix.clone()),
            Syntax::Habit { fix, .. } => fix.clone(),
            Syntax::RuleAlone => Some((start, "game G = ".into())),
            Syntax::MissingDefine { fix } => Some(fix.clone()),
            Syntax::EmptyRule { .. } => Some((end, " take <1,2>".into())),
            Syntax::OptionBrackets { fix } | Syntax::TakeNumbers { fix } | Syntax::HeapBrackets { fix } => {
                Some(fix.clone())
            }
            Syntax::PositionsComma { fix } => Some(fix.clone()),
            Syntax::Misspelt { similar, .. } => Some((at, similar.clone())),
            Syntax::CodePoint { text } if !text.contains('.') => Some((at, format!("0.{text}"))),
            Syntax::PathQuotes { path } => Some((at, format!("\"{path}\""))),

            Syntax::IncompleteIf { missing, at: Some(at) } => Some((*at, format!("{missing} "))),
            _ => None,
        };
        Some(Hint { text: self.advice()?, replacement })
    }

    fn foreign(&self, at: Span, instead: &'static str) -> Hint {
        let word = instead.trim_matches('`');
        let replacement = (word.len() < instead.len()).then(|| (at, word.to_owned()));
        let text = if replacement.is_some() { format!("write `{}`", word.trim()) } else { format!("write {instead}") };
        Hint { text, replacement }
    }

    fn advice(&self) -> Option<String> {
        Some(match self {
            Syntax::UnexpectedEnd { .. } | Syntax::Unexpected { .. } => return None,
            Syntax::Unopened { expected: Some(expected), .. } => format!("close with `{expected}` first"),
            Syntax::UnknownCharacter { instead: Some(instead), .. } => format!("write `{instead}`"),
            Syntax::CodeDigit { hexadecimal: true, .. } => {
                "the digits are 0 to 9 and A to F, and `!`, `=` or `?` may follow a digit".into()
            }
            Syntax::StatementInside { word } if word == "moves" => {
                "`options` gives the list of options as a value".into()
            }
            _ => codes::worded(self.code(), "help", &self.parts()),
        })
    }
}

impl fmt::Display for Syntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Syntax::Unopened { close, expected: Some(_) } => {
                write!(f, "the bracket `{close}` does not match the open bracket")
            }
            Syntax::CodeDigit { digit, hexadecimal: true } => {
                write!(f, "`{digit}` is not a digit of a hexadecimal code")
            }
            _ => f.write_str(&codes::worded(self.code(), "message", &self.parts())),
        }
    }
}
