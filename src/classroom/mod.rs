//! What a class does with games: playing, quizzes, exams, worksheets and the tour.

pub(crate) mod data;
pub mod dialogue;
pub(crate) mod exercises;
pub(crate) mod words;
