//! What is wrong with a statement that can be read.
//!
//! The kinds hold data. `title` words them, `hint` says what to do about them, `eval_error` and `solve_error` do both for what
//! happened while something was computed.

mod eval_error;
mod halt;
mod hint;
mod kind;
mod solve_error;
mod texts;
mod title;

use std::fmt;

pub use kind::{Asserted, Forbidden, LoadLimit, Meaning, Wanted};

use super::hint::Hint;
use crate::source::Span;

impl Meaning {
    /// E02xx: names. E03xx: values and positions. E04xx: rules. E05xx: limits. E06xx: files and help.
    /// E09xx: mistakes of the program itself.
    pub fn code(&self) -> &'static str {
        match self {
            Meaning::Unknown { .. } => "E0201",
            Meaning::NotA { .. } => "E0202",
            Meaning::NothingToForget { .. } => "E0203",
            Meaning::NothingAbout { .. } => "E0204",
            Meaning::Repeated { .. } => "E0205",
            Meaning::NoHeap { .. } => "E0301",
            Meaning::Coordinates { .. } => "E0302",
            Meaning::Arguments { .. } => "E0303",
            Meaning::NotAPosition { .. } => "E0304",
            Meaning::NotAGame { .. } => "E0305",
            Meaning::OnlyHeaps { .. } => "E0306",
            Meaning::Ranges { .. } => "E0307",
            Meaning::FixCoordinates { .. } => "E0308",
            Meaning::RangeWanted { .. } => "E0309",
            Meaning::EmptyRange { .. } => "E0316",
            Meaning::MisereGrundy => "E0310",
            Meaning::HeapList { .. } => "E0314",
            Meaning::PowerOfValues => "E0315",
            Meaning::AssertFailed { .. } => "E0311",
            Meaning::NotACondition { .. } => "E0312",
            Meaning::Fault { kind, .. } => eval_error::code(kind),
            Meaning::OptionBrackets { .. } => "E0401",
            Meaning::OptionCoordinates { .. } => "E0402",
            Meaning::Amount { .. } => "E0403",
            Meaning::NoAmounts => "E0404",
            Meaning::Divisor { .. } => "E0405",
            Meaning::NotAmounts { .. } => "E0406",
            Meaning::Parts { .. } => "E0407",
            Meaning::PassDigit { .. } => "E0408",
            Meaning::SplitCoordinates { .. } => "E0409",
            Meaning::NoCoordinate { .. } => "E0410",
            Meaning::Circular { .. } => "E0411",
            Meaning::BorrowedMoves { .. } => "E0412",
            Meaning::AskInRule => "E0413",
            Meaning::NeedsItself { .. } => "E0414",
            Meaning::Stopped { stop, .. } => solve_error::code(stop),
            Meaning::TooMany { .. } => "E0506",
            Meaning::NoQuestions { .. } => "E0509",
            Meaning::TreeTooLarge { .. } => "E0510",
            Meaning::File { .. } => "E0601",
            Meaning::UnknownFormat { .. } => "E0602",
            Meaning::LoadCircle { .. } => "E0603",
            Meaning::NoHelp { .. } => "E0604",
            Meaning::ForbiddenFile { .. } => "E0605",
            Meaning::NoFiles { .. } => "E0606",
            Meaning::NotReplaced { .. } | Meaning::PageIsScript { .. } => "E0607",
            Meaning::LoadLimit { .. } => "E0608",
            Meaning::NotAScript { .. } => "E0609",
        }
    }

    /// A few words under the caret.
    pub fn label(&self) -> String {
        hint::label(self)
    }

    /// What to do about it, with the corrected text where it can be given.
    pub fn hint(&self, at: Span) -> Option<Hint> {
        hint::hint(self, at)
    }
}

impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        title::write(self, f)
    }
}
