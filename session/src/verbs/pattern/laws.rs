//! Laws found by the engine, written in the language: their formulas, what is claimed, and the line that checks it further.

use std::collections::BTreeSet;

use grundy_engine::laws::{Evidence, Formula, FormulaFunction, FormulaOperator, Law, laws};
use grundy_engine::solve::Theorem;

use crate::error::Error;
use crate::lang::session::Session;
use crate::source::Span;
use crate::verbs::pattern::answer::{FoundLaw, LookedAt, PatternOf};

/// Steps of work for finding values beyond those in which laws were found. It is too little to be noticed.
pub(crate) const LATER_EFFORT: u64 = 5_000_000;

/// What a law is claimed of, what its variables are called, and how far to check it.
pub(crate) struct Claimed {
    /// What the law is about, such as `grundy Nim(n)`: the left side of the claim.
    pub value: String,
    /// The game in it.
    pub game: String,
    pub variables: Vec<String>,
    /// The condition behind the ranges if there are places without a position, such as ` if a <= b`.
    pub condition: String,
    /// The line that checks it goes at least up to this number.
    pub far: i128,
    /// Where the positions end, if the line would go farther.
    pub ends: Ends,
    /// For a list of outcomes or players, the word for which the formula is true.
    pub compared: Option<&'static str>,
    /// On how many values beyond the evidence a law was tested.
    pub later: usize,
}

/// Where the positions of a game end.
#[derive(Default)]
pub(crate) struct Ends {
    /// For each variable the last number with a position; `None` if there are more.
    pub last: Vec<Option<i128>>,
    /// Whether there are other places without a position up to there.
    pub has_gaps: bool,
}

impl Ends {
    /// The last number of a variable, by index.
    pub fn of(&self, variable: usize) -> Option<i128> {
        self.last.get(variable).copied().flatten()
    }
}

impl Claimed {
    /// A claim in one variable, without a condition.
    pub fn of(value: String, variable: &str, far: i128) -> Claimed {
        Claimed {
            value,
            game: String::new(),
            variables: vec![variable.to_owned()],
            condition: String::new(),
            far,
            ends: Ends::default(),
            compared: None,
            later: 0,
        }
    }

    /// How far the line goes that checks a law of these numbers.
    pub fn farthest(&self, runs: &[LookedAt]) -> i128 {
        runs.iter().map(|run| run.last.saturating_mul(2)).fold(self.far, i128::max)
    }
}

/// A law that holds for the values that were looked at.
pub(crate) struct SeenLaw {
    pub law: Law,
    pub of: PatternOf,
    /// What proves it, if anything does.
    pub theorem: Option<Theorem>,
    /// The claim, if it is not made from the law's formula.
    pub claim: Option<String>,
}

impl SeenLaw {
    /// Whether the law, which was read from `evidence`, also gives values that were found later.
    pub fn goes_on(&self, evidence: &Evidence, later: &Evidence) -> bool {
        match self.of {
            PatternOf::Losing => self.law.goes_on(&evidence.zeros(), &later.zeros()),
            _ => self.law.goes_on(evidence, later),
        }
    }
}

/// The laws that the engine finds in the evidence.
pub(crate) fn laws_of(
    session: &mut Session,
    evidence: &Evidence,
    of: PatternOf,
    at: Span,
) -> Result<Vec<SeenLaw>, Error> {
    let budget = session.solver.budget().clone();
    let found = laws(evidence, &|| budget.check().is_ok());
    session.solved(at, |_| budget.check())?;
    Ok(found.into_iter().map(|law| SeenLaw { law, of, theorem: None, claim: None }).collect())
}

/// The laws, written in the language.
pub(crate) fn found_laws(
    session: &Session,
    seen: Vec<SeenLaw>,
    evidence: &Evidence,
    claimed: &Claimed,
) -> Vec<FoundLaw> {
    let function = free_name(session, &claimed.variables);
    seen.into_iter().map(|law| found_law(law, evidence, claimed, &function)).collect()
}

/// An unused name for a function.
fn free_name(session: &Session, variables: &[String]) -> String {
    let numbered = (1..).map(|number: u64| format!("f{number}"));
    let mut names = ["f", "g", "h"].into_iter().map(str::to_owned).chain(numbered);
    names.find(|name| session.names.get(name).is_none() && !variables.contains(name)).unwrap_or_default()
}

