//! Serializers for the parts of the reports' JSON that a derive cannot express. The names of the members must not
//! change, since other programs read them.

use grundy_engine::nim::{Outcome, Period, Side};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

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
pub fn groups<S: Serializer>(groups: &[(String, Vec<(String, String)>)], to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Group<'a> {
        title: &'a str,
        #[serde(serialize_with = "words")]
        words: &'a [(String, String)],
    }
    to.collect_seq(groups.iter().map(|(title, words)| Group { title, words }))
}

/// An outcome, and who wins by it.
pub fn with_winner<S: Serializer>(outcome: &Outcome, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Both {
        outcome: Outcome,
        winner: Side,
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
