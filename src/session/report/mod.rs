//! What the session answers: data only, no sentence and no colour. `render` says it in words.

mod all;
mod dialogues;
mod json;
mod lists;
mod patterns;
mod pictures;
mod position;
mod subject;
mod survey;
mod tables;

pub use all::Report;
pub use dialogues::{
    AfterExercise, Answer, Choice, Choices, Chosen, Graded, Level, Page, PlayHint, PlayReport, PlayTurn, Played,
    Player, Question, QuizReport, Reason, Record, Refusal, Score, Sheet, Slip, Task, TourReport,
};
pub use grundy_engine::solve::{Farther, Published, Theorem};
pub use lists::{Cell, Entries, Field, Heaps};
pub use patterns::{FoundLaw, LookedAt, Pattern, PatternOf};
pub use pictures::{Node, Plot, Tree};
pub use position::{
    Advice, Derivation, DerivedOption, Explanation, Grundy, Move, Moves, OptionLine, OptionList, OutcomeReport,
    Refutation, Term, Winner,
};
pub use subject::{
    About, Check, Defined, DefinedAs, Finding, GameLine, Help, HelpEntry, PeriodReport, Replaced, Scope,
    ShownDefinition, Sides,
};
pub use survey::{SurveyCell, SurveyTable, Surveyed};
pub use tables::{Axis, Grid, Row, Solved, Table, Values};
