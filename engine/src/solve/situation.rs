//! What lies before the players, the moves they can make, and lists of moves.

use std::borrow::Cow;
use std::sync::Arc;

use crate::game::{Binding, Component, Sum};
use crate::nim::{Convention, GrundyValue, Outcome};

/// What lies before the players: a sum, perhaps beside it components to which the player to move is bound, and the convention by
/// which they play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Situation {
    /// The components to which nobody is bound.
    pub rest: Sum,
    /// The player to move must move in one of these.
    pub bound: Option<Sum>,
    /// Who wins at the end.
    pub convention: Convention,
}

/// A move in one component.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Move {
    /// The index of the part in which it is made, among those in which the player may move.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub part: usize,
    /// The component in which it is made.
    pub from: Component,
    /// What it leaves of the component.
    pub to: Arc<Sum>,
    /// What it obliges the players to do next.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Binding::is_free"))]
    pub binding: Binding,
    /// The value of what it leaves; `None` in misère play, and where only the winner was searched for.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub value: Option<GrundyValue>,
    /// The value of the whole afterwards; `None` in misère play, and where it is not 0 and only the winner was searched for.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub total: Option<GrundyValue>,
    /// P if the player who makes it wins with best play, D if that player keeps a draw, N if the other player wins.
    pub outcome: Outcome,
    /// Where play may never end: how many moves are made afterwards if the winner hurries and the loser delays; `None` in a draw,
    /// and where too many positions can be reached.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub remoteness: Option<u32>,
}

/// The number of moves, and as many of them as were asked for.
#[derive(Clone, Debug, Default)]
pub struct MovesFound {
    /// How many moves there are; a move in one of several copies counts for each copy, unless play may never end.
    pub total: u128,
    /// How many of them win.
    pub winning: u128,
    /// How many of them keep a draw.
    pub drawing: u128,
    /// Moves that win: where play may never end, first those after which it ends soonest by the winner's measure.
    pub winners: Vec<Move>,
    /// Moves that keep a draw.
    pub drawers: Vec<Move>,
    /// Moves that lose.
    pub losers: Vec<Move>,
}

impl Situation {
    /// A sum in which nobody is bound.
    pub fn of(sum: &Sum, convention: Convention) -> Situation {
        Situation { rest: sum.clone(), bound: None, convention }
    }

    /// A sum in misère play.
    pub fn misere(sum: &Sum) -> Situation {
        Situation::of(sum, Convention::Misere)
    }

    /// The same, played by this convention.
    #[must_use]
    pub fn by(&self, convention: Convention) -> Situation {
        Situation { convention, ..self.clone() }
    }

    /// Does a move in some component bind the players, or is one of them bound?
    pub fn binds(&self) -> bool {
        self.bound.is_some() || self.rest.binds()
    }

    /// All components.
    pub fn whole(&self) -> Sum {
        match &self.bound {
            None => self.rest.clone(),
            Some(bound) => self.rest.plus(bound).without_empty_heaps(),
        }
    }

    /// The components in which the player to move may move, and those beside them.
    pub fn movable(&self) -> (&Sum, Sum) {
        match &self.bound {
            None => (&self.rest, Sum::default()),
            Some(bound) => (bound, self.rest.clone()),
        }
    }

    /// What is left after a move in the part with this index of the components in which one may move.
    pub fn after(&self, index: usize, to: &Sum, binding: Binding) -> Situation {
        let (movable, beside) = self.movable();
        let left = |to: &Sum| beside.plus(&movable.after(index, to));
        match binding {
            Binding::Reply => Situation { rest: left(&Sum::default()), bound: Some(to.clone()), ..*self },
            _ => Situation { rest: left(to).without_empty_heaps(), bound: None, ..*self },
        }
    }
}

/// In normal play.
impl From<Sum> for Situation {
    fn from(sum: Sum) -> Situation {
        Situation { rest: sum, ..Situation::default() }
    }
}

