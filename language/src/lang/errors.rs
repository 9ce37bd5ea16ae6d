//! Turns faults of the evaluator and stops of the solver into errors with a place in the text.

use grundy_engine::game::{EvalError, EvalErrorKind, Value};
use grundy_engine::solve::{SolveError, Solver};

use crate::error::{Error, SemanticError};
use crate::show::told::told;
use crate::source::Span;

/// The error for a fault outside any rule. If the fault has no place of its own, `span` is its place.
pub fn fault(fault: EvalError, span: Span) -> Error {
    let at = if fault.at.is_empty() { span } else { fault.at.into() };
    match *fault.kind {
        EvalErrorKind::AskInRule => Error::new(SemanticError::AskInRule, at),
        EvalErrorKind::Halted(halt) => Error::stopped(halt, at),
        EvalErrorKind::OutsideDomain { domain, .. } => {
            let related = domain.into();
            let kind = *fault.kind;
            Error::new(SemanticError::Fault { kind: Box::new(kind), at: None }, at)
                .with(related, told!("positions are those where this holds"))
        }
        kind => Error::new(SemanticError::Fault { kind: Box::new(kind), at: None }, at),
    }
}

/// The error for a solver that stopped without an answer; `span` is the place that asked.
pub fn stopped(stop: SolveError, solver: &Solver, span: Span) -> Error {
    match stop {
        SolveError::Fault { fault, .. } if let Some(halt) = fault.halt() => stopped(halt.into(), solver, span),
        SolveError::Fault { fault, position } => {
            let at = if fault.at.is_empty() { span } else { fault.at.into() };
            let kind = SemanticError::Fault { kind: fault.kind, at: position.map(Box::new) };
            let error = Error::new(kind, at);
            if at == span { error } else { error.with(span, told!("asked here")) }
        }
        stop => {
            let reached = solver.budget().reached();
            Error::new(SemanticError::Stopped { stop: Box::new(stop), reached, because: None }, span)
        }
    }
}

/// The error for a value that no variable or coordinate can run through.
pub fn range_wanted(value: &Value, span: Span) -> Error {
    Error::new(SemanticError::RangeWanted { found: value.brief(), kind: value.kind() }, span)
}

/// The error for a value that does not stand for amounts.
pub fn not_amounts(value: &Value, span: Span) -> Error {
    let error = Error::new(SemanticError::NotAmounts { found: value.brief(), kind: value.kind() }, span);
    match value {
        // Amounts are a set, even if there is only one.
        Value::Integer(n) if *n > 0 => error.correct(told!("put the number in `<` and `>`"), span, format!("<{n}>")),
        _ => error,
    }
}

/// The error for a state that no input should reach.
pub fn internal(what: &'static str, span: Span) -> Error {
    Error::stopped(SolveError::Internal(what), span)
}
