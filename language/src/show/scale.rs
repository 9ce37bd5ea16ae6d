//! The scales of plots and heat maps: round numbers for axes, and squares of a heat map, which are one position each, or
//! several neighbours where there are too many.

use grundy_engine::game::Value;
use grundy_engine::nim::{GrundyValue, Outcome, PositionValue, gcd};

use crate::show::document::CrossTable;
use crate::show::lists::Axis;
use crate::show::told::{Told, told};

/// The least of 1, 2, 5, 10, 20, 50, … with which a span has at most `most` steps.
pub fn step(span: u64, most: usize) -> u64 {
    let wanted = span.div_ceil(most.max(1) as u64).max(1);
    let mut power: u64 = 1;
    loop {
        for factor in [1, 2, 5] {
            match power.checked_mul(factor) {
                Some(step) if step >= wanted => return step,
                Some(_) => {}
                None => return wanted,
            }
        }
        power = power.saturating_mul(10);
    }
}

/// The multiples of a step from `low` to `high`.
pub fn multiples(low: i128, high: i128, step: u64) -> impl Iterator<Item = i128> {
    let step = i128::from(step.max(1));
    let first = low.checked_add((-low).rem_euclid(step));
    std::iter::successors(first, move |tick| tick.checked_add(step)).take_while(move |tick| *tick <= high)
}

/// The greatest common divisor of the differences between neighbouring numbers; 1 if there is no difference.
pub fn common_step(numbers: impl Iterator<Item = i64> + Clone) -> u64 {
    let mut common = 0;
    for (one, next) in numbers.clone().zip(numbers.skip(1)) {
        common = gcd(common, one.abs_diff(next));
        if common == 1 {
            break;
        }
    }
    common.max(1)
}

/// A square of a heat map: one position, or several neighbouring ones together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Square {
    /// How many positions in it have a number as their value, and the sum of these.
    numbers: u64,
    total: u128,
    /// Whether one is a P-position, one has the value ∞, and one is loony.
    has: [bool; 3],
}

/// What a square of a heat map shows: the first of these that there is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareKind {
    /// A P-position.
    Lost,
    /// A position from which play may never end, so that its value is ∞.
    Infinite,
    /// A loony position.
    Loony,
    /// The mean value, rounded down.
    Mean(u64),
}

impl Square {
    fn add(&mut self, cell: &PositionValue) {
        let value = cell.value.as_ref();
        self.has[0] |= cell.outcome == Outcome::P;
        self.has[1] |= matches!(value, Some(GrundyValue::Infinite(_)));
        self.has[2] |= value == Some(&GrundyValue::Loony);
        if let Some(number) = value.and_then(GrundyValue::nimber) {
            self.numbers += 1;
            self.total += u128::from(number.0);
        }
    }

    /// The mean of the numbers, rounded down; `None` if there are none.
    fn mean(&self) -> Option<u64> {
        self.total.checked_div(u128::from(self.numbers)).and_then(|mean| u64::try_from(mean).ok())
    }

    /// What is shown; `None` if the square has no positions.
    fn shown(&self) -> Option<SquareKind> {
        let kinds = [SquareKind::Lost, SquareKind::Infinite, SquareKind::Loony].into_iter().zip(self.has);
        kinds.into_iter().find(|(_, is_there)| *is_there).map(|(kind, _)| kind).or(self.mean().map(SquareKind::Mean))
    }
}

impl SquareKind {
    /// The sign of a value that is no number, and what it means.
    pub fn sign(self, ascii: bool) -> Option<(char, Told)> {
        match self {
            SquareKind::Infinite => Some((if ascii { 'x' } else { '∞' }, told!("play may never end"))),
            SquareKind::Loony => Some(('L', told!("loony"))),
            SquareKind::Lost | SquareKind::Mean(_) => None,
        }
    }
}

/// A grid reduced to squares of `side` by `side` positions, row after row.
pub struct Squares {
    pub side: usize,
    pub columns: usize,
    pub rows: usize,
    squares: Vec<Square>,
    /// The largest mean value.
    pub highest: u64,
}

