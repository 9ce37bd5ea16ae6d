//! Conditions behind `where` that need not be asked of options: one that says something of all members of a list also
//! holds for what is left of it.

use super::{Builtin, Expr, GameRef, Rule, Step, System, Term};

impl System {
    /// Is there a `where` that holds for all options if it holds for the position? It is seen of one rule whose moves only
    /// remove members of a list.
    pub(crate) fn inherits_domain(&self) -> bool {
        let [rule] = &self.rules[..] else { return false };
        let Some(domain) = &rule.domain else { return false };
        let inherited = |list: usize| {
            is_of_all_members(domain, list)
                && rule.clauses.iter().all(|clause| removes_members(rule, &clause.option, list))
        };
        (0..rule.arity).any(inherited)
    }
}

/// Does a condition hold for a part of the list in this slot if it holds for the list?
fn is_of_all_members(condition: &Expr, list: usize) -> bool {
    match &condition.term {
        Term::And(one, other) => is_of_all_members(one, list) && is_of_all_members(other, list),
        Term::Fold(Builtin::All, steps, body) => {
            let is_of_members = |step: &Step| match step {
                Step::For { source, .. } => {
                    matches!(source.term, Term::Slot(slot) if slot == list) || !mentions(source, list)
                }
                Step::Test(condition) => !mentions(condition, list),
                Step::Unpack { .. } => true,
            };
            steps.iter().all(is_of_members) && is_of_all_members(body, list)
        }
        _ => !mentions(condition, list),
    }
}

/// Does an expression depend on what a slot holds? Only slots of the rule itself are asked about: functions have others.
fn mentions(expr: &Expr, asked: usize) -> bool {
    let mut found = matches!(expr.term, Term::Slot(slot) if slot == asked) || matches!(expr.term, Term::Made { .. });
    expr.each_part(&mut |part| found = found || mentions(part, asked));
    found
}

/// Is an option the position without some members of the list in this slot, or the sum of several such?
fn removes_members(rule: &Rule, option: &Expr, list: usize) -> bool {
    let is_position = |option: &Expr, is_part: &dyn Fn(&Expr) -> bool| {
        let Term::Position(GameRef::Local(_), coordinates) = &option.term else { return false };
        let is_kept = |slot: usize, coordinate: &Expr| matches!(coordinate.term, Term::Slot(same) if same == slot);
        let mut coordinates = coordinates.iter().enumerate();
        coordinates.len() == rule.arity
            && coordinates
                .all(|(slot, coordinate)| if slot == list { is_part(coordinate) } else { is_kept(slot, coordinate) })
    };
    match &option.term {
        Term::Sum(several) => {
            let Term::ListOf(steps, body) = &several.term else { return false };
            let [Step::For { slot, source }, tests @ ..] = &steps[..] else { return false };
            let cells = match &source.term {
                Term::Connected { cells, .. } => &**cells,
                Term::Builtin(Builtin::Parts, arguments) => &arguments[0],
                _ => return false,
            };
            is_part_of(cells, list)
                && tests.iter().all(|test| matches!(test, Step::Test(_)))
                && is_position(body, &|part| matches!(part.term, Term::Slot(part) if part == *slot))
        }
        _ => is_position(option, &|part| is_part_of(part, list)),
    }
}

/// Does an expression give the list in this slot without some of its members?
fn is_part_of(expr: &Expr, list: usize) -> bool {
    match &expr.term {
        Term::Slot(slot) => *slot == list,
        Term::Builtin(Builtin::Remove, arguments) => is_part_of(&arguments[0], list),
        Term::ListOf(steps, body) => {
            let [Step::For { slot, source }, tests @ ..] = &steps[..] else { return false };
            is_part_of(source, list)
                && tests.iter().all(|test| matches!(test, Step::Test(_)))
                && matches!(body.term, Term::Slot(member) if member == *slot)
        }
        _ => false,
    }
}
