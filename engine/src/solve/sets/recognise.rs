//! Recognises rules whose positions are subsets of a finite ground set: a coordinate that is a list, from which moves only
//! remove members. The rule is evaluated once for all subsets: a list that depends on what is left is one of possible
//! members, each with the condition under which it is there, and a condition is a [`Guard`].

use std::sync::Arc;

use super::guard::{Guard, Index};
use super::rules::{Action, Parting, SetRules};
use crate::game::{
    At, Builtin, Clause, EvalError, Expr, GameRef, Mover, Operator, Ruleset, Set, Step, System, Term, Value,
};
use crate::sorting;

/// What an expression stands for, whatever members are left.
#[derive(Clone, Debug)]
enum Symbol {
    Known(Value),
    /// This member of the ground set. It is known, whether or not it is left.
    Member(Index),
    /// The place of this member among those that are left.
    Place(Index),
    /// The list of those for which the condition holds.
    List(Symbols),
    Truth(Guard),
    /// How many of these conditions hold.
    Count(Arc<Vec<Guard>>),
    /// This number, and one more for each of the conditions that holds: each implies those before it.
    Number(i128, Arc<Vec<Guard>>),
    /// The connected components of a list of members.
    Parts(Symbols, Arc<Vec<Vec<Index>>>),
}

/// A list of possible members, each with the condition under which it is there.
type Symbols = Arc<Vec<(Symbol, Guard)>>;

/// What is done in each case that steps may reach, with the condition under which they do.
type GuardedVisitor<'v, 'r> = dyn FnMut(&mut Recogniser<'r>, Guard, &mut Vec<Symbol>) -> Found<()> + 'v;

/// An option: the list that is left, and the parting, if it is left as the sum of its components.
struct Left {
    members: Symbols,
    parting: Option<Parting>,
}

/// How a list is a subset of a ground set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListReading {
    /// The ground set has the members of the list; a move leaves some of them, in order.
    Members,
    /// The list is of numbers, which are the lengths of rows of cells; a move shortens some of them. The ground set has
    /// all cells, row by row.
    Rows,
}

impl ListReading {
    /// How many members the ground set of a list has; `None` if the list cannot be read in this way.
    pub fn count(self, list: &[Value]) -> Option<usize> {
        let length = |number: &Value| usize::try_from(number.as_integer()?).ok();
        match self {
            ListReading::Members => Some(list.len()),
            ListReading::Rows => list.iter().try_fold(0, |sum: usize, number| sum.checked_add(length(number)?)),
        }
    }
}

/// Why a rule is not one about sets, or could not be recognised. The definition then answers, and states faults.
#[derive(Debug)]
pub struct Unrecognised;

type Found<T> = Result<T, Unrecognised>;

impl From<EvalError> for Unrecognised {
    fn from(_: EvalError) -> Unrecognised {
        Unrecognised
    }
}

/// The state of an evaluation.
struct Recogniser<'a> {
    mover: &'a Mover,
    system: &'a Arc<System>,
    rule: usize,
    /// The index of the coordinate that is a list, and the others.
    axis: usize,
    coordinates: &'a [Value],
    ground: &'a [Value],
    reading: ListReading,
    /// How many members the ground set has.
    count: usize,
    /// The list of the members that are left.
    whole: Symbols,
    steps: u64,
    depth: usize,
}

/// The rule of a position for the subsets of the list that is its coordinate with the index `axis`.
///
/// # Errors
/// `Unrecognised`
pub fn recognise(
    mover: &Mover,
    rule: usize,
    coordinates: &[Value],
    axis: usize,
    reading: ListReading,
) -> Found<SetRules> {
    let system = mover.system();
    let written = &system.rules[rule];
    let Some(Value::List(ground)) = coordinates.get(axis) else { return Err(Unrecognised) };
    if written.domain.is_some() || written.representative.is_some() {
        return Err(Unrecognised);
    }
    let count = reading.count(ground).and_then(|count| Index::try_from(count).ok()).ok_or(Unrecognised)?;
    let mut next = 0..count;
    let whole = match reading {
        ListReading::Members => next.map(|member| (Symbol::Member(member), Guard::There(member))).collect(),
        ListReading::Rows => {
            let row = |length: &Value| {
                let length = length.as_integer().and_then(|length| usize::try_from(length).ok()).unwrap_or_default();
                let cells = next.by_ref().take(length).map(Guard::There).collect();
                (Symbol::Number(0, Arc::new(cells)), Guard::ALWAYS)
            };
            ground.iter().map(row).collect()
        }
    };
    let whole = Arc::new(whole);
    let count = usize::from(count);
    let mut recogniser =
        Recogniser { mover, system, rule, axis, coordinates, ground, reading, count, whole, steps: 0, depth: 0 };
    recogniser.rules()
}

