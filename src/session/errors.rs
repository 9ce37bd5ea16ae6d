//! Errors of what is evaluated and asked, with the place where that was.

use grundy_engine::game::{EvalError, EvalErrorKind, Value};
use grundy_engine::solve::{SolveError, Solver};

use crate::error::{Error, Meaning};
use crate::source::Span;

/// An error for a fault that happened outside any rule.
pub fn fault(fault: EvalError, span: Span) -> Error {
    let at = if fault.at.is_empty() { span } else { fault.at.into() };
    match *fault.kind {
        EvalErrorKind::AskInRule => Error::new(Meaning::AskInRule, at),
        EvalErrorKind::Halted(halt) => Error::stopped(halt, at),
        EvalErrorKind::OutsideDomain { position, domain } => {
            let related = domain.into();
            let kind = EvalErrorKind::OutsideDomain { position, domain };
            Error::new(Meaning::Fault { kind: Box::new(kind), at: None }, at)
                .with(related, "positions are those where this holds")
        }
        kind => Error::new(Meaning::Fault { kind: Box::new(kind), at: None }, at),
    }
}

/// An error for a solver that stopped while it was asked at this place.
pub fn stopped(stop: SolveError, solver: &Solver, span: Span) -> Error {
    match stop {
        SolveError::Fault { fault, .. } if let Some(halt) = fault.halt() => stopped(halt.into(), solver, span),
        SolveError::Fault { fault, position } => {
            let at = if fault.at.is_empty() { span } else { fault.at.into() };
            let kind = Meaning::Fault { kind: fault.kind, at: position.map(Box::new) };
            let error = Error::new(kind, at);
            if at == span { error } else { error.with(span, "asked here") }
        }
        stop => {
            let reached = solver.budget().reached();
            Error::new(Meaning::Stopped { stop: Box::new(stop), reached, because: None }, span)
        }
    }
}

/// An error for a value that no variable or coordinate can run through.
pub fn range_wanted(value: &Value, span: Span) -> Error {
    Error::new(Meaning::RangeWanted { found: value.brief(), kind: value.kind() }, span)
}

/// An error for a value that says no amounts.
pub fn not_amounts(value: &Value, span: Span) -> Error {
    let error = Error::new(Meaning::NotAmounts { found: value.brief(), kind: value.kind() }, span);
    match value {
        // Amounts are a set, also where there is one.
        Value::Integer(n) if *n > 0 => error.correct("put the number in `<` and `>`", span, format!("<{n}>")),
        _ => error,
    }
}

/// An error that no input should reach.
pub fn internal(what: &'static str, span: Span) -> Error {
    Error::stopped(SolveError::Internal(what), span)
}
