//! Options whose coordinates are linear functions of the last variable of their clause, or the lesser or the greater of
//! two such functions: `(i, min(i, b))`, `(a - k*b, b)`.
//!
//! They are recognised when a rule is compiled. The places of all options in a grid are then found with a few
//! multiplications, as one or a few arithmetic progressions.

use crate::game::Progression;

/// Clauses with more coordinates than this are not analysed.
pub const MOST: usize = 6;
/// Constants of this size or larger are not analysed: so nothing here comes near an overflow that the rule itself would
/// have to report.
const LARGE: i64 = 1 << 31;

/// The coordinates of an option as functions of the last variable.
#[derive(Clone, Debug)]
pub struct LinearOption(pub Vec<AffineCoordinate>);

/// A coordinate of an option.
#[derive(Clone, Debug)]
pub enum AffineCoordinate {
    One(AffineLine),
    Lesser(AffineLine, AffineLine),
    Greater(AffineLine, AffineLine),
}

/// `base + rate · x`, where x is the last variable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AffineLine {
    pub base: Affine,
    pub rate: Affine,
}

/// A constant plus multiples of slots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Affine {
    constant: i64,
    terms: Vec<(usize, i64)>,
}

/// A line over a progression: its first number, and what is added at each step. A *lane* is an index into the
/// progression.
type StartAndStep = (i64, i64);

impl LinearOption {
    /// Visits the places of all options in a grid with these sizes and strides, as arithmetic progressions: the first
    /// place, the distance to the next, and how many. `None` if some may lie outside the grid, or a number overflows; the
    /// caller must then compute the options in another way. What was visited until then are options all the same.
    pub fn each_progression(
        &self,
        run: Progression,
        frame: &[i64],
        sizes: &[i64],
        strides: &[i64],
        mut visit: impl FnMut(i64, i64, usize),
    ) -> Option<()> {
        let (mut lines, mut turns) = ([((0, 0), None); MOST], [run.count; MOST]);
        let (lines, turns) = (&mut lines[..self.0.len()], &mut turns[..self.0.len()]);
        for ((coordinate, followed), turn) in self.0.iter().zip(&mut *lines).zip(&mut *turns) {
            match coordinate {
                AffineCoordinate::One(line) => followed.0 = line.along(frame, run)?,
                AffineCoordinate::Lesser(one, other) | AffineCoordinate::Greater(one, other) => {
                    let (one, other) = (one.along(frame, run)?, other.along(frame, run)?);
                    *followed = (one, Some(other));
                    *turn = crossing(one, other, run.count)?;
                }
            }
        }
        let mut from = 0;
        while from < run.count {
            let to = turns.iter().copied().filter(|turn| *turn > from).min().unwrap_or(run.count);
            let (mut place, mut slope) = (0, 0);
            for ((coordinate, followed), (size, stride)) in self.0.iter().zip(&*lines).zip(sizes.iter().zip(strides)) {
                let (start, step) = chosen(coordinate, *followed, from as i64);
                let (here, last) = (start + step * from as i64, start + step * (to as i64 - 1));
                if here < 0 || last < 0 || here >= *size || last >= *size {
                    return None;
                }
                (place, slope) = (place + here * stride, slope + step * stride);
            }
            visit(place, slope, to - from);
            from = to;
        }
        Some(())
    }

    /// Are all options different, and all their coordinates at least 0? May return false even if they are.
    pub fn has_distinct_options(&self, run: Progression, frame: &[i64]) -> bool {
        let mut moves = false;
        self.0.iter().all(|coordinate| {
            let (one, other) = match coordinate {
                AffineCoordinate::One(line) => (line, None),
                AffineCoordinate::Lesser(one, other) | AffineCoordinate::Greater(one, other) => (one, Some(other)),
            };
            let is_not_below_0 = |line: &AffineLine| {
                line.along(frame, run).filter(|(start, step)| *start >= 0 && start + step * (run.count as i64 - 1) >= 0)
            };
            let Some((_, step)) = is_not_below_0(one) else { return false };
            moves |= other.is_none() && step != 0;
            other.is_none_or(|other| is_not_below_0(other).is_some())
        }) && moves
    }
}

/// The line that the coordinate follows from a lane on.
fn chosen(
    coordinate: &AffineCoordinate,
    (one, other): (StartAndStep, Option<StartAndStep>),
    from: i64,
) -> StartAndStep {
    let Some(other) = other else { return one };
    let first_is_less = one.0 + one.1 * from <= other.0 + other.1 * from;
    match coordinate {
        AffineCoordinate::Greater(..) if first_is_less => other,
        AffineCoordinate::Lesser(..) if !first_is_less => other,
        _ => one,
    }
}