/// The numbers that follow those of one coordinate of the evidence, at the same distance from each other: the first,
/// and the distance. `None` if the distances differ.
pub(crate) fn continuation(evidence: &Evidence, coordinate: usize) -> Option<(i128, i128)> {
    let numbers: BTreeSet<i128> = evidence.cells().map(|(place, _)| place[coordinate]).collect();
    let (last, before) = (*numbers.last()?, *numbers.iter().nth_back(1)?);
    let step = last - before;
    let is_even = numbers.iter().zip(numbers.iter().skip(1)).all(|(a, b)| b - a == step);
    is_even.then_some((last.checked_add(step)?, step))
}

/// The least and the largest number of each variable in the evidence.
pub(crate) fn looked_at(evidence: &Evidence, variables: &[String]) -> Vec<LookedAt> {
    let run = |(index, name): (usize, &String)| {
        let numbers = || evidence.cells().map(move |(place, _)| place[index]);
        Some(LookedAt { name: name.clone(), first: numbers().min()?, last: numbers().max()?, end: None })
    };
    variables.iter().take(2).enumerate().filter_map(run).collect()
}

/// A law with its claim and the line that checks it.
fn found_law(seen: SeenLaw, evidence: &Evidence, claimed: &Claimed, function: &str) -> FoundLaw {
    let SeenLaw { law, of, theorem, claim } = seen;
    let named = LawNames { coordinates: &claimed.variables, function };
    let parameter = LawNames { coordinates: &["n".to_owned()], function };
    let definition =
        law.function.as_ref().map(|body| format!("let {function}(n) = {}", formula_text(body, &parameter)));
    let is_value = claim.is_none() && matches!(of, PatternOf::Values | PatternOf::List);
    let claim = claim.unwrap_or_else(|| match (of, &law.formula) {
        (PatternOf::List, formula) if let Some(word) = claimed.compared => {
            let other = if word == "P" { "N" } else { "first" };
            format!("if {} then {word} else {other}", formula_text(formula, &named))
        }
        (PatternOf::List | PatternOf::Members, formula) => formula_text(formula, &named),
        (PatternOf::Losing, formula) => {
            format!("({} == 0) == {}", claimed.value, in_brackets(formula, &named))
        }
        // Comparisons cannot be chained, and an `if` would take in what stands behind it.
        (PatternOf::Values, formula) if evidence.truths || matches!(formula, Formula::If(_)) => {
            format!("{} == {}", claimed.value, in_brackets(formula, &named))
        }
        (PatternOf::Values, formula) => format!("{} == {}", claimed.value, formula_text(formula, &named)),
    });
    FoundLaw {
        of,
        kind: law.kind,
        formula: is_value.then(|| formula_text(&law.formula, &named)).filter(|_| claimed.compared.is_none()),
        line: line(&law, evidence, of, claimed, &claim),
        claim,
        definition,
        from: law.from,
        fits: law.fits,
        later: claimed.later,
        free: law.free,
        theorem,
        next: next(&law, evidence, of),
    }
}

/// The line that checks a claim further, or that goes on with a list.
fn line(law: &Law, evidence: &Evidence, of: PatternOf, claimed: &Claimed, claim: &str) -> Option<String> {
    let (_, last) = evidence.ends()?;
    let variable = claimed.variables.first()?;
    match of {
        PatternOf::List => return Some(format!("[{claim} for {variable} in {}..{}]", law.from, last[0] + 10)),
        PatternOf::Members => {
            return Some(format!("[{variable} for {variable} in {}..{} if {claim}]", law.from, 2 * last[0] + 10));
        }
        PatternOf::Values | PatternOf::Losing => {}
    }
    let runs = looked_at(evidence, &claimed.variables);
    let first = |run: &LookedAt| law.from.max(run.first);
    let wanted = runs.iter().map(|run| (run.last - first(run) + 1).max(0)).product::<i128>();
    let inside = evidence.cells().filter(|(place, _)| runs.iter().zip(place).all(|(run, n)| *n >= first(run))).count();
    let has_gaps = wanted > inside as i128 || claimed.ends.has_gaps;
    let condition = if has_gaps { claimed.condition.as_str() } else { "" };
    let far = claimed.farthest(&runs);
    let range = |(coordinate, run): (usize, &LookedAt)| {
        let from = first(run);
        let is_open = has_gaps && !condition.is_empty();
        let far = claimed.ends.of(coordinate).filter(|_| !is_open).unwrap_or(far);
        // Gaps may be those of a range with a step.
        let step = continuation(evidence, coordinate).map_or(1, |(_, step)| step);
        if !has_gaps || step == 1 {
            return format!("{} in {from}..{far}", run.name);
        }
        let from = from + (run.first - from).rem_euclid(step);
        format!("{} in {from}..{far} step {step}", run.name)
    };
    let ranges: Vec<String> = runs.iter().enumerate().map(range).collect();
    Some(format!("check {claim} for {}{condition}", ranges.join(", ")))
}

