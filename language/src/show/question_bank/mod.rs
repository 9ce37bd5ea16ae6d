//! Worksheets for other programs, which ask the questions and mark the answers: question banks of Moodle in two formats,
//! and cards of Anki.

pub mod anki;
pub mod gift;
pub mod moodle;
mod question;
