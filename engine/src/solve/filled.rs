//! Long lists of numbers, made where the machine has room for them and as long as nobody wishes to stop.

use super::{Budget, SolveError, Solved};

/// Members written between two looks.
const PIECE: usize = 1 << 20;

/// So many times the same. `SolveError::Memory` if the machine does not have the room that the budget allows; an
/// interruption.
pub(super) fn filled<T: Copy>(member: T, members: usize, budget: &Budget) -> Solved<Vec<T>> {
    let mut list = with_room(members, budget)?;
    while list.len() < members {
        budget.check()?;
        list.resize(members.min(list.len() + PIECE), member);
    }
    Ok(list)
}

/// What each of these becomes.
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
