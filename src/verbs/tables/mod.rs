//! `table` and `values`: values in rows and grids, and the ranges that coordinates run through.

pub(crate) mod answer;
pub(crate) mod by_outcome;
pub(crate) mod by_position;
mod cases;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_engine::game::{At, EvalError, EvalErrorKind, Game, LARGEST_COORDINATE, Position, Ruleset, Set, Sum, Value};
use grundy_engine::nim::{Column, Convention, GrundyValue, Nimber, Outcome};
use grundy_engine::solve::SolveError;

use crate::error::{Error, SemanticError};
use crate::lang::lower::{self, Slice, coordinate, no_boards};
use crate::lang::periods::heap_position;
use crate::lang::session::{Reply, Session};
use crate::lang::{errors, evaluate};
use crate::show::lists::{Axis, Entries, Field, Heaps, Row};
use crate::source::Span;
use crate::syntax::ast;
use crate::verbs::position;
use crate::verbs::tables::answer::{Grid, Table, Values};

/// The most cells of a grid and values of a list: more could not be read, and files of them would fill a disk.
pub(crate) const MOST_ENTRIES: u128 = 10_000_000;
/// The most rows of a table, and the most members of a coordinate of a grid.
const MOST_ROWS: u128 = 100_000;
/// The number of values that are looked up between two checks of the budget.
const OFTEN: usize = 4096;

/// A game before ranges, taken apart.
pub(crate) struct Sliced<'e> {
    pub game: Arc<Game>,
    /// A range or a number for each coordinate.
    pub ranges: Vec<ast::Expr>,
    slice: Slice<'e>,
}

/// `values`, where each value is a number.
pub(crate) fn values(session: &mut Session, sliced: Sliced, at: Span) -> Result<Reply, Error> {
    no_boards("values", &sliced.game, at)?;
    if let [range] = &sliced.ranges[..] {
        let heaps = heaps(session, &sliced.game, range, at, MOST_ENTRIES)?;
        let entries = heap_values(session, &sliced.game, heaps, at)?;
        return Ok(Reply::report(Values { game: sliced.game, coordinates: Vec::new(), entries }));
    }
    let grid = grid(session, sliced, Convention::Normal, None, at)?;
    Ok(match grid.line() {
        Some((coordinates, entries)) => Reply::report(Values { game: grid.game, coordinates, entries }),
        None => Reply::report(grid),
    })
}

/// `table`, where each value is a number.
pub(crate) fn table(session: &mut Session, sliced: Sliced, convention: Convention, at: Span) -> Result<Reply, Error> {
    match &sliced.ranges[..] {
        [range] => row_table(session, sliced.game.clone(), range, convention, at),
        _ => grid(session, sliced, convention, None, at).map(Reply::report),
    }
}

/// The game before ranges, and what its coordinates run through: without a range, one coordinate up to the first of
/// `last`, and each of several up to the second.
///
/// # Errors
/// There are more ranges than coordinates, or fewer.
pub(crate) fn sliced<'e>(
    session: &mut Session,
    question: &'static str,
    subject: &'e ast::Expr,
    ranges: &'e [ast::Expr],
    last: [u64; 2],
) -> Result<Sliced<'e>, Error> {
    let slice = lower::slice(&mut session.names, subject, ranges, &|_| false)?;
    let game = session.names.subject_game(slice.game)?;
    let ranges = slice.ranges(&session.names, question, Some(&game), last)?;
    Ok(Sliced { game, ranges, slice })
}

