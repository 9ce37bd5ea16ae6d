//! The meaning of the language. A statement goes in and a `Reply` comes out: `run.rs` dispatches it, `lower` turns
//! its syntax into games and expressions of the engine, the solver is asked, and the answer becomes a `Report`.
//! Nothing is printed, read or written here.

mod advice;
mod answers;
mod builtin;
mod calculation;
mod check;
mod claims;
mod comparisons;
mod data;
mod definitions;
mod dependency_graph;
pub mod dialogue;
mod endless;
mod errors;
mod evaluate;
mod exercises;
mod explain;
mod foreign_boards;
mod formula;
mod free_names;
mod game_cache;
mod help;
mod judged_move;
mod laws;
pub mod library;
mod list_patterns;
mod lower;
mod misere;
mod names;
mod patterns;
mod period_cache;
mod period_statement;
mod periods;
mod pictures;
mod place;
mod positions_by_outcome;
mod preview;
mod proposal;
mod questions;
mod reading;
mod reply;
pub mod report;
mod result_cache;
mod run;
mod saving;
mod sources;
mod state;
mod survey;
mod tables;

pub use data::Separator;
pub use help::{TOPICS, Topic};
pub use reading::Statements;
pub use reply::{KnownName, KnownNameKind, Notice, Reply, Request};
pub use state::Session;
pub use survey::{Survey, SurveyAnswer, SurveyRows, SurveyTurn, Surveyor};
