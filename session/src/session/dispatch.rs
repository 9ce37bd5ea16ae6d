//! The table of verbs: which of them answers a statement.

use std::sync::Arc;

use grundy_engine::game::{PositionQuestion, Sum, Value};
use grundy_engine::nim::Convention;
use grundy_engine::solve::{Length, Limits, Signal, SolveError, Solver};

use crate::classroom::{exercises, play, tour};
use crate::error::{Error, Habit, SyntaxError};
use crate::lang::evaluate::Subject;
use crate::lang::names::{Answering, Names};
use crate::lang::session::Verbs;
use crate::lang::{Reply, Request, Session, comparisons, errors, evaluate, lower, questions};
use crate::session::{certain, proposal, scope};
use crate::show::certificate;
use crate::show::report::Report;
use crate::show::told::told;
use crate::source::Span;
use crate::syntax::ast::{self, Ask, Instruction, Statement, StatementKind};
use crate::syntax::words::{self, AsksAbout};
use crate::verbs::definitions::{self, known};
use crate::verbs::position::{self, AskedPosition, SHOWN, WRITTEN, analysis, board, row};
use crate::verbs::tables::{by_outcome, by_position, each};
use crate::verbs::value::{self, ShownValue};
use crate::verbs::{claims, explain, form, function, pattern, period, plot, quotient, survey, tree};

/// All verbs of the language.
struct AllVerbs;

/// A session whose statements are answered by all verbs.
pub fn new(limits: Limits, signal: Arc<Signal>) -> Session {
    Session::with_verbs(limits, signal, &AllVerbs)
}

impl Verbs for AllVerbs {
    fn answer(&self, session: &mut Session, statement: &Statement) -> Result<Reply, Error> {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Game(definition) => definitions::define_game(session, definition),
            StatementKind::Let(definition) => match definition.body.data() {
                Some(_) => Ok(Reply::request(Request::Read(Box::new(definition.clone())))),
                None => definitions::define_value(session, definition),
            },
            StatementKind::Instruction(instruction) => {
                match INSTRUCTIONS.iter().find(|(verbs, _)| verbs.contains(&instruction.verb)) {
                    Some((_, answer)) => answer(session, instruction, span),
                    None => known::answer(session, instruction, span),
                }
            }
            StatementKind::Expression(expr) => match (expr.question(), definitions::note_base_cases(session, expr)) {
                (Some(asked), _) => {
                    let reply = question(session, asked)?;
                    known::note_asked(session, asked);
                    Ok(reply)
                }
                (None, Some(noted)) => Ok(noted),
                (None, None) => value::show_value(session, expr),
            },
        }
    }

    fn answering(&self) -> Answering {
        whole_value
    }

    fn with_law(&self, session: &mut Session, error: Error, statement: &Statement) -> Error {
        match statement.question().filter(|asked| LAWS.contains(&asked.verb)) {
            Some(asked) => pattern::beyond::with_law(session, error, asked),
            None => error,
        }
    }

    fn certain_reading(&self, session: &Session, error: &Error) -> Option<String> {
        certain::certain_reading(session, error)
    }

    fn with_tested_advice(&self, session: &Session, error: Error, statement: Span) -> Error {
        proposal::with_tested_advice(session, error, statement)
    }

    fn test_advice_of_reading(
        &self,
        session: &Session,
        read: &mut [(Span, Result<Statement, Error>)],
        goes_on: &mut dyn FnMut() -> bool,
    ) {
        scope::test_advice_of_reading(session, read, goes_on);
    }
}

/// How a verb without a value answers.
type InstructionAnswer = fn(&mut Session, &Instruction, Span) -> Result<Reply, Error>;

/// The verbs without a value, but for those about the session, which `known` answers.
const INSTRUCTIONS: &[(&[&str], InstructionAnswer)] = &[
    (&["check"], claims::check),
    (&["assert"], claims::assert),
    (&["survey"], survey::survey),
    (&["print"], |session, instruction, _| value::print(session, &instruction.parts)),
    (&["->"], position::judge::judged_move),
    (&["play"], play::play),
    (&["quiz", "exam", "worksheet"], exercises::exercises),
    (&["tour"], |session, instruction, _| Ok(tour::tour(session, instruction.lesson()))),
    (&["help"], |session, instruction, span| known::help(session, instruction.topic.as_deref(), span)),
];

/// How a verb answers with more than a value.
type PositionAnswer = fn(&mut Session, AskedPosition) -> Result<Report, Error>;

/// The verbs about a position that answer with more than a value.
const ANSWERS: &[(&str, PositionAnswer)] = &[
    ("winner", |session, asked| position::winner(session, asked).map(Report::new)),
    ("grundy", |session, asked| position::grundy(session, asked).map(Report::new)),
    ("outcome", |session, asked| position::outcome(session, asked).map(Report::new)),
    ("moves", |session, asked| position::moves(session, asked).map(Report::new)),
    ("genus", |session, asked| form::genus(session, asked).map(Report::new)),
    ("form", |session, asked| form::form(session, asked).map(Report::new)),
    ("options", |session, asked| position::options(session, asked).map(Report::new)),
    ("remoteness", |session, asked| position::length::length(session, Length::Remoteness, asked).map(Report::new)),
    ("suspense", |session, asked| position::length::length(session, Length::Suspense, asked).map(Report::new)),
];

/// The verbs about a position beside whose refusal a law is told.
const LAWS: &[&str] = &["winner", "grundy", "outcome", "moves"];

/// The verbs whose answer about one position can be written into a file.
const WRITES: &[&str] = &["winner", "moves", "options", "tree"];

