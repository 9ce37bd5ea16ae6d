//! Expressions with every name resolved: variables are slots of a frame, games and functions are pointed at.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::{Builtin, Game, Likeness, Remembering, Shape, Value};

/// Where something was written: the number of a text, and a range of bytes in it. The engine never reads the text; it
/// hands the place back, so that a fault can say where it happened. Places are never compared: two rules written in
/// different places are the same rule.
#[derive(Clone, Copy, Debug, Default)]
pub struct At {
    /// The number of the text.
    pub text: u32,
    /// The first byte.
    pub start: u32,
    /// The byte behind the last. With `start`, an empty range means that no place is known.
    pub end: u32,
}

impl At {
    /// Whether no place is known.
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }
}

impl PartialEq for At {
    fn eq(&self, _: &At) -> bool {
        true
    }
}

impl Eq for At {}

impl Hash for At {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl PartialOrd for At {
    fn partial_cmp(&self, other: &At) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for At {
    fn cmp(&self, _: &At) -> std::cmp::Ordering {
        std::cmp::Ordering::Equal
    }
}

/// An expression: what it is, and where it was written.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Expr {
    /// What it is.
    pub term: Term,
    /// Where it was written. It is not compared.
    pub at: At,
}

/// What an expression says. Frames hold the values of variables by index.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// This value.
    Constant(Value),
    /// A variable: its place in the frame.
    Slot(usize),
    /// Minus a number.
    Negate(Box<Expr>),
    /// The opposite of a condition.
    Not(Box<Expr>),
    /// Both conditions; the second is not evaluated where the first is false.
    And(Box<Expr>, Box<Expr>),
    /// At least one of two conditions; the second is not evaluated where the first is true.
    Or(Box<Expr>, Box<Expr>),
    /// A condition, the value if it holds, and the value if not.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// An operator between two values.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// A function that every session knows.
    Builtin(Builtin, Vec<Expr>),
    /// A function of the user's, by its place in the table of functions.
    Call(usize, Vec<Expr>),
    /// `(a, b)`
    Tuple(Vec<Expr>),
    /// `[a, b]`
    List(Vec<Expr>),
    /// Members; a set among them stands for its own members.
    Set(Vec<Expr>),
    /// `<a..b step c>`
    Range {
        /// The first member.
        start: Box<Expr>,
        /// The last; endless without it.
        end: Option<Box<Expr>>,
        /// The distance, at least 1; 1 without it.
        step: Option<Box<Expr>>,
    },
    /// The members of the first set that are not in the second.
    Except(Box<Expr>, Box<Expr>),
    /// The members of a set from a least one to a greatest one, as a list: what a clause takes from a heap.
    Between {
        /// Of these members,
        set: Box<Expr>,
        /// from this one on,
        least: i128,
        /// up to this one.
        greatest: Box<Expr>,
    },
    /// The divisors that matter to a heap: those from 2 up to it, and the first beyond it, as a list.
    Divisors {
        /// Members of this set of divisors
        set: Box<Expr>,
        /// for a heap of this size.
        heap: Box<Expr>,
    },
    /// All ways to leave so many in heaps of a shape, as a list of lists.
    Ways(Box<Expr>, Shape),
    /// The same where an expression says in how many heaps: a number, or a set of numbers.
    WaysInto {
        /// How many are left.
        rest: Box<Expr>,
        /// In how many heaps: a number of at least 2, or a set of them.
        into: Box<Expr>,
        /// How the heaps are like each other.
        likeness: Likeness,
    },
    /// `h[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `h[a..b]`; without an end, to the last.
    Slice(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    /// `[BODY for …]`: a list of the body for each case, in order.
    ListOf(Vec<Step>, Box<Expr>),
    /// `<BODY for …>`: the set of the body for all cases.
    SetOf(Vec<Step>, Box<Expr>),
    /// `all(C for …)`, `count(C for …)` …: a function over the cases, which may stop early.
    Fold(Builtin, Vec<Step>, Box<Expr>),
    /// `S(3)`, and in a rule the option `(n-1)`.
    Position(GameRef, Vec<Expr>),
    /// `S[3,4,5]`: a heap for each member.
    Heaps(GameRef, Box<Expr>),
    /// `*k`
    Star(Box<Expr>),
    /// `sum[… for …]` of positions or numbers, over a list.
    Sum(Box<Expr>),
    /// A question whose answer is a value: `grundy S(3)`. Only outside rules.
    Ask {
        /// What is asked.
        question: Question,
        /// In misère play?
        misere: bool,
        /// A position, or a list of them.
        subject: Box<Expr>,
    },
    /// A question about a whole game: `period S`. Only outside rules.
    AskGame {
        /// What is asked.
        question: Question,
        /// About which game.
        game: Arc<Game>,
    },
}

/// What an expression may ask of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Question {
    /// The player who wins.
    Winner,
    /// The Grundy value.
    Grundy,
    /// N or P.
    Outcome,
    /// The options, as a list.
    Options,
    /// The length of a period of the values.
    Period,
    /// Where the period begins.
    Preperiod,
    /// How much the values rise in each period.
    Saltus,
    /// The heaps whose values do not follow the period, as a list.
    Exceptions,
    /// Is the period proved?
    Proved,
}

/// An operator between two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operator {
    /// Of numbers, and of positions side by side.
    Add,
    /// Of numbers.
    Subtract,
    /// Of numbers, and so many copies of a position.
    Multiply,
    /// The integral part of a quotient, rounded down; the divisor is at least 1.
    Divide,
    /// What a division leaves: from 0 to the divisor less 1.
    Remainder,
    /// Of numbers, with an exponent of at least 0.
    Power,
    /// The nim-sum of numbers from 0 on.
    Xor,
    /// Two lists or two texts, one behind the other.
    Join,
    /// Of two things of one kind. Two positions are equal if their values are.
    Equal,
    /// The opposite of `Equal`.
    Unequal,
    /// Of two numbers, texts, lists or tuples, as the three below.
    Less,
    /// The opposite of `Greater`.
    LessOrEqual,
    /// The first comes after the second.
    Greater,
    /// The opposite of `Less`.
    GreaterOrEqual,
    /// The first is a member, or a part, of the second.
    In,
    /// The opposite of `In`.
    NotIn,
}

/// Which game a position belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameRef {
    /// The rule with this index in the system the expression belongs to.
    Local(usize),
    /// A game defined before.
    Known(Arc<Game>),
}

/// One step on the way to the cases of a clause or a comprehension, from the outside in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// The slot takes each member in turn.
    For {
        /// Which slot.
        slot: usize,
        /// A range, a list or a set.
        source: Expr,
    },
    /// Go on only if this is true. Stands as early as its names are known.
    Test(Expr),
}

/// A function of the user's.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Function {
    /// Its name, for messages.
    pub name: Arc<str>,
    /// How many arguments it takes.
    pub arity: usize,
    /// Size of the frame: the parameters first, then what its comprehensions bind.
    pub slots: usize,
    /// What it gives, with the arguments in the first slots.
    pub body: Expr,
    /// Whether its answers are kept.
    pub remembering: Remembering,
}
