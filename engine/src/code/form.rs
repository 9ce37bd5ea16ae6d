//! The form of compiled rules. A rule can be compiled if everything in it is a number, a condition, a text, or a list
//! of small numbers or of tuples of two of them. Everything is then a 64-bit number; true and false are 1 and 0.
//! Every operation is checked: a result that does not fit 64 bits, or does not exist, is a [`Bailout`].

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use super::decisions::DecisionTrees;
use super::flat::{FlatCoordinates, Kind};
use super::linear::{self, Affine, AffineLine, LinearOption};
use super::row_table::RowTable;
use crate::game::{Builtin, HeapRules, Meter, Operator};
use crate::ledger::FastPath;

/// Compiled code gives up on a position. The evaluator (`game::Mover`) must handle it, and reports the error if there
/// is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bailout;

/// Counts the turns of all loops in compiled code, and asks the meter now and then whether to go on.
#[derive(Debug, Default)]
pub struct Ticker {
    turns: AtomicU32,
    pub meter: Meter,
}

impl Ticker {
    /// The meter is asked about once in this many turns.
    pub const TICK: u32 = 1 << 14;

    pub fn new(meter: Meter) -> Ticker {
        Ticker { turns: AtomicU32::new(0), meter }
    }

    /// Counts turns. `Bailout` if the computation is to stop; the caller then finds the reason by asking the budget.
    #[inline]
    pub fn tick(&self, turns: u32) -> Result<(), Bailout> {
        let turns = self.turns.load(Ordering::Relaxed).saturating_add(turns);
        self.turns.store(turns, Ordering::Relaxed);
        if turns < Self::TICK { Ok(()) } else { self.ask() }
    }

    #[cold]
    fn ask(&self) -> Result<(), Bailout> {
        self.meter.spend(self.turns.swap(0, Ordering::Relaxed) as usize).map_err(|_| Bailout)
    }
}

#[derive(Clone, Debug)]
pub enum Code {
    Constant(i64),
    Slot(usize),
    Negate(Box<Code>),
    Not(Box<Code>),
    And(Box<[Code; 2]>),
    Or(Box<[Code; 2]>),
    If(Box<[Code; 3]>),
    Binary(Operator, Box<[Code; 2]>),
    Apply(Builtin, Vec<Code>),
    /// A function's body, evaluated with its arguments in consecutive slots from this one on.
    Let(usize, Vec<Code>, Box<Code>),
    /// A member of a constant list, by its index.
    Member(Arc<[i64]>, Box<Code>),
    /// A member of a row of a constant list of lists, by the indices of the row and of the member.
    Cell(Arc<RowTable>, Box<[Code; 2]>),
    /// Is the number in this constant list, which is sorted?
    InList(Arc<[i64]>, Box<Code>),
    /// `all`, `some`, `count`, `sum`, `min`, `max` or `nimsum` of the body, over all cases of the steps.
    Fold(Builtin, Vec<StepCode>, Box<Code>),
    /// A number computed from texts, lists or couples.
    Board(Box<BoardOp>),
}

/// An operation on texts, lists and couples. Its operands and results are numbers: an encoded
/// [`FrameSlice`](super::frame_slice::FrameSlice) for a text or a list, and a couple (see `couples`) for a tuple of two
/// numbers.
#[derive(Clone, Debug)]
pub enum BoardOp {
    Length(Code),
    /// The member of a list, or the byte of a text, at an index.
    Member(Code, Code),
    /// As `Member`. The index is noted from a slot on: see [`DecidedList`].
    Noted(Code, Code, usize),
    /// The text of one character at an index.
    Character(Code, Code),
    /// The slice from one index to another, both included; without the second, to the end.
    Part(Code, Code, Option<Code>),
    Same(Code, Code),
    /// Does the first text occur in the second?
    Occurs(Code, Code),
    /// The couple of two numbers.
    Couple(Code, Code),
    /// The first number of a couple, and in the next variant the second.
    First(Code),
    Second(Code),
    /// The couple itself; a `Bailout` if it must not be compared by size.
    Ordered(Code),
    /// A text or a list that is built in the frame, in the first of [`FlatCoordinates::LONGEST`] slots from this one on. The
    /// slots belong to this operation alone.
    Built(BoardCode, usize),
}

