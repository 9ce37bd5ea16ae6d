//! The memo tables of functions that the user defined. Functions are pure: the same arguments always give the same
//! answer.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use super::{Component, Function, Halt, Meter, Places, Set, Value};

/// A memo table for each function in a table of functions. A clone shares the memo tables.
#[derive(Clone, Debug, Default)]
pub struct MemoTables(Vec<FunctionMemo>);

/// The memo table of one function. A clone shares it.
#[derive(Clone, Debug, Default)]
pub struct FunctionMemo(Arc<Mutex<MemoTable>>);

#[derive(Debug, Default)]
struct MemoTable {
    answers: FxHashMap<MemoKey, Value>,
    bytes: u64,
}

/// The arguments of a call, as a memo key.
#[derive(Clone, Debug)]
pub(super) enum MemoKey {
    /// One number of 64 bits: nearly all calls.
    Number(i64),
    Values(Box<[Value]>),
}

impl MemoTables {
    /// Empty memo tables for these functions.
    pub fn empty(functions: &[Function]) -> MemoTables {
        MemoTables(functions.iter().map(|_| FunctionMemo::default()).collect())
    }

    /// These memo tables, in the order of the table of functions.
    pub fn of(memos: Vec<FunctionMemo>) -> MemoTables {
        MemoTables(memos)
    }

    pub(super) fn get(&self, function: usize, key: &MemoKey) -> Option<Value> {
        self.0.get(function)?.table().answers.get(key).cloned()
    }

    /// Keeps an answer that needs about so many bytes. `Halt` if the memo table may not grow.
    pub(super) fn keep(
        &self,
        function: usize,
        key: MemoKey,
        answer: Value,
        bytes: u64,
        meter: &Meter,
    ) -> Result<(), Halt> {
        let Some(memo) = self.0.get(function) else { return Ok(()) };
        let mut table = memo.table();
        table.bytes += bytes;
        meter.insert(&mut table.answers, key, answer).map(drop)
    }

    /// Bytes the answers of one function hold.
    pub(super) fn bytes_of(&self, function: usize) -> u64 {
        self.0.get(function).map_or(0, FunctionMemo::bytes)
    }

    /// Bytes all answers hold.
    pub fn bytes(&self) -> u64 {
        self.0.iter().map(FunctionMemo::bytes).sum()
    }

    /// Forgets all answers.
    pub fn clear(&self) {
        for memo in &self.0 {
            *memo.table() = MemoTable::default();
        }
    }
}

impl FunctionMemo {
    /// Locks the table. It is consistent whenever it is unlocked, so a panic elsewhere (a poisoned lock) does not
    /// matter.
    fn table(&self) -> MutexGuard<'_, MemoTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes the answers hold, about.
    fn bytes(&self) -> u64 {
        self.table().bytes
    }

    /// Collects the texts in which the answers and their arguments were written.
    pub fn mark(&self, places: &mut Places) {
        for (key, answer) in &self.table().answers {
            if let MemoKey::Values(arguments) = key {
                arguments.iter().for_each(|argument| places.value(argument));
            }
            places.value(answer);
        }
    }
}

impl MemoKey {
    /// The key of a call; `None` if the arguments are too large to be hashed and compared at every call.
    pub fn of(arguments: &[Value]) -> Option<MemoKey> {
        if let [Value::Integer(n)] = arguments
            && let Ok(n) = i64::try_from(*n)
        {
            return Some(MemoKey::Number(n));
        }
        let mut room = LOOKED_AT;
        arguments.iter().all(|argument| fits(argument, &mut room)).then(|| MemoKey::Values(arguments.into()))
    }

    /// The arguments themselves.
    pub fn values(&self) -> Vec<Value> {
        match self {
            MemoKey::Number(n) => vec![Value::Integer(i128::from(*n))],
            MemoKey::Values(values) => values.to_vec(),
        }
    }

    /// The bytes that an answer under this key may need. An entry counts for more than its size: hash tables are
    /// between 7/16 and 7/8 full, and are copied when they grow.
    pub fn cost(&self, answer: &Value) -> u64 {
        const ENTRY: u64 = 160;
        let arguments = match self {
            MemoKey::Number(_) => 0,
            MemoKey::Values(values) => contents(values),
        };
        ENTRY + arguments + contents(std::slice::from_ref(answer))
    }
}

/// At most so many members of a value, at all depths, are looked at. Lists may share their members, so that a few of
/// them can stand for more members than could ever be visited.
const LOOKED_AT: usize = 1 << 16;

