//! Pseudo-random numbers for tests.

use std::fmt::Debug;

/// A small generator of pseudo-random numbers, the same in every run (xorshift).
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    /// [`Dice::below`], as a number of any type that holds it.
    pub fn small<T: TryFrom<u64, Error: Debug>>(&mut self, limit: u64) -> T {
        T::try_from(self.below(limit)).unwrap()
    }
}
