//! Decides claims about all n: a condition that is proved to repeat needs to be tried only until it has repeated
//! once.
//!
//! Values of games whose period is proved, remainders, and everything computed from these repeat with the least
//! common multiple of their periods. Numbers may also rise by the same amount with every period, as n itself does,
//! and two that rise alike can be compared. So a condition over one endless variable is decided for every n by
//! finitely many cases. `Follower` computes for each expression how it depends on n, its `Course`.

use grundy_engine::game::{Builtin, Expr, Function, GameRef, Operator, Question, Ruleset, Step, Term, Value};
use grundy_engine::nim::{Period, gcd, lcm};
use grundy_engine::solve::{Effort, PeriodFinding, SolveError, Solver};

/// How an expression depends on n: from `start` on, v(n + period) = v(n) + rise. What is not a number has rise 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Course {
    start: i128,
    period: i128,
    rise: i128,
    /// (a, b) if the value is a·n + b for every n.
    line: Option<(i128, i128)>,
}

/// Longer periods count as unknown.
const LONGEST: i128 = 20_000_000;

/// The preperiod and the period with which the steps and the condition of a claim over one endless variable repeat.
/// `None` if no repetition is known. The error is why the solver stopped while it looked for periods of games.
pub fn repetition(
    solver: &mut Solver,
    steps: &[Step],
    condition: &Expr,
    functions: &[Function],
) -> Result<Option<Period>, SolveError> {
    let Some((Step::For { slot: 0, source }, tests)) = steps.split_first() else { return Ok(None) };
    let Term::Range { step, .. } = &source.term else { return Ok(None) };
    let stride = match step.as_deref().map(|step| &step.term) {
        None => 1,
        Some(Term::Constant(Value::Integer(stride))) => *stride,
        Some(_) => return Ok(None),
    };
    let mut follower = Follower { solver, functions, depth: 0, stopped: None };
    let variable = Course { start: i128::MIN, period: 1, rise: 1, line: Some((1, 0)) };
    let mut parts = vec![condition];
    for test in tests {
        match test {
            Step::Test(test) => parts.push(test),
            Step::For { .. } | Step::Unpack { .. } => return Ok(None),
        }
    }
    let together = parts.iter().try_fold(Course::constant(), |sum, part| {
        let part = follower.course(part, &[Some(variable)])?;
        (part.rise == 0).then_some(())?;
        sum.beside(&part)
    });
    if let Some(stop) = follower.stopped {
        return Err(stop);
    }
    let Some(course) = together else { return Ok(None) };
    let period = lcm(course.period, stride).filter(|period| *period <= LONGEST);
    Ok(period.and_then(|period| {
        let preperiod = u64::try_from(course.start.max(0)).ok()?;
        Some(Period { preperiod, period: u64::try_from(period).ok()?, saltus: 0 })
    }))
}

impl Course {
    fn constant() -> Course {
        Course { start: i128::MIN, period: 1, rise: 0, line: None }
    }

    /// The common period of two courses, from the later start on. The rise is 0; the caller sets it where there is
    /// one.
    fn beside(&self, other: &Course) -> Option<Course> {
        let period = lcm(self.period, other.period).filter(|period| *period <= LONGEST)?;
        Some(Course { start: self.start.max(other.start), period, rise: 0, line: None })
    }

    /// By how much it rises in `period`, a multiple of its own period.
    fn rise_in(&self, period: i128) -> Option<i128> {
        self.rise.checked_mul(period / self.period)
    }

    /// The course itself if it does not rise.
    fn still(self) -> Option<Course> {
        (self.rise == 0).then_some(self)
    }

    /// The number of periods after which it has risen by a multiple of `divisor`, which is at least 1.
    fn periods_to(&self, divisor: i128) -> Option<i128> {
        let divisor = divisor.unsigned_abs();
        i128::try_from(divisor / gcd(self.rise.unsigned_abs(), divisor)).ok()
    }

    /// The course of the remainder by a divisor: it repeats when the value has risen by a multiple of the divisor.
    fn remainder(&self, divisor: i128) -> Option<Course> {
        let times = self.periods_to(divisor)?;
        let period = self.period.checked_mul(times).filter(|period| *period <= LONGEST)?;
        Some(Course { start: self.start, period, rise: 0, line: None })
    }

    /// The course of the quotient by a divisor, rounded down.
    fn quotient(&self, divisor: i128) -> Option<Course> {
        let times = self.periods_to(divisor)?;
        let rise = self.rise.checked_mul(times)? / divisor;
        let period = self.period.checked_mul(times).filter(|period| *period <= LONGEST)?;
        Some(Course { start: self.start, period, rise, line: None })
    }
}

