//! `nim_dimension P`: how large the nim-heaps are that play from a position can meet.

use std::sync::Arc;

use grundy_engine::game::{Sum, Value};
use grundy_engine::nim::Convention;
use grundy_engine::solve::{SolveError, Solver};
use rustc_hash::FxHashSet;

/// If more components than this can be reached, there is no answer.
const MOST: usize = 1 << 20;

/// The nim dimension of a position: the greatest k such that *2^(k-1) is its value or that of a position that can be reached
/// from it, and 0 if all of these are *0 (C. P. Santos and J. N. Silva, *Konane has infinite nim-dimension*, Integers 8,
/// 2008). Where a value is reached, so is each smaller one, so that the largest value decides; and of a sum the largest of one
/// component: the others can be played to their ends, and no nim-sum has more digits than the largest summand.
///
/// # Errors
/// `SolveError::Positions` if more than 2^20 components can be reached, and why the solver stopped.
#[allow(clippy::mutable_key_type)] // What changes inside a game is only what it has computed.
pub(super) fn nim_dimension(solver: &mut Solver, sum: &Sum, _: Convention) -> Result<Value, SolveError> {
    let mut seen = FxHashSet::default();
    let mut waiting = vec![Arc::new(sum.clone())];
    let mut largest = 0;
    while let Some(next) = waiting.pop() {
        for part in next.parts.iter().filter(|part| part.copies > 0) {
            if !seen.insert(part.component.clone()) {
                continue;
            }
            solver.budget().progress(seen.len() as u64, 0)?;
            let component = Sum::of(part.component.clone());
            largest = largest.max(solver.value(&component)?.0);
            waiting.extend(solver.options(&component)?);
        }
        if seen.len() > MOST {
            return Err(SolveError::Positions { limit: MOST as u64 });
        }
    }
    Ok(Value::Integer((u64::BITS - largest.leading_zeros()).into()))
}
