//! Evaluates expressions of a rule for all subsets of a ground set at once: a list that depends on what is left is one of
//! possible members, each with the condition under which it is there, and a condition is a [`Guard`].

mod functions;
mod neighbours;
mod operators;

use std::sync::Arc;

use super::guard::{Guard, Index};
use super::stone_board::StoneBoard;
use crate::game::{At, EvalError, Expr, Mover, Set, Step, Term, Value};

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

    fn stone_board(&self) -> Found<&StoneBoard> {
        self.board.as_ref().ok_or(Unrecognised)
    }
}

fn constant(value: Value) -> Box<Expr> {
    Box::new(Expr::of(value, At::default()))
}

/// The condition that a number which is `least`, and one more for each of the conditions `rises`, is at least `number`.
fn risen(least: i128, rises: &[Guard], number: i128) -> Guard {
    match usize::try_from(number.saturating_sub(least)) {
        Err(_) | Ok(0) => Guard::ALWAYS,
        Ok(steps) => rises.get(steps - 1).cloned().unwrap_or(Guard::NEVER),
    }
}
