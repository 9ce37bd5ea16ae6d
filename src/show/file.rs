//! `… to "file.csv"`: writes a report in the format that the extension of the file stands for.

use std::io::{self, BufWriter, Write};

use crate::show::certificate::{self, CERTIFICATE, ROCQ, WHOLE};
use crate::show::code::CodeLanguage;
use crate::show::document::{Block, Document, Figure, GameTree, Style};
use crate::show::exact_json::{LargeNumbers, Lines};
use crate::show::json::{self, Asked};
use crate::show::plain_table::{self, PlainTable};
use crate::show::question_bank::{anki, gift, moodle};
use crate::show::report::{Report, Showable};
use crate::show::rocq_library;
use crate::show::row_format::RowFormat;
use crate::show::svg::{self, Filling, Placement};
use crate::show::terminal::{self, Painter};
use crate::show::tree::dot;
use crate::show::visible::{Escapes, VisibleWriter};
use crate::show::{html, markdown, tex};

/// The extensions of all formats. A new one also needs an arm in `write_format`, and one in `works` unless it can
/// hold every report.
pub const FORMATS: [&str; 16] = [
    CERTIFICATE,
    "cpp",
    "csv",
    "dot",
    "gift",
    "html",
    "json",
    "jsonl",
    "md",
    "py",
    "rs",
    "svg",
    "tex",
    "txt",
    ROCQ,
    "xml",
];
/// The format of the b-files of the OEIS: lines of the form `n value`. Such files are recognised by the form of their
/// names, since their extension is `.txt`; this name stands in the place of an extension.
pub const B_FILE: &str = "bfile";
/// The format of worksheets as cards of Anki, which are recognised by the end of their names, `cards.txt`: all other files
/// that end in `.txt` hold what the screen shows.
pub const CARDS: &str = "cards.txt";

/// The format of a file with this name, which is without its folder: the extension in small letters, [`B_FILE`] for
/// the b-files of the OEIS, [`CARDS`] for worksheets as cards, [`WHOLE`] for theorems with their library, or empty if the name has no
/// extension.
pub fn format(report: &Report, name: &str) -> String {
    let name = name.to_lowercase();

    match name.rsplit_once('.') {
        Some(_) if is_b_file(&name) && report.is_sequence() => B_FILE.to_owned(),
        Some(_) if name.ends_with(WHOLE) && works(report, WHOLE) => WHOLE.to_owned(),
        Some(_) if name.ends_with(CARDS) && works(report, CARDS) => CARDS.to_owned(),
        Some((stem, extension)) if !stem.is_empty() => extension.to_owned(),
        _ => String::new(),
    }
}

/// Whether a report consists of rows, so that it can be written in formats for other programs.
pub fn has_rows(report: &Report) -> bool {
    report.rows().is_some()
}

/// Checks whether the report can be written as a file with this extension, without writing anything. The extension
/// may have its dot, and capitals.
///
/// # Errors
/// The extensions that work for this report, if this one does not.
pub fn check(report: &Report, extension: &str) -> Result<(), Vec<&'static str>> {
    let wanted = plain(extension);
    let known: Vec<&str> = FORMATS.into_iter().filter(|known| works(report, known)).collect();
    let by_name = [B_FILE, CARDS, WHOLE].into_iter().any(|named| wanted == named && works(report, named));
    let is_known = by_name || known.contains(&wanted.as_str());
    if is_known { Ok(()) } else { Err(known) }
}

/// Writes the report as a file with this extension, piece by piece: a long one is never held as a whole. Whatever the
/// format, no hidden character is written as it is.
///
/// # Errors
/// The errors of `out`, and `InvalidInput` for an extension that [`check`] refuses.
pub fn write(report: &Report, extension: &str, out: &mut dyn io::Write) -> io::Result<()> {
    let extension = plain(extension);
    let mut out = VisibleWriter::new(out, escapes(&extension));
    let no_such_format = || Err(io::Error::new(io::ErrorKind::InvalidInput, "no such format"));
    write_format(report, &extension, &mut out).unwrap_or_else(no_such_format)?;
    out.finish()
}

/// How files with this extension write hidden characters.
fn escapes(extension: &str) -> Escapes {
    match extension {
        "json" | "jsonl" => Escapes::Json,
        CARDS => Escapes::Tabbed,
        _ => Escapes::Text,
    }
}

/// An extension as it is compared: without a dot, in small letters.
fn plain(extension: &str) -> String {
    extension.trim_start_matches('.').to_lowercase()
}

