//! The laws that values follow as far as they were seen: formulas that fit them, found by looking. Nothing here is a
//! proof. A law is only spoken of where there are far more values than numbers chosen to fit them.

mod conditions;
mod evidence;
mod formula;
mod functions;
mod halves;
mod law;
mod linear;
mod pairs;
mod repeats;
#[cfg(test)]
mod tests;

pub use evidence::Evidence;
pub use formula::{Formula, Measure, Sign};
pub use law::{Law, LawKind};
pub use repeats::LONGEST_PERIOD;

/// Laws shown for one question, at most.
const MOST: usize = 3;
/// A second law that is much longer than the first tells nothing more.
const LONGER: usize = 3;
/// Numbers beyond these are followed by no formula here.
const LARGEST: u128 = 1 << 64;

/// The laws that these values follow, the simplest first. Before each kind of law is looked for, `go_on` is asked whether
/// to.
pub fn laws(evidence: &Evidence, go_on: &dyn Fn() -> bool) -> Vec<Law> {
    let is_small = |number: i128| number.unsigned_abs() <= LARGEST;
    if evidence.is_empty() || !evidence.cells().all(|(at, value)| is_small(value) && at.into_iter().all(is_small)) {
        return Vec::new();
    }
    let mut found = match evidence.coordinates {
        1 => of_one(evidence, go_on),
        _ => of_two(evidence, go_on),
    };
    found.sort_by_key(|law| (law.from, law.size()));
    if let Some(size) = found.first().map(Law::size) {
        found.retain(|law| law.size() <= size * LONGER);
    }
    found.truncate(MOST);
    found
}

/// A kind of law, looked for.
type Search = fn(&Evidence) -> Option<Law>;

/// What all of these find.
fn all(evidence: &Evidence, searches: &[Search], go_on: &dyn Fn() -> bool) -> Vec<Law> {
    searches.iter().filter(|_| go_on()).filter_map(|search| search(evidence)).collect()
}

/// The laws of one coordinate: what repeats needs no other, and other sequences are looked for where nothing is found.
fn of_one(evidence: &Evidence, go_on: &dyn Fn() -> bool) -> Vec<Law> {
    let among: &[Search] = match evidence.truths {
        true => &[conditions::conditions, halves::halves],
        false => &[functions::functions, halves::halves, conditions::cases],
    };
    let groups: [&[Search]; 4] = [&[repeats::repeats], among, &[linear::polynomial], &[linear::recurrence]];
    groups.into_iter().map(|group| all(evidence, group, go_on)).find(|found| !found.is_empty()).unwrap_or_default()
}

/// The laws of two coordinates.
fn of_two(evidence: &Evidence, go_on: &dyn Fn() -> bool) -> Vec<Law> {
    let decided = if evidence.truths { conditions::conditions } else { conditions::cases };
    let mut found = all(evidence, &[decided], go_on);
    found.extend(pairs::pairs(evidence, &|line| of_one(line, go_on)));
    found
}
