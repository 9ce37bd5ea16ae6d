//! Boards of one size packed into words: moves, the parts a board falls into, and the normal form of a part.

use std::ops::ControlFlow;

use super::breath::Breath;
use super::coded::{CodedPattern, CodedRules};
use super::plane::{Plane, Planes, cells};

/// The rules on boards of at most so many columns and rows.
#[derive(Debug)]
pub struct Layout<P, const N: usize> {
    stride: usize,
    rows: usize,
    images: Vec<PackedImage<P, N>>,
    /// So many of them stand for all that may come to stand in the same places.
    places: usize,
    /// For each code, whether each other may become it.
    reached_from: [[bool; N]; N],
    /// Whether a cell with this code may change.
    moving: [bool; N],
    /// The code of cells that only exist.
    existing: Option<usize>,
    /// Does what surrounds a part matter to it: cells that stay, or `?`?
    has_surroundings: bool,
    /// Is a placement that is possible some day possible now?
    is_direct: bool,
    /// The codes by exchange, for each way to turn a board: bit 0 transposed, bit 1 flipped, bit 2 mirrored.
    turns: [Vec<Exchange<N>>; 8],
    /// Is a part as good with rows and columns exchanged, however it is mirrored then?
    transposes: bool,
    /// The row of each cell.
    row_of: Vec<usize>,
    /// Moved down by each of these in turn, all rows meet in the first.
    folds: Vec<usize>,
    row: P,
    /// A row as a column, for each set of eight cells.
    columns: Vec<P>,
    /// What must be true of every board besides.
    breath: Option<Breath<P>>,
}

/// The code that each code becomes.
#[derive(Debug)]
struct Exchange<const N: usize> {
    codes: [u8; N],
    /// The code that becomes the first.
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

/// An image of a pattern, anchored at its first cell.
#[derive(Debug)]
struct PackedImage<P, const N: usize> {
    /// Anchors at which it lies inside of the board.
    fits: P,
    /// How far each cell lies from the anchor, and the code that must stand there.
    needs: Vec<(usize, usize)>,
    /// Cells that must exist.
    any: Vec<usize>,
    /// What changes.
    change: Planes<P, N>,
    /// The cells that must hold something.
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

    /// Anchors where it stands.
    #[inline(always)]
    fn stands(&self, planes: &Planes<P, N>, exists: P) -> P {
        let stands = self.needs.iter().fold(self.fits, |stands, &(offset, code)| stands & planes[code].down(offset));
        self.any.iter().fold(stands, |stands, &offset| stands & exists.down(offset))
    }

    /// All cells but `?` of what stands at these anchors.
    #[inline(always)]
    fn covered(&self, anchors: P) -> P {
        self.needs.iter().fold(P::default(), |cells, &(offset, _)| cells | anchors.up(offset))
    }

    /// Those of these anchors whose cells, but for `?`, meet a set of cells.
    #[inline(always)]
    fn meeting(&self, anchors: P, cells: P) -> P {
        anchors & self.needs.iter().fold(P::default(), |met, &(offset, _)| met | cells.down(offset))
    }
}

impl<P: Plane, const N: usize> Layout<P, N> {
    /// `stride × rows` cells, as many as a plane has at most.
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
        let folds = (0..).map(|power| stride << power).take_while(|by| *by < stride * rows).collect::<Vec<_>>();
        let row_of = |bits: usize| {
            let set = (0..8.min(stride)).filter(|bit| bits & (1 << bit) != 0 && bit * stride < P::CELLS);
            set.fold(P::default(), |column, bit| column | P::cell(bit * stride))
        };
        let (first, rest) = rules.patterns.split_at(rules.places);
        let image = |pattern| PackedImage::of(pattern, stride, rows);
        let mut images: Vec<PackedImage<P, N>> = first.iter().filter_map(image).collect();
        let places = images.len();
        images.extend(rest.iter().filter_map(image));
        Layout {
            stride,
            rows,
            images,
            places,
            is_direct: rules.is_direct(),
            has_surroundings: rules.existing.is_some() || moving[..live].iter().any(|moving| !moving),
            reached_from,
            moving,
            transposes: rules.symmetries.iter().any(|symmetry| symmetry.transposed),
            row_of: (0..P::CELLS).map(|cell| cell / stride).collect(),
            existing: rules.existing.map(usize::from),
            turns,
            folds: folds.into_iter().rev().collect(),
            row: (0..stride).fold(P::default(), |row, cell| row | P::cell(cell)),
            columns: (0..256).map(row_of).collect(),
            breath: Breath::of(rules, stride, rows),
        }
    }

