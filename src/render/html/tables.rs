//! Tables as HTML. For screen readers, every heading says whether it belongs to a column or a row, and every table
//! has a caption.

use grundy_engine::nim::Outcome;

use super::super::document::{Align, Document, Line, Style};
use super::super::markup::Markup;
use super::super::phrase::{heading, muted, name, plain, thousands};
use super::super::table as wording;
use super::text::{element, element_line, line, side};
use crate::render::document::Block;
use crate::render::svg::Filling;
use crate::session::report::{Grid, Report, Table, Values};

/// The most cells of a table; more would fill too many pages.
const MOST_CELLS: usize = 10_000;
/// How many values `values` shows in a row.
const PER_ROW: usize = 10;

/// Columns under their headings, the first cell of a row being the heading of the row.
pub struct PageTable<'a> {
    pub caption: Line,
    /// Whether the caption is only for screen readers, because the statement above says the same.
    pub hidden: bool,
    pub columns: &'a [(Line, Align)],
    pub rows: &'a [Vec<Line>],
}

/// The table of a report, with its values or blank; `None` for reports that are not tables.
pub fn of(report: &Report, filling: Filling) -> Option<String> {
    match report {
        Report::Table(report) => Some(heaps(report, filling)),
        Report::Grid(report) => Some(grid(report, filling)),
        Report::Values(report) => Some(values(report, filling)),
        _ => None,
    }
}

pub fn table(markup: &mut Markup, class: &str, table: &PageTable) {
    open(markup, class);
    caption(markup, &table.caption, table.hidden);
    markup.open("thead", &[]);
    markup.open("tr", &[]);
    for (heading, align) in table.columns {
        element(markup, "th", &[("scope", &"col"), ("class", &side(*align))], heading);
    }
    markup.close();
    markup.close_line();
    markup.open_line("tbody", &[]);
    for row in table.rows {
        markup.open("tr", &[]);
        for (index, (cell, (_, align))) in row.iter().zip(table.columns).enumerate() {
            match index {
                0 => markup.open("th", &[("scope", &"row"), ("class", &side(*align))]),
                _ => markup.open("td", &[("class", &side(*align))]),
            }
            line(markup, cell);
            markup.close();
        }
        markup.close_line();
    }
    markup.close_line();
    close(markup);
}

/// Opens a table in a box, in which a wide table can be scrolled sideways, also with the keyboard.
fn open(markup: &mut Markup, class: &str) {
    markup.open("div", &[("class", &"scroll"), ("tabindex", &0), ("role", &"group"), ("aria-label", &"table")]);
    markup.open_line("table", &[("class", &class)]);
}

fn close(markup: &mut Markup) {
    markup.close();
    markup.close_line();
}

fn caption(markup: &mut Markup, text: &Line, hidden: bool) {
    markup.open("caption", &[]);
    if hidden {
        markup.open("span", &[("class", &"aside")]);
    }
    line(markup, text);
    if hidden {
        markup.close();
    }
    markup.close_line();
}

/// `table S 0..10`: the words are those of the terminal.
fn heaps(report: &Table, filling: Filling) -> String {
    // The sentence on misère play is in the caption.
    let mut document = Document::new(&Style { width: usize::MAX, ascii: false });
    wording::add_rows(&mut document, report);
    let mut markup = Markup::default();
    for block in &document.blocks {
        match block {
            Block::Table { columns, rows } => rows_of(&mut markup, report, filling, columns, &mut rows.iter().cloned()),
            Block::LongTable { columns, rows } => rows_of(&mut markup, report, filling, columns, &mut rows.iter()),
            Block::Line(text) => element_line(&mut markup, "p", &[], text),
            _ => {}
        }
    }
    markup.finish()
}

fn rows_of(
    markup: &mut Markup,
    report: &Table,
    filling: Filling,
    columns: &[(Line, Align)],
    rows: &mut dyn ExactSizeIterator<Item = Vec<Line>>,
) {
    let what = if report.misere { "Outcomes in misère play of " } else { "Heaps of " };
    let caption = vec![heading(what), name(&report.game.name)];
    let (all, most) = (rows.len(), MOST_CELLS / columns.len().max(1));
    let emptied: Vec<Vec<Line>> = rows.take(most).map(|row| emptied(&row, filling)).collect();
    let class = if filling == Filling::Blank { "blank" } else { "" };
    table(markup, class, &PageTable { caption, hidden: false, columns, rows: &emptied });
    left_out(markup, all, most, "rows");
}

