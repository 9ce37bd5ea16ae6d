//! Games whose period nobody knows.

use crate::game::{Amounts, HeapRules, Likeness, Ruleset, Shape};

/// Octal codes for which no period is known, after A. Flammenkamp's tables and R. K. Guy and R. J. Nowakowski,
/// Unsolved problems in combinatorial games: the digit before the point first.
const CODES: &[(&str, &[u8])] = &[
    ("0.6, Officers", &[0, 6]),
    ("0.04", &[0, 0, 4]),
    ("0.06", &[0, 0, 6]),
    ("0.14", &[0, 1, 4]),
    ("0.36", &[0, 3, 6]),
    ("0.64", &[0, 6, 4]),
    ("0.74", &[0, 7, 4]),
    ("0.76", &[0, 7, 6]),
    ("0.007, Treblecross", &[0, 0, 0, 7]),
];

/// The name under which a game is known as an open problem.
pub fn open_problem(ruleset: &Ruleset) -> Option<&'static str> {
    let Ruleset::Heap(rules) = ruleset else { return None };
    let same = |other: Option<HeapRules>| other.is_some_and(|other| other == **rules);
    let coded = CODES.iter().find(|(_, digits)| same(HeapRules::coded(digits).ok())).map(|(name, _)| *name);
    let grundy = (Shape::exactly(2, Likeness::Unequal), Amounts::finite(vec![0]));
    coded.or_else(|| same(HeapRules::new(vec![grundy], Amounts::none()).ok()).then_some("Grundy's game"))
}
