//! Lines and tables of a document as elements of HTML, and ruled lines to write on.

use grundy_engine::nim::Outcome;

use crate::show::document::{Align, ColumnTable, CrossTable, Line, Role, Sequence};
use crate::show::markup::{Attributes, Markup};
use crate::show::phrase::{muted_words, plain, thousands};
use crate::show::svg::Filling;
use crate::show::told::told;

/// The most cells of a table; more would fill too many pages, and browsers take long to lay them out.
const MOST_CELLS: usize = 5_000;
/// How many values `values` shows in a row.
const PER_ROW: usize = 10;

/// Columns under their headings, the first cell of a row being the heading of the row. A table without a caption of its
/// own has that of the statement, which only screen readers are told, since it stands above.
pub fn columns(markup: &mut Markup, table: &ColumnTable, statement: &str, filling: Filling) {
    open(markup, if filling == Filling::Blank { "blank" } else { "" });
    match &table.caption {
        Some(own) => caption(markup, &own.on_page, false),
        None => caption(markup, &vec![plain(statement)], true),
    }
    markup.open("thead", &[]);
    markup.open("tr", &[]);
    for (heading, align) in &table.columns {
        element(markup, "th", &[("scope", &"col"), ("class", &side(*align))], heading);
    }
    markup.close();
    markup.close_line();
    markup.open_line("tbody", &[]);
    let most = MOST_CELLS / table.columns.len().max(1);
    for row in table.rows.iter().take(most) {
        markup.open("tr", &[]);
        for (index, (cell, (_, align))) in emptied(&row, filling).iter().zip(&table.columns).enumerate() {
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
    left_out(markup, table.rows.count, most, "rows");
}

/// A row. If it is blank, only its first cell, the heading, is kept.
fn emptied(row: &[Line], filling: Filling) -> Vec<Line> {
    match filling {
        Filling::Full => row.to_vec(),
        Filling::Blank => row.iter().take(1).cloned().chain(row.iter().skip(1).map(|_| Line::new())).collect(),
    }
}

/// Values over two coordinates.
pub fn cross_table(markup: &mut Markup, table: &CrossTable, filling: Filling) {
    let (down, right) = (&table.down, &table.right);
    open(markup, if filling == Filling::Blank { "grid blank" } else { "grid" });
    let mut text = table.title.clone();
    if filling == Filling::Full {
        text.extend(table.language.line(muted_words(told!("; P-positions are marked"))));
    }
    caption(markup, &text, false);
    markup.open("thead", &[]);
    markup.open("tr", &[]);
    markup.element("td", &[], &format!("{} \\ {}", down.name, right.name));
    right.members.iter().for_each(|member| markup.element("th", &[("scope", &"col")], &member.to_string()));
    markup.close();
    markup.close_line();
    markup.open_line("tbody", &[]);
    let wide = right.members.len().max(1);
    let most = (MOST_CELLS / wide).max(1);
    for (member, cells) in down.members.iter().zip(table.cells.rows(wide)).take(most) {
        markup.open("tr", &[]);
        markup.element("th", &[("scope", &"row")], &member.to_string());
        for cell in cells {
            let is_lost = cell.as_ref().is_some_and(|cell| cell.outcome == Outcome::P);
            cell_of(markup, cell.map(|cell| cell.text()), is_lost, filling);
        }
        markup.close_line();
    }
    markup.close_line();
    close(markup);
    left_out(markup, down.members.len(), most, "rows");
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

/// Says how many rows or values are not shown.
fn left_out(markup: &mut Markup, all: usize, shown: usize, what: &str) {
    if all > shown {
        let rest = thousands((all - shown) as u128);
        markup.element(
            "p",
            &[("class", &"muted")],
            &format!(
                "and {rest} more {what}, too many for a page; `to \"all.csv\"` behind the statement writes all of them"
            ),
        );
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

/// Values, ten in a row, at the left the heap the row begins with.
pub fn sequence(markup: &mut Markup, values: &Sequence, filling: Filling) {
    if values.entries.is_empty() {
        return markup.element("p", &[("class", &"muted")], "no heaps in the range");
    }
    open(markup, if filling == Filling::Blank { "grid blank" } else { "grid" });
    caption(markup, &values.title, false);
    if let Some(step) = values.entries.step() {
        markup.open("thead", &[]);
        markup.open("tr", &[]);
        markup.element("td", &[], "n");
        for index in 0..values.entries.len().min(PER_ROW) as i64 {
            markup.element("th", &[("scope", &"col")], &format!("+{}", step.saturating_mul(index)));
        }
        markup.close();
        markup.close_line();
    }
    markup.open_line("tbody", &[]);
    let shown = values.entries.len().min(MOST_CELLS);
    for start in (0..shown).step_by(PER_ROW) {
        let mut row = (start..shown.min(start + PER_ROW)).filter_map(|index| values.entries.get(index)).peekable();
        markup.open("tr", &[]);
        markup.element("th", &[("scope", &"row")], &row.peek().map_or(String::new(), |(heap, _)| heap.to_string()));
        for (_, value) in row {
            let is_lost = value.is_some_and(|value| value.is_zero());
            cell_of(markup, value.map(|value| value.to_string()), is_lost, filling);
        }
        markup.close_line();
    }
    markup.close_line();
    close(markup);
    left_out(markup, values.entries.len(), MOST_CELLS, "values");
}

/// The CSS class of a role; empty for plain text.
fn class(role: Role) -> &'static str {
    match role {
        Role::Plain => "",
        Role::Verdict => "verdict",
        Role::Nimber => "nimber",
        Role::Number => "number",
        Role::Name => "name",
        Role::Good => "good",
        Role::Bad | Role::Error => "bad",
        Role::Heading => "heading",
        Role::Muted => "muted",
        Role::Code => "typed",
        Role::Warning => "warning",
        Role::Help => "help",
    }
}

/// Adds the pieces of a line. Neighbouring pieces of one role become one element.
pub fn line(markup: &mut Markup, line: &Line) {
    for pieces in line.chunk_by(|one, next| one.role == next.role) {
        let text: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
        match class(pieces[0].role) {
            "" => markup.text(&text),
            class => markup.element("span", &[("class", &class)], &text),
        }
    }
}

/// An element with a line in it.
pub fn element(markup: &mut Markup, name: &'static str, attributes: Attributes, text: &Line) {
    markup.open(name, attributes);
    line(markup, text);
    markup.close();
}

/// The same, with the end of the line.
pub fn element_line(markup: &mut Markup, name: &'static str, attributes: Attributes, text: &Line) {
    element(markup, name, attributes, text);
    markup.end_line();
}

/// The CSS class of a cell with this alignment.
pub fn side(align: Align) -> &'static str {
    match align {
        Align::Left => "left",
        Align::Right => "right",
    }
}

/// Adds ruled lines to write on.
pub fn put_ruled_lines(markup: &mut Markup, lines: usize) {
    markup.open("div", &[("class", &"room"), ("role", &"img"), ("aria-label", &"Room for the answer")]);
    (0..lines).for_each(|_| markup.element("span", &[], ""));
    markup.close();
}
