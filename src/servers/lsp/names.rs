//! Names in a document: where one is defined, where it stands, and another in its place.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::document::{LONGEST_TEXT, OpenDocument};
use super::open_text::OpenText;
use super::places::uri_of;
use crate::host::Host;
use crate::servers::remote_calls::{INVALID_PARAMS, REQUEST_FAILED, RequestRefusal};
use crate::session;
use crate::source::{SourceId, Span};
use crate::syntax::occurrences::{NameMeaning, Occurrence, occurrences};
use crate::syntax::{TokenKind, parse, tokens, words};

/// The most files that are looked through for a definition.
const MOST_FILES: usize = 100;

/// The names in a document, with the number of the statement that each stands in.
fn all(document: &OpenDocument) -> Vec<(usize, Occurrence<'_>)> {
    let statements = document.statements().enumerate();
    let found = statements
        .flat_map(|(number, statement)| occurrences(statement).into_iter().map(move |occurrence| (number, occurrence)));
    // A sign of another keyboard may stand for a name.
    found.filter(|(_, found)| document.text().get(found.span.range()) == Some(found.name)).collect()
}

/// The name at a place.
fn at<'d>(names: &[(usize, Occurrence<'d>)], place: usize) -> Option<(usize, Occurrence<'d>)> {
    names.iter().find(|(_, found)| found.span.range().start <= place && place <= found.span.range().end).cloned()
}

/// The places of what the name at this place stands for.
fn places(names: &[(usize, Occurrence)], chosen: &(usize, Occurrence)) -> Vec<Span> {
    let (statement, chosen) = chosen;
    let same = |(number, found): &&(usize, Occurrence)| {
        found.name == chosen.name
            && match chosen.meaning {
                NameMeaning::Heap => found.meaning == NameMeaning::Heap && number == statement,
                NameMeaning::Bound(_) => found.meaning == chosen.meaning,
                _ => found.meaning.is_global(),
            }
    };
    names.iter().filter(same).map(|(_, found)| found.span).collect()
}

/// Where the name at this place is defined: the place where a variable is bound, the last definition above, the first one
/// below, or that in a file that is loaded.
pub fn definition(host: &mut Host, document: &OpenDocument, uri: &str, place: usize) -> Value {
    let names = all(document);
    let Some((_, chosen)) = at(&names, place) else { return Value::Null };
    let own = match chosen.meaning {
        NameMeaning::Bound(span) => Some(span),
        NameMeaning::Heap => None,
        _ => {
            let defines =
                |(_, found): &&(usize, Occurrence)| found.name == chosen.name && found.meaning == NameMeaning::Defined;
            let above = names.iter().rev().filter(defines).find(|(_, found)| found.span.start() <= chosen.span.start());
            above.or_else(|| names.iter().find(defines)).map(|(_, found)| found.span)
        }
    };
    match own {
        Some(span) => json!({"uri": uri, "range": document.open.range(span.range())}),
        None if chosen.meaning == NameMeaning::Global => in_loaded_file(host, document, chosen.name),
        None => Value::Null,
    }
}

/// The definition of a name in the files that a document loads, and in those that these load.
fn in_loaded_file(host: &mut Host, document: &OpenDocument, name: &str) -> Value {
    let loads = |text: &str| -> Vec<String> {
        let read = parse(SourceId(0), text);
        let files = read.iter().flatten().filter_map(|statement| statement.loaded());
        files.map(|file| file.text.clone()).collect()
    };
    let mut waiting: Vec<(Option<PathBuf>, String)> =
        loads(document.text()).into_iter().map(|file| (document.path.clone(), file)).collect();
    let mut seen = 0;
    while let Some((from, file)) = waiting.pop() {
        seen += 1;
        if host.service.clock().is_over() {
            break;
        }
        let Some((path, text)) = host.loaded_script(from.as_deref(), &file) else { continue };
        if text.len() > LONGEST_TEXT || seen > MOST_FILES {
            continue;
        }
        let read = parse(SourceId(0), &text);
        let found = read.iter().flatten().flat_map(occurrences).filter(|found| found.meaning == NameMeaning::Defined);
        if let Some(found) = found.rev().find(|found| found.name == name) {
            let range = OpenText::new(&text, document.open.counting()).range(found.span.range());
            return json!({"uri": uri_of(&path), "range": range});
        }
        waiting.extend(loads(&text).into_iter().map(|file| (Some(path.clone()), file)));
    }
    Value::Null
}

pub fn references(document: &OpenDocument, uri: &str, place: usize) -> Vec<Value> {
    let names = all(document);
    let Some(chosen) = at(&names, place) else { return Vec::new() };
    let place = |span: Span| json!({"uri": uri, "range": document.open.range(span.range())});
    places(&names, &chosen).into_iter().map(place).collect()
}

/// The places of the name at this place, to be shown in the text.
pub fn highlights(document: &OpenDocument, place: usize) -> Vec<Value> {
    let names = all(document);
    let Some(chosen) = at(&names, place) else { return Vec::new() };
    let spans = places(&names, &chosen).into_iter();
    spans.map(|span| json!({"range": document.open.range(span.range())})).collect()
}

