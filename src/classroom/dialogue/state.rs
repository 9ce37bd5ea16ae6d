//! The state of a dialogue that has begun, and the words it understands.

use std::collections::BTreeSet;

use grundy_engine::game::Sum;
use grundy_engine::solve::Remotenesses;
use serde::{Deserialize, Serialize};

use crate::classroom::data::dialogues::{Choice, Chosen, Level, Played, Player};
use crate::classroom::data::exercises::{Answer, Question, Setup};
use crate::classroom::dialogue::rng::Rng;
use crate::source::Span;
use crate::syntax::ast::FileName;

/// A game that has begun; the user is to move.
#[derive(Debug)]
pub struct Play {
    pub(crate) state: PlayState,
    /// The remotenesses found so far. They depend on no move, so a line that fails need not undo them.
    pub(crate) lengths: Remotenesses,
}

/// All of a game that a line can change. A line works on a copy, so that a line that fails changes nothing.
#[derive(Clone, Debug)]
pub struct PlayState {
    /// The position at the start, as it was given.
    pub(crate) start: Sum,
    /// The position at hand, without empty heaps.
    pub(crate) now: Sum,
    pub(crate) misere: bool,
    /// The player who makes the first move.
    pub(crate) begins: Player,
    pub(crate) moves: Vec<Played>,
    /// The machine's last move: the position before it, the move, and how it was chosen. `None` before its first
    /// move and after `undo`.
    pub(crate) last_machine_move: Option<(Sum, Choice, Chosen)>,
    pub(crate) level: Level,
    /// Decides when the machine moves at random, and how.
    pub(crate) rng: Rng,
    /// How many hints have been given for the position at hand, at most 3.
    pub(crate) hints: u8,
    /// How many moves of the position at hand were last listed with their numbers; 0 if only some were shown.
    pub(crate) listed: usize,
    /// Where the position stands in the statement, for errors.
    pub(crate) at: Span,
}

/// A quiz that has begun.
#[derive(Debug)]
pub struct Quiz {
    pub(crate) setup: Setup,
    pub(crate) questions: Vec<Question>,
    /// How each question so far was answered; the next question is the first without a mark.
    pub(crate) marks: Vec<Mark>,
    /// How many hints have been given for the question at hand, and how many wrong answers to it.
    pub(crate) hints: u8,
    pub(crate) misses: u8,
    /// The file that the marked exam is written into.
    pub(crate) to: Option<FileName>,
    /// Seconds since the quiz began, as the caller says, and the same at the last answer.
    pub(crate) seconds: f64,
    pub(crate) answered_at: f64,
    pub(crate) at: Span,
}

/// How a question was answered.
#[derive(Debug)]
pub(crate) struct Mark {
    /// The line as it was typed; `None` if the question was skipped.
    pub(crate) typed: Option<String>,
    pub(crate) given: Answer,
    pub(crate) right: bool,
    /// Whether a hint was given before.
    pub(crate) helped: bool,
    /// The points it earned: half of them after a hint.
    pub(crate) points: f64,
    /// How long the answer took.
    pub(crate) seconds: f64,
}

/// How far the user has come in the tour.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    /// The lesson at hand, from 0.
    pub(crate) lesson: usize,
    /// How many exercises of it are solved.
    pub(crate) solved: usize,
    /// How many lines have failed to solve the exercise at hand; a hint counts as two.
    pub(crate) tries: u8,
    /// Which lessons are solved, counted from 0.
    pub(crate) done: BTreeSet<usize>,
    /// Whether the tour has been opened before, and is resumed when it is opened again.
    pub(crate) begun: bool,
}
