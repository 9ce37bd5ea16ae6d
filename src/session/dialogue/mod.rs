//! Dialogues: `play`, `quiz`, `exam` and `tour` go on over several lines. A dialogue is a value that takes a line
//! and returns an answer; the caller reads the lines and prints the answers.

mod choice;
mod lessons;
mod machine;
mod mistakes;
mod place;
mod play;
mod players;
mod question;
mod quiz;
pub(in crate::session) mod rng;
pub(in crate::session) mod short_game;
mod state;
mod step;
mod tour;
mod turn;

pub use state::{Dialogue, Progress, Quiz};
pub use turn::Turn;
