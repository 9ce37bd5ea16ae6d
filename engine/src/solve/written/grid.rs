//! A table of values for all positions in a box, with a cell of one, two or four bytes for each.

#![expect(clippy::cast_possible_truncation, reason = "a grid has memory for each of its positions")]

use crate::nim::Nimber;
use crate::solve::filled::{filled, mapped};
use crate::solve::{Budget, SolveError, Solved};

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PositionState {
    Unknown,
    /// Its value is being computed: it is on the search path.
    Open,
    Known(Nimber),
}

/// The most positions of a grid, so that a place, and the two cells behind the positions, fit an `i32`.
pub(super) const LARGEST_GRID: i64 = i32::MAX as i64 - 2;

/// The positions (0, 0, …) to (d₁−1, d₂−1, …), in lexicographic order of their coordinates.
#[derive(Debug)]
pub(super) struct ValueGrid {
    /// How many positions there are along each coordinate.
    pub sizes: Vec<i64>,
    /// For each coordinate, the distance between the cells of two positions in which it differs by one.
    pub strides: Vec<i64>,
    pub cells: GridCells,
}

#[derive(Debug)]
pub(super) enum GridCells {
    Bytes(Vec<u8>),
    Shorts(Vec<u16>),
    Words(Vec<u32>),
}

/// Does the same with cells of whatever width.
macro_rules! with_cells {
    ($of:expr, $cells:ident => $work:expr) => {
        match $of {
            GridCells::Bytes($cells) => $work,
            GridCells::Shorts($cells) => $work,
            GridCells::Words($cells) => $work,
        }
    };
}

pub(super) use with_cells;

/// The type of a cell. Its three largest numbers stand for states; all others are values.
pub(super) trait GridCell: Copy + Eq + Into<u64> + TryFrom<u64> {
    const UNKNOWN: Self;
    /// The position is on the search path.
    const OPEN: Self;
    /// The coordinates are not a position: `where` does not hold.
    const ABSENT: Self;
    /// How many numbers the type has, if that is few enough for an array with an entry for each.
    const SPAN: Option<usize>;
}

impl GridCell for u8 {
    const UNKNOWN: u8 = u8::MAX;
    const OPEN: u8 = u8::MAX - 1;
    const ABSENT: u8 = u8::MAX - 2;
    const SPAN: Option<usize> = Some(1 << 8);
}

impl GridCell for u16 {
    const UNKNOWN: u16 = u16::MAX;
    const OPEN: u16 = u16::MAX - 1;
    const ABSENT: u16 = u16::MAX - 2;
    const SPAN: Option<usize> = Some(1 << 16);
}

impl GridCell for u32 {
    const UNKNOWN: u32 = u32::MAX;
    const OPEN: u32 = u32::MAX - 1;
    const ABSENT: u32 = u32::MAX - 2;
    const SPAN: Option<usize> = None;
}

fn state<T: GridCell>(cell: T) -> PositionState {
    if cell == T::UNKNOWN || cell == T::ABSENT {
        PositionState::Unknown
    } else if cell == T::OPEN {
        PositionState::Open
    } else {
        PositionState::Known(Nimber(cell.into()))
    }
}

/// The cell for a value; `None` if the value needs wider cells.
pub(super) fn cell<T: GridCell>(value: u64) -> Option<T> {
    T::try_from(value).ok().filter(|_| value < T::ABSENT.into())
}

fn wider<T: GridCell, W: GridCell>(cells: &[T], budget: &Budget) -> Solved<Vec<W>> {
    let widened = |cell: &T| match *cell {
        cell if cell == T::UNKNOWN => W::UNKNOWN,
        cell if cell == T::OPEN => W::OPEN,
        cell if cell == T::ABSENT => W::ABSENT,
        cell => W::try_from(cell.into()).unwrap_or(W::UNKNOWN),
    };
    mapped(cells, widened, budget)
}

impl ValueGrid {
    /// Behind the cells of the positions are two more: the first is always `ABSENT`, the second always `UNKNOWN`. A
    /// sweep uses their places for options that do not exist or lie outside the grid.
    const BEHIND: usize = 2;

