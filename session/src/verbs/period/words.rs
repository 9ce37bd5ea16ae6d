//! `period` and `explain period`: how the values repeat, and whether that is proved or only seen; and why they repeat for
//! ever, step by step.

use grundy_engine::nim::Period;
use grundy_engine::solve::{CanContinue, PeriodFinding, Proof, Published, Theorem};
use serde::Serialize;

use crate::lang::periods::{KindPeriod, PeriodReport};
use crate::show::certificate::Certificate;
use crate::show::document::{Document, Line, Role};
use crate::show::phrase::{first_of, indented, muted_words, nimber, paragraph, piece, plain, step, thousands, titled};
use crate::show::report::Showable;
use crate::show::rows::Rows;
use crate::show::told::{Tellable, Told, told};
use crate::verbs::period::proof::{source, steps, theorem_name};

/// At most this many exceptional heaps are named.
const EXCEPTIONS: usize = 16;

/// `period S`.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct PeriodAnswer(pub PeriodReport);

impl Showable for PeriodAnswer {
    fn kind(&self) -> &'static str {
        "period"
    }

    fn document(&self) -> Document {
        period(&self.0)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(rows(&self.0))
    }

    fn certificate(&self) -> Option<&dyn Certificate> {
        Some(self)
    }
}

fn period(report: &PeriodReport) -> Document {
    let mut document = Document::default();
    paragraph(&mut document, sentence(report));
    paragraph(&mut document, status(&report.finding));
    if let Some(Proof { theorem, .. }) = report.finding.proof().filter(|proof| proof.theorem.is_our_own()) {
        paragraph(&mut document, our_own(theorem));
    }
    if !report.kinds.is_empty() {
        paragraph(&mut document, kinds(report));
    } else if !report.exceptions.is_empty() {
        paragraph(&mut document, exceptions(report));
    }
    if let Some(published) = &report.published {
        paragraph(&mut document, in_print(published));
    }
    if let Some(how) = how_to_go_on(report) {
        paragraph(&mut document, how.looks(Role::Muted));
    }
    document
}

/// What has been published about a period that is not proved here.
fn in_print(published: &Published) -> Told {
    let Published { name, period, computed, source } = *published;
    let known = match period {
        Some(Period { preperiod, period, .. }) => told!(
            "Published, but out of reach here: {name} has period {period} from n = {preperiod} on",
            name,
            period = thousands(period),
            preperiod = thousands(preperiod)
        ),
        None => told!("Nobody knows whether there is one: {name} is an open problem", name),
    };
    match computed {
        Some(heaps) => told!("{known}, and {heaps} have been computed ({source}).", known, heaps, source),
        None => told!("{known} ({source}).", known, source),
    }
}

/// How the user can continue a search that found no proof; `None` if it cannot go on.
fn how_to_go_on(report: &PeriodReport) -> Option<Told> {
    match report.can_continue {
        CanContinue::Again => Some(told!("Ask again to continue the search for twice as long.")),
        CanContinue::Memory => {
            Some(told!("The memory is full. To search further, start the program with more, for example --memory 8G."))
        }
        CanContinue::No => None,
    }
}

/// How the values repeat, in one sentence.
pub fn sentence(report: &PeriodReport) -> Told {
    let Some(period) = report.finding.period() else {
        return match report.published.is_some_and(|published| published.period.is_none()) {
            true => told!("**No period is known.**"),
            false => told!("**No period was found.**"),
        };
    };
    let Period { preperiod: n, period: p, saltus } = period;
    let found = match (n, saltus) {
        (_, 1..) => told!(
            "**Arithmetic period {p}** with saltus {saltus} from n = {n} on: G(n + {p}) = G(n) + {saltus}",
            p,
            saltus,
            n
        ),
        (0, 0) => told!("**Period {p}** from n = 0 on, without exception", p),
        (_, 0) => told!("**Period {p}** from n = {n} on, with preperiod {n}", p, n),
    };
    match n.checked_sub(1) {
        Some(last) => told!("{found}; last exception at n = {last}.", found, last),
        None => told!("{found}.", found),
    }
}

