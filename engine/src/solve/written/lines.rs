//! Rules in which every move lowers one coordinate, or several by the same amount, by any amount from 1 up to the
//! least of them. Wythoff's game is one.
//!
//! Each set of coordinates that a move lowers together is a *direction*. The options of a position are the positions
//! below it on its line in each direction. For each line, the values of its positions so far are kept as a set of
//! bits, with the index of the first word that has an unset bit. The value of a position is the first bit that is
//! unset in all of its lines. That takes a few steps for each position, however long the lines are.

#![expect(clippy::cast_possible_truncation, reason = "a grid has memory for each of its positions")]

use super::forward::advances::{Advance, Reach, advances};
use super::grid::{self, GridCell, GridCells, ValueGrid, cell, with_cells};
use crate::code::form::{Domain, RuleCode};
use crate::ledger::FastPath;
use crate::solve::filled::filled;
use crate::solve::{Budget, SolveError, Solved};
use crate::sorting;

/// The directions of such a rule, each as a mask with a bit for every coordinate that is lowered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LineDirections {
    directions: Vec<u32>,
}

impl LineDirections {
    const MOST_COORDINATES: usize = 4;
    const MOST_DIRECTIONS: usize = 7;

    /// The directions of the rule with this index, if all its moves are of that kind.
    pub fn of(rule: &RuleCode, index: usize, domain: &Domain) -> Option<LineDirections> {
        FastPath::LineBits.on()?;
        let is_plain = rule.over.is_none() && domain.condition.is_none();
        if !is_plain || !(2..=Self::MOST_COORDINATES).contains(&rule.arity) {
            return None;
        }
        let moves = advances(rule, index, domain, &vec![1 << 31; rule.arity])?;
        let mut directions = moves.iter().map(direction).collect::<Option<Vec<u32>>>()?;
        sorting::sort(&mut directions);
        directions.dedup();
        (1..=Self::MOST_DIRECTIONS).contains(&directions.len()).then_some(LineDirections { directions })
    }

    /// The bytes that a grid of these sizes and its lines take while it is filled in.
    pub fn bytes_needed(&self, sizes: &[i64]) -> u128 {
        let bound = self.largest(sizes);
        let width = if bound < u128::from(u8::ABSENT) {
            1
        } else if bound < u128::from(u16::ABSENT) {
            2
        } else {
            4
        };
        let cells = sizes.iter().fold(width, |bytes: u128, size| bytes.saturating_mul(*size as u128));
        let bytes = (bound / 64 + 1).saturating_mul(8) + 4;
        let lines = self.directions.iter().map(|direction| bytes.saturating_mul(count(*direction, sizes)));
        lines.fold(cells, u128::saturating_add)
    }

    /// An upper bound of the values in a grid of these sizes: the most options that a position has. Lines have bits
    /// up to this one, so an unset bit is always found.
    fn largest(&self, sizes: &[i64]) -> u128 {
        self.directions.iter().map(|direction| lowered(*direction, sizes).min().unwrap_or(0) as u128).sum()
    }

    /// A grid of these sizes with all its values. All memory is reserved first: `SolveError::Memory` comes before any
    /// value is computed.
    pub fn fill(&self, sizes: &[i64], budget: &Budget) -> Solved<ValueGrid> {
        let bound = self.largest(sizes) as u64;
        let words = (bound / 64 + 1) as usize;
        let mut grid = ValueGrid::new(sizes.to_vec(), budget)?;
        while cell::<u8>(bound).is_none() && matches!(grid.cells, GridCells::Bytes(_))
            || cell::<u16>(bound).is_none() && matches!(grid.cells, GridCells::Shorts(_))
        {
            grid.widen(budget)?;
        }
        let new = |direction: &u32| Lines::new(*direction, sizes, words, budget);
        let mut lines: Vec<Lines> = self.directions.iter().map(new).collect::<Result<_, _>>()?;
        let length = grid.len();
        with_cells!(&mut grid.cells, cells => fill(&mut lines, sizes, &mut writer(&mut cells[..length]), budget))?;
        Ok(grid)
    }
}

