//! `plot S 0..200`: the values of the positions along one coordinate, as a figure.

use crate::show::document::{Block, Document, Figure, Line, LinePlot};
use crate::show::lists::LongList;
use crate::show::phrase::{heading, name, plain, thousands};
use crate::show::report::Showable;
use crate::show::rows::{Rows, of_entries};
use crate::verbs::pictures::data::Plot;

impl Showable for Plot {
    fn kind(&self) -> &'static str {
        "plot"
    }

    fn document(&self) -> Document {
        plot(self)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(of_entries(&self.entries))
    }

    fn list(&self) -> Option<(&'static str, LongList<'_>)> {
        Some(("values", LongList::Entries(&self.entries)))
    }
}

fn plot(report: &Plot) -> Document {
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
