//! `losing` and `winning`: the P-positions or N-positions in a range, how many there are, and the first of them.

use std::ops::Range;
use std::sync::Arc;

use grundy_engine::game::{Game, Halt, Meter, Position, Value};
use grundy_engine::nim::{Convention, Nimber, Outcome};
use grundy_engine::solve::{LostPositions, SolveError};
use serde::Serialize;

use crate::error::Error;
use crate::lang::lower::{LAST, coordinate, rewrites_boards};
use crate::lang::marked;
use crate::lang::periods::heap_position;
use crate::lang::session::{Reply, Session};
use crate::show::document::{Block, Document, Line, Role};
use crate::show::lists::{Axis, LongList};
use crate::show::phrase::{capital, code, counted, muted, piece, plain, thousands, verdict};
use crate::show::report::{Showable, Terms};
use crate::show::rows::{Rows, columns, typed};
use crate::source::Span;
use crate::syntax::ast;
use crate::verbs::position::analysis::refuse_misere_of;
use crate::verbs::tables::cases::Cases;
use crate::verbs::tables::{self, MOST_ENTRIES, Sliced, by_position};

/// `losing S 0..40`, `winning S 0..40`: the P-positions among many, or the N-positions.
#[derive(Clone, Debug, Serialize)]
pub struct PositionList {
    /// The game, or the positions as they were typed.
    #[serde(rename = "game")]
    pub subject: Arc<str>,
    #[serde(rename = "misere")]
    pub convention: Convention,
    /// The positions with this outcome are listed.
    pub outcome: Outcome,
    /// How many positions were looked at.
    #[serde(rename = "among")]
    pub looked_at: u64,
    /// How many of them are listed.
    pub count: u64,
    /// How many of them are drawn.
    #[serde(skip_serializing_if = "is_none")]
    pub drawn: u64,
    /// The names of the coordinates, or of the variables.
    pub coordinates: Vec<Arc<str>>,
    /// Heaps; tuples if the game has several coordinates.
    #[serde(skip)]
    pub positions: Arc<[Value]>,
}

pub(crate) fn by_outcome(
    session: &mut Session,
    winning: bool,
    game: &ast::Expr,
    ranges: &[ast::Expr],
    convention: Convention,
) -> Result<Reply, Error> {
    if let Some(cases) = Cases::of(session, game, Some(convention))? {
        return Ok(of_cases(session, winning, cases, convention));
    }
    match sifted(session, winning, game, ranges, convention) {
        Err(error) if by_position::has_other_values(&error) => listed(session, winning, game, ranges, convention),
        found => found,
    }
}

fn sifted(
    session: &mut Session,
    winning: bool,
    game: &ast::Expr,
    ranges: &[ast::Expr],
    convention: Convention,
) -> Result<Reply, Error> {
    let at = game.span;
    let question = if winning { "winning" } else { "losing" };
    let Sliced { game, ranges, .. } = tables::sliced(session, question, game, ranges, [LAST; 2])?;
    refuse_misere_of(&game, convention, at)?;
    let mut sieve =
        Sieve { wanted: if winning { Outcome::N } else { Outcome::P }, at, found: Vec::new(), count: 0, looked_at: 0 };
    match &ranges[..] {
        [range] if !rewrites_boards(&game) && !game.ruleset.binds() => {
            sift_heaps(session, &game, range, convention, &mut sieve)?
        }
        _ => sift_tuples(session, &game, &ranges, convention, &mut sieve)?,
    }
    let coordinates = (0..game.ruleset.arity()).map(|index| coordinate(&game, index)).collect();
    let positions: Arc<[Value]> = sieve.found.into();
    session.set_ans(Value::List(positions.clone()));
    let (looked_at, count) = (sieve.looked_at, positions.len() as u64);
    let (subject, outcome, drawn) = (game.name.clone(), sieve.wanted, 0);
    Ok(Reply::report(PositionList { subject, convention, outcome, looked_at, count, drawn, coordinates, positions }))
}

/// No position is drawn.
fn is_none(drawn: &u64) -> bool {
    *drawn == 0
}

