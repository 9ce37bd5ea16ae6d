//! Questions about a game for `quiz`, `exam` and `worksheet`: drawn at random from a seed, answered by the engine,
//! marked.

pub(crate) mod begin;
pub(crate) mod draw;
pub(crate) mod marking;
pub(crate) mod options;
pub(crate) mod position_source;
pub(crate) mod reached;
pub(crate) mod rules;
pub(crate) mod slips;
pub(crate) mod solution;

pub(crate) use marking::Unreadable;
