//! What rules ask about texts and lists.

use super::Stretch;
use crate::solve::explicit::code::{Code, Misfit};
use crate::solve::explicit::interpret::member;

/// A question about texts and lists in the frame.
#[derive(Clone, Debug)]
pub(in crate::solve::explicit) enum Asked {
    Length(Code),
    /// A number of a list, or the number of a character.
    Member(Code, Code),
    /// A text of one character.
    Character(Code, Code),
    /// From one member to another; to the last, if there is no other.
    Part(Code, Code, Option<Code>),
    Same(Code, Code),
    /// Does the first text occur in the second?
    Occurs(Code, Code),
}

impl Asked {
    /// The answer in a frame.
    ///
    /// # Errors
    /// `Misfit`
    pub fn value(&self, frame: &mut [i64]) -> Result<i64, Misfit> {
        match self {
            Asked::Length(whole) => Ok(Stretch::of(whole.value(frame)?).length.into()),
            Asked::Member(whole, index) => {
                let (whole, index) = (Stretch::of(whole.value(frame)?), index.value(frame)?);
                member(whole.members(frame)?, index)
            }
            Asked::Character(whole, index) => {
                let (whole, index) = (Stretch::of(whole.value(frame)?), index.value(frame)?);
                whole.part(index, Some(index)).map(Stretch::told)
            }
            Asked::Part(whole, first, last) => {
                let (whole, first) = (Stretch::of(whole.value(frame)?), first.value(frame)?);
                let last = last.as_ref().map(|last| last.value(frame)).transpose()?;
                whole.part(first, last).map(Stretch::told)
            }
            Asked::Same(one, other) => {
                let (one, other) = (Stretch::of(one.value(frame)?), Stretch::of(other.value(frame)?));
                Ok(i64::from(one.members(frame)? == other.members(frame)?))
            }
            Asked::Occurs(part, whole) => {
                let (part, whole) = (Stretch::of(part.value(frame)?), Stretch::of(whole.value(frame)?));
                let (part, whole) = (part.members(frame)?, whole.members(frame)?);
                Ok(i64::from(part.is_empty() || whole.windows(part.len()).any(|window| window == part)))
            }
        }
    }
}
