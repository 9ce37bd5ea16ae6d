//! Lists that grow within a memory limit: a meter is asked for room before memory is allocated, and an allocation
//! that fails is reported as `Halt::Memory`.

use std::sync::Arc;

use super::{Halt, Meter, Value};

/// Members copied between two checks of the meter. So many bytes, or members, are also small enough to be allocated
/// without asking for room.
const PIECE: usize = Meter::STRIDE;

/// Adds a member.
#[inline]
pub fn push<T>(to: &mut Vec<T>, member: T, meter: &Meter) -> Result<(), Halt> {
    if to.len() == to.capacity() {
        reserve(to, to.len().max(8), meter)?;
    }
    to.push(member);
    Ok(())
}

/// Makes room for so many members more.
#[cold]
pub(super) fn reserve<T>(to: &mut Vec<T>, more: usize, meter: &Meter) -> Result<(), Halt> {
    let bytes = more.saturating_mul(size_of::<T>());
    if bytes > PIECE {
        meter.room(bytes)?;
    }
    to.try_reserve_exact(more).map_err(|_| meter.refused(bytes))
}

/// An empty list with room for so many members.
pub(super) fn with_room<T>(members: usize, meter: &Meter) -> Result<Vec<T>, Halt> {
    let mut list = Vec::new();
    reserve(&mut list, members, meter)?;
    Ok(list)
}

/// Adds copies of members.
pub(super) fn extend<T: Clone>(to: &mut Vec<T>, members: &[T], meter: &Meter) -> Result<(), Halt> {
    if to.capacity() - to.len() < members.len() {
        reserve(to, members.len(), meter)?;
    }
    for piece in members.chunks(PIECE) {
        meter.spend(piece.len())?;
        to.extend_from_slice(piece);
    }
    Ok(())
}

/// As [`extend`], for many small additions to one list: whenever the list is reallocated, it at least doubles.
pub(super) fn grow_by<T: Clone>(to: &mut Vec<T>, members: &[T], meter: &Meter) -> Result<(), Halt> {
    if to.capacity() - to.len() < members.len() {
        reserve(to, members.len().max(to.len()), meter)?;
    }
    extend(to, members, meter)
}

/// A copy of members.
pub(super) fn copied<T: Clone>(members: &[T], meter: &Meter) -> Result<Vec<T>, Halt> {
    let mut list = Vec::new();
    extend(&mut list, members, meter)?;
    Ok(list)
}

/// Collects an iterator into a list, and counts the work.
pub(super) fn collected<T>(members: impl Iterator<Item = T>, meter: &Meter) -> Result<Vec<T>, Halt> {
    let mut list = Vec::new();
    for member in members {
        meter.spend(1)?;
        push(&mut list, member, meter)?;
    }
    Ok(list)
}

/// The list of these members, which are copied into a shared allocation. `Halt::Memory` if there is no room for both
/// at once.
pub(super) fn listed(members: Vec<Value>, meter: &Meter) -> Result<Value, Halt> {
    settled(members, meter).map(Value::List)
}

/// Copies members into a shared allocation. For ten million this takes a quarter of a second, and cannot be stopped.
pub(super) fn settled(members: Vec<Value>, meter: &Meter) -> Result<Arc<[Value]>, Halt> {
    let many = members.len() > PIECE;
    moved(members.len(), meter)?;
    let settled: Arc<[Value]> = members.into();
    if many && let Err(halt) = meter.check() {
        meter.set_aside(settled);
        return Err(halt);
    }
    Ok(settled)
}

/// Counts the work of copying so many members into a shared allocation, and asks for the room.
pub(super) fn moved(members: usize, meter: &Meter) -> Result<(), Halt> {
    meter.spend(members / 16)?;
    if members > PIECE { meter.room(members * size_of::<Value>()) } else { Ok(()) }
}
