//! Moves on a grid, for all cells at once.

use super::grid::{GridForm, GridRules};
use crate::solve::plane::Plane;

/// The moves of one form on a grid.
#[derive(Clone, Debug)]
pub struct PackedForm<P> {
    /// The first cells of all moves.
    fits: P,
    /// The other cells that a move needs, as distances from the first.
    needs: Vec<usize>,
    /// For each cell the index of the move that begins there.
    pub moves: Vec<u32>,
}

/// The most forms of moves on a grid.
const MOST_FORMS: usize = 8;

impl<P: Plane> PackedForm<P> {
    /// The first cells of the moves for which all needed cells are there.
    #[inline(always)]
    pub fn firsts(&self, left: P) -> P {
        self.needs.iter().fold(left & self.fits, |firsts, by| firsts & left.down(*by))
    }
}

/// The neighbours at one distance, in both directions.
#[derive(Clone, Debug)]
struct Shift<P> {
    by: usize,
    /// The cells that have such a neighbour with a greater number, and with a lesser one.
    up: P,
    down: P,
}

/// What is computed on a grid for all cells at once.
#[derive(Clone, Debug)]
pub struct GridMoves<P> {
    pub forms: Vec<PackedForm<P>>,
    near: Vec<Shift<P>>,
}

impl<P: Plane> GridMoves<P> {
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer moves")]
    /// `None` if there are too many forms.
    pub fn of(grid: &GridRules) -> Option<Self> {
        if grid.forms.len() > MOST_FORMS {
            return None;
        }
        let form = |form: &GridForm| {
            let mut moves = vec![0; P::CELLS];
            form.moves.iter().for_each(|(first, action)| moves[usize::from(*first)] = *action as u32);
            PackedForm {
                fits: form.moves.iter().fold(P::default(), |fits, (first, _)| fits | P::cell((*first).into())),
                needs: form.needs.iter().map(|needs| usize::from(*needs)).filter(|needs| *needs > 0).collect(),
                moves,
            }
        };
        let (rows, columns) = (grid.rows as i64, grid.stride as i64);
        let from = |row: i64, column: i64| {
            let is_held = |cell: &i64| {
                let (row, column) = (cell / columns + row, cell % columns + column);
                (0..rows).contains(&row) && (0..columns).contains(&column)
            };
            (0..rows * columns).filter(is_held).fold(P::default(), |from, cell| from | P::cell(cell as usize))
        };
        // The relation is symmetric: each distance stands for its opposite as well.
        let near = grid.near.iter().filter(|(row, column)| (*row, *column) > (0, 0));
        let near = near.map(|(row, column)| {
            let by = (row * columns + column).unsigned_abs() as usize;
            Shift { by, up: from(*row, *column), down: from(-row, -column) }
        });
        Some(GridMoves { forms: grid.forms.iter().map(form).collect(), near: near.collect() })
    }

    /// The neighbours of some cells.
    #[inline(always)]
    pub fn near(&self, cells: P) -> P {
        self.near.iter().fold(P::default(), |near, shift| {
            near | (cells & shift.up).up(shift.by) | (cells & shift.down).down(shift.by)
        })
    }
}
