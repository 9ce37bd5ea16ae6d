//! Builds the texts and lists of an option, outside the frame.

use super::couples;
use super::decisions::{Key, begin_notes, noted};
use super::flat::FlatCoordinates;
use super::form::{Bailout, BoardCode, BoardCoordinate, DecidedList, NewMembers, StepCode};
use super::frame_slice::FrameSlice;
use super::run_one::{LoopEnd, each};

impl BoardCoordinate {
    /// Appends the coordinate.
    pub fn append(&self, frame: &mut [i64], flat: &mut FlatCoordinates) -> Result<(), Bailout> {
        match self {
            BoardCoordinate::Number(code) => flat.add_number(code.value(frame)?),
            BoardCoordinate::Board(kind, built) => {
                let start = flat.members.len();
                built.write(frame, &mut flat.members)?;
                flat.add_members(*kind, start);
            }
        }
        Ok(())
    }
}

impl BoardCode {
    /// Appends the members of the text or list. `Bailout` if there are more than [`FlatCoordinates::LONGEST`].
    pub fn write(&self, frame: &mut [i64], members: &mut Vec<i64>) -> Result<(), Bailout> {
        let start = members.len();
        match self {
            BoardCode::Copy(code) => {
                let place = FrameSlice::decode(code.value(frame)?);
                members.extend_from_slice(place.members(frame)?);
            }
            BoardCode::Replaced(old, index, new) => {
                old.write(frame, members)?;
                let index = index.value(frame)?;
                replace(members, start, index, new, frame)?;
            }
            BoardCode::Removed(old, index) => {
                old.write(frame, members)?;
                let index = place(index.value(frame)?, members.len() - start)?;
                members.remove(start + index);
            }
            BoardCode::Inserted(old, index, new) => {
                old.write(frame, members)?;
                let index = start + place(index.value(frame)?, members.len() - start + 1)?;
                let end = members.len();
                new.write(frame, members)?;
                let new = members.len() - end;
                members[index..].rotate_right(new);
            }
            BoardCode::Joined(parts) => parts.iter().try_for_each(|part| part.write(frame, members))?,
            BoardCode::Sorted(old) => {
                old.write(frame, members)?;
                in_order(&members[start..])?;
                members[start..].sort_unstable();
            }
            BoardCode::Reversed(old) => {
                old.write(frame, members)?;
                members[start..].reverse();
            }
            BoardCode::List(numbers) => {
                for number in numbers {
                    members.push(number.value(frame)?);
                }
            }
            BoardCode::Each(steps, number) => {
                let written = each(steps, frame, &mut |frame| {
                    members.push(number.value(frame)?);
                    if members.len() - start > FlatCoordinates::LONGEST { Err(LoopEnd::Bailout) } else { Ok(()) }
                });
                written.map_err(|_| Bailout)?;
            }
            BoardCode::Extreme { greatest, cases } => extreme(*greatest, cases, frame, members)?,
            BoardCode::Let(first, arguments, body) => {
                for (slot, argument) in (*first..).zip(arguments) {
                    frame[slot] = argument.value(frame)?;
                }
                body.write(frame, members)?;
            }
            BoardCode::Decided(decided) => decided.write(frame, members)?,
            BoardCode::If(condition, parts) => {
                let part = if condition.holds(frame)? { &parts[0] } else { &parts[1] };
                part.write(frame, members)?;
            }
        }
        if members.len() - start > FlatCoordinates::LONGEST { Err(Bailout) } else { Ok(()) }
    }

    /// Builds the text or list in the frame, from `buffer_slot` on. The encoded slice.
    pub fn built(&self, frame: &mut [i64], buffer_slot: usize) -> Result<i64, Bailout> {
        let mut members = Vec::new();
        self.write(frame, &mut members)?;
        lay(members.into_iter(), buffer_slot, frame)
    }
}

