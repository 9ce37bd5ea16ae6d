//! What can go wrong while an expression is evaluated.

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;

use super::{At, Halt, Position, Ragged, Value};

/// An error (a fault) in the evaluation of an expression, with its place in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct EvalError {
    /// Boxed, so that every `Result` of the evaluator stays small.
    pub kind: Box<EvalErrorKind>,
    /// Where it happened; empty if that is not known.
    pub at: At,
}

/// What went wrong, as data: the program `grundy` turns it into a message.
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
    /// A misère quotient of what is no game of heaps.
    NoQuotient {
        /// The game.
        game: String,
    },
    /// A misère quotient of positions from which too many others can be reached.
    TooManyForQuotient {
        /// How many are looked at.
        limit: u64,
    },
    /// Whether two positions are equal in misère play, where only heaps of their games are known not to tell them apart.
    OnlyAlike {
        /// One of them.
        left: String,
        /// The other one.
        right: String,
    },
    /// A canonical form in misère play that would be too long as a text.
    LongForm {
        /// How many letters it may have.
        limit: usize,
    },
    /// ∞ or loony where something else is wanted, such as a number.
    NoNumber {
        /// What stands there.
        value: Value,
    },
    /// Something of one kind where another is wanted: "a number", "a set", …
    Expected {
        /// What is wanted.
        wanted: &'static str,
        /// What stands there, as it would be typed.
        found: String,
        /// What kind of thing that is.
        kind: &'static str,
    },
    /// An operator or function that does not take values of these kinds together.
    Mismatch {
        /// The operator or function, as it is typed.
        operation: &'static str,
        /// The kind of the left operand.
        left: &'static str,
        /// The kind of the right operand.
        right: &'static str,
    },
    /// Something is looked for among members that are all of another kind.
    WrongMemberKind {
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
    /// A tuple or list to be unpacked that has not as many members as there are names, or a value of another kind.
    Members {
        /// How many names there are.
        wanted: usize,
        /// What stands there, as it would be typed.
        found: String,
        /// What kind of thing that is.
        kind: &'static str,
    },
    /// The first member was asked for, and there are no members.
    NoneFound,
    /// A slice `[a..b]` that reaches beyond a list or text.
    Slice {
        /// Its first index.
        start: i128,
        /// Its last index.
        end: i128,
        /// How many members there are.
        length: usize,
    },
    /// The least or greatest member was asked for, and there are no members.
    Empty {
        /// `min` or `max`.
        function: &'static str,
    },
    /// An argument of the right kind that a function does not take.
    WrongArgument {
        /// The function.
        function: &'static str,
        /// What it takes, as the rest of a sentence.
        why: &'static str,
    },
    /// A vertex that a graph does not have.
    NoVertex {
        /// The vertex.
        vertex: i128,
        /// The vertex among whose neighbours it stands, if it stands there.
        beside: Option<usize>,
        /// How many vertices the graph has.
        vertices: usize,
    },
    /// A graph whose edges should have no direction, with a neighbour in whose list the vertex is missing.
    OneWayEdge {
        /// The vertex.
        vertex: usize,
        /// Its neighbour.
        neighbour: usize,
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
    /// An endless comprehension or sequence whose members do not grow.
    NotGrowing {
        /// A member,
        earlier: i128,
        /// and one that comes after it and is not greater.
        later: i128,
    },
    /// `step` below 1.
    Step {
        /// The step.
        step: i128,
    },
    /// Calls of functions that are nested too deeply.
    TooDeep {
        /// How deeply they may be nested.
        limit: usize,
    },
    /// Compounds that stand in each other too deeply.
    NestedTooDeep {
        /// How deeply they may be nested.
        limit: usize,
    },
    /// Calls of functions that lead back to the first: each waits for the next.
    CallCycle {
        /// The calls, as they would be typed; the last is the first again.
        calls: Vec<String>,
    },
    /// Not an error: the call at hand has been deferred and must be answered first, so that a long chain of calls
    /// needs no deep stack (`evaluate/calls.rs`). It never leaves the evaluator.
    Deferred,
    /// A list, a text or a set of more members than the limit.
    TooLarge {
        /// How many there may be.
        limit: usize,
    },
    /// A sum of more heaps than the limit.
    TooManyHeaps {
        /// How many there may be.
        limit: usize,
    },
    /// A loop in a rule that is too long ever to end.
    TooLong {
        /// How many turns it would take.
        turns: u128,
    },
    /// A coordinate below 0 or above 2^63−1, in a position that the user names.
    Coordinate {
        /// The game.
        game: String,
        /// The coordinate.
        value: i128,
    },
    /// A position that the user names, and that its game's `where` does not allow.
    OutsideDomain {
        /// The position.
        position: Position,
        /// Where the condition was written that does not hold.
        domain: At,
        /// That condition as it was written, if it states what one coordinate may be.
        stated: Option<String>,
        /// If it speaks of all members of something, the first ones for which it does not hold.
        members: Vec<Value>,
    },
    /// An argument outside the domain of its parameter.
    OutsideParameter {
        /// The function.
        function: String,
        /// The argument.
        value: String,
        /// The condition that it does not satisfy, as it was written.
        domain: String,
    },
    /// An amount below 1 where the set does not depend on n.
    Amount {
        /// The amount.
        amount: i128,
    },
    /// A divisor below 2 where the set does not depend on n.
    HeapDivisor {
        /// The divisor.
        divisor: i128,
    },
    /// A split into fewer than two parts.
    SplitCount {
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
    /// A question such as `grundy S(3)` inside a rule: rules may not depend on values.
    AskInRule,
    /// A move that binds the players, where options are listed for play without such moves.
    Binds {
        /// The game.
        game: String,
    },
    /// A component of a compound whose moves bind the players.
    BindsInCompound {
        /// The game.
        game: String,
    },
    /// A number of copies below 0 or beyond 64 bits.
    Copies,
    /// The solver stopped while it answered a question; the [`Oracle`](super::Oracle) that asked it keeps the reason.
    Stopped,
    /// The meter stopped the evaluation: interrupted, out of time or out of memory.
    Halted(Halt),
}

/// What a visitor returns, and what visiting returns: `Continue`, `Break` if the visitor stopped it, or an error.
pub type Visited = Result<ControlFlow<()>, EvalError>;

impl EvalErrorKind {
    /// Is it that a coordinate is beyond the largest one?
    pub fn is_too_large(&self) -> bool {
        matches!(self, EvalErrorKind::Coordinate { value, .. } if *value > 0)
    }
}

impl EvalError {
    /// A fault at a place.
    pub fn new(kind: EvalErrorKind, at: At) -> EvalError {
        EvalError { kind: Box::new(kind), at }
    }

    /// An error whose place the caller fills in.
    pub(super) fn without_place(kind: EvalErrorKind) -> EvalError {
        EvalError::new(kind, At::default())
    }

    /// This error with a place, if it has none of its own.
    pub(super) fn placed(self, at: At) -> EvalError {
        if self.at.is_empty() { EvalError { at, ..self } } else { self }
    }

    /// Why the evaluation was halted; `None` if the expression itself is wrong.
    pub fn halt(&self) -> Option<Halt> {
        match *self.kind {
            EvalErrorKind::Halted(halt) => Some(halt),
            _ => None,
        }
    }
}

/// A plain wording for other programs; `grundy` has its own messages.
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
        EvalError::without_place(halt.into())
    }
}

/// The error for an operator or function that does not take these two kinds together.
pub(super) fn mismatch(operation: &'static str, left: &Value, right: &Value) -> EvalErrorKind {
    match [left, right].into_iter().find(|side| side.is_no_number()) {
        Some(value) if !matches!(operation, "==" | "in" | "++") => EvalErrorKind::NoNumber { value: value.clone() },
        _ => EvalErrorKind::Mismatch { operation, left: left.kind(), right: right.kind() },
    }
}
