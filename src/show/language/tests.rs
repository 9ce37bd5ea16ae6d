//! The tables of languages, and sentences that are told by them.

use super::{Language, table};
use crate::dice::{Dice, tries};
use crate::show::document::Role;
use crate::show::phrase::{name, plain, verdict};

#[test]
fn each_row_has_the_same_parts_on_both_sides() {
    let patterns = table::chinese().patterns();
    assert!(patterns.len() > 300, "{}", patterns.len());
    for pattern in patterns {
        let [english, translated] = pattern.names();
        assert!(!english.is_empty(), "{pattern:?}");
        let mut missing = english.clone();
        missing.retain(|part| !translated.contains(part));
        assert!(
            missing.is_empty() && translated.iter().all(|part| english.contains(part)),
            "{english:?}, {translated:?}"
        );
    }
}

#[test]
fn a_sentence_is_told_as_a_whole_or_not_at_all() {
    let told = |english: &str| Language::Chinese.text(english);
    assert_eq!(told("First player wins: there is no move left."), "先手必胜：已无路可走。");
    let half = "First player wins: the moon is full.";
    assert_eq!(told(half), half);
    assert_eq!(told("Move taken back. The moon is full."), "Move taken back. The moon is full.");
    assert_eq!(Language::English.text(half), half);
}

#[test]
fn parts_keep_their_roles_and_brackets_stay_together() {
    let english = vec![
        verdict("First player wins:"),
        plain(" the Grundy value of "),
        name("Wythoff(1, 2) + Nim(3)"),
        plain(" is 4, which is not 0."),
    ];
    let told = Language::Chinese.line(english);
    let text: String = told.iter().map(|piece| piece.text.as_str()).collect();
    assert_eq!(text, "先手必胜：Wythoff(1, 2) + Nim(3) 的 Grundy 值是 4，不为 0。");
    assert_eq!(told[0].role, Role::Verdict);
    assert!(told.iter().any(|piece| piece.role == Role::Name && piece.text == "Wythoff(1, 2) + Nim(3)"));
}

#[test]
fn columns_stay_where_they_were() {
    let told = Language::Chinese.text("wins   S(5) → S(2)   value 0");
    assert_eq!(told, "胜     S(5) → S(2)   值 0");
}

#[test]
fn a_long_text_and_one_with_many_brackets_take_no_time() {
    let long = "the value of ".repeat(2_000);
    assert_eq!(Language::Chinese.text(&long), long);
    let nested = format!("expected {}, found the moon", ["a number"; 200].join(", "));
    let begun = std::time::Instant::now();
    assert_eq!(Language::Chinese.text(&nested), nested);
    assert!(begun.elapsed().as_secs() < 60);
}

/// Words, signs and letters of several bytes in any order, also cut off: nothing panics, and a text that was told has no part left.
#[test]
fn any_text_can_be_looked_up() {
    const PARTS: [&str; 24] = [
        "First player wins",
        ": ",
        ".",
        ", ",
        " · ",
        "  ",
        "the Grundy value of ",
        " is ",
        "Nim(3)",
        "→",
        "«é",
        "值",
        "`",
        "\"",
        "“",
        "”",
        "(",
        "]",
        " in misère play",
        "1 move",
        "row 1, column 2",
        "{",
        "}",
        "a ",
    ];
    let mut dice = Dice::new(7);
    let mut below = |most: usize| dice.below(most as u64) as usize;
    for _ in 0..tries(5_000) {
        let text: String = (0..below(9)).map(|_| PARTS[below(PARTS.len())]).collect();
        let told = Language::Chinese.text(&text);
        assert_eq!(text.is_empty(), told.is_empty(), "{text}");
    }
}

#[test]
fn codes_of_languages() {
    assert_eq!(Language::with_code("zh-Hant"), Some(Language::Chinese));
    assert_eq!(Language::with_code("ZH_cn"), Some(Language::Chinese));
    assert_eq!(Language::with_code("en"), Some(Language::English));
    assert_eq!(Language::with_code("zhx"), None);
    assert_eq!(Language::with_code(""), None);
}
