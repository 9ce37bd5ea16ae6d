//! Questions about sums whose values need not be nimbers: play may never end (`draws`), or moves bind the players (`binding`).
//! Here are the types of the answers, and each question is handed to the room that answers it.

mod answer;
mod moves;

pub use self::moves::{BoundSum, GeneralMove, GeneralMoves};
