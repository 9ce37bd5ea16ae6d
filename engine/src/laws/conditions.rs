//! Laws made of known conditions such as `n % 3 == 0`. `conditions` explains truth values by one, two or three
//! conditions, joined by `and` and `or`. `cases` explains evidence with few different values by deciding between
//! them: if one condition holds, the value is 0, otherwise if another holds, 1, and so on. The places where a
//! condition holds are kept as bits, which makes trying many combinations fast.

use super::evidence::Evidence;
use super::formula::{Formula, Measure, Sign, if_else, measured, n};
use super::functions::{Defined, least_zeckendorf, multiple, twos};
use super::law::{Draft, Law, LawKind};

/// What it costs in bits (see `law.rs`) to choose a condition, and to join it. `FIRST` is subtracted, so that a
/// single condition is believed more easily.
const CONDITION: f64 = 6.5;
const JOINED: f64 = 1.0;
const FIRST: f64 = 4.0;
/// At most this many pairs that fit are compared, and the shortest formula of these is taken.
const ALIKE: usize = 40;
/// `cases` explains at most this many different values.
const VALUES: usize = 4;
/// How many places at the beginning, or lines at the edge of a field, may be exceptions: first none is tried, then
/// two.
const SKIPPED: [i128; 2] = [0, 2];

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

    fn is_none(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Are the two sets equal within the mask?
    fn agrees(&self, other: &PlaceBits, mask: &PlaceBits) -> bool {
        self.0.iter().zip(&other.0).zip(&mask.0).all(|((a, b), mask)| (a ^ b) & mask == 0)
    }
}

/// The places where `a and b` holds, or `a or b`.
fn joined(sign: Sign, a: &PlaceBits, b: &PlaceBits) -> PlaceBits {
    a.join(b, if sign == Sign::And { |a, b| a & b } else { |a, b| a | b })
}

/// The conditions that are tried. Their negations are added by `all`.
fn known(coordinates: usize) -> Vec<Defined> {
    let plain = if coordinates == 1 { of_one() } else { of_two() };
    let mut known: Vec<Defined> = plain.into_iter().map(|formula| (formula, None)).collect();
    if coordinates == 2 {
        let least = Formula::Recall(Box::new(n()));
        known.push((Formula::Coordinate(1).join(Sign::Less, least), Some(least_zeckendorf())));
    }
    known
}

fn of_one() -> Vec<Formula> {
    let modulo = |m: i128, r: i128| n().join(Sign::Remainder, m).join(Sign::Equal, r);
    let mut known = vec![n().join(Sign::Less, 1), n().join(Sign::Less, 2)];
    known.extend((2..=6).flat_map(|m| (0..m).map(move |r| modulo(m, r))));
    let evil = measured(Measure::Ones, [n()]).join(Sign::Remainder, 2).join(Sign::Equal, 0);
    known.extend([evil, twos().join(Sign::Remainder, 2).join(Sign::Equal, 1)]);
    for shift in [0, 1, -1, 2] {
        let place = n().join(Sign::Add, shift);
        let triangle = place.clone().times(8).join(Sign::Add, 1);
        let measures = [Measure::Square, Measure::Prime, Measure::Fibonacci, Measure::Factorial];
        known.extend(measures.map(|measure| measured(measure, [place.clone()])));
        known.extend([2, 3, 4].map(|base| measured(Measure::PowerOf(base), [place.clone()])));
        known.push(measured(Measure::Square, [triangle]));
        // n is floor(k·α) for some k if floor((n+1)/α) is more than floor(n/α); α is the golden ratio or √2.
        let next = place.clone().join(Sign::Add, 1);
        let ratios: [&dyn Fn(&Formula) -> Formula; 2] = [&|of| multiple(-1, 5, 2, of), &|of| {
            measured(Measure::Root, [of.clone().join(Sign::Power, 2).join(Sign::Divide, 2)])
        }];
        known.extend(ratios.map(|ratio| ratio(&place).join(Sign::Less, ratio(&next))));
    }
    known
}

fn of_two() -> Vec<Formula> {
    let (a, b) = (n(), Formula::Coordinate(1));
    let (less, more) = (measured(Measure::Min, [a.clone(), b.clone()]), measured(Measure::Max, [a.clone(), b.clone()]));
    let distance = measured(Measure::Abs, [a.clone().join(Sign::Subtract, b.clone())]);
    let zero = |formula: &Formula| formula.clone().join(Sign::Equal, 0);
    let modulo = |formula: &Formula, m: i128| formula.clone().join(Sign::Remainder, m);
    let sum = a.clone().join(Sign::Add, b.clone());
    let mut known = vec![
        zero(&a),
        zero(&b),
        zero(&less),
        a.clone().join(Sign::Equal, b.clone()),
        a.clone().join(Sign::Less, b.clone()),
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
        modulo(&a, 4).join(Sign::Less, 2),
        modulo(&b, 4).join(Sign::Less, 2),
        zero(&modulo(&sum, 4)),
        twos().join(Sign::Remainder, 2).join(Sign::Equal, 1),
        measured(Measure::Gcd, [a.clone(), b.clone()]).join(Sign::Equal, 1),
        a.clone().join(Sign::Add, 1).join(Sign::Equal, b.clone()),
        a.clone().times(2).join(Sign::Less, b.clone()),
        more.join(Sign::Less, less.clone().times(2)),
    ];
    // The larger is less than φ times the smaller.
    let square = |formula: &Formula| formula.clone().join(Sign::Power, 2);
    let squares = measured(Measure::Abs, [square(&a).join(Sign::Subtract, square(&b))]);
    known.push(squares.join(Sign::Less, a.join(Sign::Multiply, b)));
    // Fraenkel's r-Wythoff: the smaller is floor(k·(2 − r + √(r² + 4))/2), where the difference is r·k.
    known.push(less.clone().join(Sign::Equal, multiple(1, 5, 2, &distance)));
    known.extend((2..=5).map(|r| {
        let k = distance.clone().join(Sign::Divide, r);
        let pair = less.clone().join(Sign::Equal, multiple(2 - r, r * r + 4, 2, &k));
        zero(&modulo(&distance, r)).join(Sign::And, pair)
    }));
    known
}

