//! Reports, errors and notices as JSON. The names of the members are part of the language: other programs read them.

mod answers;
mod dialogues;
mod lists;
mod long;
mod pictures;

use std::io;

use grundy_engine::game::{Set, Value};
use grundy_engine::nim::Nimber;
use serde::{Serialize, Serializer};
use serde_json::{Number, Value as Json, json};

use super::visible;
use crate::error::Error;
use crate::session::Notice;
use crate::session::report::Report;
use crate::source::{Sources, Span};

/// Over how many lines an object is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    One,
    Many,
}

/// Writes a report as the text of one object, whose member `type` says which report it is. Long lists are written
/// member by member.
///
/// # Errors
/// Those of what is written to.
pub fn write(report: &Report, lines: Lines, out: &mut dyn io::Write) -> io::Result<()> {
    let object = match report {
        Report::Table(report) => return written(&lists::table(report), lines, out),
        Report::Grid(report) => return written(&lists::grid("grid", report), lines, out),
        Report::Values(report) => return written(&lists::values(report), lines, out),
        Report::Plot(report) => return written(&pictures::plot(report), lines, out),
        Report::Heat(report) => return written(&lists::grid("heat", report), lines, out),
        Report::Printed(values) => return written(&answers::printed(values), lines, out),
        Report::Value { value, nimber } => return written(&answers::expression(value, *nimber), lines, out),
        Report::Defined(defined) => answers::defined(defined),
        Report::Forgotten { names, restored } => json!({"type": "forgotten", "names": names, "restored": restored}),
        Report::Winner(report) => answers::winner(report),
        Report::Grundy(report) => answers::grundy(report),
        Report::Outcome(report) => answers::outcome(report),
        Report::Moves(report) => answers::moves(report),
        Report::Options(report) => answers::options(report),
        Report::Explanation(report) => answers::explanation(report),
        Report::Tree(report) => pictures::tree(report),
        Report::Period(report) => lists::period("period", report),
        Report::PeriodExplanation(report) => lists::period("period_explanation", report),
        Report::Check(report) => answers::check(report),
        Report::Games { own, library } => {
            json!({"type": "games", "own": lists::games(own), "library": lists::games(library)})
        }
        Report::Definitions(shown) => lists::definitions(shown),
        Report::About(about) => lists::about(about),
        Report::Help(help) => lists::help(help),
        Report::Play(said) => dialogues::play(said),
        Report::Quiz(said) => dialogues::quiz(said),
        Report::Tour(said) => dialogues::tour(said),
        Report::Wrote { path } => json!({"type": "wrote", "path": path}),
    };
    written(&object, lines, out)
}

fn written(object: &impl Serialize, lines: Lines, out: &mut dyn io::Write) -> io::Result<()> {
    // JSON is written in very small pieces.
    let mut out = io::BufWriter::new(Visible { out, cut: Vec::new() });
    let written = match lines {
        Lines::One => serde_json::to_writer(&mut out, object),
        Lines::Many => serde_json::to_writer_pretty(&mut out, object),
    };
    written.map_err(io::Error::from)?;
    io::Write::flush(&mut out)
}

/// Passes JSON on, with escapes for what would steer a terminal.
struct Visible<'a> {
    out: &'a mut dyn io::Write,
    /// The beginning of a character that is not yet complete.
    cut: Vec<u8>,
}

impl io::Write for Visible<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.cut.is_empty()
            && let Ok(text) = std::str::from_utf8(bytes)
        {
            self.out.write_all(visible::json(text).as_bytes())?;
            return Ok(bytes.len());
        }
        self.cut.extend_from_slice(bytes);
        let text = match std::str::from_utf8(&self.cut) {
            Ok(text) => text,
            Err(error) if error.error_len().is_none() => {
                std::str::from_utf8(&self.cut[..error.valid_up_to()]).unwrap_or_default()
            }
            Err(error) => return Err(io::Error::new(io::ErrorKind::InvalidData, error)),
        };
        self.out.write_all(visible::json(text).as_bytes())?;
        let length = text.len();
        self.cut.drain(..length);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// An error with its place: lines and columns from 1, columns in characters, the end exclusive.
/// The place is null where the text is not known.
pub fn error(error: &Error, sources: &Sources) -> Json {
    let mut object = json!({
        "type": "error",
        "code": error.code(),
        "message": error.to_string(),
        "label": error.label(),
        "help": error.hint().map(|hint| hint.text),
        "replacement": error.hint().and_then(|hint| hint.replacement).map(|(span, text)| {
            with_place(json!({"text": text}), Some(span), sources)
        }),
    });
    object = with_place(object, Some(error.span), sources);
    let related = error.related.iter().map(|(span, word)| with_place(json!({"message": word}), Some(*span), sources));
    object["related"] = related.collect();
    object
}

