//! Positions that are played at once by another rule than a sum: `winner all of S(3), S(4)`; and the lengths of games that
//! decide some of them: `remoteness S(3)`, `suspense S(3)`.

use std::sync::Arc;

use grundy_engine::game::{Sum, Value};
use grundy_engine::nim::Outcome;
use grundy_engine::solve::{Compound, CompoundMove, CompoundReason, Ends, Length, MovesIn, Remoteness};
use serde::Serialize;

use crate::error::{Error, SemanticError};
use crate::lang::evaluate;
use crate::lang::session::Session;
use crate::show::document::{Document, Line, Role};
use crate::show::json;
use crate::show::phrase::{counted, muted, paragraph, piece, plain, sum, thousands, verdict};
use crate::show::report::Showable;
use crate::show::rows::Rows;
use crate::source::Span;
use crate::syntax::ast::{CompoundEnd, CompoundQuestion, CompoundVerb, MovesInWord};
use crate::verbs::position::moves::{rest, summary};
use crate::verbs::position::{AskedPosition, SHOWN, WRITTEN};

/// `winner all of S(3), S(4)`
#[derive(Clone, Debug, Serialize)]
pub struct CompoundReport {
    /// Is the theorem told that decides?
    #[serde(skip)]
    is_explained: bool,
    pub misere: bool,
    /// In how many of the positions a move is made: `all`, `some` or a number.
    pub moves_in: String,
    /// `short` or `long`, if it was said.
    pub end: Option<&'static str>,
    #[serde(flatten, serialize_with = "json::with_winner")]
    pub outcome: Outcome,
    pub components: Vec<PlayedComponent>,
    pub decided_by: DecidedBy,
    /// What a winning move, or in a draw one that keeps it, leaves of each component, null where it makes no move; null if there
    /// is none.
    #[serde(rename = "move")]
    pub winning: Option<Vec<Option<Arc<Sum>>>>,
}

/// A component of a compound, with what is known of it where that decides.
#[derive(Clone, Debug, Serialize)]
pub struct PlayedComponent {
    pub position: Sum,
    /// Its remoteness or its suspense.
    pub moves: Option<u32>,
    /// Its outcome, as if it were played alone.
    pub outcome: Option<Outcome>,
}

/// `moves all of S(3), S(4)` or `options all of S(3), S(4)`
#[derive(Clone, Debug, Serialize)]
pub struct CompoundMoveList {
    pub misere: bool,
    pub moves_in: String,
    pub end: Option<&'static str>,
    pub positions: Vec<Sum>,
    pub total: u64,
    pub winning: u64,
    /// The first of them: of `moves` the winning ones first.
    pub moves: Vec<MadeAtOnce>,
    #[serde(skip)]
    are_options: bool,
}

/// A move in several positions.
#[derive(Clone, Debug, Serialize)]
pub struct MadeAtOnce {
    /// What it leaves of each position, null where it makes no move.
    #[serde(rename = "move")]
    pub left: CompoundMove,
    pub wins: bool,
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
    Search,
}

/// `remoteness S(3)` or `suspense S(3)`.
#[derive(Clone, Debug, Serialize)]
pub struct LengthReport {
    pub position: Sum,
    pub misere: bool,
    pub moves: u32,
    pub outcome: Outcome,
    #[serde(skip)]
    pub length: Length,
}

/// Answers `winner all of A, B` and what is like it, but for a move in one of them: that is a sum.
pub(crate) fn compound(session: &mut Session, asked: &CompoundQuestion, at: Span) -> Result<CompoundReport, Error> {
    let (compound, components) = positions(session, asked, at)?;
    let found = session.solved(at, |solver| solver.compound(compound, &components, asked.misere))?;
    session.set_ans(match asked.verb {
        CompoundVerb::Outcome => Value::Outcome(found.outcome),
        _ => Value::winner(found.outcome),
    });
    let decided_by = match &found.reason {
        CompoundReason::Remoteness(_) => DecidedBy::Remoteness,
        CompoundReason::Suspense(_) => DecidedBy::Suspense,
        CompoundReason::Outcomes(_) => DecidedBy::Outcomes,
        CompoundReason::LastOne(_) => DecidedBy::Last,
        CompoundReason::Search(_) => DecidedBy::Search,
    };
    let component = |(index, position): (usize, Sum)| PlayedComponent {
        position,
        moves: match &found.reason {
            CompoundReason::Remoteness(moves) | CompoundReason::Suspense(moves) => moves.get(index).copied(),
            _ => None,
        },
        outcome: match &found.reason {
            CompoundReason::Outcomes(outcomes) => outcomes.get(index).copied(),
            CompoundReason::LastOne(last) if *last == Some(index) => Some(found.outcome),
            _ => None,
        },
    };
    Ok(CompoundReport {
        is_explained: asked.verb == CompoundVerb::Explain,
        misere: asked.misere,
        moves_in: moves_in(asked),
        end: asked.end.map(CompoundEnd::word),
        outcome: found.outcome,
        components: components.into_iter().enumerate().map(component).collect(),
        decided_by,
        winning: found.winning,
    })
}

