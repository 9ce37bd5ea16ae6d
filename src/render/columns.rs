//! The columns of a table, laid out by comfy-table.
//!
//! comfy-table knows only plain text. To keep the roles, every word is put between two marks, which are tag
//! characters of Unicode and have no width. Afterwards each marked word becomes a piece again.

use comfy_table::{
    Cell, CellAlignment, ColumnConstraint, ContentArrangement, ContentLineStyle, LineStyle, Table, TableStyle, Width,
};
use unicode_width::UnicodeWidthStr;

use super::document::{Align, Line, Long, Piece, Role, Style};
use super::phrase::{plain, spell};

/// All roles. The place of a role in this list is the number in its [`mark`].
pub(super) const ROLES: [Role; 13] = [
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

/// The tag character that begins a word of the first role. For other roles, their place in [`ROLES`] is added.
const FIRST_MARK: u32 = 0xe0030;
/// The tag character that ends a word.
const END_MARK: char = '\u{e007f}';

/// The lines of a table, no wider than the style allows unless a single word is.
pub fn lay_out(columns: &[(Line, Align)], rows: &[Vec<Line>], style: &Style) -> Vec<Line> {
    laid_out(columns, rows, style, None)
}

/// How many rows of a long table are laid out at a time.
const TOGETHER: usize = 500;
/// A column of a long table that has to be wrapped keeps at least this width.
const NARROWEST: usize = 8;

/// Lays out a table of very many rows, and passes its lines to `visit` one by one. A first pass over all rows finds
/// the widths of the columns; then some rows are laid out at a time.
///
/// # Errors
/// The first error of `visit`.
pub fn each_line<E>(
    columns: &[(Line, Align)],
    rows: &Long<Vec<Line>>,
    style: &Style,
    visit: &mut dyn FnMut(&Line) -> Result<(), E>,
) -> Result<(), E> {
    let widths = widths(columns, rows, style);
    for start in (0..rows.count).step_by(TOGETHER) {
        let some: Vec<Vec<Line>> = (start..rows.count.min(start + TOGETHER)).map(|index| (rows.make)(index)).collect();
        let lines = laid_out(columns, &some, style, Some(&widths));
        // The headings and the rule below them are shown only once.
        let skipped = if start == 0 { 0 } else { lines.iter().position(is_rule).map_or(0, |rule| rule + 1) };
        lines[skipped..].iter().try_for_each(&mut *visit)?;
    }
    Ok(())
}

/// The width of each column: that of its widest cell. If the columns do not fit side by side, the widest are
/// narrowed.
fn widths(columns: &[(Line, Align)], rows: &Long<Vec<Line>>, style: &Style) -> Vec<usize> {
    let mut widths: Vec<usize> = columns.iter().map(|(heading, _)| spelled_width(heading, style)).collect();
    for row in rows.iter() {
        for (width, cell) in widths.iter_mut().zip(&row) {
            *width = (*width).max(spelled_width(cell, style));
        }
    }
    // Each column has three blanks around it.
    let room = style.width.saturating_sub(3 * columns.len());
    while widths.iter().sum::<usize>() > room {
        let Some(widest) = widths.iter_mut().max().filter(|width| **width > NARROWEST) else { break };
        *widest -= 1;
    }
    widths
}

fn spelled_width(line: &Line, style: &Style) -> usize {
    line.iter().map(|piece| spell(&piece.text, style).width()).sum()
}

fn laid_out(columns: &[(Line, Align)], rows: &[Vec<Line>], style: &Style, widths: Option<&[usize]>) -> Vec<Line> {
    if columns.is_empty() {
        return Vec::new();
    }
    let mut table = Table::new();
    table.load_style(look(style)).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(style.width).unwrap_or(u16::MAX));
    table.set_header(columns.iter().map(|(heading, _)| Cell::new(marked(heading, style))));
    for row in rows {
        table.add_row(row.iter().map(|cell| Cell::new(marked(cell, style))));
    }
    for (index, (_, align)) in columns.iter().enumerate() {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(match align {
                Align::Left => CellAlignment::Left,
                Align::Right => CellAlignment::Right,
            });
            if let Some(width) = widths.and_then(|widths| widths.get(index)) {
                let with_blanks = u16::try_from(width + usize::from(column.padding_width())).unwrap_or(u16::MAX);
                column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(with_blanks)));
            }
        }
    }
    table.lines().map(|line| unmarked(&line, style)).collect()
}

fn is_rule(line: &Line) -> bool {
    matches!(&line[..], [only] if only.role == Role::Muted && only.text.chars().all(|c| c == '─' || c == '-'))
}

/// One thin line under the headings and nothing else.
fn look(style: &Style) -> TableStyle {
    let rule = if style.ascii { '-' } else { '─' };
    TableStyle::new()
        .header_separator(LineStyle::none().fill(rule).junction(rule))
        .header_lines(ContentLineStyle::none().junction(' '))
        .content_lines(ContentLineStyle::none().junction(' '))
}

fn marked(line: &[Piece], style: &Style) -> String {
    let mut text = String::new();
    for piece in line {
        let clean: String = spell(&piece.text, style).chars().filter(|c| !is_mark(*c)).collect();
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

/// Turns a laid out line into pieces again. Of a word that was broken in two, the second part has lost its role. The
/// rule below the headings is muted.
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
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::document::Document;
    use crate::render::painter::{Painter, paint};
    use crate::render::phrase::{name, nimber};
    use grundy_engine::nim::Nimber;

    fn table(width: usize, ascii: bool, texts: &[&str]) -> Document {
        let mut document = Document::new(&Style { width, ascii });
        let columns = vec![(vec![plain("n")], Align::Right), (vec![plain("rule")], Align::Left)];
        let row = |(index, text): (usize, &&str)| vec![vec![nimber(Nimber(index as u64 * 9))], vec![name(text)]];
        document.table(columns, texts.iter().enumerate().map(row).collect());
        document
    }

    #[test]
    fn numbers_stand_right_and_words_left() {
        let drawn = paint(&table(80, false, &["take one", "split"]), Painter::Plain);
        assert_eq!(drawn, " n   rule\n──────────────\n 0   take one\n 9   split\n");
        let drawn = paint(&table(80, true, &["a"]), Painter::Plain);
        assert_eq!(drawn, " n   rule\n----------\n 0   a\n");
    }

    #[test]
    fn long_cells_are_wrapped_at_words() {
        let drawn = paint(&table(20, false, &["take one or two or three"]), Painter::Plain);
        assert_eq!(drawn, " n   rule\n────────────────────\n 0   take one or\n     two or three\n");
    }

    #[test]
    fn roles_survive_the_layout() {
        let drawn = paint(&table(80, false, &["take one"]), Painter::Terminal(crate::render::Theme::Dark));
        assert!(
            drawn.contains("\u{1b}[38;5;177m0\u{1b}[0m   \u{1b}[38;5;80mtake\u{1b}[0m \u{1b}[38;5;80mone\u{1b}[0m"),
            "{drawn:?}"
        );
    }
}
