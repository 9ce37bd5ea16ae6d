//! Laws by well-known functions of a number: squares, roots, binary digits, multiples of the golden ratio.

use super::formula::FormulaOperator::{Add, Divide, Equal, Less, Multiply, Power, Remainder, Subtract, Xor};
use super::formula::{Formula, FormulaFunction, call, if_else, n};
use super::law::{Draft, Evidence, Law, LawKind};

/// What it costs in bits (see `law.rs`) to choose a function, and each number in it.
const FUNCTION: f64 = 6.0;
const NUMBER: f64 = 4.0;

/// A formula, and the definition of the function that it recalls, if it recalls one.
pub(super) type Defined = (Formula, Option<Formula>);

/// The exponent of 2 in a number ≥ 1.
pub(super) fn twos() -> Formula {
    call(FormulaFunction::Ones, [call(FormulaFunction::LowBit, [n()]).join(Subtract, 1)])
}

/// floor((p·n + √(d·n²)) / q), where n is the formula `of`.
pub(super) fn multiple(p: i128, d: i128, q: i128, of: &Formula) -> Formula {
    let square = of.clone().join(Power, 2);
    let root = call(FormulaFunction::Root, [square.times(d)]);
    let sum = match p {
        0 => root,
        1.. => of.clone().times(p).join(Add, root),
        _ => root.join(Subtract, of.clone().times(-p)),
    };
    sum.join(Divide, q)
}

/// The smallest term of the Zeckendorf representation, as a recursive function.
pub(super) fn least_zeckendorf() -> Formula {
    let rest = n().join(Subtract, call(FormulaFunction::LargestFibonacci, [n()]));
    if_else(call(FormulaFunction::Fibonacci, [n()]), n(), Formula::Recall(Box::new(rest)))
}

/// The number of prime factors, each as often as it occurs, as a recursive function.
fn prime_factors() -> Formula {
    let rest = n().join(Divide, call(FormulaFunction::LeastDivisor, [n()]));
    let more = Formula::from(1).join(Add, Formula::Recall(Box::new(rest)));
    if_else(n().join(Less, 2), 0.into(), more)
}

fn known() -> Vec<Defined> {
    let ones = call(FormulaFunction::Ones, [n()]);
    let lowest = call(FormulaFunction::LowBit, [n()]);
    let triangle = n().join(Multiply, n().join(Add, 1)).join(Divide, 2);
    let root_of_triangle = call(FormulaFunction::Root, [n().times(8).join(Add, 1)]);
    let plain = [
        n().join(Power, 2),
        n().join(Power, 3),
        triangle,
        Formula::from(2).join(Power, n()),
        Formula::from(3).join(Power, n()),
        call(FormulaFunction::Root, [n()]),
        root_of_triangle.join(Subtract, 1).join(Divide, 2),
        n().join(Xor, n().join(Divide, 2)),
        n().join(Xor, n().times(2)),
        ones.clone(),
        ones.join(Remainder, 2),
        twos(),
        twos().join(Remainder, 2),
        lowest,
        multiple(1, 5, 2, &n()),
        multiple(0, 2, 1, &n()),
        multiple(0, 3, 1, &n()),
    ];
    let least_prime = call(FormulaFunction::LeastDivisor, [n()]);
    let plain = plain.into_iter().chain([call(FormulaFunction::Primes, [least_prime.clone()]), least_prime]);
    let mut known: Vec<Defined> = plain.map(|formula| (formula, None)).collect();
    known.push((Formula::Recall(Box::new(n())), Some(prime_factors())));
    known
}

/// The simplest law a·f(n + s) + b·n + c with a known function f, or n xor c; for all n, or for those that leave another
/// remainder than some whose values are all the same.
pub fn functions(evidence: &Evidence) -> Option<Law> {
    let all = drafts(evidence).into_iter().chain(xor(evidence));
    let whole = all.filter_map(|draft| evidence.confirm(draft)).min_by_key(Law::size);
    whole.or_else(|| {
        let classes = (2..=3).flat_map(|modulus| (0..modulus).map(move |residue| (modulus, residue)));
        let drafts = classes.flat_map(|(modulus, residue)| beside(evidence, modulus, residue));
        drafts.filter_map(|draft| evidence.confirm(draft)).min_by_key(Law::size)
    })
}

