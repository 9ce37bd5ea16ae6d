//! `survey`: a table with a row for each turn of a loop. A *surveyor* computes rows, with names, tables and memory
//! of its own. The rows can be shared out among any number of surveyors, since no row depends on what was asked
//! before it. One more surveyor, the *guide*, only runs the loop.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_engine::game::{EvalErrorKind, Halt, Step, Term, Value};
use grundy_engine::solve::{Budget, Limits, Signal, SolveError, Solver};
use serde::Serialize;

use crate::error::{Error, Kind, SemanticError};
use crate::lang::evaluate::{self, CellEvaluator};
use crate::lang::lower::{self, Program, SurveyProgram};
use crate::lang::names::Names;
use crate::lang::periods::PeriodCache;
use crate::show::lists::SurveyCell;
use crate::show::told::told;
use crate::source::Span;
use crate::syntax::ast::{FileName, Instruction};

/// The table of a survey: a row for each turn of its loop.
#[derive(Clone, Debug, Serialize)]
pub struct SurveyTable {
    /// The headings.
    pub columns: Vec<String>,
    /// How many cells could not be answered.
    pub failed: u64,
    /// Whether rows are missing, since only a limited number is kept without a file.
    pub is_cut: bool,
    #[serde(skip)]
    pub rows: Arc<[Vec<SurveyCell>]>,
    /// So many columns only say what was asked about, and are not part of the answer.
    #[serde(skip)]
    pub leading: usize,
}

/// The most rows that are kept without a file.
const MOST_ROWS: usize = 100_000;

/// The rows of a survey without a file.
#[derive(Debug, Default)]
pub struct SurveyRows {
    rows: Vec<Vec<SurveyCell>>,
    is_cut: bool,
}

impl SurveyRows {
    /// Keeps a row; breaks off if there is no room for it.
    pub fn add(&mut self, row: Vec<SurveyCell>) -> ControlFlow<()> {
        if self.rows.len() == MOST_ROWS {
            self.is_cut = true;
            return ControlFlow::Break(());
        }
        self.rows.push(row);
        ControlFlow::Continue(())
    }

    pub fn table(self, survey: &Survey) -> SurveyTable {
        let (columns, leading) = (survey.columns.clone(), survey.leading);
        let failed = self.rows.iter().flatten().filter(|cell| cell.is_failed()).count() as u64;
        SurveyTable { columns, failed, is_cut: self.is_cut, rows: self.rows.into(), leading }
    }
}

/// A survey whose statement has been checked, with all that its surveyors need.
pub struct Survey {
    names: Names,
    budget: Budget,
    /// When this signal stops, all surveyors stop.
    signal: Arc<Signal>,
    written: Instruction,
    /// The headings of the columns.
    pub columns: Vec<String>,
    /// As in its table.
    pub leading: usize,
    pub span: Span,
}

/// Computes rows of a survey, or runs its loop.
pub struct Surveyor {
    survey: Arc<Survey>,
    /// How many bytes it may use.
    memory: u64,
    /// `None` only while it is made anew.
    workspace: Option<Workspace>,
}

/// The lowered survey, and the tables and findings of a surveyor so far. It can be thrown away and made anew.
struct Workspace {
    names: Names,
    solver: Solver,
    period_cache: PeriodCache,
    /// The loop.
    steps: Vec<Step>,
    /// The tests after the last variable of the loop, which are not in `steps`: they are evaluated together with the
    /// row.
    tests: Vec<Step>,
    /// The slots of the variables of the loop.
    slots: Vec<usize>,
    columns: Vec<Program>,
}

/// A turn of the loop: the values of its variables.
#[derive(Debug)]
pub struct SurveyTurn(Vec<Value>);

/// The result of a turn of the loop.
#[derive(Debug)]
pub enum SurveyAnswer {
    Row(Vec<SurveyCell>),
    /// A condition does not hold, so that the turn has no row.
    NoRow,
    /// The turn needs more memory than this surveyor has.
    NeedsMemory,
    /// The survey ends: it was interrupted, its time is up, or a condition has no truth value.
    Ended(Error),
}

impl fmt::Debug for Survey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Survey").field(&self.written).finish()
    }
}

impl Survey {
    pub fn new(names: Names, budget: Budget, written: Instruction, columns: Vec<String>, span: Span) -> Survey {
        let signal = Arc::new(budget.follower());
        Survey { names, budget, signal, written, columns, leading: 0, span }
    }

