//! What in the help speaks of some words that have no help of their own: `help two heaps`, `help ->`.

use super::help::{Help, TOPICS};
use crate::lang::library;
use crate::show::told::told;
use crate::syntax::letters::is_name_part;
use crate::syntax::words::WORDS;

/// So many places are shown.
const SHOWN: usize = 12;

/// A place that speaks of what was asked for.
struct Mention {
    /// Does its heading speak of it?
    in_heading: bool,
    /// What shows it: a word, a topic, or the name of a game.
    shown_by: String,
    line: String,
}

/// The words, the sections of the documents and the games of which a line has all of these words, those first whose heading has them.
pub(super) fn search(asked: &str) -> Option<Help> {
    // A name with a capital letter is mistyped rather than meant in the plural: `help Kayle`.
    let has_plural = !asked.contains(char::is_uppercase);
    let wanted: Vec<String> = asked.split_whitespace().map(str::to_lowercase).collect();
    // A sign alone is nearly everywhere; and what has help of its own is meant by `help with take`.
    let is_of_one_kind = |word: &String| word.chars().all(is_name_part) || !word.contains(is_name_part);
    let has_help = |word: &String| WORDS.iter().any(|known| known.word == word);
    if wanted.iter().any(|word| word.len() < 2 || !is_of_one_kind(word) || has_help(word)) {
        return None;
    }
    let has_all = |text: &str| {
        let text = text.to_lowercase();
        wanted.iter().all(|word| has(&text, word, has_plural))
    };
    let mut found = Vec::new();
    let mut look = |shown_by: &str, heading: &str, text: &str| {
        let in_heading = has_all(heading);
        let line = if in_heading { Some(heading) } else { said(text).find(|line| has_all(line)) };
        let line = line.map(|line| short(&line.trim_start_matches(['>', '-', '|', '#', ' ']).replace('`', "")));
        found.extend(line.map(|line| Mention { in_heading, shown_by: format!("help {shown_by}"), line }));
    };
    for word in WORDS.iter() {
        look(word.word, word.line(), &format!("{}\n{}", word.usage(), word.example()));
    }
    for topic in TOPICS.iter() {
        for section in topic.chapter().unwrap_or_default().split("\n### ") {
            look(topic.name, section.lines().next().unwrap_or_default().trim_start_matches("## "), section);
        }
    }
    for entry in library::entries() {
        let facts: Vec<String> = entry.facts().into_iter().map(|fact| fact.1).collect();
        look(entry.name, "", &format!("{}\n{}", entry.line, facts.join("\n")));
    }
    if found.is_empty() {
        return None;
    }
    let all = found.len();
    let (mut shown, others): (Vec<Mention>, Vec<Mention>) = found.into_iter().partition(|place| place.in_heading);
    shown.extend(others);
    shown.truncate(SHOWN);
    let title = match (all, shown.len()) {
        (1, _) => told!("One place speaks of {asked}", asked),
        (n, shown) if n == shown => told!("{n} places speak of {asked}", n, asked),
        (all, n) => told!("{n} of {all} places that speak of {asked}", n, all, asked),
    };
    let lines = shown.into_iter().map(|place| (place.shown_by, place.line.into())).collect();
    Some(Help { groups: vec![(title, lines)], ..Help::default() })
}

/// The lines of a chapter or another text, without the answers of examples.
fn said(text: &str) -> impl Iterator<Item = &str> {
    let mut in_example = false;
    text.lines().filter(move |line| {
        in_example ^= line.starts_with("```");
        !in_example || line.starts_with("> ")
    })
}

/// The beginning of a long line.
fn short(line: &str) -> String {
    const LONGEST: usize = 100;
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", line[..end].rsplit_once(' ').map_or(&line[..end], |words| words.0)),
        None => line.to_owned(),
    }
}

/// Whether a text in small letters has a sign, or a word that stands there alone, perhaps in the plural.
fn has(text: &str, word: &str, has_plural: bool) -> bool {
    if !word.chars().all(is_name_part) {
        return text.contains(word);
    }
    text.match_indices(word).any(|(at, _)| {
        let behind = &text[at + word.len()..];
        let behind = behind.strip_prefix('s').filter(|_| has_plural).unwrap_or(behind);
        !text[..at].ends_with(is_name_part) && !behind.starts_with(is_name_part)
    })
}