/// The status of a period: proved, and by which theorem, or only seen, and up to which heap.
pub fn status(finding: &PeriodFinding) -> Told {
    match finding {
        PeriodFinding::Proved(Proof { theorem: Theorem::Literature, checked, .. }) => {
            told!("Proved in the literature (Winning Ways, chapter 4); the values up to n = {n} agree.", n = *checked)
        }
        // No value was computed.
        PeriodFinding::Proved(Proof { theorem: theorem @ Theorem::ConsecutiveAmounts, .. }) => {
            told!("Proved: {theorem}.", theorem = theorem_name(*theorem))
        }
        PeriodFinding::Proved(Proof { theorem, checked, .. }) => {
            told!("Proved: {theorem}, checked up to n = {n}.", theorem = theorem_name(*theorem), n = *checked)
        }
        PeriodFinding::Seen { checked, .. } => told!("Seen up to n = {n}, not proved.", n = *checked),
        PeriodFinding::None { checked } => told!("The values up to n = {n} show none.", n = *checked),
    }
}

/// Says where an argument that has not been published is written out.
fn our_own(theorem: Theorem) -> Told {
    let section = theorem.section();
    told!("The argument is our own, not a published one: docs/proofs.md, “{section}”.", section)
}

/// The period of each kind of heaps.
fn kinds(report: &PeriodReport) -> Told {
    let period = |kind: &KindPeriod| {
        told!("{x} has period {p} from {n} on", x = kind.position.to_string(), p = kind.period, n = kind.preperiod)
            .into_line()
    };
    let all = report.kinds.iter().map(period).collect::<Vec<_>>().join(&plain(", "));
    told!("All kinds of heaps at once: {all}.", all)
}

fn exceptions(report: &PeriodReport) -> Line {
    let heaps: Vec<u64> = report.exceptions.iter().map(|(heap, _)| *heap).collect();
    let (list, n) = (first_of(&heaps, EXCEPTIONS, ", "), thousands(report.exception_count));
    muted_words(match &report.exceptions[..] {
        [(n, v)] => told!("The exceptional value is G({n}) = {v}.", n = *n, v = nimber(*v)),
        _ if heaps.len() > EXCEPTIONS => told!("Exceptional values at n = {list} ({n} in all).", list, n),
        _ => told!("Exceptional values at n = {list}.", list),
    })
}

/// The row of a period.
pub fn rows(report: &PeriodReport) -> Rows<'_> {
    let headings = &["game", "finding", "period", "preperiod", "saltus", "checked", "theorem"];
    Rows::of(headings, std::slice::from_ref(report))
}

/// `explain period S`
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct PeriodExplanation(pub PeriodReport);

/// At most this many of the first values are shown.
const SHOWN: usize = 60;

impl Showable for PeriodExplanation {
    fn kind(&self) -> &'static str {
        "period_explanation"
    }

    fn document(&self) -> Document {
        period_explanation(&self.0)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(rows(&self.0).in_part())
    }
}

fn period_explanation(report: &PeriodReport) -> Document {
    let mut document = Document::default();
    paragraph(&mut document, sentence(report));
    if !report.sample.is_empty() {
        let list = piece(Role::Nimber, first_of(&report.sample, SHOWN, " "));
        indented(&mut document, 2, muted_words(told!("Values: {list}", list)));
    }
    document.blank();
    document.line(titled(title(&report.finding)));
    for (index, text) in steps(report).into_iter().enumerate() {
        step(&mut document, index + 1, text);
    }
    if !report.kinds.is_empty() {
        paragraph(&mut document, kinds(report));
    }
    paragraph(&mut document, status(&report.finding));
    if let Some(Proof { theorem, .. }) = report.finding.proof() {
        if theorem.is_our_own() {
            paragraph(&mut document, our_own(theorem));
        }
        paragraph(&mut document, muted_words(source(theorem)));
    }
    if let Some(published) = &report.published {
        paragraph(&mut document, in_print(published));
    }
    if let Some(how) = how_to_go_on(report) {
        paragraph(&mut document, how.looks(Role::Muted));
    }
    document
}

