//! Values of positions of written rules.
//!
//! A written rule is one that a user wrote out, as opposed to a heap game in normal form. The definition, the mex
//! of the values of the options, is computed by a depth-first search with a memo and without recursion (`search`,
//! `expand`). Three things make it fast. Rules over whole numbers, texts and lists are compiled to code (the room
//! `code`); only where that is not possible does the search use the evaluator (`game::Mover`). Where the positions fill
//! a box, their values are kept in a grid (`grid`, `fill`) that is computed line by line (`sweep`). And where every move
//! lowers coordinates by equal amounts, the values on each line of the grid are kept as bits (`lines`).
//!
//! Coin-turning games have so many options that only their nim-sums are looked at (`coins`).
//!
//! Where only the winner is asked, `decide` searches with cut-offs and does not value every position, and `forward` marks
//! all positions of a box at once.
//!
//! Some words are used throughout. A *system* is a set of rules that name each other. A *board* is a
//! position with texts or lists among its coordinates. The *representative* of a position is the one that `same as` names
//! as its equal. The *path* is the chain of positions whose values the search is computing.

mod answer;
mod coins;
mod coprimes;
mod decide;
mod expand;
mod farthest;
mod fill;
mod forward;
mod grid;
mod key;
mod letters;
mod lines;
mod marks;
mod memo;
mod memos;
mod number_moves;
mod plan;
mod representatives;
mod runs;
mod search;
mod strategy;
mod sweep;
mod systems;
mod windows;

pub use self::forward::lost::LostPositions;
pub use self::memos::WrittenGames;
pub use self::number_moves::NumberMoves;
pub use self::strategy::StrategyCounts;
pub use self::systems::PeriodAlong;
