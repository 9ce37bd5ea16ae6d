//! What 64 consecutive heaps can reach, marked for all of them at once.

use super::simd::{Entry, Sets, Simd};

/// Heaps in a block.
pub(super) const BLOCK: usize = 64;

/// Windows that are gathered before they are marked.
const MOST: usize = 1 << 12;

/// The values that the heaps of a block reach.
pub(super) struct Block {
    simd: Simd,
    sets: Box<Sets>,
    entries: Vec<Entry>,
    /// Words that are marked.
    words: usize,
    /// Values that were marked since the block was begun.
    pub marked: u64,
}

/// The values below 256 that a heap can reach, a bit for each.
pub(super) struct Reached([u64; 4]);

impl Block {
    pub fn new(simd: Simd) -> Block {
        Block { simd, sets: Box::new([[0; BLOCK]; 4]), entries: Vec::new(), words: 1, marked: 0 }
    }

    /// Begins with another block. Values up to the largest one are marked, and those beyond it may be left out.
    pub fn begin(&mut self, largest: u64) {
        *self.sets = [[0; BLOCK]; 4];
        self.entries.clear();
        self.words = largest.min(255) as usize / 64 + 1;
        self.marked = 0;
    }

    /// The first heap of the block reaches the nim-sum of this value and that of the heap at this place, the second one
    /// that of the next heap, and so on; all these heaps are there.
    #[inline]
    pub fn window(&mut self, cells: &[u8], place: usize, with: u8) {
        self.entries.push(Entry { place, with });
        if self.entries.len() == MOST {
            self.mark(cells);
        }
    }

    /// Marks the windows that were gathered.
    pub fn mark(&mut self, cells: &[u8]) {
        self.simd.mark(self.words, cells, &self.entries, &mut self.sets);
        self.marked += (BLOCK * self.entries.len()) as u64;
        self.entries.clear();
    }

    /// What a heap of the block reaches, as far as it was marked.
    pub fn reached(&self, lane: usize) -> Reached {
        Reached([0, 1, 2, 3].map(|word| self.sets[word][lane]))
    }
}

impl Reached {
    #[inline]
    pub fn set(&mut self, value: u8) {
        self.0[usize::from(value / 64)] |= 1 << (value % 64);
    }

    pub fn mex(&self) -> u64 {
        let full = self.0.iter().take_while(|word| **word == u64::MAX).count();
        64 * full as u64 + self.0.get(full).map_or(0, |word| u64::from(word.trailing_ones()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::heap::standing::Dice;

    #[test]
    fn a_block_reaches_what_its_windows_hold() {
        let mut dice = Dice::new(11);
        for simd in Simd::available() {
            let cells: Vec<u8> = (0..9000).map(|_| dice.below(200) as u8).collect();
            let mut block = Block::new(simd);
            // More windows than are marked at once.
            let windows: Vec<(usize, u8)> =
                (0..MOST + 9).map(|_| (dice.below(8900) as usize, dice.below(2) as u8 * 32)).collect();
            for windows in [&windows[..3], &windows] {
                block.begin(255);
                windows.iter().for_each(|(place, with)| block.window(&cells, *place, *with));
                block.mark(&cells);
                assert_eq!(block.marked, (BLOCK * windows.len()) as u64);
                for lane in 0..BLOCK {
                    let reaches =
                        |value: u64| windows.iter().any(|(place, with)| u64::from(cells[place + lane] ^ with) == value);
                    let mex = (0..).find(|value| !reaches(*value));
                    assert_eq!(Some(block.reached(lane).mex()), mex, "{simd:?}, {lane}");
                }
            }
        }
    }

    #[test]
    fn all_of_256_values_leave_the_next_one() {
        let mut reached = Block::new(Simd::Plain).reached(0);
        for value in 0..=u8::MAX {
            assert_eq!(reached.mex(), u64::from(value));
            reached.set(value);
        }
        assert_eq!(reached.mex(), 256);
    }
}
