//! Resolves rules to code over 64-bit numbers, as far as everything in them is a number or a condition.

use std::rc::Rc;

use super::code::{Clause, Code, Domain, Left, Rows, RuleCode, Source, Step, SystemCode};
use super::sources::between;
use crate::game::{self, Builtin, Expr, Function, GameRef, Likeness, Operator, Ruleset, Shape, System, Term, Value};

/// Resolves a system; `memo_of` tells under which number another system is known.
pub(super) fn compile(system: &Rc<System>, memo_of: &mut dyn FnMut(&Rc<System>) -> usize) -> SystemCode {
    let mut rules = Vec::new();
    let mut domains = Vec::new();
    for rule in &system.rules {
        let mut compiler =
            Compiler { functions: &system.functions, memo_of, slots: rule.slots, calls: Vec::new(), size: 0 };
        let condition = rule.domain.as_ref().map(|domain| compiler.truth(domain, 0));
        let domain = match condition {
            None => Some(Domain { slots: rule.arity, condition: None }),
            Some(condition) => condition.map(|code| Domain { slots: compiler.slots, condition: Some(code) }),
        };
        let code = if domain.is_some() { compiler.rule(rule) } else { None };
        rules.push(code);
        domains.push(domain);
    }
    SystemCode { rules, domains }
}

/// What code gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Number,
    Truth,
}

pub(super) struct Compiler<'a> {
    functions: &'a [Function],
    memo_of: &'a mut dyn FnMut(&Rc<System>) -> usize,
    /// Slots given out so far.
    slots: usize,
    /// The functions being put in place of their calls, so that none is put into itself.
    calls: Vec<usize>,
    size: usize,
}

/// Every slot of an expression lies so far from where it was: the body of a function takes new slots at each call.
type Shift = usize;

