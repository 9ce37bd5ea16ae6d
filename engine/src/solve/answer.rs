//! The solver's answers about sums whose values need not be nimbers: play may never end (`draws`), or moves bind the players
//! (`binding`). Each question is handed to the room that answers it.

use super::situation::{BoundSum, GeneralMove, GeneralMoves};
use super::{SolveError, Solver};
use crate::game::{Component, Sum};
use crate::nim::{GrundyValue, Outcome};

impl Solver {
    /// The value of a sum, whatever its kind.
    ///
    /// # Errors
    /// As [`Solver::loopy_value`] and [`Solver::bound_value`].
    pub fn general_value(&mut self, sum: &Sum) -> Result<GrundyValue, SolveError> {
        if sum.binds() { self.bound_value(sum).map(GrundyValue::from) } else { self.loopy_value(sum) }
    }

    /// The value of one component, whatever its kind.
    ///
    /// # Errors
    /// As [`Solver::general_value`].
    pub fn general_component_value(&mut self, component: &Component) -> Result<GrundyValue, SolveError> {
        match component.binds() {
            true => self.bound_component_value(component).map(GrundyValue::from),
            false => self.loopy_component_value(component),
        }
    }

    /// Who wins a sum in which a player may be bound; misère play only where no move binds.
    ///
    /// # Errors
    /// As [`Solver::general_value`]; `SolveError::Binds` in misère play.
    pub fn general_outcome(&mut self, sum: &BoundSum, misere: bool) -> Result<Outcome, SolveError> {
        match (misere, sum.binds()) {
            (true, _) => self.misere_outcome(&sum.whole()),
            (false, true) => self.bound_outcome(sum),
            (false, false) => self.outcome(&sum.rest),
        }
    }

    /// The moves of a sum in which a player may be bound. Where moves bind, so many of them are kept that win, and so many that
    /// do not; otherwise all, one for all copies of a component.
    ///
    /// # Errors
    /// As [`Solver::loopy_moves`] and [`Solver::binding_moves`].
    pub fn general_moves(&mut self, sum: &BoundSum, misere: bool, most: usize) -> Result<GeneralMoves, SolveError> {
        match sum.binds() && !misere {
            true => self.binding_moves(sum, most),
            false => self.loopy_moves(&sum.whole(), misere),
        }
    }

    /// A move that wins, or if none does, one that keeps a draw.
    ///
    /// # Errors
    /// As [`Solver::general_moves`].
    pub fn best_general_move(&mut self, sum: &BoundSum, misere: bool) -> Result<Option<GeneralMove>, SolveError> {
        match sum.binds() && !misere {
            true => self.binding_winning_move(sum),
            false => self.best_loopy_move(&sum.whole(), misere),
        }
    }
}