fn title(finding: &PeriodFinding) -> Told {
    match finding {
        PeriodFinding::Proved(_) => told!("Why this goes on for ever"),
        PeriodFinding::Seen { .. } => told!("Why this is not called proved"),
        PeriodFinding::None { .. } => told!("What is known"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::report::Report;
    use crate::verbs::samples::{self, assert_sample, assert_text, kayles, nim, shown, shown_ascii, subtraction};
    use grundy_engine::game::Game;
    use grundy_engine::nim::{Nimber, Period};
    use std::sync::Arc;

    fn report(finding: PeriodFinding) -> PeriodReport {
        samples::period(kayles(), finding)
    }

    fn proved(preperiod: u64, period: u64, saltus: u64, theorem: Theorem, checked: u64) -> PeriodReport {
        report(PeriodFinding::Proved(Proof { period: Period { preperiod, period, saltus }, theorem, checked }))
    }

    const OFFICERS: Published =
        Published { name: "Officers", period: None, computed: Some("140 trillion heaps"), source: "J. P. Grossman" };

    #[test]
    fn proved_and_by_what() {
        let kayles = PeriodReport {
            exceptions: vec![(0, Nimber(0)), (3, Nimber(3)), (70, Nimber(6))],
            ..proved(71, 12, 0, Theorem::GuySmith, 167)
        };
        let cases = [
            (
                kayles,
                "Period 12 from n = 71 on, with preperiod 71; last exception at n = 70.
Proved: Guy–Smith periodicity theorem, checked up to n = 167.
Exceptional values at n = 0, 3, 70.
",
            ),
            (
                proved(0, 4, 0, Theorem::FiniteSubtraction, 64),
                "Period 4 from n = 0 on, without exception.
Proved: theorem on finite subtraction sets (Golomb 1966), checked up to n = 64.
",
            ),
            (
                proved(0, 1, 1, Theorem::CofiniteSubtraction, 9),
                "Arithmetic period 1 with saltus 1 from n = 0 on: G(n + 1) = G(n) + 1.
Proved: theorem on cofinite subtraction sets (Siegel 2013), checked up to n = 9.
",
            ),
            (
                proved(1, 4, 4, Theorem::Literature, 1000),
                "Arithmetic period 4 with saltus 4 from n = 1 on: G(n + 4) = G(n) + 4; last
exception at n = 0.
Proved in the literature (Winning Ways, chapter 4); the values up to n = 1000
agree.
",
            ),
        ];
        for (report, expected) in cases {
            assert_text(&shown(&Report::new(PeriodAnswer(report)), 80), expected);
        }
    }

    #[test]
    fn seen_is_never_called_proved() {
        let seen = PeriodFinding::Seen { period: Period { preperiod: 5, period: 25, saltus: 0 }, checked: 5000 };
        let text = shown(&Report::new(PeriodAnswer(report(seen))), 80);
        assert_text(
            &text,
            "Period 25 from n = 5 on, with preperiod 5; last exception at n = 4.\nSeen up to n = 5000, not proved.\n",
        );
        let none = PeriodReport { can_continue: CanContinue::Again, ..report(PeriodFinding::None { checked: 9 }) };
        assert_text(
            &shown(&Report::new(PeriodAnswer(none)), 80),
            "No period was found.
The values up to n = 9 show none.
Ask again to continue the search for twice as long.
",
        );
        let open = PeriodReport { published: Some(OFFICERS), ..report(PeriodFinding::None { checked: 10_000 }) };
        assert_text(
            &shown(&Report::new(PeriodAnswer(open)), 80),
            "No period is known.
The values up to n = 10000 show none.
Nobody knows whether there is one: Officers is an open problem, and 140 trillion
heaps have been computed (J. P. Grossman).
",
        );
    }

    #[test]
    fn many_exceptions_are_counted_and_ascii_stays_ascii() {
        let many = PeriodReport {
            exceptions: (0..40).map(|n| (n, Nimber(n))).collect(),
            exception_count: 71,
            ..proved(71, 12, 0, Theorem::GuySmith, 167)
        };
        let text = shown_ascii(&Report::new(PeriodAnswer(many)));
        assert!(text.contains(" 14, 15,\n... (71 in all).\n"), "{text}");
        assert!(text.is_ascii(), "{text}");
        let one = PeriodReport { exceptions: vec![(3, Nimber(5))], ..proved(4, 2, 0, Theorem::GuySmith, 30) };
        assert!(shown_ascii(&Report::new(PeriodAnswer(one))).ends_with("The exceptional value is G(3) = 5.\n"));
    }

    fn explained(game: Arc<Game>, finding: PeriodFinding) -> Report {
        let sample = (0..8).map(|n| Nimber(n % 4)).collect();
        Report::new(PeriodExplanation(PeriodReport { sample, ..samples::period(game, finding) }))
    }

    fn proof_of(game: Arc<Game>, period: (u64, u64, u64), theorem: Theorem, checked: u64) -> Report {
        let period = Period { preperiod: period.0, period: period.1, saltus: period.2 };
        explained(game, PeriodFinding::Proved(Proof { period, theorem, checked }))
    }

    #[test]
    fn a_finite_subtraction_set() {
        assert_sample(
            &shown(&proof_of(subtraction(), (0, 4, 0), Theorem::FiniteSubtraction, 64), 80),
            "period_explanation: a finite subtraction set",
        );
    }

    #[test]
    fn guy_and_smith_with_their_numbers() {
        let text = shown(&proof_of(kayles(), (71, 12, 0), Theorem::GuySmith, 167), 80);
        for part in [
            "1. A move takes at most k = 2 and leaves at most 2 heaps. Let n be larger than\n     167,",
            "4. For this, the first 2·71 + 2·12 + 2 = 168 values must already repeat;",
            "5. Step by step, G(n + 12) = G(n) for all n ≥ 71.\n",
            "Source: R. K. Guy and C. A. B. Smith,",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        // The values that were computed do not reach the bound, so the answer does not name it.
        let short = shown(&proof_of(kayles(), (71, 12, 0), Theorem::GuySmith, 166), 80);
        assert!(!short.contains("values must already repeat"), "{short}");
    }

    #[test]
    fn nim_and_other_sets_with_finitely_many_gaps() {
        let text = shown(&proof_of(nim(), (0, 1, 1), Theorem::CofiniteSubtraction, 9), 80);
        assert!(text.contains("3. Hence G(n + 1) = G(n) + 1 for all n ≥ 0.\n"), "{text}");
        assert!(text.contains("every smaller heap is an option"), "{text}");
    }

    #[test]
    fn what_is_only_seen_says_why_it_is_not_proved() {
        let seen = PeriodFinding::Seen { period: Period { preperiod: 3, period: 25, saltus: 0 }, checked: 5000 };
        let text = shown_ascii(&explained(kayles(), seen));
        assert!(text.contains("Why this is not called proved\n") && text.contains("G(5050) = 4"), "{text}");
        assert!(text.ends_with("Seen up to n = 5000, not proved.\n") && text.is_ascii(), "{text}");
        let none = shown(&explained(kayles(), PeriodFinding::None { checked: 99 }), 80);
        assert!(none.contains("All values up to n = 99 were computed, and they show no repetition."), "{none}");
    }
}
