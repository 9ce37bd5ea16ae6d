//! What a class does with games: playing, quizzes, exams, worksheets and the tour.

pub(crate) mod exercises;
pub(crate) mod play;
pub(crate) mod rng;
pub(crate) mod tour;

use crate::show::document::{Document, Role};
use crate::show::phrase::listing;
use crate::source::blocks::blocks;

/// Adds what can be typed in the dialogue of this name, with a line about each entry.
pub fn help(document: &mut Document, dialogue: &str) {
    let lists = blocks(include_str!("dialogue_help.txt"));
    if let Some(list) = lists.iter().find(|list| list.head().1 == dialogue) {
        listing(document, Role::Code, &list.lines()[1..]);
    }
}
