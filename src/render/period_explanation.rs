//! `explain period S`: the argument of the proof, with the numbers of the game at hand.

use grundy_engine::game::{Amounts, Likeness, Ruleset};
use grundy_engine::nim::Period;

use super::document::Role;
use super::document::{Document, Style};
use super::listing::{indented, paragraph, step};
use super::period::{how_to_go_on, our_own, repetition, sentence, standing};
use super::phrase::{first_of, heading, muted, piece, plain};
use crate::session::report::{Finding, PeriodReport, Theorem};

/// So many of the first values are shown.
const SHOWN: usize = 60;

pub fn period_explanation(report: &PeriodReport, style: &Style) -> Document {
    let mut document = Document::new(style);
    paragraph(&mut document, sentence(report));
    if !report.sample.is_empty() {
        let line = vec![muted("Values: "), piece(Role::Nimber, first_of(&report.sample, SHOWN, " "))];
        indented(&mut document, 2, line);
    }
    document.blank();
    document.line(vec![heading(title(&report.finding))]);
    for (index, text) in steps(report).into_iter().enumerate() {
        step(&mut document, index + 1, vec![plain(text)]);
    }
    paragraph(&mut document, vec![plain(standing(&report.finding))]);
    if let Finding::Proved { theorem, .. } = &report.finding {
        if theorem.is_our_own() {
            paragraph(&mut document, vec![plain(our_own(*theorem))]);
        }
        paragraph(&mut document, vec![muted(source(*theorem))]);
    }
    if let Some(open) = report.open {
        paragraph(
            &mut document,
            vec![plain(format!("Nobody knows whether there is a period: {open} is an open problem."))],
        );
    }
    if let Some(how) = how_to_go_on(report) {
        paragraph(&mut document, vec![muted(how)]);
    }
    document
}

fn title(finding: &Finding) -> &'static str {
    match finding {
        Finding::Proved { .. } => "Why this goes on for ever",
        Finding::Seen { .. } => "Why this is not called proved",
        Finding::NoneSeen { .. } => "What is known",
    }
}

fn steps(report: &PeriodReport) -> Vec<String> {
    let size = Size::of(&report.game.ruleset);
    match &report.finding {
        Finding::Proved { period, theorem: Theorem::FiniteSubtraction, checked } => {
            subtraction(*period, &size, *checked)
        }
        Finding::Proved { period, theorem: Theorem::CofiniteSubtraction, .. } => cofinite(*period, &size),
        Finding::Proved { period, theorem: Theorem::GuySmith | Theorem::BoundedSplits, checked } => {
            guy_smith(*period, &size, *checked)
        }
        Finding::Proved { period, theorem: Theorem::ArithmeticHexadecimal, checked } => hexadecimal(*period, *checked),
        Finding::Proved { theorem: Theorem::Literature, checked, .. } => vec![
            "None of the program's theorems applies to this game, because a heap may be split without taking anything."
                .to_string(),
            "Its values are proved in the literature. The program relies on that proof and does not repeat it."
                .to_string(),
            format!("The values computed up to n = {checked} agree with it."),
        ],
        Finding::Seen { checked, .. } => seen(repetition(&report.finding), *checked),
        Finding::NoneSeen { checked } => vec![
            format!("All values up to n = {checked} were computed, and they show no repetition."),
            "That says nothing about what comes later: some games begin to repeat only after millions of values."
                .to_string(),
        ],
    }
}

/// The two numbers a proof needs: the most that can be taken, and the most heaps a move leaves.
struct Size {
    largest: Option<u64>,
    /// The largest amount that may not be taken, where all but finitely many may.
    largest_gap: Option<u64>,
    heaps: Option<u32>,
    likeness: Likeness,
}

