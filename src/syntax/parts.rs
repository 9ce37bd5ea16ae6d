//! The one walk over the parts of expressions and clauses. It knows which variables a part sees.

use super::ast::{Clause, ClauseKind, Expr, ExprKind, Name, Qualifier, Split};

/// Something that looks at parts. Into a part it goes itself, with [`Expr::parts`], if it wants to.
pub trait PartVisitor<'e> {
    fn expr(&mut self, part: &'e Expr);

    /// A name that is not an expression: that of a coordinate, or of a game whose moves are borrowed.
    fn name(&mut self, _: &'e Name) {}

    /// From here on, these names are variables.
    fn bind(&mut self, _: &'e [Name]) {}

    /// The names that were bound last, so many, are no variables any more.
    fn unbind(&mut self, _: usize) {}
}

impl Expr {
    /// Shows the direct parts of this expression.
    pub fn parts<'e>(&'e self, to: &mut dyn PartVisitor<'e>) {
        match &self.kind {
            ExprKind::Integer(_)
            | ExprKind::Text(_)
            | ExprKind::Bool(_)
            | ExprKind::Side(_)
            | ExprKind::Name(_)
            | ExprKind::Any
            | ExprKind::Read(_) => {}
            ExprKind::Sum(only)
            | ExprKind::Group(only)
            | ExprKind::Unary { operand: only, .. }
            | ExprKind::Verb { subject: only, .. } => to.expr(only),
            ExprKind::Binary { left, right, .. } => [left, right].into_iter().for_each(|part| to.expr(part)),
            ExprKind::If { condition, then, otherwise } => {
                [condition, then, otherwise].into_iter().for_each(|part| to.expr(part));
            }
            ExprKind::Call { callee: first, arguments: others } | ExprKind::Index { base: first, index: others } => {
                to.expr(first);
                others.iter().for_each(|part| to.expr(part));
            }
            ExprKind::Set(members) | ExprKind::List(members) | ExprKind::Tuple(members) => {
                members.iter().for_each(|part| to.expr(part));
            }
            ExprKind::Range { start: first, end: second, step: third }
            | ExprKind::Bounded { game: first, heaps: second, seconds: third } => {
                to.expr(first);
                second.iter().chain(third).for_each(|part| to.expr(part));
            }
            ExprKind::Comprehension { body, qualifiers, .. } => in_cases(qualifiers, to, |to| to.expr(body)),
            ExprKind::Ruleset(rule) => rule.clauses.iter().for_each(|clause| clause.parts(to)),
        }
    }
}

impl Clause {
    /// Shows the direct parts of this clause.
    pub fn parts<'e>(&'e self, to: &mut dyn PartVisitor<'e>) {
        in_cases(&self.qualifiers, to, |to| match &self.kind {
            ClauseKind::Take { amounts, from, then } => {
                to.expr(amounts);
                from.iter().for_each(|name| to.name(name));
                then.iter().for_each(|then| then.split.parts(to));
            }
            ClauseKind::Split(split) => split.parts(to),
            ClauseKind::Divide { coordinate, by } => {
                to.expr(by);
                coordinate.iter().for_each(|name| to.name(name));
            }
            ClauseKind::Code(_) => {}
            ClauseKind::CodeOf { text: only, .. } | ClauseKind::Option(only) => to.expr(only),
            ClauseKind::Becomes { from, to: made, .. } => {
                to.expr(from);
                to.expr(made);
            }
            ClauseKind::Moves(name) => to.name(name),
        });
    }
}

impl Split {
    fn parts<'e>(&'e self, to: &mut dyn PartVisitor<'e>) {
        self.into.iter().for_each(|into| to.expr(into));
    }
}

/// Shows the parts of `for …` and `if …`, and what stands in their cases. Conditions see all variables, since a
/// condition may stand before them.
pub fn in_cases<'e, 'v>(
    qualifiers: &'e [Qualifier],
    to: &mut (dyn PartVisitor<'e> + 'v),
    inside: impl FnOnce(&mut (dyn PartVisitor<'e> + 'v)),
) {
    let mut bound = 0;
    for qualifier in qualifiers {
        if let Qualifier::For { names, source } = qualifier {
            to.expr(source);
            to.bind(names);
            bound += names.len();
        }
    }
    for qualifier in qualifiers {
        if let Qualifier::If(condition) = qualifier {
            to.expr(condition);
        }
    }
    inside(to);
    to.unbind(bound);
}
