//! `table`, `values`, `losing` and `winning` of games in which play may never end.

use std::sync::Arc;

use grundy_engine::game::{Component, Game, Position, Sum, Value};
use grundy_engine::nim::Outcome;
use grundy_engine::solve::SolveError;

use crate::error::Error;
use crate::lang::lower::{LAST, coordinate};
use crate::lang::session::{Reply, Session};
use crate::show::document::{Align, Document, Long};
use crate::show::phrase::{heading, muted, plain, verdict};
use crate::show::report::Showable;
use crate::show::rows::Rows;
use crate::source::Span;
use crate::syntax::ast;
use crate::verbs::draws::data::{LoopyRow, LoopyTable};
use crate::verbs::draws::words::{loopy, never_ends};
use crate::verbs::draws::{outcome, way_back};
use crate::verbs::tables::by_outcome::PositionList;
use crate::verbs::tables::{self, Sliced};

/// The table after this error of the usual one, if it is that some position has no number.
pub(crate) fn table(
    session: &mut Session,
    question: &'static str,
    subject: &ast::Expr,
    ranges: &[ast::Expr],
    misere: bool,
    error: Error,
) -> Result<Reply, Error> {
    let at = subject.span;
    let (game, rows) = rows_after(session, question, subject, ranges, misere, error)?;
    let mut first = None;
    for row in rows.iter().filter(|row| row.outcome.is_some()) {
        let position = Position { game: game.clone(), coordinates: row.coordinates.clone().into() };
        first = way_back(session, &Sum::position(position), at)?;
        if first.is_some() {
            break;
        }
    }
    Ok(Reply::report(LoopyTable { game, misere, rows, way_back: first }))
}

/// The same for a list of the positions of one outcome.
pub(crate) fn listed(
    session: &mut Session,
    winning: bool,
    subject: &ast::Expr,
    ranges: &[ast::Expr],
    misere: bool,
    error: Error,
) -> Result<Reply, Error> {
    let (question, outcome) = if winning { ("winning", Outcome::N) } else { ("losing", Outcome::P) };
    let (game, rows) = rows_after(session, question, subject, ranges, misere, error)?;
    let looked_at = rows.iter().filter(|row| row.outcome.is_some()).count() as u64;
    let found = rows.iter().filter(|row| row.outcome == Some(outcome));
    let positions: Arc<[Value]> = found
        .map(|row| match &row.coordinates[..] {
            [one] => one.clone(),
            several => Value::Tuple(several.to_vec().into()),
        })
        .collect();
    session.set_ans(Value::List(positions.clone()));
    let coordinates = (0..game.ruleset.arity()).map(|index| coordinate(&game, index)).collect();
    let count = positions.len() as u64;
    Ok(Reply::report(PositionList { game, misere, outcome, looked_at, count, coordinates, positions }))
}

fn rows_after(
    session: &mut Session,
    question: &'static str,
    subject: &ast::Expr,
    ranges: &[ast::Expr],
    misere: bool,
    error: Error,
) -> Result<(Arc<Game>, Vec<LoopyRow>), Error> {
    if !matches!(error.stop(), Some(SolveError::Infinite(_) | SolveError::Cycle(_))) {
        return Err(error);
    }
    let Sliced { game, ranges, .. } = tables::sliced(session, question, subject, ranges, [LAST; 2])?;
    let at = subject.span;
    let rows = tables::rows_of(session, &game, &ranges, at, |session, place| row(session, &game, place, misere, at))?;
    Ok((game, rows))
}

fn row(
    session: &mut Session,
    game: &Arc<Game>,
    coordinates: Vec<Value>,
    misere: bool,
    at: Span,
) -> Result<LoopyRow, Error> {
    let position = Position { game: game.clone(), coordinates: coordinates.clone().into() };
    let name = position.to_string();
    let mut row = LoopyRow { position: name, coordinates, value: None, outcome: None, remoteness: None };
    if !session.solved(at, |solver| solver.is_admitted(&position))? {
        return Ok(row);
    }
    let component = Component::Position(position);
    if !misere {
        row.value = Some(session.solved(at, |solver| solver.loopy_component_value(&component))?);
    }
    let sum = Sum::of(component);
    let found = match &row.value {
        Some(value) => value.outcome(),
        None => session.solved(at, |solver| outcome(solver, &sum, misere))?,
    };
    row.outcome = Some(found);
    if found != Outcome::D {
        row.remoteness = session.solved(at, |solver| match solver.remoteness(&sum, misere) {
            Ok(found) => Ok(Some(found.moves)),
            Err(SolveError::Positions { .. }) => Ok(None),
            Err(stop) => Err(stop),
        })?;
    }
    Ok(row)
}

impl Showable for LoopyTable {
    fn kind(&self) -> &'static str {
        "loopy_table"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        let play = if self.misere { ", in misère play" } else { "" };
        document.line(vec![verdict(&self.game.name), plain(play)]);
        let mut columns = vec![(vec![heading("position")], Align::Left)];
        if !self.misere {
            columns.push((vec![heading("value")], Align::Left));
        }
        columns.push((vec![heading("outcome")], Align::Left));
        columns.push((vec![heading("moves to the end")], Align::Right));
        let misere = self.misere;
        let lines = self.rows.iter().map(|row| {
            let mut line = vec![vec![plain(&row.position)]];
            if !misere {
                line.push(vec![row.value.as_ref().map_or_else(|| muted("-"), loopy)]);
            }
            line.push(vec![row.outcome.map_or_else(|| muted("-"), plain)]);
            line.push(row.remoteness.map(plain).into_iter().collect());
            line
        });
        document.table(columns, Long::of(lines.collect()));
        if let Some(way_back) = &self.way_back {
            never_ends(&mut document, way_back);
        }
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["position", "value", "outcome", "remoteness"], &self.rows))
    }
}
