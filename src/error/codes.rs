//! Every error code with an explanation and an example that can be run; `help E0102` shows one.

use std::sync::LazyLock;

use crate::source::blocks::{DataBlock, blocks};

/// The explanation of one code.
#[derive(Clone, Copy, Debug)]
pub struct CodeExplanation {
    pub code: &'static str,
    pub title: &'static str,
    pub text: &'static str,
    /// A statement that makes this error; empty where it would be too long to show.
    pub wrong: &'static str,
    /// The same done right.
    pub right: &'static str,
}

/// The explanation of a code, if there is such a code.
pub fn explain(code: &str) -> Option<&'static CodeExplanation> {
    all().find(|explanation| explanation.code == code)
}

/// Every explanation, by code.
pub fn all() -> impl Iterator<Item = &'static CodeExplanation> {
    static ALL: LazyLock<Vec<CodeExplanation>> = LazyLock::new(|| BLOCKS.iter().map(explanation).collect());
    ALL.iter()
}

static BLOCKS: LazyLock<Vec<DataBlock>> = LazyLock::new(|| blocks(include_str!("codes.txt")));

fn explanation(block: &DataBlock) -> CodeExplanation {
    let (code, title) = block.head();
    let [text, wrong, right] = ["text", "wrong", "right"].map(|key| block.get(key));
    CodeExplanation { code, title, text, wrong, right }
}

/// The message, the label or the help of a code, with its parts in place of their names in braces.
pub(super) fn worded(code: &str, key: &str, parts: &[(&str, String)]) -> String {
    let block = BLOCKS.iter().find(|block| block.head().0 == code);
    let mut rest = block.map_or("", |block| block.get(key));
    let mut text = String::new();
    while let Some((before, (name, behind))) = rest.split_once('{').and_then(|(a, b)| Some((a, b.split_once('}')?))) {
        text.push_str(before);
        text.push_str(parts.iter().find(|part| part.0 == name).map_or("", |part| &part.1));
        rest = behind;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::blocks::wrong_lines;

    const KEYS: [&str; 6] = ["message", "label", "help", "text", "wrong", "right"];

    #[test]
    fn every_explanation_is_well_formed() {
        assert_eq!(wrong_lines(include_str!("codes.txt"), &KEYS), Vec::<&str>::new());
        for explanation in all() {
            let CodeExplanation { code, title, text, right, .. } = explanation;
            assert!(code.len() == 5 && code.starts_with('E'), "{code}");
            assert!([title, text, right].iter().all(|part| !part.is_empty()), "{code}");
        }
    }

    #[test]
    fn the_parts_of_an_error_stand_in_its_message() {
        let parts = [("name", "{x}".to_owned()), ("keyword", "let".to_owned())];
        assert_eq!(worded("E0119", "message", &parts), "`{x}` is defined without `let`");
        assert_eq!(worded("E0101", "help", &[]), "");
    }
}
