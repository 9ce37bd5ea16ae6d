//! Which slots code reads without setting them first: the variables that its value depends on.

use std::collections::BTreeSet;

use super::form::{BoardOp, Code, LoopSource, StepCode};

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
    steps.iter().try_for_each(|step| walk.step(step))?;
    walk.code(body)?;
    Some(walk.read)
}

impl ReadSlots {
    fn codes(&mut self, codes: &[Code]) -> Option<()> {
        codes.iter().try_for_each(|code| self.code(code))
    }

    /// One pass suffices: compiled code sets a slot before it reads it, and sets each slot in one place only.
    fn code(&mut self, code: &Code) -> Option<()> {
        match code {
            Code::Constant(_) => {}
            Code::Slot(slot) => {
                if !self.set.contains(slot) {
                    self.read.insert(*slot);
                }
            }
            Code::Negate(one) | Code::Not(one) | Code::Member(_, one) | Code::InList(_, one) => self.code(one)?,
            Code::And(two) | Code::Or(two) | Code::Binary(_, two) | Code::Cell(_, two) => self.codes(&two[..])?,
            Code::If(three) => self.codes(&three[..])?,
            Code::Apply(_, arguments) => self.codes(arguments)?,
            Code::Let(first, arguments, body) => {
                self.codes(arguments)?;
                self.set.extend(*first..first + arguments.len());
                self.code(body)?;
            }
            Code::Fold(_, steps, body) => {
                for step in steps {
                    self.step(step)?;
                }
                self.code(body)?;
            }
            Code::Board(op) => match &**op {
                BoardOp::Length(one) | BoardOp::First(one) | BoardOp::Second(one) | BoardOp::Ordered(one) => {
                    self.code(one)?
                }
                BoardOp::Member(a, b)
                | BoardOp::Noted(a, b, _)
                | BoardOp::Character(a, b)
                | BoardOp::Same(a, b)
                | BoardOp::Occurs(a, b)
                | BoardOp::Couple(a, b) => {
                    self.code(a)?;
                    self.code(b)?;
                }
                BoardOp::Part(whole, from, to) => {
                    self.code(whole)?;
                    self.code(from)?;
                    to.iter().try_for_each(|to| self.code(to))?;
                }
                BoardOp::Built(..) => return None,
            },
        }
        Some(())
    }

    fn step(&mut self, step: &StepCode) -> Option<()> {
        match step {
            StepCode::Test(test) => self.code(test),
            StepCode::For { slot, source, .. } => {
                match source {
                    LoopSource::Range { start, end, step } => {
                        self.code(start)?;
                        self.code(end)?;
                        self.code(step)?;
                    }
                    LoopSource::List(_) => {}
                    LoopSource::One(one)
                    | LoopSource::Members(one)
                    | LoopSource::Row(_, one)
                    | LoopSource::UpTo(_, one) => self.code(one)?,
                    LoopSource::Chosen { members, greatest, .. } => {
                        self.codes(members)?;
                        self.code(greatest)?;
                    }
                    LoopSource::Filtered(filtered) => {
                        self.code(&filtered.list)?;
                        self.set.insert(*slot);
                        filtered.tests.iter().try_for_each(|pair| self.code(&pair.test))?;
                    }
                    LoopSource::Parts(_) => return None,
                }
                self.set.insert(*slot);
                Some(())
            }
        }
    }
}
