//! `table` and `values`, where the values need not be numbers: then there is a row for each position.

use std::sync::Arc;

use grundy_engine::game::{At, EvalError, Game, Position, Sum, Value, expected};
use grundy_engine::nim::{Column, Convention, GrundyValue, Nimber, Outcome, WinningSet};
use grundy_engine::solve::SolveError;
use serde::Serialize;

use crate::error::Error;
use crate::lang::errors;
use crate::lang::lower::LAST;
use crate::lang::session::{Reply, Session};
use crate::show::document::{Align, Document, Long, Piece, Role};
use crate::show::lists::Axis;
use crate::show::phrase::{heading, muted, piece, plain, verdict};
use crate::show::report::Showable;
use crate::show::rows::Rows;
use crate::source::Span;
use crate::syntax::ast;
use crate::verbs::position;
use crate::verbs::position::analysis::{refuse_misere_of, way_back};
use crate::verbs::position::data::WayBack;
use crate::verbs::position::winner::value_piece;
use crate::verbs::tables::cases::Cases;
use crate::verbs::tables::{self, Sliced};

/// A table with a row for each position.
#[derive(Clone, Debug, Serialize)]
pub struct PositionTable {
    /// The game, or the positions as they were typed.
    #[serde(rename = "game")]
    pub subject: Arc<str>,
    #[serde(rename = "misere")]
    pub convention: Convention,
    /// Does some move bind the players?
    #[serde(skip)]
    pub binds: bool,
    pub rows: Vec<PositionRow>,
    #[serde(rename = "loop", skip_serializing_if = "Option::is_none")]
    pub way_back: Option<WayBack>,
}

/// A position of a table.
#[derive(Clone, Debug, Serialize)]
pub struct PositionRow {
    pub position: String,
    /// The coordinates.
    #[serde(skip)]
    pub coordinates: Vec<Value>,
    /// `None` in misère play, and where there is no such position.
    pub value: Option<GrundyValue>,
    pub outcome: Option<Outcome>,
    /// How many moves are made if the winner hurries and the loser delays; `None` in a draw, and where moves bind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u32>,
    /// Where moves bind: the nimbers beside which a player who must move in the position wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set: Option<WinningSet>,
}

/// 0 for each P-position of these axes, 1 for each N-position, and `None` where there is no position, as
/// [`tables::all_cells`] gives them in misère play. For games whose moves bind.
pub(crate) fn outcomes(session: &mut Session, game: &Arc<Game>, axes: &[Axis], at: Span) -> Result<Column, Error> {
    let goal = axes.iter().map(|axis| axis.members.len()).product();
    let mut cells = Column::default();
    for index in 0..goal {
        tables::count(session, index as u64, goal as u64, at)?;
        let row = row(session, game, tables::coordinates_of(axes, index), Convention::Normal, at)?;
        cells.push(row.outcome.map(|outcome| Nimber(u64::from(outcome == Outcome::N))));
    }
    Ok(cells)
}

/// Did this question end because a value is no number?
pub(crate) fn has_other_values(error: &Error) -> bool {
    matches!(error.stop(), Some(SolveError::Infinite(_) | SolveError::Cycle(_)))
}

pub(crate) fn table(
    session: &mut Session,
    subject: &ast::Expr,
    ranges: &[ast::Expr],
    convention: Convention,
) -> Result<Reply, Error> {
    let numbers = |session: &mut Session, sliced: Sliced| tables::table(session, sliced, convention, subject.span);
    tabled(session, "table", subject, ranges, convention, numbers)
}

pub(crate) fn values(session: &mut Session, subject: &ast::Expr, ranges: &[ast::Expr]) -> Result<Reply, Error> {
    let numbers = |session: &mut Session, sliced: Sliced| tables::values(session, sliced, subject.span);
    tabled(session, "values", subject, ranges, Convention::Normal, numbers)
}

/// What `numbers` makes where each value is a number; elsewhere a row for each position.
fn tabled(
    session: &mut Session,
    question: &'static str,
    subject: &ast::Expr,
    ranges: &[ast::Expr],
    convention: Convention,
    numbers: impl FnOnce(&mut Session, Sliced) -> Result<Reply, Error>,
) -> Result<Reply, Error> {
    if let Some(cases) = Cases::of(session, subject, None)? {
        return tabled_cases(session, cases, convention, subject.span);
    }
    let sliced = tables::sliced(session, question, subject, ranges, [LAST; 2])?;
    refuse_misere_of(&sliced.game, convention, subject.span)?;
    let binds = sliced.game.ruleset.binds();
    if !binds {
        match numbers(session, sliced) {
            Err(error) if has_other_values(&error) => {}
            found => return found,
        }
    }
    let (game, rows) = rows(session, question, subject, ranges, convention)?;
    let met = rows.iter().filter(|row| row.outcome.is_some() && !binds);
    let sums =
        met.map(|row| Sum::position(Position { game: game.clone(), coordinates: row.coordinates.clone().into() }));
    let way_back = first_way_back(session, sums, subject.span)?;
    Ok(Reply::report(PositionTable { subject: game.name.clone(), convention, binds, rows, way_back }))
}