/// The same for positions that are no game and ranges.
fn of_cases(session: &mut Session, winning: bool, cases: Cases, convention: Convention) -> Reply {
    let outcome = if winning { Outcome::N } else { Outcome::P };
    let with = |wanted| move |case: &&(Value, Value)| case.1 == Value::Outcome(wanted);
    let looked_at = cases.found.len() as u64;
    let drawn = cases.found.iter().filter(with(Outcome::D)).count() as u64;
    let positions: Arc<[Value]> = cases.found.iter().filter(with(outcome)).map(|case| case.0.clone()).collect();
    session.set_ans(Value::List(positions.clone()));
    let (count, coordinates) = (positions.len() as u64, cases.names);
    let subject = cases.subject;
    Reply::report(PositionList { subject, convention, outcome, looked_at, count, drawn, coordinates, positions })
}

/// The same where some position has no number.
fn listed(
    session: &mut Session,
    winning: bool,
    subject: &ast::Expr,
    ranges: &[ast::Expr],
    convention: Convention,
) -> Result<Reply, Error> {
    let (question, outcome) = if winning { ("winning", Outcome::N) } else { ("losing", Outcome::P) };
    let (game, rows) = by_position::rows(session, question, subject, ranges, convention)?;
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
    let (count, subject) = (positions.len() as u64, game.name.clone());
    let drawn = rows.iter().filter(|row| row.outcome == Some(Outcome::D)).count() as u64;
    Ok(Reply::report(PositionList { subject, convention, outcome, looked_at, count, drawn, coordinates, positions }))
}

fn sift_heaps(
    session: &mut Session,
    game: &Arc<Game>,
    range: &ast::Expr,
    convention: Convention,
    sieve: &mut Sieve,
) -> Result<(), Error> {
    let at = sieve.at;
    let heaps = tables::heaps(session, game, range, at, MOST_ENTRIES)?;
    if !convention.is_misere() {
        let highest = heaps.iter().max().unwrap_or(0);
        let highest = heap_position(game, highest);
        if let Some(lost) = lost_positions(session, &highest, heaps.len() as u64, at)? {
            return sift_along(session, &lost, &[0], marked::runs(heaps.iter()), sieve).and_then(|()| sieve.check());
        }
        let entries = tables::heap_values(session, game, heaps, at)?;
        return entries
            .iter()
            .try_for_each(|(heap, value)| sift(session, value, sieve, || Value::Integer(i128::from(heap))));
    }
    let goal = heaps.len() as u64;
    for (done, heap) in heaps.iter().enumerate() {
        tables::count(session, done as u64, goal, at)?;
        let value = tables::cell(session, &heap_position(game, heap), Convention::Misere, at)?;
        sift(session, value, sieve, || Value::Integer(i128::from(heap)))?;
    }
    Ok(())
}

/// The positions of the ranges, the last coordinate running fastest.
fn sift_tuples(
    session: &mut Session,
    game: &Arc<Game>,
    ranges: &[ast::Expr],
    convention: Convention,
    sieve: &mut Sieve,
) -> Result<(), Error> {
    let at = sieve.at;
    let axes = tables::axes(session, game, ranges, at, MOST_ENTRIES)?;
    let sizes = axes.iter().map(|axis| axis.members.len() as u128);
    let count = sizes.fold(1, u128::saturating_mul);
    if !convention.is_misere()
        && let Some(numbers) = numbers(&axes)
        && let Some(lost) =
            lost_positions(session, &highest(game, &numbers), u64::try_from(count).unwrap_or(u64::MAX), at)?
    {
        return sift_marked(session, &lost, &numbers, sieve);
    }
    if count > MOST_ENTRIES {
        return Err(tables::too_many("positions", count, at));
    }
    let cells = match game.ruleset.binds() {
        true => by_position::outcomes(session, game, &axes, at)?,
        false => tables::all_cells(session, game, &axes, convention, at)?,
    };
    for index in 0..cells.len() {
        sift(session, cells.get(index), sieve, || {
            let mut coordinates = tables::coordinates_of(&axes, index);
            match coordinates.len() {
                1 => coordinates.remove(0),
                _ => Value::Tuple(coordinates.into()),
            }
        })?;
    }
    Ok(())
}

/// What each coordinate runs through; `None` if that is not numbers alone.
fn numbers(axes: &[Axis]) -> Option<Vec<Vec<i64>>> {
    let number = |member: &Value| if let Value::Integer(n) = member { i64::try_from(*n).ok() } else { None };
    axes.iter().map(|axis| axis.members.iter().map(number).collect()).collect()
}

/// The position whose coordinates are the largest of these numbers.
fn highest(game: &Arc<Game>, numbers: &[Vec<i64>]) -> Position {
    let highest = numbers.iter().map(|numbers| Value::Integer(numbers.iter().max().copied().unwrap_or(0).into()));
    Position { game: game.clone(), coordinates: highest.collect() }
}

