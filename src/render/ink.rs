//! From a document to text: an ink decides what a role looks like. Layout is the document's, tables apart, which are
//! laid out here because their columns depend on what stands in them.

use colored::Color;

use super::document::{Block, Document, Line, Piece, Role};
use super::{columns, listing, visible};

/// What a document is painted with. Who paints decides; the standard output is never looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ink {
    #[default]
    Plain,
    /// Escape codes of a terminal, in the 16 colours every terminal has.
    Terminal,
}

/// The document as text. Every line ends with a newline; an empty document is the empty text.
pub fn paint(document: &Document, ink: Ink) -> String {
    let mut text = String::new();
    for block in &document.blocks {
        match block {
            Block::Line(line) => paint_line(&mut text, line, ink),
            Block::Drawing(lines) => lines.iter().for_each(|line| paint_line(&mut text, line, ink)),
            Block::Table { columns, rows } => {
                let laid_out = columns::lay_out(columns, rows, &document.style);
                laid_out.iter().for_each(|line| paint_line(&mut text, line, ink));
            }
            Block::Listing(entries) => {
                listing::lay_out(entries, &document.style).iter().for_each(|line| paint_line(&mut text, line, ink));
            }
            Block::Blank => text.push('\n'),
        }
    }
    text
}

fn paint_line(text: &mut String, line: &Line, ink: Ink) {
    let end = line.iter().rposition(|piece| !piece.text.trim_end().is_empty());
    for (index, piece) in line.iter().enumerate().take(end.map_or(0, |end| end + 1)) {
        let shown = visible::text(&piece.text);
        let shown = if Some(index) == end { shown.trim_end() } else { &shown };
        match ink {
            Ink::Plain => text.push_str(shown),
            Ink::Terminal => text.push_str(&coloured(shown, piece)),
        }
    }
    text.push('\n');
}

/// The escape codes are written here and not by `Display` of `colored`, which asks the environment and the standard
/// output whether to write any.
fn coloured(text: &str, piece: &Piece) -> String {
    if text.trim().is_empty() {
        return text.to_string();
    }
    let (colour, weight) = look(piece.role);
    let bold = (weight == Weight::Bold).then(|| "1".into());
    let codes: Vec<_> = bold.into_iter().chain(colour.map(|colour| colour.to_fg_str())).collect();
    if codes.is_empty() {
        return text.to_string();
    }
    format!("\u{1b}[{}m{text}\u{1b}[0m", codes.join(";"))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Weight {
    Normal,
    Bold,
}

/// Colours that can be read on a dark and on a light ground: no white, no black, no thin yellow.
fn look(role: Role) -> (Option<Color>, Weight) {
    match role {
        Role::Plain => (None, Weight::Normal),
        Role::Verdict | Role::Heading => (None, Weight::Bold),
        Role::Nimber => (Some(Color::Magenta), Weight::Normal),
        Role::Number | Role::Code => (Some(Color::Blue), Weight::Normal),
        Role::Name => (Some(Color::Cyan), Weight::Normal),
        Role::Good => (Some(Color::Green), Weight::Bold),
        Role::Bad => (Some(Color::Red), Weight::Normal),
        Role::Muted => (Some(Color::BrightBlack), Weight::Normal),
        Role::Error => (Some(Color::Red), Weight::Bold),
        Role::Warning => (Some(Color::Yellow), Weight::Bold),
        Role::Help => (Some(Color::Cyan), Weight::Bold),
    }
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
        assert_eq!(paint(&document(), Ink::Plain), "First player wins: S\n\n  S(3)\n");
    }

    #[test]
    fn terminal_ink_colours_whatever_the_standard_output_is() {
        assert_eq!(
            paint(&document(), Ink::Terminal),
            "\u{1b}[1mFirst player wins:\u{1b}[0m S\n\n  \u{1b}[36mS(3)\u{1b}[0m\n"
        );
    }

    #[test]
    fn escape_codes_inside_a_text_do_no_harm() {
        let mut document = Document::default();
        document.line(vec![plain("a\u{1b}[2Jb")]);
        assert_eq!(paint(&document, Ink::Plain), "a\\u{1b}[2Jb\n");
    }
}
