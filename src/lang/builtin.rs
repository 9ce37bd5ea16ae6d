//! The constants every session knows: families of numbers, the two outcomes, and `none`.

use std::sync::Arc;

use grundy_engine::game::{Family, Set, Value};
use grundy_engine::nim::Outcome;

/// The value of a name that the language itself defines; `None` for other names.
pub fn constant(name: &str) -> Option<Value> {
    let family = match name {
        "squares" => Family::Squares,
        "primes" => Family::Primes,
        "evens" => Family::Evens,
        "odds" => Family::Odds,
        "triangulars" => Family::Triangulars,
        "fibonaccis" => Family::Fibonaccis,
        "factorials" => Family::Factorials,
        "none" => return Some(Value::None),
        "N" => return Some(Value::Outcome(Outcome::N)),
        "P" => return Some(Value::Outcome(Outcome::P)),
        _ => return None,
    };
    Some(Value::Set(Arc::new(Set::Family(family))))
}
