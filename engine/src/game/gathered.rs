//! Lists that grow under a budget: room is asked for before it is taken, and what the machine does not have is a halt.

use super::{GoOn, Halt, Value};

/// Members copied or compared between two questions whether to go on.
const PIECE: usize = GoOn::STRIDE;

/// Adds a member.
///
/// # Errors
/// `Halt::Memory` if the list cannot grow.
#[inline]
pub fn push<T>(to: &mut Vec<T>, member: T, go_on: &GoOn) -> Result<(), Halt> {
    if to.len() == to.capacity() {
        reserve(to, to.len().max(8), go_on)?;
    }
    to.push(member);
    Ok(())
}

/// Makes room for so many members more.
///
/// # Errors
/// `Halt::Memory`, or why not to go on.
#[cold]
pub(super) fn reserve<T>(to: &mut Vec<T>, more: usize, go_on: &GoOn) -> Result<(), Halt> {
    let bytes = more.saturating_mul(size_of::<T>());
    if bytes > PIECE {
        go_on.room(bytes)?;
    }
    to.try_reserve_exact(more).map_err(|_| go_on.refused(bytes))
}

/// An empty list with room for so many members.
///
/// # Errors
/// As [`reserve`].
pub(super) fn with_room<T>(members: usize, go_on: &GoOn) -> Result<Vec<T>, Halt> {
    let mut list = Vec::new();
    reserve(&mut list, members, go_on)?;
    Ok(list)
}

/// Adds copies of members.
///
/// # Errors
/// As [`push`], and why not to go on.
pub(super) fn extend<T: Clone>(to: &mut Vec<T>, members: &[T], go_on: &GoOn) -> Result<(), Halt> {
    if to.capacity() - to.len() < members.len() {
        reserve(to, members.len(), go_on)?;
    }
    for piece in members.chunks(PIECE) {
        go_on.spend(piece.len())?;
        to.extend_from_slice(piece);
    }
    Ok(())
}

/// As [`extend`], for many small additions to one list.
///
/// # Errors
/// As [`extend`].
pub(super) fn grow_by<T: Clone>(to: &mut Vec<T>, members: &[T], go_on: &GoOn) -> Result<(), Halt> {
    if to.capacity() - to.len() < members.len() {
        reserve(to, members.len().max(to.len()), go_on)?;
    }
    extend(to, members, go_on)
}

/// A copy of members.
///
/// # Errors
/// As [`extend`].
pub(super) fn copied<T: Clone>(members: &[T], go_on: &GoOn) -> Result<Vec<T>, Halt> {
    let mut list = Vec::new();
    extend(&mut list, members, go_on)?;
    Ok(list)
}

/// All that comes, with its work counted.
///
/// # Errors
/// As [`extend`].
pub(super) fn collected<T>(members: impl Iterator<Item = T>, go_on: &GoOn) -> Result<Vec<T>, Halt> {
    let mut list = Vec::new();
    for member in members {
        go_on.spend(1)?;
        push(&mut list, member, go_on)?;
    }
    Ok(list)
}

/// The list of these members, which are moved to where they stay.
///
/// # Errors
/// `Halt::Memory` if there is no room for both at once.
pub(super) fn listed(members: Vec<Value>, go_on: &GoOn) -> Result<Value, Halt> {
    moved(members.len(), go_on)?;
    Ok(Value::list(members))
}

/// Room to move so many members to where they stay.
///
/// # Errors
/// As [`listed`].
pub(super) fn moved(members: usize, go_on: &GoOn) -> Result<(), Halt> {
    go_on.spend(members / 16)?;
    if members > PIECE { go_on.room(members * size_of::<Value>()) } else { Ok(()) }
}
