//! The cells of a survey.

use std::sync::Arc;

use grundy_engine::game::{Component, Set, Sum, Value};
use serde::{Serialize, Serializer};

/// A value, or why there is none, in a sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum SurveyCell {
    Value(Value),
    Failed(String),
}

impl SurveyCell {
    /// The text before a reason.
    pub const MARK: &'static str = "error: ";

    pub fn is_failed(&self) -> bool {
        matches!(self, SurveyCell::Failed(_))
    }

    /// A copy that shares nothing with this one, so that another thread can count its bytes. Rules are shared: they
    /// belong to the names of the session.
    pub fn detached(&self) -> SurveyCell {
        match self {
            SurveyCell::Value(value) => SurveyCell::Value(detached(value)),
            SurveyCell::Failed(reason) => SurveyCell::Failed(reason.clone()),
        }
    }

    /// The value as it would be typed, a text without its quotes; or the reason.
    pub fn text(&self) -> String {
        match self {
            SurveyCell::Value(Value::Text(text)) => text.to_string(),
            SurveyCell::Value(value) => value.to_string(),
            SurveyCell::Failed(reason) => format!("{}{reason}", Self::MARK),
        }
    }
}

fn detached(value: &Value) -> Value {
    let all = |members: &[Value]| members.iter().map(detached).collect();
    match value {
        Value::Text(text) => Value::Text(Arc::from(&**text)),
        Value::List(members) => Value::List(all(members)),
        Value::Tuple(members) => Value::Tuple(all(members)),
        Value::Set(set) => match &**set {
            Set::Finite(members) => Value::Set(Arc::new(Set::Finite(all(members)))),
            _ => value.clone(),
        },
        Value::Position(sum) => {
            let mut sum = Sum::clone(sum);
            for part in &mut sum.parts {
                if let Component::Position(position) = &mut part.component {
                    position.coordinates = all(&position.coordinates);
                }
            }
            Value::Position(Arc::new(sum))
        }
        other => other.clone(),
    }
}

impl Serialize for SurveyCell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            SurveyCell::Value(value) => value.serialize(serializer),
            failed @ SurveyCell::Failed(_) => serializer.serialize_str(&failed.text()),
        }
    }
}
