//! `check … for n in 1.. to "c.cert"`: a claim for all n as others can check it. The condition is told as data, with the rules and
//! the proved periods on which it rests; that it repeats, and that it holds until it has, the checker finds out by itself.

use grundy_engine::game::{Builtin, Component, Expr, Game, GameRef, Operator, PositionQuestion, RuleClause};
use grundy_engine::game::{Step, Term, Value};
use grundy_engine::nim::{Convention, Period};
use grundy_engine::solve::{SolveError, Solver};
use serde_json::{Value as Json, json};

use crate::show::certificate::in_words;
use crate::verbs::period::certificate::checked_period;

/// A claim for all n.
#[derive(Clone, Debug)]
pub struct ClaimForAll {
    /// As it was typed.
    text: String,
    condition: Json,
    start: i128,
    step: i128,
    rests_on: Vec<PeriodOfRule>,
}

/// A game with its rule and its proved period.
#[derive(Clone, Debug)]
struct PeriodOfRule {
    game: String,
    rule: Vec<RuleClause>,
    period: Period,
}

/// What is told of a condition.
struct Teller<'s> {
    solver: &'s mut Solver,
    rests_on: Vec<PeriodOfRule>,
    stopped: Option<SolveError>,
}

/// The claim as others can check it; `None` if the condition, or a rule in it, has no form that the checker knows.
///
/// # Errors
/// Why the solver stopped.
pub(crate) fn for_all(
    solver: &mut Solver,
    text: String,
    (steps, condition): (&[Step], &Expr),
    start: i128,
) -> Result<Option<ClaimForAll>, SolveError> {
    let Some((Step::For { source, .. }, tests)) = steps.split_first() else { return Ok(None) };
    let step = match &source.term {
        Term::Range { step: Some(step), .. } => step.number(),
        _ => Some(1),
    };
    let mut teller = Teller { solver, rests_on: Vec::new(), stopped: None };
    // Where a test is false, nothing is claimed.
    let told = tests.iter().rev().try_fold(teller.told(condition), |told, test| match test {
        Step::Test(test) => Some(Some(json!(["or", ["not", teller.told(test)?], told?]))),
        Step::For { .. } | Step::Unpack { .. } => None,
    });
    let Teller { rests_on, stopped, .. } = teller;
    match (stopped, told.flatten(), step) {
        (Some(stop), ..) => Err(stop),
        (None, Some(condition), Some(step)) => Ok(Some(ClaimForAll { text, condition, start, step, rests_on })),
        _ => Ok(None),
    }
}

impl Teller<'_> {
    /// An expression as nested lists: an operator, and what stands beside it.
    fn told(&mut self, expr: &Expr) -> Option<Json> {
        let told = match &expr.term {
            Term::Constant(Value::Integer(number)) => json!(i64::try_from(*number).ok()?),
            Term::Constant(Value::Bool(is_true)) => json!(is_true),
            Term::Constant(value @ (Value::Outcome(_) | Value::Side(_))) => json!(value.to_string()),
            Term::Slot(0) => json!(["n"]),
            Term::Negate(operand) => json!(["-", 0, self.told(operand)?]),
            Term::Not(operand) => json!(["not", self.told(operand)?]),
            Term::And(a, b) => json!(["and", self.told(a)?, self.told(b)?]),
            Term::Or(a, b) => json!(["or", self.told(a)?, self.told(b)?]),
            Term::If(condition, then, otherwise) => {
                json!(["if", self.told(condition)?, self.told(then)?, self.told(otherwise)?])
            }
            Term::Builtin(Builtin::Even, operands) => json!(["==", ["%", self.told(operands.first()?)?, 2], 0]),
            Term::Builtin(Builtin::Odd, operands) => json!(["==", ["%", self.told(operands.first()?)?, 2], 1]),
            Term::Binary(Operator::Power | Operator::Join | Operator::In | Operator::NotIn, ..) => return None,
            Term::Binary(operator, a, b) => {
                // Two positions are equal where their values are.
                let both = [a, b].map(|side| self.told(side).or_else(|| self.asked("grundy", side)));
                let [Some(a), Some(b)] = both else { return None };
                json!([operator.sign(), a, b])
            }
            Term::Ask { question, convention: Convention::Normal, subject } => {
                let word = match question {
                    PositionQuestion::Grundy => "grundy",
                    PositionQuestion::Outcome => "outcome",
                    PositionQuestion::Winner => "winner",
                    PositionQuestion::Other(_) => return None,
                };
                self.asked(word, subject)?
            }
            _ => return None,
        };
        Some(told)
    }

    /// A question about a sum of heaps.
    fn asked(&mut self, question: &str, subject: &Expr) -> Option<Json> {
        let mut heaps = Vec::new();
        self.summands(subject, &mut heaps)?;
        Some(json!([question, heaps]))
    }

    /// The heaps of a sum: the number of the rule, and the size.
    fn summands(&mut self, subject: &Expr, heaps: &mut Vec<Json>) -> Option<()> {
        match &subject.term {
            Term::Binary(Operator::Add, left, right) => {
                self.summands(left, heaps)?;
                self.summands(right, heaps)?;
            }
            Term::Position(GameRef::Known(game), coordinates) => match &coordinates[..] {
                [size] => heaps.push(json!([self.rule(game)?, self.told(size)?])),
                _ => return None,
            },
            Term::Constant(Value::Position(sum)) => {
                for part in &sum.parts {
                    let Component::Position(position) = &part.component else { return None };
                    let heap = json!([self.rule(&position.game)?, position.heap()?]);
                    heaps.extend((part.copies == 1).then_some(heap));
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// The number of the rule of a game of heaps whose period others can check.
    fn rule(&mut self, game: &Game) -> Option<usize> {
        let rule = game.ruleset.as_data()?;
        if let Some(known) = self.rests_on.iter().position(|known| known.rule == rule) {
            return Some(known);
        }
        match checked_period(self.solver, game) {
            Ok(checked) => {
                let period = checked.filter(|checked| !checked.checker.work.is_too_much(false))?.period;
                self.rests_on.push(PeriodOfRule { game: game.name.to_string(), rule, period });
                Some(self.rests_on.len() - 1)
            }
            Err(stop) => {
                self.stopped = Some(stop);
                None
            }
        }
    }
}

impl ClaimForAll {
    /// The rules on which it rests and the claim itself, in sentences.
    pub fn said(&self) -> Vec<String> {
        let rule = |one: &PeriodOfRule| format!("{}: {}.", one.game, in_words(&one.rule));
        self.rests_on.iter().map(rule).chain([format!("{}.", self.text)]).collect()
    }

    /// The claim as data.
    pub fn data(&self) -> Json {
        let period = |one: &PeriodOfRule| {
            let Period { preperiod, period, saltus } = one.period;
            json!({ "rule": one.rule, "preperiod": preperiod, "period": period, "saltus": saltus })
        };
        json!({
            "claim": "for_all", "condition": self.condition, "from": i64::try_from(self.start).ok(),
            "step": i64::try_from(self.step).ok(), "rests_on": self.rests_on.iter().map(period).collect::<Vec<_>>(),
        })
    }
}
