//! Boards of one size as bit sets: their moves, the independent parts of a board, and the normal form of a part.
//!
//! A board is one set of cells for each code. Shifting such a set by the offset of a cell of a pattern tells for all
//! places on the board at once whether the pattern fits there. The place of a pattern is named by its anchor, the
//! cell of the board under its top left cell.

use std::ops::ControlFlow;

use super::coded::{CodedPattern, CodedRules};
use super::liberties::PackedLibertyRules;
use crate::ledger::FastPath;
use crate::solve::plane::{Plane, Planes, cells};
use crate::solve::rectangle::Rectangle;

/// The rules, prepared for boards of at most `stride` columns and `rows` rows.
#[derive(Clone, Debug)]
pub struct Layout<P, const N: usize> {
    rectangle: Rectangle<P>,
    images: Vec<PackedImage<P, N>>,
    /// `reached_from[to][from]` tells whether a cell with the code `from` may come to hold `to`.
    reached_from: [[bool; N]; N],
    /// Whether a cell with this code may change.
    moving: [bool; N],
    /// The code of cells of which only their existence matters: see [`CodedRules::existing`].
    existing: Option<usize>,
    /// Do cells that never change, or cells under `?`, belong to a part as well?
    has_surroundings: bool,
    /// Is every move that may become possible later possible now: see [`CodedRules::is_direct`].
    is_direct: bool,
    /// The symmetries of the rules: for each rotation or reflection of a board, the permutations of codes that may be
    /// combined with it. The index has bit 0 for transposed, bit 1 for flipped, bit 2 for mirrored, as in `Symmetry`.
    turns: [Vec<Exchange<N>>; 8],
    /// Does any symmetry exchange rows and columns?
    transposes: bool,
    /// The conditions on blocks that every board must satisfy.
    liberty_rules: Option<PackedLibertyRules<P>>,
}

/// A permutation of the codes.
#[derive(Clone, Debug)]
struct Exchange<const N: usize> {
    codes: [u8; N],
    /// The code that is mapped to 0.
    first: usize,
}

impl<const N: usize> Exchange<N> {
    fn of(codes: [u8; N]) -> Self {
        Exchange { codes, first: codes.iter().position(|code| *code == 0).unwrap_or(0) }
    }

    #[inline(always)]
    fn of_planes<P: Plane>(&self, planes: &Planes<P, N>) -> Planes<P, N> {
        let mut exchanged = *planes;
        if N > 1 {
            self.codes.iter().zip(planes).for_each(|(code, plane)| exchanged[usize::from(*code)] = *plane);
        }
        exchanged
    }
}

/// A pattern with its replacement in one direction, as offsets from its anchor.
#[derive(Clone, Debug)]
struct PackedImage<P, const N: usize> {
    /// The anchors at which the whole pattern is inside the board.
    fits: P,
    /// The offset of each cell from the anchor, and the code that must be there.
    needs: Vec<(usize, usize)>,
    /// The offsets of the cells under `?`, which must exist.
    any: Vec<usize>,
    /// What a move at the anchor 0 changes: it is shifted to the anchor and combined with the board by exclusive or.
    change: Planes<P, N>,
    /// The cells of `needs`, for the anchor 0.
    needed: P,
}

impl<P: Plane, const N: usize> PackedImage<P, N> {
    fn of(pattern: &CodedPattern, stride: usize, rows: usize) -> Option<Self> {
        if pattern.width > stride || pattern.height > rows {
            return None;
        }
        let mut image = PackedImage {
            fits: P::default(),
            needs: Vec::new(),
            any: Vec::new(),
            change: [P::default(); N],
            needed: P::default(),
        };
        for row in 0..=rows - pattern.height {
            for column in 0..=stride - pattern.width {
                image.fits = image.fits | P::cell(row * stride + column);
            }
        }
        for cell in &pattern.cells {
            let offset = cell.row * stride + cell.column;
            match cell.from {
                Some(code) => image.needs.push((offset, usize::from(code))),
                None => image.any.push(offset),
            }
            if cell.from.is_some() && cell.from != cell.to {
                for code in [cell.from, cell.to].into_iter().flatten() {
                    let plane = &mut image.change[usize::from(code)];
                    *plane = *plane | P::cell(offset);
                }
            }
        }
        image.needed = image.covered(P::cell(0));
        Some(image)
    }

