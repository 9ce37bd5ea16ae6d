//! One statement, read with the grammar. The only files that see pest are this one and those below it.

mod advice;
mod expression;
mod rule;
mod statement;

use pest::Parser;
use pest::iterators::{Pair, Pairs};
use pest_derive::Parser;

use super::ast::Statement;
use super::check;
use super::token::{Token, TokenKind};
use crate::error::{Error, Hint, Kind, Syntax};
use crate::source::{SourceId, Span};

#[derive(Parser)]
#[grammar = "../grammar/grundy.pest"]
struct Grammar;

/// A part of a tree, or what is wrong with it; boxed, since recursion is deep and errors are large.
type Built<T> = Result<T, Box<Error>>;

/// Brackets and operators beyond which a statement is read on a larger stack of its own.
const SHALLOW: usize = 40;
/// Enough for the deepest statement `check` lets through, without optimisation.
const LARGE_STACK: usize = 256 << 20;

/// Bytes that a token may take while the grammar reads it, as long lists of numbers show.
const TOKEN_COST: usize = 200;

/// Bytes that may be needed to read the statement made of these tokens.
fn cost(tokens: &[Token]) -> usize {
    let length = match tokens {
        [first, .., last] => last.range.end - first.range.start,
        [only] => only.range.len(),
        [] => 0,
    };
    // The text for the grammar, and what is made of it.
    tokens.len().saturating_mul(TOKEN_COST).saturating_add(2 * length)
}

/// Reads the statement made of these tokens of a text. Before the grammar reads it, `room` is asked for the bytes that may
/// take.
pub(super) fn statement(
    source: SourceId,
    text: &str,
    tokens: &[Token],
    room: impl FnOnce(usize) -> Result<(), Error>,
) -> Result<Statement, Error> {
    let tokens: Vec<Token> = tokens.iter().filter(|token| token.kind != TokenKind::Comment).cloned().collect();
    let view = View { source, text, tokens: &tokens };
    let depth = check::check(&view).map_err(|error| *error)?;
    room(cost(view.tokens))?;
    let read = || view.read().map_err(|error| *error);
    if depth <= SHALLOW {
        return read();
    }
    // Where no thread can be had, the stack at hand may do.
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(LARGE_STACK);
        match thread
            .spawn_scoped(scope, || read().map_err(|error| Box::new(Carried::new(error))))
            .map(|thread| thread.join())
        {
            Ok(Ok(result)) => result.map_err(|carried| carried.error()),
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => read(),
        }
    })
}

/// An error of syntax in parts that may cross from one thread to another, which errors of meaning may not.
struct Carried {
    kind: Option<Syntax>,
    span: Span,
    related: Vec<(Span, String)>,
    advice: Option<Box<Hint>>,
}

impl Carried {
    fn new(error: Error) -> Carried {
        let kind = match *error.kind {
            Kind::Syntax(kind) => Some(kind),
            // Nothing here knows meanings.
            Kind::Meaning(_) => None,
        };
        Carried { kind, span: error.span, related: error.related, advice: error.advice }
    }

    fn error(self) -> Error {
        let lost = || Syntax::Unexpected { found: "something else".into(), expected: "a statement".into() };
        let kind = Box::new(Kind::Syntax(self.kind.unwrap_or_else(lost)));
        Error { kind, span: self.span, related: self.related, advice: self.advice }
    }
}

/// The tokens of one statement, comments left out, in the text they come from.
pub(super) struct View<'t> {
    pub source: SourceId,
    pub text: &'t str,
    pub tokens: &'t [Token],
}

impl<'t> View<'t> {
    /// The text of a token; empty beyond the last.
    pub fn word(&self, index: usize) -> &'t str {
        self.tokens.get(index).map_or("", |token| &self.text[token.range.clone()])
    }

    pub fn kind(&self, index: usize) -> Option<TokenKind> {
        self.tokens.get(index).map(|token| token.kind)
    }

    /// The place of a token; beyond the last, the place behind it.
    pub fn span(&self, index: usize) -> Span {
        match self.tokens.get(index) {
            Some(token) => Span::new(self.source, token.range.start, token.range.end),
            None => Span::new(self.source, self.end(), self.end()),
        }
    }

    /// The place from one token to another, both included.
    pub fn spans(&self, first: usize, last: usize) -> Span {
        self.span(first).to(self.span(last))
    }

    fn start(&self) -> usize {
        self.tokens.first().map_or(0, |token| token.range.start)
    }

    fn end(&self) -> usize {
        self.tokens.last().map_or(0, |token| token.range.end)
    }

    fn read(&self) -> Built<Statement> {
        if self.word(0) == "help" {
            return Ok(statement::help(self));
        }
        let prepared = self.prepare();
        let mut pairs = match Grammar::parse(Rule::line, &prepared) {
            Ok(pairs) => pairs,
            Err(error) => return Err(Box::new(advice::explain(self, &error))),
        };
        let reader = Reader { view: self };
        let line = reader.next(&mut pairs)?;
        reader.statement(reader.first(line)?)
    }

    /// The text for the grammar, of the same length: comments and line ends become blanks, the `<` and `>` of sets
    /// signs of their own.
    fn prepare(&self) -> String {
        let start = self.start();
        let mut prepared = String::with_capacity(self.end() - start);
        for token in self.tokens {
            let blanks = token.range.start - start - prepared.len();
            prepared.extend(std::iter::repeat_n(' ', blanks));
            prepared.push_str(match (token.kind, &self.text[token.range.clone()]) {
                (TokenKind::Open, "<") => "\u{1}",
                (TokenKind::Close, ">") => "\u{2}",
                (_, word) => word,
            });
        }
        prepared
    }
}

/// Builds the tree of one statement from what pest found. Every function takes a pair of the rule it is named for.
struct Reader<'v> {
    view: &'v View<'v>,
}

impl Reader<'_> {
    /// The place of a pair, without the blanks pest leaves behind it.
    fn span(&self, pair: &Pair<Rule>) -> Span {
        let start = self.view.start() + pair.as_span().start();
        Span::new(self.view.source, start, start + pair.as_str().trim_end_matches(' ').len())
    }

    /// What was written at a place.
    fn written(&self, span: Span) -> &str {
        &self.view.text[span.range()]
    }

    fn next<'i>(&self, pairs: &mut Pairs<'i, Rule>) -> Built<Pair<'i, Rule>> {
        pairs.next().ok_or_else(|| self.lost())
    }

    fn first<'i>(&self, pair: Pair<'i, Rule>) -> Built<Pair<'i, Rule>> {
        self.next(&mut pair.into_inner())
    }

    /// The grammar promises a part that is not there: wrong in here, not in the text, but no reason to fall over.
    fn lost(&self) -> Box<Error> {
        let span = self.view.span(0);
        Box::new(Error::new(
            Syntax::Unexpected { found: "something else".into(), expected: "a statement".into() },
            span,
        ))
    }
}

/// The next pair, if it is of this rule.
fn take<'i>(pairs: &mut Pairs<'i, Rule>, rule: Rule) -> Option<Pair<'i, Rule>> {
    if pairs.peek()?.as_rule() == rule { pairs.next() } else { None }
}

#[cfg(test)]
mod tests;
