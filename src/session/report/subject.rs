//! Answers about definitions, periods, claims and the words of the language.

use std::sync::Arc;

use grundy_engine::game::{Game, Value};
use grundy_engine::nim::{Nimber, Period};
use grundy_engine::solve::{CanContinue, Published, Theorem};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::json;
use super::position::Explanation;

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

/// `period S`.
#[derive(Clone, Debug, Serialize)]
pub struct PeriodReport {
    pub game: Arc<Game>,
    #[serde(flatten)]
    pub finding: Finding,
    /// Whether the search could go on.
    #[serde(rename = "farther")]
    pub can_continue: CanContinue,
    /// The heaps below the preperiod whose values differ from what the repetition would give, with their values: the
    /// first 10,000 of them.
    #[serde(serialize_with = "json::exceptions")]
    pub exceptions: Vec<(u64, Nimber)>,
    /// How many such heaps there are.
    pub exception_count: u64,
    /// What is published where nothing is proved here.
    pub published: Option<Published>,
    /// The values of the first heaps, for `explain period`.
    pub sample: Vec<Nimber>,
}

/// The period of a game's values, as far as it is known. *Seen* in the values and *proved* by a theorem are
/// different things; the solver decides between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    Proved {
        period: Period,
        theorem: Theorem,
        /// All values up to this heap were computed and compared.
        checked: u64,
    },
    Seen {
        period: Period,
        /// The values up to this heap were compared; nothing is known beyond.
        checked: u64,
    },
    /// The values up to the heap `checked` show no period.
    NoneSeen { checked: u64 },
}

impl Finding {
    /// The period, seen or proved.
    pub fn period(&self) -> Option<Period> {
        match self {
            Finding::Proved { period, .. } | Finding::Seen { period, .. } => Some(*period),
            Finding::NoneSeen { .. } => None,
        }
    }
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Found {
            finding: &'static str,
            period: Option<u64>,
            preperiod: Option<u64>,
            saltus: Option<u64>,
            checked: u64,
            theorem: Option<Theorem>,
        }
        let (finding, checked, theorem) = match *self {
            Finding::Proved { theorem, checked, .. } => ("proved", checked, Some(theorem)),
            Finding::Seen { checked, .. } => ("seen", checked, None),
            Finding::NoneSeen { checked } => ("none", checked, None),
        };
        let period = self.period();
        let found = Found {
            finding,
            period: period.map(|period| period.period),
            preperiod: period.map(|period| period.preperiod),
            saltus: period.map(|period| period.saltus),
            checked,
            theorem,
        };
        found.serialize(serializer)
    }
}

/// The result of `check`.
#[derive(Clone, Debug)]
pub enum Check {
    Holds {
        cases: u128,
        scope: Scope,
    },
    Fails {
        /// The variables of the counterexample with their values.
        case: Vec<(String, Value)>,
        /// How many cases held before it.
        held: u128,
        sides: Option<Sides>,
        /// The explanation of a position that the condition asks about.
        explanation: Option<Box<Explanation>>,
    },
}

impl Serialize for Check {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        match self {
            Check::Holds { cases, scope } => {
                object.serialize_entry("holds", &true)?;
                object.serialize_entry("cases", cases)?;
                object.serialize_entry("scope", scope)?;
            }
            Check::Fails { case, held, sides, explanation } => {
                object.serialize_entry("holds", &false)?;
                object.serialize_entry("case", &Case(case))?;
                object.serialize_entry("held", held)?;
                object.serialize_entry("sides", sides)?;
                object.serialize_entry("explanation", explanation)?;
            }
        }
        object.end()
    }
}

/// The counterexample of a check: the variables are the members.
struct Case<'a>(&'a [(String, Value)]);

impl Serialize for Case<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// For which cases a `check` holds.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Scope {
    /// For all cases: each was tried.
    All,
    /// For the cases up to this value of the variable; there are more than could be tried.
    #[serde(serialize_with = "json::up_to")]
    UpTo(Value),
    /// For every case of an endless range, which is proved: the values repeat with this period after its preperiod.
    Proved {
        #[serde(flatten, serialize_with = "json::length_and_start")]
        period: Period,
    },
}

/// The two sides of a comparison that failed.
#[derive(Clone, Debug, Serialize)]
pub struct Sides {
    /// As written.
    pub left: String,
    pub left_value: Value,
    pub operator: &'static str,
    pub right: String,
    pub right_value: Value,
}

/// A line of `games`.
#[derive(Clone, Debug, Serialize)]
pub struct GameLine {
    pub name: String,
    /// The rule in words, or as it was written.
    pub line: String,
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

/// `help`, `help WORD`, `help TOPIC`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Help {
    pub entries: Vec<HelpEntry>,
    /// Headings with the words under them, for plain `help`.
    #[serde(serialize_with = "json::groups")]
    pub groups: Vec<(String, Vec<(String, String)>)>,
    /// A chapter of the manual, in Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chapter: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct HelpEntry {
    pub word: String,
    pub usage: String,
    pub line: String,
    pub example: String,
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

/// `explain period S`
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct PeriodExplanation(pub PeriodReport);
