//! Rules resolved once: what is left of a rule when everything in it is a number, a condition, a text, or a list of small
//! numbers or of tuples of two of them. Truths are 0 and 1. Every operation is checked; whatever does not fit 64 bits, or
//! has no value, is a [`Misfit`].

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::affine::{self, Affine, Line, Straight};
use super::key::{Kind, Spread};
use super::pairs::Pairs;
use crate::game::{Builtin, HeapRules, Meter, Operator};

/// The position cannot be looked into with 64 bits, or not at all: the evaluator must, and it says what is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Misfit;

/// Counts the turns of all loops, and asks once in a while whether to go on.
#[derive(Debug, Default)]
pub(super) struct Ticker {
    turns: AtomicU32,
    pub meter: Meter,
}

impl Ticker {
    /// It is asked about once in so many turns.
    pub const TICK: u32 = 1 << 14;

    pub fn new(meter: Meter) -> Ticker {
        Ticker { turns: AtomicU32::new(0), meter }
    }

    /// So many turns more. `Misfit` if nobody should go on: whoever looks then asks the budget.
    #[inline]
    pub fn tick(&self, turns: u32) -> Result<(), Misfit> {
        let turns = self.turns.load(Ordering::Relaxed).saturating_add(turns);
        self.turns.store(turns, Ordering::Relaxed);
        if turns < Self::TICK { Ok(()) } else { self.ask() }
    }

    #[cold]
    fn ask(&self) -> Result<(), Misfit> {
        self.meter.spend(self.turns.swap(0, Ordering::Relaxed) as usize).map_err(|_| Misfit)
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
    Fold(Builtin, Vec<StepCode>, Box<Code>),
    /// Something about texts and lists.
    Asked(Box<Asked>),
}

/// A question about texts, lists and couples.
#[derive(Clone, Debug)]
pub(super) enum Asked {
    Length(Code),
    /// A number of a list, or the number of a character.
    Member(Code, Code),
    /// A text of one character.
    Character(Code, Code),
    /// From one member to another; to the last, if there is no other.
    Part(Code, Code, Option<Code>),
    Same(Code, Code),
    /// Does the first text occur in the second?
    Occurs(Code, Code),
    /// A tuple of two numbers as one.
    Couple(Code, Code),
    /// The first and the second number of a couple.
    First(Code),
    Second(Code),
    /// The couple itself, which is to be compared.
    Ordered(Code),
}

pub(super) type Rows = Arc<[Arc<[i64]>]>;

#[derive(Clone, Debug)]
pub(super) enum StepCode {
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
    /// A single one.
    One(Code),
    /// The members of a list in the frame.
    Members(Code),
    /// Those members of a list in the frame for which conditions hold.
    Kept(Box<Kept>),
    Row(Rows, Code),
    /// Those of a sorted list up to a greatest one.
    UpTo(Arc<[i64]>, Code),
    /// The connected parts of a list of numbers, as lists.
    Parts(Box<Parts>),
    /// Those of some numbers from a least to a greatest one.
    Chosen {
        members: Vec<Code>,
        least: i64,
        greatest: Code,
    },
}

/// The connected parts of a list of numbers.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// What falls into parts.
    pub cells: Built,
    /// The vertices of the graph are the numbers below this.
    pub vertices: Option<i64>,
    /// Whether two members, which lie in this slot and the next, are near each other, one way round.
    pub near: Code,
    pub slot: usize,
    /// What is known of that, both ways round.
    pub pairs: Arc<Pairs>,
    /// From this slot on there is room for all members: there the parts are laid.
    pub room: usize,
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
        coordinates: Vec<BoardCoordinate>,
    },
    Heap(Arc<HeapRules>, Code),
    Star(Code),
    Plus(Vec<Left>),
    Copies(Code, Box<Left>),
    If(Code, Box<[Left; 2]>),
    /// So many beside each other as there are cases.
    Each(Vec<StepCode>, Box<Left>),
}

/// A coordinate of an option.
#[derive(Clone, Debug)]
pub(super) enum BoardCoordinate {
    Number(Code),
    /// A text or a list.
    Built(Kind, Built),
}

/// How a text or a list is built.
#[derive(Clone, Debug)]
pub(super) enum Built {
    /// As it lies in the frame.
    Copy(Code),
    Replaced(Box<Built>, Code, New),
    Removed(Box<Built>, Code),
    Inserted(Box<Built>, Code, New),
    Joined(Box<[Built; 2]>),
    Sorted(Box<Built>),
    Reversed(Box<Built>),
    /// These numbers.
    List(Vec<Code>),
    /// A number for each case.
    Each(Vec<StepCode>, Code),
    If(Code, Box<[Built; 2]>),
    /// The least or the greatest of what is built in all cases.
    Extreme {
        greatest: bool,
        cases: Vec<(Vec<StepCode>, Built)>,
    },
    /// A function's body, with its arguments in slots from the first on.
    Let(usize, Vec<Argument>, Box<Built>),
}

/// An argument of a function.
#[derive(Clone, Debug)]
pub(super) enum Argument {
    Code(Code),
    /// Built and laid in the frame, from this slot on.
    Laid(Built, usize),
}

