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

    pub fn title(&self) -> String {
        let title = match self {
            Habit::OtherWord { word, .. } => return format!("there is no word `{word}`"),
            Habit::Loop { .. } => "there are no loops: ask a question for all cases at once",
            Habit::Dot => "a dot does not call a function",
            Habit::BareFor => "`for` must be in brackets or after a claim",
            Habit::PositionsApart => "join positions with `+`",
            Habit::ParameterBrackets => "parameters need brackets",
            Habit::PrintComma => "separate the things to print by commas",
            Habit::ChangedInPlace { name } => return format!("{name} cannot be changed in place"),
            Habit::LetGame => "a rule makes a game, not a value",
            Habit::MissingName => "the definition has no name",
            Habit::NameSigns => "a name is a letter, and then letters, digits and `_`",
            Habit::VerbBehind { verb } => return format!("`{verb}` comes before what it asks about"),
            Habit::SetBuilder => "bind the variable of a set with `for`",
            Habit::MemberCommas => "separate members by commas",
            Habit::NoFile { verb } => return format!("`{verb}` cannot write a file"),
            Habit::Filler { word } => return format!("`{word}` is not needed here"),
        };
        title.to_owned()
    }

    /// A few words under the caret.
    pub fn label(&self) -> String {
        let label = match self {
            Habit::OtherWord { instead, .. } => return format!("`{instead}` here"),
            Habit::Loop { .. } => "no statement begins like this",
            Habit::Dot => "no dots",
            Habit::BareFor => "for what?",
            Habit::PositionsApart => "`+` is missing before this",
            Habit::ParameterBrackets => "needs brackets",
            Habit::PrintComma => "a comma is missing before this",
            Habit::ChangedInPlace { .. } => "changes nothing here",
            Habit::LetGame => "`game` here",
            Habit::MissingName => "a name is missing before this",
            Habit::NameSigns => "not a name",
            Habit::VerbBehind { .. } => "comes first",
            Habit::SetBuilder => "`for` here",
            Habit::MemberCommas => "commas are missing",
            Habit::NoFile { .. } => "not for this question",
            Habit::Filler { .. } => "not needed",
        };
        label.to_owned()
    }

    /// What to do.
    pub fn advice(&self) -> String {
        let advice = match self {
            Habit::OtherWord { instead, .. } => return format!("write `{instead}`"),
            Habit::Loop { .. } => "write a list, [n*n for n in 0..5], or a claim, `check … for n in 0..5`",
            Habit::Dot => "the word comes first",
            Habit::BareFor => "write the whole as",
            Habit::PositionsApart => "write the sum",
            Habit::ParameterBrackets => "write the brackets",
            Habit::PrintComma => "write the comma",
            Habit::ChangedInPlace { .. } => "define it again",
            Habit::LetGame => "define a game with `game`",
            Habit::MissingName => "give it a name",
            Habit::NameSigns => "for example",
            Habit::VerbBehind { .. } => "the verb comes first",
            Habit::SetBuilder => "write `for`",
            Habit::MemberCommas => "write the commas",
            Habit::NoFile { .. } => "you can write `to` after values, table, plot, tree and explain",
            Habit::Filler { .. } => "leave it out",
        };
        advice.to_owned()
    }
}
