//! What a text of the language means: names and their definitions, lowering to games and expressions of the engine,
//! evaluation, and the session that keeps all of it.

pub(crate) mod advice;
pub(crate) mod answers;
pub(crate) mod at_once;
pub(crate) mod base_cases;
pub(crate) mod caveats;
pub(crate) mod circles;
pub(crate) mod comparisons;
pub(crate) mod errors;
pub(crate) mod evaluate;
pub(crate) mod game_cache;
pub mod library;
pub(crate) mod listed;
pub(crate) mod lower;
pub(crate) mod names;
pub(crate) mod periods;
pub(crate) mod questions;
pub(crate) mod quotients;
pub(crate) mod rows;
pub(crate) mod run;
pub(crate) mod saving;
pub(crate) mod session;
pub(crate) mod sources;
pub(crate) mod survey;
pub(crate) mod versions;

pub use run::Statements;
pub use session::{KnownName, KnownNameKind, Reply, Request, Session};
