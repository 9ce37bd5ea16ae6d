//! Answers questions about the periods of games independently of what was asked before. A session's own solver
//! continues a search where the last one ended; here each search begins with an empty solver, and the reports are
//! cached.

use grundy_engine::game::{AskedGame, EvalErrorKind, Value};
use grundy_engine::solve::{SolveError, Solver};

use crate::lang::names::Names;
use crate::lang::period_report::PeriodReport;
use crate::lang::periods::{misfit, part, period_report};

/// The reports of the last searches.
#[derive(Default)]
pub struct PeriodCache {
    /// The last `KEPT` reports, the oldest first.
    kept: Vec<(AskedGame, PeriodReport)>,
    /// Whether a search ended because the memory was full. Its report is not kept.
    pub ended_for_memory: bool,
}

impl PeriodCache {
    const KEPT: usize = 16;

    /// The answer to a question such as `period` or `saltus`, as a value. The outer error is why the solver
    /// stopped, the inner one a fault in the question.
    pub fn answer(
        &mut self,
        names: &mut Names,
        solver: &mut Solver,
        asked: &AskedGame,
        question: &str,
    ) -> Result<Result<Value, EvalErrorKind>, SolveError> {
        if let Some(misfit) = misfit(asked) {
            return Ok(Err(misfit));
        }
        if let Some((_, report)) = self.kept.iter().find(|(known, _)| known == asked) {
            return Ok(part(report, question));
        }
        // Resets the flag, so that below it tells about this search alone.
        solver.budget().was_refused();
        let report = solver.anew(|solver| period_report(names, solver, asked))?;
        let value = part(&report, question);
        if solver.budget().was_refused() {
            self.ended_for_memory = true;
            return Ok(value);
        }
        if self.kept.len() == Self::KEPT {
            self.kept.remove(0);
        }
        self.kept.push((asked.clone(), report));
        Ok(value)
    }
}
