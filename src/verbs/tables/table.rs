//! `values S 0..40` and `table S 0..10`: values in a row, and heap by heap with those of the options.

use std::sync::Arc;

use grundy_engine::game::Game;
use grundy_engine::nim::{Nimber, Outcome};
use serde::Serialize;

use crate::show::document::{Align, Block, Caption, ColumnTable, Document, Line, Long, Role, Sequence};
use crate::show::lists::{Entries, LongList, Row};
use crate::show::phrase::{first_of, heading, muted, name, nimber, piece, plain, thousands, value_set};
use crate::show::report::{Showable, Terms};
use crate::show::rows::{RowField, Rows, json, of_entries};
use crate::verbs::tables::grid::{Coordinates, line_subject, running};

/// `table S 0..10`.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    pub game: Arc<Game>,
    pub misere: bool,
    #[serde(skip)]
    pub rows: Arc<[Row]>,
}

/// `values S 0..40`.
#[derive(Clone, Debug, Serialize)]
pub struct Values {
    pub game: Arc<Game>,
    /// Of several coordinates their names, with the value of those that are fixed; `None` for the one that runs.
    #[serde(serialize_with = "crate::show::json::coordinates", skip_serializing_if = "Vec::is_empty")]
    pub coordinates: Coordinates,
    /// The heaps in order, each with its value; `None` where there is no such position.
    #[serde(skip)]
    pub entries: Entries,
}

impl Showable for Values {
    fn kind(&self) -> &'static str {
        "values"
    }

    fn document(&self) -> Document {
        values(self)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(of_entries(&self.entries))
    }

    fn list(&self) -> Option<(&'static str, LongList<'_>)> {
        Some(("values", LongList::Entries(&self.entries)))
    }

    fn is_sequence(&self) -> bool {
        true
    }

    /// Consecutive heaps, each with its value.
    fn terms(&self) -> Option<Terms<'_>> {
        let entries = &self.entries;
        let is_row = entries.len() <= 1 || entries.step() == Some(1);
        let is_whole = is_row && entries.iter().all(|(_, value)| value.is_some());
        is_whole.then(|| Box::new(entries.iter().filter_map(|(heap, value)| Some((heap, value?.to_string())))) as Terms)
    }
}

fn values(report: &Values) -> Document {
    let mut title = vec![heading("Grundy values of "), name(line_subject(&report.game, &report.coordinates))];
    if let (Some((first, _)), Some((last, _))) = (report.entries.first(), report.entries.last()) {
        let running = running(&report.coordinates);
        title.push(plain(format!(", {running} = {first} to {last}")));
    }
    Document { blocks: vec![Block::Sequence(Sequence { title, entries: report.entries.clone() })] }
}

/// At most this many values of options are shown in a row.
const SHOWN: usize = 10;
/// The headings of the columns, on the screen and in files.
const COLUMNS: [&str; 5] = ["n", "values of options", "mex", "value", "outcome"];
const MEANING: &str = "P: the player who has just moved wins. N: the player who moves next wins.";

impl Showable for Table {
    fn kind(&self) -> &'static str {
        "table"
    }

    fn document(&self) -> Document {
        table(self)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(rows(self).with_objects(&self.rows))
    }

    fn list(&self) -> Option<(&'static str, LongList<'_>)> {
        Some(("rows", LongList::Rows(&self.rows)))
    }
}

fn table(report: &Table) -> Document {
    let what = if report.misere { "Outcomes in misère play of " } else { "Heaps of " };
    let elsewhere = report.misere.then(|| vec![plain("Misère play: the player who makes the last move loses.")]);
    let caption = Some(Caption { on_page: vec![heading(what), name(&report.game.name)], elsewhere });
    let rows = report.rows.clone();
    let table = if report.misere {
        let columns = vec![(vec![heading("n")], Align::Right), (vec![heading("outcome")], Align::Left)];
        let rows = Long::new(rows.len(), move |index| vec![heap(&rows[index]), outcome(&rows[index])]);
        ColumnTable { caption, columns, rows }
    } else {
        let sides = [Align::Right, Align::Left, Align::Left, Align::Right, Align::Left];
        let columns = COLUMNS.into_iter().zip(sides).map(|(text, side)| (vec![heading(text)], side)).collect();
        ColumnTable { caption, columns, rows: Long::new(rows.len(), move |index| normal_row(&rows[index])) }
    };
    Document { blocks: vec![Block::Table(table), Block::Line(vec![muted(MEANING)])] }
}

