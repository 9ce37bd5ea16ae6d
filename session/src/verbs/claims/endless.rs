//! Decides claims about all n: a condition that is proved to repeat needs to be tried only until it has repeated
//! once.
//!
//! Values of games whose period is proved, remainders, and everything computed from these repeat with the least
//! common multiple of their periods. Numbers may also rise by the same amount with every period, as n itself does,
//! and two that rise alike can be compared. So a condition over one endless variable is decided for every n by
//! finitely many cases. `PeriodicityAnalysis` computes for each expression how it depends on n, its `Periodicity`.

use std::sync::Arc;

use grundy_engine::game::{
    Builtin, Expr, Function, Game, GameRef, Operator, Position, PositionQuestion, Ruleset, Step, Term, Value,
};
use grundy_engine::nim::{Convention, Period, gcd, lcm};
use grundy_engine::solve::{Effort, SolveError, Solver};

/// How an expression depends on n: it is arithmetic periodic, from `start` on v(n + period) = v(n) + saltus. What is
/// not a number has saltus 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Periodicity {
    start: i128,
    period: i128,
    saltus: i128,
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
    let mut analysis = PeriodicityAnalysis { solver, functions, depth: 0, stopped: None };
    let variable = Periodicity { start: i128::MIN, period: 1, saltus: 1, line: Some((1, 0)) };
    let mut parts = vec![condition];
    for test in tests {
        match test {
            Step::Test(test) => parts.push(test),
            Step::For { .. } | Step::Unpack { .. } => return Ok(None),
        }
    }
    let together = parts.iter().try_fold(Periodicity::constant(), |sum, part| {
        let part = analysis.periodicity(part, &[Some(variable)])?;
        (part.saltus == 0).then_some(())?;
        sum.combined(&part)
    });
    if let Some(stop) = analysis.stopped {
        return Err(stop);
    }
    let Some(periodicity) = together else { return Ok(None) };
    let period = lcm(periodicity.period, stride).filter(|period| *period <= LONGEST);
    Ok(period.and_then(|period| {
        let preperiod = u64::try_from(periodicity.start.max(0)).ok()?;
        Some(Period { preperiod, period: u64::try_from(period).ok()?, saltus: 0 })
    }))
}

impl Periodicity {
    fn constant() -> Periodicity {
        Periodicity { start: i128::MIN, period: 1, saltus: 0, line: None }
    }

    /// The common period of two periodicities, from the later start on. Its saltus is 0; the caller sets another
    /// one where values rise.
    fn combined(&self, other: &Periodicity) -> Option<Periodicity> {
        let period = lcm(self.period, other.period).filter(|period| *period <= LONGEST)?;
        Some(Periodicity { start: self.start.max(other.start), period, saltus: 0, line: None })
    }

    /// By how much the value rises in `period`, a multiple of its own period.
    fn saltus_in(&self, period: i128) -> Option<i128> {
        self.saltus.checked_mul(period / self.period)
    }

    /// The periodicity itself if its saltus is 0.
    fn without_saltus(self) -> Option<Periodicity> {
        (self.saltus == 0).then_some(self)
    }

    /// The number of periods after which the value has risen by a multiple of `divisor`, which is at least 1.
    fn periods_to(&self, divisor: i128) -> Option<i128> {
        let divisor = divisor.unsigned_abs();
        i128::try_from(divisor / gcd(self.saltus.unsigned_abs(), divisor)).ok()
    }

    /// The periodicity of the remainder by a divisor, which repeats when the value has risen by a multiple of the
    /// divisor.
    fn remainder(&self, divisor: i128) -> Option<Periodicity> {
        let times = self.periods_to(divisor)?;
        let period = self.period.checked_mul(times).filter(|period| *period <= LONGEST)?;
        Some(Periodicity { start: self.start, period, saltus: 0, line: None })
    }

