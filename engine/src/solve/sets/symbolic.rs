//! Evaluates expressions of a rule for all subsets of a ground set at once: a list that depends on what is left is one of
//! possible members, each with the condition under which it is there, and a condition is a [`Guard`].

use std::sync::Arc;

use super::guard::{Guard, Index};
use super::stone_board::StoneBoard;
use crate::game::{At, Builtin, EvalError, Expr, Mover, Operator, Set, Step, Term, Value, checked_graph};
use crate::sorting;

/// What an expression stands for, whatever members are left.
#[derive(Clone, Debug)]
pub enum Symbol {
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
    /// A list that moves only make longer: those of the ground set are its members that are absent.
    Grown,
    /// The length of such a list, and this number more.
    GrownLength(i128),
    /// Such a list with this member more.
    Longer(Index),
    /// A board on which stones are put, and a cell of it.
    Board,
    Cell(usize),
    /// The connected components of a list of members, and the neighbours of each member of the ground set.
    Parts(Symbols, Arc<Vec<Vec<Index>>>),
    /// What may not be asked.
    Hidden,
}

impl Symbol {
    /// Is it the same whatever members are left?
    pub fn is_known(&self) -> bool {
        matches!(self, Symbol::Known(_) | Symbol::Member(_))
    }
}

/// A list of possible members, each with the condition under which it is there.
pub type Symbols = Arc<Vec<(Symbol, Guard)>>;

/// What is done in each case that steps may reach, with the condition under which they do.
type GuardedVisitor<'v, 'r> = dyn FnMut(&mut SymbolicEvaluator<'r>, Guard, &mut Vec<Symbol>) -> Found<()> + 'v;

/// Why an expression could not be evaluated for all subsets at once. The definition then answers, and states faults.
#[derive(Debug)]
pub struct Unrecognised;

pub type Found<T> = Result<T, Unrecognised>;

impl From<EvalError> for Unrecognised {
    fn from(_: EvalError) -> Unrecognised {
        Unrecognised
    }
}

/// The state of an evaluation.
pub struct SymbolicEvaluator<'a> {
    mover: &'a Mover,
    /// The list whose members are the ground set, where they are that.
    ground: &'a [Value],
    /// The ground set of a list that moves make longer: whatever is asked whether it is there.
    pub grown: Vec<Value>,
    /// The last member of such a list.
    pub last: Option<Value>,
    /// The board on which stones are put.
    pub board: Option<StoneBoard>,
    /// The list of the members that are left.
    pub whole: Symbols,
    steps: u64,
    depth: usize,
}

impl<'a> SymbolicEvaluator<'a> {
    /// The most steps of an evaluation.
    const STEPS: u64 = 20_000_000;
    /// How deeply calls of functions may be nested.
    const DEEPEST: usize = 20;

