//! What is wrong with a document, and what can be done about it.

use std::path::Path;

use serde_json::{Value, json};

use super::document::OpenDocument;
use super::{open_text, places::uri_of};
use crate::error::{Error, Notice};
use crate::host::Host;
use crate::service::absolute;
use crate::source::Span;
use crate::syntax::in_house_form;

/// The kinds of diagnostics, as the protocol numbers them.
const ERROR: u8 = 1;
pub const WARNING: u8 = 2;
const INFORMATION: u8 = 3;

/// The mistakes of a document and of the files that it loads, as `--check` finds them.
pub fn diagnostics(host: &mut Host, document: &OpenDocument) -> Vec<Value> {
    if document.is_too_long() {
        return vec![warning("this text is longer than 4 MB, and is not checked".to_owned())];
    }
    let name = document.path.as_deref().map_or("<text>".into(), Path::to_string_lossy).into_owned();
    let (errors, notices) = host.checked(document.path.as_deref(), &name, document.text());
    let shown = ShownDocument { host, document, name: &name };
    let errors = errors.iter().map(|error| shown.error(error));
    let notices = notices.iter().filter_map(|notice| shown.notice(notice));
    errors.chain(notices).collect()
}

/// A warning about a document as a whole.
pub fn warning(message: String) -> Value {
    let begin = json!({"line": 0, "character": 0});
    json!({"range": {"start": begin, "end": begin}, "severity": WARNING, "source": "grundy", "message": message})
}

struct ShownDocument<'d> {
    host: &'d Host,
    document: &'d OpenDocument,
    name: &'d str,
}

impl ShownDocument<'_> {
    fn error(&self, error: &Error) -> Value {
        let hint = error.hint();
        let label = error.label();
        let mut message = error.to_string();
        if !label.is_empty() {
            message.push_str(&format!(": {label}"));
        }
        if let Some(hint) = &hint {
            message.push_str(&format!("\n{}", hint.text()));
        }
        let mut related: Vec<Value> =
            error.related_texts().filter_map(|(span, words)| self.related(span, &words)).collect();
        let place = if self.is_own(error.span) {
            error.span.range()
        } else {
            related.extend(self.related(error.span, &message));
            self.place_of_load(error.span)
        };
        let replacement = hint.and_then(|hint| hint.replacement).filter(|(span, _)| self.is_own(*span));
        let fix =
            replacement.map(|(span, text)| json!({"range": self.document.open.range(span.range()), "newText": text}));
        json!({
            "range": self.document.open.range(place),
            "severity": if error.is_stopped() { WARNING } else { ERROR },
            "code": error.code(),
            "source": "grundy",
            "message": message,
            "relatedInformation": related,
            "data": fix,
        })
    }

    fn notice(&self, notice: &Notice) -> Option<Value> {
        let span = notice.span.filter(|span| self.is_own(*span))?;
        let range = self.document.open.range(span.range());
        Some(json!({"range": range, "severity": INFORMATION, "source": "grundy", "message": notice.text()}))
    }

    /// Whether a place is in the document, and not in a file that it loads.
    fn is_own(&self, span: Span) -> bool {
        self.source_name(span).as_deref() == Some(self.name)
    }

    fn source_name(&self, span: Span) -> Option<String> {
        Some(self.host.service.session.sources().get(span.source())?.name.to_string())
    }

    /// A place with some words, in the document or in a file that it loads.
    fn related(&self, span: Span, words: &str) -> Option<Value> {
        if self.is_own(span) {
            let uri = self.document.path.as_deref().map(uri_of)?;
            let range = self.document.open.range(span.range());
            return Some(json!({"location": {"uri": uri, "range": range}, "message": words}));
        }
        let source = self.host.service.session.sources().get(span.source())?;
        let folder = self.document.path.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        let uri = uri_of(&absolute(&folder.join(&*source.name)));
        let range = open_text::range(source, span.range(), self.document.open.counting());
        Some(json!({"location": {"uri": uri, "range": range}, "message": words}))
    }

    /// The place of the `load` that brings in the file with this place.
    fn place_of_load(&self, span: Span) -> std::ops::Range<usize> {
        let name = self.source_name(span);
        let loads = || self.document.statements().filter_map(|statement| statement.loaded());
        let load = loads().find(|file| Some(&file.text) == name.as_ref()).or_else(|| loads().next());
        load.map_or(0..0, |file| file.span.range())
    }
}

/// The corrections for the mistakes in a range of lines, and one for all lenient forms.
pub fn actions(document: &OpenDocument, uri: &str, range: &Value) -> Vec<Value> {
    let line = |end: &str| range[end]["line"].as_u64().unwrap_or(0);
    let touches = |shown: &Value| {
        let line_of = |end: &str| shown["range"][end]["line"].as_u64().unwrap_or(0);
        line_of("start") <= line("end") && line("start") <= line_of("end")
    };
    let fixable = document.shown.iter().filter(|shown| shown["data"].is_object() && touches(shown));
    let mut actions: Vec<Value> = fixable
        .map(|shown| {
            let fix = &shown["data"];
            json!({
                "title": title(fix["newText"].as_str().unwrap_or_default()),
                "kind": "quickfix",
                "isPreferred": true,
                "diagnostics": [shown],
                "edit": {"changes": {uri: [fix]}},
            })
        })
        .collect();
    if !document.is_too_long()
        && let Some(house) = in_house_form(document.text())
        && house != document.text()
    {
        let edit = json!({"range": document.open.range(0..document.text().len()), "newText": house});
        actions.push(json!({
            "title": "Write all statements in the house form",
            "kind": "source.fixAll",
            "edit": {"changes": {uri: [edit]}},
        }));
    }
    actions
}

fn title(new: &str) -> String {
    match new.trim() {
        "" => "Remove this".to_owned(),
        new => format!("Write `{new}`"),
    }
}
