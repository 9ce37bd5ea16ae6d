//! Worksheets as cards of Anki: a text with a card in each line, whose front and back are divided by a tab:
//! <https://docs.ankiweb.net/importing/text-files.html>.

use crate::show::document::Worksheets;
use crate::show::question_bank::question::{Shown, questions};

/// The lines that tell Anki how to read what follows.
const HEAD: &str = "#separator:tab\n#html:true\n#columns:Front\tBack\n";

/// A card for each question, with the question in front, and the answer and its reason on the back.
pub fn cards(worksheets: &Worksheets) -> String {
    let mut text = HEAD.to_owned();
    for question in worksheets.sheets.iter().flat_map(|sheet| questions(sheet, Shown::OnCard)) {
        text.push_str(&field(&question.text));
        text.push('\t');
        text.push_str(&field(&question.feedback));
        text.push('\n');
    }
    text
}

/// A field in which no sign has a meaning. The text is markup, which has no tab in it and no line end.
fn field(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
