//! `check` and `assert`: whether a statement holds in all cases of a loop.

pub(crate) mod answer;
pub(crate) mod certificate;
pub(crate) mod endless;

use grundy_engine::game::{Expr, Step, Term, Value};
use grundy_engine::nim::{Convention, Period};

use crate::error::{Asserted, Error, Notice, SemanticError};
use crate::lang::evaluate::HeldCases;
use crate::lang::lower::{self, Program};
use crate::lang::session::{Reply, Session};
use crate::lang::{errors, evaluate};
use crate::show::told::told;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOperator, ExprKind, Instruction, Qualifier};
use crate::syntax::print;
use crate::verbs::claims::answer::{Check, Scope, Sides};
use crate::verbs::claims::certificate::ClaimForAll;
use crate::verbs::explain::{self, data::Explanation};

/// Cases of an endless range that are tried if nothing proves the claim for all of them.
const ENDLESS_CASES: i128 = 1_000_000;

/// A condition, with the cases that it is claimed for.
#[derive(Clone, Copy)]
struct Claim<'c> {
    condition: &'c ast::Expr,
    qualifiers: &'c [Qualifier],
}

impl Claim<'_> {
    /// The claim of `check` or `assert`.
    fn of(instruction: &Instruction, span: Span) -> Result<Claim<'_>, Error> {
        let [condition] = &instruction.parts[..] else {
            return Err(errors::internal("a claim without a condition", span));
        };
        Ok(Claim { condition, qualifiers: &instruction.qualifiers })
    }
}

/// A claim, lowered, with its places in the text.
struct ClaimCases<'c> {
    steps: &'c [Step],
    program: &'c Program,
    condition: Span,
    span: Span,
}

/// The range of a variable, both ends included; `end` is `None` if it is endless.
struct Run {
    start: i128,
    end: Option<i128>,
}

impl Run {
    /// Whether the range is long enough to look for a repetition.
    fn is_long(&self) -> bool {
        const SHORT: i128 = 100_000;
        self.end.is_none_or(|end| end.saturating_sub(self.start) > SHORT)
    }
}

/// How many cases held, and the frame of the one that failed, if any.
#[derive(Default)]
struct Tried {
    held: u128,
    failed: Option<Vec<Value>>,
}

pub(crate) fn check(session: &mut Session, instruction: &Instruction, span: Span) -> Result<Reply, Error> {
    let claim = Claim::of(instruction, span)?;
    let (Tried { held, failed }, scope) = verdict(session, claim, span)?;
    let check = match failed {
        None => {
            let is_written = instruction.file.is_some() && matches!(scope, Scope::Proved { .. });
            let for_all = if is_written { for_all(session, claim, span)? } else { None };
            Check::Holds { cases: held, scope, for_all }
        }
        Some(frame) => {
            let case = case_of(claim, &frame);
            let sides = sides(session, claim, &frame)?;
            let explanation = asked_position(session, claim, &frame)?.map(Box::new);
            Check::Fails { case, held, sides, explanation }
        }
    };
    Ok(Reply::report(check))
}

pub(crate) fn assert(session: &mut Session, instruction: &Instruction, span: Span) -> Result<Reply, Error> {
    let claim = Claim::of(instruction, span)?;
    let (Tried { held, failed }, scope) = verdict(session, claim, span)?;
    let Some(frame) = failed else {
        if let Scope::UpTo(last) = scope {
            let name = case_of(claim, std::slice::from_ref(&last))
                .into_iter()
                .next()
                .map_or_else(String::new, |(name, _)| name);
            return Err(Error::new(SemanticError::AssertNotProved { name, last: last.to_string() }, span));
        }
        let mut reply = Reply::default();
        if held == 0 && matches!(scope, Scope::All) {
            let text = told!("nothing is asserted here: there is no case to try");
            reply.notices.push(Notice::new(text, Some(span), true));
        }
        return Ok(reply);
    };
    let case: Vec<String> =
        case_of(claim, &frame).into_iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let case = (!case.is_empty()).then(|| case.join(", "));
    let part = false_part(session, claim, &frame)?;
    let what = match sides(session, part, &frame)? {
        Some(sides) => Asserted::Comparison {
            left: sides.left,
            left_value: sides.left_value.to_string(),
            sign: sides.operator,
            right: sides.right,
            right_value: sides.right_value.to_string(),
        },
        None => Asserted::Condition(session.names.text(part.condition.span).trim().to_owned()),
    };
    Err(Error::new(SemanticError::AssertFailed { what: Box::new(what), case }, part.condition.span))
}

/// A claim that is proved for all cases, as others can check it.
fn for_all(session: &mut Session, claim: Claim, span: Span) -> Result<Option<ClaimForAll>, Error> {
    let (steps, program) = lower::claim(&mut session.names, claim.condition, claim.qualifiers)?;
    let trial = ClaimCases { steps: &steps, program: &program, condition: claim.condition.span, span };
    let Some(run) = outer_run(session, &trial)? else { return Ok(None) };
    let last = claim.qualifiers.iter().fold(claim.condition.span, |span, qualifier| match qualifier {
        Qualifier::For { source, .. } => span.to(source.span),
        Qualifier::If(test) => span.to(test.span),
    });
    let text = session.names.text(last).trim().to_owned();
    session.solved(span, |solver| certificate::for_all(solver, text, (&steps, &program.body), run.start))
}

