//! What a line means that is no statement. Everything in it that is certain is collected: games, positions, numbers,
//! ranges, files, and words of the tables. From these, statements are built that use all of it. Whether one of them is
//! right is not decided here: `session::proposal` runs them.
//!
//! A word that is not understood means silence, and so do negations and words of order: a wrong proposal is worse than
//! none.

mod collect;
mod definitions;
mod expression;
mod formula;
mod frames;
mod known;
mod lexemes;
mod notation;
mod options;
mod plain;
mod rules;
mod translate;
mod words;

pub use known::Known;
use lexemes::{Lexeme, LexemeKind};

/// A line of more bytes is not read.
const LONGEST: usize = 2_000;

/// What a line may mean.
#[derive(Debug, Default)]
pub struct Reading {
    /// Statements that use all that it contains, the surest first.
    pub statements: Vec<String>,
    /// Whether they translate words; otherwise all words are this language's own, and only their order or signs differ.
    pub is_translated: bool,
    /// The words that were not understood.
    pub unknown: Vec<String>,
}

/// Reads a line that is no statement.
pub fn read(line: &str, known: &dyn Known) -> Reading {
    if line.len() > LONGEST {
        return Reading::default();
    }
    let line = plain::plain(line);
    let (line, is_question) = trimmed(&line);
    let Some(lexemes) = lexemes::lexemes(line).filter(|lexemes| lexemes::is_balanced(lexemes)) else {
        return Reading::default();
    };
    if let Some(definitions) = definitions::definitions(&lexemes, known) {
        let definitions::Definitions { statements, unknown } = definitions;
        return Reading { statements, is_translated: true, unknown };
    }
    let mut statements = notation::statements(&lexemes, known);
    statements.retain(|statement| bare(statement) != bare(line));
    let is_notation = !statements.is_empty();
    let read = sentence(&lexemes, is_question, known);
    statements.extend(read.statements);
    Reading { statements, is_translated: read.is_translated || is_notation, ..read }
}

/// A line without the signs that end a sentence, and whether it asks.
fn trimmed(line: &str) -> (&str, bool) {
    let ends = |sign: char| matches!(sign, '?' | '!' | '.' | ';' | ',') || sign.is_whitespace();
    let text = line.trim_end_matches(ends);
    let behind = &line[text.len()..];
    // The points of a range without an end, and the sign of a factorial or a code, belong to the line.
    let is_factorial = behind == "!" && text.ends_with(|digit: char| digit.is_ascii_digit());
    let text = if behind.contains("..") || is_factorial { line } else { text };
    (text, behind.contains('?'))
}

/// A text without its blanks.
fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Reads a sentence.
fn sentence(lexemes: &[Lexeme], is_question: bool, known: &dyn Known) -> Reading {
    let lexemes = respelt(lexemes, known);
    let content = collect::collect(&lexemes, known);
    if !content.unknown.is_empty() {
        return Reading { unknown: content.unknown, ..Reading::default() };
    }
    let asks = matches!(
        lexemes.first().map_or("", |lexeme| lexeme.low.as_str()),
        "is" | "are" | "does" | "do" | "can" | "who" | "what" | "which" | "when" | "why" | "how"
    );
    let statements = frames::statements(&content, is_question || asks);
    Reading { statements, is_translated: content.is_translated, unknown: Vec::new() }
}

/// The lexemes with misspelt words mended.
fn respelt(lexemes: &[Lexeme], known: &dyn Known) -> Vec<Lexeme> {
    let mended = |lexeme: &Lexeme| {
        let is_word = lexeme.kind == LexemeKind::Word && known.game(&lexeme.text).is_none();
        match words::respelt(&lexeme.text).filter(|_| is_word) {
            Some(word) => Lexeme { text: word.to_owned(), low: word.to_owned(), ..lexeme.clone() },
            None => lexeme.clone(),
        }
    };
    lexemes.iter().map(mended).collect()
}
