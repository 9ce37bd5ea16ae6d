//! Habits: notation that is usual in other languages or in textbooks but is not part of this language. Each has an
//! error of its own, which says what to write here.

use crate::error::wording::Wording;

/// A habit, shown by examples, with the data that its message needs.
#[derive(Clone, Debug, PartialEq)]
pub enum Habit {
    /// `win S(3)`, `def f(n) = n`, `game S = remove <1,2>`, `7 mod 3`
    OtherWord { word: String, instead: String },
    /// `for n in 0..5 print n`
    Loop { word: String },
    /// `S.winner(3)`, `h.length`
    Dot,
    /// `grundy S(n) == 0 for n in 0..5`
    BareFor,
    /// `winner S(3) S(4)`
    PositionsApart,
    /// `let f n = n + 1`
    ParameterBrackets,
    /// `print "n is" 3`
    PrintComma,
    /// `x += 1`
    ChangedInPlace { name: String },
    /// `let S = take <1,2>`
    LetGame,
    /// `game = take <1,2>`
    MissingName,
    /// `game 2S = …`, `game my-game = …`
    NameSigns,
    /// `S(3) winner`
    VerbBehind { verb: String },
    /// `{n*n | n in 0..5}`
    SetBuilder,
    /// `take <1 2 3>`
    MemberCommas,
    /// `winner S(3) to "file.csv"`
    NoFile { verb: String },
    /// `winner of S(3)`
    Filler { word: String },
}

impl Habit {
    pub fn wording(&self) -> Wording {
        let of = Wording::of;
        match self {
            Habit::OtherWord { word, instead } if instead == "<A, B>" => of("E0137").case("union").part("word", word),
            Habit::OtherWord { word, instead } => of("E0137").part("word", word).part("instead", instead),
            Habit::Loop { word } => of("E0138").part("word", word),
            Habit::Dot => of("E0139"),
            Habit::BareFor => of("E0140"),
            Habit::PositionsApart => of("E0141"),
            Habit::ParameterBrackets => of("E0142"),
            Habit::PrintComma => of("E0143"),
            Habit::ChangedInPlace { name } => of("E0144").part("name", name),
            Habit::LetGame => of("E0145"),
            Habit::MissingName => of("E0146"),
            Habit::NameSigns => of("E0147"),
            Habit::VerbBehind { verb } => of("E0148").part("verb", verb),
            Habit::SetBuilder => of("E0149"),
            Habit::MemberCommas => of("E0150"),
            Habit::NoFile { verb } => of("E0151").part("verb", verb),
            Habit::Filler { word } => of("E0152").part("word", word),
        }
    }
}
