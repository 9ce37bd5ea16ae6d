//! The order in which positions are marked, each after its options, and where the rows of bits lie in it.

#![expect(clippy::cast_possible_truncation, reason = "rows are indices of lists")]

use std::ops::RangeInclusive;

use super::advances::{Advance, turns_within};

/// The positions of a box in *rows*: all coordinates but the last one are the same along a row, which has a bit for each
/// number of the last one. Coordinates may be taken in another order than that of the rule. The first may be replaced
/// by the sum of all, which goes down where some coordinates grow as others shrink; rows then have ends that are in no
/// box.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// The coordinate of the rule that each coordinate of the frame is.
    order: Vec<usize>,
    sums: bool,
    /// The sizes of the box, in the order of the rule.
    box_sizes: Vec<i64>,
    /// The sizes of the frame.
    sizes: Vec<i64>,
    /// How many words a row has.
    pub words: usize,
}

/// What is added to a position, as a distance in the frame.
#[derive(Clone, Debug)]
pub(super) struct Distance {
    outer: Vec<i64>,
    pub rows: usize,
    pub columns: i64,
}

impl Distance {
    /// One distance after another.
    pub fn sum(one: &Distance, other: &Distance) -> Distance {
        let outer = one.outer.iter().zip(&other.outer).map(|(one, other)| one + other).collect();
        Distance { outer, rows: one.rows + other.rows, columns: one.columns + other.columns }
    }
}

impl Frame {
    /// A frame of the box in which every move begins later than where it leads to; `None` if none is found.
    pub fn of(sizes: &[i64], advances: &[Advance]) -> Option<Frame> {
        let differences: Vec<&[i64]> = advances.iter().flat_map(Advance::differences).collect();
        if let Some(order) = order(sizes.len(), &differences) {
            return Frame::in_order(order, false, sizes);
        }
        let frame = Frame::in_order((0..sizes.len()).collect(), true, sizes)?;
        let is_later = |difference: &&[i64]| frame.changed(difference).into_iter().find(|n| *n != 0) > Some(0);
        differences.iter().all(is_later).then_some(frame)
    }

    fn in_order(order: Vec<usize>, sums: bool, natural: &[i64]) -> Option<Frame> {
        let mut sizes: Vec<i64> = order.iter().map(|place| natural[*place]).collect();
        if sums {
            sizes[0] = natural.iter().try_fold(1i64, |sum, size| sum.checked_add(size - 1))?;
        }
        let words = usize::try_from(sizes.last()?.checked_add(63)? / 64).ok()?;
        let frame = Frame { order, sums, box_sizes: natural.to_vec(), sizes, words };
        frame.outer().iter().try_fold(words, |count, size| count.checked_mul(usize::try_from(*size).ok()?))?;
        Some(frame)
    }

    fn changed(&self, difference: &[i64]) -> Vec<i64> {
        let mut changed: Vec<i64> = self.order.iter().map(|place| difference[*place]).collect();
        if self.sums {
            changed[0] = difference.iter().sum();
        }
        changed
    }

    /// The sizes of the frame along all coordinates but the last one.
    fn outer(&self) -> &[i64] {
        &self.sizes[..self.sizes.len() - 1]
    }

    pub fn rows(&self) -> usize {
        self.outer().iter().map(|size| *size as usize).product()
    }

    /// How many numbers the last coordinate has.
    pub fn width(&self) -> i64 {
        self.sizes.last().copied().unwrap_or(1)
    }

    /// A difference that is less than the size of the box along each coordinate, and goes to a later position.
    pub fn distance(&self, difference: &[i64]) -> Distance {
        let mut outer = self.changed(difference);
        let columns = outer.pop().unwrap_or(0);
        let rows = outer.iter().zip(self.outer()).fold(0, |rows, (step, size)| rows * size + step);
        Distance { rows: rows as usize, columns, outer }
    }

    /// May a line leave the frame and come back to it? Its bits would be lost in between.
    pub fn may_come_back(&self, first: &[i64], by: &[i64]) -> bool {
        let (first, by) = (self.changed(first), self.changed(by));
        first.iter().zip(&by).any(|(first, by)| first.signum() * by.signum() < 0)
    }

    /// Is the row that lies before this one by a distance in the frame?
    pub fn has_before(&self, outer: &[i64], distance: &Distance) -> bool {
        let mut steps = outer.iter().zip(&distance.outer).zip(self.outer());
        steps.all(|((here, step), size)| (0..*size).contains(&(here - step)))
    }

