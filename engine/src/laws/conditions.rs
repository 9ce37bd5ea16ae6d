//! Laws made of known conditions such as `n % 3 == 0`. `conditions` explains truth values by one, two or three
//! conditions, joined by `and` and `or`. `cases` explains evidence with few different values by deciding between
//! them: if one condition holds, the value is 0, otherwise if another holds, 1, and so on. The places where a
//! condition holds are kept as bits, which makes trying many combinations fast.

use super::formula::FormulaOperator::{
    Add, And, Divide, Equal, Less, Multiply, Or, Power, Remainder, Subtract, Unequal,
};
use super::formula::{Formula, FormulaFunction, FormulaOperator, call, if_else, n};
use super::functions::{Defined, least_zeckendorf, multiple, twos};
use super::law::{Draft, EDGE_LINES, Evidence, Law, LawKind};

/// What it costs in bits (see `law.rs`) to choose a condition, and to join it. `FIRST` is subtracted, so that a
/// single condition is believed more easily.
const CONDITION: f64 = 6.5;
const JOINED: f64 = 1.0;
const FIRST: f64 = 4.0;
/// At most this many pairs that fit are compared, and the shortest formula of these is taken.
const ALIKE: usize = 40;
/// `cases` explains at most this many different values.
const VALUES: usize = 4;
/// How many places at the beginning, or lines at the edge of a field, may be exceptions: first none is tried, then as
/// many as there may be at an edge.
const SKIPPED: [i128; 2] = [0, EDGE_LINES];

/// A condition, and the places of the evidence where it holds.
struct Condition {
    formula: Formula,
    /// The definition of the function that the formula recalls, if it recalls one.
    function: Option<Formula>,
    holds: PlaceBits,
}

/// A set of places of the evidence: bit i stands for the i-th of them.
#[derive(Clone, PartialEq)]
struct PlaceBits(Vec<u64>);

impl PlaceBits {
    fn of(truths: impl Iterator<Item = bool>) -> PlaceBits {
        let mut words = Vec::new();
        for (index, truth) in truths.enumerate() {
            if index.is_multiple_of(64) {
                words.push(0);
            }
            if let (true, Some(word)) = (truth, words.last_mut()) {
                *word |= 1 << (index % 64);
            }
        }
        PlaceBits(words)
    }

    fn join(&self, other: &PlaceBits, join: impl Fn(u64, u64) -> u64) -> PlaceBits {
        PlaceBits(self.0.iter().zip(&other.0).map(|(a, b)| join(*a, *b)).collect())
    }

    fn and(&self, other: &PlaceBits) -> PlaceBits {
        self.join(other, |a, b| a & b)
    }

