//! What can go wrong while an expression is evaluated.

use std::ops::ControlFlow;

use super::{At, Halt, Position};

/// A fault with its place in the text. `session` turns it into an error.
#[derive(Clone, Debug, PartialEq)]
pub struct EvalError {
    /// Boxed: every value that is computed carries room for it.
    pub kind: Box<EvalErrorKind>,
    pub at: At,
}

#[derive(Clone, Debug, PartialEq)]
pub enum EvalErrorKind {
    /// A number beyond 128 bits.
    Overflow,
    /// `/` or `%` by zero or a negative number.
    Divisor {
        divisor: i128,
    },
    NegativePower,
    /// Something of one kind where another is wanted: "a number", "a set", …
    Expected {
        wanted: &'static str,
        found: String,
        kind: &'static str,
    },
    /// An operator or function between things it does not join.
    Mismatch {
        operation: &'static str,
        left: &'static str,
        right: &'static str,
    },
    /// Something is looked for among members that are all of another kind.
    Strange {
        member: &'static str,
        members: &'static str,
    },
    Index {
        index: i128,
        length: usize,
    },
    Slice {
        start: i128,
        end: i128,
        length: usize,
    },
    Empty {
        function: &'static str,
    },
    WrongArgument {
        function: &'static str,
        why: &'static str,
    },
    Arity {
        name: String,
        wanted: usize,
        found: usize,
    },
    /// An endless set where all members are wanted.
    Endless {
        what: String,
    },
    /// An endless comprehension whose members do not grow.
    NotGrowing {
        earlier: i128,
        later: i128,
    },
    /// `step` below 1.
    Step {
        step: i128,
    },
    TooDeep {
        limit: usize,
    },
    /// Calls of functions that lead back to the first: each waits for the next.
    CallCircle {
        calls: Vec<String>,
    },
    /// Not a fault: a call that is answered first, so that the chain of calls does not need a deep stack. It never
    /// leaves the evaluator.
    Aside,
    /// A list, a text or a set of more members than the limit.
    TooLarge {
        limit: usize,
    },
    /// A loop of a rule of so many turns, which never comes to its end.
    TooLong {
        turns: u128,
    },
    /// A coordinate below 0 or above 2^63−1, in a query.
    Coordinate {
        game: String,
        value: i128,
    },
    /// A position that its game's `where` does not allow, in a query.
    OutsideDomain {
        position: Position,
        domain: At,
    },
    /// An amount below 1 where the set does not depend on n.
    Amount {
        amount: i128,
    },
    /// A split into fewer than two parts.
    Parts {
        parts: i128,
    },
    /// `*k` with k below 0 or beyond 64 bits.
    StarSize {
        size: i128,
    },
    /// A part of a period that is not known.
    NoPeriod {
        game: String,
    },
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
    pub fn new(kind: EvalErrorKind, at: At) -> EvalError {
        EvalError { kind: Box::new(kind), at }
    }

    /// Why it was halted, if it was no fault of the expression.
    pub fn halt(&self) -> Option<Halt> {
        match *self.kind {
            EvalErrorKind::Halted(halt) => Some(halt),
            _ => None,
        }
    }
}
