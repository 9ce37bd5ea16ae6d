//! Coordinates that no move changes. They are parameters of a rule and not part of what is played: with their values it is a rule
//! of the other coordinates, perhaps one of heaps.

use std::sync::Arc;

use super::recognise::{joined, recognised};
use super::{
    At, Binding, Evaluator, Expr, Function, Game, GameRef, MemoTables, Meter, Original, OriginalHeaps, Position, Rule,
    RuleOracle, Ruleset, Step, System, Term, Value,
};

/// The coordinates, by index, that no move of any of these rules changes.
pub(super) fn parameters(rules: &[Rule], functions: &[Function]) -> Arc<[usize]> {
    let arity = rules.iter().map(|rule| rule.arity).min().unwrap_or(0);
    let is_plain = |rule: &Rule| {
        let binds = rule.clauses.iter().any(|clause| clause.binding != Binding::Free);
        rule.representative.is_none() && rule.factors.is_empty() && !binds
    };
    if arity < 2 || !rules.iter().all(is_plain) || functions.iter().any(|function| names_own(&function.body)) {
        return Arc::default();
    }
    let mut stays = vec![true; arity];
    rules.iter().flat_map(exprs).for_each(|expr| unchanged(expr, &mut stays));
    let found: Vec<usize> = (0..arity).filter(|place| stays[*place]).collect();
    if rules.iter().any(|rule| rule.arity == found.len()) { Arc::default() } else { found.into() }
}

fn exprs(rule: &Rule) -> impl Iterator<Item = &Expr> {
    let of_clauses =
        rule.clauses.iter().flat_map(|clause| clause.steps.iter().filter_map(Step::part).chain([&clause.option]));
    rule.domain.iter().chain(&rule.over).chain(of_clauses)
}

pub(super) fn exprs_mut(rule: &mut Rule) -> impl Iterator<Item = &mut Expr> {
    let clauses = rule.clauses.iter_mut();
    let of_clauses =
        clauses.flat_map(|clause| clause.steps.iter_mut().filter_map(Step::part_mut).chain([&mut clause.option]));
    rule.domain.iter_mut().chain(&mut rule.over).chain(of_clauses)
}

/// Conditions that were written apart, as one.
pub(super) fn conjunction(conditions: impl Iterator<Item = Expr>) -> Option<Expr> {
    conditions.reduce(|one, other| Expr { term: Term::And(Box::new(one), Box::new(other)), at: At::default() })
}

/// Does an expression name a position of the rules themselves?
pub(super) fn names_own(expr: &Expr) -> bool {
    let mut found = matches!(
        expr.term,
        Term::Position(GameRef::Local(_), _) | Term::Heaps(GameRef::Local(_), _) | Term::Admitted(..)
    );
    expr.each_part(&mut |part| found = found || names_own(part));
    found
}

/// Notes which coordinates are not the same in the positions that an expression names.
fn unchanged(expr: &Expr, stays: &mut [bool]) {
    match &expr.term {
        Term::Position(GameRef::Local(_), coordinates) | Term::Admitted(_, coordinates) => {
            for (place, stays) in stays.iter_mut().enumerate() {
                *stays &= coordinates.get(place).is_some_and(|coordinate| coordinate.term == Term::Slot(place));
            }
        }
        Term::Heaps(GameRef::Local(_), _) => stays.fill(false),
        _ => {}
    }
    expr.each_part(&mut |part| unchanged(part, stays));
}

/// The values of parameters, by which a rule becomes one of the other coordinates.
struct Given<'g> {
    places: &'g [usize],
    values: &'g [Value],
    functions: &'g Arc<[Function]>,
    /// How many slots the rule has.
    slots: usize,
    meter: &'g Meter,
}

/// A rule without the coordinates in these places, which have these values. `None` if a condition on them alone does not hold.
pub(super) fn without(
    rule: &Rule,
    places: &[usize],
    values: &[Value],
    functions: &Arc<[Function]>,
    meter: &Meter,
) -> Option<Rule> {
    Given { places, values, functions, slots: rule.slots, meter }.rule(rule)
}

