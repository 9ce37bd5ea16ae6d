//! The one walk over the parts of compiled code, for looking at them and for changing them.

use super::form::{BoardCode, BoardOp, Code, LoopSource, NewMembers, StepCode};

/// The same walk with `&` and with `&mut`: a trait for those who take it, and what they are led by.
macro_rules! walk {
    ($visitor:ident, $each_part:ident, $iter:ident $(, $mutable:ident)?) => {
        /// Is shown the direct parts of code in the order in which they are run. `None` ends the walk.
        pub trait $visitor {
            /// A part that is a number.
            fn code(&mut self, code: &$($mutable)? Code) -> Option<()>;

            /// A part that builds a text or a list.
            fn board(&mut self, built: &$($mutable)? BoardCode) -> Option<()>;

            /// From here on a slot is set.
            fn sets(&mut self, slot: usize);
        }

        impl Code {
            pub fn $each_part(&$($mutable)? self, to: &mut impl $visitor) -> Option<()> {
                match self {
                    Code::Constant(_) | Code::Slot(_) => Some(()),
                    Code::Negate(one) | Code::Not(one) | Code::Member(_, one) | Code::InList(_, one) => to.code(one),
                    Code::And(two) | Code::Or(two) | Code::Binary(_, two) | Code::Cell(_, two) => {
                        two.$iter().try_for_each(|one| to.code(one))
                    }
                    Code::If(three) => three.$iter().try_for_each(|one| to.code(one)),
                    Code::Apply(_, arguments) => arguments.$iter().try_for_each(|one| to.code(one)),
                    Code::Let(first, arguments, body) => {
                        let count = arguments.len();
                        arguments.$iter().try_for_each(|one| to.code(one))?;
                        (*first..*first + count).for_each(|slot| to.sets(slot));
                        to.code(body)
                    }
                    Code::Fold(_, steps, body) => {
                        steps.$iter().try_for_each(|step| step.$each_part(to))?;
                        to.code(body)
                    }
                    Code::Board(op) => op.$each_part(to),
                }
            }
        }

        impl BoardOp {
            fn $each_part(&$($mutable)? self, to: &mut impl $visitor) -> Option<()> {
                match self {
                    BoardOp::Length(one) | BoardOp::First(one) | BoardOp::Second(one) | BoardOp::Ordered(one) => to.code(one),
                    BoardOp::Member(a, b)
                    | BoardOp::Noted(a, b, _)
                    | BoardOp::Character(a, b)
                    | BoardOp::Same(a, b)
                    | BoardOp::Occurs(a, b)
                    | BoardOp::Couple(a, b) => {
                        to.code(a)?;
                        to.code(b)
                    }
                    BoardOp::Part(whole, first, last) => {
                        to.code(whole)?;
                        to.code(first)?;
                        last.$iter().try_for_each(|last| to.code(last))
                    }
                    BoardOp::Built(built, _) => to.board(built),
                }
            }
        }

        impl StepCode {
            pub fn $each_part(&$($mutable)? self, to: &mut impl $visitor) -> Option<()> {
                let (slot, source) = match self {
                    StepCode::Test(test) => return to.code(test),
                    StepCode::For { slot, source, .. } => (*slot, source),
                };
                match source {
                    LoopSource::Range { start, end, step } => {
                        to.code(start)?;
                        to.code(end)?;
                        to.code(step)?;
                    }
                    LoopSource::Divisors { number, start, end } => {
                        to.code(number)?;
                        to.code(start)?;
                        to.code(end)?;
                    }
                    LoopSource::List(_) => {}
                    LoopSource::One(one) | LoopSource::Members(one) | LoopSource::Row(_, one) | LoopSource::UpTo(_, one) => {
                        to.code(one)?;
                    }
                    LoopSource::Chosen { members, greatest, .. } => {
                        members.$iter().try_for_each(|one| to.code(one))?;
                        to.code(greatest)?;
                    }
                    LoopSource::Parts(parts) => {
                        to.board(&$($mutable)? parts.cells)?;
                        to.sets(parts.slot);
                        to.sets(parts.slot + 1);
                        to.code(&$($mutable)? parts.near)?;
                    }
                }
                to.sets(slot);
                Some(())
            }
        }
    };
}

walk!(CodeVisitor, each_part, iter);
walk!(CodeVisitorMut, each_part_mut, iter_mut, mut);

impl BoardCode {
    pub fn each_part_mut(&mut self, to: &mut impl CodeVisitorMut) -> Option<()> {
        match self {
            BoardCode::Copy(one) => to.code(one),
            BoardCode::Replaced(old, index, new) | BoardCode::Inserted(old, index, new) => {
                to.board(old)?;
                to.code(index)?;
                match new {
                    NewMembers::Number(number) => to.code(number),
                    NewMembers::Text(text) => to.board(text),
                }
            }
            BoardCode::Removed(old, index) => {
                to.board(old)?;
                to.code(index)
            }
            BoardCode::Joined(two) => two.iter_mut().try_for_each(|one| to.board(one)),
            BoardCode::Sorted(old) | BoardCode::Reversed(old) => to.board(old),
            BoardCode::List(numbers) => numbers.iter_mut().try_for_each(|one| to.code(one)),
            BoardCode::Each(steps, number) => {
                steps.iter_mut().try_for_each(|step| step.each_part_mut(to))?;
                to.code(number)
            }
            BoardCode::If(condition, two) => {
                to.code(condition)?;
                two.iter_mut().try_for_each(|one| to.board(one))
            }
            BoardCode::Extreme { cases, .. } => cases.iter_mut().try_for_each(|(steps, built)| {
                steps.iter_mut().try_for_each(|step| step.each_part_mut(to))?;
                to.board(built)
            }),
            BoardCode::Let(first, arguments, body) => {
                arguments.iter_mut().try_for_each(|one| to.code(one))?;
                (*first..*first + arguments.len()).for_each(|slot| to.sets(slot));
                to.board(body)
            }
            BoardCode::Decided(decided) => to.board(&mut decided.list),
        }
    }
}
