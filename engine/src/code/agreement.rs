//! Compiled loops against the evaluator: random expressions with filters, loops inside loops, numbers below 0, overflow and
//! errors. Values, errors and their places must be the same, and those of functions also the same as over a list of all
//! values.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::Loops;
use crate::dice::{Dice, tries};
use crate::game::{
    At, Builtin, CompiledLoop, EvalError, Evaluator, Expr, Family, Function, LoopCompiler, MemoTables, Memoise, Meter,
    Operator, RuleOracle, Set, Step, Term, Value,
};

/// Compiles, and counts what could be compiled.
#[derive(Default)]
struct Counted(AtomicUsize);

impl LoopCompiler for Counted {
    fn compile(
        &self,
        functions: &Arc<[Function]>,
        slot: usize,
        steps: &[Step],
        body: &Expr,
        frame: &[Value],
        meter: &Meter,
    ) -> Option<CompiledLoop> {
        let compiled = Loops.compile(functions, slot, steps, body, frame, meter);
        self.0.fetch_add(usize::from(compiled.is_some()), Ordering::Relaxed);
        compiled
    }
}

/// Draws expressions. Each has a place of its own.
struct Drawn {
    dice: Dice,
    places: u32,
}

impl Drawn {
    fn expr(&mut self, term: Term) -> Expr {
        self.places += 1;
        Expr { term, at: At { text: 0, start: self.places, end: self.places + 1 } }
    }

    fn boxed(&mut self, term: Term) -> Box<Expr> {
        Box::new(self.expr(term))
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        let place: usize = self.dice.small(from.len() as u64);
        from[place]
    }

    /// A constant, or one of the first `slots` variables.
    fn leaf(&mut self, slots: usize) -> Expr {
        let large = [i128::from(i64::MAX), i128::from(i64::MIN), 1 << 62, 1 << 100, -1_000_000_007];
        let term = match self.dice.below(40) {
            0 => Term::Constant(Value::Integer(self.pick(&large))),
            1 => Term::Constant(Value::text("a")),
            2..14 => Term::Constant(Value::Integer(self.dice.small::<i128>(14) - 4)),
            _ => Term::Slot(self.dice.small(slots as u64)),
        };
        self.expr(term)
    }

    fn number(&mut self, slots: usize, depth: u32) -> Expr {
        if depth == 0 {
            return self.leaf(slots);
        }
        let operators = [Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Xor, Operator::Power];
        let functions = [
            Builtin::Min,
            Builtin::Max,
            Builtin::Gcd,
            Builtin::Lcm,
            Builtin::Nimsum,
            Builtin::Bit,
            Builtin::Bitand,
            Builtin::Bitor,
        ];
        let of_one = [Builtin::Abs, Builtin::Isqrt, Builtin::Popcount, Builtin::Lowbit];
        let term = match self.dice.below(20) {
            0..8 => {
                let operator = self.pick(&operators);
                Term::Binary(operator, Box::new(self.number(slots, depth - 1)), Box::new(self.number(slots, depth - 1)))
            }
            8..12 => {
                let operator = self.pick(&[Operator::Divide, Operator::Remainder]);
                let divisor = Term::Constant(Value::Integer(self.dice.small::<i128>(9)));
                let divisor = if self.dice.below(3) == 0 { self.number(slots, depth - 1) } else { self.expr(divisor) };
                Term::Binary(operator, Box::new(self.number(slots, depth - 1)), Box::new(divisor))
            }
            12..14 => {
                let function = self.pick(&functions);
                Term::Builtin(function, vec![self.number(slots, depth - 1), self.number(slots, depth - 1)])
            }
            14 => Term::Builtin(self.pick(&of_one), vec![self.number(slots, depth - 1)]),
            15 => Term::Negate(Box::new(self.number(slots, depth - 1))),
            16 => {
                let (then, otherwise) = (self.number(slots, depth - 1), self.number(slots, depth - 1));
                Term::If(Box::new(self.truth(slots, depth - 1)), Box::new(then), Box::new(otherwise))
            }
            17 => Term::Call(self.dice.small(2), vec![self.number(slots, depth - 1)]),
            18 => {
                let list = Value::list([4, 0, 7, -2, 9].map(Value::Integer).to_vec());
                Term::Index(self.boxed(Term::Constant(list)), Box::new(self.number(slots, depth - 1)))
            }
            _ => self.fold(slots, depth - 1),
        };
        self.expr(term)
    }

