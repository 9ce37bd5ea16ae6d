//! The parts of a page, for a host that puts them together and takes answers to them.

use std::collections::BTreeMap;

use super::handout::Filling;
use super::html;
use crate::session::report::Report;

/// An answer. `pictures` counts those of the page.
pub fn answer(report: &Report, caption: &str, pictures: &mut usize) -> String {
    match report {
        Report::Play(_) | Report::Quiz(_) | Report::Tour(_) => html::said(report),
        _ => html::answer(report, caption, (Filling::Full, None), pictures),
    }
}

/// Whether `#| answer: hide` hides this: not what is said to inform, nor in a dialogue.
pub fn can_be_hidden(report: &Report) -> bool {
    !matches!(report, Report::Play(_) | Report::Quiz(_) | Report::Tour(_)) && !html::is_never_hidden(report)
}

/// Markdown that stands by itself. There are no files that its pictures could come from.
pub fn prose(markdown: &str) -> String {
    let mut prose = html::Prose::default();
    prose.begin();
    prose.html(markdown, &BTreeMap::new()).0.concat()
}
