//! The grammar, and the `Reader`, which builds a tree from the pairs that pest found. The methods of `Reader` are spread
//! over the files of this folder.

use std::cell::RefCell;

use pest::iterators::{Pair, Pairs};
use pest_derive::Parser;

use crate::error::{Error, SyntaxError};
use crate::source::Span;
use crate::syntax::lenient::Leniency;
use crate::syntax::view::View;
use crate::told::told;

/// The parser that pest derives from `grammar/grundy.pest`, with the enum `Rule`, which has a variant for each rule of the
/// grammar.
#[derive(Parser)]
#[grammar = "../grammar/grundy.pest"]
pub struct Grammar;

/// A part of a tree, or an error, which is boxed, since recursion is deep and errors are large.
pub type Built<T> = Result<T, Box<Error>>;

/// Builds the tree of one statement from what pest found. Every function takes a pair of the rule it is named for.
pub struct Reader<'v> {
    pub view: &'v View<'v>,
    /// The lenient forms that have been read.
    pub lenient: RefCell<Vec<Leniency>>,
}

impl Reader<'_> {
    /// The place of a pair, without the blanks pest leaves after it.
    pub fn span(&self, pair: &Pair<Rule>) -> Span {
        let start = self.view.start() + pair.as_span().start();
        self.view.place(start..start + pair.as_str().trim_end_matches(' ').len())
    }

    /// What was written at a place.
    pub fn written(&self, span: Span) -> &str {
        self.view.at(span)
    }

    /// Notes a lenient form at this place, and what the house form has there.
    pub fn note(&self, span: Span, house: impl Into<String>) {
        self.lenient.borrow_mut().push(Leniency::new(span, house));
    }

    /// The next pair, which the grammar promises.
    pub fn next<'i>(&self, pairs: &mut Pairs<'i, Rule>) -> Built<Pair<'i, Rule>> {
        pairs.next().ok_or_else(|| self.internal_error())
    }

    /// The first pair inside another, which the grammar promises.
    pub fn first<'i>(&self, pair: Pair<'i, Rule>) -> Built<Pair<'i, Rule>> {
        self.next(&mut pair.into_inner())
    }

    /// The error for a part that the grammar promises but that is missing. This would be a bug of the program and not
    /// of the text, but not a reason to panic.
    pub fn internal_error(&self) -> Box<Error> {
        let kind = SyntaxError::Unexpected { found: told!("something else"), expected: told!("a statement") };
        Box::new(Error::new(kind, self.view.span(0)))
    }
}

/// The next pair, if it is of this rule.
pub fn take<'i>(pairs: &mut Pairs<'i, Rule>, rule: Rule) -> Option<Pair<'i, Rule>> {
    if pairs.peek()?.as_rule() == rule { pairs.next() } else { None }
}