/// Whether this report can be written in this format, without the work of writing it.
fn works(report: &Report, extension: &str) -> bool {
    match extension {
        "csv" | "jsonl" => report.rows().is_some(),
        B_FILE => report.terms().is_some(),
        "dot" => tree(&report.document()).is_some(),
        "html" | "gift" | "xml" | CARDS => report.document().worksheets().is_some(),
        "tex" => {
            let document = report.document();
            document.worksheets().is_some() || document.figure().is_some() || table(&document, &**report).is_some()
        }
        "svg" => report.document().figure().is_some() || report.picture().is_some(),
        ROCQ | CERTIFICATE => report.certificate().is_some(),
        WHOLE => rocq_library::is_there() && report.certificate().is_some(),
        _ => CodeLanguage::of(&format!(".{extension}"))
            .is_none_or(|language| report.code().is_some_and(|code| code.language == language)),
    }
}

/// Writes the report in this format. `None` if it cannot be written so; then nothing is written.
fn write_format(report: &Report, extension: &str, out: &mut dyn io::Write) -> Option<io::Result<()>> {
    Some(match extension {
        "csv" => RowFormat::Csv.write(report.rows()?, out),
        "jsonl" => RowFormat::JsonLines.write(report.rows()?, out),
        ROCQ | WHOLE => certificate::write_rocq(report.certificate()?, extension == WHOLE, out),
        CERTIFICATE => certificate::write_data(report.certificate()?, out),
        B_FILE => {
            let mut out = BufWriter::new(out);
            let mut terms = report.terms()?;
            terms.try_for_each(|(index, value)| writeln!(out, "{index} {value}")).and_then(|()| out.flush())
        }
        "dot" => out.write_all(dot(tree(&report.document())?).as_bytes()),
        "json" => json::write(report, Asked::default(), Lines::Many, LargeNumbers::AsTexts, out)
            .and_then(|()| out.write_all(b"\n")),
        "html" => out.write_all(html::worksheet(report.document().worksheets()?).as_bytes()),
        "gift" => out.write_all(gift::gift(report.document().worksheets()?).as_bytes()),
        "xml" => out.write_all(moodle::xml(report.document().worksheets()?).as_bytes()),
        CARDS => out.write_all(anki::cards(report.document().worksheets()?).as_bytes()),
        "md" => write_markdown(&**report, out),
        "svg" => {
            let picture = match report.document().figure() {
                Some(figure) => svg::figure(figure, Placement::File, Filling::Full),
                None => svg::position(&report.picture()?, Placement::File, Filling::Full),
            };
            out.write_all(picture.text.as_bytes())
        }
        "tex" => {
            let document = report.document();
            match (document.worksheets(), document.figure()) {
                (Some(worksheets), _) => out.write_all(tex::worksheets(worksheets).as_bytes()),
                (_, Some(figure)) => tex::figure(figure, out),
                _ => tex::table(table(&document, &**report)?, out),
            }
        }
        "txt" => screen(&report.document(), out),
        "cpp" | "py" | "rs" => out.write_all(report.code()?.text.as_bytes()),
        _ => return None,
    })
}

/// The tree of a document that is one.
fn tree(document: &Document) -> Option<&GameTree> {
    document.figure().and_then(|figure| if let Figure::Tree(tree) = figure { Some(tree) } else { None })
}

/// The table that a document is, or else that of the rows of the answer.
fn table<'a>(document: &'a Document, answer: &'a dyn Showable) -> Option<PlainTable<'a>> {
    plain_table::of_document(document).or_else(|| answer.rows().map(plain_table::of_rows))
}

/// What is not a table, and has no rows that say as much, is written as the screen shows it.
fn write_markdown(answer: &dyn Showable, out: &mut dyn io::Write) -> io::Result<()> {
    let document = answer.document();
    if let Some(worksheets) = document.worksheets() {
        return out.write_all(markdown::worksheets(worksheets).as_bytes());
    }
    let cross_table = document.blocks.iter().find_map(|block| match block {
        Block::CrossTable(table) => Some(plain_table::of_cross_table(table)),
        _ => None,
    });
    match (cross_table, answer.rows()) {
        (Some(table), _) => markdown::table(table, out),
        (None, Some(rows)) if rows.are_whole && document.figure().is_none() => RowFormat::Markdown.write(rows, out),
        _ => markdown::verbatim(|out| screen(&document, out), out),
    }
}

fn screen(document: &Document, out: &mut dyn io::Write) -> io::Result<()> {
    terminal::write(document, &Style::default(), Painter::Plain, out)
}

