//! How a written rule depends on one large number: its moves are read where that number is some x of which nothing is
//! known but that it is large, and its remainder by some modulus.
//!
//! Where an expression is neither a value that does not depend on x nor x plus a number (`far_reading`), the rule is not
//! read. So moves lead to finitely many places beside x, and their conditions are settled from some x on.

use rustc_hash::FxHashSet;

use super::far_reading::FarValue::{self, Beside, Known};
use super::far_reading::{FarPlace, FarReading, names};
use crate::game::{Expr, GameRef, Mover, Operator, Rule, Ruleset, Step, System, Term, Value, members_of};

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

type FarVisitor<'v, 'm> = dyn FnMut(&mut FarReading<'m>) -> Option<()> + 'v;

impl<'m> FarReading<'m> {
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
