//! Values of positions of written rules.
//!
//! A written rule is one that a user wrote out, as opposed to a heap game in normal form. The definition, the mex
//! of the values of the options, is computed by a depth-first search with a memo and without recursion (`search`,
//! `expand`). Three things make it fast. Rules over whole numbers, texts and lists are compiled to code (`compile`,
//! `interpret`); only where that is not possible does the search use the evaluator (`game::Mover`). Where the
//! positions fill a box, their values are kept in a grid (`grid`, `fill`) that is computed line by line (`sweep`).
//! And where every move lowers coordinates by equal amounts, the values on each line of the grid are kept as bits
//! (`lines`).
//!
//! Where only the winner is asked, `decide` searches with cut-offs and does not value every position.
//!
//! Some words are used throughout. A *system* is a set of rules that name each other. The *frame* is the memory of
//! running code: one 64-bit number for each variable (a *slot*), and behind these the members of texts and lists. A
//! *board* is a position with texts or lists among its coordinates. The *representative* of a position is the one that
//! `same as` names as its equal. The *path* is the chain of positions whose values the search is computing.

mod affine;
mod answer;
mod bounds;
mod build;
mod code;
mod compile;
mod couples;
mod decide;
mod expand;
mod fill;
mod frame_slice;
mod grid;
mod interpret;
mod key;
mod lines;
mod marks;
mod memo;
mod memos;
mod pairs;
mod parts;
mod plan;
mod reads;
mod representatives;
mod runs;
mod search;
mod strategy;
mod sweep;
mod transpositions;
mod vector;

pub use self::memos::WrittenGames;
pub use self::strategy::StrategyCounts;
