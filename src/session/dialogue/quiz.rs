//! `quiz`: questions drawn from a game. The same seed asks the same questions.

use std::sync::Arc;

use grundy_engine::game::{Component, Game, Position, Sum, Value};
use grundy_engine::nim::{Nimber, Outcome};

use super::chance::Chance;
use super::state::{Dialogue, Quiz};
use super::turn::Turn;
use crate::error::{Error, Meaning};
use crate::session::pictures::is_admitted;
use crate::session::report::{Answer, Graded, Question, QuizReport, Refusal, Report, Score, Sheet, Slip, Task};
use crate::session::{Reply, Request, Session};
use crate::source::Span;
use crate::syntax::ast::Expr;

/// The questions, easy ones first: the task, how many components, and the sizes of heaps they are drawn from.
const PLAN: [(Task, usize, u64, u64); 8] = [
    (Task::Value, 1, 2, 5),
    (Task::Winner, 1, 3, 9),
    (Task::Value, 1, 5, 12),
    (Task::Winner, 2, 1, 8),
    (Task::Value, 2, 2, 9),
    (Task::Move, 1, 4, 12),
    (Task::Winner, 3, 1, 8),
    (Task::Move, 3, 1, 9),
];
/// Positions with several coordinates have none larger than this.
const LARGEST_COORDINATE: u64 = 6;
/// So many positions are drawn in search of one that is fit for a question.
const TRIES: usize = 200;

impl Session {
    /// `quiz GAME`, `quiz GAME SEED`; without a seed the first quiz of a session has seed 1, the next 2, and so on.
    pub(in crate::session) fn quiz(&mut self, game: &Expr, seed: Option<u64>) -> Result<Reply, Error> {
        let at = game.span;
        let game = self.names.subject_game(game)?;
        let given = seed;
        let seed = given.unwrap_or(self.quizzes + 1);
        let questions = self.draw_all(&game, seed, at)?;
        let Some(first) = questions.first().cloned() else {
            return Err(Error::new(Meaning::NoQuestions { game: game.name.to_string() }, at));
        };
        if given.is_none() {
            self.quizzes = seed;
        }
        let opening = Some((game.name.to_string(), seed));
        let mut reply = Reply::report(Report::Quiz(QuizReport::Question { question: first, opening }));
        let quiz = Quiz { game, seed, questions, graded: Vec::new(), at };
        reply.request = Some(Request::Dialogue(Box::new(Dialogue::Quiz(Box::new(quiz)))));
        Ok(reply)
    }

    fn draw_all(&mut self, game: &Arc<Game>, seed: u64, at: Span) -> Result<Vec<Question>, Error> {
        // Different games shall not ask for the same heaps in the same order.
        let name = game.name.bytes().fold(seed, |mixed, byte| mixed.wrapping_mul(31).wrapping_add(u64::from(byte)));
        let mut chance = Chance::new(name);
        let mut questions: Vec<Question> = Vec::new();
        for (task, components, low, high) in PLAN {
            let drawn = self.draw(game, task, (components, low, high), &questions, &mut chance, at)?;
            if let Some(sum) = drawn {
                questions.push(Question { number: questions.len() + 1, of: 0, sum, task });
            }
        }
        let of = questions.len();
        questions.iter_mut().for_each(|question| question.of = of);
        Ok(questions)
    }

    /// A position fit for a task; `None` if chance finds none.
    fn draw(
        &mut self,
        game: &Arc<Game>,
        task: Task,
        (components, low, high): (usize, u64, u64),
        asked: &[Question],
        chance: &mut Chance,
        at: Span,
    ) -> Result<Option<Sum>, Error> {
        // Half of the positions in "who wins" are lost, and now and then one in "find a winning move".
        let wish = match task {
            Task::Value => None,
            Task::Winner => Some(if chance.below(2) == 0 { Outcome::P } else { Outcome::N }),
            Task::Move => Some(if chance.below(4) == 0 { Outcome::P } else { Outcome::N }),
        };
        let mut second_best = None;
        for _ in 0..TRIES {
            let mut sum = Sum::default();
            for _ in 0..components {
                sum = sum.plus(&Sum::position(any_position(game, low, high, chance)));
            }
            let Some(value) = self.fit(&sum, at)? else { continue };
            let is_new = asked.iter().all(|question| question.sum != sum);
            if is_new && wish.is_none_or(|wish| Outcome::of(value) == wish) {
                return Ok(Some(sum));
            }
            if is_new {
                second_best = Some(sum);
            }
        }
        Ok(second_best)
    }

