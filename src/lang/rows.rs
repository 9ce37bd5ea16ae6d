//! Rows of heaps that are too many to be listed, such as `Nim[1..10^16]`: their value, and a winning move.

use grundy_engine::game::{PositionPart, Sum};
use grundy_engine::nim::Nimber;
use grundy_engine::solve::{Move, SolveError, Solver};

/// The Grundy value of the sum of some parts.
///
/// # Errors
/// Why the solver stopped.
pub fn value(solver: &mut Solver, parts: &[PositionPart]) -> Result<Nimber, SolveError> {
    let mut total = Nimber::ZERO;
    for part in parts {
        total ^= match part {
            PositionPart::Row(game, heaps) => solver.row_value(&game.ruleset, *heaps)?,
            PositionPart::Sum(sum) => solver.value(sum)?,
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
            PositionPart::Row(game, heaps) => solver.row_move(game, *heaps, nim_sum)?,
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
