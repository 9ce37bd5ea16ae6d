//! Dialogues: `play`, `quiz` and `tour` go on over several lines. Each is a value that takes a line and answers; the caller
//! reads the lines and prints the answers.

mod chance;
mod choice;
mod lessons;
mod play;
mod quiz;
mod state;
mod step;
mod tour;
mod turn;

pub use state::{Dialogue, Progress};
pub use turn::Turn;