/// The sizes of the grid along the coordinates that a direction lowers.
fn lowered(direction: u32, sizes: &[i64]) -> impl Iterator<Item = i64> {
    sizes.iter().enumerate().filter(move |(index, _)| direction >> index & 1 == 1).map(|(_, size)| *size)
}

/// The direction of moves that lower some coordinates together by every amount from 1 up to the least of them.
fn direction(moves: &Advance) -> Option<u32> {
    let Reach::Ray(by) = &moves.reach else { return None };
    let is_by_one = moves.first == *by && by.iter().all(|n| (0..=1).contains(n)) && moves.guards.is_empty();
    is_by_one.then(|| (0..).zip(by).fold(0, |direction, (place, by)| direction | u32::from(*by == 1) << place))
}

/// The lines of a grid in one direction. They are numbered so that from a position to the next one in its row, along
/// the last coordinate, the number of the line grows by one, or stays 0 if the line is the row itself.
struct Lines {
    direction: u32,
    /// For each line, the index of its first word with an unset bit.
    hints: Vec<u32>,
    /// The values on each line, in `words` words each.
    bits: Vec<u64>,
    words: usize,
}

impl Lines {
    fn new(direction: u32, sizes: &[i64], words: usize, budget: &Budget) -> Solved<Lines> {
        let count = u64::try_from(count(direction, sizes)).unwrap_or(u64::MAX);
        budget.room(count.saturating_mul(words as u64 * 8 + 4))?;
        let hints = filled(0, count as usize, budget)?;
        let bits = filled(0, (count as usize).saturating_mul(words), budget)?;
        Ok(Lines { direction, hints, bits, words })
    }

    /// The number of the line through the first position of a row.
    fn number(&self, coordinates: &[i64], sizes: &[i64]) -> usize {
        if is_the_row(self.direction, sizes) {
            return 0;
        }
        let first = self.direction.trailing_zeros() as usize;
        let mut number = 0;
        for (index, radix) in radices(self.direction, sizes).enumerate() {
            let digit = match self.direction >> index & 1 {
                1 if index == first => 0,
                1 => coordinates[index] - coordinates[first] + sizes[first] - 1,
                _ => coordinates[index],
            };
            number = number * radix as i64 + digit;
        }
        number as usize
    }
}

fn is_the_row(direction: u32, sizes: &[i64]) -> bool {
    direction == 1 << (sizes.len() - 1)
}

/// How many lines are kept. If each line is a row, one is enough, since rows are filled in one after the other.
fn count(direction: u32, sizes: &[i64]) -> u128 {
    if is_the_row(direction, sizes) { 1 } else { radices(direction, sizes).fold(1, u128::saturating_mul) }
}

/// A line is identified by its coordinates that are not lowered, and by the differences between the others and the
/// first lowered one. These are the digits of its number; this gives how many values each digit may have.
fn radices(direction: u32, sizes: &[i64]) -> impl Iterator<Item = u128> {
    let first = direction.trailing_zeros() as usize;
    sizes.iter().enumerate().map(move |(index, size)| match direction >> index & 1 {
        1 if index == first => 1,
        1 => *size as u128 + sizes[first] as u128 - 1,
        _ => *size as u128,
    })
}

/// A function that writes values into the cells, beginning where the call before ended. So the loops that find values
/// are compiled once, and not for each width of cells.
fn writer<T: GridCell>(cells: &mut [T]) -> impl FnMut(&[u32]) -> Solved<()> {
    let mut left = cells;
    move |values| {
        let (cells, others) = std::mem::take(&mut left).split_at_mut(values.len());
        left = others;
        for (cell, value) in cells.iter_mut().zip(values) {
            *cell = grid::cell(u64::from(*value)).ok_or(SolveError::Overflow)?;
        }
        Ok(())
    }
}

type WriteValues<'a> = &'a mut dyn FnMut(&[u32]) -> Solved<()>;

fn fill(lines: &mut [Lines], sizes: &[i64], write: WriteValues, budget: &Budget) -> Solved<()> {
    match lines.len() {
        1 => fill_along::<1>(lines, sizes, write, budget),
        2 => fill_along::<2>(lines, sizes, write, budget),
        3 => fill_along::<3>(lines, sizes, write, budget),
        4 => fill_along::<4>(lines, sizes, write, budget),
        5 => fill_along::<5>(lines, sizes, write, budget),
        6 => fill_along::<6>(lines, sizes, write, budget),
        _ => fill_along::<7>(lines, sizes, write, budget),
    }
}

