//! Where names stand in a statement, which of them are its own variables, and which it mentions without binding them.

use rustc_hash::FxHashSet;

use super::ast::{ClauseKind, Expr, GameDefinition, Name, Qualifier, Rule, Statement, StatementKind};
use super::parts::{PartVisitor, in_cases};
use crate::source::Span;

/// A name at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence<'s> {
    pub name: &'s str,
    pub span: Span,
    pub meaning: NameMeaning,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameMeaning {
    /// What the statement defines.
    Defined,
    /// A definition of the session, or a word that is predefined.
    Global,
    /// A parameter, or a variable of a `for`, that is bound at this place.
    Bound(Span),
    /// The heap `n` of a game without parameters.
    Heap,
}

impl NameMeaning {
    /// Whether it reaches beyond its statement.
    pub fn is_global(self) -> bool {
        matches!(self, NameMeaning::Defined | NameMeaning::Global)
    }
}

/// The name of the heap in a rule without parameters.
const HEAP: &str = "n";

/// The names in a statement, in the order of their places.
pub fn occurrences(statement: &Statement) -> Vec<Occurrence<'_>> {
    let mut found = Vec::new();
    let mut visit = |occurrence| found.push(occurrence);
    NameWalk { bound: Vec::new(), visit: &mut visit }.statement(statement);
    found.sort_unstable_by_key(|found| (found.span.start(), found.span.end()));
    found.dedup();
    found
}

/// Does the expression mention this name where it is not bound by the expression itself?
pub fn mentions(expr: &Expr, name: &str) -> bool {
    let mut found = false;
    each_free(expr, |mentioned| found |= mentioned == name);
    found
}

/// Visits every name an expression mentions without binding it.
pub fn each_free(expr: &Expr, mut visit: impl FnMut(&str)) {
    unbound(&mut |name, _| visit(name), |walk| walk.expr(expr));
}

/// Every name an expression mentions without binding it.
pub fn free(expr: &Expr) -> Vec<String> {
    names(free_places(expr))
}

/// The same with their places.
pub fn free_places(expr: &Expr) -> Vec<(String, Span)> {
    collected(|walk| walk.expr(expr))
}

/// Every name a rule mentions without binding it, with its place; also `n`, which may be the heap.
pub fn free_in_rule(rule: &Rule) -> Vec<(String, Span)> {
    collected(|walk| walk.rule(rule))
}

/// Every name a definition of a game mentions; coordinates included.
pub fn free_in_game(game: &GameDefinition) -> Vec<String> {
    names(collected(|walk| {
        game.conditions().for_each(|condition| walk.expr(condition));
        walk.rule(&game.rule);
    }))
}

/// Every name that expressions mention without binding it, in which `qualifiers` bind variables; names in the qualifiers are
/// included.
pub fn free_in_cases<'e>(qualifiers: &'e [Qualifier], exprs: impl IntoIterator<Item = &'e Expr>) -> Vec<String> {
    names(collected(|walk| in_cases(qualifiers, walk, |walk| exprs.into_iter().for_each(|expr| walk.expr(expr)))))
}

/// The games whose moves a game borrows and that it does not mention otherwise.
pub fn only_lenders(definition: &GameDefinition) -> FxHashSet<String> {
    let mut lenders = FxHashSet::default();
    let others: FxHashSet<String> = names(collected(|walk| {
        definition.conditions().for_each(|condition| walk.expr(condition));
        for clause in &definition.rule.clauses {
            if let ClauseKind::Moves(lender) = &clause.kind {
                lenders.insert(lender.text.clone());
                in_cases(&clause.qualifiers, walk, |_| {});
            } else {
                clause.parts(walk);
            }
        }
    }))
    .into_iter()
    .collect();
    lenders.retain(|lender| !others.contains(lender));
    lenders
}

/// The names that a walk meets where they are not bound, with their places.
fn collected<'s>(walk: impl FnOnce(&mut NameWalk<'s, '_>)) -> Vec<(String, Span)> {
    let mut found = Vec::new();
    unbound(&mut |name, span| found.push((name.to_owned(), span)), walk);
    found
}

fn names(found: Vec<(String, Span)>) -> Vec<String> {
    found.into_iter().map(|(name, _)| name).collect()
}

/// Visits the names that a walk meets where they are not bound.
fn unbound<'s>(visit: &mut dyn FnMut(&str, Span), walk: impl FnOnce(&mut NameWalk<'s, '_>)) {
    let mut visit = |found: Occurrence<'s>| {
        if matches!(found.meaning, NameMeaning::Global | NameMeaning::Heap) {
            visit(found.name, found.span);
        }
    };
    walk(&mut NameWalk { bound: Vec::new(), visit: &mut visit });
}

/// Visits names with what each means where it stands.
struct NameWalk<'s, 'v> {
    /// The variables that can be seen.
    bound: Vec<(&'s str, NameMeaning)>,
    visit: &'v mut dyn FnMut(Occurrence<'s>),
}

