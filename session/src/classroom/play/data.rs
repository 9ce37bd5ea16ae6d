//! The reports of `play`, as data.

use std::cmp::Ordering;

use grundy_engine::game::{Binding, Component, Compound, Sum};
use grundy_engine::nim::{Convention, GrundyValue, Outcome};
use grundy_engine::solve::{Move, Situation};
use serde::Serialize;
use serde::ser::Serializer;

use crate::show::json;
use crate::verbs::explain::data::Explanation;
use crate::verbs::position::data::Analysis;

/// A player in `play`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Player {
    /// The user, against the machine.
    You,
    Machine,
    /// If two people play without the machine: the one who begins, and the other.
    One,
    Two,
}

impl Player {
    pub fn other(self) -> Player {
        match self {
            Player::You => Player::Machine,
            Player::Machine => Player::You,
            Player::One => Player::Two,
            Player::Two => Player::One,
        }
    }

    /// Of two people, which one.
    pub fn number(self) -> Option<u8> {
        match self {
            Player::You | Player::Machine => None,
            Player::One => Some(1),
            Player::Two => Some(2),
        }
    }
}

/// A move that can be made: from a component to what it leaves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    pub from: Component,
    pub to: Sum,
    /// What it obliges the players to do next.
    #[serde(skip_serializing_if = "Binding::is_free")]
    pub binding: Binding,
    /// The whole position afterwards.
    #[serde(serialize_with = "whole")]
    pub after: Situation,
}

impl Choice {
    /// What is left of the component, which is never nothing.
    pub fn leaves(&self) -> &Sum {
        if self.after.rest.parts.is_empty() { &self.to } else { &self.after.rest }
    }

    /// The component in which it is made, or of a compound those in which one is made.
    pub fn moved_in(&self) -> String {
        match moved(&self.from, &self.to) {
            moved if moved.is_empty() => self.from.to_string(),
            moved => moved.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        }
    }
}

/// The components of a compound in which a move is made; none elsewhere.
pub fn moved<'p>(from: &'p Component, to: &'p Sum) -> Vec<&'p Sum> {
    let (Component::Position(before), Some(after)) = (from, to.as_compound()) else { return Vec::new() };
    before.moved_to(after).map(|(from, _)| from).collect()
}

fn level_name<S: Serializer>(level: &Option<Level>, to: S) -> Result<S::Ok, S::Error> {
    level.map(|level| level.name).serialize(to)
}

/// All components, whether a player is bound to some or not.
fn whole<S: Serializer>(sum: &Situation, to: S) -> Result<S::Ok, S::Error> {
    sum.whole().serialize(to)
}

/// The moves that can be made.
#[derive(Clone, Debug, Serialize)]
pub struct Choices {
    /// The first of them, with letters if these are all.
    #[serde(rename = "moves")]
    pub shown: Vec<Choice>,
    /// Whether there are more than are shown.
    pub more: bool,
}

/// A move that was made.
#[derive(Clone, Debug, Serialize)]
pub struct Played {
    pub by: Player,
    #[serde(flatten)]
    pub choice: Choice,
    /// The value of the position afterwards; `None` in misère play, where a player is bound, and where it takes a long search to
    /// find it.
    pub value: Option<GrundyValue>,
    /// P if the player who made the move wins then, D if nobody does.
    pub outcome: Outcome,
    /// A move that would have won, if this one gave the win away, or else would have kept the draw.
    pub better: Option<Move>,
}

/// How well the machine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Level {
    #[serde(rename = "level")]
    pub name: &'static str,
    /// It decides which moves are made at random; `None` where every move is the best that the machine finds.
    pub seed: Option<u64>,
    /// How many of [`Level::OF`] moves the machine makes at random, on average.
    #[serde(skip)]
    pub mistakes: u64,
}

/// The letters of moves in a list. `q` leaves the game.
pub(super) const LETTERS: &[u8; 25] = b"abcdefghijklmnoprstuvwxyz";

/// The letters of the move at this place of a list, counted from 0: a, b, …, z, aa, ab, …
pub fn letters(place: usize) -> String {
    let before = place.checked_div(LETTERS.len()).and_then(|round| round.checked_sub(1)).map(letters);
    before.unwrap_or_default() + char::from(LETTERS[place % LETTERS.len()]).encode_utf8(&mut [0; 4])
}

