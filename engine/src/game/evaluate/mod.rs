//! Evaluates expressions. Here are the evaluator's state and its limits; the methods that evaluate are in the other files of
//! this folder.

mod boards;
mod calls;
mod compared;
mod compiled;
mod compounds;
mod comprehension;
mod gather;
mod gathered;
mod loops;
mod members;
mod positions;
mod rows;
mod value;

pub use compiled::{CompiledLoop, Declined, LoopCompiler, Numbers, Progression};
pub(super) use gather::shapes;
pub(super) use gathered::gathered;

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::game::memo_tables::{MemoKey, MemoTables};
use crate::game::oracle::TICK;
use crate::game::{At, EvalError, EvalErrorKind, Expr, Function, Game, Oracle, Value};
use compiled::KnownLoop;

type Evaluated<T> = Result<T, EvalError>;

type Flow = ControlFlow<()>;

/// A loop of more turns than this (10^15) would take weeks, and is regarded as one that never ends.
pub(crate) const LONGEST_LOOP: u128 = 1_000_000_000_000_000;

/// Evaluates expressions in frames. Calls of functions are nested to a bounded depth, so that no input overflows a
/// stack of the size that the program uses.
pub struct Evaluator<'a> {
    functions: &'a Arc<[Function]>,
    /// The games of the rules; `GameRef::Local` is an index into them.
    games: &'a [Arc<Game>],
    /// The memo tables of the functions.
    memo_tables: &'a MemoTables,
    oracle: &'a mut dyn Oracle,
    depth: usize,
    calls: Calls,
    turns: u32,
    /// Whether loops of more than [`LONGEST_LOOP`] turns are given up early.
    in_rule: bool,
    /// Compiles loops over numbers.
    compiler: Option<&'a dyn LoopCompiler>,
    /// The loops that have been run, by the address of what their variable runs through. Expressions are borrowed for as
    /// long as the evaluator lives, so that no other loop can have this address.
    loops: FxHashMap<*const Expr, KnownLoop>,
    /// The members of the last set in which a list was looked for, if they hold no position.
    plain: RefCell<Option<Arc<[Value]>>>,
}

/// A call: the index of a function and its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Call {
    function: usize,
    arguments: MemoKey,
}

/// A call that waits to be answered.
#[derive(Debug)]
struct Deferred {
    call: Call,
    /// The places of its arguments; empty if the function states no domains.
    places: Vec<At>,
}

/// The state of a chain of nested calls (`calls.rs`).
#[derive(Debug, Default)]
struct Calls {
    /// The depth of the call that began the current chain; `None` outside a chain.
    base: Option<usize>,
    /// The call that went too deep and must be answered first.
    deferred: Option<Deferred>,
    /// The calls that were unwound for it, the innermost first.
    unwound: Vec<Call>,
}

impl Expr {
    /// A function that turns the kind of an error into an error at the place of this expression.
    fn here<K: Into<EvalErrorKind>>(&self) -> impl Fn(K) -> EvalError + use<K> {
        let at = self.at;
        move |kind| EvalError::new(kind.into(), at)
    }
}

impl<'a> Evaluator<'a> {
    /// How deeply calls of functions may be nested on the stack.
    pub const DEEPEST: usize = 4_000;
    /// The most members or characters of a list or text that is built. Twelve million still fit into 1 GB while they
    /// are collected, and so `0..10^7` is possible.
    const LONGEST: usize = 12_000_000;

    /// `GameRef::Local` is an index into `games`; `memo_tables` are those of the functions.
    pub fn new(
        functions: &'a Arc<[Function]>,
        games: &'a [Arc<Game>],
        memo_tables: &'a MemoTables,
        oracle: &'a mut dyn Oracle,
    ) -> Self {
        let calls = Calls::default();
        let loops = FxHashMap::default();
        Evaluator {
            functions,
            games,
            memo_tables,
            oracle,
            depth: 0,
            calls,
            turns: 0,
            in_rule: false,
            compiler: None,
            loops,
            plain: RefCell::default(),
        }
    }

    /// The same evaluator, whose loops over numbers run compiled.
    pub fn compiling(self, compiler: &'a dyn LoopCompiler) -> Self {
        Evaluator { compiler: Some(compiler), ..self }
    }

    /// The same evaluator for a rule. There a loop that never ends is given up early, since the options of a position
    /// are known only when all loops have ended.
    pub fn in_rule(self) -> Self {
        Evaluator { in_rule: true, ..self }
    }

    /// Counts one turn of a loop, and asks the oracle in time whether to go on.
    fn tick(&mut self, at: &Expr) -> Evaluated<()> {
        self.turns += 1;
        if self.turns < TICK {
            return Ok(());
        }
        self.turns = 0;
        self.oracle.tick().map_err(at.here())
    }

    /// As [`Evaluator::tick`], for at most [`TICK`] turns at once.
    fn ticks(&mut self, turns: usize, at: &Expr) -> Evaluated<()> {
        self.turns = self.turns.saturating_add(u32::try_from(turns).unwrap_or(TICK));
        if self.turns < TICK {
            return Ok(());
        }
        self.turns -= TICK;
        self.oracle.tick().map_err(at.here())
    }
}