impl<'a> Recogniser<'a> {
    /// The most steps of an evaluation.
    const STEPS: u64 = 20_000_000;
    /// How deeply calls of functions may be nested.
    const DEEPEST: usize = 20;
    /// The most moves of a rule.
    const ACTIONS: usize = 1 << 14;

    fn rules(&mut self) -> Found<SetRules> {
        let rule = &self.system.rules[self.rule];
        let mut frame: Vec<Symbol> = self.coordinates.iter().cloned().map(Symbol::Known).collect();
        frame[self.axis] = Symbol::List(self.whole.clone());
        frame.resize(rule.slots.max(rule.arity), Symbol::Known(Value::Bool(false)));
        let going = match &rule.over {
            Some(over) => self.truth(over, &mut frame)?.not(),
            None => Guard::ALWAYS,
        };
        let (mut actions, mut partings) = (Vec::new(), Vec::new());
        for clause in &rule.clauses {
            self.clause(clause, &going, &mut frame, &mut actions, &mut partings)?;
        }
        partings.dedup();
        // All moves must leave the list in the same way.
        let parting = match partings.len() {
            0 => None,
            1 => partings.swap_remove(0),
            _ => return Err(Unrecognised),
        };
        sorting::sort(&mut actions);
        actions.dedup();
        Ok(SetRules { count: self.count, actions, parting })
    }

    fn clause(
        &mut self,
        clause: &Clause,
        going: &Guard,
        frame: &mut Vec<Symbol>,
        actions: &mut Vec<Action>,
        partings: &mut Vec<Option<Parting>>,
    ) -> Found<()> {
        self.each(&clause.steps, going.clone(), frame, &mut |this, guard, frame| {
            let left = this.option(&clause.option, frame)?;
            if partings.last() != Some(&left.parting) {
                partings.push(left.parting);
            }
            this.add_actions(&guard, &left.members, actions)
        })
    }

    /// Adds the moves that leave these members if a condition holds.
    fn add_actions(&mut self, guard: &Guard, left: &[(Symbol, Guard)], actions: &mut Vec<Action>) -> Found<()> {
        if let Guard::Any(cases) = guard {
            return cases.iter().try_for_each(|case| self.add_actions(case, left, actions));
        }
        if actions.len() >= Self::ACTIONS {
            return Err(Unrecognised);
        }
        let assumed = guard.conjuncts();
        let (mut needs, mut also) = (Vec::new(), Vec::new());
        for condition in assumed {
            match condition {
                Guard::There(member) => needs.push(*member),
                Guard::Known(false) => return Ok(()),
                other => also.push(other.clone()),
            }
        }
        let kept = match self.reading {
            ListReading::Members => self.kept_members(left, assumed, &needs)?,
            ListReading::Rows => self.kept_cells(left, assumed, &needs)?,
        };
        let removes: Vec<Index> = (0..).zip(&kept).filter(|(_, kept)| !**kept).map(|(member, _)| member).collect();
        if !needs.iter().any(|member| removes.contains(member)) {
            return Err(Unrecognised);
        }
        // What is not there cannot be removed.
        actions.push(Action { needs, also, removes });
        Ok(())
    }

    /// Which members are kept, in order, and each whether or not others are there.
    fn kept_members(&mut self, left: &[(Symbol, Guard)], assumed: &[Guard], needs: &[Index]) -> Found<Vec<bool>> {
        let mut kept = vec![false; self.count];
        let mut least = 0;
        for (symbol, there) in left {
            let Symbol::Member(member) = symbol else { return Err(Unrecognised) };
            self.step(1)?;
            if !Self::is_kept(*member, there, assumed, needs)? {
                continue;
            }
            if *member < least {
                return Err(Unrecognised);
            }
            least = member + 1;
            kept[usize::from(*member)] = true;
        }
        Ok(kept)
    }