/// All known conditions and their negations, without those that hold nowhere or at the same places as another.
fn all(evidence: &Evidence) -> Vec<Condition> {
    let mut conditions: Vec<Condition> = Vec::new();
    for (formula, function) in known(evidence.coordinates) {
        let truth = |at| formula.value(at, function.as_ref()) == Some(1);
        let holds = PlaceBits::of(evidence.cells().map(|(at, _)| truth(at)));
        let fails = PlaceBits::of(evidence.cells().map(|(at, _)| !truth(at)));
        let negated = match &formula {
            Formula::Join(Sign::Equal, both) => Formula::Join(Sign::Unequal, both.clone()),
            other => measured(Measure::Not, [other.clone()]),
        };
        for (formula, holds) in [(formula, holds), (negated, fails)] {
            if !holds.is_none() && conditions.iter().all(|known| known.holds != holds) {
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
    let conditions = all(evidence);
    let wanted = PlaceBits::of(evidence.cells().map(|(_, value)| value == 1));
    SKIPPED.iter().find_map(|skipped| {
        let sought = Sought { evidence, wanted: &wanted, mask: mask(evidence, *skipped) };
        let alone = conditions.iter().filter(|a| a.holds.agrees(&wanted, &sought.mask));
        let one = alone.into_iter().filter_map(|a| sought.found(a.formula.clone(), &[a])).min_by_key(Law::size);
        one.or_else(|| {
            // A part of an `or` must hold only where the truth is wanted, a part of an `and` wherever it is wanted.
            let signs = [Sign::And, Sign::Or];
            let parts = signs.map(|sign| conditions.iter().filter(|a| sought.may(sign, &a.holds)).collect::<Vec<_>>());
            let two = signs.into_iter().zip(&parts).filter_map(|(sign, parts)| sought.two(sign, parts));
            let two = two.min_by_key(Law::size);
            two.or_else(|| {
                let outer = signs.into_iter().zip(&parts);
                outer.into_iter().find_map(|(sign, parts)| sought.three(sign, parts, &conditions))
            })
        })
    })
}

/// The truths that conditions are to reproduce, and the mask of the places where they must.
struct Sought<'e> {
    evidence: &'e Evidence,
    wanted: &'e PlaceBits,
    mask: PlaceBits,
}

impl Sought<'_> {
    /// Can a condition that holds at these places be a part of what is joined by this sign?
    fn may(&self, sign: Sign, holds: &PlaceBits) -> bool {
        let words = holds.0.iter().zip(&self.wanted.0).zip(&self.mask.0);
        match sign {
            Sign::And => words.into_iter().all(|((holds, wanted), mask)| wanted & !holds & mask == 0),
            _ => words.into_iter().all(|((holds, wanted), mask)| holds & !wanted & mask == 0),
        }
    }

    /// The shortest law `a and b`, or `a or b`.
    fn two(&self, sign: Sign, parts: &[&Condition]) -> Option<Law> {
        let agree =
            |(a, b): &(&Condition, &Condition)| joined(sign, &a.holds, &b.holds).agrees(self.wanted, &self.mask);
        let law =
            |(a, b): (&Condition, &Condition)| self.found(a.formula.clone().join(sign, b.formula.clone()), &[a, b]);
        pairs_of(parts).filter(agree).take(ALIKE).filter_map(law).min_by_key(Law::size)
    }

    /// A law `a or b and c`, `a and (b or c)`, `a and b and c` or `a or b or c`: the first one found.
    fn three(&self, outer: Sign, parts: &[&Condition], conditions: &[Condition]) -> Option<Law> {
        let every: Vec<&Condition> = conditions.iter().collect();
        let other = if outer == Sign::And { Sign::Or } else { Sign::And };
        let mixed = pairs_of(&every).map(|(b, c)| (other, b, c));
        let alike = pairs_of(parts).map(|(b, c)| (outer, b, c));
        mixed.chain(alike).find_map(|(inner, b, c)| {
            let pair = joined(inner, &b.holds, &c.holds);
            self.may(outer, &pair).then_some(())?;
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
    let mut values = classes.iter().filter(|(_, class)| !class.and(left).is_none()).map(|(value, _)| *value);
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
        if taken.is_none() || other.is_none() {
            return None;
        }
        // The conditions include their negations, so only the case that the first part is the simpler one is tried.
        (0..=rest / 2).find_map(|few| {
            let then = decided(conditions, classes, &taken, few)?;
            Some(if_else(condition.formula.clone(), then, decided(conditions, classes, &other, rest - few)?))
        })
    })
}