    /// The anchors at which the pattern matches the board.
    #[inline(always)]
    fn stands(&self, planes: &Planes<P, N>, exists: P) -> P {
        let stands = self.needs.iter().fold(self.fits, |stands, &(offset, code)| stands & planes[code].down(offset));
        self.any.iter().fold(stands, |stands, &offset| stands & exists.down(offset))
    }

    /// All cells, without those under `?`, of the pattern placed at these anchors.
    #[inline(always)]
    fn covered(&self, anchors: P) -> P {
        self.needs.iter().fold(P::default(), |cells, &(offset, _)| cells | anchors.up(offset))
    }

    /// Those of the anchors at which the pattern, without its cells under `?`, has a cell in common with `cells`.
    #[inline(always)]
    fn meeting(&self, anchors: P, cells: P) -> P {
        anchors & self.needs.iter().fold(P::default(), |met, &(offset, _)| met | cells.down(offset))
    }
}

impl<P: Plane, const N: usize> Layout<P, N> {
    /// The layout for boards of `stride × rows` cells, at most [`Plane::CELLS`].
    pub fn new(rules: &CodedRules, stride: usize, rows: usize) -> Self {
        let moving: [bool; N] = std::array::from_fn(|code| code < rules.count && !rules.is_fixed(code));
        let live = rules.count - usize::from(rules.existing.is_some());
        let mut turns: [Vec<Exchange<N>>; 8] = Default::default();
        for symmetry in &rules.symmetries {
            let turn = usize::from(symmetry.transposed)
                + 2 * usize::from(symmetry.flipped)
                + 4 * usize::from(symmetry.mirrored);
            let code = |code: usize| symmetry.codes.get(code).copied().unwrap_or(index(code));
            turns[turn].push(Exchange::of(std::array::from_fn(code)));
        }
        let reaches = |to: usize, from: usize| to < rules.count && from < rules.count && rules.reach[from][to];
        let reached_from: [[bool; N]; N] = std::array::from_fn(|to| std::array::from_fn(|from| reaches(to, from)));
        Layout {
            rectangle: Rectangle::new(stride, rows),
            images: rules.patterns.iter().filter_map(|pattern| PackedImage::of(pattern, stride, rows)).collect(),
            is_direct: rules.is_direct(),
            has_surroundings: rules.existing.is_some() || moving[..live].iter().any(|moving| !moving),
            reached_from,
            moving,
            transposes: rules.symmetries.iter().any(|symmetry| symmetry.transposed),
            existing: rules.existing.map(usize::from),
            turns,
            liberty_rules: PackedLibertyRules::of(rules, stride, rows),
        }
    }

    /// The board with these codes, row by row.
    pub fn pack(&self, width: usize, codes: &[Option<u8>]) -> Planes<P, N> {
        let mut planes = [P::default(); N];
        for (cell, code) in codes.iter().enumerate() {
            if let Some(code) = code {
                let plane = &mut planes[usize::from(*code)];
                *plane = *plane | P::cell((cell / width) * self.rectangle.stride + cell % width);
            }
        }
        planes
    }

    /// Visits the board after each move, until a visit breaks off.
    #[inline]
    pub fn each_move(&self, planes: &Planes<P, N>, mut visit: impl FnMut(Planes<P, N>) -> ControlFlow<()>) {
        let exists = cells(planes);
        for image in &self.images {
            let mut anchors = image.stands(planes, exists);
            while !anchors.is_empty() {
                let anchor = anchors.first();
                anchors = anchors.without(P::cell(anchor));
                let board = std::array::from_fn(|code| planes[code] ^ image.change[code].up(anchor));
                if self.liberty_rules.as_ref().is_some_and(|rules| !rules.all_satisfied(&board)) {
                    continue;
                }
                if visit(board).is_break() {
                    return;
                }
            }
        }
    }

