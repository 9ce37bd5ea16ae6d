//! Runs two sources of compiled rules: the connected components of a list ([`Parts`]), and the members of a list that
//! satisfy conditions ([`Filtered`]). Ascending lists of small numbers are handled as sets of bits, and conditions on
//! pairs of small numbers are evaluated once for each pair.

use super::build::lay;
use super::form::{Bailout, Filtered, PairTest, Parts};
use super::frame_slice::FrameSlice;
use super::pairs::{self, PairCache};
use super::run_one::{LoopEnd, MemberVisitor};

impl Parts {
    /// Visits each component, the one with the first member first. Its members are copied into the frame, and the
    /// visitor is given the encoded slice.
    pub fn each(&self, frame: &mut [i64], visit: &mut MemberVisitor) -> Result<(), LoopEnd> {
        if let Some(set) = self.cells.set(frame)? {
            return self.of_set(set, frame, visit);
        }
        let mut cells = Vec::with_capacity(PairCache::MOST);
        self.cells.write(frame, &mut cells)?;
        match pairs::ascending(&cells) {
            Some(set) => self.of_set(set, frame, visit),
            None => self.of_list(&cells, frame, visit),
        }
    }

    fn of_set(&self, set: u128, frame: &mut [i64], visit: &mut MemberVisitor) -> Result<(), LoopEnd> {
        let is_beyond = |vertices| PairCache::place(vertices).is_some_and(|first| set >> first != 0);
        if self.vertices.is_some_and(is_beyond) {
            return Err(LoopEnd::Bailout);
        }
        let mut left = set;
        while left != 0 {
            let part = self.connected(&mut left, frame)?;
            let encoded = lay(pairs::members(part), self.buffer_slot, frame)?;
            visit(encoded, frame)?;
        }
        Ok(())
    }

    /// Removes the component of the least number from a set, and returns it.
    fn connected(&self, left: &mut u128, frame: &mut [i64]) -> Result<u128, Bailout> {
        let mut waiting = *left & left.wrapping_neg();
        *left &= !waiting;
        let mut part = waiting;
        while waiting != 0 && *left != 0 {
            let here = waiting.trailing_zeros() as usize;
            waiting &= waiting - 1;
            let near = self.pairs.among(here, *left, &mut |other| {
                let is_near = self.are_near(here as i64, other as i64, frame)?;
                self.pairs.note(other, here, is_near);
                Ok(is_near)
            })?;
            *left &= !near;
            waiting |= near;
            part |= near;
        }
        Ok(part)
    }

    /// As [`Parts::of_set`], for any list.
    fn of_list(&self, cells: &[i64], frame: &mut [i64], visit: &mut MemberVisitor) -> Result<(), LoopEnd> {
        if self.vertices.is_some_and(|vertices| cells.iter().any(|cell| !(0..vertices).contains(cell))) {
            return Err(LoopEnd::Bailout);
        }
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
            crate::sorting::sort(&mut part);
            let encoded = lay(part.into_iter().map(|index| cells[index]), self.buffer_slot, frame)?;
            visit(encoded, frame)?;
        }
        Ok(())
    }

    /// Is there an edge between two members, in either direction?
    fn are_near(&self, one: i64, other: i64, frame: &mut [i64]) -> Result<bool, Bailout> {
        (frame[self.slot], frame[self.slot + 1]) = (one, other);
        if self.near.holds(frame)? {
            return Ok(true);
        }
        (frame[self.slot], frame[self.slot + 1]) = (other, one);
        self.near.holds(frame)
    }
}

impl Filtered {
    /// Visits the members that satisfy all conditions.
    pub fn each<E: From<Bailout>>(
        &self,
        frame: &mut [i64],
        visit: &mut (impl FnMut(i64, &mut [i64]) -> Result<(), E> + ?Sized),
    ) -> Result<(), E> {
        if let Some(kept) = self.set(frame)? {
            return pairs::members(kept).try_for_each(|member| visit(member, frame));
        }
        let list = FrameSlice::decode(self.list.value(frame)?);
        for index in 0..list.length as usize {
            let member = list.members(frame)?[index];
            if self.passes(member, frame)? {
                visit(member, frame)?;
            }
        }
        Ok(())
    }

    /// The members that satisfy all conditions, as a set of bits; `None` if the list, or a number in the conditions,
    /// does not fit such sets.
    pub fn set(&self, frame: &mut [i64]) -> Result<Option<u128>, Bailout> {
        let list = FrameSlice::decode(self.list.value(frame)?);
        let Some(set) = pairs::ascending(list.members(frame)?) else { return Ok(None) };
        self.among(set, frame)
    }

    /// The members of a set that satisfy all conditions; `None` if a condition depends on a number beyond the cache.
    fn among(&self, set: u128, frame: &mut [i64]) -> Result<Option<u128>, Bailout> {
        let mut kept = set;
        for pair in &self.tests {
            let Some(other) = pair.place(frame) else { return Ok(None) };
            kept = pair.pairs.among(other, kept, &mut |member| self.holds(pair, member as i64, frame))?;
        }
        Ok(Some(kept))
    }

    fn passes(&self, member: i64, frame: &mut [i64]) -> Result<bool, Bailout> {
        for pair in &self.tests {
            let places = pair.place(frame).zip(PairCache::place(member));
            let holds = match places {
                Some((other, bit)) => pair.pairs.of(other, bit, || self.holds(pair, member, frame))?,
                None => self.holds(pair, member, frame)?,
            };
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Evaluates one of the conditions for a member.
    fn holds(&self, pair: &PairTest, member: i64, frame: &mut [i64]) -> Result<bool, Bailout> {
        frame[self.member] = member;
        pair.test.holds(frame)
    }
}

impl PairTest {
    /// The other number, if pairs with it are cached; 0 if the condition does not depend on another number.
    fn place(&self, frame: &[i64]) -> Option<usize> {
        PairCache::place(self.other.map_or(0, |slot| frame[slot]))
    }
}
