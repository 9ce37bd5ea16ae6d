//! The tables of languages, and sentences that are told by them.

use std::collections::BTreeSet;

use super::Language;
use super::table::rows;
use crate::show::document::Role;
use crate::show::phrase::{muted, name, plain, sentences, text_of};
use crate::show::told::told;

/// The code of a language, an English sentence, and that of the language.
type Row = (&'static str, &'static str, &'static str);

/// All rows of all languages.
fn all_rows() -> impl Iterator<Item = Row> {
    Language::all()
        .flat_map(|language| rows(language.text()).map(move |(english, told)| (language.code(), english, told)))
}

/// The names in braces.
fn parts(sentence: &str) -> BTreeSet<&str> {
    sentence.split('{').skip(1).filter_map(|behind| Some(behind.split_once('}')?.0)).collect()
}

/// What can be typed.
fn code(sentence: &str) -> BTreeSet<&str> {
    sentence.split('`').skip(1).step_by(2).collect()
}

/// The sign at the end of a sentence.
fn end(sentence: &str) -> Option<char> {
    let last =
        sentence.trim_end_matches("...").trim_end_matches(['*', ' ', ')', '）', '”', '“', '»']).chars().next_back();
    let plain = last.map(|sign| {
        ['。', '：', '？', '！'].iter().position(|wide| *wide == sign).map_or(sign, |at| ['.', ':', '?', '!'][at])
    });
    plain.filter(|sign| matches!(sign, '.' | ':' | '?' | '!'))
}

/// What a sentence says without parts, code, and what is quoted or cited.
fn own_words(sentence: &str) -> String {
    const TITLES: [&str; 5] = [
        "On Numbers and Games",
        "Dots and Boxes",
        "The G-values of various games",
        "Periodicity and arithmetic-periodicity in hexadecimal games",
        "A mathematical investigation of games of",
    ];
    let words = TITLES.iter().fold(sentence.to_owned(), |words, title| words.replace(title, ""));
    let outside = |words: &str, open, close| {
        words.split(open).map(|part: &str| part.rsplit(close).next().unwrap_or_default().to_owned()).collect::<String>()
    };
    let words: String = words.split(['`', '"']).step_by(2).collect();
    let words = outside(&words, '{', '}');
    outside(&words, '“', '”')
}

fn none(rows: &[Row], why: &str, is_wrong: impl Fn(&str, &str) -> bool) {
    let wrong = rows.iter().filter(|(_, english, told)| is_wrong(english, told));
    let listed: Vec<_> = wrong.map(|(language, english, told)| format!("{language}: {english}\n    {told}")).collect();
    assert!(listed.is_empty(), "{why}: {}\n{}", listed.len(), listed.join("\n"));
}

fn chinese() -> Language {
    Language::with_code("zh").unwrap()
}

#[test]
fn a_row_has_the_parts_the_code_and_the_signs_of_the_english_sentence() {
    let rows: Vec<Row> = all_rows().collect();
    assert!(rows.len() > 1_000, "{}", rows.len());
    none(&rows, "other parts", |english, told| parts(told) != parts(english));
    none(&rows, "other code", |english, told| english.matches('`').count() % 2 == 0 && code(told) != code(english));
    none(&rows, "half a pair", |english, told| english.matches("**").count() % 2 != told.matches("**").count() % 2);
    none(&rows, "another sign at the end", |english, told| end(english) != end(told));
}

#[test]
fn nothing_is_half_translated() {
    const ENGLISH: [&str; 10] = ["the", "of", "which", "with", "and", "that", "are", "this", "you", "its"];
    let rows: Vec<Row> = all_rows().collect();
    none(&rows, "English words", |_, told| {
        own_words(told).split(|sign: char| !sign.is_alphanumeric()).any(|word| ENGLISH.contains(&word))
    });
    none(&rows, "the same", |english, told| {
        english == told
            && own_words(english).split(|sign: char| !sign.is_alphabetic()).filter(|word| word.len() > 1).count() > 3
    });
}

#[test]
fn a_table_has_each_sentence_once() {
    let mut seen = BTreeSet::new();
    for (language, english, _) in all_rows() {
        assert!(seen.insert((language, english)), "twice in {language}: {english}");
    }
}

#[test]
fn a_line_is_told_as_a_whole_or_not_at_all() {
    let known = || told!("there is no move left");
    let line = |last| sentences([known(), last]);
    assert_eq!(text_of(&chinese().line(line(known()))), "已无路可走 已无路可走");
    let half = line(told!("the moon is full"));
    assert_eq!(chinese().line(half.clone()), half);
    assert_eq!(Language::ENGLISH.line(line(known())), line(known()));
}

#[test]
fn parts_keep_their_roles_and_stand_where_the_language_has_them() {
    let why = told!("the Grundy value of {x} is {v}", x = name("Wythoff(1, 2) + Nim(3)"), v = 4u32);
    let told =
        told!("**{who}:** {why}.", who = told!("First player wins"), why = told!("{sum}, which is not 0", sum = why));
    let words = chinese().words(told.clone());
    assert_eq!(words, "先手必胜：Wythoff(1, 2) + Nim(3) 的 Grundy 值是 4，不为 0。");
    let line = chinese().line(sentences([told]));
    assert_eq!(line[0].role, Role::Verdict);
    assert!(line.iter().any(|piece| piece.role == Role::Name && piece.text == "Wythoff(1, 2) + Nim(3)"));
}

#[test]
fn columns_stay_where_they_were() {
    let mut line = sentences([told!("wins")]);
    line.extend([plain("   "), name("S(5) → S(2)"), plain("   "), muted("a")]);
    assert_eq!(text_of(&chinese().line(line)), "胜     S(5) → S(2)   a");
}

#[test]
fn codes_of_languages() {
    assert_eq!(Language::with_code("zh-Hant"), Some(chinese()));
    assert_eq!(Language::with_code("ZH_cn"), Some(chinese()));
    assert_eq!(Language::with_code("de_AT.UTF-8").map(Language::name), Some("Deutsch"));
    assert_eq!(Language::with_code("en"), Some(Language::ENGLISH));
    assert_eq!(Language::with_code("zhx"), None);
    assert_eq!(Language::with_code(""), None);
}
