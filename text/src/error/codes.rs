//! The texts of `codes.txt`: for each error code its messages, an explanation, which `help E0102` shows, and examples
//! that can be run.

use std::sync::LazyLock;

use crate::source::blocks::{DataBlock, blocks};
use crate::told::{Told, told};

/// The explanation of one code.
#[derive(Clone, Copy, Debug)]
pub struct CodeExplanation {
    pub code: &'static str,
    pub title: &'static str,
    pub text: &'static str,
    /// A statement that causes this error; empty where it would be too long to show.
    pub wrong: &'static str,
    /// The same done right.
    pub right: &'static str,
}

/// The explanation of a code, if there is such a code.
pub fn explain(code: &str) -> Option<&'static CodeExplanation> {
    all().find(|explanation| explanation.code == code)
}

/// Advice for want of better: an example of what is right.
pub fn example(code: &str) -> Option<Told> {
    let right = Some(explain(code)?.right).filter(|right| !right.is_empty())?;
    Some(told!("write for example `{right}`; `help {code}` says more", right, code))
}

/// All explanations, in the order of the file.
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

/// The text of a code under a key, such as `message` or `help library`.
pub(super) fn text(code: &str, key: &str) -> Option<&'static str> {
    let block = BLOCKS.iter().find(|block| block.head().0 == code)?;
    block.lines().iter().find(|line| line.0 == key).map(|line| line.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::blocks::wrong_lines;

    const KEYS: [&str; 9] = ["message", "label", "help", "replace", "insert", "append", "text", "wrong", "right"];

    #[test]
    fn every_explanation_is_well_formed() {
        let lines = BLOCKS.iter().flat_map(|block| block.lines());
        // A key may be followed by a case, as in `help library`.
        let known = lines.map(|line| line.0).filter(|key| KEYS.contains(&key.split(' ').next().unwrap()));
        assert_eq!(wrong_lines(include_str!("codes.txt"), &known.collect::<Vec<_>>()), Vec::<&str>::new());
        for explanation in all() {
            let CodeExplanation { code, title, text, right, .. } = explanation;
            assert!(code.len() == 5 && code.starts_with('E'), "{code}");
            assert!([title, text, right].iter().all(|part| !part.is_empty()), "{code}");
        }
        // An error has always something to say, and something to advise.
        let lines = BLOCKS.iter().flat_map(|block| block.lines());
        let silent: Vec<_> = lines.filter(|(key, text)| text.is_empty() && key.starts_with(['m', 'h'])).collect();
        assert!(silent.is_empty(), "{silent:?}");
    }
}