    /// A grid with no values, in cells of one byte.
    pub fn new(sizes: Vec<i64>, budget: &Budget) -> Solved<ValueGrid> {
        let mut strides = vec![1; sizes.len()];
        for index in (1..sizes.len()).rev() {
            strides[index - 1] = strides[index] * sizes[index];
        }
        let count: i64 = sizes.iter().product();
        let mut cells = filled(u8::UNKNOWN, count as usize + Self::BEHIND, budget)?;
        cells[count as usize] = u8::ABSENT;
        Ok(ValueGrid { sizes, strides, cells: GridCells::Bytes(cells) })
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.sizes.iter().product::<i64>() as usize
    }

    /// How many of so many cells, from a place on, belong to positions without a value.
    pub fn unknown(&self, first: usize, count: usize) -> usize {
        fn unknown<T: GridCell>(cells: &[T]) -> usize {
            cells.iter().filter(|cell| **cell == T::UNKNOWN || **cell == T::OPEN).count()
        }
        with_cells!(&self.cells, cells => unknown(&cells[first..first + count]))
    }

    /// The place (the index of the cell) of a position, if it is in the grid.
    #[inline]
    pub fn place(&self, coordinates: &[i64]) -> Option<usize> {
        let mut place = 0;
        for ((n, size), stride) in coordinates.iter().zip(&self.sizes).zip(&self.strides) {
            if !(0..*size).contains(n) {
                return None;
            }
            place += n * stride;
        }
        Some(place as usize)
    }

    #[inline]
    pub fn state(&self, place: usize) -> PositionState {
        with_cells!(&self.cells, cells => state(cells[place]))
    }

    /// The positions that differ from this one in one coordinate, which is 0 here.
    pub fn line(&self, coordinates: &[i64], axis: usize) -> Option<GridLine<'_>> {
        Some(GridLine { grid: self, first: self.place(coordinates)?, axis })
    }

    /// Marks a position as being on the search path.
    pub fn open(&mut self, place: usize) {
        fn open<T: GridCell>(cells: &mut [T], place: usize) {
            cells[place] = T::OPEN;
        }
        with_cells!(&mut self.cells, cells => open(cells, place));
    }

    /// Stores a value, or with `None` forgets it. Widens the cells if necessary: `SolveError::Memory` if there is no
    /// room for that.
    pub fn set(&mut self, place: usize, value: Option<u64>, budget: &Budget) -> Solved<()> {
        loop {
            let kept = with_cells!(&mut self.cells, cells => keep(cells, place, value));
            if kept {
                return Ok(());
            }
            self.widen(budget)?;
        }
    }

    /// Makes the cells twice as wide. `SolveError::Memory` if there is no room, `SolveError::Overflow` if they have
    /// four bytes already; or the computation is interrupted.
    pub fn widen(&mut self, budget: &Budget) -> Solved<()> {
        self.cells = match &self.cells {
            GridCells::Bytes(cells) => GridCells::Shorts(wider(cells, budget)?),
            GridCells::Shorts(cells) => GridCells::Words(wider(cells, budget)?),
            GridCells::Words(_) => return Err(SolveError::Overflow),
        };
        Ok(())
    }

    /// Copies the values and open positions of a smaller grid.
    pub fn adopt(&mut self, other: &ValueGrid, budget: &Budget) -> Solved<()> {
        let mut coordinates = vec![0; self.sizes.len()];
        for place in 0..other.len() {
            if place.is_multiple_of(1 << 14) {
                budget.check()?;
            }
            match (self.place(&coordinates), other.state(place)) {
                (Some(here), PositionState::Known(value)) => self.set(here, Some(value.0), budget)?,
                (Some(here), PositionState::Open) => self.open(here),
                _ => {}
            }
            step(&mut coordinates, &other.sizes);
        }
        Ok(())
    }
}

/// A line of a grid along one coordinate.
pub struct GridLine<'a> {
    grid: &'a ValueGrid,
    /// The place of its position with 0 as that coordinate.
    first: usize,
    axis: usize,
}

