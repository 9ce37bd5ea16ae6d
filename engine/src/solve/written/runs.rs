//! Marks the values of the options that one position has along the last variable of a clause, many options at once.
//! Where their places in the grid form an arithmetic progression, they are marked without being computed one by one.

#![expect(clippy::cast_possible_truncation, reason = "places in a grid are indices of its cells")]

use super::grid::GridCell;
use super::marks::Marks;
use super::plan::Plan;
use crate::code::form::{Bailout, Code, StepCode};
use crate::code::lanes::{Active, LaneArray, LaneError, Lanes, Passing, WIDTH};
use crate::code::narrow::each_part;
use crate::code::run_many::{LaneInterpreter, NO_OPTION};
use crate::game::Progression;

/// Marks the values of all options that a plan gives for the coordinates and outer variables in the frame.
pub(super) fn mark<T: GridCell>(
    plan: &Plan,
    interpreter: &mut LaneInterpreter,
    marks: &mut Marks,
    frame: &mut [i64],
    cells: &[T],
    sizes: &[i64],
    strides: &[i64],
) -> Result<(), Bailout> {
    if let Some((slot, member, end)) = plan.fixed_variable {
        if let Some(end) = end
            && end.value(frame)? < member
        {
            return Ok(());
        }
        frame[slot] = member;
    }
    let mut run = ClauseRun { plan, interpreter, marks, cells, sizes, strides };
    let Some((slot, start, end, step, _)) = plan.run else {
        return run.part(Progression { start: 0, step: 1, count: 1 }, frame);
    };
    let all = Progression::between(start.value(frame)?, end.value(frame)?, step.value(frame)?).ok_or(Bailout)?;
    if all.count == 0 {
        return Ok(());
    }
    each_part(plan.tests, slot, all, frame, &mut |part, is_sure, frame| {
        if is_sure && run.is_on_lines(part, frame) { Ok(()) } else { run.part(part, frame) }
    })
}

struct ClauseRun<'r, 'a, T> {
    plan: &'r Plan<'a>,
    interpreter: &'r mut LaneInterpreter,
    marks: &'r mut Marks,
    cells: &'r [T],
    sizes: &'r [i64],
    strides: &'r [i64],
}

impl<T: GridCell> ClauseRun<'_, '_, T> {
    /// Marks options that all exist without running code, if they lie on lines.
    fn is_on_lines(&mut self, part: Progression, frame: &[i64]) -> bool {
        let Some(linear) = self.plan.linear else { return false };
        let (marks, cells) = (&mut *self.marks, self.cells);
        let mut mark = |place, slope, count| marks.mark_line(cells, place, slope, count);
        let found = linear.each_progression(part, frame, self.sizes, self.strides, &mut mark).is_some();
        self.marks.on_lines += u64::from(found);
        found
    }

    /// Marks the options of a part of the range.
    fn part(&mut self, part: Progression, frame: &[i64]) -> Result<(), Bailout> {
        for (lanes, n) in self.interpreter.slots.iter_mut().zip(frame) {
            *lanes = Lanes::same(*n);
        }
        self.interpreter.splits = true;
        // The options from `from` on are still to be marked. A piece that cannot be evaluated as a whole is cut at the lane
        // where its lines split, until it can.
        let (mut from, mut piece) = (0, part.count);
        while from < part.count {
            if let Some((slot, .., ticker)) = self.plan.run {
                ticker.tick(WIDTH as u32)?;
                self.interpreter.slots[slot] = Lanes::Line { start: part.at(from), step: part.step };
            }
            self.interpreter.count = piece;
            match self.piece() {
                Ok(()) => {
                    self.marks.pieces += 1;
                    from += piece;
                    piece = part.count - from;
                }
                Err(LaneError::Split(lane)) if (1..piece).contains(&lane) => piece = lane,
                Err(_) => return Err(Bailout),
            }
        }
        Ok(())
    }

