//! Tables: `values S 0..40` in a row, `table S 0..10` heap by heap with the values of the options, `table W 0..8, 0..8`
//! along two coordinates, and the same as a heat map for `plot`.

use std::sync::Arc;

use grundy_engine::game::{CoordinateRun, Game, Value};
use grundy_engine::nim::{Convention, Field, Nimber, Outcome, PositionValue};
use serde::Serialize;

use crate::show::document::{
    Align, Block, Caption, ColumnTable, CrossTable, Document, Figure, Line, Long, Role, Sequence,
};
use crate::show::language::known::Language;
use crate::show::lists::{Axis, Entries, LongList, Row};
use crate::show::phrase::{
    first_of, heading, muted, muted_words, name, nimber, piece, plain, thousands, titled, value_set,
};
use crate::show::report::{AnswerValue, OF_A_LIST, Showable, Terms};
use crate::show::rows::{RowField, Rows, json, of_entries, typed};
use crate::show::told::{Tellable, told};

/// `table S 0..10`.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    pub game: Arc<Game>,
    #[serde(rename = "misere")]
    pub convention: Convention,
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
        let x = name(line_subject(&self.game, &self.coordinates));
        let title = match (self.entries.first(), self.entries.last()) {
            (Some((first, _)), Some((last, _))) => {
                let running = running(&self.coordinates);
                told!("**Grundy values of **{x}, {running} = {low} to {high}", x, running, low = first, high = last)
            }
            _ => told!("**Grundy values of **{x}", x),
        };
        let title = title.strong(Role::Heading).into_line();
        Document { blocks: vec![Block::Sequence(Sequence { title, entries: self.entries.clone() })] }
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

    /// Positions that do not exist are left out.
    fn value(&self) -> Option<AnswerValue<'_>> {
        let members = || self.entries.iter().filter_map(|(_, value)| Some(number(value?))).collect();
        Some((self.entries.len(), Box::new(move || Value::list(members()))))
    }

    /// Consecutive heaps, each with its value.
    fn terms(&self) -> Option<Terms<'_>> {
        let entries = &self.entries;
        let is_row = entries.len() <= 1 || entries.step() == Some(1);
        let is_whole = is_row && entries.iter().all(|(_, value)| value.is_some());
        is_whole.then(|| Box::new(entries.iter().filter_map(|(heap, value)| Some((heap, value?.to_string())))) as Terms)
    }
}

/// At most this many values of options are shown in a row.
const SHOWN: usize = 10;
/// The headings of the columns, on the screen and in files.
const COLUMNS: [&str; 5] = ["n", "values of options", "mex", "value", "outcome"];

impl Showable for Table {
    fn kind(&self) -> &'static str {
        "table"
    }

    fn document(&self) -> Document {
        let x = name(&self.game.name);
        let (on_page, elsewhere) = match self.convention {
            Convention::Misere => (
                told!("**Outcomes in misère play of **{x}", x),
                Some(told!("Misère play: the player who makes the last move loses.").into_line()),
            ),
            Convention::Normal => (told!("**Heaps of **{x}", x), None),
        };
        let caption = Some(Caption { on_page: on_page.strong(Role::Heading).into_line(), elsewhere });
        let rows = self.rows.clone();
        let table = if self.convention.is_misere() {
            let columns = vec![(vec![heading("n")], Align::Right), (titled(told!("outcome")), Align::Left)];
            let rows = Long::new(rows.len(), move |index| vec![heap(&rows[index]), outcome(&rows[index])]);
            ColumnTable { caption, columns, rows }
        } else {
            let sides = [Align::Right, Align::Left, Align::Left, Align::Right, Align::Left];
            let titles = [told!("values of options"), told!("mex"), told!("value"), told!("outcome")].map(titled);
            let columns = [vec![heading("n")]].into_iter().chain(titles).zip(sides).collect();
            ColumnTable { caption, columns, rows: Long::new(rows.len(), move |index| normal_row(&rows[index])) }
        };
        let meaning = told!("P: the player who has just moved wins. N: the player who moves next wins.");
        Document { blocks: vec![Block::Table(table), Block::Line(meaning.looks(Role::Muted).into_line())] }
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(table_rows(self).with_objects(&self.rows))
    }

    fn list(&self) -> Option<(&'static str, LongList<'_>)> {
        Some(("rows", LongList::Rows(&self.rows)))
    }

    /// The heap of each row, the values of its options, its value and its outcome.
    fn value(&self) -> Option<AnswerValue<'_>> {
        let row = |row: &Row| {
            let options = Value::List(row.options.iter().copied().map(number).collect());
            let outcome = row.outcome.map_or(Value::None, Value::Outcome);
            Value::Tuple([row.heap.clone(), options, row.value.map_or(Value::None, number), outcome].into())
        };
        let size = self.rows.iter().map(|row| 2 * OF_A_LIST + 4 + row.options.len()).sum();
        Some((size, Box::new(move || Value::list(self.rows.iter().map(row).collect()))))
    }
}

