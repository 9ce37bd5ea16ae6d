//! `table` and `values`: values in rows and grids, and the ranges that coordinates run through.

pub(crate) mod by_outcome;
pub(crate) mod grid;
pub(crate) mod table;

use std::sync::Arc;

use grundy_engine::game::{Game, Position, Ruleset, Set, Sum, Value, rewrites_where};
use grundy_engine::nim::{Column, Nimber, Outcome};

use crate::error::{Error, SemanticError};
use crate::lang::lower::{self, Slice};
use crate::lang::periods::heap_position;
use crate::lang::session::{Reply, Session};
use crate::lang::{errors, evaluate};
use crate::show::lists::{Axis, Entries, Field, Heaps, Row};
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind};
use crate::verbs::position;
use crate::verbs::tables::grid::Grid;
use crate::verbs::tables::table::{Table, Values};

/// The most cells of a grid and values of a list: more could not be read, and files of them would fill a disk.
pub(crate) const MOST_ENTRIES: u128 = 10_000_000;
/// The most rows of a table, and the most members of a coordinate of a grid.
const MOST_ROWS: u128 = 100_000;
/// The number of values that are looked up between two checks of the budget.
const OFTEN: usize = 4096;
/// Without a range, a coordinate runs from 0 up to this.
pub(crate) const LAST: u64 = 20;

pub(crate) fn values(session: &mut Session, subject: &ast::Expr, ranges: &[ast::Expr]) -> Result<Reply, Error> {
    let at = subject.span;
    let (game, ranges) = sliced(session, "values", subject, ranges, LAST)?;
    no_boards("values", &game, at)?;
    if game.ruleset.arity() == 1 {
        let heaps = heaps(session, ranges.first(), MOST_ENTRIES, LAST)?;
        let entries = heap_values(session, &game, heaps, at)?;
        return Ok(Reply::report(Values { game, coordinates: Vec::new(), entries }));
    }
    let grid = grid(session, game, &ranges, false, at, LAST)?;
    Ok(match grid.line() {
        Some((coordinates, entries)) => Reply::report(Values { game: grid.game, coordinates, entries }),
        None => Reply::report(grid),
    })
}

pub(crate) fn table(
    session: &mut Session,
    subject: &ast::Expr,
    ranges: &[ast::Expr],
    misere: bool,
) -> Result<Reply, Error> {
    let at = subject.span;
    let (game, ranges) = sliced(session, "table", subject, ranges, LAST)?;
    if game.ruleset.arity() == 1 {
        return row_table(session, game, ranges.first(), misere, at);
    }
    let grid = grid(session, game, &ranges, misere, at, LAST)?;
    Ok(Reply::report(grid))
}

/// The game before ranges, in one form for all questions: `Z 0..20, 3` and `Z(n, 3) 0..20`; and a range or a number for
/// each coordinate, or none at all. Where a slice has no range, its coordinates run up to `last`.
///
/// # Errors
/// There are more ranges than coordinates, or fewer.
pub(crate) fn sliced(
    session: &mut Session,
    question: &'static str,
    subject: &ast::Expr,
    ranges: &[ast::Expr],
    last: u64,
) -> Result<(Arc<Game>, Vec<ast::Expr>), Error> {
    let slice = lower::slice(&mut session.names, subject, ranges.len())?;
    let game = session.names.subject_game(slice.game)?;
    let ranges = ranges_of(session, &slice, question, &game, ranges, last)?;
    Ok((game, ranges))
}

/// As [`sliced`], for a game that has been taken apart.
pub(crate) fn ranges_of(
    session: &Session,
    slice: &Slice,
    question: &'static str,
    game: &Game,
    ranges: &[ast::Expr],
    last: u64,
) -> Result<Vec<ast::Expr>, Error> {
    let (arity, at) = (game.ruleset.arity(), slice.game.span);
    let Some(given) = &slice.given else {
        as_many_ranges(session, question, game, ranges, (arity, at))?;
        return Ok(ranges.to_vec());
    };
    if given.len() != arity {
        let names = (0..arity).map(|index| coordinate(game, index).to_string()).collect();
        let written = |given: &Option<&ast::Expr>| given.map_or("n", |given| session.names.text(given.span).trim());
        let found = given.iter().map(|given| written(given).to_owned()).collect();
        let kind = SemanticError::Coordinates { game: game.name.to_string(), names, found, on_boards: false };
        return Err(Error::new(kind, at));
    }
    as_many_ranges(session, question, game, ranges, (slice.running(), at))?;
    let mut ranges = ranges.iter().cloned();
    let mut next = || ranges.next().unwrap_or_else(|| up_to(last, at));
    Ok(given.iter().map(|given| given.cloned().unwrap_or_else(&mut next)).collect())
}

