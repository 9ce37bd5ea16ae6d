//! Rewrites statements that newcomers phrase differently: as a sentence, as in a textbook, as in another language. A
//! phrase is recognised by its tokens, most by a pattern of `table.txt`. Whether the rewritten text is a statement, and the
//! right one, is not checked here: `session::proposal` runs it.

mod pattern;
mod rewritten;

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::habits;
use super::letters::is_name_part;
use super::scan;
use super::token::{Token, TokenKind};
use super::view::View;
use crate::source::blocks::blocks;
use crate::source::{SourceId, Text};
use pattern::{Found, JOINS};

/// A statement of more tokens is not taken for a phrase.
const MAX_PHRASE_TOKENS: usize = 200;

/// Statements that this one may have been meant as, the surest first.
pub fn rewritten(text: &str) -> Vec<String> {
    let tokens: Vec<Token> = scan::tokens(text).into_iter().filter(|token| token.kind != TokenKind::Comment).collect();
    if tokens.is_empty() || tokens.len() > MAX_PHRASE_TOKENS {
        return Vec::new();
    }
    let phrase = View::new(Text::new(SourceId::default(), text), &tokens);
    let mut found = Vec::new();
    found.extend(rewritten::statements_rewritten(&phrase));
    found.extend(rows_for(&phrase).flat_map(|row| row.applied(&phrase)));
    found.retain(|new| new != text.trim() && !new.is_empty());
    found
}

/// A row of the table: patterns, and the text that replaces what one of them matches.
struct Rewriting {
    /// Where a phrase may stand: `rule` in the definition of a game, `ask` everywhere else, `any`.
    scope: &'static str,
    /// Separated by ` / `.
    patterns: &'static str,
    instead: String,
    /// A line that this row, and no other, rewrites so.
    #[cfg_attr(not(test), expect(dead_code))]
    example: &'static str,
}

impl Rewriting {
    /// What the row makes of a phrase, for each of its patterns that matches.
    fn applied(&self, phrase: &View) -> Vec<String> {
        let found = self.patterns.split(" / ").filter_map(|pattern| pattern::find(phrase, pattern));
        let written = |Found { first, end, captures }: Found| {
            phrase.replaced(first, end, &pattern::filled(&self.instead, &captures))
        };
        found.map(written).collect()
    }
}

static TABLE: LazyLock<Vec<Rewriting>> = LazyLock::new(|| {
    let blocks = blocks(include_str!("phrases/table.txt"));
    blocks.iter().flat_map(|block| block.lines()).filter_map(|&(scope, row)| rewriting(scope, row)).collect()
});

/// The rows for phrases such as this one, in their order.
fn rows_for(phrase: &View) -> impl Iterator<Item = &'static Rewriting> {
    let in_rule = phrase.word(0).eq_ignore_ascii_case("game");
    TABLE.iter().filter(move |row| match row.scope {
        "rule" => in_rule,
        "ask" => !in_rule,
        _ => true,
    })
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
    let (patterns, behind) = row.split_once('⇒')?;
    let (instead, example) = behind.split_once('‥')?;
    let instead = instead.trim().replace('␣', " ");
    Some(Rewriting { scope, patterns: patterns.trim(), instead, example: example.trim() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each row has an example, which is not rewritten so without it.
    #[test]
    fn every_row_changes_something() {
        let mut idle = Vec::new();
        for row in TABLE.iter() {
            let tokens: Vec<Token> = scan::tokens(row.example).into_iter().collect();
            let phrase = View::new(Text::new(SourceId::default(), row.example), &tokens);
            let others: Vec<String> = rows_for(&phrase)
                .filter(|other| !std::ptr::eq(*other, row))
                .flat_map(|other| other.applied(&phrase))
                .collect();
            let in_scope = rows_for(&phrase).any(|other| std::ptr::eq(other, row));
            if !in_scope || row.applied(&phrase).iter().all(|new| others.contains(new) || new == row.example) {
                idle.push(format!("{} ⇒ {} ‥ {}", row.patterns, row.instead, row.example));
            }
        }
        assert!(idle.is_empty(), "{}", idle.join("\n"));
    }

    #[test]
    fn every_row_is_well_formed() {
        assert_eq!(TABLE.len(), crate::syntax::rows(include_str!("phrases/table.txt")).count());
        for row in TABLE.iter() {
            assert!(["any", "rule", "ask"].contains(&row.scope), "{}", row.scope);
            assert!(row.patterns.split(" / ").all(|pattern| !pattern.trim().is_empty()), "{}", row.patterns);
        }
    }
}
