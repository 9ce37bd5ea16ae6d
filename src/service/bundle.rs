//! An answer in several forms at once, none of them longer than wanted: a notebook shows the richest that it can.

use std::io;

use crate::show;
use crate::show::document::Style;
use crate::show::exact_json::{LargeNumbers, Lines};
use crate::show::file;
use crate::show::json::{self, Asked};
use crate::show::report::Report;
use crate::show::terminal::Painter;
use crate::show::told::told;

/// An answer in every form that it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// As the screen shows it, without colours.
    pub plain: String,
    /// A piece of a page.
    pub html: String,
    /// Its picture, if it is one.
    pub svg: Option<String>,
    /// The object that `--json` prints; `None` if it is too long.
    pub json: Option<String>,
    /// Its rows as comma-separated values with their headings, if it is made of rows.
    pub rows: Option<String>,
    /// Whether something was left out because it is too long.
    pub is_cut: bool,
}

/// The forms of an answer, each of at most about `bound` bytes. `caption` says what a picture shows.
pub fn bundle(report: &Report, caption: &str, bound: usize) -> Bundle {
    let document = report.document();
    let mut plain = BoundedText::new(bound);
    // The only error is that there is no more room.
    let is_plain_cut = show::terminal::write(&document, &Style::default(), Painter::Plain, &mut plain).is_err();
    let mut plain = plain.text();
    if is_plain_cut {
        let told = report.language().words(told!("… (the rest is left out here)"));
        plain.push_str(&format!("{told}\n"));
    }
    // A page of a long answer would be made as a whole.
    let page = (!is_plain_cut).then(|| show::handout::answer_html(report, caption, &mut 0));
    let html = page.filter(|html| html.len() <= bound).unwrap_or_else(|| show::handout::text_html(&plain));
    let svg = written(report, "svg", bound);
    let json = written(report, "json", bound);
    let rows = written(report, "csv", bound);
    let is_cut = is_plain_cut || [&svg, &json, &rows].into_iter().any(|form| matches!(form, WrittenForm::TooLong(_)));
    let rows = match rows {
        WrittenForm::TooLong(beginning) => Some(beginning),
        rows => rows.whole(),
    };
    Bundle { plain, html, svg: svg.whole(), json: json.whole(), rows, is_cut }
}

/// The object of an answer with all members of its lists; `None` if it would have more bytes.
pub fn object(report: &Report, most: usize) -> Option<String> {
    written(report, "json", most).whole()
}

/// The same for a program whose numbers have any size: large ones are no texts.
pub fn object_with_numbers(report: &Report, most: usize) -> Option<String> {
    let mut out = BoundedText::new(most);
    let written = json::write(report, Asked::default(), Lines::One, LargeNumbers::AsNumbers, &mut out);
    written.is_ok().then(|| out.text())
}

/// An answer in the format of a file.
enum WrittenForm {
    Whole(String),
    /// Its beginning, up to the end of a line.
    TooLong(String),
    None,
}

impl WrittenForm {
    fn whole(self) -> Option<String> {
        match self {
            WrittenForm::Whole(text) => Some(text),
            WrittenForm::TooLong(_) | WrittenForm::None => None,
        }
    }
}

fn written(report: &Report, extension: &str, bound: usize) -> WrittenForm {
    if file::check(report, extension).is_err() {
        return WrittenForm::None;
    }
    let mut out = BoundedText::new(bound);
    match file::write(report, extension, &mut out) {
        Ok(()) => WrittenForm::Whole(out.text()),
        Err(_) => {
            let mut text = out.text();
            text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
            WrittenForm::TooLong(text)
        }
    }
}

/// Takes a text of at most so many bytes. Writing fails beyond them.
#[derive(Debug)]
pub struct BoundedText {
    bytes: Vec<u8>,
    most: usize,
}

impl BoundedText {
    pub fn new(most: usize) -> BoundedText {
        BoundedText { bytes: Vec::new(), most }
    }

    /// The bytes that are allocated when so many more are written.
    pub fn growth(&self, more: usize) -> usize {
        if self.bytes.len() + more <= self.bytes.capacity() { 0 } else { self.bytes.capacity().max(more) }
    }

    /// What was written, up to the last whole character.
    pub fn text(self) -> String {
        String::from_utf8(self.bytes).unwrap_or_else(|error| {
            let whole = error.utf8_error().valid_up_to();
            String::from_utf8_lossy(&error.as_bytes()[..whole]).into_owned()
        })
    }
}

impl io::Write for BoundedText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = self.most - self.bytes.len();
        if room == 0 && !bytes.is_empty() {
            // The last line is not whole.
            if let Some(end) = self.bytes.iter().rposition(|byte| *byte == b'\n') {
                self.bytes.truncate(end + 1);
            }
            return Err(io::Error::other("no more is wanted"));
        }
        // A long answer comes in large pieces: as much is kept as there is room for.
        let taken = bytes.len().min(room);
        self.bytes.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