/// In normal play.
impl From<&Sum> for Situation {
    fn from(sum: &Sum) -> Situation {
        Situation::from(sum.clone())
    }
}

impl<'a> From<&'a Situation> for Cow<'a, Situation> {
    fn from(situation: &'a Situation) -> Cow<'a, Situation> {
        Cow::Borrowed(situation)
    }
}

impl From<Situation> for Cow<'_, Situation> {
    fn from(situation: Situation) -> Self {
        Cow::Owned(situation)
    }
}

/// In normal play.
impl From<Sum> for Cow<'_, Situation> {
    fn from(sum: Sum) -> Self {
        Cow::Owned(sum.into())
    }
}

/// In normal play.
impl From<&Sum> for Cow<'_, Situation> {
    fn from(sum: &Sum) -> Self {
        Cow::Owned(sum.into())
    }
}

impl Move {
    /// A move that binds nobody and of which only this is known.
    pub(super) fn new(part: usize, from: &Component, to: Arc<Sum>, outcome: Outcome) -> Move {
        let from = from.clone();
        Move { part, from, to, binding: Binding::Free, value: None, total: None, outcome, remoteness: None }
    }

    /// Does the player who makes it win with best play?
    pub fn wins(&self) -> bool {
        self.outcome == Outcome::P
    }
}

impl MovesFound {
    /// All moves that were kept: those that win first, then those that keep a draw.
    pub fn all(&self) -> impl Iterator<Item = &Move> {
        self.winners.iter().chain(&self.drawers).chain(&self.losers)
    }

    /// The outcome of what they are moves of.
    pub fn outcome(&self, convention: Convention) -> Outcome {
        match (self.winning, self.drawing, self.total) {
            (0, 0, 0) => convention.at_the_end(),
            (0, 0, _) => Outcome::P,
            (0, ..) => Outcome::D,
            _ => Outcome::N,
        }
    }

    /// Counts a move with this outcome that can be made in so many copies, and keeps it unless `shown` like it are kept.
    pub(super) fn count(&mut self, outcome: Outcome, copies: u128, shown: usize, made: impl FnOnce() -> Move) {
        let (counted, list) = match outcome {
            Outcome::P => (&mut self.winning, &mut self.winners),
            Outcome::D => (&mut self.drawing, &mut self.drawers),
            Outcome::N => (&mut 0, &mut self.losers),
        };
        self.total += copies;
        *counted += copies;
        if list.len() < shown {
            list.push(made());
        }
    }

    /// Counts the moves in a nim-heap of this size, of which those to the sizes in `winners` win, in so many copies, and keeps
    /// `shown` of each kind.
    pub(super) fn count_nim_heap(
        &mut self,
        size: u64,
        winners: &[u64],
        copies: u128,
        shown: usize,
        made: impl Fn(u64) -> Move,
    ) {
        self.total += copies * u128::from(size);
        self.winning += copies * winners.len() as u128;
        let room = shown.saturating_sub(self.winners.len());
        self.winners.extend(winners.iter().take(room).map(|smaller| made(*smaller)));
        let room = shown.saturating_sub(self.losers.len());
        self.losers.extend((0..size).rev().filter(|smaller| !winners.contains(smaller)).take(room).map(made));
    }

    /// The same with nothing said of the values of the whole.
    #[must_use]
    pub(super) fn without_totals(mut self) -> MovesFound {
        self.winners.iter_mut().for_each(|made| made.total = None);
        self
    }

    /// The same with at most so many of each kind.
    #[must_use]
    pub(super) fn cut(mut self, shown: usize) -> MovesFound {
        self.winners.truncate(shown);
        self.losers.truncate(shown);
        self
    }
}

/// P for a move that wins, N for one that loses.
pub(super) fn outcome_if(wins: bool) -> Outcome {
    if wins { Outcome::P } else { Outcome::N }
}