    /// How many moves there are. Where blocks must touch free cells, moves that violate this are counted as well.
    pub fn moves(&self, planes: &Planes<P, N>) -> usize {
        let exists = cells(planes);
        self.images.iter().map(|image| image.stands(planes, exists).count()).sum()
    }

    fn has_moves(&self, planes: &Planes<P, N>) -> bool {
        let exists = cells(planes);
        self.images.iter().any(|image| !image.stands(planes, exists).is_empty())
    }

    /// Visits the independent parts of a board in normal form. No move, now or later, involves changeable cells of two
    /// parts. Cells that no move can ever involve are left out, and so are parts whose value is proved to be 0 by a
    /// symmetry.
    ///
    /// Two cells belong to one part if a pattern that may come to match covers both. A pattern may come to match if
    /// each of its cells holds a code that may become the code it needs. Cells that never change, and cells under `?`,
    /// are added to each part that shares such a pattern with them. What `scratch` holds does not matter.
    #[inline]
    pub fn each_part(&self, planes: &Planes<P, N>, scratch: &mut Vec<P>, mut visit: impl FnMut(Planes<P, N>)) {
        if let Some(rules) = &self.liberty_rules {
            rules.parts(planes, scratch);
            for part in scratch.iter() {
                let mut part = planes.map(|plane| plane & *part);
                rules.shorten(&mut part);
                if self.has_moves(&part)
                    && let Some(part) = self.normal(part)
                {
                    visit(part);
                }
            }
            return;
        }
        let exists = cells(planes);
        let reached: Planes<P, N> = if self.is_direct { *planes } else { self.reached(planes) };
        let mut covered = P::default();
        let anchors = scratch;
        anchors.clear();
        for image in &self.images {
            let possible = image.stands(&reached, exists);
            covered = covered | image.covered(possible);
            anchors.push(possible);
        }
        let moving = if self.has_surroundings { self.moving(planes) } else { exists };
        let live = covered & moving;
        let mut left = live;
        while !left.is_empty() {
            let mut part = P::cell(left.first());
            loop {
                let images = self.images.iter().zip(&*anchors);
                let grown = images.fold(part, |part, (image, possible)| {
                    part | (image.covered(image.meeting(*possible, part)) & live)
                });
                if grown == part {
                    break;
                }
                part = grown;
            }
            left = left.without(part);
            let cut = if self.has_surroundings {
                self.surrounded(planes, part, moving, anchors)
            } else {
                planes.map(|plane| plane & part)
            };
            if (self.is_direct || self.has_moves(&cut))
                && let Some(part) = self.normal(cut)
            {
                visit(part);
            }
        }
    }

    /// For each code, the cells that may come to hold it, or hold it now.
    fn reached(&self, planes: &Planes<P, N>) -> Planes<P, N> {
        self.reached_from.map(|from| {
            let held = from.iter().zip(planes).filter(|(may, _)| **may);
            held.fold(P::default(), |cells, (_, plane)| cells | *plane)
        })
    }

    fn moving(&self, planes: &Planes<P, N>) -> P {
        let moving = self.moving.iter().zip(planes).filter(|(moving, _)| **moving);
        moving.fold(P::default(), |cells, (_, plane)| cells | *plane)
    }

    /// A part together with the cells that never change, and those under `?`, on which its moves depend.
    fn surrounded(&self, planes: &Planes<P, N>, part: P, moving: P, anchors: &[P]) -> Planes<P, N> {
        let (mut covered, mut any) = (P::default(), P::default());
        for (image, possible) in self.images.iter().zip(anchors) {
            let held = image.meeting(*possible, part);
            covered = covered | image.covered(held);
            any = image.any.iter().fold(any, |any, &offset| any | held.up(offset));
        }
        let kept = part | covered.without(moving);
        let mut cut = planes.map(|plane| plane & kept);
        if let Some(existing) = self.existing {
            cut[existing] = any.without(kept);
        }
        cut
    }