/// Where too many positions can be reached from some that are played at once, smaller ones may be asked about.
fn advised(error: Error, sum: &Sum) -> Error {
    match error.stop() {
        Some(SolveError::Positions { .. }) if sum.parts.iter().any(|part| part.component.is_compound()) => {
            error.advise(told!("ask about smaller positions"))
        }
        _ => error,
    }
}

/// Answers a statement that is one question.
fn question(session: &mut Session, asked: &Ask) -> Result<Reply, Error> {
    if let Some(language) = function::language(asked) {
        return function::function(session, asked, language);
    }
    match (asked.verb, asked.subject.question()) {
        ("table", Some(of_each)) => tabled(session, asked, of_each, false),
        ("values", Some(_)) => {
            let list = Ask { to: None, ..asked.clone() };
            value::show_value(session, &ast::Expr::asking(list, asked.subject.span))
        }
        _ => verb_alone(session, asked),
    }
}

/// Answers a question about each position as a table. Only the answers count if `is_range` says that it stands before many
/// positions.
fn tabled(session: &mut Session, asked: &Ask, of_each: &Ask, is_range: bool) -> Result<Reply, Error> {
    let rows = each::survey(session, asked, of_each)?;
    let is_coordinate = |part: &&ast::Expr| part.as_name().is_some();
    let leading = if is_range { rows.parts.iter().take_while(is_coordinate).count() } else { 0 };
    survey::survey_with(session, &rows, leading, asked.subject.span)
}

/// The value of a question that its verb answers as a whole, where it is asked inside an expression.
fn whole_value(names: &mut Names, solver: &mut Solver, asked: &Ask, span: Span) -> Result<Value, Error> {
    Session::within(names, solver, &AllVerbs, |session| {
        let reply = match (asked.verb, asked.subject.question()) {
            ("table", Some(of_each)) => {
                let rows = each::survey(session, asked, of_each)?.into_rows(span);
                return evaluate::value(&mut session.names, &mut session.solver, &rows);
            }
            ("table" | "values", None) => by_position::table(session, asked, true)?,
            _ => verb_alone(session, asked)?,
        };
        let value = reply.report.as_ref().and_then(|report| report.value());
        let (size, make) = value.ok_or_else(|| errors::internal("an answer without a value", span))?;
        let bytes = size.saturating_mul(size_of::<Value>());
        session.solved(span, |solver| Ok(solver.budget().meter().room(bytes)?))?;
        Ok(make())
    })
}

/// Answers a question that asks no other one of each position.
fn verb_alone(session: &mut Session, asked: &Ask) -> Result<Reply, Error> {
    if words::asks_about(asked.verb) == Some(AsksAbout::Position)
        && let Some(table) = lower::of_each(&mut session.names, asked, "table", &|_| false)?
        && let Some(of_each) = table.subject.question()
    {
        return tabled(session, &table, of_each, true);
    }
    match asked.verb {
        "explain" => explain::explain(session, asked),
        "table" | "values" => by_position::table(session, asked, false),
        "losing" | "winning" => by_outcome::by_outcome(session, asked),
        "plot" => plot::plot(session, asked),
        "pattern" => pattern::pattern(session, &asked.subject, &asked.ranges),
        "tree" => tree::tree(session, &asked.subject, asked.to.is_some()),
        "quotient" => quotient::quotient(session, asked),
        _ if asked.is_about_a_game() && asked.misere => quotient::misere_period(session, asked),
        _ if asked.is_about_a_game() => period::about(session, asked, false),
        _ => about_a_position(session, asked),
    }
}

/// Answers a question about a position.
fn about_a_position(session: &mut Session, ask: &Ask) -> Result<Reply, Error> {
    if ask.verb == "grundy" && !ask.misere && comparisons::number_behind(&session.names, &ask.subject).is_some() {
        return value::show_value(session, &ast::Expr::asking(ask.clone(), ask.subject.span));
    }
    let at = ask.subject.span;
    let sum = match evaluate::subject(&mut session.names, &mut session.solver, &ask.subject, row::LISTED)? {
        Subject::Sum(sum) => sum,
        Subject::Parts(parts) if row::is_answered(ask) => {
            return row::answer(session, ask, &parts).map(Reply::report);
        }
        Subject::Parts(_) => evaluate::position(&mut session.names, &mut session.solver, &ask.subject)?,
    };
    if let Some(file) = ask.to.as_ref().filter(|_| !WRITES.contains(&ask.verb)) {
        return Err(Error::new(
            SyntaxError::Habit { habit: Habit::NoFile { verb: ask.verb.to_owned() }, fix: None },
            file.span,
        ));
    }
    let note = board::note(&sum, at);
    let most = if session.lists_all || ask.to.is_some() { WRITTEN } else { SHOWN };
    let for_checker = ask.to.as_ref().is_some_and(|file| certificate::how_to_check(&file.text).is_some());
    let word = ask.verb;
    let asked =
        AskedPosition { sum, convention: Convention::of(ask.misere), starts: ask.starts, most, for_checker, at };
    analysis::refuse_misere(&asked.sum, asked.convention, at)?;
    let report = match ANSWERS.iter().find(|row| row.0 == word) {
        Some((_, answer)) => answer(session, asked.clone()).map_err(|error| advised(error, &asked.sum))?,
        None => {
            let question = PositionQuestion::Other(word);
            let value = session
                .solved(at, |solver| questions::answer(solver, question, Convention::of(ask.misere), &asked.sum))?;
            session.set_ans(value.clone());
            Report::new(ShownValue::of(value))
        }
    };
    let mut reply = Reply::report(report);
    reply.notices.extend(note);
    Ok(reply)
}
