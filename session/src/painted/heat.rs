//! Tests of [`crate::show::terminal::heat`] on answers of the verbs.

use crate::show::report::Report;
use crate::verbs::samples::{assert_sample, field, shown, shown_ascii};
use crate::verbs::tables::answer::HeatMap;

#[test]
fn p_positions_are_blocks() {
    let report = Report::new(HeatMap(field(5, 7)));
    assert_sample(&shown(&report, 80), "heat: p positions are blocks");
    assert_sample(&shown_ascii(&report), "heat: p positions are blocks, in ASCII");
}

#[test]
fn two_squares_stand_in_a_character_of_a_large_field() {
    assert_sample(
        &shown(&Report::new(HeatMap(field(9, 39))), 60),
        "heat: two squares stand in a character of a large field",
    );
}

#[test]
fn many_positions_are_seen_as_one_square() {
    assert_sample(&shown(&Report::new(HeatMap(field(11, 119))), 50), "heat: many positions are seen as one square");
}
