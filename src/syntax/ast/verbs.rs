//! The words of questions: their verbs, how positions are played at once, and how hard exercises are.

use crate::syntax::words::{self, AsksAbout};

/// The verb of a question. A question can also be a value inside a larger expression, except with `Moves`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verb {
    Winner,
    Grundy,
    Outcome,
    Moves,
    Options,
    Period,
    /// Any other word that asks for a value, such as `preperiod`; the value alone is its answer.
    Value(&'static str),
}

impl Verb {
    pub fn of(word: &str) -> Option<Verb> {
        Some(match word {
            "winner" => Verb::Winner,
            "grundy" => Verb::Grundy,
            "outcome" => Verb::Outcome,
            "moves" => Verb::Moves,
            "options" => Verb::Options,
            "period" => Verb::Period,
            other => Verb::Value(words::find(other)?.word),
        })
    }

    /// How it is written.
    pub fn word(self) -> &'static str {
        match self {
            Verb::Winner => "winner",
            Verb::Grundy => "grundy",
            Verb::Outcome => "outcome",
            Verb::Moves => "moves",
            Verb::Options => "options",
            Verb::Period => "period",
            Verb::Value(word) => word,
        }
    }

    /// Whether it asks about a game as a whole, and not about a position.
    pub fn asks_about_a_game(self) -> bool {
        words::asks_about(self.word()) == Some(AsksAbout::Game)
    }
}

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExerciseKind {
    Quiz,
    Exam,
    Worksheet,
}

impl ExerciseKind {
    /// How it is written.
    pub fn word(self) -> &'static str {
        match self {
            ExerciseKind::Quiz => "quiz",
            ExerciseKind::Exam => "exam",
            ExerciseKind::Worksheet => "worksheet",
        }
    }
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
