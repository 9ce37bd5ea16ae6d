//! `values S 0..40`: Grundy values in a row.

use crate::show::document::{Block, Document, Sequence};
use crate::show::lists::LongList;
use crate::show::phrase::{heading, name, plain};
use crate::show::report::{Showable, Terms};
use crate::show::rows::{Rows, of_entries};
use crate::verbs::tables::data::Values;

impl Showable for Values {
    fn kind(&self) -> &'static str {
        "values"
    }

    fn document(&self) -> Document {
        values(self)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(of_entries(&self.entries))
    }

    fn list(&self) -> Option<(&'static str, LongList<'_>)> {
        Some(("values", LongList::Entries(&self.entries)))
    }

    fn is_sequence(&self) -> bool {
        true
    }

    /// Consecutive heaps, each with its value.
    fn terms(&self) -> Option<Terms<'_>> {
        let entries = &self.entries;
        let is_row = entries.len() <= 1 || entries.step() == Some(1);
        let is_whole = is_row && entries.iter().all(|(_, value)| value.is_some());
        is_whole.then(|| Box::new(entries.iter().filter_map(|(heap, value)| Some((heap, value?.to_string())))) as Terms)
    }
}

fn values(report: &Values) -> Document {
    let mut title = vec![heading("Grundy values of "), name(&report.game.name)];
    if let (Some((first, _)), Some((last, _))) = (report.entries.first(), report.entries.last()) {
        title.push(plain(format!(", n = {first} to {last}")));
    }
    Document { blocks: vec![Block::Sequence(Sequence { title, entries: report.entries.clone() })] }
}