impl Squares {
    /// Reduces a grid by the smallest side with which it has at most this many columns and rows.
    pub fn of(table: &CrossTable, most_columns: usize, most_rows: usize) -> Squares {
        let across = table.right.members.len();
        let down = table.down.members.len();
        let side = across.div_ceil(most_columns.max(1)).max(down.div_ceil(most_rows.max(1))).max(1);
        let (columns, rows) = (across.div_ceil(side), down.div_ceil(side));
        let mut squares = vec![Square::default(); columns * rows];
        for (y, row) in table.cells.rows(across).enumerate() {
            for (x, cell) in row.enumerate() {
                if let Some(cell) = cell {
                    squares[y / side * columns + x / side].add(&cell);
                }
            }
        }
        let highest = squares.iter().filter_map(Square::mean).max().unwrap_or(0);
        Squares { side, columns, rows, squares, highest }
    }

    /// What the square at this place shows; `None` outside of the map, and if the square has no positions.
    pub fn get(&self, column: usize, row: usize) -> Option<SquareKind> {
        let inside = column < self.columns && row < self.rows;
        self.squares.get(row * self.columns + column).filter(|_| inside)?.shown()
    }

    /// The kinds of values shown that are no numbers.
    pub fn others(&self) -> impl Iterator<Item = SquareKind> {
        let shown = |kind: &SquareKind| self.squares.iter().any(|square| square.shown() == Some(*kind));
        [SquareKind::Infinite, SquareKind::Loony].into_iter().filter(shown)
    }

    /// The index of the shade of a mean value, if there are this many shades.
    pub fn shade(&self, mean: u64, shades: usize) -> usize {
        (0..shades).find(|index| mean <= self.bound(*index, shades)).unwrap_or(shades - 1)
    }

    /// The largest value that gets the shade of this index, if there are this many shades.
    pub fn bound(&self, index: usize, shades: usize) -> u64 {
        (u128::from(self.highest) * (index as u128 + 1) / shades as u128) as u64
    }
}

/// The length of the longest member of an axis, in characters.
pub fn longest(axis: &Axis) -> usize {
    axis.members.iter().map(|member| member.to_string().chars().count()).max().unwrap_or(1)
}

/// The indices of the members that label an axis: the multiples of a round number if the members are numbers, evenly
/// spaced members otherwise. `every` is the least distance, in members.
pub fn ticks(axis: &Axis, every: usize) -> Vec<usize> {
    let numbers: Option<Vec<i64>> = axis
        .members
        .iter()
        .map(|member| match member {
            Value::Integer(n) => i64::try_from(*n).ok(),
            _ => None,
        })
        .collect();
    match numbers {
        Some(numbers) if numbers.len() > 1 => {
            let step = step(every.max(1) as u64 * common_step(numbers.iter().copied()), 1);
            (0..numbers.len()).filter(|index| numbers[*index].unsigned_abs().is_multiple_of(step)).collect()
        }
        _ => (0..axis.members.len()).step_by(every.max(1)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        for (span, most, expected) in
            [(0, 5, 1), (10, 10, 1), (11, 10, 2), (200, 10, 20), (200, 9, 50), (1_000_000, 7, 200_000)]
        {
            assert_eq!(step(span, most), expected, "{span} in {most}");
        }
        assert!(step(u64::MAX, 3) >= u64::MAX / 3);
    }

    #[test]
    fn ticks_lie_inside() {
        assert_eq!(multiples(5, 45, 10).collect::<Vec<_>>(), [10, 20, 30, 40]);
        assert_eq!(multiples(0, 0, 1).collect::<Vec<_>>(), [0]);
        assert_eq!(multiples(-7, 12, 5).collect::<Vec<_>>(), [-5, 0, 5, 10]);
        assert_eq!(multiples(i128::from(u64::MAX), i128::from(u64::MAX), 2).count(), 0);
    }

    #[test]
    fn the_common_step_divides_every_gap() {
        assert_eq!(common_step([0, 1, 2].into_iter()), 1);
        assert_eq!(common_step([3, 9, 13].into_iter()), 2);
        assert_eq!(common_step([5].into_iter()), 1);
        assert_eq!(common_step([].into_iter()), 1);
    }
}