    /// Which cells are kept of the rows of a list, which has as many as before.
    fn kept_cells(&mut self, left: &[(Symbol, Guard)], assumed: &[Guard], needs: &[Index]) -> Found<Vec<bool>> {
        let mut kept = Vec::with_capacity(self.count);
        let whole = self.whole.clone();
        if left.len() != whole.len() {
            return Err(Unrecognised);
        }
        for ((before, _), (after, there)) in whole.iter().zip(left) {
            let Symbol::Number(0, cells) = before else { return Err(Unrecognised) };
            let rises: &[Guard] = match after {
                Symbol::Number(0, rises) => rises,
                Symbol::Known(Value::Integer(length)) => {
                    let length = usize::try_from(*length).ok().filter(|length| *length <= cells.len());
                    &vec![Guard::ALWAYS; length.ok_or(Unrecognised)?]
                }
                _ => return Err(Unrecognised),
            };
            if *there != Guard::ALWAYS || rises.len() > cells.len() {
                return Err(Unrecognised);
            }
            // The cells before one that is needed are there as well.
            let is_needed = |cell: &Guard| matches!(cell, Guard::There(cell) if needs.contains(cell));
            let held = cells.iter().rposition(is_needed).map_or(0, |place| place + 1);
            for (place, cell) in cells.iter().enumerate() {
                self.step(1)?;
                let Guard::There(cell) = cell else { return Err(Unrecognised) };
                kept.push(match rises.get(place) {
                    Some(Guard::Known(true)) if place < held => true,
                    Some(rise) => Self::is_kept(*cell, rise, assumed, needs)?,
                    None => false,
                });
            }
        }
        Ok(kept)
    }

    /// Is a member kept that is left if `there` holds? It must be, or it must never be.
    fn is_kept(member: Index, there: &Guard, assumed: &[Guard], needs: &[Index]) -> Found<bool> {
        match there.under(assumed) {
            Guard::Known(false) => Ok(false),
            Guard::There(one) if one == member => Ok(true),
            Guard::Known(true) if needs.contains(&member) => Ok(true),
            _ => Err(Unrecognised),
        }
    }

    fn step(&mut self, steps: usize) -> Found<()> {
        self.steps += steps as u64;
        // The definition will be told to stop as well.
        self.mover.meter().spend(steps).map_err(|_| Unrecognised)?;
        if self.steps > Self::STEPS { Err(Unrecognised) } else { Ok(()) }
    }

    /// The option that an expression stands for.
    fn option(&mut self, option: &Expr, frame: &mut Vec<Symbol>) -> Found<Left> {
        match &option.term {
            Term::Position(game, coordinates) => {
                Ok(Left { members: self.coordinate(game, coordinates, frame)?, parting: None })
            }
            Term::Sum(list) => match &list.term {
                Term::ListOf(steps, body) => self.parted(steps, body, frame),
                _ => Err(Unrecognised),
            },
            _ => Err(Unrecognised),
        }
    }

    /// The list in a position of the same rule, whose other coordinates must be as they are.
    fn coordinate(&mut self, game: &GameRef, coordinates: &[Expr], frame: &mut Vec<Symbol>) -> Found<Symbols> {
        let is_same = match game {
            GameRef::Local(rule) => *rule == self.rule,
            GameRef::Known(game) => matches!(&game.ruleset, Ruleset::Written(system, rule)
                if *rule == self.rule && system == self.system),
            GameRef::Value(_) => false,
        };
        if !is_same || coordinates.len() != self.coordinates.len() {
            return Err(Unrecognised);
        }
        for (place, coordinate) in coordinates.iter().enumerate() {
            if place == self.axis {
                continue;
            }
            match self.value(coordinate, frame)? {
                Symbol::Known(value) if value == self.coordinates[place] => {}
                _ => return Err(Unrecognised),
            }
        }
        let list = self.value(&coordinates[self.axis], frame)?;
        self.list(list)
    }

