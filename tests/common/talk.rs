//! A session in memory with its dialogues (`play`, `quiz`, `exam` and `tour`): lines go in, and `heard` collects the
//! answers.

use grundy::error::Error;
use grundy::session::dialogue::Dialogue;
use grundy::session::report::{Choice, Report};
use grundy::session::{Reply, Request};

use super::Played;
use super::played::Told;
use super::transcript::Partner;

/// What a move leaves, as it would be typed.
pub fn left_by(made: &Choice) -> String {
    let left = made.after.whole();
    if left.parts.is_empty() { made.to.to_string() } else { left.to_string() }
}

pub struct Talk {
    pub played: Played,
    pub dialogue: Option<Dialogue>,
    pub heard: String,
    /// What the last `answer` tells.
    pub told: Vec<Told>,
}

impl Talk {
    pub fn new() -> Talk {
        Talk { played: Played::new(), dialogue: None, heard: String::new(), told: Vec::new() }
    }

    /// Types a line at the prompt or in the dialogue under way.
    pub fn says(&mut self, line: &str) {
        match self.dialogue.take() {
            None => {
                for statement in self.played.session.read("<prompt>", line) {
                    let reply = statement.and_then(|statement| self.played.session.run(&statement));
                    self.hears(reply);
                }
            }
            Some(mut dialogue) => {
                let turn = self.played.session.step(&mut dialogue, line);
                for said in turn.said {
                    self.hears(said);
                }
                self.dialogue = (!turn.over).then_some(dialogue);
            }
        }
    }

    /// The report that answers a statement.
    pub fn reports(&mut self, statement: &str) -> Report {
        let read = self.played.session.read("<prompt>", statement).into_iter().next().unwrap().unwrap();
        self.played.session.run(&read).unwrap().report.unwrap()
    }

    fn hears(&mut self, reply: Result<Reply, Error>) {
        let (told, request) = Played::told(reply);
        self.heard += &self.played.said(&told, self.played.session.language, self.played.width);
        self.told.extend(told);
        if let Some(Request::Dialogue(dialogue)) = request {
            self.dialogue = Some(*dialogue);
        }
    }
}

impl Partner for Talk {
    fn prompt(&self) -> String {
        format!("{}> ", self.dialogue.as_ref().map_or("", |dialogue| dialogue.name()))
    }

    fn answer(&mut self, input: &str) -> String {
        self.heard.clear();
        self.told.clear();
        self.says(input);
        self.heard.clone()
    }
}
