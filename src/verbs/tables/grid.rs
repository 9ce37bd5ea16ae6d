//! `table W 0..8, 0..8`: values along two coordinates, and as a heat map for `plot`.

use std::sync::Arc;

use grundy_engine::game::{Game, Value};
use grundy_engine::nim::Column;
use serde::Serialize;

use crate::show::document::{Block, CrossTable, Document, Figure, Line};
use crate::show::lists::{Axis, Entries, Field, Heaps, LongList};
use crate::show::phrase::{heading, name, plain};
use crate::show::report::Showable;
use crate::show::rows::{RowField, Rows, typed};

/// `table W 0..8, 0..8`: two coordinates run, the others are fixed.
#[derive(Clone, Debug, Serialize)]
pub struct Grid {
    pub game: Arc<Game>,
    pub misere: bool,
    /// One entry for each coordinate.
    pub axes: Vec<Axis>,
    /// The coordinates that run downwards and to the right: indices into `axes`.
    pub down: usize,
    pub right: usize,
    /// Row after row; a cell is `None` outside the domain of the game.
    #[serde(skip)]
    pub cells: Field,
}

/// The names of coordinates, with the value of those that are fixed; `None` for those that run.
pub type Coordinates = Vec<(Arc<str>, Option<Value>)>;

/// The positions along a line: `S`, or `W(a, b = 3)` where a coordinate is fixed.
pub(crate) fn line_subject(game: &Game, coordinates: &Coordinates) -> String {
    if coordinates.len() < 2 {
        return game.name.to_string();
    }
    let named = coordinates.iter().map(|(name, fixed)| match fixed {
        Some(value) => format!("{name} = {value}"),
        None => name.to_string(),
    });
    format!("{}({})", game.name, named.collect::<Vec<_>>().join(", "))
}

/// The name of the coordinate that runs; `n` if it has none.
pub(crate) fn running(coordinates: &Coordinates) -> &str {
    coordinates.iter().find(|(_, fixed)| fixed.is_none()).map_or("n", |(name, _)| name)
}

impl Grid {
    /// The coordinates, with the value of those that are fixed, and the values along the one that runs; `None` if two
    /// run, or what runs are no numbers.
    pub fn line(&self) -> Option<(Coordinates, Entries)> {
        if self.axes.iter().filter(|axis| axis.runs).count() > 1 {
            return None;
        }
        // A single position is a line of one.
        let running = self.axes.iter().position(|axis| axis.runs).unwrap_or(self.right);
        let mut heaps = Vec::with_capacity(self.cells.len());
        let mut values = Column::default();
        for (member, cell) in self.axes[running].members.iter().zip(self.cells.iter()) {
            let Value::Integer(n) = member else { return None };
            heaps.push(i64::try_from(*n).ok()?);
            values.push(cell.and_then(|cell| cell.value));
        }
        let fixed = |index: usize, members: &[Value]| if index == running { None } else { members.first().cloned() };
        let coordinates =
            self.axes.iter().enumerate().map(|(index, axis)| (axis.name.clone(), fixed(index, &axis.members)));
        Some((coordinates.collect(), Entries::new(Heaps::Listed(heaps), values)))
    }
}

/// `plot` of two coordinates.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct HeatMap(pub Grid);

impl Showable for Grid {
    fn kind(&self) -> &'static str {
        "grid"
    }

    fn document(&self) -> Document {
        grid(self)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(rows(self))
    }

    fn list(&self) -> Option<(&'static str, LongList<'_>)> {
        Some(list(self))
    }
}

impl Showable for HeatMap {
    fn kind(&self) -> &'static str {
        "heat"
    }

    fn document(&self) -> Document {
        heat(&self.0)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(rows(&self.0))
    }

    fn list(&self) -> Option<(&'static str, LongList<'_>)> {
        Some(list(&self.0))
    }
}

fn grid(report: &Grid) -> Document {
    Document { blocks: cross_table(report).map(Block::CrossTable).into_iter().collect() }
}

fn heat(report: &Grid) -> Document {
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

/// One row for each position, all its coordinates first.
fn rows(report: &Grid) -> Rows<'_> {
    let headings: Vec<&str> = report.axes.iter().map(|axis| &*axis.name).chain(["value", "outcome"]).collect();
    let columns = report.axes.get(report.right).map_or(1, |axis| axis.members.len().max(1));
    let mut cells = report.cells.iter().enumerate().filter_map(|(index, cell)| Some((index, cell?)));
    Rows::made_by(&headings, move |row| {
        let Some((index, cell)) = cells.next() else { return false };
        let place = (index / columns, index % columns);
        row.extend((0..report.axes.len()).map(|axis| coordinate(report, axis, place)));
        row.push(cell.value.into());
        row.push(cell.outcome.into());
        true
    })
}

/// The coordinate of an axis in the cell of this row and column. That of an axis which does not run is the same everywhere.
fn coordinate(report: &Grid, axis: usize, (row, column): (usize, usize)) -> RowField<'_> {
    let member = match axis {
        axis if axis == report.down => row,
        axis if axis == report.right => column,
        _ => 0,
    };
    report.axes[axis].members.get(member).map_or(RowField::Null, typed)
}

/// The rows of the table, cell by cell.
fn list(report: &Grid) -> (&'static str, LongList<'_>) {
    let columns = report.axes.get(report.right).map_or(1, |axis| axis.members.len().max(1));
    ("rows", LongList::Grid(&report.cells, columns))
}
