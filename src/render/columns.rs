//! The columns of a table, laid out by comfy-table.
//!
//! comfy-table sees plain text. So that the roles survive it, every word travels between two invisible marks, tag
//! characters of no width, and is a piece again afterwards.

use comfy_table::{Cell, CellAlignment, ContentArrangement, ContentLineStyle, LineStyle, Table, TableStyle};

use super::document::{Align, Line, Piece, Role, Style};
use super::phrase::{plain, spell};

/// In the order of [`mark`].
const ROLES: [Role; 13] = [
    Role::Plain,
    Role::Verdict,
    Role::Nimber,
    Role::Number,
    Role::Name,
    Role::Good,
    Role::Bad,
    Role::Heading,
    Role::Muted,
    Role::Code,
    Role::Error,
    Role::Warning,
    Role::Help,
];

/// A first tag character; the role's number is added to it.
const FIRST_MARK: u32 = 0xe0030;
const END_MARK: char = '\u{e007f}';

/// The lines of a table, no wider than the style allows unless a single word is.
pub fn lay_out(columns: &[(Line, Align)], rows: &[Vec<Line>], style: &Style) -> Vec<Line> {
    if columns.is_empty() {
        return Vec::new();
    }
    let mut table = Table::new();
    table.load_style(look(style)).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(style.width).unwrap_or(u16::MAX));
    table.set_header(columns.iter().map(|(heading, _)| Cell::new(marked(heading))));
    for row in rows {
        table.add_row(row.iter().map(|cell| Cell::new(marked(cell))));
    }
    for (index, (_, align)) in columns.iter().enumerate() {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(match align {
                Align::Left => CellAlignment::Left,
                Align::Right => CellAlignment::Right,
            });
        }
    }
    table.lines().map(|line| unmarked(&line, style)).collect()
}

/// One thin line under the headings and nothing else.
fn look(style: &Style) -> TableStyle {
    let rule = if style.ascii { '-' } else { '─' };
    TableStyle::new()
        .header_separator(LineStyle::none().fill(rule).junction(rule))
        .header_lines(ContentLineStyle::none().junction(' '))
        .content_lines(ContentLineStyle::none().junction(' '))
}

fn marked(line: &[Piece]) -> String {
    let mut text = String::new();
    for piece in line {
        let clean: String = piece.text.chars().filter(|c| !is_mark(*c)).collect();
        for (index, word) in clean.split(' ').enumerate() {
            if index > 0 {
                text.push(' ');
            }
            if !word.is_empty() {
                text.push(mark(piece.role));
                text.push_str(word);
                text.push(END_MARK);
            }
        }
    }
    text
}

fn mark(role: Role) -> char {
    let index = ROLES.iter().position(|known| *known == role).unwrap_or_default() as u32;
    char::from_u32(FIRST_MARK + index).unwrap_or(END_MARK)
}

fn is_mark(character: char) -> bool {
    ('\u{e0000}'..=END_MARK).contains(&character)
}

/// A laid out line in pieces again. A word cut in two is plain from the cut on. The rule is muted.
fn unmarked(text: &str, style: &Style) -> Line {
    let rule = if style.ascii { '-' } else { '─' };
    if text.contains(rule) && text.chars().all(|c| c == rule) {
        return vec![Piece { role: Role::Muted, text: text.to_string() }];
    }
    let mut line = vec![plain("")];
    for character in text.chars() {
        if !is_mark(character) {
            if let Some(last) = line.last_mut() {
                last.text.push(character);
            }
            continue;
        }
        let index = (character as u32).wrapping_sub(FIRST_MARK) as usize;
        let role = if character == END_MARK { Role::Plain } else { ROLES.get(index).copied().unwrap_or_default() };
        line.push(Piece { role, text: String::new() });
    }
    line.retain(|piece| !piece.text.is_empty());
    line.iter_mut().for_each(|piece| piece.text = spell(&piece.text, style));
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nim::Nimber;
    use crate::render::document::Document;
    use crate::render::ink::{Ink, paint};
    use crate::render::phrase::{name, nimber};

    fn table(width: usize, ascii: bool, texts: &[&str]) -> Document {
        let mut document = Document::new(&Style { width, ascii });
        let columns = vec![(vec![plain("n")], Align::Right), (vec![plain("rule")], Align::Left)];
        let row = |(index, text): (usize, &&str)| vec![vec![nimber(Nimber(index as u64 * 9))], vec![name(text)]];
        document.table(columns, texts.iter().enumerate().map(row).collect());
        document
    }

    #[test]
    fn numbers_stand_right_and_words_left() {
        let drawn = paint(&table(80, false, &["take one", "split"]), Ink::Plain);
        assert_eq!(drawn, " n   rule\n──────────────\n 0   take one\n 9   split\n");
        let drawn = paint(&table(80, true, &["a"]), Ink::Plain);
        assert_eq!(drawn, " n   rule\n----------\n 0   a\n");
    }

    #[test]
    fn long_cells_are_wrapped_at_words() {
        let drawn = paint(&table(20, false, &["take one or two or three"]), Ink::Plain);
        assert_eq!(drawn, " n   rule\n────────────────────\n 0   take one or\n     two or three\n");
    }

    #[test]
    fn roles_survive_the_layout() {
        let drawn = paint(&table(80, false, &["take one"]), Ink::Terminal);
        assert!(drawn.contains("\u{1b}[35m0\u{1b}[0m   \u{1b}[36mtake\u{1b}[0m \u{1b}[36mone\u{1b}[0m"), "{drawn:?}");
    }
}
