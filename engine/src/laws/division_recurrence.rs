//! Recurrences by division: the value at n follows from the value at n/2, n/3, …, by a rule for each last digit of
//! n in that base.

use super::formula::FormulaOperator::{Add, Divide, Equal, Less, Remainder, Subtract};
use super::formula::{Formula, if_else, n};
use super::law::{Draft, Evidence, Law, LawKind};
use crate::sorting::sort_by_key;

/// What it costs in bits (see `law.rs`) to choose a recurrence, and the rule of each digit.
const RECURRENCE: f64 = 6.0;
const RULE: f64 = 5.0;
/// The numbers by which n is divided.
const BASES: [i128; 11] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
/// A law has at most this many different rules for digits, unless the rules differ in the constant only.
const MOST_RULES: usize = 3;

/// The last place where a recurrence may begin, apart from the first number of two digits.
const LATEST: i128 = 4;

/// The rule G(n) = value·G(m) + place·m + constant for the numbers n with one last digit. Here m is n divided by
/// the base, rounded down or up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DigitRule {
    value: i128,
    place: i128,
    constant: i128,
}

/// The factors of G(m) and of m that are tried, the simplest first.
fn slopes(base: i128) -> Vec<(i128, i128)> {
    vec![(0, 0), (1, 0), (0, 1), (-1, 0), (base, 0), (0, base), (1, 1), (1, base - 1), (2, 0), (base, 1), (0, 2)]
}

/// The simplest recurrence that the evidence follows.
pub fn division_recurrence(evidence: &Evidence) -> Option<Law> {
    if !evidence.is_whole() || evidence.ends()?.0[0] < 0 {
        return None;
    }
    let bases = evidence.in_rule.iter().copied().chain(BASES);
    let laws = bases.flat_map(|base| [(base, 0), (base, base - 1)]).filter_map(|(base, shift)| {
        let reduced = n().join(Add, shift).join(Divide, base);
        let rules: Vec<DigitRule> = (0..base).map(|digit| rule(evidence, base, shift, digit)).collect::<Option<_>>()?;
        // If no rule uses G(m), it is not a recurrence.
        rules.iter().any(|rule| rule.value != 0).then_some(())?;
        let starts = [1, 2, 3, LATEST, base].into_iter().filter(|start| shift == 0 || *start > 1);
        starts.filter_map(|start| law(evidence, &rules, &reduced, base, start)).min_by_key(Law::size)
    });
    laws.min_by_key(Law::size)
}

/// The rule that fits all numbers with this last digit, apart from the first ones.
fn rule(evidence: &Evidence, base: i128, shift: i128, digit: i128) -> Option<DigitRule> {
    let (first, last) = evidence.ends()?;
    let fewest = first[0].max(base).max(LATEST);
    let top = last[0] - (last[0] - digit).rem_euclid(base);
    let reduced = |n: i128| (n + shift).div_euclid(base);
    slopes(base).into_iter().find_map(|(value, place)| {
        let rest = |n: i128| {
            let known = value.checked_mul(evidence.get(reduced(n))?)?.checked_add(place * reduced(n))?;
            evidence.get(n)?.checked_sub(known)
        };
        let constant = rest(top)?;
        let mut places = (0..).map(|k| top - k * base).take_while(|n| *n >= fewest);
        places.all(|n| rest(n) == Some(constant)).then_some(DigitRule { value, place, constant })
    })
}

/// The law with these rules from `start` on, and the values before it in a table.
fn law(evidence: &Evidence, rules: &[DigitRule], reduced: &Formula, base: i128, start: i128) -> Option<Law> {
    let (body, count) = by_digit(rules, reduced, base)?;
    let first = evidence.ends()?.0[0];
    let before: Vec<i128> = (first..start).map(|n| evidence.get(n)).collect::<Option<_>>()?;
    // Repeated division must lead from every n into the table: each step must give a smaller place, and not one
    // before the table.
    let is_met = (start..start.saturating_mul(base)).all(|n| {
        let smaller = reduced.value([n, 0], None);
        smaller.is_some_and(|smaller| smaller < n && smaller >= first)
    });
    let table = match &before[..] {
        [] => None,
        [one, rest @ ..] if rest.iter().all(|other| other == one) => Some(Formula::from(*one)),
        several => Some(Formula::Entry(several.to_vec(), Box::new(n().join(Subtract, first)))),
    };
    let table = table.filter(|_| is_met)?;
    let function = if_else(n().join(Less, start), table, body);
    let free = before.len() + count;
    let bits = RECURRENCE + RULE * count as f64 + evidence.bits_of_choice() * before.len() as f64;
    let recalled = Formula::Recall(Box::new(n()));
    // For truth values, the law is that the function is 1.
    let formula = if evidence.truths { recalled.join(Equal, 1) } else { recalled };
    evidence.confirm(Draft { kind: LawKind::Recurrence, formula, function: Some(function), free, bits })
}

/// All rules as one formula, and how many numbers were chosen for it. `None` if there are too many different rules.
fn by_digit(rules: &[DigitRule], reduced: &Formula, base: i128) -> Option<(Formula, usize)> {
    let digit = || n().join(Remainder, base);
    let one = rules.first()?;
    if rules.iter().all(|rule| (rule.value, rule.place) == (one.value, one.place)) {
        let constants: Vec<i128> = rules.iter().map(|rule| rule.constant).collect();
        let begun = written(DigitRule { constant: 0, ..*one }, reduced);
        let (last, count) = match &constants[..] {
            all if all.iter().all(|other| *other == all[0]) => (all[0].into(), 1),
            all if (0..).zip(all).all(|(digit, constant)| digit == *constant) => (digit(), 1),
            all => (Formula::Entry(all.to_vec(), Box::new(digit())), all.len()),
        };
        return Some((begun.join(Add, last), count + usize::from((one.value, one.place) != (1, 0))));
    }
    // The rule of most digits comes last, without a condition.
    let mut different: Vec<(DigitRule, Vec<i128>)> = Vec::new();
    for (digit, rule) in (0..).zip(rules) {
        match different.iter_mut().find(|(other, _)| other == rule) {
            Some((_, digits)) => digits.push(digit),
            None => different.push((*rule, vec![digit])),
        }
    }
    sort_by_key(&mut different, |(_, digits)| digits.len());
    if different.len() > MOST_RULES {
        return None;
    }
    let (most, others) = different.split_last()?;
    let formula = others.iter().rev().fold(written(most.0, reduced), |otherwise, (rule, digits)| {
        let condition = match &digits[..] {
            [only] => digit().join(Equal, *only),
            several => Formula::Among(Box::new(digit()), several.to_vec()),
        };
        if_else(condition, written(*rule, reduced), otherwise)
    });
    let digits: usize = others.iter().map(|(_, digits)| digits.len()).sum();
    Some((formula, 2 * different.len() + digits))
}

/// The formula of a rule, where `reduced` is the formula of m.
fn written(rule: DigitRule, reduced: &Formula) -> Formula {
    let recalled = || Formula::Recall(Box::new(reduced.clone()));
    let value = match rule.value {
        0 => Formula::from(0),
        value if value < 0 => return Formula::from(rule.constant).join(Subtract, recalled()),
        value => recalled().times(value),
    };
    let place = if rule.place == 0 { 0.into() } else { reduced.clone().times(rule.place) };
    value.join(Add, place).join(Add, rule.constant)
}
