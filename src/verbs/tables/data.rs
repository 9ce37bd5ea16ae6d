//! The answers about many positions, as data.

use std::sync::Arc;

use grundy_engine::game::{Game, Value};
use grundy_engine::nim::Outcome;
use serde::Serialize;

use crate::show::lists::{Axis, Entries, Field, Row};

/// `table S 0..10`.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    pub game: Arc<Game>,
    pub misere: bool,
    #[serde(skip)]
    pub rows: Arc<[Row]>,
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
