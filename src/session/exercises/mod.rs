//! Questions about a game for `quiz`, `exam` and `worksheet`: drawn at random from a seed, answered by the engine,
//! marked.

mod begin;
mod draw;
mod marking;
mod options;
mod position_source;
mod reached;
mod rules;
mod slips;
mod solution;

pub(super) use marking::Unreadable;
