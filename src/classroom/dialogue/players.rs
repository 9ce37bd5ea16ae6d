//! Reads the words after the position in `play`: who begins, whether two people play, and how well the machine plays.

use crate::classroom::data::dialogues::{Level, Player};
use crate::error::{Error, SemanticError, similar};
use crate::syntax::ast::{PlayWord, PlayWordKind};

/// Who plays, and at which level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Players {
    /// The player who makes the first move: `You`, `Machine`, or `One` if two people play.
    pub begins: Player,
    pub level: Level,
}

impl Players {
    /// Reads these words; without any, the user begins and the machine plays as well as it can.
    ///
    /// # Errors
    /// Two words that contradict each other, or a level that does not exist.
    pub fn of(words: &[PlayWord]) -> Result<Players, Error> {
        let mut players = Players { begins: Player::You, level: Level::Hard };
        for (index, word) in words.iter().enumerate() {
            if let Some(before) = words[..index].iter().find(|before| !go_together(&before.kind, &word.kind)) {
                let (word_text, before) = (text(&word.kind), text(&before.kind));
                return Err(Error::new(SemanticError::PlayWords { word: word_text, before }, word.span));
            }
            match &word.kind {
                PlayWordKind::First => {}
                PlayWordKind::Second => players.begins = Player::Machine,
                PlayWordKind::Two => players.begins = Player::One,
                PlayWordKind::Level { name, seed } => {
                    players.level = Level::named(&name.text, *seed).ok_or_else(|| {
                        let known = similar(&name.text, Level::NAMES, 0.7).into_iter().next();
                        Error::new(SemanticError::NoLevel { word: name.text.clone(), similar: known }, name.span)
                    })?;
                }
            }
        }
        Ok(players)
    }
}

/// Whether two words may be combined: a level with a word about who begins. `two` stands alone.
fn go_together(one: &PlayWordKind, other: &PlayWordKind) -> bool {
    let is_level = |kind: &PlayWordKind| matches!(kind, PlayWordKind::Level { .. });
    let is_two = |kind: &PlayWordKind| matches!(kind, PlayWordKind::Two);
    is_level(one) != is_level(other) && !is_two(one) && !is_two(other)
}

fn text(kind: &PlayWordKind) -> String {
    match kind {
        PlayWordKind::First => "first".to_owned(),
        PlayWordKind::Second => "second".to_owned(),
        PlayWordKind::Two => "two".to_owned(),
        PlayWordKind::Level { name, .. } => format!("level {}", name.text),
    }
}