impl<'s> NameWalk<'s, '_> {
    fn statement(&mut self, statement: &'s Statement) {
        match &statement.kind {
            StatementKind::Game(game) => {
                self.note(&game.name.text, game.name.span, NameMeaning::Defined);
                let variables = self.parameters(game.parameters.as_deref());
                game.conditions().for_each(|condition| self.expr(condition));
                self.rule(&game.rule);
                self.unbind(variables);
            }
            StatementKind::Let(definition) => {
                self.note(&definition.name.text, definition.name.span, NameMeaning::Defined);
                let parameters = definition.parameters.as_deref().unwrap_or_default();
                self.bind(parameters);
                definition.expressions().for_each(|part| self.expr(part));
                self.unbind(parameters.len());
            }
            StatementKind::Instruction(instruction) => {
                in_cases(&instruction.qualifiers, self, |to| instruction.parts.iter().for_each(|part| to.expr(part)));
                instruction.names.iter().for_each(|name| self.name(name));
                instruction.timed.iter().for_each(|inner| self.statement(inner));
            }
            StatementKind::Expression(only) => self.expr(only),
        }
    }

    /// Binds the parameters of a game, or its heap, and returns how many they are.
    fn parameters(&mut self, parameters: Option<&'s [Name]>) -> usize {
        match parameters {
            Some(names) => {
                self.bind(names);
                names.len()
            }
            None => {
                self.bound.push((HEAP, NameMeaning::Heap));
                1
            }
        }
    }

    fn rule(&mut self, rule: &'s Rule) {
        rule.clauses.iter().for_each(|clause| clause.parts(self));
    }

    fn note(&mut self, name: &'s str, span: Span, meaning: NameMeaning) {
        (self.visit)(Occurrence { name, span, meaning });
    }

    fn mention(&mut self, name: &'s str, span: Span) {
        let bound = self.bound.iter().rev().find(|(bound, _)| *bound == name);
        self.note(name, span, bound.map_or(NameMeaning::Global, |(_, meaning)| *meaning));
    }
}

impl<'s> PartVisitor<'s> for NameWalk<'s, '_> {
    fn expr(&mut self, part: &'s Expr) {
        if let Some(name) = part.as_name() {
            return self.mention(name, part.span);
        }
        let bound = self.bound.len();
        // A rule without parameters in an expression speaks of its own heap, unless a variable has that name.
        if part.rule().is_some() && self.bound.iter().all(|(bound, _)| *bound != HEAP) {
            self.bound.push((HEAP, NameMeaning::Heap));
        }
        part.parts(self);
        self.bound.truncate(bound);
    }

    fn name(&mut self, name: &'s Name) {
        self.mention(&name.text, name.span);
    }

    fn bind(&mut self, names: &'s [Name]) {
        for name in names {
            self.note(&name.text, name.span, NameMeaning::Bound(name.span));
            self.bound.push((&name.text, NameMeaning::Bound(name.span)));
        }
    }

    fn unbind(&mut self, count: usize) {
        self.bound.truncate(self.bound.len().saturating_sub(count));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceId;

    /// The statement with each name marked: `d` what it defines, `g` a global name, `h` the heap, and for a variable the
    /// column where it is bound.
    fn marked(text: &str) -> String {
        let read = crate::syntax::parse(SourceId(0), text);
        let [Ok(statement)] = &read[..] else { panic!("{text}: {read:?}") };
        let mark = |found: &Occurrence| {
            let meaning = match found.meaning {
                NameMeaning::Defined => "d".to_owned(),
                NameMeaning::Global => "g".to_owned(),
                NameMeaning::Heap => "h".to_owned(),
                NameMeaning::Bound(span) => span.start().to_string(),
            };
            assert_eq!(&text[found.span.range()], found.name);
            format!("{}:{meaning}", found.name)
        };
        occurrences(statement).iter().map(mark).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_name_has_its_meaning() {
        for (text, expected) in [
            ("game S = take <1,k> if n > 3", "S:d k:g n:h"),
            ("game W(a, b) = take any from a | (a-k, c) for k in 1..a", "W:d a:7 b:10 a:7 a:7 k:46 c:g k:46 a:7"),
            ("game G(n) where n > k = S", "G:d n:7 n:7 k:g S:g"),
            ("let f(x) = [x for x in 1..x] ++ [x, f(x)]", "f:d x:6 x:18 x:18 x:6 x:6 f:g x:6"),
            ("let k = 3", "k:d"),
            ("winner S(k) + (take <1> if n > 2)(3)", "S:g k:g n:h"),
            ("assert grundy S(n) == n for n in 0..k if n > 1", "S:g n:28 n:28 n:28 k:g n:28"),
            ("survey S(n) as a for n in 0..9", "S:g n:21 n:21"),
            ("time table S 0..k", "S:g k:g"),
            ("forget S, k", "S:g k:g"),
            ("S(4) -> S(k)", "S:g S:g k:g"),
        ] {
            assert_eq!(marked(text), expected, "{text}");
        }
    }
}