/// The levels, the weakest first: the name, the mistakes, and the probability with which a player who always moves at random should win,
/// which a test measures.
const LEVELS: [(&str, u64, Option<f64>); 3] =
    [("easy", 12, Some(1.0 / 3.0)), ("medium", 4, Some(1.0 / 8.0)), (Level::HARD.name, 0, None)];

impl Level {
    pub const HARD: Level = Level { name: "hard", seed: None, mistakes: 0 };
    /// The number of moves out of which the mistakes are made.
    pub const OF: u64 = 20;

    pub fn names() -> [&'static str; 3] {
        LEVELS.map(|level| level.0)
    }

    /// The level of this name; `None` if there is no such level. The default seed is 1.
    pub fn named(name: &str, seed: Option<u64>) -> Option<Level> {
        let (name, mistakes, rate) = LEVELS.into_iter().find(|level| level.0 == name.to_lowercase())?;
        Some(Level { name, seed: rate.map(|_| seed.unwrap_or(1)), mistakes })
    }

    fn place(self) -> usize {
        LEVELS.iter().position(|level| level.0 == self.name).unwrap_or(LEVELS.len() - 1)
    }

    /// How often a player who always moves at random should win; `None` for the level without mistakes.
    pub fn target_win_rate(self) -> Option<f64> {
        LEVELS[self.place()].2
    }

    /// The one of two levels at which the machine plays worse.
    #[must_use]
    pub fn weaker(self, other: Level) -> Level {
        if other.place() < self.place() { other } else { self }
    }
}

/// A report of `play`.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum PlayReport {
    /// A player is to move.
    Turn(PlayTurn),
    /// A line was not taken for a move; the moves that there are follow.
    Refused {
        #[serde(rename = "typed")]
        line: String,
        why: Refusal,
        #[serde(flatten)]
        choices: Choices,
    },
    Hint(PlayHint),
    Why(Box<Reason>),
    Level {
        #[serde(flatten)]
        level: Level,
        /// Is the user lost from the start against perfect play?
        #[serde(skip)]
        is_lost: bool,
    },
    Moves(Choices),
    Help,
    NothingToUndo,
    /// The user asks why the machine made its move, but it has made none; a hint follows.
    NothingToExplain,
    Over(Record),
    /// The user has left a game that is not over.
    Left,
}