fn row_table(
    session: &mut Session,
    game: Arc<Game>,
    range: &ast::Expr,
    convention: Convention,
    at: Span,
) -> Result<Reply, Error> {
    let heaps: Vec<Value> = match is_explicit(&game) {
        true => members(session, &game, 0, range, at, MOST_ROWS)?.0,
        false => heaps(session, &game, range, at, MOST_ROWS)?.iter().map(|heap| Value::Integer(heap.into())).collect(),
    };
    if heaps.iter().any(|heap| !matches!(heap, Value::Text(_))) {
        no_boards("table", &game, at)?;
    }
    let mut rows = Vec::with_capacity(heaps.len());
    let goal = heaps.len() as u64;
    for (done, heap) in heaps.into_iter().enumerate() {
        count(session, done as u64, goal, at)?;
        rows.push(row(session, &game, heap, convention, at)?);
    }
    Ok(Reply::report(Table { game, convention, rows: rows.into() }))
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

/// The values of all positions of the ranges. `others`: where values that are no numbers are kept; with `None` they are an error.
pub(crate) fn grid(
    session: &mut Session,
    sliced: Sliced,
    convention: Convention,
    others: Option<Vec<(usize, GrundyValue)>>,
    at: Span,
) -> Result<Grid, Error> {
    let Sliced { game, ranges, slice } = sliced;
    let axes = axes(session, &game, &ranges, at, MOST_ROWS)?;
    let running: Vec<usize> = (0..axes.len()).filter(|axis| axes[*axis].runs).collect();
    let (down, right) = match running[..] {
        [down, right] => (down, right),
        [one] => (if one == 0 { axes.len() - 1 } else { 0 }, one),
        [] => (0, axes.len() - 1),
        _ => return Err(slice.too_many_run(&game, running.len())),
    };
    let count = axes[down].members.len() as u128 * axes[right].members.len() as u128;
    if count > MOST_ENTRIES {
        return Err(too_many("cells", count, at));
    }
    let walk = walked(session, &game, &axes, convention, others, at)?;
    let cells = Field::new(convention, walk.cells, walk.others.unwrap_or_default());
    Ok(Grid { game, convention, axes, down, right, cells })
}

/// The error that a table of two outcomes has no place for a draw, after which another kind of table is made.
fn drawn(position: Position, at: Span) -> Error {
    Error::stopped(SolveError::Infinite(Box::new((position, GrundyValue::infinite(Vec::new())))), at)
}

/// The error that an answer would have more entries than [`MOST_ENTRIES`].
pub(crate) fn too_many(what: &'static str, count: u128, at: Span) -> Error {
    Error::new(SemanticError::TooMany { what, count, limit: MOST_ENTRIES }, at)
}

/// The numbers of all positions of these coordinates, the last running fastest, each as [`cell`] gives it.
pub(crate) fn all_cells(
    session: &mut Session,
    game: &Arc<Game>,
    axes: &[Axis],
    convention: Convention,
    at: Span,
) -> Result<Column, Error> {
    Ok(walked(session, game, axes, convention, None, at)?.cells)
}

/// Walks through all positions of these coordinates. `others`: where values that are no numbers are kept; with `None` they are an
/// error.
fn walked(
    session: &mut Session,
    game: &Arc<Game>,
    axes: &[Axis],
    convention: Convention,
    others: Option<Vec<(usize, GrundyValue)>>,
    at: Span,
) -> Result<CellWalk, Error> {
    let highest = axes.iter().filter_map(|axis| axis.members.last().cloned()).collect();
    let position = Position { game: game.clone(), coordinates: highest };
    if !convention.is_misere() {
        session.solved(at, |solver| solver.expect(&position))?;
    }
    let goal = axes.iter().map(|axis| axis.members.len()).product();
    let mut walk = CellWalk { position, cells: Column::default(), others, goal, convention, at };
    let running = axes.iter().rposition(|axis| axis.members.len() > 1).unwrap_or(0);
    let members = &axes[running].members;
    while walk.cells.len() < goal {
        let mut lines = walk.cells.len() / members.len();
        for (index, axis) in axes[..running].iter().enumerate().rev() {
            walk.set(index, &axis.members[lines % axis.members.len()]);
            lines /= axis.members.len();
        }
        members.chunks(OFTEN).try_for_each(|members| walk_along(session, running, members, &mut walk))?;
    }
    Ok(walk)
}

/// Adds the numbers of the positions whose coordinate of this index is one of these.
fn walk_along(session: &mut Session, index: usize, members: &[Value], walk: &mut CellWalk) -> Result<(), Error> {
    let goal = walk.goal as u64;
    let before = walk.cells.len();
    count(session, before as u64, goal, walk.at)?;
    if !walk.convention.is_misere() {
        let numbers = members.iter().map_while(|member| match member {
            Value::Integer(number) => i64::try_from(*number).ok(),
            _ => None,
        });
        walk.cells.extend(session.solver.values_along(&walk.position, index, numbers).map(Some));
        if let Some(last) = (walk.cells.len() - before).checked_sub(1) {
            // The solver checks the value that it is asked for.
            walk.set(index, &members[last]);
            session.solved(walk.at, |solver| solver.position_value(&walk.position))?;
        }
    }
    for member in &members[walk.cells.len() - before..] {
        count(session, walk.cells.len() as u64, goal, walk.at)?;
        walk.set(index, member);
        let cell = match cell(session, &walk.position, walk.convention, walk.at) {
            Err(error) => walk.other(session, error)?,
            cell => cell?,
        };
        walk.cells.push(cell);
    }
    Ok(())
}

/// The number that a grid keeps of a position: its value or, in misère play, 0 for a P-position and 1 for an
/// N-position. `None` if there is no such position.
pub(crate) fn cell(
    session: &mut Session,
    position: &Position,
    convention: Convention,
    at: Span,
) -> Result<Option<Nimber>, Error> {
    if !session.solved(at, |solver| solver.is_admitted(position))? {
        return Ok(None);
    }
    if convention.is_misere() {
        let outcome = position::outcome_of(session, &Sum::position(position.clone()), convention, at)?;
        if outcome == Outcome::D {
            return Err(drawn(position.clone(), at));
        }
        return Ok(Some(Nimber(u64::from(outcome == Outcome::N))));
    }
    session.solved(at, |solver| solver.position_value(position)).map(Some)
}

/// What `row` says of each position of these ranges, the last coordinate running fastest: for tables whose rows are no numbers.
///
/// # Errors
/// More than 100,000 positions, and the first error of a row.
pub(crate) fn rows_of<R>(
    session: &mut Session,
    game: &Arc<Game>,
    ranges: &[ast::Expr],
    at: Span,
    mut row: impl FnMut(&mut Session, Vec<Value>) -> Result<R, Error>,
) -> Result<Vec<R>, Error> {
    const MOST: u128 = 100_000;
    let axes = axes(session, game, ranges, at, MOST)?;
    let count = axes.iter().fold(1u128, |count, axis| count.saturating_mul(axis.members.len() as u128));
    if count > MOST {
        return Err(Error::new(SemanticError::TooMany { what: "entries", count, limit: MOST }, at));
    }
    let (mut rows, goal) = (Vec::new(), u64::try_from(count).unwrap_or(u64::MAX));
    for number in 0..goal {
        self::count(session, number, goal, at)?;
        rows.push(row(session, coordinates_of(&axes, number as usize))?);
    }
    Ok(rows)
}

/// The coordinates of the position with this index among all of these axes, the last running fastest.
pub(crate) fn coordinates_of(axes: &[Axis], index: usize) -> Vec<Value> {
    let (mut rest, mut coordinates) = (index, Vec::with_capacity(axes.len()));
    for axis in axes.iter().rev() {
        coordinates.push(axis.members[rest % axis.members.len()].clone());
        rest /= axis.members.len();
    }
    coordinates.reverse();
    coordinates
}

/// The members of each coordinate of the game, which is written at `at`.
pub(crate) fn axes(
    session: &mut Session,
    game: &Game,
    ranges: &[ast::Expr],
    at: Span,
    most: u128,
) -> Result<Vec<Axis>, Error> {
    let axis = |(index, range)| {
        let (members, runs) = members(session, game, index, range, at, most)?;
        Ok(Axis { name: coordinate(game, index), members: members.into(), runs })
    };
    ranges.iter().enumerate().map(axis).collect()
}

/// What the coordinate of this index runs through, at least one value; and whether it runs, or is a single value.
fn members(
    session: &mut Session,
    game: &Game,
    index: usize,
    range: &ast::Expr,
    at: Span,
    most: u128,
) -> Result<(Vec<Value>, bool), Error> {
    let value = evaluate::value(&mut session.names, &mut session.solver, range)?;
    let runs = matches!(value, Value::Set(_) | Value::List(_));
    let members = members_of(session, value, range, most)?;
    let numbers = members.iter().filter_map(|member| if let Value::Integer(n) = member { Some(*n) } else { None });
    let least = numbers.min().unwrap_or(0);
    if members.is_empty() {
        Err(lower::empty_range(&session.names, range))
    } else {
        not_below_0(game, index, least, at).map(|()| (members, runs))
    }
}

/// An error if the least number of a coordinate is below 0, and the game does not state what the coordinate may be.
fn not_below_0(game: &Game, index: usize, least: i128, at: Span) -> Result<(), Error> {
    if least >= 0 || lower::may_be_below_0(game, index) {
        return Ok(());
    }
    let kind = EvalErrorKind::Coordinate { game: game.name.to_string(), value: least };
    Err(errors::fault(EvalError::new(kind, At::from(at)), at))
}

/// The members of a set or a list, or a single value. There may be none. `range` is the expression that gave
/// the value.
pub(crate) fn members_of(
    session: &mut Session,
    value: Value,
    range: &ast::Expr,
    most: u128,
) -> Result<Vec<Value>, Error> {
    match value {
        Value::Set(set) => {
            if !set.is_endless() && set.size_bound() > most {
                let kind = SemanticError::TooMany { what: "entries", count: set.size_bound(), limit: most };
                return Err(Error::new(kind, range.span));
            }
            set.members(session.solver.budget().meter()).map_err(|fault| errors::fault(fault, range.span))
        }
        Value::List(members) => Ok(members.to_vec()),
        Value::Integer(_) | Value::Text(_) => Ok(vec![value]),
        other => Err(errors::range_wanted(&other, range.span)),
    }
}

/// The heaps of a range; below 0 only where the game, which is written at `at`, states what its coordinate may be.
pub(crate) fn heaps(
    session: &mut Session,
    game: &Game,
    range: &ast::Expr,
    at: Span,
    most: u128,
) -> Result<Heaps, Error> {
    let value = evaluate::value(&mut session.names, &mut session.solver, range)?;
    let heaps = match run_of_heaps(&value) {
        Some(run) if run.len() as u128 > most => {
            let kind = SemanticError::TooMany { what: "entries", count: run.len() as u128, limit: most };
            return Err(Error::new(kind, range.span));
        }
        Some(run) => run,
        None => {
            let members = members_of(session, value, range, most)?;
            let heap = |member: &Value| match member {
                Value::Integer(n) if n.unsigned_abs() <= LARGEST_COORDINATE.unsigned_abs() => Ok(*n as i64),
                other => Err(errors::range_wanted(other, range.span)),
            };
            Heaps::Listed(members.iter().map(heap).collect::<Result<_, _>>()?)
        }
    };
    match heaps.iter().min() {
        None => Err(lower::empty_range(&session.names, range)),
        Some(least) => not_below_0(game, 0, least.into(), at).map(|()| heaps),
    }
}

/// Each heap with its value; `None` where there is no such position.
pub(crate) fn heap_values(session: &mut Session, game: &Arc<Game>, heaps: Heaps, at: Span) -> Result<Entries, Error> {
    let mut values = Column::default();
    // Every heap is a position of a heap ruleset, and its table answers without a position being made.
    let is_answered = session.solved(at, |solver| {
        let Some((table, budget)) = solver.table(&game.ruleset) else { return Ok(false) };
        // The largest heap first, so that progress is shown for the whole table.
        let sizes = heaps.iter().map(i64::unsigned_abs);
        sizes.clone().max().map(|most| table.value(most, budget)).transpose()?;
        for (index, heap) in sizes.enumerate() {
            if index % OFTEN == 0 {
                budget.check()?;
            }
            values.push(Some(table.value(heap, budget)?));
        }
        Ok(true)
    })?;
    if is_answered {
        return Ok(Entries::new(heaps, values));
    }
    let (position, goal) = (heap_position(game, 0_i64), heaps.len());
    let mut walk = CellWalk { position, cells: values, others: None, goal, convention: Convention::Normal, at };
    while walk.cells.len() < goal {
        let next = (walk.cells.len()..).map_while(|index| heaps.get(index)).take(OFTEN);
        let next: Vec<Value> = next.map(|heap| Value::Integer(heap.into())).collect();
        walk_along(session, 0, &next, &mut walk)?;
    }
    Ok(Entries::new(heaps, walk.cells))
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

/// One position that moves through many, and the numbers of those it has been at.
struct CellWalk {
    position: Position,
    cells: Column,
    /// The values that are no numbers, each with the index of its cell, if they are kept.
    others: Option<Vec<(usize, GrundyValue)>>,
    /// How many there will be.
    goal: usize,
    convention: Convention,
    /// The place of the game in the statement.
    at: Span,
}

impl CellWalk {
    fn set(&mut self, index: usize, coordinate: &Value) {
        Arc::make_mut(&mut self.position.coordinates)[index] = coordinate.clone();
    }

    /// Keeps the value of the position, which is no number, as this error said; then its cell has none.
    fn other(&mut self, session: &mut Session, error: Error) -> Result<Option<Nimber>, Error> {
        let is_other =
            matches!(error.stop(), Some(SolveError::Infinite(_) | SolveError::Loony(_) | SolveError::Binds(_)));
        let Some(others) = self.others.as_mut().filter(|_| is_other) else { return Err(error) };
        let value = position::any_value(session, &Sum::position(self.position.clone()), self.at)?;
        let number = value.nimber();
        if number.is_none() {
            others.push((self.cells.len(), value));
        }
        Ok(number)
    }
}

/// Whether the game has a written rule, so that a coordinate may be a text or a list.
fn is_explicit(game: &Game) -> bool {
    matches!(game.ruleset, Ruleset::Written(..))
}

/// The heaps of a range of numbers, without listing them.
fn run_of_heaps(value: &Value) -> Option<Heaps> {
    let Value::Set(set) = value else { return None };
    let Set::Range { start, end: Some(end), step } = **set else { return None };
    let (first, last) = (i64::try_from(start).ok().filter(|first| *first > i64::MIN)?, i64::try_from(end).ok()?);
    let step = i64::try_from(step).ok().filter(|step| *step > 0)?;
    let count = match last < first {
        true => 0,
        false => usize::try_from(first.abs_diff(last) / step.unsigned_abs()).ok()?.checked_add(1)?,
    };
    Some(Heaps::Run { first, step, count })
}
