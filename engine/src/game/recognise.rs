//! Recognises a heap game whose options are written out as expressions, so that
//! `game S(n) = (n-1) | (n-2) | (n-3)` and `take <1,2,3>` become the same ruleset.

use super::heap::whole;
use super::{Amounts, Expr, GameRef, HeapRules, Likeness, Meter, Operator, Set, Shape, Step, System, Term, Value};

/// The slot that holds n, the size of the heap.
const HEAP: usize = 0;

/// The heap rules with the same moves as a system of one rule; `None` if they are not found.
pub fn recognised(system: &System) -> Option<HeapRules> {
    let [rule] = &system.rules[..] else { return None };
    if rule.arity != 1 || rule.domain.is_some() || rule.representative.is_some() {
        return None;
    }
    let guarded = match &rule.over {
        None => false,
        Some(over) if is_empty_heap(over) => true,
        Some(_) => return None,
    };
    let mut moves = Vec::new();
    let mut divisors = Amounts::none();
    for clause in &rule.clauses {
        match read(&clause.steps, &clause.option)? {
            Read::Moves(found) => moves.extend(found),
            // Without `over if n == 0` the heap 0 could move to itself. That is an error, which the written rule
            // reports.
            Read::Divisors(found) if guarded => divisors = divisors.union(&found).ok()?,
            Read::Divisors(_) => return None,
        }
    }
    HeapRules::new(moves, divisors).ok()
}

/// What a clause adds to the heap rules.
enum Read {
    Moves(Vec<(Shape, Amounts)>),
    Divisors(Amounts),
}

fn read(steps: &[Step], option: &Expr) -> Option<Read> {
    let mut heaps = Vec::new();
    summands(option, &mut heaps)?;
    match (steps, &heaps[..]) {
        ([], [heap]) => match divided(heap) {
            Some(divisor) => Some(Read::Divisors(alone(constant_number(divisor, 2)?)?)),
            None => {
                let left = Linear::of(heap)?;
                let amount = left.taken_beside(&[]).filter(|amount| *amount >= 1)?;
                Some(Read::Moves(whole(alone(amount)?)))
            }
        },
        ([Step::For { slot, source }], [heap]) => match divided(heap) {
            Some(Expr { term: Term::Slot(divisor), .. }) if divisor == slot => {
                let set = constant_set(source)?;
                (set.least(&Meter::default()).ok()?? >= 2).then_some(())?;
                Some(Read::Divisors(Amounts::from_set(&set).ok()?))
            }
            Some(_) => None,
            None => taking(*slot, source, &Linear::of(heap)?),
        },
        ([Step::For { slot, source }], [a, b]) => splitting(*slot, source, &Linear::of(a)?, &Linear::of(b)?),
        _ => None,
    }
}

/// A clause `(n-k-c) for k in …`, where k is in `slot`, and `left` is n−k−c.
fn taking(slot: usize, source: &Expr, left: &Linear) -> Option<Read> {
    let beside = left.taken_beside(&[slot])?;
    if let Some(set) = constant_set(source) {
        let least = set.least(&Meter::default()).ok()??;
        (least.checked_add(i128::from(beside))? >= 1).then_some(())?;
        let shift = i128::from(beside);
        let taken = match set {
            set if shift == 0 => set,
            // The end may be cut off at 128 bits: that lies beyond every heap.
            Set::Range { start, end, step } => {
                Set::range(start.checked_add(shift)?, end.map(|end| end.saturating_add(shift)), step)
            }
            _ => return None,
        };
        return Some(Read::Moves(whole(Amounts::from_set(&taken).ok()?)));
    }
    let (start, end, halved) = run(source)?;
    let first = start.checked_add(i128::from(beside))?;
    (first >= 1 && halved.is_none()).then_some(())?;
    let amounts = Amounts::from_set(&Set::range(first, None, 1)).ok()?;
    // With e the constant of the end, k ≤ n+e: the amount k+c is at most n−short, where short = −e−c, and never more
    // than n. If short ≤ 0 this does not restrict the amount; if short = 1, at least one must stay.
    match end.constant.checked_neg()?.checked_sub(i128::from(beside))? {
        short if short <= 0 => Some(Read::Moves(whole(amounts))),
        1 => Some(Read::Moves(vec![(Shape::exactly(1, Likeness::Any), amounts)])),
        _ => None,
    }
}

/// A clause `(i) + (n-c-i) for i in …`, where i is in `slot`; `a` and `b` are the two heaps in any order.
fn splitting(slot: usize, source: &Expr, a: &Linear, b: &Linear) -> Option<Read> {
    let (part, rest) = if a.is_just(slot) { (a, b) } else { (b, a) };
    if !part.is_just(slot) {
        return None;
    }
    let taken = rest.taken_beside(&[slot])?;
    let (start, end, halved) = run(source)?;
    (0..=1).contains(&start).then_some(())?;
    let amounts = alone(taken)?;
    let exactly = |heaps, likeness| (Shape::exactly(heaps, likeness), amounts.clone());
    // The heap i goes up to (n-c) - short, or up to half of that.
    let short = end.constant.checked_neg()?.checked_sub(i128::from(taken))?;
    let splits = match (halved, short) {
        (Some(2), 1) => vec![exactly(2, Likeness::Unequal)],
        (Some(2), 0) | (None, 0 | 1) => vec![exactly(2, Likeness::Any)],
        _ => return None,
    };
    let empty = start == 0 || (halved.is_none() && short == 0);
    let whole_rest = start == 0 || short == 0;
    let mut moves = splits;
    if empty && whole_rest {
        moves.push(exactly(1, Likeness::Any));
        if start == 0 && short == 0 {
            moves.push(exactly(0, Likeness::Any));
        }
        // Taking nothing and leaving the heap whole would be a move that changes nothing.
        (taken >= 1).then_some(())?;
    }
    Some(Read::Moves(moves))
}

