//! Tests of [`crate::show::terminal::sequence`] on answers of the verbs.

use grundy_engine::nim::Nimber;

use crate::show::report::Report;
use crate::verbs::samples::{assert_text, shown, subtraction};
use crate::verbs::tables::answer::Values;

fn values(entries: Vec<(u64, Option<Nimber>)>, width: usize) -> String {
    shown(
        &Report::new(Values {
            game: subtraction(),
            coordinates: Vec::new(),
            entries: entries.into_iter().map(|(n, value)| (n as i64, value)).collect(),
        }),
        width,
    )
}

#[test]
fn a_few_values_are_a_line() {
    let entries = (0..6).map(|n| (n, (n != 3).then_some(Nimber(n % 4)))).collect();
    assert_text(&values(entries, 80), "0 1 2 - 0 1\n");
    assert_text(&values(Vec::new(), 80), "no heaps in the range\n");
}

#[test]
fn many_values_stand_under_a_ruler() {
    let entries: Vec<_> = (100..145).map(|n| (n, Some(Nimber(n % 12)))).collect();
    assert_text(
        &values(entries, 70),
        "  n  +0                           +10
100   4  5  6  7  8  9 10 11  0  1  2  3  4  5  6  7  8  9 10 11
120   0  1  2  3  4  5  6  7  8  9 10 11  0  1  2  3  4  5  6  7
140   8  9 10 11  0
",
    );
    let entries: Vec<_> = (0..25).map(|n| (4 * n, Some(Nimber(n % 4)))).collect();
    assert_text(
        &values(entries, 44),
        " n  +0                +40
 0  0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3
80  0 1 2 3 0
",
    );
}

#[test]
fn a_narrow_screen_and_long_values() {
    let entries: Vec<_> = (0..7).map(|n| (n, Some(Nimber(u64::MAX - n)))).collect();
    let text = values(entries, 50);
    assert_text(
        &text,
        "0  18446744073709551615 18446744073709551614
2  18446744073709551613 18446744073709551612
4  18446744073709551611 18446744073709551610
6  18446744073709551609
",
    );
}

#[test]
fn nothing_is_wider_than_the_screen() {
    for width in 3..120 {
        let entries: Vec<_> = (0..300).map(|n| (n, Some(Nimber(n % 4)))).collect();
        let text = values(entries, width);
        assert!(text.lines().all(|line| line.chars().count() <= width.max(6)), "{width}:\n{text}");
    }
}
