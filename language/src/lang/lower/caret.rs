//! What `a ^ b` means: a power where a number is written on one side, the nim-sum where Grundy values are written on both, and
//! otherwise it is asked. Only the form decides, so that no name can change an answer.

use crate::error::{Error, SemanticError};
use crate::lang::comparisons::{is_position, number_behind};
use crate::lang::names::Names;
use crate::syntax::ast::{BinaryOperator, Expr, ExprKind, UnaryOperator};

/// What `^` means between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caret {
    Power,
    NimSum,
    /// The form does not tell.
    Either,
}

/// Reads `left ^ right`. `function`: the name of the function in whose body it stands, if that body is a `mex`: its own calls are
/// Grundy values, as in `G(n) = mex {G(a) ^ G(n-a) …}`.
pub fn caret(names: &Names, left: &Expr, right: &Expr, function: Option<&str>) -> Caret {
    CaretReader { names, function }.caret(left, right)
}

/// The error where `xor` stands beside `+` or `-` without brackets: one reads it from the left, the other as `+` of numbers
/// inside a nim-sum.
pub(crate) fn bare_xor(names: &Names, operator: BinaryOperator, left: &Expr, right: &Expr) -> Option<Error> {
    use BinaryOperator::{Add, Subtract, Xor};
    let (inner, before, between) = match &left.kind {
        ExprKind::Binary { operator, left, right } => (*operator, &**left, &**right),
        ExprKind::Ask(question) if question.verb == "grundy" => {
            let (_, number) = number_behind(names, &question.subject)?;
            (Add, left, number)
        }
        _ => return None,
    };
    let sign = match (operator, inner) {
        (Xor, Add) | (Add, Xor) => "+",
        (Xor, Subtract) | (Subtract, Xor) => "-",
        _ => return None,
    };
    let span = left.span.to(right.span);
    let text = |expr: &Expr| names.text(expr.span).trim().to_owned();
    let [before, between, right] = [before, between, right].map(text);
    // A question is written with the number behind it.
    let before =
        before.strip_suffix(&between).and_then(|text| text.trim_end().strip_suffix('+')).unwrap_or(&before).trim();
    let (inner, outer) = if operator == Xor { (sign, "xor") } else { ("xor", sign) };
    let first = format!("({before} {inner} {between}) {outer} {right}");
    let second = format!("{before} {inner} ({between} {outer} {right})");
    Some(Error::new(SemanticError::XorBeside { first, second, sign }, span))
}

/// Is this `mex {…}`, as far as its form shows?
pub fn is_mex(expr: &Expr) -> bool {
    match &expr.bare().kind {
        ExprKind::If { then, otherwise, .. } => is_mex(then) || is_mex(otherwise),
        _ => expr.bare().applied().is_some_and(|name| is_called(name, "mex")),
    }
}

fn is_called(callee: &Expr, word: &str) -> bool {
    callee.as_name().is_some_and(|name| name.eq_ignore_ascii_case(word))
}

struct CaretReader<'n> {
    names: &'n Names,
    function: Option<&'n str>,
}

impl CaretReader<'_> {
    fn caret(&self, left: &Expr, right: &Expr) -> Caret {
        // A superscript is an exponent and nothing else.
        if self.names.text(right.span).starts_with(['²', '³']) {
            return Caret::Power;
        }
        if self.is_nimber(left) && self.is_nimber(right) {
            // `*2 ^ a` is a nim-heap of size 2^a, also where a stands for `grundy P`.
            let is_size = matches!(left.kind, ExprKind::Unary { operator: UnaryOperator::Star, .. });
            let is_value = matches!(&right.bare().kind, ExprKind::Ask(question) if question.verb == "grundy");
            return if is_size && is_value { Caret::Either } else { Caret::NimSum };
        }
        let is_chain = matches!(right.kind, ExprKind::Binary { operator: BinaryOperator::Power, .. });
        let is_bare_nimber = |side: &Expr| self.is_nimber(side) && !matches!(side.kind, ExprKind::Group(_));
        match (is_number(left) || is_number(right)) && !is_chain && !is_bare_nimber(left) && !is_bare_nimber(right) {
            true => Caret::Power,
            false => Caret::Either,
        }
    }

    /// Is a Grundy value or a position written here?
    fn is_nimber(&self, expr: &Expr) -> bool {
        match &expr.bare().kind {
            ExprKind::Ask(question) => question.verb == "grundy",
            ExprKind::Unary { operator: UnaryOperator::Star, .. } => true,
            ExprKind::Binary { operator: BinaryOperator::Xor, .. } => true,
            ExprKind::Binary { operator: BinaryOperator::Power, left, right } => {
                self.caret(left, right) == Caret::NimSum
            }
            ExprKind::Call { callee, .. } if is_called(callee, "grundy") || self.is_own(callee) => true,
            _ => is_mex(expr) || is_position(self.names, expr),
        }
    }

    /// Is this the function in whose body it stands?
    fn is_own(&self, callee: &Expr) -> bool {
        matches!((&callee.kind, self.function), (ExprKind::Name(name), Some(function)) if name == function)
    }
}

/// Is a number written here, such as `2` or `(10 - 1)`?
fn is_number(expr: &Expr) -> bool {
    match &expr.bare().kind {
        ExprKind::Integer(_) => true,
        ExprKind::Unary { operator: UnaryOperator::Negate, operand } => is_number(operand),
        ExprKind::Binary { operator, left, right } => {
            use BinaryOperator as B;
            let computes = matches!(operator, B::Add | B::Subtract | B::Multiply | B::Divide | B::Remainder | B::Power);
            computes && is_number(left) && is_number(right)
        }
        _ => false,
    }
}
