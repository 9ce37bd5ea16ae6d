//! Pseudo-random choices, the same in every run.

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
