//! Coordinates that are played side by side. Where no move looks at coordinates of two groups or changes them, a position is the sum
//! of what is played in each group: two heaps that are written as one position are two heaps.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::linear::{Linear, ordered};
use super::parameters::{conjunction, names_own, without};
use super::{
    Binding, Clause, Expr, Function, Game, GameRef, Meter, Operator, Position, Rule, Ruleset, Step, System, Term, Value,
};

/// What is played in one group of coordinates.
#[derive(Clone, Debug)]
pub(crate) struct PlayedApart {
    /// The coordinates, by index, in order.
    pub places: Vec<usize>,
    /// The game of these coordinates, or of each member of the list that is the only one.
    pub game: Arc<Game>,
    /// `None` if it is played in coordinates.
    pub in_list: Option<InList>,
}

/// Where a move of a member of a list puts what it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InList {
    /// In the place of the member.
    InPlace,
    /// Anywhere: the order does not matter.
    Elsewhere,
}

/// Groups of coordinates, each named by its first one.
struct Groups(Vec<usize>);

impl Groups {
    fn join(&mut self, places: &[usize]) {
        let Some(first) = places.iter().map(|place| self.0[*place]).min() else { return };
        let joined: Vec<usize> = places.iter().map(|place| self.0[*place]).collect();
        self.0.iter_mut().filter(|group| joined.contains(group)).for_each(|group| *group = first);
    }

    fn all(&self) -> Vec<Vec<usize>> {
        let of = |first: usize| (0..self.0.len()).filter(|place| self.0[*place] == first).collect::<Vec<usize>>();
        (0..self.0.len()).map(of).filter(|group| !group.is_empty()).collect()
    }
}

impl Game {
    /// The games that are played side by side in the coordinates of a rule; `None` if they all belong together, or if that is not seen.
    pub(crate) fn summands(&self, meter: &Meter) -> Option<Vec<PlayedApart>> {
        let Ruleset::Written(system, 0) = &self.ruleset else { return None };
        if let Some(members) = self.of_members(system, meter) {
            return Some(vec![members]);
        }
        let [rule] = &system.rules[..] else { return None };
        let is_plain = rule.arity > 1
            && rule.representative.is_none()
            && rule.factors.is_empty()
            && rule.clauses.iter().all(|clause| clause.binding == Binding::Free)
            && !rule.conditions().into_iter().any(names_own)
            && !system.functions.iter().any(|function| names_own(&function.body));
        if !is_plain || !rule.over_says_nothing(&system.functions, meter) {
            return None;
        }
        let touched = rule.clauses.iter().map(|clause| rule.touched(clause)).collect::<Option<Vec<_>>>()?;
        let mut groups = Groups((0..rule.arity).collect());
        touched.iter().for_each(|places| groups.join(places));
        rule.conditions().into_iter().for_each(|condition| groups.join(&rule.looks_at(condition)));
        let groups = groups.all();
        if groups.len() < 2 {
            return None;
        }
        let played = |places: Vec<usize>| {
            let others: Vec<usize> = (0..rule.arity).filter(|place| !places.contains(place)).collect();
            // No move and no condition that is left looks at them.
            let values = vec![Value::Integer(0); others.len()];
            let alone = without(&rule.played_in(&places, &touched), &others, &values, &system.functions, meter)?;
            let name = format!("{}({})", self.name, alone.coordinates.join(", "));
            Some(PlayedApart {
                game: Game::of_rule(name.into(), alone, &system.functions, meter),
                places,
                in_list: None,
            })
        };
        groups.into_iter().map(played).collect()
    }
}

impl Rule {
    /// The coordinates that an expression names.
    fn looks_at(&self, expr: &Expr) -> Vec<usize> {
        (0..self.arity).filter(|place| expr.names(&|slot| slot == *place)).collect()
    }