#[derive(Clone, Debug)]
pub enum StepCode {
    For { slot: usize, source: LoopSource, ticker: Arc<Ticker> },
    Test(Code),
}

impl StepCode {
    /// The conditions of which both must hold, one after the other.
    pub fn apart(self) -> Vec<StepCode> {
        match self {
            StepCode::Test(Code::And(both)) => both.into_iter().map(StepCode::Test).flat_map(StepCode::apart).collect(),
            other => vec![other],
        }
    }

    /// The condition, if the step is one.
    pub fn test(&self) -> Option<&Code> {
        match self {
            StepCode::Test(condition) => Some(condition),
            StepCode::For { .. } => None,
        }
    }
}

/// What a variable runs through. The order, and repeated members, do not matter to a mex.
#[derive(Clone, Debug)]
pub enum LoopSource {
    Range {
        start: Code,
        end: Code,
        step: Code,
    },
    /// The members of a constant list.
    List(Arc<[i64]>),
    /// A single number.
    One(Code),
    /// The divisors of a number from one number to another; of 0, all numbers.
    Divisors {
        number: Code,
        start: Code,
        end: Code,
    },
    /// The members of a list in the frame.
    Members(Code),
    Row(Arc<RowTable>, Code),
    /// The members of a sorted constant list up to a greatest number.
    UpTo(Arc<[i64]>, Code),
    /// The connected parts of a list of numbers, as lists.
    Parts(Box<Parts>),
    /// Of these numbers, those from `least` to `greatest`. The members of a set are `distinct`: each comes once, in order.
    Chosen {
        members: Vec<Code>,
        distinct: bool,
        least: i64,
        greatest: Code,
    },
}

/// `parts(cells, near)`: the connected components of the graph on the members of a list.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The list whose members are the vertices.
    pub cells: BoardCode,
    /// If the graph is given as a constant list of rows, the number of its rows: members must lie below it.
    pub vertices: Option<i64>,
    /// Is there an edge from the member in `slot` to the one in the next slot? Two members are joined if there is an
    /// edge in either direction.
    pub near: Code,
    pub slot: usize,
    /// The first of [`FlatCoordinates::LONGEST`](super::flat::FlatCoordinates::LONGEST) slots that hold the members of a
    /// component.
    pub buffer_slot: usize,
}