    /// The periodicity of the quotient by a divisor, rounded down.
    fn quotient(&self, divisor: i128) -> Option<Periodicity> {
        let times = self.periods_to(divisor)?;
        let saltus = self.saltus.checked_mul(times)? / divisor;
        let period = self.period.checked_mul(times).filter(|period| *period <= LONGEST)?;
        Some(Periodicity { start: self.start, period, saltus, line: None })
    }
}

/// Finds the periodicities of expressions.
struct PeriodicityAnalysis<'s> {
    solver: &'s mut Solver,
    functions: &'s [Function],
    /// The number of function calls that are being followed.
    depth: u32,
    /// Why the solver stopped, if it did.
    stopped: Option<SolveError>,
}

impl PeriodicityAnalysis<'_> {
    /// The periodicity of an expression, if it is known. `scope` has the periodicities of the variables, by slot.
    fn periodicity(&mut self, expr: &Expr, scope: &[Option<Periodicity>]) -> Option<Periodicity> {
        match &expr.term {
            Term::Constant(Value::Integer(n)) => Some(Periodicity { line: Some((0, *n)), ..Periodicity::constant() }),
            Term::Constant(_) => Some(Periodicity::constant()),
            Term::Slot(slot) => scope.get(*slot).copied().flatten(),
            Term::Negate(operand) => self.periodicity(operand, scope)?.without_saltus(),
            Term::Not(operand) => self.periodicity(operand, scope)?.without_saltus(),
            Term::And(a, b) | Term::Or(a, b) => {
                let a = self.periodicity(a, scope)?.without_saltus()?;
                a.combined(&self.periodicity(b, scope)?.without_saltus()?)
            }
            Term::If(condition, then, otherwise) => {
                let condition = self.periodicity(condition, scope)?.without_saltus()?;
                let branches = self.alike(then, otherwise, scope)?;
                let both = condition.combined(&branches)?;
                Some(Periodicity { saltus: branches.saltus_in(both.period)?, ..both })
            }
            Term::Binary(operator, a, b) => self.joined(*operator, a, b, scope),
            Term::Builtin(Builtin::Even | Builtin::Odd, operand) => {
                self.periodicity(operand.first()?, scope)?.remainder(2)
            }
            Term::Builtin(_, operands) | Term::Tuple(operands) | Term::List(operands) | Term::Set(operands) => {
                operands.iter().try_fold(Periodicity::constant(), |sum, operand| {
                    sum.combined(&self.periodicity(operand, scope)?.without_saltus()?)
                })
            }
            Term::Call(function, arguments) => self.called(*function, arguments, scope),
            Term::Ask { question, convention: Convention::Normal, subject } => self.asked(*question, subject, scope),
            _ => None,
        }
    }

    /// The common periodicity of two expressions that rise by the same amount.
    fn alike(&mut self, a: &Expr, b: &Expr, scope: &[Option<Periodicity>]) -> Option<Periodicity> {
        let (a, b) = (self.periodicity(a, scope)?, self.periodicity(b, scope)?);
        let both = a.combined(&b)?;
        let saltus = a.saltus_in(both.period)?;
        (saltus == b.saltus_in(both.period)?).then_some(Periodicity { saltus, ..both })
    }

    /// The periodicity of an operator's result.
    fn joined(
        &mut self,
        operator: Operator,
        left: &Expr,
        right: &Expr,
        scope: &[Option<Periodicity>],
    ) -> Option<Periodicity> {
        let are_positions = |side| summands(side, &mut Vec::new()).is_some();
        let compares = matches!(operator, Operator::Equal | Operator::Unequal);
        let (a, b) = if compares && are_positions(left) && are_positions(right) {
            // Two positions are equal where their values are.
            (self.asked(PositionQuestion::Grundy, left, scope)?, self.asked(PositionQuestion::Grundy, right, scope)?)
        } else {
            (self.periodicity(left, scope)?, self.periodicity(right, scope)?)
        };
        let both = a.combined(&b)?;
        let (saltus_a, saltus_b) = (a.saltus_in(both.period)?, b.saltus_in(both.period)?);
        let fixed = |periodicity: &Periodicity| periodicity.line.filter(|line| line.0 == 0).map(|line| line.1);
        match operator {
            Operator::Add | Operator::Subtract => {
                let join = if operator == Operator::Add { i128::checked_add } else { i128::checked_sub };
                Some(Periodicity { saltus: join(saltus_a, saltus_b)?, line: lines(a.line, b.line, join), ..both })
            }
            Operator::Multiply => {
                let (factor, other) = match (fixed(&a), fixed(&b)) {
                    (Some(factor), _) => (factor, b),
                    (_, Some(factor)) => (factor, a),
                    _ => return (saltus_a == 0 && saltus_b == 0).then_some(both),
                };
                let line = other.line.and_then(|(x, y)| Some((x.checked_mul(factor)?, y.checked_mul(factor)?)));
                Some(Periodicity { saltus: other.saltus.checked_mul(factor)?, line, ..other })
            }
            Operator::Remainder => a.remainder(fixed(&b).filter(|divisor| *divisor > 0)?),
            Operator::Divide => a.quotient(fixed(&b).filter(|divisor| *divisor > 0)?),
            Operator::Equal
            | Operator::Unequal
            | Operator::Less
            | Operator::LessOrEqual
            | Operator::Greater
            | Operator::GreaterOrEqual => (saltus_a == saltus_b).then_some(both),
            Operator::Power | Operator::Xor | Operator::Join | Operator::In | Operator::NotIn => {
                (saltus_a == 0 && saltus_b == 0).then_some(both)
            }
        }
    }

    fn called(&mut self, function: usize, arguments: &[Expr], scope: &[Option<Periodicity>]) -> Option<Periodicity> {
        const DEEPEST: u32 = 16;
        let functions = self.functions;
        let function = functions.get(function)?;
        if self.depth >= DEEPEST {
            return None;
        }
        let inner: Vec<Option<Periodicity>> =
            arguments.iter().map(|argument| self.periodicity(argument, scope)).collect();
        self.depth += 1;
        let periodicity = self.periodicity(&function.body, &inner);
        self.depth -= 1;
        periodicity
    }

    /// The periodicity of the answer to a question about a sum of heaps of games whose periods are proved.
    fn asked(
        &mut self,
        question: PositionQuestion,
        subject: &Expr,
        scope: &[Option<Periodicity>],
    ) -> Option<Periodicity> {
        if !matches!(question, PositionQuestion::Grundy | PositionQuestion::Winner | PositionQuestion::Outcome) {
            return None;
        }
        let mut heaps = Vec::new();
        summands(subject, &mut heaps)?;
        if let ([one], PositionQuestion::Grundy) = (&heaps[..], question) {
            return self.heap(one, scope);
        }
        let mut together = Periodicity::constant();
        let single = heaps.len() == 1;
        for heap in &heaps {
            let periodicity = self.heap(heap, scope)?;
            // A value that rises is above 0 after one period, so the first player wins from there on.
            let periodicity = match periodicity.saltus {
                0 => periodicity,
                saltus if single && saltus > 0 => {
                    let start = periodicity.start.max(0).checked_add(periodicity.period)?;
                    Periodicity { start, saltus: 0, ..periodicity }
                }
                _ => return None,
            };
            together = together.combined(&periodicity)?;
        }
        Some(together)
    }

    /// The periodicity of the value of one heap, whose size must be a·n + b with a ≥ 0.
    fn heap(&mut self, heap: &HeapSummand, scope: &[Option<Periodicity>]) -> Option<Periodicity> {
        let Some(heap) = heap else { return Some(Periodicity::constant()) };
        let (factor, shift) = self.periodicity(heap.size, scope)?.line?;
        match factor {
            0 => return Some(Periodicity::constant()),
            ..0 => return None,
            _ => {}
        }
        let period = self.proved(heap)?;
        let own = i128::from(period.period);
        let beyond = i128::from(period.preperiod).checked_sub(shift)?;
        let start = beyond.div_euclid(factor) + i128::from(beyond.rem_euclid(factor) != 0);
        let turns = own / gcd(factor, own);
        let saltus = i128::from(period.saltus).checked_mul(factor.checked_mul(turns)? / own)?;
        Some(Periodicity { start, period: turns, saltus, line: None })
            .filter(|periodicity| periodicity.period <= LONGEST)
    }

    /// The proved period of a game, or along a coordinate of one, if there is one.
    fn proved(&mut self, heap: &SizedHeap) -> Option<Period> {
        let found = match &heap.beside {
            None => self.solver.period_within(heap.game, Effort::USUAL).map(|found| found.as_ref()?.proof()),
            Some((position, axis)) => self.solver.period_along(position, *axis, Effort::USUAL),
        };
        match found {
            Ok(proof) => proof.map(|proof| proof.period),
            Err(stop) => {
                self.stopped = Some(stop);
                None
            }
        }
    }
}

