//! Answers in other languages. All sentences of a language are in one table by their English sentence (`zh/`), with named
//! parts for what stands in them. A sentence that is not in the table stays English as a whole: never is half of one translated.

mod document;
pub mod known;
mod pieces;
mod sentence;
mod table;
#[cfg(test)]
mod tests;
mod told;

pub use known::Language;
/// Whether a text has words of English, and not only numbers, positions and signs.
pub use sentence::is_told;
