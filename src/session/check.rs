//! `--check`: finds errors in a script without running it. Every statement is lowered, but the solver is never
//! asked.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::error::{Error, Kind, SemanticError};
use crate::lang::names::{Definition, Names};
use crate::lang::session::Session;
use crate::lang::{free_names, lower};
use crate::source::Span;
use crate::syntax::ast::{Exercises, Explained, Expr, ExprKind, LetDefinition, Statement, StatementKind};

/// Every semantic error in these statements that can be found without running them. The session stays as it
/// is. If it is told to stop, the last error says so.
pub fn check(session: &mut Session, statements: &[Statement]) -> Vec<Error> {
    let (names, unknown, noted) = (session.names.clone(), FxHashSet::default(), FxHashSet::default());
    let mut checker = Checker { names, unknown, noted, errors: Vec::new() };
    for statement in flattened(statements) {
        checker.announce(statement);
    }
    for statement in flattened(statements) {
        if !checker.goes_on(statement.span) {
            break;
        }
        checker.statement(statement);
    }
    let loads = flattened(statements).any(|statement| matches!(statement.kind, StatementKind::Load(_)));
    // A loaded file may define any name, so unknown names are not errors.
    checker.errors.iter().for_each(|error| session.forget_stop(error));
    checker.errors.retain(|error| !loads || !matches!(*error.kind, Kind::Semantic(SemanticError::Unknown { .. })));
    checker.errors
}

/// The statements; of `time STATEMENT` the statement that is timed.
fn flattened(statements: &[Statement]) -> impl Iterator<Item = &Statement> {
    statements.iter().map(|statement| match &statement.kind {
        StatementKind::Time(inner) => inner,
        _ => statement,
    })
}

struct Checker {
    names: Names,
    /// Names whose values cannot be known without asking the solver. Whatever mentions them is not checked.
    unknown: FxHashSet<String>,
    /// The places of the errors, with their codes.
    noted: FxHashSet<(Span, &'static str)>,
    errors: Vec<Error>,
}

impl Checker {
    /// Defines the games and functions of a script before any statement is checked, since they may be mentioned
    /// before they are defined. Values are unknown until then.
    fn announce(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Game(game) => {
                self.names.define(&game.name.text, Definition::Game(Arc::new(game.clone())));
            }
            StatementKind::Let(written) if written.parameters.is_some() => {
                self.names.define(&written.name.text, Definition::Function(Arc::new(written.clone())));
            }
            StatementKind::Let(written) => {
                self.unknown.insert(written.name.text.clone());
            }
            _ => {}
        }
    }

