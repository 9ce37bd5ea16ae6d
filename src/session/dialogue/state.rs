//! The state of a dialogue that has begun, and the words it understands.

use std::collections::BTreeSet;

use grundy_engine::game::Sum;
use grundy_engine::solve::Remotenesses;
use serde::{Deserialize, Serialize};

use super::rng::Rng;
use crate::session::report::{Answer, Choice, Chosen, Level, Played, Player, Question, Setup};
use crate::source::Span;
use crate::syntax::ast::FileName;

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
    /// The session keeps its `Progress`, so that the tour can be resumed.
    Tour,
}

impl Dialogue {
    /// Whether it is an exam, whose marks are lost if it does not end.
    pub fn is_exam(&self) -> bool {
        matches!(self, Dialogue::Quiz(quiz) if quiz.is_exam())
    }

    /// The name that the prompt shows.
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
    pub(super) state: PlayState,
    /// The remotenesses found so far. They depend on no move, so a line that fails need not undo them.
    pub(super) lengths: Remotenesses,
}

/// All of a game that a line can change. A line works on a copy, so that a line that fails changes nothing.
#[derive(Clone, Debug)]
pub struct PlayState {
    /// The position at the start, as it was given.
    pub(super) start: Sum,
    /// The position at hand, without empty heaps.
    pub(super) now: Sum,
    pub(super) misere: bool,
    /// The player who makes the first move.
    pub(super) begins: Player,
    pub(super) moves: Vec<Played>,
    /// The machine's last move: the position before it, the move, and how it was chosen. `None` before its first
    /// move and after `undo`.
    pub(super) last_machine_move: Option<(Sum, Choice, Chosen)>,
    pub(super) level: Level,
    /// Decides when the machine moves at random, and how.
    pub(super) rng: Rng,
    /// How many hints have been given for the position at hand, at most 3.
    pub(super) hints: u8,
    /// How many moves of the position at hand were last listed with their numbers; 0 if only some were shown.
    pub(super) listed: usize,
    /// Where the position stands in the statement, for errors.
    pub(super) at: Span,
}

/// A quiz that has begun.
#[derive(Debug)]
pub struct Quiz {
    pub(super) setup: Setup,
    pub(super) questions: Vec<Question>,
    /// How each question so far was answered; the next question is the first without a mark.
    pub(super) marks: Vec<Mark>,
    /// How many hints have been given for the question at hand, and how many wrong answers to it.
    pub(super) hints: u8,
    pub(super) misses: u8,
    /// The file that the marked exam is written into.
    pub(super) to: Option<FileName>,
    /// Seconds since the quiz began, as the caller says, and the same at the last answer.
    pub(super) seconds: f64,
    pub(super) answered_at: f64,
    pub(super) at: Span,
}

/// How a question was answered.
#[derive(Debug)]
pub(super) struct Mark {
    /// The line as it was typed; `None` if the question was skipped.
    pub(super) typed: Option<String>,
    pub(super) given: Answer,
    pub(super) right: bool,
    /// Whether a hint was given before.
    pub(super) helped: bool,
    /// The points it earned: half of them after a hint.
    pub(super) points: f64,
    /// How long the answer took.
    pub(super) seconds: f64,
}

/// How far the user has come in the tour.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    /// The lesson at hand, from 0.
    pub(super) lesson: usize,
    /// How many exercises of it are solved.
    pub(super) solved: usize,
    /// How many lines have failed to solve the exercise at hand; a hint counts as two.
    pub(super) tries: u8,
    /// Which lessons are solved, counted from 0.
    pub(super) done: BTreeSet<usize>,
    /// Whether the tour has been opened before, and is resumed when it is opened again.
    pub(super) begun: bool,
}
