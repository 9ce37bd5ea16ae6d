//! What the page shows below a cell, as JSON: answers, lines, notices and errors.

use std::io;

use grundy::error::Error;
use grundy::session::report::{PlayReport, Report, beside_picture};
use grundy::session::{Notice, Session};
use grundy::show::exact_json::{LargeNumbers, Lines};
use grundy::show::json::Asked;
use grundy::show::{self, Painter};
use grundy::source::{CountedPlaces, SourceId, Span};
use serde_json::{Value as Json, json};

use crate::{clock, play};

/// The longest object of an answer, in bytes.
const LONGEST_OBJECT: usize = 1 << 26;

/// An answer as HTML. What is about a position comes as data as well, which the page draws, and a game that is played without
/// its position and moves. What counts for the result of a reader is told as `result`: a question, an answer that is graded, the
/// marks of an exam, and the end of a game. With `is_served` every answer comes as data, written out as JSON in which a number has all its
/// digits; where that is too long, it is null.
pub fn answer(report: &Report, caption: &str, pictures: &mut usize, is_served: bool, session: &Session) -> Json {
    let Some(play) = report.get::<PlayReport>() else {
        let html = show::handout::answer_html(report, caption, pictures);
        let data = match is_served {
            true => written(report).map(Json::String),
            false => report.object().ok().filter(|_| is_about_position(report.kind())),
        };
        let result = ["quiz", "exam"].contains(&report.kind()).then(|| report.object().ok());
        let folds = show::handout::can_be_hidden(report);
        return json!({"kind": "answer", "html": html, "folds": folds, "data": data, "result": result});
    };
    let html = match play {
        PlayReport::Turn(turn) => {
            let beside = report.language().document(beside_picture(turn));
            show::handout::document_html(&beside, caption, pictures)
        }
        _ => show::handout::answer_html(report, caption, pictures),
    };
    let result = matches!(play, PlayReport::Over(_)).then(|| report.object().ok());
    json!({"kind": "answer", "html": html, "play": play::drawn(play, session), "result": result})
}

/// The object of an answer as text; `None` if it is too long, or the time is up.
fn written(report: &Report) -> Option<String> {
    let mut out = Written(Vec::new());
    show::json::write(report, Asked::default(), Lines::One, LargeNumbers::AsNumbers, &mut out).ok()?;
    String::from_utf8(out.0).ok()
}

/// Takes so many bytes, as long as there is time.
struct Written(Vec<u8>);

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if clock::is_late() || self.0.len() + bytes.len() > LONGEST_OBJECT {
            return Err(io::Error::other("no more is wanted"));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether an answer of this kind is about one position, so that the page goes on from there.
fn is_about_position(kind: &str) -> bool {
    ["winner", "outcome", "grundy", "value", "moves", "options", "explanation"].contains(&kind)
}

pub fn line(text: &str) -> Json {
    json!({"kind": "line", "text": text})
}

pub fn notice(notice: &Notice, session: &Session) -> Json {
    let text = show::error::notice_in(session.language, notice, session.sources(), Painter::Plain);
    json!({"kind": "notice", "text": text})
}

/// The notice about an error in a `#|` line.
pub fn wrong(error: &Error) -> Json {
    let hint = error.hint().map(|hint| format!(": {}", hint.text())).unwrap_or_default();
    json!({"kind": "notice", "text": format!("{error}{hint}")})
}

/// An error: what is wrong in sentences, the statement as it was meant, and all as a terminal shows it. Its place, and the text that would be right there, are given if they are in this cell.
pub fn error(error: &Error, session: &Session, cell: Option<SourceId>) -> Json {
    let sources = session.sources();
    let place = |span: Span, message: String| -> Option<Json> {
        let source = sources.get(span.source()).filter(|_| Some(span.source()) == cell)?;
        let units = CountedPlaces::in_utf16(&source.text);
        let (from, to) = (units.at(span.start()), units.at(span.end()));
        Some(json!({"from": from, "to": to, "message": message}))
    };
    let label = error.label();
    let message = if label.is_empty() { error.to_string() } else { format!("{error}: {label}") };
    let fix = error.hint().and_then(|hint| hint.replacement).and_then(|(span, text)| place(span, text));
    let (sentences, reading) = show::error::said(session.language, error, sources);
    json!({
        "kind": "error",
        "code": error.code(),
        "sentences": sentences,
        "reading": reading,
        "text": show::error::error_in(session.language, error, sources, Painter::Plain),
        "place": place(error.span, message),
        "fix": fix,
    })
}