/// A heap; `None` for a summand that is the same for every n.
type HeapSummand<'e> = Option<SizedHeap<'e>>;

/// A game and the size of one of its heaps, or a position of a written rule and the number in one of its coordinates.
struct SizedHeap<'e> {
    game: &'e Game,
    size: &'e Expr,
    /// The position with 0 in that coordinate, and which it is.
    beside: Option<(Position, usize)>,
}

/// Collects the summands of a position; `None` if one of them is neither a heap nor the same for every n.
fn summands<'e>(subject: &'e Expr, heaps: &mut Vec<HeapSummand<'e>>) -> Option<()> {
    heaps.push(match &subject.term {
        Term::Binary(Operator::Add, left, right) => {
            summands(left, heaps)?;
            return summands(right, heaps);
        }
        Term::Position(GameRef::Known(_), coordinates)
            if coordinates.iter().all(|coordinate| matches!(coordinate.term, Term::Constant(_))) =>
        {
            None
        }
        Term::Position(GameRef::Known(game), coordinates) => match (&game.ruleset, &coordinates[..]) {
            (Ruleset::Heap(_), [size]) => Some(SizedHeap { game, size, beside: None }),
            (Ruleset::Heap(_) | Ruleset::Compound(_) | Ruleset::Own(_), _) => return None,
            (Ruleset::Written(..), all) => Some(along(game, all)?),
        },
        Term::Constant(Value::Position(_)) => None,
        Term::Star(size) if matches!(size.term, Term::Constant(_)) => None,
        _ => return None,
    });
    Some(())
}