/// The code of an option: a position, a nim-heap, or a sum of such.
#[derive(Clone, Debug)]
pub enum OptionCode {
    /// A position of the rule with this index, in the system whose memo has this number; `None`: the same system.
    Written {
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
    Plus(Vec<OptionCode>),
    Copies(Code, Box<OptionCode>),
    If(Code, Box<[OptionCode; 2]>),
    /// The sum over all cases of the steps.
    Each(Vec<StepCode>, Box<OptionCode>),
}

/// A coordinate of an option that is a board.
#[derive(Clone, Debug)]
pub enum BoardCoordinate {
    Number(Code),
    /// A text or a list.
    Board(Kind, BoardCode),
}

/// The code that builds a text or a list.
#[derive(Clone, Debug)]
pub enum BoardCode {
    /// A copy of one in the frame.
    Copy(Code),
    Replaced(Box<BoardCode>, Code, NewMembers),
    Removed(Box<BoardCode>, Code),
    Inserted(Box<BoardCode>, Code, NewMembers),
    Joined(Box<[BoardCode; 2]>),
    Sorted(Box<BoardCode>),
    Reversed(Box<BoardCode>),
    /// These numbers.
    List(Vec<Code>),
    /// The number for each case of the steps.
    Each(Vec<StepCode>, Code),
    If(Code, Box<[BoardCode; 2]>),
    /// The least or the greatest, in lexicographic order, of all that is built: each entry is built for every case of
    /// its steps.
    Extreme {
        greatest: bool,
        cases: Vec<(Vec<StepCode>, BoardCode)>,
    },
    /// A function's body, evaluated with its arguments in consecutive slots from this one on.
    Let(usize, Vec<Code>, Box<BoardCode>),
    /// A list whose answers are kept.
    Decided(Box<DecidedList>),
}

/// A list whose answers are kept.
#[derive(Clone, Debug)]
pub struct DecidedList {
    /// The code that makes the list. It reads the board with `BoardOp::Noted`, which notes what is read from the slot
    /// `notes` on.
    pub list: BoardCode,
    /// The slot of the board.
    pub board: usize,
    /// The slots of the numbers on which the list depends.
    pub numbers: Vec<usize>,
    /// The constants with which members are compared, each once.
    pub compared: Arc<[i64]>,
    pub notes: usize,
    pub trees: Arc<Mutex<DecisionTrees>>,
    pub ticker: Arc<Ticker>,
}

/// What `replace` or `insert` puts into a list (a number) or a text (a text).
#[derive(Clone, Debug)]
pub enum NewMembers {
    Number(Code),
    Text(Box<BoardCode>),
}

#[derive(Clone, Debug)]
pub struct ClauseCode {
    pub steps: Vec<StepCode>,
    pub option: OptionCode,
    /// The coordinates of its options as linear functions of its last variable, if they are that.
    pub linear: Option<LinearOption>,
}

impl ClauseCode {
    pub fn new(steps: Vec<StepCode>, option: OptionCode) -> ClauseCode {
        let linear = linear_option(&steps, &option);
        ClauseCode { steps, option, linear }
    }
}

#[derive(Clone, Debug)]
pub struct RuleCode {
    pub arity: usize,
    /// How many slots the frame has.
    pub slots: usize,
    /// The members of constant texts and lists, which lie at the end of the frame.
    pub constants: Arc<[i64]>,
    pub over: Option<Code>,
    pub clauses: Vec<ClauseCode>,
}

/// The code of a loop outside of rules, in which a variable runs through numbers.
#[derive(Clone, Debug)]
pub struct LoopCode {
    /// The steps after the variable that runs.
    pub steps: Vec<StepCode>,
    pub body: Code,
    /// Is the body a condition?
    pub gives_truths: bool,
    pub slots: usize,
    pub constants: Vec<i64>,
}

/// Which coordinates are a position of a rule: its `where` condition, compiled.
#[derive(Clone, Debug)]
pub struct Domain {
    pub slots: usize,
    pub constants: Arc<[i64]>,
    /// `None`: any coordinates without negative numbers.
    pub condition: Option<Code>,
}

/// A rule compiled for coordinates of certain kinds, some of which are texts or lists. `code` and `domain` are `None`
/// if it cannot be compiled for them.
#[derive(Clone, Debug)]
pub struct BoardRule {
    pub rule: usize,
    pub kinds: Arc<[Kind]>,
    pub code: Option<RuleCode>,
    pub domain: Option<Domain>,
}

/// A system, as far as its rules could be compiled.
#[derive(Clone, Debug, Default)]
pub struct SystemCode {
    /// For each rule, its code for coordinates that are numbers, if there is one.
    pub rules: Vec<Option<RuleCode>>,
    pub domains: Vec<Option<Domain>>,
    /// Rules compiled for other kinds of coordinates, as such positions occurred.
    pub boards: Vec<BoardRule>,
}

impl SystemCode {
    /// The index in `boards` of a rule compiled for coordinates of these kinds.
    pub fn board(&self, rule: usize, flat: &FlatCoordinates) -> Option<usize> {
        self.boards.iter().position(|board| board.rule == rule && flat.is_of(&board.kinds))
    }

    /// A rule compiled for numbers, with its domain.
    pub fn compiled(&self, rule: usize) -> Option<(&RuleCode, &Domain)> {
        Some((self.rules[rule].as_ref()?, self.domains[rule].as_ref()?))
    }

