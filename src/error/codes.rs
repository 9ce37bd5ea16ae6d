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
    static ALL: LazyLock<Vec<CodeExplanation>> =
        LazyLock::new(|| blocks(include_str!("codes.txt")).iter().map(explanation).collect());
    ALL.iter()
}

fn explanation(block: &DataBlock) -> CodeExplanation {
    let (code, title) = block.head();
    let [text, wrong, right] = ["text", "wrong", "right"].map(|key| block.get(key));
    CodeExplanation { code, title, text, wrong, right }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::blocks::wrong_lines;

    #[test]
    fn every_explanation_is_well_formed() {
        assert_eq!(wrong_lines(include_str!("codes.txt"), &["text", "wrong", "right"]), Vec::<&str>::new());
        for explanation in all() {
            let CodeExplanation { code, title, text, right, .. } = explanation;
            assert!(code.len() == 5 && code.starts_with('E'), "{code}");
            assert!([title, text, right].iter().all(|part| !part.is_empty()), "{code}");
        }
    }
}