    pub fn new(mover: &'a Mover, ground: &'a [Value], whole: Symbols) -> SymbolicEvaluator<'a> {
        SymbolicEvaluator { mover, ground, grown: Vec::new(), last: None, board: None, whole, steps: 0, depth: 0 }
    }

    /// Counts steps.
    pub fn step(&mut self, steps: usize) -> Found<()> {
        self.steps += steps as u64;
        // The definition will be told to stop as well.
        self.mover.meter().spend(steps).map_err(|_| Unrecognised)?;
        if self.steps > Self::STEPS { Err(Unrecognised) } else { Ok(()) }
    }

    /// Visits every case that the steps may reach, with the condition under which they do.
    pub fn each(
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
        let count = usize::try_from(most.saturating_sub(start).saturating_add(1).max(0)).map_err(|_| Unrecognised)?;
        self.step(count)?;
        let numbers =
            (start..=most).map(|number| (Symbol::Known(Value::Integer(number)), risen(least, &rises, number)));
        Ok(Arc::new(numbers.collect()))
    }

    pub fn truth(&mut self, expr: &Expr, frame: &mut Vec<Symbol>) -> Found<Guard> {
        match self.value(expr, frame)? {
            Symbol::Truth(guard) => Ok(guard),
            Symbol::Known(Value::Bool(holds)) => Ok(Guard::Known(holds)),
            _ => Err(Unrecognised),
        }
    }

    /// The value of what does not depend on what is left.
    pub fn known(&self, symbol: Symbol) -> Found<Value> {
        match symbol {
            Symbol::Known(value) => Ok(value),
            Symbol::Member(member) => Ok(self.ground[usize::from(member)].clone()),
            Symbol::Truth(Guard::Known(holds)) => Ok(Value::Bool(holds)),
            _ => Err(Unrecognised),
        }
    }

    /// The members of a list, or of a set that has an end.
    pub fn list(&mut self, symbol: Symbol) -> Found<Symbols> {
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
                let length = end.checked_sub(*start).ok_or(Unrecognised)?;
                let count = usize::try_from(length / step).map_err(|_| Unrecognised)?;
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
            Term::Slot(slot) => frame[*slot].is_known(),
            Term::Made { .. } | Term::Ask { .. } | Term::AskGame { .. } | Term::Position(..) => false,
            _ => {
                let mut all = true;
                expr.each_part(&mut |part| all = all && Self::is_known(part, frame));
                all
            }
        }
    }

    pub fn value(&mut self, expr: &Expr, frame: &mut Vec<Symbol>) -> Found<Symbol> {
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
                (Symbol::Grown, Symbol::GrownLength(-1)) => self.last.clone().map(Symbol::Known).ok_or(Unrecognised),
                (Symbol::Board, Symbol::Known(place)) => {
                    let place = place.as_integer().and_then(|place| usize::try_from(place).ok()).ok_or(Unrecognised)?;
                    if place < self.stone_board()?.len() { Ok(Symbol::Cell(place)) } else { Err(Unrecognised) }
                }
                (Symbol::Known(list), Symbol::Known(place)) => {
                    let term = Term::Index(constant(list), constant(place));
                    Ok(Symbol::Known(self.mover.value(&Expr { term, at: At::default() }, &mut [])?))
                }
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
            let term = Term::Binary(operator, constant(left), constant(right));
            return Ok(Symbol::Known(self.mover.value(&Expr { term, at: At::default() }, &mut [])?));
        }
        match operator {
            Operator::In | Operator::NotIn if matches!(right, Symbol::Board) => {
                let Value::Text(text) = self.known(left)? else { return Err(Unrecognised) };
                self.step(self.stone_board()?.len() * text.len())?;
                let has = self.stone_board()?.has(&text);
                Ok(Symbol::Truth(if operator == Operator::In { has } else { has.not() }))
            }
            Operator::Equal | Operator::Unequal
                if matches!(left, Symbol::Cell(_)) || matches!(right, Symbol::Cell(_)) =>
            {
                let same = self.same_cells(left, right)?;
                Ok(Symbol::Truth(if operator == Operator::Equal { same } else { same.not() }))
            }
            Operator::In | Operator::NotIn if matches!(right, Symbol::Grown) => {
                let absent = Guard::There(self.of_grown(left)?);
                Ok(Symbol::Truth(if operator == Operator::In { absent.not() } else { absent }))
            }
            Operator::Join if matches!(left, Symbol::Grown) => {
                let [(member, Guard::ALWAYS)] = &self.list(right)?[..] else { return Err(Unrecognised) };
                Ok(Symbol::Longer(self.of_grown(member.clone())?))
            }
            Operator::Add | Operator::Subtract if matches!(left, Symbol::GrownLength(_)) => {
                let Symbol::GrownLength(more) = left else { return Err(Unrecognised) };
                let number = self.known(right)?.as_integer().ok_or(Unrecognised)?;
                let sum = if operator == Operator::Add { more.checked_add(number) } else { more.checked_sub(number) };
                sum.map(Symbol::GrownLength).ok_or(Unrecognised)
            }
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

    fn stone_board(&self) -> Found<&StoneBoard> {
        self.board.as_ref().ok_or(Unrecognised)
    }

    /// The condition that two cells, or a cell and a text, are the same.
    fn same_cells(&mut self, left: Symbol, right: Symbol) -> Found<Guard> {
        self.step(1)?;
        match (left, right) {
            (Symbol::Cell(one), Symbol::Cell(other)) => Ok(self.stone_board()?.show_the_same(one, other)),
            (Symbol::Cell(cell), text) | (text, Symbol::Cell(cell)) => {
                let Value::Text(text) = self.known(text)? else { return Err(Unrecognised) };
                let mut symbols = text.chars();
                match (symbols.next(), symbols.next()) {
                    (Some(symbol), None) => Ok(self.stone_board()?.shows(cell, symbol)),
                    _ => Ok(Guard::NEVER),
                }
            }
            _ => Err(Unrecognised),
        }
    }

    /// The number of a value in the ground set of a list that moves make longer.
    fn of_grown(&mut self, value: Symbol) -> Found<Index> {
        let value = self.known(value)?;
        self.step(self.grown.len())?;
        let place = self.grown.iter().position(|other| *other == value);
        // Values of different kinds cannot be compared.
        if place.is_none() && !self.grown.iter().all(|other| is_alike(other, &value)) {
            return Err(Unrecognised);
        }
        let place = place.unwrap_or(self.grown.len());
        if place == self.grown.len() {
            self.grown.push(value);
        }
        Index::try_from(place).map_err(|_| Unrecognised)
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
            (Builtin::Length, [Symbol::Board]) => Ok(Symbol::Known(Value::Integer(self.stone_board()?.len() as i128))),
            (Builtin::Length, [Symbol::Grown]) => Ok(Symbol::GrownLength(0)),
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
        let called = &self.mover.system().functions[function];
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
        let rows = checked_graph(graph, self.mover.meter()).map_err(|_| Unrecognised)?;
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

fn constant(value: Value) -> Box<Expr> {
    Box::new(Expr { term: Term::Constant(value), at: At::default() })
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
