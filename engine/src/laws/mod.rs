//! The search for laws: formulas that values follow as far as they were seen. Nothing here is a proof. A law is
//! reported only where there are far more values than numbers that were chosen to fit them.

use crate::sorting::sort_by_key;

mod conditions;
mod division_recurrence;
mod formula;
mod functions;
mod law;
mod linear;
mod pairs;
mod repeats;
mod restricted;
mod take_away;
#[cfg(test)]
mod tests;

pub use formula::{Formula, FormulaFunction, FormulaOperator};
pub use law::{Evidence, Law, LawKind};
pub use repeats::LONGEST_PERIOD;

/// At most this many laws are reported for one question.
const MOST: usize = 3;
/// A law that is more than this many times as long as the first is left out.
const LONGER: usize = 3;
/// Where a coordinate or a value is larger than this, no law is searched for.
const LARGEST: u128 = 1 << 64;

/// The laws that these values follow, the simplest first. Before each kind of law is searched for, `go_on` is asked
/// whether to continue.
pub fn laws(evidence: &Evidence, go_on: &dyn Fn() -> bool) -> Vec<Law> {
    let is_small = |number: i128| number.unsigned_abs() <= LARGEST;
    if evidence.is_empty() || !evidence.cells().all(|(at, value)| is_small(value) && at.into_iter().all(is_small)) {
        return Vec::new();
    }
    let mut found = match evidence.coordinates {
        1 => of_one(evidence, go_on),
        _ => of_two(evidence, go_on),
    };
    sort_by_key(&mut found, |law| (law.from, law.size()));
    if let Some(size) = found.first().map(Law::size) {
        found.retain(|law| law.size() <= size * LONGER);
    }
    found.truncate(MOST);
    found
}

/// The search for one kind of law.
type LawSearch = fn(&Evidence) -> Option<Law>;

/// The laws that these searches find.
fn all(evidence: &Evidence, searches: &[LawSearch], go_on: &dyn Fn() -> bool) -> Vec<Law> {
    searches.iter().filter(|_| go_on()).filter_map(|search| search(evidence)).collect()
}

/// The laws of one coordinate. The groups of searches are tried in order, and the first group that finds a law is
/// the last: values that repeat need no other law, and recurrences are searched for only where nothing else fits.
fn of_one(evidence: &Evidence, go_on: &dyn Fn() -> bool) -> Vec<Law> {
    let searches: &[LawSearch] = match evidence.truths {
        true => &[conditions::conditions, division_recurrence::division_recurrence],
        false => &[functions::functions, division_recurrence::division_recurrence, conditions::cases],
    };
    let groups: [&[LawSearch]; 6] = [
        &[repeats::repeats],
        searches,
        &[restricted::restricted],
        &[linear::polynomial],
        &[linear::recurrence],
        &[take_away::take_away],
    ];
    groups.into_iter().map(|group| all(evidence, group, go_on)).find(|found| !found.is_empty()).unwrap_or_default()
}

/// The laws of two coordinates.
fn of_two(evidence: &Evidence, go_on: &dyn Fn() -> bool) -> Vec<Law> {
    let decided = if evidence.truths { conditions::conditions } else { conditions::cases };
    let mut found = all(evidence, &[decided], go_on);
    found.extend(pairs::pairs(evidence, &|line| of_one(line, go_on)));
    found
}
