//! The verbs of the language. A folder or a file holds what one family of verbs is: how it asks, its answers as data, and
//! their words. In a folder `mod.rs` asks. What an answer can do beside its words is
//! [`Showable`](crate::show::report::Showable).

pub(crate) mod claims;
pub(crate) mod definitions;
pub(crate) mod equality;
pub(crate) mod explain;
pub(crate) mod form;
pub(crate) mod function;
pub(crate) mod pattern;
pub(crate) mod period;
pub(crate) mod plot;
pub(crate) mod position;
pub(crate) mod quotient;
pub(crate) mod survey;
pub(crate) mod tables;
pub(crate) mod tree;
pub(crate) mod value;

#[cfg(test)]
pub(crate) mod samples;
