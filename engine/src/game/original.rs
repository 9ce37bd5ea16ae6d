//! The rule of a heap game as it was written: what the heap form is compared with before anything is called proved.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Game, Position, Value};

/// The rule from which a heap form was made, and which position of it each heap stands for.
#[derive(Debug)]
pub struct Original {
    pub(super) game: Arc<Game>,
    heaps: OriginalHeaps,
    /// Has the heap form been found to be equal?
    is_confirmed: AtomicBool,
}

/// How a heap is written as a position of the rule.
#[derive(Clone, Debug)]
pub enum OriginalHeaps {
    /// As itself: the game has one coordinate.
    Alone,
    /// As the coordinate with this index, beside others that have these values.
    Along(usize, Vec<Value>),
    /// As a row of so many of these cells.
    Strip(char),
}

impl Original {
    /// This rule, written for such heaps.
    pub fn new(game: Arc<Game>, heaps: OriginalHeaps) -> Arc<Original> {
        Arc::new(Written { game, heaps, is_confirmed: AtomicBool::new(false) })
    }

    /// The position that a heap stands for.
    pub fn position(&self, heap: u64) -> Position {
        let size = Value::Integer(heap.into());
        let coordinates = match &self.heaps {
            OriginalHeaps::Alone => vec![size],
            OriginalHeaps::Along(index, others) => {
                let mut coordinates = others.clone();
                coordinates.insert((*index).min(others.len()), size);
                coordinates
            }
            OriginalHeaps::Strip(cell) => vec![Value::Text((0..heap).map(|_| *cell).collect::<String>().into())],
        };
        Position { game: self.game.clone(), coordinates: coordinates.into() }
    }

    /// Has the heap form been compared with the rule, and found to be equal?
    pub fn is_confirmed(&self) -> bool {
        self.is_confirmed.load(Ordering::Relaxed)
    }

    /// Notes that the heap form has been compared and is equal.
    pub fn confirm(&self) {
        self.is_confirmed.store(true, Ordering::Relaxed);
    }
}
