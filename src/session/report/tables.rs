//! Values in tables, grids and rows.

use std::sync::Arc;

use grundy_engine::game::{Game, Value};
use grundy_engine::nim::{Nimber, Outcome};
use serde::Serialize;

use super::lists::{Entries, Field};

/// `table S 0..10`.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    pub game: Arc<Game>,
    pub misere: bool,
    #[serde(skip)]
    pub rows: Arc<[Row]>,
}

/// A row of a table. The fields are in the order in which they are written as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The values of the options, sorted, without repeats; at most [`Row::MOST_LISTED`].
    pub distinct: Vec<Nimber>,
    /// The heap; for a game on boards, the board as a text.
    #[serde(rename = "n")]
    pub heap: Value,
    /// Values of the options, in the order of the options; at most [`Row::MOST_LISTED`]. Empty in misère play.
    pub options: Vec<Nimber>,
    /// `None` where there is no such position.
    pub outcome: Option<Outcome>,
    /// How many options there are in all.
    pub total: u128,
    /// `None` in misère play, and `None` where there is no such position.
    pub value: Option<Nimber>,
}

impl Row {
    /// A row lists at most this many values of options, and as many different ones.
    pub const MOST_LISTED: usize = 50;
}

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

/// A coordinate of a grid.
#[derive(Clone, Debug, Serialize)]
pub struct Axis {
    pub name: Arc<str>,
    /// The values that the coordinate runs through; a single one if it is fixed.
    pub members: Arc<[Value]>,
}

/// `values S 0..40`.
#[derive(Clone, Debug, Serialize)]
pub struct Values {
    pub game: Arc<Game>,
    /// The heaps in order, each with its value; `None` where there is no such position.
    #[serde(skip)]
    pub entries: Entries,
}

/// `losing S 0..40`, `winning S 0..40`: the P-positions among many, or the N-positions.
#[derive(Clone, Debug, Serialize)]
pub struct Solved {
    pub game: Arc<Game>,
    pub misere: bool,
    /// The positions with this outcome are listed.
    pub outcome: Outcome,
    /// How many positions were looked at.
    #[serde(rename = "among")]
    pub looked_at: u64,
    /// How many of them are listed.
    pub count: u64,
    /// The names of the coordinates.
    pub coordinates: Vec<Arc<str>>,
    /// Heaps; tuples if the game has several coordinates.
    #[serde(skip)]
    pub positions: Arc<[Value]>,
}

/// `plot` of two coordinates.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct HeatMap(pub Grid);

/// The value of an expression; that of a position comes with its Grundy value.
#[derive(Clone, Debug, Serialize)]
pub struct ShownValue {
    pub value: Value,
    #[serde(rename = "grundy")]
    pub nimber: Option<Nimber>,
}
