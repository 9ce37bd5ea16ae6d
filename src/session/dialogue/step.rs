//! One line of any dialogue.

use super::state::Dialogue;
use super::turn::Turn;
use crate::error::is_leaving;
use crate::session::Session;
use crate::session::report::{PlayReport, Report, TourReport};

impl Session {
    /// Takes one line of a dialogue. A line that cannot be answered leaves the dialogue as it was.
    pub fn step(&mut self, dialogue: &mut Dialogue, line: &str) -> Turn {
        let word = line.trim().to_lowercase();
        // `q` alone does not end an exam: on a keyboard it is next to `a`, which may be an answer.
        let is_slip = matches!(dialogue, Dialogue::Quiz(quiz) if quiz.is_exam()) && word == "q";
        if is_leaving(&word) && !is_slip && self.names.own(&word).is_none() {
            return self.leave(dialogue);
        }
        let turn = match dialogue {
            Dialogue::Play(play) => play.step(self, line).unwrap_or_else(Turn::wrong),
            Dialogue::Quiz(quiz) => quiz.step(self, line).unwrap_or_else(Turn::wrong),
            Dialogue::Tour => self.tour_step(line),
        };
        turn.said.iter().flat_map(|said| said.as_ref().err()).for_each(|error| self.forget_stop(error));
        turn
    }

    /// The answer when the user leaves a dialogue, with a word such as `quit` or at the end of the input.
    pub fn leave(&self, dialogue: &Dialogue) -> Turn {
        match dialogue {
            Dialogue::Play(_) => Turn::over(Report::Play(PlayReport::Left)),
            Dialogue::Quiz(quiz) => quiz.leave(),
            Dialogue::Tour => Turn::over(Report::Tour(TourReport::Left { number: self.tour.number() })),
        }
    }
}
