//! Dialogues: `play`, `quiz`, `exam` and `tour` go on over several lines. A dialogue is a value that takes a line
//! and returns an answer; the caller reads the lines and prints the answers.

pub(crate) mod choice;
pub(crate) mod lessons;
pub(crate) mod machine;
pub(crate) mod mistakes;
pub(crate) mod place;
pub(crate) mod play;
pub(crate) mod players;
pub(crate) mod question;
pub(crate) mod quiz;
pub(crate) mod rng;
pub(crate) mod short_game;
pub(crate) mod state;
pub(crate) mod tour;

pub use state::Quiz;
