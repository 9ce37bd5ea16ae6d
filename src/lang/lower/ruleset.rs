//! Rules as values, which are games. A rule that mentions no variable is made into a game at once; one that does
//! becomes a game whenever it is evaluated, for the values that its variables have then.

use grundy_engine::sorting::sort_by_key;
use std::sync::Arc;

use grundy_engine::game::{At, Expr, Game, GameRef, Term, Value};

use crate::error::{Error, SemanticError, Wanted};
use crate::lang::free_names;
use crate::lang::lower::definition::HEAP;
use crate::lang::lower::game;
use crate::lang::lower::lowerer::{Context, Lowerer, RulesetTemplate, literal};
use crate::lang::lower::slice::rewrites_boards;
use crate::lang::names::Names;
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind};

/// The game of a rule whose variables have these values.
///
/// # Errors
/// The first thing in the rule that has no meaning with these values.
pub fn instantiate(names: &mut Names, template: &RulesetTemplate, values: Vec<Value>) -> Result<Arc<Game>, Error> {
    let text = template.written(names, &values);
    let bindings = template.variables.iter().cloned().zip(values).collect();
    let outer = std::mem::replace(&mut names.bindings, bindings);
    let game = game::unnamed(names, &template.rule, text, template.span);
    names.bindings = outer;
    game
}

impl Lowerer<'_> {
    /// Lowers a rule that stands where a value is expected.
    pub(crate) fn ruleset(&mut self, rule: &ast::Rule, span: Span) -> Result<Expr, Error> {
        let mut template = RulesetTemplate { rule: rule.clone(), span, variables: Vec::new(), places: Vec::new() };
        let mut slots = Vec::new();
        for (name, place) in free_names::rule(rule) {
            let Some(slot) = self.variable_around_rule(&name) else {
                self.must_mean_something(&name, place)?;
                continue;
            };
            if let Context::Rule { .. } = self.context {
                return Err(Error::new(SemanticError::RuleInRule { name }, place));
            }
            let known = slots.iter().position(|other| *other == slot);
            let variable = known.unwrap_or_else(|| {
                slots.push(slot);
                template.variables.push(name);
                slots.len() - 1
            });
            template.places.push((place, variable));
        }
        if slots.is_empty() {
            let text = self.names.text(span).to_owned();
            let game = game::unnamed(self.names, rule, text, span)?;
            return Ok(literal(Value::Game(game), span));
        }
        sort_by_key(&mut template.places, |(place, _)| place.start);
        self.functions.note_expensive();
        self.rulesets.push(template);
        Ok(Expr { term: Term::Made { rule: self.rulesets.len() - 1, given: slots }, at: At::from(span) })
    }

    /// An error if the digits of a clause's code depend on a variable: the code is read once, for all moves.
    pub(super) fn must_be_constant(&self, digits: &ast::Expr) -> Result<(), Error> {
        match free_names::expression(digits).into_iter().find(|name| self.variable_around_rule(name).is_some()) {
            Some(name) => Err(Error::new(SemanticError::CodeInRule { name }, digits.span)),
            None => Ok(()),
        }
    }

    /// The slot of a variable that a rule mentions. It hides the heap if it is called `n`; but the heap of a game
    /// whose rule has another rule in it is not meant there.
    fn variable_around_rule(&self, name: &str) -> Option<usize> {
        let own_heap = matches!(self.context, Context::Rule { names_heap: false, .. })
            && self.functions.current.is_none()
            && name == HEAP;
        self.variable(name).filter(|slot| !(own_heap && *slot == 0))
    }

    /// An error for a name without a meaning. Without this check, it would be reported only when the rule is
    /// evaluated.
    fn must_mean_something(&mut self, name: &str, place: Span) -> Result<(), Error> {
        if name != HEAP && self.names.binding(name).is_none() && self.meant(name)?.is_none() {
            return Err(self.unknown(name, Wanted::Anything, place));
        }
        Ok(())
    }

    /// Lowers an expression that stands where a game is expected.
    pub(crate) fn game_value(&mut self, expr: &ast::Expr) -> Result<GameRef, Error> {
        if let (Context::Rule { .. }, ExprKind::Call { callee, .. }) = (&self.context, &expr.kind)
            && self.functions.current.is_none()
            && !free_names::expression(expr).iter().any(|name| self.variable(name).is_some())
            && self.gives_a_game(callee)?
        {
            // The same game in all positions: its rule does not change inside this one.
            return self.names.subject_game(expr).map(GameRef::Known);
        }
        let lowered = self.value(expr)?;
        Ok(match lowered.term {
            Term::Constant(Value::Game(game)) => GameRef::Known(game),
            _ => GameRef::Value(Box::new(lowered)),
        })
    }

    /// Lowers an expression that must not be a game.
    pub(crate) fn operand(&mut self, expr: &ast::Expr) -> Result<Box<Expr>, Error> {
        let lowered = self.boxed(expr)?;
        match &lowered.term {
            Term::Constant(Value::Game(game)) => Err(missing_position(self.names, game, expr)),
            _ => Ok(lowered),
        }
    }
}

/// The error for a game where one of its positions is expected. A game of a family is called as it was written.
pub fn missing_position(names: &Names, game: &Game, expr: &ast::Expr) -> Error {
    let (arity, on_boards) = (game.ruleset.arity(), rewrites_boards(game));
    let game = match &expr.kind {
        ExprKind::Call { .. } => names.text(expr.span).trim().to_owned(),
        _ => game.name.to_string(),
    };
    Error::new(SemanticError::MissingPosition { game, arity, on_boards }, expr.span)
}

/// Is this the bare name of a game, or a rule? A user who types that may mean a position.
pub fn is_bare_game(names: &mut Names, expr: &ast::Expr) -> Result<bool, Error> {
    match &expr.kind {
        ExprKind::Name(name) => crate::lang::lower::definition::is_game(names, name),
        ExprKind::Group(inner) => is_bare_game(names, inner),
        ExprKind::Ruleset(_) => Ok(true),
        _ => Ok(false),
    }
}
