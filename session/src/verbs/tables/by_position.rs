//! `table` and `values`, where the values need not be numbers: then there is a row for each position.

use std::sync::Arc;

use grundy_engine::game::{At, EvalError, Game, Position, PositionBox, Sum, Value, expected};
use grundy_engine::nim::{Convention, GrundyValue, Outcome, WinningSet};
use grundy_engine::solve::SolveError;
use serde::Serialize;

use crate::error::{Error, SemanticError};
use crate::lang::errors;
use crate::lang::lower::{LAST, no_boards};
use crate::lang::session::{Reply, Session};
use crate::show::document::{Align, Document, Long};
use crate::show::phrase::{muted, plain, titled, verdict};
use crate::show::report::{AnswerValue, OF_A_LIST, Showable};
use crate::show::rows::Rows;
use crate::show::told::{Tellable, told};
use crate::source::Span;
use crate::syntax::ast::Ask;
use crate::verbs::position;
use crate::verbs::position::analysis::{refuse_misere_of, way_back};
use crate::verbs::position::data::WayBack;
use crate::verbs::position::winner::{value_piece, winning_set};
use crate::verbs::tables;
use crate::verbs::tables::cases::Cases;

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
    /// Behind `values`, how many positions stand in a row of the list that it gives; 0 if that has no rows.
    #[serde(skip)]
    pub listed: Option<usize>,
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

/// Did this question end because a value is no number?
fn has_other_values(error: &Error) -> bool {
    error.growth().is_some() || matches!(error.stop(), Some(SolveError::Infinite(_) | SolveError::Cycle(_)))
}

/// `table` and `values`: what holds numbers alone where each value is a number; elsewhere a row for each position. Where it is to be
/// a value of the language, `as_value`, there must be room for its members before they are computed.
pub(crate) fn table(session: &mut Session, asked: &Ask, as_value: bool) -> Result<Reply, Error> {
    let (at, convention) = (asked.subject.span, Convention::of(asked.misere));
    if let Some(cases) = Cases::of(session, &asked.subject, None)? {
        return tabled_cases(session, cases, convention, at);
    }
    let sliced = tables::sliced(session, asked, [LAST; 2])?;
    refuse_misere_of(&sliced.game, convention, at)?;
    let binds = sliced.game.ruleset.binds();
    let has_options = asked.verb == "table" && sliced.ranges.len() == 1;
    if asked.verb == "values" {
        no_boards("values", &sliced.game, at)?;
    }
    if has_options && !binds {
        match tables::row_table(session, &sliced, convention, at) {
            Err(error) if has_other_values(&error) => {}
            found => return found,
        }
    }
    let boxed = tables::in_plane(session, sliced, at)?;
    if as_value {
        let count = usize::try_from(boxed.positions.count()).unwrap_or(usize::MAX);
        let bytes = count.saturating_mul(size_of::<Value>());
        session.solved(at, |solver| Ok(solver.budget().meter().room(bytes)?))?;
    }
    if !binds && !has_options {
        match session.solved(at, |solver| solver.values_of_box(&boxed.positions, convention)) {
            Err(error) if has_other_values(&error) => {}
            Ok(values) if !values.others().is_empty() => {}
            values => return tables::of_numbers(asked.verb, &boxed, convention, values?),
        }
    }
    let rows = rows(session, &boxed.positions, convention, at)?;
    let running = boxed.runs.iter().rposition(|runs| *runs).filter(|last| boxed.runs[..*last].contains(&true));
    let listed = (asked.verb == "values").then(|| running.map_or(0, |last| boxed.positions.axes[last].len()));
    let game = &boxed.positions.game;
    let met = rows.iter().filter(|row| row.outcome.is_some() && !binds);
    let sums =
        met.map(|row| Sum::position(Position { game: game.clone(), coordinates: row.coordinates.clone().into() }));
    let way_back = first_way_back(session, sums, at)?;
    Ok(Reply::report(PositionTable { subject: game.name.clone(), convention, binds, rows, listed, way_back }))
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
    Ok(Reply::report(PositionTable { subject: cases.subject, convention, binds, rows, listed: None, way_back }))
}

/// A row for each position of a box.
fn rows(
    session: &mut Session,
    positions: &PositionBox,
    convention: Convention,
    at: Span,
) -> Result<Vec<PositionRow>, Error> {
    const MOST: u128 = 100_000;
    let count = positions.count();
    if count > MOST {
        return Err(Error::new(SemanticError::TooMany { what: "entries", count, limit: MOST }, at));
    }
    let mut rows = Vec::new();
    for index in 0..count as usize {
        tables::count(session, index as u64, count as u64, at)?;
        rows.push(row(session, &positions.game, positions.coordinates(index), convention, at)?);
    }
    Ok(rows)
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
        row.value = match position::any_value(session, sum, at) {
            Err(error) if error.growth().is_some() => None,
            found => Some(found?),
        };
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
            Err(stop) if stop.growth().is_some() || matches!(stop, SolveError::Positions { .. }) => Ok(None),
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
        let subject = verdict(&self.subject);
        document.line(match self.convention {
            Convention::Misere => told!("{subject}, in misère play", subject),
            Convention::Normal => told!("{subject}", subject),
        });
        let last = match self.binds {
            true => (told!("who must move here wins beside *n for n in"), Align::Left),
            false => (told!("moves to the end"), Align::Right),
        };
        let columns =
            [(told!("position"), Align::Left), (told!("value"), Align::Left), (told!("outcome"), Align::Left), last];
        let is_shown = |column: &usize| *column != 1 || !self.convention.is_misere();
        let columns = columns.map(|(text, align)| (titled(text), align));
        let columns = columns.into_iter().enumerate().filter(|(column, _)| is_shown(column)).map(|(_, one)| one);
        let lines = self.rows.iter().map(|row| {
            let last = match &row.set {
                Some(set) => winning_set(set).into_line(),
                None => row.remoteness.map(plain).into_iter().collect(),
            };
            let cells = [
                vec![plain(&row.position)],
                vec![row.value.as_ref().map_or_else(|| muted("-"), value_piece)],
                vec![row.outcome.map_or_else(|| muted("-"), plain)],
                last,
            ];
            cells.into_iter().enumerate().filter(|(column, _)| is_shown(column)).map(|(_, cell)| cell).collect()
        });
        document.table(columns.collect(), Long::of(lines.collect()));
        if let Some(way_back) = &self.way_back {
            way_back.tell(&mut document);
        }
        document
    }

    /// The coordinates of each row, or the variables, its value and its outcome; behind `values` the values alone.
    fn value(&self) -> Option<AnswerValue<'_>> {
        let value = |row: &PositionRow| row.value.clone().map_or(Value::None, Value::from);
        let row = move |row: &PositionRow| {
            let outcome = row.outcome.map_or(Value::None, Value::Outcome);
            Value::Tuple(row.coordinates.iter().cloned().chain([value(row), outcome]).collect())
        };
        let rows = move || match self.listed {
            None => self.rows.iter().map(row).collect(),
            Some(0) => self.rows.iter().filter(|row| row.outcome.is_some()).map(value).collect(),
            Some(width) => self.rows.chunks(width).map(|rows| Value::list(rows.iter().map(value).collect())).collect(),
        };
        let size = self.rows.iter().map(|row| OF_A_LIST + 2 + row.coordinates.len()).sum();
        Some((size, Box::new(move || Value::list(rows()))))
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["position", "value", "outcome", "remoteness"], &self.rows))
    }
}
