//! Lenient forms that the grammar cannot know, since they depend on what names mean: `S(5) == 1`, where S is a game.

use std::sync::Arc;

use crate::lang::comparisons::is_position;
use crate::lang::lower::caret::{Caret, caret, is_mex};
use crate::lang::names::{Definition, Names};
use crate::lang::session::Session;
use crate::syntax::Leniency;
use crate::syntax::ast::{BinaryOperator, Expr, ExprKind, Statement};
use crate::syntax::parts::PartVisitor;

/// Of each of these statements, the lenient forms that depend on what its names mean.
pub fn lenient_forms<'s>(
    session: &Session,
    statements: impl IntoIterator<Item = &'s Statement>,
) -> impl Iterator<Item = Vec<Leniency>> {
    let mut names = session.names.clone();
    statements.into_iter().map(move |statement| {
        let mut found = Vec::new();
        if let Some(game) = statement.game() {
            names.define(&game.name.text, Definition::Game(Arc::new(game.clone())));
        }
        let function = statement.definition().filter(|written| is_mex(&written.body));
        let function = function.map(|written| &*written.name.text);
        let mut forms = Forms { names: &names, function, found: &mut found };
        statement.expressions().iter().for_each(|expr| forms.expr(expr));
        if let Some(written) = statement.definition() {
            names.define(&written.name.text, Definition::Function(Arc::new(written.clone())));
        }
        found
    })
}

/// The most bytes of `^` with a blank on both sides.
const LONGEST_SIGN: usize = 3;

struct Forms<'n> {
    names: &'n Names,
    /// The function in whose body the expressions stand, if that is a `mex`.
    function: Option<&'n str>,
    found: &'n mut Vec<Leniency>,
}

impl<'e> PartVisitor<'e> for Forms<'_> {
    fn expr(&mut self, part: &'e Expr) {
        match &part.kind {
            ExprKind::Binary { operator, left, right } if compares_alike(*operator) => {
                for (side, other) in [(left, right), (right, left)] {
                    if is_position(self.names, side) && self.is_number(other) {
                        let before = side.span.beginning();
                        self.found.push(Leniency::new(before, "grundy "));
                    }
                }
            }
            ExprKind::Binary { operator: BinaryOperator::Power, left, right } if self.is_nim_sum(left, right) => {
                let sign = left.span.between(right.span);
                // A longer place holds a comment, which must not be lost.
                if sign.range().len() <= LONGEST_SIGN {
                    self.found.push(Leniency::new(sign, " xor "));
                }
            }
            ExprKind::Binary { operator, left, right } if binds_as_tightly(*operator) => {
                self.operand(left);
                return self.operand(right);
            }
            ExprKind::Unary { operand, .. } => return self.operand(operand),
            ExprKind::Call { callee: name, .. } | ExprKind::Index { base: name, .. } => self.called(name),
            _ => {}
        }
        part.parts(self);
    }
}

impl<'e> Forms<'_> {
    /// `grundy S(3) ^ grundy S(4)`
    fn is_nim_sum(&self, left: &Expr, right: &Expr) -> bool {
        caret(self.names, left, right, self.function) == Caret::NimSum
    }

    /// An operand of an operator that binds at least as tightly as `xor`: a nim-sum written with `^` gets brackets.
    fn operand(&mut self, operand: &'e Expr) {
        if let ExprKind::Binary { operator: BinaryOperator::Power, left, right } = &operand.kind
            && self.is_nim_sum(left, right)
        {
            self.found.push(Leniency::new(operand.span.beginning(), "("));
            self.found.push(Leniency::new(operand.span.ending(), ")"));
        }
        self.expr(operand);
    }
}

impl Forms<'_> {
    /// `Mex(s)`, and `picks(7)` where `picks` is a set of amounts.
    fn called(&mut self, callee: &Expr) {
        let ExprKind::Name(name) = &callee.kind else { return };
        match self.names.own(name) {
            None if name != "mex" && name.eq_ignore_ascii_case("mex") => {
                self.found.push(Leniency::new(callee.span, "mex"));
            }
            Some(Definition::Function(written))
                if written.parameters.is_none() && matches!(written.body.kind, ExprKind::Set(_)) =>
            {
                self.found.push(Leniency::new(callee.span, format!("(take {name})")));
            }
            _ => {}
        }
    }

    /// Whether an expression is a number, as far as its form shows.
    fn is_number(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Integer(_) => true,
            ExprKind::Ask(question) => question.verb == "grundy",
            ExprKind::Binary { operator, .. } => !operator.is_comparison() && !is_position(self.names, expr),
            ExprKind::Group(inner) => self.is_number(inner),
            _ => false,
        }
    }
}

/// Whether an operator is one of arithmetic.
fn binds_as_tightly(operator: BinaryOperator) -> bool {
    use BinaryOperator::{Add, Divide, Join, Multiply, Power, Remainder, Subtract};
    matches!(operator, Add | Subtract | Join | Multiply | Divide | Remainder | Power)
}

/// Whether both sides of a comparison are values of the same kind.
fn compares_alike(operator: BinaryOperator) -> bool {
    operator.is_comparison() && !matches!(operator, BinaryOperator::In | BinaryOperator::NotIn)
}

#[cfg(test)]
mod tests {
    use grundy_engine::solve::{Limits, Signal};

    use super::*;
    use crate::syntax::house_form;

    #[test]
    fn forms_that_depend_on_names_are_found() {
        let mut session = crate::session::new(Limits::default(), Arc::new(Signal::default()));
        for (text, house) in [
            ("game S = take <1,2>; S(5) == 1", "game S = take <1,2>; grundy S(5) == 1"),
            ("check 2 + n == Nim(n) + Nim(2) for n in 0..3", "check 2 + n == grundy Nim(n) + Nim(2) for n in 0..3"),
            ("let picks = {1, 3}; winner picks(7)", "let picks = {1, 3}; winner (take picks)(7)"),
            ("Mex(<0, 1>) == 2", "mex(<0, 1>) == 2"),
            ("Nim(3) == Nim(4); S(3) == 1", "Nim(3) == Nim(4); S(3) == 1"),
            ("grundy Nim(3) ^ grundy Nim(4) == 7", "grundy Nim(3) xor grundy Nim(4) == 7"),
            ("print 2 * grundy Nim(3)^*1^*2 - 1", "print 2 * (grundy Nim(3) xor *1 xor *2) - 1"),
            ("let g(n) = mex {g(a)^g(n-2-a) for a in 0..n-2}", "let g(n) = mex {g(a) xor g(n-2-a) for a in 0..n-2}"),
            ("2^3 * 2", "2^3 * 2"),
            ("3 in Nim(4); Nim(4) == (3 in {3})", "3 in Nim(4); Nim(4) == (3 in {3})"),
        ] {
            let statements: Vec<Statement> = session.read("<test>", text).into_iter().map(Result::unwrap).collect();
            let forms: Vec<Leniency> = lenient_forms(&session, &statements).flatten().collect();
            let whole = crate::source::Text::new(statements[0].span.source(), text);
            assert_eq!(house_form(whole, whole.whole(), &forms), house);
        }
    }
}
