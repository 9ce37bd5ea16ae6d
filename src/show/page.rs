//! The HTML parts of a page, for a host that puts them together and lets the reader type, such as `web/`.

use std::collections::BTreeMap;

use crate::show::handout::Filling;
use crate::show::html;
use crate::show::markup::escaped;
use crate::show::report::Report;

/// The HTML of an answer. `pictures` counts the pictures of the page. What is said in a dialogue is shown whole, since
/// the reader can type.
pub fn answer_html(report: &Report, caption: &str, pictures: &mut usize) -> String {
    let document = if report.is_dialogue() { report.document() } else { report.on_page() };
    html::answer(&document, caption, (Filling::Full, None), pictures)
}

/// The HTML of a text that is shown as it stands.
pub fn text_html(text: &str) -> String {
    format!("<pre>{}</pre>\n", escaped(text))
}

/// Whether the directive `#| answer: hide` hides this answer. It hides neither information, such as `help` gives, nor
/// what is said in a dialogue.
pub fn can_be_hidden(report: &Report) -> bool {
    !report.is_dialogue() && !report.informs()
}

/// The HTML of some Markdown by itself. There are no files that its pictures could come from.
pub fn prose_html(markdown: &str) -> String {
    let mut prose = html::Prose::default();
    prose.begin();
    prose.html(markdown, &BTreeMap::new(), &|| true).0.concat()
}