/// Does a value have at most `room` members at all depths? Subtracts them from `room`.
fn fits(value: &Value, room: &mut usize) -> bool {
    let Some(left) = room.checked_sub(1) else { return false };
    *room = left;
    match value {
        Value::Tuple(members) | Value::List(members) => members.iter().all(|member| fits(member, room)),
        Value::Set(set) => match &**set {
            Set::Finite(members) => members.iter().all(|member| fits(member, room)),
            _ => true,
        },
        Value::Position(sum) => sum.parts.iter().all(|part| match &part.component {
            Component::Position(position) => position.coordinates.iter().all(|coordinate| fits(coordinate, room)),
            Component::Star(_) => true,
        }),
        Value::Text(text) => match room.checked_sub(text.len() / size_of::<Value>()) {
            Some(left) => {
                *room = left;
                true
            }
            None => false,
        },
        _ => true,
    }
}

/// About how many bytes the values take, with what they point at. Members beyond [`LOOKED_AT`] are not counted: they must be shared.
pub(crate) fn contents(values: &[Value]) -> u64 {
    let mut room = LOOKED_AT;
    // Only the count matters here, whether all members fit or not.
    let _ = values.iter().all(|value| fits(value, &mut room));
    (LOOKED_AT - room) as u64 * size_of::<Value>() as u64
}

/// Keys are equal if the arguments are equal and their games also have the same names: equal games may have different
/// names, and an answer may contain the name.
impl PartialEq for MemoKey {
    fn eq(&self, other: &MemoKey) -> bool {
        match (self, other) {
            (MemoKey::Number(a), MemoKey::Number(b)) => a == b,
            (MemoKey::Values(a), MemoKey::Values(b)) => a == b && all_named_alike(a, b),
            _ => false,
        }
    }
}

impl Eq for MemoKey {}

impl Hash for MemoKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            MemoKey::Number(n) => n.hash(state),
            MemoKey::Values(values) => values.iter().for_each(|value| hash(value, state)),
        }
    }
}

/// As the `Hash` of `Value`, but a game is hashed by its name, since its rules may be long.
fn hash<H: Hasher>(value: &Value, state: &mut H) {
    match value {
        Value::Tuple(members) | Value::List(members) => {
            state.write_usize(members.len());
            members.iter().for_each(|member| hash(member, state));
        }
        Value::Set(set) => match &**set {
            Set::Finite(members) => members.iter().for_each(|member| hash(member, state)),
            other => other.hash(state),
        },
        Value::Position(sum) => {
            for part in &sum.parts {
                part.copies.hash(state);
                match &part.component {
                    Component::Star(size) => size.hash(state),
                    Component::Position(position) => {
                        position.game.name.hash(state);
                        position.coordinates.iter().for_each(|coordinate| hash(coordinate, state));
                    }
                }
            }
        }
        Value::Game(game) => game.name.hash(state),
        other => other.hash(state),
    }
}

/// Do the games in two lists of equal values have the same names?
fn all_named_alike(a: &[Value], b: &[Value]) -> bool {
    a.iter().zip(b).all(|(a, b)| named_alike(a, b))
}

fn named_alike(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Tuple(a) | Value::List(a), Value::Tuple(b) | Value::List(b)) => all_named_alike(a, b),
        (Value::Set(a), Value::Set(b)) => match (&**a, &**b) {
            (Set::Finite(a), Set::Finite(b)) => all_named_alike(a, b),
            _ => true,
        },
        (Value::Position(a), Value::Position(b)) => {
            a.parts.iter().zip(&b.parts).all(|(a, b)| match (&a.component, &b.component) {
                (Component::Position(a), Component::Position(b)) => {
                    a.game.name == b.game.name && all_named_alike(&a.coordinates, &b.coordinates)
                }
                _ => true,
            })
        }
        (Value::Game(a), Value::Game(b)) => a.name == b.name,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher, BuildHasherDefault};

    use rustc_hash::FxHasher;

    use super::*;
    use crate::game::{Game, HeapRules, Position, Ruleset, Sum};

    #[test]
    fn keys_whose_games_have_different_names_are_different_and_equal_keys_have_equal_hashes() {
        let named = |name: &str| Arc::new(Game::new(name, Ruleset::Heap(Arc::new(HeapRules::default()))));
        let position = |game: &str, inside: &str| {
            let coordinates = Arc::new([Value::list(vec![Value::Game(named(inside))])]);
            Value::position(Sum::position(Position { game: named(game), coordinates }))
        };
        let values: [fn(Value) -> Value; 3] = [
            |position| position,
            |position| Value::list(vec![position]),
            |position| Value::Set(Arc::new(Set::finite(vec![position]))),
        ];
        let hash = |key: &MemoKey| BuildHasherDefault::<FxHasher>::default().hash_one(key);
        for value in values {
            let key = |game, inside| MemoKey::of(&[value(position(game, inside))]).unwrap();
            assert_eq!(key("A", "B"), key("A", "B"));
            assert_eq!(hash(&key("A", "B")), hash(&key("A", "B")));
            assert_ne!(key("A", "B"), key("C", "B"));
            assert_ne!(key("A", "B"), key("A", "C"));
        }
    }
}
