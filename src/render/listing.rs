//! Names with a line about each, and paragraphs: text that is broken at words to fit the width.

use unicode_width::UnicodeWidthStr;

use super::document::{Block, Document, Line, Piece, Role, Style};
use super::phrase::{piece, plain, spell, width, with_code};

/// Names are padded to a common width, but to no more than this.
const WIDEST_NAME: usize = 24;

/// Adds a listing of names in this role, each with a text. What can be typed stands between backticks in the texts.
pub fn listing(document: &mut Document, role: Role, entries: &[(&str, &str)]) {
    let entries = entries.iter().map(|(name, text)| (piece(role, name), with_code(text)));
    document.blocks.push(Block::Listing(entries.collect()));
}

/// The lines of a listing in two columns: the names, and their texts, broken at words.
pub fn lay_out(entries: &[(Piece, Line)], style: &Style) -> Vec<Line> {
    let names: Vec<Piece> = entries.iter().map(|(name, _)| piece(name.role, spell(&name.text, style))).collect();
    let widest = names.iter().map(|name| name.text.width()).max().unwrap_or(0).min(WIDEST_NAME);
    let mut lines = Vec::new();
    for (name, (_, text)) in names.into_iter().zip(entries) {
        let padding = " ".repeat((widest + 2).saturating_sub(name.text.width()).max(2));
        let head = vec![plain("  "), name, plain(padding)];
        lines.extend(broken(style, head, text.clone(), widest + 4));
    }
    lines
}

/// Adds a paragraph, broken at words.
pub fn paragraph(document: &mut Document, text: Line) {
    indented(document, 0, text);
}

/// Adds a paragraph that is indented by this many columns.
pub fn indented(document: &mut Document, indent: usize, text: Line) {
    let lines = broken(&document.style, vec![plain(" ".repeat(indent))], text, indent);
    document.drawing(lines);
}

/// Adds an item of a list, whose first piece is its mark. Later lines are indented to the text after the mark.
pub fn hanging(document: &mut Document, indent: usize, line: Line) {
    let mark = line.first().map_or(0, |mark| width(std::slice::from_ref(mark)));
    let mut pieces = line.into_iter();
    let head: Line = std::iter::once(plain(" ".repeat(indent))).chain(pieces.next()).collect();
    let lines = broken(&document.style, head, pieces.collect(), indent + mark);
    document.drawing(lines);
}

/// Adds a step of an argument, `1. …`. Later lines are indented to its text.
pub fn step(document: &mut Document, number: usize, text: Line) {
    let head = vec![plain(format!("{number:>3}. "))];
    let lines = broken(&document.style, head, text, 5);
    document.drawing(lines);
}

/// Breaks a text at words. The first line begins with `head`, and later lines are indented by `indent` columns.
fn broken(style: &Style, head: Line, text: Line, indent: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut line = head;
    let mut column = width(&line);
    let mut fresh = true;
    for word in words(style, &text) {
        let space = usize::from(!fresh);
        if !fresh && column + space + width(&word) > style.width {
            lines.push(std::mem::replace(&mut line, vec![plain(" ".repeat(indent))]));
            column = indent;
            fresh = true;
        }
        if !fresh {
            join(&mut line, word[0].role);
            column += 1;
        }
        column += width(&word);
        line.extend(word);
        fresh = false;
    }
    lines.push(line);
    lines
}

/// Adds a blank before a word in the role `next`. The blank has the role of its neighbours if both have the same.
fn join(line: &mut Line, next: Role) {
    let role = line.last().map_or(Role::Plain, |piece| piece.role);
    line.push(piece(if role == next { role } else { Role::Plain }, " "));
}

/// The words of a text. A word has one piece or more, as in `S(3),`.
fn words(style: &Style, text: &[Piece]) -> Vec<Line> {
    let mut words: Vec<Line> = Vec::new();
    let mut open = false;
    for piece in text {
        let spelled = spell(&piece.text, style);
        for (index, part) in spelled.split(' ').enumerate() {
            open &= index == 0;
            if part.is_empty() {
                continue;
            }
            let part = Piece { role: piece.role, text: part.to_string() };
            match words.last_mut() {
                Some(word) if open => word.push(part),
                _ => words.push(vec![part]),
            }
            open = true;
        }
        open &= !spelled.ends_with(' ');
    }
    equations_together(words)
}

/// Joins each equals sign with the words around it, so that `n = 71` stays on one line.
fn equations_together(words: Vec<Line>) -> Vec<Line> {
    let sign = |word: &Line| word.len() == 1 && word[0].text == "=";
    let mut together: Vec<Line> = Vec::with_capacity(words.len());
    let mut after_sign = false;
    for word in words {
        let is_sign = sign(&word);
        match together.last_mut() {
            Some(last) if is_sign || after_sign => {
                join(last, word[0].role);
                last.extend(word);
            }
            _ => together.push(word),
        }
        after_sign = is_sign;
    }
    together
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::painter::{Painter, paint};
    use crate::render::phrase::name;

    #[test]
    fn a_paragraph_breaks_at_words_and_keeps_a_name_and_its_comma_together() {
        let mut document = Document::new(&Style { width: 12, ascii: true });
        paragraph(&mut document, vec![plain("play "), name("S(3) → S(1)"), plain(", and then")]);
        assert_eq!(paint(&document, Painter::Plain), "play S(3) ->\nS(1), and\nthen\n");
    }

    #[test]
    fn a_listing_breaks_under_the_text() {
        let mut document = Document::new(&Style { width: 20, ascii: false });
        listing(&mut document, Role::Name, &[("Nim", "take any number"), ("Kayles", "bowling")]);
        assert_eq!(paint(&document, Painter::Plain), "  Nim     take any\n          number\n  Kayles  bowling\n");
    }
}
