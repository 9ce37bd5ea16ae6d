//! Rules with any amounts that leave at most one heap. The values of the options are marked for 64 heaps at once:
//! as bits while all values fit in a byte, and as bytes when they are larger.

use super::cells::{HeapValues, ValueCells, ValueRow, over_cells};
use super::engine::{Engine, EngineKind, Leaves};
use super::flags::Flags;
use super::naive::{Definition, ListedClause};
use super::simd::{BLOCK, BitSets, Simd, Window};
use crate::game::HeapRules;
use crate::ledger::FastPath;
use crate::nim::ByteMex;
use crate::solve::{Budget, Solved};

pub(super) const KIND: EngineKind = EngineKind {
    name: "byte sets",
    why: "a move leaves at most one heap: the values of the options are marked for 64 heaps at once, and the first unmarked value is the mex",
    fits: |rules| ByteSets::new(rules).map(|engine| Box::new(engine) as Box<dyn Engine>),
};

pub(super) struct ByteSets {
    /// Has the lists of amounts, and computes the heaps that a block cannot.
    definition: Definition,
    block: SetBlock,
    flags: Flags,
    work: u64,
}

/// With fewer amounts than this, a block takes longer than the definition.
const FEW: usize = 8;

impl ByteSets {
    pub fn new(rules: &HeapRules) -> Option<ByteSets> {
        FastPath::ByteSets.on()?;
        let definition = Definition::new(rules);
        let splits = definition.clauses.iter().any(|clause| clause.leaves.split.is_some());
        let fits = rules.divisors.is_empty() && !splits;
        fits.then(|| ByteSets { definition, block: SetBlock::new(Simd::best()), flags: Flags::default(), work: 0 })
    }

    /// Adds the values of the next block. False if this is not possible, or not faster. It ends early where a value
    /// is the first that needs more than a byte.
    fn extend_by_block(&mut self, values: &mut HeapValues, budget: &Budget) -> Solved<bool> {
        let first = values.len();
        let clauses = &self.definition.clauses;
        let ones = || clauses.iter().filter(|clause| clause.leaves.one).map(|clause| &clause.amounts);
        if first < BLOCK || ones().map(|amounts| amounts.up_to(first).len()).sum::<usize>() < FEW {
            return Ok(false);
        }
        budget.check()?;
        // These amounts leave heaps before the block, whose values are stored. The others are looked at heap by heap.
        let before = || ones().map(|amounts| &amounts.up_to(first - 1)[amounts.up_to(BLOCK - 1).len()..]);
        let others: Vec<OtherAmounts> = clauses.iter().map(|clause| OtherAmounts::of(clause, first)).collect();
        if let ValueCells::Bytes(cells) = values.cells() {
            self.block.begin(values.largest());
            for amounts in before() {
                amounts.iter().for_each(|amount| self.block.window(cells, first - amount, 0));
            }
            self.block.mark(cells);
            self.work += self.block.marked / 8;
            for lane in 0..BLOCK {
                let mut reached = self.block.reached(lane);
                let ValueCells::Bytes(cells) = values.cells() else { break };
                for others in &others {
                    self.work += others.each(cells.len(), |left| reached.insert(cells[left]));
                }
                values.push(reached.value(), budget)?;
            }
            return Ok(true);
        }
        if FastPath::LargeValues.is_off() {
            return Ok(false);
        }
        self.flags.begin(values.largest(), budget)?;
        for amounts in before() {
            match values.cells() {
                ValueCells::Shorts(cells) => self.flags.mark(cells, first, amounts),
                ValueCells::Words(cells) => self.flags.mark(cells, first, amounts),
                ValueCells::Longs(cells) => self.flags.mark(cells, first, amounts),
                ValueCells::Bytes(_) | ValueCells::Halved(_) => return Ok(false),
            }
            self.work += (amounts.len() * BLOCK / 4) as u64;
        }
        for lane in 0..BLOCK {
            let heap = values.len();
            for others in &others {
                let mark = |left| over_cells!(values.cells(), cells => self.flags.insert(lane, cells.at(left)));
                self.work += others.each(heap, mark);
            }
            values.push(self.flags.mex(lane), budget)?;
        }
        Ok(true)
    }
}

impl Engine for ByteSets {
    fn extend(&mut self, values: &mut HeapValues, to: usize, budget: &Budget) -> Solved<()> {
        self.definition.list(to.saturating_sub(1), budget)?;
        while values.len() < to {
            let could = values.len() + BLOCK <= to && self.extend_by_block(values, budget)?;
            if !could {
                self.definition.extend(values, to.min(values.len() + BLOCK), budget)?;
            }
        }
        Ok(())
    }