/// Some members of a list.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub list: Code,
    /// The slot of the member.
    pub member: usize,
    pub tests: Vec<PairTest>,
}

/// A condition that depends on a member and on at most one number more.
#[derive(Clone, Debug)]
pub(super) struct PairTest {
    pub test: Code,
    /// The slot of the other number.
    pub other: Option<usize>,
    /// What is known: of the other number and the member.
    pub pairs: Arc<Pairs>,
}

/// What comes into a text or a list.
#[derive(Clone, Debug)]
pub(super) enum New {
    Number(Code),
    Text(Box<Built>),
}

#[derive(Clone, Debug)]
pub(super) struct ClauseCode {
    pub steps: Vec<StepCode>,
    pub left: Left,
    /// Where its options lie, if they lie along lines.
    pub straight: Option<Straight>,
}

impl ClauseCode {
    pub fn new(steps: Vec<StepCode>, left: Left) -> ClauseCode {
        let straight = straight(&steps, &left);
        ClauseCode { steps, left, straight }
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
    pub clauses: Vec<ClauseCode>,
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

    /// A rule for numbers with its domain.
    pub fn resolved(&self, rule: usize) -> Option<(&RuleCode, &Domain)> {
        Some((self.rules[rule].as_ref()?, self.domains[rule].as_ref()?))
    }

    /// A rule, for numbers or for the kinds of one of the boards.
    pub fn rule(&self, rule: usize, board: Option<usize>) -> Option<&RuleCode> {
        match board {
            Some(board) => self.boards[board].code.as_ref(),
            None => self.rules[rule].as_ref(),
        }
    }
}

/// The coordinates of what a clause leaves, if its last step is a variable that runs through a range and each coordinate
/// changes steadily along it.
fn straight(steps: &[StepCode], left: &Left) -> Option<Straight> {
    let Some(StepCode::For { slot, source: Source::Range { .. }, .. }) = steps.last() else { return None };
    let Left::Explicit { memo: None, coordinates, .. } = left else { return None };
    if coordinates.len() > affine::MOST {
        return None;
    }
    coordinates.iter().map(|code| code.affine_coordinate(*slot)).collect::<Option<_>>().map(Straight)
}

impl Code {
    fn affine_coordinate(&self, x: usize) -> Option<affine::AffineCoordinate> {
        match self {
            Code::Apply(function @ (Builtin::Min | Builtin::Max), pair) => {
                let [one, other] = &pair[..] else { return None };
                let (one, other) = (one.line(x)?, other.line(x)?);
                Some(if *function == Builtin::Min {
                    affine::AffineCoordinate::Lesser(one, other)
                } else {
                    affine::AffineCoordinate::Greater(one, other)
                })
            }
            other => other.line(x).map(affine::AffineCoordinate::One),
        }
    }

    /// `base + rate · x`, if it is that for the slot x.
    fn line(&self, x: usize) -> Option<Line> {
        let still = |base: Affine| Line { base, rate: Affine::default() };
        match self {
            Code::Constant(n) => Affine::constant(*n).map(still),
            Code::Slot(slot) if *slot == x => Some(Line { base: Affine::default(), rate: Affine::constant(1)? }),
            Code::Slot(slot) => Some(still(Affine::slot(*slot, 1))),
            Code::Negate(line) => line.line(x)?.times(-1),
            Code::Binary(Operator::Add, pair) => pair[0].line(x)?.plus(pair[1].line(x)?),
            Code::Binary(Operator::Subtract, pair) => pair[0].line(x)?.plus(pair[1].line(x)?.times(-1)?),
            Code::Binary(Operator::Multiply, pair) => match &**pair {
                [Code::Constant(n), line] | [line, Code::Constant(n)] => line.line(x)?.times(*n),
                [Code::Slot(slot), line] | [line, Code::Slot(slot)] if *slot != x => line.line(x)?.of_slot(*slot),
                _ => None,
            },
            _ => None,
        }
    }

    /// A constant and multiples of slots, if it is that.
    pub fn affine(&self) -> Option<Affine> {
        // No slot has this number: nothing is taken for the last variable.
        self.line(usize::MAX).map(|line| line.base)
    }
}

#[cfg(test)]
mod tests {
    use super::affine::Progression;
    use super::*;

    #[test]
    fn which_codes_are_lines() {
        let (x, a) = (|| Code::Slot(1), || Code::Slot(0));
        let join = |operator, one, other| Code::Binary(operator, Box::new([one, other]));
        let run = Progression { start: 2, step: 3, count: 5 };
        for (code, expected) in [
            (x(), Some((2, 3))),
            (join(Operator::Subtract, a(), x()), Some((98, -3))),
            (join(Operator::Subtract, a(), join(Operator::Multiply, x(), a())), Some((-100, -300))),
            (join(Operator::Multiply, Code::Constant(-2), join(Operator::Add, x(), Code::Constant(1))), Some((-6, -6))),
            (join(Operator::Multiply, x(), x()), None),
            (join(Operator::Divide, a(), Code::Constant(2)), None),
            (Code::Constant(1 << 40), None),
        ] {
            let lane = code.line(1).and_then(|line| line.along(&[100, 0], run));
            assert_eq!(lane, expected, "{code:?}");
        }
    }
}
