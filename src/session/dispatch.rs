//! The table of verbs: which of them answers a statement.

use std::sync::Arc;

use grundy_engine::solve::{Limits, Signal};

use crate::error::Error;
use crate::lang::session::Verbs;
use crate::lang::{Reply, Request, Session};
use crate::show::report::Report;
use crate::source::Span;
use crate::syntax::ast::{ExprKind, Statement, StatementKind};
use crate::verbs::position::ask::PositionAnswer;

/// The verbs about a position that answer with more than a value.
const ANSWERS: &[(&str, PositionAnswer)] = &[
    ("winner", |session, asked| session.winner(asked).map(Report::new)),
    ("grundy", |session, asked| session.grundy(asked).map(Report::new)),
    ("outcome", |session, asked| session.outcome(asked).map(Report::new)),
    ("moves", |session, asked| session.moves(asked).map(Report::new)),
    ("options", |session, asked| session.options(asked).map(Report::new)),
];

/// All verbs of the language.
struct AllVerbs;

impl Session {
    pub fn new(limits: Limits, signal: Arc<Signal>) -> Session {
        Session::with_verbs(limits, signal, &AllVerbs)
    }
}

impl Verbs for AllVerbs {
    fn answer(&self, session: &mut Session, statement: &Statement) -> Result<Reply, Error> {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Game(definition) => session.define_game(definition),
            StatementKind::Let(definition) => match &definition.body.kind {
                ExprKind::Read(..) => Ok(Reply::request(Request::Read(Box::new(definition.clone())))),
                _ => session.define_value(definition),
            },
            StatementKind::Ask(ask) => session.answer(ask, ANSWERS),
            StatementKind::Explain { subject, misere, .. } => session.explain(subject, *misere),
            StatementKind::Table { game, ranges, misere, .. } => session.table(game, ranges, *misere, span),
            StatementKind::Values { game, range, .. } => session.values(game, range.as_ref()),
            StatementKind::Listed { winning, game, ranges, misere, .. } => {
                session.positions_by_outcome(*winning, game, ranges, *misere, span)
            }
            StatementKind::Check(claim) => session.check_claim(claim, span),
            StatementKind::Assert(claim) => session.assert_claim(claim, span),
            StatementKind::Survey(written) => session.survey(written, span),
            StatementKind::Print(things) => session.print(things),
            StatementKind::Move { from, to } => session.judged_move(from, to, span),
            StatementKind::Expression(expr) => match session.note_base_cases(expr) {
                Some(noted) => Ok(noted),
                None => session.show_value(expr),
            },
            StatementKind::Games => Ok(session.games()),
            StatementKind::Show(name) => session.show(name.as_ref()),
            StatementKind::About(name) => session.about(name),
            StatementKind::Forget(names) => session.forget(names),
            StatementKind::Undo => session.undo(span),
            StatementKind::Edit(name) => session.edit(name),
            StatementKind::Help(word) => session.help(word.as_deref(), span),
            StatementKind::Load(path) => Ok(Reply::request(Request::Load { path: path.text.clone(), span: path.span })),
            StatementKind::Save(path) => {
                let text = session.saved();
                Ok(Reply::request(Request::Save { path: path.text.clone(), text, span: path.span }))
            }
            StatementKind::Time(inner) => Ok(Reply::request(Request::Time(inner.clone()))),
            StatementKind::History => Ok(Reply::request(Request::History)),
            StatementKind::Quit => Ok(Reply::request(Request::Quit)),
            StatementKind::Plot { game, ranges, .. } => session.plot(game, ranges, span),
            StatementKind::Pattern { subject, ranges } => session.pattern(subject, ranges, span),
            StatementKind::Tree { position, to } => session.tree(position, to.is_some()),
            StatementKind::Play { position, misere, words } => session.play(position, *misere, words),
            StatementKind::Exercises(exercises) => session.exercises(exercises, span),
            StatementKind::Tour { lesson } => Ok(session.tour(*lesson)),
        }
    }

    fn with_tested_advice(&self, session: &Session, error: Error, statement: Span) -> Error {
        session.with_tested_advice(error, statement)
    }

    fn test_advice_of_reading(
        &self,
        session: &Session,
        read: &mut [(Span, Result<Statement, Error>)],
        goes_on: &mut dyn FnMut() -> bool,
    ) {
        session.test_advice_of_reading(read, goes_on);
    }
}
