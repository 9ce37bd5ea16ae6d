//! Rules of one heap whose moves take, or leave, a number that has no common factor with the heap.

use super::linear::{Linear, NumberTest, ordered};
use super::{Binding, Builtin, Expr, GameRef, Operator, Rule, Step, Term};

/// The slot that holds the size of the heap.
const HEAP: usize = 0;

/// A move from n leaves one of the numbers from `first` to n − 1 that have no common factor with n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoprimeRule {
    /// 0 or 1.
    pub first: u64,
}

impl CoprimeRule {
    /// The rule with this index in its system, if it is such a one.
    pub fn of(rule: &Rule, index: usize) -> Option<CoprimeRule> {
        let [clause] = &rule.clauses[..] else { return None };
        let is_plain = rule.arity == 1
            && rule.over.is_none()
            && rule.representative.is_none()
            && rule.factors.is_empty()
            && rule.signed.is_empty()
            && clause.binding == Binding::Free;
        let [Step::For { slot, source }, tests @ ..] = &clause.steps[..] else { return None };
        let Term::Range { start, end: Some(end), step: None } = &source.term else { return None };
        let Term::Position(GameRef::Local(own), coordinates) = &clause.option.term else { return None };
        let (start, end, left) = (start.number()?, Linear::written(end)?, Linear::written(coordinates.first()?)?);
        if !is_plain || *own != index || end.variables != [(HEAP, 1)] {
            return None;
        }
        let (least, most) = match (left.factor(HEAP), left.factor(*slot), left.constant, left.variables.len()) {
            // What is taken runs from `start` on; what is left is less than n if that is 1.
            (1, -1, 0, 2) => (end.constant.checked_neg()?, start),
            (0, 1, 0, 1) => (start, end.constant.checked_neg()?),
            _ => return None,
        };
        let mut of_factors = 0;
        for test in tests {
            match test {
                Step::Test(condition) if asks_coprime(condition, *slot) => of_factors += 1,
                Step::Test(condition) if is_implied(condition, *slot) => {}
                _ => return None,
            }
        }
        let first = match rule.domain.as_ref().map(|domain| NumberTest::of(domain, HEAP)) {
            None => least,
            Some(Some(NumberTest::AtLeast(1))) => 1,
            Some(_) => return None,
        };
        let first = u64::try_from(first).ok().filter(|first| *first <= 1)?;
        (of_factors > 0 && most == 1).then_some(CoprimeRule { first })
    }
}

/// Is it `gcd(k, n) == 1`?
fn asks_coprime(condition: &Expr, slot: usize) -> bool {
    let Term::Binary(Operator::Equal, one, other) = &condition.term else { return false };
    let parts = match (&one.term, &other.term) {
        (Term::Builtin(Builtin::Gcd, parts), _) if other.number() == Some(1) => parts,
        (_, Term::Builtin(Builtin::Gcd, parts)) if one.number() == Some(1) => parts,
        _ => return false,
    };
    let [one, other] = &parts[..] else { return false };
    let names = [&one.term, &other.term];
    names == [&Term::Slot(slot), &Term::Slot(HEAP)] || names == [&Term::Slot(HEAP), &Term::Slot(slot)]
}

/// Does it hold for all k from 1 to n?
fn is_implied(condition: &Expr, slot: usize) -> bool {
    let Term::Binary(operator, left, right) = &condition.term else { return false };
    let gap = ordered(*operator, left, right).and_then(|(less, greater, apart)| {
        let gap = Linear::written(greater)?.less(Linear::written(less)?)?;
        Some((gap.factor(HEAP), gap.factor(slot), gap.constant.checked_sub(apart)?))
    });
    matches!(gap, Some((0, 1, -1..) | (1, -1, 0..)))
}
