//! Answers about a position, and what is said about expressions.

use grundy_engine::game::Value;
use grundy_engine::nim::Nimber;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value as Json, json};

use super::long::Long;
use super::{Shown, count, nimbers, value};
use crate::session::report::{
    Advice, Check, Defined, DefinedAs, Derivation, Explanation, Grundy, Move, Moves, OptionList, OutcomeReport,
    Replaced, Reply, Scope, Sides, Term, Winner,
};

fn number(nimber: Option<Nimber>) -> Json {
    nimber.map(|nimber| nimber.0).into()
}

pub fn winner(report: &Winner) -> Json {
    json!({
        "type": "winner",
        "position": report.sum.to_string(),
        "misere": report.misere,
        "outcome": report.outcome.to_string(),
        "winner": report.side().to_string(),
        "starts": report.starts,
        "nim_sum": number(report.value),
        "terms": terms(&report.terms),
        "move": report.winning.as_ref().map(step),
    })
}

pub fn grundy(report: &Grundy) -> Json {
    json!({
        "type": "grundy",
        "position": report.sum.to_string(),
        "value": report.value.0,
        "terms": terms(&report.terms),
    })
}

pub fn outcome(report: &OutcomeReport) -> Json {
    json!({
        "type": "outcome",
        "position": report.sum.to_string(),
        "misere": report.misere,
        "outcome": report.outcome.to_string(),
    })
}

fn terms(terms: &[Term]) -> Json {
    let one =
        |term: &Term| json!({"position": term.component.to_string(), "copies": term.copies, "value": term.value.0});
    terms.iter().map(one).collect()
}

pub fn step(step: &Move) -> Json {
    json!({
        "from": step.from.to_string(),
        "to": step.to.to_string(),
        "value": number(step.value),
        "nim_sum": number(step.nim_sum),
        "wins": step.wins,
    })
}

pub fn moves(report: &Moves) -> Json {
    json!({
        "type": "moves",
        "position": report.sum.to_string(),
        "misere": report.misere,
        "outcome": report.outcome.to_string(),
        "total": count(report.total),
        "winning": count(report.winning),
        "moves": report.shown.iter().map(step).collect::<Json>(),
    })
}

pub fn options(report: &OptionList) -> Json {
    let shown = report.shown.iter().map(|line| {
        json!({"option": line.option.to_string(), "value": number(line.value), "outcome": line.outcome.to_string()})
    });
    json!({
        "type": "options",
        "position": report.sum.to_string(),
        "misere": report.misere,
        "total": count(report.total),
        "options": shown.collect::<Json>(),
    })
}

pub fn explanation(report: &Explanation) -> Json {
    json!({
        "type": "explanation",
        "position": report.sum.to_string(),
        "misere": report.misere,
        "outcome": report.outcome.to_string(),
        "value": number(report.value),
        "terms": terms(&report.terms),
        "derivations": report.derivations.iter().map(derivation).collect::<Json>(),
        "advice": advice(&report.advice),
    })
}

fn derivation(derivation: &Derivation) -> Json {
    let options = derivation.options.iter().map(
        |option| json!({"option": option.option.to_string(), "value": option.value.0, "terms": terms(&option.terms)}),
    );
    json!({
        "position": derivation.component.to_string(),
        "total": count(derivation.total),
        "options": options.collect::<Json>(),
        "values": nimbers(&derivation.values),
        "more_values": derivation.more_values,
        "largest": derivation.largest.0,
        "value": derivation.value.0,
    })
}

fn advice(advice: &Advice) -> Json {
    match advice {
        Advice::Play(winning) => json!({"kind": "play", "move": step(winning)}),
        Advice::Lost { replies, total } => {
            let reply = |reply: &Reply| {
                let after = reply.after.to_string();
                json!({"tried": step(&reply.tried), "after": after, "answer": step(&reply.answer)})
            };
            json!({"kind": "lost", "total": count(*total), "replies": replies.iter().map(reply).collect::<Json>()})
        }
        Advice::Over => json!({"kind": "over"}),
    }
}

pub fn check(report: &Check) -> Json {
    match report {
        Check::Holds { cases, scope } => {
            json!({"type": "check", "holds": true, "cases": count(*cases), "scope": scope_of(scope)})
        }
        Check::Fails { case, held, sides, explanation: why } => {
            let case: serde_json::Map<String, Json> = case.iter().map(|(name, v)| (name.clone(), value(v))).collect();
            json!({
                "type": "check",
                "holds": false,
                "case": case,
                "held": count(*held),
                "sides": sides.as_ref().map(both_sides),
                "explanation": why.as_deref().map(explanation),
            })
        }
    }
}

fn scope_of(scope: &Scope) -> Json {
    match scope {
        Scope::All => json!({"kind": "all"}),
        Scope::UpTo(last) => json!({"kind": "up_to", "last": value(last)}),
        Scope::Proved { period } => json!({"kind": "proved", "period": period.period, "preperiod": period.preperiod}),
    }
}

fn both_sides(sides: &Sides) -> Json {
    json!({
        "left": sides.left,
        "left_value": value(&sides.left_value),
        "operator": sides.operator,
        "right": sides.right,
        "right_value": value(&sides.right_value),
    })
}

pub fn printed(values: &[Value]) -> Long<impl Iterator<Item = Shown<'_>> + Clone> {
    Long { head: json!({"type": "print"}), name: "values", list: values.iter().map(Shown) }
}

/// A bare expression.
pub struct Expression<'a> {
    shown: &'a Value,
    grundy: Option<Nimber>,
}

impl Serialize for Expression<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("grundy", &self.grundy.map(|value| value.0))?;
        object.serialize_entry("kind", kind(self.shown))?;
        object.serialize_entry("text", &AsTyped(self.shown))?;
        object.serialize_entry("type", "value")?;
        object.serialize_entry("value", &Shown(self.shown))?;
        object.end()
    }
}

/// A value as it would be typed.
struct AsTyped<'a>(&'a Value);

impl Serialize for AsTyped<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self.0)
    }
}

pub fn expression(shown: &Value, nimber: Option<Nimber>) -> Expression<'_> {
    Expression { shown, grundy: nimber }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Bool(_) => "bool",
        Value::Integer(_) => "integer",
        Value::Text(_) => "text",
        Value::Tuple(_) => "tuple",
        Value::List(_) => "list",
        Value::Set(_) => "set",
        Value::Outcome(_) => "outcome",
        Value::Side(_) => "side",
        Value::Position(_) => "position",
    }
}

pub fn defined(report: &Defined) -> Json {
    let (what, defined_value) = match &report.what {
        DefinedAs::Game => ("game", Json::Null),
        DefinedAs::Function => ("function", Json::Null),
        DefinedAs::Value(v) => ("value", value(v)),
    };
    let replaced = report.replaced.map(|replaced| match replaced {
        Replaced::Own => "own",
        Replaced::Library => "library",
        Replaced::Builtin => "builtin",
    });
    json!({"type": "defined", "name": report.name, "what": what, "value": defined_value, "replaced": replaced})
}
