//! The state of a session: definitions, the solver with its tables, and what is remembered from statement to
//! statement.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use grundy_engine::solve::{Limits, Signal, SolveError, Solver};

use super::base_cases::BaseCases;
use super::dialogue::Progress;
use super::dialogue::short_game::LastGame;
use super::errors;
use super::names::Names;
use crate::error::Error;
use crate::source::{SourceId, Sources, Span};

/// Definitions, and everything computed with them. Two sessions share nothing.
pub struct Session {
    pub(super) names: Names,
    pub(super) solver: Solver,
    /// Whether the user has been told that `^` is a power and not xor, which is said once a session.
    pub(super) power_noted: bool,
    /// Whether the user has been told that `/` is rounded down, which is said once a session.
    pub(super) division_noted: bool,
    /// The seed of the last quiz; 0 before the first.
    pub(super) last_quiz_seed: u64,
    pub(super) tour: Progress,
    pub(super) last_game: Option<LastGame>,
    /// Names defined by statements that were read but not run yet. A definition that mentions them gets no note
    /// about undefined names.
    pub(super) announced_names: FxHashSet<String>,
    /// Base cases of names that are not defined yet.
    pub(super) base_cases: BaseCases,
    /// Whether all moves and options are listed, up to 100,000, and not only the first 20. The host sets it for
    /// output that other programs read.
    pub lists_all: bool,
    /// The source of the last preview, whose text the next preview replaces.
    pub(super) previewed: Option<SourceId>,
    /// When the session holds this many texts, those that nothing points into are dropped.
    pub(super) sweep_sources_at: usize,
}

impl Session {
    pub fn new(limits: Limits, signal: Arc<Signal>) -> Session {
        let solver = Solver::new(limits, signal);
        Session {
            names: Names::new(solver.budget().meter().clone()),
            solver,
            power_noted: false,
            division_noted: false,
            last_quiz_seed: 0,
            tour: Progress::default(),
            last_game: None,
            announced_names: FxHashSet::default(),
            base_cases: BaseCases::default(),
            lists_all: false,
            previewed: None,
            sweep_sources_at: 0,
        }
    }

    /// Replaces the limits of what is asked from now on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.solver.restore_memory(limits);
    }

    /// Asks the solver. If it stops without an answer, the error names `at` as the place that asked.
    pub(super) fn solved<T>(
        &mut self,
        at: Span,
        ask: impl FnOnce(&mut Solver) -> Result<T, SolveError>,
    ) -> Result<T, Error> {
        ask(&mut self.solver).map_err(|stop| errors::stopped(stop, &self.solver, at))
    }

    /// The result of what a caller asked for. If it says that the work was stopped, the request to stop is over: it was
    /// not meant for what is asked next.
    pub(super) fn reported<T>(&self, result: Result<T, Error>) -> Result<T, Error> {
        result.inspect_err(|error| self.forget_stop(error))
    }

    /// Ends the request to stop that this error reports, if it does.
    pub(super) fn forget_stop(&self, error: &Error) {
        if error.is_stopped() {
            self.solver.budget().stop_is_reported();
        }
    }

    /// Whether there is still time and memory, for work that is done for this session beside it.
    ///
    /// # Errors
    /// Why that work has to end.
    pub fn check_limits(&self) -> Result<(), SolveError> {
        self.solver.budget().check()
    }

    /// The texts that the session keeps.
    pub fn sources(&self) -> &Sources {
        &self.names.sources
    }
}
