//! `serde` output of values and positions. Numbers are numbers; tuples, lists and finite sets are sequences; a
//! position, a game or any other set is the text that a user would type.

use serde::{Serialize, Serializer};

use crate::game::{Component, Game, Set, Sum, Value};

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::None => serializer.serialize_none(),
            Value::Bool(truth) => serializer.serialize_bool(*truth),
            Value::Integer(number) => serializer.serialize_i128(*number),
            Value::Text(text) => serializer.serialize_str(text),
            Value::Tuple(members) | Value::List(members) => serializer.collect_seq(members.iter()),
            Value::Set(set) => match &**set {
                Set::Finite(members) => serializer.collect_seq(members.iter()),
                endless => serializer.collect_str(endless),
            },
            Value::Outcome(outcome) => outcome.serialize(serializer),
            Value::Grundy(value) => value.serialize(serializer),
            Value::Infinity => serializer.collect_str(self),
            Value::Side(side) => side.serialize(serializer),
            Value::Position(sum) => sum.serialize(serializer),
            Value::Game(game) => game.serialize(serializer),
        }
    }
}

impl Serialize for Sum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Component {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name)
    }
}
