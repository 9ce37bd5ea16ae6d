//! Heaps of a few stones as a picture: a row of stones for each, in which those that a move takes are marked.

use grundy_engine::game::{Component, Sum, Value};
use grundy_engine::solve::Move;

use crate::show::document::{StoneRow, StoneRows};

/// Larger heaps are not drawn.
const MOST_STONES: usize = 40;
/// More heaps are not drawn.
const MOST_HEAPS: usize = 12;

/// The heaps of a position, with what a move takes from one of them. `None` if there is no stone, and if one of the components is too large, or is no heap.
pub fn of_sum(sum: &Sum, winning: Option<&Move>) -> Option<StoneRows> {
    let mut rows = Vec::new();
    let mut winning = winning;
    for part in &sum.parts {
        let stones = size(&part.component)?;
        for _ in 0..part.copies {
            if rows.len() == MOST_HEAPS {
                return None;
            }
            // Of equal heaps the first is moved in.
            let moved = winning.take_if(|step| step.from == part.component);
            let left = moved.and_then(|step| left(&step.to)).filter(|left| left.iter().sum::<usize>() <= stones);
            rows.push(StoneRow { name: part.component.to_string(), stones, left });
        }
    }
    rows.iter().any(|row| row.stones > 0).then_some(StoneRows(rows))
}

/// The stones of each heap that a move leaves.
fn left(sum: &Sum) -> Option<Vec<usize>> {
    let mut left = Vec::new();
    for part in &sum.parts {
        let stones = size(&part.component)?;
        let copies = usize::try_from(part.copies).ok().filter(|copies| *copies <= MOST_STONES)?;
        left.extend(std::iter::repeat_n(stones, copies).filter(|stones| *stones > 0));
    }
    Some(left)
}

/// How many stones a heap has; `None` for what is no heap.
fn size(component: &Component) -> Option<usize> {
    let stones = match component {
        Component::Star(size) => usize::try_from(*size).ok(),
        Component::Position(position) => match &*position.coordinates {
            [Value::Integer(stones)] => usize::try_from(*stones).ok(),
            _ => None,
        },
    };
    stones.filter(|stones| *stones <= MOST_STONES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::samples::{step, sum};

    fn rows(heaps: &[u64], winning: Option<&Move>) -> Option<Vec<(usize, Option<Vec<usize>>)>> {
        of_sum(&sum(heaps), winning).map(|rows| rows.0.into_iter().map(|row| (row.stones, row.left)).collect())
    }

    #[test]
    fn each_heap_is_a_row_and_the_first_of_equal_ones_is_moved_in() {
        let three = step(3, 1, 2);
        assert_eq!(rows(&[5, 3, 3], Some(&three)), Some(vec![(5, None), (3, Some(vec![1])), (3, None)]));
        assert_eq!(rows(&[3, 0], Some(&step(3, 0, 3))), Some(vec![(3, Some(vec![])), (0, None)]));
        assert_eq!(rows(&[4], None), Some(vec![(4, None)]));
        let parted = Move { to: sum(&[1, 2]).into(), ..step(4, 1, 0) };
        assert_eq!(rows(&[4], Some(&parted)), Some(vec![(4, Some(vec![1, 2]))]));
        // A move that leaves more than there was has no stones to be marked.
        let grown = Move { to: sum(&[3, 2]).into(), ..step(4, 1, 0) };
        assert_eq!(rows(&[4], Some(&grown)), Some(vec![(4, None)]));
    }

    #[test]
    fn what_is_too_much_or_nothing_is_not_drawn() {
        assert_eq!(rows(&[0, 0], None), None);
        assert_eq!(rows(&[41, 1], None), None);
        assert!(rows(&[40; MOST_HEAPS], None).is_some());
        assert_eq!(rows(&[1; MOST_HEAPS + 1], None), None);
    }
}