    /// An option that is the sum of the components of a list, or of those of them for which a condition holds.
    fn parted(&mut self, steps: &[Step], body: &Expr, frame: &mut Vec<Symbol>) -> Found<Left> {
        let Some((Step::For { slot, source }, tests)) = steps.split_first() else { return Err(Unrecognised) };
        if self.reading != ListReading::Members {
            return Err(Unrecognised);
        }
        let Symbol::Parts(members, near) = self.value(source, frame)? else { return Err(Unrecognised) };
        // Any component is a subset of the ground set.
        frame[*slot] = Symbol::List(self.whole.clone());
        let mut kept = Guard::ALWAYS;
        for test in tests {
            let Step::Test(test) = test else { return Err(Unrecognised) };
            kept = Guard::all([kept, self.truth(test, frame)?]);
        }
        let Term::Position(game, coordinates) = &body.term else { return Err(Unrecognised) };
        let part = self.coordinate(game, coordinates, frame)?;
        if !Arc::ptr_eq(&part, &self.whole) {
            return Err(Unrecognised);
        }
        frame[*slot] = Symbol::Known(Value::Bool(false));
        Ok(Left { members, parting: Some(Parting { near: (*near).clone(), kept }) })
    }

    /// Visits every case that the steps may reach, with the condition under which they do.
    fn each(
        &mut self,
        steps: &[Step],
        guard: Guard,
        frame: &mut Vec<Symbol>,
        visit: &mut GuardedVisitor<'_, 'a>,
    ) -> Found<()> {
        self.step(1)?;
        if guard == Guard::NEVER {
            return Ok(());
        }
        let Some((step, rest)) = steps.split_first() else { return visit(self, guard, frame) };
        match step {
            Step::Test(condition) => {
                let holds = self.truth(condition, frame)?;
                self.each(rest, Guard::all([guard, holds]), frame, visit)
            }
            Step::Unpack { slot, count, .. } => {
                let members = self.known(frame[*slot].clone())?;
                match &members {
                    Value::Tuple(members) | Value::List(members) if members.len() == *count => {
                        for (place, member) in members.iter().enumerate() {
                            frame[slot + 1 + place] = Symbol::Known(member.clone());
                        }
                    }
                    _ => return Err(Unrecognised),
                }
                self.each(rest, guard, frame, visit)
            }
            Step::For { slot, source } => {
                let list = match &source.term {
                    Term::Range { start, end: Some(end), step: None } if !Self::is_known(source, frame) => {
                        self.range(start, end, frame)?
                    }
                    _ => {
                        let source = self.value(source, frame)?;
                        self.list(source)?
                    }
                };
                for (member, there) in list.iter() {
                    frame[*slot] = member.clone();
                    self.each(rest, Guard::all([guard.clone(), there.clone()]), frame, visit)?;
                }
                frame[*slot] = Symbol::Known(Value::Bool(false));
                Ok(())
            }
        }
    }

    /// The numbers of a range whose end depends on what is left.
    fn range(&mut self, start: &Expr, end: &Expr, frame: &mut Vec<Symbol>) -> Found<Symbols> {
        let start = self.value(start, frame)?;
        let start = self.known(start)?.as_integer().ok_or(Unrecognised)?;
        let (least, rises) = match self.value(end, frame)? {
            Symbol::Number(least, rises) => (least, rises),
            end => (self.known(end)?.as_integer().ok_or(Unrecognised)?, Arc::default()),
        };
        let most = least.checked_add(rises.len() as i128).ok_or(Unrecognised)?;
        let count = usize::try_from((most - start).saturating_add(1).max(0)).map_err(|_| Unrecognised)?;
        self.step(count)?;
        let numbers =
            (start..=most).map(|number| (Symbol::Known(Value::Integer(number)), risen(least, &rises, number)));
        Ok(Arc::new(numbers.collect()))
    }

    fn truth(&mut self, expr: &Expr, frame: &mut Vec<Symbol>) -> Found<Guard> {
        match self.value(expr, frame)? {
            Symbol::Truth(guard) => Ok(guard),
            Symbol::Known(Value::Bool(holds)) => Ok(Guard::Known(holds)),
            _ => Err(Unrecognised),
        }
    }

    /// The value of what does not depend on what is left.
    fn known(&self, symbol: Symbol) -> Found<Value> {
        match symbol {
            Symbol::Known(value) => Ok(value),
            Symbol::Member(member) => Ok(self.ground[usize::from(member)].clone()),
            Symbol::Truth(Guard::Known(holds)) => Ok(Value::Bool(holds)),
            _ => Err(Unrecognised),
        }
    }

