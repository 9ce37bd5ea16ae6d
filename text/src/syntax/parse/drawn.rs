//! Comprehensions as Haskell and books write them: `[S(n) | n <- 0..10, square(n)]`, `{n | n in 0..10, square(n)}`.

use pest::iterators::Pair;

use super::reader::{Built, Reader, Rule};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Expr, Name, Qualifier};
use crate::syntax::occurrences::mentions;

/// A part behind the bar.
struct DrawnPart {
    /// What it may bind; empty for any other condition.
    names: Vec<Name>,
    /// What the names run through.
    source: Option<Expr>,
    /// The same as a condition, if it is written as one.
    condition: Option<Expr>,
    span: Span,
}

impl Reader<'_> {
    /// What binds, and the conditions, behind a body in brackets. `k in S` binds where `k` has not been bound and, but for the
    /// first part, where the body needs it.
    pub(super) fn generators(&self, body: &Expr, pair: Pair<Rule>) -> Built<Vec<Qualifier>> {
        let mut qualifiers: Vec<Qualifier> = Vec::new();
        let mut end = body.span;
        let mut parts = Vec::new();
        for pair in pair.into_inner() {
            match pair.as_rule() {
                Rule::bar => {}
                Rule::drawn => parts.push(self.drawn(pair)?),
                _ => add_parts(&self.expression(pair)?, &mut parts),
            }
        }
        let is_needed = |name: &Name| mentions(body, &name.text);
        for DrawnPart { names, source, condition, span } in parts {
            let binds_last = matches!(qualifiers.last(), Some(Qualifier::For { .. }));
            let is_free = !names.iter().any(|name| qualifiers.iter().any(|qualifier| binds(qualifier, name)));
            let (word, qualifier) = match (source, condition) {
                (Some(source), None) => (if binds_last { ", " } else { " for " }, Qualifier::For { names, source }),
                (Some(source), Some(_)) if is_free && (qualifiers.is_empty() || names.iter().any(is_needed)) => {
                    (if binds_last { ", " } else { " for " }, Qualifier::For { names, source })
                }
                (_, condition) => (" if ", Qualifier::If(condition.ok_or_else(|| self.internal_error())?)),
            };
            self.note(end.between(span), word);
            qualifiers.push(qualifier);
            end = span;
        }
        Ok(qualifiers)
    }

    /// `n <- 0..10`
    fn drawn(&self, pair: Pair<Rule>) -> Built<DrawnPart> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let bound = self.next(&mut inner)?;
        let at = self.span(&bound);
        let names = self.bound_names(bound);
        let source = self.expression(self.next(&mut inner)?)?;
        self.note(at.between(source.span), " in ");
        Ok(DrawnPart { names, source: Some(source), condition: None, span })
    }
}

/// The parts of a condition that are joined by `and`.
fn add_parts(expr: &Expr, to: &mut Vec<DrawnPart>) {
    let span = expr.span;
    let (names, source) = match expr.operation() {
        Some((BinaryOperator::And, left, right)) => {
            return [left, right].into_iter().for_each(|part| add_parts(part, to));
        }
        Some((BinaryOperator::In, left, right)) => (names_in(left), Some(right.clone())),
        _ => (Vec::new(), None),
    };
    let source = source.filter(|_| !names.is_empty());
    to.push(DrawnPart { names, source, condition: Some(expr.clone()), span });
}

/// A name, or the names in a tuple or a list.
fn names_in(expr: &Expr) -> Vec<Name> {
    if let Some(text) = expr.as_name() {
        return vec![Name { text: text.to_owned(), span: expr.span }];
    }
    let members = expr.members().unwrap_or_default();
    let names: Vec<Name> = members.iter().flat_map(names_in).collect();
    if names.len() == members.len() { names } else { Vec::new() }
}

fn binds(qualifier: &Qualifier, name: &Name) -> bool {
    matches!(qualifier, Qualifier::For { names, .. } if names.iter().any(|bound| bound.text == name.text))
}