/// Finds the courses of expressions.
struct Follower<'s> {
    solver: &'s mut Solver,
    functions: &'s [Function],
    /// The number of function calls that are being followed.
    depth: u32,
    /// Why the solver stopped, if it did.
    stopped: Option<SolveError>,
}

impl Follower<'_> {
    /// The course of an expression, if it is known. `scope` has the courses of the variables, by slot.
    fn course(&mut self, expr: &Expr, scope: &[Option<Course>]) -> Option<Course> {
        match &expr.term {
            Term::Constant(Value::Integer(n)) => Some(Course { line: Some((0, *n)), ..Course::constant() }),
            Term::Constant(_) => Some(Course::constant()),
            Term::Slot(slot) => scope.get(*slot).copied().flatten(),
            Term::Negate(operand) => self.course(operand, scope)?.still(),
            Term::Not(operand) => self.course(operand, scope)?.still(),
            Term::And(a, b) | Term::Or(a, b) => {
                let a = self.course(a, scope)?.still()?;
                a.beside(&self.course(b, scope)?.still()?)
            }
            Term::If(condition, then, otherwise) => {
                let condition = self.course(condition, scope)?.still()?;
                let branches = self.alike(then, otherwise, scope)?;
                let both = condition.beside(&branches)?;
                Some(Course { rise: branches.rise_in(both.period)?, ..both })
            }
            Term::Binary(operator, a, b) => self.joined(*operator, a, b, scope),
            Term::Builtin(Builtin::Even | Builtin::Odd, operand) => self.course(operand.first()?, scope)?.remainder(2),
            Term::Builtin(_, operands) | Term::Tuple(operands) | Term::List(operands) | Term::Set(operands) => operands
                .iter()
                .try_fold(Course::constant(), |sum, operand| sum.beside(&self.course(operand, scope)?.still()?)),
            Term::Call(function, arguments) => self.called(*function, arguments, scope),
            Term::Ask { question, misere: false, subject } => self.asked(*question, subject, scope),
            _ => None,
        }
    }

    /// The common course of two expressions that rise by the same amount.
    fn alike(&mut self, a: &Expr, b: &Expr, scope: &[Option<Course>]) -> Option<Course> {
        let (a, b) = (self.course(a, scope)?, self.course(b, scope)?);
        let both = a.beside(&b)?;
        let rise = a.rise_in(both.period)?;
        (rise == b.rise_in(both.period)?).then_some(Course { rise, ..both })
    }

    /// The course of an operator's result.
    fn joined(&mut self, operator: Operator, left: &Expr, right: &Expr, scope: &[Option<Course>]) -> Option<Course> {
        let are_positions = |side| summands(side, &mut Vec::new()).is_some();
        let compares = matches!(operator, Operator::Equal | Operator::Unequal);
        let (a, b) = if compares && are_positions(left) && are_positions(right) {
            // Two positions are equal where their values are.
            (self.asked(Question::Grundy, left, scope)?, self.asked(Question::Grundy, right, scope)?)
        } else {
            (self.course(left, scope)?, self.course(right, scope)?)
        };
        let both = a.beside(&b)?;
        let (rise_a, rise_b) = (a.rise_in(both.period)?, b.rise_in(both.period)?);
        let fixed = |course: &Course| course.line.filter(|line| line.0 == 0).map(|line| line.1);
        match operator {
            Operator::Add | Operator::Subtract => {
                let join = if operator == Operator::Add { i128::checked_add } else { i128::checked_sub };
                Some(Course { rise: join(rise_a, rise_b)?, line: lines(a.line, b.line, join), ..both })
            }
            Operator::Multiply => {
                let (factor, other) = match (fixed(&a), fixed(&b)) {
                    (Some(factor), _) => (factor, b),
                    (_, Some(factor)) => (factor, a),
                    _ => return (rise_a == 0 && rise_b == 0).then_some(both),
                };
                let line = other.line.and_then(|(x, y)| Some((x.checked_mul(factor)?, y.checked_mul(factor)?)));
                Some(Course { rise: other.rise.checked_mul(factor)?, line, ..other })
            }
            Operator::Remainder => a.remainder(fixed(&b).filter(|divisor| *divisor > 0)?),
            Operator::Divide => a.quotient(fixed(&b).filter(|divisor| *divisor > 0)?),
            Operator::Equal
            | Operator::Unequal
            | Operator::Less
            | Operator::LessOrEqual
            | Operator::Greater
            | Operator::GreaterOrEqual => (rise_a == rise_b).then_some(both),
            Operator::Power | Operator::Xor | Operator::Join | Operator::In | Operator::NotIn => {
                (rise_a == 0 && rise_b == 0).then_some(both)
            }
        }
    }

    fn called(&mut self, function: usize, arguments: &[Expr], scope: &[Option<Course>]) -> Option<Course> {
        const DEEPEST: u32 = 16;
        let functions = self.functions;
        let function = functions.get(function)?;
        if self.depth >= DEEPEST {
            return None;
        }
        let inner: Vec<Option<Course>> = arguments.iter().map(|argument| self.course(argument, scope)).collect();
        self.depth += 1;
        let course = self.course(&function.body, &inner);
        self.depth -= 1;
        course
    }

    /// The course of the answer to a question about a sum of heaps of games whose periods are proved.
    fn asked(&mut self, question: Question, subject: &Expr, scope: &[Option<Course>]) -> Option<Course> {
        if !matches!(question, Question::Grundy | Question::Winner | Question::Outcome) {
            return None;
        }
        let mut heaps = Vec::new();
        summands(subject, &mut heaps)?;
        if let ([one], Question::Grundy) = (&heaps[..], question) {
            return self.heap(one, scope);
        }
        let mut together = Course::constant();
        let single = heaps.len() == 1;
        for heap in &heaps {
            let course = self.heap(heap, scope)?;
            // A value that rises is above 0 after one period, so the first player wins from there on.
            let course = match course.rise {
                0 => course,
                rise if single && rise > 0 => {
                    let start = course.start.max(0).checked_add(course.period)?;
                    Course { start, rise: 0, ..course }
                }
                _ => return None,
            };
            together = together.beside(&course)?;
        }
        Some(together)
    }

    /// The course of the value of one heap, whose size must be a·n + b with a ≥ 0.
    fn heap(&mut self, heap: &Summand, scope: &[Option<Course>]) -> Option<Course> {
        let Some((game, size)) = heap else { return Some(Course::constant()) };
        let (factor, shift) = self.course(size, scope)?.line?;
        if factor == 0 {
            return Some(Course::constant());
        }
        let period = self.proved(game)?;
        let (own, saltus) = (i128::from(period.period), i128::from(period.saltus));
        if factor < 0 {
            return None;
        }
        let beyond = i128::from(period.preperiod).checked_sub(shift)?;
        let start = beyond.div_euclid(factor) + i128::from(beyond.rem_euclid(factor) != 0);
        let turns = own / gcd(factor, own);
        let rise = saltus.checked_mul(factor.checked_mul(turns)? / own)?;
        Some(Course { start, period: turns, rise, line: None }).filter(|course| course.period <= LONGEST)
    }

    /// The proved period of a game, if there is one.
    fn proved(&mut self, ruleset: &Ruleset) -> Option<Period> {
        match self.solver.period_within(ruleset, Effort::USUAL) {
            Ok(Some(PeriodFinding::Proved(proof))) => Some(proof.period),
            Ok(_) => None,
            Err(stop) => {
                self.stopped = Some(stop);
                None
            }
        }
    }
}