    /// The file that the rows are to be written into.
    pub fn to(&self) -> Option<&FileName> {
        self.written.file.as_ref()
    }

    /// How many bytes the guide may use, and each of `many` surveyors that compute rows.
    pub fn shares(&self, many: usize) -> (u64, u64) {
        let free = self.budget.free();
        // The rows of a table are kept on the thread of the guide.
        let guide = if self.written.file.is_some() { free / 16 } else { free / 4 };
        (guide, (free - guide) / many.max(1) as u64)
    }

    /// Is there room for so many bytes more?
    ///
    /// # Errors
    /// Why the survey has to end.
    fn room(&self, bytes: usize) -> Result<(), Error> {
        self.budget.meter().room(bytes).map_err(|halt| Error::stopped(halt, self.span))
    }

    /// The error that rows need so many bytes, and may use only `limit`.
    pub fn too_large(&self, needed: u64, limit: u64) -> Error {
        let error = Error::stopped(Halt::Memory { needed, limit }, self.span);
        error.advise(told!("write the rows into a file with `to \"survey.csv\"`, or allow more memory with --memory"))
    }

    /// Reports that `done` turns of the loop are done out of `goal`, which is 0 if the number is not known.
    pub fn tell(&self, done: u64, goal: u64) {
        // The errors say whether to go on, which the surveyors ask for themselves.
        let _ = match done {
            0 => self.budget.progress(0, goal),
            _ => self.budget.count(done, goal),
        };
    }

    /// Stops all surveyors, since no more rows are needed.
    pub fn stop(&self) {
        self.signal.interrupt();
    }

    /// Computes all rows on this thread. The error is why they end before the loop does.
    pub fn table(self) -> (SurveyTable, Option<Error>) {
        let (mut rows, survey) = (SurveyRows::default(), Arc::new(self));
        let end = survey.clone().each_row(&mut |row| rows.add(row)).err();
        (rows.table(&survey), end)
    }

    /// Computes all rows on this thread, and visits each as it comes, until the visitor breaks off.
    ///
    /// # Errors
    /// Why the rows end before the loop does.
    pub fn each_row(self: Arc<Self>, visit: &mut dyn FnMut(Vec<SurveyCell>) -> ControlFlow<()>) -> Result<(), Error> {
        let ended = self.clone().answer(visit);
        if ended.as_ref().is_err_and(Error::is_stopped) {
            self.budget.stop_is_reported();
        }
        ended
    }

    fn answer(self: Arc<Survey>, visit: &mut dyn FnMut(Vec<SurveyCell>) -> ControlFlow<()>) -> Result<(), Error> {
        let (guide, memory) = self.shares(1);
        let mut guide = Surveyor::new(self.clone(), guide)?;
        let mut surveyor = Surveyor::new(self.clone(), memory)?;
        let mut stopped = None;
        let survey = self;
        guide.each_turn(&mut |turn| match surveyor.row(&turn, true) {
            SurveyAnswer::Row(row) => match survey.room(0) {
                Ok(()) => visit(row),
                Err(error) => {
                    stopped = Some(error);
                    ControlFlow::Break(())
                }
            },
            SurveyAnswer::NoRow => ControlFlow::Continue(()),
            SurveyAnswer::Ended(error) => {
                stopped = Some(error);
                ControlFlow::Break(())
            }
            // Not reached, since this surveyor has all the memory.
            SurveyAnswer::NeedsMemory => ControlFlow::Break(()),
        })?;
        stopped.map_or(Ok(()), Err)
    }
}

impl Surveyor {
    /// A surveyor for the thread that calls, which may use `memory` bytes.
    ///
    /// # Errors
    /// Why its survey could not be lowered, for example for want of memory.
    pub fn new(survey: Arc<Survey>, memory: u64) -> Result<Surveyor, Error> {
        let workspace = Some(Workspace::new(&survey, memory)?);
        Ok(Surveyor { survey, memory, workspace })
    }

