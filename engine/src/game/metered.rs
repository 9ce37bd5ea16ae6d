//! Lists and hash tables that grow within a memory limit: a meter is asked for room before memory is allocated, and an
//! allocation that fails is reported as `Halt::Memory`.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

use super::{Halt, Meter, Value};

/// Members copied between two checks of the meter. So many bytes, or members, are also small enough to be allocated
/// without asking for room.
const PIECE: usize = Meter::STRIDE;
/// `FULL` of `BUCKETS` buckets of a hash table may be in use: the load factor of the standard library's tables is 7/8.
const BUCKETS: usize = 8;
const FULL: usize = 7;
/// Hash tables with fewer entries grow without asking for room.
const SMALL_TABLE: usize = 1 << 10;

impl Meter {
    /// Adds a member to a list. Before the list grows, room is asked for.
    ///
    /// # Errors
    /// There is no room.
    #[inline]
    pub fn push<T>(&self, to: &mut Vec<T>, member: T) -> Result<(), Halt> {
        if to.len() == to.capacity() {
            self.reserve(to, to.len().max(8))?;
        }
        to.push(member);
        Ok(())
    }

    /// Makes room for so many members more.
    #[cold]
    pub(crate) fn reserve<T>(&self, to: &mut Vec<T>, more: usize) -> Result<(), Halt> {
        let bytes = to.len().saturating_add(more).saturating_sub(to.capacity()).saturating_mul(size_of::<T>());
        if bytes > PIECE {
            self.room(bytes)?;
        }
        to.try_reserve_exact(more).map_err(|_| self.refused(bytes))
    }

    /// An empty list with room for so many members.
    pub(super) fn with_room<T>(&self, members: usize) -> Result<Vec<T>, Halt> {
        let mut list = Vec::new();
        self.reserve(&mut list, members)?;
        Ok(list)
    }

    /// Adds copies of members.
    pub(super) fn extend<T: Clone>(&self, to: &mut Vec<T>, members: &[T]) -> Result<(), Halt> {
        if to.capacity() - to.len() < members.len() {
            self.reserve(to, members.len())?;
        }
        for piece in members.chunks(PIECE) {
            self.spend(piece.len())?;
            to.extend_from_slice(piece);
        }
        Ok(())
    }

    /// As [`Meter::extend`], for many small additions to one list: whenever the list is reallocated, it at least doubles.
    pub(super) fn grow_by<T: Clone>(&self, to: &mut Vec<T>, members: &[T]) -> Result<(), Halt> {
        if to.capacity() - to.len() < members.len() {
            self.reserve(to, members.len().max(to.len()))?;
        }
        self.extend(to, members)
    }

    /// A copy of members.
    pub(super) fn copied<T: Clone>(&self, members: &[T]) -> Result<Vec<T>, Halt> {
        let mut list = Vec::new();
        self.extend(&mut list, members)?;
        Ok(list)
    }

    /// Collects an iterator into a list, and counts the work.
    pub(super) fn collected<T>(&self, members: impl Iterator<Item = T>) -> Result<Vec<T>, Halt> {
        let mut list = Vec::new();
        for member in members {
            self.spend(1)?;
            self.push(&mut list, member)?;
        }
        Ok(list)
    }

    /// The list of these members, which are copied into a shared allocation. `Halt::Memory` if there is no room for both
    /// at once.
    pub(super) fn list_of(&self, members: Vec<Value>) -> Result<Value, Halt> {
        self.shared_of(members).map(Value::List)
    }

    /// Copies members into a shared allocation. For ten million this takes a quarter of a second, and cannot be stopped.
    pub(super) fn shared_of(&self, members: Vec<Value>) -> Result<Arc<[Value]>, Halt> {
        let many = members.len() > PIECE;
        self.charge_copy(members.len())?;
        let shared: Arc<[Value]> = members.into();
        if many && let Err(halt) = self.check() {
            self.set_aside(shared);
            return Err(halt);
        }
        Ok(shared)
    }

    /// Counts the work of copying so many members into a shared allocation, and asks for the room.
    pub(super) fn charge_copy(&self, members: usize) -> Result<(), Halt> {
        self.spend(members / 16)?;
        if members > PIECE { self.room(members * size_of::<Value>()) } else { Ok(()) }
    }

    /// Inserts a value under a key, and returns the value it replaces. While a table grows, the old and the new one are in
    /// memory together, so room is asked for first. `Halt` if the table may not grow, which leaves it unchanged.
    ///
    /// # Errors
    /// There is no room.
    #[inline]
    pub fn insert<K: Eq + Hash, V, S: BuildHasher>(
        &self,
        to: &mut HashMap<K, V, S>,
        key: K,
        value: V,
    ) -> Result<Option<V>, Halt> {
        self.make_room(to)?;
        Ok(to.insert(key, value))
    }

    /// Makes room for one entry more. Errors as for [`Meter::insert`].
    #[inline]
    pub(crate) fn make_room<K: Eq + Hash, V, S: BuildHasher>(&self, to: &mut HashMap<K, V, S>) -> Result<(), Halt> {
        if to.len() < to.capacity() || to.len() < SMALL_TABLE {
            return Ok(());
        }
        // Twice as many entries, and a byte beside each.
        let buckets = (2 * to.len()).saturating_mul(BUCKETS).div_ceil(FULL);
        let bytes = buckets.saturating_mul(size_of::<(K, V)>() + 1);
        self.room(bytes)?;
        to.try_reserve(1).map_err(|_| self.refused(bytes))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::meter::{Account, Limits};

    #[test]
    fn a_table_asks_before_it_grows() {
        let meter = Meter::new(Arc::new(Account::new(Limits { memory: 1 << 17 }, Arc::default())));
        let mut table: HashMap<u64, u64> = HashMap::new();
        let halt = (0..1_000_000).find_map(|n| meter.insert(&mut table, n, n).err());
        let Some(Halt::Memory { needed, limit }) = halt else { panic!("{halt:?}") };
        // It has 4096 buckets and would need 8192, which is 2^13 · 17 bytes.
        assert_eq!((table.len(), limit, needed), (3584, 1 << 17, (1 << 13) * 17));
        assert_eq!(table.get(&3000), Some(&3000));
        let mut set: HashMap<u64, ()> = HashMap::new();
        let last = (0..1_000_000).find(|n| meter.insert(&mut set, *n, ()).is_err());
        assert_eq!(last, Some(7168));
        assert_eq!((0..10_000).find_map(|n| Meter::default().insert(&mut table, n, n).err()), None);
    }
}
