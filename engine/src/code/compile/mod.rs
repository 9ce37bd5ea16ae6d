//! Compiles rules to code over 64-bit numbers (`code`), as far as everything in them is a number, a condition, or a
//! text or a list of numbers (`boards`). Whatever cannot be compiled gives `None`, and is left to the evaluator.
//! Expressions of numbers and conditions are compiled here, the clauses that hold them in `clauses`.

mod boards;
mod clauses;
mod decided;
mod membership;
mod parts;

use crate::sorting;
use std::cell::OnceCell;
use std::sync::Arc;

use super::flat::Kind;
use super::form::{BoardOp, BoardRule, Code, Domain, LoopCode, LoopSource, RuleCode, SystemCode, Ticker};
use super::row_table::RowTable;
use crate::game::{self, Builtin, Expr, Function, Memoise, Operator, Set, System, Term, Value};

/// Compiles the rules of a system for coordinates that are numbers; `memo_of` gives the number of another system's
/// memo.
pub fn compile(
    system: &Arc<System>,
    ticker: &Arc<Ticker>,
    memo_of: &mut dyn FnMut(&Arc<System>) -> usize,
) -> SystemCode {
    let mut code = SystemCode::default();
    for rule in &system.rules {
        let (compiled, domain) =
            Compiler::new(system, ticker, memo_of, rule, &vec![Kind::Number; rule.arity]).compile(rule);
        // The frame of a rule over numbers ends with the slots: it has no place for constant texts and lists.
        let domain = domain.filter(|domain| domain.constants.is_empty());
        code.rules.push(compiled.filter(|rule| domain.is_some() && rule.constants.is_empty()));
        code.domains.push(domain);
    }
    code
}

/// Compiles a loop outside of rules, in which the variable in `slot` runs through numbers. What the other variables are is
/// taken from a frame. Functions that keep their answers are not compiled: computing them again may take longer.
pub fn lone_loop(
    functions: &[Function],
    ticker: &Arc<Ticker>,
    slot: usize,
    steps: &[game::Step],
    body: &Expr,
    frame: &[Value],
) -> Option<LoopCode> {
    let kind = |value: &Value| if let Value::Bool(_) = value { Kind::Truth } else { Kind::Number };
    let mut compiler = Compiler {
        functions,
        rules: &[],
        ticker,
        memo_of: &mut |_| 0,
        kinds: frame.iter().map(kind).collect(),
        constants: Vec::new(),
        slots: frame.len(),
        shift: 0,
        calls: Vec::new(),
        size: 0,
        inlines_all: false,
        builds: false,
        gives_built: OnceCell::new(),
    };
    compiler.bind(slot, Kind::Number);
    let steps = compiler.steps(steps)?;
    let (body, kind) = compiler.code(body)?;
    let gives_truths = match kind {
        Kind::Number => false,
        Kind::Truth => true,
        _ => return None,
    };
    Some(LoopCode { steps, body, gives_truths, slots: compiler.slots, constants: compiler.constants })
}

/// Compiles a rule for coordinates of the given kinds.
pub fn board(
    system: &Arc<System>,
    rule: usize,
    kinds: Vec<Kind>,
    ticker: &Arc<Ticker>,
    memo_of: &mut dyn FnMut(&Arc<System>) -> usize,
) -> BoardRule {
    let (code, domain) =
        Compiler::new(system, ticker, memo_of, &system.rules[rule], &kinds).compile(&system.rules[rule]);
    BoardRule { rule, kinds: kinds.into(), code, domain }
}

pub struct Compiler<'a> {
    functions: &'a [Function],
    rules: &'a [game::Rule],
    ticker: &'a Arc<Ticker>,
    memo_of: &'a mut dyn FnMut(&Arc<System>) -> usize,
    /// The kind of what each slot holds, as far as slots are bound.
    kinds: Vec<Kind>,
    /// The members of constant texts and lists, the newest constant first, so that the distance of each to the end
    /// stays the same.
    pub constants: Vec<i64>,
    /// How many slots are in use.
    slots: usize,
    /// What is added to every slot number of an expression: an inlined function body gets slots of its own at each
    /// call.
    shift: usize,
    /// The functions being inlined, so that none is inlined into itself.
    calls: Vec<usize>,
    size: usize,
    /// Are functions compiled that keep their answers otherwise?
    inlines_all: bool,
    /// May texts and lists be built in the frame? Only in code that is run for one position at a time.
    builds: bool,
    /// For each function, whether it is certain to give a text or a list that has to be built; found when asked.
    gives_built: OnceCell<Vec<bool>>,
}

