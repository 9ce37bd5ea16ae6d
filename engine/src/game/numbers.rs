//! The numbers that occur in a rule, of which a law of its values may be made.

use super::{Amounts, Expr, Ruleset, Set, Step, Term, Value};

/// No more numbers are collected.
const MOST: usize = 200;

impl Ruleset {
    /// The numbers that occur in the rule: amounts, divisors, and the constants of a written rule.
    pub fn numbers(&self) -> Vec<i128> {
        let mut found = Vec::new();
        match self {
            Ruleset::Heap(rules) => {
                let amounts = rules.clauses.iter().map(|clause| &clause.amounts).chain([&rules.divisors]);
                amounts.for_each(|amounts| of_amounts(amounts, &mut found));
            }
            Ruleset::Compound(_) | Ruleset::Own(_) => {}
            Ruleset::Written(system, index) => {
                let rule = &system.rules[*index];
                let steps = rule.clauses.iter().flat_map(|clause| &clause.steps).filter_map(Step::part);
                let options = rule.clauses.iter().map(|clause| &clause.option);
                rule.domain
                    .iter()
                    .chain(&rule.over)
                    .chain(steps)
                    .chain(options)
                    .for_each(|expr| of_expr(expr, &mut found));
            }
        }
        found.truncate(MOST);
        found
    }
}

fn of_amounts(amounts: &Amounts, found: &mut Vec<i128>) {
    match amounts {
        Amounts::Finite(numbers) | Amounts::AllBut(numbers) => {
            found.extend(numbers.iter().take(MOST).map(|n| i128::from(*n)));
        }
        Amounts::Described(set) => of_set(set, found),
    }
}

fn of_set(set: &Set, found: &mut Vec<i128>) {
    match set {
        Set::Finite(members) => found.extend(members.iter().take(MOST).filter_map(Value::as_integer)),
        Set::Range { start, end, step } => found.extend([Some(*start), *end, Some(*step)].into_iter().flatten()),
        Set::Union(parts) => parts.iter().for_each(|part| of_set(part, found)),
        Set::Except(pair) => {
            of_set(&pair.0, found);
            of_set(&pair.1, found);
        }
        Set::Family(_) | Set::Comprehension(_) | Set::Sequence(_) => {}
    }
}

fn of_expr(expr: &Expr, found: &mut Vec<i128>) {
    if found.len() >= MOST {
        return;
    }
    if let Term::Constant(value) = &expr.term {
        match value {
            Value::Integer(n) => found.push(*n),
            Value::Set(set) => of_set(set, found),
            Value::List(members) => found.extend(members.iter().take(MOST).filter_map(Value::as_integer)),
            _ => {}
        }
    }
    expr.each_part(&mut |part| of_expr(part, found));
}