impl Given<'_> {
    /// The number of a coordinate among those that are left.
    fn place(&self, before: usize) -> usize {
        before - self.places.iter().filter(|place| **place < before).count()
    }

    fn others<T: Clone>(&self, all: &[T]) -> Vec<T> {
        all.iter().enumerate().filter(|(place, _)| !self.places.contains(place)).map(|(_, one)| one.clone()).collect()
    }

    fn rule(&self, rule: &Rule) -> Option<Rule> {
        let mut found = rule.clone();
        found.arity = rule.arity - self.places.len();
        found.coordinates = self.others(&rule.coordinates).into();
        found.signed =
            rule.signed.iter().filter(|place| !self.places.contains(place)).map(|place| self.place(*place)).collect();
        found.family = 0;
        exprs_mut(&mut found).for_each(|expr| self.put(expr, rule.arity));
        let conditions = found.conditions().into_iter().cloned().collect::<Vec<_>>();
        let (closed, open): (Vec<_>, Vec<_>) =
            conditions.into_iter().partition(|condition| !condition.names(&|_| true) && !names_own(condition));
        if !closed.iter().all(|condition| self.value(condition) == Some(Value::Bool(true))) {
            return None;
        }
        found.domain = conjunction(open.into_iter());
        Some(found)
    }

    /// Puts the values into an expression of a rule of so many coordinates, and works out what has become the same everywhere.
    fn put(&self, expr: &mut Expr, arity: usize) {
        match &mut expr.term {
            Term::Slot(slot) if *slot < arity => {
                let given = self.places.iter().position(|place| place == slot);
                expr.term = match given.and_then(|given| self.values.get(given)) {
                    Some(value) => Term::Constant(value.clone()),
                    None => Term::Slot(self.place(*slot)),
                };
                return;
            }
            Term::Position(GameRef::Local(_), coordinates) | Term::Admitted(_, coordinates) => {
                *coordinates = self.others(coordinates);
            }
            _ => {}
        }
        expr.each_part_mut(&mut |part| self.put(part, arity));
        let is_number = |part: &Expr| matches!(part.term, Term::Constant(Value::Integer(_)));
        let is_worked_out = match &expr.term {
            Term::Binary(_, one, other) => is_number(one) && is_number(other),
            Term::Builtin(_, parts) => !parts.is_empty() && parts.iter().all(is_number),
            Term::Negate(one) => is_number(one),
            _ => false,
        };
        if is_worked_out && let Some(number @ Value::Integer(_)) = self.value(expr) {
            expr.term = Term::Constant(number);
        }
    }

    /// The value of an expression that names no variable.
    fn value(&self, expr: &Expr) -> Option<Value> {
        let mut oracle = RuleOracle::new(self.meter.clone());
        let memo_tables = MemoTables::empty(self.functions);
        let mut frame = vec![Value::Bool(false); self.slots];
        Evaluator::new(self.functions, &[], &memo_tables, &mut oracle).in_rule().value(expr, &mut frame).ok()
    }
}

impl Position {
    /// The values of the coordinates that no move changes.
    pub(crate) fn parameters(&self) -> Vec<Value> {
        let Ruleset::Written(system, _) = &self.game.ruleset else { return Vec::new() };
        system.parameters().iter().filter_map(|place| self.coordinates.get(*place).cloned()).collect()
    }

    /// The coordinates that moves may change.
    pub(crate) fn played(&self) -> Arc<[Value]> {
        let Ruleset::Written(system, _) = &self.game.ruleset else { return self.coordinates.clone() };
        let all = self.coordinates.iter().enumerate();
        all.filter(|(place, _)| !system.parameters().contains(place)).map(|(_, value)| value.clone()).collect()
    }
}

impl Game {
    /// The game of the coordinates that moves may change, where the others have these values. `None` if there are no others, or
    /// if a condition on them does not hold.
    pub fn with_parameters(self: &Arc<Game>, values: &[Value], meter: &Meter) -> Option<Arc<Game>> {
        let Ruleset::Written(system, index) = &self.ruleset else { return None };
        let places = system.parameters();
        if places.is_empty() || places.len() != values.len() {
            return None;
        }
        let rules = system.rules.iter().map(|rule| without(rule, places, values, &system.functions, meter));
        let rules = rules.collect::<Option<Vec<_>>>()?;
        let rule = &system.rules[*index];
        let along = (0..rule.arity).find(|place| !places.contains(place))?;
        let mut shown: Vec<String> = rule.coordinates.iter().map(|name| name.to_string()).collect();
        places.iter().zip(values).for_each(|(place, value)| shown[*place] = value.brief());
        let [alone] = &rules[..] else {
            let name = format!("{}({})", self.name, shown.join(", "));
            let system = System::new(rules, system.functions.clone());
            return Some(Arc::new(Game::new(name, Ruleset::Written(Arc::new(system), *index))));
        };
        if alone.arity == 1 {
            shown[along] = "n".to_owned();
        }
        let name = format!("{}({})", self.name, shown.join(", "));
        let made = Game::of_rule(name.into(), alone.clone(), &system.functions, meter);
        let original = || Original::new(self.clone(), OriginalHeaps::Along(along, values.to_vec()));
        Some(match made.ruleset {
            Ruleset::Heap(_) => Arc::new(Game { original: Some(original()), ..(*made).clone() }),
            _ => made,
        })
    }

    /// The heap game that a game of several coordinates is along one of them, if the others have these values and no move changes
    /// them; `None` if it is no heap game.
    pub fn heaps_along(self: &Arc<Game>, along: usize, others: &[Value], meter: &Meter) -> Option<Arc<Game>> {
        let Ruleset::Written(system, index) = &self.ruleset else { return None };
        let is_alone =
            system.rules[*index].arity == system.parameters().len() + 1 && !system.parameters().contains(&along);
        let made = if is_alone { self.with_parameters(others, meter)? } else { return None };
        matches!(made.ruleset, Ruleset::Heap(_)).then_some(made)
    }

    /// The game of one rule, as one of heaps if it is seen to be that.
    pub(super) fn of_rule(name: Arc<str>, rule: Rule, functions: &Arc<[Function]>, meter: &Meter) -> Arc<Game> {
        if let Ok(Some(clauses)) = recognised(&rule, 0, functions, meter, true)
            && let Ok(moves) = joined(&clauses)
        {
            let clauses = if clauses.len() > 1 { clauses.into() } else { Arc::default() };
            return Arc::new(Game { clauses, ..Game::new(name, Ruleset::Heap(Arc::new(moves))) });
        }
        let system = System::new(vec![rule], functions.clone());
        Arc::new(Game::new(name, Ruleset::Written(Arc::new(system), 0)))
    }
}
