//! What some errors hold beside names and numbers.

use crate::error::table::{Datum, cases};
use crate::error::wording::Wording;

cases! {
    /// Why a script may not use a file.
    pub enum Forbidden {
        /// The file is neither below the folder of the script nor below the current one.
        Outside => "outside",
        /// The file, or a folder it is in, is hidden.
        Hidden => "hidden",
        /// The file is to be loaded, but its name is not that of a script.
        NotAScript => "load",
        /// The file is to be read as data, but its own name, behind all links, is not that of data.
        NotData => "read",
        /// Definitions are to be saved under a name that is not one of a script.
        NotNamedAsScript => "save",
    }
}

cases! {
    /// Why an answer cannot be written so that others can check it.
    pub enum Uncertified {
        /// A period that no theorem proves.
        Seen => "seen",
        /// There is no period.
        NoPeriod => "none",
        /// Its theorem is proved on paper, and not for a machine.
        Paper => "paper",
        /// The rule has no form that a checker knows.
        Rule => "rule",
        /// Rocq is to check a position that is not a sum of heaps in normal play.
        Sum => "sum",
        /// Nobody wins the position.
        Draw => "draw",
        /// A move binds a player.
        Binds => "binds",
        /// A strategy has too many positions or moves.
        Strategy => "strategy",
        /// The check would take too long for Rocq, or for any checker.
        Large => "large",
        LargeForAll => "too_large",
        /// The name of a file for Rocq that is none there.
        Name => "name",
        /// A claim that is false, or was only tried for many cases.
        False => "false",
        Tried => "tried",
        /// A claim for Rocq, or one with a condition that no checker knows.
        Claim => "claim",
        Condition => "condition",
        /// It is not the proved quotient of all heaps of one game.
        Quotient => "quotient",
        /// A quotient of too many elements.
        Elements => "elements",
    }
}

cases! {
    /// Why the values of a game cannot be given by a function in a language for programs.
    pub enum Uncoded {
        /// It is played in misère play.
        Misere => "misere",
        /// Its positions are boards or lists.
        Board => "board",
        /// It has more than two coordinates.
        Coordinates => "coordinates",
        /// A move binds a player.
        Binds => "binds",
        /// A move leads to a position that does not come before it.
        Order => "order",
        /// A move leads into another game.
        Games => "games",
        /// The rule has another form.
        Rule => "rule",
        /// A number in the rule has more than 62 bits.
        Large => "large",
        /// A table up to the bound would take too long, and no law is proved.
        Bound => "bound",
    }
}

cases! {
    /// What is wrong with a file of data.
    pub enum DataFault {
        /// A quotation mark that is not closed.
        Quote => "quote",
        /// Something directly after a text in quotation marks, where a comma should stand.
        BehindComma => "behind",
        /// The same, where a blank should stand.
        BehindBlank => "blank",
        /// A number beyond 128 bits.
        Number => "number",
        /// A file of another kind.
        Format => "format",
        /// No line of headings, where they or a column are asked for.
        Headings => "headings",
        /// No column of this name.
        Column => "column",
    }
}

/// The limit that a `load` exceeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadLimit {
    /// How many files may load each other, one inside the other.
    Depth(u64),
    Files(u64),
    Bytes(u64),
}

/// What was asserted and is false, as it was written.
#[derive(Clone, Debug, PartialEq)]
pub enum Asserted {
    /// Two sides with their values, and the sign between them.
    Comparison {
        left: String,
        left_value: String,
        sign: &'static str,
        right: String,
        right_value: String,
    },
    Condition(String),
}

/// What a name can stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    Anything,
    Game,
    Value,
    Function,
}

impl Wanted {
    pub fn word(self) -> &'static str {
        match self {
            Wanted::Anything => "name",
            Wanted::Game => "game",
            Wanted::Value => "value",
            Wanted::Function => "function",
        }
    }
}

impl Datum for Wanted {
    fn fill(&self, wording: Wording, name: &'static str) -> Wording {
        wording.words(name, self.word())
    }
}

impl Uncertified {
    /// More than a checker looks at, though the one in Python may.
    pub fn large(is_checked_by_python: bool) -> Uncertified {
        if is_checked_by_python { Uncertified::Large } else { Uncertified::LargeForAll }
    }
}