    /// How many turns the loop has; `None` if it has tests, or more turns than are counted quickly.
    pub fn turns(&mut self) -> Option<u64> {
        const MOST: u64 = 1 << 20;
        if self.workspace.as_ref()?.steps.iter().any(|step| matches!(step, Step::Test(_))) {
            return None;
        }
        let mut turns = 0;
        let counted = self.each_turn(&mut |_| {
            turns += 1;
            if turns <= MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        (counted.is_ok() && turns <= MOST).then_some(turns)
    }

    /// Visits the turns of the loop in order until the visitor breaks off.
    ///
    /// # Errors
    /// A fault of the loop, or why it was stopped.
    pub fn each_turn(&mut self, visit: &mut dyn FnMut(SurveyTurn) -> ControlFlow<()>) -> Result<(), Error> {
        let Some(Workspace { names, solver, steps, slots, columns, .. }) = &mut self.workspace else { return Ok(()) };
        let Some(first) = columns.first() else { return Ok(()) };
        let mut program = first.clone();
        program.body.term = Term::Constant(Value::Bool(true));
        evaluate::each_case(steps, &program, names, solver, self.survey.span, &mut |frame, _| {
            visit(SurveyTurn(slots.iter().map(|slot| frame[*slot].clone()).collect()))
        })
    }

    /// Computes the row of a turn. If memory runs out, the answer is `NeedsMemory`; but if `has_all` says that this
    /// surveyor has all the memory, the row is computed again in a new workspace. So a row does not depend on which
    /// surveyor computes it.
    pub fn row(&mut self, turn: &SurveyTurn, has_all: bool) -> SurveyAnswer {
        if let Some(workspace) = &mut self.workspace {
            match workspace.row(&self.survey, turn, false) {
                SurveyAnswer::NeedsMemory if has_all => {}
                answered => return answered,
            }
        }
        // The old workspace is dropped first: what is allocated when a solver is made does not count as used by it.
        self.workspace = None;
        self.survey.budget.settle();
        match Workspace::new(&self.survey, self.memory) {
            Ok(workspace) => self.workspace.insert(workspace).row(&self.survey, turn, true),
            Err(error) => SurveyAnswer::Ended(error),
        }
    }
}

impl Workspace {
    fn new(survey: &Survey, memory: u64) -> Result<Workspace, Error> {
        let solver = Solver::new(Limits { memory }, Arc::new(survey.signal.follower()));
        let mut names = survey.names.beside(solver.budget().meter().clone());
        let SurveyProgram { mut steps, columns } = lower::survey(&mut names, &survey.written)?;
        let slot = |step: &Step| if let Step::For { slot, .. } = step { Some(*slot) } else { None };
        let slots = steps.iter().filter_map(slot).collect();
        let last = steps.iter().rposition(|step| slot(step).is_some());
        let tests = steps.split_off(last.map_or(0, |last| last + 1));
        Ok(Workspace { names, solver, period_cache: PeriodCache::default(), steps, tests, slots, columns })
    }

    /// Computes the row of a turn. If `is_final` is true, a cell that has too little memory fails, instead of the
    /// whole row being `NeedsMemory`.
    fn row(&mut self, survey: &Survey, turn: &SurveyTurn, is_final: bool) -> SurveyAnswer {
        let Workspace { names, solver, period_cache, tests, slots, columns, .. } = self;
        let Some(first) = columns.first() else { return SurveyAnswer::NoRow };
        solver.begin();
        period_cache.ended_for_memory = false;
        let mut frame = first.frame();
        slots.iter().zip(&turn.0).for_each(|(slot, value)| frame[*slot] = value.clone());
        let mut evaluator = CellEvaluator { names, solver, period_cache };
        let holds = evaluator.hold(tests, first, &mut frame, survey.span);
        let mut row = Vec::with_capacity(columns.len());
        for (program, column) in columns.iter().zip(&survey.written.parts) {
            let value = match &holds {
                Ok(false) => return SurveyAnswer::NoRow,
                Ok(true) => evaluator.cell(program, &mut frame, column.span),
                Err(error) => Err(error.clone()),
            };
            let is_full = matches!(&value, Err(error) if matches!(error.stop(), Some(SolveError::Memory { .. })));
            if !is_final && (is_full || evaluator.period_cache.ended_for_memory) {
                return SurveyAnswer::NeedsMemory;
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

/// Does the error say that a value has the wrong kind? Such an error in a condition occurs in every row.
fn is_of_kind(error: &Error) -> bool {
    match &*error.kind {
        Kind::Semantic(SemanticError::Fault { kind, .. }) => {
            matches!(**kind, EvalErrorKind::Expected { .. } | EvalErrorKind::Mismatch { .. })
        }
        _ => false,
    }
}
