//! Names whose meaning comes from somewhere else: the library's, whose text is read when they are first mentioned;
//! the games that questions are about; and the games in values, which may have been redefined.

use std::sync::Arc;

use grundy_engine::game::{Component, Game, Position, Sum, Summand, Value};

use crate::error::{Error, SemanticError};
use crate::lang::lower;
use crate::lang::names::{Definition, Names};
use crate::source::{Source, Span};
use crate::syntax::ast::Expr;

// Lowering asks for these, and they lower: as functions, this file and those of `lower` would use each other.
impl Names {
    /// Reads the library's text that defines this name, if there is one and it has not been read. Tests
    /// read the whole library, so it contains no errors.
    pub fn read_library(&mut self, name: &str) -> Result<(), Error> {
        let Some((title, text)) = self.unread(name) else { return Ok(()) };
        let source = self.sources.add(Source::new(format!("<library: {title}>"), text));
        for statement in crate::syntax::parse(source, text) {
            let statement = statement?;
            if let Some(game) = statement.game() {
                self.learn(&game.name.text, Definition::Game(Arc::new(game.clone())));
            }
            let Some(written) = statement.definition().cloned().map(Arc::new) else { continue };
            let definition = match written.parameters {
                Some(_) => Definition::Function(written.clone()),
                None => Definition::Value(lower::constant(self, &written.body)?, written.clone()),
            };
            self.learn(&written.name.text, definition);
        }
        Ok(())
    }

    /// The same value, in which every position belongs to the game that its game's name means now; `span` is the
    /// place where the value is used.
    ///
    /// # Errors
    /// As [`lower::game`], for a game that was redefined.
    pub fn refreshed(&mut self, value: &Value, span: Span) -> Result<Value, Error> {
        Ok(match value {
            Value::Position(sum) => Value::position(self.refreshed_sum(sum, span)?),
            Value::List(members) => Value::List(self.refreshed_all(members, span)?),
            Value::Tuple(members) => Value::Tuple(self.refreshed_all(members, span)?),
            other => other.clone(),
        })
    }

    fn refreshed_all(&mut self, members: &Arc<[Value]>, span: Span) -> Result<Arc<[Value]>, Error> {
        if members.iter().all(|member| matches!(member, Value::Integer(_) | Value::Text(_) | Value::Bool(_))) {
            return Ok(members.clone());
        }
        members.iter().map(|member| self.refreshed(member, span)).collect()
    }

    fn refreshed_sum(&mut self, sum: &Sum, span: Span) -> Result<Sum, Error> {
        let mut parts = Vec::with_capacity(sum.parts.len());
        for part in &sum.parts {
            let component = match &part.component {
                Component::Position(position) => {
                    let game = self.game_now(&position.game, span)?;
                    Component::Position(Position { game, coordinates: position.coordinates.clone() })
                }
                star => star.clone(),
            };
            parts.push(Summand { copies: part.copies, component });
        }
        Ok(Sum { parts })
    }

    /// The game that this game's name means now, if it has as many coordinates; otherwise the game itself.
    fn game_now(&mut self, game: &Arc<Game>, span: Span) -> Result<Arc<Game>, Error> {
        self.read_library(&game.name)?;
        if !self.is_game(&game.name) {
            return Ok(game.clone());
        }
        let now = lower::game(self, &game.name, span)?;
        Ok(if now.ruleset.arity() == game.ruleset.arity() { now } else { game.clone() })
    }

    /// The game a question about games is about; an error if there is no such game or the subject is something
    /// else.
    pub fn subject_game(&mut self, subject: &Expr) -> Result<Arc<Game>, Error> {
        let subject = subject.bare();
        if let Some(name) = subject.as_name() {
            return lower::game(self, name, subject.span);
        }
        if let Some(rule) = subject.rule() {
            return lower::anonymous(self, rule, subject.span);
        }
        let game = self.game_before(subject)?;
        if game.is_none()
            && (subject.applied().is_some() || subject.is_choice())
            && let Value::Game(game) = lower::subject(self, subject)?
        {
            return Ok(game);
        }
        let found = self.text(subject.span).to_owned();
        Err(Error::new(SemanticError::NotAGame { found, game }, subject.span))
    }

    /// The name of a game that stands before brackets with coordinates, where the subject looks like one of its
    /// positions.
    fn game_before(&mut self, subject: &Expr) -> Result<Option<String>, Error> {
        let Some(base) = subject.applied() else { return Ok(None) };
        let name = self.text(base.span).to_owned();
        self.read_library(&name)?;
        Ok(Some(name).filter(|name| self.is_game(name) || self.bound_game(name).is_some()))
    }
}