    fn work(&self) -> u64 {
        self.work + self.definition.work()
    }
}

/// The amounts of a clause that the block at some heap leaves out: those below the length of a block, and those of at
/// least the first heap of the block.
struct OtherAmounts<'a> {
    near: &'a [usize],
    far: &'a [usize],
    leaves: Leaves,
}

impl OtherAmounts<'_> {
    fn of(clause: &ListedClause, first: usize) -> OtherAmounts<'_> {
        let ListedClause { amounts, leaves, .. } = clause;
        let near = if leaves.one { amounts.up_to(BLOCK - 1) } else { &[] };
        let far = &amounts.up_to(first + BLOCK - 1)[amounts.up_to(first - 1).len()..];
        OtherAmounts { near, far, leaves: *leaves }
    }

    /// Names what these amounts leave of a heap of the block. The result is how many options these are.
    fn each(&self, heap: usize, mut left: impl FnMut(usize)) -> u64 {
        self.near.iter().for_each(|amount| left(heap - amount));
        for amount in self.far.iter().take_while(|amount| **amount <= heap) {
            let rest = heap - amount;
            if if rest == 0 { self.leaves.none } else { self.leaves.one } {
                left(rest);
            }
        }
        1 + (self.near.len() + self.far.len()) as u64
    }
}

/// How many windows are gathered before they are marked.
const MOST: usize = 1 << 12;

/// The values that 64 consecutive heaps reach, marked for all of them at once.
pub(super) struct SetBlock {
    simd: Simd,
    sets: Box<BitSets>,
    windows: Vec<Window>,
    /// How many words of each set are in use.
    words: usize,
    /// How many values were marked since the block was begun.
    pub marked: u64,
}

impl SetBlock {
    pub fn new(simd: Simd) -> SetBlock {
        SetBlock { simd, sets: Box::new([[0; BLOCK]; 4]), windows: Vec::new(), words: 1, marked: 0 }
    }

    /// Begins with another block. Values up to the largest one are marked, and those beyond it may be left out.
    pub fn begin(&mut self, largest: u64) {
        *self.sets = [[0; BLOCK]; 4];
        self.windows.clear();
        self.words = largest.min(255) as usize / 64 + 1;
        self.marked = 0;
    }

    /// Adds an option of each heap of the block: heap i of the block reaches the nim-sum of `with` and the value of
    /// the heap `place` + i. The values of all these heaps must be stored.
    #[inline]
    pub fn window(&mut self, cells: &[u8], place: usize, with: u8) {
        self.windows.push(Window { place, with });
        if self.windows.len() == MOST {
            self.mark(cells);
        }
    }

    /// Marks the windows that were gathered.
    pub fn mark(&mut self, cells: &[u8]) {
        self.simd.mark(self.words, cells, &self.windows, &mut self.sets);
        self.marked += (BLOCK * self.windows.len()) as u64;
        self.windows.clear();
    }

    /// The values that heap `lane` of the block reaches, as far as they were marked.
    pub fn reached(&self, lane: usize) -> ByteMex {
        ByteMex([0, 1, 2, 3].map(|word| self.sets[word][lane]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    #[test]
    fn a_block_reaches_what_its_windows_hold() {
        let mut dice = Dice::new(11);
        for simd in Simd::available() {
            let cells: Vec<u8> = (0..9000).map(|_| dice.small(200)).collect();
            let mut block = SetBlock::new(simd);
            // More windows than are marked at once.
            let windows: Vec<(usize, u8)> =
                (0..MOST + 9).map(|_| (dice.small(8900), dice.small::<u8>(2) * 32)).collect();
            for windows in [&windows[..3], &windows] {
                block.begin(255);
                windows.iter().for_each(|(place, with)| block.window(&cells, *place, *with));
                block.mark(&cells);
                assert_eq!(block.marked, (BLOCK * windows.len()) as u64);
                for lane in 0..BLOCK {
                    let reaches =
                        |value: u64| windows.iter().any(|(place, with)| u64::from(cells[place + lane] ^ with) == value);
                    let mex = (0..).find(|value| !reaches(*value));
                    assert_eq!(Some(block.reached(lane).value()), mex, "{simd:?}, {lane}");
                }
            }
        }
    }
}