    /// The members of a list, or of a set that has an end.
    fn list(&mut self, symbol: Symbol) -> Found<Symbols> {
        match symbol {
            Symbol::List(members) => Ok(members),
            other => {
                let members = match self.known(other)? {
                    Value::List(members) => members.to_vec(),
                    Value::Set(set) => self.set_members(&set)?,
                    _ => return Err(Unrecognised),
                };
                self.step(members.len())?;
                Ok(Arc::new(members.into_iter().map(|member| (Symbol::Known(member), Guard::ALWAYS)).collect()))
            }
        }
    }

    fn set_members(&mut self, set: &Set) -> Found<Vec<Value>> {
        match set {
            Set::Finite(members) => Ok(members.to_vec()),
            Set::Range { start, end: Some(end), step } => {
                let count = usize::try_from((end - start) / step).map_err(|_| Unrecognised)?;
                self.step(count)?;
                Ok((0..=count as i128).map(|turn| Value::Integer(start + turn * step)).collect())
            }
            _ => Err(Unrecognised),
        }
    }

    /// Do all variables in an expression have values that do not depend on what is left?
    fn is_known(expr: &Expr, frame: &[Symbol]) -> bool {
        match &expr.term {
            Term::Constant(_) => true,
            Term::Slot(slot) => matches!(frame[*slot], Symbol::Known(_) | Symbol::Member(_)),
            Term::Made { .. } | Term::Ask { .. } | Term::AskGame { .. } | Term::Position(..) => false,
            _ => {
                let mut all = true;
                expr.each_part(&mut |part| all = all && Self::is_known(part, frame));
                all
            }
        }
    }

    fn value(&mut self, expr: &Expr, frame: &mut Vec<Symbol>) -> Found<Symbol> {
        self.step(1)?;
        match &expr.term {
            Term::Constant(value) => return Ok(Symbol::Known(value.clone())),
            Term::Slot(slot) => return Ok(frame[*slot].clone()),
            _ => {}
        }
        if Self::is_known(expr, frame) {
            let mut values: Vec<Value> =
                frame.iter().map(|symbol| self.known(symbol.clone()).unwrap_or(Value::Bool(false))).collect();
            self.step(values.len())?;
            return Ok(Symbol::Known(self.mover.value(expr, &mut values)?));
        }
        match &expr.term {
            Term::Not(operand) => Ok(Symbol::Truth(self.truth(operand, frame)?.not())),
            Term::And(left, right) => {
                let left = self.truth(left, frame)?;
                if left == Guard::NEVER {
                    return Ok(Symbol::Truth(left));
                }
                Ok(Symbol::Truth(Guard::all([left, self.truth(right, frame)?])))
            }
            Term::Or(left, right) => {
                let left = self.truth(left, frame)?;
                if left == Guard::ALWAYS {
                    return Ok(Symbol::Truth(left));
                }
                Ok(Symbol::Truth(Guard::any([left, self.truth(right, frame)?])))
            }
            Term::If(condition, then, otherwise) => self.choice(condition, then, otherwise, frame),
            Term::Binary(operator, left, right) => {
                let (left, right) = (self.value(left, frame)?, self.value(right, frame)?);
                self.binary(*operator, left, right)
            }
            Term::Builtin(function, arguments) => {
                let arguments =
                    arguments.iter().map(|argument| self.value(argument, frame)).collect::<Found<Vec<_>>>()?;
                self.builtin(*function, arguments)
            }
            Term::Call(function, arguments) => self.call(*function, arguments, frame),
            Term::Index(list, place) => match (self.value(list, frame)?, self.value(place, frame)?) {
                (Symbol::List(list), Symbol::Place(member)) if Arc::ptr_eq(&list, &self.whole) => {
                    Ok(Symbol::Member(member))
                }
                (Symbol::List(list), place) if list.iter().all(|(_, there)| *there == Guard::ALWAYS) => {
                    let place = self.known(place)?.as_integer().and_then(|place| usize::try_from(place).ok());
                    let (member, _) = place.and_then(|place| list.get(place)).ok_or(Unrecognised)?;
                    Ok(member.clone())
                }
                _ => Err(Unrecognised),
            },
            Term::ListOf(steps, body) => {
                let mut members = Vec::new();
                self.each(steps, Guard::ALWAYS, frame, &mut |this, guard, frame| {
                    members.push((this.value(body, frame)?, guard));
                    Ok(())
                })?;
                Ok(Symbol::List(Arc::new(members)))
            }
            Term::Fold(function, steps, body) => {
                let mut cases = Vec::new();
                self.each(steps, Guard::ALWAYS, frame, &mut |this, guard, frame| {
                    cases.push((guard, this.truth(body, frame)?));
                    Ok(())
                })?;
                Self::fold(*function, cases)
            }
            Term::Connected { cells, slot, near } => {
                let cells = self.value(cells, frame)?;
                let cells = self.list(cells)?;
                let near = self.relation(*slot, near, frame)?;
                Ok(Symbol::Parts(cells, Arc::new(near)))
            }
            _ => Err(Unrecognised),
        }
    }