    /// The coordinates that a move changes or looks at. `None` if it does not leave a position of this rule once, perhaps beside
    /// positions of other games.
    fn touched(&self, clause: &Clause) -> Option<Vec<usize>> {
        let (mut own, mut others): (Option<&[Expr]>, Vec<&Expr>) = (None, Vec::new());
        let mut waiting = vec![&clause.option];
        while let Some(expr) = waiting.pop() {
            match &expr.term {
                Term::Binary(Operator::Add, one, other) => waiting.extend([&**one, &**other]),
                Term::Position(GameRef::Local(0), coordinates) if own.is_none() => own = Some(coordinates),
                _ => others.push(expr),
            }
        }
        others.extend(clause.steps.iter().filter_map(Step::part));
        let changed = own?.iter().enumerate().filter(|(place, coordinate)| coordinate.term != Term::Slot(*place));
        let (mut touched, changes): (Vec<usize>, Vec<&Expr>) = changed.unzip();
        others.extend(changes);
        if touched.is_empty() || others.iter().any(|other| names_own(other)) {
            return None;
        }
        touched.extend(others.into_iter().flat_map(|expr| self.looks_at(expr)));
        Some(touched)
    }

    /// The rule with the moves and conditions of these coordinates alone, where moves touch these.
    fn played_in(&self, places: &[usize], touched: &[Vec<usize>]) -> Rule {
        let is_here = |touched: &[usize]| touched.first().is_none_or(|place| places.contains(place));
        let clauses = self.clauses.iter().zip(touched).filter(|(_, touched)| is_here(touched));
        let conditions = self.conditions().into_iter().filter(|condition| is_here(&self.looks_at(condition)));
        let domain = conjunction(conditions.cloned());
        Rule { clauses: clauses.map(|(clause, _)| clause.clone()).collect(), over: None, domain, ..self.clone() }
    }

    /// Is there no `over if`, or does it hold only where all coordinates are 0, from which no move could be made anyway?
    fn over_says_nothing(&self, functions: &Arc<[Function]>, meter: &Meter) -> bool {
        let Some(over) = &self.over else { return true };
        let mut zeros = Vec::new();
        all_of(over, &mut |condition| zeros.extend(zeros_of(condition).unwrap_or_default()));
        if !self.signed.is_empty() || !(0..self.arity).all(|place| zeros.contains(&place)) {
            return false;
        }
        has_no_move(&Rule { over: None, ..self.clone() }, functions, meter)
    }
}

/// Is there no move where all coordinates are 0?
pub(super) fn has_no_move(rule: &Rule, functions: &Arc<[Function]>, meter: &Meter) -> bool {
    let system = System::new(vec![rule.clone()], functions.clone());
    let game = Arc::new(Game::new(rule.name.clone(), Ruleset::Written(Arc::new(system), 0)));
    let end = Position { game, coordinates: vec![Value::Integer(0); rule.arity].into() };
    let moved = end.each_option(meter, &mut |_| Ok(ControlFlow::Break(())));
    moved.is_ok_and(|moved| moved.is_continue())
}

/// Visits the conditions that a conjunction asks for.
pub(super) fn all_of<'e>(condition: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    match &condition.term {
        Term::And(one, other) => {
            all_of(one, visit);
            all_of(other, visit);
        }
        _ => visit(condition),
    }
}

/// The variables, none below 0, that are 0 where a condition holds.
fn zeros_of(condition: &Expr) -> Option<Vec<usize>> {
    let Term::Binary(operator, left, right) = &condition.term else { return None };
    let (less, greater, apart) = match operator {
        Operator::Equal => (&**left, &**right, 0),
        _ => ordered(*operator, left, right)?,
    };
    let gap = Linear::written(greater)?.less(Linear::written(less)?)?;
    let is_zero = gap.constant == apart;
    let are_all = |sign: i128| gap.variables.iter().all(|(_, factor)| factor.signum() == sign);
    let is_least = are_all(-1) || *operator == Operator::Equal && are_all(1);
    (is_zero && is_least).then(|| gap.variables.iter().map(|(slot, _)| *slot).collect())
}
