//! Lowers qualifiers, the `for …` and `if …` after a clause or in a comprehension, to steps.

use grundy_engine::game::Step;
use rustc_hash::FxHashMap;

use crate::error::Error;
use crate::lang::free_names;
use crate::lang::lower::lowerer::Lowerer;
use crate::syntax::ast::{self, BinaryOperator, ExprKind, Qualifier};

impl Lowerer<'_> {
    /// The steps of qualifiers. The loops keep their order, the first being the outermost, and each part of a
    /// condition that is joined by `and` is tested as soon as the variables that it names are bound. The variables
    /// stay in scope.
    pub(crate) fn steps(&mut self, qualifiers: &[Qualifier]) -> Result<Vec<Step>, Error> {
        let mut tests: Vec<&ast::Expr> = Vec::new();
        let mut binders: Vec<(&[ast::Name], &ast::Expr)> = Vec::new();
        for qualifier in qualifiers {
            match qualifier {
                Qualifier::For { names, source } => binders.push((names, source)),
                Qualifier::If(condition) => conjuncts(condition, &mut tests),
            }
        }
        // Each test comes directly after the last loop whose variable it mentions, or before all loops.
        let named = binders.iter().zip(1..).flat_map(|((names, _), place)| names.iter().map(move |name| (name, place)));
        let last: FxHashMap<&str, usize> = named.map(|(name, place)| (name.text.as_str(), place)).collect();
        let mut behind: Vec<Vec<&ast::Expr>> = vec![Vec::new(); binders.len() + 1];
        for test in tests {
            let mut place = 0;
            if !binders.is_empty() {
                free_names::each(test, |name| place = place.max(last.get(name).copied().unwrap_or(0)));
            }
            if let Some(tests) = behind.get_mut(place) {
                tests.push(test);
            }
        }
        let mut steps = Vec::new();
        let mut binders = binders.into_iter();
        for tests in behind {
            for test in tests {
                steps.push(Step::Test(self.value(test)?));
            }
            let Some((names, source)) = binders.next() else { continue };
            let source = self.value(source)?;
            let at = source.at;
            match names {
                [name] => steps.push(Step::For { slot: self.bind(&name.text), source }),
                several => {
                    let slot = self.nameless();
                    steps.push(Step::For { slot, source });
                    // `Step::Unpack` expects their slots directly after that of the whole.
                    several.iter().for_each(|name| {
                        self.bind(&name.text);
                    });
                    steps.push(Step::Unpack { slot, count: several.len(), at });
                }
            }
        }
        Ok(steps)
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
