//! From a document to text: a painter decides what a role looks like. Layout is the document's, tables apart, which are
//! laid out here because their columns depend on what stands in them.

use std::fmt::{self, Write as _};
use std::io;

use super::document::{Block, Document, Line, LongText, Piece, Role, Style};
use super::phrase::spell;
use super::theme::Theme;
use super::{board, columns, listing};

/// What a document is painted with. Who paints decides; the standard output is never looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Painter {
    #[default]
    Plain,
    /// Escape codes of a terminal.
    Terminal(Theme),
}

/// The document as text. Every line ends with a newline; an empty document is the empty text.
pub fn paint(document: &Document, painter: Painter) -> String {
    let mut bytes = Vec::new();
    // Memory takes whatever is written to it.
    let _ = write(document, painter, &mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}

/// Writes the document line by line, so that a long one is never held as a whole.
///
/// # Errors
/// Those of what is written to.
pub fn write(document: &Document, painter: Painter, out: &mut dyn io::Write) -> io::Result<()> {
    let mut brush = Brush { out, painter, style: document.style, text: String::new() };
    for block in &document.blocks {
        match block {
            Block::Line(line) => brush.line(line)?,
            Block::Drawing(lines) => lines.iter().try_for_each(|line| brush.line(line))?,
            Block::Boards(boards) => {
                board::lines(boards, &document.style).iter().try_for_each(|line| brush.line(line))?;
            }
            Block::Table { columns, rows } => {
                columns::lay_out(columns, rows, &document.style).iter().try_for_each(|line| brush.line(line))?;
            }
            Block::Listing(entries) => {
                listing::lay_out(entries, &document.style).iter().try_for_each(|line| brush.line(line))?;
            }
            Block::LongTable { columns, rows } => {
                columns::each_line(columns, rows, &document.style, &mut |line| brush.line(line))?;
            }
            Block::LongDrawing(lines) => lines.iter().try_for_each(|line| brush.line(&line))?,
            Block::LongText(text) => brush.long_text(text)?,
            Block::Blank => brush.line(&Line::new())?,
        }
    }
    Ok(())
}

/// Paints lines.
struct Brush<'a> {
    out: &'a mut dyn io::Write,
    painter: Painter,
    style: Style,
    /// The line at hand.
    text: String,
}

impl Brush<'_> {
    /// A line without the blanks at its end. Signs beyond ASCII are spelled where the style asks for it, and nothing steers
    /// the terminal.
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
        let mut lines = PaintedLines { brush: self, begun: String::new(), problem: None };
        let written = write!(lines, "{}", text.0);
        let PaintedLines { begun, problem, brush } = lines;
        match (written, problem) {
            (_, Some(problem)) => Err(problem),
            (Ok(()), None) => brush.line(&vec![Piece { role: Role::Plain, text: begun }]),
            (Err(fmt::Error), None) => Err(io::Error::other("a value cannot be written")),
        }
    }
}

/// Takes a text in pieces and paints it; no more of a line is held than the blanks that may turn out to be its end.
struct PaintedLines<'a, 'b> {
    brush: &'a mut Brush<'b>,
    begun: String,
    problem: Option<io::Error>,
}

impl fmt::Write for PaintedLines<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut pieces = text.split('\n');
        self.begun.push_str(pieces.next().unwrap_or_default());
        for next in pieces {
            let line = vec![Piece { role: Role::Plain, text: std::mem::take(&mut self.begun) }];
            self.keep(|brush| brush.line(&line))?;
            self.begun.push_str(next);
        }
        let certain = self.begun.trim_end().len();
        if certain >= PIECE {
            let rest = self.begun.split_off(certain);
            let shown = spell(&self.begun, &self.brush.style);
            self.begun = rest;
            self.keep(|brush| brush.out.write_all(shown.as_bytes()))?;
        }
        Ok(())
    }
}

/// So much of a line is painted at once.
const PIECE: usize = 1 << 12;

impl PaintedLines<'_, '_> {
    fn keep(&mut self, write: impl FnOnce(&mut Brush) -> io::Result<()>) -> fmt::Result {
        write(self.brush).map_err(|problem| {
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
    fn plain_ink_has_no_escape_and_no_blanks_at_the_end_of_a_line() {
        assert_eq!(paint(&document(), Painter::Plain), "First player wins: S\n\n  S(3)\n");
    }

    #[test]
    fn terminal_ink_colours_whatever_the_standard_output_is() {
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
