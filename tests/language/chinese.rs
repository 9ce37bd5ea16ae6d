//! Answers in Chinese: no English sentence is left in the verbs that a lecture uses.

use std::collections::BTreeMap;
use std::fs;

use grundy::show::Language;

use crate::common::dice::tries;
use crate::common::talk::Talk;
use crate::common::transcript::{Partner, blocks};
use crate::transcripts::{ABOUT_FILES, HEARD};

/// The verbs whose answers are told in Chinese as a whole.
const VERBS: [&str; 14] = [
    "worksheet",
    "exam",
    "winner",
    "grundy",
    "outcome",
    "moves",
    "options",
    "table",
    "values",
    "explain",
    "period",
    "play",
    "quiz",
    "tour",
];

/// Words that no line of code, no name and no Chinese sentence has.
const ENGLISH: [&str; 28] = [
    "the", "is", "are", "an", "you", "it", "its", "that", "which", "has", "have", "be", "this", "there", "must", "can",
    "was", "does", "they", "what", "who", "whose", "no", "but", "than", "every", "each", "only",
];

/// How long the words before the positions are in `long all of S(3), S(4)`, which are code; `None` elsewhere.
fn behind_at_once(text: &str) -> Option<usize> {
    let rest = ["short ", "long "].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text);
    let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let counted = Some(digits).filter(|digits| digits.len() < rest.len());
    let behind = rest.strip_prefix("all").or(rest.strip_prefix("some")).or(counted)?.strip_prefix(" of ")?;
    behind.starts_with(|c: char| c.is_uppercase() || "([*".contains(c)).then(|| text.len() - behind.len())
}

/// Whether a text has words of English, and not only numbers, positions and signs.
fn is_told(text: &str) -> bool {
    /// Words of the language that stand in values and rules.
    const OWN: [&str; 12] =
        ["mex", "xor", "take", "octal", "hex", "misere", "loony", "board", "mod", "inf", "reply", "again"];
    let mut letters = text.char_indices().peekable();
    while let Some((start, first)) = letters.next() {
        // What is quoted, and code, is not told.
        if matches!(first, '"' | '`') && text[start + 1..].contains(first) {
            _ = letters.by_ref().find(|(_, next)| *next == first);
            continue;
        }
        if let Some(behind) = behind_at_once(&text[start..]) {
            _ = letters.by_ref().take_while(|(place, _)| place + 1 < start + behind).last();
            continue;
        }
        if !first.is_ascii_alphabetic() {
            continue;
        }
        let mut end = start + 1;
        while let Some((place, _)) =
            letters.next_if(|(_, next)| next.is_ascii_alphanumeric() || *next == '_' || *next == '\'')
        {
            end = place + 1;
        }
        let word = &text[start..end];
        // A position: `Nim(3)`, `Kayles[1, 2]`; a file: `table.csv`; a range: `n=3`.
        let behind = text[end..].chars().next();
        let is_name = matches!(behind, Some('(' | '[')) || word.chars().any(|c| c.is_ascii_digit() || c == '_');
        let is_word = word == "I"
            || word.len() > 1 && word[1..].chars().all(|c| c.is_ascii_lowercase() || c == '\'')
            || word == "a" && behind == Some(' ');
        if is_word && !is_name && !OWN.contains(&word) {
            return true;
        }
    }
    false
}

/// Whether a line is told in English, or a part of it.
fn is_english(line: &str) -> bool {
    if is_code(line.trim()) {
        return false;
    }
    // The letters of moves in a list are no words.
    let is_letter = |word: &str| word.len() <= 2 && word.chars().all(|c| c.is_ascii_lowercase());
    let line = line.trim_start().split_once("  ").filter(|(first, _)| is_letter(first)).map_or(line, |(_, rest)| rest);
    let mut unquoted: Vec<&str> = line.split(['`', '"', '“', '”']).step_by(2).collect();
    unquoted.retain(|part| !part.is_empty());
    let mut words = unquoted.iter().flat_map(|part| part.split(|c: char| !c.is_ascii_alphanumeric()));
    let is_chinese = line.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    words.any(|word| ENGLISH.contains(&word)) || !is_chinese && is_told(line) && !is_name(line)
}

