//! The transposition table of `decide`: what is known of the values of positions that were only partly searched. Its
//! size is bounded; when it is full, the older half is forgotten.

use rustc_hash::FxHashMap;

use super::key::{Node, PositionKey};
use crate::game::{Halt, metered};
use crate::nim::Nimber;
use crate::solve::{Budget, Solved};

/// What is known of the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Knowledge {
    /// Its value.
    Exact(Nimber),
    /// Values below 63 that it does not have, a bit for each.
    Excluded(u64),
}

impl Knowledge {
    const EXACT: u64 = 1 << 63;

    fn packed(self) -> u64 {
        match self {
            Knowledge::Exact(value) => Self::EXACT | value.0,
            Knowledge::Excluded(bits) => bits & !Self::EXACT,
        }
    }

    fn unpacked(word: u64) -> Knowledge {
        if word & Self::EXACT != 0 { Knowledge::Exact(Nimber(word & !Self::EXACT)) } else { Knowledge::Excluded(word) }
    }

    /// Is this the value? `None` if that is not known.
    pub fn is(self, value: u64) -> Option<bool> {
        match self {
            Knowledge::Exact(known) => Some(known.0 == value),
            Knowledge::Excluded(bits) => (value < 63 && bits >> value & 1 == 1).then_some(false),
        }
    }
}

type Halves = FxHashMap<(usize, usize, PositionKey), u64>;

/// The table, in two halves. When the newer half is full, the older one is dropped and the newer one takes its place.
/// An entry that is only read stays in its half; one that is set again moves to the newer half.
#[derive(Debug, Default)]
pub(super) struct TranspositionTable {
    newer: Halves,
    older: Halves,
    /// Bytes of the newer half.
    bytes: u64,
}

impl TranspositionTable {
    /// Each half may use one part in this many of the memory limit.
    const SHARE: u64 = 4;
    /// Bytes of an entry, with the room that hash tables leave free.
    const ENTRY: u64 = 2 * size_of::<((usize, usize, PositionKey), u64)>() as u64;

    pub fn get(&self, node: &Node) -> Knowledge {
        let key = (node.memo, node.rule, node.key.clone());
        let found = self.newer.get(&key).or_else(|| self.older.get(&key));
        found.map_or(Knowledge::Excluded(0), |word| Knowledge::unpacked(*word))
    }

    /// Remembers what is known of a position now.
    pub fn set(&mut self, node: &Node, knowledge: Knowledge, budget: &Budget) -> Solved<()> {
        if self.bytes >= budget.limits().memory / Self::SHARE {
            self.forget_older();
        }
        self.bytes = self.bytes.saturating_add(Self::ENTRY + node.key.contents());
        let key = (node.memo, node.rule, node.key.clone());
        let kept = metered::insert(&mut self.newer, key.clone(), knowledge.packed(), budget.meter());
        if let Err(Halt::Memory { .. }) = kept {
            self.forget_older();
            self.newer.insert(key, knowledge.packed());
            return Ok(());
        }
        kept?;
        Ok(())
    }

    fn forget_older(&mut self) {
        self.older = std::mem::take(&mut self.newer);
        self.bytes = 0;
    }

    pub fn forget_all(&mut self) {
        *self = TranspositionTable::default();
    }

    pub fn len(&self) -> usize {
        self.newer.len() + self.older.len()
    }
}