    fn except(&self, other: &PlaceBits) -> PlaceBits {
        self.join(other, |a, b| a & !b)
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Are the two sets equal within the mask?
    fn agrees(&self, other: &PlaceBits, mask: &PlaceBits) -> bool {
        self.0.iter().zip(&other.0).zip(&mask.0).all(|((a, b), mask)| (a ^ b) & mask == 0)
    }
}

/// The places where `a and b` holds, or `a or b`.
fn joined(operator: FormulaOperator, a: &PlaceBits, b: &PlaceBits) -> PlaceBits {
    a.join(b, if operator == And { |a, b| a & b } else { |a, b| a | b })
}

/// The conditions that are tried. Their negations are added by `all`.
fn known(evidence: &Evidence) -> Vec<Defined> {
    let coordinates = evidence.coordinates;
    let plain = if coordinates == 1 { of_one(&evidence.in_rule) } else { of_two(&evidence.in_rule) };
    let mut known: Vec<Defined> = plain.into_iter().map(|formula| (formula, None)).collect();
    if coordinates == 2 {
        let least = Formula::Recall(Box::new(n()));
        known.push((Formula::Coordinate(1).join(Less, least), Some(least_zeckendorf())));
    }
    known
}

/// The divisors that occur in the rule come first, so that they are preferred.
fn of_one(in_rule: &[i128]) -> Vec<Formula> {
    let modulo = |m: i128, r: i128| n().join(Remainder, m).join(Equal, r);
    let mut known = vec![n().join(Less, 1), n().join(Less, 2)];
    known.extend(in_rule.iter().copied().chain(2..=6).flat_map(|m| (0..m).map(move |r| modulo(m, r))));
    let evil = call(FormulaFunction::Ones, [n()]).join(Remainder, 2).join(Equal, 0);
    known.extend([evil, twos().join(Remainder, 2).join(Equal, 0)]);
    for shift in [0, 1, -1, 2] {
        let place = n().join(Add, shift);
        let triangle = place.clone().times(8).join(Add, 1);
        let functions =
            [FormulaFunction::Square, FormulaFunction::Prime, FormulaFunction::Fibonacci, FormulaFunction::Factorial];
        known.extend(functions.map(|function| call(function, [place.clone()])));
        known.extend([2, 3, 4].map(|base| call(FormulaFunction::PowerOf(base), [place.clone()])));
        known.push(call(FormulaFunction::Square, [triangle]));
        // n is floor(k·α) for some k if floor((n+1)/α) is more than floor(n/α); α is the golden ratio or √2.
        let next = place.clone().join(Add, 1);
        let ratios: [&dyn Fn(&Formula) -> Formula; 2] = [&|of| multiple(-1, 5, 2, of), &|of| {
            call(FormulaFunction::Root, [of.clone().join(Power, 2).join(Divide, 2)])
        }];
        known.extend(ratios.map(|ratio| ratio(&place).join(Less, ratio(&next))));
    }
    known
}

fn of_two(in_rule: &[i128]) -> Vec<Formula> {
    let (a, b) = (n(), Formula::Coordinate(1));
    let (less, more) =
        (call(FormulaFunction::Min, [a.clone(), b.clone()]), call(FormulaFunction::Max, [a.clone(), b.clone()]));
    let distance = call(FormulaFunction::Abs, [a.clone().join(Subtract, b.clone())]);
    let zero = |formula: &Formula| formula.clone().join(Equal, 0);
    let modulo = |formula: &Formula, m: i128| formula.clone().join(Remainder, m);
    let sum = a.clone().join(Add, b.clone());
    let by_rule = in_rule.iter().flat_map(|m| [&a, &b].map(|number| zero(&modulo(number, *m))));
    let mut known: Vec<Formula> = by_rule.collect();
    known.extend([
        zero(&a),
        zero(&b),
        zero(&less),
        a.clone().join(Equal, b.clone()),
        a.clone().join(Less, b.clone()),
        zero(&modulo(&sum, 2)),
        zero(&modulo(&a, 2)),
        zero(&modulo(&b, 2)),
        zero(&modulo(&less, 2)),
        zero(&modulo(&a, 3)),
        zero(&modulo(&b, 3)),
        zero(&modulo(&a, 4)),
        zero(&modulo(&b, 4)),
        zero(&modulo(&sum, 3)),
        zero(&modulo(&distance, 3)),
        modulo(&a, 4).join(Less, 2),
        modulo(&b, 4).join(Less, 2),
        zero(&modulo(&sum, 4)),
        twos().join(Remainder, 2).join(Equal, 0),
        call(FormulaFunction::Gcd, [a.clone(), b.clone()]).join(Equal, 1),
        a.clone().join(Add, 1).join(Equal, b.clone()),
        a.clone().times(2).join(Less, b.clone()),
        more.join(Less, less.clone().times(2)),
    ]);
    // The larger is less than φ times the smaller.
    let square = |formula: &Formula| formula.clone().join(Power, 2);
    let squares = call(FormulaFunction::Abs, [square(&a).join(Subtract, square(&b))]);
    known.push(squares.join(Less, a.join(Multiply, b)));
    // Fraenkel's r-Wythoff: the smaller is floor(k·(2 − r + √(r² + 4))/2), where the difference is r·k.
    known.push(less.clone().join(Equal, multiple(1, 5, 2, &distance)));
    known.extend((2..=5).map(|r| {
        let k = distance.clone().join(Divide, r);
        let pair = less.clone().join(Equal, multiple(2 - r, r * r + 4, 2, &k));
        zero(&modulo(&distance, r)).join(And, pair)
    }));
    known
}

/// All known conditions and their negations, without those that hold nowhere or at the same places as another.
fn all(evidence: &Evidence) -> Vec<Condition> {
    let mut conditions: Vec<Condition> = Vec::new();
    for (formula, function) in known(evidence) {
        let truth = |at| formula.value(at, function.as_ref()) == Some(1);
        let holds = PlaceBits::of(evidence.cells().map(|(at, _)| truth(at)));
        let fails = PlaceBits::of(evidence.cells().map(|(at, _)| !truth(at)));
        let negated = match &formula {
            Formula::Join(Equal, both) => Formula::Join(Unequal, both.clone()),
            other => call(FormulaFunction::Not, [other.clone()]),
        };
        for (formula, holds) in [(formula, holds), (negated, fails)] {
            if !holds.is_empty() && conditions.iter().all(|known| known.holds != holds) {
                conditions.push(Condition { formula, function: function.clone(), holds });
            }
        }
    }
    conditions
}

/// The places that are at least `skipped` away from the edge.
fn mask(evidence: &Evidence, skipped: i128) -> PlaceBits {
    PlaceBits::of(evidence.cells().map(|(at, _)| evidence.depth(at) >= skipped))
}

/// A law for truth values: the shortest single condition that holds exactly where the evidence is true; if there is
/// none, two conditions joined, and then three.
pub fn conditions(evidence: &Evidence) -> Option<Law> {
    // What is the same at all places is no condition.
    if evidence.distinct().len() < 2 {
        return None;
    }
    let conditions = all(evidence);
    let wanted = PlaceBits::of(evidence.cells().map(|(_, value)| value == 1));
    SKIPPED.iter().find_map(|skipped| {
        let search = ConditionSearch { evidence, wanted: &wanted, mask: mask(evidence, *skipped) };
        let alone = conditions.iter().filter(|a| a.holds.agrees(&wanted, &search.mask));
        let one = alone.into_iter().filter_map(|a| search.found(a.formula.clone(), &[a])).min_by_key(Law::size);
        one.or_else(|| {
            // A part of an `or` must hold only where the truth is wanted, a part of an `and` wherever it is wanted.
            let operators = [And, Or];
            let parts = operators.map(|operator| {
                conditions.iter().filter(|a| search.can_be_part(operator, &a.holds)).collect::<Vec<_>>()
            });
            let two = operators.into_iter().zip(&parts).filter_map(|(operator, parts)| search.two(operator, parts));
            let two = two.min_by_key(Law::size);
            two.or_else(|| {
                let outer = operators.into_iter().zip(&parts);
                outer.into_iter().find_map(|(operator, parts)| search.three(operator, parts, &conditions))
            })
        })
    })
}

/// The truths that conditions are to reproduce, and the mask of the places where they must.
struct ConditionSearch<'e> {
    evidence: &'e Evidence,
    wanted: &'e PlaceBits,
    mask: PlaceBits,
}

