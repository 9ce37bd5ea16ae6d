//! Rules resolved once: what is left of a rule when everything in it is a number, a condition, or a text or a list of
//! small numbers. Truths are 0 and 1. Every operation is checked; whatever does not fit 64 bits, or has no value, is a
//! [`Misfit`].

use std::sync::Arc;

use super::board::{Asked, Coordinate};
use super::interpret::Ticker;
use super::key::Spread;
use super::straight::Straight;
use crate::game::{Builtin, HeapRules, Operator};

/// The position cannot be looked into with 64 bits, or not at all: the evaluator must, and it says what is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Misfit;

/// What code gives. Texts, lists and tuples lie in the frame, and the number that stands for one tells where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Truth,
    /// Of characters of one byte.
    Text,
    /// Of numbers.
    List,
    /// Of numbers.
    Tuple,
}

impl Kind {
    /// Does it lie in the frame?
    pub fn is_board(self) -> bool {
        !matches!(self, Kind::Number | Kind::Truth)
    }
}

#[derive(Clone, Debug)]
pub(super) enum Code {
    Constant(i64),
    Slot(usize),
    Negate(Box<Code>),
    Not(Box<Code>),
    And(Box<[Code; 2]>),
    Or(Box<[Code; 2]>),
    If(Box<[Code; 3]>),
    Binary(Operator, Box<[Code; 2]>),
    Apply(Builtin, Vec<Code>),
    /// A function's body, with its arguments in slots from the first on.
    Let(usize, Vec<Code>, Box<Code>),
    /// A member of a constant list.
    Member(Arc<[i64]>, Box<Code>),
    /// A member of a row of a constant list of lists.
    Cell(Rows, Box<[Code; 2]>),
    /// Is it one of these, which are sorted?
    AmountList(Arc<[i64]>, Box<Code>),
    /// `all`, `some`, `count`, `sum`, `min`, `max`, `nimsum` over cases.
    Fold(Builtin, Vec<Step>, Box<Code>),
    /// Something about texts and lists.
    Asked(Box<Asked>),
}

pub(super) type Rows = Arc<[Arc<[i64]>]>;

#[derive(Clone, Debug)]
pub(super) enum Step {
    For { slot: usize, source: Source, ticker: Arc<Ticker> },
    Test(Code),
}

/// What a variable runs through. In which order, and how often the same number comes, does not matter to a mex.
#[derive(Clone, Debug)]
pub(super) enum Source {
    Range {
        start: Code,
        end: Code,
        step: Code,
    },
    AmountList(Arc<[i64]>),
    /// The members of a list in the frame.
    Members(Code),
    Row(Rows, Code),
    /// Those of a sorted list up to a greatest one.
    UpTo(Arc<[i64]>, Code),
    /// Those of some numbers from a least to a greatest one.
    Chosen {
        members: Vec<Code>,
        least: i64,
        greatest: Code,
    },
}

/// What an option leaves.
#[derive(Clone, Debug)]
pub(super) enum Left {
    /// A position of the rule with this index, among the systems known under this number; `None`: the same system.
    Explicit {
        memo: Option<usize>,
        rule: usize,
        coordinates: Vec<Code>,
    },
    /// A position with texts or lists among its coordinates.
    Board {
        memo: Option<usize>,
        rule: usize,
        coordinates: Vec<Coordinate>,
    },
    Heap(Arc<HeapRules>, Code),
    Star(Code),
    Plus(Vec<Left>),
    Copies(Code, Box<Left>),
    If(Code, Box<[Left; 2]>),
    /// So many beside each other as there are cases.
    Each(Vec<Step>, Box<Left>),
}

#[derive(Clone, Debug)]
pub(super) struct Clause {
    pub steps: Vec<Step>,
    pub left: Left,
    /// Where its options lie, if they lie along lines.
    pub straight: Option<Straight>,
}

impl Clause {
    pub fn new(steps: Vec<Step>, left: Left) -> Clause {
        let straight = Straight::of(&steps, &left);
        Clause { steps, left, straight }
    }
}

#[derive(Clone, Debug)]
pub(super) struct RuleCode {
    pub arity: usize,
    /// Size of the frame.
    pub slots: usize,
    /// What lies at the end of the frame: constant texts and lists.
    pub constants: Arc<[i64]>,
    pub over: Option<Code>,
    pub clauses: Vec<Clause>,
}

/// What is a position at all.
#[derive(Clone, Debug)]
pub(super) struct Domain {
    pub slots: usize,
    pub constants: Arc<[i64]>,
    /// `None`: all numbers from 0 on.
    pub condition: Option<Code>,
}

/// A rule resolved for coordinates of certain kinds, some of which are texts or lists.
#[derive(Clone, Debug)]
pub(super) struct BoardRule {
    pub rule: usize,
    pub kinds: Arc<[Kind]>,
    pub code: Option<RuleCode>,
    pub domain: Option<Domain>,
}

/// A system, as far as its rules could be resolved.
#[derive(Clone, Debug, Default)]
pub(super) struct SystemCode {
    /// For coordinates that are numbers.
    pub rules: Vec<Option<RuleCode>>,
    pub domains: Vec<Option<Domain>>,
    /// For the kinds of coordinates met so far.
    pub boards: Vec<BoardRule>,
}

impl SystemCode {
    /// Where a rule for coordinates of such kinds is among the boards.
    pub fn board(&self, rule: usize, spread: &Spread) -> Option<usize> {
        self.boards.iter().position(|board| board.rule == rule && spread.is_of(&board.kinds))
    }

    /// A rule, for numbers or for the kinds of one of the boards.
    pub fn rule(&self, rule: usize, board: Option<usize>) -> Option<&RuleCode> {
        match board {
            Some(board) => self.boards[board].code.as_ref(),
            None => self.rules[rule].as_ref(),
        }
    }
}
