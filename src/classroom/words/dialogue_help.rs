//! What `help` lists inside a dialogue (`play`, `quiz`, `exam` or `tour`). The texts are in `dialogue_help.txt`.

use crate::show::document::{Document, Role};
use crate::show::phrase::listing;
use crate::source::blocks::blocks;

/// Adds what can be typed in the dialogue of this name, with a line about each entry.
pub fn list(document: &mut Document, dialogue: &str) {
    let lists = blocks(include_str!("dialogue_help.txt"));
    if let Some(list) = lists.iter().find(|list| list.head().1 == dialogue) {
        listing(document, Role::Code, &list.lines()[1..]);
    }
}
