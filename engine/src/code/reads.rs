//! Which slots code reads without setting them first: the variables that its value depends on.

use std::collections::BTreeSet;

use super::form::{BoardCode, Code, StepCode};
use super::walk::CodeVisitor;

/// The slots read and the slots set so far while code is traversed.
#[derive(Default)]
struct ReadSlots {
    read: BTreeSet<usize>,
    set: BTreeSet<usize>,
}

/// The slots that these codes read and do not set themselves; `None` if one of them contains `parts` or builds a
/// list, which is not analysed.
pub fn slots_read(codes: &[Code]) -> Option<BTreeSet<usize>> {
    let mut walk = ReadSlots::default();
    codes.iter().try_for_each(|code| walk.code(code))?;
    Some(walk.read)
}

/// As [`slots_read`], of steps and a body for all their cases.
pub fn read_by(steps: &[StepCode], body: &Code) -> Option<BTreeSet<usize>> {
    let mut walk = ReadSlots::default();
    steps.iter().try_for_each(|step| step.each_part(&mut walk))?;
    walk.code(body)?;
    Some(walk.read)
}

/// One pass suffices: compiled code sets a slot before it reads it, and sets each slot in one place only.
impl CodeVisitor for ReadSlots {
    fn code(&mut self, code: &Code) -> Option<()> {
        if let Code::Slot(slot) = code
            && !self.set.contains(slot)
        {
            self.read.insert(*slot);
        }
        code.each_part(self)
    }

    fn board(&mut self, _: &BoardCode) -> Option<()> {
        None
    }

    fn sets(&mut self, slot: usize) {
        self.set.insert(slot);
    }
}

/// Code without loops, texts, lists and couples.
struct Flat;

impl CodeVisitor for Flat {
    fn code(&mut self, code: &Code) -> Option<()> {
        if let Code::Fold(..) | Code::Board(_) = code { None } else { code.each_part(self) }
    }

    fn board(&mut self, _: &BoardCode) -> Option<()> {
        None
    }

    fn sets(&mut self, _: usize) {}
}

impl Code {
    /// Is it without loops, texts, lists and couples?
    pub fn is_flat(&self) -> bool {
        Flat.code(self).is_some()
    }
}
