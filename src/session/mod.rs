//! A session: statements go in and replies come out. This room knows all verbs: it hands each statement to the one that
//! answers it, checks scripts, answers what is still being typed, and tries out the corrections that errors propose.
//! Nothing is printed, read or written here.

mod check;
mod dispatch;
mod kept;
mod lenient_forms;
mod preview;
mod proposal;

pub use check::check;
pub use dispatch::new;
pub use lenient_forms::lenient_forms;
pub use preview::preview;

pub use crate::classroom::tour::lessons::{place as tour_place, resume as resume_tour};
pub use crate::error::Notice;
pub use crate::lang::survey::{Survey, SurveyAnswer, SurveyRows, SurveyTurn, Surveyor};
pub use crate::lang::{KnownName, KnownNameKind, Reply, Request, Session, Statements, library};
pub use crate::verbs::definitions::help::{TOPICS, Topic};
pub use crate::verbs::definitions::known::known_names;
pub use crate::verbs::definitions::read::{Separator, define_data};
pub use crate::verbs::survey::failures;

/// Dialogues, which go on over several lines.
pub mod dialogue {
    pub use crate::lang::session::{Dialogue, DialogueKind, Turn};
}

/// All kinds of answers, as data.
pub mod report {
    pub use grundy_engine::solve::{CanContinue, Published, Theorem};

    pub use crate::classroom::exercises::data::{
        Answer, Exam, Graded, Marked, Question, QuizReport, Retry, Score, Setup, Sheet, Slip, Solution, Task, Worksheet,
    };
    pub use crate::classroom::play::data::{
        AnswerCount, Choice, Choices, Chosen, Level, PlayHint, PlayReport, PlayTurn, Played, Player, Reason, Record,
        Refusal,
    };
    pub use crate::classroom::tour::answer::{AfterExercise, Page, TourReport};
    pub use crate::lang::periods::{Finding, PeriodReport};
    pub use crate::lang::survey::SurveyTable;
    pub use crate::show::document::Node;
    pub use crate::show::lists::LongList;
    pub use crate::show::lists::SurveyCell;
    pub use crate::show::lists::{Axis, Cell, Entries, Field, Heaps, Row};
    pub use crate::show::report::Report;
    pub use crate::verbs::claims::answer::{Check, Scope, Sides};
    pub use crate::verbs::definitions::answer::{
        About, Defined, DefinedAs, Forgotten, GameLine, GameList, Replaced, ShownDefinition, ShownDefinitions, Wrote,
    };
    pub use crate::verbs::definitions::help::{Help, HelpEntry};
    pub use crate::verbs::explain::calculation::{MexOf, NimSum};
    pub use crate::verbs::explain::data::{
        Advice, Derivation, DerivedOption, Explanation, MisereReason, Refutation, TamePart, TameSum,
    };
    pub use crate::verbs::pattern::answer::{FoundLaw, LookedAt, Pattern, PatternOf};
    pub use crate::verbs::period::words::PeriodExplanation;
    pub use crate::verbs::plot::Plot;
    pub use crate::verbs::position::data::{
        Grundy, MoveList, OptionLine, OptionList, OutcomeReport, ReportedMove, ValuedSummand, Winner,
    };
    pub use crate::verbs::position::judge::JudgedMove;
    pub use crate::verbs::survey::Surveyed;
    pub use crate::verbs::tables::answer::{Grid, HeatMap, Table, Values};
    pub use crate::verbs::tables::by_outcome::PositionList;
    pub use crate::verbs::tree::Tree;
    pub use crate::verbs::value::{PrintedValues, ShownValue};
}
