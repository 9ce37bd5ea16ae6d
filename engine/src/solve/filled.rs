//! Long lists of numbers that are built in pieces: the work can be stopped between two pieces, and an allocation that
//! the machine refuses is an error and not an abort.

use super::{Budget, SolveError, Solved};

/// Members written between two checks of the budget.
const PIECE: usize = 1 << 20;

/// A list of `members` copies of `member`. `SolveError::Memory` if the budget has no room for it, or the machine
/// refuses the allocation; an interruption.
pub(super) fn filled<T: Copy>(member: T, members: usize, budget: &Budget) -> Solved<Vec<T>> {
    let mut list = with_room(members, budget)?;
    while list.len() < members {
        budget.check()?;
        list.resize(members.min(list.len() + PIECE), member);
    }
    Ok(list)
}

/// The list of the changed members. Errors as for [`filled`].
pub(super) fn mapped<T, U>(members: &[T], change: impl Fn(&T) -> U, budget: &Budget) -> Solved<Vec<U>> {
    let mut list = with_room(members.len(), budget)?;
    for piece in members.chunks(PIECE) {
        budget.check()?;
        list.extend(piece.iter().map(&change));
    }
    Ok(list)
}

fn with_room<T>(members: usize, budget: &Budget) -> Solved<Vec<T>> {
    let mut list = Vec::new();
    let bytes = members.saturating_mul(size_of::<T>());
    budget.room(bytes as u64)?;
    list.try_reserve_exact(members).map_err(|_| SolveError::from(budget.meter().refused(bytes)))?;
    Ok(list)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::solve::Signal;

    #[test]
    fn a_list_is_refused_where_there_is_no_room_and_left_where_somebody_wishes() {
        let budget = Budget::default();
        assert_eq!(filled(7u16, 3, &budget), Ok(vec![7, 7, 7]));
        assert_eq!(mapped(&[1u8, 2], |n| u32::from(*n) + 1, &budget), Ok(vec![2, 3]));
        assert!(matches!(filled(0u64, usize::MAX / 16, &budget), Err(SolveError::Memory { .. })));
        let signal = Arc::new(Signal::default());
        let budget = Budget::new(Default::default(), signal.clone());
        signal.interrupt();
        assert_eq!(filled(0u8, 5, &budget), Err(SolveError::Interrupted));
        assert_eq!(mapped(&[1u8], |n| *n, &budget), Err(SolveError::Interrupted));
    }
}
