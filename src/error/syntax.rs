//! What is wrong with a text that is no statement.

mod habit;

use std::fmt;

pub use habit::Habit;

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

    /// A few words under the caret.
    pub fn label(&self) -> String {
        match self {
            Syntax::UnexpectedEnd { .. } => "more is expected here".into(),
            Syntax::Unexpected { .. } => "does not fit here".into(),
            Syntax::Unclosed { closing, .. } => format!("`{closing}` is missing here"),
            Syntax::Unopened { expected: Some(expected), .. } => format!("`{expected}` would close the open bracket"),
            Syntax::Unopened { .. } => "no bracket is open here".into(),
            Syntax::TooDeep { .. } => "one too many".into(),
            Syntax::TooManyOperators { .. } => "the limit is reached here".into(),
            Syntax::UnknownCharacter { .. } => "not a sign of the language".into(),
            Syntax::UnterminatedText => "the text begins here".into(),
            Syntax::Escape { .. } => "unknown escape".into(),
            Syntax::NumberTooLarge => "too large".into(),
            Syntax::Scientific { .. } | Syntax::Decimal => "not a whole number".into(),
            Syntax::MissingTimes { .. } => "a `*` is missing".into(),
            Syntax::Foreign { instead, .. } if !instead.starts_with('`') => "not a sign of the language".into(),
            Syntax::Foreign { instead, .. } => format!("`{}` here", instead.trim_matches('`').trim()),
            Syntax::DoubleStar => "two stars".into(),
            Syntax::Ellipsis { .. } => "continues, but how?".into(),
            Syntax::ChainedComparison => "second comparison".into(),
            Syntax::EqualsForComparison => "defines, does not compare".into(),
            Syntax::MissingLet { keyword, .. } => format!("`{keyword}` is missing before this"),
            Syntax::Reserved { .. } => "a word of the language".into(),
            Syntax::MissingDefine { .. } => "`=` is missing before this".into(),
            Syntax::EmptyRule { .. } => "a move is expected here".into(),
            Syntax::SetAsRule { .. } => "a set, not a move".into(),
            Syntax::OptionBrackets { .. } => "a number, not a position".into(),
            Syntax::TakeNumbers { .. } => "put the numbers in `<` and `>`".into(),
            Syntax::HeapBrackets { .. } => "put the heap in brackets".into(),
            Syntax::PositionsComma { .. } => "add positions with `+`".into(),
            Syntax::Misspelt { similar, .. } => format!("did you mean `{similar}`?"),
            Syntax::CodeDigit { .. } => "not a digit of such a code".into(),
            Syntax::CodePoint { .. } => "one point, with at most one digit before it".into(),
            Syntax::PathQuotes { .. } => "needs quotation marks".into(),
            Syntax::ForWithoutIn { .. } => "`in` is expected here".into(),
            Syntax::IncompleteIf { missing, .. } => format!("`{missing}` is expected here"),
            Syntax::StatementInside { .. } => "only at the beginning of a line".into(),
            Syntax::JoinClauses { .. } => "written `|` here".into(),
            Syntax::Habit { habit, .. } => habit.label(),
            Syntax::RuleAlone => "the rule of which game?".into(),
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
            Syntax::Unclosed { closing, .. } => format!("close it with `{closing}`"),
            Syntax::Unopened { expected: Some(expected), .. } => format!("close with `{expected}` first"),
            Syntax::Unopened { .. } => "leave it out".into(),
            Syntax::TooDeep { .. } => "give the inner part a name with `let`".into(),
            Syntax::TooManyOperators { .. } => {
                "write many heaps of one game as `S[3,4,5]` or `S[heaps]`, and a long sum as `sum[S(k) for k in heaps]`"
                    .into()
            }
            Syntax::UnknownCharacter { instead: Some(instead), .. } => format!("write `{instead}`"),
            Syntax::UnknownCharacter { .. } => "type `help` to list the words and signs".into(),
            Syntax::UnterminatedText => "end the text with `\"` on the same line".into(),
            Syntax::Escape { .. } => r#"the escapes are \" \\ and \n"#.into(),
            Syntax::NumberTooLarge => "the largest number is 2^127 - 1".into(),
            Syntax::Scientific { .. } => "write a power".into(),
            Syntax::Decimal => {
                "numbers are whole, and `/` rounds down; before a code such as 0.77, write `octal` or `hex`".into()
            }
            Syntax::MissingTimes { .. } => "write the multiplication".into(),
            Syntax::DoubleStar => "`2^3` is a power, and `2 * *3` is two nim-heaps of size 3".into(),
            Syntax::Ellipsis { .. } => "write a range without end as `1..`, or with a step as `1.. step 2`".into(),
            Syntax::ChainedComparison => "join two comparisons with `and`: `a < b and b < c`".into(),
            Syntax::EqualsForComparison => "compare with `==`".into(),
            Syntax::MissingLet { keyword, .. } => format!("a definition begins with `{keyword}`"),
            Syntax::Reserved { .. } => "choose another name".into(),
            Syntax::JoinClauses { .. } => "write `|`: the player chooses a move of any clause".into(),
            Syntax::Habit { habit, .. } => habit.advice(),
            Syntax::RuleAlone => "give the game a name, or ask at once: `values take <1,2>`".into(),
            Syntax::MissingDefine { .. } => "write `=` before the definition".into(),
            Syntax::EmptyRule { .. } => "say what a move may do".into(),
            Syntax::SetAsRule { .. } => "say what a move does with the numbers".into(),
            Syntax::OptionBrackets { .. } => "write an option of one heap in brackets: `(n-1)`".into(),
            Syntax::TakeNumbers { .. } => {
                "write the numbers that may be taken as a set, such as `take <1,2,3>` or `take <1..3>`".into()
            }
            Syntax::HeapBrackets { .. } => "write the heap in brackets".into(),
            Syntax::PositionsComma { .. } => "write the sum".into(),
            Syntax::Misspelt { .. } => "there is a similar word".into(),
            Syntax::CodeDigit { hexadecimal: false, .. } => {
                "the digits are 0 to 7, and `!`, `=` or `?` may follow a digit; `hex` has 0 to F".into()
            }
            Syntax::CodeDigit { .. } => {
                "the digits are 0 to 9 and A to F, and `!`, `=` or `?` may follow a digit".into()
            }
            Syntax::CodePoint { .. } => "a code looks like `0.77`".into(),
            Syntax::PathQuotes { .. } => "write the file's name in quotation marks".into(),
            Syntax::ForWithoutIn { .. } => "write `for k in 1..9`".into(),
            Syntax::IncompleteIf { .. } => "write `if … then … else …`".into(),
            Syntax::StatementInside { word } if word == "moves" => {
                "`options` gives the list of options as a value".into()
            }
            Syntax::StatementInside { .. } => "ask it on a line of its own".into(),
            _ => return None,
        })
    }
}

