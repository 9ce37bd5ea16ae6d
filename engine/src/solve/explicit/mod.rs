//! Values of positions of explicit rules.
//!
//! The definition, the mex of the options, is computed by a depth-first search with a memo and without recursion
//! (`search`, `expand`). Three things make it fast. Rules over whole numbers, texts and lists are resolved to code
//! (`compile`, `interpret`), and only where that does not fit does the search ask the evaluator again. Where the positions
//! are a box, they are kept in a grid (`grid`, `fill`) that is filled in line by line (`sweep`). And where every move goes
//! straight down, the values of each line are kept as bits (`lines`).

mod affine;
mod answer;
mod bounds;
mod build;
mod code;
mod compile;
mod couples;
mod decide;
mod decided;
mod expand;
mod fill;
mod grid;
mod homes;
mod interpret;
mod key;
mod lines;
mod marks;
mod memo;
mod memos;
mod pairs;
mod parts;
mod paths;
mod plan;
mod reads;
mod runs;
mod search;
mod strategy;
mod stretch;
mod sweep;
mod vector;

pub use self::memos::Explicit;
pub use self::paths::PathCounts;
