//! What is known of the period of a game, as data.

use std::sync::Arc;

use grundy_engine::game::Game;
use grundy_engine::nim::{Nimber, Period};
use grundy_engine::solve::{CanContinue, Published, Theorem};
use serde::Serialize;
use serde::ser::Serializer;

use crate::show::serializers;

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
    #[serde(serialize_with = "serializers::exceptions")]
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
