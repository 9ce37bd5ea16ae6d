//! Play that comes back to where it began: the shortest way back to a position, and the search of all small boards for a cycle,
//! boards of which each becomes the next by a rewriting rule, and the last the first.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Board, Component, Halt, Meter, Position, Rewrite, Sum};
use crate::sorting::sort_by_key;

/// So many summands of options are looked at, and no more.
const MOST_SUMMANDS: usize = 20_000;

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
            Ok(if is_back || looked > MOST_SUMMANDS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
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
        if looked > MOST_SUMMANDS {
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
        Ok(if how == Some(Reached::Alone) || looked > MOST_SUMMANDS {
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

/// Sizes with more boards than this are skipped, and so are those that would exceed `MOST_BOARDS` boards in all.
const MOST_OF_A_SIZE: usize = 1_000;
const MOST_BOARDS: usize = 3_000;
/// The largest boards are wider and higher than the largest pattern by so many cells.
const BEYOND: usize = 3;

/// A cycle of boards of which each becomes the next by one of the rules; its last board is its first once more.
/// `None` if no small board has such a cycle, which proves nothing about larger boards.
///
/// # Errors
/// `Halt`, if the meter says so.
pub fn find_cycle(rules: &[&Rewrite], meter: &Meter) -> Result<Option<Vec<Board>>, Halt> {
    let symbols = symbols(rules, meter)?;
    let mut left = MOST_BOARDS;
    for (width, height) in sizes(rules, symbols.len()) {
        let boards = count(symbols.len(), width.saturating_mul(height)).filter(|boards| *boards <= left);
        let Some(boards) = boards else { continue };
        left -= boards;
        let mut search = CycleSearch { rules, meter, states: FxHashMap::default() };
        for number in 0..boards {
            if let Some(cycle) = search.from(numbered(number, &symbols, width, height))? {
                return Ok(Some(cycle));
            }
        }
    }
    Ok(None)
}

/// The symbols of the patterns, sorted, without repeats and without [`Rewrite::ANY`].
fn symbols(rules: &[&Rewrite], meter: &Meter) -> Result<Vec<char>, Halt> {
    let mut symbols = BTreeSet::new();
    for grid in rules.iter().flat_map(|rule| [&rule.from, &rule.to]) {
        meter.spend(grid.cells.len())?;
        symbols.extend(grid.cells.iter().copied());
    }
    symbols.remove(&Rewrite::ANY);
    Ok(symbols.into_iter().collect())
}

/// The number of boards with so many cells, if they are few enough to be searched.
fn count(symbols: usize, cells: usize) -> Option<usize> {
    let boards = symbols.checked_pow(u32::try_from(cells).unwrap_or(u32::MAX));
    boards.filter(|boards| *boards <= MOST_OF_A_SIZE)
}

/// Widths and heights of small boards on which at least one pattern fits, the smallest boards first.
fn sizes(rules: &[&Rewrite], symbols: usize) -> Vec<(usize, usize)> {
    let images = || rules.iter().flat_map(|rule| rule.images()).map(|(from, _)| (from.width, from.height()));
    let mut sizes: Vec<_> = if symbols < 2 {
        // Each size has one board, and what happens on it is seen where the pattern fills the board.
        images().collect()
    } else {
        // A long pattern fits only on boards that are too many to be searched, however long it is.
        let width = images().map(|(width, _)| width).max().unwrap_or(0).saturating_add(BEYOND);
        let height = images().map(|(_, height)| height).max().unwrap_or(0).saturating_add(BEYOND);
        let widths = (1..=width).take_while(|width| count(symbols, *width).is_some());
        let heights = |width| (1..=height).take_while(move |height| count(symbols, width * height).is_some());
        widths.flat_map(|width| heights(width).map(move |height| (width, height))).collect()
    };
    sizes.retain(|(width, height)| images().any(|(w, h)| w <= *width && h <= *height));
    sort_by_key(&mut sizes, |(width, height)| (width.saturating_mul(*height), *height));
    sizes.dedup();
    sizes
}

/// The board with this number: its cells are the digits of the number, in a base with one digit for each symbol.
fn numbered(mut number: usize, symbols: &[char], width: usize, height: usize) -> Board {
    let cell = || {
        let symbol = symbols[number % symbols.len()];
        number /= symbols.len();
        symbol
    };
    Board { width, cells: std::iter::repeat_with(cell).take(width * height).collect() }
}

struct CycleSearch<'r> {
    rules: &'r [&'r Rewrite],
    meter: &'r Meter,
    /// The boards met so far: `true` if all that can be reached from a board has been searched, `false` if it is on
    /// the path.
    states: FxHashMap<Board, bool>,
}

impl CycleSearch<'_> {
    /// A cycle that can be reached from this board, found by depth-first search. The path that leads to it is cut off.
    fn from(&mut self, first: Board) -> Result<Option<Vec<Board>>, Halt> {
        if self.states.contains_key(&first) {
            return Ok(None);
        }
        self.states.insert(first.clone(), false);
        let mut path = vec![(self.options(&first)?, first)];
        while let Some((options, board)) = path.last_mut() {
            let Some(next) = options.pop() else {
                self.states.insert(board.clone(), true);
                path.pop();
                continue;
            };
            match self.states.get(&next) {
                Some(true) => {}
                Some(false) => {
                    let cycle = path.into_iter().map(|(_, board)| board).skip_while(|board| *board != next);
                    return Ok(Some(cycle.chain([next.clone()]).collect()));
                }
                None => {
                    self.states.insert(next.clone(), false);
                    path.push((self.options(&next)?, next));
                }
            }
        }
        Ok(None)
    }

    fn options(&self, board: &Board) -> Result<Vec<Board>, Halt> {
        let mut options = Vec::new();
        for rule in self.rules {
            for made in rule.made_of(board) {
                self.meter.spend(1)?;
                options.extend(made);
            }
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Directions, Turned};

    fn found(rules: &[(&str, &str)], turned: Turned) -> Option<String> {
        let directions = Directions { turned, mirrored: false };
        let rules: Vec<Rewrite> = rules.iter().map(|(from, to)| Rewrite::new(from, to, directions).unwrap()).collect();
        let cycle = find_cycle(&rules.iter().collect::<Vec<_>>(), &Meter::default()).unwrap()?;
        Some(cycle.iter().map(Board::text).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_cycle_is_found() {
        let there_and_back = found(&[("XO", "OX"), ("OX", "XO")], Turned::AsWritten).unwrap();
        assert!(there_and_back == "OX XO OX" || there_and_back == "XO OX XO", "{there_and_back}");
        let around = found(&[("X.", ".X")], Turned::All).unwrap();
        assert_eq!(around.split(' ').next(), around.split(' ').next_back());
        // Each step is longer than a pattern.
        assert!(found(&[("AB", "BC"), ("BC", "CA"), ("CA", "AB")], Turned::AsWritten).is_some());
    }

    /// Only the sizes that can be searched are listed, however long a pattern is.
    #[test]
    fn long_patterns_take_no_longer() {
        let sizes = |from: &str, to: &str| {
            let rule = Rewrite::new(from, to, Directions { turned: Turned::Down, mirrored: true }).unwrap();
            let symbols = symbols(&[&rule], &Meter::default()).unwrap().len();
            super::sizes(&[&rule], symbols).len()
        };
        let (plain, any) = (|sign: &str| sign.repeat(100_000), "?".repeat(100_000));
        assert_eq!(sizes(&plain("."), &plain("#")), 0);
        assert_eq!(sizes(&format!("X{any}"), &format!("Y{any}")), 0);
        assert!((1..100).contains(&sizes("..", "##")));
    }

    #[test]
    fn play_that_ends_has_no_cycle() {
        for (rules, turned) in [
            (&[("..", "##")][..], Turned::Down),
            (&[("XO", ".X"), ("OX", ".O")], Turned::All),
            (&[("X.", ".X")], Turned::AsWritten),
            (&[(".X.", "X.X")], Turned::Down),
            (&[("../..", "##/##")], Turned::AsWritten),
        ] {
            assert_eq!(found(rules, turned), None, "{rules:?}");
        }
    }
}
