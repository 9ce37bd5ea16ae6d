//! Dense endless sets: for every value the heaps that can reach it, a word of 64 heaps at a time.

use super::engine::{Engine, EngineKind};
use super::flags::Flags;
use super::holding::Holding;
use super::values::Values;
use crate::game::HeapRules;
use crate::solve::{Budget, Stop};

pub(super) const KIND: EngineKind = EngineKind {
    name: "reach",
    why: "at most one heap is left, and many amounts: each heap marks all larger ones that can be made into it, 64 at a time",
    fits: |rules| Reach::new(rules).map(|engine| Box::new(engine) as Box<dyn Engine>),
};

/// From this number of values on, flags are better.
const MOST_VALUES: usize = 1 << 10;

/// How far a set is looked at before its density is judged, and how many members make it dense.
const SAMPLE: (u64, usize) = (1 << 12, 1 << 8);

struct Reach {
    /// Holds the lists of amounts, and goes on when there are too many values.
    flags: Flags,
    /// Bit s: s may be taken and one heap is left.
    one: Vec<u64>,
    /// Bit s: s may be taken and nothing is left.
    none: Vec<u64>,
    /// For each value, bit n: heap n can reach it. Right for all heaps below the horizon.
    rows: Vec<Vec<u64>>,
    horizon: usize,
    /// The heaps that have marked those they can be reached from.
    pushed: usize,
    work: u64,
    holding: Holding,
}

impl Reach {
    fn new(rules: &HeapRules) -> Option<Reach> {
        let flags = Flags::new(rules)?;
        let members = rules.clauses.iter().map(|clause| clause.amounts.up_to(SAMPLE.0).map_or(0, |list| list.len()));
        (members.sum::<usize>() >= SAMPLE.1).then(|| Reach {
            flags,
            one: Vec::new(),
            none: Vec::new(),
            rows: Vec::new(),
            horizon: 0,
            pushed: 0,
            work: 0,
            holding: Holding::default(),
        })
    }

    /// Begins again with a farther horizon.
    fn look_farther(&mut self, to: usize, budget: &mut Budget) -> Result<(), Stop> {
        let horizon = to.next_multiple_of(64);
        self.flags.list(horizon, budget)?;
        self.rows.clear();
        self.pushed = 0;
        self.horizon = 0;
        let words = horizon / 64;
        self.holding.hold(16 * words as u64, budget)?;
        self.one = vec![0; words];
        self.none = vec![0; words];
        for (amounts, parts) in &self.flags.clauses {
            for amount in amounts.up_to(horizon - 1) {
                let bit = 1 << (amount % 64);
                self.one[amount / 64] |= if parts.one { bit } else { 0 };
                self.none[amount / 64] |= if parts.none { bit } else { 0 };
            }
        }
        self.horizon = horizon;
        Ok(())
    }

    /// Marks the heaps that can be made into this one.
    fn push(&mut self, heap: usize, value: u64, budget: &mut Budget) -> Result<(), Stop> {
        while self.rows.len() <= value as usize {
            let words = self.horizon / 64;
            self.holding.hold(self.holding.bytes() + 8 * words as u64, budget)?;
            // Heaps that leave nothing reach the value 0.
            let row = if self.rows.is_empty() { self.none.clone() } else { vec![0; words] };
            self.rows.push(row);
        }
        if heap > 0 {
            shift_into(&mut self.rows[value as usize][heap / 64..], &self.one, heap % 64);
        }
        Ok(())
    }

    /// The least value that a heap cannot reach, if all smaller heaps have been pushed.
    fn mex(&self, heap: usize) -> u64 {
        let unreached = |row: &Vec<u64>| row[heap / 64] >> (heap % 64) & 1 == 0;
        self.rows.iter().position(unreached).unwrap_or(self.rows.len()) as u64
    }
}

/// Joins a set of bits, moved up by less than a word.
fn shift_into(row: &mut [u64], bits: &[u64], shift: usize) {
    if shift == 0 {
        row.iter_mut().zip(bits).for_each(|(word, bits)| *word |= bits);
        return;
    }
    let Some((first, others)) = row.split_first_mut() else { return };
    *first |= bits[0] << shift;
    for (word, pair) in others.iter_mut().zip(bits.windows(2)) {
        *word |= pair[1] << shift | pair[0] >> (64 - shift);
    }
}

impl Engine for Reach {
    fn extend(&mut self, values: &mut Values, to: usize, budget: &mut Budget) -> Result<(), Stop> {
        if values.span() > MOST_VALUES {
            return self.flags.extend(values, to, budget);
        }
        if to > self.horizon {
            self.look_farther(to.max(2 * self.horizon).max(4096), budget)?;
        }
        while values.len() < to && values.span() <= MOST_VALUES {
            // Heap 0 makes the first row, even if no heap was pushed yet.
            while self.pushed < values.len() {
                budget.check()?;
                self.work += ((self.horizon - self.pushed) / 128 + self.rows.len()) as u64;
                self.push(self.pushed, values.get(self.pushed).unwrap_or(0), budget)?;
                self.pushed += 1;
            }
            let heap = values.len();
            let value = if heap == 0 { 0 } else { self.mex(heap) };
            values.push(value, budget)?;
        }
        if values.len() < to {
            self.rows = Vec::new();
            self.holding.shrink(0, budget);
            return self.flags.extend(values, to, budget);
        }
        Ok(())
    }

    fn reserve(&mut self, to: usize, budget: &mut Budget) -> Result<(), Stop> {
        if to > self.horizon { self.look_farther(to, budget) } else { Ok(()) }
    }

    fn work(&self) -> u64 {
        self.work + self.flags.work()
    }

    fn held(&self) -> u64 {
        self.holding.bytes() + self.flags.held()
    }
}
