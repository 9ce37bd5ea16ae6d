//! Tests of [`crate::show::terminal::tree`] on answers of the verbs.

use crate::show::report::Report;
use crate::verbs::samples::{assert_sample, shown, shown_ascii, tree};

#[test]
fn every_position_once() {
    let report = Report::new(tree(5));
    assert_sample(&shown(&report, 80), "tree: every position once");
    assert_sample(&shown_ascii(&report), "tree: every position once, in ASCII");
}

#[test]
fn what_lies_too_deep_is_drawn_below() {
    assert_sample(&shown(&Report::new(tree(16)), 46), "tree: what lies too deep is drawn below");
}