fn heap(row: &Row) -> Line {
    vec![piece(Role::Number, &row.heap)]
}

fn normal_row(row: &Row) -> Vec<Line> {
    let Some(value) = row.value else {
        return vec![heap(row), muted_words(told!("no such position")), Line::new(), Line::new(), Line::new()];
    };
    vec![heap(row), options(row), vec![plain(mex(row))], vec![nimber(value)], outcome(row)]
}

fn options(row: &Row) -> Line {
    if row.total == 0 {
        return muted_words(told!("no option"));
    }
    let list = piece(Role::Nimber, first_of(&row.options, SHOWN, " "));
    if row.total > SHOWN as u128 {
        return muted_words(told!("{list} ({n} in all)", list, n = thousands(row.total)));
    }
    vec![list]
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
        Some(Outcome::P) => vec![piece(Role::Good, "P")],
        Some(other) => vec![plain(other.to_string())],
        None => vec![muted("-")],
    }
}

/// One row for each heap.
fn table_rows(report: &Table) -> Rows<'_> {
    let values = |row: &Row| {
        let listed = row.options.iter().map(Nimber::to_string).collect::<Vec<_>>().join(" ");
        if row.total > row.options.len() as u128 { format!("{listed} … ({} in all)", row.total) } else { listed }
    };
    let least = |row: &Row| row.value.map_or(RowField::Null, |_| RowField::Text(mex(row).into()));
    let won_by = |row: &Row| row.outcome.map_or(RowField::Null, RowField::from);
    // The heap; for a game on boards, the board as a text.
    let size = |row: &Row| RowField::Json(json(&row.heap));
    if report.convention.is_misere() {
        return Rows::new(&["n", "outcome"], report.rows.iter().map(move |row| [size(row), won_by(row)]));
    }
    let row =
        move |row: &Row| [size(row), RowField::Text(values(row).into()), least(row), row.value.into(), won_by(row)];
    Rows::new(&COLUMNS, report.rows.iter().map(row))
}

/// `table W 0..8, 0..8`: two coordinates run, the others are fixed.
#[derive(Clone, Debug, Serialize)]
pub struct Grid {
    pub game: Arc<Game>,
    #[serde(rename = "misere")]
    pub convention: Convention,
    /// One entry for each coordinate.
    pub axes: Vec<Axis>,
    /// The coordinates that run downwards and to the right: indices into `axes`.
    pub down: usize,
    pub right: usize,
    /// Row after row; a cell is `None` outside the domain of the game.
    #[serde(skip)]
    pub cells: Field,
}

/// The names of coordinates, with the value of those that are fixed; `None` for those that run.
pub type Coordinates = Vec<(Arc<str>, Option<Value>)>;

