//! Numbers that look random and are the same every time.

/// A small generator (xorshift), or bytes that somebody else has chosen.
pub struct Dice {
    state: u64,
    bytes: Option<std::vec::IntoIter<u8>>,
}

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice { state: seed, bytes: None }
    }

    /// The choices are those of the bytes, one each, and the first of all when they are used up.
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