impl Size {
    fn of(ruleset: &Ruleset) -> Size {
        let mut size = Size { largest: None, largest_gap: None, heaps: None, likeness: Likeness::Any };
        let Ruleset::Heap(rules) = ruleset else { return size };
        let finite = |amounts: &Amounts| match amounts {
            Amounts::Finite(members) => members.last().copied(),
            _ => None,
        };
        let largest: Option<Vec<u64>> = rules.clauses.iter().map(|clause| finite(&clause.amounts)).collect();
        size.largest = largest.and_then(|all| all.into_iter().max());
        size.heaps =
            rules.clauses.iter().map(|c| c.shape.most).collect::<Option<Vec<_>>>().and_then(|h| h.into_iter().max());
        size.likeness =
            rules.clauses.iter().map(|c| c.shape.likeness).find(|l| *l != Likeness::Any).unwrap_or(Likeness::Any);
        if let Some(Amounts::AllBut(gaps)) = rules.subtraction_set() {
            size.largest_gap = gaps.last().copied();
        }
        size
    }
}

fn subtraction(period: Period, size: &Size, checked: u64) -> Vec<String> {
    let Period { preperiod: e, period: p, .. } = period;
    let mut steps = Vec::new();
    if let Some(m) = size.largest {
        let end = e.saturating_add(m).saturating_sub(1);
        let window = if m == 1 { "the value before it".to_string() } else { format!("the {m} values before it") };
        steps.push(format!("A move takes at most {m}, so G(n) is the mex of some of {window}. These determine G(n)."));
        let (here, there) = match m {
            1 => (format!("The value G({e})"), format!("G({})", e + p)),
            _ => (format!("The values G({e}) to G({end})"), format!("G({}) to G({})", e + p, end + p)),
        };
        steps.push(format!("{here} occur again, in the same order, as {there}."));
    } else {
        steps.push(
            "The amount that a move takes is bounded, so a bounded number of earlier values determines G(n)."
                .to_string(),
        );
        steps.push(format!(
            "The window of that length that begins at n = {e} occurs again {p} places later (seen up to n = {checked})."
        ));
    }
    steps.push(
        "Equal windows are followed by equal values; so the windows one place further on are equal too, and so on."
            .to_string(),
    );
    steps.push(format!("Hence G(n + {p}) = G(n) for all n ≥ {e}."));
    steps
}

fn cofinite(period: Period, size: &Size) -> Vec<String> {
    let Period { preperiod: e, period: p, saltus: s } = period;
    let so = format!("Hence G(n + {p}) = G(n) + {s} for all n ≥ {e}.");
    let Some(m) = size.largest_gap else {
        return vec![
            "All amounts but finitely many may be taken. What comes next, counted from the least number that is \
             not a value of the heaps surely reached, depends only on the last few values and on the values above it."
                .to_string(),
            format!("The same state comes again {p} places later, with that number larger by {s}."),
            "Equal states are followed by equal states, each time with the same amount added.".to_string(),
            so,
        ];
    };
    if m == 0 {
        return vec![
            "Any number may be taken, so every smaller heap is an option.".to_string(),
            "G(n) is the least number that is not among G(0), …, G(n−1). These are 0 to n−1, so G(n) = n.".to_string(),
            so,
        ];
    }
    vec![
        format!(
            "Every number above {m} may be taken, so all heaps up to n−{} are options; only the last {m} may not be.",
            m + 1
        ),
        "Let b be the least number that is not the value of one of those. The values that follow, measured from \
         b, depend only on this state: which of the last values are below b, and how far above b the other last \
         values and the values already reached are."
            .to_string(),
        format!("The same state occurs again {p} places later, with b larger by {s}."),
        "Equal states are followed by equal states, each time with the same amount added.".to_string(),
        so,
    ]
}