/// The rule of a compound, and its components.
fn positions(session: &mut Session, asked: &CompoundQuestion, at: Span) -> Result<(Compound, Vec<Sum>), Error> {
    let mut components = Vec::new();
    for part in &asked.parts {
        components.push(evaluate::position(&mut session.names, &mut session.solver, part)?);
    }
    Ok((played(asked, components.len(), at)?, components))
}

/// In how many of the positions a move is made: `all`, `some` or a number.
fn moves_in(asked: &CompoundQuestion) -> String {
    match asked.moves_in {
        MovesInWord::All => "all".to_owned(),
        MovesInWord::Some => "some".to_owned(),
        MovesInWord::One => "1".to_owned(),
        MovesInWord::Number(count) => count.to_string(),
    }
}

/// Answers `moves all of A, B` and `options all of A, B`.
pub(crate) fn moves(session: &mut Session, asked: &CompoundQuestion, at: Span) -> Result<CompoundMoveList, Error> {
    let (compound, positions) = positions(session, asked, at)?;
    let most = if session.lists_all { WRITTEN } else { SHOWN };
    let (misere, in_order) = (asked.misere, asked.verb == CompoundVerb::Options);
    let found = session.solved(at, |solver| solver.compound_moves(compound, &positions, misere, most, in_order))?;
    let moves = found.shown.into_iter().map(|(left, wins)| MadeAtOnce { left, wins }).collect();
    Ok(CompoundMoveList {
        misere,
        moves_in: moves_in(asked),
        end: asked.end.map(CompoundEnd::word),
        positions,
        total: found.total,
        winning: found.winning,
        moves,
        are_options: in_order,
    })
}

/// The rule of a compound of so many components.
fn played(asked: &CompoundQuestion, components: usize, at: Span) -> Result<Compound, Error> {
    let moves_in = match asked.moves_in {
        MovesInWord::All => MovesIn::All,
        MovesInWord::Some => MovesIn::Some,
        MovesInWord::One => MovesIn::Exactly(1),
        MovesInWord::Number(count) => match usize::try_from(count) {
            Ok(count) if (1..=components).contains(&count) => MovesIn::Exactly(count),
            _ => return Err(Error::new(SemanticError::CompoundOfFew { count, components }, at)),
        },
    };
    let ends = match asked.end {
        None => Ends::Unmovable,
        Some(CompoundEnd::Short) => Ends::Short,
        Some(CompoundEnd::Long) => Ends::Long,
    };
    Ok(Compound { moves_in, ends })
}

/// Answers `remoteness S(3)` or `suspense S(3)`.
pub(crate) fn length(session: &mut Session, length: Length, asked: AskedPosition) -> Result<LengthReport, Error> {
    let AskedPosition { sum: position, misere, at, .. } = asked;
    let Remoteness { outcome, moves } = session.solved(at, |solver| solver.game_length(length, &position, misere))?;
    session.set_ans(Value::Integer(moves.into()));
    Ok(LengthReport { position, misere, moves, outcome, length })
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
        let play = if self.misere { "in misère play " } else { "" };
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

impl Showable for CompoundMoveList {
    fn kind(&self) -> &'static str {
        "compound_moves"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        let (total, winning) = (self.total.into(), self.winning.into());
        document.line(vec![verdict(match self.are_options && total > 0 {
            true => format!("{}:", counted(total, "option", "options")),
            false => summary(total, winning, self.misere),
        })]);
        let line = |made: &MadeAtOnce| {
            let mark = if made.wins { piece(Role::Good, "wins ") } else { muted("loses") };
            [vec![plain("  "), mark, plain("  ")], changes(self.positions.iter(), &made.left)].concat()
        };
        let mut lines: Vec<Line> = self.moves.iter().map(line).collect();
        lines.extend(rest(total, self.moves.len()));
        document.drawing(lines);
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["move", "wins"], &self.moves))
    }
}

