//! Syntax errors: why a text cannot be parsed as a statement (E01xx), the habits of other languages and of textbooks among
//! them.

use super::table::{Datum, errors, silent};
use super::wording::{Fix, Wording};
use crate::told::{Told, told};

/// The wording for a code.
fn of(code: &'static str) -> Wording {
    Wording::from(code)
}

errors! {
    /// A syntax error, with the data that its message needs. A comment that is only code is an example of a text with
    /// this error.
    pub enum SyntaxError {
        /// The statement stops where more is expected.
        UnexpectedEnd { expected: Told } => "E0101",
        /// Something else is expected than what stands there.
        Unexpected { found: Told, expected: Told } => "E0102",
        /// Brackets that are never closed: `open` is the innermost, and `closing` closes it and those round it.
        Unclosed { open: char, closing: String } => "E0103",
        /// A closing bracket where no bracket is open, or one that only `expected` would close.
        Unopened { close: char, expected: Option<char> } => of("E0104").when(expected.is_none(), "alone").part("nothing", ""),
        /// Brackets or conditions nested more deeply than the limit.
        TooDeep { limit: usize } => "E0105",
        /// More operators in one expression than the limit.
        TooManyOperators { limit: usize } => "E0106",
        /// A statement, a word or a text that is longer than the limit; `what` says what is counted.
        TooLong { what: &'static str, limit: usize } => of("E0153").words("what", what),
        /// A character that the language does not use; `instead` is what may be meant.
        UnknownCharacter { character: char, instead: Option<&'static str>, fix: Option<Fix> } => match character {
            '\'' => of("E0107"),
            _ => of("E0107").part("character", character.escape_debug()),
        },
        /// `"open`
        UnterminatedText => "E0108",
        /// `"\t"`
        Escape { escape: char } => of("E0109").part("escape", escape.escape_debug()),
        /// A number that does not fit into 128 bits, or a seed or a count that does not fit into 64.
        NumberTooLarge { is_counted: bool } => of("E0110").when(*is_counted, "counted"),
        /// `1e6`
        Scientific { base: String, exponent: String } => of("E0111").when(base == "1", "power"),
        /// `1.5`
        Decimal => "E0112",
        /// `2n`
        MissingTimes { number: String, name: String } => "E0113",
        /// A sign of another language; `instead` is what to write here, in backquotes if it can be typed as it stands.
        Foreign { found: String, instead: &'static str } => foreign(instead),
        /// `**`
        DoubleStar => "E0115",
        /// `<1,2,...>`
        Ellipsis => "E0116",
        /// `1 < 2 < 3`
        ChainedComparison => "E0117",
        /// `let x = y = 3`
        EqualsForComparison => "E0118",
        /// `G(n) = mex{G(n), G(n-1)}`
        NotSmaller { option: String } => "E0155",
        /// `(a, b) = (1, 2, 3)`
        UnevenNames { names: usize, values: usize } => of("E0156").told("values", told!("{n} value[s]", n = *values)),
        /// `(a, b) = (b, a)`: the name that a value uses, and that is being defined.
        NamesOwnName { name: String } => of("E0156").case("own"),
        /// `(a, a) = (1, 2)`
        DefinedTwice { name: String } => of("E0156").case("twice"),
        /// `let take = 5`
        Reserved { word: String } => "E0120",
        /// `game S take <1,2>`
        MissingDefine { fix: Fix } => "E0121",
        /// `game S =`
        EmptyRule { game: String } => "E0122",
        /// `game S = <1,2,3>`
        SetAsRule { fix: Option<Fix> } => "E0123",
        /// `game X(n) = n-1`
        OptionBrackets { fix: Fix } => "E0124",
        /// `game X = Nim * 3`
        CopiesOfGame { game: String, count: String } => of("E0124").case("copies"),
        /// `take 1,2,3`, `take 1..3`, `take 1 or 2`, `take up to 3`
        TakeNumbers { fix: Fix } => "E0125",
        /// `turn coins`, `turn 1..3`
        UnturnedCoins { fix: Fix } => "E0157",
        /// `winner S 3`
        HeapBrackets => "E0126",
        /// `winner S(3), S(4)`
        PositionsComma => "E0127",
        /// `gmae S = …`
        Misspelt { word: String, similar: String } => "E0128",
        /// `octal 0.9`
        CodeDigit { digit: char, hexadecimal: bool } => "E0129",
        /// A code of a game without its point, or with more than one digit before it.
        CodePoint { text: String } => of("E0130").when(!text.contains('.'), "pointless"),
        /// `to file.csv`, behind this word; without its extension an output would have no format.
        PathQuotes { path: String, word: String } => of("E0131").when(word != "to" || path.contains('.'), "whole"),
        /// `[k*k for k 1..5]`
        ForWithoutIn { fix: Option<Fix> } => of("E0132").when(fix.is_some(), "fixed"),
        /// `if … else` without `then`, or `then` without `else`.
        IncompleteIf { missing: &'static str } => "E0133",
        /// A statement where a value is needed.
        StatementInside { word: String } => "E0134",
        /// `print read "graph.csv"`: `read` is allowed only as the whole value after `let NAME =`.
        ReadInside => "E0154",
        /// `take <1,2>` as a statement.
        RuleAlone => "E0135",
        /// `take <1> or take <2>`
        JoinClauses { fix: Fix } => "E0136",
        /// `who wins S(5)`
        NoSuchBeginning { word: String } => "E0148",
        /// `winner any of S(3), S(4)`
        AnyOf => "E0158",
        /// `quiz Nim 2`, `tour 2`: a number without a word; `readings` is what it could count.
        Uncounted { written: String, readings: Vec<String> } => of("E0159")
            .part("first", readings.first().map_or("", String::as_str))
            .part("second", readings.get(1).map_or("", String::as_str))
            .when(readings.len() == 1, "single"),
        /// Notation of another language or of a textbook.
        Habit { habit: Habit, fix: Option<Fix> } => habit.wording(),
    }
}

/// The wording for a sign of another language. What stands in backquotes can be typed as it stands; the rest is advice
/// in words.
fn foreign(instead: &'static str) -> Wording {
    let foreign = of("E0114").when(instead.starts_with('`'), "sign");
    match Some(instead.trim_matches('`')).filter(|word| word.len() < instead.len()) {
        Some(typed) => foreign.case("typed").part("typed", typed).part("instead", format!("`{}`", typed.trim())),
        None => foreign.words("instead", instead),
    }
}

errors! {
    /// A habit, shown by examples, with the data that its message needs.
    pub enum Habit {
        /// `S(3) is P`, `{1} union {2}`
        OtherWord { word: String, instead: String } => of("E0137").when(instead == "{A, B}", "union"),
        /// `for n in 0..5 print n`
        Loop { word: String } => "E0138",
        /// `S.winner(3)`, `h.length`
        Dot => "E0139",
        /// `grundy S(n) == 0 for n in 0..5`
        BareFor => "E0140",
        /// `winner S(3) S(4)`
        PositionsApart => "E0141",
        /// `let f n = n + 1`
        ParameterBrackets => "E0142",
        /// `print "n is" 3`
        PrintComma => "E0143",
        /// `x += 1`
        ChangedInPlace { name: String } => "E0144",
        /// `let S = take <1,2>`
        LetGame => "E0145",
        /// `game = take <1,2>`
        MissingName => "E0146",
        /// `game 2S = …`, `game my-game = …`
        NameSigns => "E0147",
        /// `{n*n | n in 0..5}`
        /// `take <1 2 3>`
        MemberCommas => "E0150",
        /// `winner S(3) to "file.csv"`
        NoFile { verb: String } => "E0151",
        /// `winner of S(3)`
        Filler { word: String } => "E0152",
    }
}

silent! { Habit }