    /// The value of a position that was drawn; `None` if it is not a position of its game, or ended.
    fn fit(&mut self, sum: &Sum, at: Span) -> Result<Option<Nimber>, Error> {
        if !is_admitted(sum, &self.solver) {
            return Ok(None);
        }
        let value = match self.value(sum, at) {
            Ok(value) => value,
            Err(error) if error.stop().is_some() => return Err(error),
            // The rule wants other coordinates than numbers.
            Err(_) => return Ok(None),
        };
        let has_moves = !self.choices(sum, 1, at)?.shown.is_empty();
        Ok(has_moves.then_some(value))
    }
}

fn any_position(game: &Arc<Game>, low: u64, high: u64, chance: &mut Chance) -> Position {
    let arity = game.ruleset.arity();
    let coordinates = (0..arity).map(|_| {
        let size = if arity == 1 { chance.between(low, high) } else { chance.below(high.min(LARGEST_COORDINATE) + 1) };
        Value::Integer(i128::from(size))
    });
    Position { game: game.clone(), coordinates: coordinates.collect() }
}

impl Quiz {
    /// Takes an answer or a word. Where the solver stops, the question stands as before.
    pub fn step(&mut self, session: &mut Session, line: &str) -> Result<Turn, Error> {
        let Some(question) = self.questions.get(self.graded.len()).cloned() else {
            return Ok(Turn::over(Report::Quiz(QuizReport::Over(self.score()))));
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        let line = words.join(" ");
        match line.to_lowercase().as_str() {
            "" => Ok(Turn::on(Report::Quiz(QuizReport::Question { question, opening: None }))),
            "help" | "?" => Ok(Turn::on(Report::Quiz(QuizReport::Help(question.task)))),
            "score" => Ok(Turn::on(Report::Quiz(QuizReport::Score(self.score())))),
            "quit" | "exit" | "leave" => Ok(Turn::over(Report::Quiz(QuizReport::Left))),
            "skip" => self.grade(session, question, Answer::Skipped),
            lower => match self.read(session, &question, &line, lower)? {
                Ok(answer) => self.grade(session, question, answer),
                Err(report) => Ok(Turn::on(Report::Quiz(report))),
            },
        }
    }

    /// The answer in a line, or what is said to a line that is none.
    fn read(
        &self,
        session: &mut Session,
        question: &Question,
        line: &str,
        lower: &str,
    ) -> Result<Result<Answer, QuizReport>, Error> {
        let unread = || QuizReport::Unread { line: line.to_owned(), task: question.task };
        Ok(match question.task {
            Task::Value => match lower.trim_start_matches('*').trim().parse() {
                Ok(value) => Ok(Answer::Value(Nimber(value))),
                Err(_) => Err(unread()),
            },
            Task::Winner => match lower {
                "first" | "the first" | "first player" | "n" | "1" | "1st" => Ok(Answer::Winner(Outcome::N)),
                "second" | "the second" | "second player" | "p" | "2" | "2nd" => Ok(Answer::Winner(Outcome::P)),
                _ => Err(unread()),
            },
            Task::Move if matches!(lower, "none" | "no" | "no move" | "there is none") => Ok(Answer::Move(None)),
            Task::Move => match session.chosen(&question.sum, line, 0, self.at)? {
                Ok(choice) => Ok(Answer::Move(Some(choice))),
                Err(Refusal::Unread) => Err(unread()),
                Err(why) => {
                    let choices = session.numbered(&question.sum, self.at)?;
                    Err(QuizReport::Illegal { line: line.to_owned(), why, choices })
                }
            },
        })
    }

    /// The right answer.
    fn truth(&self, session: &mut Session, question: &Question) -> Result<Answer, Error> {
        let value = session.value(&question.sum, self.at)?;
        Ok(match question.task {
            Task::Value => Answer::Value(value),
            Task::Winner => Answer::Winner(Outcome::of(value)),
            Task::Move => Answer::Move(session.winning_choice(&question.sum, false, self.at)?),
        })
    }

    /// All questions with their answers, or why the solver stopped.
    pub fn sheet(&self, session: &mut Session) -> Result<Report, Error> {
        let mut questions = Vec::with_capacity(self.questions.len());
        for question in &self.questions {
            questions.push((question.clone(), self.truth(session, question)?));
        }
        let (game, seed) = (self.game.name.to_string(), self.seed);
        Ok(Report::Quiz(QuizReport::Sheet(Sheet { game, seed, questions })))
    }

    fn grade(&mut self, session: &mut Session, question: Question, given: Answer) -> Result<Turn, Error> {
        let truth = self.truth(session, &question)?;
        let right = match (&given, &truth) {
            (Answer::Value(given), Answer::Value(truth)) => given == truth,
            (Answer::Winner(given), Answer::Winner(truth)) => given == truth,
            (Answer::Move(None), Answer::Move(truth)) => truth.is_none(),
            (Answer::Move(Some(given)), _) => session.value(&given.after, self.at)?.is_zero(),
            _ => false,
        };
        let slip = match given {
            Answer::Value(given) if !right => self.slip(session, &question.sum, given)?,
            _ => None,
        };
        let explanation = if right { None } else { Some(session.explanation(question.sum.clone(), false, self.at)?) };
        let graded = Graded { question, given, right, truth, slip, explanation };
        self.graded.push(right);
        let mut turn = Turn::on(Report::Quiz(QuizReport::Graded(Box::new(graded))));
        let next = match self.questions.get(self.graded.len()) {
            Some(question) => QuizReport::Question { question: question.clone(), opening: None },
            None => QuizReport::Over(self.score()),
        };
        turn.over = self.graded.len() == self.questions.len();
        turn.said.push(Ok(Reply::report(Report::Quiz(next))));
        Ok(turn)
    }

    /// What may have been confused, where a wrong value has an explanation.
    fn slip(&self, session: &mut Session, sum: &Sum, given: Nimber) -> Result<Option<Slip>, Error> {
        let terms = session.terms(sum, self.at)?;
        let sizes: Vec<u64> = sum
            .parts
            .iter()
            .filter_map(|part| match &part.component {
                Component::Position(position) => position.heap(),
                Component::Star(size) => Some(*size),
            })
            .collect();
        if terms.len() > 1 {
            let plain: u64 = terms.iter().map(|term| term.value.0).sum();
            let of_sizes = sizes.iter().fold(0, |sum, size| sum ^ size);
            return Ok(match given.0 {
                given if given == plain => Some(Slip::PlainSum),
                given if given == of_sizes && sizes.len() == terms.len() => Some(Slip::Sizes),
                _ => None,
            });
        }
        if sizes.first() == Some(&given.0) {
            return Ok(Some(Slip::Size));
        }
        let explained = session.explanation(sum.clone(), false, self.at)?;
        let options = explained.derivations.first().map(|derivation| derivation.values.iter().copied().collect());
        let xor: Option<Nimber> = options;
        Ok((xor == Some(given)).then_some(Slip::XorOfOptions))
    }

    fn score(&self) -> Score {
        let wrong = self.graded.iter().zip(&self.questions).filter(|(right, _)| !**right);
        Score {
            game: self.game.name.to_string(),
            seed: self.seed,
            right: self.graded.iter().filter(|right| **right).count(),
            asked: self.graded.len(),
            of: self.questions.len(),
            wrong: wrong.map(|(_, question)| question.sum.clone()).collect(),
        }
    }
}
