//! Values as answers.

use grundy_engine::game::Value;
use grundy_engine::nim::Nimber;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// The value of an expression; that of a position comes with its Grundy value. In JSON the value itself is written beside
/// its object.
#[derive(Clone, Debug)]
pub struct ShownValue {
    pub value: Value,
    pub nimber: Option<Nimber>,
}

impl Serialize for ShownValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Head {
            grundy: Option<Nimber>,
            kind: &'static str,
        }
        Head { grundy: self.nimber, kind: json_kind(&self.value) }.serialize(serializer)
    }
}

fn json_kind(value: &Value) -> &'static str {
    match value {
        Value::None => "none",
        Value::Bool(_) => "bool",
        Value::Integer(_) => "integer",
        Value::Text(_) => "text",
        Value::Tuple(_) => "tuple",
        Value::List(_) => "list",
        Value::Set(_) => "set",
        Value::Outcome(_) => "outcome",
        Value::Side(_) => "side",
        Value::Position(_) => "position",
        Value::Game(_) => "game",
    }
}

/// `print`: the values that are printed, in order. In JSON they are written beside its object.
#[derive(Clone, Debug)]
pub struct PrintedValues(pub Vec<Value>);

impl Serialize for PrintedValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_map(Some(0))?.end()
    }
}
