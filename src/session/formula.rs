//! Writes a formula of the engine in the syntax of the language.

use grundy_engine::laws::{Formula, Measure, Sign};

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
        Formula::Join(sign, both) => joined(*sign, both, named),
        Formula::Measured(measure, of) => measured(*measure, of, named),
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

fn joined(sign: Sign, both: &[Formula; 2], named: &LawNames) -> (String, u8) {
    let (word, strength) = match sign {
        Sign::Or => ("or", OR),
        Sign::And => ("and", AND),
        Sign::Equal => ("==", COMPARISON),
        Sign::Unequal => ("!=", COMPARISON),
        Sign::Less => ("<", COMPARISON),
        Sign::Add => ("+", SUM),
        Sign::Subtract => ("-", SUM),
        Sign::Xor => ("xor", SUM),
        Sign::Multiply => ("*", PRODUCT),
        Sign::Divide => ("/", PRODUCT),
        Sign::Remainder => ("%", PRODUCT),
        Sign::Power => ("^", POWER),
    };
    let mixes = |side: &Formula| {
        // `a xor b + c` is read from the left, which is easily forgotten, so brackets show it.
        matches!(side, Formula::Join(inner, _) if (sign == Sign::Xor) != (*inner == Sign::Xor)) && strength == SUM
            || matches!((sign, side), (Sign::Or, Formula::Join(Sign::And, _)))
    };
    let side = |side: &Formula, least: u8| at_least(side, named, if mixes(side) { ATOM } else { least });
    let left = match sign {
        // Comparisons cannot be chained, and powers are read from the right.
        Sign::Power => ATOM,
        _ if strength == COMPARISON => SUM,
        _ => strength,
    };
    let right = if strength == COMPARISON { SUM } else { strength + u8::from(strength > AND) };
    (format!("{} {word} {}", side(&both[0], left), side(&both[1], right)), strength)
}

fn measured(measure: Measure, of: &[Formula], named: &LawNames) -> (String, u8) {
    let call = |name: &str| {
        let arguments: Vec<String> = of.iter().map(|part| text(part, named)).collect();
        (format!("{name}({})", arguments.join(", ")), ATOM)
    };
    let only = |least: u8| of.first().map_or_else(String::new, |part| at_least(part, named, least));
    let member = |family: &str| (format!("{} in {family}", only(SUM)), COMPARISON);
    match measure {
        Measure::Ones => call("popcount"),
        Measure::Root => call("isqrt"),
        Measure::Min => call("min"),
        Measure::Max => call("max"),
        Measure::Abs => call("abs"),
        Measure::Gcd => call("gcd"),
        Measure::NimProduct => call("nimproduct"),
        Measure::Square => call("square"),
        Measure::Prime => call("prime"),
        Measure::Fibonacci => member("fibonaccis"),
        Measure::Factorial => member("factorials"),
        Measure::PowerOf(base) => member(&format!("powers({base})")),
        Measure::LeastDivisor => (format!("min(divisors({}) except <1>)", only(0)), ATOM),
        Measure::LargestFibonacci => (format!("max(k for k in 1..{} if k in fibonaccis)", only(SUM)), ATOM),
        Measure::Not => match of.first() {
            Some(Formula::Join(Sign::Less, both)) => {
                let [a, b] = both.each_ref().map(|part| at_least(part, named, SUM));
                (format!("{a} >= {b}"), COMPARISON)
            }
            _ => (format!("not {}", only(NOT)), NOT),
        },
    }
}