/// A game and the size of one of its heaps; `None` for a summand that is the same for every n.
type Summand<'e> = Option<(&'e Ruleset, &'e Expr)>;

/// Collects the summands of a position; `None` if one of them is neither a heap nor the same for every n.
fn summands<'e>(subject: &'e Expr, heaps: &mut Vec<Summand<'e>>) -> Option<()> {
    heaps.push(match &subject.term {
        Term::Binary(Operator::Add, left, right) => {
            summands(left, heaps)?;
            return summands(right, heaps);
        }
        Term::Position(GameRef::Known(game), coordinates) => match (&game.ruleset, &coordinates[..]) {
            (Ruleset::Heap(_), [size]) => Some((&game.ruleset, size)),
            _ => return None,
        },
        Term::Constant(Value::Position(_)) => None,
        Term::Star(size) if matches!(size.term, Term::Constant(_)) => None,
        _ => return None,
    });
    Some(())
}

/// The sum or the difference of two lines a·n + b.
fn lines(
    a: Option<(i128, i128)>,
    b: Option<(i128, i128)>,
    join: fn(i128, i128) -> Option<i128>,
) -> Option<(i128, i128)> {
    let ((a, b), (c, d)) = (a?, b?);
    Some((join(a, c)?, join(b, d)?))
}
