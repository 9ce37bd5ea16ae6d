//! Dialogues: `play`, `quiz` and `tour` go on over several lines. Each is a value that takes a line and answers; who
//! reads the lines and prints the answers stands outside.

mod chance;
mod choice;
mod lessons;
mod play;
mod quiz;
mod tour;

use grundy_engine::solve::SolveError;
pub use play::Play;
pub use quiz::Quiz;
pub use tour::Place;

use super::report::{PlayReport, QuizReport, Report, TourReport};
use super::{Reply, Session};
use crate::error::{Error, Kind, Meaning};

/// A dialogue under way.
#[derive(Debug)]
pub enum Dialogue {
    Play(Box<Play>),
    Quiz(Box<Quiz>),
    /// How far it has come is the session's to remember.
    Tour,
}

/// What is said to one line.
#[derive(Debug)]
pub struct Turn {
    /// One after the other.
    pub said: Vec<Result<Reply, Error>>,
    /// The dialogue has ended.
    pub over: bool,
}

impl Turn {
    fn on(report: Report) -> Turn {
        Turn { said: vec![Ok(Reply::report(report))], over: false }
    }

    fn over(report: Report) -> Turn {
        Turn { said: vec![Ok(Reply::report(report))], over: true }
    }

    /// Whoever interrupts a long answer wants to leave; after any other error the dialogue goes on as before.
    fn wrong(error: Error) -> Turn {
        let interrupted =
            matches!(&*error.kind, Kind::Meaning(Meaning::Stopped { stop, .. }) if **stop == SolveError::Interrupted);
        Turn { said: vec![Err(error)], over: interrupted }
    }
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
            Dialogue::Play(_) => play::WORDS,
            Dialogue::Quiz(_) => quiz::WORDS,
            Dialogue::Tour => tour::WORDS,
        }
    }

    fn left(&self, session: &Session) -> Report {
        match self {
            Dialogue::Play(_) => Report::Play(PlayReport::Left),
            Dialogue::Quiz(_) => Report::Quiz(QuizReport::Left),
            Dialogue::Tour => Report::Tour(TourReport::Left { number: session.tour.number() }),
        }
    }
}

impl Session {
    /// Takes one line of a dialogue. A line that cannot be answered leaves the dialogue as it was.
    pub fn step(&mut self, dialogue: &mut Dialogue, line: &str) -> Turn {
        match dialogue {
            Dialogue::Play(play) => play.step(self, line).unwrap_or_else(Turn::wrong),
            Dialogue::Quiz(quiz) => quiz.step(self, line).unwrap_or_else(Turn::wrong),
            Dialogue::Tour => self.tour_step(line),
        }
    }

    /// What is said when the user goes away from a dialogue without a word.
    pub fn leave(&self, dialogue: &Dialogue) -> Report {
        dialogue.left(self)
    }
}
