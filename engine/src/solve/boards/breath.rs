//! Boards on which blocks of stones must touch free cells: whether they do, and the parts of such a board.

use super::coded::{CodedBreathing, CodedRules};
use super::plane::Plane;

/// Which blocks must touch what, on boards of one layout.
#[derive(Debug)]
pub struct Breath<P> {
    stride: usize,
    /// All cells but those of the first column, and but those of the last.
    past_first: P,
    before_last: P,
    /// A stone, and what its blocks must touch.
    stones: Vec<(usize, Vec<usize>)>,
    /// Where each move changes a single cell: the codes of cells that matter to all cells beside them, since they may
    /// change, or blocks must touch them.
    open: Option<Vec<usize>>,
}

impl<P: Plane> Breath<P> {
    /// `None` if nothing is asked.
    pub fn of(rules: &CodedRules, stride: usize, rows: usize) -> Option<Breath<P>> {
        let column = |first: usize| {
            let cells = (0..stride * rows).filter(|cell| cell % stride != first);
            cells.fold(P::default(), |column, cell| column | P::cell(cell))
        };
        let codes = |codes: &[u8]| codes.iter().map(|code| usize::from(*code)).collect::<Vec<_>>();
        let stone = |asked: &CodedBreathing| (usize::from(asked.stone), codes(&asked.free));
        let stones: Vec<(usize, Vec<usize>)> = rules.breathing.iter().map(stone).collect();
        let is_open = |code: &usize| !rules.is_fixed(*code) || stones.iter().any(|(_, free)| free.contains(code));
        let is_single = rules.existing.is_none() && rules.patterns.iter().all(|pattern| pattern.cells.len() == 1);
        let open = is_single.then(|| (0..rules.count).filter(is_open).collect());
        (!stones.is_empty()).then(|| Breath {
            stride,
            past_first: column(0),
            before_last: column(stride - 1),
            stones,
            open,
        })
    }

    /// Do all blocks touch what they must?
    pub fn is_true(&self, planes: &[P]) -> bool {
        self.stones.iter().all(|(stone, free)| {
            let stones = planes[*stone];
            let free = free.iter().fold(P::default(), |cells, code| cells | planes[*code]);
            self.grown(self.beside(free) & stones, stones) == stones
        })
    }

    /// The parts of a board that have nothing to do with each other. What a move does to a cell matters to the blocks beside
    /// it, and to what else these touch; stones beside each other that are not equal and stay have nothing to do with each
    /// other, so that the board may be cut between them.
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

    /// The cells that matter to all cells beside them, where each move changes a single cell.
    fn open(&self, planes: &[P]) -> Option<P> {
        let open = self.open.as_ref()?;
        Some(open.iter().fold(P::default(), |cells, code| cells | planes[*code]))
    }

    /// Makes of each block of a single row that stays a single stone: how long it is does not matter.
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

    /// Some cells, and all that hang together with them among others.
    fn grown(&self, mut cells: P, among: P) -> P {
        loop {
            let grown = cells | (self.beside(cells) & among);
            if grown == cells {
                return cells;
            }
            cells = grown;
        }
    }

    /// The cells beside some, in their rows and columns.
    #[inline]
    fn beside(&self, cells: P) -> P {
        let rows = (cells.up(1) & self.past_first) | (cells.down(1) & self.before_last);
        match self.stride < P::CELLS {
            true => rows | cells.up(self.stride) | cells.down(self.stride),
            false => rows,
        }
    }
}