    /// The normal form of a part: the least of its images under the symmetries of the rules, moved to the top left
    /// corner. `None` if a symmetry proves that the value of the part is 0.
    pub fn normal(&self, planes: Planes<P, N>) -> Option<Planes<P, N>> {
        let all = cells(&planes);
        if all.is_empty() {
            return Some(planes);
        }
        let (by, width, height) = self.rectangle.corner(all);
        let cornered = planes.map(|plane| plane.down(by));
        let mut least = cornered;
        let mut is_null = false;
        let mut take = |turn: usize, turned: Planes<P, N>| {
            for (at, exchange) in self.turns[turn].iter().enumerate() {
                // The cells with code 0 are enough to exclude most images.
                let first = turned[exchange.first];
                if first > least[0] && first != cornered[0] {
                    continue;
                }
                let exchanged = exchange.of_planes(&turned);
                if exchanged < least {
                    least = exchanged;
                } else if exchanged == cornered && turn + at > 0 && self.liberty_rules.is_none() {
                    // With conditions on blocks the argument fails: a move and its image together may leave a block
                    // without a free cell.
                    is_null |= self.is_answered(&cornered, turn, &exchange.codes, width, height);
                }
            }
        };
        let has = |turn: usize| !self.turns[turn].is_empty();
        let mut take_mirrored = |transposed: usize, planes: Planes<P, N>, width: usize, height: usize| {
            take(transposed, planes);
            if has(transposed + 6) {
                take(transposed + 6, planes.map(|plane| self.rectangle.half_turned(plane, width, height)));
            }
            if has(transposed + 2) || has(transposed + 4) {
                let flipped = planes.map(|plane| self.rectangle.flipped(plane, height));
                take(transposed + 2, flipped);
                if has(transposed + 4) {
                    take(transposed + 4, flipped.map(|plane| self.rectangle.half_turned(plane, width, height)));
                }
            }
        };
        take_mirrored(0, cornered, width, height);
        if self.transposes && height <= self.rectangle.stride && width <= self.rectangle.rows {
            take_mirrored(1, cornered.map(|plane| self.rectangle.transposed(plane, height)), height, width);
        }
        (!is_null).then_some(least)
    }

    /// Has a part that equals its own image the value 0, because each move can be answered by its image (the strategy
    /// of Tweedledum and Tweedledee)? It has if the symmetry is its own inverse, and if no move that may become
    /// possible changes a cell that its image needs: the image can then be played, and leaves a part that equals its
    /// own image again.
    #[cold]
    fn is_answered(&self, part: &Planes<P, N>, turn: usize, codes: &[u8; N], width: usize, height: usize) -> bool {
        let is_quarter = matches!(turn, 3 | 5);
        if FastPath::AnsweredByImages.is_off()
            || is_quarter
            || (0..N).any(|code| usize::from(codes[usize::from(codes[code])]) != code)
        {
            return false;
        }
        let exists = cells(part);
        let reached = self.reached(part);
        self.images.iter().all(|image| {
            let changed = cells(&image.change);
            let mut anchors = image.stands(&reached, exists);
            while !anchors.is_empty() {
                let anchor = anchors.first();
                anchors = anchors.without(P::cell(anchor));
                let image_of_needed = self.rectangle.turned(image.needed.up(anchor), turn, width, height);
                if !(changed.up(anchor) & image_of_needed).is_empty() {
                    return false;
                }
            }
            true
        })
    }
}

/// A code in the type in which it is stored.
#[expect(clippy::cast_possible_truncation, reason = "there are few codes")]
fn index(code: usize) -> u8 {
    code as u8
}
