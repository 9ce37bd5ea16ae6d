//! Polynomials, and recurrences on the values just before, such as that of the Fibonacci numbers.

use super::formula::FormulaOperator::{Add, Divide, Less, Multiply, Power, Subtract};
use super::formula::{Formula, if_else, n};
use super::law::{Draft, Evidence, Law, LawKind};

const LARGEST_DEGREE: usize = 5;
const LARGEST_ORDER: usize = 4;
/// What it costs in bits (see `law.rs`) to choose a number in a formula, and the formula.
const NUMBER: f64 = 3.0;
const CHOICE: f64 = 2.0;

/// A polynomial of small degree, found by repeated differences.
pub fn polynomial(evidence: &Evidence) -> Option<Law> {
    if !evidence.is_whole() || evidence.truths {
        return None;
    }
    let first = evidence.ends()?.0[0];
    let mut rows = vec![evidence.values().to_vec()];
    for degree in 1..=LARGEST_DEGREE {
        let row = rows.last()?;
        let next: Vec<i128> = row.windows(2).map(|pair| pair[1].checked_sub(pair[0])).collect::<Option<_>>()?;
        let constant = next.first().is_some_and(|first| next.iter().all(|other| other == first));
        rows.push(next);
        if constant {
            let leading: Vec<i128> = rows.iter().map(|row| row[0]).collect();
            let formula = newton(&leading, first)?;
            let free = degree + 1;
            let bits = CHOICE + NUMBER * free as f64;
            return evidence.confirm(Draft { kind: LawKind::Polynomial, formula, function: None, free, bits });
        }
    }
    None
}

/// The polynomial with these differences at `first`, over one denominator, its highest power first.
fn newton(differences: &[i128], first: i128) -> Option<Formula> {
    let degree = differences.len() - 1;
    let factorial: i128 = (1..=degree as i128).product();
    let mut coefficients = vec![0_i128; degree + 1];
    // (n − first)(n − first − 1)…, times d!/k!.
    let mut basis = vec![1_i128];
    let mut divisor = 1;
    for (k, difference) in (0..).zip(differences) {
        let factor = (factorial / divisor).checked_mul(*difference)?;
        for (power, coefficient) in basis.iter().enumerate() {
            coefficients[power] = coefficients[power].checked_add(coefficient.checked_mul(factor)?)?;
        }
        let root = first.checked_add(k)?;
        let mut next = vec![0_i128; basis.len() + 1];
        for (power, coefficient) in basis.iter().enumerate() {
            next[power + 1] = next[power + 1].checked_add(*coefficient)?;
            next[power] = next[power].checked_sub(coefficient.checked_mul(root)?)?;
        }
        basis = next;
        divisor *= k + 1;
    }
    let common = coefficients.iter().fold(factorial, |common, c| crate::nim::gcd(common, c.checked_abs().unwrap_or(1)));
    let terms =
        (0..=degree as i128).rev().zip(coefficients.into_iter().rev()).filter(|(_, coefficient)| *coefficient != 0);
    let sum = terms.fold(Formula::from(0), |sum, (power, coefficient)| {
        let coefficient = coefficient / common;
        let negative = coefficient < 0 && sum != Formula::from(0);
        let factor = Formula::from(if negative { -coefficient } else { coefficient });
        let term = match power {
            0 => factor,
            _ => factor.join(Multiply, n().join(Power, power)),
        };
        sum.join(if negative { Subtract } else { Add }, term)
    });
    Some(sum.join(Divide, factorial / common))
}

/// f(n) = c₁·f(n−1) + … + c_d·f(n−d), or f(n) = (a·n + b)·f(n−1).
pub fn recurrence(evidence: &Evidence) -> Option<Law> {
    if !evidence.is_whole() || evidence.truths {
        return None;
    }
    factor(evidence).or_else(|| (1..=LARGEST_ORDER).find_map(|order| linear(evidence, order)))
}