/// A position of a written rule, of whose coordinates one is not a constant.
fn along<'e>(game: &'e Arc<Game>, coordinates: &'e [Expr]) -> Option<SizedHeap<'e>> {
    let constant = |expr: &Expr| if let Term::Constant(value) = &expr.term { Some(value.clone()) } else { None };
    let mut varying = coordinates.iter().enumerate().filter(|(_, coordinate)| constant(coordinate).is_none());
    let (axis, size) = varying.next()?;
    if varying.next().is_some() {
        return None;
    }
    let others = coordinates.iter().map(|coordinate| constant(coordinate).unwrap_or(Value::Integer(0)));
    let position = Position { game: game.clone(), coordinates: others.collect() };
    Some(SizedHeap { game, size, beside: Some((position, axis)) })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::lower;

    use grundy_engine::solve::{Limits, Signal};

    #[test]
    fn no_period_is_searched_for_a_heap_that_shrinks() {
        let signal = Arc::new(Signal::default());
        let mut session = crate::session::new(Limits::default(), signal.clone());
        for (size, is_searched) in [("100 - n", false), ("100 + n", true)] {
            let text = format!("check grundy GrundysGame({size}) < 1000 for n in 0..");
            let statement = session.read("<test>", &text).remove(0).unwrap();
            let claim = statement.instruction().unwrap();
            let (steps, program) = lower::claim(&mut session.names, &claim.parts[0], &claim.qualifiers).unwrap();
            // An interrupted search is an error.
            signal.interrupt();
            let found = repetition(&mut session.solver, &steps, &program.body, &program.functions);
            assert_eq!(found.is_err(), is_searched, "{text}: {found:?}");
            signal.reset();
        }
    }
}
