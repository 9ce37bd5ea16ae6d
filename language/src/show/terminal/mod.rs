//! Paints a document as text, for a terminal of any width, or for a file without colours. Each kind of block is laid out
//! by a file of its own; here the lines get their colours and are written one by one.

use std::fmt::{self, Write as _};
use std::io;

use crate::show::document::{
    Block, Document, ExerciseSheet, Figure, Line, PositionPicture, PrintOutput, Role, Style, Visit, Worksheets,
};
use crate::show::phrase::{
    answers_title, exercise as put_exercise, filled_in, heading, muted, paragraph, plain, points_text, sheet_title,
    spell, step, verdict,
};
use crate::show::theme::Theme;

mod boards;
mod canvas;
mod columns;
mod cross_table;
mod heat;
mod paragraph;
mod plot;
mod sequence;
mod tree;

/// What a document is painted with. The caller decides; whether the standard output is a terminal is not asked here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Painter {
    #[default]
    Plain,
    /// With the escape codes of a terminal.
    Terminal(Theme),
}

/// The document as text. Every line ends with a newline; an empty document is the empty text.
pub fn paint(document: &Document, style: &Style, painter: Painter) -> String {
    let mut bytes = Vec::new();
    // Writing to a `Vec` cannot fail.
    let _ = write(document, style, painter, &mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}

/// Writes the document line by line, so that a long one is never held as a whole.
///
/// # Errors
/// The errors of `out`.
pub fn write(document: &Document, style: &Style, painter: Painter, out: &mut dyn io::Write) -> io::Result<()> {
    let mut line_painter = LinePainter { out, painter, style: *style, text: String::new() };
    document.blocks.iter().try_for_each(|block| match block {
        Block::Output(output) => line_painter.output(output),
        _ => each_line(block, style, &mut |line| line_painter.line(line)),
    })
}

/// The lines of a block.
pub fn lines(block: &Block, style: &Style) -> Vec<Line> {
    let mut lines = Vec::new();
    // Adding to a `Vec` cannot fail.
    let _ = each_line(block, style, &mut |line| {
        lines.push(line.clone());
        Ok(())
    });
    lines
}

fn each_block(document: &Document, style: &Style, visit: &mut Visit) -> io::Result<()> {
    document.blocks.iter().try_for_each(|block| each_line(block, style, visit))
}

/// Lays out a block, and passes its lines on one by one.
fn each_line(block: &Block, style: &Style, visit: &mut Visit) -> io::Result<()> {
    let lines = match block {
        Block::Line(line) => return visit(line),
        Block::Blank => return visit(&Line::new()),
        Block::Drawing(lines) => return lines.iter().try_for_each(visit),
        Block::Drawings(drawings) => return paragraph::widest(drawings, style).iter().try_for_each(visit),
        Block::Table(table) => return columns::each_line(table, style, visit),
        Block::CrossTable(table) => return cross_table::each_line(table, style, visit),
        Block::Sequence(sequence) => return sequence::each_line(sequence, style, visit),
        Block::Exercises(sheet) => return each_block(&with_answers(sheet), style, visit),
        Block::Worksheets(sheets) => return each_block(&worksheets(sheets), style, visit),
        Block::Output(output) => output.lines(),
        Block::Paragraph(text) => paragraph::lines(text, style),
        Block::Listing(listing) => paragraph::listing(listing, style),
        Block::Pieces(pieces) => paragraph::pieces(pieces, style),
        Block::SideBySide(short) => paragraph::side_by_side(short, style),
        Block::Picture(PositionPicture::Boards(drawn)) => boards::lines(drawn, style),
        Block::Picture(_) => return Ok(()),
        Block::Figure(Figure::Plot(plot)) => plot::lines(plot, style),
        Block::Figure(Figure::Heat(table)) => heat::lines(table, style),
        Block::Figure(Figure::Tree(tree)) => tree::lines(tree, style),
    };
    lines.iter().try_for_each(visit)
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

    fn output(&mut self, text: &PrintOutput) -> io::Result<()> {
        let mut lines = PaintedLines { line_painter: self, begun: String::new(), problem: None };
        let written = write!(lines, "{}", text.0);
        let PaintedLines { begun, problem, line_painter } = lines;
        match (written, problem) {
            (_, Some(problem)) => Err(problem),
            (Ok(()), None) => line_painter.line(&vec![plain(begun)]),
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
            let line = vec![plain(std::mem::take(&mut self.begun))];
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

/// One sheet, with the answer after each exercise.
fn with_answers(sheet: &ExerciseSheet) -> Document {
    let mut document = Document::default();
    document.line(sheet.subject.clone());
    put_rule(&mut document, sheet);
    for (index, exercise) in sheet.exercises.iter().enumerate() {
        step(&mut document, index + 1, [&exercise.text[..], &[plain(" ")], &exercise.answer].concat());
    }
    document
}

/// Sheets, and the answers after them.
pub fn worksheets(worksheets: &Worksheets) -> Document {
    let mut document = Document::default();
    for sheet in &worksheets.sheets {
        let title = vec![verdict(sheet_title(sheet)), plain(": ")];
        document.line([title, sheet.subject.clone()].concat());
        put_rule(&mut document, sheet);
        let points = sheet.points();
        let [name, date, marks] = filled_in(sheet);
        document.line(vec![plain(format!("{name} ____________________  {date} __________  {marks} ____ / {points}"))]);
        for exercise in &sheet.exercises {
            document.blank();
            put_exercise(&mut document, exercise, vec![plain(format!("{}. ", exercise.number))]);
            document.line(vec![muted(format!("   {}", points_text(exercise)))]);
        }
        document.blank();
    }
    document.line(vec![heading(answers_title(worksheets))]);
    for sheet in &worksheets.sheets {
        document.blank();
        paragraph(&mut document, vec![heading(sheet_title(sheet))]);
        sheet.exercises.iter().for_each(|of| step(&mut document, of.number, of.solution.clone()));
    }
    document
}

fn put_rule(document: &mut Document, sheet: &ExerciseSheet) {
    sheet.rule.lines().for_each(|line| document.line(vec![muted(format!("  {line}"))]));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::phrase::{muted, name, plain, verdict};

    fn document() -> Document {
        let mut document = Document::default();
        document.line(vec![verdict("First player wins:"), plain(" S  ")]);
        document.blank();
        document.drawing(vec![vec![plain("  "), name("S(3)"), muted("  ")]]);
        document
    }

    #[test]
    fn plain_text_has_no_escape_and_no_blanks_at_the_end_of_a_line() {
        assert_eq!(paint(&document(), &Style::default(), Painter::Plain), "First player wins: S\n\n  S(3)\n");
    }

    #[test]
    fn a_terminal_has_colours_whatever_the_standard_output_is() {
        assert_eq!(
            paint(&document(), &Style::default(), Painter::Terminal(Theme::Dark)),
            "\u{1b}[1mFirst player wins:\u{1b}[0m S\n\n  \u{1b}[38;5;80mS(3)\u{1b}[0m\n"
        );
    }

    #[test]
    fn escape_codes_inside_a_text_do_no_harm() {
        let mut document = Document::default();
        document.line(vec![plain("a\u{1b}[2Jb")]);
        assert_eq!(paint(&document, &Style::default(), Painter::Plain), "a\\u{1b}[2Jb\n");
    }
}
