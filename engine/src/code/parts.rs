//! Finds the connected components of a list ([`Parts`]).

use super::build::lay;
use super::form::{Bailout, Parts};
use super::run_one::{LoopEnd, MemberVisitor};

impl Parts {
    /// Visits each component, the one with the first member first. Its members are copied into the frame, and the
    /// visitor is given the encoded slice.
    pub fn each(&self, frame: &mut [i64], visit: &mut MemberVisitor) -> Result<(), LoopEnd> {
        let mut cells = Vec::new();
        self.cells.write(frame, &mut cells)?;
        if self.vertices.is_some_and(|vertices| cells.iter().any(|cell| !(0..vertices).contains(cell))) {
            return Err(LoopEnd::Bailout);
        }
        let mut unmet: Vec<usize> = (0..cells.len()).collect();
        while !unmet.is_empty() {
            let (mut part, mut waiting) = (Vec::new(), vec![unmet.remove(0)]);
            while let Some(here) = waiting.pop() {
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
