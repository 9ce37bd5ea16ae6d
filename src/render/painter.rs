//! Turns a document into text: a painter decides what a role looks like. The document is already laid out, except for
//! tables, listings and boards, which are laid out when they are painted.

use std::fmt::{self, Write as _};
use std::io;

use super::document::{Block, Document, Line, LongText, Piece, Role, Style};
use super::phrase::spell;
use super::theme::Theme;
use super::{board, columns, listing};

/// What a document is painted with. The caller decides; whether the standard output is a terminal is not asked here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Painter {
    #[default]
    Plain,
    /// With the escape codes of a terminal.
    Terminal(Theme),
}

/// The document as text. Every line ends with a newline; an empty document is the empty text.
pub fn paint(document: &Document, painter: Painter) -> String {
    let mut bytes = Vec::new();
    // Writing to a `Vec` cannot fail.
    let _ = write(document, painter, &mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}

/// Writes the document line by line, so that a long one is never held as a whole.
///
/// # Errors
/// The errors of `out`.
pub fn write(document: &Document, painter: Painter, out: &mut dyn io::Write) -> io::Result<()> {
    let mut line_painter = LinePainter { out, painter, style: document.style, text: String::new() };
    for block in &document.blocks {
        match block {
            Block::Line(line) => line_painter.line(line)?,
            Block::Drawing(lines) => lines.iter().try_for_each(|line| line_painter.line(line))?,
            Block::Boards(boards) => {
                board::lines(boards, &document.style).iter().try_for_each(|line| line_painter.line(line))?;
            }
            Block::Table { columns, rows } => {
                columns::lay_out(columns, rows, &document.style).iter().try_for_each(|line| line_painter.line(line))?;
            }
            Block::Listing(entries) => {
                listing::lay_out(entries, &document.style).iter().try_for_each(|line| line_painter.line(line))?;
            }
            Block::LongTable { columns, rows } => {
                columns::each_line(columns, rows, &document.style, &mut |line| line_painter.line(line))?;
            }
            Block::LongDrawing(lines) => lines.iter().try_for_each(|line| line_painter.line(&line))?,
            Block::LongText(text) => line_painter.long_text(text)?,
            Block::Blank => line_painter.line(&Line::new())?,
        }
    }
    Ok(())
}

/// Paints lines and writes them.
struct LinePainter<'a> {
    out: &'a mut dyn io::Write,
    painter: Painter,
    style: Style,
    /// The line at hand. The memory is used again for the next one.
    text: String,
}

impl LinePainter<'_> {
    /// Paints a line without the blanks at its end. Characters beyond ASCII are spelled out if the style asks for it,
    /// and characters that would control the terminal become escapes.
    fn line(&mut self, line: &Line) -> io::Result<()> {
        self.text.clear();
        let end = line.iter().rposition(|piece| !piece.text.trim_end().is_empty());
        for (index, piece) in line.iter().enumerate().take(end.map_or(0, |end| end + 1)) {
            let shown = spell(&piece.text, &self.style);
            let shown = if Some(index) == end { shown.trim_end() } else { &shown };
            match self.painter {
                Painter::Plain => self.text.push_str(shown),
                Painter::Terminal(theme) => self.text.push_str(&coloured(shown, piece.role, theme)),
            }
        }
        self.text.push('\n');
        self.out.write_all(self.text.as_bytes())
    }

    fn long_text(&mut self, text: &LongText) -> io::Result<()> {
        let mut lines = PaintedLines { line_painter: self, begun: String::new(), problem: None };
        let written = write!(lines, "{}", text.0);
        let PaintedLines { begun, problem, line_painter } = lines;
        match (written, problem) {
            (_, Some(problem)) => Err(problem),
            (Ok(()), None) => line_painter.line(&vec![Piece { role: Role::Plain, text: begun }]),
            (Err(fmt::Error), None) => Err(io::Error::other("a value cannot be written")),
        }
    }
}

/// Takes a text in pieces and paints its lines without the blanks at their ends. Of a very long line, the beginning
/// is painted before its end is known, up to the last blanks, which may turn out to be at the end.
struct PaintedLines<'a, 'b> {
    line_painter: &'a mut LinePainter<'b>,
    /// The part of the line at hand that is not painted yet.
    begun: String,
    /// The error of the writer, which a `fmt::Error` cannot carry.
    problem: Option<io::Error>,
}

impl fmt::Write for PaintedLines<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut pieces = text.split('\n');
        self.begun.push_str(pieces.next().unwrap_or_default());
        for next in pieces {
            let line = vec![Piece { role: Role::Plain, text: std::mem::take(&mut self.begun) }];
            self.keep(|line_painter| line_painter.line(&line))?;
            self.begun.push_str(next);
        }
        let certain = self.begun.trim_end().len();
        if certain >= PIECE {
            let rest = self.begun.split_off(certain);
            let shown = spell(&self.begun, &self.line_painter.style);
            self.begun = rest;
            self.keep(|line_painter| line_painter.out.write_all(shown.as_bytes()))?;
        }
        Ok(())
    }
}

/// A line is held up to this many bytes before its beginning is painted.
const PIECE: usize = 1 << 12;

impl PaintedLines<'_, '_> {
    /// Writes something, and keeps the error of the writer.
    fn keep(&mut self, write: impl FnOnce(&mut LinePainter) -> io::Result<()>) -> fmt::Result {
        write(self.line_painter).map_err(|problem| {
            self.problem = Some(problem);
            fmt::Error
        })
    }
}

/// The escape codes are written here and not by `Display` of `colored`, which asks the environment and the standard
/// output whether to write any.
fn coloured(text: &str, role: Role, theme: Theme) -> String {
    let codes = theme.codes(role);
    if codes.is_empty() || text.trim().is_empty() {
        return text.to_string();
    }
    format!("\u{1b}[{codes}m{text}\u{1b}[0m")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::document::Style;
    use crate::render::phrase::{muted, name, plain, verdict};

    fn document() -> Document {
        let mut document = Document::new(&Style::default());
        document.line(vec![verdict("First player wins:"), plain(" S  ")]);
        document.blank();
        document.drawing(vec![vec![plain("  "), name("S(3)"), muted("  ")]]);
        document
    }

    #[test]
    fn plain_text_has_no_escape_and_no_blanks_at_the_end_of_a_line() {
        assert_eq!(paint(&document(), Painter::Plain), "First player wins: S\n\n  S(3)\n");
    }

    #[test]
    fn a_terminal_has_colours_whatever_the_standard_output_is() {
        assert_eq!(
            paint(&document(), Painter::Terminal(Theme::Dark)),
            "\u{1b}[1mFirst player wins:\u{1b}[0m S\n\n  \u{1b}[38;5;80mS(3)\u{1b}[0m\n"
        );
    }

    #[test]
    fn escape_codes_inside_a_text_do_no_harm() {
        let mut document = Document::default();
        document.line(vec![plain("a\u{1b}[2Jb")]);
        assert_eq!(paint(&document, Painter::Plain), "a\\u{1b}[2Jb\n");
    }
}