    fn choice(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr, frame: &mut Vec<Symbol>) -> Found<Symbol> {
        let condition = self.truth(condition, frame)?;
        match condition {
            Guard::Known(true) => self.value(then, frame),
            Guard::Known(false) => self.value(otherwise, frame),
            condition => {
                let (then, otherwise) = (self.truth(then, frame)?, self.truth(otherwise, frame)?);
                let taken = Guard::all([condition.clone(), then]);
                Ok(Symbol::Truth(Guard::any([taken, Guard::all([condition.not(), otherwise])])))
            }
        }
    }

    fn fold(function: Builtin, cases: Vec<(Guard, Guard)>) -> Found<Symbol> {
        let both = |(guard, holds)| Guard::all([guard, holds]);
        Ok(match function {
            Builtin::Some => Symbol::Truth(Guard::any(cases.into_iter().map(both))),
            Builtin::All => {
                Symbol::Truth(Guard::all(cases.into_iter().map(|(guard, holds)| Guard::any([guard.not(), holds]))))
            }
            Builtin::Count => Symbol::Count(Arc::new(cases.into_iter().map(both).collect())),
            _ => return Err(Unrecognised),
        })
    }

    fn binary(&mut self, operator: Operator, left: Symbol, right: Symbol) -> Found<Symbol> {
        // What depends on what is left may be known all the same, such as how many rows there are.
        if let (Ok(left), Ok(right)) = (self.known(left.clone()), self.known(right.clone())) {
            let constant = |value| Box::new(Expr { term: Term::Constant(value), at: At::default() });
            let term = Term::Binary(operator, constant(left), constant(right));
            return Ok(Symbol::Known(self.mover.value(&Expr { term, at: At::default() }, &mut [])?));
        }
        match operator {
            Operator::In | Operator::NotIn => {
                let member = self.known(left)?;
                let list = self.list(right)?;
                let mut cases = Vec::new();
                for (other, there) in list.iter() {
                    self.step(1)?;
                    let other = self.known(other.clone())?;
                    // Values of different kinds cannot be compared.
                    if !is_alike(&other, &member) {
                        return Err(Unrecognised);
                    }
                    if other == member {
                        cases.push(there.clone());
                    }
                }
                let holds = Guard::any(cases);
                Ok(Symbol::Truth(if operator == Operator::In { holds } else { holds.not() }))
            }
            Operator::Join => {
                let (left, right) = (self.list(left)?, self.list(right)?);
                Ok(Symbol::List(Arc::new(left.iter().chain(right.iter()).cloned().collect())))
            }
            _ => self.compared(operator, left, right),
        }
    }

