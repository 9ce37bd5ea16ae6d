//! `for …` and `if …` behind a clause or in a comprehension.

use grundy_engine::game::{Expr, Step};

use super::Lowerer;
use crate::error::Error;
use crate::session::free_names;
use crate::syntax::ast::{self, BinaryOperator, ExprKind, Qualifier};

impl Lowerer<'_> {
    /// The steps of qualifiers: the variables from the first, outermost, to the last, and each part of each
    /// condition as early as the variables it names are bound. The variables stay in sight.
    pub(super) fn steps(&mut self, qualifiers: &[Qualifier]) -> Result<Vec<Step>, Error> {
        let mut tests: Vec<&ast::Expr> = Vec::new();
        let mut binders: Vec<(&ast::Name, &ast::Expr)> = Vec::new();
        for qualifier in qualifiers {
            match qualifier {
                Qualifier::For { name, source } => binders.push((name, source)),
                Qualifier::If(condition) => conjuncts(condition, &mut tests),
            }
        }
        // For each test, after how many binders it can stand: behind the last one whose name it mentions.
        let places: Vec<usize> = tests
            .iter()
            .map(|test| {
                binders.iter().rposition(|(name, _)| free_names::mentions(test, &name.text)).map_or(0, |i| i + 1)
            })
            .collect();
        let mut steps = Vec::new();
        for bound in 0..=binders.len() {
            if let Some((name, source)) = bound.checked_sub(1).map(|index| binders[index]) {
                let source = self.source(source)?;
                let slot = self.bind(&name.text);
                steps.push(Step::For { slot, source });
            }
            for (test, place) in tests.iter().zip(&places) {
                if *place == bound {
                    steps.push(Step::Test(self.value(test)?));
                }
            }
        }
        Ok(steps)
    }

    /// What a variable runs through.
    fn source(&mut self, source: &ast::Expr) -> Result<Expr, Error> {
        self.value(source)
    }
}

/// The parts of a chain of `and`s, from left to right.
fn conjuncts<'a>(condition: &'a ast::Expr, parts: &mut Vec<&'a ast::Expr>) {
    match &condition.kind {
        ExprKind::Binary { operator: BinaryOperator::And, left, right } => {
            conjuncts(left, parts);
            conjuncts(right, parts);
        }
        ExprKind::Group(inner) => conjuncts(inner, parts),
        _ => parts.push(condition),
    }
}
