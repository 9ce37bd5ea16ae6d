//! Loops over numbers that run as compiled code, as the evaluator knows them: the room `code`, which stands above it,
//! compiles and runs them.

use std::sync::Arc;

use crate::game::{Expr, Function, Meter, Step, Value};

/// Compiles loops. The room `code` has one; the evaluator, which stands below it, only knows this.
pub trait LoopCompiler {
    /// The loop in which the variable in `slot` runs through numbers, with a body for all cases of the further steps.
    /// The other variables are of the same kinds as in this frame. `None` if it cannot be compiled.
    fn compile(
        &self,
        functions: &Arc<[Function]>,
        slot: usize,
        steps: &[Step],
        body: &Expr,
        frame: &[Value],
        meter: &Meter,
    ) -> Option<CompiledLoop>;
}

/// A compiled loop.
pub struct CompiledLoop {
    /// Is the body a condition? Else it is a number.
    pub gives_truths: bool,
    /// Runs some turns in a frame, and passes on the values of the body in the order of the cases. How many turns were
    /// completed: less than all if the next one has to be evaluated.
    pub run: Box<RunLoop>,
}

type RunLoop = dyn FnMut(&[Value], Progression, &mut dyn Numbers) -> usize;

/// Numbers at equal distances, such as those of some turns of a loop. All fit 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Progression {
    /// The first number.
    pub start: i64,
    /// The distance between two, at least 1.
    pub step: i64,
    /// How many.
    pub count: usize,
}

/// What is known of a loop.
#[derive(Default)]
pub(super) struct KnownLoop {
    /// How many turns it has had.
    pub turns: u64,
    pub compiled: Option<CompiledLoop>,
    /// Trying to compile it makes no sense (any more).
    pub is_given_up: bool,
}

impl Progression {
    /// The numbers from one to another; `None` if the distance between two is below 1, or if they are too many.
    #[inline]
    pub(crate) fn between(start: i64, end: i64, step: i64) -> Option<Progression> {
        let count = match end.checked_sub(start)? {
            _ if step < 1 => return None,
            ..0 => 0,
            length => usize::try_from(length / step).ok()?.checked_add(1)?,
        };
        Some(Progression { start, step, count })
    }

    /// All numbers of a run that fit; `None` if there are none.
    pub(super) fn of((first, last, stride): Run) -> Option<Progression> {
        let last = i64::try_from(last).unwrap_or(i64::MAX);
        let all = Progression::between(i64::try_from(first).ok()?, last, i64::try_from(stride).ok()?);
        all.filter(|all| all.count > 0)
    }

    /// The number with this index.
    pub(crate) fn at(&self, index: usize) -> i64 {
        self.start + index as i64 * self.step
    }

    /// The first half and the rest of more than one number.
    pub(crate) fn halves(self) -> (Progression, Progression) {
        let half = self.count / 2;
        (Progression { count: half, ..self }, Progression { start: self.at(half), count: self.count - half, ..self })
    }
}

/// The numbers through which a variable runs: the first, the last, and the distance between two.
pub(super) type Run = (i128, i128, i128);

/// Takes the numbers that a compiled loop gives; true and false are 1 and 0.
pub trait Numbers {
    /// Adds numbers, all of them or none.
    ///
    /// # Errors
    /// None was added.
    fn add(&mut self, numbers: &[i64]) -> Result<(), Declined>;

    /// Remembers what has been added so far.
    fn mark(&mut self);

    /// Forgets what was added since the last mark.
    fn back(&mut self);
}

/// Numbers were not added: one does not fit, or decides what the loop is for. The evaluator looks at this case itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declined;