/// The normal form of the set of one number.
fn alone(number: u64) -> Option<Amounts> {
    Amounts::from_set(&Set::finite(vec![Value::Integer(i128::from(number))])).ok()
}

/// Collects the heaps of an option that is a sum of heaps of the same game; `None` for any other option.
fn summands<'a>(option: &'a Expr, heaps: &mut Vec<&'a Expr>) -> Option<()> {
    match &option.term {
        Term::Binary(Operator::Add, left, right) => {
            summands(left, heaps)?;
            summands(right, heaps)
        }
        Term::Position(GameRef::Local(0), coordinates) => {
            heaps.push(coordinates.first()?);
            Some(())
        }
        _ => None,
    }
}

/// The divisor d, if a heap is written `n/d`.
fn divided(heap: &Expr) -> Option<&Expr> {
    match &heap.term {
        Term::Binary(Operator::Divide, n, divisor) if n.term == Term::Slot(HEAP) => Some(divisor),
        _ => None,
    }
}

/// Is this condition `n == 0`, `n <= 0` or `n < 1`?
fn is_empty_heap(over: &Expr) -> bool {
    let Term::Binary(operator, left, right) = &over.term else { return false };
    if left.term != Term::Slot(HEAP) {
        return false;
    }
    let Term::Constant(Value::Integer(n)) = right.term else { return false };
    matches!((operator, n), (Operator::Equal | Operator::LessOrEqual, 0) | (Operator::Less, 1))
}

fn constant_number(expr: &Expr, least: i128) -> Option<u64> {
    match expr.term {
        Term::Constant(Value::Integer(n)) if n >= least => u64::try_from(n).ok(),
        _ => None,
    }
}

/// The values that a variable runs through, if they are the same for every heap and not empty.
fn constant_set(source: &Expr) -> Option<Set> {
    match &source.term {
        Term::Constant(Value::Set(set)) => Some((**set).clone()),
        Term::Set(members) => {
            let members = members.iter().map(|member| match &member.term {
                Term::Constant(value @ Value::Integer(_)) => Some(value.clone()),
                _ => None,
            });
            let members: Vec<Value> = members.collect::<Option<_>>()?;
            (!members.is_empty()).then(|| Set::finite(members))
        }
        Term::Range { start, end: Some(end), step: None } => {
            let (start, end) = (Linear::of(start)?.number()?, Linear::of(end)?.number()?);
            (start <= end).then(|| Set::range(start, Some(end), 1))
        }
        _ => None,
    }
}

/// Reads a range `a..n+b` or `a..(n+b)/d`: returns a, n+b and d.
fn run(source: &Expr) -> Option<(i128, Linear, Option<i128>)> {
    let Term::Range { start, end: Some(end), step: None } = &source.term else { return None };
    let start = Linear::of(start)?.number()?;
    let (end, halved) = match &end.term {
        Term::Binary(Operator::Divide, whole, divisor) => {
            let Term::Constant(Value::Integer(divisor)) = divisor.term else { return None };
            (Linear::of(whole)?, Some(divisor))
        }
        _ => (Linear::of(end)?, None),
    };
    (end.variables == [(HEAP, 1)]).then_some((start, end, halved))
}

/// A linear expression: slots with their coefficients, none of them 0, plus a constant.
#[derive(Clone, Debug, Default)]
struct Linear {
    variables: Vec<(usize, i128)>,
    constant: i128,
}

impl Linear {
    fn of(expr: &Expr) -> Option<Linear> {
        match &expr.term {
            Term::Constant(Value::Integer(n)) => Some(Linear { variables: Vec::new(), constant: *n }),
            Term::Slot(slot) => Some(Linear { variables: vec![(*slot, 1)], constant: 0 }),
            Term::Negate(operand) => Linear::of(operand)?.times(-1),
            Term::Binary(Operator::Add, a, b) => Linear::of(a)?.plus(Linear::of(b)?),
            Term::Binary(Operator::Subtract, a, b) => Linear::of(a)?.plus(Linear::of(b)?.times(-1)?),
            _ => None,
        }
    }

    fn plus(mut self, other: Linear) -> Option<Linear> {
        self.constant = self.constant.checked_add(other.constant)?;
        for (slot, factor) in other.variables {
            match self.variables.iter_mut().find(|known| known.0 == slot) {
                Some(known) => known.1 = known.1.checked_add(factor)?,
                None => self.variables.push((slot, factor)),
            }
        }
        self.variables.retain(|known| known.1 != 0);
        Some(self)
    }

    fn times(mut self, factor: i128) -> Option<Linear> {
        self.constant = self.constant.checked_mul(factor)?;
        for known in &mut self.variables {
            known.1 = known.1.checked_mul(factor)?;
        }
        Some(self)
    }

    fn factor(&self, slot: usize) -> i128 {
        self.variables.iter().find(|known| known.0 == slot).map_or(0, |known| known.1)
    }

    fn number(&self) -> Option<i128> {
        self.variables.is_empty().then_some(self.constant)
    }

    fn is_just(&self, slot: usize) -> bool {
        self.constant == 0 && self.variables == [(slot, 1)]
    }

    /// The number c ≥ 0, if this is n − c minus the variables in the slots `others`.
    fn taken_beside(&self, others: &[usize]) -> Option<u64> {
        let expected = self.variables.len() == 1 + others.len()
            && self.factor(HEAP) == 1
            && others.iter().all(|slot| self.factor(*slot) == -1);
        if expected { u64::try_from(self.constant.checked_neg()?).ok() } else { None }
    }
}
