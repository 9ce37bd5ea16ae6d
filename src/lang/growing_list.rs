//! Lists that grow member by member, within the memory limit.

use grundy_engine::game::{Halt, Meter};

/// Adds a member. Before the list grows, the meter is asked for room, since the old allocation and the new one exist
/// together.
pub(crate) fn push<T>(to: &mut Vec<T>, member: T, meter: &Meter) -> Result<(), Halt> {
    if to.len() == to.capacity() {
        meter.room(to.len().max(2).saturating_mul(2 * size_of::<T>()))?;
    }
    to.push(member);
    Ok(())
}
