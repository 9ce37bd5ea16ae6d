//! What people type who come from another language, or from a book: the text means something, only not here.

/// A habit, with what a sentence about it needs.
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
    pub fn code(&self) -> &'static str {
        match self {
            Habit::OtherWord { .. } => "E0137",
            Habit::Loop { .. } => "E0138",
            Habit::Dot => "E0139",
            Habit::BareFor => "E0140",
            Habit::PositionsApart => "E0141",
            Habit::ParameterBrackets => "E0142",
            Habit::PrintComma => "E0143",
            Habit::ChangedInPlace { .. } => "E0144",
            Habit::LetGame => "E0145",
            Habit::MissingName => "E0146",
            Habit::NameSigns => "E0147",
            Habit::VerbBehind { .. } => "E0148",
            Habit::SetBuilder => "E0149",
            Habit::MemberCommas => "E0150",
            Habit::NoFile { .. } => "E0151",
            Habit::Filler { .. } => "E0152",
        }
    }

    /// What stands in the place of `{name}` in the texts of its code.
    pub fn parts(&self) -> Vec<(&'static str, String)> {
        match self {
            Habit::OtherWord { word, instead } => vec![("word", word.clone()), ("instead", instead.clone())],
            Habit::Loop { word } | Habit::Filler { word } => vec![("word", word.clone())],
            Habit::ChangedInPlace { name } => vec![("name", name.clone())],
            Habit::VerbBehind { verb } | Habit::NoFile { verb } => vec![("verb", verb.clone())],
            _ => Vec::new(),
        }
    }
}
