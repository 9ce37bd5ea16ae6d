//! Rectangles of cells, and their reflections and rotations, for sets of cells as bits.

use super::plane::Plane;

/// A rectangle of cells, numbered row by row.
#[derive(Clone, Debug)]
pub struct Rectangle<P> {
    /// How many cells are in a row.
    pub stride: usize,
    pub rows: usize,
    /// The row of each cell.
    row_of: Vec<usize>,
    /// A set that is shifted by each of these in turn, and joined with itself each time, has all its columns in the
    /// first row.
    folds: Vec<usize>,
    first_row: P,
    first_column: P,
    /// For each set of eight cells of a row, the same cells as a column.
    columns: Vec<P>,
}

impl<P: Plane> Rectangle<P> {
    /// The rectangle of `stride × rows` cells, at most [`Plane::CELLS`].
    pub fn new(stride: usize, rows: usize) -> Self {
        let folds = (0..).map(|power| stride << power).take_while(|by| *by < stride * rows).collect::<Vec<_>>();
        let column = |bits: usize| {
            let set = (0..8.min(stride)).filter(|bit| bits & (1 << bit) != 0 && bit * stride < P::CELLS);
            set.fold(P::default(), |column, bit| column | P::cell(bit * stride))
        };
        Rectangle {
            stride,
            rows,
            row_of: (0..P::CELLS).map(|cell| cell / stride).collect(),
            folds: folds.into_iter().rev().collect(),
            first_row: (0..stride).fold(P::default(), |row, cell| row | P::cell(cell)),
            first_column: (0..rows).fold(P::default(), |column, row| column | P::cell(row * stride)),
            columns: (0..256).map(column).collect(),
        }
    }

    /// For cells, at least one: the number by which they must be shifted down to be in the top left corner, and their
    /// width and height.
    #[inline(always)]
    pub fn corner(&self, cells: P) -> (usize, usize, usize) {
        let top = self.row_of[cells.first()];
        let bottom = self.row_of[cells.last()];
        let columns = self.folds.iter().fold(cells, |folded, by| folded | folded.down(*by)) & self.first_row;
        let (left, right) = (columns.first(), columns.last());
        (top * self.stride + left, right - left + 1, bottom - top + 1)
    }

    /// Rotated by 180°, and in the corner again.
    #[inline(always)]
    pub fn half_turned(&self, plane: P, width: usize, height: usize) -> P {
        plane.reversed().down(P::CELLS - ((height - 1) * self.stride + width))
    }

    /// Reflected top to bottom.
    #[inline(always)]
    pub fn flipped(&self, plane: P, height: usize) -> P {
        if self.stride == 1 {
            return self.half_turned(plane, 1, height);
        }
        (0..height).fold(P::default(), |flipped, row| {
            flipped | (plane.down(row * self.stride) & self.first_row).up((height - 1 - row) * self.stride)
        })
    }

    /// Reflected left to right.
    #[inline(always)]
    pub fn mirrored(&self, plane: P, width: usize) -> P {
        (0..width).fold(P::default(), |mirrored, column| {
            mirrored | (plane.down(column) & self.first_column).up(width - 1 - column)
        })
    }

    /// Flipped, mirrored, and rotated by 180°, each in the corner again.
    #[inline(always)]
    pub fn reflected(&self, plane: P, width: usize, height: usize) -> [P; 3] {
        let half_turned = self.half_turned(plane, width, height);
        // The one that is found sooner, and its half turn.
        if height <= width {
            let flipped = self.flipped(plane, height);
            [flipped, self.half_turned(flipped, width, height), half_turned]
        } else {
            let mirrored = self.mirrored(plane, width);
            [self.half_turned(mirrored, width, height), mirrored, half_turned]
        }
    }

    /// The cells of a part of this width and height in the top left corner, transposed (bit 0 of `turn`), flipped
    /// (bit 1) and mirrored (bit 2).
    #[inline(always)]
    pub fn turned(&self, plane: P, turn: usize, mut width: usize, mut height: usize) -> P {
        let mut turned = plane;
        if turn & 1 != 0 {
            turned = self.transposed(turned, height);
            (width, height) = (height, width);
        }
        match turn >> 1 {
            0 => turned,
            1 => self.flipped(turned, height),
            2 => self.half_turned(self.flipped(turned, height), width, height),
            _ => self.half_turned(turned, width, height),
        }
    }

    /// Rows and columns exchanged.
    #[inline(always)]
    pub fn transposed(&self, plane: P, height: usize) -> P {
        (0..height).fold(P::default(), |transposed, row| {
            let mut cells = plane.down(row * self.stride) & self.first_row;
            let mut column = P::default();
            let mut from = row;
            while !cells.is_empty() {
                let eight = (cells.low() & 0xff) as usize;
                column = column | self.columns[eight].up(from);
                if self.stride <= 8 {
                    break;
                }
                cells = cells.down(8);
                from += 8 * self.stride;
            }
            transposed | column
        })
    }
}
