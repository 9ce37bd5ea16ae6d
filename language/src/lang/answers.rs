//! The values of a session's answers: `ans` is the last of them, and `out 3`, which the reader calls `out_3`, the third.

use std::collections::VecDeque;
use std::sync::Arc;

/// So many answers are kept.
const MOST: usize = 1_000;
/// One with more members, members of members counted, is kept only as the last one.
pub(crate) const LONGEST: usize = 1_000;
/// An answer that would have to be made of more values than this is not kept at all.
pub(crate) const MOST_MADE: usize = 1_000_000;

/// The answers that are kept. One that is too long for that is forgotten when the next one comes. They are shared with the sessions in
/// which corrections are tried.
#[derive(Clone, Debug)]
pub struct Answers<A> {
    kept: VecDeque<Option<Arc<A>>>,
    /// How many there were.
    pub count: usize,
    is_last_long: bool,
}

impl<A> Default for Answers<A> {
    fn default() -> Self {
        Answers { kept: VecDeque::new(), count: 0, is_last_long: false }
    }
}

impl<A> Answers<A> {
    /// Counts one more answer, which is kept if there is room for it.
    pub fn add(&mut self, answer: Option<A>, is_long: bool) {
        if self.is_last_long {
            self.kept.pop_back();
            self.kept.push_back(None);
        }
        if self.kept.len() == MOST {
            self.kept.pop_front();
        }
        self.kept.push_back(answer.map(Arc::new));
        self.count += 1;
        self.is_last_long = is_long;
    }

    /// The answer that this name stands for.
    pub fn get(&self, name: &str) -> Option<&A> {
        let back = match name {
            "ans" => 0,
            _ => self.count.checked_sub(number(name)?)?,
        };
        self.kept.get(self.kept.len().checked_sub(back + 1)?)?.as_deref()
    }

    /// All that are kept.
    pub fn iter(&self) -> impl Iterator<Item = &A> {
        self.kept.iter().flatten().map(|answer| &**answer)
    }
}

/// The number in the name of an older answer, such as `out_3`.
pub(crate) fn number(name: &str) -> Option<usize> {
    name.strip_prefix("out_")?.parse().ok()
}
