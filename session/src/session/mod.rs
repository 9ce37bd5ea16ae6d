//! A session: statements go in and replies come out. This room knows all verbs: it hands each statement to the one that
//! answers it, checks scripts, answers what is still being typed, and tries out the corrections that errors propose.
//! Nothing is printed, read or written here.

mod certain;
mod check;
mod dispatch;
mod kept;
mod lenient_forms;
mod preview;
mod proposal;
mod scope;

pub use certain::{certain_reading, corrected, is_certain};
pub use check::check;
pub use dispatch::new;
pub use lenient_forms::lenient_forms;
pub use preview::preview;

pub use crate::classroom::exercises::graph_name;
pub use crate::classroom::tour::lessons::{place as tour_place, resume as resume_tour};
pub use crate::error::Notice;
pub use crate::lang::survey::{Survey, SurveyAnswer, SurveyRows, SurveyTable, SurveyTurn, Surveyor};
pub use crate::lang::{KnownName, KnownNameKind, Reply, Request, Session, Statements, library};
pub use crate::verbs::definitions::help::{TOPICS, Topic};
pub use crate::verbs::definitions::known::{gallery, known_names};
pub use crate::verbs::definitions::read::{Separator, define_data};
pub use crate::verbs::survey::failures;

/// Dialogues, which go on over several lines.
pub mod dialogue {
    pub use crate::lang::session::{Dialogue, DialogueKind, Turn};
}

/// Answers as data, for those who ask a [`Report`](report::Report) for one of a certain kind. All others show it, or write it
/// as JSON, and need no line here.
pub mod report {
    pub use crate::classroom::exercises::data::{Answer, Question, QuizReport, Sheet, Task, Worksheet};
    pub use crate::classroom::exercises::words::key;
    pub use crate::classroom::play::data::{Choice, Choices, PlayReport, PlayTurn, Played, Player, Refusal, letters};
    pub use crate::classroom::play::move_words::{move_label, move_line};
    pub use crate::classroom::play::words::beside_picture;
    pub use crate::show::report::Report;
    pub use crate::verbs::claims::answer::Check;
    pub use crate::verbs::definitions::answer::Wrote;
    pub use crate::verbs::pattern::answer::{FoundLaw, LookedAt, Pattern, PatternOf};
    pub use crate::verbs::position::data::Analysis;
    pub use crate::verbs::survey::{ShownSurvey, Surveyed};
    pub use crate::verbs::tables::answer::{Grid, Values};
    pub use crate::verbs::tables::by_outcome::PositionList;
    pub use crate::verbs::value::{PrintedValues, ShownValue};
    pub use grundy_engine::nim::PositionValue;
}