/// The laws a·f(n + s) + b·n + c that the last values follow.
fn drafts(evidence: &Evidence) -> Vec<Draft> {
    let laws = known().into_iter().flat_map(|defined| [0, 1, -1].map(|shift| (defined.clone(), shift)));
    let found = laws.filter_map(|((formula, function), shift)| {
        let shifted = formula.substitute(&n().join(Add, shift));
        line_of(evidence, &shifted, function.as_ref(), usize::from(shift != 0))
    });
    found.collect()
}

/// Such laws of the numbers that do not leave this remainder, if those that do have one value.
fn beside(evidence: &Evidence, modulus: i128, residue: i128) -> Vec<Draft> {
    let (inside, others): (Vec<_>, Vec<_>) =
        evidence.cells().map(|([n, _], value)| (n, value)).partition(|(n, _)| n.rem_euclid(modulus) == residue);
    let Some((_, same)) = inside.last().filter(|(_, last)| inside.iter().skip(2).all(|(_, value)| value == last))
    else {
        return Vec::new();
    };
    let condition = n().join(Remainder, modulus).join(Equal, residue);
    let joined = |draft: Draft| Draft {
        formula: if_else(condition.clone(), (*same).into(), draft.formula),
        free: draft.free + 2,
        bits: draft.bits + 2.0 * NUMBER,
        ..draft
    };
    drafts(&Evidence::line(false, others)).into_iter().map(joined).collect()
}

/// A law such as `n xor 5`; the number is taken from the last value.
fn xor(evidence: &Evidence) -> Option<Draft> {
    let (at, value) = evidence.cells().next_back()?;
    let number = (at[0] >= 0 && value >= 0).then_some(at[0] ^ value)?;
    let formula = n().join(Xor, number);
    Some(Draft { kind: LawKind::Function, formula, function: None, free: 1, bits: FUNCTION + NUMBER })
}

/// `a*f + b*n + c`, if that is what the last values are.
fn line_of(evidence: &Evidence, formula: &Formula, function: Option<&Formula>, shifted: usize) -> Option<Draft> {
    const LOOK: usize = 12;
    let last: Vec<([i128; 2], i128, i128)> = evidence
        .cells()
        .rev()
        .take(LOOK.max(evidence.len() / 2))
        .map(|(at, seen)| Some((at, formula.value(at, function)?, seen)))
        .collect::<Option<_>>()?;
    let (at, value, seen) = *last.first()?;
    let line = |a: i128, b: i128, c: i128, at: [i128; 2], value: i128| {
        a.checked_mul(value)?.checked_add(b.checked_mul(at[0])?)?.checked_add(c)
    };
    // Where the function is constant, a line says the same.
    if last.iter().all(|other| other.1 == value) {
        return None;
    }
    let slopes = [0, 1, -1, 2, -2, 3, 4];
    let pairs = [1, -1, 2, 3, -2].into_iter().flat_map(|a| slopes.map(|b| (a, b)));
    let (a, b, c) = pairs.into_iter().find_map(|(a, b)| {
        let c = seen.checked_sub(line(a, b, 0, at, value)?)?;
        last.iter().all(|(at, value, seen)| line(a, b, c, *at, *value) == Some(*seen)).then_some((a, b, c))
    })?;
    let free = usize::from(a != 1) + usize::from(b != 0) + usize::from(c != 0) + shifted;
    let slope = if b == 0 { Formula::from(0) } else { n().times(b) };
    let written = match a {
        _ if a < 0 && b != 0 => {
            let constant = slope.join(Add, c);
            constant.join(Subtract, formula.clone().times(-a))
        }
        _ if a < 0 => Formula::from(c).join(Subtract, formula.clone().times(-a)),
        _ => slope.join(Add, formula.clone().times(a)).join(Add, c),
    };
    let bits = FUNCTION + NUMBER * free as f64;
    Some(Draft { kind: LawKind::Function, formula: written, function: function.cloned(), free, bits })
}