impl ConditionSearch<'_> {
    /// Can a condition that holds at these places be a part of what is joined by this operator?
    fn can_be_part(&self, operator: FormulaOperator, holds: &PlaceBits) -> bool {
        let words = holds.0.iter().zip(&self.wanted.0).zip(&self.mask.0);
        match operator {
            And => words.into_iter().all(|((holds, wanted), mask)| wanted & !holds & mask == 0),
            _ => words.into_iter().all(|((holds, wanted), mask)| holds & !wanted & mask == 0),
        }
    }

    /// The shortest law `a and b`, or `a or b`.
    fn two(&self, operator: FormulaOperator, parts: &[&Condition]) -> Option<Law> {
        let agree =
            |(a, b): &(&Condition, &Condition)| joined(operator, &a.holds, &b.holds).agrees(self.wanted, &self.mask);
        let law =
            |(a, b): (&Condition, &Condition)| self.found(a.formula.clone().join(operator, b.formula.clone()), &[a, b]);
        pairs_of(parts).filter(agree).take(ALIKE).filter_map(law).min_by_key(Law::size)
    }

    /// A law `a or b and c`, `a and (b or c)`, `a and b and c` or `a or b or c`: the first one found.
    fn three(&self, outer: FormulaOperator, parts: &[&Condition], conditions: &[Condition]) -> Option<Law> {
        let every: Vec<&Condition> = conditions.iter().collect();
        let other = if outer == And { Or } else { And };
        let mixed = pairs_of(&every).map(|(b, c)| (other, b, c));
        let alike = pairs_of(parts).map(|(b, c)| (outer, b, c));
        mixed.chain(alike).find_map(|(inner, b, c)| {
            let pair = joined(inner, &b.holds, &c.holds);
            self.can_be_part(outer, &pair).then_some(())?;
            let a = parts.iter().find(|a| joined(outer, &a.holds, &pair).agrees(self.wanted, &self.mask))?;
            let inside = b.formula.clone().join(inner, c.formula.clone());
            self.found(a.formula.clone().join(outer, inside), &[a, b, c])
        })
    }

    /// The law of these conditions, if there are enough values to believe it.
    fn found(&self, formula: Formula, conditions: &[&Condition]) -> Option<Law> {
        let function = conditions.iter().find_map(|condition| condition.function.clone());
        let count = conditions.len();
        let bits = (CONDITION + JOINED) * count as f64 - FIRST;
        self.evidence.confirm(Draft { kind: LawKind::Cases, formula, function, free: count, bits })
    }
}

