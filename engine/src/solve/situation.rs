//! Sums in which a player may be bound, and their moves.

use std::sync::Arc;

use crate::game::{Binding, Component, Sum};
use crate::nim::{GrundyValue, Outcome};

/// A sum, and perhaps beside it components to which the player to move is bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoundSum {
    /// The components to which nobody is bound.
    pub rest: Sum,
    /// The player to move must move in one of these.
    pub bound: Option<Sum>,
}

/// A move in one component.
#[derive(Clone, Debug)]
pub struct GeneralMove {
    /// The index of the part in which it is made, among those in which the player may move.
    pub part: usize,
    /// The component in which it is made.
    pub from: Component,
    /// What it leaves of the component.
    pub to: Arc<Sum>,
    /// What it obliges the players to do next.
    pub binding: Binding,
    /// The values of what it leaves of the component, and of the whole position afterwards; `None` in misère play.
    pub values: Option<(GrundyValue, GrundyValue)>,
    /// P if the player who makes it wins with best play, D if that player keeps a draw, N if the other player wins.
    pub outcome: Outcome,
    /// How many moves are made afterwards if the winner hurries and the loser delays; `None` in a draw, where too many
    /// positions can be reached, and where moves bind.
    pub remoteness: Option<u32>,
    /// What is left, for the player who moves next.
    pub after: BoundSum,
}

/// The number of moves of a sum, and some of them.
#[derive(Clone, Debug, Default)]
pub struct GeneralMoves {
    /// How many moves there are.
    pub total: u128,
    /// How many of them win.
    pub winning: u128,
    /// How many of them keep a draw.
    pub drawing: u128,
    /// Moves that win: where play may never end, first those after which it ends soonest by the winner's measure.
    pub winners: Vec<GeneralMove>,
    /// Moves that keep a draw.
    pub drawers: Vec<GeneralMove>,
    /// Moves that lose.
    pub losers: Vec<GeneralMove>,
}

impl BoundSum {
    /// A sum in which nobody is bound.
    pub fn free(sum: Sum) -> BoundSum {
        BoundSum { rest: sum, bound: None }
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
    pub fn after(&self, index: usize, to: &Sum, binding: Binding) -> BoundSum {
        let (movable, beside) = self.movable();
        if binding != Binding::Reply {
            let left = movable.after(index, to);
            return BoundSum::free(beside.plus(&left).without_empty_heaps());
        }
        let rest = beside.plus(&movable.after(index, &Sum::default()));
        BoundSum { rest, bound: Some(to.clone()) }
    }
}

impl GeneralMove {
    /// Does the player who makes it win with best play?
    pub fn wins(&self) -> bool {
        self.outcome == Outcome::P
    }
}

impl GeneralMoves {
    /// All moves that were kept: those that win first, then those that keep a draw.
    pub fn all(&self) -> impl Iterator<Item = &GeneralMove> {
        self.winners.iter().chain(&self.drawers).chain(&self.losers)
    }
}