    /// The board with these codes, row by row.
    pub fn pack(&self, width: usize, codes: &[Option<u8>]) -> Planes<P, N> {
        let mut planes = [P::default(); N];
        for (cell, code) in codes.iter().enumerate() {
            if let Some(code) = code {
                let plane = &mut planes[usize::from(*code)];
                *plane = *plane | P::cell((cell / width) * self.stride + cell % width);
            }
        }
        planes
    }

    /// Visits what a board becomes by each move, until a visit breaks off.
    #[inline]
    pub fn each_move(&self, planes: &Planes<P, N>, mut visit: impl FnMut(Planes<P, N>) -> ControlFlow<()>) {
        let exists = cells(planes);
        for image in &self.images {
            let mut anchors = image.stands(planes, exists);
            while !anchors.is_empty() {
                let anchor = anchors.first();
                anchors = anchors.without(P::cell(anchor));
                let board = std::array::from_fn(|code| planes[code] ^ image.change[code].up(anchor));
                if self.breath.as_ref().is_some_and(|breath| !breath.is_true(&board)) {
                    continue;
                }
                if visit(board).is_break() {
                    return;
                }
            }
        }
    }

    /// How many moves there are, or are almost there where blocks must touch free cells.
    pub fn moves(&self, planes: &Planes<P, N>) -> usize {
        let exists = cells(planes);
        self.images.iter().map(|image| image.stands(planes, exists).count()).sum()
    }

    fn has_moves(&self, planes: &Planes<P, N>) -> bool {
        let exists = cells(planes);
        self.images.iter().any(|image| !image.stands(planes, exists).is_empty())
    }