    /// A compiled rule: for numbers, or the one with this index in `boards`.
    pub fn rule(&self, rule: usize, board: Option<usize>) -> Option<&RuleCode> {
        match board {
            Some(board) => self.boards[board].code.as_ref(),
            None => self.rules[rule].as_ref(),
        }
    }
}

/// The coordinates of a clause's option, if its last variable runs through a range and each coordinate is a linear function of
/// it, or the lesser or greater of two.
fn linear_option(steps: &[StepCode], option: &OptionCode) -> Option<LinearOption> {
    let last = steps.iter().rfind(|step| matches!(step, StepCode::For { .. }));
    let Some(StepCode::For { slot, source: LoopSource::Range { .. }, .. }) = last else { return None };
    let OptionCode::Written { memo: None, coordinates, .. } = option else { return None };
    if coordinates.len() > linear::MOST || FastPath::LinearOptions.is_off() {
        return None;
    }
    coordinates.iter().map(|code| code.affine_coordinate(*slot)).collect::<Option<_>>().map(LinearOption)
}

impl LoopSource {
    /// The numbers that a variable runs through, if these are the same at every position but for a bound that they must not
    /// exceed, which is the second. Of a list with a bound, those up to `farthest`. `None` if a range has more than `range`
    /// numbers, or a list more than `list`.
    pub fn fixed_members(&self, range: usize, list: usize, farthest: i64) -> Option<(Vec<i64>, Option<&Code>)> {
        let (members, end, most): (Vec<i64>, _, _) = match self {
            LoopSource::Range { start: Code::Constant(start), end, step: Code::Constant(step @ 1..) } => {
                let all = (*start..=end.upper_bound()?).step_by(usize::try_from(*step).ok()?);
                (all.take(range + 1).collect(), Some(end), range)
            }
            LoopSource::List(members) => (members.iter().copied().take(list + 1).collect(), None, list),
            LoopSource::UpTo(members, end) => {
                let near = members.iter().copied().take_while(|member| *member <= farthest);
                (near.take(list + 1).collect(), Some(end), list)
            }
            _ => return None,
        };
        (members.len() <= most).then_some((members, end))
    }
}

impl Code {
    /// An upper bound of its value that holds for every position; `None` if none is known.
    fn upper_bound(&self) -> Option<i64> {
        match self {
            Code::Constant(n) => Some(*n),
            Code::Apply(Builtin::Min, members) => members.iter().filter_map(Code::upper_bound).min(),
            _ => None,
        }
    }

    /// The number, if the code is one.
    pub fn constant(&self) -> Option<i64> {
        if let Code::Constant(n) = self { Some(*n) } else { None }
    }

    fn affine_coordinate(&self, x: usize) -> Option<linear::AffineCoordinate> {
        match self {
            Code::Apply(function @ (Builtin::Min | Builtin::Max), pair) => {
                let [one, other] = &pair[..] else { return None };
                let (one, other) = (one.line(x)?, other.line(x)?);
                Some(if *function == Builtin::Min {
                    linear::AffineCoordinate::Lesser(one, other)
                } else {
                    linear::AffineCoordinate::Greater(one, other)
                })
            }
            other => other.line(x).map(linear::AffineCoordinate::One),
        }
    }

    /// The code as `base + rate · x`, where x is the variable in this slot; `None` if it does not have that form.
    pub fn line(&self, x: usize) -> Option<AffineLine> {
        let still = |base: Affine| AffineLine { base, rate: Affine::default() };
        match self {
            Code::Constant(n) => Affine::constant(*n).map(still),
            Code::Slot(slot) if *slot == x => Some(AffineLine { base: Affine::default(), rate: Affine::constant(1)? }),
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

    /// The code as a constant plus multiples of slots; `None` if it does not have that form.
    pub fn affine(&self) -> Option<Affine> {
        // There is no slot with this number, so every slot goes into `base`.
        self.line(usize::MAX).map(|line| line.base)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Progression;

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
            let found = code.line(1).and_then(|line| line.along(&[100, 0], run));
            assert_eq!(found, expected, "{code:?}");
        }
    }
}
