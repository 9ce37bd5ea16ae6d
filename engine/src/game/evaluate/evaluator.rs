//! The evaluator: what it holds while it evaluates.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::game::oracle::TICK;
use crate::game::remembered::{Answers, Arguments};
use crate::game::{EvalError, EvalErrorKind, Expr, Function, Game, Oracle};

pub(super) type Evaluated<T> = Result<T, EvalError>;

pub(super) type Flow = ControlFlow<()>;

/// No loop of more turns comes to its end while somebody waits.
pub(crate) const LONGEST_LOOP: u128 = 1_000_000_000_000_000;

/// Evaluates expressions in frames. Functions may call each other to a bounded depth; no input overflows the stack
/// of a thread of the size the program uses.
pub struct Evaluator<'a> {
    pub(super) functions: &'a Arc<[Function]>,
    /// What `GameRef::Local` points at.
    pub(super) games: &'a [Arc<Game>],
    /// What the functions have answered so far.
    pub(super) answers: &'a Answers,
    pub(super) oracle: &'a mut dyn Oracle,
    pub(super) depth: usize,
    pub(super) calls: Calls,
    pub(super) turns: u32,
    /// Are loops that would never end given up early?
    pub(super) in_rule: bool,
    /// Looks at values where they lie, if that is enough; always but in tests.
    pub(in crate::game) borrows: bool,
}

/// A function of the table, with its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Call {
    pub(super) function: usize,
    pub(super) arguments: Arguments,
}

/// What is known of calls while they are answered.
#[derive(Debug, Default)]
pub(super) struct Calls {
    /// How deep the call is that began the chain at hand; `None` while there is none.
    pub(super) base: Option<usize>,
    /// The call that went too deep and must be answered first.
    pub(super) aside: Option<Call>,
    /// The calls that were given up for it, the innermost first.
    pub(super) given_up: Vec<Call>,
}

impl Expr {
    /// What goes wrong, as a fault at this place.
    pub(super) fn here<K: Into<EvalErrorKind>>(&self) -> impl Fn(K) -> EvalError + use<K> {
        let at = self.at;
        move |kind| EvalError::new(kind.into(), at)
    }
}

impl<'a> Evaluator<'a> {
    /// Calls of functions inside each other that are made on the stack.
    pub const DEEPEST: usize = 4_000;
    /// More members or characters than this are not joined into one: twelve million still fit in 1 GB while they are
    /// gathered, and `0..10^7` is among what fits.
    pub(super) const LONGEST: usize = 12_000_000;

    /// `games` are what `GameRef::Local` points at; `answers` those of the functions.
    pub fn new(
        functions: &'a Arc<[Function]>,
        games: &'a [Arc<Game>],
        answers: &'a Answers,
        oracle: &'a mut dyn Oracle,
    ) -> Self {
        let calls = Calls::default();
        Evaluator { functions, games, answers, oracle, depth: 0, calls, turns: 0, in_rule: false, borrows: true }
    }

    /// One for a rule, in which the ends of all loops are needed for an answer.
    pub fn in_rule(self) -> Self {
        Evaluator { in_rule: true, ..self }
    }

    /// A turn of a loop.
    pub(super) fn tick(&mut self, at: &Expr) -> Evaluated<()> {
        self.turns += 1;
        if self.turns < TICK {
            return Ok(());
        }
        self.turns = 0;
        self.oracle.tick().map_err(at.here())
    }
}
