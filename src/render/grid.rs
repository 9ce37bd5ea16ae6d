//! `table W 0..8, 0..8` and `plot W 0..60, 0..60`: the values over two coordinates, as a table or as a heat map.

use super::document::{Block, CrossTable, Document, Figure, Line};
use super::phrase::{heading, name, plain};
use crate::session::report::Grid;

pub fn grid(report: &Grid) -> Document {
    Document { blocks: cross_table(report).map(Block::CrossTable).into_iter().collect() }
}

pub fn heat(report: &Grid) -> Document {
    Document { blocks: cross_table(report).map(|table| Block::Figure(Figure::Heat(table))).into_iter().collect() }
}

/// `None` if the report does not have the two coordinates that run.
fn cross_table(report: &Grid) -> Option<CrossTable> {
    let (down, right) = (report.axes.get(report.down)?.clone(), report.axes.get(report.right)?.clone());
    Some(CrossTable { title: title(report), down, right, cells: report.cells.clone() })
}

/// The title: what is shown, which coordinates run down and across, and the values of the fixed ones.
fn title(report: &Grid) -> Line {
    let axis = |index: usize| &report.axes[index].name;
    vec![
        heading(if report.misere { "Outcomes in misère play of " } else { "Grundy values of " }),
        name(subject(report)),
        plain(format!(", {} down, {} across", axis(report.down), axis(report.right))),
    ]
}

/// `W(a, b, c = 7)`
fn subject(report: &Grid) -> String {
    let coordinates = report.axes.iter().enumerate().map(|(index, axis)| match axis.members.first() {
        Some(only) if index != report.down && index != report.right => format!("{} = {only}", axis.name),
        _ => axis.name.to_string(),
    });
    format!("{}({})", report.game.name, coordinates.collect::<Vec<_>>().join(", "))
}
