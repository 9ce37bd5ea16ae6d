//! Tests of [`crate::show::json`] on answers of the verbs.

use crate::error::{Error, Notice};
use crate::error::{SemanticError, SyntaxError};
use crate::lang::periods::PeriodReport;
use crate::show::exact_json::{LargeNumbers, Lines};
use crate::show::json::*;
use crate::show::report::Report;
use crate::source::{Source, SourceId};
use crate::source::{Sources, Span};
use crate::verbs::claims::answer::{Check, Scope};
use crate::verbs::explain::data::Advice;
use crate::verbs::period::words::{PeriodAnswer, PeriodExplanation};
use crate::verbs::samples::{self, explanation, kayles, reply, step, sum, winner};
use crate::verbs::value::{PrintedValues, ShownValue};
use grundy_engine::game::Set;
use grundy_engine::game::Value;
use grundy_engine::nim::Nimber;
use grundy_engine::solve::{PeriodFinding, Proof, Theorem};
use serde_json::{Value as Json, json};

/// The report as another program reads it: written as text and parsed.
fn read_back(report: &Report) -> Json {
    let mut bytes = Vec::new();
    write(report, Asked::default(), Lines::One, LargeNumbers::AsTexts, &mut bytes).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert!(!text.contains('\n'), "{text}");
    serde_json::from_str(&text).unwrap()
}

fn span(id: SourceId, start: usize, end: usize) -> Span {
    grundy_engine::game::At { text: id.0, start: start as u32, end: end as u32 }.into()
}

#[test]
fn who_wins() {
    let report = Report::new(winner(&[3, 4], Some((3, 0))));
    assert_eq!(
        read_back(&report),
        json!({
            "type": "winner",
            "position": "S(3) + S(4)",
            "misere": false,
            "outcome": "N",
            "winner": "first",
            "value": 3,
            "terms": [
                {"position": "S(3)", "copies": 1, "value": 3},
                {"position": "S(4)", "copies": 1, "value": 0},
            ],
            "move": {"from": "S(3)", "to": "S(0)", "value": 0, "total": 0, "outcome": "P"},
            "rules": [{"game": "S", "rule": [
                {"take": 1, "parts": [0, 1]}, {"take": 2, "parts": [0, 1]}, {"take": 3, "parts": [0, 1]},
            ]}],
        })
    );
}

#[test]
fn an_answer_says_what_was_asked() {
    let asked = Asked { id: None, statement: Some(("print \"é\"", 3)) };
    for report in [Report::new(PrintedValues(Vec::new())), Report::new(ShownValue::of(Value::Integer(4)))] {
        let mut bytes = Vec::new();
        write(&report, asked, Lines::One, LargeNumbers::AsTexts, &mut bytes).unwrap();
        let read: Json = serde_json::from_slice(&bytes).unwrap();
        assert_eq!((&read["statement"], &read["line"]), (&json!("print \"é\""), &json!(3)));
    }
}

#[test]
fn an_explanation_holds_its_replies() {
    let advice = Advice::Lost { replies: vec![reply(&[3, 3], (3, 1), (3, 1))], total: u128::MAX };
    let read = read_back(&Report::new(explanation(&[3, 3], advice)));
    assert_eq!(read["advice"]["kind"], "lost");
    assert_eq!(read["advice"]["total"], "340282366920938463463374607431768211455");
    assert_eq!(read["advice"]["replies"][0]["after"], "S(1) + S(3)");
    assert_eq!(read["derivations"][0]["options"][2]["option"], "S(0)");
    assert_eq!(read["derivations"][0]["values"], json!([0, 1, 2]));
    let read = read_back(&Report::new(explanation(&[5], Advice::Play(step(5, 4, 1)))));
    assert_eq!(read["advice"]["move"]["to"], "S(4)");
}

