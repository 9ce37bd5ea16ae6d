//! Answers about definitions and names, as data.

use grundy_engine::game::Value;
use grundy_engine::nim::Nimber;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::show::json;

/// A definition that was made.
#[derive(Clone, Debug, Serialize)]
pub struct Defined {
    pub name: String,
    #[serde(flatten, serialize_with = "defined")]
    pub what: DefinedAs,
    /// What the name meant before, if anything: the new definition hides it.
    pub replaced: Option<Replaced>,
}

#[derive(Clone, Debug)]
pub enum DefinedAs {
    Game,
    /// A value, computed when it was written.
    Value(Value),
    Function,
}

/// The kind of what was defined, and its value.
fn defined<S: Serializer>(defined: &DefinedAs, to: S) -> Result<S::Ok, S::Error> {
    let (what, value) = match defined {
        DefinedAs::Game => ("game", None),
        DefinedAs::Function => ("function", None),
        DefinedAs::Value(value) => ("value", Some(value)),
    };
    let mut object = to.serialize_map(Some(2))?;
    object.serialize_entry("what", what)?;
    object.serialize_entry("value", &value)?;
    object.end()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Replaced {
    /// An earlier definition of the user's.
    Own,
    /// A game of the library.
    Library,
    /// A function, a family or an outcome of the language.
    Builtin,
}

/// A line of `games`.
#[derive(Clone, Debug, Serialize)]
pub struct GameLine {
    pub name: String,
    /// The rule in words, or as it was written.
    pub line: String,
}

/// `show`: the user's definitions, or one of them.
#[derive(Clone, Debug, Serialize)]
pub struct ShownDefinitions {
    pub definitions: Vec<ShownDefinition>,
}

/// A definition as `show` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct ShownDefinition {
    pub name: String,
    /// The source text.
    pub source: String,
    /// For a game, the engine that answers it and why.
    pub engine: Option<&'static str>,
}

/// `about Kayles`: what the library says of a game.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    pub name: String,
    /// The one line of `games`.
    #[serde(rename = "summary")]
    pub line: String,
    /// Paragraphs: rules, history.
    pub text: Vec<String>,
    /// Name and content of further lines: code, values, period, source.
    #[serde(serialize_with = "json::facts")]
    pub facts: Vec<(String, String)>,
    /// The definition as written in the library.
    pub source: String,
    pub sample: Vec<Nimber>,
}

/// The names that were forgotten. Those in `restored` have the definition of the library again.
#[derive(Clone, Debug, Serialize)]
pub struct Forgotten {
    pub names: Vec<String>,
    pub restored: Vec<String>,
}

/// `games`: those of the library and the user's own.
#[derive(Clone, Debug, Serialize)]
pub struct GameList {
    pub own: Vec<GameLine>,
    pub library: Vec<GameLine>,
}

/// A file was written.
#[derive(Clone, Debug, Serialize)]
pub struct Wrote {
    pub path: String,
}
