//! What a line asks help about: `what is a nimber`, `help with misere games`, `how do I define a game`.

use super::lexemes::{Lexeme, longest};
use super::words::{meaning, said_about};

/// The words behind a request for help, without those that carry nothing; `None` if the line is no such request.
fn subject(given: &[Lexeme]) -> Option<Vec<Lexeme>> {
    // Of phrases for help, the longest: `how do I` before `how`.
    let (_, length) = longest("verb", given, 0).filter(|(verb, _)| matches!(*verb, "help" | "about"))?;
    Some(content(&given[length..]))
}

fn content(given: &[Lexeme]) -> Vec<Lexeme> {
    let carries = |lexeme: &&Lexeme| {
        let is_joint = matches!(
            lexeme.low.as_str(),
            "with" | "word" | "mean" | "means" | "meant" | "work" | "works" | "use" | "used" | "something"
        );
        lexeme.text.starts_with(|first: char| first.is_alphanumeric()) && !is_joint
    };
    given.iter().filter(carries).cloned().collect()
}

/// The topic that words are about.
fn named(words: &[Lexeme]) -> Option<&'static str> {
    let whole = |words: &[Lexeme]| longest("topic", words, 0).filter(|(_, length)| *length == words.len());
    let bare: Vec<Lexeme> = words
        .iter()
        .filter(|word| meaning("nothing", &word.low).is_none() || matches!(word.low.as_str(), "game" | "play"))
        .cloned()
        .collect();
    whole(&bare).map(|(topic, _)| topic)
}

/// What stands for this request for help in the language.
pub fn request(given: &[Lexeme]) -> Option<String> {
    let subject = subject(given)?;
    let topic = named(&subject).map(str::to_owned).or_else(|| {
        // A word of the language may stand alone behind `help`.
        let [word] = &subject[..] else { return None };
        let is_plain = given.first()?.low == "help" || given.first()?.low == "man";
        is_plain.then(|| meaning("verb", &word.low).unwrap_or(&word.low).to_owned())
    });
    topic.filter(|topic| !topic.contains(' ')).map(|topic| format!("help {topic}"))
}

/// The topic that words behind `help` name, without any word beside it.
pub fn topic(given: &[Lexeme]) -> Option<&'static str> {
    let whole = |kind| longest(kind, given, 0).filter(|(_, length)| *length == given.len()).map(|(topic, _)| topic);
    whole("topic").or_else(|| whole("verb").filter(|verb| !verb.contains(' ')))
}

/// What is said about a notion that a line names and that is missing here.
pub fn missing(given: &[Lexeme]) -> Option<&'static str> {
    (0..given.len()).find_map(|at| said_about(longest("missing", given, at)?.0))
}
