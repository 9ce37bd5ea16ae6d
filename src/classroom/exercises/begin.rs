//! Begins `quiz`, `exam` and `worksheet`: reads their options and draws the questions.

use std::sync::Arc;

use grundy_engine::game::{Game, Position};
use rustc_hash::FxHashSet;

use crate::classroom::data::exercises::{Question, QuizReport, Setup, Sheet, Worksheet};
use crate::classroom::dialogue::Quiz;
use crate::classroom::dialogue::rng::Rng;
use crate::classroom::exercises::draw::QuestionKind;
use crate::classroom::exercises::options::{ExerciseOptions, QUESTIONS};
use crate::classroom::exercises::position_source::PositionSource;
use crate::error::{Error, Kind, SemanticError};
use crate::lang::lower;
use crate::lang::session::{Dialogue, Reply, Request, Session};
use crate::source::Span;
use crate::syntax::ast::{Difficulty, ExerciseKind, Exercises, Expr};

/// The game that is asked about if none is named.
const USUAL_GAME: &str = "Nim";

/// The seed of the last quiz; 0 before the first.
#[derive(Default)]
struct LastSeed(u64);

impl Session {
    /// `quiz`, `exam` and `worksheet`. Without a seed the first quiz of a session has seed 1, the next 2, and so on.
    pub(crate) fn exercises(&mut self, exercises: &Exercises, span: Span) -> Result<Reply, Error> {
        let at = exercises.game.as_ref().map_or(span, |game| game.span);
        let (game, start) = match &exercises.game {
            Some(subject) => self.exercise_subject(subject)?,
            None => (lower::game(&mut self.names, USUAL_GAME, span)?, None),
        };
        let about = start.as_ref().map_or_else(|| game.name.to_string(), Position::to_string);
        let options = ExerciseOptions::of(exercises, &about)?;
        let seed = options.seed.unwrap_or(self.remembered.get::<LastSeed>().0 + 1);
        let source = match start {
            Some(start) => self.position_source_from(&game, &[start], at)?,
            None => self.position_source(&game, at)?,
        };
        let Some(source) = source else { return Err(Error::new(SemanticError::NoQuestions { game: about }, at)) };
        // The name takes part, so that different games do not ask for the same heaps in the same order.
        let mixed = game.name.bytes().fold(seed, |mixed, byte| mixed.wrapping_mul(31).wrapping_add(u64::from(byte)));
        let mut rng = Rng::new(mixed);
        let kinds = self.question_kinds(&source, options.level, options.questions, &mut rng)?;
        let setup = Setup {
            game: about.clone(),
            seed,
            level: options.level.map(Difficulty::word),
            wanted: options.questions,
            exam: exercises.kind == ExerciseKind::Exam,
            graphs: self.graphs_of(&source.game),
        };
        let reply = match exercises.kind {
            ExerciseKind::Worksheet => self.worksheet(&source, &options, setup, &kinds, mixed)?,
            _ => {
                let questions = self.questions(&source, &kinds, &mut FxHashSet::default(), &mut rng)?;
                let Some(first) = questions.first().cloned() else {
                    return Err(Error::new(SemanticError::NoQuestions { game: about }, at));
                };
                dialogue(setup, questions, first, exercises, at)
            }
        };
        if options.seed.is_none() {
            self.remembered.get::<LastSeed>().0 = seed;
        }
        Ok(reply)
    }

    /// The game that is asked about. If a position is named, it is returned too: the questions are then about
    /// positions that are reached from it.
    fn exercise_subject(&mut self, subject: &Expr) -> Result<(Arc<Game>, Option<Position>), Error> {
        let error = match self.names.subject_game(subject) {
            Ok(game) => return Ok((game, None)),
            Err(error) => error,
        };
        let Kind::Semantic(SemanticError::NotAGame { game: Some(_), .. }) = &*error.kind else { return Err(error) };
        let start = self.start(subject)?.ok_or(error)?;
        Ok((start.game.clone(), Some(start)))
    }

    /// The sheets, all with questions of the same kinds, and each with its own numbers as far as there are enough.
    fn worksheet(
        &mut self,
        source: &PositionSource,
        options: &ExerciseOptions,
        setup: Setup,
        kinds: &[(QuestionKind, Difficulty)],
        mixed: u64,
    ) -> Result<Reply, Error> {
        let mut sheets = Vec::with_capacity(options.sheets);
        let mut before = FxHashSet::default();
        for number in 1..=options.sheets {
            let mut rng = Rng::new(mixed.wrapping_add((number as u64).wrapping_mul(0x9E37_79B9)));
            let questions = self.questions(source, kinds, &mut before, &mut rng)?;
            let (game, seed) = (setup.game.clone(), setup.seed);
            sheets.push(Sheet { number, game, seed, graphs: String::new(), questions });
        }
        let rule = self.rule_of(&source.game);
        Ok(Reply::report(Worksheet { setup, rule, sheets }))
    }
}

fn dialogue(setup: Setup, questions: Vec<Question>, first: Question, exercises: &Exercises, at: Span) -> Reply {
    let opening = Some(setup.clone());
    let mut reply = Reply::report(QuizReport::Question { question: first, opening });
    let quiz = Quiz::new(setup, questions, exercises.to.clone(), at);
    reply.request = Some(Request::Dialogue(Box::new(Dialogue::new(quiz))));
    reply
}

/// The statement that draws the same questions again.
impl Setup {
    pub fn statement(&self) -> String {
        let verb = if self.exam { "exam" } else { "quiz" };
        let level = self.level.map(|level| format!(" {level}")).unwrap_or_default();
        let count = if self.wanted == QUESTIONS { String::new() } else { format!(" {} questions", self.wanted) };
        let seed = if self.exam || !count.is_empty() || !level.is_empty() { " seed" } else { "" };
        format!("{verb} {}{level}{count}{seed} {}", self.game, self.seed)
    }
}
