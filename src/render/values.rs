//! `values S 0..40`: Grundy values in a row.

use super::document::{Block, Document, Sequence};
use super::phrase::{heading, name, plain};
use crate::session::report::Values;

pub fn values(report: &Values) -> Document {
    let mut title = vec![heading("Grundy values of "), name(&report.game.name)];
    if let (Some((first, _)), Some((last, _))) = (report.entries.first(), report.entries.last()) {
        title.push(plain(format!(", n = {first} to {last}")));
    }
    Document { blocks: vec![Block::Sequence(Sequence { title, entries: report.entries.clone() })] }
}
