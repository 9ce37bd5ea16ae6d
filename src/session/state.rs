//! What a session knows.

use std::collections::HashSet;
use std::sync::Arc;

use grundy_engine::solve::{Limits, Signal, SolveError, Solver};

use super::dialogue::Progress;
use super::dialogue::short_game::LastGame;
use super::errors;
use super::names::Names;
use crate::error::Error;
use crate::source::{SourceId, Sources, Span};

/// Definitions, and everything computed with them. Two sessions never meet.
pub struct Session {
    pub(super) names: Names,
    pub(super) solver: Solver,
    /// Whether the remark that `^` is not xor has been made.
    pub(super) power_noted: bool,
    /// The seed of the last quiz; 0 before the first.
    pub(super) quizzes: u64,
    pub(super) tour: Progress,
    pub(super) last_game: Option<LastGame>,
    /// What the texts read so far are going to define.
    pub(super) coming: HashSet<String>,
    /// Whether every move and option is told, and not only the first of them.
    pub tells_all: bool,
    /// Where the text of the last preview stands.
    pub(super) previewed: Option<SourceId>,
    /// When there are so many texts, those that nothing points into are dropped.
    pub(super) texts: usize,
}

impl Session {
    pub fn new(limits: Limits, signal: Arc<Signal>) -> Session {
        let solver = Solver::new(limits, signal);
        Session {
            names: Names::new(solver.budget().meter().clone()),
            solver,
            power_noted: false,
            quizzes: 0,
            tour: Progress::default(),
            last_game: None,
            coming: HashSet::new(),
            tells_all: false,
            previewed: None,
            texts: 0,
        }
    }

    /// What the solver answers; if it stopped instead, the error says that it was asked at this place.
    pub(super) fn solved<T>(
        &mut self,
        at: Span,
        ask: impl FnOnce(&mut Solver) -> Result<T, SolveError>,
    ) -> Result<T, Error> {
        ask(&mut self.solver).map_err(|stop| errors::stopped(stop, &self.solver, at))
    }

    /// The texts the session has met.
    pub fn sources(&self) -> &Sources {
        &self.names.sources
    }
}
