//! Ways of play that come back to where they began.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::{Component, Meter, Position, Sum};

/// So many summands of options are looked at, and no more.
const MOST: usize = 20_000;

/// The shortest way of play from a position back to it, with the position at both ends: each is a summand of an option
/// of the one before. `None` if there is none among the first options, those that are reached by the fewest moves.
pub fn shortest_loop(start: &Position, meter: &Meter) -> Option<Vec<Position>> {
    // Each position with the index of the one before it.
    let mut found = vec![(start.clone(), 0)];
    let mut met = FxHashSet::from_iter([start.clone()]);
    let mut looked = 0;
    let mut next = 0;
    while let Some((from, _)) = found.get(next).cloned() {
        let mut is_back = false;
        // A rule that fails somewhere beside the loop does not hide it.
        let _ = from.each_option(meter, &mut |option| {
            looked += option.parts.len();
            for position in positions(&option) {
                is_back |= position == start;
                if met.insert(position.clone()) {
                    found.push((position.clone(), next));
                }
            }
            Ok(if is_back || looked > MOST { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        if is_back {
            let mut path = vec![start.clone()];
            while next > 0 {
                path.push(found[next].0.clone());
                next = found[next].1;
            }
            path.push(start.clone());
            path.reverse();
            return Some(path);
        }
        if looked > MOST {
            return None;
        }
        next += 1;
    }
    None
}

/// How a position can be reached in one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// The move leads to it.
    Alone,
    /// The move leads to it and to other summands.
    InSum,
}

/// How the second position is reached by a move from the first; `None` if no move is found among the first options.
pub fn reached(from: &Position, to: &Position, meter: &Meter) -> Option<Reached> {
    let mut looked = 0;
    let mut how = None;
    let _ = from.each_option(meter, &mut |option| {
        looked += option.parts.len();
        if positions(&option).any(|position| position == to) {
            how = Some(if option.parts.len() == 1 && option.parts[0].copies == 1 {
                Reached::Alone
            } else {
                Reached::InSum
            });
        }
        Ok(if how == Some(Reached::Alone) || looked > MOST {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    });
    how
}

fn positions(sum: &Sum) -> impl Iterator<Item = &Position> {
    sum.parts.iter().filter_map(|part| match &part.component {
        Component::Position(position) => Some(position),
        Component::Star(_) => None,
    })
}
