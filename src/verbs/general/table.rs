//! `table`, `values`, `losing` and `winning` of games whose values need not be nimbers.

use std::sync::Arc;

use grundy_engine::game::{Game, Position, Sum, Value};
use grundy_engine::nim::{Column, Nimber, Outcome};
use grundy_engine::solve::SolveError;

use crate::error::Error;
use crate::lang::lower::{LAST, coordinate};
use crate::lang::session::{Reply, Session};
use crate::show::document::{Align, Document, Long, Piece, Role};
use crate::show::lists::Axis;
use crate::show::phrase::{heading, muted, piece, plain, verdict};
use crate::show::report::Showable;
use crate::show::rows::Rows;
use crate::source::Span;
use crate::syntax::ast;
use crate::verbs::general::data::{GeneralRow, GeneralTable};
use crate::verbs::general::words::{never_ends, value_piece};
use crate::verbs::general::{refuse_misere_of, way_back};
use crate::verbs::tables::by_outcome::PositionList;
use crate::verbs::tables::{self, Sliced};

/// The table of a game whose moves bind; `None` where no move binds.
///
/// # Errors
/// Misère play is asked about; there are too many positions; why the solver stopped.
pub(crate) fn bound_table(
    session: &mut Session,
    game: &Arc<Game>,
    ranges: &[ast::Expr],
    misere: bool,
    at: Span,
) -> Result<Option<Reply>, Error> {
    if !game.ruleset.binds() {
        return Ok(None);
    }
    refuse_misere_of(game, misere, at)?;
    let rows = tables::rows_of(session, game, ranges, at, |session, place| row(session, game, place, false, at))?;
    Ok(Some(Reply::report(GeneralTable { game: game.clone(), misere, rows, way_back: None })))
}

/// 0 for each P-position of these axes, 1 for each N-position, and `None` where there is no position, as
/// [`tables::all_cells`] gives them in misère play. For games whose moves bind.
pub(crate) fn outcomes(session: &mut Session, game: &Arc<Game>, axes: &[Axis], at: Span) -> Result<Column, Error> {
    let goal = axes.iter().map(|axis| axis.members.len()).product();
    let mut cells = Column::default();
    for index in 0..goal {
        tables::count(session, index as u64, goal as u64, at)?;
        let row = row(session, game, tables::coordinates_of(axes, index), false, at)?;
        cells.push(row.outcome.map(|outcome| Nimber(u64::from(outcome == Outcome::N))));
    }
    Ok(cells)
}

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
    Ok(Reply::report(GeneralTable { game, misere, rows, way_back: first }))
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
) -> Result<(Arc<Game>, Vec<GeneralRow>), Error> {
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
) -> Result<GeneralRow, Error> {
    let position = Position { game: game.clone(), coordinates: coordinates.clone().into() };
    let name = position.to_string();
    let mut row = GeneralRow { position: name, coordinates, value: None, outcome: None, remoteness: None, set: None };
    if !session.solved(at, |solver| solver.is_admitted(&position))? {
        return Ok(row);
    }
    let binds = game.ruleset.binds();
    let sum = Sum::position(position);
    if !misere {
        row.value = Some(session.solved(at, |solver| solver.general_value(&sum))?);
    }
    let found = match &row.value {
        Some(value) => value.outcome(),
        None => session.solved(at, |solver| solver.misere_outcome(&sum))?,
    };
    row.outcome = Some(found);
    if binds {
        row.set = Some(session.solved(at, |solver| solver.winning_set_of_sum(&sum))?);
    } else if found != Outcome::D {
        row.remoteness = session.solved(at, |solver| match solver.remoteness(&sum, misere) {
            Ok(found) => Ok(Some(found.moves)),
            Err(SolveError::Positions { .. }) => Ok(None),
            Err(stop) => Err(stop),
        })?;
    }
    Ok(row)
}

impl Showable for GeneralTable {
    fn kind(&self) -> &'static str {
        "general_table"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        let play = if self.misere { ", in misère play" } else { "" };
        document.line(vec![verdict(&self.game.name), plain(play)]);
        let binds = self.game.ruleset.binds();
        let last = if binds { "who must move here wins beside *n for n in" } else { "moves to the end" };
        let columns = [
            ("position", Align::Left),
            ("value", Align::Left),
            ("outcome", Align::Left),
            (last, if binds { Align::Left } else { Align::Right }),
        ];
        let is_shown = |column: &usize| *column != 1 || !self.misere;
        let columns = columns.map(|(text, align)| (vec![heading(text)], align));
        let columns = columns.into_iter().enumerate().filter(|(column, _)| is_shown(column)).map(|(_, one)| one);
        let lines = self.rows.iter().map(|row| {
            let last: Option<Piece> = match &row.set {
                Some(set) => Some(piece(Role::Nimber, set)),
                None => row.remoteness.map(plain),
            };
            let cells = [
                vec![plain(&row.position)],
                vec![row.value.as_ref().map_or_else(|| muted("-"), value_piece)],
                vec![row.outcome.map_or_else(|| muted("-"), plain)],
                last.into_iter().collect(),
            ];
            cells.into_iter().enumerate().filter(|(column, _)| is_shown(column)).map(|(_, cell)| cell).collect()
        });
        document.table(columns.collect(), Long::of(lines.collect()));
        never_ends(&mut document, self.way_back.as_ref());
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["position", "value", "outcome", "remoteness"], &self.rows))
    }
}