impl fmt::Display for Syntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Syntax::UnexpectedEnd { expected } => write!(f, "expected {expected}, found the end of the statement"),
            Syntax::Unexpected { found, expected } => write!(f, "expected {expected}, found {found}"),
            Syntax::Unclosed { open, .. } => write!(f, "the bracket `{open}` is never closed"),
            Syntax::Unopened { close, expected: Some(_) } => write!(
                f,
                "the bracket `{close}` does not match the \
             open bracket"
            ),
            Syntax::Unopened { close, .. } => write!(f, "the bracket `{close}` closes nothing"),
            Syntax::TooDeep { limit } => write!(f, "brackets or conditions are nested more than {limit} deep"),
            Syntax::TooManyOperators { limit } => write!(f, "more than {limit} operators in one expression"),
            Syntax::UnknownCharacter { character: character @ '\'', .. } => {
                write!(f, "unknown character `{character}`")
            }
            Syntax::UnknownCharacter { character, .. } => write!(f, "unknown character `{}`", character.escape_debug()),
            Syntax::UnterminatedText => write!(f, "the text has no end"),
            Syntax::Escape { escape } => write!(f, "`\\{}` is not an escape", escape.escape_debug()),
            Syntax::NumberTooLarge => write!(f, "the number does not fit in 128 bits"),
            Syntax::Scientific { .. } => write!(f, "numbers have no exponent"),
            Syntax::Decimal => write!(f, "there are no decimal fractions"),
            Syntax::MissingTimes { .. } => write!(f, "a number and a name need `*` between them"),
            Syntax::Foreign { found, .. } => write!(f, "there is no `{found}`"),
            Syntax::DoubleStar => write!(f, "there is no `**`"),
            Syntax::Ellipsis { .. } => write!(f, "a set cannot continue with dots"),
            Syntax::ChainedComparison => write!(f, "comparisons cannot be chained"),
            Syntax::EqualsForComparison => write!(f, "`=` defines; it does not compare"),
            Syntax::MissingLet { name, keyword } => write!(f, "`{name}` is defined without `{keyword}`"),
            Syntax::Reserved { word } => write!(f, "`{word}` is reserved and cannot be a name"),
            Syntax::MissingDefine { .. } => write!(f, "the definition has no `=`"),
            Syntax::EmptyRule { game } => write!(f, "the game {game} has no move"),
            Syntax::SetAsRule { .. } => write!(f, "a set is not a rule"),
            Syntax::OptionBrackets { .. } => write!(f, "an option must be a position"),
            Syntax::TakeNumbers { .. } => write!(f, "`take` needs a set of numbers"),
            Syntax::HeapBrackets { .. } => write!(f, "a position needs brackets"),
            Syntax::PositionsComma { .. } => write!(f, "a comma does not join positions"),
            Syntax::Misspelt { word, .. } => write!(f, "unknown word `{word}`"),
            Syntax::CodeDigit { digit, hexadecimal: false } => write!(f, "`{digit}` is not a digit of an octal code"),
            Syntax::CodeDigit { digit, .. } => write!(f, "`{digit}` is not a digit of a hexadecimal code"),
            Syntax::CodePoint { text } => write!(f, "`{text}` is not a code"),
            Syntax::PathQuotes { .. } => write!(f, "a file name needs quotation marks"),
            Syntax::ForWithoutIn { .. } => write!(f, "`for` without `in`"),
            Syntax::IncompleteIf { missing, .. } => write!(f, "`if` without `{missing}`"),
            Syntax::JoinClauses { .. } => write!(f, "the clauses of a rule are joined by `|`"),
            Syntax::Habit { habit, .. } => f.write_str(&habit.title()),
            Syntax::RuleAlone => write!(f, "a rule by itself is not a statement"),
            Syntax::StatementInside { word } => write!(f, "`{word}` gives an answer, not a value"),
        }
    }
}
