//! `survey`: the statement and the words of its table, and its rows for files. The rows are computed in
//! [`crate::lang::survey`].

use grundy_engine::game::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use crate::error::{Error, clipped};
use crate::lang::lower;
use crate::lang::session::{Reply, Request, Session};
use crate::lang::survey::{Survey, SurveyTable};
use crate::show::document::{Align, Document, Line, Long, Role};
use crate::show::lists::{LongList, SurveyCell};
use crate::show::phrase::{heading, muted, muted_words, piece, thousands};
use crate::show::report::{AnswerValue, OF_A_LIST, Showable};
use crate::show::rows::{RowField, Rows};
use crate::show::told::{Told, told};
use crate::source::Span;
use crate::syntax::ast::{Instruction, Name};
use crate::verbs::value;

/// A survey that was written into a file.
#[derive(Clone, Debug, Serialize)]
pub struct Surveyed {
    pub path: String,
    pub rows: u64,
    /// How many cells could not be answered.
    pub failed: u64,
}

pub(crate) fn survey(session: &mut Session, written: &Instruction, span: Span) -> Result<Reply, Error> {
    survey_with(session, written, 0, span)
}

/// As [`survey`], where so many columns are not part of the answer.
pub(crate) fn survey_with(
    session: &mut Session,
    written: &Instruction,
    leading: usize,
    span: Span,
) -> Result<Reply, Error> {
    lower::survey(&mut session.names, written)?;
    let budget = session.solver.budget().clone();
    let names = session.names.beside(budget.meter().clone());
    let mut survey = Survey::new(names, budget, written.clone(), headings(session, written), span);
    survey.leading = leading;
    Ok(Reply::request(Request::Survey(Box::new(survey))))
}

/// The heading of each column: its name, or else its expression as written. No two headings are equal.
fn headings(session: &Session, written: &Instruction) -> Vec<String> {
    let mut headings: Vec<String> = Vec::new();
    let mut taken = FxHashSet::default();
    // The number with which the search for a free heading goes on.
    let mut next: FxHashMap<String, usize> = FxHashMap::default();
    for (column, heading) in written.parts.iter().zip(&written.headings) {
        let heading = match heading {
            Some(Name { text, .. }) => text.clone(),
            None => {
                let words = session.names.text(column.span).split_whitespace();
                words.collect::<Vec<_>>().join(" ")
            }
        };
        let number = |n: &usize| if *n == 1 { heading.clone() } else { format!("{heading} ({n})") };
        let mut n = next.get(&heading).copied().unwrap_or(1);
        while !taken.insert(number(&n)) {
            n += 1;
        }
        headings.push(number(&n));
        next.insert(heading, n + 1);
    }
    headings
}

/// If there are more rows than this, only the first and the last are shown.
const MOST: usize = 1_000;
/// How many of the first rows are shown then.
const FIRST: usize = 20;
/// How many of the last rows are shown then.
const LAST: usize = 5;
/// At most this many characters of a value are shown.
const LONGEST: usize = 200;

/// The rows of a survey.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct ShownSurvey(pub SurveyTable);

impl Showable for ShownSurvey {
    fn kind(&self) -> &'static str {
        "survey"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        let rows = self.0.rows.clone();
        if rows.is_empty() {
            document.line(muted_words(told!("no rows: the loop has no turns, or no condition holds")));
            return document;
        }
        let is_short = rows.len() <= MOST;
        let columns =
            (0..self.0.columns.len()).map(|column| (vec![heading(&self.0.columns[column])], side(&self.0, column)));
        let count = if is_short { rows.len() } else { FIRST + 1 + LAST };
        let total = rows.len();
        let shown = Long::new(count, move |index| match index {
            FIRST if !is_short => vec![vec![muted("…")]; rows[0].len()],
            _ if !is_short && index > FIRST => rows[rows.len() + index - count].iter().map(cell).collect(),
            _ => rows[index].iter().map(cell).collect(),
        });
        document.table(columns.collect(), shown);
        let n = thousands(total as u128);
        if self.0.is_cut {
            let kept = told!("There are more rows than these {n}. `to \"survey.csv\"` at the end writes them all.", n);
            document.line(kept);
        } else if !is_short {
            document.line(muted_words(told!(
                "{n} rows; {hidden} of them are left out here. `to \"survey.csv\"` at the end writes them all.",
                n,
                hidden = thousands((total - FIRST - LAST) as u128)
            )));
        }
        if self.0.failed > 0 {
            document.line(failures(self.0.failed).looks(Role::Warning));
        }
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        let headings: Vec<&str> = self.0.columns.iter().map(String::as_str).collect();
        Some(Rows::new(&headings, self.0.rows.iter().map(|row| row.iter().map(RowField::from))))
    }

    fn list(&self) -> Option<(&'static str, LongList<'_>)> {
        Some(("rows", LongList::Cells(&self.0.rows)))
    }

    /// The rows, as tuples. Of a question about positions along its coordinates only the answers count: those along two of them
    /// are a list of rows. A cell that could not be answered is `none`.
    fn value(&self) -> Option<AnswerValue<'_>> {
        let one = |cells: &[SurveyCell]| {
            let mut values = cells.iter().map(|cell| match cell {
                SurveyCell::Value(value) => value.clone(),
                SurveyCell::Failed(_) => Value::None,
            });
            match (cells.len(), self.0.leading) {
                (1, _) => values.next().unwrap_or(Value::None),
                (_, 0) => Value::Tuple(values.collect()),
                _ => Value::List(values.collect()),
            }
        };
        let answers = move |row: &Vec<SurveyCell>| one(&row[self.0.leading.min(row.len())..]);
        let rows = move || match self.0.leading {
            2 => self
                .0
                .rows
                .chunk_by(|one, next| one.first() == next.first())
                .map(|row| Value::list(row.iter().map(answers).collect()))
                .collect(),
            _ => self.0.rows.iter().map(answers).collect(),
        };
        let size = self.0.rows.len().saturating_mul(OF_A_LIST + self.0.columns.len());
        Some((size, Box::new(move || Value::list(rows()))))
    }
}

