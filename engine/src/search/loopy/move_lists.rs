//! The moves between positions that have numbers: a list for each.

use crate::limits::{Budget, Solved};

/// A list for each position, all in one.
#[derive(Debug, Default)]
pub struct MoveLists {
    /// Where the list of each position ends in `ends`.
    pub last: Vec<u32>,
    /// The members of all lists: the options of a position, or the positions from which it is reached.
    pub ends: Vec<u32>,
}

/// So many positions are looked at between two questions to the budget.
const PIECE: usize = 1 << 12;

impl MoveLists {
    /// The list of a position.
    pub fn of(&self, position: usize) -> &[u32] {
        let first = if position == 0 { 0 } else { self.last[position - 1] };
        &self.ends[first as usize..self.last[position] as usize]
    }

    /// For each position those from which it is reached. Its numbers are known to fit, and there is room.
    pub(super) fn turned_round(&self, budget: &Budget) -> Solved<MoveLists> {
        let mut turned = MoveLists { last: vec![0; self.last.len()], ends: vec![0; self.ends.len()] };
        for piece in self.ends.chunks(PIECE) {
            budget.check()?;
            piece.iter().for_each(|end| turned.last[*end as usize] += 1);
        }
        let mut total = 0;
        for count in &mut turned.last {
            // Where the list of each begins; filling it in moves this to where it ends.
            let first = total;
            total += *count;
            *count = first;
        }
        for (start, position) in (0..).zip(0..self.last.len()) {
            if position % PIECE == 0 {
                budget.check()?;
            }
            for end in self.of(position) {
                let place = &mut turned.last[*end as usize];
                turned.ends[*place as usize] = start;
                *place += 1;
            }
        }
        Ok(turned)
    }
}
