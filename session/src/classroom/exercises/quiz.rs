//! `quiz` and `exam` line by line. A quiz gives hints and marks each answer at once; an exam gives none and marks
//! all answers at its end.

use grundy_engine::solve::Situation;

use crate::classroom::exercises::data::{
    Answer, Exam, Marked, Question, QuizReport, Retry, Score, Setup, Sheet, Slip, Task,
};
use crate::classroom::exercises::marking::{self, Unreadable};
use crate::classroom::play::data::Refusal;
use crate::classroom::play::sums;
use crate::error::Error;
use crate::lang::session::{DialogueKind, Reply, Request, Session, Turn};
use crate::show::report::Report;
use crate::source::Span;
use crate::syntax::ast::FileName;

/// A quiz that has begun.
#[derive(Debug)]
pub struct Quiz {
    pub(crate) setup: Setup,
    pub(crate) questions: Vec<Question>,
    /// How each question so far was answered; the next question is the first without a mark.
    pub(crate) marks: Vec<Marked>,
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

/// What can be said in a quiz, and what in an exam, where these words can be the answer.
macro_rules! words {
    ($($answer:literal),*) => {
        (&[$($answer,)* "hint", "skip", "score", "help", "quit"], &[$($answer,)* "skip", "help", "quit"])
    };
}

impl DialogueKind for Quiz {
    fn name(&self) -> &'static str {
        if self.setup.exam { "exam" } else { "quiz" }
    }

    fn words(&self) -> &'static [&'static str] {
        let (quiz, exam): (&[&str], &[&str]) = match self.questions.get(self.marks.len()).map(|question| &question.task)
        {
            Some(Task::Winner { draws: true, .. }) => words!("first", "second", "draw"),
            Some(Task::Winner { .. }) => words!("first", "second"),
            Some(Task::Claim { .. }) => words!("true a", "true b", "true c", "false a", "false b", "false c"),
            Some(Task::Move { .. }) => words!("none"),
            _ => words!(),
        };
        if self.setup.exam { exam } else { quiz }
    }

    fn is_exam(&self) -> bool {
        self.setup.exam
    }

    fn tell_time(&mut self, seconds: f64) {
        // Typing an answer takes longer than a tenth of a second: more digits say nothing.
        self.seconds = (10.0 * seconds).round() / 10.0;
    }

    /// Takes an answer to the question at hand, or a word such as `hint`.
    fn answer(&mut self, session: &mut Session, line: &str) -> Result<Turn, Error> {
        let Some(question) = self.questions.get(self.marks.len()).cloned() else { return Ok(self.end()) };
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let said = match line.to_lowercase().as_str() {
            "" => QuizReport::Question { question, opening: None },
            "help" | "?" => QuizReport::Help { question, exam: self.setup.exam },
            "score" if !self.setup.exam => QuizReport::Score(self.score()),
            "hint" => self.hint(question),
            "skip" => return self.mark(session, question, None, Answer::Skipped),
            _ => match marking::answer_in(session, &question, &line, self.at)? {
                Ok(answer) => return self.mark(session, question, Some(line), answer),
                Err(Unreadable::Form) => QuizReport::Unread { line, question },
                Err(Unreadable::Move(why)) => {
                    // A list of moves would be help, which an exam gives only where the line fits several moves.
                    let tells = !self.setup.exam || matches!(why, Refusal::Several(_));
                    let position = match &question.task {
                        Task::Move { position, .. } if tells => Some(position),
                        _ => None,
                    };
                    let choices = position
                        .map(|position| sums::lettered(session, &Situation::from(position.clone()), self.at))
                        .transpose()?;
                    QuizReport::Illegal { line, why, choices }
                }
            },
        };
        Ok(Turn::on(said))
    }

    fn leave(&self, _session: &Session) -> Turn {
        if self.setup.exam { self.end() } else { Turn::over(QuizReport::Left(self.score())) }
    }

    fn sheet(&self) -> Option<Report> {
        let Setup { game, seed, graphs, .. } = self.setup.clone();
        let questions = self.questions.clone();
        Some(Report::new(QuizReport::Sheet(Sheet { number: 1, game, seed, graphs, questions })))
    }

    fn marks(&self) -> Option<(&FileName, Report)> {
        self.to.as_ref().map(|path| (path, self.marked()))
    }
}