/// The positions along a line: `S`, or `W(a, b = 3)` where a coordinate is fixed.
pub(crate) fn line_subject(game: &Game, coordinates: &Coordinates) -> String {
    if coordinates.len() < 2 {
        return game.name.to_string();
    }
    let named = coordinates.iter().map(|(name, fixed)| match fixed {
        Some(value) => format!("{name} = {value}"),
        None => name.to_string(),
    });
    format!("{}({})", game.name, named.collect::<Vec<_>>().join(", "))
}

/// The name of the coordinate that runs; `n` if it has none.
pub(crate) fn running(coordinates: &Coordinates) -> &str {
    coordinates.iter().find(|(_, fixed)| fixed.is_none()).map_or("n", |(name, _)| name)
}

impl Grid {
    /// The coordinates, with the value of those that are fixed, and the values along the one that runs; `None` if two
    /// run, or what runs are no numbers.
    pub fn line(&self) -> Option<(Coordinates, Entries)> {
        if self.axes.iter().filter(|axis| axis.runs).count() > 1 {
            return None;
        }
        // A single position is a line of one.
        let running = self.axes.iter().position(|axis| axis.runs).unwrap_or(self.right);
        let heaps = CoordinateRun::Listed(self.axes[running].members.clone());
        if (0..heaps.len()).any(|index| heaps.number(index).is_none()) {
            return None;
        }
        let fixed = |index: usize, members: &[Value]| if index == running { None } else { members.first().cloned() };
        let coordinates =
            self.axes.iter().enumerate().map(|(index, axis)| (axis.name.clone(), fixed(index, &axis.members)));
        Some((coordinates.collect(), Entries::new(heaps, self.cells.clone())))
    }
}

/// `plot` of two coordinates.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct HeatMap(pub Grid);

impl Showable for Grid {
    fn kind(&self) -> &'static str {
        "grid"
    }

    fn document(&self) -> Document {
        Document { blocks: cross_table(self).map(Block::CrossTable).into_iter().collect() }
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(grid_rows(self))
    }

    fn list(&self) -> Option<(&'static str, LongList<'_>)> {
        Some(list(self))
    }

    /// The rows, each a list of values, or of outcomes in misère play; `none` where there is no such position.
    fn value(&self) -> Option<AnswerValue<'_>> {
        let width = self.axes.get(self.right)?.members.len().max(1);
        let size = self.cells.len().div_ceil(width).saturating_mul(OF_A_LIST).saturating_add(self.cells.len());
        let rows = move || self.cells.rows(width).map(|row| Value::List(row.map(cell).collect())).collect();
        Some((size, Box::new(move || Value::list(rows()))))
    }
}

fn cell(cell: Option<PositionValue>) -> Value {
    match cell {
        Some(PositionValue { value, outcome }) => match value.and_then(|value| value.nimber()) {
            Some(nimber) => number(nimber),
            None => Value::Outcome(outcome),
        },
        None => Value::None,
    }
}

fn number(nimber: Nimber) -> Value {
    Value::Integer(nimber.0.into())
}

impl Showable for HeatMap {
    fn kind(&self) -> &'static str {
        "heat"
    }

    fn document(&self) -> Document {
        Document { blocks: cross_table(&self.0).map(|table| Block::Figure(Figure::Heat(table))).into_iter().collect() }
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(grid_rows(&self.0))
    }

    fn list(&self) -> Option<(&'static str, LongList<'_>)> {
        Some(list(&self.0))
    }

    fn value(&self) -> Option<AnswerValue<'_>> {
        self.0.value()
    }
}

/// `None` if the report does not have the two coordinates that run.
fn cross_table(report: &Grid) -> Option<CrossTable> {
    let (down, right) = (report.axes.get(report.down)?.clone(), report.axes.get(report.right)?.clone());
    let marked = told!("P-positions in **[brackets]**.").strong(Role::Good).into_line();
    let language = Language::ENGLISH;
    Some(CrossTable { language, title: title(report), marked, down, right, cells: report.cells.clone() })
}

