//! What `help` lists in a dialogue.

use super::document::{Document, Role};
use super::listing::listing;
use crate::source::blocks::blocks;

/// What can be typed in the dialogue of this name, with a line about each.
pub fn list(document: &mut Document, dialogue: &str) {
    let lists = blocks(include_str!("dialogue_help.txt"));
    if let Some(list) = lists.iter().find(|list| list.head().1 == dialogue) {
        listing(document, Role::Code, &list.lines()[1..]);
    }
}