impl Showable for Surveyed {
    fn kind(&self) -> &'static str {
        "surveyed"
    }

    /// Says how many rows were written into a file, and how many cells have no value.
    fn document(&self) -> Document {
        let mut document = Document::default();
        document.line(told!("Wrote {n} row[s] to {path}.", n = thousands(self.rows), path = &self.path));
        if self.failed > 0 {
            document.line(failures(self.failed).looks(Role::Warning));
        }
        document
    }
}

/// How many cells have no value.
pub fn failures(failed: u64) -> Told {
    told!(
        "{n} cell[s] [has|have] no value and say[n:s|] why: look for `{mark}`.",
        n = thousands(failed),
        mark = SurveyCell::MARK.trim_end()
    )
}

/// The alignment of a column: to the right if it has only integers in the first `MOST` rows.
fn side(report: &SurveyTable, column: usize) -> Align {
    use grundy_engine::game::Value::Integer;
    let mut cells = report.rows.iter().take(MOST).filter_map(|row| row.get(column));
    let is_number = |cell: &SurveyCell| matches!(cell, SurveyCell::Value(Integer(_)));
    if cells.all(is_number) { Align::Right } else { Align::Left }
}

fn cell(cell: &SurveyCell) -> Line {
    let mut shown = match cell {
        SurveyCell::Value(value) => value::typed(value),
        SurveyCell::Failed(reason) => piece(Role::Error, SurveyCell::failure(reason)),
    };
    shown.text = clipped(&shown.text, LONGEST);
    vec![shown]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::show::file;
    use crate::show::report::Report;
    use crate::show::row_format::{RowFormat, RowWriter};
    use crate::verbs::samples::{shown, sum};
    use grundy_engine::game::Set;

    fn row() -> Vec<SurveyCell> {
        let set = Value::Set(Arc::new(Set::finite(vec![Value::Integer(2), Value::Integer(1)])));
        let values =
            [Value::Integer(-3), Value::Bool(true), set, Value::position(sum(&[5])), Value::text("a \"b\", c|d")];
        values.into_iter().map(SurveyCell::Value).chain([SurveyCell::Failed("no, it has none".into())]).collect()
    }

    fn written(format: RowFormat) -> String {
        let columns = ["n", "b", "s", "p", "t", "why"].map(String::from);
        let writer = RowWriter::new(format, &columns);
        let mut text = writer.headings();
        writer.add(&mut text, &row().iter().map(RowField::from).collect::<Vec<_>>());
        text
    }

    #[test]
    fn a_row_in_every_format() {
        let csv = "n,b,s,p,t,why\n-3,true,\"{1, 2}\",S(5),\"a \"\"b\"\", c|d\",\"error: no, it has none\"\n";
        assert_eq!(written(RowFormat::Csv), csv);
        let json = "{\"n\":-3,\"b\":true,\"s\":[1,2],\"p\":\"S(5)\",\"t\":\"a \\\"b\\\", c|d\",\"why\":\"error: no, it has none\"}\n";
        assert_eq!(written(RowFormat::JsonLines), json);
        let markdown = "| n | b | s | p | t | why |\n| --- | --- | --- | --- | --- | --- |\n\
            | -3 | true | {1, 2} | S(5) | a \"b\", c\\|d | error: no, it has none |\n";
        assert_eq!(written(RowFormat::Markdown), markdown);
        assert_eq!(RowFormat::of("png"), Err(vec!["csv", "jsonl", "md"]));
    }

    #[test]
    fn a_table_is_written_as_the_rows_of_a_survey_are() {
        let columns = ["n", "b", "s", "p", "t", "why"].map(String::from).to_vec();
        let table = Report::new(ShownSurvey(SurveyTable {
            columns,
            failed: 1,
            is_cut: false,
            rows: Arc::new([row()]),
            leading: 0,
        }));
        for extension in ["csv", "jsonl", "md"] {
            let mut bytes = Vec::new();
            file::write(&table, extension, &mut bytes).unwrap();
            assert_eq!(String::from_utf8(bytes).unwrap(), written(RowFormat::of(extension).unwrap()));
        }
    }

    fn table(rows: usize) -> String {
        let row = |n: usize| vec![SurveyCell::Value(Value::Integer(n as i128))];
        let rows = (0..rows).map(row).collect();
        shown(
            &Report::new(ShownSurvey(SurveyTable {
                columns: vec!["n".into()],
                failed: 0,
                is_cut: false,
                rows,
                leading: 0,
            })),
            80,
        )
    }

    #[test]
    fn long_tables_are_cut_in_the_middle() {
        assert_eq!(table(MOST).lines().count(), MOST + 2);
        let text = table(MOST + 1);
        assert_eq!(text.lines().count(), 2 + FIRST + 1 + LAST + 1, "{text}");
        assert!(text.contains("   19\n    …\n  996\n") && text.contains("\n 1000\n1,001 rows; 976 of them"), "{text}");
    }
}
