//! Hash tables that grow within a memory limit. While a table grows, the old and the new one are in memory together,
//! so a meter is asked for room first.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};

use super::{Halt, Meter};

/// `FULL` of `BUCKETS` buckets may be in use: the load factor of the standard library's tables is 7/8.
const BUCKETS: usize = 8;
const FULL: usize = 7;
/// Tables with fewer entries grow without asking for room.
const SMALL: usize = 1 << 10;

/// Inserts a value under a key, and returns the value it replaces. `Halt` if the table may not grow, which leaves it
/// unchanged.
#[inline]
pub fn insert<K: Eq + Hash, V, S: BuildHasher>(
    to: &mut HashMap<K, V, S>,
    key: K,
    value: V,
    meter: &Meter,
) -> Result<Option<V>, Halt> {
    if to.len() == to.capacity() && to.len() >= SMALL {
        // Twice as many entries, and a byte beside each.
        let buckets = (2 * to.len()).saturating_mul(BUCKETS).div_ceil(FULL);
        let bytes = buckets.saturating_mul(size_of::<(K, V)>() + 1);
        meter.grows(bytes)?;
        to.try_reserve(1).map_err(|_| meter.refused(bytes))?;
    }
    Ok(to.insert(key, value))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::Watch;

    /// Lets no table grow beyond this.
    struct TableLimit(u64);

    impl Watch for TableLimit {
        fn check(&self, _: usize) -> Result<(), Halt> {
            Ok(())
        }

        fn room(&self, bytes: u64) -> Result<(), Halt> {
            if bytes <= self.0 { Ok(()) } else { Err(Halt::Memory { needed: bytes, limit: self.0 }) }
        }
    }

    #[test]
    fn a_table_asks_before_it_grows() {
        let meter = Meter::new(Arc::new(TableLimit(1 << 17)));
        let mut table: HashMap<u64, u64> = HashMap::new();
        let halt = (0..1_000_000).find_map(|n| insert(&mut table, n, n, &meter).err());
        let Some(Halt::Memory { needed, limit }) = halt else { panic!("{halt:?}") };
        // It has 4096 buckets and would need 8192, which is 2^13 · 17 bytes.
        assert_eq!((table.len(), limit, needed), (3584, 1 << 17, (1 << 13) * 17));
        assert_eq!(table.get(&3000), Some(&3000));
        let mut set: HashMap<u64, ()> = HashMap::new();
        let last = (0..1_000_000).find(|n| insert(&mut set, *n, (), &meter).is_err());
        assert_eq!(last, Some(7168));
        assert_eq!((0..10_000).find_map(|n| insert(&mut table, n, n, &Meter::default()).err()), None);
    }
}
