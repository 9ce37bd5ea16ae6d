//! The subjects of questions about whole games, such as `period Kayles to 1000`, and of those along one coordinate
//! of a game, such as `period Up(n, 5)`: they are taken apart, lowered, and evaluated. Such an expression must not ask for
//! values of positions, but it may make games of rules.

use grundy_engine::game::{EvalErrorKind, Evaluator, GameRef, MemoTables, Meter, Oracle, Set, Term, Value};
use grundy_engine::nim::Convention;

use crate::error::{Error, SemanticError};
use crate::lang::errors;
use crate::lang::lower::lowerer::{Lowerer, Template, expression, variables};
use crate::lang::lower::ruleset::instantiate;
use crate::lang::lower::slice::{runs, slice};
use crate::lang::names::Names;
use crate::syntax::ast;
use crate::syntax::forms::Bounds;
use crate::syntax::occurrences;

/// The parts of the subject of a question about a game.
pub struct SubjectParts<'e> {
    pub game: &'e ast::Expr,
    /// The index of the coordinate along which the question is asked, and the expressions of the others in their
    /// order; `None` if the question is about the heaps of the game.
    pub line: Option<(usize, Vec<ast::Expr>)>,
    /// The last heap that is to be looked at.
    pub heaps: Option<ast::Expr>,
    /// For about how many seconds to look.
    pub seconds: Option<&'e ast::Expr>,
}

/// Takes the subject of a question apart. In `Up(n, 5)` and `Up 0..100, 5` the question is asked along one coordinate.
/// `is_variable` says which names are variables.
///
/// # Errors
/// Ranges that do not fit the game, or in which not just one coordinate runs, from 0 on; or a mistake in the library.
pub fn subject_parts<'e>(
    names: &mut Names,
    question: &'static str,
    subject: &'e ast::Expr,
    is_variable: &dyn Fn(&str) -> bool,
) -> Result<SubjectParts<'e>, Error> {
    let Bounds { game, ranges, heaps, seconds } = subject.bounds();
    let slice = slice(names, game, ranges, is_variable)?;
    if ranges.is_empty() {
        let line = slice.line();
        let game = if slice.running() == Some(1) { slice.game } else { game };
        return Ok(SubjectParts { game, line, heaps: heaps.cloned(), seconds });
    }
    let known = if is_bound(slice.game, is_variable) { None } else { Some(names.subject_game(slice.game)?) };
    let mut coordinates = slice.ranges(names, question, known.as_deref(), [0; 2])?;
    let running: Vec<usize> =
        (0..coordinates.len()).filter(|index| runs(names, &coordinates[*index], is_variable)).collect();
    let [along] = running[..] else {
        let game = names.text(slice.game.span).trim().to_owned();
        let kind = SemanticError::NotAlongOne { question, game, running: running.len() };
        return Err(Error::new(kind, subject.span));
    };
    let range = coordinates.remove(along);
    let line = (!coordinates.is_empty()).then_some((along, coordinates));
    Ok(SubjectParts { game: slice.game, line, heaps: last_from_0(names, question, &range)?, seconds })
}

/// Does the expression mention a variable?
fn is_bound(expr: &ast::Expr, is_variable: &dyn Fn(&str) -> bool) -> bool {
    let mut is_bound = false;
    occurrences::each_free(expr, |name| is_bound |= is_variable(name));
    is_bound
}

/// The end of a range of all numbers from 0 on; `None` if it is endless.
fn last_from_0(names: &Names, question: &'static str, range: &ast::Expr) -> Result<Option<ast::Expr>, Error> {
    let range = range.bare();
    if let Some((start, end, None)) = range.range()
        && start.number() == Some(0)
    {
        return Ok(end.cloned());
    }
    if let Some(Value::Set(set)) = range.as_name().and_then(|name| names.value_of(name))
        && let Set::Range { start: 0, end, step: 1 } = **set
    {
        return Ok(end.map(|last| ast::Expr::of_number(last, range.span)));
    }
    let written = names.text(range.span).trim().to_owned();
    Err(Error::new(SemanticError::NotFrom0 { question, range: written }, range.span))
}

impl Lowerer<'_> {
    /// Lowers a question about a whole game, such as `period`.
    pub(crate) fn ask_game(
        &mut self,
        question: &'static str,
        convention: Convention,
        subject: &ast::Expr,
    ) -> Result<Term, Error> {
        let parts = subject_parts(self.names, question, subject, &variables(&self.scope))?;
        let line = parts.line.map(|(along, others)| Ok::<_, Error>((along, self.values(&others)?)));
        Ok(Term::AskGame {
            question,
            convention,
            line: line.transpose()?,
            heaps: parts.heaps.map(|heaps| self.boxed(&heaps)).transpose()?,
            seconds: parts.seconds.map(|seconds| self.boxed(seconds)).transpose()?,
            game: self.asked_game(parts.game)?,
        })
    }

    /// The game that a question about games asks about.
    pub(crate) fn asked_game(&mut self, subject: &ast::Expr) -> Result<GameRef, Error> {
        if !is_bound(subject, &variables(&self.scope)) {
            return self.names.subject_game(subject).map(GameRef::Known);
        }
        match self.game_value(subject)? {
            GameRef::Value(expr) if matches!(expr.term, Term::Position(..) | Term::Heaps(..)) => {
                let found = self.names.text(subject.span).to_owned();
                Err(Error::new(SemanticError::NotAGame { found, game: None }, subject.span))
            }
            game => Ok(game),
        }
    }
}

/// The value of the subject of a question about a game.
///
/// # Errors
/// The first thing in it that has no meaning, or what went wrong while it was evaluated.
pub fn subject(names: &mut Names, expr: &ast::Expr) -> Result<Value, Error> {
    let program = expression(names, expr)?;
    let mut maker = Maker { meter: names.meter.clone(), names, templates: &program.templates, failed: None };
    // The memory of its answers is not accounted for, since they are dropped at once.
    let memo_tables = MemoTables::empty(&program.functions);
    let mut evaluator = Evaluator::new(&program.functions, &[], &memo_tables, &mut maker);
    let found = evaluator.value(&program.body, &mut program.frame());
    found.map_err(|fault| maker.failed.unwrap_or_else(|| errors::fault(fault, expr.span)))
}

/// An oracle that answers no questions, and only makes games of rules.
struct Maker<'n> {
    meter: Meter,
    names: &'n mut Names,
    templates: &'n [Template],
    /// Why a rule could not be made.
    failed: Option<Error>,
}

impl Oracle for Maker<'_> {
    fn make(&mut self, rule: usize, given: Vec<Value>) -> Result<Value, EvalErrorKind> {
        let template = &self.templates[rule];
        let refused = |_: &mut Names, _: &ast::Ask| Err(Error::new(SemanticError::AskInRule, template.span));
        instantiate(self.names, template, given, refused).map_err(|error| {
            self.failed = Some(error);
            EvalErrorKind::Stopped
        })
    }

    fn meter(&self) -> &Meter {
        &self.meter
    }
}
