//! Positions that are reached from given ones by random moves. Exercises ask about them where the coordinates of a
//! game cannot be drawn, as those that are lists or graphs.

use std::sync::Arc;

use grundy_engine::game::{Component, Game, Position, Sum};
use rustc_hash::FxHashSet;

use crate::classroom::dialogue::rng::Rng;
use crate::error::Error;
use crate::lang::session::Session;
use crate::lang::{evaluate, library};
use crate::source::Span;
use crate::syntax::ast::{Expr, StatementKind};

/// How many games are played, from all given positions together.
const GAMES: usize = 48;
/// The most moves of such a game.
const LONGEST: usize = 60;
/// In a position with more moves than this, a random one of the first is made.
const MOVES: usize = 100;

impl Session {
    /// The position that an expression stands for; `None` if it is a sum or a nim-heap.
    pub(crate) fn start(&mut self, expr: &Expr) -> Result<Option<Position>, Error> {
        let sum = evaluate::position(&mut self.names, &mut self.solver, expr)?;
        Ok(match &sum.parts[..] {
            [part] if part.copies == 1 => of_game(&part.component).cloned(),
            _ => None,
        })
    }

    /// The positions of a game of which the library states values; empty if the user has defined the game.
    pub(crate) fn stated(&mut self, game: &Arc<Game>) -> Vec<Position> {
        let entry = library::entry(&game.name).filter(|_| self.names.own(&game.name).is_none());
        let stated = entry.and_then(|entry| entry.fact("Values")).unwrap_or_default();
        let mut positions = Vec::new();
        for written in stated.split("; ").filter_map(|fact| fact.split(" = ").next()) {
            for statement in self.read("<library>", written) {
                let Ok(StatementKind::Expression(expr)) = statement.map(|statement| statement.kind) else { continue };
                positions.extend(self.start(&expr).ok().flatten());
            }
        }
        positions
    }

    /// The positions that occur in random games from these, each once. Every session finds the same.
    pub(crate) fn reached(&mut self, starts: &[Position], at: Span) -> Result<Vec<Position>, Error> {
        let mut rng = Rng::new(1);
        let mut reached = Vec::new();
        let mut met = FxHashSet::default();
        for start in starts.iter().cycle().take(GAMES) {
            let mut now = Sum::position(start.clone());
            for _ in 0..LONGEST {
                for position in now.parts.iter().filter_map(|part| of_game(&part.component)) {
                    if met.insert(position.to_string()) {
                        reached.push(position.clone());
                    }
                }
                let mut choices = self.choices(&now, MOVES, at)?.shown;
                if choices.is_empty() {
                    break;
                }
                now = choices.swap_remove(rng.below(choices.len() as u64) as usize).after;
            }
        }
        Ok(reached)
    }
}

/// The position of a game that a component is; `None` for a nim-heap.
fn of_game(component: &Component) -> Option<&Position> {
    match component {
        Component::Position(position) => Some(position),
        _ => None,
    }
}
