//! What a class does with games: playing, quizzes, exams, worksheets and the tour.

pub(crate) mod exercises;
pub(crate) mod play;
pub(crate) mod rng;
pub(crate) mod said;
pub(crate) mod tour;

use crate::show::document::{Block, Document, Listing};
use crate::show::phrase::code;
use crate::show::told::{Tellable, Told};
use crate::source::blocks::blocks;

/// Adds what can be typed in the dialogue of this name, with a line about each entry.
pub fn help(document: &mut Document, dialogue: &str) {
    let lists = blocks(include_str!("dialogue_help.txt"));
    if let Some(list) = lists.iter().find(|list| list.head().1 == dialogue) {
        let entries = list.lines()[1..].iter().map(|(typed, what)| (code(typed), Told::from(*what).into_line()));
        document.blocks.push(Block::Listing(Listing { entries: entries.collect(), has_long_names: false }));
    }
}