/// The first lane in which the truth of `one ≤ other` differs from that in lane 0, or `count` if there is no such lane;
/// `None` on overflow.
fn crossing(one: StartAndStep, other: StartAndStep, count: usize) -> Option<usize> {
    let start = one.0.checked_sub(other.0)?;
    let step = one.1.checked_sub(other.1)?;
    step.checked_mul(count as i64)?.checked_add(start)?;
    let lane = match (start <= 0, step) {
        (true, 1..) => -start / step + 1,
        (false, ..=-1) => (start - step - 1) / -step,
        _ => return Some(count),
    };
    Some(usize::try_from(lane).map_or(count, |lane| lane.min(count)))
}

impl AffineLine {
    pub fn plus(self, other: AffineLine) -> Option<AffineLine> {
        Some(AffineLine { base: self.base.plus(other.base)?, rate: self.rate.plus(other.rate)? })
    }

    pub fn times(self, factor: i64) -> Option<AffineLine> {
        Some(AffineLine { base: self.base.times(factor)?, rate: self.rate.times(factor)? })
    }

    /// The line multiplied by a slot, if its base and rate are constants.
    pub fn of_slot(self, slot: usize) -> Option<AffineLine> {
        Some(AffineLine { base: self.base.of_slot(slot)?, rate: self.rate.of_slot(slot)? })
    }

    /// The line over a progression; `None` if a number may overflow.
    #[inline]
    pub fn along(&self, frame: &[i64], run: Progression) -> Option<StartAndStep> {
        let (base, rate) = (self.base.value(frame)?, self.rate.value(frame)?);
        let line = (rate.checked_mul(run.start)?.checked_add(base)?, rate.checked_mul(run.step)?);
        line.1.checked_mul(run.count as i64)?.checked_add(line.0)?;
        Some(line)
    }
}

impl Affine {
    /// A constant; `None` if its absolute value is 2^31 or more.
    pub fn constant(n: i64) -> Option<Affine> {
        (n.unsigned_abs() < LARGE.unsigned_abs()).then_some(Affine { constant: n, terms: Vec::new() })
    }

    /// The constant, and the slots with their factors.
    pub fn parts(&self) -> (i64, &[(usize, i64)]) {
        (self.constant, &self.terms)
    }

    pub fn slot(slot: usize, factor: i64) -> Affine {
        Affine { constant: 0, terms: vec![(slot, factor)] }
    }

    /// An upper bound, where each slot lies in the given interval.
    pub fn most(&self, slots: &[(i64, i64)]) -> i64 {
        self.terms.iter().fold(self.constant, |sum, (slot, factor)| {
            let (low, high) = slots[*slot];
            sum.saturating_add(factor.saturating_mul(if *factor > 0 { high } else { low }))
        })
    }

    pub fn plus(mut self, other: Affine) -> Option<Affine> {
        self.constant = Some(self.constant + other.constant).filter(|n| n.abs() < LARGE)?;
        for (slot, factor) in other.terms {
            match self.terms.iter_mut().find(|(known, _)| *known == slot) {
                Some((_, sum)) => *sum = Some(*sum + factor).filter(|n| n.abs() < LARGE)?,
                None => self.terms.push((slot, factor)),
            }
        }
        self.terms.retain(|(_, factor)| *factor != 0);
        Some(self)
    }

    pub fn times(mut self, by: i64) -> Option<Affine> {
        let scaled = |n: i64| n.checked_mul(by).filter(|n| n.unsigned_abs() < LARGE.unsigned_abs());
        self.constant = scaled(self.constant)?;
        for (_, factor) in &mut self.terms {
            *factor = scaled(*factor)?;
        }
        Some(self)
    }

    fn of_slot(self, slot: usize) -> Option<Affine> {
        let terms = if self.constant == 0 { Vec::new() } else { vec![(slot, self.constant)] };
        self.terms.is_empty().then_some(Affine { constant: 0, terms })
    }

    #[inline]
    fn value(&self, frame: &[i64]) -> Option<i64> {
        let mut sum = self.constant;
        for (slot, factor) in &self.terms {
            sum = frame[*slot].checked_mul(*factor)?.checked_add(sum)?;
        }
        Some(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_cross_where_a_slow_look_says() {
        for start in -30..30 {
            for step in -7..8 {
                for count in [1, 2, 9, 40] {
                    let less = |lane: usize| start + step * lane as i64 <= 5;
                    let slow = (0..count).find(|lane| less(*lane) != less(0)).unwrap_or(count);
                    assert_eq!(crossing((start, step), (5, 0), count), Some(slow), "{start} {step} {count}");
                }
            }
        }
    }
}
