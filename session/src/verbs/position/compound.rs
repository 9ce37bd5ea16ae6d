//! Who wins positions that are played at once, `all of S(3), S(4)`, and why: by what is known of each of them.

use std::sync::Arc;

use grundy_engine::game::{Compound, Ends, MovesIn, Sum};
use grundy_engine::nim::{Convention, Nimber, Outcome};
use grundy_engine::solve::{CompoundFound, CompoundReason, Foreclosed};
use serde::Serialize;

use crate::error::Error;
use crate::lang::session::Session;
use crate::show::document::{Document, Line, Role};
use crate::show::phrase::thousands;
use crate::show::told::{Tellable, Told, told};
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
pub(crate) fn how_played(rule: Compound) -> Told {
    match (rule.moves_in, rule.ends) {
        (MovesIn::All, Ends::Long) => told!("A move is made in each position that is not over, until all are."),
        (MovesIn::All, _) => told!("A move is made in each of them, until one is over."),
        (MovesIn::Pass, _) => told!("Once in the game a player may pass, as long as there is a move."),
        (MovesIn::Some, Ends::Short) => told!("A move is made in one or more of them, until one is over."),
        (MovesIn::Some, _) => told!("A move is made in one or more of them, until all are over."),
        (MovesIn::Exactly(n), Ends::Unmovable) => {
            told!("A move is made in exactly {n} of them, as long as so many are not over.", n)
        }
        (MovesIn::Exactly(n), Ends::Long) => {
            told!("A move is made in exactly {n} of them, or in all if fewer are not over, until all are over.", n)
        }
        (MovesIn::Exactly(n), Ends::Short) => told!("A move is made in exactly {n} of them, until one is over.", n),
    }
}

/// A reason, and which player starts if the statement says it.
pub(super) fn and_starts(why: impl Tellable, starts: Option<u8>) -> Line {
    match starts {
        Some(player) => told!("{why}, and player {player} starts", why, player).into_line(),
        None => why.into_line(),
    }
}

impl ByComponents {
    /// Adds who wins, and why.
    pub(crate) fn write(&self, document: &mut Document, who: Told, starts: Option<u8>) {
        let why = and_starts(self.reason(), starts);
        document.line(match self.convention {
            Convention::Misere => told!("**{who}** in misère play: {why}.", who, why),
            Convention::Normal => told!("**{who}**: {why}.", who, why),
        });
        self.write_lengths(document);
    }

    /// Adds what is known of each component.
    pub(crate) fn write_lengths(&self, document: &mut Document) {
        self.lengths().into_iter().for_each(|line| document.line(line));
    }

    pub(crate) fn reason(&self) -> Told {
        let moves = self.components.iter().filter_map(|component| component.moves);
        let alone = |outcome: Outcome| {
            let found = self.components.iter().filter(|component| component.outcome == Some(outcome));
            found.map(|component| component.position.to_string()).collect::<Vec<_>>()
        };
        if self.components.is_empty() {
            return told!("there is no position, and so no move");
        }
        match self.decided_by {
            DecidedBy::Remoteness => match moves.min().unwrap_or(0) {
                n if n.is_multiple_of(2) => {
                    told!("the game is over when one of them is, and the least remoteness, {n}, is even", n)
                }
                n => told!("the game is over when one of them is, and the least remoteness, {n}, is odd", n),
            },
            DecidedBy::Suspense => match moves.max().unwrap_or(0) {
                n if n.is_multiple_of(2) => {
                    told!("the game is over when all of them are, and the largest suspense, {n}, is even", n)
                }
                n => told!("the game is over when all of them are, and the largest suspense, {n}, is odd", n),
            },
            DecidedBy::Outcomes => {
                let who = match &alone(Outcome::N)[..] {
                    [] => told!("each of them is lost"),
                    [x] => told!("{x} is won", x),
                    [won @ .., y] => told!("{x} and {y} are won", x = won.join(", "), y),
                };
                match self.convention {
                    Convention::Misere => told!("two or more of them are not over, and {who} in normal play", who),
                    Convention::Normal => who,
                }
            }
            DecidedBy::Last => match (&alone(Outcome::N)[..], &alone(Outcome::P)[..]) {
                ([x], _) => told!("only {x} is not over, and it is won", x),
                (_, [x]) => told!("only {x} is not over, and it is lost", x),
                _ => told!("all of them are over, and the other player made the last move"),
            },
            DecidedBy::Foreclosed => self.foreclosed(),
            DecidedBy::Search => {
                let why = match self.outcome {
                    Outcome::N => told!("there is a move after which the other player loses"),
                    Outcome::P => told!("every move has an answer that wins"),
                    Outcome::D => told!("no move wins, and one is not answered by a win"),
                };
                told!("found by search: {why}", why)
            }
        }
    }