/// How play may never end, from the first of these positions where it may not.
fn first_way_back(session: &mut Session, sums: impl Iterator<Item = Sum>, at: Span) -> Result<Option<WayBack>, Error> {
    for sum in sums {
        if let Some(found) = way_back(session, &sum, at)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// A row for each case.
fn tabled_cases(session: &mut Session, cases: Cases, convention: Convention, at: Span) -> Result<Reply, Error> {
    let (goal, mut rows, mut sums) = (cases.found.len() as u64, Vec::new(), Vec::new());
    for (variables, found) in cases.found {
        tables::count(session, rows.len() as u64, goal, at)?;
        let Value::Position(sum) = found else {
            return Err(errors::fault(EvalError::new(expected("a position", &found), At::from(at)), at));
        };
        rows.push(row_of(session, PositionRow::of(sum.to_string(), vec![variables]), &sum, convention, at)?);
        sums.push(Arc::unwrap_or_clone(sum));
    }
    let binds = sums.iter().any(Sum::binds);
    let way_back = first_way_back(session, sums.into_iter(), at)?;
    Ok(Reply::report(PositionTable { subject: cases.subject, convention, binds, rows, way_back }))
}

/// A row for each position of these ranges.
pub(crate) fn rows(
    session: &mut Session,
    question: &'static str,
    subject: &ast::Expr,
    ranges: &[ast::Expr],
    convention: Convention,
) -> Result<(Arc<Game>, Vec<PositionRow>), Error> {
    let Sliced { game, ranges, .. } = tables::sliced(session, question, subject, ranges, [LAST; 2])?;
    let at = subject.span;
    let rows =
        tables::rows_of(session, &game, &ranges, at, |session, place| row(session, &game, place, convention, at))?;
    Ok((game, rows))
}

fn row(
    session: &mut Session,
    game: &Arc<Game>,
    coordinates: Vec<Value>,
    convention: Convention,
    at: Span,
) -> Result<PositionRow, Error> {
    let position = Position { game: game.clone(), coordinates: coordinates.clone().into() };
    let row = PositionRow::of(position.to_string(), coordinates);
    if !session.solved(at, |solver| solver.is_admitted(&position))? {
        return Ok(row);
    }
    row_of(session, row, &Sum::position(position), convention, at)
}

/// The row with what is known of its position.
fn row_of(
    session: &mut Session,
    mut row: PositionRow,
    sum: &Sum,
    convention: Convention,
    at: Span,
) -> Result<PositionRow, Error> {
    if !convention.is_misere() {
        row.value = Some(position::any_value(session, sum, at)?);
    }
    let found = match &row.value {
        Some(value) => value.outcome(),
        None => position::outcome_of(session, sum, convention, at)?,
    };
    row.outcome = Some(found);
    if sum.binds() {
        row.set = Some(session.solved(at, |solver| solver.winning_set_of_sum(sum))?);
    } else if found != Outcome::D {
        row.remoteness = session.solved(at, |solver| match solver.remoteness(sum, convention) {
            Ok(found) => Ok(Some(found.moves)),
            Err(SolveError::Positions { .. }) => Ok(None),
            Err(stop) => Err(stop),
        })?;
    }
    Ok(row)
}

impl PositionRow {
    /// A position of which nothing is known yet.
    fn of(position: String, coordinates: Vec<Value>) -> PositionRow {
        PositionRow { position, coordinates, value: None, outcome: None, remoteness: None, set: None }
    }
}

impl Showable for PositionTable {
    fn kind(&self) -> &'static str {
        "table"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        let play = if self.convention.is_misere() { ", in misère play" } else { "" };
        document.line(vec![verdict(&self.subject), plain(play)]);
        let binds = self.binds;
        let last = if binds { "who must move here wins beside *n for n in" } else { "moves to the end" };
        let columns = [
            ("position", Align::Left),
            ("value", Align::Left),
            ("outcome", Align::Left),
            (last, if binds { Align::Left } else { Align::Right }),
        ];
        let is_shown = |column: &usize| *column != 1 || !self.convention.is_misere();
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
        if let Some(way_back) = &self.way_back {
            way_back.tell(&mut document);
        }
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["position", "value", "outcome", "remoteness"], &self.rows))
    }
}
