//! Parses one statement with the grammar and builds its tree. Only this file and those below it use pest.

mod advice;
mod bare;
mod drawn;
mod expression;
mod lists;
mod reader;
mod rule;
mod rule_names;
mod statement;
mod turn;

pub use rule::code;

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;

use pest::Parser;

use reader::{Built, Grammar, Reader, Rule};

use super::ast::Statement;
use super::lenient::{Leniency, house_form};
use super::scan::{self, MAX_TOKENS};
use super::token::{Token, TokenKind};
use super::view::View;
use super::{check, definitions, respell, words};
use crate::error::Error;
use crate::source::{Span, Text};

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

/// Parses the statements of one text.
pub(super) struct StatementParser<'t> {
    text: Text<'t>,
    /// The text with the last respelt statements in their places; empty before the first.
    respelt: String,
}

impl<'t> StatementParser<'t> {
    pub fn new(text: Text<'t>) -> StatementParser<'t> {
        StatementParser { text, respelt: String::new() }
    }

    /// Parses the statement made of these tokens of the text. Before the grammar is used, `room` is called with the bytes
    /// that this may need; an error of `room` is returned.
    pub fn statement(
        &mut self,
        tokens: &[Token],
        mut room: impl FnMut(usize) -> Result<(), Error>,
    ) -> Result<Statement, Error> {
        let read = as_spelt(self.text, self.text.as_str(), tokens, &mut room);
        let (Err(error), Some(first), Some(last)) = (&read, tokens.first(), tokens.last()) else { return read };
        if error.is_stopped() {
            return read;
        }
        let extent = first.range.start..last.range.end;
        let piece = without_gaps(self.text.as_str(), tokens, extent.clone());
        for respelt in respell::respellings(&piece, self.text.piece(self.text.span(extent.clone()))) {
            let mut scan = scan::scan(&respelt.text);
            let [own] = &scan.statements[..] else { continue };
            for token in &mut scan.tokens {
                token.range = token.range.start + extent.start..token.range.end + extent.start;
            }
            if self.respelt.is_empty() {
                room(self.text.as_str().len())?;
                self.respelt = self.text.as_str().to_owned();
            }
            self.respelt.replace_range(extent.clone(), &respelt.text);
            if let Ok(mut statement) = as_spelt(self.text, &self.respelt, &scan.tokens[own.clone()], &mut room) {
                statement.lenient.extend(respelt.lenient);
                statement.span = around(statement.span, &statement.lenient);
                statement.whole = statement.span;
                keep_house_form(self.text, &mut statement);
                return Ok(statement);
            }
        }
        read
    }
}

/// The text of a statement, with blanks in the place of what stands between its tokens and belongs to another.
fn without_gaps<'t>(text: &'t str, tokens: &[Token], extent: Range<usize>) -> Cow<'t, str> {
    let mut piece = Cow::Borrowed(&text[extent.clone()]);
    for pair in tokens.windows(2) {
        let gap = pair[0].range.end..pair[1].range.start;
        let between = &text[gap.clone()];
        if !between.trim().is_empty() {
            piece.to_mut().replace_range(gap.start - extent.start..gap.end - extent.start, &" ".repeat(gap.len()));
        }
    }
    piece
}

/// Parses a statement of a text that is spelt as the language spells it, and was written as `original`.
fn as_spelt(
    original: Text,
    text: &str,
    tokens: &[Token],
    room: &mut dyn FnMut(usize) -> Result<(), Error>,
) -> Result<Statement, Error> {
    let tokens = tokens.iter().filter(|token| token.kind != TokenKind::Comment);
    // One token more than the limit is enough for `check` to see that there are too many.
    let tokens: Vec<Token> = tokens.take(MAX_TOKENS + 1).cloned().collect();
    let view = View { text, original, tokens: &tokens };
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
    if let Some(error) = definitions::mistake(view) {
        return Err(Box::new(error));
    }
    let compared = definitions::comparing(view);
    let prepared = prepare(view, &compared);
    #[cfg(test)]
    super::work::count(super::work::Work::Parse);
    let mut pairs = match Grammar::parse(Rule::line, &prepared) {
        Ok(pairs) => pairs,
        Err(error) => return Err(Box::new(advice::explain(view, &error))),
    };
    let lenient = compared.iter().map(|&index| Leniency::new(view.span(index), "==")).collect();
    let reader = Reader { view, lenient: RefCell::new(lenient) };
    let line = reader.next(&mut pairs)?;
    let statement = reader.statement(reader.first(line)?)?;
    let mut statement = Statement { lenient: reader.lenient.into_inner(), ..statement };
    if !statement.lenient.is_empty() {
        keep_house_form(view.original, &mut statement);
    }
    Ok(statement)
}

/// Writes the house form into a definition that was written otherwise.
fn keep_house_form(text: Text, statement: &mut Statement) {
    let lenient = std::mem::take(&mut statement.lenient);
    if let Some((span, house)) = statement.house_mut() {
        *span = around(*span, &lenient);
        *house = Some(house_form(text, *span, &lenient));
    }
    statement.lenient = lenient;
}

/// A place with all of the forms that begin or end in it: the blanks of a respelt sign stand around what is read.
fn around(span: Span, lenient: &[Leniency]) -> Span {
    let touches = |form: &&Leniency| form.span.start() < span.end() && span.start() < form.span.end();
    lenient.iter().filter(touches).fold(span, |whole, form| whole.to(form.span))
}

/// The text for the grammar, with offsets unchanged: comments and line ends become blanks, the `<` and `>` that are
/// brackets of sets become U+0001 and U+0002, and those `=` that compare, whose indices are given, U+0003. A question about a position
/// begins with U+0004. A word that could ask and is a name here gets a capital letter.
fn prepare(view: &View, compared: &[usize]) -> String {
    let start = view.start();
    let mut prepared = String::with_capacity(view.end() - start);
    let mut compared = compared.iter().peekable();
    for (index, token) in view.tokens.iter().enumerate() {
        let blanks = token.range.start - start - prepared.len();
        prepared.extend(std::iter::repeat_n(' ', blanks));
        let begin = prepared.len();
        prepared.push_str(match (token.kind, &view.text[token.range.clone()]) {
            (TokenKind::Open, "<") => "\u{1}",
            (TokenKind::Close, ">") => "\u{2}",
            (_, "=") if compared.next_if_eq(&&index).is_some() => "\u{3}",
            (_, word) => word,
        });
        match token.kind {
            TokenKind::Name if words::may_ask(&view.text[token.range.clone()]) => {
                prepared[begin..=begin].make_ascii_uppercase();
            }
            TokenKind::Verb if words::is_about_positions(&view.text[token.range.clone()]) => {
                prepared.replace_range(begin..=begin, "\u{4}");
            }
            _ => {}
        }
    }
    prepared
}

#[cfg(test)]
mod tests;
