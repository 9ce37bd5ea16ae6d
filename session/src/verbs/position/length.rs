//! How long play lasts if one player hurries and the other delays: `remoteness S(3)`, `suspense S(3)`.

use grundy_engine::game::Value;
use grundy_engine::nim::{Convention, Outcome};
use grundy_engine::solve::{Length, Remoteness};
use serde::Serialize;

use crate::error::Error;
use crate::lang::session::Session;
use crate::show::document::Document;
use crate::show::phrase::thousands;
use crate::show::report::Showable;
use crate::show::rows::Rows;
use crate::show::told::told;
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
        let who = match self.outcome {
            Outcome::N => told!("the player to move wins"),
            Outcome::P | Outcome::D => told!("the player to move loses"),
        };
        let who = if self.convention.is_misere() { told!("in misère play {who}", who) } else { who };
        let (moves, n) = (self.moves, thousands(self.moves));
        document.line(match self.length {
            Length::Remoteness => told!(
                "**Remoteness {moves}**: {who}, after {n} move[s] if the winner hurries and the loser delays.",
                moves,
                who,
                n
            ),
            Length::Suspense => told!(
                "**Suspense {moves}**: {who}, after {n} move[s] if the winner delays and the loser hurries.",
                moves,
                who,
                n
            ),
        });
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["position", "misere", "moves", "outcome"], std::slice::from_ref(self)))
    }
}
