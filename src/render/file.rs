//! `… to "file.csv"`: a report as the contents of a file.

use std::fmt;
use std::io;

use grundy_engine::nim::Nimber;

use super::csv::{Cells, csv};
use super::document::Style;
use super::dot::dot;
use super::json::{self, Lines};
use super::markdown::{markdown, verbatim};
use super::painter::{self, Painter};
use super::report;
use super::svg::{self, Filling, Placement};
use crate::session::report::{Cell, Entries, Explanation, Grid, Report, Row, Table};

/// The extensions of all formats. A new one gets an arm in [`written`] too.
const FORMATS: [&str; 6] = ["csv", "dot", "json", "md", "svg", "txt"];

/// Whether the report can be written as a file with this extension, with or without its dot, in any case. Nothing is
/// written.
///
/// # Errors
/// The extensions that work for this report, if this one does not.
pub fn check(report: &Report, extension: &str) -> Result<(), Vec<&'static str>> {
    let wanted = plain(extension);
    let known: Vec<&str> = FORMATS.into_iter().filter(|known| works(report, known)).collect();
    if known.contains(&wanted.as_str()) { Ok(()) } else { Err(known) }
}

/// Writes the report as a file with this extension, piece by piece: a long one is never held as a whole.
///
/// # Errors
/// Those of what is written to, and `InvalidInput` for what [`check`] refuses.
pub fn write(report: &Report, extension: &str, out: &mut dyn io::Write) -> io::Result<()> {
    let no_such_format = || Err(io::Error::new(io::ErrorKind::InvalidInput, "no such format"));
    written(report, &plain(extension), out).unwrap_or_else(no_such_format)
}

/// An extension as it is compared: without a dot, in small letters.
fn plain(extension: &str) -> String {
    extension.trim_start_matches('.').to_lowercase()
}

/// Whether this report can be written in this format, without the work of writing it.
fn works(report: &Report, extension: &str) -> bool {
    match extension {
        "csv" => cells(report).is_some(),
        "dot" => matches!(report, Report::Tree(_)),
        "svg" => matches!(report, Report::Plot(_) | Report::Heat(_) | Report::Tree(_)),
        _ => true,
    }
}

/// Nothing is written in a format that does not work.
fn written(report: &Report, extension: &str, out: &mut dyn io::Write) -> Option<io::Result<()>> {
    Some(match (extension, report) {
        ("csv", _) => csv(cells(report)?, out),
        ("dot", Report::Tree(tree)) => out.write_all(dot(tree).as_bytes()),
        ("json", _) => json::write(report, Lines::Many, out).and_then(|()| out.write_all(b"\n")),
        // What is no table is kept as it stands on the screen.
        ("md", Report::Explanation(_) | Report::Plot(_) | Report::Heat(_)) => verbatim(|out| screen(report, out), out),
        ("md", _) => match cells(report) {
            Some(cells) => markdown(cells, out),
            None => verbatim(|out| screen(report, out), out),
        },
        ("svg", _) => out.write_all(svg::svg(report, Placement::File, Filling::Full)?.as_bytes()),
        ("txt", _) => screen(report, out),
        _ => return None,
    })
}

fn screen(shown: &Report, out: &mut dyn io::Write) -> io::Result<()> {
    painter::write(&report::document(shown, &Style::default()), Painter::Plain, out)
}

fn cells(report: &Report) -> Option<Cells<'_>> {
    match report {
        Report::Values(report) => Some(values(&report.entries)),
        Report::Plot(report) => Some(values(&report.entries)),
        Report::Table(report) => Some(table(report)),
        Report::Grid(report) | Report::Heat(report) => Some(grid(report)),
        Report::Explanation(report) => Some(explanation(report)),
        _ => None,
    }
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_string()).collect()
}

fn text_of<T: fmt::Display>(value: Option<T>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

fn values(entries: &Entries) -> Cells<'_> {
    let rows = entries.iter().map(|(heap, value)| vec![heap.to_string(), text_of(value)]);
    Cells { headings: strings(&["n", "value"]), rows: Box::new(rows) }
}

fn table(report: &Table) -> Cells<'_> {
    let values = |row: &Row| {
        let listed = row.options.iter().map(Nimber::to_string).collect::<Vec<_>>().join(" ");
        if row.total > row.options.len() as u128 { format!("{listed} … ({} in all)", row.total) } else { listed }
    };
    let mex = |row: &Row| row.value.map_or(String::new(), |_| super::table::mex(row));
    let row = move |row: &Row| match report.misere {
        true => vec![row.heap.to_string(), text_of(row.outcome)],
        false => vec![row.heap.to_string(), values(row), mex(row), text_of(row.value), text_of(row.outcome)],
    };
    let headings = if report.misere { strings(&["n", "outcome"]) } else { strings(&super::table::COLUMNS) };
    Cells { headings, rows: Box::new(report.rows.iter().map(row)) }
}

/// One row for each position, all its coordinates first.
fn grid(report: &Grid) -> Cells<'_> {
    let mut headings: Vec<String> = report.axes.iter().map(|axis| axis.name.to_string()).collect();
    headings.extend(strings(&["value", "outcome"]));
    let columns = report.axes.get(report.right).map_or(0, |axis| axis.members.len());
    let row = move |(index, cell): (usize, Option<Cell>)| {
        let cell = cell?;
        let place = |axis: usize| match axis {
            axis if axis == report.down => index / columns.max(1),
            axis if axis == report.right => index % columns.max(1),
            _ => 0,
        };
        let coordinates = report.axes.iter().enumerate().map(|(i, axis)| text_of(axis.members.get(place(i))));
        Some(coordinates.chain([text_of(cell.value), cell.outcome.to_string()]).collect())
    };
    Cells { headings, rows: Box::new(report.cells.iter().enumerate().filter_map(row)) }
}

