//! Evaluates expressions: they are lowered and run by the engine's evaluator, whose questions about positions and
//! games `Asker` answers with the solver.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_engine::code::Loops;
use grundy_engine::game::{
    AskedGame, At, Board, Component, EvalError, EvalErrorKind, Evaluator, Game, Halt, LARGEST_COORDINATE, Meter,
    Oracle, Position, PositionPart, PositionQuestion, Ruleset, Set, Step, Sum, TICK, Value, Violated, expected,
    rewrites,
};
use grundy_engine::nim::{Convention, Nimber, NumberRow};
use grundy_engine::solve::{MisereEquality, MisereForm, Quotient, SolveError, Solver};

use crate::error::{Error, SemanticError};
use crate::lang::lower::{self, Program, Template};
use crate::lang::names::Names;
use crate::lang::periods::PeriodCache;
use crate::lang::{errors, listed, periods, questions, quotients, rows};
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::words::{self, AsksAbout};

/// The value of any expression.
///
/// # Errors
/// The expression has no meaning, a fault happened while it was evaluated, the solver stopped, or the value is too
/// large to be shown: nested lists may share their members, so a value that takes little memory can be enormous
/// when it is written out.
pub fn value(names: &mut Names, solver: &mut Solver, expr: &ast::Expr) -> Result<Value, Error> {
    let program = lower::expression(names, expr)?;
    evaluated(&program, names, solver, expr.span)
}

/// As [`value`], of an expression that has been lowered.
fn evaluated(program: &Program, names: &mut Names, solver: &mut Solver, span: Span) -> Result<Value, Error> {
    let value = run(program, names, solver, span)?;
    limited_to(value, LARGEST_SHOWN, solver, span)
}

/// The most members a value may have, counted through all levels of nesting.
const LARGEST_SHOWN: usize = 50_000_000;

/// The value itself, or an error if it has more than `most` members, nested ones included.
fn limited_to(value: Value, most: usize, solver: &Solver, span: Span) -> Result<Value, Error> {
    let mut room = most;
    if fits(&value, &mut room, solver.budget().meter()).map_err(|halt| errors::fault(halt.into(), span))? {
        return Ok(value);
    }
    let kind = EvalErrorKind::TooLarge { limit: most };
    Err(Error::new(SemanticError::Fault { kind: Box::new(kind), at: None }, span))
}

