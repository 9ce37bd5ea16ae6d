//! The columns of a table: as wide as their widest cells if that fits, or else narrowed, with the cells broken at words.

use std::io;
use std::ops::Range;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::show::document::{Align, ColumnTable, Line, Piece, Role, Style, Visit};
use crate::show::phrase::{muted, piece, plain, spell, spelled_width};
use crate::show::terminal::paragraph::broken;

/// Lays out a table, and passes its lines to `visit` one by one. A first pass over all rows finds the widths of the
/// columns. A page has the caption above, and elsewhere the sentence that stands for it.
///
/// # Errors
/// The first error of `visit`.
pub fn each_line(table: &ColumnTable, style: &Style, visit: &mut Visit) -> io::Result<()> {
    if let Some(line) = table.caption.as_ref().and_then(|caption| caption.elsewhere.as_ref()) {
        visit(line)?;
    }
    if table.columns.is_empty() {
        return Ok(());
    }
    let layout = ColumnLayout {
        sides: table.columns.iter().map(|(_, side)| *side).collect(),
        widths: widths(table, style),
        style,
    };
    let headings: Vec<Line> = table.columns.iter().map(|(heading, _)| heading.clone()).collect();
    layout.row(&headings, visit)?;
    let wide = layout.widths.iter().map(|width| width + BESIDE).sum::<usize>() - 1;
    visit(&vec![muted(if style.ascii { "-" } else { "─" }.repeat(wide))])?;
    table.rows.iter().try_for_each(|row| layout.row(&row, visit))
}

/// The blanks that a column adds to its width: one on each side, and one to the next column.
const BESIDE: usize = 3;

/// So many rows decide how far a column can be narrowed further than it must be, or fewer where they are very long: no time
/// limit is heard meanwhile.
const LOOKED_AT: usize = 1_000;
/// So many bytes at most, an empty cell being one.
const MOST_BYTES: usize = 100_000;

/// The width of each column: that of its widest cell. If the columns do not fit side by side, the widest are
/// narrowed, words of headings last. Where the lines of the broken cells turn out to be shorter still, the others get the rest.
fn widths(table: &ColumnTable, style: &Style) -> Vec<usize> {
    let count = table.columns.len();
    let room = (style.width + 1).saturating_sub(BESIDE * count);
    if room == 0 {
        // Thousands of columns, say: each is as narrow as it can be, and nothing is left to share out.
        return used_widths(table, 0..count, &vec![1; count], style);
    }
    let natural = natural_widths(table, style);
    let words: Vec<usize> = table.columns.iter().map(|(heading, _)| longest_word(heading, style)).collect();
    let mut fixed: Vec<Option<usize>> = vec![None; count];
    loop {
        let widths = narrowed(&natural, &words, &fixed, room);
        let broken = (0..widths.len()).find(|index| fixed[*index].is_none() && widths[*index] < natural[*index]);
        let Some(index) = broken else { return widths };
        fixed[index] = used_widths(table, index..index + 1, &widths, style).pop();
    }
}

/// The widths of the widest lines in some of the columns, where the cells are broken at these widths. Each row is made once.
fn used_widths(table: &ColumnTable, columns: Range<usize>, widths: &[usize], style: &Style) -> Vec<usize> {
    let mut widest: Vec<usize> =
        columns.clone().map(|index| used(&table.columns[index].0, widths[index], style)).collect();
    let mut left = MOST_BYTES;
    for row in table.rows.iter().take(LOOKED_AT) {
        for (index, widest) in columns.clone().zip(&mut widest) {
            *widest = row.get(index).map_or(0, |cell| used(cell, widths[index], style)).max(*widest);
        }
        let bytes = row.iter().map(|cell| 1 + cell.iter().map(|piece| piece.text.len()).sum::<usize>());
        left = left.saturating_sub(bytes.sum());
        if left == 0 {
            break;
        }
    }
    widest
}

