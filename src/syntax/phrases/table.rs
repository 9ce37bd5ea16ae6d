//! The table of the phrases: `table.txt`.

use std::sync::LazyLock;

use crate::source::blocks::blocks;
use crate::syntax::view::View;

/// Where a phrase may stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PhraseScope {
    Any,
    /// In the definition of a game.
    Rule,
    /// Everywhere else.
    Question,
}

/// Patterns, and what is written in the place of what they match.
pub struct Rewriting {
    scope: PhraseScope,
    /// Separated by ` / `.
    pub patterns: &'static str,
    pub instead: String,
}

static TABLE: LazyLock<Vec<Rewriting>> = LazyLock::new(|| {
    let blocks = blocks(include_str!("table.txt"));
    blocks.iter().flat_map(|block| block.lines()).filter_map(|&(scope, row)| rewriting(scope, row)).collect()
});

/// The rows for phrases such as this one, in their order.
pub fn rows_for(phrase: &View) -> impl Iterator<Item = &'static Rewriting> {
    let scope = if phrase.word(0).eq_ignore_ascii_case("game") { PhraseScope::Rule } else { PhraseScope::Question };
    TABLE.iter().filter(move |row| row.scope == PhraseScope::Any || row.scope == scope)
}

fn rewriting(scope: &str, row: &'static str) -> Option<Rewriting> {
    let scope = match scope {
        "any" => PhraseScope::Any,
        "rule" => PhraseScope::Rule,
        "ask" => PhraseScope::Question,
        _ => return None,
    };
    let (patterns, instead) = row.split_once('⇒')?;
    Some(Rewriting { scope, patterns: patterns.trim(), instead: instead.trim().replace('␣', " ") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_well_formed() {
        assert_eq!(TABLE.len(), crate::syntax::rows(include_str!("table.txt")).count());
        for row in TABLE.iter() {
            assert!(row.patterns.split(" / ").all(|pattern| !pattern.trim().is_empty()), "{}", row.patterns);
        }
    }
}
