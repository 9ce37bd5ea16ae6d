//! Finds lists whose answers can be kept in decision trees (`code::decisions`), and lets their code note what it reads.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Compiler;
use crate::code::decisions;
use crate::code::flat::Kind;
use crate::code::form::{BoardCode, BoardOp, Code, DecidedList, LoopSource, NewMembers, StepCode};
use crate::game::Operator;

impl Compiler<'_> {
    /// The code of a list, with its answers kept if it is made by a loop that reads one board, to compare its members
    /// with few constants, and few numbers.
    pub(super) fn decided(&mut self, list: BoardCode) -> BoardCode {
        match list {
            BoardCode::Let(first, arguments, body) => BoardCode::Let(first, arguments, Box::new(self.decided(*body))),
            BoardCode::Each(..) => self.noted(&list).unwrap_or(list),
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
        noting.board_code(&mut list)?;
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

    fn codes(&mut self, codes: &mut [Code]) -> Option<()> {
        codes.iter_mut().try_for_each(|code| self.code(code))
    }

    fn code(&mut self, code: &mut Code) -> Option<()> {
        match code {
            Code::Constant(_) => {}
            Code::Slot(slot) => {
                if self.is_board(&Code::Slot(*slot)) {
                    return None;
                }
                if !self.set.contains(slot) {
                    if self.kinds.get(*slot).is_some_and(|kind| kind.is_board()) {
                        return None;
                    }
                    self.numbers.insert(*slot);
                }
            }
            Code::Binary(Operator::Equal | Operator::Unequal, two) => {
                let [one, other] = &mut **two;
                if !self.comparison(one, other)? && !self.comparison(other, one)? {
                    self.codes(&mut two[..])?;
                }
            }
            Code::Negate(one) | Code::Not(one) | Code::Member(_, one) | Code::InList(_, one) => self.code(one)?,
            Code::And(two) | Code::Or(two) | Code::Binary(_, two) | Code::Cell(_, two) => self.codes(&mut two[..])?,
            Code::If(three) => self.codes(&mut three[..])?,
            Code::Apply(_, arguments) => self.codes(arguments)?,
            Code::Let(first, arguments, body) => {
                self.arguments(*first, arguments)?;
                self.code(body)?;
            }
            Code::Fold(_, steps, body) => {
                self.steps(steps)?;
                self.code(body)?;
            }
            Code::Board(op) => self.op(op)?,
        }
        Some(())
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

    fn op(&mut self, op: &mut BoardOp) -> Option<()> {
        match op {
            BoardOp::Length(whole) if self.is_board(whole) => Some(()),
            BoardOp::Length(one) | BoardOp::First(one) | BoardOp::Second(one) | BoardOp::Ordered(one) => self.code(one),
            // What is noted elsewhere is noted for the board alone.
            BoardOp::Noted(..) => None,
            BoardOp::Member(a, b)
            | BoardOp::Character(a, b)
            | BoardOp::Same(a, b)
            | BoardOp::Occurs(a, b)
            | BoardOp::Couple(a, b) => {
                self.code(a)?;
                self.code(b)
            }
            BoardOp::Part(whole, from, to) => {
                self.code(whole)?;
                self.code(from)?;
                to.iter_mut().try_for_each(|to| self.code(to))
            }
            BoardOp::Built(built, _) => self.board_code(built),
        }
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

    fn steps(&mut self, steps: &mut [StepCode]) -> Option<()> {
        for step in steps {
            match step {
                StepCode::Test(test) => self.code(test)?,
                StepCode::For { slot, source, .. } => {
                    self.source(source, *slot)?;
                    self.set.insert(*slot);
                }
            }
        }
        Some(())
    }

    fn source(&mut self, source: &mut LoopSource, slot: usize) -> Option<()> {
        match source {
            LoopSource::Range { start, end, step } => {
                self.code(start)?;
                self.code(end)?;
                self.code(step)
            }
            LoopSource::List(_) => Some(()),
            LoopSource::One(one) | LoopSource::Members(one) | LoopSource::Row(_, one) | LoopSource::UpTo(_, one) => {
                self.code(one)
            }
            LoopSource::Chosen { members, greatest, .. } => {
                self.codes(members)?;
                self.code(greatest)
            }
            LoopSource::Filtered(filtered) => {
                self.code(&mut filtered.list)?;
                self.set.insert(slot);
                self.set.insert(filtered.member);
                filtered.tests.iter_mut().try_for_each(|pair| self.code(&mut pair.test))
            }
            LoopSource::Parts(parts) => {
                self.board_code(&mut parts.cells)?;
                self.set.extend([parts.slot, parts.slot + 1]);
                self.code(&mut parts.near)
            }
        }
    }

    fn board_code(&mut self, code: &mut BoardCode) -> Option<()> {
        match code {
            BoardCode::Copy(one) => self.code(one),
            BoardCode::Replaced(old, index, new) | BoardCode::Inserted(old, index, new) => {
                self.board_code(old)?;
                self.code(index)?;
                match new {
                    NewMembers::Number(number) => self.code(number),
                    NewMembers::Text(text) => self.board_code(text),
                }
            }
            BoardCode::Removed(old, index) => {
                self.board_code(old)?;
                self.code(index)
            }
            BoardCode::Joined(two) => two.iter_mut().try_for_each(|one| self.board_code(one)),
            BoardCode::Sorted(old) | BoardCode::Reversed(old) => self.board_code(old),
            BoardCode::List(numbers) => self.codes(numbers),
            BoardCode::Each(steps, number) => {
                self.steps(steps)?;
                self.code(number)
            }
            BoardCode::If(condition, two) => {
                self.code(condition)?;
                two.iter_mut().try_for_each(|one| self.board_code(one))
            }
            BoardCode::Extreme { cases, .. } => cases.iter_mut().try_for_each(|(steps, built)| {
                self.steps(steps)?;
                self.board_code(built)
            }),
            BoardCode::Let(first, arguments, body) => {
                self.arguments(*first, arguments)?;
                self.board_code(body)
            }
            // Its members are read for this list too, so they are noted here and not there.
            BoardCode::Decided(decided) => {
                let inner = std::mem::replace(&mut decided.list, BoardCode::List(Vec::new()));
                *code = inner;
                self.board_code(code)
            }
        }
    }
}
