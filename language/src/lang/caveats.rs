//! What the answer to a statement rests on and nobody has proved: it is told beside the answer.

use std::collections::BTreeSet;
use std::sync::Arc;

use grundy_engine::game::Game;

use crate::error::{Notice, and_listed};
use crate::show::told::{Line, Tellable, told};
use crate::source::Span;

/// The caveats of one statement.
#[derive(Clone, Default)]
pub struct Caveats {
    /// Games whose periods were only seen, with the last heap that was looked at.
    seen_periods: BTreeSet<(String, u64)>,
}

impl Caveats {
    /// So many games are named; the others are counted.
    const NAMED: usize = 3;

    /// The period of this game was used, which was only seen, in the values up to the heap `checked`.
    pub fn period_is_seen(&mut self, game: &Game, checked: u64) {
        self.seen_periods.insert((game.name.to_string(), checked));
    }

    /// Forgets all, and tells it as remarks on the statement at this place. `claims`: the games whose `same as` was used.
    pub fn take(&mut self, claims: &BTreeSet<Arc<str>>, at: Span) -> Vec<Notice> {
        let seen = std::mem::take(&mut self.seen_periods);
        let checked = seen.iter().map(|(_, checked)| *checked).min().unwrap_or_default();
        let mut texts = Vec::new();
        if !seen.is_empty() {
            let n = seen.len();
            texts.push(told!(
                "this rests on the period[n:|s] of {games}, which [n:was|were] only seen in the values up to n = {checked}, not \
                 proved",
                n,
                games = listed_games(seen.into_iter().map(|(game, _)| game)),
                checked
            ));
        }
        if !claims.is_empty() {
            texts.push(told!(
                "this rests on `same as` of {games}, a claim that was tried on some positions, not proved",
                games = listed_games(claims.iter().map(|game| game.to_string()))
            ));
        }
        let span = Some(at.beginning());
        texts.into_iter().map(|text| Notice::new(text, span, true)).collect()
    }
}

/// "A", "A and B", "A, B, C and 5 others"
fn listed_games(names: impl Iterator<Item = String>) -> Line {
    let names: Vec<String> = names.collect();
    match names.split_at_checked(Caveats::NAMED) {
        Some((named, others)) if !others.is_empty() => {
            told!("{list} and {n} other[s]", list = named.join(", "), n = others.len()).into_line()
        }
        _ => and_listed(&names),
    }
}