/// An error unless there are so many ranges, or none at all. Games on boards need ranges.
fn as_many_ranges(
    session: &Session,
    question: &'static str,
    game: &Game,
    ranges: &[ast::Expr],
    (wanted, at): (usize, Span),
) -> Result<(), Error> {
    if ranges.is_empty() {
        return no_boards(question, game, at);
    }
    if ranges.len() == wanted {
        return Ok(());
    }
    let surplus = ranges.get(wanted);
    let place = surplus.map_or(at, |range| range.span);
    let surplus = surplus.map(|range| session.names.text(range.span).trim().to_owned());
    let (game, found) = (game.name.to_string(), ranges.len());
    let error = Error::new(SemanticError::Ranges { question, game, wanted, found, surplus }, place);
    // `0..1,000` is one range, with a comma between thousands.
    let all = ranges[0].span.to(ranges[found - 1].span);
    let written = session.names.text(all).trim().to_owned();
    let is_group = |group: &str| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit());
    Err(match wanted == 1 && written.split(',').skip(1).all(is_group) {
        true => error.correct("a number has no commas", all, written.replace(',', "")),
        false => error,
    })
}

/// `0..last`
fn up_to(last: u64, span: Span) -> ast::Expr {
    let number = |n| Box::new(ast::Expr { kind: ExprKind::Integer(n), span });
    ast::Expr { kind: ExprKind::Range { start: number(0), end: Some(number(last.into())), step: None }, span }
}

fn row_table(
    session: &mut Session,
    game: Arc<Game>,
    range: Option<&ast::Expr>,
    misere: bool,
    at: Span,
) -> Result<Reply, Error> {
    let heaps: Vec<Value> = match range {
        Some(range) if is_explicit(&game) => run_of(session, range, MOST_ROWS)?,
        _ => heaps(session, range, MOST_ROWS, LAST)?.iter().map(|heap| Value::Integer(heap.into())).collect(),
    };
    if heaps.iter().any(|heap| !matches!(heap, Value::Text(_))) {
        no_boards("table", &game, at)?;
    }
    let mut rows = Vec::with_capacity(heaps.len());
    let goal = heaps.len() as u64;
    for (done, heap) in heaps.into_iter().enumerate() {
        count(session, done as u64, goal, at)?;
        rows.push(row(session, &game, heap, misere, at)?);
    }
    Ok(Reply::report(Table { game, misere, rows: rows.into() }))
}

fn row(session: &mut Session, game: &Arc<Game>, heap: Value, misere: bool, at: Span) -> Result<Row, Error> {
    let position = Position { game: game.clone(), coordinates: Arc::new([heap.clone()]) };
    let mut row = Row { heap, options: Vec::new(), total: 0, distinct: Vec::new(), value: None, outcome: None };
    if !session.solved(at, |solver| solver.is_admitted(&position))? {
        return Ok(row);
    }
    let mut distinct = std::collections::BTreeSet::new();
    let mut list = |_: &Arc<Sum>, value| {
        row.total += 1;
        if row.options.len() < Row::MOST_LISTED {
            row.options.push(value);
        }
        distinct.insert(value);
        std::ops::ControlFlow::Continue(())
    };
    if !misere {
        session.solved(at, |solver| solver.each_valued_option(&position, &mut list))?;
    }
    let (value, outcome) = position::value_and_outcome(session, &Sum::position(position), misere, at)?;
    let distinct = distinct.into_iter().take(Row::MOST_LISTED).collect();
    Ok(Row { distinct, value, outcome: Some(outcome), ..row })
}

