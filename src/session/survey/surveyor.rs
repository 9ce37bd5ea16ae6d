//! Who answers the rows of a survey.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_engine::game::{EvalErrorKind, Step, Term, Value};
use grundy_engine::solve::{Budget, Limits, Signal, SolveError, Solver};

use super::SurveyRows;
use crate::error::{Error, Kind, Meaning};
use crate::session::evaluate::{self, Apart};
use crate::session::findings::Findings;
use crate::session::lower::{self, Program, SurveyProgram};
use crate::session::names::Names;
use crate::session::report::{SurveyCell, SurveyTable};
use crate::source::Span;
use crate::syntax::ast::{Path, SurveyStatement};

/// A survey that has been looked into, with all that its rows need.
pub struct Survey {
    names: Names,
    budget: Budget,
    /// What all surveyors follow.
    signal: Arc<Signal>,
    written: SurveyStatement,
    /// The headings.
    pub columns: Vec<String>,
    pub span: Span,
}

/// Who answers rows.
pub struct Surveyor {
    survey: Arc<Survey>,
    memory: u64,
    /// None only while they are made anew.
    tools: Option<Tools>,
}

/// What a surveyor has learned so far, and may throw away.
struct Tools {
    names: Names,
    solver: Solver,
    findings: Findings,
    /// The loop.
    steps: Vec<Step>,
    /// Tests behind its last variable: each row makes its own.
    tests: Vec<Step>,
    /// Where the variables of the loop stand.
    slots: Vec<usize>,
    columns: Vec<Program>,
}

/// A turn of the loop: the values of its variables.
#[derive(Debug)]
pub struct SurveyTurn(Vec<Value>);

/// What became of a turn of the loop.
#[derive(Debug)]
pub enum SurveyAnswer {
    Row(Vec<SurveyCell>),
    /// A condition does not hold.
    Passed,
    /// It needs more memory than this surveyor has.
    Cramped,
    /// Ctrl-C, or the time is up; or the condition is none.
    Ended(Error),
}

impl fmt::Debug for Survey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Survey").field(&self.written).finish()
    }
}

impl Survey {
    pub(super) fn new(
        names: Names,
        budget: Budget,
        written: SurveyStatement,
        columns: Vec<String>,
        span: Span,
    ) -> Survey {
        let signal = Arc::new(budget.follower());
        Survey { names, budget, signal, written, columns, span }
    }

    /// The file that the rows are to be written into.
    pub fn to(&self) -> Option<&Path> {
        self.written.to.as_ref()
    }

    /// Bytes for the surveyor who runs the loop, and for each of so many who answer the rows.
    pub fn shares(&self, many: usize) -> (u64, u64) {
        let free = self.budget.free();
        let guide = free / 16;
        (guide, (free - guide) / many.max(1) as u64)
    }

    /// Says how many turns of the loop are done, of so many; 0 if that is not known.
    pub fn tell(&self, done: u64, goal: u64) {
        // Whoever computes asks whether to go on.
        let _ = match done {
            0 => self.budget.progress(0, goal),
            _ => self.budget.count(done, goal),
        };
    }

    /// No more rows are wanted: who answers one is told to stop.
    pub fn stop(&self) {
        self.signal.interrupt();
    }

    /// All rows, one after the other; and why they end before the loop does, if they do.
    pub fn table(self) -> (SurveyTable, Option<Error>) {
        let survey = Arc::new(self);
        let mut rows = SurveyRows::default();
        let end = survey.clone().answer(&mut rows).err();
        (rows.table(&survey.columns), end)
    }

    fn answer(self: Arc<Survey>, rows: &mut SurveyRows) -> Result<(), Error> {
        let (guide, memory) = self.shares(1);
        let mut guide = Surveyor::new(self.clone(), guide)?;
        let mut surveyor = Surveyor::new(self, memory)?;
        let mut stopped = None;
        guide.each_turn(&mut |turn| match surveyor.row(&turn, true) {
            SurveyAnswer::Row(row) => rows.add(row),
            SurveyAnswer::Passed => ControlFlow::Continue(()),
            SurveyAnswer::Ended(error) => {
                stopped = Some(error);
                ControlFlow::Break(())
            }
            // Only where others have memory as well.
            SurveyAnswer::Cramped => ControlFlow::Break(()),
        })?;
        stopped.map_or(Ok(()), Err)
    }
}

impl Surveyor {
    /// One that may use so many bytes, on the thread that calls.
    ///
    /// # Errors
    /// Why not even its definitions have room.
    pub fn new(survey: Arc<Survey>, memory: u64) -> Result<Surveyor, Error> {
        let tools = Some(Tools::new(&survey, memory)?);
        Ok(Surveyor { survey, memory, tools })
    }

