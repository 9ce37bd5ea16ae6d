//! The independent parts of a board of any size, found cell by cell. This splits boards that are too large for a
//! `Layout`, and tests compare layouts with it.

use std::collections::BTreeMap;

use super::coded::{CodedRules, Symmetry};
use crate::game::{Halt, Meter};

/// The codes of a board, or of a part of one, row by row. `None` is a cell that may be treated as outside of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodedBoard {
    pub width: usize,
    pub codes: Vec<Option<u8>>,
}

impl CodedBoard {
    pub fn height(&self) -> usize {
        self.codes.len().checked_div(self.width).unwrap_or(0)
    }

    /// The image of the board under a symmetry.
    pub fn changed(&self, symmetry: &Symmetry) -> CodedBoard {
        let (width, height) =
            if symmetry.transposed { (self.height(), self.width) } else { (self.width, self.height()) };
        let cell = |cell: usize| {
            let (mut row, mut column) = (cell / width, cell % width);
            if symmetry.flipped {
                row = height - 1 - row;
            }
            if symmetry.mirrored {
                column = width - 1 - column;
            }
            let from = if symmetry.transposed { column * self.width + row } else { row * self.width + column };
            self.codes[from].map(|code| symmetry.codes[usize::from(code)])
        };
        CodedBoard { width, codes: (0..self.codes.len()).map(cell).collect() }
    }

    /// The smallest board that contains these cells; all others are outside. `width` is that of the board they are
    /// from.
    fn around(width: usize, cells: &BTreeMap<usize, Option<u8>>) -> CodedBoard {
        let rows = || cells.keys().map(|cell| cell / width);
        let columns = || cells.keys().map(|cell| cell % width);
        let bounds = (rows().min(), rows().max(), columns().min(), columns().max());
        let (Some(top), Some(bottom), Some(left), Some(right)) = bounds else {
            return CodedBoard { width: 0, codes: Vec::new() };
        };
        let row = |row: usize| (left..=right).map(move |column| row * width + column);
        let all = (top..=bottom).flat_map(row);
        let codes = all.map(|cell| cells.get(&cell).copied().flatten()).collect();
        CodedBoard { width: right - left + 1, codes }
    }

    /// The independent parts, each on the smallest board that contains it; `None` if a part has more than `most`
    /// cells that may change. Boards with conditions on blocks are not split here.
    pub fn parts(&self, rules: &CodedRules, most: usize, meter: &Meter) -> Result<Option<Vec<CodedBoard>>, Halt> {
        /// Bytes for each cell in the lists below.
        const CELL: usize = 64;
        meter.room(self.codes.len().saturating_mul(CELL))?;
        if !rules.liberty_rules.is_empty() {
            return Ok((self.codes.len() <= most).then(|| vec![self.clone()]));
        }
        let is_moving = |cell: &usize| self.codes[*cell].is_some_and(|code| !rules.is_fixed(usize::from(code)));
        // Union-find: each cell points towards the first cell of its part.
        let mut towards: Vec<usize> = (0..self.codes.len()).collect();
        self.each_placement(rules, meter, &mut |needed, _| {
            let mut moving = needed.iter().copied().filter(is_moving);
            let Some(first) = moving.next() else { return };
            for other in moving {
                let (a, b) = (root(&mut towards, first), root(&mut towards, other));
                towards[a.max(b)] = a.min(b);
            }
        })?;
        let mut sizes = vec![0; self.codes.len()];
        for cell in (0..self.codes.len()).filter(is_moving) {
            sizes[root(&mut towards, cell)] += 1;
        }
        if sizes.iter().any(|size| *size > most) {
            return Ok(None);
        }
        let mut parts: BTreeMap<usize, BTreeMap<usize, Option<u8>>> = BTreeMap::new();
        self.each_placement(rules, meter, &mut |needed, any| {
            let Some(first) = needed.iter().copied().find(is_moving) else { return };
            let part = parts.entry(root(&mut towards, first)).or_default();
            for cell in any {
                part.entry(*cell).or_insert(rules.existing);
            }
            for cell in needed {
                part.insert(*cell, self.codes[*cell]);
            }
        })?;
        Ok(Some(parts.values().map(|cells| CodedBoard::around(self.width, cells)).collect()))
    }

    /// Visits each placement of a pattern that may come to match: the cells that need a code, and the cells under `?`.
    fn each_placement(
        &self,
        rules: &CodedRules,
        meter: &Meter,
        visit: &mut dyn FnMut(&[usize], &[usize]),
    ) -> Result<(), Halt> {
        let (mut needed, mut any) = (Vec::new(), Vec::new());
        for pattern in &rules.patterns {
            for row in 0..(self.height() + 1).saturating_sub(pattern.height) {
                for column in 0..(self.width + 1).saturating_sub(pattern.width) {
                    meter.spend(1)?;
                    needed.clear();
                    any.clear();
                    let may = pattern.cells.iter().all(|cell| {
                        let at = (row + cell.row) * self.width + column + cell.column;
                        let Some(there) = self.codes[at].map(usize::from) else { return false };
                        match cell.from {
                            Some(_) => needed.push(at),
                            None => any.push(at),
                        }
                        cell.from.is_none_or(|from| rules.reach[there][usize::from(from)])
                    });
                    if may {
                        visit(&needed, &any);
                    }
                }
            }
        }
        Ok(())
    }
}

/// The first cell of the part of a cell: the root in the union-find structure.
fn root(towards: &mut [usize], mut cell: usize) -> usize {
    while towards[cell] != cell {
        towards[cell] = towards[towards[cell]];
        cell = towards[cell];
    }
    cell
}
