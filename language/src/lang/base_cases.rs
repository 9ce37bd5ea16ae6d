//! Base cases that are written before a recurrence, such as `G(0) = G(1) = 0`: a game must agree with them, and a
//! function begins with them.

use rustc_hash::FxHashMap;

use crate::syntax::ast::{BinaryOperator, Expr, LetDefinition, Name};
use crate::syntax::print;

/// The most base cases that wait for the definition of their name.
const MOST: usize = 1_000;

/// `G(1) = 0`, as it was said before G was defined.
#[derive(Clone, Debug, PartialEq)]
pub struct BaseCase {
    pub at: Vec<i128>,
    pub value: i128,
}

/// The base cases of names that are not defined yet.
#[derive(Debug, Default)]
pub struct BaseCases {
    waiting: FxHashMap<String, Vec<BaseCase>>,
}

impl BaseCases {
    /// Keeps base cases of a name. A later one replaces an earlier one of the same position. `false` if there are too
    /// many.
    pub fn keep(&mut self, name: &str, cases: Vec<BaseCase>) -> bool {
        if self.waiting.values().map(Vec::len).sum::<usize>() + cases.len() > MOST {
            return false;
        }
        let known = self.waiting.entry(name.to_owned()).or_default();
        for case in cases {
            known.retain(|earlier| earlier.at != case.at);
            known.push(case);
        }
        true
    }

    pub fn of(&self, name: &str) -> &[BaseCase] {
        self.waiting.get(name).map_or(&[], Vec::as_slice)
    }

    /// Forgets the base cases of a name; `false` if there are none.
    pub fn forget(&mut self, name: &str) -> bool {
        self.waiting.remove(name).is_some()
    }

    /// The definition of a function with its base cases before it, which are done with.
    pub fn before(&mut self, definition: &LetDefinition) -> LetDefinition {
        let mut definition = definition.clone();
        let Some(parameters) = &definition.parameters else { return definition };
        let cases = self.waiting.remove(&definition.name.text).unwrap_or_default();
        let fitting: Vec<&BaseCase> = cases.iter().filter(|case| case.at.len() == parameters.len()).collect();
        if fitting.is_empty() {
            return definition;
        }
        for case in fitting.into_iter().rev() {
            let span = definition.body.span;
            let equal = parameters.iter().zip(&case.at).map(|(parameter, at)| {
                let name = Expr::of_name(&parameter.text, span);
                Expr::binary(BinaryOperator::Equal, name, Expr::of_number(*at, span))
            });
            let Some(condition) = equal.reduce(|left, right| Expr::binary(BinaryOperator::And, left, right)) else {
                continue;
            };
            definition.body = Expr::choice(condition, Expr::of_number(case.value, span), definition.body, span);
        }
        definition.house = Some(print::definition(&definition));
        definition
    }
}

/// The name and the base cases of `G(0) = G(1) = 0`.
pub fn base_cases(expr: &Expr) -> Option<(&str, Vec<BaseCase>)> {
    let mut sides = Vec::new();
    equated(expr, &mut sides)?;
    let (value, positions) = sides.split_last()?;
    let value = value.number()?;
    let mut name = None;
    let mut cases = Vec::new();
    for position in positions {
        let (callee, arguments) = position.called()?;
        let called = callee.as_name()?;
        if name.is_some_and(|name| name != called) {
            return None;
        }
        name = Some(called);
        cases.push(BaseCase { at: arguments.iter().map(Expr::number).collect::<Option<_>>()?, value });
    }
    Some((name?, cases))
}

/// The sides of `a = b = c`, each once.
fn equated<'e>(expr: &'e Expr, sides: &mut Vec<&'e Expr>) -> Option<()> {
    let (operator, left, right) = expr.operation()?;
    match operator {
        BinaryOperator::And => {
            equated(left, sides)?;
            sides.pop();
            equated(right, sides)
        }
        BinaryOperator::Equal => {
            sides.extend([left, right]);
            Some(())
        }
        _ => None,
    }
}

/// `G(0)`
pub fn position(name: &Name, at: &[i128]) -> Expr {
    let span = name.span;
    let arguments = at.iter().map(|number| Expr::of_number(*number, span)).collect();
    Expr::call(Expr::of_name(&name.text, span), arguments, span)
}
