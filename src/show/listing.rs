//! Names with a line about each, and paragraphs: text that is broken at words to fit the width.

use crate::show::document::{Block, Document, ExerciseText, Line, Listing, Paragraph, Role};
use crate::show::phrase::{code, piece, plain, width, with_code};

/// Adds a listing of names in this role, each with a text. What can be typed stands between backticks in the texts.
pub fn listing(document: &mut Document, role: Role, entries: &[(&str, &str)]) {
    let entries = entries.iter().map(|(name, text)| (piece(role, name), with_code(text)));
    document.blocks.push(Block::Listing(Listing { entries: entries.collect(), has_long_names: false }));
}

/// Adds a paragraph, broken at words.
pub fn paragraph(document: &mut Document, text: Line) {
    indented(document, 0, text);
}

/// Adds a paragraph that is indented by this many columns.
pub fn indented(document: &mut Document, indent: usize, text: Line) {
    put(document, vec![plain(" ".repeat(indent))], text, indent);
}

/// Adds an item of a list, whose first piece is its mark. Later lines are indented to the text after the mark.
pub fn hanging(document: &mut Document, indent: usize, line: Line) {
    let mark = line.first().map_or(0, |mark| width(std::slice::from_ref(mark)));
    let mut pieces = line.into_iter();
    let head: Line = std::iter::once(plain(" ".repeat(indent))).chain(pieces.next()).collect();
    put(document, head, pieces.collect(), indent + mark);
}

/// Adds a step of an argument, `1. …`. Later lines are indented to its text.
pub fn step(document: &mut Document, number: usize, text: Line) {
    put(document, vec![plain(format!("{number:>3}. "))], text, 5);
}

fn put(document: &mut Document, head: Line, text: Line, indent: usize) {
    document.blocks.push(Block::Paragraph(Paragraph { head, text, indent, is_kept: false }));
}

/// Adds a question after its number, with what to type, its values and its choices.
pub fn exercise(document: &mut Document, exercise: &ExerciseText, number: Line) {
    let format = with_code(exercise.answer_format);
    hanging(document, 0, [number, exercise.text.clone(), vec![plain(" ")], format].concat());
    below_exercise(document, exercise);
}

/// Adds what stands below the text of a question: its values and its choices.
pub fn below_exercise(document: &mut Document, exercise: &ExerciseText) {
    for table in exercise.tables() {
        let width = |column: usize| table.iter().map(|row| row[column].len()).max().unwrap_or(0);
        let line = |row: &Vec<String>| {
            let cells = row.iter().enumerate().map(|(column, cell)| match column {
                0 => format!("  {cell:<width$}  ", width = width(0)),
                _ => format!(" {cell:>width$}", width = width(column)),
            });
            vec![plain(cells.collect::<String>())]
        };
        document.drawing(table.iter().map(line).collect());
    }
    for (letter, choice) in exercise.lettered() {
        indented(document, 2, [vec![code(letter), plain(") ")], choice.clone()].concat());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::document::Style;
    use crate::show::phrase::name;
    use crate::show::terminal::{Painter, paint};

    #[test]
    fn a_paragraph_breaks_at_words_and_keeps_a_name_and_its_comma_together() {
        let mut document = Document::default();
        paragraph(&mut document, vec![plain("play "), name("S(3) → S(1)"), plain(", and then")]);
        assert_eq!(
            paint(&document, &Style { width: 12, ascii: true }, Painter::Plain),
            "play S(3) ->\nS(1), and\nthen\n"
        );
    }

    #[test]
    fn a_listing_breaks_under_the_text() {
        let mut document = Document::default();
        listing(&mut document, Role::Name, &[("Nim", "take any number"), ("Kayles", "bowling")]);
        assert_eq!(
            paint(&document, &Style { width: 20, ascii: false }, Painter::Plain),
            "  Nim     take any\n          number\n  Kayles  bowling\n"
        );
    }
}