impl Compiler<'_> {
    /// Larger rules are left to the evaluator: functions in each other's place could double at every step.
    const LARGEST: usize = 4000;

    fn rule(&mut self, rule: &game::Rule) -> Option<RuleCode> {
        let over = match &rule.over {
            Some(over) => Some(self.truth(over, 0)?),
            None => None,
        };
        let mut clauses = Vec::new();
        for clause in &rule.clauses {
            match clause.steps.split_last() {
                Some((game::Step::For { slot, source }, steps)) if matches!(source.term, Term::Ways(..)) => {
                    let steps = self.steps(steps, 0)?;
                    clauses.extend(self.splits(&steps, source, *slot, &clause.option)?);
                }
                _ => {
                    let steps = self.steps(&clause.steps, 0)?;
                    let left = self.left(&clause.option, 0)?;
                    clauses.push(Clause::new(steps, left));
                }
            }
        }
        Some(RuleCode { arity: rule.arity, slots: self.slots, over, clauses })
    }

    /// The clauses of a heap that is left in up to two heaps.
    fn splits(&mut self, steps: &[Step], source: &Expr, slot: usize, option: &Expr) -> Option<Vec<Clause>> {
        let (Term::Ways(rest, shape), Term::Heaps(game, heaps)) = (&source.term, &option.term) else { return None };
        if heaps.term != Term::Slot(slot) {
            return None;
        }
        let Shape { least, most: Some(most @ 0..=2), likeness } = *shape else { return None };
        let rest = self.number(rest, 0)?;
        let mut clauses = Vec::new();
        for heaps in least..=most {
            let mut steps = steps.to_vec();
            let test = |operator, n| Step::Test(Code::Binary(operator, Box::new([rest.clone(), Code::Constant(n)])));
            let left = match heaps {
                0 => {
                    steps.push(test(Operator::Equal, 0));
                    Left::Plus(Vec::new())
                }
                1 => {
                    steps.push(test(Operator::GreaterOrEqual, 1));
                    self.heap(game, rest.clone())?
                }
                _ => self.two_heaps(&mut steps, game, &rest, likeness)?,
            };
            clauses.push(Clause::new(steps, left));
        }
        Some(clauses)
    }

    fn two_heaps(&mut self, steps: &mut Vec<Step>, game: &GameRef, rest: &Code, likeness: Likeness) -> Option<Left> {
        let binary = |operator, a: &Code, b: &Code| Code::Binary(operator, Box::new([a.clone(), b.clone()]));
        let half = |whole: &Code| binary(Operator::Divide, whole, &Code::Constant(2));
        let slot = self.slots;
        self.slots += 1;
        let part = Code::Slot(slot);
        let (start, end) = match likeness {
            Likeness::Any => (Code::Constant(1), half(rest)),
            Likeness::Unequal | Likeness::NotAllEqual => {
                (Code::Constant(1), half(&binary(Operator::Subtract, rest, &Code::Constant(1))))
            }
            Likeness::Equal => {
                steps.push(Step::Test(Code::Apply(Builtin::Even, vec![rest.clone()])));
                (Code::Apply(Builtin::Max, vec![Code::Constant(1), half(rest)]), half(rest))
            }
        };
        steps.push(Step::For { slot, source: Source::Range { start, end, step: Code::Constant(1) } });
        let other = binary(Operator::Subtract, rest, &part);
        Some(Left::Plus(vec![self.heap(game, part)?, self.heap(game, other)?]))
    }

    /// A heap of a game of one coordinate.
    fn heap(&mut self, game: &GameRef, size: Code) -> Option<Left> {
        self.position(game, vec![size])
    }

    fn position(&mut self, game: &GameRef, coordinates: Vec<Code>) -> Option<Left> {
        let game = match game {
            GameRef::Local(rule) => return Some(Left::Written { memo: None, rule: *rule, coordinates }),
            GameRef::Known(game) => game,
        };
        match &game.ruleset {
            Ruleset::Heap(rules) => Some(Left::Heap(rules.clone(), coordinates.into_iter().next()?)),
            Ruleset::Written(system, rule) => {
                Some(Left::Written { memo: Some((self.memo_of)(system)), rule: *rule, coordinates })
            }
        }
    }

    fn left(&mut self, option: &Expr, shift: Shift) -> Option<Left> {
        self.grown()?;
        Some(match &option.term {
            Term::Position(game, coordinates) => {
                let coordinates = self.numbers(coordinates, shift)?;
                self.position(game, coordinates)?
            }
            Term::Star(size) => Left::Star(self.number(size, shift)?),
            Term::Binary(Operator::Add, a, b) => Left::Plus(vec![self.left(a, shift)?, self.left(b, shift)?]),
            Term::Binary(Operator::Multiply, copies, position) => {
                Left::Copies(self.number(copies, shift)?, Box::new(self.left(position, shift)?))
            }
            Term::If(condition, then, otherwise) => {
                let condition = self.truth(condition, shift)?;
                Left::If(condition, Box::new([self.left(then, shift)?, self.left(otherwise, shift)?]))
            }
            Term::Sum(list) => match &list.term {
                Term::ListOf(steps, body) => {
                    let steps = self.steps(steps, shift)?;
                    Left::Each(steps, Box::new(self.left(body, shift)?))
                }
                Term::List(members) => {
                    Left::Plus(members.iter().map(|member| self.left(member, shift)).collect::<Option<_>>()?)
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    fn steps(&mut self, steps: &[game::Step], shift: Shift) -> Option<Vec<Step>> {
        let mut resolved = Vec::new();
        for step in steps {
            resolved.push(match step {
                game::Step::Test(condition) => Step::Test(self.truth(condition, shift)?),
                game::Step::For { slot, source } => {
                    Step::For { slot: slot + shift, source: self.source(source, shift)? }
                }
            });
        }
        Some(resolved)
    }

    fn source(&mut self, source: &Expr, shift: Shift) -> Option<Source> {
        match &source.term {
            Term::Range { start, end: Some(end), step } => {
                let step = match step {
                    Some(step) => self.number(step, shift)?,
                    None => Code::Constant(1),
                };
                Some(Source::Range { start: self.number(start, shift)?, end: self.number(end, shift)?, step })
            }
            Term::Constant(Value::List(members)) => Some(Source::Listed(numbers_in(members)?)),
            Term::Constant(Value::Set(set)) if set.size_bound() < 1 << 20 => {
                Some(Source::Listed(numbers_in(&set.members().ok()?)?))
            }
            Term::Index(base, index) => {
                let Term::Constant(Value::List(rows)) = &base.term else { return None };
                Some(Source::Row(rows_in(rows)?, self.number(index, shift)?))
            }
            Term::Set(members) | Term::List(members) => {
                let members = self.numbers(members, shift)?;
                Some(Source::Chosen { members, least: i64::MIN, greatest: Code::Constant(i64::MAX) })
            }
            Term::Between { set, least, greatest } => {
                let greatest = self.number(greatest, shift)?;
                between(self, set, i64::try_from(*least).ok()?, greatest, shift)
            }
            Term::Divisors { set, heap } => {
                // A divisor beyond the heap leaves nothing, whichever it is: where all are listed, all may be tried.
                self.number(heap, shift)?;
                let Term::Constant(Value::Set(set)) = &set.term else { return None };
                let listed = if set.size_bound() < 1 << 10 { numbers_in(&set.members().ok()?)? } else { return None };
                Some(Source::Listed(listed.iter().copied().filter(|divisor| *divisor >= 2).collect()))
            }
            _ => None,
        }
    }

    pub fn numbers(&mut self, exprs: &[Expr], shift: Shift) -> Option<Vec<Code>> {
        exprs.iter().map(|expr| self.number(expr, shift)).collect()
    }

    pub fn number(&mut self, expr: &Expr, shift: Shift) -> Option<Code> {
        self.of_kind(expr, shift, Kind::Number)
    }

    fn truth(&mut self, expr: &Expr, shift: Shift) -> Option<Code> {
        self.of_kind(expr, shift, Kind::Truth)
    }

    fn of_kind(&mut self, expr: &Expr, shift: Shift, wanted: Kind) -> Option<Code> {
        let (code, kind) = self.code(expr, shift)?;
        (kind == wanted).then_some(code)
    }

    fn grown(&mut self) -> Option<()> {
        self.size += 1;
        (self.size <= Self::LARGEST).then_some(())
    }

    fn code(&mut self, expr: &Expr, shift: Shift) -> Option<(Code, Kind)> {
        self.grown()?;
        let truths = |this: &mut Self, a, b| Some(Box::new([this.truth(a, shift)?, this.truth(b, shift)?]));
        Some(match &expr.term {
            Term::Constant(Value::Integer(n)) => (Code::Constant(i64::try_from(*n).ok()?), Kind::Number),
            Term::Constant(Value::Bool(truth)) => (Code::Constant(i64::from(*truth)), Kind::Truth),
            // Variables are numbers: coordinates, and what runs through numbers.
            Term::Slot(slot) => (Code::Slot(slot + shift), Kind::Number),
            Term::Negate(operand) => (Code::Negate(Box::new(self.number(operand, shift)?)), Kind::Number),
            Term::Not(operand) => (Code::Not(Box::new(self.truth(operand, shift)?)), Kind::Truth),
            Term::And(a, b) => (Code::And(truths(self, a, b)?), Kind::Truth),
            Term::Or(a, b) => (Code::Or(truths(self, a, b)?), Kind::Truth),
            Term::If(condition, then, otherwise) => {
                let condition = self.truth(condition, shift)?;
                let (then, kind) = self.code(then, shift)?;
                let otherwise = self.of_kind(otherwise, shift, kind)?;
                (Code::If(Box::new([condition, then, otherwise])), kind)
            }
            Term::Binary(Operator::In, member, set) => (self.listed(member, set, shift)?, Kind::Truth),
            Term::Binary(Operator::NotIn, member, set) => {
                (Code::Not(Box::new(self.listed(member, set, shift)?)), Kind::Truth)
            }
            Term::Binary(operator, a, b) => self.binary(*operator, a, b, shift)?,
            Term::Builtin(function, arguments) => self.builtin(*function, arguments, shift)?,
            Term::Call(function, arguments) => self.call(*function, arguments, shift)?,
            Term::Index(base, index) => (self.index(base, index, shift)?, Kind::Number),
            Term::Fold(function, steps, body) => {
                let steps = self.steps(steps, shift)?;
                let (body, kind) = self.code(body, shift)?;
                let given = match (function, kind) {
                    (Builtin::All | Builtin::Some, Kind::Truth) => Kind::Truth,
                    (Builtin::Count, Kind::Truth) => Kind::Number,
                    (Builtin::Sum | Builtin::Min | Builtin::Max, Kind::Number) => Kind::Number,
                    _ => return None,
                };
                (Code::Fold(*function, steps, Box::new(body)), given)
            }
            _ => return None,
        })
    }

    fn binary(&mut self, operator: Operator, a: &Expr, b: &Expr, shift: Shift) -> Option<(Code, Kind)> {
        let (left, kind) = self.code(a, shift)?;
        let right = self.of_kind(b, shift, kind)?;
        let given = match operator {
            Operator::Equal | Operator::Unequal => Kind::Truth,
            _ if kind == Kind::Truth => return None,
            Operator::Less | Operator::LessOrEqual | Operator::Greater | Operator::GreaterOrEqual => Kind::Truth,
            Operator::Join | Operator::In | Operator::NotIn => return None,
            _ => Kind::Number,
        };
        Some((Code::Binary(operator, Box::new([left, right])), given))
    }

    fn builtin(&mut self, function: Builtin, arguments: &[Expr], shift: Shift) -> Option<(Code, Kind)> {
        let kind = match function {
            Builtin::Even | Builtin::Odd | Builtin::Square => Kind::Truth,
            Builtin::Min | Builtin::Max | Builtin::Abs | Builtin::Gcd | Builtin::Lcm | Builtin::Isqrt => Kind::Number,
            Builtin::Popcount | Builtin::Bit | Builtin::Nimsum => Kind::Number,
            Builtin::Length => return Some((self.length(&arguments[0], shift)?, Kind::Number)),
            _ => return None,
        };
        Some((Code::Apply(function, self.numbers(arguments, shift)?), kind))
    }

    /// The length of a constant list, or of one of its rows.
    fn length(&mut self, list: &Expr, shift: Shift) -> Option<Code> {
        match &list.term {
            Term::Constant(Value::List(members)) => Some(Code::Constant(members.len() as i64)),
            Term::Index(base, index) => {
                let Term::Constant(Value::List(rows)) = &base.term else { return None };
                let lengths = rows_in(rows)?.iter().map(|row| row.len() as i64).collect();
                Some(Code::Member(lengths, Box::new(self.number(index, shift)?)))
            }
            _ => None,
        }
    }

    /// A function of the user's in the place of its call, in slots of its own. Not for functions that call themselves.
    fn call(&mut self, function: usize, arguments: &[Expr], shift: Shift) -> Option<(Code, Kind)> {
        let called = self.functions.get(function)?;
        if self.calls.contains(&function) || called.arity != arguments.len() {
            return None;
        }
        let arguments = self.numbers(arguments, shift)?;
        let first = self.slots;
        self.slots += called.slots.max(called.arity);
        self.calls.push(function);
        let body = self.code(&called.body, first);
        self.calls.pop();
        let (body, kind) = body?;
        Some((Code::Let(first, arguments, Box::new(body)), kind))
    }

    fn index(&mut self, base: &Expr, index: &Expr, shift: Shift) -> Option<Code> {
        match &base.term {
            Term::Constant(Value::List(members) | Value::Tuple(members)) => {
                Some(Code::Member(numbers_in(members)?, Box::new(self.number(index, shift)?)))
            }
            Term::Index(rows, row) => {
                let Term::Constant(Value::List(rows)) = &rows.term else { return None };
                let place = [self.number(row, shift)?, self.number(index, shift)?];
                Some(Code::Cell(rows_in(rows)?, Box::new(place)))
            }
            _ => None,
        }
    }

    fn listed(&mut self, member: &Expr, set: &Expr, shift: Shift) -> Option<Code> {
        let member = self.number(member, shift)?;
        let mut members = match &set.term {
            Term::Constant(Value::List(members)) => numbers_in(members)?.to_vec(),
            Term::Constant(Value::Set(set)) if set.size_bound() < 1 << 20 => numbers_in(&set.members().ok()?)?.to_vec(),
            Term::Index(base, index) => return self.listed_in_row(member, base, index, shift),
            _ => return None,
        };
        members.sort_unstable();
        Some(Code::Listed(members.into(), Box::new(member)))
    }

    /// `w in edges[v]`: one of the cases of the row is this one.
    fn listed_in_row(&mut self, member: Code, base: &Expr, index: &Expr, shift: Shift) -> Option<Code> {
        let Term::Constant(Value::List(rows)) = &base.term else { return None };
        let source = Source::Row(rows_in(rows)?, self.number(index, shift)?);
        let slot = self.slots;
        self.slots += 1;
        let same = Code::Binary(Operator::Equal, Box::new([Code::Slot(slot), member]));
        Some(Code::Fold(Builtin::Some, vec![Step::For { slot, source }], Box::new(same)))
    }
}

/// The members of a list of numbers.
pub(super) fn numbers_in(members: &[Value]) -> Option<Rc<[i64]>> {
    let number = |member: &Value| match member {
        Value::Integer(n) => i64::try_from(*n).ok(),
        _ => None,
    };
    members.iter().map(number).collect()
}

fn rows_in(rows: &[Value]) -> Option<Rows> {
    let row = |row: &Value| match row {
        Value::List(members) => numbers_in(members),
        _ => None,
    };
    rows.iter().map(row).collect()
}
