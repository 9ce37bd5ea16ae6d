//! Decision trees: what was found on boards is kept by the members that had to be read for it.
//!
//! Where code reads a text or a list, the *board*, only to compare its members with constants, what it finds depends on the
//! numbers that it reads, on the length of the board, and on these comparisons. The members that are read one after the other are
//! then the questions of a tree: which one comes next depends on the answers before. A run of the code notes what it reads, and
//! becomes a branch.

use rustc_hash::FxHashMap;

use crate::game::Meter;

/// Lists that depend on more numbers are not kept.
pub const NUMBERS: usize = 3;
/// How many slots the notes take: how many members were read, a bit for each of these in two words, and their indices in
/// the order in which they were read.
pub const NOTES: usize = HEADER + NOTED;
const HEADER: usize = 3;
/// Members with greater indices are not noted.
const NOTED: usize = 128;

/// Begins to note what is read, from the slot `notes` on.
pub fn begin_notes(notes: usize, frame: &mut [i64]) {
    frame[notes..notes + HEADER].fill(0);
}

/// Notes that the member at an index was read, from the slot `notes` on. `None` if it lies beyond what can be noted.
pub fn note(index: i64, notes: usize, frame: &mut [i64]) -> Option<()> {
    let place = usize::try_from(index).ok().filter(|place| *place < NOTED)?;
    let (word, bit) = (notes + 1 + place / 64, 1 << (place % 64));
    if frame[word] & bit == 0 {
        frame[word] |= bit;
        let count = usize::try_from(frame[notes]).ok()?;
        frame[notes + HEADER + count] = index;
        frame[notes] += 1;
    }
    Some(())
}

/// The indices that were noted.
pub fn noted(notes: usize, frame: &[i64]) -> &[i64] {
    let count = usize::try_from(frame[notes]).unwrap_or_default();
    frame.get(notes + HEADER..notes + HEADER + count).unwrap_or_default()
}

/// The length of the board and the numbers that a list depends on.
pub type Key = [i64; 1 + NUMBERS];

/// What a question of a tree leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Unknown,
    /// The question with this number.
    Question(u32),
    /// The list with this number.
    List(u32),
}

/// The trees of a list, one for each key.
#[derive(Debug, Default)]
pub struct DecisionTrees {
    roots: FxHashMap<Key, Next>,
    /// For each question the index of the member that it asks for.
    asked: Vec<usize>,
    /// For each question what follows: where the member is one of the constants, in their order, and where it is none.
    next: Vec<Next>,
    /// Where the members of each list end, and those of the next begin.
    ends: Vec<usize>,
    members: Vec<i64>,
}

impl DecisionTrees {
    /// With so many questions or members of lists, or trees, they grow no more: too much is different.
    const MOST: usize = 1 << 18;
    const TREES: usize = 1 << 14;
    /// They take at most one in so many bytes that are free.
    const SHARE: usize = 16;

    /// The list, if it is known.
    pub fn list(&self, key: &Key, board: &[i64], compared: &[i64]) -> Option<&[i64]> {
        let mut next = *self.roots.get(key)?;
        loop {
            match next {
                Next::Unknown => return None,
                Next::List(list) => {
                    let start = if list == 0 { 0 } else { self.ends[list as usize - 1] };
                    return self.members.get(start..self.ends[list as usize]);
                }
                Next::Question(question) => {
                    let question = question as usize;
                    let answer = answer(*board.get(self.asked[question])?, compared);
                    next = self.next[question * (compared.len() + 1) + answer];
                }
            }
        }
    }

    /// Adds a list to the tree, with the indices of the members that were read to find it, in this order. `None` if there is no
    /// room for it.
    pub fn keep(
        &mut self,
        key: Key,
        read: &[i64],
        board: &[i64],
        compared: &[i64],
        list: &[i64],
        meter: &Meter,
    ) -> Option<()> {
        if self.roots.len() >= Self::TREES {
            return None;
        }
        make_room(&mut self.asked, read.len(), meter)?;
        make_room(&mut self.next, read.len() * (compared.len() + 1), meter)?;
        make_room(&mut self.ends, 1, meter)?;
        make_room(&mut self.members, list.len(), meter)?;
        let mut place = None;
        for index in read {
            let index = usize::try_from(*index).ok()?;
            let question = match *self.next_at(place, key)? {
                Next::Question(question) => question,
                Next::List(_) => return None,
                Next::Unknown => {
                    let question = u32::try_from(self.asked.len()).ok()?;
                    self.asked.push(index);
                    self.next.resize(self.next.len() + compared.len() + 1, Next::Unknown);
                    *self.next_at(place, key)? = Next::Question(question);
                    question
                }
            };
            let question = question as usize;
            if self.asked[question] != index {
                return None;
            }
            place = Some(question * (compared.len() + 1) + answer(*board.get(index)?, compared));
        }
        let number = u32::try_from(self.ends.len()).ok()?;
        let found = self.next_at(place, key)?;
        if *found == Next::Unknown {
            *found = Next::List(number);
            self.members.extend_from_slice(list);
            self.ends.push(self.members.len());
        }
        Some(())
    }