/// The next members of a list or a set, if the law continues.
fn next(law: &Law, evidence: &Evidence, of: PatternOf) -> Vec<i128> {
    const SHOWN: usize = 3;
    const FARTHEST: usize = 2_000;
    match of {
        PatternOf::List if !evidence.truths => law.continued(evidence, SHOWN),
        PatternOf::Members => {
            let last = evidence.ends().map_or(0, |(_, last)| last[0]);
            let truths = law.continued(evidence, FARTHEST);
            (last + 1..).zip(truths).filter(|(_, truth)| *truth == 1).map(|(n, _)| n).take(SHOWN).collect()
        }
        _ => Vec::new(),
    }
}

/// The names of the coordinates and the function of a law.
pub struct LawNames<'a> {
    pub coordinates: &'a [String],
    pub function: &'a str,
}

/// How tightly operators bind, as in the grammar; larger numbers bind tighter.
const OR: u8 = 1;
const AND: u8 = 2;
const NOT: u8 = 3;
const COMPARISON: u8 = 4;
const SUM: u8 = 8;
const PRODUCT: u8 = 9;
const NEGATIVE: u8 = 10;
const POWER: u8 = 11;
const ATOM: u8 = 12;

/// The formula as it would be typed.
pub fn formula_text(formula: &Formula, named: &LawNames) -> String {
    written(formula, named).0
}

/// The formula in brackets, unless it is a single number, name, call or the like.
pub fn in_brackets(formula: &Formula, named: &LawNames) -> String {
    at_least(formula, named, ATOM)
}

/// The formula, in brackets if it binds less tightly than `strength`.
fn at_least(formula: &Formula, named: &LawNames, strength: u8) -> String {
    let (text, own) = written(formula, named);
    if own < strength { format!("({text})") } else { text }
}

/// The text, and how tightly it binds.
fn written(formula: &Formula, named: &LawNames) -> (String, u8) {
    let text = |formula: &Formula| formula_text(formula, named);
    match formula {
        Formula::Number(number) => (number.to_string(), if *number < 0 { NEGATIVE } else { ATOM }),
        Formula::Coordinate(index) => (named.coordinates.get(*index).cloned().unwrap_or_default(), ATOM),
        Formula::Recall(argument) => (format!("{}({})", named.function, text(argument)), ATOM),
        Formula::Join(operator, both) => joined(*operator, both, named),
        Formula::Call(function, arguments) => called(*function, arguments, named),
        Formula::If(parts) => {
            let [condition, then, otherwise] = parts.each_ref().map(text);
            (format!("if {condition} then {then} else {otherwise}"), 0)
        }
        Formula::Entry(list, index) => (format!("[{}][{}]", numbers(list), text(index)), ATOM),
        Formula::Among(number, list) => {
            (format!("{} in {{{}}}", at_least(number, named, SUM), numbers(list)), COMPARISON)
        }
        Formula::LeastReaching(reach) => (least_reaching(reach, named), ATOM),
    }
}

/// The least value before a place that reaches the value just before it.
fn least_reaching(reach: &Formula, named: &LawNames) -> String {
    let (place, function) = (named.coordinates.first().map_or("n", String::as_str), named.function);
    let earlier = LawNames { coordinates: &["k".to_owned()], function };
    let reach = reach.substitute(&Formula::Recall(Box::new(Formula::Coordinate(0))));
    let reach = at_least(&reach, &earlier, SUM);
    format!("min({function}(k) for k in 0..{place} - 1 if {reach} >= {function}({place} - 1))")
}

