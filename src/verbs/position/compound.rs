//! Who wins positions that are played at once, `all of S(3), S(4)`, and why: by what is known of each of them.

use std::sync::Arc;

use grundy_engine::game::{Compound, Ends, MovesIn, Sum};
use grundy_engine::nim::{Convention, Nimber, Outcome};
use grundy_engine::solve::{CompoundFound, CompoundReason, Foreclosed};
use serde::Serialize;

use crate::error::Error;
use crate::lang::session::Session;
use crate::show::document::{Document, Line};
use crate::show::phrase::{muted, plain, thousands, verdict};
use crate::source::Span;

/// What decides a compound, and what is known of its components.
#[derive(Clone, Debug, Serialize)]
pub struct ByComponents {
    pub decided_by: DecidedBy,
    pub components: Vec<PlayedComponent>,
    #[serde(skip)]
    pub outcome: Outcome,
    #[serde(skip)]
    #[serde(rename = "misere")]
    pub convention: Convention,
}

/// A component of a compound, with what is known of it where that decides.
#[derive(Clone, Debug, Serialize)]
pub struct PlayedComponent {
    pub position: Arc<Sum>,
    /// Its remoteness or its suspense; where foreclosed values decide, 0 if it is over and 1 if a move ends it at once.
    pub moves: Option<u32>,
    /// Its foreclosed value.
    pub value: Option<Nimber>,
    /// Its outcome, as if it were played alone.
    pub outcome: Option<Outcome>,
}

/// What decides a compound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DecidedBy {
    Remoteness,
    Suspense,
    Outcomes,
    /// In misère play, the only component that is not over.
    Last,
    /// Foreclosed values.
    Foreclosed,
    Search,
}

/// What decides a sum that is a compound; `None` for another sum.
pub(crate) fn found(
    session: &mut Session,
    sum: &Sum,
    convention: Convention,
    at: Span,
) -> Result<Option<ByComponents>, Error> {
    let Some((position, (_, components))) = sum.as_compound().and_then(|found| Some((found, found.compound()?))) else {
        return Ok(None);
    };
    let found = session.solved(at, |solver| solver.compound(position, convention))?;
    let components = components.into_iter().enumerate().map(|(index, position)| component(index, position, &found));
    Ok(Some(ByComponents {
        decided_by: DecidedBy::of(&found.reason),
        components: components.collect(),
        outcome: found.outcome,
        convention,
    }))
}

fn component(index: usize, position: Arc<Sum>, found: &CompoundFound) -> PlayedComponent {
    let mut component = PlayedComponent { position, moves: None, value: None, outcome: None };
    match &found.reason {
        CompoundReason::Remoteness(moves) | CompoundReason::Suspense(moves) => {
            component.moves = moves.get(index).copied();
        }
        CompoundReason::Foreclosed(found) => match found.get(index) {
            Some(Foreclosed::Over) => component.moves = Some(0),
            Some(Foreclosed::AtOnce) => component.moves = Some(1),
            Some(Foreclosed::Value(value)) => component.value = Some(*value),
            None => {}
        },
        CompoundReason::Outcomes(outcomes) => component.outcome = outcomes.get(index).copied(),
        CompoundReason::LastOne(last) if *last == Some(index) => component.outcome = Some(found.outcome),
        CompoundReason::LastOne(_) | CompoundReason::Search(_) => {}
    }
    component
}

impl DecidedBy {
    fn of(reason: &CompoundReason) -> DecidedBy {
        match reason {
            CompoundReason::Remoteness(_) => DecidedBy::Remoteness,
            CompoundReason::Suspense(_) => DecidedBy::Suspense,
            CompoundReason::Outcomes(_) => DecidedBy::Outcomes,
            CompoundReason::LastOne(_) => DecidedBy::Last,
            CompoundReason::Foreclosed(_) => DecidedBy::Foreclosed,
            CompoundReason::Search(_) => DecidedBy::Search,
        }
    }
}

/// In which positions a move is made, and when the game is over.
pub(crate) fn how_played(rule: Compound) -> String {
    let until = match rule.ends {
        Ends::Short => ", until one is over",
        _ => ", until all are over",
    };
    match (rule.moves_in, rule.ends) {
        (MovesIn::All, Ends::Long) => "A move is made in each position that is not over, until all are.".to_owned(),
        (MovesIn::All, _) => "A move is made in each of them, until one is over.".to_owned(),
        (MovesIn::Pass, _) => "Once in the game a player may pass, as long as there is a move.".to_owned(),
        (MovesIn::Some, _) => format!("A move is made in one or more of them{until}."),
        (MovesIn::Exactly(count), Ends::Unmovable) => {
            format!("A move is made in exactly {count} of them, as long as so many are not over.")
        }
        (MovesIn::Exactly(count), Ends::Long) => {
            format!("A move is made in exactly {count} of them, or in all if fewer are not over{until}.")
        }
        (MovesIn::Exactly(count), Ends::Short) => format!("A move is made in exactly {count} of them{until}."),
    }
}

impl ByComponents {
    /// Adds who wins, and why.
    pub(crate) fn write(&self, document: &mut Document, who: &str, starts: Option<u8>) {
        let starts = starts.map_or(String::new(), |starts| format!(", and player {starts} starts"));
        let play = if self.convention.is_misere() { " in misère play" } else { "" };
        document.line(vec![verdict(who), plain(format!("{play}: {}{starts}.", self.reason()))]);
        self.write_lengths(document);
    }

    /// Adds what is known of each component.
    pub(crate) fn write_lengths(&self, document: &mut Document) {
        self.lengths().into_iter().for_each(|line| document.line(line));
    }

