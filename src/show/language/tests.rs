//! The tables of languages, and sentences that are told by them.

use std::collections::BTreeSet;

use super::Language;
use crate::show::document::Role;
use crate::show::phrase::{muted, name, plain, sentences, text_of};
use crate::show::told::told;

/// The names in braces.
fn parts(sentence: &str) -> BTreeSet<&str> {
    sentence.split('{').skip(1).filter_map(|behind| Some(behind.split_once('}')?.0)).collect()
}

#[test]
fn a_row_has_no_other_parts_than_the_english_sentence() {
    let rows: Vec<_> = Language::Chinese.table().into_iter().flat_map(|table| table.rows()).collect();
    assert!(rows.len() > 1_000, "{}", rows.len());
    let wrong: Vec<_> = rows.iter().filter(|(english, told)| !parts(told).is_subset(&parts(english))).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    // Code in backquotes and what is strong come in pairs.
    let odd = |text: &str| text.matches('`').count() % 2 == 1 || text.matches("**").count() % 2 == 1;
    let odd: Vec<_> = rows.iter().filter(|(english, told)| !odd(english) && odd(told)).collect();
    assert!(odd.is_empty(), "{odd:?}");
}

#[test]
fn a_line_is_told_as_a_whole_or_not_at_all() {
    let known = || told!("there is no move left");
    let line = |last| sentences([known(), last]);
    assert_eq!(text_of(&Language::Chinese.line(line(known()))), "已无路可走 已无路可走");
    let half = line(told!("the moon is full"));
    assert_eq!(Language::Chinese.line(half.clone()), half);
    assert_eq!(Language::English.line(line(known())), line(known()));
}

#[test]
fn parts_keep_their_roles_and_stand_where_the_language_has_them() {
    let why = told!("the Grundy value of {x} is {v}", x = name("Wythoff(1, 2) + Nim(3)"), v = 4u32);
    let told =
        told!("**{who}:** {why}.", who = told!("First player wins"), why = told!("{sum}, which is not 0", sum = why));
    let words = Language::Chinese.words(told.clone());
    assert_eq!(words, "先手必胜：Wythoff(1, 2) + Nim(3) 的 Grundy 值是 4，不为 0。");
    let line = Language::Chinese.line(sentences([told]));
    assert_eq!(line[0].role, Role::Verdict);
    assert!(line.iter().any(|piece| piece.role == Role::Name && piece.text == "Wythoff(1, 2) + Nim(3)"));
}

#[test]
fn columns_stay_where_they_were() {
    let mut line = sentences([told!("wins")]);
    line.extend([plain("   "), name("S(5) → S(2)"), plain("   "), muted("a")]);
    assert_eq!(text_of(&Language::Chinese.line(line)), "胜     S(5) → S(2)   a");
}

#[test]
fn codes_of_languages() {
    assert_eq!(Language::with_code("zh-Hant"), Some(Language::Chinese));
    assert_eq!(Language::with_code("ZH_cn"), Some(Language::Chinese));
    assert_eq!(Language::with_code("en"), Some(Language::English));
    assert_eq!(Language::with_code("zhx"), None);
    assert_eq!(Language::with_code(""), None);
}
