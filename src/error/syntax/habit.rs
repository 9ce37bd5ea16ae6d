//! Habits: notation that is usual in other languages or in textbooks but is not part of this language. Each has an
//! error of its own, which says what to write here.

use crate::error::table::{Datum, errors, silent};
use crate::error::wording::Wording;

errors! {
    /// A habit, shown by examples, with the data that its message needs.
    pub enum Habit {
        /// `win S(3)`, `def f(n) = n`, `game S = remove <1,2>`, `7 mod 3`
        OtherWord { word: String, instead: String } => Wording::from("E0137").when(instead == "<A, B>", "union"),
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
        /// `S(3) winner`
        VerbBehind { verb: String } => "E0148",
        /// `{n*n | n in 0..5}`
        SetBuilder => "E0149",
        /// `take <1 2 3>`
        MemberCommas => "E0150",
        /// `winner S(3) to "file.csv"`
        NoFile { verb: String } => "E0151",
        /// `winner of S(3)`
        Filler { word: String } => "E0152",
    }
}

silent! { Habit }
