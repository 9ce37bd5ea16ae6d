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

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Expr {
    pub term: Term,
    pub at: At,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    Constant(Value),
    /// A variable: its place in the frame.
    Slot(usize),
    Negate(Box<Expr>),
    Not(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
    Builtin(Builtin, Vec<Expr>),
    /// A function of the user's, by its place in the table of functions.
    Call(usize, Vec<Expr>),
    Tuple(Vec<Expr>),
    List(Vec<Expr>),
    /// Members; a set among them stands for its own members.
    Set(Vec<Expr>),
    Range {
        start: Box<Expr>,
        end: Option<Box<Expr>>,
        step: Option<Box<Expr>>,
    },
    Except(Box<Expr>, Box<Expr>),
    /// The members of a set from a least one to a greatest one, as a list: what a clause takes from a heap.
    Between {
        set: Box<Expr>,
        least: i128,
        greatest: Box<Expr>,
    },
    /// The divisors that matter to a heap: those from 2 up to it, and the first beyond it, as a list.
    Divisors {
        set: Box<Expr>,
        heap: Box<Expr>,
    },
    /// All ways to leave so many in heaps of a shape, as a list of lists.
    Ways(Box<Expr>, Shape),
    /// The same where an expression says in how many heaps: a number, or a set of numbers.
    WaysInto {
        rest: Box<Expr>,
        into: Box<Expr>,
        likeness: Likeness,
    },
    /// `h[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `h[a..b]`; without an end, to the last.
    Slice(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    ListOf(Vec<Step>, Box<Expr>),
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
        question: Question,
        misere: bool,
        subject: Box<Expr>,
    },
    /// A question about a whole game: `period S`. Only outside rules.
    AskGame {
        question: Question,
        game: Arc<Game>,
    },
}

/// What an expression may ask of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Question {
    Winner,
    Grundy,
    Outcome,
    Options,
    Period,
    Preperiod,
    Saltus,
    Exceptions,
    Proved,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operator {
    /// Of numbers, and of positions side by side.
    Add,
    Subtract,
    /// Of numbers, and so many copies of a position.
    Multiply,
    Divide,
    Remainder,
    Power,
    Xor,
    Join,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    NotIn,
}

/// Which game a position belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameRef {
    /// The rule with this index in the system the expression belongs to.
    Local(usize),
    Known(Arc<Game>),
}

/// One step on the way to the cases of a clause or a comprehension, from the outside in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// The slot takes each member in turn.
    For { slot: usize, source: Expr },
    /// Go on only if this is true. Stands as early as its names are known.
    Test(Expr),
}

/// A function of the user's.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Function {
    pub name: Arc<str>,
    pub arity: usize,
    /// Size of the frame: the parameters first, then what its comprehensions bind.
    pub slots: usize,
    pub body: Expr,
    pub remembering: Remembering,
}
