//! Who wins each position of a finite graph of moves, and after how many moves, where play may never end: by retrograde
//! analysis, in time linear in the moves. It holds in normal and in misère play.

use super::move_lists::MoveLists;
use crate::limits::{Budget, Solved};
use crate::nim::Convention;

/// A position that a player wins: is it lost for the player to move, and after how many moves is play over, if the winner
/// hurries and the loser delays?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecidedIn {
    /// Does the player to move lose?
    pub is_lost: bool,
    /// How many moves are made.
    pub moves: u32,
}

/// Decides all positions that can be decided; the others are drawn. `found` has what is known before; of a position that
/// is known the options are not looked at. In misère play a position without moves is won at once.
///
/// # Errors
/// Those of the budget.
pub fn decide(
    moves: &MoveLists,
    found: &mut [Option<DecidedIn>],
    convention: Convention,
    budget: &Budget,
) -> Solved<()> {
    let count = found.len();
    budget.room(((moves.ends.len() + 4 * count) * size_of::<u32>()) as u64)?;
    let starts = moves.turned_round(budget)?;
    // How many options are not known to be won for the player who moves there.
    let mut left: Vec<usize> = (0..count).map(|position| moves.of(position).len()).collect();
    // The positions that are decided after so many moves, whose starts are to be looked at.
    let mut due: Vec<Vec<u32>> = Vec::new();
    for position in 0..count {
        if found[position].is_none() && left[position] == 0 {
            found[position] = Some(DecidedIn { is_lost: !convention.is_misere(), moves: 0 });
        }
        if let Some(decided) = found[position] {
            put(&mut due, decided.moves, position);
        }
    }
    let mut time = 0;
    while time < due.len() {
        budget.check()?;
        for position in std::mem::take(&mut due[time]) {
            let Some(decided) = found[position as usize] else { continue };
            for before in starts.of(position as usize) {
                let before = *before as usize;
                left[before] -= 1;
                if found[before].is_none() && (decided.is_lost || left[before] == 0) {
                    let moves = decided.moves.saturating_add(1);
                    found[before] = Some(DecidedIn { is_lost: !decided.is_lost, moves });
                    put(&mut due, moves, before);
                }
            }
        }
        time += 1;
    }
    Ok(())
}

fn put(due: &mut Vec<Vec<u32>>, moves: u32, position: usize) {
    let moves = moves as usize;
    if due.len() <= moves {
        due.resize_with(moves + 1, Vec::new);
    }
    due[moves].extend(u32::try_from(position));
}
