//! Syntax errors: why a text cannot be parsed as a statement. The messages are in `codes.txt` (E01xx).

mod habit;

pub use habit::Habit;

use super::hint::Fix;
use super::wording::Wording;
use crate::source::Span;

/// A syntax error, with the data that its message needs. A comment that is only code is an example of a text with
/// this error.
#[derive(Clone, Debug, PartialEq)]
pub enum SyntaxError {
    /// The statement stops where more is expected.
    UnexpectedEnd { expected: String },
    /// Something else is expected than what stands there.
    Unexpected { found: String, expected: String },
    /// Brackets that are never closed: `open` is the innermost, and `closing` closes it and those round it.
    Unclosed { open: char, closing: String },
    /// A closing bracket where no bracket is open, or one that only `expected` would close.
    Unopened { close: char, expected: Option<char> },
    /// Brackets or conditions nested more deeply than the limit.
    TooDeep { limit: usize },
    /// More operators in one expression than the limit.
    TooManyOperators { limit: usize },
    /// A statement, a word or a text that is longer than the limit; `what` says what is counted.
    TooLong { what: &'static str, limit: usize },
    /// A character that the language does not use; `instead` is what may be meant.
    UnknownCharacter { character: char, instead: Option<&'static str>, fix: Option<Fix> },
    /// `"open`
    UnterminatedText,
    /// `"\t"`
    Escape { escape: char },
    /// A number that does not fit into 128 bits.
    NumberTooLarge,
    /// `1e6`
    Scientific { base: String, exponent: String },
    /// `1.5`
    Decimal,
    /// `2n`
    MissingTimes { number: String, name: String },
    /// A sign of another language; `instead` is what to write here, in backquotes if it can be typed as it stands.
    Foreign { found: String, instead: &'static str },
    /// `**`
    DoubleStar,
    /// `<1,2,...>`; the fix is a range such as `1..`, if the numbers before the dots go up by one.
    Ellipsis { fix: Option<Fix> },
    /// `1 < 2 < 3`
    ChainedComparison,
    /// `=` where two things are compared.
    EqualsForComparison,
    /// `x = 3`
    MissingLet { name: String, keyword: &'static str },
    /// `let table = 5`
    Reserved { word: String },
    /// `game S take <1,2>`
    MissingDefine { fix: Fix },
    /// `game S =`
    EmptyRule { game: String },
    /// `game S = <1,2,3>`
    SetAsRule { fix: Option<Fix> },
    /// `game X(n) = n-1`
    OptionBrackets { fix: Fix },
    /// `take 1,2,3`, `take 1..3`, `take 1 or 2`, `take up to 3`
    TakeNumbers { fix: Fix },
    /// `winner S 3`
    HeapBrackets { fix: Fix },
    /// `winner S(3), S(4)`
    PositionsComma { fix: Fix },
    /// `gmae S = …`
    Misspelt { word: String, similar: String },
    /// `octal 0.9`
    CodeDigit { digit: char, hexadecimal: bool },
    /// A code of a game without its point, or with more than one digit before it.
    CodePoint { text: String },
    /// `to file.csv`
    PathQuotes { path: String },
    /// `[k*k for k 1..5]`
    ForWithoutIn { fix: Option<Fix> },
    /// `if … else` without `then`, or `then` without `else`; `at` is where the missing word can be inserted.
    IncompleteIf { missing: &'static str, at: Option<Span> },
    /// A statement where a value is needed.
    StatementInside { word: String },
    /// `print read "graph.csv"`: `read` is allowed only as the whole value after `let NAME =`.
    ReadInside,
    /// `take <1,2>` as a statement.
    RuleAlone,
    /// `take <1> or take <2>`
    JoinClauses { fix: Fix },
    /// Notation of another language or of a textbook.
    Habit { habit: Habit, fix: Option<Fix> },
}

impl SyntaxError {
    pub fn wording(&self) -> Wording {
        let of = Wording::of;
        match self {
            SyntaxError::UnexpectedEnd { expected } => of("E0101").part("expected", expected),
            SyntaxError::Unexpected { found, expected } => of("E0102").part("found", found).part("expected", expected),
            SyntaxError::Unclosed { open, closing } => of("E0103").part("open", open).part("closing", closing),
            SyntaxError::Unopened { close, expected } => {
                let wording = of("E0104").part("close", close);
                expected.map_or(wording.clone(), |expected| wording.case("other").part("expected", expected))
            }
            SyntaxError::TooDeep { limit } => of("E0105").part("limit", limit),
            SyntaxError::TooManyOperators { limit } => of("E0106").part("limit", limit),
            SyntaxError::TooLong { what, limit } => of("E0153").part("what", what).part("limit", limit),
            SyntaxError::UnknownCharacter { character, instead, .. } => {
                let wording =
                    of("E0107").when(instead.is_some(), "instead").part("instead", instead.unwrap_or_default());
                match character {
                    '\'' => wording.part("character", character),
                    _ => wording.part("character", character.escape_debug()),
                }
            }
            SyntaxError::UnterminatedText => of("E0108"),
            SyntaxError::Escape { escape } => of("E0109").part("escape", escape.escape_debug()),
            SyntaxError::NumberTooLarge => of("E0110"),
            SyntaxError::Scientific { .. } => of("E0111"),
            SyntaxError::Decimal => of("E0112"),
            SyntaxError::MissingTimes { .. } => of("E0113"),
            SyntaxError::Foreign { found, instead } => {
                let wording = of("E0114").part("found", found).when(instead.starts_with('`'), "sign");
                match typed(instead) {
                    Some(word) => wording.part("instead", format!("`{}`", word.trim())),
                    None => wording.part("instead", instead),
                }
            }
            SyntaxError::DoubleStar => of("E0115"),
            SyntaxError::Ellipsis { .. } => of("E0116"),
            SyntaxError::ChainedComparison => of("E0117"),
            SyntaxError::EqualsForComparison => of("E0118"),
            SyntaxError::MissingLet { name, keyword } => of("E0119").part("name", name).part("keyword", keyword),
            SyntaxError::Reserved { word } => of("E0120").part("word", word),
            SyntaxError::MissingDefine { .. } => of("E0121"),
            SyntaxError::EmptyRule { game } => of("E0122").part("game", game),
            SyntaxError::SetAsRule { .. } => of("E0123"),
            SyntaxError::OptionBrackets { .. } => of("E0124"),
            SyntaxError::TakeNumbers { .. } => of("E0125"),
            SyntaxError::HeapBrackets { .. } => of("E0126"),
            SyntaxError::PositionsComma { .. } => of("E0127"),
            SyntaxError::Misspelt { word, similar } => of("E0128").part("word", word).part("similar", similar),
            SyntaxError::CodeDigit { digit, hexadecimal } => {
                of("E0129").when(*hexadecimal, "hexadecimal").part("digit", digit)
            }
            SyntaxError::CodePoint { text } => of("E0130").part("text", text),
            SyntaxError::PathQuotes { .. } => of("E0131"),
            SyntaxError::ForWithoutIn { .. } => of("E0132"),
            SyntaxError::IncompleteIf { missing, .. } => of("E0133").part("missing", missing),
            SyntaxError::ReadInside => of("E0154"),
            SyntaxError::StatementInside { word } => of("E0134")
                .when(word == "moves", "moves")
                .when(matches!(&**word, "losing" | "winning"), "losing")
                .part("word", word),
            SyntaxError::RuleAlone => of("E0135"),
            SyntaxError::JoinClauses { .. } => of("E0136"),
            SyntaxError::Habit { habit, .. } => habit.wording(),
        }
    }

    /// The correction, where the kind of error determines one; `at` is the place of the error.
    pub fn replacement(&self, at: Span) -> Option<Fix> {
        let end = Span { start: at.end, ..at };
        let start = Span { end: at.start, ..at };
        Some(match self {
            SyntaxError::UnknownCharacter { fix, .. }
            | SyntaxError::Ellipsis { fix }
            | SyntaxError::SetAsRule { fix }
            | SyntaxError::ForWithoutIn { fix }
            | SyntaxError::Habit { fix, .. } => return fix.clone(),
            SyntaxError::MissingDefine { fix }
            | SyntaxError::OptionBrackets { fix }
            | SyntaxError::TakeNumbers { fix }
            | SyntaxError::HeapBrackets { fix }
            | SyntaxError::PositionsComma { fix }
            | SyntaxError::JoinClauses { fix } => fix.clone(),
            SyntaxError::Unclosed { closing, .. } => (end, closing.clone()),
            SyntaxError::Unopened { expected: None, .. } => (at, String::new()),
            SyntaxError::UnterminatedText => (end, "\"".into()),
            SyntaxError::Scientific { base, exponent } if base == "1" => (at, format!("10^{exponent}")),
            SyntaxError::Scientific { base, exponent } => (at, format!("{base}*10^{exponent}")),
            SyntaxError::MissingTimes { number, name } => (at, format!("{number}*{name}")),
            SyntaxError::Foreign { instead, .. } => (at, typed(instead)?.to_owned()),
            SyntaxError::DoubleStar => (at, "^".into()),
            SyntaxError::EqualsForComparison => (at, "==".into()),
            SyntaxError::MissingLet { keyword, .. } => (start, format!("{keyword} ")),
            SyntaxError::Reserved { word } => (at, format!("{word}1")),
            SyntaxError::RuleAlone => (start, "game G = ".into()),
            SyntaxError::EmptyRule { .. } => (end, " take <1,2>".into()),
            SyntaxError::Misspelt { similar, .. } => (at, similar.clone()),
            SyntaxError::CodePoint { text } if !text.contains('.') => (at, format!("0.{text}")),
            SyntaxError::PathQuotes { path } => (at, format!("\"{path}\"")),
            SyntaxError::IncompleteIf { missing, at: Some(at) } => (*at, format!("{missing} ")),
            _ => return None,
        })
    }
}

/// The text between backquotes, which can be typed as it stands; `None` for advice in words.
fn typed(instead: &'static str) -> Option<&'static str> {
    Some(instead.trim_matches('`')).filter(|word| word.len() < instead.len())
}
