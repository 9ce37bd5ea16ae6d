//! What `undo` takes back: the last changes of definitions, each with what the names stood for before.

/// How many changes can be taken back.
const MOST: usize = 20;

/// The last changes, the newest last. Each holds the names that a statement has changed, with the definitions that they
/// had before.
#[derive(Clone)]
pub struct UndoLog<D>(Vec<Vec<(String, Option<D>)>>);

impl<D> UndoLog<D> {
    /// Notes a change. Those before the last few are forgotten.
    pub fn note(&mut self, change: Vec<(String, Option<D>)>) {
        if self.0.len() == MOST {
            self.0.remove(0);
        }
        self.0.push(change);
    }

    /// The last change, which is then no longer known.
    pub fn take(&mut self) -> Option<Vec<(String, Option<D>)>> {
        self.0.pop()
    }

    /// Forgets all changes.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The definitions that are kept.
    pub fn definitions(&self) -> impl Iterator<Item = &D> {
        self.0.iter().flatten().filter_map(|(_, earlier)| earlier.as_ref())
    }
}

impl<D> Default for UndoLog<D> {
    fn default() -> Self {
        UndoLog(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_changes_are_known() {
        let mut log = UndoLog::default();
        for n in 0..MOST + 5 {
            log.note(vec![("x".to_owned(), Some(n))]);
        }
        assert_eq!(log.definitions().copied().collect::<Vec<_>>(), (5..MOST + 5).collect::<Vec<_>>());
        assert_eq!(log.take().unwrap(), [("x".to_owned(), Some(MOST + 4))]);
        log.clear();
        assert!(log.take().is_none());
    }
}
