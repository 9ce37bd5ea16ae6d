//! Laws of two coordinates: the value depends on one number that both make, such as a xor b, or it is a sum or
//! nim-sum of one part for each coordinate.

use super::formula::FormulaOperator::{Add, Divide, Multiply, Remainder, Subtract, Xor};
use super::formula::{Formula, FormulaFunction, call, n};
use super::law::{Draft, EDGE_LINES, Evidence, Law, LawKind};

/// What it costs in bits (see `law.rs`) to choose that number.
const CHOICE: f64 = 4.0;

/// The numbers made of two coordinates on which values may depend. In their formulas, the coordinates are a and b.
fn numbers() -> Vec<Formula> {
    let (a, b) = (n(), Formula::Coordinate(1));
    let join = |operator| a.clone().join(operator, b.clone());
    let of_both = |function| call(function, [a.clone(), b.clone()]);
    let less = |formula: &Formula| formula.clone().join(Subtract, 1);
    vec![
        join(Xor),
        join(Add),
        of_both(FormulaFunction::Min),
        of_both(FormulaFunction::Max),
        call(FormulaFunction::Abs, [join(Subtract)]),
        of_both(FormulaFunction::Gcd),
        join(Multiply),
        of_both(FormulaFunction::NimProduct),
        less(&a).join(Xor, less(&b)),
        of_both(FormulaFunction::BitOr),
        call(FormulaFunction::BitOr, [less(&a), less(&b)]),
        a.clone().times(2).join(Add, b.clone()),
        a.clone().join(Add, b.clone().times(2)),
        a.clone(),
        b.clone(),
    ]
}

/// The simplest law of this kind, if there is one. `of_one` searches for laws of one coordinate.
pub fn pairs(evidence: &Evidence, of_one: &dyn Fn(&Evidence) -> Vec<Law>) -> Vec<Law> {
    let edge = |edge: i128| {
        let laws = numbers().into_iter().filter_map(|number| by_number(evidence, &number, edge, of_one));
        laws.chain(separable(evidence, edge, of_one)).chain(nimhoff(evidence)).min_by_key(Law::size)
    };
    // Fewer exceptions are tried first.
    (0..=EDGE_LINES).find_map(edge).into_iter().collect()
}

/// A law of the values as a function of this number; `None` if they are not a function of it.
fn by_number(evidence: &Evidence, number: &Formula, edge: i128, of_one: &dyn Fn(&Evidence) -> Vec<Law>) -> Option<Law> {
    let mut cells = std::collections::BTreeMap::new();
    for (at, value) in evidence.cells().filter(|(at, _)| evidence.depth(*at) >= edge) {
        if *cells.entry(number.value(at, None)?).or_insert(value) != value {
            return None;
        }
    }
    let mut line = Evidence::line(evidence.truths, cells);
    line.in_rule.clone_from(&evidence.in_rule);
    of_one(&line).into_iter().find_map(|law| {
        let formula = law.formula.substitute(number);
        let kind = if law.kind == LawKind::Repeats { LawKind::Function } else { law.kind };
        let (function, free) = (law.function, law.free);
        evidence.confirm(Draft { kind, formula, function, free, bits: CHOICE + 4.0 * free as f64 })
    })
}

/// The law of Nim with cyclic moves: besides the moves of Nim, any amounts may be taken from both heaps whose sum is less
/// than some h. The value is h·(⌊a/h⌋ xor ⌊b/h⌋) + (a + b) mod h. A. S. Fraenkel and M. Lorberbom, Nimhoff games, 1991.
fn nimhoff(evidence: &Evidence) -> Option<Law> {
    const LARGEST: i128 = 24;
    if evidence.truths {
        return None;
    }
    let (a, b) = (n(), Formula::Coordinate(1));
    evidence.in_rule.iter().copied().chain(3..=LARGEST).find_map(|h| {
        let heaps = a.clone().join(Divide, h).join(Xor, b.clone().join(Divide, h));
        let formula = heaps.times(h).join(Add, a.clone().join(Add, b.clone()).join(Remainder, h));
        let bits = CHOICE + (LARGEST as f64).log2();
        evidence.confirm(Draft { kind: LawKind::Function, formula, function: None, free: 1, bits })
    })
}

/// A law F(a) xor H(b), or F(a) + H(b).
fn separable(evidence: &Evidence, edge: i128, of_one: &dyn Fn(&Evidence) -> Vec<Law>) -> Option<Law> {
    if evidence.truths {
        return None;
    }
    let (first, last) = evidence.ends()?;
    let (a0, b0) = (first[0].max(edge), first[1].max(edge));
    let corner = evidence.at([a0, b0])?;
    [Xor, Add].into_iter().find_map(|operator| {
        let less = |value: i128| if operator == Xor { Some(value ^ corner) } else { value.checked_sub(corner) };
        let join = |a: i128, b: i128| if operator == Xor { Some(a ^ b) } else { a.checked_add(b) };
        let down = |a: i128| evidence.at([a, b0]);
        let right = |b: i128| evidence.at([a0, b]).and_then(less);
        let mut cells = evidence.cells().filter(|(at, _)| evidence.depth(*at) >= edge);
        let fits = |at: [i128; 2]| join(down(at[0])?, right(at[1])?);
        cells.all(|(at, value)| fits(at) == Some(value)).then_some(())?;
        let line = |of: &dyn Fn(i128) -> Option<i128>, from: i128, to: i128| {
            let cells: Option<Vec<(i128, i128)>> = (from..=to).map(|n| Some((n, of(n)?))).collect();
            of_one(&Evidence::line(false, cells?)).into_iter().find(|law| law.function.is_none())
        };
        let (of_a, of_b) = (line(&down, a0, last[0])?, line(&right, b0, last[1])?);
        let formula = of_a.formula.join(operator, of_b.formula.substitute(&Formula::Coordinate(1)));
        let free = of_a.free + of_b.free;
        let bits = CHOICE + 4.0 * free as f64;
        evidence.confirm(Draft { kind: LawKind::Function, formula, function: None, free, bits })
    })
}
