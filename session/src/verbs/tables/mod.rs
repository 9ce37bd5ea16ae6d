//! `table` and `values`: values in rows and grids, and the ranges that coordinates run through.

pub(crate) mod answer;
pub(crate) mod by_outcome;
pub(crate) mod by_position;
mod cases;
pub(crate) mod each;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_engine::game::{At, CoordinateRun, EvalError, Game, Position, PositionBox, Ruleset, Sum, Value};
use grundy_engine::nim::{Convention, Field, GrundyValue, Outcome};
use grundy_engine::solve::SolveError;

use crate::error::{Error, SemanticError};
use crate::lang::lower::{self, Slice, coordinate, no_boards};
use crate::lang::session::{Reply, Session};
use crate::lang::{errors, evaluate};
use crate::show::lists::{Axis, Entries, Row};
use crate::source::Span;
use crate::syntax::ast::{self, Ask};
use crate::verbs::position;
use crate::verbs::tables::answer::{Grid, Table, Values};

/// The most cells of a grid and values of a list: more could not be read, and files of them would fill a disk.
pub(crate) const MOST_ENTRIES: u128 = 10_000_000;
/// The most rows of a table, and the most members of a coordinate of a grid.
const MOST_ROWS: u128 = 100_000;

/// A game before ranges, taken apart.
pub(crate) struct Sliced<'e> {
    pub game: Arc<Game>,
    /// A range or a number for each coordinate.
    pub ranges: Vec<ast::Expr>,
    slice: Slice<'e>,
}

/// The positions that a question is about.
pub(crate) struct AskedBox<'e> {
    pub positions: PositionBox,
    /// Of each coordinate, whether it was given something to run through, which may have a single member, and not a
    /// number.
    runs: Vec<bool>,
    slice: Slice<'e>,
}

impl AskedBox<'_> {
    /// The coordinates that run downwards and to the right.
    fn plane(&self) -> Result<(usize, usize), Error> {
        let last = self.runs.len() - 1;
        match (0..=last).filter(|axis| self.runs[*axis]).collect::<Vec<_>>()[..] {
            [down, right] => Ok((down, right)),
            [one] => Ok((if one == 0 { last } else { 0 }, one)),
            [] => Ok((0, last)),
            ref more => Err(self.slice.too_many_run(&self.positions.game, more.len())),
        }
    }
}

/// `values`, and `table` along several coordinates, where each value is a number.
pub(crate) fn of_numbers(
    question: &str,
    asked: &AskedBox,
    convention: Convention,
    values: Field,
) -> Result<Reply, Error> {
    let game = asked.positions.game.clone();
    if let [run] = &asked.positions.axes[..] {
        let entries = Entries::new(run.clone(), values);
        return Ok(Reply::report(Values { game, coordinates: Vec::new(), entries }));
    }
    let grid = grid(asked, convention, values)?;
    Ok(match grid.line().filter(|_| question == "values") {
        Some((coordinates, entries)) => Reply::report(Values { game, coordinates, entries }),
        None => Reply::report(grid),
    })
}

/// The game before ranges, and what its coordinates run through: without a range, one coordinate up to the first of
/// `last`, and each of several up to the second.
///
/// # Errors
/// There are more ranges than coordinates, or fewer.
pub(crate) fn sliced<'e>(session: &mut Session, asked: &'e Ask, last: [u64; 2]) -> Result<Sliced<'e>, Error> {
    let slice = lower::slice(&mut session.names, asked.game(), &asked.ranges, &|_| false)?;
    let game = session.names.subject_game(slice.game)?;
    let ranges = slice.ranges(&session.names, asked.verb, Some(&game), last)?;
    Ok(Sliced { game, ranges, slice })
}

