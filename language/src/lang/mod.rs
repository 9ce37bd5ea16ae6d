//! What a text of the language means: names and their definitions, lowering to games and expressions of the engine,
//! evaluation, and the session that keeps all of it.

pub mod advice;
pub(crate) mod answers;
pub mod at_once;
pub mod base_cases;
pub(crate) mod caveats;
pub mod circles;
pub mod comparisons;
pub mod errors;
pub mod evaluate;
pub(crate) mod game_cache;
pub mod library;
pub(crate) mod listed;
pub mod lower;
pub mod names;
pub mod periods;
pub mod questions;
pub mod quotients;
pub mod rows;
pub(crate) mod run;
pub(crate) mod saving;
pub mod session;
pub(crate) mod sources;
pub mod survey;
pub(crate) mod versions;

pub use run::Statements;
pub use session::{KnownName, KnownNameKind, Reply, Request, Session};
