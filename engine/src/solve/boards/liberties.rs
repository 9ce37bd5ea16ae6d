//! Boards on which blocks of stones must touch free cells, as in Go: whether they do, and the independent parts of
//! such a board. A block is a connected set of equal stones; cells are connected along rows and columns.

use super::coded::{CodedLibertyRule, CodedRules};
use crate::solve::plane::Plane;

/// The liberty rules, prepared for boards of one layout.
#[derive(Clone, Debug)]
pub struct PackedLibertyRules<P> {
    stride: usize,
    /// All cells except those of the first column, and all except those of the last.
    past_first: P,
    before_last: P,
    /// The code of each stone, and the codes of the cells one of which each of its blocks must touch.
    stones: Vec<(usize, Vec<usize>)>,
    /// The codes of open cells: those that may change, or that some block must touch. Everything beside an open cell
    /// depends on it. `None` if some move changes more than one cell; such boards are not split.
    open: Option<Vec<usize>>,
}

impl<P: Plane> PackedLibertyRules<P> {
    /// `None` if the rules have no such condition.
    pub fn of(rules: &CodedRules, stride: usize, rows: usize) -> Option<PackedLibertyRules<P>> {
        let column = |first: usize| {
            let cells = (0..stride * rows).filter(|cell| cell % stride != first);
            cells.fold(P::default(), |column, cell| column | P::cell(cell))
        };
        let codes = |codes: &[u8]| codes.iter().map(|code| usize::from(*code)).collect::<Vec<_>>();
        let stone = |rule: &CodedLibertyRule| (usize::from(rule.stone), codes(&rule.free));
        let stones: Vec<(usize, Vec<usize>)> = rules.liberty_rules.iter().map(stone).collect();
        let is_open = |code: &usize| !rules.is_fixed(*code) || stones.iter().any(|(_, free)| free.contains(code));
        let is_single = rules.existing.is_none() && rules.patterns.iter().all(|pattern| pattern.cells.len() == 1);
        let open = is_single.then(|| (0..rules.count).filter(is_open).collect());
        (!stones.is_empty()).then(|| PackedLibertyRules {
            stride,
            past_first: column(0),
            before_last: column(stride - 1),
            stones,
            open,
        })
    }

    /// Does every block touch a cell that it must touch?
    pub fn all_satisfied(&self, planes: &[P]) -> bool {
        self.stones.iter().all(|(stone, free)| {
            let stones = planes[*stone];
            let free = free.iter().fold(P::default(), |cells, code| cells | planes[*code]);
            self.grown(self.beside(free) & stones, stones) == stones
        })
    }

    /// Collects the independent parts of a board. A change of a cell affects the blocks beside it, and what else
    /// these blocks touch. Neighbouring stones that are different and never change do not affect each other, so that
    /// the board may be cut between them. If the board cannot be split, the only part is the whole board.
    pub fn parts(&self, planes: &[P], parts: &mut Vec<P>) {
        parts.clear();
        let all = planes.iter().fold(P::default(), |cells, plane| cells | *plane);
        let Some(open) = self.open(planes) else { return parts.push(all) };
        let mut left = open;
        while !left.is_empty() {
            let mut part = P::cell(left.first());
            loop {
                let of_blocks = self
                    .stones
                    .iter()
                    .fold(part, |grown, (stone, _)| grown | self.grown(part & planes[*stone], planes[*stone]));
                let grown = of_blocks | (self.beside(of_blocks & open) & all) | (self.beside(of_blocks) & open);
                if grown == part {
                    break;
                }
                part = grown;
            }
            left = left.without(part);
            parts.push(part);
        }
    }

    /// The open cells of a board; `None` if such boards are not split.
    fn open(&self, planes: &[P]) -> Option<P> {
        let open = self.open.as_ref()?;
        Some(open.iter().fold(P::default(), |cells, code| cells | planes[*code]))
    }

    /// On a board of a single row, shortens each block of stones that never change to one stone: its length does not
    /// matter.
    pub fn shorten(&self, planes: &mut [P]) {
        let Some(open) = self.open(planes).filter(|_| self.stride == 1) else { return };
        let doubled = self.stones.iter().map(|(stone, _)| planes[*stone] & planes[*stone].up(1));
        let mut doubled = doubled.fold(P::default(), |cells, more| cells | more).without(open);
        let without = |plane: P, cell: usize| {
            let from = plane.down(cell);
            (plane ^ from.up(cell)) | from.down(1).up(cell)
        };
        while !doubled.is_empty() {
            let cell = doubled.first();
            planes.iter_mut().for_each(|plane| *plane = without(*plane, cell));
            doubled = without(doubled, cell);
        }
    }

    /// The given cells, and all cells of `among` that are connected with them through cells of `among`.
    fn grown(&self, mut cells: P, among: P) -> P {
        loop {
            let grown = cells | (self.beside(cells) & among);
            if grown == cells {
                return cells;
            }
            cells = grown;
        }
    }

    /// The neighbours of the given cells in their rows and columns.
    #[inline]
    fn beside(&self, cells: P) -> P {
        let rows = (cells.up(1) & self.past_first) | (cells.down(1) & self.before_last);
        match self.stride < P::CELLS {
            true => rows | cells.up(self.stride) | cells.down(self.stride),
            false => rows,
        }
    }
}
