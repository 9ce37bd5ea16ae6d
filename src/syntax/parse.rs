//! Parses one statement with the grammar and builds its tree. Only this file and those below it use pest.

mod advice;
mod expression;
mod reader;
mod rule;
mod statement;

pub use rule::code;

use pest::Parser;

use reader::{Built, Grammar, Reader, Rule};

use super::ast::Statement;
use super::check;
use super::token::{MAX_TOKENS, Token, TokenKind};
use super::view::View;
use crate::error::Error;
use crate::source::SourceId;

/// A statement whose tree may be deeper than this is parsed on a thread with a larger stack.
const SHALLOW: usize = 40;
/// In bytes. Enough for the deepest statement that `check` accepts, even without optimisation.
const LARGE_STACK: usize = 256 << 20;

/// The bytes that the grammar may need for each token, measured with long lists of numbers.
const TOKEN_COST: usize = 200;

/// The bytes that may be needed to parse the statement made of these tokens.
fn cost(tokens: &[Token]) -> usize {
    let length = match tokens {
        [first, .., last] => last.range.end - first.range.start,
        [only] => only.range.len(),
        [] => 0,
    };
    // The text counts twice: once for the copy that the grammar gets, and once for what the tree keeps of it.
    tokens.len().saturating_mul(TOKEN_COST).saturating_add(2 * length)
}

/// Parses the statement made of these tokens of a text. Before the grammar is used, `room` is called with the bytes
/// that this may need; an error of `room` is returned.
pub(super) fn statement(
    source: SourceId,
    text: &str,
    tokens: &[Token],
    room: impl FnOnce(usize) -> Result<(), Error>,
) -> Result<Statement, Error> {
    let tokens = tokens.iter().filter(|token| token.kind != TokenKind::Comment);
    // One token more than the limit is enough for `check` to see that there are too many.
    let tokens: Vec<Token> = tokens.take(MAX_TOKENS + 1).cloned().collect();
    let view = View { source, text, tokens: &tokens };
    let depth = check::check(&view).map_err(|error| *error)?;
    room(cost(view.tokens))?;
    let read = || read(&view).map_err(|error| *error);
    if depth <= SHALLOW {
        return read();
    }
    // If no thread can be started, the current stack may be large enough.
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(LARGE_STACK);
        match thread.spawn_scoped(scope, read).map(|thread| thread.join()) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => read(),
        }
    })
}

fn read(view: &View) -> Built<Statement> {
    if view.word(0) == "help" {
        return Ok(statement::help(view));
    }
    let prepared = prepare(view);
    let mut pairs = match Grammar::parse(Rule::line, &prepared) {
        Ok(pairs) => pairs,
        Err(error) => return Err(Box::new(advice::explain(view, &error))),
    };
    let reader = Reader { view };
    let line = reader.next(&mut pairs)?;
    reader.statement(reader.first(line)?)
}

/// The text for the grammar, with offsets unchanged: comments and line ends become blanks, and the `<` and `>` that
/// are brackets of sets become U+0001 and U+0002.
fn prepare(view: &View) -> String {
    let start = view.start();
    let mut prepared = String::with_capacity(view.end() - start);
    for token in view.tokens {
        let blanks = token.range.start - start - prepared.len();
        prepared.extend(std::iter::repeat_n(' ', blanks));
        prepared.push_str(match (token.kind, &view.text[token.range.clone()]) {
            (TokenKind::Open, "<") => "\u{1}",
            (TokenKind::Close, ">") => "\u{2}",
            (_, word) => word,
        });
    }
    prepared
}

#[cfg(test)]
mod tests;
