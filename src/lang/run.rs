//! Runs one statement: hands it to the verbs, retries when memory runs out, and notes which sums a rule leaves out among
//! the options, since one of their parts is not a position of its game.

use grundy_engine::game::{LeftOut, Meter, Position, Ruleset, Value};
use grundy_engine::solve::SolveError;

use crate::error::{Error, Notice};
use crate::lang::advice;
use crate::lang::names::Names;
use crate::lang::session::{Reply, Request, Session};
use crate::syntax::Leniency;
use crate::syntax::ast::Statement;

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
                    let result = result.map_err(|error| self.verbs.with_tested_advice(self, error, statement.span));
                    let mut reply = self.reported(result)?;
                    reply.notices.extend(self.left_out_notices());
                    return Ok(reply);
                }
            }
        }
    }

    /// Runs a statement once: no tables are dropped when memory runs out, and the corrections that an error
    /// proposes are not tested (see `proposal.rs`).
    pub(crate) fn run_untried(&mut self, statement: &Statement) -> Result<Reply, Error> {
        let reply = self.reply(statement);
        if reply.as_ref().is_err_and(is_out_of_memory) {
            // Cached answers of functions are dropped, so that the next run has more memory.
            self.names.forget_answers();
        }
        reply.map_err(|error| advice::out_of_library(&self.names, advice::advised(&self.names, error, statement)))
    }

    /// Answers a statement. If it names a file with `to`, the reply asks the host to write the report into it.
    fn reply(&mut self, statement: &Statement) -> Result<Reply, Error> {
        let mut reply = self.verbs.answer(self, statement)?;
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

    /// Remembers a value as `ans`.
    pub(crate) fn set_ans(&mut self, value: Value) {
        let recipe = self.recipe(&value, None);
        self.names.set_answer(Some(value), recipe);
    }
}

fn is_out_of_memory(error: &Error) -> bool {
    matches!(error.stop(), Some(SolveError::Memory { .. }))
}

impl Session {
    /// The notes on what the last statement has found: one for each game, at the first question about it.
    fn left_out_notices(&mut self) -> Vec<Notice> {
        let found = self.solver.left_out_sums.take();
        let meter = self.solver.budget().meter();
        found.iter().map(|found| notice(found, &self.names, meter)).collect()
    }
}

fn notice(found: &LeftOut, names: &Names, meter: &Meter) -> Notice {
    let LeftOut { from, option, outside, at } = found;
    let why = why_outside(outside, names, meter);
    let text =
        format!("{from} has no move to {option}, since {why}; a sum is an option only if all its parts are positions");
    Notice { text, span: Some((*at).into()), everywhere: true }
}

/// Why these are not the coordinates of a position of the game.
fn why_outside(outside: &Position, names: &Names, meter: &Meter) -> String {
    if let Ok(Some((condition, stated))) = outside.violated(meter)
        && (stated.is_some() || outside.below_zero().is_none())
    {
        let written = names.text(condition.into()).trim();
        return format!("`{}{written}` does not hold for {outside}", if stated.is_some() { "" } else { "where " });
    }
    match (&outside.game.ruleset, outside.below_zero()) {
        (Ruleset::Written(system, index), Some(place)) => {
            format!("{} is below 0 in {outside}", system.rules[*index].coordinates[place])
        }
        (Ruleset::Heap(_), Some(_)) => format!("the heap is below 0 in {outside}"),
        _ => format!("{outside} is not a position"),
    }
}
