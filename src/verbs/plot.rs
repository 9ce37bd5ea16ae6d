//! `plot S 0..200`: the values of the positions along one or two coordinates, as a figure.

use std::sync::Arc;

use grundy_engine::game::{Game, Value};
use serde::Serialize;

use crate::error::Error;
use crate::lang::lower::{coordinate, no_boards};
use crate::lang::session::{Reply, Session};
use crate::show::document::{Block, Document, Figure, Line, LinePlot};
use crate::show::json;
use crate::show::lists::{Entries, LongList};
use crate::show::phrase::{heading, name, plain, thousands};
use crate::show::report::{Report, Showable};
use crate::show::rows::{Rows, of_entries};
use crate::syntax::ast;
use crate::verbs::tables::grid::HeatMap;
use crate::verbs::tables::{self, MOST_ENTRIES};

/// `plot S 0..200`: one coordinate runs.
#[derive(Clone, Debug, Serialize)]
pub struct Plot {
    pub game: Arc<Game>,
    /// The names of the coordinates, with the value of those that are fixed; `None` for the one that runs.
    #[serde(serialize_with = "json::coordinates")]
    pub coordinates: Vec<(Arc<str>, Option<Value>)>,
    /// What the coordinate runs through, in order, with the values; `None` where there is no such position.
    #[serde(skip)]
    pub entries: Entries,
}

/// Without a range, one coordinate runs up to the first of these, and each of two up to the second.
const LAST: [u64; 2] = [200, 60];

pub(crate) fn plot(session: &mut Session, subject: &ast::Expr, ranges: &[ast::Expr]) -> Result<Reply, Error> {
    let at = subject.span;
    let sliced = tables::sliced(session, "plot", subject, ranges, LAST)?;
    no_boards("plot", &sliced.game, at)?;
    if let [range] = &sliced.ranges[..] {
        let heaps = tables::heaps(session, range, MOST_ENTRIES)?;
        let entries = tables::heap_values(session, &sliced.game, heaps, at)?;
        let name = coordinate(&sliced.game, 0);
        return Ok(Reply::report(Plot { game: sliced.game, coordinates: vec![(name, None)], entries }));
    }
    let grid = tables::grid(session, sliced, false, at)?;
    let report = match grid.line() {
        Some((coordinates, entries)) => Report::new(Plot { game: grid.game, coordinates, entries }),
        None => Report::new(HeatMap(grid)),
    };
    Ok(Reply::report(report))
}

impl Showable for Plot {
    fn kind(&self) -> &'static str {
        "plot"
    }

    fn document(&self) -> Document {
        figure(self)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(of_entries(&self.entries))
    }

    fn list(&self) -> Option<(&'static str, LongList<'_>)> {
        Some(("values", LongList::Entries(&self.entries)))
    }
}

fn figure(report: &Plot) -> Document {
    let plot = LinePlot { title: title(report), running: running(report).to_owned(), entries: report.entries.clone() };
    Document { blocks: vec![Block::Figure(Figure::Plot(plot))] }
}

/// What is shown, and of which positions.
fn title(report: &Plot) -> Line {
    let mut line = vec![heading("Grundy values of "), name(subject(report))];
    if let (Some((first, _)), Some((last, _))) = (report.entries.first(), report.entries.last()) {
        let (running, low, high) = (running(report), thousands(u128::from(first)), thousands(u128::from(last)));
        line.push(plain(if low == high {
            format!(", {running} = {low}")
        } else {
            format!(", {running} = {low} to {high}")
        }));
    }
    line
}

/// `S`, or `W(a, 3)` where a coordinate is fixed.
fn subject(report: &Plot) -> String {
    if report.coordinates.len() < 2 {
        return report.game.name.to_string();
    }
    let coordinates = report.coordinates.iter().map(|(name, fixed)| match fixed {
        Some(value) => format!("{name} = {value}"),
        None => name.to_string(),
    });
    format!("{}({})", report.game.name, coordinates.collect::<Vec<_>>().join(", "))
}

/// The name of the coordinate that varies; `n` if it has none.
fn running(report: &Plot) -> &str {
    report.coordinates.iter().find(|(_, fixed)| fixed.is_none()).map_or("n", |(name, _)| name)
}