/// A row. If it is blank, only its first cell, the heading, is kept.
fn emptied(row: &[Line], filling: Filling) -> Vec<Line> {
    match filling {
        Filling::Full => row.to_vec(),
        Filling::Blank => row.iter().take(1).cloned().chain(row.iter().skip(1).map(|_| Line::new())).collect(),
    }
}

/// `table W 0..8, 0..8`
fn grid(report: &Grid, filling: Filling) -> String {
    let mut markup = Markup::default();
    let (Some(down), Some(right)) = (report.axes.get(report.down), report.axes.get(report.right)) else {
        return markup.finish();
    };
    open(&mut markup, if filling == Filling::Blank { "grid blank" } else { "grid" });
    let mut text = super::heat::title(report);
    if filling == Filling::Full {
        text.push(muted("; P-positions are marked"));
    }
    caption(&mut markup, &text, false);
    markup.open("thead", &[]);
    markup.open("tr", &[]);
    markup.element("td", &[], &format!("{} \\ {}", down.name, right.name));
    right.members.iter().for_each(|member| markup.element("th", &[("scope", &"col")], &member.to_string()));
    markup.close();
    markup.close_line();
    markup.open_line("tbody", &[]);
    let wide = right.members.len().max(1);
    let most = (MOST_CELLS / wide).max(1);
    for (member, cells) in down.members.iter().zip(report.cells.rows(wide)).take(most) {
        markup.open("tr", &[]);
        markup.element("th", &[("scope", &"row")], &member.to_string());
        for cell in cells {
            let is_lost = cell.is_some_and(|cell| cell.outcome == Outcome::P);
            cell_of(&mut markup, cell.map(|cell| super::super::grid::content(&cell)), is_lost, filling);
        }
        markup.close_line();
    }
    markup.close_line();
    close(&mut markup);
    left_out(&mut markup, down.members.len(), most, "rows");
    markup.finish()
}

/// Says how many rows or values are not shown.
fn left_out(markup: &mut Markup, all: usize, shown: usize, what: &str) {
    if all > shown {
        let rest = thousands((all - shown) as u128);
        markup.element("p", &[("class", &"muted")], &format!("and {rest} more {what}, too many for a page"));
        markup.end_line();
    }
}

/// The cell of a position, or a dot if there is no such position. Screen readers are told of a P-position, which
/// otherwise only a colour shows.
fn cell_of(markup: &mut Markup, text: Option<String>, is_lost: bool, filling: Filling) {
    match (text, filling) {
        (None, _) => markup.element("td", &[], "·"),
        (Some(_), Filling::Blank) => markup.element("td", &[], ""),
        (Some(text), Filling::Full) if is_lost => {
            markup.open("td", &[("class", &"lost")]);
            markup.text(&text);
            markup.element("span", &[("class", &"aside")], " P-position");
            markup.close();
        }
        (Some(text), Filling::Full) => markup.element("td", &[("class", &"value")], &text),
    }
}

/// `values S 0..40`: ten in a row, at the left the heap the row begins with.
fn values(report: &Values, filling: Filling) -> String {
    let mut markup = Markup::default();
    let (Some((first, _)), Some((last, _))) = (report.entries.first(), report.entries.last()) else {
        markup.element("p", &[("class", &"muted")], "no heaps in the range");
        return markup.finish();
    };
    open(&mut markup, if filling == Filling::Blank { "grid blank" } else { "grid" });
    let range = plain(format!(", n = {first} to {last}"));
    caption(&mut markup, &vec![heading("Grundy values of "), name(&report.game.name), range], false);
    if let Some(step) = report.entries.step() {
        markup.open("thead", &[]);
        markup.open("tr", &[]);
        markup.element("td", &[], "n");
        for index in 0..report.entries.len().min(PER_ROW) as u64 {
            markup.element("th", &[("scope", &"col")], &format!("+{}", step.saturating_mul(index)));
        }
        markup.close();
        markup.close_line();
    }
    markup.open_line("tbody", &[]);
    let shown = report.entries.len().min(MOST_CELLS);
    for start in (0..shown).step_by(PER_ROW) {
        let mut row = (start..shown.min(start + PER_ROW)).filter_map(|index| report.entries.get(index)).peekable();
        markup.open("tr", &[]);
        markup.element("th", &[("scope", &"row")], &row.peek().map_or(String::new(), |(heap, _)| heap.to_string()));
        for (_, value) in row {
            let is_lost = value.is_some_and(|value| value.is_zero());
            cell_of(&mut markup, value.map(|value| value.to_string()), is_lost, filling);
        }
        markup.close_line();
    }
    markup.close_line();
    close(&mut markup);
    left_out(&mut markup, report.entries.len(), MOST_CELLS, "values");
    markup.finish()
}
