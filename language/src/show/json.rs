//! Reports, errors and notices as JSON. The types of the answers determine the names of the members, which must not change,
//! since other programs read them. Serializers write what a derive cannot express.

use std::io;

use grundy_engine::game::Value;
use grundy_engine::nim::{Outcome, Period, Side};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Value as Json, json};

use crate::error::{Error, Notice};
use crate::show::exact_json::{self, LargeNumbers, Lines};
use crate::show::lists::LongList;
use crate::show::report::Report;
use crate::show::visible::{Escapes, VisibleWriter};
use crate::source::{Sources, Span};

/// What a report answers, as far as it is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked<'a> {
    /// The request that another program has made.
    pub id: Option<&'a Json>,
    /// The statement, as it was written, and the line it begins in, counted from 1.
    pub statement: Option<(&'a str, usize)>,
}

/// Adds what was asked to an object.
pub fn with_asked(mut object: Json, asked: Asked) -> Json {
    if let Some((statement, line)) = asked.statement {
        object["statement"] = statement.into();
        object["line"] = line.into();
    }
    with_id(object, asked.id)
}

/// Adds the request to an object, if there is one.
pub fn with_id(mut object: Json, id: Option<&Json>) -> Json {
    if let Some(id) = id {
        object["id"] = id.clone();
    }
    object
}

/// Writes a report as one object, whose member `type` says which kind of report it is. The members are in
/// alphabetical order, except that a long list comes last; it is written member by member.
///
/// # Errors
/// The errors of `out`.
pub fn write(
    report: &Report,
    asked: Asked,
    lines: Lines,
    large: LargeNumbers,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let mut head = with_asked(report.object_with(large).map_err(io::Error::from)?, asked);
    if let Some((_, LongList::Entries(entries))) = report.list() {
        entries.name_heaps(&mut head, large)?;
    }
    let mut visible = VisibleWriter::new(out, Escapes::Json);
    // `serde_json` writes very small pieces.
    let mut out = io::BufWriter::new(&mut visible);
    match report.list() {
        Some((name, list)) => {
            let object = LongObject { head, text: report.spelled(), name, list };
            exact_json::write(&object, lines, large, &mut out)?;
        }
        None => exact_json::write(&head, lines, large, &mut out)?,
    }
    io::Write::flush(&mut out)?;
    drop(out);
    visible.finish()
}

/// An object whose last member is a list, before which its heaps may stand as one. Each is made member by member while it is written: ten million members
/// at once would fill the memory.
struct LongObject<'a> {
    /// An object with all other members.
    head: Json,
    /// What the member `text` spells, if there is one.
    text: Option<&'a Value>,
    /// The name of the list.
    name: &'static str,
    list: LongList<'a>,
}

impl Serialize for LongObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        let mut text = self.text;
        for (name, member) in self.head.as_object().into_iter().flatten() {
            if let Some(text) = text.take_if(|_| name.as_str() > "text") {
                object.serialize_entry("text", &AsText(text))?;
            }
            object.serialize_entry(name, member)?;
        }
        if let LongList::Entries(entries) = self.list
            && let Some(heaps) = entries.uneven_heaps()
        {
            object.serialize_entry("heaps", &heaps)?;
        }
        object.serialize_entry(self.name, &self.list)?;
        object.end()
    }
}

/// A value as it would be typed.
struct AsText<'a>(&'a Value);

impl Serialize for AsText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self.0)
    }
}

/// An error with its place: lines and columns are counted from 1, columns in characters, and the end is exclusive.
/// The members of the place are null if the source is unknown.
pub fn error(error: &Error, sources: &Sources) -> Json {
    let mut object = json!({
        "type": "error",
        "code": error.code(),
        "message": error.to_string(),
        "label": error.label(),
        "help": error.hint().map(|hint| hint.text()),
        "replacement": error.hint().and_then(|hint| hint.replacement).map(|(span, text)| {
            with_place(json!({"text": text}), Some(span), sources)
        }),
    });
    object = with_place(object, Some(error.span), sources);
    let related = error.related_texts().map(|(span, words)| with_place(json!({"message": words}), Some(span), sources));
    object["related"] = related.collect();
    object
}