/// Fills the cells row by row, so that the options of a position, which are below it on its lines, come before it. The
/// number of directions is a constant D, so that the inner loops are compiled for it.
fn fill_along<const D: usize>(lines: &mut [Lines], sizes: &[i64], write: WriteValues, budget: &Budget) -> Solved<()> {
    const STRIDE: usize = 1 << 12;
    let Ok(lines) = <&mut [Lines; D]>::try_from(lines) else {
        return Err(SolveError::Internal("there are not as many kinds of lines as directions"));
    };
    let (width, others) = sizes.split_last().map_or((1, sizes), |(width, others)| (*width as usize, others));
    let rows: usize = others.iter().map(|size| *size as usize).product();
    let mut coordinates = vec![0; sizes.len()];
    let mut values = vec![0; width.min(STRIDE)];
    for number in 0..rows {
        let mut at: [usize; D] = [0; D];
        let mut moves: [usize; D] = [0; D];
        for (index, lines) in lines.iter_mut().enumerate() {
            at[index] = lines.number(&coordinates, sizes);
            moves[index] = usize::from(!is_the_row(lines.direction, sizes));
            if is_the_row(lines.direction, sizes) {
                lines.hints[0] = 0;
                lines.bits.fill(0);
            }
        }
        for from in (0..width).step_by(STRIDE) {
            if from > 0 || number % 16 == 0 || width > 256 {
                budget.progress((number * width) as u64, (rows * width) as u64)?;
            }
            let part = &mut values[..STRIDE.min(width - from)];
            fill_part(part, lines, &mut at, &moves)?;
            write(part)?;
        }
        grid::step(&mut coordinates[..others.len()], sizes);
    }
    Ok(())
}

/// The values of a part of a row: each is the least that no line through the position has yet.
fn fill_part<const D: usize>(
    part: &mut [u32],
    lines: &mut [Lines; D],
    at: &mut [usize; D],
    moves: &[usize; D],
) -> Solved<()> {
    let words = lines[0].words;
    // In each direction, the lines through this part of the row are adjacent: restrict the slices to them.
    let count = part.len();
    let mut at_bits = [0usize; D];
    let mut lines = lines.each_mut().map(|lines| (&mut lines.hints[..], &mut lines.bits[..]));
    for (index, (hints, bits)) in lines.iter_mut().enumerate() {
        let from = at[index];
        let crossed = if moves[index] == 0 { 1 } else { count };
        *hints = &mut std::mem::take(hints)[from..from + crossed];
        *bits = &mut std::mem::take(bits)[from * words..(from + crossed) * words];
        at[index] += moves[index] * count;
    }
    for (place, cell) in part.iter_mut().enumerate() {
        let mut word = 0;
        for index in 0..D {
            word = word.max(lines[index].0[place * moves[index]] as usize);
        }
        let taken = loop {
            let mut taken = 0;
            for index in 0..D {
                taken |= lines[index].1[at_bits[index] + word];
            }
            if taken != u64::MAX {
                break taken;
            }
            word += 1;
        };
        let bit = taken.trailing_ones();
        for index in 0..D {
            let (hints, bits) = &mut lines[index];
            let from = at_bits[index];
            let changed = bits[from + word] | 1 << bit;
            bits[from + word] = changed;
            if changed == u64::MAX {
                move_on(&mut hints[place * moves[index]], &bits[from..]);
            }
            at_bits[index] += moves[index] * words;
        }
        *cell = u32::try_from(64 * word + bit as usize).map_err(|_| SolveError::Overflow)?;
    }
    Ok(())
}

/// Moves a hint on to the first word that has a gap. Out of line, so that the loop over directions stays small enough
/// to be unrolled.
#[cold]
fn move_on(hint: &mut u32, bits: &[u64]) {
    while bits[*hint as usize] == u64::MAX {
        *hint += 1;
    }
}
