//! The free names of syntax trees: which names are mentioned without being bound. Also finds parts of a statement
//! by place.

use rustc_hash::FxHashSet;

use crate::source::Span;
use crate::syntax::ast::{
    BinaryOperator, ClauseKind, Expr, ExprKind, GameDefinition, Name, Qualifier, Rule, Statement,
};
use crate::syntax::parts::{self, PartVisitor};

/// Does the expression mention this name where it is not bound by the expression itself?
pub fn mentions(expr: &Expr, name: &str) -> bool {
    let mut found = false;
    each(expr, |mentioned| found |= mentioned == name);
    found
}

/// Visits every name an expression mentions without binding it.
pub fn each(expr: &Expr, mut visit: impl FnMut(&str)) {
    Mentioned::to(&mut |name, _| visit(name)).expr(expr);
}

/// Every name an expression mentions without binding it.
pub fn expression(expr: &Expr) -> Vec<String> {
    let mut found = Vec::new();
    each(expr, |name| found.push(name.to_owned()));
    found
}

/// Every name an expression mentions without binding it, with its place.
pub fn with_places(expr: &Expr) -> Vec<(String, Span)> {
    let mut found = Vec::new();
    Mentioned::to(&mut |name, place| found.push((name.to_owned(), place))).expr(expr);
    found
}

/// Every name a rule mentions without binding it, with its place; also `n`, which may be the heap.
pub fn rule(rule: &Rule) -> Vec<(String, Span)> {
    let mut found = Vec::new();
    let mut visit = |name: &str, span: Span| found.push((name.to_owned(), span));
    rule.clauses.iter().for_each(|clause| clause.parts(&mut Mentioned::to(&mut visit)));
    found
}

/// Every name a definition of a game mentions; coordinates included.
pub fn game(definition: &GameDefinition) -> Vec<String> {
    let conditions = definition.conditions().flat_map(expression);
    conditions.chain(rule(&definition.rule).into_iter().map(|(name, _)| name)).collect()
}

/// The games whose moves a game borrows and that it does not mention otherwise.
pub fn only_lenders(definition: &GameDefinition) -> FxHashSet<String> {
    let mut lenders = FxHashSet::default();
    let mut others: FxHashSet<String> = definition.conditions().flat_map(expression).collect();
    let mut visit = |name: &str, _: Span| {
        others.insert(name.to_owned());
    };
    for clause in &definition.rule.clauses {
        let mut mentioned = Mentioned::to(&mut visit);
        if let ClauseKind::Moves(lender) = &clause.kind {
            lenders.insert(lender.text.clone());
            parts::in_cases(&clause.qualifiers, &mut mentioned, |_| {});
        } else {
            clause.parts(&mut mentioned);
        }
    }
    lenders.retain(|lender| !others.contains(lender));
    lenders
}

/// Every name that expressions mention without binding it, in which `qualifiers` bind variables; names in the qualifiers are
/// included.
pub fn in_cases<'e>(qualifiers: &'e [Qualifier], exprs: impl IntoIterator<Item = &'e Expr>) -> Vec<String> {
    let mut found = Vec::new();
    let mut visit = |name: &str, _: Span| found.push(name.to_owned());
    parts::in_cases(qualifiers, &mut Mentioned::to(&mut visit), |mentioned| {
        exprs.into_iter().for_each(|expr| mentioned.expr(expr));
    });
    found
}

/// Finds the names that are not bound where they stand.
struct Mentioned<'e, 'v> {
    bound: Vec<&'e str>,
    visit: &'v mut dyn FnMut(&str, Span),
}

impl<'v> Mentioned<'_, 'v> {
    fn to(visit: &'v mut dyn FnMut(&str, Span)) -> Self {
        Mentioned { bound: Vec::new(), visit }
    }
}

impl<'e> PartVisitor<'e> for Mentioned<'e, '_> {
    fn expr(&mut self, part: &'e Expr) {
        match &part.kind {
            ExprKind::Name(name) if self.bound.contains(&name.as_str()) => {}
            ExprKind::Name(name) => (self.visit)(name, part.span),
            _ => part.parts(self),
        }
    }

    fn name(&mut self, name: &'e Name) {
        (self.visit)(&name.text, name.span);
    }

    fn bind(&mut self, names: &'e [Name]) {
        self.bound.extend(names.iter().map(|name| name.text.as_str()));
    }

    fn unbind(&mut self, count: usize) {
        self.bound.truncate(self.bound.len().saturating_sub(count));
    }
}

/// Finds a verb whose subject is a sum with `summand` as its last term: the place of the whole question, and that
/// of the terms before.
pub fn sum_of_verb(statement: &Statement, summand: Span) -> Option<(Span, Span)> {
    first(statement, |expr| match &expr.kind {
        ExprKind::Ask(question) => match &question.subject.kind {
            ExprKind::Binary { operator: BinaryOperator::Add, left, right } if right.span == summand => {
                Some((expr.span, left.span))
            }
            _ => None,
        },
        _ => None,
    })
}

/// The part of a statement that stands at this place.
pub fn part_at(statement: &Statement, place: Span) -> Option<&Expr> {
    first(statement, |expr| (expr.span == place).then_some(expr))
}

/// The first of the statement's expressions and their parts in which something is found.
fn first<'e, T>(statement: &'e Statement, find: impl Fn(&'e Expr) -> Option<T>) -> Option<T> {
    let mut first = First { find, found: None };
    statement.expressions().iter().for_each(|expr| first.expr(expr));
    first.found
}

struct First<F, T> {
    find: F,
    found: Option<T>,
}

impl<'e, T, F: Fn(&'e Expr) -> Option<T>> PartVisitor<'e> for First<F, T> {
    fn expr(&mut self, part: &'e Expr) {
        if self.found.is_none() {
            self.found = (self.find)(part);
        }
        if self.found.is_none() {
            part.parts(self);
        }
    }
}
