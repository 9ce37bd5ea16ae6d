//! Laws of values that are periodic or arithmetic periodic: constants, lines, remainders, quotients, tables by
//! residue.

use super::formula::FormulaOperator::{Add, Divide, Equal, Less, Remainder, Subtract, Unequal};
use super::formula::{Formula, FormulaFunction, call, n};
use super::law::{Draft, EXCEPTIONS, Evidence, Law, LawKind};

/// No law that repeats has a longer period.
pub const LONGEST_PERIOD: usize = 60;
/// What one number in a formula costs in bits (see `law.rs`).
const NUMBER: f64 = 3.0;
/// Subtracted from the cost: a law that repeats is believed more easily, since there are few of them.
const FEW: f64 = 4.5;

/// The law of the shortest period that fits.
pub fn repeats(evidence: &Evidence) -> Option<Law> {
    // The numbers may be at a distance, of which nothing is between them.
    if let ([(value, _)], false) = (&evidence.distinct()[..], evidence.truths) {
        return evidence.confirm(number(evidence, Table { rise: 0, entries: vec![*value] }));
    }
    let longest = (evidence.len() / 3).min(LONGEST_PERIOD);
    (1..=longest).find_map(|period| {
        let table = table(evidence, period as i128)?;
        let draft = if evidence.truths { truth(&table)? } else { number(evidence, table) };
        evidence.confirm(draft)
    })
}

/// One period: the value at each residue, less the rise of the periods before it. `rise` is the saltus, by which
/// values grow with each period.
struct Table {
    rise: i128,
    entries: Vec<i128>,
}

impl Table {
    fn period(&self) -> i128 {
        self.entries.len() as i128
    }
}

/// The table for this period, read from the last values; `None` if earlier values contradict it.
fn table(evidence: &Evidence, period: i128) -> Option<Table> {
    let (last, value) = evidence.cells().next_back()?;
    let before = evidence.get(last[0] - period)?;
    let rise = value.checked_sub(before)?;
    if evidence.truths && rise != 0 {
        return None;
    }
    let mut entries = vec![None; usize::try_from(period).ok()?];
    for (at, value) in evidence.cells().rev() {
        let residue = usize::try_from(at[0].rem_euclid(period)).ok()?;
        let entry = value.checked_sub(rise.checked_mul(at[0].div_euclid(period))?)?;
        match entries[residue] {
            None => entries[residue] = Some(entry),
            Some(other) if other == entry => {}
            // It may be one of the exceptions at the beginning, which `Evidence::confirm` judges.
            Some(_) if evidence.depth(at) < EXCEPTIONS as i128 => {}
            Some(_) => return None,
        }
    }
    entries.into_iter().collect::<Option<Vec<i128>>>().map(|entries| Table { rise, entries })
}

fn truth(table: &Table) -> Option<Draft> {
    let period = table.period();
    let residue = || n().join(Remainder, period);
    let members = |wanted: i128| -> Vec<i128> {
        (0..).zip(&table.entries).filter(|(_, entry)| **entry == wanted).map(|(residue, _)| residue).collect()
    };
    let (inside, outside) = (members(1), members(0));
    let formula = match (&inside[..], &outside[..]) {
        ([], _) | (_, []) => return None,
        ([only], _) => residue().join(Equal, *only),
        (_, [only]) => residue().join(Unequal, *only),
        _ if inside.iter().copied().eq(0..inside.len() as i128) => residue().join(Less, inside.len() as i128),
        _ => Formula::Among(Box::new(residue()), inside.clone()),
    };
    let free = 1 + inside.len().min(outside.len());
    Some(Draft {
        kind: LawKind::Repeats,
        formula,
        function: None,
        free,
        bits: (period as f64).log2() + period as f64 - FEW,
    })
}

fn number(evidence: &Evidence, table: Table) -> Draft {
    let (period, rise) = (table.period(), table.rise);
    let draft = |formula: Formula, free: usize, bits: f64| Draft {
        kind: LawKind::Repeats,
        formula,
        function: None,
        free: free.max(1),
        bits: bits + (period as f64).log2() - FEW,
    };
    if let Some((formula, free)) = quotient(&table) {
        return draft(formula, free, NUMBER * free as f64);
    }
    let (slope, multiple) = (rise.div_euclid(period), rise % period == 0);
    let rests = if multiple {
        (0..).zip(&table.entries).map(|(residue, entry)| entry - slope * residue).collect()
    } else {
        table.entries
    };
    let (rest, free, is_table) = by_residue(rests);
    let formula = match (rise, multiple) {
        (0, _) => rest,
        (_, true) => n().times(slope).join(Add, rest),
        _ => n().join(Divide, period).times(rise).join(Add, rest),
    };
    let rising = usize::from(rise != 0 && rise != period);
    let bits = if is_table { evidence.bits_of_choice().min(6.0) } else { NUMBER };
    draft(formula, free + rising, bits * free as f64 + NUMBER * rising as f64)
}

/// The table as one quotient such as `(3*n + 1) / 4`, if it is one, and how many numbers were chosen.
fn quotient(table: &Table) -> Option<(Formula, usize)> {
    let (period, rise) = (table.period(), table.rise);
    if period == 1 || rise == 0 {
        return None;
    }
    let start = table.entries[0].checked_mul(period)?;
    let fits = |shift: i128| {
        (0..).zip(&table.entries).all(|(residue, entry)| (rise * residue + shift).div_euclid(period) == *entry)
    };
    let shift = (start..start + period).find(|shift| rise.checked_mul(period).is_some() && fits(*shift))?;
    let line = n().times(rise).join(Add, shift);
    let free = 1 + usize::from(rise != 1) + usize::from(shift != 0);
    Some((line.join(Divide, period), free))
}

/// The entry at each residue as a formula, how many numbers were chosen for it, and whether it is a table.
fn by_residue(mut entries: Vec<i128>) -> (Formula, usize, bool) {
    let length = entries.len();
    let repeats = |p: usize| length.is_multiple_of(p) && (p..length).all(|i| entries[i] == entries[i - p]);
    let period = (1..=length).find(|p| repeats(*p)).unwrap_or(length);
    entries.truncate(period);
    let modulus = period as i128;
    let residue = || n().join(Remainder, modulus);
    let is = |value: &dyn Fn(i128) -> i128| (0..).zip(&entries).all(|(r, entry)| value(r) == *entry);
    let first = entries[0];
    let steps = if period > 1 { entries[1].saturating_sub(first) } else { 0 };
    if period == 1 {
        (first.into(), usize::from(first != 0), false)
    } else if period > 2 && is(&|r| first.saturating_add(steps.saturating_mul(r))) {
        let free = 1 + usize::from(steps != 1) + usize::from(first != 0);
        (residue().times(steps).join(Add, first), free, false)
    } else if is(&|r| r) {
        (residue(), 1, false)
    } else if (0..modulus).contains(&first) && is(&|r| (r + first) % modulus) {
        (n().join(Add, first).join(Remainder, modulus), 2, false)
    } else if let Some(divisor) = (2..modulus).find(|divisor| is(&|r| r / divisor)) {
        (residue().join(Divide, divisor), 2, false)
    } else if is(&|r| r.min(modulus - r)) {
        let back = Formula::Number(modulus).join(Subtract, residue());
        (call(FormulaFunction::Min, [residue(), back]), 1, false)
    } else {
        (Formula::Entry(entries, Box::new(residue())), period, true)
    }
}
