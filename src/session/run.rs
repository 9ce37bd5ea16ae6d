//! Runs one statement: dispatches each kind of statement to the file that handles it, and retries when memory runs
//! out.

use grundy_engine::game::Value;
use grundy_engine::solve::SolveError;

use super::{Notice, Reply, Request, Session};
use crate::error::Error;
use crate::syntax::Leniency;
use crate::syntax::ast::{ExprKind, Statement, StatementKind};

impl Session {
    /// Runs one statement. An error leaves earlier definitions as they were. When memory runs out, solver tables
    /// that this statement has not used are dropped and the statement is run again.
    ///
    /// # Errors
    /// The statement has no meaning, or the solver stopped before it had an answer.
    pub fn run(&mut self, statement: &Statement) -> Result<Reply, Error> {
        self.solver.begin();
        loop {
            match self.run_untried(statement) {
                Err(error) if is_out_of_memory(&error) && self.solver.give_up() => {}
                result => {
                    let result = result.map_err(|error| self.with_tested_advice(error, statement.span));
                    let mut reply = self.reported(result)?;
                    reply.notices.extend(self.left_out_notices());
                    return Ok(reply);
                }
            }
        }
    }

    /// Runs a statement once: no tables are dropped when memory runs out, and the corrections that an error
    /// proposes are not tested (see `proposal.rs`).
    pub(super) fn run_untried(&mut self, statement: &Statement) -> Result<Reply, Error> {
        let reply = self.reply(statement);
        if reply.as_ref().is_err_and(is_out_of_memory) {
            // Cached answers of functions are dropped, so that the next run has more memory.
            self.names.forget_answers();
        }
        self.solver.give_back(self.names.forgotten());
        reply.map_err(|error| self.names.out_of_library(self.names.advised(error, statement)))
    }

    /// Answers a statement. If it names a file with `to`, the reply asks the host to write the report into it.
    fn reply(&mut self, statement: &Statement) -> Result<Reply, Error> {
        let mut reply = self.dispatch(statement)?;
        let noted = |leniency: &Leniency| {
            let text = leniency.note.clone()?;
            Some(Notice { text, span: Some(leniency.span), everywhere: true })
        };
        reply.notices.extend(statement.lenient.iter().filter_map(noted));
        // A reply that already has a request, such as that of `survey`, leaves the writing to the request.
        if let Some(path) = statement.kind.to().filter(|_| reply.request.is_none()) {
            reply.request = Some(Request::Write { path: path.text.clone(), span: path.span });
        }
        Ok(reply)
    }

    /// Dispatches a statement to the method for its kind.
    fn dispatch(&mut self, statement: &Statement) -> Result<Reply, Error> {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Game(definition) => self.define_game(definition),
            StatementKind::Let(definition) => match &definition.body.kind {
                ExprKind::Read(..) => Ok(Reply::request(Request::Read(Box::new(definition.clone())))),
                _ => self.define_value(definition),
            },
            StatementKind::Ask(ask) => self.answer(ask),
            StatementKind::Explain { subject, misere, .. } => self.explain(subject, *misere),
            StatementKind::Table { game, ranges, misere, .. } => self.table(game, ranges, *misere, span),
            StatementKind::Values { game, range, .. } => self.values(game, range.as_ref()),
            StatementKind::Listed { winning, game, ranges, misere, .. } => {
                self.positions_by_outcome(*winning, game, ranges, *misere, span)
            }
            StatementKind::Check(claim) => self.check_claim(claim, span),
            StatementKind::Assert(claim) => self.assert_claim(claim, span),
            StatementKind::Survey(written) => self.survey(written, span),
            StatementKind::Print(things) => self.print(things),
            StatementKind::Move { from, to } => self.judged_move(from, to, span),
            StatementKind::Expression(expr) => match self.note_base_cases(expr) {
                Some(noted) => Ok(noted),
                None => self.show_value(expr),
            },
            StatementKind::Games => Ok(self.games()),
            StatementKind::Show(name) => self.show(name.as_ref()),
            StatementKind::About(name) => self.about(name),
            StatementKind::Forget(names) => self.forget(names),
            StatementKind::Undo => self.undo(span),
            StatementKind::Edit(name) => self.edit(name),
            StatementKind::Help(word) => self.help(word.as_deref(), span),
            StatementKind::Load(path) => Ok(Reply::request(Request::Load { path: path.text.clone(), span: path.span })),
            StatementKind::Save(path) => {
                let text = self.saved();
                Ok(Reply::request(Request::Save { path: path.text.clone(), text, span: path.span }))
            }
            StatementKind::Time(inner) => Ok(Reply::request(Request::Time(inner.clone()))),
            StatementKind::History => Ok(Reply::request(Request::History)),
            StatementKind::Quit => Ok(Reply::request(Request::Quit)),
            StatementKind::Plot { game, ranges, .. } => self.plot(game, ranges, span),
            StatementKind::Pattern { subject, ranges } => self.pattern(subject, ranges, span),
            StatementKind::Tree { position, to } => self.tree(position, to.is_some()),
            StatementKind::Play { position, misere, words } => self.play(position, *misere, words),
            StatementKind::Exercises(exercises) => self.exercises(exercises, span),
            StatementKind::Tour { lesson } => Ok(self.tour(*lesson)),
        }
    }

    /// Remembers a value as `ans`.
    pub(super) fn set_ans(&mut self, value: Value) {
        let recipe = self.recipe(&value, None);
        self.names.set_answer(Some(value), recipe);
    }
}

fn is_out_of_memory(error: &Error) -> bool {
    matches!(error.stop(), Some(SolveError::Memory { .. }))
}
