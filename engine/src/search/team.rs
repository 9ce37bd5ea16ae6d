//! What threads tell each other that search together: each tells which positions it searches, so that the others take
//! another option first ("young brothers wait": at the first option of a position, which often decides, they help instead).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::key::TableKey;
use super::shared;

/// No more threads work on one question: each must find something to do.
pub const MOST_THREADS: usize = 16;

/// What the threads of a team tell each other beside what they know of positions.
#[derive(Debug)]
struct Team {
    /// Hashes of positions that are being searched, each with the number of the thread; 0 for none. Where two meet, one is
    /// not seen: then both threads search the same position, which is right too.
    searched: Box<[AtomicU64]>,
    /// Is nothing more to be done?
    is_over: AtomicBool,
}

/// The place of one thread in its team.
#[derive(Clone, Debug)]
pub struct Membership {
    team: Arc<Team>,
    /// At least 1.
    number: u64,
}

impl Membership {
    /// Of so many options, one that nobody searches is looked for.
    pub const AHEAD: usize = 16;
    const SLOTS: usize = 1 << 10;
    const NUMBERS: u64 = MOST_THREADS as u64;

    /// The first place of a new team.
    pub fn founder() -> Membership {
        let searched = (0..Self::SLOTS).map(|_| AtomicU64::new(0)).collect();
        let team = Team { searched, is_over: AtomicBool::new(false) };
        Membership { team: Arc::new(team), number: 1 }
    }

    /// Another place of the team; the first one has the number 1.
    pub fn place(&self, number: u64) -> Membership {
        Membership { team: self.team.clone(), number }
    }

    /// Where a position is told, and what stands there if this thread searches it.
    fn mark<P: TableKey>(&self, part: &P) -> (&AtomicU64, u64) {
        let hash = shared::hash(part);
        #[expect(clippy::cast_possible_truncation, reason = "any bits will do")]
        let slot = &self.team.searched[hash as usize % Self::SLOTS];
        (slot, hash - hash % (2 * Self::NUMBERS) + self.number)
    }

    /// Tells the others that this thread begins to search a position.
    pub fn enter<P: TableKey>(&self, part: &P) {
        let (slot, mark) = self.mark(part);
        slot.store(mark, Ordering::Relaxed);
    }

    /// Tells the others that this thread has ended the search of a position.
    pub fn leave<P: TableKey>(&self, part: &P) {
        let (slot, mark) = self.mark(part);
        if slot.load(Ordering::Relaxed) == mark {
            slot.store(0, Ordering::Relaxed);
        }
    }

    /// Does another thread search this position?
    pub fn is_searched<P: TableKey>(&self, part: &P) -> bool {
        let (slot, mark) = self.mark(part);
        let other = slot.load(Ordering::Relaxed);
        other != mark && other != 0 && other / (2 * Self::NUMBERS) == mark / (2 * Self::NUMBERS)
    }

    /// Lets all threads of the team stop.
    pub fn end(&self) {
        self.team.is_over.store(true, Ordering::Relaxed);
    }

    /// Has another thread the answer, or is there another reason to stop?
    pub fn is_over(&self) -> bool {
        self.team.is_over.load(Ordering::Relaxed)
    }
}
