//! The constants every session knows: families of numbers and the two outcomes.

use std::sync::Arc;

use grundy_engine::game::{Family, Set, Value};
use grundy_engine::nim::Outcome;

/// The value of a name of the language's own.
pub fn constant(name: &str) -> Option<Value> {
    Some(match name {
        "squares" => family(Family::Squares),
        "primes" => family(Family::Primes),
        "evens" => family(Family::Evens),
        "odds" => family(Family::Odds),
        "triangulars" => family(Family::Triangulars),
        "fibonaccis" => family(Family::Fibonaccis),
        "factorials" => family(Family::Factorials),
        "N" => Value::Outcome(Outcome::N),
        "P" => Value::Outcome(Outcome::P),
        _ => return None,
    })
}

fn family(family: Family) -> Value {
    Value::Set(Arc::new(Set::Family(family)))
}