/// `Nim(3) → Nim(1), Nim(4) → Nim(0)`
fn changes<'p>(positions: impl Iterator<Item = &'p Sum>, left: &[Option<Arc<Sum>>]) -> Line {
    let mut line = Vec::new();
    for (from, to) in positions.zip(left).filter_map(|(from, to)| Some((from, to.as_ref()?))) {
        if !line.is_empty() {
            line.push(plain(", "));
        }
        line.extend([sum(from), plain(" "), piece(Role::Good, "→"), plain(" "), sum(to)]);
    }
    line
}

impl Showable for CompoundReport {
    fn kind(&self) -> &'static str {
        "compound"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        let who = match self.outcome {
            Outcome::N => "First player wins",
            Outcome::P => "Second player wins",
            Outcome::D => "Draw",
        };
        let play = if self.misere { " in misère play" } else { "" };
        document.line(vec![verdict(who), plain(format!("{play}: {}.", self.reason()))]);
        if let Some(line) = self.lengths() {
            document.line(line);
        }
        if let Some(left) = &self.winning {
            document.line(self.made(left));
        }
        if self.is_explained {
            paragraph(&mut document, vec![plain(self.theorem())]);
        }
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["position", "moves", "outcome"], &self.components).in_part())
    }
}

impl CompoundReport {
    fn reason(&self) -> String {
        let moves = self.components.iter().filter_map(|component| component.moves);
        let parity = |moves: u32| if moves.is_multiple_of(2) { "even" } else { "odd" };
        let alone = |outcome: Outcome| {
            let found = self.components.iter().filter(|component| component.outcome == Some(outcome));
            found.map(|component| component.position.to_string()).collect::<Vec<_>>()
        };
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
                let (before, play) =
                    if self.misere { ("two or more of them are not over, and ", " in normal play") } else { ("", "") };
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
            DecidedBy::Search => match self.outcome {
                Outcome::N => "found by search: there is a move after which the other player loses".to_owned(),
                Outcome::P => "found by search: every move has an answer that wins".to_owned(),
                Outcome::D => "found by search: no move wins, and one is not answered by a win".to_owned(),
            },
        }
    }

    /// Why what decides does so.
    fn theorem(&self) -> &'static str {
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
            DecidedBy::Outcomes if self.misere => {
                "A move is made in as many positions as the player wishes. While two or more are not over, misère play is \
                 like normal play: a player who can move wins exactly if one of the positions is won in normal play \
                 (Winning Ways, chapter 9)."
            }
            DecidedBy::Outcomes => {
                "A move is made in as many positions as the player wishes. Who can win some of them makes a winning move \
                 in each of these at once. If all are lost, every move leaves one that is won (Smith, 1966)."
            }
            DecidedBy::Last => "The others are over, so it is played as if it were alone.",
            DecidedBy::Search => "All moves were tried.",
        }
    }

    /// `Remoteness: Nim(3) 1, Nim(4) 1.`
    fn lengths(&self) -> Option<Line> {
        let name = match self.decided_by {
            DecidedBy::Remoteness => "Remoteness",
            DecidedBy::Suspense => "Suspense",
            _ => return None,
        };
        let one = |component: &PlayedComponent| {
            format!("{} {}", component.position, thousands(u128::from(component.moves.unwrap_or(0))))
        };
        let all: Vec<String> = self.components.iter().map(one).collect();
        Some(vec![muted(format!("{name}: {}.", all.join(", ")))])
    }

    fn made(&self, left: &[Option<Arc<Sum>>]) -> Line {
        let title = if self.outcome == Outcome::D { "Move that keeps the draw: " } else { "Winning move: " };
        let positions = self.components.iter().map(|component| &component.position);
        [vec![plain(title)], changes(positions, left), vec![plain(".")]].concat()
    }
}