/// The positions along one coordinate, or in a plane of several, that a table or a picture can show.
///
/// # Errors
/// There are too many; or as [`boxed`].
pub(crate) fn in_plane<'e>(session: &mut Session, sliced: Sliced<'e>, at: Span) -> Result<AskedBox<'e>, Error> {
    let most = if sliced.ranges.len() == 1 { MOST_ENTRIES } else { MOST_ROWS };
    let Sliced { game, ranges, slice } = sliced;
    let (positions, runs) = boxed(session, game, &ranges, at, most)?;
    let asked = AskedBox { positions, runs, slice };
    asked.plane()?;
    if let ([run], [range]) = (&asked.positions.axes[..], &ranges[..]) {
        only_numbers(run, range.span)?;
    }
    match asked.positions.count() {
        count if count > MOST_ENTRIES => Err(too_many("cells", count, at)),
        _ => Ok(asked),
    }
}

/// The positions of these ranges, and of each coordinate whether it runs. `most`: as many members a coordinate may have.
///
/// # Errors
/// Something else in the place of a range, a range without members or with too many of them, and a number below 0 where
/// the game does not state what its coordinate may be.
pub(crate) fn boxed(
    session: &mut Session,
    game: Arc<Game>,
    ranges: &[ast::Expr],
    at: Span,
    most: u128,
) -> Result<(PositionBox, Vec<bool>), Error> {
    let (mut axes, mut runs) = (Vec::new(), Vec::new());
    for range in ranges {
        let value = evaluate::value(&mut session.names, &mut session.solver, range)?;
        runs.push(matches!(value, Value::Set(_) | Value::List(_)));
        let run = run(session, &value, range, most)?;
        if run.is_empty() {
            return Err(lower::empty_range(&session.names, range));
        }
        if !matches!(game.ruleset, Ruleset::Written(..)) {
            only_numbers(&run, range.span)?;
        }
        axes.push(run);
    }
    let positions = PositionBox { game, axes };
    match positions.below_zero() {
        Some(kind) => Err(errors::fault(EvalError::new(kind, At::from(at)), at)),
        None => Ok((positions, runs)),
    }
}

/// An error unless a coordinate runs through numbers only.
fn only_numbers(run: &CoordinateRun, at: Span) -> Result<(), Error> {
    let other = match run {
        CoordinateRun::Steps { .. } => None,
        CoordinateRun::Listed(members) => members.iter().find(|member| !matches!(member, Value::Integer(_))),
    };
    other.map_or(Ok(()), |other| Err(errors::range_wanted(other, at)))
}

/// The coordinates of a box with their names.
pub(crate) fn axes(positions: &PositionBox, runs: &[bool]) -> Vec<Axis> {
    let axis = |(index, (run, runs)): (usize, (&CoordinateRun, &bool))| Axis {
        name: coordinate(&positions.game, index),
        members: run.iter().collect(),
        runs: *runs,
    };
    positions.axes.iter().zip(runs).enumerate().map(axis).collect()
}

/// What a value stands for that is written in the place of a range.
fn run(session: &mut Session, value: &Value, range: &ast::Expr, most: u128) -> Result<CoordinateRun, Error> {
    let too_many = |count| Error::new(SemanticError::TooMany { what: "entries", count, limit: most }, range.span);
    match value {
        Value::Set(set) if !set.is_endless() && set.size_bound() > most => return Err(too_many(set.size_bound())),
        Value::Set(_) | Value::List(_) | Value::Integer(_) | Value::Text(_) => {}
        other => return Err(errors::range_wanted(other, range.span)),
    }
    CoordinateRun::of(value, session.solver.budget().meter()).map_err(|fault| errors::fault(fault, range.span))
}

