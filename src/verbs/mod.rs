//! The verbs of the language. A folder holds what one family of verbs is: how it asks (`ask.rs`), its answers as data
//! (`data.rs`), and their words (`words.rs`, or a file for each answer). What an answer can do beside its words is
//! [`Showable`](crate::show::report::Showable).

pub(crate) mod claims;
pub(crate) mod definitions;
pub(crate) mod explain;
pub(crate) mod pattern;
pub(crate) mod period;
pub(crate) mod pictures;
pub(crate) mod position;
pub(crate) mod survey;
pub(crate) mod tables;
pub(crate) mod value;

#[cfg(test)]
pub(crate) mod samples;