    /// The next row, in order.
    pub fn step(&self, outer: &mut [i64]) {
        super::super::grid::step(outer, self.outer());
    }

    /// The columns of a row that are in the box: from the first to before the second.
    pub fn columns(&self, outer: &[i64]) -> (i64, i64) {
        if !self.sums {
            return (0, self.width());
        }
        let left = self.left(outer);
        ((left - self.box_sizes[self.order[0]] + 1).max(0), (left + 1).min(self.width()))
    }

    /// What a sum leaves for the first and the last coordinate of the rule.
    fn left(&self, outer: &[i64]) -> i64 {
        outer[0] - outer[1..].iter().sum::<i64>()
    }

    /// The coordinates, in the order of the rule, of the position in a column.
    pub fn coordinates(&self, outer: &[i64], column: i64, coordinates: &mut [i64]) {
        let last = self.order.len() - 1;
        for (place, n) in self.order.iter().zip(outer) {
            coordinates[*place] = *n;
        }
        coordinates[self.order[last]] = column;
        if self.sums {
            coordinates[self.order[0]] = self.left(outer) - column;
        }
    }

    /// The row and the column of a position of the box.
    pub fn place(&self, coordinates: &[i64]) -> (usize, i64) {
        let Distance { rows, columns, .. } = self.distance(coordinates);
        (rows, columns)
    }

    /// Is a row of the frame what the last coordinate of the rule runs through?
    pub fn is_natural(&self) -> bool {
        !self.sums && self.order.is_sorted()
    }

    /// The sizes of the box, in the order of the rule.
    pub fn box_sizes(&self) -> &[i64] {
        &self.box_sizes
    }

    /// The turns at which a line from a position is in the box.
    pub fn turns(&self, from: &[i64], by: &[i64]) -> RangeInclusive<i64> {
        let inside = self.box_sizes.iter().map(|size| (0, size - 1));
        turns_within(from, by, inside)
    }
}

/// An order of so many coordinates in which the first one that a difference changes grows, for each of these differences;
/// the natural one if it is such an order. `None` if there is none.
fn order(count: usize, differences: &[&[i64]]) -> Option<Vec<usize>> {
    let mut open = differences.to_vec();
    let mut order = Vec::with_capacity(count);
    while order.len() < count {
        // Whichever coordinate never shrinks may come next: it hinders no other.
        let next = (0..count).find(|place| !order.contains(place) && open.iter().all(|steps| steps[*place] >= 0))?;
        open.retain(|steps| steps[next] == 0);
        order.push(next);
    }
    open.is_empty().then_some(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_in_the_box_at_the_turns_that_a_slow_look_finds() {
        let frame = Frame::in_order(vec![0, 1], false, &[7, 5]).unwrap();
        for from in [[0, 0], [-3, 2], [6, 4], [9, 1], [3, -8], [20, 20]] {
            for by in [[1, 0], [0, 1], [2, 3], [1, -1], [-2, 1], [-1, -3], [3, 0]] {
                let inside = |turn: &i64| {
                    let at = [from[0] + turn * by[0], from[1] + turn * by[1]];
                    (0..7).contains(&at[0]) && (0..5).contains(&at[1])
                };
                let slow: Vec<i64> = (0..60).filter(inside).collect();
                let turns: Vec<i64> = frame.turns(&from, &by).take(60).filter(|turn| *turn < 60).collect();
                assert_eq!(turns, slow, "{from:?} {by:?}");
            }
        }
    }

    #[test]
    fn sums_come_before_greater_sums_and_places_are_those_of_rows() {
        let frame = Frame::in_order(vec![0, 1], true, &[4, 3]).unwrap();
        let mut outer = vec![0];
        let mut seen = 0;
        for row in 0..frame.rows() {
            let (from, to) = frame.columns(&outer);
            for column in from..to {
                let mut coordinates = [0; 2];
                frame.coordinates(&outer, column, &mut coordinates);
                assert!((0..4).contains(&coordinates[0]) && coordinates[0] + coordinates[1] == outer[0]);
                assert_eq!(frame.place(&coordinates), (row, column));
                seen += 1;
            }
            frame.step(&mut outer);
        }
        assert_eq!(seen, 12);
    }
}