fn guy_smith(period: Period, size: &Size, checked: u64) -> Vec<String> {
    let Period { preperiod: e, period: p, .. } = period;
    let move_size = match (size.largest, size.heaps) {
        (Some(k), Some(heaps)) => format!("A move takes at most k = {k} and leaves at most {heaps} heaps."),
        _ => "A move takes a bounded amount and leaves a bounded number of heaps.".to_string(),
    };
    let mut steps = vec![
        format!("{move_size} Let n be larger than {checked}, and suppose that the values of all smaller heaps repeat."),
        format!(
            "Every option of n has a heap so large that it is in the periodic part, even when made smaller by p = \
             {p}. Making it smaller does not change its value, so it gives an option of n − {p} with the same \
             value."
        ),
        format!(
            "In the same way each option of n − {p} gives an option of n. Both sets of options have the same \
             values, so the same mex: G(n) = G(n − {p})."
        ),
    ];
    steps.extend(room_needed(period, size, checked));
    steps.push(format!("Step by step, G(n + {p}) = G(n) for all n ≥ {e}."));
    steps
}

/// How far the values must have been compared for the argument of Guy and Smith.
fn room_needed(period: Period, size: &Size, checked: u64) -> Option<String> {
    let p = period.period;
    match (size.likeness, size.largest, size.heaps) {
        (Likeness::Any, Some(k), Some(..=2)) => {
            // A game that repeats from 0 on is tested from 1, because the parts of a split are not empty.
            let e = period.preperiod.max(1);
            let needed = 2 * u128::from(e) + 2 * u128::from(p) + u128::from(k);
            (needed <= u128::from(checked) + 1).then(|| {
                format!(
                    "For this, the first 2·{e} + 2·{p} + {k} = {needed} values must already repeat; n = 0 to \
                     {checked} were computed and compared."
                )
            })
        }
        (Likeness::Any, ..) => Some(format!(
            "The largest of several heaps is at least their average, so the values were compared as far as \
             needed: to n = {checked}."
        )),
        (Likeness::Equal, ..) => Some(
            "Two equal heaps have value 0 together, whatever their size. The period respects the division of n \
             into equal parts."
                .to_string(),
        ),
        (Likeness::Unequal | Likeness::NotAllEqual, ..) => Some(
            "If this would make two heaps equal that must differ, another heap is made smaller instead. This \
             needs more values, and they were compared too."
                .to_string(),
        ),
    }
}

fn hexadecimal(period: Period, checked: u64) -> Vec<String> {
    let Period { preperiod: e, period: p, saltus: s } = period;
    vec![
        "A move may leave three heaps, so the values can grow, and repeat only with a constant added.".to_string(),
        format!(
            "From the values up to n = {checked} the program made a certificate: finitely many conditions, each of \
             which it checked, from which G(n + {p}) = G(n) + {s} follows."
        ),
        format!(
            "The saltus {s} is a power of two, so that adding it does not disturb the smaller binary digits in a \
             nim-sum."
        ),
        format!("Hence G(n + {p}) = G(n) + {s} for all n ≥ {e}."),
    ]
}

fn seen(period: Option<Period>, checked: u64) -> Vec<String> {
    let mut steps = Vec::new();
    if let Some(Period { preperiod, period, .. }) = period {
        steps.push(format!(
            "From n = {preperiod} to {checked} each value agrees with the one {period} places before it."
        ));
    }
    steps.push(
        "None of the program's theorems proves that this continues, and values can mislead: if a move takes a \
         factorial, a period of 25 seems to hold until G(5050) = 4 breaks it."
            .to_string(),
    );
    steps
}

