//! Tests of [`crate::show::terminal::boards`] on answers of the verbs.

use crate::show::document::{Block, Document, PositionPicture};
use crate::show::document::{Boards, Style};
use crate::show::terminal::{Painter, paint};
use crate::verbs::samples::assert_text;
use grundy_engine::game::Board;

fn drawn(before: &str, after: Option<&str>, numbered: bool, width: usize, painter: Painter) -> String {
    let mut document = Document::default();
    let read = |text: &str| Board::read(text).unwrap();
    let boards = Boards { before: read(before), after: after.map(read), numbered };
    document.blocks.push(Block::Picture(PositionPicture::Boards(boards)));
    paint(&document, &Style { width, ascii: false }, painter)
}

#[test]
fn boards_are_rows_of_cells() {
    assert_text(&drawn("../.#", None, false, 80, Painter::Plain), "  . .\n  . #\n");
    let step = drawn(".../...", Some("##./..."), false, 80, Painter::Plain);
    assert_text(&step, "  . . .  →  # # .\n  . . .     . . .\n");
    assert_text(&drawn("ab/cd", None, true, 80, Painter::Plain), "     1 2\n  1  a b\n  2  c d\n");
    let wide = drawn("abcdefghij/..........", None, true, 80, Painter::Plain);
    assert_text(wide.lines().nth(1).unwrap(), "  1   a  b  c  d  e  f  g  h  i  j");
}

#[test]
fn what_a_move_changes_is_marked_at_a_terminal_and_nothing_is_too_wide() {
    let step = drawn("./.", Some("./#"), false, 80, Painter::Terminal(crate::show::theme::Theme::Dark));
    assert!(step.contains("1;38;5;114m#"), "{step:?}");
    assert_eq!(drawn("...../.....", None, false, 8, Painter::Plain), "");
}