    /// How many turns the loop has, if that is soon counted.
    pub fn turns(&mut self) -> Option<u64> {
        const MOST: u64 = 1 << 20;
        if self.tools.as_ref()?.steps.iter().any(|step| matches!(step, Step::Test(_))) {
            return None;
        }
        let mut turns = 0;
        let counted = self.each_turn(&mut |_| {
            turns += 1;
            if turns <= MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        (counted.is_ok() && turns <= MOST).then_some(turns)
    }

    /// Visits the turns of the loop in order, each as the values of its variables, while the visitor says so.
    ///
    /// # Errors
    /// A fault of the loop, or why it was stopped.
    pub fn each_turn(&mut self, visit: &mut dyn FnMut(SurveyTurn) -> ControlFlow<()>) -> Result<(), Error> {
        let Some(Tools { names, solver, steps, slots, columns, .. }) = &mut self.tools else { return Ok(()) };
        let Some(first) = columns.first() else { return Ok(()) };
        let mut program = first.clone();
        program.body.term = Term::Constant(Value::Bool(true));
        evaluate::each_case(steps, &program, names, solver, self.survey.span, &mut |frame, _| {
            visit(SurveyTurn(slots.iter().map(|slot| frame[*slot].clone()).collect()))
        })
    }

    /// The row of a turn. Where memory is wanting, it begins anew, without what it has learned before, if all memory is its own;
    /// so that a row says the same wherever it is answered.
    pub fn row(&mut self, turn: &SurveyTurn, has_all: bool) -> SurveyAnswer {
        if let Some(tools) = &mut self.tools {
            match tools.row(&self.survey, turn, false) {
                SurveyAnswer::Cramped if has_all => {}
                answered => return answered,
            }
        }
        // What is allocated when tools are made does not count for them.
        self.tools = None;
        self.survey.budget.settle();
        match Tools::new(&self.survey, self.memory) {
            Ok(tools) => self.tools.insert(tools).row(&self.survey, turn, true),
            Err(error) => SurveyAnswer::Ended(error),
        }
    }
}

impl Tools {
    fn new(survey: &Survey, memory: u64) -> Result<Tools, Error> {
        let solver = Solver::new(Limits { memory }, Arc::new(survey.signal.follower()));
        let mut names = survey.names.beside(solver.budget().meter().clone());
        let SurveyProgram { mut steps, columns } = lower::survey(&mut names, &survey.written)?;
        let slot = |step: &Step| if let Step::For { slot, .. } = step { Some(*slot) } else { None };
        let slots = steps.iter().filter_map(slot).collect();
        let last = steps.iter().rposition(|step| slot(step).is_some());
        let tests = steps.split_off(last.map_or(0, |last| last + 1));
        Ok(Tools { names, solver, findings: Findings::default(), steps, tests, slots, columns })
    }

    fn row(&mut self, survey: &Survey, turn: &SurveyTurn, is_final: bool) -> SurveyAnswer {
        let Tools { names, solver, findings, tests, slots, columns, .. } = self;
        let Some(first) = columns.first() else { return SurveyAnswer::Passed };
        solver.begin();
        findings.ended_for_memory = false;
        let mut frame = first.frame();
        slots.iter().zip(&turn.0).for_each(|(slot, value)| frame[*slot] = value.clone());
        let mut apart = Apart { names, solver, findings };
        let holds = apart.hold(tests, first, &mut frame, survey.span);
        let mut row = Vec::with_capacity(columns.len());
        for (program, column) in columns.iter().zip(&survey.written.columns) {
            let value = match &holds {
                Ok(false) => return SurveyAnswer::Passed,
                Ok(true) => apart.cell(program, &mut frame, column.expr.span),
                Err(error) => Err(error.clone()),
            };
            let is_full = matches!(&value, Err(error) if matches!(error.stop(), Some(SolveError::Memory { .. })));
            if !is_final && (is_full || apart.findings.ended_for_memory) {
                return SurveyAnswer::Cramped;
            }
            row.push(match value {
                Ok(value) => SurveyCell::Value(value),
                Err(error) if error.is_stopped() || holds.is_err() && is_of_kind(&error) => {
                    return SurveyAnswer::Ended(error);
                }
                Err(error) => SurveyCell::Failed(error.to_string()),
            });
        }
        SurveyAnswer::Row(row)
    }
}

/// Is something of another kind than is wanted here? That is so in every row.
fn is_of_kind(error: &Error) -> bool {
    match &*error.kind {
        Kind::Meaning(Meaning::Fault { kind, .. }) => {
            matches!(**kind, EvalErrorKind::Expected { .. } | EvalErrorKind::Mismatch { .. })
        }
        _ => false,
    }
}