impl GridLine<'_> {
    /// The value of the position with this number as that coordinate, if it is in the grid and known.
    pub fn value(&self, number: i64) -> Option<Nimber> {
        if !(0..self.grid.sizes[self.axis]).contains(&number) {
            return None;
        }
        match self.grid.state(self.first + (number * self.grid.strides[self.axis]) as usize) {
            PositionState::Known(value) => Some(value),
            PositionState::Unknown | PositionState::Open => None,
        }
    }
}

fn keep<T: GridCell>(cells: &mut [T], place: usize, value: Option<u64>) -> bool {
    match value {
        None => cells[place] = T::UNKNOWN,
        Some(value) => match cell(value) {
            Some(cell) => cells[place] = cell,
            None => return false,
        },
    }
    true
}

/// The sizes of a grid that must grow to `needed`: each size that grows does so by at least half, so that repeated
/// growth costs little.
pub(super) fn grown(needed: &[i64], sizes: &[i64]) -> Vec<i64> {
    let along = |(needed, size): (&i64, &i64)| match needed > size {
        true => (*needed).max(size.saturating_add(size / 2)),
        false => *size,
    };
    needed.iter().zip(sizes).map(along).collect()
}

/// How many positions a box of these sizes has.
pub(super) fn volume(sizes: &[i64]) -> i64 {
    sizes.iter().fold(1, |count, size| count.saturating_mul(*size))
}

/// The next position in lexicographic order.
pub(super) fn step(coordinates: &mut [i64], sizes: &[i64]) {
    for (n, size) in coordinates.iter_mut().zip(sizes).rev() {
        *n += 1;
        if *n < *size {
            return;
        }
        *n = 0;
    }
}

/// The coordinates of the position at a place.
#[inline]
pub(super) fn unfold(place: usize, strides: &[i64], coordinates: &mut [i64]) {
    let mut rest = place as i64;
    for (n, stride) in coordinates.iter_mut().zip(strides) {
        *n = rest / stride;
        rest %= stride;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Limits;

    #[test]
    fn cells_widen_and_keep_what_they_hold() {
        let budget = Budget::new(Limits { memory: 1 << 20 }, Default::default());
        let mut grid = ValueGrid::new(vec![3, 5], &budget).unwrap();
        assert_eq!(grid.place(&[2, 4]), Some(14));
        assert_eq!(grid.place(&[3, 0]), None);
        assert_eq!(grid.place(&[0, -1]), None);
        grid.open(3);
        for (place, value) in [(0, 252u64), (1, 253), (2, 65_533), (4, 1 << 20)] {
            grid.set(place, Some(value), &budget).unwrap();
        }
        let states: Vec<PositionState> = (0..6).map(|place| grid.state(place)).collect();
        let known = |n| PositionState::Known(Nimber(n));
        assert_eq!(
            states,
            [known(252), known(253), known(65_533), PositionState::Open, known(1 << 20), PositionState::Unknown]
        );
    }

    #[test]
    fn places_follow_the_order_of_the_coordinates_and_grids_keep_a_reserve() {
        let grid = ValueGrid::new(vec![2, 3, 4], &Budget::default()).unwrap();
        let (mut stepped, mut unfolded) = ([0; 3], [0; 3]);
        for place in 0..24 {
            unfold(place, &grid.strides, &mut unfolded);
            assert_eq!((grid.place(&stepped), stepped), (Some(place), unfolded));
            step(&mut stepped, &grid.sizes);
        }
        assert_eq!(stepped, [0; 3]);
        assert_eq!(grown(&[5, 2, 90], &[4, 9, 4]), [6, 9, 90]);
        assert_eq!((volume(&[3, 4]), volume(&[i64::MAX, 2])), (12, i64::MAX));
    }

    #[test]
    fn a_box_without_room_is_refused_before_it_is_made() {
        let budget = Budget::new(Limits { memory: 1 << 10 }, Default::default());
        assert!(matches!(ValueGrid::new(vec![100, 100], &budget), Err(SolveError::Memory { .. })));
    }
}
