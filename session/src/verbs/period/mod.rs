//! `period`, `preperiod`, `saltus`, `exceptions` and `proved`: when the values of a game repeat, and which theorem proves
//! it.

pub(crate) mod certificate;
pub(crate) mod proof;
pub(crate) mod words;

use grundy_engine::game::{AskedGame, At, EvalError, Value, expected, only_strips};
use grundy_engine::nim::Convention;
use grundy_engine::solve::{CanContinue, SolveError};

use crate::error::Error;
use crate::lang::periods::{PositionSequence, effort, misfit, of_all_kinds, part, report};
use crate::lang::session::{Reply, Session};
use crate::lang::{errors, evaluate, lower, quotients};
use crate::show::report::Report;
use crate::show::told::told;
use crate::syntax::ast;
use crate::verbs::period::words::{PeriodAnswer, PeriodExplanation};
use crate::verbs::tables;
use crate::verbs::value::ShownValue;

/// Answers `period S` with all that is known, and the other questions with the part they name.
pub(crate) fn about(session: &mut Session, question: &ast::Ask, explained: bool) -> Result<Reply, Error> {
    let (verb, subject, at) = (question.verb, &question.subject, question.subject.span);
    let asked = asked_game(session, verb, subject)?;
    let sequence = PositionSequence::of(&mut session.names, &asked);
    // Nothing is looked for that is not written.
    let is_written = question.to.is_some() || session.is_on_page;
    let report = session.solved(at, |solver| {
        let found = match sequence.heaps() {
            Some(game) if asked.heaps.is_none() && asked.seconds.is_none() => solver.period_asked(game)?,
            Some(game) => solver.period_within(game, effort(&asked))?.map(|found| (found, CanContinue::No)),
            None => None,
        };
        let mut report = report(solver, &sequence, found, &asked)?;
        if let Some(game) = sequence.heaps().filter(|_| is_written) {
            report.checker = certificate::checker(solver, game, &report)?;
        }
        Ok(report)
    });
    let report = report.map_err(|error| with_table(session, error, subject, &sequence, &asked))?;
    if verb != "period" && (verb == "proved" || report.finding.period().is_some()) {
        let value = part(&report, verb).map_err(|kind| errors::fault(EvalError::new(kind, At::from(at)), at))?;
        session.set_ans(value.clone());
        return Ok(Reply::report(ShownValue::of(value)));
    }
    // Where there is no period, the answer to each of these questions is how far the values were looked at.
    let period = report.finding.period().map_or(Value::None, |period| Value::Integer(i128::from(period.period)));
    session.set_ans(period);
    let report = if explained { Report::new(PeriodExplanation(report)) } else { Report::new(PeriodAnswer(report)) };
    Ok(Reply::report(report))
}

/// The error about a value that is ∞, with a table that shows it.
fn with_table(
    session: &mut Session,
    error: Error,
    subject: &ast::Expr,
    sequence: &PositionSequence,
    asked: &AskedGame,
) -> Error {
    /// So far a table goes where nothing is said, and the farthest that it goes.
    const LAST: u64 = 20;
    const FARTHEST: u64 = 1_000;
    let Some(SolveError::Endless(endless)) = error.stop() else { return error };
    let position = endless.1.to_string();
    let last = sequence.valued_to(&mut session.solver, asked.heaps.map_or(LAST, |heaps| heaps.min(FARTHEST)));
    let Some(last) = last.filter(|last| *last > 0) else { return error };
    let game = session.names.sources.slice(subject.bounds().game.span);
    let help = told!(
        "`table {game} 0..{last}` shows such values, and `outcome {position}` tells who wins",
        game,
        last,
        position
    );
    error.advise(help)
}

/// The game that a statement asks about, along which coordinate, and how far.
pub(crate) fn asked_game(
    session: &mut Session,
    question: &'static str,
    subject: &ast::Expr,
) -> Result<AskedGame, Error> {
    let parts = lower::subject_parts(&mut session.names, question, subject, &|_| false)?;
    let game = session.names.subject_game(parts.game)?;
    let is_quotient = question == "quotient";
    let mut line = None;
    if let Some((along, written)) = parts.line {
        let mut others = Vec::new();
        for other in &written {
            others.push(evaluate::value(&mut session.names, &mut session.solver, other)?);
        }
        line = Some((along, others));
    }
    let heaps = parts.heaps.as_ref().map(|bound| reach(session, bound)).transpose()?;
    let seconds = parts.seconds.map(|bound| reach(session, bound)).transpose()?;
    let mut asked = AskedGame { game, convention: Convention::Normal, line, heaps, seconds };
    if !is_quotient {
        asked = of_all_kinds(asked, &session.solver);
        if asked.line.is_none() && only_strips(&asked.game.ruleset).is_none() {
            tables::only_heaps("period", &asked.game, parts.game.span)?;
        }
    }
    let misfit = if is_quotient { quotients::misfit(&asked) } else { misfit(&asked) };
    misfit.map_or(Ok(()), |kind| Err(errors::fault(EvalError::new(kind, At::from(subject.span)), subject.span)))?;
    Ok(asked)
}

/// A bound on the search, a heap or a number of seconds: at least 1.
pub(crate) fn reach(session: &mut Session, bound: &ast::Expr) -> Result<u64, Error> {
    let value = evaluate::value(&mut session.names, &mut session.solver, bound)?;
    let found = if let Value::Integer(n) = value { u64::try_from(n).ok().filter(|n| *n > 0) } else { None };
    found.ok_or_else(|| {
        let kind = expected("a number from 1 on", &value);
        errors::fault(EvalError::new(kind, At::from(bound.span)), bound.span)
    })
}