    fn truth(&mut self, slots: usize, depth: u32) -> Expr {
        let compared = [Operator::Equal, Operator::Unequal, Operator::Less, Operator::LessOrEqual, Operator::Greater];
        let depth = depth.saturating_sub(1);
        let term = match self.dice.below(14) {
            0 => Term::And(Box::new(self.truth(slots, depth)), Box::new(self.truth(slots, depth))),
            1 => Term::Or(Box::new(self.truth(slots, depth)), Box::new(self.truth(slots, depth))),
            2 => Term::Not(Box::new(self.truth(slots, depth))),
            3 => Term::Builtin(self.pick(&[Builtin::Even, Builtin::Odd]), vec![self.number(slots, depth)]),
            4 => Term::Builtin(self.pick(&[Builtin::Square, Builtin::Prime]), vec![self.number(slots, depth)]),
            5 => {
                let set = self.set(slots, depth);
                let operator = self.pick(&[Operator::In, Operator::NotIn]);
                Term::Binary(operator, Box::new(self.number(slots, depth)), Box::new(set))
            }
            _ => {
                let operator = self.pick(&compared);
                Term::Binary(operator, Box::new(self.number(slots, depth)), Box::new(self.number(slots, depth)))
            }
        };
        self.expr(term)
    }

    /// A list, a set or a range.
    fn set(&mut self, slots: usize, depth: u32) -> Expr {
        let family = |family| Set::Family(family);
        let named = match self.dice.below(9) {
            0 => return self.expr(Term::Constant(Value::list([5, 1, 3].map(Value::Integer).to_vec()))),
            1 | 2 => {
                let end = if self.dice.below(3) == 0 { None } else { Some(Box::new(self.number(slots, depth))) };
                let step = self.dice.below(3);
                let step = if step == 0 { None } else { Some(self.boxed(Term::Constant(Value::Integer(step.into())))) };
                let start = Box::new(self.number(slots, depth));
                return self.expr(Term::Range { start, end, step });
            }
            3 => Set::range(-2, Some(9), 3),
            4 => Set::range(4, None, 2),
            5 => family(self.pick(&[Family::Evens, Family::Odds, Family::Squares, Family::Primes])),
            6 => Set::union(vec![family(Family::Squares), Set::range(10, Some(11), 1)]),
            7 => Set::Except(Arc::new((family(Family::Evens), family(Family::Squares)))),
            _ => family(Family::Triangulars),
        };
        self.expr(Term::Constant(Value::Set(Arc::new(named))))
    }

    /// Steps that bind variables from this slot on, and the first slot after them.
    fn steps(&mut self, mut slot: usize, longest: u64) -> (Vec<Step>, usize) {
        let mut steps = Vec::new();
        for nested in 0..=self.dice.below(3) {
            let length = if nested == 0 { longest } else { 14 };
            steps.push(Step::For { slot, source: self.source(slot, length) });
            slot += 1;
            if self.dice.below(3) == 0 {
                steps.push(Step::Test(self.truth(slot, 2)));
            }
        }
        (steps, slot)
    }

    fn source(&mut self, slots: usize, longest: u64) -> Expr {
        let term = match self.dice.below(9) {
            0 => Term::List(vec![self.leaf(slots), self.leaf(slots), self.leaf(slots)]),
            1 => Term::Set(vec![self.leaf(slots), self.leaf(slots)]),
            2 => Term::Constant(Value::list([3, 1, 1, -2].map(Value::Integer).to_vec())),
            _ => {
                let start = match self.dice.below(60) {
                    0 | 1 => i128::from(i64::MAX) - 20,
                    2 => i128::from(i64::MIN) - 3,
                    _ => self.dice.small::<i128>(9) - 4,
                };
                let end = Term::Constant(Value::Integer(start + self.dice.small::<i128>(longest)));
                let mut end = self.expr(end);
                if self.dice.below(4) == 0 {
                    end = Expr { at: end.at, term: Term::Builtin(Builtin::Min, vec![self.leaf(slots), end]) };
                }
                let step = Term::Constant(Value::Integer(self.dice.small::<i128>(20).max(1) / 4 + 1));
                let step = if self.dice.below(5) == 0 { Some(self.boxed(step)) } else { None };
                Term::Range { start: self.boxed(Term::Constant(Value::Integer(start))), end: Some(Box::new(end)), step }
            }
        };
        self.expr(term)
    }

    fn fold(&mut self, slots: usize, depth: u32) -> Term {
        let (steps, inner) = self.steps(slots, 9);
        let function = self.pick(&[Builtin::Sum, Builtin::Count, Builtin::Max, Builtin::Mex, Builtin::Nimsum]);
        let body = if function == Builtin::Count { self.truth(inner, depth) } else { self.number(inner, depth) };
        Term::Fold(function, steps, Box::new(body))
    }

    /// The function of the first slot's square, and one that keeps its answers.
    fn functions(&mut self) -> Arc<[Function]> {
        let square = Term::Binary(Operator::Multiply, self.boxed(Term::Slot(0)), self.boxed(Term::Slot(0)));
        let body = self.expr(square);
        let function = |memoise| Function {
            name: "f".into(),
            arity: 1,
            slots: 1,
            domains: Vec::new(),
            body: body.clone(),
            is_open: true,
            memoise,
        };
        Arc::from([function(Memoise::Never), function(Memoise::Bounded)])
    }
}

