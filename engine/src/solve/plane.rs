//! Sets of cells as bits of one or more words.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of cells. The cell in a row and a column has the number row · stride + column. Cells that are shifted out
/// are lost.
pub trait Plane:
    Copy
    + Debug
    + Send
    + Sync
    + 'static
    + Default
    + Ord
    + Hash
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// The cells have the numbers below this.
    const CELLS: usize;

    /// The set of the cell with this number.
    fn cell(cell: usize) -> Self;

    /// The cell with the least number; `CELLS` if the set is empty.
    fn first(self) -> usize;

    /// The cell with the greatest number, of a set that is not empty.
    fn last(self) -> usize;

    /// How many cells are in the set.
    fn count(self) -> usize;

    /// Adds `by`, which is less than `CELLS`, to the number of each cell.
    fn up(self, by: usize) -> Self;

    /// Subtracts `by`, which is less than `CELLS`, from the number of each cell.
    fn down(self, by: usize) -> Self;

    /// Cell 0 becomes cell `CELLS - 1`, and so on.
    fn reversed(self) -> Self;

    /// The cells with numbers below 64, as bits.
    fn low(self) -> u64;

    fn is_empty(self) -> bool {
        self == Self::default()
    }

    fn without(self, other: Self) -> Self {
        self & !other
    }
}

/// A board or a part of one: for each code, the set of the cells that hold it.
pub type Planes<P, const N: usize> = [P; N];

/// All cells of a board that hold a code.
#[inline(always)]
pub fn cells<P: Plane, const N: usize>(planes: &Planes<P, N>) -> P {
    planes.iter().fold(P::default(), |cells, plane| cells | *plane)
}

/// A number of bits in the type that shifts want. It is less than the width of the number.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "planes have few cells")]
fn shift(by: usize) -> u32 {
    by as u32
}

macro_rules! plane_of_number {
    ($number:ty) => {
        impl Plane for $number {
            const CELLS: usize = <$number>::BITS as usize;

            #[inline(always)]
            fn cell(cell: usize) -> Self {
                <$number>::wrapping_shl(1, shift(cell))
            }

            #[inline(always)]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline(always)]
            fn last(self) -> usize {
                (Self::CELLS - 1).saturating_sub(self.leading_zeros() as usize)
            }

            #[inline(always)]
            fn count(self) -> usize {
                self.count_ones() as usize
            }

            #[inline(always)]
            fn up(self, by: usize) -> Self {
                self.wrapping_shl(shift(by))
            }

            #[inline(always)]
            fn down(self, by: usize) -> Self {
                self.wrapping_shr(shift(by))
            }

            #[inline(always)]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }

            #[allow(clippy::cast_possible_truncation, reason = "the lowest bits are what is wanted")]
            #[allow(clippy::unnecessary_cast, reason = "one of the types is 64 bits wide itself")]
            #[inline(always)]
            fn low(self) -> u64 {
                self as u64
            }
        }
    };
}

plane_of_number!(u64);
plane_of_number!(u128);

/// A set of cells as several words: for more than 128 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WidePlane<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Default for WidePlane<WORDS> {
    fn default() -> Self {
        WidePlane([0; WORDS])
    }
}

impl<const WORDS: usize> WidePlane<WORDS> {
    fn joined(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        WidePlane(std::array::from_fn(|word| join(self.0[word], other.0[word])))
    }
}

impl<const WORDS: usize> BitAnd for WidePlane<WORDS> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.joined(other, |a, b| a & b)
    }
}

impl<const WORDS: usize> BitOr for WidePlane<WORDS> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.joined(other, |a, b| a | b)
    }
}

impl<const WORDS: usize> BitXor for WidePlane<WORDS> {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        self.joined(other, |a, b| a ^ b)
    }
}

impl<const WORDS: usize> Not for WidePlane<WORDS> {
    type Output = Self;

    fn not(self) -> Self {
        WidePlane(self.0.map(|word| !word))
    }
}

impl<const WORDS: usize> Plane for WidePlane<WORDS> {
    const CELLS: usize = 64 * WORDS;

    fn cell(cell: usize) -> Self {
        WidePlane(std::array::from_fn(|word| if word == cell / 64 { 1 << (cell % 64) } else { 0 }))
    }

    fn first(self) -> usize {
        let word = self.0.iter().position(|word| *word != 0);
        word.map_or(Self::CELLS, |word| 64 * word + self.0[word].first())
    }

    fn last(self) -> usize {
        let word = self.0.iter().rposition(|word| *word != 0);
        word.map_or(0, |word| 64 * word + self.0[word].last())
    }

    fn count(self) -> usize {
        self.0.iter().map(|word| word.count()).sum()
    }

    fn up(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let word = |at: usize| at.checked_sub(words).map_or(0, |at| self.0[at]);
        WidePlane(std::array::from_fn(|at| match (bits, at) {
            (0, _) => word(at),
            (_, 0) => word(0) << bits,
            _ => (word(at) << bits) | (word(at - 1) >> (64 - bits)),
        }))
    }

    fn down(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let word = |at: usize| self.0.get(at + words).copied().unwrap_or(0);
        WidePlane(std::array::from_fn(|at| match bits {
            0 => word(at),
            _ => (word(at) >> bits) | (word(at + 1) << (64 - bits)),
        }))
    }

    fn reversed(self) -> Self {
        WidePlane(std::array::from_fn(|word| self.0[WORDS - 1 - word].reverse_bits()))
    }

    fn low(self) -> u64 {
        self.0[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells of a plane, found one by one.
    fn cells<P: Plane>(mut plane: P) -> Vec<usize> {
        let mut cells = Vec::new();
        while !plane.is_empty() {
            cells.push(plane.first());
            plane = plane.without(P::cell(plane.first()));
        }
        cells
    }

    fn all_agree<P: Plane>() {
        let held: Vec<usize> =
            [0, 1, 5, 62, 63, 64, 65, 127, 128, 500, 1023].into_iter().filter(|c| *c < P::CELLS).collect();
        let plane = held.iter().fold(P::default(), |plane, cell| plane | P::cell(*cell));
        assert_eq!((cells(plane), plane.count(), Some(&plane.last())), (held.clone(), held.len(), held.last()));
        for by in (0..P::CELLS).step_by(7) {
            let up: Vec<usize> = held.iter().map(|cell| cell + by).filter(|cell| *cell < P::CELLS).collect();
            let down: Vec<usize> = held.iter().filter_map(|cell| cell.checked_sub(by)).collect();
            assert_eq!((cells(plane.up(by)), cells(plane.down(by))), (up, down), "{by}");
        }
        let reversed: Vec<usize> = held.iter().rev().map(|cell| P::CELLS - 1 - cell).collect();
        assert_eq!(cells(plane.reversed()), reversed);
        assert_eq!((P::cell(0) | P::cell(3)).low(), 9);
    }

    #[test]
    fn planes_of_all_widths_hold_cells() {
        all_agree::<u64>();
        all_agree::<u128>();
        all_agree::<WidePlane<4>>();
        all_agree::<WidePlane<16>>();
    }
}