/// All pairs of two different conditions.
fn pairs_of<'c>(conditions: &'c [&'c Condition]) -> impl Iterator<Item = (&'c Condition, &'c Condition)> {
    conditions.iter().enumerate().flat_map(|(index, a)| conditions[index + 1..].iter().map(move |b| (*a, *b)))
}

/// A law for evidence with few different values, decided by conditions: `if … then 0 else if … then 1 else 2`.
pub fn cases(evidence: &Evidence) -> Option<Law> {
    let distinct = evidence.distinct();
    if !(2..=VALUES).contains(&distinct.len()) {
        return None;
    }
    let conditions = all(evidence);
    let classes: Vec<(i128, PlaceBits)> = distinct
        .iter()
        .map(|(value, _)| (*value, PlaceBits::of(evidence.cells().map(|(_, seen)| seen == *value))))
        .collect();
    SKIPPED.iter().find_map(|skipped| {
        let left = mask(evidence, *skipped);
        (1..VALUES).find_map(|most| {
            let formula = decided(&conditions, &classes, &left, most)?;
            let (free, bits) = (2 * most + 1, (CONDITION + 2.0) * most as f64);
            evidence.confirm(Draft { kind: LawKind::Cases, formula, function: None, free, bits })
        })
    })
}

/// A formula that is right at all places of `left`, with at most `most` conditions.
fn decided(conditions: &[Condition], classes: &[(i128, PlaceBits)], left: &PlaceBits, most: usize) -> Option<Formula> {
    let mut values = classes.iter().filter(|(_, class)| !class.and(left).is_empty()).map(|(value, _)| *value);
    let first = values.next()?;
    let others = values.count();
    if others == 0 {
        return Some(first.into());
    }
    // Each condition separates at most one value from the others.
    let rest = most.checked_sub(1).filter(|_| others <= most)?;
    let usable = conditions.iter().filter(|condition| condition.function.is_none());
    usable.into_iter().find_map(|condition| {
        let taken = condition.holds.and(left);
        let other = left.except(&taken);
        if taken.is_empty() || other.is_empty() {
            return None;
        }
        // The conditions include their negations, so only the case that the first part is the simpler one is tried.
        (0..=rest / 2).find_map(|few| {
            let then = decided(conditions, classes, &taken, few)?;
            Some(if_else(condition.formula.clone(), then, decided(conditions, classes, &other, rest - few)?))
        })
    })
}
