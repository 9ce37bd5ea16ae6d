//! How a written rule depends on one large number: its moves are read where that number is some x of which nothing is
//! known but that it is large, and its remainder by some modulus.
//!
//! Every expression then is either a value that does not depend on x, or x plus a number; where it is neither, the rule
//! is not read. So moves lead to finitely many places beside x, and their conditions are settled from some x on.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::game::{At, Builtin, Expr, GameRef, Mover, Operator, Rule, Ruleset, Step, System, Term, Value, members_of};
use crate::nim::{gcd, lcm};

/// A position but for its large coordinate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct FarPlace {
    pub rule: usize,
    /// Which coordinate is large.
    pub axis: usize,
    /// The coordinates, with `none` for the large one.
    others: Vec<Value>,
}

impl FarPlace {
    /// `None` if a coordinate is a game or the like.
    pub fn of(rule: usize, axis: usize, coordinates: &[Value]) -> Option<FarPlace> {
        let mut others = coordinates.to_vec();
        *others.get_mut(axis)? = Value::None;
        let mut beside = others.iter().enumerate().filter(|(place, _)| *place != axis);
        beside.all(|(_, value)| is_plain(value)).then_some(FarPlace { rule, axis, others })
    }

    /// The coordinates with this number.
    pub fn with(&self, number: i128) -> Arc<[Value]> {
        let coordinate = |(place, other): (usize, &Value)| match place == self.axis {
            true => Value::Integer(number),
            false => other.clone(),
        };
        self.others.iter().enumerate().map(coordinate).collect()
    }
}

/// The places that are reached from one, and how the values there depend on those at smaller numbers.
#[derive(Clone, Debug)]
pub(super) struct FarRule {
    /// The first is the one from which the others are reached.
    pub places: Vec<FarPlace>,
    /// From this number on, the moves are the same for all numbers with the same remainder by the modulus.
    pub from: usize,
    /// The most by which a move lowers the number.
    pub back: usize,
    pub modulus: usize,
}

impl FarRule {
    /// The most columns in a window, or before one.
    const WINDOW: i128 = 1 << 14;
    /// The most places that are looked at, and cases in all of them.
    const PLACES: usize = 1 << 12;
    const CASES: usize = 1 << 16;

    /// `None` if the rule depends on the number in another way.
    pub fn read(mover: &Mover, start: &FarPlace) -> Option<FarRule> {
        let mut modulus = 1;
        loop {
            let mut reading = FarReading::of(mover, modulus);
            match reading.places(start) {
                Some(places) => {
                    // The conditions are asked where the move begins, and `where` also where it leads to.
                    let from = reading.from.max(reading.back).checked_add(reading.back)?;
                    let small = |n: i128| usize::try_from(n).ok().filter(|n| *n as i128 <= Self::WINDOW);
                    return Some(FarRule {
                        places,
                        from: small(from)?,
                        back: small(reading.back)?,
                        modulus: small(modulus)?,
                    });
                }
                None if modulus < reading.wanted && reading.wanted <= Self::WINDOW => modulus = reading.wanted,
                None => return None,
            }
        }
    }
}

/// What an expression is.
#[derive(Clone, Debug)]
enum FarValue {
    /// This value, whatever the large number is.
    Known(Value),
    /// The large number and this one.
    Beside(i128),
}

use FarValue::{Beside, Known};

/// A look through a rule, for one remainder of the large number.
struct FarReading<'m> {
    mover: &'m Mover,
    frame: Vec<Value>,
    /// For each slot that is the large number and something more, what that is.
    beside: Vec<Option<i128>>,
    residue: i128,
    modulus: i128,
    /// The modulus that is needed.
    wanted: i128,
    from: i128,
    back: i128,
    reached: Vec<FarPlace>,
    cases: usize,
    /// How many calls of functions are being followed.
    calls: usize,
}