    /// A comparison of a count with a number, or of two places; a number that depends on what is left, and one more or less.
    fn compared(&mut self, operator: Operator, left: Symbol, right: Symbol) -> Found<Symbol> {
        let is_first = matches!(left, Symbol::Number(..));
        let (counted, number, operator) = match (left, right) {
            (counted @ (Symbol::Count(_) | Symbol::Number(..)), other) => (counted, self.known(other)?, operator),
            (other, counted @ (Symbol::Count(_) | Symbol::Number(..))) => {
                let turned = match operator {
                    Operator::Less => Operator::Greater,
                    Operator::LessOrEqual => Operator::GreaterOrEqual,
                    Operator::Greater => Operator::Less,
                    Operator::GreaterOrEqual => Operator::LessOrEqual,
                    other => other,
                };
                (counted, self.known(other)?, turned)
            }
            (Symbol::Place(one), Symbol::Place(other)) => {
                // Places are in the order of the members.
                let holds = match operator {
                    Operator::Less => one < other,
                    Operator::LessOrEqual => one <= other,
                    Operator::Greater => one > other,
                    Operator::GreaterOrEqual => one >= other,
                    Operator::Equal => one == other,
                    Operator::Unequal => one != other,
                    _ => return Err(Unrecognised),
                };
                return Ok(Symbol::Truth(Guard::Known(holds)));
            }
            _ => return Err(Unrecognised),
        };
        let number = number.as_integer().ok_or(Unrecognised)?;
        let next = number.checked_add(1).ok_or(Unrecognised)?;
        match (operator, &counted) {
            (Operator::Add, Symbol::Number(least, rises)) => {
                let least = least.checked_add(number).ok_or(Unrecognised)?;
                return Ok(Symbol::Number(least, rises.clone()));
            }
            (Operator::Subtract, Symbol::Number(least, rises)) if is_first => {
                let least = least.checked_sub(number).ok_or(Unrecognised)?;
                return Ok(Symbol::Number(least, rises.clone()));
            }
            _ => {}
        }
        let at_least = |number: i128| match &counted {
            Symbol::Number(least, rises) => Ok(risen(*least, rises, number)),
            Symbol::Count(conditions) => {
                let least = usize::try_from(number.max(0)).map_err(|_| Unrecognised)?;
                Guard::at_least(conditions, least).ok_or(Unrecognised)
            }
            _ => Err(Unrecognised),
        };
        Ok(Symbol::Truth(match operator {
            Operator::GreaterOrEqual => at_least(number)?,
            Operator::Greater => at_least(next)?,
            Operator::Less => at_least(number)?.not(),
            Operator::LessOrEqual => at_least(next)?.not(),
            Operator::Equal => Guard::all([at_least(number)?, at_least(next)?.not()]),
            Operator::Unequal => Guard::any([at_least(number)?.not(), at_least(next)?]),
            _ => return Err(Unrecognised),
        }))
    }

    fn builtin(&mut self, function: Builtin, arguments: Vec<Symbol>) -> Found<Symbol> {
        match (function, &arguments[..]) {
            (Builtin::Length, [Symbol::List(list)]) if list.iter().all(|(_, there)| *there == Guard::ALWAYS) => {
                Ok(Symbol::Known(Value::Integer(list.len() as i128)))
            }
            (Builtin::Indices, [Symbol::List(list)]) if list.iter().all(|(_, there)| *there == Guard::ALWAYS) => {
                let place = |place| (Symbol::Known(Value::Integer(place)), Guard::ALWAYS);
                Ok(Symbol::List(Arc::new((0..list.len() as i128).map(place).collect())))
            }
            (Builtin::Replace, [Symbol::List(list), place, new])
                if list.iter().all(|(_, there)| *there == Guard::ALWAYS) =>
            {
                let place = self.known(place.clone())?.as_integer().and_then(|place| usize::try_from(place).ok());
                let mut replaced = (**list).clone();
                let (member, _) = place.and_then(|place| replaced.get_mut(place)).ok_or(Unrecognised)?;
                *member = new.clone();
                Ok(Symbol::List(Arc::new(replaced)))
            }
            (Builtin::Min, [Symbol::Number(least, rises), other] | [other, Symbol::Number(least, rises)]) => {
                let number = self.known(other.clone())?.as_integer().ok_or(Unrecognised)?;
                let risen = usize::try_from(number.saturating_sub(*least)).ok();
                Ok(match risen {
                    None | Some(0) => Symbol::Known(Value::Integer(number)),
                    Some(risen) => Symbol::Number(*least, Arc::new(rises.iter().take(risen).cloned().collect())),
                })
            }
            (Builtin::Length, [Symbol::List(list)]) => {
                Ok(Symbol::Count(Arc::new(list.iter().map(|(_, there)| there.clone()).collect())))
            }
            (Builtin::Indices, [Symbol::List(list)]) if Arc::ptr_eq(list, &self.whole) => {
                let place = |(symbol, there): &(Symbol, Guard)| match symbol {
                    Symbol::Member(member) => Ok((Symbol::Place(*member), there.clone())),
                    _ => Err(Unrecognised),
                };
                Ok(Symbol::List(Arc::new(list.iter().map(place).collect::<Found<_>>()?)))
            }
            (Builtin::Remove, [Symbol::List(list), Symbol::Place(member)]) if Arc::ptr_eq(list, &self.whole) => {
                let is_other = |(symbol, _): &&(Symbol, Guard)| !matches!(symbol, Symbol::Member(one) if one == member);
                Ok(Symbol::List(Arc::new(list.iter().filter(is_other).cloned().collect())))
            }
            (Builtin::Parts, [Symbol::List(list), graph]) => {
                let graph = self.known(graph.clone())?;
                let near = self.graph(&graph)?;
                Ok(Symbol::Parts(list.clone(), Arc::new(near)))
            }
            _ => Err(Unrecognised),
        }
    }

