//! `explain period`: why the values of a game repeat for ever, step by step.

use serde::Serialize;

use crate::lang::periods::{Finding, PeriodReport};
use crate::show::document::{Document, Role};
use crate::show::phrase::{first_of, heading, indented, muted, paragraph, piece, plain, step};
use crate::show::report::Showable;
use crate::show::rows::Rows;
use crate::verbs::period::proof::{source, steps};
use crate::verbs::period::words::{how_to_go_on, in_print, our_own, rows, sentence, status};

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
        let line = vec![muted("Values: "), piece(Role::Nimber, first_of(&report.sample, SHOWN, " "))];
        indented(&mut document, 2, line);
    }
    document.blank();
    document.line(vec![heading(title(&report.finding))]);
    for (index, text) in steps(report).into_iter().enumerate() {
        step(&mut document, index + 1, vec![plain(text)]);
    }
    paragraph(&mut document, vec![plain(status(&report.finding))]);
    if let Finding::Proved { theorem, .. } = &report.finding {
        if theorem.is_our_own() {
            paragraph(&mut document, vec![plain(our_own(*theorem))]);
        }
        paragraph(&mut document, vec![muted(source(*theorem))]);
    }
    if let Some(published) = &report.published {
        paragraph(&mut document, vec![plain(in_print(published))]);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::report::Report;
    use crate::verbs::samples;
    use crate::verbs::samples::{assert_sample, kayles, nim, shown, shown_ascii, subtraction};
    use grundy_engine::game::Game;
    use grundy_engine::nim::{Nimber, Period};
    use grundy_engine::solve::Theorem;
    use std::sync::Arc;

    fn report(game: Arc<Game>, finding: Finding) -> Report {
        let sample = (0..8).map(|n| Nimber(n % 4)).collect();
        Report::new(PeriodExplanation(PeriodReport { sample, ..samples::period(game, finding) }))
    }

    fn proved(game: Arc<Game>, period: (u64, u64, u64), theorem: Theorem, checked: u64) -> Report {
        let period = Period { preperiod: period.0, period: period.1, saltus: period.2 };
        report(game, Finding::Proved { period, theorem, checked })
    }

    #[test]
    fn a_finite_subtraction_set() {
        assert_sample(
            &shown(&proved(subtraction(), (0, 4, 0), Theorem::FiniteSubtraction, 64), 80),
            "period_explanation: a finite subtraction set",
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
        // The values that were computed do not reach the bound, so the answer does not name it.
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
