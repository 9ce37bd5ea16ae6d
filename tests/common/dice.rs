//! Pseudo-random choices, the same in every run.

use std::ops::Div;

/// A small pseudo-random generator (xorshift), or choices read from bytes that a fuzzer has made.
pub struct Dice {
    state: u64,
    bytes: Option<std::vec::IntoIter<u8>>,
}

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice { state: seed, bytes: None }
    }

    /// Each choice takes one byte. When the bytes are used up, every choice is the first one.
    pub fn of(bytes: &[u8]) -> Dice {
        Dice { state: 1, bytes: Some(Vec::from(bytes).into_iter()) }
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        if let Some(bytes) = &mut self.bytes {
            return u64::from(bytes.next().unwrap_or(0)) % limit;
        }
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state % limit
    }

    pub fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len() as u64) as usize]
    }
}

/// Whether the tests try all that they can: `FULL=1`.
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
