//! The rows of `table.txt`.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::pattern::JOINS;
use crate::source::blocks::blocks;
use crate::syntax::habits;
use crate::syntax::letters::is_name_part;
use crate::syntax::view::View;

/// A row of the table: patterns, and the text that replaces what one of them matches.
pub struct Rewriting {
    /// Where a phrase may stand: `rule` in the definition of a game, `ask` everywhere else, `any`.
    scope: &'static str,
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
    let scope = if phrase.word(0).eq_ignore_ascii_case("game") { "rule" } else { "ask" };
    TABLE.iter().filter(move |row| row.scope == "any" || row.scope == scope)
}

/// Whether a word stands in a pattern of the table or among the habits: a correction knows what it means, and may say
/// it otherwise.
pub fn is_understood(word: &str) -> bool {
    static WORDS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| {
        let elements = TABLE.iter().flat_map(|row| row.patterns.split(' ')).flat_map(|element| element.split('|'));
        elements.chain(JOINS).filter(|element| element.chars().all(|c| !c.is_uppercase() && is_name_part(c))).collect()
    });
    let word = word.to_lowercase();
    WORDS.contains(word.as_str()) || habits::is_understood(&word)
}

fn rewriting(scope: &'static str, row: &'static str) -> Option<Rewriting> {
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
            assert!(["any", "rule", "ask"].contains(&row.scope), "{}", row.scope);
            assert!(row.patterns.split(" / ").all(|pattern| !pattern.trim().is_empty()), "{}", row.patterns);
        }
    }
}