/// The value in words, or the error with its place.
fn told(result: Result<Value, EvalError>) -> String {
    match result {
        Ok(value) => value.to_string(),
        Err(fault) => format!("{:?} at {}", fault.kind, fault.at.start),
    }
}

fn evaluated(functions: &Arc<[Function]>, expr: &Expr, frame: &[Value], compiler: Option<&Counted>) -> String {
    let (memo_tables, mut oracle) = (MemoTables::empty(functions), RuleOracle::default());
    let evaluator = Evaluator::new(functions, &[], &memo_tables, &mut oracle);
    let mut evaluator = match compiler {
        Some(compiler) => evaluator.compiling(compiler),
        None => evaluator,
    };
    told(evaluator.value(expr, &mut frame.to_vec()))
}

#[test]
fn compiled_loops_give_the_values_and_errors_of_the_evaluator() {
    let mut drawn = Drawn { dice: Dice::new(0x5eed), places: 0 };
    let functions = drawn.functions();
    let counted = Counted::default();
    let (mut errors, mut cases) = (0, 0);
    while cases < tries(3_000) {
        let (steps, slots) = drawn.steps(1, 700);
        let functions_of_numbers = [Builtin::Sum, Builtin::Mex, Builtin::Nimsum, Builtin::Gcd, Builtin::Lcm];
        let of_any = [Builtin::Min, Builtin::Max, Builtin::Length, Builtin::Sort];
        let of_truths = [Builtin::All, Builtin::Some, Builtin::Count];
        let (function, body) = match drawn.dice.below(4) {
            0 | 1 => (drawn.pick(&functions_of_numbers), drawn.number(slots, 2)),
            2 => (drawn.pick(&of_any), drawn.number(slots, 2)),
            _ => (drawn.pick(&of_truths), drawn.truth(slots, 3)),
        };
        let mut frame = vec![Value::Integer(drawn.dice.small::<i128>(30) - 5)];
        frame.resize(slots + 12, Value::Bool(false));
        let fold = drawn.expr(Term::Fold(function, steps.clone(), Box::new(body.clone())));
        let compiled = evaluated(&functions, &fold, &frame, Some(&counted));
        assert_eq!(compiled, evaluated(&functions, &fold, &frame, None), "{fold:?} in {frame:?}");
        if !matches!(function, Builtin::All | Builtin::Some) {
            let list = Expr { term: Term::ListOf(steps, Box::new(body)), at: fold.at };
            let listed = Expr { term: Term::Builtin(function, vec![list]), at: fold.at };
            assert_eq!(compiled, evaluated(&functions, &listed, &frame, None), "{fold:?} in {frame:?}");
        }
        errors += usize::from(compiled.contains(" at "));
        cases += 1;
    }
    assert!((cases / 10..cases * 6 / 10).contains(&errors), "{errors} errors in {cases} cases");
    let compiled = counted.0.into_inner();
    assert!(compiled > cases / 4, "{compiled} loops were compiled in {cases} cases");
}

/// A loop inside a loop that runs to the ends of 64 bits, of which the first case decides.
#[test]
fn loops_as_long_as_numbers_allow_are_no_overflow() {
    let mut drawn = Drawn { dice: Dice::new(1), places: 0 };
    let functions = drawn.functions();
    let ends =
        [i128::from(i64::MIN), i128::from(i64::MIN) + 1, -1, 0, 1, i128::from(i64::MAX) - 1, i128::from(i64::MAX)];
    for (start, end) in ends.iter().flat_map(|start| ends.map(|end| (*start, end))) {
        let range = |drawn: &mut Drawn, start: i128, end: i128| {
            let mut bound = |n| drawn.boxed(Term::Constant(Value::Integer(n)));
            let (start, end) = (bound(start), Some(bound(end)));
            drawn.expr(Term::Range { start, end, step: None })
        };
        let steps = vec![
            Step::For { slot: 1, source: range(&mut drawn, 0, 99) },
            Step::For { slot: 2, source: range(&mut drawn, start, end) },
        ];
        let compared = (drawn.boxed(Term::Slot(2)), drawn.boxed(Term::Slot(2)));
        let body = drawn.boxed(Term::Binary(Operator::Equal, compared.0, compared.1));
        let fold = drawn.expr(Term::Fold(Builtin::Some, steps, body));
        let frame = vec![Value::Bool(false); 12];
        let found = evaluated(&functions, &fold, &frame, Some(&Counted::default()));
        assert_eq!(found, (start <= end).to_string(), "{start}..{end}");
    }
}
