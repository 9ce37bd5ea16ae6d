//! What pest found, as the parts of a tree are built from it.

use pest::iterators::{Pair, Pairs};

use super::grammar::Rule;
use crate::error::{Error, Syntax};
use crate::source::Span;
use crate::syntax::view::View;

/// A part of a tree, or what is wrong with it; boxed, since recursion is deep and errors are large.
pub type Built<T> = Result<T, Box<Error>>;

/// Builds the tree of one statement from what pest found. Every function takes a pair of the rule it is named for.
pub struct Reader<'v> {
    pub view: &'v View<'v>,
}

impl Reader<'_> {
    /// The place of a pair, without the blanks pest leaves behind it.
    pub fn span(&self, pair: &Pair<Rule>) -> Span {
        let start = self.view.start() + pair.as_span().start();
        Span::new(self.view.source, start, start + pair.as_str().trim_end_matches(' ').len())
    }

    /// What was written at a place.
    pub fn written(&self, span: Span) -> &str {
        &self.view.text[span.range()]
    }

    pub fn next<'i>(&self, pairs: &mut Pairs<'i, Rule>) -> Built<Pair<'i, Rule>> {
        pairs.next().ok_or_else(|| self.lost())
    }

    pub fn first<'i>(&self, pair: Pair<'i, Rule>) -> Built<Pair<'i, Rule>> {
        self.next(&mut pair.into_inner())
    }

    /// The grammar promises a part that is not there: wrong in here, not in the text, but no reason to fall over.
    pub fn lost(&self) -> Box<Error> {
        let kind = Syntax::Unexpected { found: "something else".into(), expected: "a statement".into() };
        Box::new(Error::new(kind, self.view.span(0)))
    }
}

/// The next pair, if it is of this rule.
pub fn take<'i>(pairs: &mut Pairs<'i, Rule>, rule: Rule) -> Option<Pair<'i, Rule>> {
    if pairs.peek()?.as_rule() == rule { pairs.next() } else { None }
}
