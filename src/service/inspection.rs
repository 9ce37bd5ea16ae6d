//! What the word at a place of a text is.

use super::state::Service;
use crate::show::report::Report;
use crate::syntax::{tokens, words};

impl Service {
    /// What can be said of the word at this place: a definition of the user's, a game of the library, or help on a word of
    /// the language; `None` for anything else. Nothing is run but that question.
    pub fn inspect(&mut self, text: &str, place: usize) -> Option<Report> {
        let is_at = |range: &std::ops::Range<usize>| range.start <= place && place <= range.end;
        let at: Vec<&str> =
            tokens(text).into_iter().filter(|token| is_at(&token.range)).map(|token| &text[token.range]).collect();
        let known = self.session.known_names();
        let question = at.into_iter().rev().find_map(|word| match known.iter().find(|known| known.name == word) {
            Some(known) if known.own => Some(format!("show {word}")),
            Some(_) => Some(format!("about {word}")),
            None => words::find(word).map(|_| format!("help {word}")),
        })?;
        self.signal().reset();
        let statement = self.session.read("<inspect>", &question).into_iter().next()?.ok()?;
        self.session.run(&statement).ok()?.report
    }
}
