//! The options of a position of any game.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{EvalError, Meter, Mover, Part, Position, Ruleset, Sum, Value, Visited};

impl Position {
    /// Visits every option, in the order in which one would write the moves: clause by clause, the smallest amount
    /// first. The same one may come more than once.
    ///
    /// # Errors
    /// A fault of the rule or of the visitor; `Stopped`.
    pub fn each_option(&self, meter: &Meter, visit: &mut dyn FnMut(Arc<Sum>) -> Visited) -> Visited {
        match &self.game.ruleset {
            Ruleset::Heap(rules) => {
                let Some(heap) = self.heap() else { return Ok(ControlFlow::Continue(())) };
                let mut made = |heaps: &[u64]| visit(Arc::new(self.heaps(heaps)));
                let clauses = match &*self.game.clauses {
                    [] => std::slice::from_ref(&**rules),
                    several => several,
                };
                for clause in clauses {
                    if clause.each_move(heap, meter, &mut made)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Ok(ControlFlow::Continue(()))
            }
            Ruleset::Explicit(system, index) => {
                let mut wrapped = |parts: &[Part]| visit(Arc::new(Sum { parts: parts.to_vec() }.without_empty_heaps()));
                Mover::new(system.clone(), meter.clone()).each_option(*index, &self.coordinates, &mut wrapped)
            }
        }
    }

    /// Are the coordinates those of a position: no number below 0, and `where` holds?
    ///
    /// # Errors
    /// A fault of the condition, or a number beyond 2^63−1; `Stopped`.
    pub fn is_admitted(&self, meter: &Meter) -> Result<bool, EvalError> {
        match &self.game.ruleset {
            Ruleset::Heap(_) => Ok(matches!(&*self.coordinates, [Value::Integer(n)] if *n >= 0)),
            Ruleset::Explicit(system, index) => {
                Mover::new(system.clone(), meter.clone()).admits(*index, &self.coordinates)
            }
        }
    }

    /// The sum of these heaps of the same game. Without heaps it is the empty heap, so that a move is shown as S(3) →
    /// S(0).
    pub fn heaps(&self, heaps: &[u64]) -> Sum {
        let heaps = if heaps.is_empty() { &[0] } else { heaps };
        Sum { parts: heaps.iter().flat_map(|heap| self.game.heap(*heap).parts).collect() }
    }
}
