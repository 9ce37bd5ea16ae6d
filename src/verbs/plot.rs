//! `plot S 0..200`: the values of the positions along one or two coordinates, as a figure.

use std::sync::Arc;

use grundy_engine::game::{Game, Ruleset, Sum};
use grundy_engine::nim::{Convention, GrundyValue};
use grundy_engine::solve::SolveError;
use serde::Serialize;

use crate::error::Error;
use crate::lang::lower::{coordinate, no_boards};
use crate::lang::periods::heap_position;
use crate::lang::session::{Reply, Session};
use crate::show::document::{Block, Document, Figure, Line, LinePlot, Other, Others};
use crate::show::json;
use crate::show::lists::{Cell, Entries, Heaps, LongList};
use crate::show::phrase::{heading, name, plain, thousands};
use crate::show::report::{Report, Showable};
use crate::show::rows::{RowField, Rows, of_entries};
use crate::source::Span;
use crate::syntax::ast;
use crate::verbs::position;
use crate::verbs::tables::answer::{Coordinates, HeatMap, line_subject, running};
use crate::verbs::tables::{self, MOST_ENTRIES};

/// `plot S 0..200`: one coordinate runs.
#[derive(Clone, Debug, Serialize)]
pub struct Plot {
    pub game: Arc<Game>,
    /// The names of the coordinates, with the value of those that are fixed; `None` for the one that runs.
    #[serde(serialize_with = "json::coordinates")]
    pub coordinates: Coordinates,
    /// What the coordinate runs through, in order, with the values; `None` where there is no such position.
    #[serde(skip)]
    pub entries: Entries,
    /// Those whose values are no numbers.
    #[serde(skip_serializing_if = "Others::is_empty")]
    pub others: Others,
}

/// Without a range, one coordinate runs up to the first of these, and each of two up to the second.
const LAST: [u64; 2] = [200, 60];

pub(crate) fn plot(session: &mut Session, subject: &ast::Expr, ranges: &[ast::Expr]) -> Result<Reply, Error> {
    let at = subject.span;
    let sliced = tables::sliced(session, "plot", subject, ranges, LAST)?;
    no_boards("plot", &sliced.game, at)?;
    if let [range] = &sliced.ranges[..] {
        let heaps = tables::heaps(session, &sliced.game, range, at, MOST_ENTRIES)?;
        let name = coordinate(&sliced.game, 0);
        let (entries, others) = match any_values(session, &sliced.game, &heaps, at)? {
            None => (tables::heap_values(session, &sliced.game, heaps, at)?, Others::default()),
            Some(values) => {
                let valued = heaps.iter().zip(&values);
                let others = valued.filter_map(|(n, value)| {
                    let value = value.clone().filter(|value| value.nimber().is_none())?;
                    Some(Other { n, value })
                });
                let others = Others(others.collect());
                (Entries::new(heaps, values.iter().map(|value| value.as_ref()?.nimber()).collect()), others)
            }
        };
        return Ok(Reply::report(Plot { game: sliced.game, coordinates: vec![(name, None)], entries, others }));
    }
    let grid = tables::grid(session, sliced, Convention::Normal, Some(Vec::new()), at)?;
    let report = match grid.line() {
        Some((coordinates, entries)) => {
            let other = |((n, _), cell): ((i64, _), Option<Cell>)| {
                let value = cell?.value.filter(|value| value.nimber().is_none())?;
                Some(Other { n, value })
            };
            let others = Others(entries.iter().zip(grid.cells.iter()).filter_map(other).collect());
            Report::new(Plot { game: grid.game, coordinates, entries, others })
        }
        None => Report::new(HeatMap(grid)),
    };
    Ok(Reply::report(report))
}

/// The values of heaps; `None` if all are numbers, which are found faster elsewhere. `None` in it where there is no such
/// position.
fn any_values(
    session: &mut Session,
    game: &Arc<Game>,
    heaps: &Heaps,
    at: Span,
) -> Result<Option<Vec<Option<GrundyValue>>>, Error> {
    if !matches!(game.ruleset, Ruleset::Written(..)) {
        return Ok(None);
    }
    if !game.ruleset.binds() {
        let numbers = tables::heap_values(session, game, heaps.clone(), at);
        match numbers {
            Err(error) if matches!(error.stop(), Some(SolveError::Infinite(_))) => {}
            numbers => return numbers.map(|_| None),
        }
    }
    let (mut values, goal) = (Vec::new(), heaps.len() as u64);
    for (done, heap) in heaps.iter().enumerate() {
        tables::count(session, done as u64, goal, at)?;
        let position = heap_position(game, heap);
        values.push(match session.solved(at, |solver| solver.is_admitted(&position))? {
            true => Some(position::any_value(session, &Sum::position(position), at)?),
            false => None,
        });
    }
    Ok(Some(values))
}

impl Showable for Plot {
    fn kind(&self) -> &'static str {
        "plot"
    }

    fn document(&self) -> Document {
        figure(self)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        if self.others.is_empty() {
            return Some(of_entries(&self.entries));
        }
        let mut others = self.others.0.iter().peekable();
        let rows = self.entries.iter().map(move |(n, value)| {
            let other = others.next_if(|other| other.n == n);
            let value = other.map_or(value.into(), |other| RowField::Text(other.value.to_string().into()));
            [RowField::Integer(n.into()), value]
        });
        Some(Rows::new(&["n", "value"], rows))
    }

    fn list(&self) -> Option<(&'static str, LongList<'_>)> {
        Some(("values", LongList::Entries(&self.entries)))
    }
}

fn figure(report: &Plot) -> Document {
    let running = running(&report.coordinates).to_owned();
    let plot =
        LinePlot { title: title(report), running, entries: report.entries.clone(), others: report.others.clone() };
    Document { blocks: vec![Block::Figure(Figure::Plot(plot))] }
}

/// What is shown, and of which positions.
fn title(report: &Plot) -> Line {
    let mut line = vec![heading("Grundy values of "), name(line_subject(&report.game, &report.coordinates))];
    if let (Some((first, _)), Some((last, _))) = (report.entries.first(), report.entries.last()) {
        let running = running(&report.coordinates);
        let shown = |n: i64| format!("{}{}", if n < 0 { "-" } else { "" }, thousands(n.unsigned_abs()));
        let (low, high) = (shown(first), shown(last));
        line.push(plain(if low == high {
            format!(", {running} = {low}")
        } else {
            format!(", {running} = {low} to {high}")
        }));
    }
    line
}
