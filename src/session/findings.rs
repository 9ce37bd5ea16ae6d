//! What is found out about games where no answer may depend on what was asked before, as it does where a search goes on from
//! where the last one ended.

use grundy_engine::game::{AskedGame, EvalErrorKind, Value};
use grundy_engine::solve::{SolveError, Solver};

use super::names::Names;
use super::periods::{looked, misfit, part};
use super::report::PeriodReport;

#[derive(Default)]
pub struct Findings {
    /// The last ones.
    kept: Vec<(AskedGame, PeriodReport)>,
    /// A search ended because the memory was full.
    pub ended_for_memory: bool,
}

impl Findings {
    const KEPT: usize = 16;

    /// The part of what is found that a question wants as a value, or why the solver stopped.
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
        if let Some((_, told)) = self.kept.iter().find(|(known, _)| known == asked) {
            return Ok(part(told, question));
        }
        solver.budget().was_refused();
        let told = solver.anew(|solver| looked(names, solver, asked))?;
        let value = part(&told, question);
        if solver.budget().was_refused() {
            self.ended_for_memory = true;
            return Ok(value);
        }
        if self.kept.len() == Self::KEPT {
            self.kept.remove(0);
        }
        self.kept.push((asked.clone(), told));
        Ok(value)
    }
}