/// The values of all positions of the ranges; without any, the first two coordinates run up to `last`.
pub(crate) fn grid(
    session: &mut Session,
    game: Arc<Game>,
    ranges: &[ast::Expr],
    misere: bool,
    at: Span,
    last: u64,
) -> Result<Grid, Error> {
    let axes = axes(session, &game, ranges, last, MOST_ROWS)?;
    let running: Vec<usize> = (0..axes.len()).filter(|axis| axes[*axis].members.len() != 1).collect();
    let (down, right) = match running[..] {
        [down, right] => (down, right),
        [one] => (if one == 0 { axes.len() - 1 } else { 0 }, one),
        [] => (0, axes.len() - 1),
        _ => {
            let kind = SemanticError::FixCoordinates { game: game.name.to_string(), running: running.len() };
            return Err(Error::new(kind, ranges.last().map_or(at, |range| range.span)));
        }
    };
    let count = axes[down].members.len() as u128 * axes[right].members.len() as u128;
    if count > MOST_ENTRIES {
        let kind = SemanticError::TooMany { what: "cells", count, limit: MOST_ENTRIES };
        return Err(Error::new(kind, at));
    }
    let cells = all_cells(session, &game, &axes, misere, at)?;
    Ok(Grid { game, misere, axes, down, right, cells: Field::new(misere, cells) })
}

/// The numbers of all positions of these coordinates, the last running fastest, each as [`cell`] gives it.
pub(crate) fn all_cells(
    session: &mut Session,
    game: &Arc<Game>,
    axes: &[Axis],
    misere: bool,
    at: Span,
) -> Result<Column, Error> {
    let highest = axes.iter().filter_map(|axis| axis.members.last().cloned()).collect();
    let position = Position { game: game.clone(), coordinates: highest };
    if !misere {
        session.solved(at, |solver| solver.expect(&position))?;
    }
    let goal = axes.iter().map(|axis| axis.members.len()).product();
    let mut walk = CellWalk { position, cells: Column::default(), goal, misere, at };
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
    Ok(walk.cells)
}

/// Adds the numbers of the positions whose coordinate of this index is one of these.
fn walk_along(session: &mut Session, index: usize, members: &[Value], walk: &mut CellWalk) -> Result<(), Error> {
    let goal = walk.goal as u64;
    let before = walk.cells.len();
    count(session, before as u64, goal, walk.at)?;
    if !walk.misere {
        let numbers = members.iter().map_while(|member| match member {
            Value::Integer(number) => i64::try_from(*number).ok(),
            _ => None,
        });
        walk.cells.extend(session.solver.values_along(&walk.position, index, numbers).map(Some));
    }
    for member in &members[walk.cells.len() - before..] {
        count(session, walk.cells.len() as u64, goal, walk.at)?;
        walk.set(index, member);
        walk.cells.push(cell(session, &walk.position, walk.misere, walk.at)?);
    }
    Ok(())
}

/// The number that a grid keeps of a position: its value or, in misère play, 0 for a P-position and 1 for an
/// N-position. `None` if there is no such position.
pub(crate) fn cell(
    session: &mut Session,
    position: &Position,
    misere: bool,
    at: Span,
) -> Result<Option<Nimber>, Error> {
    if !session.solved(at, |solver| solver.is_admitted(position))? {
        return Ok(None);
    }
    if misere {
        let outcome = position::misere_outcome(session, &Sum::position(position.clone()), at)?;
        return Ok(Some(Nimber(u64::from(outcome == Outcome::N))));
    }
    session.solved(at, |solver| solver.position_value(position)).map(Some)
}

/// The members of each coordinate: without ranges 0 to `last` in the first two, and 0 in the others.
pub(crate) fn axes(
    session: &mut Session,
    game: &Game,
    ranges: &[ast::Expr],
    last: u64,
    most: u128,
) -> Result<Vec<Axis>, Error> {
    let mut axes = Vec::new();
    for index in 0..game.ruleset.arity() {
        let members = match ranges.get(index) {
            Some(range) => run_of(session, range, most)?,
            None if index < 2 => (0..=i128::from(last)).map(Value::Integer).collect(),
            None => vec![Value::Integer(0)],
        };
        axes.push(Axis { name: coordinate(game, index), members: members.into() });
    }
    Ok(axes)
}

/// The name of a coordinate.
pub(crate) fn coordinate(game: &Game, index: usize) -> Arc<str> {
    match &game.ruleset {
        Ruleset::Heap(_) => "n".into(),
        Ruleset::Written(system, rule) => system.rules[*rule].coordinates[index].clone(),
    }
}

/// The values a range runs through, at least one. A single value counts as a range.
fn run_of(session: &mut Session, range: &ast::Expr, most: u128) -> Result<Vec<Value>, Error> {
    let value = evaluate::value(&mut session.names, &mut session.solver, range)?;
    let members = members_of(session, value, range, most)?;
    if members.is_empty() { Err(empty_range(session, range)) } else { Ok(members) }
}