    /// What follows an answer, or without one, the root of the tree.
    fn next_at(&mut self, place: Option<usize>, key: Key) -> Option<&mut Next> {
        match place {
            Some(place) => self.next.get_mut(place),
            None => Some(self.roots.entry(key).or_insert(Next::Unknown)),
        }
    }
}

/// Makes room for so many members more; `None` if there is none.
fn make_room<T>(list: &mut Vec<T>, more: usize, meter: &Meter) -> Option<()> {
    if list.capacity() - list.len() >= more {
        return Some(());
    }
    let more = more.max(list.len());
    if list.len() + more > DecisionTrees::MOST {
        return None;
    }
    meter.room(more * size_of::<T>() * DecisionTrees::SHARE).ok()?;
    list.try_reserve_exact(more).ok()
}

/// Which of the constants a member is; their number if it is none of them.
#[inline]
fn answer(member: i64, compared: &[i64]) -> usize {
    compared.iter().position(|constant| *constant == member).unwrap_or(compared.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, often, tries};

    /// A function of a board that reads what it has to, one member after the other: the indices read, and a list.
    fn made(board: &[i64], start: usize) -> (Vec<i64>, Vec<i64>) {
        let (mut read, mut list, mut at) = (Vec::new(), Vec::new(), start);
        while !read.contains(&(at as i64)) {
            read.push(at as i64);
            let step = match board[at] {
                5 => 1,
                7 => {
                    list.push(at as i64);
                    2
                }
                _ => return (read, list),
            };
            at = (at + step) % board.len();
        }
        (read, list)
    }

    #[test]
    fn what_was_kept_is_found_again_and_nothing_else() {
        let mut dice = Dice::new(0x5ca1_ab1e_0dd5_1234);
        let compared = [5, 7];
        let mut trees = DecisionTrees::default();
        let (mut known, mut unknown, mut seen) = (0, 0, std::collections::HashMap::new());
        for _ in 0..tries(20_000) {
            let board: Vec<i64> = (0..3 + dice.below(6)).map(|_| 4 + dice.small::<i64>(5)).collect();
            let start: usize = dice.small(board.len() as u64);
            let key = [board.len() as i64, start as i64, 0, 0];
            let (read, list) = made(&board, start);
            let member = |index: &i64| board[usize::try_from(*index).unwrap()];
            let answers: Vec<usize> = read.iter().map(|index| answer(member(index), &compared)).collect();
            let is_new = seen.insert((key, read.clone(), answers), ()).is_none();
            match trees.list(&key, &board, &compared) {
                Some(found) => {
                    assert_eq!((found, is_new), (&list[..], false), "{board:?} from {start}");
                    known += 1;
                }
                None => {
                    assert!(is_new, "{board:?} from {start}");
                    trees.keep(key, &read, &board, &compared, &list, &Meter::default()).unwrap();
                    unknown += 1;
                }
            }
        }
        assert!(known > often(15_000) && unknown > often(500), "{known} {unknown}");
    }

    #[test]
    fn trees_stop_growing() {
        let mut trees = DecisionTrees::default();
        let mut keep = |n| trees.keep([2, n, 0, 0], &[1], &[n, 5], &[5], &[n; 10], &Meter::default());
        let kept = (0..40_000).filter(|n| keep(*n).is_some()).count();
        assert!((10_000..30_000).contains(&kept) && trees.members.len() <= DecisionTrees::MOST, "{kept}");
        assert_eq!(trees.list(&[2, 3, 0, 0], &[0, 5], &[5]), Some(&[3; 10][..]));
        assert_eq!(trees.list(&[2, 3, 0, 0], &[0, 6], &[5]), None);
        assert_eq!(trees.list(&[2, 39_999, 0, 0], &[0, 5], &[5]), None);
    }

    #[test]
    fn each_member_is_noted_once_in_order() {
        let mut frame = vec![0; 1 + NOTES];
        for index in [70, 3, 70, 127, 3, 0] {
            note(index, 1, &mut frame).unwrap();
        }
        assert_eq!(noted(1, &frame), [70, 3, 127, 0]);
        assert_eq!([note(128, 1, &mut frame), note(-1, 1, &mut frame)], [None; 2]);
        begin_notes(1, &mut frame);
        assert_eq!(noted(1, &frame), []);
    }
}
