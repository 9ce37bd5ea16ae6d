//! Lists of heaps. Where each move looks at one member of a list and changes it alone, the position is the sum of its members: piles
//! that are written as one list are piles side by side.

use super::linear::{Linear, NumberTest, ordered};
use super::parameters::names_own;
use super::summands::{InList, PlayedApart, all_of, has_no_move};
use super::{At, Binding, Builtin, Clause, Expr, Game, GameRef, Meter, Operator, Rule, Set, Step, System, Term, Value};

/// The slot of the list, and then of one of its members.
const OWN: usize = 0;

impl Game {
    /// The game that is played in each member of a list of numbers; `None` if members are not played side by side, or if that is not
    /// seen.
    pub(super) fn of_members(&self, system: &System, meter: &Meter) -> Option<PlayedApart> {
        let [rule] = &system.rules[..] else { return None };
        let is_free = rule.clauses.iter().all(|clause| clause.binding == Binding::Free);
        let is_plain = rule.arity == 1
            && is_free
            && rule.factors.is_empty()
            && rule.representative.as_ref().is_none_or(|same| is_arranged(same, &|list| list.term == Term::Slot(OWN)))
            && !system.functions.iter().any(|function| names_own(&function.body));
        let conditions = rule.conditions();
        let is_natural = conditions.iter().all(|condition| are_natural(condition));
        if !is_plain || !is_natural {
            return None;
        }
        let mut in_place = true;
        let clauses = rule.clauses.iter().map(|clause| {
            let member = MemberClause::of(clause)?;
            in_place = in_place && member.in_place;
            let clause = member.clause()?;
            (!conditions.is_empty() || leaves_natural(&clause)).then_some(clause)
        });
        let clauses = clauses.collect::<Option<Vec<_>>>()?;
        let alone = Rule { clauses, domain: None, representative: None, over: None, ..rule.clone() };
        let ends =
            rule.over.as_ref().is_none_or(|over| is_sum_zero(over) && has_no_move(&alone, &system.functions, meter));
        let name = format!("{}([{}])", self.name, alone.coordinates.join(", "));
        let game = || Game::of_rule(name.into(), alone, &system.functions, meter);
        let in_list = Some(if in_place { InList::InPlace } else { InList::Elsewhere });
        if ends { Some(PlayedApart { places: vec![OWN], game: game(), in_list }) } else { None }
    }
}

/// Is it the list, sorted or backwards?
fn is_arranged(expr: &Expr, is_list: &dyn Fn(&Expr) -> bool) -> bool {
    match &expr.term {
        Term::Builtin(Builtin::Sort | Builtin::Reverse, parts) => parts.iter().all(|part| is_arranged(part, is_list)),
        _ => is_list(expr),
    }
}

/// Does it say that all members are at least 0, and no more?
fn are_natural(condition: &Expr) -> bool {
    match &condition.term {
        Term::Fold(Builtin::All, steps, body) => match &steps[..] {
            [Step::For { slot, source: Expr { term: Term::Slot(OWN), .. } }] => {
                NumberTest::of(body, *slot) == Some(NumberTest::AtLeast(0))
            }
            _ => false,
        },
        _ => false,
    }
}

/// Does it hold only where all members are 0?
fn is_sum_zero(over: &Expr) -> bool {
    let Term::Binary(Operator::Equal, sum, zero) = &over.term else { return false };
    let of_list = |sum: &Expr| match &sum.term {
        Term::Builtin(Builtin::Sum, list) => list.iter().all(|list| list.term == Term::Slot(OWN)),
        Term::Sum(list) => list.term == Term::Slot(OWN),
        _ => false,
    };
    of_list(sum) && zero.number() == Some(0)
}

/// A clause that changes one member of the list.
struct MemberClause<'c> {
    steps: Vec<&'c Step>,
    /// The slot of its index.
    index: usize,
    /// What it becomes: one number, or several, or nothing.
    left: Vec<&'c Expr>,
    in_place: bool,
}

