//! The answer of `check`, as data.

use grundy_engine::game::Value;
use grundy_engine::nim::Period;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::show::json;
use crate::verbs::explain::data::Explanation;

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