fn linear(evidence: &Evidence, order: usize) -> Option<Law> {
    let values = evidence.values();
    if values.len() < 2 * order {
        return None;
    }
    let plain = vec![1; order];
    let fits = |factors: &[i128]| {
        values.windows(order + 1).all(|window| {
            let terms = window[..order].iter().rev().zip(factors).map(|(value, factor)| value.checked_mul(*factor));
            terms.sum::<Option<i128>>() == Some(window[order])
        })
    };
    // In a plain sum of the values before, no factor was chosen.
    let (factors, chosen) = match () {
        () if order > 1 && fits(&plain) => (plain, 0),
        () => (solved(values, order).filter(|factors| fits(factors))?, order),
    };
    let before = |back: i128| Formula::Recall(Box::new(n().join(Subtract, back)));
    let terms = (1..).zip(&factors).filter(|(_, factor)| **factor != 0);
    let body = terms.fold(Formula::from(0), |sum, (back, factor)| {
        let negative = *factor < 0 && sum != Formula::from(0);
        let term = before(back).times(if negative { -factor } else { *factor });
        sum.join(if negative { Subtract } else { Add }, term)
    });
    let bits = CHOICE + NUMBER * chosen as f64;
    law(evidence, body, order, chosen, bits)
}

/// A recurrence such as `(2*n + 1) * f(n-1)`; factorials follow one of this kind.
fn factor(evidence: &Evidence) -> Option<Law> {
    let (values, first) = (evidence.values(), evidence.ends()?.0[0]);
    let ratio = |index: usize| {
        let (before, value) = (*values.get(index - 1)?, *values.get(index)?);
        (before != 0 && value % before == 0).then(|| value / before)
    };
    let ratios: Vec<i128> = (1..values.len()).map(ratio).collect::<Option<_>>()?;
    let a = ratios.get(1)?.checked_sub(ratios[0])?;
    let line = ratios.windows(2).all(|pair| pair[1].checked_sub(pair[0]) == Some(a));
    let b = ratios[0].checked_sub(a.checked_mul(first + 1)?)?;
    if !line || a == 0 {
        return None;
    }
    let factor = n().times(a).join(Add, b);
    let chosen = usize::from(a != 1) + usize::from(b != 0);
    let body = factor.join(Multiply, Formula::Recall(Box::new(n().join(Subtract, 1))));
    law(evidence, body, 1, chosen, CHOICE + NUMBER * chosen as f64)
}

/// The law of a recurrence that fits all values, if there are enough of them to believe it.
fn law(evidence: &Evidence, body: Formula, order: usize, chosen: usize, bits: f64) -> Option<Law> {
    let (first, values) = (evidence.ends()?.0[0], evidence.values());
    let given = values[..order].to_vec();
    let table = match &given[..] {
        [one, rest @ ..] if rest.iter().all(|other| other == one) => Formula::from(*one),
        several => Formula::Entry(several.to_vec(), Box::new(n().join(Subtract, first))),
    };
    let function = if_else(n().join(Less, first + order as i128), table, body);
    let (free, fits) = (order + chosen, values.len());
    let given: f64 = given.iter().map(|value| (value.unsigned_abs() as f64 + 2.0).log2()).sum();
    evidence.is_enough(fits, free, bits + given).then(|| Law {
        kind: LawKind::Recurrence,
        formula: Formula::Recall(Box::new(n())),
        function: Some(function),
        from: first,
        free,
        fits,
    })
}

/// The factors of a linear recurrence, if they are whole numbers: the linear equations that the first 2·order
/// values give, solved without fractions.
fn solved(values: &[i128], order: usize) -> Option<Vec<i128>> {
    let mut rows: Vec<Vec<i128>> = (order..2 * order)
        .map(|index| (1..=order).map(|back| values[index - back]).chain([values[index]]).collect())
        .collect();
    for column in 0..order {
        let pivot = (column..order).find(|row| rows[*row][column] != 0)?;
        rows.swap(column, pivot);
        let chosen = rows[column].clone();
        for row in rows.iter_mut().enumerate().filter(|(index, _)| *index != column).map(|(_, row)| row) {
            let (own, other) = (chosen[column], row[column]);
            for (entry, chosen) in row.iter_mut().zip(&chosen) {
                *entry = entry.checked_mul(own)?.checked_sub(chosen.checked_mul(other)?)?;
            }
        }
    }
    (0..order)
        .map(|index| (rows[index][order] % rows[index][index] == 0).then(|| rows[index][order] / rows[index][index]))
        .collect()
}