    fn call(&mut self, function: usize, arguments: &[Expr], frame: &mut Vec<Symbol>) -> Found<Symbol> {
        let called = &self.system.functions[function];
        if !called.domains.is_empty() || self.depth >= Self::DEEPEST {
            return Err(Unrecognised);
        }
        let mut inner = arguments.iter().map(|argument| self.value(argument, frame)).collect::<Found<Vec<_>>>()?;
        inner.resize(called.slots.max(called.arity), Symbol::Known(Value::Bool(false)));
        self.depth += 1;
        let found = self.value(&called.body, &mut inner);
        self.depth -= 1;
        found
    }

    /// For each member of the ground set those that are its neighbours by a condition on two slots, in either order.
    fn relation(&mut self, slot: usize, near: &Expr, frame: &mut Vec<Symbol>) -> Found<Vec<Vec<Index>>> {
        let members = self.whole.clone();
        self.neighbours(&mut |this, one, other| {
            frame[slot] = members[usize::from(one)].0.clone();
            frame[slot + 1] = members[usize::from(other)].0.clone();
            match this.truth(near, frame)? {
                Guard::Known(holds) => Ok(holds),
                _ => Err(Unrecognised),
            }
        })
    }

    /// For each member of the ground set, which must be vertices of a graph, those that are its neighbours.
    fn graph(&mut self, graph: &Value) -> Found<Vec<Vec<Index>>> {
        let Value::List(rows) = graph else { return Err(Unrecognised) };
        let ground = self.ground;
        self.neighbours(&mut |_, one, other| {
            let vertex = |member: Index| {
                let vertex = ground[usize::from(member)].as_integer().and_then(|vertex| usize::try_from(vertex).ok());
                vertex.filter(|vertex| *vertex < rows.len()).ok_or(Unrecognised)
            };
            let (here, there) = (vertex(one)?, vertex(other)?);
            match &rows[here] {
                Value::List(row) => Ok(row.iter().any(|vertex| vertex.as_integer() == Some(there as i128))),
                _ => Err(Unrecognised),
            }
        })
    }

    fn neighbours(
        &mut self,
        is_near: &mut dyn FnMut(&mut Self, Index, Index) -> Found<bool>,
    ) -> Found<Vec<Vec<Index>>> {
        let count = self.whole.len();
        let mut near = vec![Vec::new(); count];
        for one in 0..count {
            for other in 0..one {
                self.step(1)?;
                let [here, there] = [one, other].map(|member| Index::try_from(member).unwrap_or(Index::MAX));
                if is_near(self, here, there)? || is_near(self, there, here)? {
                    near[one].push(there);
                    near[other].push(here);
                }
            }
        }
        // Each needs only know its own vertex.
        if count == 1 {
            is_near(self, 0, 0)?;
        }
        near.iter_mut().for_each(|neighbours| sorting::sort(neighbours));
        Ok(near)
    }
}

/// The condition that a number which is `least`, and one more for each of the conditions `rises`, is at least `number`.
fn risen(least: i128, rises: &[Guard], number: i128) -> Guard {
    match usize::try_from(number.saturating_sub(least)) {
        Err(_) | Ok(0) => Guard::ALWAYS,
        Ok(steps) => rises.get(steps - 1).cloned().unwrap_or(Guard::NEVER),
    }
}

/// Can two values be compared: are they numbers, texts, or have they as many members, which can be compared?
fn is_alike(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Integer(_), Value::Integer(_)) | (Value::Text(_), Value::Text(_)) => true,
        (Value::Tuple(one), Value::Tuple(other)) | (Value::List(one), Value::List(other)) => {
            let flat = |value: &Value| matches!(value, Value::Integer(_));
            one.iter().chain(other.iter()).all(flat)
        }
        _ => false,
    }
}