/// A notice, with its place where it has one.
pub fn notice(notice: &Notice, sources: &Sources) -> Json {
    with_place(json!({"type": "notice", "message": notice.text}), notice.span, sources)
}

fn with_place(mut object: Json, span: Option<Span>, sources: &Sources) -> Json {
    let place = span.and_then(|span| Some((span, sources.get(span.source)?)));
    let start = place.map(|(span, source)| source.line_column(span.start as usize));
    let end = place.map(|(span, source)| source.line_column(span.end.max(span.start) as usize));
    object["file"] = place.map(|(_, source)| source.name.to_string()).into();
    object["line"] = start.map(|(line, _)| line).into();
    object["column"] = start.map(|(_, column)| column).into();
    object["end_line"] = end.map(|(line, _)| line).into();
    object["end_column"] = end.map(|(_, column)| column).into();
    object
}

/// A value of the language: numbers as numbers, positions and endless sets as they would be typed, tuples and sets
/// as arrays.
fn value(value: &Value) -> Json {
    match value {
        Value::Bool(truth) => (*truth).into(),
        Value::Integer(number) => integer(*number),
        Value::Text(text) => text.to_string().into(),
        Value::Tuple(members) | Value::List(members) => members.iter().map(self::value).collect(),
        Value::Set(set) => match &**set {
            Set::Finite(members) => members.iter().map(self::value).collect(),
            other => other.to_string().into(),
        },
        Value::Outcome(outcome) => outcome.to_string().into(),
        Value::Side(side) => side.to_string().into(),
        Value::Position(sum) => sum.to_string().into(),
    }
}

/// The same, written without being built.
struct Shown<'a>(&'a Value);

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Tuple(members) | Value::List(members) => serializer.collect_seq(members.iter().map(Shown)),
            Value::Set(set) => match &**set {
                Set::Finite(members) => serializer.collect_seq(members.iter().map(Shown)),
                other => serializer.collect_str(other),
            },
            Value::Text(text) => serializer.serialize_str(text),
            other => value(other).serialize(serializer),
        }
    }
}

/// A JSON number, with all its digits, however large it is: a member has one type.
fn integer(number: i128) -> Json {
    Number::from_i128(number).into()
}

fn count(number: u128) -> Json {
    Number::from_u128(number).into()
}