    pub(crate) fn reason(&self) -> String {
        let moves = self.components.iter().filter_map(|component| component.moves);
        let parity = |moves: u32| if moves.is_multiple_of(2) { "even" } else { "odd" };
        let alone = |outcome: Outcome| {
            let found = self.components.iter().filter(|component| component.outcome == Some(outcome));
            found.map(|component| component.position.to_string()).collect::<Vec<_>>()
        };
        if self.components.is_empty() {
            return "there is no position, and so no move".to_owned();
        }
        match self.decided_by {
            DecidedBy::Remoteness => {
                let least = moves.min().unwrap_or(0);
                format!("the game is over when one of them is, and the least remoteness, {least}, is {}", parity(least))
            }
            DecidedBy::Suspense => {
                let most = moves.max().unwrap_or(0);
                format!("the game is over when all of them are, and the largest suspense, {most}, is {}", parity(most))
            }
            DecidedBy::Outcomes => {
                let (before, play) = if self.convention.is_misere() {
                    ("two or more of them are not over, and ", " in normal play")
                } else {
                    ("", "")
                };
                match &alone(Outcome::N)[..] {
                    [] => format!("{before}each of them is lost{play}"),
                    [one] => format!("{before}{one} is won{play}"),
                    [won @ .., last] => format!("{before}{} and {last} are won{play}", won.join(", ")),
                }
            }
            DecidedBy::Last => match (&alone(Outcome::N)[..], &alone(Outcome::P)[..]) {
                ([one], _) => format!("only {one} is not over, and it is won"),
                (_, [one]) => format!("only {one} is not over, and it is lost"),
                _ => "all of them are over, and the other player made the last move".to_owned(),
            },
            DecidedBy::Foreclosed => self.foreclosed(),
            DecidedBy::Search => match self.outcome {
                Outcome::N => "found by search: there is a move after which the other player loses".to_owned(),
                Outcome::P => "found by search: every move has an answer that wins".to_owned(),
                Outcome::D => "found by search: no move wins, and one is not answered by a win".to_owned(),
            },
        }
    }

    /// How foreclosed values decide.
    fn foreclosed(&self) -> String {
        let ended = |moves| {
            let found = self.components.iter().filter(move |component| component.moves == Some(moves));
            found.map(|component| component.position.to_string()).collect::<Vec<_>>()
        };
        if let [over, ..] = &ended(0)[..] {
            return format!("{over} is over, and with it the game");
        }
        if let [one, ..] = &ended(1)[..] {
            return format!("a move ends {one}, and with it the game");
        }
        let values: Vec<Nimber> = self.components.iter().filter_map(|component| component.value).collect();
        let total: Nimber = values.iter().copied().collect();
        let is_null = if total.is_zero() { "is 0" } else { "is not 0" };
        format!("the nim-sum of the foreclosed values, {total}, {is_null}")
    }

    /// Why what decides does so.
    pub(crate) fn theorem(&self) -> &'static str {
        match self.decided_by {
            DecidedBy::Remoteness => {
                "A move is made in every position, so each one goes on by itself, until the first is over. Who wins there \
                 hurries, and the other player delays: the position is over after as many moves as its remoteness says. \
                 The least one decides: who makes the last move there makes it everywhere (Smith, 1966)."
            }
            DecidedBy::Suspense => {
                "A move is made in every position that is not over, so each one goes on by itself, and the last one \
                 decides. Who wins there delays, and the other player hurries: the position is over after as many moves as \
                 its suspense says. The largest one decides (Smith, 1966)."
            }
            DecidedBy::Outcomes if self.convention.is_misere() => {
                "A move is made in as many positions as the player wishes. While two or more are not over, misère play is \
                 like normal play: a player who can move wins exactly if one of the positions is won in normal play \
                 (Winning Ways, chapter 9)."
            }
            DecidedBy::Outcomes => {
                "A move is made in as many positions as the player wishes. Who can win some of them makes a winning move \
                 in each of these at once. If all are lost, every move leaves one that is won (Smith, 1966)."
            }
            DecidedBy::Last => "The others are over, so it is played as if it were alone.",
            DecidedBy::Foreclosed if self.convention.is_misere() => {
                "A move is made in one position, and who ends one loses. Without the moves that end one, play is that of a \
                 sum: the foreclosed value of a position is the mex of those of its other options (On Numbers and Games, \
                 chapter 14)."
            }
            DecidedBy::Foreclosed => {
                "A move is made in one position, and who ends one wins. So nobody leaves a position that the other player \
                 can end. Without such moves, play is that of a sum: the foreclosed value of a position is the mex of those \
                 of its other options (On Numbers and Games, chapter 14)."
            }
            DecidedBy::Search => "All moves were tried.",
        }
    }

    /// `Remoteness: Nim(3) 1, Nim(4) 1.`, where it is known of each
    pub(crate) fn lengths(&self) -> Option<Line> {
        let name = match self.decided_by {
            _ if self.components.is_empty() => return None,
            DecidedBy::Remoteness => "Remoteness",
            DecidedBy::Suspense => "Suspense",
            DecidedBy::Foreclosed if self.components.iter().all(|component| component.value.is_some()) => {
                "Foreclosed values"
            }
            _ => return None,
        };
        let one = |component: &PlayedComponent| match component.value {
            Some(value) => format!("{} {value}", component.position),
            None => format!("{} {}", component.position, thousands(u128::from(component.moves.unwrap_or(0)))),
        };
        let all: Vec<String> = self.components.iter().map(one).collect();
        Some(vec![muted(format!("{name}: {}.", all.join(", ")))])
    }
}
