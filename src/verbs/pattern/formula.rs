//! Writes a formula of the engine in the syntax of the language.

use grundy_engine::laws::{Formula, FormulaFunction, FormulaOperator};

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
pub fn text(formula: &Formula, named: &LawNames) -> String {
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
    let text = |formula: &Formula| text(formula, named);
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
    }
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
        let texts: Vec<String> = arguments.iter().map(|argument| text(argument, named)).collect();
        (format!("{name}({})", texts.join(", ")), ATOM)
    };
    let only = |least: u8| arguments.first().map_or_else(String::new, |part| at_least(part, named, least));
    let member = |family: &str| (format!("{} in {family}", only(SUM)), COMPARISON);
    match function {
        FormulaFunction::Ones => call("popcount"),
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
