//! Finds lists whose answers can be kept in decision trees (`code::decisions`), and lets their code note what it reads.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Compiler;
use crate::code::decisions;
use crate::code::flat::Kind;
use crate::code::form::{BoardCode, BoardOp, Code, DecidedList};
use crate::code::walk::CodeVisitorMut;
use crate::game::Operator;
use crate::ledger::FastPath;

impl Compiler<'_> {
    /// The code of a list, with its answers kept if it is made by a loop that reads one board, to compare its members
    /// with few constants, and few numbers.
    pub(super) fn decided(&mut self, list: BoardCode) -> BoardCode {
        match list {
            BoardCode::Let(first, arguments, body) => BoardCode::Let(first, arguments, Box::new(self.decided(*body))),
            BoardCode::Each(..) if !FastPath::Decisions.is_off() => self.noted(&list).unwrap_or(list),
            other => other,
        }
    }

    fn noted(&mut self, list: &BoardCode) -> Option<BoardCode> {
        let mut noting = Noting {
            kinds: &self.kinds,
            set: BTreeSet::new(),
            numbers: BTreeSet::new(),
            board: None,
            same_board: BTreeSet::new(),
            compared: BTreeSet::new(),
            notes: self.slots,
        };
        let mut list = list.clone();
        noting.board(&mut list)?;
        let Noting { numbers, board, compared, notes, .. } = noting;
        if numbers.len() > decisions::NUMBERS || !(1..=Self::COMPARED).contains(&compared.len()) {
            return None;
        }
        self.slots += decisions::NOTES;
        Some(BoardCode::Decided(Box::new(DecidedList {
            list,
            board: board?,
            numbers: numbers.into_iter().collect(),
            compared: compared.into_iter().collect(),
            notes,
            trees: Arc::default(),
            ticker: self.ticker.clone(),
        })))
    }

    /// Members may be compared with so many constants.
    const COMPARED: usize = 4;
}

/// A walk through the code of a list, which notes from here on what it reads of the board. Each part of it is `None` if the list
/// may depend on more than comparisons of members, the length of the board, and numbers.
struct Noting<'a> {
    /// What each slot holds.
    kinds: &'a [Kind],
    /// The slots that the code sets itself.
    set: BTreeSet<usize>,
    /// The slots with numbers that it only reads.
    numbers: BTreeSet<usize>,
    /// The slot with the board.
    board: Option<usize>,
    /// The slots in which the code has put the same board.
    same_board: BTreeSet<usize>,
    /// The constants with which members are compared.
    compared: BTreeSet<i64>,
    notes: usize,
}

impl Noting<'_> {
    /// Is this code the board? The first text or list that is met and not made here is it.
    fn is_board(&mut self, code: &Code) -> bool {
        let Code::Slot(slot) = code else { return false };
        if self.set.contains(slot) || self.same_board.contains(slot) {
            return self.same_board.contains(slot);
        }
        let is_board = self.kinds.get(*slot).is_some_and(|kind| kind.is_board());
        is_board && *self.board.get_or_insert(*slot) == *slot
    }

    /// Makes a comparison of a member of the board with a constant note what it reads; `Some(false)` if it is none.
    fn comparison(&mut self, read: &mut Code, with: &Code) -> Option<bool> {
        let (Code::Board(op), Code::Constant(constant)) = (read, with) else { return Some(false) };
        let (BoardOp::Member(whole, index) | BoardOp::Noted(whole, index, _)) = &mut **op else { return Some(false) };
        if !self.is_board(whole) {
            return Some(false);
        }
        self.code(index)?;
        self.compared.insert(*constant);
        let nothing = || Code::Constant(0);
        let (whole, index) = (std::mem::replace(whole, nothing()), std::mem::replace(index, nothing()));
        **op = BoardOp::Noted(whole, index, self.notes);
        Some(true)
    }

    /// The arguments of a function, in slots from this one on.
    fn arguments(&mut self, first: usize, arguments: &mut [Code]) -> Option<()> {
        for (slot, argument) in (first..).zip(arguments) {
            if self.is_board(argument) {
                self.same_board.insert(slot);
            } else {
                self.code(argument)?;
                self.set.insert(slot);
            }
        }
        Some(())
    }
}

impl CodeVisitorMut for Noting<'_> {
    fn code(&mut self, code: &mut Code) -> Option<()> {
        match code {
            Code::Slot(_) if self.is_board(code) => None,
            Code::Slot(slot) if !self.set.contains(slot) => {
                let is_number = !self.kinds.get(*slot).is_some_and(|kind| kind.is_board());
                self.numbers.insert(*slot);
                is_number.then_some(())
            }
            Code::Binary(Operator::Equal | Operator::Unequal, two) => {
                let [one, other] = &mut **two;
                if self.comparison(one, other)? || self.comparison(other, one)? {
                    Some(())
                } else {
                    code.each_part_mut(self)
                }
            }
            Code::Let(first, arguments, body) => {
                self.arguments(*first, arguments)?;
                self.code(body)
            }
            Code::Board(op) => match &**op {
                BoardOp::Length(whole) if self.is_board(whole) => Some(()),
                // What is noted elsewhere is noted for the board alone.
                BoardOp::Noted(..) => None,
                _ => code.each_part_mut(self),
            },
            _ => code.each_part_mut(self),
        }
    }

    fn board(&mut self, code: &mut BoardCode) -> Option<()> {
        match code {
            BoardCode::Let(first, arguments, body) => {
                self.arguments(*first, arguments)?;
                self.board(body)
            }
            // Its members are read for this list too, so they are noted here and not there.
            BoardCode::Decided(decided) => {
                *code = std::mem::replace(&mut decided.list, BoardCode::List(Vec::new()));
                self.board(code)
            }
            _ => code.each_part_mut(self),
        }
    }

    fn sets(&mut self, slot: usize) {
        self.set.insert(slot);
    }
}
