//! What can go wrong while an expression is evaluated.

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;

use super::{At, Halt, Position, Ragged, Value};

/// A fault with its place in the text. `session` turns it into an error.
#[derive(Clone, Debug, PartialEq)]
pub struct EvalError {
    /// Boxed: every value that is computed carries room for it.
    pub kind: Box<EvalErrorKind>,
    /// Where it happened; empty where nobody knows.
    pub at: At,
}

/// What went wrong, as data: the program words it.
#[derive(Clone, Debug, PartialEq)]
pub enum EvalErrorKind {
    /// A number beyond 128 bits.
    Overflow,
    /// `/` or `%` by zero or a negative number.
    Divisor {
        /// What stands where a divisor of at least 1 must stand.
        divisor: i128,
    },
    /// An exponent below 0.
    NegativePower,
    /// Something of one kind where another is wanted: "a number", "a set", …
    Expected {
        /// What is wanted.
        wanted: &'static str,
        /// What stands there, as it would be typed.
        found: String,
        /// What kind of thing that is.
        kind: &'static str,
    },
    /// An operator or function between things it does not join.
    Mismatch {
        /// The operator or function, as it is typed.
        operation: &'static str,
        /// The kind of the left operand.
        left: &'static str,
        /// The kind of the right operand.
        right: &'static str,
    },
    /// Something is looked for among members that are all of another kind.
    Strange {
        /// The kind of what is looked for.
        member: &'static str,
        /// The kind of the members.
        members: &'static str,
    },
    /// An index that a list, tuple or text does not have.
    Index {
        /// The index; the first is 0.
        index: i128,
        /// How many members there are.
        length: usize,
    },
    /// Something that has not so many members as there are names for them.
    Members {
        /// How many names there are.
        wanted: usize,
        /// What stands there, as it would be typed.
        found: String,
        /// What kind of thing that is.
        kind: &'static str,
    },
    /// The first of no members.
    NoneFound,
    /// A stretch `[a..b]` that reaches beyond a list or text.
    Slice {
        /// Its first index.
        start: i128,
        /// Its last index.
        end: i128,
        /// How many members there are.
        length: usize,
    },
    /// The least or greatest of no members.
    Empty {
        /// Which of the two.
        function: &'static str,
    },
    /// An argument of the right kind that a function does not take.
    WrongArgument {
        /// The function.
        function: &'static str,
        /// What it takes, as the rest of a sentence.
        why: &'static str,
    },
    /// A wrong number of arguments.
    Arity {
        /// The function or game.
        name: String,
        /// How many it takes.
        wanted: usize,
        /// How many it was given.
        found: usize,
    },
    /// An endless set where all members are wanted.
    Endless {
        /// The set, as it would be typed.
        what: String,
    },
    /// An endless comprehension whose members do not grow.
    NotGrowing {
        /// A member,
        earlier: i128,
        /// and a smaller one that comes after it.
        later: i128,
    },
    /// `step` below 1.
    Step {
        /// The step.
        step: i128,
    },
    /// Calls of functions inside each other, more than may be.
    TooDeep {
        /// How many may be.
        limit: usize,
    },
    /// Calls of functions that lead back to the first: each waits for the next.
    CallCircle {
        /// The calls, as they would be typed; the last is the first again.
        calls: Vec<String>,
    },
    /// Not a fault: a call that is answered first, so that the chain of calls does not need a deep stack. It never
    /// leaves the evaluator.
    Aside,
    /// A list, a text or a set of more members than the limit.
    TooLarge {
        /// How many there may be.
        limit: usize,
    },
    /// A loop of a rule of so many turns, which never comes to its end.
    TooLong {
        /// How many turns it would take.
        turns: u128,
    },
    /// A coordinate below 0 or above 2^63−1, in a query.
    Coordinate {
        /// The game.
        game: String,
        /// The coordinate.
        value: i128,
    },
    /// A position that its game's `where` does not allow, in a query.
    OutsideDomain {
        /// The position.
        position: Position,
        /// Where its `where` was written.
        domain: At,
    },
    /// An amount below 1 where the set does not depend on n.
    Amount {
        /// The amount.
        amount: i128,
    },
    /// A split into fewer than two parts.
    Parts {
        /// How many parts.
        parts: i128,
    },
    /// `*k` with k below 0 or beyond 64 bits.
    StarSize {
        /// The size.
        size: i128,
    },
    /// A board with rows of different length.
    Ragged(Ragged),
    /// A question inside a rule, which may not ask for values.
    AskInRule,
    /// Numbers of copies beyond 64 bits, or below 0.
    Copies,
    /// The solver stopped; what it says waits with the one who asked.
    Stopped,
    /// Told to stop, or out of memory.
    Halted(Halt),
}

/// What a visitor of options says: go on, or break off; or what went wrong.
pub type Visited = Result<ControlFlow<()>, EvalError>;

impl EvalError {
    /// A fault at a place.
    pub fn new(kind: EvalErrorKind, at: At) -> EvalError {
        EvalError { kind: Box::new(kind), at }
    }

    /// The same with a place, if it has none of its own.
    pub(super) fn placed(self, at: At) -> EvalError {
        if self.at.is_empty() { EvalError { at, ..self } } else { self }
    }

    /// Why it was halted, if it was no fault of the expression.
    pub fn halt(&self) -> Option<Halt> {
        match *self.kind {
            EvalErrorKind::Halted(halt) => Some(halt),
            _ => None,
        }
    }
}

/// For programs that have no better words. Those of grundy are its own.
impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.kind {
            EvalErrorKind::Halted(halt) => halt.fmt(f),
            kind => write!(f, "an expression cannot be evaluated: {kind:?}"),
        }
    }
}

impl Error for EvalError {}

impl From<Halt> for EvalErrorKind {
    fn from(halt: Halt) -> EvalErrorKind {
        EvalErrorKind::Halted(halt)
    }
}

/// The place is for the caller to fill in.
impl From<Halt> for EvalError {
    fn from(halt: Halt) -> EvalError {
        fault(halt.into())
    }
}

/// A fault whose place the caller knows.
pub(super) fn fault(kind: EvalErrorKind) -> EvalError {
    EvalError::new(kind, At::default())
}

/// An operator or function does not join things of these kinds.
pub(super) fn mismatch(operation: &'static str, left: &Value, right: &Value) -> EvalErrorKind {
    EvalErrorKind::Mismatch { operation, left: left.kind(), right: right.kind() }
}
