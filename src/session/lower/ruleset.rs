//! Rules where a value is wanted: games. One that names no variable is made at once; one that does is made anew for
//! the values of its variables, whenever it is evaluated.

use std::sync::Arc;

use grundy_engine::game::{At, Expr, Game, GameRef, Ruleset, Term, Value, rewrites_where};

use super::game;
use super::line::subject_parts;
use super::lowerer::{Context, Lowerer, literal};
use super::open_ruleset::OpenRuleset;
use crate::error::{Error, Meaning, Wanted};
use crate::session::free_names;
use crate::session::names::{Definition, Meant, Names};
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind};

/// The game of a rule where its variables have these values.
///
/// # Errors
/// What has no meaning in the rule then.
pub fn closed(names: &mut Names, open: &OpenRuleset, values: Vec<Value>) -> Result<Arc<Game>, Error> {
    let text = open.written(names, &values);
    let given = open.variables.iter().cloned().zip(values).collect();
    let around = std::mem::replace(&mut names.given, given);
    let game = game::unnamed(names, &open.rule, text, open.span);
    names.given = around;
    game
}

impl Lowerer<'_> {
    /// A rule where a value is wanted.
    pub(super) fn ruleset(&mut self, rule: &ast::Rule, span: Span) -> Result<Expr, Error> {
        let mut open = OpenRuleset { rule: rule.clone(), span, variables: Vec::new(), places: Vec::new() };
        let mut slots = Vec::new();
        for (name, place) in free_names::rule(rule) {
            let Some(slot) = self.variable(&name) else {
                self.must_mean_something(&name, place)?;
                continue;
            };
            if let Context::Rule { .. } = self.context {
                return Err(Error::new(Meaning::RuleInRule { name }, place));
            }
            let known = slots.iter().position(|other| *other == slot);
            let variable = known.unwrap_or_else(|| {
                slots.push(slot);
                open.variables.push(name);
                slots.len() - 1
            });
            open.places.push((place, variable));
        }
        if slots.is_empty() {
            let text = self.names.text(span).to_owned();
            let game = game::unnamed(self.names, rule, text, span)?;
            return Ok(literal(Value::Game(game), span));
        }
        open.places.sort_by_key(|(place, _)| place.start);
        self.functions.labour();
        self.rulesets.push(open);
        Ok(Expr { term: Term::Made { rule: self.rulesets.len() - 1, given: slots }, at: At::from(span) })
    }

    /// A name in a rule that is made later, when it would be said too late that nothing is called so.
    fn must_mean_something(&mut self, name: &str, place: Span) -> Result<(), Error> {
        if self.names.given(name).is_none() && self.meant(name)?.is_none() {
            return Err(self.unknown(name, Wanted::Anything, place));
        }
        Ok(())
    }

    /// The game that an expression stands for.
    pub(super) fn game_value(&mut self, expr: &ast::Expr) -> Result<GameRef, Error> {
        let lowered = self.value(expr)?;
        Ok(match lowered.term {
            Term::Constant(Value::Game(game)) => GameRef::Known(game),
            _ => GameRef::Value(Box::new(lowered)),
        })
    }

    /// A question about a game.
    pub(super) fn ask_game(&mut self, question: &'static str, subject: &ast::Expr) -> Result<Term, Error> {
        let scope = &self.scope;
        let parts = subject_parts(self.names, subject, &|name| scope.iter().any(|known| known.0 == name))?;
        let line = parts.line.map(|(along, others)| {
            let others = others.into_iter().map(|other| self.value(other)).collect::<Result<_, _>>()?;
            Ok::<_, Error>((along, others))
        });
        Ok(Term::AskGame {
            question,
            line: line.transpose()?,
            heaps: parts.heaps.map(|heaps| self.boxed(heaps)).transpose()?,
            seconds: parts.seconds.map(|seconds| self.boxed(seconds)).transpose()?,
            game: self.asked_game(parts.game)?,
        })
    }

    /// The game that a question about games asks about.
    fn asked_game(&mut self, subject: &ast::Expr) -> Result<GameRef, Error> {
        let mut depends = false;
        free_names::each(subject, |name| depends |= self.variable(name).is_some());
        if !depends {
            return self.names.subject_game(subject).map(GameRef::Known);
        }
        match self.game_value(subject)? {
            GameRef::Value(expr) if matches!(expr.term, Term::Position(..) | Term::Heaps(..)) => {
                let found = self.names.text(subject.span).to_owned();
                Err(Error::new(Meaning::NotAGame { found, game: None }, subject.span))
            }
            game => Ok(game),
        }
    }

    /// An expression of which something other than a game is wanted.
    pub(super) fn operand(&mut self, expr: &ast::Expr) -> Result<Box<Expr>, Error> {
        let lowered = self.boxed(expr)?;
        match &lowered.term {
            Term::Constant(Value::Game(game)) => Err(no_heap(game, expr.span)),
            _ => Ok(lowered),
        }
    }
}

/// A game where one of its positions is wanted.
pub fn no_heap(game: &Game, span: Span) -> Error {
    let on_boards =
        matches!(&game.ruleset, Ruleset::Explicit(system, index) if rewrites_where(system, *index).is_some());
    Error::new(Meaning::NoHeap { game: game.name.to_string(), arity: game.ruleset.arity(), on_boards }, span)
}

/// Is this a game by its name alone, or a rule, so that a position may be meant?
pub fn is_bare_game(names: &mut Names, expr: &ast::Expr) -> Result<bool, Error> {
    match &expr.kind {
        ExprKind::Name(name) => super::definition::is_game(names, name),
        ExprKind::Group(inner) => is_bare_game(names, inner),
        ExprKind::Ruleset(_) => Ok(true),
        _ => Ok(false),
    }
}

impl Names {
    /// The value of a variable that the rule which is being made sees around it.
    pub fn given(&self, name: &str) -> Option<&Value> {
        self.given.iter().find(|given| given.0 == name).map(|given| &given.1)
    }

    /// The game that is the value of this name, where it is not the name of a game.
    pub fn game_given(&self, name: &str) -> Option<Arc<Game>> {
        let value = match self.given(name) {
            Some(value) => value.clone(),
            None => match self.get(name)? {
                Meant::Defined(Definition::Value(value, _)) | Meant::Constant(value) => value,
                _ => return None,
            },
        };
        if let Value::Game(game) = value { Some(game) } else { None }
    }
}
