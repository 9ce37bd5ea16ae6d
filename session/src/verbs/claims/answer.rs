//! What `check` found: the counterexample, or for which cases it holds.

use grundy_engine::game::Value;
use grundy_engine::nim::Period;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::Value as Json;
use unicode_width::UnicodeWidthStr;

use crate::error::Uncertified;
use crate::show::certificate::{Certificate, Refused};
use crate::show::document::{Document, Role};
use crate::show::json;
use crate::show::phrase::{code, paragraph, plain, thousands, verdict};
use crate::show::report::Showable;
use crate::show::told::{Tellable, Told, told};
use crate::verbs::claims::certificate::ClaimForAll;
use crate::verbs::explain::data::Explanation;

/// The result of `check`.
#[derive(Clone, Debug)]
pub enum Check {
    Holds {
        cases: u128,
        scope: Scope,
        /// What others can check, looked for only where a file is written.
        for_all: Option<ClaimForAll>,
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
            Check::Holds { cases, scope, .. } => {
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

impl Check {
    fn claim(&self) -> Option<&ClaimForAll> {
        match self {
            Check::Holds { for_all, .. } => for_all.as_ref(),
            Check::Fails { .. } => None,
        }
    }
}

impl Certificate for Check {
    fn refused(&self, is_rocq: bool) -> Option<Refused> {
        let why = match self {
            Check::Fails { .. } => Uncertified::False,
            Check::Holds { scope: Scope::All | Scope::UpTo(_), .. } => Uncertified::Tried,
            _ if is_rocq => Uncertified::Claim,
            Check::Holds { for_all: Some(_), .. } => return None,
            Check::Holds { .. } => Uncertified::Condition,
        };
        Some((why, 0))
    }

    fn said(&self) -> Vec<String> {
        self.claim().map_or_else(Vec::new, ClaimForAll::said)
    }

    fn data(&self) -> Json {
        self.claim().map_or(Json::Null, ClaimForAll::data)
    }

    fn theorem(&self) -> String {
        String::new()
    }
}

impl Showable for Check {
    fn kind(&self) -> &'static str {
        "check"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        match self {
            Check::Holds { cases, scope, .. } => document.line(holds(*cases, scope).strong(Role::Good)),
            Check::Fails { case, held, sides, explanation: why } => {
                let variables: Vec<String> = case.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                let place = match variables.is_empty() {
                    true => told!("**Does not hold**"),
                    false => told!("**Fails for {variables}**", variables = variables.join(", ")),
                };
                let place = place.strong(Role::Bad).into_line();
                let found = match held {
                    0 => place,
                    held => {
                        told!("{place}, after {n} case[s] in which it holds", place, n = thousands(*held)).into_line()
                    }
                };
                paragraph(
                    &mut document,
                    if sides.is_some() { told!("{found}:", found) } else { told!("{found}.", found) },
                );
                if let Some(sides) = sides {
                    show_sides(&mut document, sides);
                }
                if let Some(why) = why {
                    document.blank();
                    document.append(why.document());
                }
            }
        }
        document
    }

    fn certificate(&self) -> Option<&dyn Certificate> {
        Some(self)
    }

    fn fails(&self) -> bool {
        matches!(self, Check::Fails { .. })
    }
}

fn holds(cases: u128, scope: &Scope) -> Told {
    let n = thousands(cases);
    match scope {
        Scope::All if cases == 0 => told!("**Holds**: there is no case to try."),
        Scope::All if cases == 1 => told!("**Holds in the only case**."),
        Scope::All => told!("**Holds for all {n} cases**.", n),
        Scope::UpTo(last) => {
            let last = last.to_string();
            told!("**Holds up to {last}**, in {n} case[s]. Nothing is known beyond that.", last, n)
        }
        Scope::Proved { period: Period { preperiod, period, .. } } => told!(
            "**Proved for every case**: everything here repeats with period {p} from n = {start} on, so {n} case[s] decide[s|] all of them.",
            p = *period,
            start = *preperiod,
            n
        ),
    }
}

/// Adds both sides of the comparison that fails, as written and with their values. A side that was written as a value
/// needs no line.
fn show_sides(document: &mut Document, sides: &Sides) {
    let widest = sides.left.width().max(sides.right.width());
    let side = |text: &str, value: &grundy_engine::game::Value| {
        let padding = " ".repeat(widest - text.width());
        vec![plain("  "), code(text), plain(format!("{padding} = ")), verdict(value)]
    };
    let compared = format!("{} {} {}", sides.left_value, sides.operator, sides.right_value);
    let not = [vec![plain("  ")], told!("{compared} is false.", compared).into_line()].concat();
    let both = [(&sides.left, &sides.left_value), (&sides.right, &sides.right_value)];
    let written_out = both.iter().filter(|(text, value)| **text != value.to_string());
    document.drawing(written_out.map(|(text, value)| side(text, value)).chain([not]).collect());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::report::Report;
    use crate::verbs::explain::data::Advice;
    use crate::verbs::samples::{assert_text, explanation, shown, step};

    fn checked(cases: u128, scope: Scope) -> String {
        shown(&Report::new(Check::Holds { cases, scope, for_all: None }), 100)
    }

    #[test]
    fn how_far_it_holds() {
        let period = Period { preperiod: 71, period: 12, saltus: 0 };
        let cases = [
            (1_000_001, Scope::All, "Holds for all 1,000,001 cases.\n"),
            (1, Scope::All, "Holds in the only case.\n"),
            (0, Scope::All, "Holds: there is no case to try.\n"),
            (
                5001,
                Scope::UpTo(Value::Integer(5000)),
                "Holds up to 5000, in 5,001 cases. Nothing is known beyond that.\n",
            ),
            (
                83,
                Scope::Proved { period },
                "Proved for every case: everything here repeats with period 12 from n = 71 on, so 83 cases decide all of them.\n",
            ),
        ];
        for (count, scope, expected) in cases {
            assert_text(&checked(count, scope), expected);
        }
    }

    #[test]
    fn a_counterexample_with_both_sides_and_why() {
        let sides = Sides {
            left: "grundy S(n)".into(),
            left_value: Value::Integer(1),
            operator: "==",
            right: "n".into(),
            right_value: Value::Integer(5),
        };
        let case = vec![("n".to_string(), Value::Integer(5)), ("k".to_string(), Value::Integer(1))];
        let why = Some(Box::new(explanation(&[5], Advice::Play(step(5, 4, 1)))));
        let text = shown(&Report::new(Check::Fails { case, held: 5, sides: Some(sides), explanation: why }), 80);
        let expected = "Fails for n = 5, k = 1, after 5 cases in which it holds:
  grundy S(n) = 1
  n           = 5
  1 == 5 is false.

The value of S(5)
";
        assert!(text.starts_with(expected), "{text}");
        let bare = Check::Fails { case: Vec::new(), held: 0, sides: None, explanation: None };
        assert_text(&shown(&Report::new(bare), 80), "Does not hold.\n");
    }
}