fn numbers(list: &[i128]) -> String {
    list.iter().map(i128::to_string).collect::<Vec<_>>().join(", ")
}

fn joined(operator: FormulaOperator, both: &[Formula; 2], named: &LawNames) -> (String, u8) {
    let (word, strength) = match operator {
        FormulaOperator::Or => ("or", OR),
        FormulaOperator::And => ("and", AND),
        FormulaOperator::Equal => ("==", COMPARISON),
        FormulaOperator::Unequal => ("!=", COMPARISON),
        FormulaOperator::Less => ("<", COMPARISON),
        FormulaOperator::Add => ("+", SUM),
        FormulaOperator::Subtract => ("-", SUM),
        FormulaOperator::Xor => ("xor", SUM),
        FormulaOperator::Multiply => ("*", PRODUCT),
        FormulaOperator::Divide => ("/", PRODUCT),
        FormulaOperator::Remainder => ("%", PRODUCT),
        FormulaOperator::Power => ("^", POWER),
    };
    let mixes = |side: &Formula| {
        // `a xor b + c` is read from the left, which is easily forgotten, so brackets show it.
        let is_xor = |operator: FormulaOperator| operator == FormulaOperator::Xor;
        matches!(side, Formula::Join(inner, _) if is_xor(operator) != is_xor(*inner)) && strength == SUM
            || matches!((operator, side), (FormulaOperator::Or, Formula::Join(FormulaOperator::And, _)))
    };
    let side = |side: &Formula, least: u8| at_least(side, named, if mixes(side) { ATOM } else { least });
    let left = match operator {
        // Comparisons cannot be chained, and powers are read from the right.
        FormulaOperator::Power => ATOM,
        _ if strength == COMPARISON => SUM,
        _ => strength,
    };
    let right = if strength == COMPARISON { SUM } else { strength + u8::from(strength > AND) };
    (format!("{} {word} {}", side(&both[0], left), side(&both[1], right)), strength)
}

fn called(function: FormulaFunction, arguments: &[Formula], named: &LawNames) -> (String, u8) {
    let call = |name: &str| {
        let texts: Vec<String> = arguments.iter().map(|argument| formula_text(argument, named)).collect();
        (format!("{name}({})", texts.join(", ")), ATOM)
    };
    let only = |least: u8| arguments.first().map_or_else(String::new, |part| at_least(part, named, least));
    let member = |family: &str| (format!("{} in {family}", only(SUM)), COMPARISON);
    match function {
        FormulaFunction::Ones => call("popcount"),
        FormulaFunction::LowBit => call("lowbit"),
        FormulaFunction::BitOr => call("bitor"),
        FormulaFunction::Root => call("isqrt"),
        FormulaFunction::Min => call("min"),
        FormulaFunction::Max => call("max"),
        FormulaFunction::Abs => call("abs"),
        FormulaFunction::Gcd => call("gcd"),
        FormulaFunction::NimProduct => call("nimproduct"),
        FormulaFunction::Square => call("square"),
        FormulaFunction::Prime => call("prime"),
        FormulaFunction::Fibonacci => member("fibonaccis"),
        FormulaFunction::Factorial => member("factorials"),
        FormulaFunction::PowerOf(base) => member(&format!("powers({base})")),
        FormulaFunction::LeastDivisor => (format!("min(divisors({}) except <1>)", only(0)), ATOM),
        FormulaFunction::Primes => (format!("count(prime(k) for k in 2..{})", only(SUM)), ATOM),
        FormulaFunction::LargestFibonacci => (format!("max(k for k in 1..{} if k in fibonaccis)", only(SUM)), ATOM),
        FormulaFunction::Not => match arguments.first() {
            Some(Formula::Join(FormulaOperator::Less, both)) => {
                let [a, b] = both.each_ref().map(|part| at_least(part, named, SUM));
                (format!("{a} >= {b}"), COMPARISON)
            }
            _ => (format!("not {}", only(NOT)), NOT),
        },
    }
}
