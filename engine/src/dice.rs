//! Pseudo-random numbers for tests.

use std::fmt::Debug;
use std::ops::Div;

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

/// Whether the tests try all that they can, as the continuous integration does: `FULL=1`.
pub fn is_full() -> bool {
    std::env::var_os("FULL").is_some_and(|full| full == "1")
}

/// How many of so many tries are made: all with `FULL=1`, and else a tenth.
pub fn tries<N: From<u8> + Div<Output = N> + Ord>(all: N) -> N {
    if is_full() { all } else { (all / N::from(10)).max(N::from(1)) }
}

/// How often something is met at least that is met so often in all [`tries`]: a tenth of them may be unlucky.
pub fn often<N: From<u8> + Div<Output = N>>(times: N) -> N {
    if is_full() { times } else { times / N::from(15) }
}

/// The steps in which tests go through all cases of a kind: each one with `FULL=1`, and else one of eleven.
pub fn stride() -> usize {
    if is_full() { 1 } else { 11 }
}