type FarVisitor<'v, 'm> = dyn FnMut(&mut FarReading<'m>) -> Option<()> + 'v;

impl<'m> FarReading<'m> {
    const CALLS: usize = 16;

    fn of(mover: &'m Mover, modulus: i128) -> FarReading<'m> {
        FarReading {
            mover,
            frame: Vec::new(),
            beside: Vec::new(),
            residue: 0,
            modulus,
            wanted: modulus,
            from: 0,
            back: 0,
            reached: Vec::new(),
            cases: 0,
            calls: 0,
        }
    }

    /// All places that are reached from one.
    fn places(&mut self, start: &FarPlace) -> Option<Vec<FarPlace>> {
        let system: &'m System = self.mover.system();
        let mut places = vec![start.clone()];
        let mut known: FxHashSet<FarPlace> = FxHashSet::default();
        known.insert(start.clone());
        let mut next = 0;
        while let Some(place) = places.get(next).cloned() {
            next += 1;
            let rule = system.rules.get(place.rule)?;
            for residue in 0..self.modulus {
                self.residue = residue;
                self.begin(rule, &place);
                self.moves(rule)?;
                for reached in std::mem::take(&mut self.reached) {
                    if known.insert(reached.clone()) {
                        places.push(reached);
                    }
                }
                if places.len() > FarRule::PLACES {
                    return None;
                }
            }
        }
        Some(places)
    }

    /// Sets the frame to a place.
    fn begin(&mut self, rule: &Rule, place: &FarPlace) {
        let size = rule.slots.max(rule.arity);
        self.frame.clone_from(&place.others);
        self.frame.resize(size, Value::None);
        self.beside = vec![None; size];
        self.beside[place.axis] = Some(0);
    }

    /// Notes where the moves lead.
    fn moves(&mut self, rule: &'m Rule) -> Option<()> {
        let is_negative =
            |(place, value): (usize, &Value)| matches!(value, Value::Integer(..0)) && !rule.signed.contains(&place);
        if self.frame[..rule.arity].iter().enumerate().any(is_negative) {
            return Some(());
        }
        if let Some(domain) = &rule.domain
            && !self.truth(domain)?
        {
            return Some(());
        }
        if let Some(over) = &rule.over
            && self.truth(over)?
        {
            return Some(());
        }
        rule.clauses
            .iter()
            .try_for_each(|clause| self.each(&clause.steps, &mut |this: &mut Self| this.option(&clause.option)))
    }

    /// Visits the cases of steps.
    fn each(&mut self, steps: &'m [Step], visit: &mut FarVisitor<'_, 'm>) -> Option<()> {
        let Some((step, rest)) = steps.split_first() else { return visit(self) };
        match step {
            Step::Test(condition) => match self.truth(condition)? {
                true => self.each(rest, visit),
                false => Some(()),
            },
            Step::For { slot, source } => {
                for member in self.members(source, *slot, rest)? {
                    self.cases += 1;
                    if self.cases > FarRule::CASES {
                        return None;
                    }
                    self.set(*slot, member);
                    self.each(rest, visit)?;
                }
                Some(())
            }
            Step::Unpack { slot, count, .. } => {
                let (Value::Tuple(members) | Value::List(members)) = self.frame[*slot].clone() else { return None };
                if members.len() != *count {
                    return None;
                }
                members
                    .iter()
                    .enumerate()
                    .for_each(|(index, member)| self.set(slot + 1 + index, Known(member.clone())));
                self.each(rest, visit)
            }
        }
    }

    fn set(&mut self, slot: usize, value: FarValue) {
        (self.frame[slot], self.beside[slot]) = match value {
            Known(value) => (value, None),
            Beside(more) => (Value::None, Some(more)),
        };
    }

    /// What a variable runs through, in the order of the source or without repeats.
    fn members(&mut self, source: &'m Expr, slot: usize, rest: &'m [Step]) -> Option<Vec<FarValue>> {
        if !self.is_beside(source) {
            let value = self.known(source)?;
            return Some(match value {
                one @ (Value::Integer(_) | Value::Text(_)) => vec![Known(one)],
                several => members_of(&several, self.mover.meter()).ok()?.iter().cloned().map(Known).collect(),
            });
        }
        match &source.term {
            Term::Set(one) if one.len() == 1 => self.members(&one[0], slot, rest),
            Term::List(all) => all.iter().map(|one| self.value(one)).collect(),
            Term::Between { set, least, greatest } if !self.is_beside(set) => {
                let (set, Beside(more)) = (self.known(set)?, self.value(greatest)?) else { return None };
                let members = members_of(&set, self.mover.meter()).ok()?;
                let numbers: Option<Vec<i128>> = members.iter().map(Value::as_integer).collect();
                let numbers: Vec<i128> = numbers?.into_iter().filter(|n| n >= least).collect();
                self.need(numbers.iter().max().map_or(0, |greatest| greatest.saturating_sub(more)));
                Some(numbers.into_iter().map(|n| Known(Value::Integer(n))).collect())
            }
            Term::Range { start, end: Some(end), step } => {
                let step = match step {
                    None => 1,
                    Some(step) => self.value(step)?.number().filter(|step| *step >= 1)?,
                };
                let (start, end) = (self.value(start)?, self.value(end)?);
                self.range(start, end, step, slot, rest)
            }
            _ => None,
        }
    }

    /// The members of a range. One up to the large number ends where a condition of the next steps ends it.
    fn range(
        &mut self,
        start: FarValue,
        end: FarValue,
        step: i128,
        slot: usize,
        rest: &'m [Step],
    ) -> Option<Vec<FarValue>> {
        let run = |first: i128, last: i128| {
            let step = usize::try_from(step).ok()?;
            (last.checked_sub(first)? <= FarRule::CASES as i128).then_some((first..=last).step_by(step))
        };
        match (start, end) {
            (Known(Value::Integer(first)), Beside(more)) => {
                let last = self.bound(slot, rest)?;
                self.need(last.saturating_sub(more));
                Some(run(first, last)?.map(|n| Known(Value::Integer(n))).collect())
            }
            (Beside(first), Beside(last)) => Some(run(first, last)?.map(Beside).collect()),
            (Beside(first), Known(Value::Integer(last))) => {
                self.need(last.saturating_sub(first).saturating_add(1));
                Some(Vec::new())
            }
            (Known(Value::Integer(first)), Known(Value::Integer(last))) => {
                Some(run(first, last)?.map(|n| Known(Value::Integer(n))).collect())
            }
            _ => None,
        }
    }

    /// The greatest number for which the first conditions can hold that are asked of the variable in this slot.
    fn bound(&mut self, slot: usize, rest: &'m [Step]) -> Option<i128> {
        let mut conditions = Vec::new();
        for step in rest {
            let Step::Test(test) = step else { break };
            joined(test, &mut conditions);
        }
        for condition in conditions {
            let Term::Binary(operator, one, other) = &condition.term else { return None };
            let is_variable = |expr: &Expr| matches!(expr.term, Term::Slot(own) if own == slot);
            let (bound, less) = match operator {
                Operator::LessOrEqual | Operator::Equal | Operator::In if is_variable(one) => (other, 0),
                Operator::Less if is_variable(one) => (other, 1),
                Operator::GreaterOrEqual | Operator::Equal if is_variable(other) => (one, 0),
                Operator::Greater if is_variable(other) => (one, 1),
                _ => {
                    // What is asked first must have an answer for every number.
                    let is_plain = |expr: &Expr| matches!(expr.term, Term::Slot(_) | Term::Constant(Value::Integer(_)));
                    if is_plain(one) && is_plain(other) { continue } else { return None }
                }
            };
            if names(bound, &|own| own == slot) {
                return None;
            }
            let Known(found) = self.value(bound)? else { continue };
            return match found {
                Value::Integer(last) => last.checked_sub(less),
                several => {
                    let members = members_of(&several, self.mover.meter()).ok()?;
                    members.iter().map(Value::as_integer).collect::<Option<Vec<_>>>()?.into_iter().max()
                }
            };
        }
        None
    }

    /// Notes the places of an option that depend on the large number. Its other parts have the same value everywhere.
    fn option(&mut self, option: &'m Expr) -> Option<()> {
        if !self.is_beside(option) {
            return Some(());
        }
        match &option.term {
            Term::Position(GameRef::Local(rule), coordinates) => self.position(*rule, coordinates),
            Term::Position(GameRef::Known(game), coordinates) => match &game.ruleset {
                Ruleset::Written(system, rule) if **system == **self.mover.system() => {
                    self.position(*rule, coordinates)
                }
                _ => coordinates.iter().try_for_each(|coordinate| match self.value(coordinate)? {
                    Known(_) => Some(()),
                    Beside(_) => None,
                }),
            },
            Term::Star(size) => self.value(size)?.number().map(drop),
            Term::Binary(Operator::Add, one, other) => {
                self.option(one)?;
                self.option(other)
            }
            Term::Binary(Operator::Multiply, copies, one) => {
                self.value(copies)?.number()?;
                self.option(one)
            }
            Term::If(condition, then, otherwise) => {
                let branch = if self.truth(condition)? { then } else { otherwise };
                self.option(branch)
            }
            Term::Sum(list) => match &list.term {
                Term::List(parts) => parts.iter().try_for_each(|part| self.option(part)),
                Term::ListOf(steps, part) => self.each(steps, &mut |this: &mut Self| this.option(part)),
                _ => None,
            },
            _ => None,
        }
    }

    fn position(&mut self, rule: usize, coordinates: &'m [Expr]) -> Option<()> {
        let mut large = None;
        let mut others = Vec::with_capacity(coordinates.len());
        for (place, coordinate) in coordinates.iter().enumerate() {
            match self.value(coordinate)? {
                Known(value) => others.push(value),
                Beside(more) if large.is_none() && more <= 0 => {
                    large = Some(place);
                    self.back = self.back.max(more.checked_neg()?);
                    others.push(Value::None);
                }
                Beside(_) => return None,
            }
        }
        if let Some(axis) = large {
            self.reached.push(FarPlace::of(rule, axis, &others)?);
        }
        Some(())
    }

    fn truth(&mut self, condition: &'m Expr) -> Option<bool> {
        match self.value(condition)? {
            Known(Value::Bool(truth)) => Some(truth),
            _ => None,
        }
    }

    /// What an expression is that does not name the large number.
    fn known(&mut self, expr: &Expr) -> Option<Value> {
        self.mover.value(expr, &mut self.frame).ok()
    }

    /// What an operation gives for these values.
    fn applied(&self, term: Term) -> Option<FarValue> {
        self.mover.value(&Expr { term, at: At::default() }, &mut []).ok().map(Known)
    }

    fn value(&mut self, expr: &'m Expr) -> Option<FarValue> {
        if !self.is_beside(expr) {
            return self.known(expr).map(Known);
        }
        let truth = |truth: bool| Some(Known(Value::Bool(truth)));
        match &expr.term {
            Term::Slot(slot) => Some(Beside(self.beside[*slot]?)),
            Term::Not(one) => truth(!self.truth(one)?),
            Term::And(one, other) => truth(self.truth(one)? && self.truth(other)?),
            Term::Or(one, other) => truth(self.truth(one)? || self.truth(other)?),
            Term::If(condition, then, otherwise) => {
                let branch = if self.truth(condition)? { then } else { otherwise };
                self.value(branch)
            }
            Term::Binary(operator, one, other) => {
                let (one, other) = (self.value(one)?, self.value(other)?);
                self.binary(*operator, one, other)
            }
            Term::Builtin(function, arguments) => {
                let all = arguments.iter().map(|one| self.value(one)).collect::<Option<Vec<_>>>()?;
                self.builtin(*function, all)
            }
            Term::Call(function, arguments) => self.call(*function, arguments),
            Term::Index(list, index) => {
                let (list, index) = (self.value(list)?.constant()?, self.value(index)?.constant()?);
                self.applied(Term::Index(Box::new(list), Box::new(index)))
            }
            Term::Tuple(all) => {
                let all: Option<Vec<Expr>> = all.iter().map(|one| self.value(one)?.constant()).collect();
                self.applied(Term::Tuple(all?))
            }
            _ => None,
        }
    }

    /// The answer of a function, read with its arguments.
    fn call(&mut self, function: usize, arguments: &'m [Expr]) -> Option<FarValue> {
        let system: &'m System = self.mover.system();
        let function = system.functions.get(function)?;
        let all = arguments.iter().map(|one| self.value(one)).collect::<Option<Vec<_>>>()?;
        self.calls += 1;
        if self.calls > Self::CALLS {
            return None;
        }
        let size = function.slots.max(all.len());
        let frame = std::mem::replace(&mut self.frame, vec![Value::None; size]);
        let beside = std::mem::replace(&mut self.beside, vec![None; size]);
        all.into_iter().enumerate().for_each(|(slot, argument)| self.set(slot, argument));
        let is_inside =
            function.domains.iter().try_fold(true, |all, domain| Some(all && self.truth(&domain.condition)?));
        let answer = if is_inside == Some(true) { self.value(&function.body) } else { None };
        (self.frame, self.beside) = (frame, beside);
        self.calls -= 1;
        answer
    }

    fn binary(&mut self, operator: Operator, one: FarValue, other: FarValue) -> Option<FarValue> {
        use Operator::{
            Add, Equal, Greater, GreaterOrEqual, In, Less, LessOrEqual, Multiply, NotIn, Remainder, Subtract, Unequal,
        };
        let truth = |truth: bool| Some(Known(Value::Bool(truth)));
        match (operator, one, other) {
            (operator, Known(one), Known(other)) => {
                let constant = |value| Box::new(Expr { term: Term::Constant(value), at: At::default() });
                self.applied(Term::Binary(operator, constant(one), constant(other)))
            }
            (Add, Beside(a), Known(Value::Integer(b))) | (Add, Known(Value::Integer(b)), Beside(a)) => beside(a, b),
            (Subtract, Beside(a), Known(Value::Integer(b))) => beside(a, b.checked_neg()?),
            (Subtract, Beside(a), Beside(b)) => Some(Known(Value::Integer(a.checked_sub(b)?))),
            (Multiply, Beside(a), Known(Value::Integer(1))) | (Multiply, Known(Value::Integer(1)), Beside(a)) => {
                Some(Beside(a))
            }
            (Remainder, Beside(a), Known(Value::Integer(m))) => {
                self.remainder(a, m).map(|rest| Known(Value::Integer(rest)))
            }
            (In | NotIn, Beside(a), Known(set)) => {
                let members = members_of(&set, self.mover.meter()).ok()?;
                let numbers: Option<Vec<i128>> = members.iter().map(Value::as_integer).collect();
                self.above(a, numbers?.into_iter().max().unwrap_or(0));
                truth(operator == NotIn)
            }
            (Equal | Unequal, Beside(a), Known(Value::Integer(b)))
            | (Equal | Unequal, Known(Value::Integer(b)), Beside(a)) => {
                self.above(a, b);
                truth(operator == Unequal)
            }
            (Less | LessOrEqual | Greater | GreaterOrEqual, Beside(a), Known(Value::Integer(b))) => {
                self.above(a, b);
                truth(matches!(operator, Greater | GreaterOrEqual))
            }
            (Less | LessOrEqual | Greater | GreaterOrEqual, Known(Value::Integer(a)), Beside(b)) => {
                self.above(b, a);
                truth(matches!(operator, Less | LessOrEqual))
            }
            (Equal | Unequal | Less | LessOrEqual | Greater | GreaterOrEqual, Beside(a), Beside(b)) => {
                self.binary(operator, Known(Value::Integer(a)), Known(Value::Integer(b)))
            }
            _ => None,
        }
    }

    fn builtin(&mut self, function: Builtin, arguments: Vec<FarValue>) -> Option<FarValue> {
        match (function, &arguments[..]) {
            (_, all) if all.iter().all(|one| matches!(one, Known(_))) => {
                let all: Option<Vec<Expr>> = arguments.into_iter().map(FarValue::constant).collect();
                self.applied(Term::Builtin(function, all?))
            }
            (Builtin::Min | Builtin::Max, [_, _, ..]) => {
                let is_max = function == Builtin::Max;
                arguments.into_iter().map(Some).reduce(|one, other| self.extreme(is_max, one?, other?)).flatten()
            }
            (Builtin::Even, [Beside(a)]) => Some(Known(Value::Bool(self.remainder(*a, 2)? == 0))),
            (Builtin::Odd, [Beside(a)]) => Some(Known(Value::Bool(self.remainder(*a, 2)? == 1))),
            (Builtin::Gcd, [Beside(a), Known(Value::Integer(m))] | [Known(Value::Integer(m)), Beside(a)]) => {
                let m = m.checked_abs()?;
                self.remainder(*a, m).map(|rest| Known(Value::Integer(gcd(rest, m))))
            }
            _ => None,
        }
    }

    /// The greater or the lesser of two.
    fn extreme(&mut self, is_max: bool, one: FarValue, other: FarValue) -> Option<FarValue> {
        match (one, other) {
            (Beside(a), Beside(b)) => Some(Beside(if is_max { a.max(b) } else { a.min(b) })),
            (Known(Value::Integer(a)), Known(Value::Integer(b))) => {
                Some(Known(Value::Integer(if is_max { a.max(b) } else { a.min(b) })))
            }
            (Beside(a), Known(Value::Integer(b))) | (Known(Value::Integer(b)), Beside(a)) => {
                self.above(a, b);
                Some(if is_max { Beside(a) } else { Known(Value::Integer(b)) })
            }
            _ => None,
        }
    }

    /// The remainder of the large number and `more`. If it is not known, notes the modulus that is needed.
    fn remainder(&mut self, more: i128, modulus: i128) -> Option<i128> {
        if modulus < 1 {
            return None;
        }
        if self.modulus % modulus != 0 {
            self.wanted = lcm(self.wanted, modulus)?;
            return None;
        }
        Some(more.checked_add(self.residue)?.rem_euclid(modulus))
    }

    /// Notes that the large number and `more` are above this number.
    fn above(&mut self, more: i128, number: i128) {
        self.need(number.saturating_sub(more).saturating_add(1));
    }

    fn need(&mut self, from: i128) {
        self.from = self.from.max(from);
    }

    /// Does an expression name the large number?
    fn is_beside(&self, expr: &Expr) -> bool {
        names(expr, &|slot| self.beside.get(slot).is_some_and(Option::is_some))
    }
}

impl FarValue {
    fn number(self) -> Option<i128> {
        if let Known(value) = self { value.as_integer() } else { None }
    }

    fn constant(self) -> Option<Expr> {
        if let Known(value) = self { Some(Expr { term: Term::Constant(value), at: At::default() }) } else { None }
    }
}

/// Is it a number, a text or a truth, or a list of such?
fn is_plain(value: &Value) -> bool {
    match value {
        Value::Integer(_) | Value::Text(_) | Value::Bool(_) => true,
        Value::List(members) | Value::Tuple(members) => members.iter().all(is_plain),
        _ => false,
    }
}

/// The large number and two others.
fn beside(a: i128, b: i128) -> Option<FarValue> {
    /// Far below where numbers overflow.
    const MOST: i128 = 1 << 100;
    a.checked_add(b).filter(|sum| (-MOST..=MOST).contains(sum)).map(Beside)
}

/// Does an expression name one of these slots?
fn names(expr: &Expr, wanted: &dyn Fn(usize) -> bool) -> bool {
    if let Term::Slot(slot) = expr.term {
        return wanted(slot);
    }
    let mut found = false;
    expr.each_part(&mut |part| found = found || names(part, wanted));
    found
}

/// The conditions that `and` joins, in order.
fn joined<'e>(condition: &'e Expr, into: &mut Vec<&'e Expr>) {
    match &condition.term {
        Term::And(one, other) => {
            joined(one, into);
            joined(other, into);
        }
        _ => into.push(condition),
    }
}
