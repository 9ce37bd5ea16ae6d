//! What is known in a dialogue that has begun, and the words it understands.

use std::collections::BTreeSet;

use grundy_engine::game::Sum;
use grundy_engine::solve::Remotenesses;
use serde::{Deserialize, Serialize};

use super::chance::Chance;
use crate::session::report::{Answer, Choice, Chosen, Level, Played, Player, Question, Setup};
use crate::source::Span;
use crate::syntax::ast::Path;

/// What can be said in a game, besides moves.
const PLAY_WORDS: &[&str] =
    &["hint", "why", "undo", "moves", "level easy", "level medium", "level hard", "give up", "help", "quit"];
/// What can be said in a quiz, besides answers.
const QUIZ_WORDS: &[&str] = &["first", "second", "true", "false", "none", "hint", "skip", "score", "help", "quit"];
/// What can be said in an exam, besides answers.
const EXAM_WORDS: &[&str] = &["first", "second", "true", "false", "none", "skip", "help", "quit"];
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
            Dialogue::Quiz(quiz) if quiz.is_exam() => "exam",
            Dialogue::Quiz(_) => "quiz",
            Dialogue::Tour => "tour",
        }
    }

    /// The words that mean something in it, for completion.
    pub fn words(&self) -> &'static [&'static str] {
        match self {
            Dialogue::Play(_) => PLAY_WORDS,
            Dialogue::Quiz(quiz) if quiz.is_exam() => EXAM_WORDS,
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
    pub(super) setup: Setup,
    pub(super) questions: Vec<Question>,
    /// How each question so far was answered.
    pub(super) marks: Vec<Mark>,
    /// So many hints have been given for the question at hand, and so many wrong answers to it.
    pub(super) hints: u8,
    pub(super) misses: u8,
    /// The file that an exam is written into.
    pub(super) to: Option<Path>,
    /// Seconds since the quiz began, as the caller tells, and those at the last answer.
    pub(super) seconds: f64,
    pub(super) answered_at: f64,
    pub(super) at: Span,
}

/// How a question was answered.
#[derive(Debug)]
pub(super) struct Mark {
    pub(super) typed: Option<String>,
    pub(super) given: Answer,
    pub(super) right: bool,
    pub(super) helped: bool,
    pub(super) points: f64,
    pub(super) seconds: f64,
}

/// How far the user has come.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
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