fn heap(row: &Row) -> Line {
    vec![piece(Role::Number, &row.heap)]
}

fn normal_row(row: &Row) -> Vec<Line> {
    let Some(value) = row.value else {
        return vec![heap(row), vec![muted("no such position")], Line::new(), Line::new(), Line::new()];
    };
    vec![heap(row), options(row), vec![plain(mex(row))], vec![nimber(value)], outcome(row)]
}

fn options(row: &Row) -> Line {
    if row.total == 0 {
        return vec![muted("no option")];
    }
    let mut line = vec![piece(Role::Nimber, first_of(&row.options, SHOWN, " "))];
    if row.total > SHOWN as u128 {
        line.push(muted(format!(" ({} in all)", thousands(row.total))));
    }
    line
}

/// `mex{0,2}`. If the report has only the first values of the set, `…` follows them.
fn mex(row: &Row) -> String {
    let cut = row.distinct.len() >= Row::MOST_LISTED && row.total > Row::MOST_LISTED as u128;
    let all = value_set(&row.distinct);
    let short = if cut && !all.contains('…') { format!("{}, …}}", all.trim_end_matches('}')) } else { all };
    format!("mex{}", short.replace(", ", ","))
}

fn outcome(row: &Row) -> Line {
    match row.outcome {
        Some(Outcome::N) => vec![plain("N")],
        Some(Outcome::P) => vec![piece(Role::Good, "P")],
        None => vec![muted("-")],
    }
}

/// One row for each heap.
fn rows(report: &Table) -> Rows<'_> {
    let values = |row: &Row| {
        let listed = row.options.iter().map(Nimber::to_string).collect::<Vec<_>>().join(" ");
        if row.total > row.options.len() as u128 { format!("{listed} … ({} in all)", row.total) } else { listed }
    };
    let least = |row: &Row| row.value.map_or(RowField::Null, |_| RowField::Text(mex(row).into()));
    let won_by = |row: &Row| row.outcome.map_or(RowField::Null, RowField::from);
    // The heap; for a game on boards, the board as a text.
    let size = |row: &Row| RowField::Json(json(&row.heap));
    if report.misere {
        return Rows::new(&["n", "outcome"], report.rows.iter().map(move |row| [size(row), won_by(row)]));
    }
    let row =
        move |row: &Row| [size(row), RowField::Text(values(row).into()), least(row), row.value.into(), won_by(row)];
    Rows::new(&COLUMNS, report.rows.iter().map(row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::report::Report;
    use crate::verbs::samples::{self, derivation, shown, subtraction};
    use grundy_engine::game::Value;

    fn row(n: u64) -> Row {
        let derived = derivation(n);
        Row {
            heap: Value::Integer(n.into()),
            options: derived.options.iter().map(|option| option.value).collect(),
            total: derived.total,
            distinct: derived.values,
            value: Some(derived.value),
            outcome: Some(samples::outcome(&[n])),
        }
    }

    fn table(misere: bool, rows: Vec<Row>) -> String {
        shown(&Report::new(Table { game: subtraction(), misere, rows: rows.into() }), 80)
    }

    #[test]
    fn long_rows_are_cut_and_say_so() {
        let all: Vec<Nimber> = (0..50).map(Nimber).collect();
        let long = Row {
            heap: Value::Integer(60),
            options: all.clone(),
            total: 60,
            distinct: all,
            value: Some(Nimber(60)),
            outcome: Some(Outcome::N),
        };
        let text = table(false, vec![long]);
        assert!(text.contains(" 60   0 1 2 3 4 5 6 7 8 9 … (60 in all)   mex{0..49,…}      60   N\n"), "{text}");
    }

    #[test]
    fn positions_that_are_none_and_misere_play() {
        let none = Row { value: None, outcome: None, ..row(3) };
        let text = table(false, vec![none]);
        assert!(text.contains(" 3   no such position"), "{text}");
        let text = table(true, vec![Row { value: None, ..row(1) }]);
        assert!(text.starts_with("Misère play: the player who makes the last move loses.\n n   outcome\n"), "{text}");
        assert!(text.contains("\n 1   N\n"), "{text}");
    }
}
