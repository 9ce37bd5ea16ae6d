//! Tests of [`crate::show::terminal::cross_table`] on answers of the verbs.

use std::sync::Arc;

use crate::show::report::Report;
use crate::verbs::samples::{assert_sample, field, shown, shown_ascii};
use crate::verbs::tables::answer::Grid;
use grundy_engine::nim::PositionValue;

/// Two heaps of Nim, as if (2, 1) were not a position.
fn grid(down: u64, right: u64) -> Grid {
    let mut grid = field(down, right);
    let missing = 2 * (right as usize + 1) + 1;
    grid.cells = grid.cells.iter().enumerate().map(|(index, cell)| cell.filter(|_| index != missing)).collect();
    grid
}

#[test]
fn p_positions_stand_in_brackets() {
    assert_sample(&shown_ascii(&Report::new(grid(2, 3))), "grid: p positions stand in brackets");
}

#[test]
fn misere_play_shows_outcomes() {
    let mut report = grid(0, 1);
    report.convention = grundy_engine::nim::Convention::Misere;
    report.cells = report.cells.iter().map(|cell| cell.map(|cell| PositionValue { value: None, ..cell })).collect();
    let text = shown(&Report::new(report), 100);
    assert!(text.starts_with("Outcomes in misère play of Nim(a, b, c = 0), a down, b across; P-positions"), "{text}");
    assert!(text.ends_with("\n  0 │ [P] N\n"), "{text}");
}

#[test]
fn wide_grids_are_cut_into_blocks() {
    let text = shown(&Report::new(grid(3, 60)), 60);
    assert!(text.lines().all(|line| line.chars().count() <= 60), "{text}");
    let headings: Vec<&str> = text.lines().filter(|line| line.starts_with("a\\b")).collect();
    assert!(headings.len() > 1 && headings[0].starts_with("a\\b │   0   1") && headings[1].contains(" 20 "), "{text}");
}

#[test]
fn an_empty_range() {
    let mut report = grid(0, 0);
    report.axes[1].members = Arc::new([]);
    report.cells = Default::default();
    assert!(shown(&Report::new(report), 80).ends_with("no positions in the range\n"));
}
