//! Whether a correction is certain, so that a prompt runs it at once: only spelling, brackets, signs and the order of words are other
//! than typed, and nothing is lost by running it.

use std::ops::Range;

use crate::error::{Error, Kind, SemanticError, nearest};
use crate::lang::session::Session;
use crate::session::kept::{Part, Parts, keeps, split_name};
use crate::source::SourceId;
use crate::syntax::ast::Statement;
use crate::syntax::{self, words};

/// Verbs that have no value and change nothing.
const HARMLESS: [&str; 12] =
    ["check", "assert", "survey", "print", "->", "play", "quiz", "tour", "help", "games", "show", "about"];
/// Signs of which none may be lost or added. Others, such as brackets, commas and `=`, only say where something ends.
const MEANT: [char; 12] = ['+', '-', '*', '/', '%', '^', '&', '|', '~', '!', '"', ';'];

/// Operators that are words.
const OPERATORS: [&str; 9] = ["xor", "and", "or", "not", "mod", "div", "in", "if", "for"];

/// A statement, as it was typed and as an error corrects it.
pub struct Corrected {
    pub typed: String,
    pub statement: String,
}

/// The statement that an error corrects, or all of its text if the correction is about several statements.
pub fn corrected(session: &Session, error: &Error) -> Option<Corrected> {
    let (place, new) = error.hint()?.replacement?;
    let (text, range) = (&session.sources().get(place.source())?.text, place.range());
    let holds = |statement: &Range<usize>| statement.start <= range.start && range.end <= statement.end;
    let statement = syntax::statements(text).into_iter().find(holds).unwrap_or(0..text.len());
    let (before, behind) = (text.get(statement.start..range.start)?, text.get(range.end..statement.end)?);
    let typed = text.get(statement.clone())?.to_owned();
    Some(Corrected { typed, statement: format!("{before}{new}{behind}").trim().to_owned() })
}

/// The correction of a statement that cannot be meant otherwise; `None` if there is none.
pub fn certain_reading(session: &Session, error: &Error) -> Option<String> {
    let Corrected { typed, statement } = corrected(session, error)?;
    is_certain(session, error, &typed, &statement).then_some(statement)
}

/// Whether `corrected` can be nothing else than what was meant by `typed`, a statement with this error.
pub fn is_certain(session: &Session, error: &Error, typed: &str, corrected: &str) -> bool {
    let [Ok(statement)] = &syntax::parse(SourceId(u32::MAX), corrected)[..] else { return false };
    has_one_answer(error)
        && is_harmless(session, statement)
        && keeps(typed, corrected)
        && says_the_same(typed, corrected)
}

/// Whether the error names no more than one word that may be meant.
fn has_one_answer(error: &Error) -> bool {
    !matches!(&*error.kind, Kind::Semantic(SemanticError::Unknown { similar, .. }) if similar.len() > 1)
}

/// Whether a statement neither gives another meaning to a name that has one, nor changes the session or a file.
fn is_harmless(session: &Session, statement: &Statement) -> bool {
    let is_new = |name: &str| session.names.get(name).is_none() && !session.names.names_a_game(name);
    let verb = statement.verb();
    statement.to().is_none()
        && statement.defined().is_none_or(|name| is_new(&name.text) && words::find(&name.text).is_none())
        && (verb.is_empty() || HARMLESS.contains(&verb))
}

/// Whether both texts have the same words, but for their spelling and order, the same numbers in their order, and the same
/// operators.
fn says_the_same(typed: &str, corrected: &str) -> bool {
    let (old, new) = (Parts::of(typed.trim_end_matches(['?', '!', '.', ';', ' '])), Parts::of(corrected));
    let signs = |parts: &Parts| MEANT.map(|sign| parts.count(sign));
    signs(&old) == signs(&new) && depths(&old) == depths(&new) && numbers_agree(&old, &new) && words_agree(&old, &new)
}

/// How many brackets are open at each operator: `S(3) - 1` is not `S(3-1)`.
fn depths(parts: &Parts) -> Vec<usize> {
    let mut depth = 0_usize;
    let mut depths = Vec::new();
    for part in parts.parts() {
        match part {
            Part::Sign('(' | '[' | '{') => depth += 1,
            Part::Sign(')' | ']' | '}') => depth = depth.saturating_sub(1),
            Part::Sign(sign) if MEANT.contains(&sign) => depths.push(depth),
            Part::Word(word) if OPERATORS.contains(&word) => depths.push(depth),
            _ => {}
        }
    }
    depths
}

/// Whether the numbers are the same, also those that were written behind a name, as in `S7`.
fn numbers_agree(old: &Parts, new: &Parts) -> bool {
    let is_kept = |word: &str| new.words().any(|new| new.eq_ignore_ascii_case(word));
    let numbers = old.parts().filter_map(|part| match part {
        Part::Number(number) => Some(number),
        Part::Word(word) if !is_kept(word) => split_name(word).1,
        _ => None,
    });
    numbers.eq(new.numbers())
}

fn words_agree(old: &Parts, new: &Parts) -> bool {
    let mut left: Vec<&str> = new.words().collect();
    let mut took = |fits: &dyn Fn(&str) -> bool| {
        let found = left.iter().position(|new| fits(new));
        found.map(|at| left.swap_remove(at)).is_some()
    };
    let misspelt: Vec<&str> = old.words().filter(|old| !took(&|new| new == *old)).collect();
    misspelt.iter().all(|old| took(&|new| is_misspelt(old, new))) && left.is_empty()
}

/// Whether a word is another one with a slip of the finger in it, or with a number behind it.
fn is_misspelt(word: &str, meant: &str) -> bool {
    let letters = word.chars().count().min(meant.chars().count());
    let slips = if letters < 8 { 1 } else { 2 };
    let (name, number) = split_name(word);
    // `take1` is not `take` with a slip in it.
    let has_no_other = split_name(meant).1.is_none_or(|other| number == Some(other));
    word.eq_ignore_ascii_case(meant)
        || number.is_some() && name.eq_ignore_ascii_case(meant)
        || has_no_other && letters > 2 && nearest(word, [&*meant.to_lowercase()], slips).is_some()
}