impl<'c> MemberClause<'c> {
    fn of(clause: &'c Clause) -> Option<MemberClause<'c>> {
        let Term::Position(GameRef::Local(0), coordinates) = &clause.option.term else { return None };
        let [list] = &coordinates[..] else { return None };
        let (steps, index) = clause.steps.iter().fold((Vec::new(), None), |(mut steps, index), step| match step {
            Step::For { slot, source } if index.is_none() && are_indices(source) => (steps, Some(*slot)),
            _ => {
                steps.push(step);
                (steps, index)
            }
        });
        let index = index?;
        let (mut list, mut in_place) = (list, true);
        while let Term::Builtin(Builtin::Sort | Builtin::Reverse, parts) = &list.term {
            (list, in_place) = (parts.first()?, false);
        }
        let is_removed = |list: &Expr| match &list.term {
            Term::Builtin(Builtin::Remove, parts) => is_at(parts, index),
            _ => false,
        };
        let left = match &list.term {
            Term::Builtin(Builtin::Replace, parts) if is_at(parts, index) => vec![parts.get(2)?],
            _ if is_removed(list) => Vec::new(),
            Term::Binary(Operator::Join, one, other) => match (&one.term, &other.term) {
                (Term::List(left), _) if is_removed(other) => left.iter().collect(),
                (_, Term::List(left)) if is_removed(one) => left.iter().collect(),
                _ => return None,
            },
            _ => return None,
        };
        in_place = in_place && matches!(list.term, Term::Builtin(Builtin::Replace, _));
        Some(MemberClause { steps, index, left, in_place })
    }

    /// The same move of a game of one number.
    fn clause(&self) -> Option<Clause> {
        let mut steps: Vec<Step> = self.steps.iter().copied().cloned().collect();
        let mut are_read = steps.iter_mut().filter_map(Step::part_mut).all(|part| put_member(part, self.index));
        let mut left = Vec::new();
        for number in &self.left {
            let mut number = (*number).clone();
            are_read = are_read && put_member(&mut number, self.index);
            left.push(Term::Position(GameRef::Local(0), vec![number]));
        }
        let here = |term| Expr { term, at: At::default() };
        let sum = |one, other| Term::Binary(Operator::Add, Box::new(here(one)), Box::new(here(other)));
        let nothing = || Term::Star(Box::new(Expr::of(0, At::default())));
        let option = here(left.into_iter().reduce(sum).unwrap_or_else(nothing));
        are_read.then_some(Clause { steps, option, binding: Binding::Free })
    }
}

/// Are these the list and the index in this slot, and perhaps more?
fn is_at(parts: &[Expr], index: usize) -> bool {
    parts.len() > 1 && parts[0].term == Term::Slot(OWN) && parts[1].term == Term::Slot(index)
}

/// All indices of the list.
fn are_indices(source: &Expr) -> bool {
    let of_list = |parts: &[Expr]| parts.iter().all(|part| part.term == Term::Slot(OWN));
    match &source.term {
        Term::Builtin(Builtin::Indices, parts) => of_list(parts),
        Term::Range { start, end: Some(end), step: None } => match &end.term {
            Term::Binary(Operator::Subtract, length, one) => {
                let is_length = matches!(&length.term, Term::Builtin(Builtin::Length, parts) if of_list(parts));
                is_length && start.number() == Some(0) && one.number() == Some(1)
            }
            _ => false,
        },
        _ => false,
    }
}

/// Puts the member, as the only coordinate, where `h[i]` stands. Is that all that is said of the list and of the index?
fn put_member(expr: &mut Expr, index: usize) -> bool {
    match &expr.term {
        Term::Index(list, at) if list.term == Term::Slot(OWN) && at.term == Term::Slot(index) => {
            expr.term = Term::Slot(OWN);
            return true;
        }
        Term::Slot(slot) => return *slot != OWN && *slot != index,
        _ => {}
    }
    let mut is_all = !names_own(expr);
    expr.each_part_mut(&mut |part| is_all = is_all && put_member(part, index));
    is_all
}

/// Are the numbers that a move leaves at least 0 wherever the member before it is? In a list they might be less.
fn leaves_natural(clause: &Clause) -> bool {
    let mut known = vec![Linear { variables: vec![(OWN, 1)], constant: 0 }];
    for step in &clause.steps {
        match step {
            Step::For { slot, source } => known.extend(bounds(*slot, source, &known)),
            Step::Test(condition) => all_of(condition, &mut |condition| known.extend(gap(condition))),
            Step::Unpack { .. } => return false,
        }
    }
    let mut is_natural = true;
    let mut waiting = vec![&clause.option];
    while let Some(option) = waiting.pop() {
        match &option.term {
            Term::Binary(Operator::Add, one, other) => waiting.extend([&**one, &**other]),
            Term::Position(_, coordinates) => {
                is_natural = is_natural && coordinates.iter().all(|number| is_natural_where(number, &known));
            }
            _ => {}
        }
    }
    is_natural
}

/// What a loop says of its variable, as expressions that are at least 0.
fn bounds(slot: usize, source: &Expr, known: &[Linear]) -> Vec<Linear> {
    let variable = || Linear { variables: vec![(slot, 1)], constant: 0 };
    let number = |constant| Linear { variables: Vec::new(), constant };
    let between = |least: Option<i128>, most: Option<i128>| {
        let above = least.and_then(|least| variable().less(number(least)));
        above.into_iter().chain(most.and_then(|most| number(most).less(variable()))).collect()
    };
    let members = |members: &[Value]| {
        let numbers = members.iter().map(Value::as_integer).collect::<Option<Vec<_>>>().unwrap_or_default();
        between(numbers.iter().min().copied(), numbers.iter().max().copied())
    };
    match &source.term {
        Term::Range { start, end, step: None } => {
            let start = match Linear::written(start) {
                Some(start) => variable().less(start),
                None => is_natural_where(start, known).then(variable),
            };
            let end = end.as_ref().and_then(|end| Linear::written(end)?.less(variable()));
            start.into_iter().chain(end).collect()
        }
        Term::Constant(Value::List(list)) => members(list),
        Term::Constant(Value::Set(set)) => match &**set {
            Set::Finite(list) => members(list),
            Set::Range { start, end, step: 1.. } => between(Some(*start), *end),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// An expression that is at least 0 where a comparison holds.
fn gap(condition: &Expr) -> Option<Linear> {
    let Term::Binary(operator, left, right) = &condition.term else { return None };
    let (less, greater, apart) = ordered(*operator, left, right)?;
    let apart = Linear { variables: Vec::new(), constant: apart };
    Linear::written(greater)?.less(Linear::written(less)?)?.less(apart)
}

/// Is an expression at least 0 where all that is known is?
fn is_natural_where(expr: &Expr, known: &[Linear]) -> bool {
    match &expr.term {
        Term::Binary(Operator::Divide, one, other) => {
            other.number().is_some_and(|divisor| divisor > 0) && is_natural_where(one, known)
        }
        Term::Binary(Operator::Remainder, ..) | Term::Builtin(Builtin::Isqrt | Builtin::Abs, _) => true,
        _ => Linear::written(expr).is_some_and(|number| is_sum_of(&number, known, DEEPEST)),
    }
}

/// So many things that are known are added at most.
const DEEPEST: usize = 4;

/// Is it a number from 0 on, and some of these added?
fn is_sum_of(number: &Linear, known: &[Linear], deepest: usize) -> bool {
    if number.number().is_some_and(|number| number >= 0) {
        return true;
    }
    let is_rest = |index: usize| {
        let rest = number.clone().less(known[index].clone());
        rest.is_some_and(|rest| is_sum_of(&rest, &known[index..], deepest - 1))
    };
    deepest > 0 && (0..known.len()).any(is_rest)
}