/// The title: what is shown, which coordinates run down and across, and the values of the fixed ones.
fn title(report: &Grid) -> Line {
    let (x, down, across) = (name(subject(report)), &*report.axes[report.down].name, &*report.axes[report.right].name);
    let title = match report.convention {
        Convention::Misere => {
            told!("**Outcomes in misère play of **{x}, {down} down, {across} across", x, down, across)
        }
        Convention::Normal => told!("**Grundy values of **{x}, {down} down, {across} across", x, down, across),
    };
    title.strong(Role::Heading).into_line()
}

/// `W(a, b, c = 7)`
fn subject(report: &Grid) -> String {
    let coordinates = report.axes.iter().enumerate().map(|(index, axis)| match axis.members.first() {
        Some(only) if index != report.down && index != report.right => format!("{} = {only}", axis.name),
        _ => axis.name.to_string(),
    });
    format!("{}({})", report.game.name, coordinates.collect::<Vec<_>>().join(", "))
}

/// One row for each position, all its coordinates first.
fn grid_rows(report: &Grid) -> Rows<'_> {
    let headings: Vec<&str> = report.axes.iter().map(|axis| &*axis.name).chain(["value", "outcome"]).collect();
    let columns = report.axes.get(report.right).map_or(1, |axis| axis.members.len().max(1));
    let mut cells = report.cells.iter().enumerate().filter_map(|(index, cell)| Some((index, cell?)));
    Rows::made_by(&headings, move |row| {
        let Some((index, cell)) = cells.next() else { return false };
        let place = (index / columns, index % columns);
        row.extend((0..report.axes.len()).map(|axis| coordinate(report, axis, place)));
        row.push(cell.value.map_or(RowField::Null, |value| match value.nimber() {
            None => RowField::Text(value.to_string().into()),
            number => number.into(),
        }));
        row.push(cell.outcome.into());
        true
    })
}

/// The coordinate of an axis in the cell of this row and column. That of an axis which does not run is the same everywhere.
fn coordinate(report: &Grid, axis: usize, (row, column): (usize, usize)) -> RowField<'_> {
    let member = match axis {
        axis if axis == report.down => row,
        axis if axis == report.right => column,
        _ => 0,
    };
    report.axes[axis].members.get(member).map_or(RowField::Null, typed)
}

/// The rows, cell by cell.
fn list(report: &Grid) -> (&'static str, LongList<'_>) {
    let columns = report.axes.get(report.right).map_or(1, |axis| axis.members.len().max(1));
    ("values", LongList::Grid(&report.cells, columns))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::report::Report;
    use crate::verbs::samples::{self, derivation, shown, subtraction};

    fn row(n: u64) -> Row {
        let derived = derivation(n);
        Row {
            heap: Value::Integer(n.into()),
            options: derived.options.iter().filter_map(|option| option.value.nimber()).collect(),
            total: derived.total,
            distinct: derived.reached.unwrap_or_default().values,
            value: derived.value.nimber(),
            outcome: Some(samples::outcome(&[n])),
        }
    }

    fn table(convention: Convention, rows: Vec<Row>) -> String {
        shown(&Report::new(Table { game: subtraction(), convention, rows: rows.into() }), 80)
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
        let text = table(Convention::Normal, vec![long]);
        assert!(text.contains(" 60   0 1 2 3 4 5 6 7 8 9 … (60 in all)   mex{0..49,…}      60   N\n"), "{text}");
    }

    #[test]
    fn positions_that_are_none_and_misere_play() {
        let none = Row { value: None, outcome: None, ..row(3) };
        let text = table(Convention::Normal, vec![none]);
        assert!(text.contains(" 3   no such position"), "{text}");
        let text = table(Convention::Misere, vec![Row { value: None, ..row(1) }]);
        assert!(text.starts_with("Misère play: the player who makes the last move loses.\n n   outcome\n"), "{text}");
        assert!(text.contains("\n 1   N\n"), "{text}");
    }
}