impl DecidedList {
    /// Appends the members of the list. `Bailout` as the code that makes it.
    pub fn write(&self, frame: &mut [i64], members: &mut Vec<i64>) -> Result<(), Bailout> {
        let board = FrameSlice::decode(frame[self.board]);
        let mut key: Key = [board.length.into(), 0, 0, 0];
        for (number, slot) in key[1..].iter_mut().zip(&self.numbers) {
            *number = frame[*slot];
        }
        if let Ok(trees) = self.trees.lock()
            && let Some(list) = trees.list(&key, board.members(frame)?, &self.compared)
        {
            members.extend_from_slice(list);
            return Ok(());
        }
        begin_notes(self.notes, frame);
        let start = members.len();
        self.list.write(frame, members)?;
        if let Ok(mut trees) = self.trees.lock() {
            let read = noted(self.notes, frame);
            let (board, meter) = (board.members(frame)?, &self.ticker.meter);
            // What finds no room, or does not fit the tree, is not kept.
            let _ = trees.keep(key, read, board, &self.compared, &members[start..], meter);
        }
        Ok(())
    }
}

/// Copies members into the frame, into [`FlatCoordinates::LONGEST`] slots reserved from `buffer_slot` on. The encoded
/// slice.
pub fn lay(members: impl Iterator<Item = i64>, buffer_slot: usize, frame: &mut [i64]) -> Result<i64, Bailout> {
    let before_end = u32::try_from(frame.len() - buffer_slot).map_err(|_| Bailout)?;
    let mut free = frame.get_mut(buffer_slot..buffer_slot + FlatCoordinates::LONGEST).ok_or(Bailout)?.iter_mut();
    let mut length = 0;
    for member in members {
        *free.next().ok_or(Bailout)? = member;
        length += 1;
    }
    Ok(FrameSlice { before_end, length }.encode())
}

/// Appends the least, or the greatest, of what is built in all cases.
fn extreme(
    greatest: bool,
    cases: &[(Vec<StepCode>, BoardCode)],
    frame: &mut [i64],
    members: &mut Vec<i64>,
) -> Result<(), Bailout> {
    let start = members.len();
    let mut best = None;
    for (steps, built) in cases {
        let shown = each(steps, frame, &mut |frame| {
            let end = members.len();
            built.write(frame, members)?;
            in_order(&members[end..])?;
            let (old, new) = members[start..].split_at(end - start);
            match best {
                Some(()) if (new < old) == greatest || new == old => members.truncate(end),
                Some(()) => drop(members.drain(start..end)),
                None => best = Some(()),
            }
            Ok(())
        });
        shown.map_err(|_| Bailout)?;
    }
    best.ok_or(Bailout)
}

/// `Bailout` if a member must not be compared by size: a couple with a number beyond 15.
fn in_order(members: &[i64]) -> Result<(), Bailout> {
    if members.iter().all(|member| couples::is_ordered(*member)) { Ok(()) } else { Err(Bailout) }
}

impl NewMembers {
    fn write(&self, frame: &mut [i64], members: &mut Vec<i64>) -> Result<(), Bailout> {
        match self {
            NewMembers::Number(code) => members.push(code.value(frame)?),
            NewMembers::Text(built) => built.write(frame, members)?,
        }
        Ok(())
    }
}

/// Overwrites the member at an index, or for a text, as many members from there on as the new text has. The text or
/// list begins at `start`.
fn replace(
    members: &mut Vec<i64>,
    start: usize,
    index: i64,
    new: &NewMembers,
    frame: &mut [i64],
) -> Result<(), Bailout> {
    let end = members.len();
    match new {
        NewMembers::Number(code) => {
            let index = place(index, end - start)?;
            members[start + index] = code.value(frame)?;
        }
        NewMembers::Text(built) => {
            let index = place(index, end - start + 1)?;
            built.write(frame, members)?;
            let width = members.len() - end;
            if index + width > end - start {
                return Err(Bailout);
            }
            members.copy_within(end.., start + index);
            members.truncate(end);
        }
    }
    Ok(())
}

fn place(index: i64, length: usize) -> Result<usize, Bailout> {
    usize::try_from(index).ok().filter(|index| *index < length).ok_or(Bailout)
}
