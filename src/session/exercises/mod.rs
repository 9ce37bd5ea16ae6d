//! Questions about a game for `quiz`, `exam` and `worksheet`: drawn by chance from a seed, answered by the engine, marked.

mod begin;
mod draw;
mod marking;
mod material;
mod options;
mod reached;
mod rules;
mod slips;
mod solution;

pub(super) use marking::Unreadable;
