//! Answers in other languages: no English sentence is left in the verbs that a lecture uses.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use grundy::session::library;
use grundy::show::document::Role;
use grundy::show::{Language, Painter, Theme};
use grundy::syntax::words::WORDS;

use crate::common::dice::tries;
use crate::common::files;
use crate::common::talk::Talk;
use crate::common::transcript::{Partner, blocks};
use crate::transcripts::{ABOUT_FILES, HEARD};

/// What stays English in every language: titles of books and articles; a comment of the library, which `show` gives as it is
/// written; and names in examples of code, which nobody typed.
const STAYS: [&str; 8] = [
    "Winning Ways",
    "On Numbers and Games",
    "A mathematical investigation of games of",
    "# The neighbours of each vertex",
    "game P(n, pass in 0..1)",
    "game Both = A * B",
    "game One = take <1>",
    "game my_game = take <1,2>",
];

/// What an answer begins with that has parts in English, such as a chapter of the documents.
const IN_PART: &str = "Some of this is in English only.";

/// Words that a line has only where it is English, whichever language it should be in. They are no words of ours.
const ENGLISH: [&str; 8] = ["the", "which", "with", "that", "are", "this", "its", "is"];

/// Words of the language and its library, and those that were typed: whoever says them, they are code.
struct Known(BTreeSet<String>);

impl Known {
    fn new() -> Known {
        let words = WORDS.iter().flat_map(|word| [word.word, word.usage(), word.example()]);
        let mut known = Known(BTreeSet::new());
        words.chain(library::names()).chain(["loony"]).for_each(|text| known.hear(text));
        known
    }

    fn hear(&mut self, text: &str) {
        self.0.extend(words(text).map(|(_, word)| word.to_lowercase()));
    }

    /// The first two or more words in a row of which one is not known. Letters are names of numbers.
    fn english(&self, line: &str) -> Option<String> {
        let is_known = |word: &&str| word.len() == 1 || self.0.contains(&word.to_lowercase());
        let (mut run, mut end) = (Vec::new(), 0);
        for (at, word) in words(line).chain([(line.len(), "")]) {
            if word.is_empty() || !matches!(&line[end..at], " " | ", ") {
                if run.len() > 1 && !run.iter().all(is_known) {
                    return Some(run.join(" "));
                }
                run.clear();
            }
            run.push(word);
            end = at + word.len();
        }
        None
    }
}

/// The words of a text, with their places.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '\'' | '’');
    let mut rest = 0;
    std::iter::from_fn(move || {
        let start = rest + text[rest..].find(|c: char| c.is_ascii_alphabetic())?;
        rest = text[start..].find(|c| !is_part(c)).map_or(text.len(), |at| start + at);
        Some((start, &text[start..rest]))
    })
}

/// What is left of a line without code, names and numbers, which have colours of their own, and without what is quoted.
fn uncoloured(line: &str) -> String {
    let code = [Role::Code, Role::Name, Role::Nimber].map(|role| Theme::Dark.codes(role));
    let mut parts = line.split("\u{1b}[");
    let mut told = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (codes, text) = part.split_once('m').unwrap_or(("", part));
        told += if code.iter().any(|code| code == codes) { "…" } else { text };
    }
    let told = STAYS.iter().fold(told, |told, stays| told.replace(stays, "…"));
    told.split(['`', '"', '„', '“', '”']).step_by(2).collect::<Vec<_>>().join("…")
}

/// Each line that is still English, and what was typed.
pub type Missing = BTreeMap<String, String>;

/// Who types, and hears the answers in each language on a screen as wide as a sentence may be long.
pub struct Listener {
    known: Known,
    pub missing: Missing,
}

impl Listener {
    pub fn new() -> Listener {
        Listener { known: Known::new(), missing: Missing::new() }
    }

    pub fn listen(&mut self, talk: &mut Talk, input: &str) {
        self.known.hear(input);
        talk.answer(input);
        let typed: Vec<&str> = words(input).map(|(_, word)| word).collect();
        for language in Language::all().filter(|language| *language != Language::ENGLISH) {
            let heard = talk.played.painted(&talk.told, language, 100_000, Painter::Terminal(Theme::Dark));
            if language.sentence(IN_PART).is_some_and(|in_part| heard.starts_with(in_part)) {
                continue;
            }
            for line in heard.lines().map(uncoloured).filter(|line| !is_kept(line, language)) {
                let is_english = match language.code() {
                    // Letters of ours are words of ours.
                    "zh" => self.known.english(&line).is_some(),
                    _ => words(&line).any(|(_, word)| ENGLISH.contains(&word) && !typed.contains(&word)),
                };
                if is_english {
                    self.missing.insert(line, input.to_owned());
                }
            }
        }
    }
}

/// The cells of a survey are data, which are the same in each language. The beginnings of answers that help quotes are in the
/// language of the session, which is English here.
fn is_kept(line: &str, language: Language) -> bool {
    let quoted = language.sentence("it may mean {readings}").and_then(|quoted| quoted.split("{readings}").next());
    line.starts_with(' ') && line.contains("error: ") || quoted.is_some_and(|quoted| line.contains(quoted))
}

/// Sheets, and quizzes with their hints and answers, about games of several kinds.
fn exercises(listener: &mut Listener) {
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
                listener.listen(&mut talk, &format!("worksheet {about} {level} 12 questions seed {seed}"));
            }
            listener.listen(&mut talk, &format!("quiz {about} 10 questions seed {seed}"));
            for _ in 0..10 {
                ["hint", "hint", "skip"].iter().for_each(|line| listener.listen(&mut talk, line));
            }
        }
    }
}

#[test]
fn no_exercise_stays_english() {
    let mut listener = Listener::new();
    exercises(&mut listener);
    none_is(&listener.missing);
}

#[test]
fn help_on_every_word_is_told_and_so_are_the_examples() {
    let mut listener = Listener::new();
    let mut talk = Talk::new();
    for word in WORDS.iter() {
        listener.listen(&mut talk, &format!("help {}", word.word));
    }
    ["help", "games"].iter().for_each(|line| listener.listen(&mut talk, line));
    for file in files(Path::new("examples"), "cgt") {
        listener.listen(&mut Talk::new(), &fs::read_to_string(file).unwrap());
    }
    none_is(&listener.missing);
}

fn none_is(missing: &Missing) {
    let listed: Vec<String> =
        missing.iter().map(|(line, input)| format!("{line}    <- {}", input.replace('\n', " "))).collect();
    assert!(listed.is_empty(), "{} lines:\n{}", listed.len(), listed.join("\n"));
}

#[test]
fn nothing_stays_english_in_the_verbs_of_a_lecture() {
    let mut listener = Listener::new();
    // The program itself answers these in the transcripts.
    for block in blocks(&fs::read_to_string(ABOUT_FILES).unwrap()) {
        let mut talk = Talk::new();
        block.inputs().iter().for_each(|input| listener.listen(&mut talk, input));
    }
    listener.missing.extend(HEARD.english.clone());
    none_is(&listener.missing);
}