    /// Visits the parts a board falls into, in normal form: no move, now or ever, is in two of them. What is in no move
    /// is left out, and so is what is worth 0 at a glance.
    ///
    /// Two cells belong together if a placement that may become possible covers both: each cell holds what may become
    /// what the pattern wants. Cells that stay for ever belong to each part they matter to, as do those under `?`.
    #[inline]
    pub fn each_part(&self, planes: &Planes<P, N>, anchors: &mut Vec<P>, mut visit: impl FnMut(Planes<P, N>)) {
        if let Some(breath) = &self.breath {
            breath.parts(planes, anchors);
            for part in anchors.iter() {
                let mut part = planes.map(|plane| plane & *part);
                breath.shorten(&mut part);
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
        anchors.clear();
        for image in self.places() {
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
                let images = self.places().iter().zip(&*anchors);
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

    /// The images that stand for all others, where only the places matter.
    #[inline(always)]
    fn places(&self) -> &[PackedImage<P, N>] {
        &self.images[..self.places]
    }

    /// For each code, the cells that may come to hold it.
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

    /// A part with the cells around it that stay and matter to it.
    fn surrounded(&self, planes: &Planes<P, N>, part: P, moving: P, anchors: &[P]) -> Planes<P, N> {
        let (mut covered, mut any) = (P::default(), P::default());
        for (image, possible) in self.places().iter().zip(anchors) {
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

    /// The least of the images of a part, in the corner, under all that leaves the rules as they are; nothing if one of
    /// these shows that its value is 0.
    pub fn normal(&self, planes: Planes<P, N>) -> Option<Planes<P, N>> {
        let (cornered, width, height) = self.cornered(planes);
        let mut least = cornered;
        let mut is_null = false;
        let mut take = |turn: usize, turned: Planes<P, N>| {
            for (at, exchange) in self.turns[turn].iter().enumerate() {
                // Most are neither less nor the same, as their first cells show.
                let first = turned[exchange.first];
                if first > least[0] && first != cornered[0] {
                    continue;
                }
                let exchanged = exchange.of_planes(&turned);
                if exchanged < least {
                    least = exchanged;
                } else if exchanged == cornered && turn + at > 0 && self.breath.is_none() {
                    // A move and its image together might leave a block without a free cell.
                    is_null |= self.is_answered(&cornered, turn, &exchange.codes, width, height);
                }
            }
        };
        let has = |turn: usize| !self.turns[turn].is_empty();
        let mut take_mirrored = |transposed: usize, planes: Planes<P, N>, width: usize, height: usize| {
            take(transposed, planes);
            if has(transposed + 6) {
                take(transposed + 6, planes.map(|plane| self.half_turned(plane, width, height)));
            }
            if has(transposed + 2) || has(transposed + 4) {
                let flipped = planes.map(|plane| self.flipped(plane, height));
                take(transposed + 2, flipped);
                if has(transposed + 4) {
                    take(transposed + 4, flipped.map(|plane| self.half_turned(plane, width, height)));
                }
            }
        };
        take_mirrored(0, cornered, width, height);
        if self.transposes && height <= self.stride && width <= self.rows {
            take_mirrored(1, cornered.map(|plane| self.transposed(plane, height)), height, width);
        }
        (!is_null).then_some(least)
    }

    /// Is a part that is its own image worth 0, since every move can be answered by its image (Tweedledum and
    /// Tweedledee)? So it is if the change is its own inverse, and no move touches what its image needs: the image
    /// can then be made, and leaves a part that is its own image again.
    #[cold]
    fn is_answered(&self, part: &Planes<P, N>, turn: usize, codes: &[u8; N], width: usize, height: usize) -> bool {
        let is_quarter = matches!(turn, 3 | 5);
        if is_quarter || (0..N).any(|code| usize::from(codes[usize::from(codes[code])]) != code) {
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
                let image_of_needed = self.turned(image.needed.up(anchor), turn, width, height);
                if !(changed.up(anchor) & image_of_needed).is_empty() {
                    return false;
                }
            }
            true
        })
    }

    /// Cells of a part with these sides, which lies in the corner, transposed (1), flipped (2) and mirrored (4).
    #[inline(always)]
    fn turned(&self, plane: P, turn: usize, mut width: usize, mut height: usize) -> P {
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

    /// Moved to the corner; its width and its height.
    #[inline(always)]
    fn cornered(&self, planes: Planes<P, N>) -> (Planes<P, N>, usize, usize) {
        let all = cells(&planes);
        if all.is_empty() {
            return (planes, 0, 0);
        }
        let top = self.row_of[all.first()];
        let bottom = self.row_of[last(all)];
        let columns = self.folds.iter().fold(all, |folded, by| folded | folded.down(*by)) & self.row;
        let (left, right) = (columns.first(), last(columns));
        let by = top * self.stride + left;
        (planes.map(|plane| plane.down(by)), right - left + 1, bottom - top + 1)
    }

    /// Turned by a half: in the corner again.
    #[inline(always)]
    fn half_turned(&self, plane: P, width: usize, height: usize) -> P {
        plane.reversed().down(P::CELLS - ((height - 1) * self.stride + width))
    }

    /// Upside down.
    #[inline(always)]
    fn flipped(&self, plane: P, height: usize) -> P {
        if P::CELLS == 64 && self.stride == 8 {
            return P::of_low(plane.low().swap_bytes() >> (8 * (8 - height)));
        }
        if self.stride == 1 {
            return self.half_turned(plane, 1, height);
        }
        (0..height).fold(P::default(), |flipped, row| {
            flipped | (plane.down(row * self.stride) & self.row).up((height - 1 - row) * self.stride)
        })
    }

    /// Rows as columns.
    #[inline(always)]
    fn transposed(&self, plane: P, height: usize) -> P {
        if P::CELLS == 64 && self.stride == 8 {
            return P::of_low(eight_by_eight(plane.low()));
        }
        (0..height).fold(P::default(), |transposed, row| {
            let mut cells = plane.down(row * self.stride) & self.row;
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

/// The last cell of some.
#[inline(always)]
fn last<P: Plane>(cells: P) -> usize {
    P::CELLS - 1 - cells.reversed().first()
}

/// A code as it is kept.
#[expect(clippy::cast_possible_truncation, reason = "there are few codes")]
fn index(code: usize) -> u8 {
    code as u8
}

/// Bits of eight rows of eight, mirrored along the diagonal (Warren, Hacker's Delight, 7-3).
fn eight_by_eight(mut bits: u64) -> u64 {
    for (by, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)] {
        let moved = (bits ^ (bits >> by)) & mask;
        bits ^= moved ^ (moved << by);
    }
    bits
}
