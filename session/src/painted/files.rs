//! Tests of [`crate::show::file`] on answers of the verbs.

use crate::show::report::Report;
use std::sync::Arc;

use crate::show::file::*;
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
        ("jsonl", "{\"n\":0,\"value\":0}\n{\"n\":1,\"value\":1}\n{\"n\":2,\"value\":null}\n{\"n\":3,\"value\":3}\n"),
        ("md", "| n | value |\n| --- | --- |\n| 0 | 0 |\n| 1 | 1 |\n| 2 |  |\n| 3 | 3 |\n"),
        ("txt", "0 1 - 3\n"),
    ];
    for (extension, expected) in cases {
        assert_text(&contents(&values(), extension).unwrap(), expected);
    }
    let read: serde_json::Value = serde_json::from_str(&contents(&values(), "json").unwrap()).unwrap();
    assert_eq!((&read["n"], &read["values"]), (&serde_json::json!([0, 3]), &serde_json::json!([0, 1, null, 3])));
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
    assert!(markdown.starts_with("```text\nThe value of S(5)\n") && markdown.ends_with("answer.\n```\n"), "{markdown}");
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