    /// Whether to check what stands here. If not, the last error says why.
    fn goes_on(&mut self, span: Span) -> bool {
        let goes_on = self.names.meter.check().map_err(|halt| Error::stopped(halt, span));
        self.note(goes_on);
        !self.errors.last().is_some_and(Error::is_stopped)
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Game(game) => {
                self.look(&free_names::game(game), |names| lower::game(names, &game.name.text, game.name.span));
            }
            StatementKind::Let(written) => self.definition(written),
            StatementKind::Check(claim) | StatementKind::Assert(claim) => {
                self.look(&free_names::claim(claim), |names| lower::claim(names, claim));
            }
            StatementKind::Survey(survey) => {
                let mentioned =
                    free_names::in_cases(&survey.qualifiers, survey.columns.iter().map(|column| &column.expr));
                self.look(&mentioned, |names| lower::survey(names, survey));
            }
            StatementKind::Print(things) => {
                let regrouped = lower::with_ranges_that_follow(&mut self.names, things, &|_| false);
                for thing in regrouped.ok().flatten().as_ref().unwrap_or(things) {
                    if !self.goes_on(thing.span) {
                        return;
                    }
                    self.expression(thing);
                }
            }
            StatementKind::Move { from, to } => [from, to].into_iter().for_each(|expr| self.expression(expr)),
            StatementKind::Expression(expr) => self.expression(expr),
            StatementKind::Ask(ask) => self.subject(&ask.subject),
            StatementKind::Exercises(Exercises { game: Some(game), .. }) => self.subject(game),
            StatementKind::Explain { subject: Explained::Position(expr), .. } => self.subject(expr),
            StatementKind::Explain { subject: Explained::Calculation(expr), .. } => self.expression(expr),
            StatementKind::Explain { subject: Explained::Period(game), .. } => {
                self.subject(game);
            }
            StatementKind::Table { game, ranges, .. }
            | StatementKind::Listed { game, ranges, .. }
            | StatementKind::Values { game, ranges, .. }
            | StatementKind::Plot { game, ranges, .. } => {
                self.subject(game);
                ranges.iter().for_each(|range| self.expression(range));
            }
            StatementKind::Pattern { subject, ranges } => {
                self.look(&free_names::expression(subject), |names| match names.subject_game(subject) {
                    Ok(_) => Ok(()),
                    Err(_) => lower::expression(names, subject).map(|_| ()),
                });
                ranges.iter().for_each(|range| self.expression(range));
            }
            StatementKind::Tree { position, .. } | StatementKind::Play { position, .. } => self.expression(position),
            _ => {}
        }
    }

    fn definition(&mut self, written: &LetDefinition) {
        if let ExprKind::Question(question) = &written.body.kind {
            return self.statement(question);
        }
        // What a file contains is not known here.
        if matches!(written.body.kind, ExprKind::Read(..)) {
            return;
        }
        if written.parameters.is_some() {
            let found = lower::function(&mut self.names, &Arc::new(written.clone()));
            return self.note(found);
        }
        if !self.is_known(&free_names::expression(&written.body)) {
            return;
        }
        match lower::constant(&mut self.names, &written.body) {
            Ok(value) => {
                self.unknown.remove(&written.name.text);
                self.names.define(&written.name.text, Definition::Value(value, Arc::new(written.clone())));
            }
            Err(error) if matches!(*error.kind, Kind::Semantic(SemanticError::AskInRule)) => {}
            Err(error) => self.note(Err(error)),
        }
    }

    /// Checks the subject of a question: a game, or a position of one.
    fn subject(&mut self, subject: &Expr) {
        self.look(&free_names::expression(subject), |names| match names.subject_game(subject) {
            Err(error) if matches!(*error.kind, Kind::Semantic(SemanticError::NotAGame { .. })) => {
                lower::expression(names, subject).map(|_| ())
            }
            found => found.map(|_| ()),
        });
    }

    fn expression(&mut self, expr: &Expr) {
        self.look(&free_names::expression(expr), |names| lower::expression(names, expr));
    }

    /// Runs a check on something that mentions these names, unless the value of one of them is unknown.
    fn look<T>(&mut self, mentioned: &[String], look: impl FnOnce(&mut Names) -> Result<T, Error>) {
        if self.is_known(mentioned) {
            let found = look(&mut self.names).map(|_| ());
            self.note(found);
        }
    }

    fn is_known(&self, mentioned: &[String]) -> bool {
        mentioned.iter().all(|name| !self.unknown.contains(name))
    }

    /// Keeps an error, unless the same error was kept for this place: a rule is checked wherever it is used.
    fn note(&mut self, found: Result<(), Error>) {
        if let Err(error) = found
            && self.noted.insert((error.span, error.code()))
        {
            self.errors.push(error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_engine::solve::{Limits, Signal};

    #[test]
    fn a_long_line_of_expressions_hears_the_signal() {
        let signal = Arc::new(Signal::stopping_after(u64::MAX));
        let mut session = crate::session::new(Limits::default(), signal.clone());
        let line = format!("print {}z", "a, b, c, ".repeat(1000));
        let statements: Vec<Statement> = session.read("<test>", &line).into_iter().map(Result::unwrap).collect();
        assert_eq!(check(&mut session, &statements).len(), 3001);
        signal.allow(100);
        let errors = check(&mut session, &statements);
        assert!(errors.len() <= 101 && errors.last().is_some_and(Error::is_stopped), "{}", errors.len());
    }
}
