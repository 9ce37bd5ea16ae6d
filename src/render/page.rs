//! The HTML parts of a page, for a host that puts them together and lets the reader type, such as `web/`.

use std::collections::BTreeMap;

use super::handout::Filling;
use super::html;
use super::markup::escaped;
use crate::session::report::Report;

/// The HTML of an answer. `pictures` counts the pictures of the page.
pub fn answer_html(report: &Report, caption: &str, pictures: &mut usize) -> String {
    match report {
        Report::Play(_) | Report::Quiz(_) | Report::Tour(_) => html::dialogue(report),
        _ => html::answer(report, caption, (Filling::Full, None), pictures),
    }
}

/// The HTML of a text that is shown as it stands.
pub fn text_html(text: &str) -> String {
    format!("<pre>{}</pre>\n", escaped(text))
}

/// Whether the directive `#| answer: hide` hides this answer. It hides neither information, such as `help` gives, nor
/// what is said in a dialogue.
pub fn can_be_hidden(report: &Report) -> bool {
    !matches!(report, Report::Play(_) | Report::Quiz(_) | Report::Tour(_)) && !html::is_never_hidden(report)
}

/// The HTML of some Markdown by itself. There are no files that its pictures could come from.
pub fn prose_html(markdown: &str) -> String {
    let mut prose = html::Prose::default();
    prose.begin();
    prose.html(markdown, &BTreeMap::new()).0.concat()
}