/// One row for each option of each component.
fn explanation(report: &Explanation) -> Cells<'_> {
    let rows = report.derivations.iter().flat_map(|derivation| {
        derivation.options.iter().map(move |option| {
            vec![
                derivation.component.to_string(),
                derivation.value.to_string(),
                option.option.to_string(),
                option.value.to_string(),
            ]
        })
    });
    Cells { headings: strings(&["position", "value", "option", "option_value"]), rows: Box::new(rows) }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::render::samples::{assert_text, explanation, field, nim, plot, step, subtraction, tree, winner};
    use crate::session::report::{Advice, Axis, Values};
    use grundy_engine::game::Value;
    use grundy_engine::nim::Outcome;

    /// The whole file.
    fn contents(report: &Report, extension: &str) -> Result<String, Vec<&'static str>> {
        check(report, extension)?;
        let mut bytes = Vec::new();
        write(report, extension, &mut bytes).unwrap();
        Ok(String::from_utf8(bytes).unwrap())
    }

    fn values() -> Report {
        let entries = (0..4).map(|n| (n, (n != 2).then_some(Nimber(n)))).collect();
        Report::Values(Values { game: subtraction(), entries })
    }

    #[test]
    fn values_in_every_format() {
        let cases = [
            ("csv", "n,value\n0,0\n1,1\n2,\n3,3\n"),
            (".CSV", "n,value\n0,0\n1,1\n2,\n3,3\n"),
            ("md", "| n | value |\n| --- | --- |\n| 0 | 0 |\n| 1 | 1 |\n| 2 |  |\n| 3 | 3 |\n"),
            ("txt", "0 1 - 3\n"),
        ];
        for (extension, expected) in cases {
            assert_text(&contents(&values(), extension).unwrap(), expected);
        }
        let read: serde_json::Value = serde_json::from_str(&contents(&values(), "json").unwrap()).unwrap();
        assert_eq!(read["values"][3]["value"], 3);
    }

    #[test]
    fn a_table_and_a_grid_as_rows() {
        let row = Row {
            heap: 3,
            options: [2, 1, 0].map(Nimber).to_vec(),
            total: 3,
            distinct: [0, 1, 2].map(Nimber).to_vec(),
            value: Some(Nimber(3)),
            outcome: Some(Outcome::N),
        };
        let table = Report::Table(Table { game: subtraction(), misere: false, rows: Arc::new([row]) });
        assert_text(
            &contents(&table, "csv").unwrap(),
            "n,values of options,mex,value,outcome\n3,2 1 0,\"mex{0,1,2}\",3,N\n",
        );
        let axis = |name: &str, members: &[i128]| Axis {
            name: name.into(),
            members: members.iter().map(|n| Value::Integer(*n)).collect(),
        };
        let cell = |value, outcome| Some(Cell { value: Some(Nimber(value)), outcome });
        let cells = [cell(0, Outcome::P), cell(1, Outcome::N), cell(1, Outcome::N), None].into_iter().collect();
        let axes = vec![axis("c", &[7]), axis("a", &[0, 1]), axis("b", &[0, 1])];
        let grid = Report::Grid(Grid { game: nim(), misere: false, axes, down: 2, right: 1, cells });
        let expected = "c,a,b,value,outcome\n7,0,0,0,P\n7,1,0,1,N\n7,0,1,1,N\n";
        assert_text(&contents(&grid, "csv").unwrap(), expected);
    }

    #[test]
    fn an_explanation_as_rows_and_as_text() {
        let report = Report::Explanation(explanation(&[5], Advice::Play(step(5, 4, 1))));
        let expected = "position,value,option,option_value\nS(5),1,S(4),0\nS(5),1,S(3),3\nS(5),1,S(2),2\n";
        assert_text(&contents(&report, "csv").unwrap(), expected);
        let markdown = contents(&report, "md").unwrap();
        assert!(
            markdown.starts_with("```text\nThe value of S(5)\n") && markdown.ends_with("answer.\n```\n"),
            "{markdown}"
        );
    }

    #[test]
    fn what_cannot_be_written_lists_what_can() {
        let cases = [
            (values(), "svg", "csv, json, md, txt"),
            (values(), "", "csv, json, md, txt"),
            (Report::Winner(winner(&[3], None)), "csv", "json, md, txt"),
            (Report::Plot(plot(0..=3, Some)), "png", "csv, json, md, svg, txt"),
            (Report::Tree(tree(3)), "csv", "dot, json, md, svg, txt"),
        ];
        for (report, extension, expected) in cases {
            assert_eq!(contents(&report, extension).unwrap_err().join(", "), expected);
        }
    }

    #[test]
    fn the_formats_that_are_said_to_work_do_and_no_others() {
        let reports = [
            values(),
            Report::Plot(plot(0..=3, Some)),
            Report::Heat(field(2, 3)),
            Report::Tree(tree(3)),
            Report::Winner(winner(&[3], None)),
        ];
        for (report, extension) in reports.iter().flat_map(|report| FORMATS.map(|format| (report, format))) {
            assert_eq!(contents(report, extension).is_ok(), works(report, extension), "{extension} of {report:?}");
        }
    }
}
