//! Heap games whose period is an open problem, or published but too long for a proof here.

use crate::game::{Amounts, HeapRules, Likeness, Ruleset, Shape};
use crate::nim::Period;

/// What is published about the period of a game that the theorems here have not proved periodic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Published {
    /// The octal code or the name of the game.
    pub name: &'static str,
    /// The period, if it is known.
    pub period: Option<Period>,
    /// How far its values have been computed, where that was published.
    pub computed: Option<&'static str>,
    /// Where this was published.
    pub source: &'static str,
}

const TABLES: &str = "A. Flammenkamp, Sprague-Grundy values of octal games; \
    R. J. Nowakowski, Unsolved problems in combinatorial games (2017)";

/// An octal game whose period is not known.
const fn open(name: &'static str) -> Published {
    Published { name, period: None, computed: None, source: TABLES }
}

/// Octal games with the digits of their codes, the digit before the point first.
const CODES: &[(Published, &[u8])] = &[
    (
        Published {
            name: "0.6, Officers",
            period: None,
            computed: Some("140 trillion heaps"),
            source: "J. P. Grossman, Searching for periodicity in Officers (2017)",
        },
        &[0, 6],
    ),
    (open("0.04"), &[0, 0, 4]),
    (open("0.06"), &[0, 0, 6]),
    (open("0.14"), &[0, 1, 4]),
    (open("0.36"), &[0, 3, 6]),
    (open("0.64"), &[0, 6, 4]),
    (open("0.74"), &[0, 7, 4]),
    (open("0.76"), &[0, 7, 6]),
    (open("0.007, Treblecross"), &[0, 0, 0, 7]),
    (
        Published {
            name: "0.106",
            period: Some(Period { preperiod: 465_384_263_797, period: 328_226_140_474, saltus: 0 }),
            computed: None,
            source: "A. Flammenkamp, Sprague-Grundy values of octal games",
        },
        &[0, 1, 0, 6],
    ),
];

const GRUNDYS_GAME: Published = Published {
    name: "Grundy's game",
    period: None,
    computed: Some("2^35 heaps"),
    source: "A. Flammenkamp, Sprague-Grundy values of Grundy's game; Winning Ways, chapter 4",
};

/// What is published about a game of this list, recognised by its rules; `None` for all other games.
pub fn published(ruleset: &Ruleset) -> Option<Published> {
    let Ruleset::Heap(rules) = ruleset else { return None };
    let same = |other: Option<HeapRules>| other.is_some_and(|other| other == **rules);
    let coded = CODES.iter().find(|(_, digits)| same(HeapRules::coded(digits).ok())).map(|(published, _)| *published);
    let grundy = (Shape::exactly(2, Likeness::Unequal), Amounts::finite(vec![0]));
    coded.or_else(|| same(HeapRules::new(vec![grundy], Amounts::none()).ok()).then_some(GRUNDYS_GAME))
}
