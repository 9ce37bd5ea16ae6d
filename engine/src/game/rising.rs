//! Rules of one number that every move raises, up to a bound: what is left to the bound is a heap, which every move lowers.

use std::sync::Arc;

use super::linear::{Linear, NumberTest, ordered, written_number};
use super::parameters::{conjunction, exprs_mut};
use super::{
    At, Builtin, Clause, Expr, Game, GameRef, LARGEST_COORDINATE, Meter, Operator, Rule, Ruleset, Set, Step, Term,
    Value,
};

/// The slot of the coordinate.
const NUMBER: usize = 0;

/// A bound above which no move of a rule leads, where every move raises its only number. `None` if that is not seen.
pub(super) fn bound(rule: &Rule) -> Option<i128> {
    let is_plain =
        rule.arity == 1 && rule.representative.is_none() && rule.signed.is_empty() && rule.factors.is_empty();
    if !is_plain || rule.clauses.is_empty() {
        return None;
    }
    let conditions = rule.conditions().into_iter().filter_map(up_to);
    // A position with moves is one where `over` does not hold.
    let over = rule.over.iter().filter_map(most_elsewhere);
    let begins = conditions.clone().chain(over).min();
    let ends = conditions.min();
    let reached = rule.clauses.iter().map(|clause| Rise::of(clause)?.most(begins));
    let most = reached.collect::<Option<Vec<_>>>()?.into_iter().max()?;
    Some(ends.map_or(most, |end| end.min(most))).filter(|most| *most >= 0)
}

/// The number up to which a condition holds, if it holds for no other numbers from 0 on.
fn up_to(condition: &Expr) -> Option<i128> {
    match &condition.term {
        Term::Binary(Operator::In, left, right) if left.term == Term::Slot(NUMBER) => {
            match (&right.term, right.set()) {
                (_, Some(Set::Range { start: ..=0, end, step: 1 })) => *end,
                (Term::Range { start, end: Some(end), step: None }, _)
                    if written_number(start).is_some_and(|start| start <= 0) =>
                {
                    written_number(end)
                }
                _ => None,
            }
        }
        _ => match NumberTest::of(condition, NUMBER)? {
            NumberTest::AtMost(number) => Some(number),
            _ => None,
        },
    }
}

/// The greatest number for which a condition may not hold.
fn most_elsewhere(condition: &Expr) -> Option<i128> {
    match NumberTest::of(condition, NUMBER)? {
        NumberTest::AtLeast(number) => number.checked_sub(1),
        _ => None,
    }
}

/// A clause that raises the number by something positive.
struct Rise<'c> {
    clause: &'c Clause,
    /// The number that a move leaves.
    left: Linear,
}

impl<'c> Rise<'c> {
    fn of(clause: &'c Clause) -> Option<Rise<'c>> {
        let Term::Position(GameRef::Local(0), coordinates) = &clause.option.term else { return None };
        let left = Linear::written(coordinates.first()?)?;
        let rise = Rise { clause, left };
        let mut least = rise.left.constant;
        for (slot, factor) in &rise.left.variables {
            match *slot {
                NUMBER if *factor == 1 => {}
                NUMBER => return None,
                _ => least = least.checked_add(factor.checked_mul(rise.members(*slot)?.0).filter(|_| *factor > 0)?)?,
            }
        }
        (least >= 1 && rise.left.factor(NUMBER) == 1).then_some(rise)
    }

    /// The least member that a variable may be, and the expression that it does not exceed.
    fn members(&self, slot: usize) -> Option<(i128, Greatest<'c>)> {
        self.clause.steps.iter().find_map(|step| match step {
            Step::For { slot: own, source } if *own == slot => match &source.term {
                Term::Range { start, end: Some(end), step: None } => Some((written_number(start)?, Greatest::Of(end))),
                Term::Constant(Value::Set(set)) => match &**set {
                    Set::Range { start, end: Some(end), .. } => Some((*start, Greatest::Number(*end))),
                    Set::Finite(members) => Greatest::among(members),
                    _ => None,
                },
                Term::Constant(Value::List(members)) => Greatest::among(members),
                _ => None,
            },
            _ => None,
        })
    }

    /// The most that a move leaves, if the number before it is at most `begins`.
    fn most(&self, begins: Option<i128>) -> Option<i128> {
        let tests = self.clause.steps.iter().filter_map(|step| match step {
            Step::Test(condition) => self.left_at_most(condition),
            _ => None,
        });
        tests.chain(self.by_ends(self.left.clone(), begins)).min()
    }

    /// The number that the result does not exceed because of a condition.
    fn left_at_most(&self, condition: &Expr) -> Option<i128> {
        let Term::Binary(operator, left, right) = &condition.term else { return None };
        let (less, greater, apart) = ordered(*operator, left, right)?;
        let gap = Linear::written(greater)?.less(Linear::written(less)?)?;
        gap.plus(self.left.clone())?.number()?.checked_sub(apart)
    }

    /// The same because of where loops end: each variable is replaced by its greatest member.
    fn by_ends(&self, left: Linear, begins: Option<i128>) -> Option<i128> {
        let Some((slot, factor)) = left.variables.iter().copied().find(|(slot, _)| *slot != NUMBER) else {
            return match left.factor(NUMBER) {
                0 => Some(left.constant),
                factor @ 1.. => begins?.checked_mul(factor)?.checked_add(left.constant),
                _ => None,
            };
        };
        let (_, greatest) = self.members(slot)?;
        let alone = Linear { variables: vec![(slot, factor)], constant: 0 };
        let rest = left.less(alone)?;
        let ends = greatest.all().into_iter().filter_map(|end| {
            let replaced = rest.clone().plus(end?.times(factor)?)?;
            (replaced.variables.len() < self.left.variables.len()).then(|| self.by_ends(replaced, begins)).flatten()
        });
        ends.min()
    }
}

/// What the members of a loop do not exceed.
enum Greatest<'c> {
    Number(i128),
    Of(&'c Expr),
}

impl<'c> Greatest<'c> {
    /// The least and the greatest of some numbers.
    fn among(members: &[Value]) -> Option<(i128, Greatest<'c>)> {
        let numbers = members.iter().map(Value::as_integer).collect::<Option<Vec<_>>>()?;
        Some((*numbers.iter().min()?, Greatest::Number(*numbers.iter().max()?)))
    }