/// Whether a value has at most `room` members, nested ones included; they are subtracted from `room`.
pub(crate) fn fits(value: &Value, room: &mut usize, meter: &Meter) -> Result<bool, Halt> {
    let Some(left) = room.checked_sub(1) else { return Ok(false) };
    *room = left;
    meter.spend(1)?;
    match value {
        Value::List(members) | Value::Tuple(members) => all_fit(members, room, meter),
        Value::Set(set) => set_fits(set, room, meter),
        Value::Position(sum) => {
            for part in &sum.parts {
                if let Component::Position(position) = &part.component
                    && !all_fit(&position.coordinates, room, meter)?
                {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        _ => Ok(true),
    }
}

fn all_fit(members: &[Value], room: &mut usize, meter: &Meter) -> Result<bool, Halt> {
    for member in members {
        if !fits(member, room, meter)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// As [`fits`], of the members that a set lists.
fn set_fits(set: &Set, room: &mut usize, meter: &Meter) -> Result<bool, Halt> {
    match set {
        Set::Finite(members) => all_fit(members, room, meter),
        Set::Union(parts) => {
            for part in parts.iter() {
                if !set_fits(part, room, meter)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        Set::Except(pair) => Ok(set_fits(&pair.0, room, meter)? && set_fits(&pair.1, room, meter)?),
        Set::Range { .. } | Set::Family(_) | Set::Comprehension(_) | Set::Sequence(_) => Ok(true),
    }
}

/// The value of an expression that has been lowered. The error is a fault, or why the solver stopped.
pub fn run(program: &Program, names: &mut Names, solver: &mut Solver, span: Span) -> Result<Value, Error> {
    run_in(program, &mut program.frame(), names, solver, span)
}

/// Like [`run`], in a frame where variables have values already.
pub fn run_in(
    program: &Program,
    frame: &mut [Value],
    names: &mut Names,
    solver: &mut Solver,
    span: Span,
) -> Result<Value, Error> {
    let mut asker = Asker::new(program, names, solver);
    let result = evaluator(program, &mut asker).value(&program.body, frame);
    result.map_err(|fault| asker.error(fault, span))
}

/// The evaluator of a program. Its loops over numbers run compiled.
fn evaluator<'a>(program: &'a Program, asker: &'a mut Asker) -> Evaluator<'a> {
    Evaluator::new(&program.functions, &[], &program.memo_tables, asker).compiling(&Loops)
}

/// Evaluates the cells of a survey, each independently of what was asked before.
pub struct CellEvaluator<'a> {
    pub names: &'a mut Names,
    pub solver: &'a mut Solver,
    pub period_cache: &'a mut PeriodCache,
}

impl CellEvaluator<'_> {
    /// The value of a cell, in a frame where variables have values already. It is an error if the value is too
    /// large for a cell.
    pub fn cell(&mut self, program: &Program, frame: &mut [Value], span: Span) -> Result<Value, Error> {
        /// The most members of a list, or bytes of a text.
        const LARGEST: usize = 100_000;
        let mut asker = self.asker(program);
        let value = evaluator(program, &mut asker).value(&program.body, frame);
        let value = value.map_err(|fault| asker.error(fault, span))?;
        match value {
            Value::Text(text) if text.len() > LARGEST => {
                let kind = EvalErrorKind::TooLarge { limit: LARGEST };
                Err(Error::new(SemanticError::Fault { kind: Box::new(kind), at: None }, span))
            }
            value => limited_to(value, LARGEST, self.solver, span),
        }
    }

    /// Whether all these tests hold in this frame.
    pub fn hold(&mut self, tests: &[Step], program: &Program, frame: &mut [Value], span: Span) -> Result<bool, Error> {
        let mut asker = self.asker(program);
        let flow = evaluator(program, &mut asker).each(tests, frame, &mut |_, _| Ok(ControlFlow::Break(())));
        Ok(flow.map_err(|fault| asker.error(fault, span))?.is_break())
    }

    fn asker<'s>(&'s mut self, program: &'s Program) -> Asker<'s> {
        let mut asker = Asker::new(program, self.names, self.solver);
        asker.period_cache = Some(self.period_cache);
        asker
    }
}

/// So many questions may be answered by their verbs, each within the one before: the stack has room for the evaluators of all.
const MOST_WITHIN: usize = 8;

/// What a question is about.
pub enum Subject {
    Sum(Sum),
    /// The parts of a position with long rows of heaps.
    Parts(Vec<PositionPart>),
}

/// The position an expression stands for. The error is one of [`value`], or that the value is not a position.
pub fn position(names: &mut Names, solver: &mut Solver, expr: &ast::Expr) -> Result<Sum, Error> {
    match subject(names, solver, expr, u64::MAX)? {
        Subject::Sum(sum) => Ok(sum),
        Subject::Parts(_) => Err(errors::internal("a row of more heaps than there are", expr.span)),
    }
}

/// As [`position`], but rows of more than `most` heaps are not listed.
pub fn subject(names: &mut Names, solver: &mut Solver, expr: &ast::Expr, most: u64) -> Result<Subject, Error> {
    let heaps = lower::own_heaps(names, expr);
    let expr = heaps.as_ref().unwrap_or(expr);
    let program = lower::expression(names, expr)?;
    let mut asker = Asker::new(&program, names, solver);
    let parts = evaluator(&program, &mut asker).parts_with_rows(&program.body, most, &mut program.frame());
    if let Some(parts) = parts.map_err(|fault| asker.error(fault, expr.span))? {
        return Ok(Subject::Parts(parts));
    }
    match evaluated(&program, names, solver, expr.span)? {
        Value::Position(sum) => Ok(Subject::Sum(Arc::unwrap_or_clone(sum))),
        Value::Game(game) => Err(lower::missing_position(names, &game, expr.bare())),
        other => {
            let typed = as_size(names, expr);
            let kind = SemanticError::NotAPosition { found: other.brief(), kind: other.kind(), game: None, typed };
            Err(Error::new(kind, expr.span))
        }
    }
}

/// A number as it was typed, to be the size of a nim-heap behind a star. A sum or a product of numbers may be meant as
/// one of heaps: then `None`.
fn as_size(names: &Names, expr: &ast::Expr) -> Option<String> {
    let text = names.text(expr.span);
    match expr.bare().operation() {
        Some((operator, ..)) if !matches!(operator, ast::BinaryOperator::Xor | ast::BinaryOperator::Power) => None,
        _ if expr.operation().is_some() => Some(format!("({text})")),
        _ => Some(text.to_owned()),
    }
}

/// Runs through all cases of `steps` and visits each with its frame and the value of the program's body, until the
/// visitor breaks or there is an error.
pub fn each_case(
    steps: &[Step],
    program: &Program,
    names: &mut Names,
    solver: &mut Solver,
    span: Span,
    visit: &mut dyn FnMut(&[Value], Value) -> ControlFlow<()>,
) -> Result<(), Error> {
    let mut asker = Asker::new(program, names, solver);
    let mut evaluator = evaluator(program, &mut asker);
    let result = evaluator.each(steps, &mut program.frame(), &mut |evaluator, frame| {
        let value = evaluator.value(&program.body, frame)?;
        Ok(visit(frame, value))
    });
    result.map(|_| ()).map_err(|fault| asker.error(fault, span))
}

/// The cases of a claim, up to the first that does not hold.
pub struct HeldCases {
    pub held: u128,
    /// The frame of the case that does not hold, and its value.
    pub failed: Option<(Vec<Value>, Value)>,
}

/// How many cases of `steps` there are before the first for which the program's body is not true, and that one: its
/// frame, and the value of the body.
pub fn held(
    steps: &[Step],
    program: &Program,
    names: &mut Names,
    solver: &mut Solver,
    span: Span,
) -> Result<HeldCases, Error> {
    let mut asker = Asker::new(program, names, solver);
    let mut frame = program.frame();
    let found = evaluator(program, &mut asker).held(steps, &program.body, &mut frame);
    let (held, failed) = found.map_err(|fault| asker.error(fault, span))?;
    Ok(HeldCases { held, failed: failed.map(|value| (frame, value)) })
}

/// The evaluator's oracle: answers the questions of an expression with the solver.
struct Asker<'s> {
    names: &'s mut Names,
    solver: &'s mut Solver,
    /// The rules in the expression that depend on its variables, and the questions that verbs answer.
    templates: &'s [Template],
    /// For each of these, the values of its variables and what was made from it last.
    made: Vec<Option<(Vec<Value>, Value)>>,
    /// Answers questions about periods where no answer may depend on what was asked before; `None` elsewhere.
    period_cache: Option<&'s mut PeriodCache>,
    /// Why the solver stopped; the evaluator itself only knows that it did.
    stopped: Option<SolveError>,
    /// Why a rule could not be made into a game.
    failed: Option<Error>,
    /// How often the evaluator has called `tick`, which it does once every `TICK` turns of its loops.
    ticks: u64,
}

impl<'s> Asker<'s> {
    fn new(program: &'s Program, names: &'s mut Names, solver: &'s mut Solver) -> Asker<'s> {
        let templates = &program.templates[..];
        let made = vec![None; templates.len()];
        Asker { names, solver, templates, made, period_cache: None, stopped: None, failed: None, ticks: 0 }
    }

    /// The error for what ended an evaluation; `span` is its place where the fault has no place of its own.
    fn error(&mut self, fault: EvalError, span: Span) -> Error {
        if let Some(failed) = self.failed.take() {
            return failed;
        }
        let stop = match &*fault.kind {
            EvalErrorKind::Halted(halt) => Some(SolveError::from(*halt)),
            EvalErrorKind::Stopped => self.stopped.take(),
            _ => None,
        };
        match stop {
            Some(stop) => {
                let at = if fault.at.is_empty() { span } else { fault.at.into() };
                errors::stopped(stop, self.solver, at)
            }
            None => errors::fault(fault, span),
        }
    }

    /// Why a position does not belong to its game.
    fn outside_domain(&self, position: &Position) -> EvalErrorKind {
        match position.violated(self.solver.budget().meter()) {
            Ok(violated) => outside(self.names, position, violated.unwrap_or_default()),
            Err(fault) => *fault.kind,
        }
    }

    /// Remembers why the solver stopped, and tells the evaluator that it did.
    fn or_stop<T>(&mut self, result: Result<T, SolveError>) -> Result<T, EvalErrorKind> {
        result.map_err(|stop| {
            self.stopped = Some(stop);
            EvalErrorKind::Stopped
        })
    }

    /// As [`Self::or_stop`], where what goes beyond the limit of a question is told as that.
    fn or_stop_of<T>(&mut self, question: &str, result: Result<T, SolveError>) -> Result<T, EvalErrorKind> {
        const FORM: u64 = MisereForm::LONGEST as u64;
        match (question, &result) {
            ("quotient", Err(SolveError::Positions { limit: Quotient::MOST_POSITIONS })) => {
                Err(EvalErrorKind::TooManyForQuotient { limit: Quotient::MOST_POSITIONS })
            }
            ("form", Err(SolveError::Positions { limit: FORM })) => {
                Err(EvalErrorKind::LongForm { limit: MisereForm::LONGEST })
            }
            _ => self.or_stop(result),
        }
    }
}

impl Oracle for Asker<'_> {
    fn ask(
        &mut self,
        question: PositionQuestion,
        convention: Convention,
        subject: &Sum,
    ) -> Result<Value, EvalErrorKind> {
        let answer = questions::answer(self.solver, question, convention, subject);
        self.or_stop_of(if let PositionQuestion::Other(word) = question { word } else { "" }, answer)
    }

    fn are_equal_in_misere(&mut self, left: &Sum, right: &Sum) -> Result<bool, EvalErrorKind> {
        let equality = self.solver.misere_equality(left, right);
        match self.or_stop(equality)? {
            MisereEquality::Equal => Ok(true),
            MisereEquality::Different => Ok(false),
            MisereEquality::Alike => Err(EvalErrorKind::OnlyAlike { left: left.to_string(), right: right.to_string() }),
        }
    }

    fn heap_value(&mut self, game: &Arc<Game>, heap: i128) -> Result<Nimber, EvalErrorKind> {
        let Some(size) = u64::try_from(heap).ok().filter(|size| i128::from(*size) <= LARGEST_COORDINATE) else {
            return Err(EvalErrorKind::Coordinate { game: game.name.to_string(), value: heap });
        };
        let result = self.solver.heap_value(&game.ruleset, size);
        self.or_stop(result)
    }

    fn without_rows(&mut self, parts: &[PositionPart]) -> Result<Sum, EvalErrorKind> {
        let result = rows::without_rows(self.solver, parts);
        self.or_stop(result)
    }

    fn sums_row(&mut self, game: &Arc<Game>, heaps: NumberRow) -> Result<bool, EvalErrorKind> {
        let result = self.solver.sums_row(game, heaps);
        self.or_stop(result)
    }

    fn ask_game(&mut self, question: &'static str, asked: AskedGame) -> Result<Value, EvalErrorKind> {
        match question {
            _ if words::asks_about(question) == Some(AsksAbout::Position) || ast::Ask::LISTS.contains(&question) => {
                let list = listed::answer(self.solver, &asked, question);
                return self.or_stop_of(question, list)?;
            }
            "quotient" => {
                let order = quotients::order(self.solver, &asked);
                return self.or_stop(order)?;
            }
            _ if asked.convention.is_misere() => {
                let part = quotients::period(self.solver, &asked, question);
                return self.or_stop(part)?;
            }
            _ => {}
        }
        let cache = self.period_cache.as_deref_mut();
        let answer = periods::answer(self.names, self.solver, cache, &asked, question);
        self.or_stop(answer)?
    }

    fn make(&mut self, rule: usize, given: Vec<Value>) -> Result<Value, EvalErrorKind> {
        if let Some((values, made)) = &self.made[rule]
            && *values == given
        {
            return Ok(made.clone());
        }
        let (solver, template) = (&mut *self.solver, &self.templates[rule]);
        let made = lower::instantiate(self.names, template, given.clone(), |names, asked| {
            let answering = names.answering.ok_or_else(|| errors::internal("no verbs to ask", template.span))?;
            if names.answers_within == MOST_WITHIN {
                let kind = EvalErrorKind::TooDeep { limit: MOST_WITHIN };
                return Err(errors::fault(EvalError::new(kind, At::from(template.span)), template.span));
            }
            names.answers_within += 1;
            let value = answering(names, solver, asked, template.span);
            names.answers_within -= 1;
            value
        });
        match made {
            Ok(made) => {
                self.made[rule] = Some((given, made.clone()));
                Ok(made)
            }
            Err(error) => {
                self.failed = Some(error);
                Err(EvalErrorKind::Stopped)
            }
        }
    }

    /// Checks that a position belongs to its game: numbers lie between 0 and 2^63−1, boards are rectangular, lists are
    /// not enormous, and the domain holds.
    fn admit(&mut self, position: &Position) -> Result<(), EvalErrorKind> {
        let game = || position.game.name.to_string();
        for (index, coordinate) in position.coordinates.iter().enumerate() {
            match coordinate {
                Value::Integer(n) if (0..=LARGEST_COORDINATE).contains(n) => {}
                // What a number below 0 may be is told below, if the game says so.
                Value::Integer(n) if (-LARGEST_COORDINATE..0).contains(n) && position.game.ruleset.states(index) => {}
                Value::Integer(n) => return Err(EvalErrorKind::Coordinate { game: game(), value: *n }),
                Value::List(_) | Value::Text(_) if matches!(position.game.ruleset, Ruleset::Written(..)) => {
                    // The key of a position has all members of its lists, however often they are shared.
                    if !fits(coordinate, &mut LARGEST_SHOWN.clone(), self.meter())? {
                        return Err(EvalErrorKind::TooLarge { limit: LARGEST_SHOWN });
                    }
                }
                other => {
                    let wanted = "a number as the size of a heap";
                    return Err(expected(wanted, other));
                }
            }
        }
        let Ruleset::Written(system, index) = &position.game.ruleset else { return Ok(()) };
        if rewrites(system, *index).is_some() {
            is_board(position)?;
        }
        match self.solver.is_admitted(position) {
            Ok(true) => Ok(()),
            Ok(false) => Err(self.outside_domain(position)),
            Err(SolveError::Fault { fault, .. }) => Err(*fault.kind),
            Err(stop) => self.or_stop(Err(stop)),
        }
    }

    fn tick(&mut self) -> Result<(), EvalErrorKind> {
        self.ticks += 1;
        let turns = self.ticks * u64::from(TICK);
        let result = self.solver.budget().count(turns, 0);
        self.or_stop(result)
    }

    fn meter(&self) -> &Meter {
        self.solver.budget().meter()
    }

    fn has_room(&self, bytes: u64) -> bool {
        self.solver.budget().free() / 2 >= bytes
    }
}

/// The error for a position for which a condition does not hold.
fn outside(names: &Names, position: &Position, violated: Violated) -> EvalErrorKind {
    let Violated { at: domain, stated, members } = violated;
    let stated = stated.map(|_| names.text(domain.into()).trim().to_owned());
    EvalErrorKind::OutsideDomain { position: position.clone(), domain, stated, members }
}

/// An error if it is seen without the solver that positions of numbers, which are written at `span`, do not exist.
pub fn exists(names: &Names, positions: &Value, span: Span) -> Result<(), Error> {
    let Value::Position(sum) = positions else { return Ok(()) };
    for part in &sum.parts {
        let Component::Position(position) = &part.component else { continue };
        let below = position.coordinates.iter().enumerate().find_map(|(index, coordinate)| match coordinate {
            Value::Integer(n) if *n < 0 && !position.game.ruleset.states(index) => Some(*n),
            _ => None,
        });
        let kind = match (below, position.violated(&names.meter)) {
            (Some(value), _) => EvalErrorKind::Coordinate { game: position.game.name.to_string(), value },
            (None, Ok(Some(violated))) => outside(names, position, violated),
            _ => continue,
        };
        return Err(errors::fault(EvalError::new(kind, At::from(span)), span));
    }
    Ok(())
}

/// Checks a position of a rule that rewrites boards: it must be a text whose rows have the same length.
fn is_board(position: &Position) -> Result<(), EvalErrorKind> {
    match &*position.coordinates {
        [Value::Text(text)] => Board::check(text).map(|_| ()).map_err(EvalErrorKind::Ragged),
        others => {
            let found = others.first().map_or_else(String::new, Value::brief);
            let kind = others.first().map_or("nothing", Value::kind);
            Err(EvalErrorKind::Expected { wanted: "a board", found, kind })
        }
    }
}
