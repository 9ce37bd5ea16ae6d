//! Connected parts in resolved rules. Lists that ascend are taken as sets of bits; which members are near each other, and
//! which members of a list are kept, is found once for each pair of small numbers.

use super::code::{Code, Kept, Misfit, Parts};
use super::interpret::{LoopEnd, MemberVisitor};
use super::pairs::Pairs;
use super::stretch::Stretch;

impl Parts {
    /// Shows each part, which lies in the frame then, as a number that tells where.
    pub fn each(&self, frame: &mut [i64], visit: &mut MemberVisitor) -> Result<(), LoopEnd> {
        let mut cells = Vec::with_capacity(Pairs::MOST);
        self.cells.write(frame, &mut cells)?;
        if let Some(vertices) = self.vertices
            && cells.iter().any(|cell| !(0..vertices).contains(cell))
        {
            return Err(LoopEnd::Misfit);
        }
        let ends = match ascending(&cells) {
            Some(set) => self.sets(set, frame)?,
            None => self.lists(&cells, frame)?,
        };
        let mut start = 0;
        for end in ends {
            let before_end = u32::try_from(frame.len() - self.room - start).map_err(|_| Misfit)?;
            let length = u32::try_from(end - start).map_err(|_| Misfit)?;
            visit(Stretch { before_end, length }.told(), frame)?;
            start = end;
        }
        Ok(())
    }

    /// Lays the parts of a set one behind the other; where each ends.
    fn sets(&self, set: u128, frame: &mut [i64]) -> Result<Vec<usize>, Misfit> {
        let (mut ends, mut laid) = (Vec::new(), 0);
        let mut left = set;
        while left != 0 {
            let mut waiting = left & left.wrapping_neg();
            left &= !waiting;
            let mut part = 0u128;
            while waiting != 0 {
                let here = waiting.trailing_zeros() as usize;
                waiting &= waiting - 1;
                part |= 1 << here;
                if left == 0 {
                    continue;
                }
                let near = self.pairs.among(here, left, &mut |other| {
                    let is_near = self.are_near(here as i64, other as i64, frame)?;
                    self.pairs.note(other, here, is_near);
                    Ok(is_near)
                })?;
                left &= !near;
                waiting |= near;
            }
            while part != 0 {
                *frame.get_mut(self.room + laid).ok_or(Misfit)? = part.trailing_zeros().into();
                part &= part - 1;
                laid += 1;
            }
            ends.push(laid);
        }
        Ok(ends)
    }

    /// The same for any list.
    fn lists(&self, cells: &[i64], frame: &mut [i64]) -> Result<Vec<usize>, Misfit> {
        let (mut ends, mut laid) = (Vec::new(), 0);
        let mut unmet: Vec<usize> = (0..cells.len()).collect();
        while !unmet.is_empty() {
            let (mut part, mut waiting) = (Vec::new(), vec![unmet.remove(0)]);
            while let Some(least) = (0..waiting.len()).min_by_key(|index| waiting[*index]) {
                let here = waiting.swap_remove(least);
                part.push(here);
                let mut beyond = Vec::with_capacity(unmet.len());
                for other in unmet {
                    let is_near = self.are_near(cells[here], cells[other], frame)?;
                    (if is_near { &mut waiting } else { &mut beyond }).push(other);
                }
                unmet = beyond;
            }
            part.sort_unstable();
            for index in part {
                *frame.get_mut(self.room + laid).ok_or(Misfit)? = cells[index];
                laid += 1;
            }
            ends.push(laid);
        }
        Ok(ends)
    }

    /// Are two members near each other, one way round or the other?
    fn are_near(&self, one: i64, other: i64, frame: &mut [i64]) -> Result<bool, Misfit> {
        (frame[self.slot], frame[self.slot + 1]) = (one, other);
        if self.near.holds(frame)? {
            return Ok(true);
        }
        (frame[self.slot], frame[self.slot + 1]) = (other, one);
        self.near.holds(frame)
    }
}

impl Kept {
    /// Writes the members that are kept behind those that are there.
    pub fn write(&self, frame: &mut [i64], members: &mut Vec<i64>) -> Result<(), Misfit> {
        let list = Stretch::of(self.list.value(frame)?);
        let other = self.other.map_or(0, |slot| frame[slot]);
        let place = Pairs::place(other);
        for index in 0..list.length as usize {
            let member = list.members(frame)?[index];
            let is_kept = match (place, Pairs::place(member)) {
                (Some(one), Some(bit)) => self.pairs.among(one, 1 << bit, &mut |_| self.is_kept(member, frame))? != 0,
                _ => self.is_kept(member, frame)?,
            };
            if is_kept {
                members.push(member);
            }
        }
        Ok(())
    }

    fn is_kept(&self, member: i64, frame: &mut [i64]) -> Result<bool, Misfit> {
        frame[self.member] = member;
        for test in &self.tests {
            if !Code::holds(test, frame)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A list of ascending numbers whose pairs are kept, as bits.
fn ascending(cells: &[i64]) -> Option<u128> {
    let mut set = 0u128;
    let mut before = -1;
    for cell in cells {
        if *cell <= before {
            return None;
        }
        set |= 1 << Pairs::place(*cell)?;
        before = *cell;
    }
    Some(set)
}
