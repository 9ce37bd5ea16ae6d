//! Octal and hexadecimal codes as rules of heap games.

use grundy_engine::game::{Amounts, At, EvalError, EvalErrorKind, HeapRules, Set, Shape, Value};

use crate::error::{Error, SemanticError};
use crate::lang::errors::fault;
use crate::lang::lower::amounts::likeness;
use crate::lang::lower::constant::constant;
use crate::lang::names::Names;
use crate::syntax::ast::{self, Code};

/// The code of `octal(TEXT)` or `hex(TEXT)`, whose digits are the value of an expression.
pub(crate) fn written_code(names: &mut Names, hexadecimal: bool, text: &ast::Expr) -> Result<Code, Error> {
    match constant(names, text)? {
        Value::Text(digits) => crate::syntax::code(&digits, hexadecimal, text.span),
        other => {
            let kind = EvalErrorKind::Expected { wanted: "a text", found: other.brief(), kind: other.kind() };
            Err(fault(EvalError::new(kind, At::from(text.span)), text.span))
        }
    }
}

/// The heap rules of an octal or hexadecimal code: bit j of the digit for t allows a player to take t and to leave
/// the rest in exactly j non-empty heaps. A digit before the point must not allow a move that changes nothing.
pub(crate) fn code(code: &Code) -> Result<HeapRules, Error> {
    let mut moves = Vec::new();
    let first_repeated = code.digits.len() - code.repeated;
    for (taken, digit) in code.digits.iter().enumerate() {
        if taken == 0 && digit.value & 3 != 0 {
            return Err(Error::new(SemanticError::PassDigit { digit: digit.value }, code.span));
        }
        let likeness = likeness(digit.likeness);
        let amounts = if taken < first_repeated {
            Ok(Amounts::finite(vec![taken as u64]))
        } else {
            Amounts::from_set(&Set::range(taken as i128, None, code.repeated as i128))
        };
        let amounts = amounts.map_err(|stop| fault(stop, code.span))?;
        for heaps in (0..4).filter(|heaps| digit.value >> heaps & 1 == 1) {
            moves.push((Shape::exactly(heaps, likeness), amounts.clone()));
        }
    }
    HeapRules::new(moves, Amounts::none()).map_err(|stop| fault(stop, code.span))
}
