//! Tests of [`crate::show::terminal::plot`] on answers of the verbs.

use crate::show::report::Report;
use crate::verbs::samples::{assert_sample, assert_text, plot, shown, shown_ascii};

#[test]
fn a_few_values_have_a_mark_each() {
    let report = Report::new(plot(0..=11, |n| Some(n % 4)));
    assert_sample(&shown(&report, 80), "plot: a few values have a mark each");
    assert_sample(&shown_ascii(&report), "plot: a few values have a mark each, in ASCII");
}

#[test]
fn many_values_are_dots_of_braille_or_columns_of_stars() {
    let report = Report::new(plot(0..=300, |n| (n != 7).then_some(n / 9)));
    assert_sample(&shown(&report, 60), "plot: many values are dots of braille or columns of stars");
    assert_sample(&shown_ascii(&report), "plot: many values are dots of braille or columns of stars, in ASCII");
}

/// Where thousands of values share a column, the sign tells how many: of these, one in ten is 9, and the others are 0 or 1.
#[test]
fn very_many_values_are_shaded() {
    let report = Report::new(plot(0..=100_000, |n| Some(if n % 10 == 9 { 9 } else { n % 2 })));
    for (text, [few, most]) in [(shown(&report, 60), ['░', '█']), (shown_ascii(&report), ['.', '#'])] {
        let drawn = |sign: char| {
            text.lines()
                .filter(|line| !line.contains("in a place"))
                .map(|line| line.matches(sign).count())
                .sum::<usize>()
        };
        assert!(drawn(few) >= 40 && drawn(most) >= 80, "{text}");
        assert!(text.contains(&format!("in a place: {few} up to")), "{text}");
    }
    let same = Report::new(plot(0..=100_000, |_| Some(2)));
    assert!(shown(&same, 60).matches('█').count() >= 40 && !shown(&same, 60).contains('⣿'), "{}", shown(&same, 60));
}

#[test]
fn nothing_to_show() {
    assert_text(
        &shown(&Report::new(plot(0..=3, |_| None)), 80),
        "Grundy values of S, n = 0 to 3
no positions in the range
",
    );
}

#[test]
fn nothing_is_wider_than_the_screen() {
    for (last, width) in [(3, 30), (40, 30), (200, 50), (5_000, 79), (1_000_000, 120)] {
        let text = shown(&Report::new(plot(0..=last, |n| Some(n % 37))), width);
        assert!(text.lines().all(|line| line.chars().count() <= width), "{width}:\n{text}");
    }
}
