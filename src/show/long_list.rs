//! Lists that may be long, and are written member by member.

use grundy_engine::game::Value;
use grundy_engine::nim::Nimber;
use serde::Serialize;
use serde::ser::Serializer;

use crate::show::lists::{Entries, Field, Row};
use crate::show::survey_cell::SurveyCell;

/// The list of a report that may be long: in JSON the last member of its object.
#[derive(Clone, Debug)]
pub enum LongList<'a> {
    Rows(&'a [Row]),
    Cells(&'a [Vec<SurveyCell>]),
    /// A grid, with so many cells in each row.
    Grid(&'a Field, usize),
    /// Heaps, each with its value.
    Entries(&'a Entries),
    Values(&'a [Value]),
    /// The value of an expression, which need not be a list.
    Value(&'a Value),
}

/// The lists are made member by member while they are written: ten million members at once would fill the memory.
impl Serialize for LongList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Entry {
            n: u64,
            value: Option<Nimber>,
        }
        match self {
            LongList::Rows(rows) => serializer.collect_seq(*rows),
            LongList::Cells(rows) => serializer.collect_seq(*rows),
            LongList::Grid(cells, width) => serializer.collect_seq(cells.rows(*width).map(Members)),
            LongList::Entries(entries) => serializer.collect_seq(entries.iter().map(|(n, value)| Entry { n, value })),
            LongList::Values(values) => serializer.collect_seq(*values),
            LongList::Value(value) => value.serialize(serializer),
        }
    }
}

/// Serialises an iterator as a list, without collecting it.
struct Members<I>(I);

impl<T: Serialize, I: Iterator<Item = T> + Clone> Serialize for Members<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.clone())
    }
}