impl<'a> Compiler<'a> {
    fn new(
        system: &'a Arc<System>,
        ticker: &'a Arc<Ticker>,
        memo_of: &'a mut dyn FnMut(&Arc<System>) -> usize,
        rule: &game::Rule,
        kinds: &[Kind],
    ) -> Compiler<'a> {
        Compiler {
            functions: &system.functions,
            rules: &system.rules,
            ticker,
            memo_of,
            kinds: kinds.to_vec(),
            constants: Vec::new(),
            slots: rule.slots,
            shift: 0,
            calls: Vec::new(),
            size: 0,
            inlines_all: true,
            builds: kinds.iter().any(|kind| kind.is_board()),
            gives_built: OnceCell::new(),
        }
    }

    /// What a slot holds.
    fn kind_of(&self, slot: usize) -> Kind {
        self.kinds.get(slot).copied().unwrap_or(Kind::Number)
    }

    /// Records that from here on a slot holds something of this kind.
    fn bind(&mut self, slot: usize, kind: Kind) {
        if slot >= self.kinds.len() {
            self.kinds.resize(slot + 1, Kind::Number);
        }
        self.kinds[slot] = kind;
    }

    /// A new slot.
    pub fn slot(&mut self, kind: Kind) -> usize {
        let slot = self.slots;
        self.slots += 1;
        self.bind(slot, kind);
        slot
    }

    /// The compiled rule and its domain; either is `None` if it cannot be compiled, as where coordinates may be below 0:
    /// the code takes such numbers for no positions.
    fn compile(mut self, rule: &game::Rule) -> (Option<RuleCode>, Option<Domain>) {
        if !rule.signed.is_empty() {
            return (None, None);
        }
        let domain = match &rule.domain {
            None => Some(Domain { slots: rule.arity, constants: Arc::from([]), condition: None }),
            Some(domain) => self.truth(domain).map(|condition| Domain {
                slots: self.slots,
                constants: self.constants[..].into(),
                condition: Some(condition),
            }),
        };
        let code = if domain.is_some() { self.rule(rule) } else { None };
        (code, domain)
    }

    /// Rules with more terms than this are left to the evaluator: inlining functions could double their size at every
    /// level.
    const LARGEST: usize = 4000;

    pub fn numbers(&mut self, exprs: &[Expr]) -> Option<Vec<Code>> {
        exprs.iter().map(|expr| self.number(expr)).collect()
    }

    pub fn number(&mut self, expr: &Expr) -> Option<Code> {
        self.of_kind(expr, Kind::Number)
    }

    pub fn truth(&mut self, expr: &Expr) -> Option<Code> {
        self.of_kind(expr, Kind::Truth)
    }

    pub fn of_kind(&mut self, expr: &Expr, wanted: Kind) -> Option<Code> {
        let (code, kind) = self.code(expr)?;
        (kind == wanted).then_some(code)
    }

    pub fn count_term(&mut self) -> Option<()> {
        self.size += 1;
        (self.size <= Self::LARGEST).then_some(())
    }

    pub fn code(&mut self, expr: &Expr) -> Option<(Code, Kind)> {
        self.count_term()?;
        if self.builds && self.is_built(expr) {
            return self.built(expr);
        }
        let truths = |this: &mut Self, a, b| Some(Box::new([this.truth(a)?, this.truth(b)?]));
        Some(match &expr.term {
            Term::Constant(Value::Integer(n)) => (Code::Constant(i64::try_from(*n).ok()?), Kind::Number),
            Term::Constant(Value::Bool(truth)) => (Code::Constant(i64::from(*truth)), Kind::Truth),
            Term::Constant(other) => self.constant(other)?,
            Term::Slot(slot) => (Code::Slot(slot + self.shift), self.kind_of(slot + self.shift)),
            Term::Negate(operand) => (Code::Negate(Box::new(self.number(operand)?)), Kind::Number),
            Term::Tuple(members) => {
                let [one, other] = &members[..] else { return None };
                (board_op(BoardOp::Couple(self.number(one)?, self.number(other)?)), Kind::Couple)
            }
            Term::Not(operand) => (Code::Not(Box::new(self.truth(operand)?)), Kind::Truth),
            Term::And(a, b) => (Code::And(truths(self, a, b)?), Kind::Truth),
            Term::Or(a, b) => (Code::Or(truths(self, a, b)?), Kind::Truth),
            Term::If(condition, then, otherwise) => {
                let condition = self.truth(condition)?;
                let (then, kind) = self.code(then)?;
                let otherwise = self.of_kind(otherwise, kind)?;
                (Code::If(Box::new([condition, then, otherwise])), kind)
            }
            Term::Binary(Operator::In, member, set) => (self.membership(member, set)?, Kind::Truth),
            Term::Binary(Operator::NotIn, member, set) => {
                (Code::Not(Box::new(self.membership(member, set)?)), Kind::Truth)
            }
            Term::Binary(operator, a, b) => self.binary(*operator, a, b)?,
            Term::Admitted(rule, coordinates) => {
                (self.admitted(*rule, coordinates)?.unwrap_or(Code::Constant(1)), Kind::Truth)
            }
            Term::Builtin(function, arguments) => self.builtin(*function, arguments)?,
            Term::Call(function, arguments) => self.call(*function, arguments)?,
            Term::Index(base, index) => match self.index(base, index) {
                Some(code) => (code, Kind::Number),
                None => self.member(base, index)?,
            },
            Term::Slice(base, start, end) => self.slice(base, start, end.as_deref())?,
            Term::Fold(function, steps, body) => {
                let steps = self.steps(steps)?;
                let (body, kind) = self.code(body)?;
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

    /// The condition that these are the coordinates of a position of a rule: they are not negative, and `where` holds.
    /// `Some(None)` if that is always true; `None` if it cannot be compiled.
    fn admitted(&mut self, rule: usize, coordinates: &[Expr]) -> Option<Option<Code>> {
        if !self.rules.get(rule)?.signed.is_empty() {
            return None;
        }
        let mut conditions = Vec::new();
        for coordinate in coordinates {
            match self.code(coordinate) {
                Some((code, Kind::Number)) => {
                    conditions.push(Code::Binary(Operator::GreaterOrEqual, Box::new([code, Code::Constant(0)])));
                }
                Some(_) => {}
                None => drop(self.board_code(coordinate)?),
            }
        }
        if let Some(domain) = &self.rules[rule].domain {
            conditions.push(self.truth(&domain.with(coordinates)?)?);
        }
        Some(conditions.into_iter().reduce(|one, other| Code::And(Box::new([one, other]))))
    }

    fn binary(&mut self, operator: Operator, a: &Expr, b: &Expr) -> Option<(Code, Kind)> {
        if let Some(same) = self.same_character(operator, a, b) {
            return Some((same, Kind::Truth));
        }
        // Put the constant on the right: a constant tuple is compiled as a couple only if the other operand is one.
        let is_turned = matches!(operator, Operator::Equal | Operator::Unequal)
            && matches!(a.term, Term::Constant(Value::Tuple(_)));
        let (a, b) = if is_turned { (b, a) } else { (a, b) };
        let (left, kind) = self.code(a)?;
        if kind == Kind::Couple {
            let right = self.couple(b)?;
            return Some((couples_compared(operator, left, right)?, Kind::Truth));
        }
        let right = self.of_kind(b, kind)?;
        let given = match operator {
            Operator::Equal if kind.is_board() => return Some((board_op(BoardOp::Same(left, right)), Kind::Truth)),
            Operator::Unequal if kind.is_board() => {
                return Some((Code::Not(Box::new(board_op(BoardOp::Same(left, right)))), Kind::Truth));
            }
            Operator::Equal | Operator::Unequal => Kind::Truth,
            _ if kind != Kind::Number => return None,
            Operator::Less | Operator::LessOrEqual | Operator::Greater | Operator::GreaterOrEqual => Kind::Truth,
            Operator::Join | Operator::In | Operator::NotIn => return None,
            _ => Kind::Number,
        };
        Some((Code::Binary(operator, Box::new([left, right])), given))
    }

    fn builtin(&mut self, function: Builtin, arguments: &[Expr]) -> Option<(Code, Kind)> {
        if let [list] = arguments
            && let Some(found) = self.over_members(function, list)
        {
            return Some(found);
        }
        match (function, arguments) {
            (Builtin::Count, _) => self.count(arguments),
            // Lanes know operators better than functions.
            (Builtin::Even | Builtin::Odd, [one]) => {
                let operands = [self.number(one)?, Code::Constant(2)];
                let rest = Code::Binary(Operator::Remainder, Box::new(operands));
                let wanted = Code::Constant(i64::from(function == Builtin::Odd));
                Some((Code::Binary(Operator::Equal, Box::new([rest, wanted])), Kind::Truth))
            }
            (Builtin::Nimsum, _) => {
                let mut numbers = self.numbers(arguments)?;
                if numbers.len() == 1 {
                    // It must be a number from 0 on as well.
                    numbers.push(Code::Constant(0));
                }
                let join = |sum, next| Code::Binary(Operator::Xor, Box::new([sum, next]));
                Some((numbers.into_iter().reduce(join)?, Kind::Number))
            }
            _ if function.is_of_words() => {
                let kind = if function.is_test() { Kind::Truth } else { Kind::Number };
                Some((Code::Apply(function, self.numbers(arguments)?), kind))
            }
            _ => None,
        }
    }

    /// The length of a constant list, or of one of its rows.
    pub fn length(&mut self, list: &Expr) -> Option<Code> {
        match &list.term {
            Term::Constant(Value::List(members)) => Some(Code::Constant(members.len() as i64)),
            Term::Index(base, index) => {
                let rows = base.listed()?;
                let lengths = rows_in(rows)?.lengths().collect();
                Some(Code::Member(lengths, Box::new(self.number(index)?)))
            }
            _ => None,
        }
    }

    /// Inlines a user's function, with slots of its own. `None` for functions that call themselves.
    fn call(&mut self, function: usize, arguments: &[Expr]) -> Option<(Code, Kind)> {
        let (first, arguments, (body, kind)) = self.inlined(function, arguments, &mut |this, body| this.code(body))?;
        Some((Code::Let(first, arguments, Box::new(body)), kind))
    }

    /// A function that can be inlined. `None` for those that call themselves, and where it keeps its answers.
    pub fn callable(&self, function: usize, arguments: &[Expr]) -> Option<&'a Function> {
        let called = self.functions.get(function)?;
        let is_fit = !self.calls.contains(&function)
            && called.arity == arguments.len()
            && called.domains.is_empty()
            && (self.inlines_all || called.memoise == Memoise::Never);
        is_fit.then_some(called)
    }

    /// The body of a function, compiled with its arguments in slots of its own: the first of these, the arguments, and what
    /// was compiled.
    pub fn inlined<T>(
        &mut self,
        function: usize,
        arguments: &[Expr],
        compile: &mut dyn FnMut(&mut Self, &Expr) -> Option<T>,
    ) -> Option<(usize, Vec<Code>, T)> {
        let called = self.callable(function, arguments)?;
        let arguments = arguments.iter().map(|argument| self.laid(argument)).collect::<Option<Vec<_>>>()?;
        let first = self.slots;
        self.slots += called.slots.max(called.arity);
        for (slot, (_, kind)) in (first..).zip(&arguments) {
            self.bind(slot, *kind);
        }
        self.calls.push(function);
        let shift = std::mem::replace(&mut self.shift, first);
        let body = compile(self, &called.body);
        self.shift = shift;
        self.calls.pop();
        Some((first, arguments.into_iter().map(|(code, _)| code).collect(), body?))
    }

    fn index(&mut self, base: &Expr, index: &Expr) -> Option<Code> {
        match &base.term {
            Term::Constant(Value::List(members) | Value::Tuple(members)) => {
                Some(Code::Member(numbers_in(members)?, Box::new(self.number(index)?)))
            }
            Term::List(members) => {
                let members: Option<Arc<[i64]>> = self.numbers(members)?.iter().map(Code::constant).collect();
                Some(Code::Member(members?, Box::new(self.number(index)?)))
            }
            Term::Index(rows, row) => {
                let rows = rows.listed()?;
                let place = [self.number(row)?, self.number(index)?];
                Some(Code::Cell(rows_in(rows)?, Box::new(place)))
            }
            _ => None,
        }
    }
}

fn couples_compared(operator: Operator, left: Code, right: Code) -> Option<Code> {
    let ordered = |code| board_op(BoardOp::Ordered(code));
    let both = match operator {
        Operator::Equal | Operator::Unequal => [left, right],
        Operator::Less | Operator::LessOrEqual | Operator::Greater | Operator::GreaterOrEqual => {
            [ordered(left), ordered(right)]
        }
        _ => return None,
    };
    Some(Code::Binary(operator, Box::new(both)))
}

/// All of these numbers, in their order or, if they are the members of a set, each once.
pub(super) fn chosen(members: Vec<Code>, distinct: bool) -> LoopSource {
    LoopSource::Chosen { members, distinct, least: i64::MIN, greatest: Code::Constant(i64::MAX) }
}

/// The members in ascending order without repetition; `None` unless all are constants.
fn sorted(members: &[Code]) -> Option<Arc<[i64]>> {
    let mut members = members.iter().map(Code::constant).collect::<Option<Vec<i64>>>()?;
    sorting::sort(&mut members);
    members.dedup();
    Some(members.into())
}

/// The members of a list of numbers.
pub fn numbers_in(members: &[Value]) -> Option<Arc<[i64]>> {
    members.iter().map(|member| i64::try_from(member.as_integer()?).ok()).collect()
}

/// The members of a set of numbers; `None` if it may have `most` members or more.
fn numbers_of(set: &Set, most: u128) -> Option<Arc<[i64]>> {
    if set.size_bound() < most { numbers_in(&set.members(&Default::default()).ok()?) } else { None }
}

fn rows_in(rows: &[Value]) -> Option<Arc<RowTable>> {
    let number = |member: &Value| i64::try_from(member.as_integer()?).ok();
    RowTable::of(rows.iter().map(|row| match row {
        Value::List(members) => Some(members.iter().map(number)),
        _ => None,
    }))
}

pub fn board_op(op: BoardOp) -> Code {
    Code::Board(Box::new(op))
}