/// The name at this place, if it can be given another.
///
/// # Errors
/// Why it cannot.
pub fn renamed(document: &OpenDocument, place: usize) -> Result<Value, RequestRefusal> {
    let names = all(document);
    let (_, chosen) = can_be_renamed(&names, place)?;
    Ok(json!({"range": document.open.range(chosen.span.range()), "placeholder": chosen.name}))
}

fn can_be_renamed<'d>(
    names: &[(usize, Occurrence<'d>)],
    place: usize,
) -> Result<(usize, Occurrence<'d>), RequestRefusal> {
    let refuse = |words: String| RequestRefusal::new(REQUEST_FAILED, words);
    let Some(chosen) = at(names, place) else {
        return Err(refuse("no name stands here, or its statement cannot be read".to_owned()));
    };
    let name = chosen.1.name;
    let defines = |(_, found): &(usize, Occurrence)| found.name == name && found.meaning == NameMeaning::Defined;
    match chosen.1.meaning {
        NameMeaning::Heap => {
            Err(refuse(format!("`{name}` is the heap of a game without parameters, and has no other name")))
        }
        NameMeaning::Global if !names.iter().any(defines) => {
            Err(refuse(format!("`{name}` is not defined in this text")))
        }
        _ => Ok(chosen),
    }
}

/// The edits that put another name in the place of the one at this place, wherever it stands for the same.
///
/// # Errors
/// The new name is no name, is taken, or would mean something else in one of the places.
pub fn rename(
    host: &Host,
    document: &OpenDocument,
    uri: &str,
    place: usize,
    new: &str,
) -> Result<Value, RequestRefusal> {
    let refuse = |words: String| Err(RequestRefusal::new(INVALID_PARAMS, words));
    let names = all(document);
    let chosen = can_be_renamed(&names, place)?;
    if !matches!(&tokens(new)[..], [only] if only.kind == TokenKind::Name && only.range == (0..new.len())) {
        return match words::is_keyword(new) {
            true => refuse(format!("`{new}` is a word of the language")),
            false => {
                refuse(format!("`{new}` is not a name: names have letters, digits and `_`, and begin with a letter"))
            }
        };
    }
    let old = chosen.1.name;
    let mut spans = places(&names, &chosen);
    if new == old {
        return Ok(json!({"changes": {}}));
    }
    let is_bound = matches!(chosen.1.meaning, NameMeaning::Bound(_));
    let is_taken =
        names.iter().any(|(_, found)| found.name == new && found.meaning == NameMeaning::Defined) && !is_bound;
    if is_taken {
        return refuse(format!("`{new}` is defined in this text already"));
    }
    let is_predefined = || session::known_names(&host.service.session).iter().any(|known| known.name == new);
    if !is_bound && (words::find(new).is_some() || is_predefined()) {
        return refuse(format!("`{new}` is predefined"));
    }
    spans.dedup();
    if !keeps_meanings(document, &names, &spans, new) {
        return refuse(format!("`{new}` would stand for something else in one of these places"));
    }
    let edits: Vec<Value> =
        spans.iter().map(|span| json!({"range": document.open.range(span.range()), "newText": new})).collect();
    Ok(json!({"changes": {uri: edits}}))
}

/// Whether every name stands for the same as before, where a new one is put in these places.
fn keeps_meanings(document: &OpenDocument, names: &[(usize, Occurrence)], spans: &[Span], new: &str) -> bool {
    let mut text = document.text().to_owned();
    for span in spans.iter().rev() {
        text.replace_range(span.range(), new);
    }
    let read = parse(SourceId(0), &text);
    if read.iter().map(Result::is_ok).ne(document.read().iter().map(Result::is_ok)) {
        return false;
    }
    let after: Vec<(usize, Occurrence)> = read
        .iter()
        .flatten()
        .enumerate()
        .flat_map(|(number, statement)| occurrences(statement).into_iter().map(move |found| (number, found)))
        .filter(|(_, found)| text.get(found.span.range()) == Some(found.name))
        .collect();
    // Which of the names binds each of them: places differ, but their order does not.
    let binding = |names: &[(usize, Occurrence)], found: &Occurrence| match found.meaning {
        NameMeaning::Bound(span) => names.iter().position(|(_, other)| other.span == span).map(|index| (3, index)),
        NameMeaning::Defined => Some((0, 0)),
        NameMeaning::Global => Some((1, 0)),
        NameMeaning::Heap => Some((2, 0)),
    };
    let is_other_global =
        |found: &Occurrence| found.name == new && found.meaning == NameMeaning::Global && !spans.contains(&found.span);
    let touches_global = spans.first().is_some_and(|first| {
        names.iter().any(|(_, found)| found.span == *first && !matches!(found.meaning, NameMeaning::Bound(_)))
    });
    names.len() == after.len()
        && names.iter().zip(&after).all(|((_, old), (_, new))| binding(names, old) == binding(&after, new))
        && !(touches_global && names.iter().any(|(_, found)| is_other_global(found)))
}
