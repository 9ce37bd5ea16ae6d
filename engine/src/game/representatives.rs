//! `same as`: rewrites rules so that every option is replaced by its representative, the position that `same as` names
//! for it.

use super::{Expr, Function, GameRef, Memoise, Rule, Step, System, Term};

impl System {
    /// Does any of its rules have a `same as`?
    pub fn has_representatives(&self) -> bool {
        self.rules.iter().any(|rule| rule.representative.is_some())
    }

    /// The same rules, where each option is replaced by its representative. A position that is its own representative
    /// has the same value under these rules, if the claims of `same as` are true.
    pub fn with_representatives(&self) -> System {
        let mut functions = self.functions.to_vec();
        let representatives: Vec<Option<RepresentativeExprs>> =
            self.rules.iter().map(|rule| RepresentativeExprs::of(rule, &mut functions)).collect();
        let mut rules = self.rules.clone();
        for rule in &mut rules {
            rule.representative = None;
            for clause in &mut rule.clauses {
                clause.steps.iter_mut().filter_map(Step::part_mut).for_each(|part| expr(part, &representatives));
                expr(&mut clause.option, &representatives);
            }
        }
        functions[..self.functions.len()].iter_mut().for_each(|function| expr(&mut function.body, &representatives));
        System::new(rules, functions.into())
    }
}

/// Expressions for the coordinates of the representative of a position.
enum RepresentativeExprs {
    /// One expression for each coordinate. Their only slots are those of the position's coordinates.
    Plain(Vec<Expr>),
    /// A call of the function with this index, and the number of coordinates that it returns.
    Called(usize, usize),
}

impl RepresentativeExprs {
    fn of(rule: &Rule, functions: &mut Vec<Function>) -> Option<RepresentativeExprs> {
        let representative = rule.representative.as_ref()?;
        let each = match &representative.term {
            Term::Tuple(members) if members.len() == rule.arity => members.clone(),
            _ => vec![representative.clone()],
        };
        if each.len() == rule.arity && each.iter().all(binds_nothing) {
            return Some(RepresentativeExprs::Plain(each));
        }
        functions.push(Function {
            name: rule.name.clone(),
            arity: rule.arity,
            slots: rule.slots,
            domains: Vec::new(),
            body: representative.clone(),
            is_open: true,
            // Each coordinate of the representative is taken from a call of its own with the same arguments.
            memoise: if rule.arity == 1 { Memoise::Never } else { Memoise::Bounded },
        });
        Some(RepresentativeExprs::Called(functions.len() - 1, rule.arity))
    }

    /// Expressions for the coordinates of the representative of the position with the coordinates `given`; `of` gives
    /// the place in the text.
    fn coordinates(&self, given: Vec<Expr>, of: &Expr) -> Vec<Expr> {
        let here = |term| Expr { term, at: of.at };
        match self {
            RepresentativeExprs::Plain(each) => {
                each.iter().filter_map(|representative| representative.with(&given)).collect()
            }
            RepresentativeExprs::Called(function, 1) => vec![here(Term::Call(*function, given))],
            RepresentativeExprs::Called(function, arity) => {
                let whole = here(Term::Call(*function, given));
                let member = |index: usize| {
                    let index = Expr::of(index as i128, of.at);
                    here(Term::Index(Box::new(whole.clone()), Box::new(index)))
                };
                (0..*arity).map(member).collect()
            }
        }
    }
}

impl Expr {
    /// The body of a function with the arguments put in place of its parameters; `None` if it binds variables of its
    /// own.
    pub(crate) fn with(&self, arguments: &[Expr]) -> Option<Expr> {
        if !binds_nothing(self) {
            return None;
        }
        let mut body = self.clone();
        put(&mut body, arguments);
        Some(body)
    }
}

fn put(expr: &mut Expr, arguments: &[Expr]) {
    if let Term::Slot(slot) = &expr.term {
        if let Some(argument) = arguments.get(*slot) {
            *expr = argument.clone();
        }
        return;
    }
    expr.each_part_mut(&mut |part| put(part, arguments));
}

/// Does it bind no variables of its own, so that every slot in it is a parameter? Kinds of terms that are not listed
/// count as binding.
fn binds_nothing(expr: &Expr) -> bool {
    let mut binds = !matches!(
        expr.term,
        Term::Constant(_)
            | Term::Slot(_)
            | Term::Negate(_)
            | Term::Not(_)
            | Term::And(..)
            | Term::Or(..)
            | Term::Binary(..)
            | Term::Index(..)
            | Term::If(..)
            | Term::Builtin(..)
            | Term::Call(..)
            | Term::Tuple(_)
            | Term::List(_)
            | Term::Slice(..)
    );
    expr.each_part(&mut |part| binds = binds || !binds_nothing(part));
    !binds
}

/// Replaces every position of these rules in an expression by its representative.
fn expr(whole: &mut Expr, representatives: &[Option<RepresentativeExprs>]) {
    whole.each_part_mut(&mut |part| expr(part, representatives));
    match &mut whole.term {
        Term::Position(GameRef::Local(rule), coordinates) if let Some(representative) = &representatives[*rule] => {
            let (rule, given) = (*rule, std::mem::take(coordinates));
            let here = |term| Box::new(Expr { term, at: whole.at });
            let found = representative.coordinates(given.clone(), whole);
            let [then, otherwise] = [found, given.clone()].map(|at| here(Term::Position(GameRef::Local(rule), at)));
            // Coordinates outside the domain have no representative. They stay, and the mover leaves this option out as
            // always.
            whole.term = Term::If(here(Term::Admitted(rule, given)), then, otherwise);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use super::*;
    use crate::game::{At, Binding, Clause, EvalErrorKind, LARGEST_COORDINATE, Meter, Mover, Operator};

    #[test]
    fn an_option_beyond_the_largest_coordinate_is_an_error_whatever_its_home() {
        let expr = |term| Expr { term, at: At::default() };
        let with_n = |operator, number| {
            let number = Expr::of(number, At::default());
            expr(Term::Binary(operator, Box::new(expr(Term::Slot(0))), Box::new(number)))
        };
        // The option n+2^63−1, whose representative would be its remainder.
        let farther = with_n(Operator::Add, LARGEST_COORDINATE);
        let rule = Rule {
            name: "X".into(),
            coordinates: Arc::new(["n".into()]),
            arity: 1,
            family: 0,
            slots: 1,
            signed: Arc::new([]),
            domain: None,
            over: None,
            representative: Some(with_n(Operator::Remainder, 4)),
            ends: false,
            factors: Arc::default(),
            clauses: vec![Clause {
                steps: Vec::new(),
                option: expr(Term::Position(GameRef::Local(0), vec![farther])),
                binding: Binding::Free,
            }],
        };
        let system = System::new(vec![rule], Arc::new([]));
        for system in [system.with_representatives(), system] {
            let mover = Mover::new(Arc::new(system), Meter::default());
            let options = |n: i128| mover.each_option(0, &[n.into()], &mut |_| Ok(ControlFlow::Continue(())));
            assert_eq!(options(0), Ok(ControlFlow::Continue(())));
            let fault = options(3).unwrap_err();
            assert!(matches!(*fault.kind, EvalErrorKind::Coordinate { .. }), "{fault:?}");
        }
    }
}
