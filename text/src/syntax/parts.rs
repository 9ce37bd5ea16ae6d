//! The one walk over the parts of expressions and clauses. It knows which variables a part sees.

use super::ast::{BinaryOperator, Clause, ClauseKind, CoinTurn, Expr, ExprKind, Name, Qualifier, Split, Statement};
use crate::source::Span;

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
            | ExprKind::Read(..) => {}
            ExprKind::Sum(only) | ExprKind::Group(only) | ExprKind::Unary { operand: only, .. } => to.expr(only),
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
            ExprKind::Range { start: first, end: second, step: third } => {
                to.expr(first);
                second.iter().chain(third).for_each(|part| to.expr(part));
            }
            ExprKind::Bounded { game, ranges, heaps, seconds } => {
                to.expr(game);
                ranges.iter().for_each(|range| to.expr(range));
                heaps.iter().chain(seconds).for_each(|bound| to.expr(bound));
            }
            ExprKind::Comprehension { body, qualifiers, .. } => in_cases(qualifiers, to, |to| to.expr(body)),
            ExprKind::Ask(question) => {
                to.expr(&question.subject);
                question.ranges.iter().for_each(|range| to.expr(range));
            }
            ExprKind::AtOnce(at_once) => at_once.parts.iter().for_each(|part| to.expr(part)),
            ExprKind::Ruleset(rule) => rule.clauses.iter().for_each(|clause| clause.parts(to)),
        }
    }
}

impl Clause {
    /// Shows the direct parts of this clause.
    pub fn parts<'e>(&'e self, to: &mut dyn PartVisitor<'e>) {
        in_cases(&self.qualifiers, to, |to| match &self.kind {
            ClauseKind::Take { amounts, from, onto, then } => {
                to.expr(amounts);
                from.iter().chain(onto).for_each(|name| to.name(name));
                then.iter().for_each(|then| then.split.parts(to));
            }
            ClauseKind::Turn(CoinTurn::Places(places)) => to.expr(places),
            ClauseKind::Turn(CoinTurn::Coins { count, apart, .. }) => {
                to.expr(count);
                apart.iter().for_each(|apart| to.expr(apart));
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

/// Finds a verb whose subject is a sum with `summand` as its last term: the place of the whole question, and that
/// of the terms before.
pub fn sum_of_verb(statement: &Statement, summand: Span) -> Option<(Span, Span)> {
    first(statement, |expr| match &expr.kind {
        ExprKind::Ask(question) => match &question.subject.kind {
            ExprKind::Binary { operator: BinaryOperator::Add, left, right } if right.span == summand => {
                Some((expr.span, left.span))
            }
            _ => None,
        },
        _ => None,
    })
}

/// The part of a statement that stands at this place.
pub fn part_at(statement: &Statement, place: Span) -> Option<&Expr> {
    first(statement, |expr| (expr.span == place).then_some(expr))
}

/// The first of the statement's expressions and their parts in which something is found.
fn first<'e, T>(statement: &'e Statement, find: impl Fn(&'e Expr) -> Option<T>) -> Option<T> {
    let mut first = First { find, found: None };
    statement.expressions().iter().for_each(|expr| first.expr(expr));
    first.found
}

struct First<F, T> {
    find: F,
    found: Option<T>,
}

impl<'e, T, F: Fn(&'e Expr) -> Option<T>> PartVisitor<'e> for First<F, T> {
    fn expr(&mut self, part: &'e Expr) {
        if self.found.is_none() {
            self.found = (self.find)(part);
        }
        if self.found.is_none() {
            part.parts(self);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceId;

    /// Counts expressions, names that are none, and the variables that can be seen; the most of these.
    #[derive(Default)]
    struct Counts {
        expressions: usize,
        names: usize,
        bound: usize,
        most_bound: usize,
    }

    impl<'e> PartVisitor<'e> for Counts {
        fn expr(&mut self, part: &'e Expr) {
            self.expressions += 1;
            part.parts(self);
        }

        fn name(&mut self, _: &'e Name) {
            self.names += 1;
        }

        fn bind(&mut self, names: &'e [Name]) {
            self.bound += names.len();
            self.most_bound = self.most_bound.max(self.bound);
        }

        fn unbind(&mut self, count: usize) {
            self.bound -= count;
        }
    }

    #[test]
    fn every_part_is_visited_with_the_variables_it_sees() {
        // Each text with the names in it that are not expressions, and the most variables that a part of it sees.
        let cases = [
            ("if -a < 3 and not \"x\" in {b, c} then f(a, 1)[2..k step 3] else sum[*n for n in h]", 0, 1),
            ("[(i, j) for i in 0..9, j in [k for k in <1..i>] if i < j]", 0, 2),
            ("all(first == winner S(n) for (n, m) in e) or true", 0, 2),
            ("(take <a> from x then maybe split into b | split unequal into 2..c)(5, 6)", 1, 0),
            ("(divide by {2} for d in 1..3 | octal(\"0.7\" ++ t) | Nim if n > 1 | (n-1, 2))[3, 4]", 1, 1),
            ("(\"..\" becomes p across or down)(\"...\")", 0, 0),
            ("preperiod (hex 0.8) + (any)", 0, 0),
        ];
        for (text, names, variables) in cases {
            let read = crate::syntax::parse(SourceId::default(), text);
            let [Ok(whole)] = &read[..] else { panic!("{text}: {read:?}") };
            let whole = whole.expression().unwrap();
            let mut counts = Counts::default();
            counts.expr(whole);
            assert_eq!(counts.expressions, format!("{whole:?}").matches("Expr {").count(), "{text}");
            assert_eq!((counts.names, counts.most_bound, counts.bound), (names, variables, 0), "{text}");
        }
    }
}
