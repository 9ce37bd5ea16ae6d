//! Rows of heaps that are too many to be listed, such as `Nim[1..10^16]`: a nim-heap of its value stands for each of them.

use grundy_engine::game::{PositionPart, Sum};
use grundy_engine::nim::Nimber;
use grundy_engine::solve::{Move, SolveError, Solver};

/// The sum of some parts, with a nim-heap of its value in place of each row.
///
/// # Errors
/// Why the solver stopped.
pub fn without_rows(solver: &mut Solver, parts: &[PositionPart]) -> Result<Sum, SolveError> {
    let mut total = Sum::default();
    for part in parts {
        total = match part {
            PositionPart::Row(game, heaps) => {
                total.plus(&Sum::star(solver.row_value(game, *heaps)?).without_empty_heaps())
            }
            PositionPart::Sum(sum) => total.plus(sum),
        };
    }
    Ok(total)
}

/// A winning move in the first part that has one, where the parts have this nim-sum.
///
/// # Errors
/// Why the solver stopped.
pub fn winning_move(solver: &mut Solver, parts: &[PositionPart], nim_sum: Nimber) -> Result<Option<Move>, SolveError> {
    for part in parts {
        let found = match part {
            PositionPart::Row(..) => move_in_row(solver, part, nim_sum)?,
            PositionPart::Sum(sum) => {
                let rest = Sum::star(solver.value(sum)? ^ nim_sum);
                solver.winning_move(&sum.plus(&rest))?.filter(|made| made.part < sum.parts.len())
            }
        };
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// A move in a row that changes its value by this nimber; `None` if there is none, or if the part is no row.
///
/// # Errors
/// Why the solver stopped.
pub fn move_in_row(solver: &mut Solver, part: &PositionPart, change: Nimber) -> Result<Option<Move>, SolveError> {
    match part {
        PositionPart::Row(game, heaps) => solver.row_move(game, *heaps, change),
        PositionPart::Sum(_) => Ok(None),
    }
}
