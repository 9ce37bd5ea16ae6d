//! How long play lasts if one player hurries and the other delays: `remoteness S(3)`, `suspense S(3)`.

use grundy_engine::game::Value;
use grundy_engine::nim::{Convention, Outcome};
use grundy_engine::solve::{Length, Remoteness};
use serde::Serialize;

use crate::error::Error;
use crate::lang::session::Session;
use crate::show::document::Document;
use crate::show::phrase::{counted, plain, verdict};
use crate::show::report::Showable;
use crate::show::rows::Rows;
use crate::verbs::position::AskedPosition;

/// `remoteness S(3)` or `suspense S(3)`.
#[derive(Clone, Debug, Serialize)]
pub struct LengthReport {
    pub position: String,
    #[serde(rename = "misere")]
    pub convention: Convention,
    pub moves: u32,
    pub outcome: Outcome,
    #[serde(skip)]
    pub length: Length,
}

/// Answers `remoteness S(3)` or `suspense S(3)`.
pub(crate) fn length(session: &mut Session, length: Length, asked: AskedPosition) -> Result<LengthReport, Error> {
    let AskedPosition { sum: position, convention, at, .. } = asked;
    let Remoteness { outcome, moves } =
        session.solved(at, |solver| solver.game_length(length, &position, convention))?;
    session.set_ans(Value::Integer(moves.into()));
    Ok(LengthReport { position: position.to_string(), convention, moves, outcome, length })
}

impl Showable for LengthReport {
    fn kind(&self) -> &'static str {
        match self.length {
            Length::Remoteness => "remoteness",
            Length::Suspense => "suspense",
        }
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        let (word, how) = match self.length {
            Length::Remoteness => ("Remoteness", "the winner hurries and the loser delays"),
            Length::Suspense => ("Suspense", "the winner delays and the loser hurries"),
        };
        let who = match self.outcome {
            Outcome::N => "wins",
            Outcome::P | Outcome::D => "loses",
        };
        let play = if self.convention.is_misere() { "in misère play " } else { "" };
        let text = format!(
            ": {play}the player to move {who}, after {} if {how}.",
            counted(self.moves.into(), "move", "moves")
        );
        document.line(vec![verdict(format!("{word} {}", self.moves)), plain(text)]);
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["position", "misere", "moves", "outcome"], std::slice::from_ref(self)))
    }
}