/// Tries a claim: how it came out, and which cases that covers.
fn verdict(session: &mut Session, claim: Claim, span: Span) -> Result<(Tried, Scope), Error> {
    let (steps, program) = lower::claim(&mut session.names, claim.condition, claim.qualifiers)?;
    let trial = ClaimCases { steps: &steps, program: &program, condition: claim.condition.span, span };
    let Some(run) = outer_run(session, &trial)?.filter(Run::is_long) else {
        return attempt(session, &trial, None).map(|tried| (tried, Scope::All));
    };
    let repeats = |solver: &mut _| endless::repetition(solver, &steps, &program.body, &program.functions);
    let period = session.solved(span, repeats)?;
    match (period.and_then(|period| Some((period, first_period(run.start, period)?))), run.end) {
        (Some((period, once)), end) => repeated(session, &trial, run.start, end, period, once),
        (None, Some(_)) => attempt(session, &trial, None).map(|tried| (tried, Scope::All)),
        (None, None) => {
            let last = run.start.saturating_add(ENDLESS_CASES - 1);
            Ok((attempt(session, &trial, Some((run.start, last)))?, Scope::UpTo(Value::Integer(last))))
        }
    }
}

/// The first whole period of the cases from `start` on, both ends included; `None` beyond the largest number.
fn first_period(start: i128, period: Period) -> Option<(i128, i128)> {
    let first = start.max(i128::from(period.preperiod));
    Some((first, first.checked_add(i128::from(period.period) - 1)?))
}

/// A claim that repeats is tried through its preperiod and one period; the cases beyond are only counted.
fn repeated(
    session: &mut Session,
    trial: &ClaimCases,
    start: i128,
    end: Option<i128>,
    period: Period,
    (first, once): (i128, i128),
) -> Result<(Tried, Scope), Error> {
    let length = i128::from(period.period);
    let Some(end) = end else {
        return Ok((attempt(session, trial, Some((start, once)))?, Scope::Proved { period }));
    };
    if end <= once {
        return attempt(session, trial, None).map(|tried| (tried, Scope::All));
    }
    let before = attempt(session, trial, Some((start, first - 1)))?;
    if before.failed.is_some() {
        return Ok((before, Scope::All));
    }
    let in_period = attempt(session, trial, Some((first, once)))?;
    if in_period.failed.is_some() {
        let held = before.held + in_period.held;
        return Ok((Tried { held, ..in_period }, Scope::All));
    }
    let (times, rest) = ((end - once) / length, (end - once) % length);
    let at_end = attempt(session, trial, Some((first, first + rest - 1)))?;
    let held = before.held.saturating_add(in_period.held.saturating_mul(1 + times as u128)).saturating_add(at_end.held);
    Ok((Tried { held, failed: None }, Scope::All))
}

/// Tries the cases in order until one fails: all, or those in which the outermost variable lies between two
/// numbers, both included.
fn attempt(session: &mut Session, trial: &ClaimCases, between: Option<(i128, i128)>) -> Result<Tried, Error> {
    let cut = between.map(|(first, last)| cut(trial.steps, first, last));
    let steps = cut.as_deref().unwrap_or(trial.steps);
    let (names, solver) = (&mut session.names, &mut session.solver);
    let HeldCases { held, failed } = evaluate::held(steps, trial.program, names, solver, trial.span)?;
    match failed {
        Some((frame, Value::Bool(_))) => Ok(Tried { held, failed: Some(frame) }),
        Some((_, other)) => {
            let kind = SemanticError::NotACondition { found: other.brief(), kind: other.kind() };
            Err(Error::new(kind, trial.condition))
        }
        None => Ok(Tried { held, failed: None }),
    }
}

/// The range of the outermost variable. `None` if it does not run through a range of numbers, or if the range
/// has both an end and a step.
fn outer_run(session: &mut Session, trial: &ClaimCases) -> Result<Option<Run>, Error> {
    let Some((_, source)) = outermost(trial.steps) else { return Ok(None) };
    let Term::Range { start, end, step } = &source.term else { return Ok(None) };
    if step.is_some() && end.is_some() {
        return Ok(None);
    }
    let start = bound(session, trial, start)?;
    let end = end.as_deref().map(|end| bound(session, trial, end)).transpose()?;
    Ok(Some(Run { start, end }))
}

/// The number at an end of a range.
fn bound(session: &mut Session, trial: &ClaimCases, bound: &Expr) -> Result<i128, Error> {
    let functions = trial.program.functions.clone();
    let memo_tables = trial.program.memo_tables.clone();
    let templates = trial.program.templates.clone();
    let program = Program { body: bound.clone(), functions, memo_tables, slots: trial.program.slots, templates };
    match evaluate::run(&program, &mut session.names, &mut session.solver, trial.condition)? {
        Value::Integer(bound) => Ok(bound),
        other => Err(errors::range_wanted(&other, bound.at.into())),
    }
}

