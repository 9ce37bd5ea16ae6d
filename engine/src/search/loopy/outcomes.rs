//! Who wins each position of a finite graph of moves, and after how many moves, where play may never end: by retrograde
//! analysis, in time linear in the moves. It holds in normal and in misère play.

use super::move_lists::MoveLists;
use crate::limits::{Budget, Solved};
use crate::nim::{Convention, Outcome};

/// Who wins a position, and how many moves are made until it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remoteness {
    /// Who wins.
    pub outcome: Outcome,
    /// How many moves are made if both play for that length; 0 in a draw, where play never ends.
    pub moves: u32,
}

/// What is counted: who wishes that the game ends soon?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Length {
    /// The winner hurries, and the loser delays.
    #[default]
    Remoteness,
    /// The winner delays, and the loser hurries. Where play may never end, nobody could.
    Suspense,
}

/// Decides all positions that can be decided; the others are drawn. `found` has what is known before; of a position that
/// is known the options are not looked at. In misère play a position without moves is won at once.
///
/// # Errors
/// Those of the budget.
pub fn decide(
    moves: &MoveLists,
    found: &mut [Option<Remoteness>],
    length: Length,
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
            found[position] = Some(Remoteness { outcome: convention.at_the_end(), moves: 0 });
        }
        if let Some(decided) = found[position] {
            put(&mut due, decided.moves as usize, position);
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
                let is_decided = left[before] == 0 || decided.outcome == Outcome::P && length == Length::Remoteness;
                if found[before].is_some() || !is_decided {
                    continue;
                }
                let next = match length {
                    Length::Remoteness => decided,
                    Length::Suspense => delayed(moves.of(before), found).unwrap_or(decided),
                };
                let outcome = if next.outcome == Outcome::P { Outcome::N } else { Outcome::P };
                let moves = next.moves.saturating_add(1);
                found[before] = Some(Remoteness { outcome, moves });
                // With few moves it may come here after others with more.
                put(&mut due, (moves as usize).max(time + 1), before);
            }
        }
        time += 1;
    }
    Ok(())
}

/// The option that is played where the winner delays and the loser hurries, of options that are all decided.
fn delayed(options: &[u32], found: &[Option<Remoteness>]) -> Option<Remoteness> {
    let options = || options.iter().filter_map(|option| found[*option as usize]);
    let lost = options().filter(|option| option.outcome == Outcome::P).max_by_key(|option| option.moves);
    lost.or_else(|| options().min_by_key(|option| option.moves))
}

fn put(due: &mut Vec<Vec<u32>>, time: usize, position: usize) {
    if due.len() <= time {
        due.resize_with(time + 1, Vec::new);
    }
    due[time].extend(u32::try_from(position));
}