#[derive(Clone, Debug, Serialize)]
pub struct PlayTurn {
    #[serde(rename = "misere")]
    pub convention: Convention,
    /// Whose turn it is: the user's, or that of one of two people.
    pub to_move: Player,
    /// Shown in the first turn, unless it is `Hard`.
    #[serde(skip)]
    pub level: Level,
    /// In the first turn of such a level: is the user lost from the start against perfect play?
    #[serde(skip)]
    pub is_lost: bool,
    /// In the first turn: who begins, and the position at the start.
    #[serde(flatten, serialize_with = "json::begin")]
    pub opening: Option<(Player, Sum)>,
    /// Whether moves have been taken back.
    pub undone: bool,
    /// The moves since the last report.
    pub moved: Vec<Played>,
    #[serde(serialize_with = "whole")]
    pub position: Situation,
    /// Does the same player move again?
    #[serde(skip_serializing_if = "is_false")]
    pub again: bool,
    /// The components to which the player is bound, who must reply there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<Sum>,
    #[serde(flatten)]
    pub choices: Choices,
    /// On a page: the moves in each of the positions that are played at once.
    #[serde(skip)]
    pub each: Vec<Choices>,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// Why a line was not taken for a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// It is read as a move, but the rules do not allow it.
    Illegal,
    /// No move of the list has this letter.
    NoSuchLetter,
    /// It fits several moves.
    Several(#[serde(skip)] Vec<Choice>),
    /// It moves in more or in fewer of the positions that are played at once than a move does.
    OfOthers(#[serde(skip)] Compound),
    /// It does not have the form of a move.
    Unread,
    /// There is no such level, or two people play, so that no level applies.
    NoLevel,
    /// It names a player.
    Side,
    /// It is a statement that does more than ask.
    NotAQuestion,
}

/// A hint in one of three stages: who can win and how to tell; in which component; by which move.
#[derive(Clone, Debug)]
pub struct PlayHint {
    /// From 1 to 3.
    pub stage: u8,
    pub position: Situation,
    /// What is known of all to which nobody is bound.
    pub found: Analysis,
    /// A move that wins, or else one that keeps a draw.
    pub best: Option<Move>,
}

/// The JSON of a hint tells no more than its stage does.
impl PlayHint {
    /// The value of all to which nobody is bound, where it is a nimber or moves bind.
    pub fn value(&self) -> Option<&GrundyValue> {
        self.found.value.as_ref().filter(|_| self.found.way_back.is_none())
    }
}

impl Serialize for PlayHint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Told<'a> {
            stage: u8,
            #[serde(serialize_with = "whole")]
            position: &'a Situation,
            #[serde(skip_serializing_if = "Option::is_none")]
            bound: Option<&'a Sum>,
            value: Option<&'a GrundyValue>,
            can_win: bool,
            can_draw: bool,
            from: Option<MovedIn<'a>>,
            r#move: Option<&'a Move>,
        }
        /// The component in which a move is made, or all of them.
        #[derive(Serialize)]
        #[serde(untagged)]
        enum MovedIn<'a> {
            One(&'a Component),
            Several(Vec<&'a Sum>),
        }
        let best = self.best.as_ref();
        let told = Told {
            stage: self.stage,
            position: &self.position,
            bound: self.position.bound.as_ref(),
            value: self.value(),
            can_win: best.is_some_and(Move::wins),
            can_draw: best.is_some_and(|best| !best.wins()),
            from: best.filter(|_| self.stage > 1).map(|best| match moved(&best.from, &best.to) {
                none if none.is_empty() => MovedIn::One(&best.from),
                several => MovedIn::Several(several),
            }),
            r#move: best.filter(|_| self.stage > 2),
        };
        told.serialize(serializer)
    }
}

/// Why the machine made its last move.
#[derive(Clone, Debug, Serialize)]
pub struct Reason {
    /// The machine's move.
    #[serde(rename = "move")]
    pub choice: Choice,
    pub how: Chosen,
    pub explanation: GivenReason,
}

/// The explanation of the position before a move.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum GivenReason {
    Explained(Box<Explanation>),
    /// Moves bind: the value of all that the move leaves.
    Binding(GrundyValue),
}

/// How the machine chose a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Chosen {
    Winning,
    /// In a draw: a move that keeps it.
    Drawing,
    /// In a lost position: the move to which the smallest share of the answers wins.
    Hardest(#[serde(skip)] AnswerCount),
    /// In a lost position: the move after which the game can last longest, for this many moves more.
    Longest(#[serde(skip)] u32),
    /// In a lost position of a game that is too large to be searched: the first move.
    Any,
    /// At random, as the level requires from time to time.
    Chance,
}

/// How many moves of a position win, and how many there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerCount {
    pub winning: u128,
    pub moves: u128,
}

impl AnswerCount {
    /// Compares the shares of the moves that win; the smaller share is `Less`.
    pub fn fewer(&self, other: &AnswerCount) -> Ordering {
        self.winning.saturating_mul(other.moves).cmp(&other.winning.saturating_mul(self.moves))
    }
}

/// A game that is over.
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    #[serde(rename = "position")]
    pub start: Sum,
    #[serde(rename = "misere")]
    pub convention: Convention,
    pub begins: Player,
    /// The value at the start; `None` in misère play, and where it takes a long search to find it.
    pub value: Option<GrundyValue>,
    /// The outcome of the position at the start.
    pub outcome: Outcome,
    pub moves: Vec<Played>,
    pub winner: Player,
    pub given_up: bool,
    /// The weakest level at which the machine has played; `None` if two people play.
    #[serde(serialize_with = "level_name")]
    pub level: Option<Level>,
    /// Whether a hint, a reason or an answer to a question was given.
    pub helped: bool,
    /// Whether moves have been taken back.
    pub undone: bool,
    /// What the loser had to reply to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<Sum>,
    /// The move that would have won, or kept the draw, when the game was given up.
    pub missed: Option<Move>,
}
