//! `plot S 0..200`: the values of the positions along one or two coordinates, as a figure.

use std::sync::Arc;

use grundy_engine::game::Game;
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
}

/// Without a range, one coordinate runs up to the first of these, and each of two up to the second.
const LAST: [u64; 2] = [200, 60];

pub(crate) fn plot(session: &mut Session, subject: &ast::Expr, ranges: &[ast::Expr]) -> Result<Reply, Error> {
    let at = subject.span;
    let sliced = tables::sliced(session, "plot", subject, ranges, LAST)?;
    no_boards("plot", &sliced.game, at)?;
    if let [range] = &sliced.ranges[..] {
        let heaps = tables::heaps(session, &sliced.game, range, at, MOST_ENTRIES)?;
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
    let running = running(&report.coordinates).to_owned();
    let plot = LinePlot { title: title(report), running, entries: report.entries.clone() };
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
