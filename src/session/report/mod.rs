//! Reports, the answers of a session. They are data, without sentences or colours; `render` puts them into words.

mod all;
mod calculation;
mod dialogues;
mod exercises;
mod json;
mod lists;
mod long_list;
mod patterns;
mod pictures;
mod position;
mod subject;
mod survey;
mod tables;

pub use all::Report;
pub use calculation::{MexOf, NimSum};
pub use dialogues::{
    AfterExercise, AnswerCount, Choice, Choices, Chosen, Level, Page, PlayHint, PlayReport, PlayTurn, Played, Player,
    Reason, Record, Refusal, TourReport,
};
pub use exercises::{
    Answer, Exam, Graded, Marked, Question, QuizReport, Retry, Score, Setup, Sheet, Slip, Solution, Task, Worksheet,
};
pub use grundy_engine::solve::{CanContinue, Published, Theorem};
pub use lists::{Cell, Entries, Field, Heaps};
pub use long_list::LongList;
pub use patterns::{FoundLaw, LookedAt, Pattern, PatternOf};
pub use pictures::{Node, Plot, Tree};
pub use position::{
    Advice, Derivation, DerivedOption, Explanation, Grundy, JudgedMove, MisereReason, Move, Moves, OptionLine,
    OptionList, OutcomeReport, Refutation, TamePart, TameSum, Term, Winner,
};
pub use subject::{
    About, Check, Defined, DefinedAs, Finding, Forgotten, GameLine, GameList, Help, HelpEntry, PeriodExplanation,
    PeriodReport, Replaced, Scope, ShownDefinition, Sides, Wrote,
};
pub use survey::{SurveyCell, SurveyTable, Surveyed};
pub use tables::{Axis, Grid, HeatMap, Row, ShownValue, Solved, Table, Values};