impl Quiz {
    pub(crate) fn new(setup: Setup, questions: Vec<Question>, to: Option<FileName>, at: Span) -> Quiz {
        let (marks, seconds) = (Vec::new(), 0.0);
        Quiz { setup, questions, marks, hints: 0, misses: 0, to, seconds, answered_at: seconds, at }
    }

    fn hint(&mut self, question: Question) -> QuizReport {
        if self.setup.exam || self.hints >= question.task.hints() {
            return QuizReport::NoHint { exam: self.setup.exam };
        }
        self.hints += 1;
        QuizReport::Hint { stage: self.hints, question }
    }

    /// Marks an answer and goes on to the next question; a wrong answer in a quiz may be tried again instead.
    fn mark(
        &mut self,
        session: &mut Session,
        question: Question,
        typed: Option<String>,
        given: Answer,
    ) -> Result<Turn, Error> {
        let right = marking::is_right(session, &question, &given, self.at)?;
        let slip = match given {
            Answer::Number(number) if !right => Slip::of(&question, number),
            _ => None,
        };
        let is_wrong = !right && typed.is_some();
        // A wrong answer gets a hint and another try, as long as there are hints.
        if is_wrong
            && !self.setup.exam
            && question.task.can_be_tried_again()
            && self.misses < question.task.hints()
            && self.hints < question.task.hints()
        {
            self.misses += 1;
            self.hints += 1;
            let retry = Retry { question, given, slip, stage: self.hints };
            return Ok(Turn::on(QuizReport::Again(Box::new(retry))));
        }
        let helped = self.hints > 0;
        let points = match (right, helped) {
            (false, _) => 0.0,
            (true, false) => f64::from(question.points),
            (true, true) => f64::from(question.points) / 2.0,
        };
        let seconds = (10.0 * (self.seconds - self.answered_at)).round() / 10.0;
        self.answered_at = self.seconds;
        (self.hints, self.misses) = (0, 0);
        let truth = question.solution.truth.clone();
        let marked = Marked { question, typed, given, truth, right, helped, mark: points, seconds };
        self.marks.push(marked.clone());
        let said = if self.setup.exam { QuizReport::Noted } else { QuizReport::Graded(Box::new(marked.graded(slip))) };
        let mut turn = Turn::on(said);
        match self.questions.get(self.marks.len()) {
            Some(question) => {
                let next = QuizReport::Question { question: question.clone(), opening: None };
                turn.said.push(Ok(Reply::report(next)));
            }
            None => {
                let end = self.end();
                turn.said.extend(end.said);
                turn.over = true;
            }
        }
        Ok(turn)
    }

    /// The last report: the score of a quiz, or the marked exam, which is also written into its file.
    fn end(&self) -> Turn {
        if !self.setup.exam {
            return Turn::over(QuizReport::Over(self.score()));
        }
        let exam = self.marked();
        let mut turn = Turn { said: vec![Ok(Reply::report(exam.clone()))], over: true };
        if let Some(path) = &self.to {
            let request = Some(Request::Write { path: path.text.clone(), span: path.span });
            turn.said.push(Ok(Reply { report: Some(exam), request, ..Reply::default() }));
        }
        turn
    }

    fn score(&self) -> Score {
        let asked = self.questions.iter().zip(&self.marks);
        Score {
            setup: self.setup.clone(),
            right: self.marks.iter().filter(|mark| mark.right).count(),
            helped: self.marks.iter().filter(|mark| mark.right && mark.helped).count(),
            asked: self.marks.len(),
            of: self.questions.len(),
            points: self.marks.iter().fold(0.0, |sum, mark| sum + mark.mark),
            most: asked.clone().map(|(question, _)| question.points).sum(),
            wrong: asked.filter(|(_, mark)| !mark.right).map(|(question, _)| question.task.clone()).collect(),
        }
    }

    /// The marked exam. Questions that were not reached count as skipped.
    fn exam(&self) -> Exam {
        let unanswered = self.questions.iter().skip(self.marks.len()).map(Marked::unanswered);
        let questions: Vec<Marked> = self.marks.iter().cloned().chain(unanswered).collect();
        Exam {
            setup: self.setup.clone(),
            right: questions.iter().filter(|marked| marked.right).count(),
            of: questions.len(),
            points: questions.iter().fold(0.0, |sum, marked| sum + marked.mark),
            most: questions.iter().map(|marked| marked.question.points).sum(),
            seconds: self.seconds,
            questions,
        }
    }

    /// The marked exam, as a report.
    fn marked(&self) -> Report {
        Report::new(self.exam())
    }
}