#[test]
fn numbers_that_other_programs_would_round_are_texts() {
    let number = Report::new(ShownValue::of(Value::Integer((1 << 53) + 1)));
    let list = Value::list([1, i128::MIN].map(Value::Integer).to_vec());
    let list = Report::new(PrintedValues(vec![list]));
    assert_eq!(read_back(&number)["value"], "9007199254740993");
    assert_eq!(read_back(&list)["values"], json!([[1, "-170141183460469231731687303715884105728"]]));
    // A reader whose numbers have any size gets them.
    let mut bytes = Vec::new();
    write(&number, Asked::default(), Lines::Many, LargeNumbers::AsNumbers, &mut bytes).unwrap();
    assert!(String::from_utf8(bytes).unwrap().contains(": 9007199254740993"));
    // What is not ours stays as it is.
    let asked = Asked { id: Some(&json!(1_u64 << 60)), ..Asked::default() };
    let mut bytes = Vec::new();
    write(&number, asked, Lines::One, LargeNumbers::AsTexts, &mut bytes).unwrap();
    assert!(String::from_utf8(bytes).unwrap().contains("\"id\":1152921504606846976,"));
}

#[test]
fn values_keep_their_kind() {
    let list = Value::list(vec![Value::text("é\"\n"), Value::Bool(true), Value::position(sum(&[3]))]);
    let read = read_back(&Report::new(ShownValue::of(list)));
    assert_eq!(read["kind"], "list");
    assert_eq!(read["value"], json!(["é\"\n", true, "S(3)"]));
    let endless = Value::Set(Set::range(1, None, 1).into());
    assert_eq!(read_back(&Report::new(PrintedValues(vec![endless])))["values"], json!(["{1..}"]));
}

#[test]
fn seen_and_proved_differ() {
    let period = grundy_engine::nim::Period { preperiod: 71, period: 12, saltus: 0 };
    let exceptions = || vec![(70, Nimber(6))];
    let report = |finding| PeriodReport { exceptions: exceptions(), ..samples::period(kayles(), finding) };
    let proved = report(PeriodFinding::Proved(Proof { period, theorem: Theorem::GuySmith, checked: 167 }));
    let read = read_back(&Report::new(PeriodAnswer(proved)));
    assert_eq!((&read["finding"], &read["theorem"]), (&json!("proved"), &json!("guy_smith")));
    assert_eq!(read["exceptions"], json!([{"n": 70, "value": 6}]));
    let read = read_back(&Report::new(PeriodExplanation(report(PeriodFinding::Seen { period, checked: 9 }))));
    assert_eq!((&read["finding"], &read["theorem"]), (&json!("seen"), &Json::Null));
    let read = read_back(&Report::new(Check::Holds { cases: 9, scope: Scope::Proved { period }, for_all: None }));
    assert_eq!(read["scope"], json!({"kind": "proved", "period": 12, "preperiod": 71}));
}

#[test]
fn an_error_has_lines_and_columns() {
    let mut sources = Sources::default();
    let id = sources.add(Source::new("a.cgt", "let é = 1\nwinner é(3)"));
    let unknown = SemanticError::Unknown { name: "é".into(), wanted: crate::error::Wanted::Game, similar: Vec::new() };
    let read = error(&Error::new(unknown, span(id, 18, 20)).with(span(id, 4, 6), "a value"), &sources);
    let place = ["line", "column", "end_line", "end_column"].map(|name| read[name].clone());
    assert_eq!(place, [2, 8, 2, 9].map(Json::from));
    assert_eq!((&read["code"], &read["file"]), (&json!("E0201"), &json!("a.cgt")));
    assert_eq!(read["related"][0]["column"], 5);
    let nowhere = error(
        &Error::new(SyntaxError::UnexpectedEnd { expected: "a position".into() }, span(SourceId(7), 0, 1)),
        &sources,
    );
    assert_eq!((&nowhere["file"], &nowhere["line"]), (&Json::Null, &Json::Null));
    let said = notice(&Notice::new("so", Some(span(id, 0, 3)), false), &sources);
    assert_eq!((&said["type"], &said["end_column"]), (&json!("notice"), &json!(4)));
}