/// Of conditions joined by `and`, the first that is false in the given case.
fn false_part<'c>(session: &mut Session, claim: Claim<'c>, frame: &[Value]) -> Result<Claim<'c>, Error> {
    let mut part = claim;
    loop {
        part.condition = part.condition.bare();
        let Some((BinaryOperator::And, left, right)) = part.condition.operation() else { return Ok(part) };
        let is_true = matches!(in_case(session, claim, left, frame)?, Value::Bool(true));
        part.condition = if is_true { right } else { left };
    }
}

/// Both sides of the condition with their values in the given case; `None` if it is not a comparison.
fn sides(session: &mut Session, claim: Claim, frame: &[Value]) -> Result<Option<Sides>, Error> {
    let Some((operator, left, right)) = claim.condition.bare().operation() else { return Ok(None) };
    if !operator.is_comparison() {
        return Ok(None);
    }
    let operator = print::operator(operator);
    let text = |side: &ast::Expr| session.names.text(side.span).trim().to_owned();
    let (left_text, right_text) = (text(left), text(right));
    let left_value = in_case(session, claim, left, frame)?;
    let right_value = in_case(session, claim, right, frame)?;
    Ok(Some(Sides { left: left_text, left_value, operator, right: right_text, right_value }))
}

/// The value of a part of the condition in the given case.
fn in_case(session: &mut Session, claim: Claim, part: &ast::Expr, frame: &[Value]) -> Result<Value, Error> {
    let (_, program) = lower::claim(&mut session.names, part, claim.qualifiers)?;
    let mut values = frame.to_vec();
    values.resize(program.slots.max(frame.len()), Value::Bool(false));
    evaluate::run_in(&program, &mut values, &mut session.names, &mut session.solver, part.span)
}

/// The explanation of the first position the condition asks about, in the given case.
fn asked_position(session: &mut Session, claim: Claim, frame: &[Value]) -> Result<Option<Explanation>, Error> {
    let Some((subject, convention)) = first_asked(claim.condition) else { return Ok(None) };
    match in_case(session, claim, subject, frame)? {
        // How moves that bind are explained is another answer.
        Value::Position(sum) if sum.binds() => Ok(None),
        Value::Position(sum) => explain::explanation(session, (*sum).clone(), convention, subject.span).map(Some),
        _ => Ok(None),
    }
}

/// The variables of a claim with their values: their slots are the first, in the order they are bound.
fn case_of(claim: Claim, frame: &[Value]) -> Vec<(String, Value)> {
    // The slot of a tuple stands before those of its members, and has no name.
    let names = claim.qualifiers.iter().flat_map(|qualifier| match qualifier {
        Qualifier::For { names, .. } if names.len() > 1 => {
            std::iter::once(None).chain(names.iter().map(Some)).collect()
        }
        Qualifier::For { names, .. } => names.iter().map(Some).collect(),
        Qualifier::If(_) => Vec::new(),
    });
    let cases = names.zip(frame).filter_map(|(name, value)| Some((name?.text.clone(), value.clone())));
    cases.collect()
}

/// The first step that binds a variable: its index, and what the variable runs through.
fn outermost(steps: &[Step]) -> Option<(usize, &Expr)> {
    steps.iter().enumerate().find_map(|(index, step)| match step {
        Step::For { source, .. } => Some((index, source)),
        Step::Unpack { .. } | Step::Test(_) => None,
    })
}

/// The same steps, with the outermost variable running from `first` to `last`. A step of its range is kept and
/// counted from `first`.
fn cut(steps: &[Step], first: i128, last: i128) -> Vec<Step> {
    let mut cut = steps.to_vec();
    if let Some((index, Expr { term: Term::Range { step, .. }, at })) = outermost(steps)
        && let Step::For { source, .. } = &mut cut[index]
    {
        let constant = |n| Box::new(Expr::of(n, *at));
        source.term = Term::Range { start: constant(first), end: Some(constant(last)), step: step.clone() };
    }
    cut
}

/// The subject of the first question about a position in an expression, and the convention of play.
fn first_asked(expr: &ast::Expr) -> Option<(&ast::Expr, Convention)> {
    match &expr.kind {
        ExprKind::Ask(asked) if matches!(asked.verb, "winner" | "grundy" | "outcome") => {
            Some((&asked.subject, Convention::of(asked.misere)))
        }
        ExprKind::Binary { left, right, .. } => first_asked(left).or_else(|| first_asked(right)),
        ExprKind::Unary { operand, .. } => first_asked(operand),
        ExprKind::Group(inner) => first_asked(inner),
        ExprKind::If { condition, then, otherwise } => {
            first_asked(condition).or_else(|| first_asked(then)).or_else(|| first_asked(otherwise))
        }
        _ => None,
    }
}