    /// Linear expressions none of which they exceed.
    fn all(&self) -> Vec<Option<Linear>> {
        match self {
            Greatest::Number(number) => vec![Some(Linear { variables: Vec::new(), constant: *number })],
            Greatest::Of(Expr { term: Term::Builtin(Builtin::Min, ends), .. }) if ends.len() > 1 => {
                ends.iter().map(Linear::written).collect()
            }
            Greatest::Of(end) => vec![Linear::written(end)],
        }
    }
}

impl Rule {
    /// The rule of what is left to a bound that [`bound`] has found.
    fn counted_down(&self, bound: i128) -> Option<Rule> {
        let mut found = self.clone();
        let conditions =
            self.conditions().into_iter().filter(|condition| up_to(condition).is_none_or(|most| most < bound));
        found.domain = conjunction(conditions.cloned());
        exprs_mut(&mut found).for_each(|expr| reflect(expr, bound));
        for (clause, before) in found.clauses.iter_mut().zip(&self.clauses) {
            let Linear { variables, constant } = Rise::of(before)?.left;
            let added = variables.into_iter().filter(|(slot, _)| *slot != NUMBER).map(|(slot, factor)| match factor {
                1 => Term::Slot(slot),
                _ => binary(Operator::Multiply, Term::Constant(factor.into()), Term::Slot(slot)),
            });
            let constant =
                Some(constant).filter(|constant| *constant != 0).map(|constant| Term::Constant(constant.into()));
            let left =
                added.chain(constant).fold(Term::Slot(NUMBER), |left, one| binary(Operator::Subtract, left, one));
            if let Term::Position(_, coordinates) = &mut clause.option.term {
                coordinates.iter_mut().for_each(|coordinate| coordinate.term = left.clone());
            }
        }
        Some(found)
    }
}

impl Game {
    /// The game of what is left to a bound, which is the number here, if every move of this game raises its only number and none
    /// leads beyond that bound.
    pub(crate) fn counted_down(self: &Arc<Game>, meter: &Meter) -> Option<(i128, Arc<Game>)> {
        let Ruleset::Written(system, 0) = &self.ruleset else { return None };
        let [rule] = &system.rules[..] else { return None };
        let most = bound(rule).filter(|most| *most <= LARGEST_COORDINATE)?;
        let rule = rule.counted_down(most)?;
        Some((most, Game::of_rule(self.name.clone(), rule, &system.functions, meter)))
    }
}

fn binary(operator: Operator, one: Term, other: Term) -> Term {
    let here = |term| Box::new(Expr { term, at: At::default() });
    Term::Binary(operator, here(one), here(other))
}

/// Puts the bound less the number in the place of the number.
fn reflect(expr: &mut Expr, bound: i128) {
    if expr.term == Term::Slot(NUMBER) {
        expr.term = binary(Operator::Subtract, Term::Constant(bound.into()), Term::Slot(NUMBER));
        return;
    }
    expr.each_part_mut(&mut |part| reflect(part, bound));
}
