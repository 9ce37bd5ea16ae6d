//! The rule of a heap game as it was written: what the heap form is compared with before anything is called proved.

use std::sync::Arc;

use super::{Game, Original, OriginalHeaps, Position, Value};

impl Original {
    /// This rule, written for such heaps.
    pub fn new(game: Arc<Game>, heaps: OriginalHeaps) -> Arc<Original> {
        Arc::new(Original { game, heaps })
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
}
