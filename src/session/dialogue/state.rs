//! What is known in a dialogue that has begun, and the words it understands.

use std::collections::BTreeSet;
use std::sync::Arc;

use grundy_engine::game::{Game, Sum};
use grundy_engine::solve::Remotenesses;

use super::chance::Chance;
use crate::session::report::{Choice, Chosen, Level, Played, Player, Question};
use crate::source::Span;

/// What can be said in a game, besides moves.
const PLAY_WORDS: &[&str] = &["hint", "why", "undo", "moves", "level easy", "level hard", "give up", "help", "quit"];
/// What can be said in a quiz, besides answers.
const QUIZ_WORDS: &[&str] = &["first", "second", "none", "skip", "score", "help", "quit"];
/// What can be said in the tour, besides statements.
const TOUR_WORDS: &[&str] = &["next", "back", "skip", "hint", "lesson ", "lessons", "help", "quit"];

/// A dialogue that has begun.
#[derive(Debug)]
pub enum Dialogue {
    Play(Box<Play>),
    Quiz(Box<Quiz>),
    /// How far it has come is the session's to remember.
    Tour,
}

impl Dialogue {
    /// What stands before the sign of the prompt.
    pub fn name(&self) -> &'static str {
        match self {
            Dialogue::Play(_) => "play",
            Dialogue::Quiz(_) => "quiz",
            Dialogue::Tour => "tour",
        }
    }

    /// The words that mean something in it, for completion.
    pub fn words(&self) -> &'static [&'static str] {
        match self {
            Dialogue::Play(_) => PLAY_WORDS,
            Dialogue::Quiz(_) => QUIZ_WORDS,
            Dialogue::Tour => TOUR_WORDS,
        }
    }
}

/// A game that has begun; the user is to move.
#[derive(Debug)]
pub struct Play {
    pub(super) board: Board,
    /// What is known of how long games last; it grows, and is never wrong.
    pub(super) lengths: Remotenesses,
}

/// All that a line can change, so that a line that comes to nothing changes nothing.
#[derive(Clone, Debug)]
pub struct Board {
    pub(super) start: Sum,
    pub(super) now: Sum,
    pub(super) misere: bool,
    pub(super) begins: Player,
    pub(super) moves: Vec<Played>,
    /// Why the machine made its last move, and the position before it.
    pub(super) thought: Option<(Sum, Choice, Chosen)>,
    pub(super) level: Level,
    pub(super) chance: Chance,
    /// So many hints have been given for the position at hand.
    pub(super) hints: u8,
    /// So many moves of the position at hand were last listed with their numbers; 0 if only some were shown.
    pub(super) listed: usize,
    pub(super) at: Span,
}

/// A quiz that has begun.
#[derive(Debug)]
pub struct Quiz {
    pub(super) game: Arc<Game>,
    pub(super) seed: u64,
    pub(super) questions: Vec<Question>,
    /// Whether each answer so far was right.
    pub(super) graded: Vec<bool>,
    pub(super) at: Span,
}

/// How far the user has come.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// The lesson at hand, from 0.
    pub(super) lesson: usize,
    /// How many exercises of it are solved.
    pub(super) solved: usize,
    /// Lines that did not solve the exercise at hand.
    pub(super) tries: u8,
    /// Which lessons are solved, counted from 0.
    pub(super) done: BTreeSet<usize>,
    pub(super) begun: bool,
}
