//! The options of one position along its last variable: where they lie on a line, they are taken as one.

use super::code::{Code, Misfit, Step};
use super::dense::Cell;
use super::lanes::{Column, Lanes, Machine, Trouble, WIDTH};
use super::marks::Marks;
use super::straight;
use super::sweep::Plan;

/// Marks the values of all options of a plan for what the frame says.
///
/// # Errors
/// `Misfit`
pub(super) fn mark<T: Cell>(
    plan: &Plan,
    machine: &mut Machine,
    marks: &mut Marks,
    frame: &mut [i64],
    cells: &[T],
    sizes: &[i64],
    strides: &[i64],
) -> Result<(), Misfit> {
    if let Some((slot, member, end)) = plan.preset {
        if let Some(end) = end
            && end.value(frame)? < member
        {
            return Ok(());
        }
        frame[slot] = member;
    }
    let (start, step, count) = match plan.run {
        None => (0, 1, 1),
        Some((_, start, end, step, _)) => {
            let (start, end, step) = (start.value(frame)?, end.value(frame)?, step.value(frame)?);
            if step < 1 {
                return Err(Misfit);
            }
            if end < start {
                return Ok(());
            }
            let count = end.checked_sub(start).ok_or(Misfit)? / step + 1;
            (start, step, usize::try_from(count).map_err(|_| Misfit)?)
        }
    };
    if let (Some(straight), Some(_)) = (plan.straight, plan.run)
        && straight.mark(straight::Run { start, step, count }, marks, frame, cells, sizes, strides).is_some()
    {
        return Ok(());
    }
    for (lanes, n) in machine.slots.iter_mut().zip(&*frame) {
        *lanes = Lanes::same(*n);
    }
    machine.splits = true;
    let mut run = Run { plan, machine, marks, cells, sizes, strides };
    // What is still to be looked at begins where the last piece ended; pieces shrink until they are all of one kind.
    let (mut from, mut piece) = (0, count);
    while from < count {
        if let Some((slot, .., pulse)) = plan.run {
            pulse.beat(WIDTH as u32)?;
            run.machine.slots[slot] = Lanes::Line { start: start + from as i64 * step, step };
        }
        run.machine.count = piece;
        match run.piece() {
            Ok(()) => {
                from += piece;
                piece = count - from;
            }
            Err(Trouble::Split(lane)) if (1..piece).contains(&lane) => piece = lane,
            Err(_) => return Err(Misfit),
        }
    }
    Ok(())
}

struct Run<'r, 'a, T> {
    plan: &'r Plan<'a>,
    machine: &'r mut Machine,
    marks: &'r mut Marks,
    cells: &'r [T],
    sizes: &'r [i64],
    strides: &'r [i64],
}

impl<T: Cell> Run<'_, '_, T> {
    fn piece(&mut self) -> Result<(), Trouble> {
        let mut active: Option<Column> = None;
        for test in self.plan.tests {
            let Step::Test(condition) = test else { return Err(Trouble::Misfit) };
            let truth = self.machine.value(condition, active.as_deref())?;
            match (truth.uniform(), &mut active) {
                (Some(0), _) => return Ok(()),
                (Some(_), _) => {}
                (None, None) => active = Some(self.machine.written(truth)?),
                (None, Some(active)) => {
                    for (lane, counts) in active[..self.machine.count].iter_mut().enumerate() {
                        *counts &= truth.at(lane);
                    }
                }
            }
        }
        match &self.plan.parts[..] {
            [one] if self.plan.star == 0 => {
                if let Some(place) = self.place(one, active.as_deref())? {
                    self.mark_one(&place, active.as_deref());
                    self.machine.done(place);
                }
                Ok(())
            }
            several => self.mark_several(several, active),
        }
    }

    fn mark_one(&mut self, place: &Lanes, active: Option<&[i64; super::lanes::WIDTH]>) {
        let count = self.machine.count;
        match (place, active) {
            (Lanes::Line { start, step }, None) => {
                self.marks.mark_line(self.cells, *start, *step, count);
            }
            (place, active) => {
                for lane in 0..count {
                    let at = place.at(lane);
                    if at >= 0 && active.is_none_or(|active| active[lane] != 0) {
                        self.marks.mark_at(self.cells, at as usize);
                    }
                }
            }
        }
    }

    fn mark_several(&mut self, parts: &[&[Code]], active: Option<Column>) -> Result<(), Trouble> {
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
        for lane in 0..self.machine.count {
            if active.as_ref().is_some_and(|active| active[lane] == 0) || places.iter().any(|place| place.at(lane) < 0)
            {
                continue;
            }
            let cells = self.cells;
            self.marks.mark_sum(places.iter().map(|place| cells[place.at(lane) as usize]), self.plan.star);
        }
        Ok(())
    }

    /// Where a position lies in each lane; below 0 where there is none, `None` if there is none in any lane.
    fn place(
        &mut self,
        coordinates: &[Code],
        active: Option<&[i64; super::lanes::WIDTH]>,
    ) -> Result<Option<Lanes>, Trouble> {
        let (mut first, mut slope) = (0i64, 0i64);
        let last = self.machine.count as i64 - 1;
        for ((coordinate, size), stride) in coordinates.iter().zip(self.sizes).zip(self.strides) {
            match self.machine.value(coordinate, active)? {
                Lanes::Line { start, step } => {
                    if !self.machine.all_at_least_0(start, step)? {
                        return self.checked_rest(coordinates, active);
                    }
                    if start + step * last >= *size || start >= *size {
                        return Err(Trouble::Misfit);
                    }
                    (first, slope) = (first + start * stride, slope + step * stride);
                }
                written => {
                    self.machine.done(written);
                    return self.written_place(coordinates, active).map(Some);
                }
            }
        }
        Ok(Some(Lanes::Line { start: first, step: slope }))
    }

    /// One coordinate is below 0 in every lane: there is no position, but all coordinates must have a value.
    fn checked_rest(
        &mut self,
        coordinates: &[Code],
        active: Option<&[i64; super::lanes::WIDTH]>,
    ) -> Result<Option<Lanes>, Trouble> {
        for coordinate in coordinates {
            let value = self.machine.value(coordinate, active)?;
            self.machine.done(value);
        }
        Ok(None)
    }

    fn written_place(
        &mut self,
        coordinates: &[Code],
        active: Option<&[i64; super::lanes::WIDTH]>,
    ) -> Result<Lanes, Trouble> {
        let mut sum = self.machine.written(Lanes::same(0))?;
        for ((coordinate, size), stride) in coordinates.iter().zip(self.sizes).zip(self.strides) {
            let value = self.machine.value(coordinate, active)?;
            for (lane, sum) in sum[..self.machine.count].iter_mut().enumerate() {
                let n = value.at(lane);
                if active.is_some_and(|active| active[lane] == 0) {
                    continue;
                }
                if n >= *size {
                    return Err(Trouble::Misfit);
                }
                *sum = if n < 0 || *sum < 0 { -1 } else { *sum + n * stride };
            }
            self.machine.done(value);
        }
        Ok(Lanes::Column(sum))
    }
}