fn nimbers(values: &[Nimber]) -> Json {
    values.iter().map(|value| Json::from(value.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Meaning, Syntax};
    use crate::render::samples::{explanation, kayles, reply, step, sum, winner};
    use crate::session::report::{Advice, Check, Farther, Finding, PeriodReport, Scope, Theorem};
    use crate::source::{Source, SourceId};

    #[test]
    fn characters_that_come_in_parts_stay_whole() {
        use io::Write;
        let text = "\"é\u{9b}⊕\u{202e}👩\"";
        for size in 1..=5 {
            let mut written = Vec::new();
            let mut out = Visible { out: &mut written, cut: Vec::new() };
            text.as_bytes().chunks(size).for_each(|part| out.write_all(part).unwrap());
            assert_eq!(String::from_utf8(written).unwrap(), visible::json(text), "{size}");
        }
    }

    /// A number by its digits.
    fn digits(text: &str) -> Json {
        serde_json::from_str(text).unwrap()
    }

    /// Through text and back, as another program reads it.
    fn read_back(report: &Report) -> Json {
        let mut bytes = Vec::new();
        write(report, Lines::One, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert!(!text.contains('\n'), "{text}");
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn who_wins() {
        let report = Report::Winner(winner(&[3, 4], Some((3, 0))));
        assert_eq!(
            read_back(&report),
            json!({
                "type": "winner",
                "position": "S(3) + S(4)",
                "misere": false,
                "outcome": "N",
                "winner": "first",
                "starts": null,
                "nim_sum": 3,
                "terms": [
                    {"position": "S(3)", "copies": 1, "value": 3},
                    {"position": "S(4)", "copies": 1, "value": 0},
                ],
                "move": {"from": "S(3)", "to": "S(0)", "value": 0, "nim_sum": 0, "wins": true},
            })
        );
    }

    #[test]
    fn an_explanation_holds_its_replies() {
        let advice = Advice::Lost { replies: vec![reply(&[3, 3], (3, 1), (3, 1))], total: u128::MAX };
        let read = read_back(&Report::Explanation(explanation(&[3, 3], advice)));
        assert_eq!(read["advice"]["kind"], "lost");
        assert_eq!(read["advice"]["total"], digits("340282366920938463463374607431768211455"));
        assert_eq!(read["advice"]["replies"][0]["after"], "S(1) + S(3)");
        assert_eq!(read["derivations"][0]["options"][2]["option"], "S(0)");
        assert_eq!(read["derivations"][0]["values"], json!([0, 1, 2]));
        let read = read_back(&Report::Explanation(explanation(&[5], Advice::Play(step(5, 4, 1)))));
        assert_eq!(read["advice"]["move"]["to"], "S(4)");
    }

    #[test]
    fn numbers_beyond_64_bits_are_numbers_too() {
        let cases = [
            (i128::from(u64::MAX), json!(u64::MAX)),
            (i128::from(i64::MIN), json!(i64::MIN)),
            (1 << 64, digits("18446744073709551616")),
            (i128::MIN, digits("-170141183460469231731687303715884105728")),
            ((1 << 53) + 1, json!(9007199254740993_u64)),
        ];
        for (number, expected) in cases {
            let report = Report::Value { value: Value::Integer(number), nimber: None };
            assert_eq!(read_back(&report)["value"], expected);
        }
    }

    #[test]
    fn values_keep_their_kind() {
        let list = Value::list(vec![Value::text("é\"\n"), Value::Bool(true), Value::position(sum(&[3]))]);
        let read = read_back(&Report::Value { value: list, nimber: None });
        assert_eq!(read["kind"], "list");
        assert_eq!(read["value"], json!(["é\"\n", true, "S(3)"]));
        let endless = Value::Set(Set::range(1, None, 1).into());
        assert_eq!(read_back(&Report::Printed(vec![endless]))["values"], json!(["{1..}"]));
    }

    #[test]
    fn seen_and_proved_differ() {
        let period = grundy_engine::nim::Period { preperiod: 71, period: 12, saltus: 0 };
        let report = |finding| PeriodReport {
            farther: Farther::No,
            exception_count: 0,
            game: kayles(),
            finding,
            exceptions: vec![(70, Nimber(6))],
            open: None,
            sample: vec![],
        };
        let proved = report(Finding::Proved { period, theorem: Theorem::GuySmith, checked: 167 });
        let read = read_back(&Report::Period(proved));
        assert_eq!((&read["finding"], &read["theorem"]), (&json!("proved"), &json!("guy_smith")));
        assert_eq!(read["exceptions"], json!([{"n": 70, "value": 6}]));
        let read = read_back(&Report::PeriodExplanation(report(Finding::Seen { period, checked: 9 })));
        assert_eq!((&read["finding"], &read["theorem"]), (&json!("seen"), &Json::Null));
        let read = read_back(&Report::Check(Check::Holds { cases: 9, scope: Scope::Proved { period } }));
        assert_eq!(read["scope"], json!({"kind": "proved", "period": 12, "preperiod": 71}));
    }

    #[test]
    fn an_error_has_lines_and_columns() {
        let mut sources = Sources::default();
        let id = sources.add(Source::new("a.cgt", "let é = 1\nwinner é(3)"));
        let unknown = Meaning::Unknown { name: "é".into(), wanted: crate::error::Wanted::Game, similar: Vec::new() };
        let read = error(&Error::new(unknown, Span::new(id, 18, 20)).with(Span::new(id, 4, 6), "a value"), &sources);
        let place = ["line", "column", "end_line", "end_column"].map(|name| read[name].clone());
        assert_eq!(place, [2, 8, 2, 9].map(Json::from));
        assert_eq!((&read["code"], &read["file"]), (&json!("E0201"), &json!("a.cgt")));
        assert_eq!(read["related"][0]["column"], 5);
        let nowhere = error(
            &Error::new(Syntax::UnexpectedEnd { expected: "a position".into() }, Span::new(SourceId(7), 0, 1)),
            &sources,
        );
        assert_eq!((&nowhere["file"], &nowhere["line"]), (&Json::Null, &Json::Null));
        let said = notice(&Notice { text: "so".into(), span: Some(Span::new(id, 0, 3)), everywhere: false }, &sources);
        assert_eq!((&said["type"], &said["end_column"]), (&json!("notice"), &json!(4)));
    }
}
