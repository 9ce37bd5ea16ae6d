//! The rule of a heap game as it was written: what the heap form is compared with before anything is called proved.

use std::sync::Arc;

use super::{Game, Original, OriginalHeaps, Position, Value};

impl Original {
    /// This rule, written for such heaps.
    pub fn new(game: Arc<Game>, heaps: OriginalHeaps) -> Arc<Original> {
        Arc::new(Original { game, heaps, lenders: Arc::default() })
    }

    /// This rule, written for one heap, which borrows the moves of these heap games. Of their lenders, and those of
    /// these, there are at most `MOST_LENDERS`, and they stand beside each other: so a long chain of games that borrow
    /// holds no longer chain.
    pub fn borrowing(game: Arc<Game>, lenders: &[Arc<Game>]) -> Arc<Original> {
        const MOST_LENDERS: usize = 8;
        let made = || lenders.iter().filter_map(|lender| Some((lender, lender.original.as_ref()?)));
        let alone = made().map(|(lender, original)| {
            (lender.ruleset.clone(), Original::new(original.game.clone(), original.heaps.clone()))
        });
        let theirs = made().flat_map(|(_, original)| original.lenders.iter().cloned());
        let lenders = alone.chain(theirs).take(MOST_LENDERS).collect();
        Arc::new(Original { game, heaps: OriginalHeaps::Alone, lenders })
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