/// The error for a range such as `5..0`. It proposes the range upwards, if both ends are written.
fn empty_range(session: &Session, range: &ast::Expr) -> Error {
    let written = |span: Span| session.names.text(span).trim().to_owned();
    let error = Error::new(SemanticError::EmptyRange { range: written(range.span) }, range.span);
    match &range.kind {
        ExprKind::Range { start, end: Some(end), step: None } => {
            let upwards = format!("{}..{}", written(end.span), written(start.span));
            error.correct("a range goes upwards", range.span, upwards)
        }
        _ => error,
    }
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

/// The heaps of a range; without one, 0 to `last`.
pub(crate) fn heaps(session: &mut Session, range: Option<&ast::Expr>, most: u128, last: u64) -> Result<Heaps, Error> {
    let Some(range) = range else { return Ok(Heaps::Run { first: 0, step: 1, count: last as usize + 1 }) };
    let value = evaluate::value(&mut session.names, &mut session.solver, range)?;
    if let Some(run) = run_of_heaps(&value) {
        let count = run.len() as u128;
        if count > most {
            return Err(Error::new(SemanticError::TooMany { what: "entries", count, limit: most }, range.span));
        }
        if count == 0 {
            return Err(empty_range(session, range));
        }
        return Ok(run);
    }
    let members = members_of(session, value, range, most)?;
    if members.is_empty() {
        return Err(empty_range(session, range));
    }
    let heap = |member: &Value| match member {
        Value::Integer(n) if (0..=i128::from(i64::MAX)).contains(n) => Ok(*n as u64),
        other => Err(errors::range_wanted(other, range.span)),
    };
    members.iter().map(heap).collect::<Result<_, _>>().map(Heaps::Listed)
}

/// Each heap with its value; `None` where there is no such position.
pub(crate) fn heap_values(session: &mut Session, game: &Arc<Game>, heaps: Heaps, at: Span) -> Result<Entries, Error> {
    let mut values = Column::default();
    // Every heap is a position of a heap ruleset, and its table answers without a position being made.
    let is_answered = session.solved(at, |solver| {
        let Some((table, budget)) = solver.table(&game.ruleset) else { return Ok(false) };
        // The largest heap first, so that progress is shown for the whole table.
        heaps.iter().max().map(|most| table.value(most, budget)).transpose()?;
        for (index, heap) in heaps.iter().enumerate() {
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
    let (position, goal) = (heap_position(game, 0), heaps.len());
    let mut walk = CellWalk { position, cells: values, goal, misere: false, at };
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

/// An error if the positions of the game are boards: these do not form a row of heaps.
pub(crate) fn no_boards(question: &'static str, game: &Game, at: Span) -> Result<(), Error> {
    if !is_on_boards(game) {
        return Ok(());
    }
    Err(Error::new(SemanticError::OnlyHeaps { question, game: game.name.to_string(), arity: 0 }, at))
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
    /// How many there will be.
    goal: usize,
    misere: bool,
    /// The place of the game in the statement.
    at: Span,
}

impl CellWalk {
    fn set(&mut self, index: usize, coordinate: &Value) {
        Arc::make_mut(&mut self.position.coordinates)[index] = coordinate.clone();
    }
}

/// Whether the game has a written rule, so that a coordinate may be a text or a list.
pub(crate) fn is_explicit(game: &Game) -> bool {
    matches!(game.ruleset, Ruleset::Written(..))
}

/// Whether the rule of the game does nothing but rewrite boards.
pub(crate) fn is_on_boards(game: &Game) -> bool {
    matches!(&game.ruleset, Ruleset::Written(system, index) if rewrites_where(system, *index).is_some())
}

/// The heaps of a range of numbers, without listing them.
fn run_of_heaps(value: &Value) -> Option<Heaps> {
    let Value::Set(set) = value else { return None };
    let Set::Range { start, end: Some(end), step } = **set else { return None };
    let (first, last) = (u64::try_from(start).ok()?, u64::try_from(end).ok().filter(|end| *end <= i64::MAX as u64)?);
    let step = u64::try_from(step).ok().filter(|step| *step > 0)?;
    let count = if last < first { 0 } else { usize::try_from((last - first) / step).ok()?.checked_add(1)? };
    Some(Heaps::Run { first, step, count })
}