    fn piece(&mut self) -> Result<(), LaneError> {
        let active = match self.interpreter.passing(self.plan.tests.iter().filter_map(StepCode::test))? {
            Passing::None => return Ok(()),
            Passing::All => None,
            Passing::Some(active) => Some(active),
        };
        match &self.plan.components[..] {
            [one] if self.plan.star == 0 => {
                if let Some(place) = self.place(one, active.as_deref())? {
                    self.mark_one(&place, active.as_deref());
                    self.interpreter.done(place);
                }
                Ok(())
            }
            several => self.mark_several(several, active),
        }
    }

    fn mark_one(&mut self, place: &Lanes, active: Active) {
        let (count, absent) = (self.interpreter.count, self.absent());
        let at = |place: i64, counts: bool| if counts && place >= 0 { place as usize } else { absent };
        match (place, active) {
            (Lanes::Line { start, step }, None) => self.marks.mark_line(self.cells, *start, *step, count),
            (Lanes::Line { start, step }, Some(active)) => {
                let lanes = (0..).zip(&active[..count]);
                self.marks.mark_all(self.cells, lanes.map(|(lane, active)| at(start + step * lane, *active != 0)));
            }
            (Lanes::Column(column), None) => {
                self.marks.mark_all(self.cells, column[..count].iter().map(|place| at(*place, true)));
            }
            (Lanes::Column(column), Some(active)) => {
                let lanes = column[..count].iter().zip(&active[..count]);
                self.marks.mark_all(self.cells, lanes.map(|(place, active)| at(*place, *active != 0)));
            }
        }
    }

    /// The place of the cell that is always `ABSENT`, which stands for options that do not exist.
    fn absent(&self) -> usize {
        (self.sizes[0] * self.strides[0]) as usize
    }

    fn mark_several(&mut self, parts: &[&[Code]], active: Option<LaneArray>) -> Result<(), LaneError> {
        let mut places = Vec::with_capacity(parts.len());
        let mut absent = false;
        for part in parts {
            match self.place(part, active.as_deref())? {
                Some(place) => places.push(place),
                None => absent = true,
            }
        }
        if absent {
            return Ok(());
        }
        if let ([Lanes::Line { start, step }, Lanes::Line { start: other, step: pace }], None) = (&places[..], &active)
        {
            for lane in 0..self.interpreter.count as i64 {
                let pair = [start + step * lane, other + pace * lane].map(|place| self.cells[place as usize]);
                self.marks.mark_sum(pair.into_iter(), self.plan.star);
            }
            return Ok(());
        }
        for lane in 0..self.interpreter.count {
            if active.as_ref().is_some_and(|active| active[lane] == 0) || places.iter().any(|place| place.at(lane) < 0)
            {
                continue;
            }
            let cells = self.cells;
            self.marks.mark_sum(places.iter().map(|place| cells[place.at(lane) as usize]), self.plan.star);
        }
        Ok(())
    }

    /// The place of a position in each lane, negative where there is no such position; `None` if there is none in any
    /// lane. `Bailout` if it lies beyond the grid in a lane that matters.
    fn place(&mut self, coordinates: &[Code], active: Active) -> Result<Option<Lanes>, LaneError> {
        let place = self.interpreter.places(coordinates, active, self.sizes, self.strides)?;
        if let Some(Lanes::Column(column)) = &place {
            let is_outside = |place: &i64| i64::from((NO_OPTION..0).contains(place));
            let lanes = &column[..self.interpreter.count];
            // All lanes are looked at, without an early end: so the loop is compiled to vector instructions.
            let any = match active {
                None => lanes.iter().fold(0, |any, place| any | is_outside(place)),
                Some(active) => {
                    lanes.iter().zip(active).fold(0, |any, (place, active)| any | is_outside(place) & active)
                }
            };
            if any != 0 {
                return Err(LaneError::Bailout);
            }
        }
        Ok(place)
    }
}