/// What is in print, and where the form used here is proved.
fn source(theorem: Theorem) -> String {
    let form = format!("The form used here: docs/proofs.md, “{}”.", theorem.section());
    match theorem {
        Theorem::FiniteSubtraction => {
            format!("Source: S. Golomb, A mathematical investigation of games of “take-away”, 1966. {form}")
        }
        Theorem::CofiniteSubtraction => {
            format!(
                "Source: A. Siegel, Combinatorial Game Theory, 2013, for the fact; the test by states is ours. {form}"
            )
        }
        Theorem::GuySmith => {
            format!("Source: R. K. Guy and C. A. B. Smith, The G-values of various games, 1956. {form}")
        }
        Theorem::BoundedSplits => {
            "It extends R. K. Guy and C. A. B. Smith, The G-values of various games, 1956.".into()
        }
        Theorem::ArithmeticHexadecimal => "On such games: J. Howse and R. J. Nowakowski, Periodicity and \
             arithmetic-periodicity in hexadecimal games, 2004."
            .into(),
        Theorem::Literature => "Source: E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 4.".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::samples::{assert_text, kayles, nim, shown, shown_ascii, subtraction};
    use crate::session::report::{Farther, Report};
    use grundy_engine::game::Game;
    use grundy_engine::nim::Nimber;
    use std::sync::Arc;

    fn report(game: Arc<Game>, finding: Finding) -> Report {
        let sample = (0..8).map(|n| Nimber(n % 4)).collect();
        Report::PeriodExplanation(PeriodReport {
            game,
            finding,
            farther: Farther::No,
            exceptions: Vec::new(),
            exception_count: 0,
            open: None,
            sample,
        })
    }

    fn proved(game: Arc<Game>, period: (u64, u64, u64), theorem: Theorem, checked: u64) -> Report {
        let period = Period { preperiod: period.0, period: period.1, saltus: period.2 };
        report(game, Finding::Proved { period, theorem, checked })
    }

    #[test]
    fn a_finite_subtraction_set() {
        assert_text(
            &shown(&proved(subtraction(), (0, 4, 0), Theorem::FiniteSubtraction, 64), 80),
            "Period 4 from n = 0 on, without exception.
  Values: 0 1 2 3 0 1 2 3

Why this goes on for ever
  1. A move takes at most 3, so G(n) is the mex of some of the 3 values before
     it. These determine G(n).
  2. The values G(0) to G(2) occur again, in the same order, as G(4) to G(6).
  3. Equal windows are followed by equal values; so the windows one place
     further on are equal too, and so on.
  4. Hence G(n + 4) = G(n) for all n ≥ 0.
Proved: theorem on finite subtraction sets (Golomb 1966), checked up to n = 64.
Source: S. Golomb, A mathematical investigation of games of “take-away”, 1966.
The form used here: docs/proofs.md, “Finite subtraction sets”.
",
        );
    }

    #[test]
    fn guy_and_smith_with_their_numbers() {
        let text = shown(&proved(kayles(), (71, 12, 0), Theorem::GuySmith, 167), 80);
        for part in [
            "1. A move takes at most k = 2 and leaves at most 2 heaps. Let n be larger than\n     167,",
            "4. For this, the first 2·71 + 2·12 + 2 = 168 values must already repeat;",
            "5. Step by step, G(n + 12) = G(n) for all n ≥ 71.\n",
            "Source: R. K. Guy and C. A. B. Smith,",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        // What was checked does not reach the bound: then the bound is not claimed.
        let short = shown(&proved(kayles(), (71, 12, 0), Theorem::GuySmith, 166), 80);
        assert!(!short.contains("values must already repeat"), "{short}");
    }

    #[test]
    fn nim_and_other_sets_with_finitely_many_gaps() {
        let text = shown(&proved(nim(), (0, 1, 1), Theorem::CofiniteSubtraction, 9), 80);
        assert!(text.contains("3. Hence G(n + 1) = G(n) + 1 for all n ≥ 0.\n"), "{text}");
        assert!(text.contains("every smaller heap is an option"), "{text}");
    }

    #[test]
    fn what_is_only_seen_says_why_it_is_not_proved() {
        let seen = Finding::Seen { period: Period { preperiod: 3, period: 25, saltus: 0 }, checked: 5000 };
        let text = shown_ascii(&report(kayles(), seen));
        assert!(text.contains("Why this is not called proved\n") && text.contains("G(5050) = 4"), "{text}");
        assert!(text.ends_with("Seen up to n = 5000, not proved.\n") && text.is_ascii(), "{text}");
        let none = shown(&report(kayles(), Finding::NoneSeen { checked: 99 }), 80);
        assert!(none.contains("All values up to n = 99 were computed, and they show no repetition."), "{none}");
    }
}
