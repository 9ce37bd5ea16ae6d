//! The parts of a board of any size, cell by cell: what is too large for words, and what words are held against.

use super::coded::{CodedRules, Symmetry};

/// A board of codes, or a part of one; `None` is what is as good as outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodedBoard {
    pub width: usize,
    pub codes: Vec<Option<u8>>,
}

impl CodedBoard {
    pub fn height(&self) -> usize {
        self.codes.len().checked_div(self.width).unwrap_or(0)
    }

    /// Changed as the symmetry says.
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

    /// Without rows and columns at the edges that hold nothing.
    fn trimmed(&self) -> CodedBoard {
        let held = || (0..self.codes.len()).filter(|cell| self.codes[*cell].is_some());
        let rows = || held().map(|cell| cell / self.width);
        let columns = || held().map(|cell| cell % self.width);
        let bounds = (rows().min(), rows().max(), columns().min(), columns().max());
        let (Some(top), Some(bottom), Some(left), Some(right)) = bounds else {
            return CodedBoard { width: 0, codes: Vec::new() };
        };
        let row = |row: usize| self.codes[row * self.width + left..=row * self.width + right].iter().copied();
        CodedBoard { width: right - left + 1, codes: (top..=bottom).flat_map(row).collect() }
    }

    /// The parts that no move can ever join, trimmed.
    pub fn parts(&self, rules: &CodedRules) -> Vec<CodedBoard> {
        let placements = self.placements(rules);
        let is_moving = |cell: usize| self.codes[cell].is_some_and(|code| !rules.is_fixed(usize::from(code)));
        // Each cell points towards the first of its part.
        let mut towards: Vec<usize> = (0..self.codes.len()).collect();
        let root = |towards: &mut Vec<usize>, mut cell: usize| {
            while towards[cell] != cell {
                towards[cell] = towards[towards[cell]];
                cell = towards[cell];
            }
            cell
        };
        for (needed, _) in &placements {
            let mut moving = needed.iter().copied().filter(|cell| is_moving(*cell));
            let Some(first) = moving.next() else { continue };
            for other in moving {
                let (a, b) = (root(&mut towards, first), root(&mut towards, other));
                towards[a.max(b)] = a.min(b);
            }
        }
        let mut parts: std::collections::BTreeMap<usize, Vec<Option<u8>>> = std::collections::BTreeMap::new();
        for (needed, any) in &placements {
            let Some(first) = needed.iter().copied().find(|cell| is_moving(*cell)) else { continue };
            let part = parts.entry(root(&mut towards, first)).or_insert_with(|| vec![None; self.codes.len()]);
            for cell in any {
                part[*cell] = part[*cell].or(rules.existing);
            }
            needed.iter().for_each(|cell| part[*cell] = self.codes[*cell]);
        }
        parts.into_values().map(|codes| CodedBoard { width: self.width, codes }.trimmed()).collect()
    }

    /// The placements that may become possible: the cells a pattern needs, and those that must exist.
    fn placements(&self, rules: &CodedRules) -> Vec<(Vec<usize>, Vec<usize>)> {
        let mut placements = Vec::new();
        for pattern in &rules.patterns {
            for row in 0..(self.height() + 1).saturating_sub(pattern.height) {
                for column in 0..(self.width + 1).saturating_sub(pattern.width) {
                    let cells = pattern.cells.iter().map(|cell| {
                        let at = (row + cell.row) * self.width + column + cell.column;
                        (at, cell.from)
                    });
                    let may = |(at, from): (usize, Option<u8>)| {
                        let there = self.codes[at];
                        there.is_some_and(|there| {
                            from.is_none_or(|from| rules.reach[usize::from(there)][usize::from(from)])
                        })
                    };
                    if cells.clone().all(may) {
                        let (needed, any): (Vec<_>, Vec<_>) = cells.partition(|(_, from)| from.is_some());
                        let ats = |cells: Vec<(usize, Option<u8>)>| cells.into_iter().map(|(at, _)| at).collect();
                        placements.push((ats(needed), ats(any)));
                    }
                }
            }
        }
        placements
    }
}
