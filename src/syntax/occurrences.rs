//! Where names stand in a statement, and which of them are its own variables.

use super::ast::{Expr, ExprKind, Name, Rule, Statement, StatementKind};
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
    let mut names = FoundNames { bound: Vec::new(), found: Vec::new() };
    names.statement(statement);
    names.found.sort_unstable_by_key(|found| (found.span.start(), found.span.end()));
    names.found.dedup();
    names.found
}

/// Whether an expression names something that it does not bind itself.
pub fn mentions(expr: &Expr, name: &str) -> bool {
    let mut names = FoundNames { bound: Vec::new(), found: Vec::new() };
    names.expr(expr);
    names.found.iter().any(|found| found.name == name && found.meaning == NameMeaning::Global)
}

/// A variable that can be seen: its name, and where it is bound.
type Variable<'s> = (&'s str, NameMeaning);

struct FoundNames<'s> {
    bound: Vec<Variable<'s>>,
    found: Vec<Occurrence<'s>>,
}

impl<'s> FoundNames<'s> {
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
        self.found.push(Occurrence { name, span, meaning });
    }

    fn mention(&mut self, name: &'s str, span: Span) {
        let bound = self.bound.iter().rev().find(|(bound, _)| *bound == name);
        self.note(name, span, bound.map_or(NameMeaning::Global, |(_, meaning)| *meaning));
    }
}

impl<'s> PartVisitor<'s> for FoundNames<'s> {
    fn expr(&mut self, part: &'s Expr) {
        match &part.kind {
            ExprKind::Name(name) => self.mention(name, part.span),
            // A rule without parameters in an expression speaks of its own heap.
            ExprKind::Ruleset(_) => {
                self.bound.push((HEAP, NameMeaning::Heap));
                part.parts(self);
                self.unbind(1);
            }
            _ => part.parts(self),
        }
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
