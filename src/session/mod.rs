//! A session: statements go in and replies come out. This room knows all verbs: it hands each statement to the one that
//! answers it, checks scripts, answers what is still being typed, and tries out the corrections that errors propose.
//! Nothing is printed, read or written here.

mod check;
mod comparisons;
mod dispatch;
mod kept;
mod preview;
mod proposal;

pub use crate::error::Notice;
pub use crate::lang::library;
pub use crate::lang::survey::{Survey, SurveyAnswer, SurveyRows, SurveyTurn, Surveyor};
pub use crate::lang::{KnownName, KnownNameKind, Reply, Request, Session, Statements};
pub use crate::verbs::definitions::help::{TOPICS, Topic};
pub use crate::verbs::definitions::read::Separator;
pub use crate::verbs::survey::words::failures;

/// Dialogues, which go on over several lines.
pub mod dialogue {
    pub use crate::lang::session::{Dialogue, DialogueKind, Turn};
}

/// All kinds of answers, as data.
pub mod report {
    pub use grundy_engine::solve::{CanContinue, Published, Theorem};

    pub use crate::classroom::data::dialogues::{
        AfterExercise, AnswerCount, Choice, Choices, Chosen, Level, Page, PlayHint, PlayReport, PlayTurn, Played,
        Player, Reason, Record, Refusal, TourReport,
    };
    pub use crate::classroom::data::exercises::{
        Answer, Exam, Graded, Marked, Question, QuizReport, Retry, Score, Setup, Sheet, Slip, Solution, Task, Worksheet,
    };
    pub use crate::lang::periods::{Finding, PeriodReport};
    pub use crate::lang::survey::SurveyTable;
    pub use crate::show::document::Node;
    pub use crate::show::lists::LongList;
    pub use crate::show::lists::SurveyCell;
    pub use crate::show::lists::{Axis, Cell, Entries, Field, Heaps, Row};
    pub use crate::show::report::Report;
    pub use crate::verbs::claims::data::{Check, Scope, Sides};
    pub use crate::verbs::definitions::data::{
        About, Defined, DefinedAs, Forgotten, GameLine, GameList, Help, HelpEntry, Replaced, ShownDefinition,
        ShownDefinitions, Wrote,
    };
    pub use crate::verbs::explain::calculation_data::{MexOf, NimSum};
    pub use crate::verbs::explain::data::{
        Advice, Derivation, DerivedOption, Explanation, MisereReason, Refutation, TamePart, TameSum,
    };
    pub use crate::verbs::pattern::data::{FoundLaw, LookedAt, Pattern, PatternOf};
    pub use crate::verbs::period::data::PeriodExplanation;
    pub use crate::verbs::pictures::data::{Plot, Tree};
    pub use crate::verbs::position::data::{
        Grundy, JudgedMove, Move, Moves, OptionLine, OptionList, OutcomeReport, Winner,
    };
    pub use crate::verbs::position::terms::Term;
    pub use crate::verbs::survey::data::Surveyed;
    pub use crate::verbs::tables::data::{Grid, HeatMap, Solved, Table, Values};
    pub use crate::verbs::value::data::{PrintedValues, ShownValue};
}