    /// How foreclosed values decide.
    fn foreclosed(&self) -> Told {
        let ended = |moves| {
            let found = self.components.iter().filter(move |component| component.moves == Some(moves));
            found.map(|component| component.position.to_string()).collect::<Vec<_>>()
        };
        if let [x, ..] = &ended(0)[..] {
            return told!("{x} is over, and with it the game", x);
        }
        if let [x, ..] = &ended(1)[..] {
            return told!("a move ends {x}, and with it the game", x);
        }
        let values: Vec<Nimber> = self.components.iter().filter_map(|component| component.value).collect();
        let n: Nimber = values.iter().copied().collect();
        match n.is_zero() {
            true => told!("the nim-sum of the foreclosed values, {n}, is 0", n),
            false => told!("the nim-sum of the foreclosed values, {n}, is not 0", n),
        }
    }

    /// Why what decides does so.
    pub(crate) fn theorem(&self) -> Told {
        match self.decided_by {
            DecidedBy::Remoteness => told!(
                "A move is made in every position, so each one goes on by itself, until the first is over. Who wins there \
                 hurries, and the other player delays: the position is over after as many moves as its remoteness says. \
                 The least one decides: who makes the last move there makes it everywhere (Smith, 1966)."
            ),
            DecidedBy::Suspense => told!(
                "A move is made in every position that is not over, so each one goes on by itself, and the last one \
                 decides. Who wins there delays, and the other player hurries: the position is over after as many moves as \
                 its suspense says. The largest one decides (Smith, 1966)."
            ),
            DecidedBy::Outcomes if self.convention.is_misere() => told!(
                "A move is made in as many positions as the player wishes. While two or more are not over, misère play is \
                 like normal play: a player who can move wins exactly if one of the positions is won in normal play \
                 (Winning Ways, chapter 9)."
            ),
            DecidedBy::Outcomes => told!(
                "A move is made in as many positions as the player wishes. Who can win some of them makes a winning move \
                 in each of these at once. If all are lost, every move leaves one that is won (Smith, 1966)."
            ),
            DecidedBy::Last => told!("The others are over, so it is played as if it were alone."),
            DecidedBy::Foreclosed if self.convention.is_misere() => told!(
                "A move is made in one position, and who ends one loses. Without the moves that end one, play is that of a \
                 sum: the foreclosed value of a position is the mex of those of its other options (On Numbers and Games, \
                 chapter 14)."
            ),
            DecidedBy::Foreclosed => told!(
                "A move is made in one position, and who ends one wins. So nobody leaves a position that the other player \
                 can end. Without such moves, play is that of a sum: the foreclosed value of a position is the mex of those \
                 of its other options (On Numbers and Games, chapter 14)."
            ),
            DecidedBy::Search => told!("All moves were tried."),
        }
    }

    /// `Remoteness: Nim(3) 1, Nim(4) 1.`, where it is known of each
    pub(crate) fn lengths(&self) -> Option<Told> {
        let one = |component: &PlayedComponent| match component.value {
            Some(value) => format!("{} {value}", component.position),
            None => format!("{} {}", component.position, thousands(u128::from(component.moves.unwrap_or(0)))),
        };
        let all = self.components.iter().map(one).collect::<Vec<_>>().join(", ");
        let told = match self.decided_by {
            _ if self.components.is_empty() => return None,
            DecidedBy::Remoteness => told!("Remoteness: {all}.", all),
            DecidedBy::Suspense => told!("Suspense: {all}.", all),
            DecidedBy::Foreclosed if self.components.iter().all(|component| component.value.is_some()) => {
                told!("Foreclosed values: {all}.", all)
            }
            _ => return None,
        };
        Some(told.looks(Role::Muted))
    }
}
