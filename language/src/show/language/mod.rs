//! Answers in other languages. All sentences of a language are in one table by their English sentence (`zh.txt`), with named
//! parts for what stands in them. A line with a sentence that is not in the table stays English as a whole: never is half of one
//! translated.

mod document;
pub mod known;
mod table;
#[cfg(test)]
mod tests;

pub use known::Language;