/// The lost positions up to one of which so many are asked. `None` as for the solver, and where there is no room for them
/// while the old way may do.
fn lost_positions(
    session: &mut Session,
    highest: &Position,
    asked: u64,
    at: Span,
) -> Result<Option<LostPositions>, Error> {
    session.solved(at, |solver| match solver.lost_positions(highest, asked) {
        Err(SolveError::Memory { .. }) if u128::from(asked) <= MOST_ENTRIES => Ok(None),
        found => found,
    })
}

fn sift_marked(
    session: &mut Session,
    lost: &LostPositions,
    numbers: &[Vec<i64>],
    sieve: &mut Sieve,
) -> Result<(), Error> {
    let (mut line, goal) = (0, numbers.iter().rev().skip(1).map(|numbers| numbers.len() as u64).product());
    marked::each_line(numbers, |coordinates, last| {
        tables::count(session, line, goal, sieve.at)?;
        line += 1;
        sift_along(session, lost, coordinates, last.iter().cloned(), sieve)
    })?;
    sieve.check()
}

/// Adds the positions with the wanted outcome whose last coordinate lies in these ranges.
fn sift_along(
    session: &mut Session,
    lost: &LostPositions,
    coordinates: &[i64],
    ranges: impl Iterator<Item = Range<i64>>,
    sieve: &mut Sieve,
) -> Result<(), Error> {
    let wanted = sieve.wanted == Outcome::P;
    let looked_at = session.solved(sieve.at, |solver| {
        let meter = solver.budget().meter();
        marked::along(lost, coordinates, ranges, wanted, meter, |others, n| sieve.add(others, n, meter))
    })?;
    sieve.looked_at += looked_at;
    Ok(())
}

/// Adds a position if it has the wanted outcome. `value` is that of `tables::cell`: `None` if there is no such
/// position, and in misère play 0 for P and 1 for N.
fn sift(
    session: &mut Session,
    value: Option<Nimber>,
    sieve: &mut Sieve,
    position: impl FnOnce() -> Value,
) -> Result<(), Error> {
    let Some(value) = value else { return Ok(()) };
    sieve.looked_at += 1;
    if Outcome::of(value) != sieve.wanted {
        return Ok(());
    }
    session.solved(sieve.at, |solver| Ok(solver.budget().meter().push(&mut sieve.found, position())?))
}

/// A search for the positions with one outcome, and those found so far.
struct Sieve {
    wanted: Outcome,
    /// The place of the game in the statement.
    at: Span,
    found: Vec<Value>,
    /// How many have the outcome; all are in `found` unless they are too many.
    count: u128,
    /// How many positions were looked at.
    looked_at: u64,
}

impl Sieve {
    /// Adds a position, given by its other coordinates and its last one.
    fn add(&mut self, others: &[Value], last: i64, meter: &Meter) -> Result<(), Halt> {
        self.count += 1;
        if self.count > MOST_ENTRIES {
            return meter.spend(1);
        }
        let found = match others {
            [] => Value::Integer(last.into()),
            others => Value::Tuple(others.iter().cloned().chain([Value::Integer(last.into())]).collect()),
        };
        meter.push(&mut self.found, found)
    }

    /// An error if there are too many to list.
    fn check(&self) -> Result<(), Error> {
        match self.count > MOST_ENTRIES {
            true => Err(tables::too_many("positions", self.count, self.at)),
            false => Ok(()),
        }
    }
}

/// At most this many positions are shown.
const SHOWN: usize = 200;

impl Showable for PositionList {
    fn kind(&self) -> &'static str {
        "positions"
    }

    fn document(&self) -> Document {
        positions(self)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(rows(self))
    }

    fn list(&self) -> Option<(&'static str, LongList<'_>)> {
        Some(("positions", LongList::Values(&self.positions)))
    }

    fn is_sequence(&self) -> bool {
        true
    }

    fn terms(&self) -> Option<Terms<'_>> {
        let terms = (1_i64..).zip(self.positions.iter().map(ToString::to_string));
        (self.coordinates.len() == 1).then(|| Box::new(terms) as Terms)
    }
}