/// `table` along one coordinate, where each value is a number.
pub(crate) fn row_table(
    session: &mut Session,
    sliced: &Sliced,
    convention: Convention,
    at: Span,
) -> Result<Reply, Error> {
    let (positions, _) = boxed(session, sliced.game.clone(), &sliced.ranges, at, MOST_ROWS)?;
    let PositionBox { game, axes } = &positions;
    let heaps: Vec<Value> = axes.iter().flat_map(CoordinateRun::iter).collect();
    if heaps.iter().any(|heap| !matches!(heap, Value::Text(_))) {
        no_boards("table", game, at)?;
    }
    let mut rows = Vec::with_capacity(heaps.len());
    let goal = heaps.len() as u64;
    for (done, heap) in heaps.into_iter().enumerate() {
        count(session, done as u64, goal, at)?;
        rows.push(row(session, game, heap, convention, at)?);
    }
    Ok(Reply::report(Table { game: game.clone(), convention, rows: rows.into() }))
}

fn row(session: &mut Session, game: &Arc<Game>, heap: Value, convention: Convention, at: Span) -> Result<Row, Error> {
    let position = Position { game: game.clone(), coordinates: Arc::new([heap.clone()]) };
    let mut row = Row { heap, options: Vec::new(), total: 0, distinct: Vec::new(), value: None, outcome: None };
    if !session.solved(at, |solver| solver.is_admitted(&position))? {
        return Ok(row);
    }
    let mut distinct = BTreeSet::new();
    if !convention.is_misere() {
        let told = session.solved(at, |solver| solver.option_values(&position, Row::MOST_LISTED))?;
        let is_told = told.is_some();
        let mut list = |_: &Arc<Sum>, value| {
            if row.options.len() < Row::MOST_LISTED {
                row.options.push(value);
            } else if is_told {
                return ControlFlow::Break(());
            }
            row.total += 1;
            distinct.insert(value);
            ControlFlow::Continue(())
        };
        session.solved(at, |solver| solver.each_valued_option(&position, &mut list))?;
        if let Some(told) = told {
            row.total = told.total;
            distinct.extend(told.values);
        }
    }
    let row_position = position.clone();
    let (value, outcome) = position::value_and_outcome(session, &Sum::position(position), convention, at)?;
    if convention.is_misere() && outcome == Outcome::D {
        return Err(drawn(row_position, at));
    }
    let distinct = distinct.into_iter().take(Row::MOST_LISTED).collect();
    Ok(Row { distinct, value, outcome: Some(outcome), ..row })
}

/// The values of the positions in a plane.
pub(crate) fn grid(asked: &AskedBox, convention: Convention, cells: Field) -> Result<Grid, Error> {
    let (down, right) = asked.plane()?;
    let axes = axes(&asked.positions, &asked.runs);
    Ok(Grid { game: asked.positions.game.clone(), convention, axes, down, right, cells })
}

/// The error that a table of two outcomes has no place for a draw, after which another kind of table is made.
fn drawn(position: Position, at: Span) -> Error {
    Error::stopped(SolveError::Infinite(Box::new((position, GrundyValue::infinite(Vec::new())))), at)
}

/// The error that an answer would have more entries than [`MOST_ENTRIES`].
pub(crate) fn too_many(what: &'static str, count: u128, at: Span) -> Error {
    Error::new(SemanticError::TooMany { what, count, limit: MOST_ENTRIES }, at)
}

/// The members of a set or a list, or a single value. There may be none. `range` is the expression that gave
/// the value.
pub(crate) fn members_of(
    session: &mut Session,
    value: Value,
    range: &ast::Expr,
    most: u128,
) -> Result<Vec<Value>, Error> {
    Ok(run(session, &value, range, most)?.iter().collect())
}

/// Reports progress, in rows or heaps, and checks the budget.
pub(crate) fn count(session: &mut Session, done: u64, goal: u64, at: Span) -> Result<(), Error> {
    session.solved(at, |solver| solver.budget().count(done, goal))
}

/// An error unless the game has a single coordinate that runs through heaps.
pub(crate) fn only_heaps(question: &'static str, game: &Game, at: Span) -> Result<(), Error> {
    no_boards(question, game, at)?;
    let arity = game.ruleset.arity();
    if arity == 1 {
        return Ok(());
    }
    Err(Error::new(SemanticError::OnlyHeaps { question, game: game.name.to_string(), arity }, at))
}