/// The width of the widest line of a cell in a column of this width.
fn used(cell: &Line, width: usize, style: &Style) -> usize {
    cell_lines(cell, width, style).iter().map(|line| spelled_width(line, style)).max().unwrap_or(0)
}

/// The widths of columns that fit side by side: those that are fixed already, and the others narrowed, the widest first.
/// `words` are the widths below which a word of a heading would be cut.
fn narrowed(natural: &[usize], words: &[usize], fixed: &[Option<usize>], room: usize) -> Vec<usize> {
    let mut widths: Vec<usize> = natural.iter().zip(fixed).map(|(natural, fixed)| fixed.unwrap_or(*natural)).collect();
    while widths.iter().sum::<usize>() > room {
        let is_free = |index: &usize| fixed[*index].is_none() && widths[*index] > 1;
        let widest = |index: &usize| widths[*index];
        let uncut = (0..widths.len()).filter(is_free).filter(|index| widths[*index] > words[*index]).max_by_key(widest);
        let Some(index) = uncut.or_else(|| (0..widths.len()).filter(is_free).max_by_key(widest)) else { break };
        widths[index] -= 1;
    }
    widths
}

/// The width of the widest word of a line.
fn longest_word(line: &Line, style: &Style) -> usize {
    let text: String = line.iter().map(|piece| spell(&piece.text, style)).collect();
    text.split(' ').map(UnicodeWidthStr::width).max().unwrap_or(0)
}

fn natural_widths(table: &ColumnTable, style: &Style) -> Vec<usize> {
    let mut widths: Vec<usize> = table.columns.iter().map(|(heading, _)| spelled_width(heading, style)).collect();
    for row in table.rows.iter() {
        for (width, cell) in widths.iter_mut().zip(&row) {
            *width = (*width).max(spelled_width(cell, style));
        }
    }
    widths
}

/// The lines of a cell, none of which is wider than its column.
fn cell_lines(cell: &Line, width: usize, style: &Style) -> Vec<Line> {
    if spelled_width(cell, style) <= width {
        return vec![cell.clone()];
    }
    let narrow = Style { width, ..*style };
    broken(&narrow, Line::new(), cell, 0).into_iter().flat_map(|line| cut(line, width, style)).collect()
}

/// The sides and widths of the columns.
struct ColumnLayout<'a> {
    sides: Vec<Align>,
    widths: Vec<usize>,
    style: &'a Style,
}

impl ColumnLayout<'_> {
    /// Passes on the lines of a row: as many as its longest cell has.
    fn row(&self, row: &[Line], visit: &mut Visit) -> io::Result<()> {
        let cells: Vec<Vec<Line>> =
            row.iter().zip(&self.widths).map(|(cell, width)| cell_lines(cell, *width, self.style)).collect();
        let count = cells.iter().map(Vec::len).max().unwrap_or(1);
        (0..count).try_for_each(|index| visit(&self.line(&cells, index)))
    }

    /// The line of this index of a row.
    fn line(&self, cells: &[Vec<Line>], index: usize) -> Line {
        let mut line = vec![plain(" ")];
        for ((cell, side), width) in cells.iter().zip(&self.sides).zip(&self.widths) {
            let part = cell.get(index).cloned().unwrap_or_default();
            let blanks = plain(" ".repeat(width.saturating_sub(spelled_width(&part, self.style))));
            match side {
                Align::Left => line.extend(part.into_iter().chain([blanks])),
                Align::Right => line.extend([blanks].into_iter().chain(part)),
            }
            line.push(plain(" ".repeat(BESIDE)));
        }
        line
    }
}