/// A notice with its place, whose members are null if it has none.
pub fn notice(notice: &Notice, sources: &Sources) -> Json {
    with_place(json!({"type": "notice", "message": notice.text()}), notice.span, sources)
}

fn with_place(mut object: Json, span: Option<Span>, sources: &Sources) -> Json {
    let place = span.and_then(|span| Some((span, sources.get(span.source())?)));
    let start = place.map(|(span, source)| source.line_column(span.start()));
    let end = place.map(|(span, source)| source.line_column(span.end().max(span.start())));
    object["file"] = place.map(|(_, source)| source.name.to_string()).into();
    object["line"] = start.map(|(line, _)| line).into();
    object["column"] = start.map(|(_, column)| column).into();
    object["end_line"] = end.map(|(line, _)| line).into();
    object["end_column"] = end.map(|(_, column)| column).into();
    object
}

/// A pair as an object whose two members have these names.
struct Pair<'a, A, B>([&'static str; 2], &'a (A, B));

impl<A: Serialize, B: Serialize> Serialize for Pair<'_, A, B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Pair([first, second], pair) = self;
        let mut object = serializer.serialize_map(Some(2))?;
        object.serialize_entry(first, &pair.0)?;
        object.serialize_entry(second, &pair.1)?;
        object.end()
    }
}

/// Functions that write lists of pairs, whose members have these names.
macro_rules! lists_of_pairs {
    ($($list:ident: $first:literal, $second:literal;)*) => {
        $(pub fn $list<S: Serializer, A: Serialize, B: Serialize>(pairs: &[(A, B)], to: S) -> Result<S::Ok, S::Error> {
            to.collect_seq(pairs.iter().map(|pair| Pair([$first, $second], pair)))
        })*
    };
}

lists_of_pairs! {
    exceptions: "n", "value";
    facts: "name", "content";
    words: "word", "line";
    lessons: "title", "done";
    coordinates: "name", "fixed";
}

/// Functions that write an object with one member of this name.
macro_rules! objects_of_one {
    ($($object:ident: $name:literal;)*) => {
        $(pub fn $object<S: Serializer>(member: &impl Serialize, to: S) -> Result<S::Ok, S::Error> {
            to.collect_map([($name, member)])
        })*
    };
}

objects_of_one! {
    play: "move";
    up_to: "last";
}

/// The groups of words in the overview of `help`.
pub fn groups<S: Serializer, T: Serialize, A: Serialize, B: Serialize>(
    groups: &[(T, Vec<(A, B)>)],
    to: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Group<'a, T, A: Serialize, B: Serialize> {
        title: &'a T,
        #[serde(serialize_with = "words")]
        words: &'a [(A, B)],
    }
    to.collect_seq(groups.iter().map(|(title, words)| Group { title, words }))
}

/// An outcome, and who wins by it.
pub fn with_winner<S: Serializer>(outcome: &Outcome, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Both {
        outcome: Outcome,
        winner: Option<Side>,
    }
    Both { outcome: *outcome, winner: outcome.winner() }.serialize(to)
}

/// The length of a period and its preperiod, without the saltus.
pub fn length_and_start<S: Serializer>(period: &Period, to: S) -> Result<S::Ok, S::Error> {
    to.collect_map([("period", period.period), ("preperiod", period.preperiod)])
}

/// Who begins, and the position at the start; null after the first turn.
pub fn begin<S: Serializer>(opening: &Option<(impl Serialize, impl Serialize)>, to: S) -> Result<S::Ok, S::Error> {
    let mut object = to.serialize_map(Some(2))?;
    object.serialize_entry("begins", &opening.as_ref().map(|opening| &opening.0))?;
    object.serialize_entry("start", &opening.as_ref().map(|opening| &opening.1))?;
    object.end()
}

/// A lesson counted from 1.
pub fn from_one<S: Serializer>(index: &usize, to: S) -> Result<S::Ok, S::Error> {
    (index + 1).serialize(to)
}