fn positions(report: &PositionList) -> Document {
    let mut document = Document::default();
    document.line(summary(report));
    let role = if report.outcome == Outcome::P { Role::Good } else { Role::Name };
    document.blocks.push(Block::Pieces(report.positions.iter().take(SHOWN).map(|found| piece(role, found)).collect()));
    let more = report.positions.len().saturating_sub(SHOWN);
    if more > 0 {
        let all = [
            muted(format!("… and {} more; ", thousands(more as u128))),
            code("to \"FILE\""),
            muted(" writes all of them."),
        ];
        document.line(all.into());
    }
    document
}

/// "6 of 21 positions are P-positions: the player to move loses."
fn summary(report: &PositionList) -> Line {
    let (one, many, fate) = match report.outcome {
        Outcome::P => ("is a P-position", "are P-positions", "loses"),
        Outcome::N => ("is an N-position", "are N-positions", "wins"),
        Outcome::D => ("is drawn", "are drawn", "does not lose"),
    };
    let play = if report.convention.is_misere() { "in misère play " } else { "" };
    let total = counted(u128::from(report.looked_at), "position", "positions");
    let claim = |text: String| verdict(capital(&format!("{play}{text}")));
    let drawn = match report.drawn {
        0 => String::new(),
        drawn => format!(" {}.", counted(u128::from(drawn), "position is a draw", "positions are draws")),
    };
    let found = match (report.count, report.looked_at) {
        (_, 0) => return vec![verdict("No positions"), plain(": the ranges have none.")],
        (0, 1) => return vec![claim(format!("the only position {}", one.replacen("is", "is not", 1))), plain(".")],
        (0, _) => return vec![claim(format!("none of {total} {one}")), plain(format!(".{drawn}"))],
        (1, _) => format!("1 of {total} {one}"),
        (count, _) => format!("{} of {total} {many}", thousands(u128::from(count))),
    };
    vec![claim(found), plain(format!(": the player to move {fate}.{drawn}"))]
}

/// One row for each position, with a column for each coordinate.
fn rows(report: &PositionList) -> Rows<'_> {
    let headings: Vec<&str> = report.coordinates.iter().map(|name| &**name).collect();
    let is_one = headings.len() == 1;
    Rows::new(
        &headings,
        report.positions.iter().map(move |position| {
            let fields = if is_one { std::slice::from_ref(position) } else { columns(position) };
            fields.iter().map(typed)
        }),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::report::Report;
    use crate::verbs::samples::{assert_text, shown, shown_ascii, subtraction};

    fn solved(positions: Vec<Value>, looked_at: u64, convention: Convention) -> Report {
        let (outcome, count) = (Outcome::P, positions.len() as u64);
        let coordinates = vec!["n".into()];
        let positions = positions.into();
        let (subject, drawn) = (subtraction().name.clone(), 0);
        Report::new(PositionList { subject, convention, outcome, looked_at, count, drawn, coordinates, positions })
    }

    #[test]
    fn positions_are_counted_and_never_broken() {
        let heaps = [0, 4, 8].map(Value::Integer).to_vec();
        assert_text(
            &shown(&solved(heaps, 12, Convention::Normal), 80),
            "3 of 12 positions are P-positions: the player to move loses.\n0 4 8\n",
        );
        let pairs = (0..9).map(|n| Value::Tuple([Value::Integer(n), Value::Integer(n)].into())).collect();
        let text = shown(&solved(pairs, 81, Convention::Misere), 30);
        assert!(text.ends_with("\n(0, 0) (1, 1) (2, 2) (3, 3)\n(4, 4) (5, 5) (6, 6) (7, 7)\n(8, 8)\n"), "{text}");
        assert!(text.starts_with("In misère play 9 of 81 positions"), "{text}");
    }

    #[test]
    fn none_and_many() {
        let first = |report: &Report| shown(report, 80).lines().next().map(str::to_owned);
        assert_eq!(
            first(&solved(Vec::new(), 0, Convention::Normal)).as_deref(),
            Some("No positions: the ranges have none.")
        );
        assert_eq!(
            first(&solved(Vec::new(), 1, Convention::Normal)).as_deref(),
            Some("The only position is not a P-position.")
        );
        assert_eq!(
            first(&solved(Vec::new(), 9, Convention::Normal)).as_deref(),
            Some("None of 9 positions is a P-position.")
        );
        let many = (0..1300).map(Value::Integer).collect();
        let text = shown_ascii(&solved(many, 5200, Convention::Normal));
        assert!(text.ends_with("... and 1,100 more; to \"FILE\" writes all of them.\n"), "{text}");
    }
}
