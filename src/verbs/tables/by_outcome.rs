//! `losing` and `winning`: the P-positions of a game, or its N-positions, as a list.

use std::sync::Arc;

use grundy_engine::game::{Game, Value};
use grundy_engine::nim::{Nimber, Outcome};

use crate::error::{Error, SemanticError};
use crate::lang::periods::heap_position;
use crate::lang::session::{Reply, Session};
use crate::source::Span;
use crate::syntax::ast;
use crate::verbs::tables::ask::{LAST, MOST_ENTRIES, is_on_boards};
use crate::verbs::tables::data::Solved;

impl Session {
    pub(crate) fn positions_by_outcome(
        &mut self,
        winning: bool,
        game: &ast::Expr,
        ranges: &[ast::Expr],
        misere: bool,
        span: Span,
    ) -> Result<Reply, Error> {
        let at = game.span;
        let game = self.names.subject_game(game)?;
        self.as_many_ranges(if winning { "winning" } else { "losing" }, &game, ranges, span)?;
        let mut sieve =
            Sieve { wanted: if winning { Outcome::N } else { Outcome::P }, at, found: Vec::new(), looked_at: 0 };
        match game.ruleset.arity() {
            1 if !is_on_boards(&game) => self.sift_heaps(&game, ranges.first(), misere, &mut sieve)?,
            _ => self.sift_tuples(&game, ranges, misere, &mut sieve)?,
        }
        let coordinates = (0..game.ruleset.arity()).map(|index| self.coordinate(&game, index)).collect();
        let positions: Arc<[Value]> = sieve.found.into();
        self.set_ans(Value::List(positions.clone()));
        let (looked_at, count) = (sieve.looked_at, positions.len() as u64);
        let solved = Solved { game, misere, outcome: sieve.wanted, looked_at, count, coordinates, positions };
        Ok(Reply::report(solved))
    }

    fn sift_heaps(
        &mut self,
        game: &Arc<Game>,
        range: Option<&ast::Expr>,
        misere: bool,
        sieve: &mut Sieve,
    ) -> Result<(), Error> {
        let at = sieve.at;
        let heaps = self.heaps(range, MOST_ENTRIES, LAST)?;
        if !misere {
            let entries = self.heap_values(game, heaps, at)?;
            return entries
                .iter()
                .try_for_each(|(heap, value)| self.sift(value, sieve, || Value::Integer(i128::from(heap))));
        }
        let goal = heaps.len() as u64;
        for (done, heap) in heaps.iter().enumerate() {
            self.count(done as u64, goal, at)?;
            let value = self.cell(&heap_position(game, heap), true, at)?;
            self.sift(value, sieve, || Value::Integer(i128::from(heap)))?;
        }
        Ok(())
    }

    /// The positions of the ranges, the last coordinate running fastest.
    fn sift_tuples(
        &mut self,
        game: &Arc<Game>,
        ranges: &[ast::Expr],
        misere: bool,
        sieve: &mut Sieve,
    ) -> Result<(), Error> {
        let at = sieve.at;
        let axes = self.axes(game, ranges, LAST, MOST_ENTRIES)?;
        let sizes = axes.iter().map(|axis| axis.members.len() as u128);
        let count = sizes.fold(1, u128::saturating_mul);
        if count > MOST_ENTRIES {
            return Err(Error::new(SemanticError::TooMany { what: "positions", count, limit: MOST_ENTRIES }, at));
        }
        let cells = self.all_cells(game, &axes, misere, at)?;
        for index in 0..cells.len() {
            self.sift(cells.get(index), sieve, || {
                let mut rest = index;
                let mut coordinates: Vec<Value> = Vec::with_capacity(axes.len());
                for axis in axes.iter().rev() {
                    coordinates.push(axis.members[rest % axis.members.len()].clone());
                    rest /= axis.members.len();
                }
                coordinates.reverse();
                match coordinates.len() {
                    1 => coordinates.remove(0),
                    _ => Value::Tuple(coordinates.into()),
                }
            })?;
        }
        Ok(())
    }

    /// Adds a position if it has the wanted outcome. `value` is that of `Session::cell`: `None` if there is no such
    /// position, and in misère play 0 for P and 1 for N.
    fn sift(
        &mut self,
        value: Option<Nimber>,
        sieve: &mut Sieve,
        position: impl FnOnce() -> Value,
    ) -> Result<(), Error> {
        let Some(value) = value else { return Ok(()) };
        sieve.looked_at += 1;
        if Outcome::of(value) != sieve.wanted {
            return Ok(());
        }
        self.solved(sieve.at, |solver| Ok(solver.budget().meter().push(&mut sieve.found, position())?))
    }
}

/// A search for the positions with one outcome, and those found so far.
struct Sieve {
    wanted: Outcome,
    /// The place of the game in the statement.
    at: Span,
    found: Vec<Value>,
    /// How many positions were looked at.
    looked_at: u64,
}
