//! What the rules of the grammar are called for a user, as `rules.txt` says, and what could have stood somewhere by these names.

use std::borrow::Cow;
use std::sync::LazyLock;

use grundy_engine::sorting::sort_by_key;
use rustc_hash::FxHashMap;

use super::reader::Rule;
use crate::source::blocks::blocks;
use crate::syntax::words;
use crate::told::{Line, Tellable, Told, told};

/// The word that a rule for a single word stands for: `take` for `k_take`.
fn keyword(rule: Rule) -> Option<String> {
    let name = format!("{rule:?}");
    let word = name.strip_prefix("k_").or(name.strip_prefix("w_"))?;
    Some(if word == "same" { "same as".to_owned() } else { word.to_owned() })
}

/// The words that a rule may begin with: those in backquotes in its name in `rules.txt`, and its own.
pub(super) fn keywords(rule: Rule) -> Vec<String> {
    let named = rule_name(rule).into_iter().flat_map(|name| name.split('`').skip(1).step_by(2));
    let words = named.filter(|word| words::is_keyword(word)).map(str::to_owned);
    words.chain(keyword(rule)).collect()
}

/// What could have stood there, in words: the kinds of things first, then at most a few words.
pub(super) fn expected(rules: &[Rule], at: usize) -> Told {
    if at == 0 {
        return told!("a statement");
    }
    let mut parts: Vec<Cow<str>> = Vec::new();
    for rule in rules {
        let part = rule_name(*rule).map(Cow::from).or_else(|| Some(format!("`{}`", keyword(*rule)?).into()));
        if let Some(part) = part.filter(|part| !parts.contains(part)) {
            parts.push(part);
        }
    }
    // Where an operator may stand, all the words that are operators may.
    if parts.iter().any(|part| part == "an operator") {
        parts.retain(|part| !matches!(&**part, "`and`" | "`or`" | "`xor`" | "`in`" | "`except`" | "`step`"));
    }
    if parts.iter().any(|part| part == "a value") {
        parts.retain(|part| part == "a value" || part.starts_with('`') && part.len() == 3 || part == "a move");
    }
    if parts.iter().any(|part| part == "an operator") {
        parts.retain(|part| !matches!(&**part, "`(`" | "`[`"));
    }
    if parts.iter().any(|part| part == "a position" || part == "a game") {
        parts.retain(|part| part != "`misere`");
    }
    sort_by_key(&mut parts, |part| part.starts_with('`'));
    parts.truncate(5);
    match parts.pop() {
        None => told!("something else"),
        Some(last) if parts.is_empty() => told!("{a}", a = called(last)),
        Some(last) => {
            let list =
                parts.into_iter().map(called).reduce(|list, part| told!("{list}, {part}", list, part).into_line());
            told!("{a} or {b}", a = list.unwrap_or_default(), b = called(last))
        }
    }
}

/// The name of a rule, to be told in each language, or a word, which stays.
fn called(part: Cow<'static, str>) -> Line {
    match part {
        Cow::Borrowed(name) => Told::from(name).into_line(),
        Cow::Owned(word) => word.into_line(),
    }
}

/// What a rule of the grammar is called in `rules.txt`; `None` for keywords and for rules that mean nothing to a
/// user.
pub(super) fn rule_name(rule: Rule) -> Option<&'static str> {
    static NAMES: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| {
        let blocks = blocks(include_str!("rules.txt"));
        let rows = blocks.iter().flat_map(|block| block.lines());
        rows.flat_map(|(name, rules)| rules.split(' ').map(|rule| (rule, *name))).collect()
    });
    NAMES.get(format!("{rule:?}").trim_start_matches("r#")).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_names_rules_of_the_grammar() {
        let rules = Rule::all_rules().iter().chain([&Rule::EOI]);
        let called = rules.filter(|rule| rule_name(**rule).is_some()).count();
        let rows = crate::syntax::rows(include_str!("rules.txt"));
        assert_eq!(called, rows.map(|row| row.split_once(": ").unwrap().1.split(' ').count()).sum::<usize>());
    }
}