/// Whether a file has the name of a b-file of the OEIS, such as `b002186.txt`.
fn is_b_file(name: &str) -> bool {
    let digits = name.strip_prefix('b').and_then(|name| name.strip_suffix(".txt"));
    digits.is_some_and(|digits| digits.len() >= 6 && digits.bytes().all(|digit| digit.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::show::lists::{Axis, Row};
    use crate::verbs::explain::data::Advice;
    use crate::verbs::samples::{assert_text, explanation, field, nim, plot, step, subtraction, tree, winner};
    use crate::verbs::tables::answer::{Grid, HeatMap, Table, Values};
    use crate::verbs::tables::by_outcome::PositionList;
    use crate::verbs::value::ShownValue;
    use grundy_engine::game::Value;
    use grundy_engine::nim::{Convention, Nimber, Outcome, PositionValue};

    /// The whole file.
    fn contents(report: &Report, extension: &str) -> Result<String, Vec<&'static str>> {
        check(report, extension)?;
        let mut bytes = Vec::new();
        write(report, extension, &mut bytes).unwrap();
        Ok(String::from_utf8(bytes).unwrap())
    }

    fn values() -> Report {
        let entries = (0..4).map(|n| (n as i64, (n != 2).then_some(Nimber(n)))).collect();
        Report::new(Values { game: subtraction(), coordinates: Vec::new(), entries })
    }

    #[test]
    fn values_in_every_format() {
        let cases = [
            ("csv", "n,value\n0,0\n1,1\n2,\n3,3\n"),
            (".CSV", "n,value\n0,0\n1,1\n2,\n3,3\n"),
            (
                "jsonl",
                "{\"n\":0,\"value\":0}\n{\"n\":1,\"value\":1}\n{\"n\":2,\"value\":null}\n{\"n\":3,\"value\":3}\n",
            ),
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
            heap: Value::Integer(3),
            options: [2, 1, 0].map(Nimber).to_vec(),
            total: 3,
            distinct: [0, 1, 2].map(Nimber).to_vec(),
            value: Some(Nimber(3)),
            outcome: Some(Outcome::N),
        };
        let table = Report::new(Table { game: subtraction(), convention: Convention::Normal, rows: Arc::new([row]) });
        assert_text(
            &contents(&table, "csv").unwrap(),
            "n,values of options,mex,value,outcome\n3,2 1 0,\"mex{0,1,2}\",3,N\n",
        );
        let axis = |name: &str, members: &[i128]| Axis {
            name: name.into(),
            members: members.iter().map(|n| Value::Integer(*n)).collect(),
            runs: members.len() > 1,
        };
        let cell = |value, outcome| Some(PositionValue { value: Some(Nimber(value).into()), outcome });
        let cells = [cell(0, Outcome::P), cell(1, Outcome::N), cell(1, Outcome::N), None].into_iter().collect();
        let axes = vec![axis("c", &[7]), axis("a", &[0, 1]), axis("b", &[0, 1])];
        let grid = Report::new(Grid { game: nim(), convention: Convention::Normal, axes, down: 2, right: 1, cells });
        let expected = "c,a,b,value,outcome\n7,0,0,0,P\n7,1,0,1,N\n7,0,1,1,N\n";
        assert_text(&contents(&grid, "csv").unwrap(), expected);
        // Markdown is for people, so it has the columns of the screen.
        let expected = "| b\\\\a | 0 | 1 |\n| --- | --- | --- |\n| 0 | [0] | 1 |\n| 1 | 1 | · |\n";
        assert_text(&contents(&grid, "md").unwrap(), expected);
    }

    #[test]
    fn an_explanation_as_rows_and_as_text() {
        let report = Report::new(explanation(&[5], Advice::Play(step(5, 4, 1))));
        let expected = "position,value,option,option_value\nS(5),1,S(4),0\nS(5),1,S(3),3\nS(5),1,S(2),2\n";
        assert_text(&contents(&report, "csv").unwrap(), expected);
        let markdown = contents(&report, "md").unwrap();
        assert!(
            markdown.starts_with("```text\nThe value of S(5)\n") && markdown.ends_with("answer.\n```\n"),
            "{markdown}"
        );
    }

    fn positions(of: &[&[i128]]) -> Report {
        let tuple = |numbers: &&[i128]| Value::Tuple(numbers.iter().map(|n| Value::Integer(*n)).collect());
        let one = |numbers: &&[i128]| Value::Integer(numbers[0]);
        let width = of[0].len();
        let positions = of.iter().map(|numbers| if width == 1 { one(numbers) } else { tuple(numbers) }).collect();
        let coordinates = ["a", "b"].map(|name| name.into())[..width].to_vec();
        let (count, outcome) = (of.len() as u64, Outcome::P);
        Report::new(PositionList {
            subject: nim().name.clone(),
            convention: Convention::Normal,
            outcome,
            looked_at: 9,
            count,
            drawn: 0,
            coordinates,
            positions,
        })
    }

    #[test]
    fn positions_have_a_column_for_each_coordinate() {
        let pairs = positions(&[&[0, 0], &[1, 2]]);
        assert_eq!(contents(&pairs, "csv").unwrap(), "a,b\n0,0\n1,2\n");
        assert_eq!(contents(&pairs, "jsonl").unwrap(), "{\"a\":0,\"b\":0}\n{\"a\":1,\"b\":2}\n");
        assert!(contents(&pairs, B_FILE).is_err());
        let heaps = positions(&[&[0], &[4], &[8]]);
        assert_eq!(contents(&heaps, "md").unwrap(), "| a |\n| --- |\n| 0 |\n| 4 |\n| 8 |\n");
        assert_eq!(contents(&heaps, B_FILE).unwrap(), "1 0\n2 4\n3 8\n");
    }

    #[test]
    fn positions_that_are_lists_stay_in_one_column() {
        let list = |numbers: &[i128]| Value::list(numbers.iter().map(|n| Value::Integer(*n)).collect());
        let positions = [list(&[]), list(&[2, 2])].into();
        let coordinates = vec!["heaps".into()];
        let (looked_at, count, outcome) = (9, 2, Outcome::P);
        let lists = Report::new(PositionList {
            subject: nim().name.clone(),
            convention: Convention::Normal,
            outcome,
            looked_at,
            count,
            drawn: 0,
            coordinates,
            positions,
        });
        assert_eq!(contents(&lists, "csv").unwrap(), "heaps\n[]\n\"[2, 2]\"\n");
    }

    #[test]
    fn a_b_file_has_no_gaps() {
        let row = |heaps: &[u64]| {
            let entries = heaps.iter().map(|n| (*n as i64, Some(Nimber(n % 4)))).collect();
            Report::new(Values { game: subtraction(), coordinates: Vec::new(), entries })
        };
        assert_eq!(contents(&row(&[2, 3, 4, 5]), B_FILE).unwrap(), "2 2\n3 3\n4 0\n5 1\n");
        assert!(contents(&row(&[0, 2, 4]), B_FILE).is_err());
        assert!(contents(&values(), B_FILE).is_err(), "heap 2 is not a position");
        for (name, expected) in [
            ("b002186.txt", B_FILE),
            ("B002186.TXT", B_FILE),
            ("b2186.txt", "txt"),
            ("a.b.CSV", "csv"),
            (".csv", ""),
            ("b002186", ""),
        ] {
            assert_eq!(format(&row(&[1]), name), expected, "{name}");
        }
        assert_eq!(format(&Report::new(tree(3)), "b002186.txt"), "txt");
    }

    #[test]
    fn expressions_are_rows_of_their_members() {
        let value = |value| Report::new(ShownValue::of(value));
        let number = Value::Integer;
        let pair = Value::Tuple([number(1), Value::text("a,b")].into());
        assert_eq!(contents(&value(number(7)), "csv").unwrap(), "value\n7\n");
        assert_eq!(contents(&value(Value::list(vec![number(1), number(2)])), "csv").unwrap(), "value\n1\n2\n");
        let mixed = Value::list(vec![pair, number(3)]);
        assert_eq!(contents(&value(mixed), "csv").unwrap(), "value1,value2\n1,\"a,b\"\n3,\n");
    }

    #[test]
    fn what_cannot_be_written_lists_what_can() {
        let cases = [
            (values(), "svg", "csv, json, jsonl, md, tex, txt"),
            (values(), "", "csv, json, jsonl, md, tex, txt"),
            (Report::new(winner(&[50], None)), "svg", "cert, csv, json, jsonl, md, tex, txt, v"),
            (Report::new(plot(0..=3, Some)), "png", "csv, json, jsonl, md, svg, tex, txt"),
            (Report::new(tree(3)), "csv", "dot, json, md, svg, tex, txt"),
        ];
        for (report, extension, expected) in cases {
            assert_eq!(contents(&report, extension).unwrap_err().join(", "), expected);
        }
    }

    #[test]
    fn the_formats_that_are_said_to_work_do_and_no_others() {
        let reports = [
            values(),
            Report::new(plot(0..=3, Some)),
            Report::new(HeatMap(field(2, 3))),
            Report::new(tree(3)),
            Report::new(winner(&[3], None)),
        ];
        for (report, extension) in reports.iter().flat_map(|report| FORMATS.map(|format| (report, format))) {
            assert_eq!(contents(report, extension).is_ok(), works(report, extension), "{extension} of {report:?}");
        }
    }
}
