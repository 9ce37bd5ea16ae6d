//! The words of questions: how positions are played at once, and how hard exercises are.

/// When positions that are played at once are over, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtOnceEnd {
    Short,
    Long,
}

impl AtOnceEnd {
    /// How it is written.
    pub fn word(self) -> &'static str {
        match self {
            AtOnceEnd::Short => "short",
            AtOnceEnd::Long => "long",
        }
    }
}

/// In how many of them a move is made, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovesInWord {
    All,
    Some,
    One,
    /// `one pass in`
    Pass,
    /// `2 of`
    Number(u64),
}

/// How hard questions are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Difficulty {
    Easy,
    Medium,
    Hard,
}

impl Difficulty {
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    /// How it is written.
    pub fn word(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }
}