/// Cuts a line whose first word is wider than its column.
fn cut(line: Line, width: usize, style: &Style) -> Vec<Line> {
    if spelled_width(&line, style) <= width {
        return vec![line];
    }
    let mut lines = vec![Line::new()];
    let mut used = 0;
    for Piece { role, text, .. } in line {
        for sign in spell(&text, style).chars() {
            let wide = sign.width().unwrap_or(0);
            if used + wide > width && used > 0 {
                lines.push(Line::new());
                used = 0;
            }
            used += wide;
            add(&mut lines, role, sign);
        }
    }
    lines
}

/// Adds a character to the last line.
fn add(lines: &mut [Line], role: Role, sign: char) {
    let Some(line) = lines.last_mut() else { return };
    match line.last_mut().filter(|last| last.role == role) {
        Some(last) => last.text.push(sign),
        None => line.push(piece(role, sign)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::show::document::{Document, Long};
    use crate::show::phrase::{name, nimber};
    use crate::show::terminal::{Painter, paint};
    use grundy_engine::nim::Nimber;

    fn drawn(width: usize, ascii: bool, texts: &[&str], painter: Painter) -> String {
        let mut document = Document::default();
        let columns = vec![(vec![plain("n")], Align::Right), (vec![plain("rule")], Align::Left)];
        let row = |(index, text): (usize, &&str)| vec![vec![nimber(Nimber(index as u64 * 9))], vec![name(text)]];
        document.table(columns, Long::of(texts.iter().enumerate().map(row).collect()));
        paint(&document, &Style { width, ascii }, painter)
    }

    #[test]
    fn numbers_stand_right_and_words_left() {
        let text = drawn(80, false, &["take one", "split"], Painter::Plain);
        assert_eq!(text, " n   rule\n──────────────\n 0   take one\n 9   split\n");
        let text = drawn(80, true, &["a"], Painter::Plain);
        assert_eq!(text, " n   rule\n----------\n 0   a\n");
    }

    #[test]
    fn long_cells_are_wrapped_at_words() {
        let text = drawn(20, false, &["take one or two or three"], Painter::Plain);
        assert_eq!(text, " n   rule\n──────────────────\n 0   take one or\n     two or three\n");
    }

    #[test]
    fn a_word_wider_than_its_column_is_cut_and_keeps_its_role() {
        let text = drawn(12, false, &["averylongword"], Painter::Terminal(crate::show::theme::Theme::Dark));
        for part in ["averyl", "ongwor", "d"] {
            assert!(text.contains(&format!("\u{1b}[38;5;80m{part}\u{1b}[0m\n")), "{text:?}");
        }
    }

    #[test]
    fn no_line_is_wider_than_the_screen() {
        for width in 10..60 {
            let text = drawn(
                width,
                false,
                &["take one or two or three", "averyveryverylongword", "⊕ 漢字漢字漢字"],
                Painter::Plain,
            );
            assert!(text.lines().all(|line| unicode_width::UnicodeWidthStr::width(line) <= width), "{width}:\n{text}");
        }
    }

    /// More columns than fit take no longer for each of them: a row is made once to find the widths, and once to be shown.
    #[test]
    fn the_rows_of_a_very_wide_table_are_made_twice() {
        let made = Arc::new(AtomicUsize::new(0));
        let counted = made.clone();
        let row = move |index: usize| {
            counted.fetch_add(1, Ordering::Relaxed);
            vec![vec![plain(format!("cell {index}"))]; 500]
        };
        let mut document = Document::default();
        document.table(vec![(vec![plain("column")], Align::Left); 500], Long::new(10, row));
        let text = paint(&document, &Style { width: 80, ascii: false }, Painter::Plain);
        assert!(text.starts_with(" c   c   c "), "{text}");
        assert_eq!(made.load(Ordering::Relaxed), 20);
    }

    #[test]
    fn roles_survive_the_layout() {
        let text = drawn(80, false, &["take one"], Painter::Terminal(crate::show::theme::Theme::Dark));
        assert!(text.contains("\u{1b}[38;5;177m0\u{1b}[0m   \u{1b}[38;5;80mtake one\u{1b}[0m"), "{text:?}");
    }
}