/// Whether the words of a line are names and words of the language.
fn is_name(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    words.all(|word| {
        word.starts_with(char::is_uppercase)
            || ["true", "false", "n", "grundy", "winner", "first", "second"].contains(&word)
    })
}

/// Whether a line is a statement that was asked, or a remark in one.
fn is_code(line: &str) -> bool {
    line.starts_with('#')
        || ["let ", "game "].iter().any(|word| line.starts_with(word))
        || VERBS.iter().any(|verb| line.starts_with(verb))
}

/// Each line that is still English, and what was typed.
pub type Missing = BTreeMap<String, String>;

/// Types an input, and hears the answer in Chinese on a screen as wide as a sentence may be long.
pub fn listen(talk: &mut Talk, input: &str, missing: &mut Missing) {
    let verb = match &talk.dialogue {
        Some(dialogue) => dialogue.name().to_owned(),
        None => input.split([' ', '\n']).next().unwrap_or_default().to_owned(),
    };
    talk.answer(input);
    let heard = talk.played.said(&talk.told, Language::Chinese, 100_000);
    for line in heard.lines() {
        let is_error = line.starts_with("error[");
        let told = line.split_once("]: ").map_or(line, |(_, message)| if is_error { message } else { line });
        let inside = !is_error
            && (line.contains("-->") || line.contains(" | ") || line.contains("= help") || line.starts_with("help:"));
        if (is_error || VERBS.contains(&&*verb) && !heard.starts_with("error")) && !inside && is_english(told) {
            missing.insert(told.to_owned(), input.to_owned());
        }
    }
}

/// Sheets, and quizzes with their hints and answers, about games of several kinds.
fn exercises(missing: &mut Missing) {
    const GAMES: &str = "game S = take <1,2,3>\ngame Walk(v) = (w) for w in [[1, 2], [0], [3], [], [2, 3]][v]";
    let at_once = [
        "all of Kayles(6), S(7)",
        "some of Kayles(5), S(4)",
        "2 of S(3), S(2), Kayles(2)",
        "long all of Walk(1), S(3)",
    ];
    for about in ["S", "Kayles", "Wythoff", "Cram", "Walk"].into_iter().chain(at_once) {
        for seed in 1..=tries(6) {
            let mut talk = Talk::new();
            talk.says(GAMES);
            for level in ["easy", "hard"] {
                listen(&mut talk, &format!("worksheet {about} {level} 12 questions seed {seed}"), missing);
            }
            listen(&mut talk, &format!("quiz {about} 10 questions seed {seed}"), missing);
            for _ in 0..10 {
                ["hint", "hint", "skip"].iter().for_each(|line| listen(&mut talk, line, missing));
            }
        }
    }
}

#[test]
fn no_exercise_stays_english() {
    let mut missing = Missing::new();
    exercises(&mut missing);
    none_is(&missing);
}

fn none_is(missing: &Missing) {
    let listed: Vec<String> =
        missing.iter().map(|(line, input)| format!("{line}    <- {}", input.replace('\n', " "))).collect();
    assert!(listed.is_empty(), "{} lines:\n{}", listed.len(), listed.join("\n"));
}

#[test]
fn nothing_stays_english_in_the_verbs_of_a_lecture() {
    let mut missing = Missing::new();
    // The program itself answers these in the transcripts.
    for block in blocks(&fs::read_to_string(ABOUT_FILES).unwrap()) {
        let mut talk = Talk::new();
        block.inputs().iter().for_each(|input| listen(&mut talk, input, &mut missing));
    }
    missing.extend(HEARD.english.clone());
    none_is(&missing);
}
