//! Positions and moves on boards: drawn as rows of cells, written by the cells that change, and a note on boards that
//! share no cell with the rule of their game.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use grundy_engine::game::{Binding, Board, Component, Position, Rewrite, Ruleset, Sum, Summand, Value, rewrites_where};
use grundy_engine::solve::Move;

use crate::error::{Notice, and_listed};
use crate::show::document::{Block, Boards, Document, Line, PositionPicture, Role, ShownPosition};
use crate::show::phrase::{exact_sum, name, plain, sum};
use crate::show::told::{Tellable, Told, told};
use crate::source::Span;
use crate::verbs::position::{graph, heaps};

/// Boards with more rows are not drawn.
const TALLEST: usize = 24;
/// The boards of a sum of more components than this are not drawn.
const MOST_BOARDS: usize = 4;

/// The board of a component whose only coordinate is a text of several rows; `None` for other components, and for
/// boards of more than `TALLEST` rows.
pub fn board(component: &Component) -> Option<Board> {
    let Component::Position(position) = component else { return None };
    let [Value::Text(text)] = &*position.coordinates else { return None };
    if !text.contains(Board::ROW_END) {
        return None;
    }
    Board::read(text).ok().filter(|board| board.width > 0 && board.height() <= TALLEST)
}

/// The board of a sum that has a single component.
fn single_board(sum: &Sum) -> Option<Board> {
    match &sum.parts[..] {
        [Summand { copies: 1, component }] => board(component),
        _ => None,
    }
}

/// Whether a position is a single board that is drawn.
pub fn is_drawn(sum: &Sum) -> bool {
    single_board(sum).is_some()
}

/// The boards before and after a move; `None` unless both are boards of the same size.
pub fn of_move(step: &Move) -> Option<Boards> {
    let before = board(&step.from)?;
    let after =
        single_board(&step.to).filter(|after| after.width == before.width && after.height() == before.height())?;
    Some(Boards { before, after: Some(after), numbered: false })
}

/// Adds the boards before and after a winning move, if it is made on a board, or the graph from which it takes vertices, or the heaps
/// of the position. Without such a move, only heaps are drawn.
pub fn draw_winning(document: &mut Document, position: &Sum, winning: Option<&Move>) {
    document.blocks.extend(picture_of_winning(position, winning).map(Block::Picture));
}

/// Adds the board or the graph of a component, if it has one.
pub fn draw(document: &mut Document, component: &Component) {
    document.blocks.extend(picture_of(component).map(Block::Picture));
}

fn picture_of_winning(position: &Sum, winning: Option<&Move>) -> Option<PositionPicture> {
    let boards = winning.and_then(of_move).map(PositionPicture::Boards);
    let drawn = boards.or_else(|| winning.and_then(graph::of_move).map(PositionPicture::Graph));
    drawn.or_else(|| heaps::of_sum(position, winning).map(PositionPicture::Heaps))
}

fn picture_of(component: &Component) -> Option<PositionPicture> {
    let boards = board(component).map(|before| Boards { before, after: None, numbered: false });
    boards.map(PositionPicture::Boards).or_else(|| graph::graph(component).map(PositionPicture::Graph))
}

/// Adds the graphs of a position, and its boards with numbered rows and columns, by which the user can name a move. The boards of a
/// sum stand one below the other, each under its name.
pub fn draw_numbered(document: &mut Document, sum: &Sum) {
    if sum.parts.len() > MOST_BOARDS {
        return;
    }
    for part in &sum.parts {
        let Some(before) = board(&part.component) else { continue };
        if sum.parts.len() > 1 {
            document.line(vec![plain("  "), name(part)]);
        }
        let boards = Boards { before, after: None, numbered: true };
        document.blocks.push(Block::Picture(PositionPicture::Boards(boards)));
    }
    document.blocks.extend(graph::of_sum(sum).into_iter().map(PositionPicture::Graph).map(Block::Picture));
}

/// Changed cells that are not all in one row or column are only listed if there are at most this many.
const CELLS: usize = 3;

/// A move in the position `whole`. If that is a single board, the board is not named.
pub fn move_in(whole: &Sum, role: Role, step: &Move) -> Told {
    bound_move(&step.from, &step.to, step.binding, is_one(whole)).looks(role)
}

/// A move with what it obliges the players to do next: `S(3) → S(1) again`.
pub fn bound_move(from: &Component, to: &Sum, binding: Binding, is_alone: bool) -> Told {
    let step = free_move(from, to, is_alone);
    if binding.is_free() { step } else { told!("{step} {word}", step, word = binding.word()) }
}

/// Whether a position has a single component.
pub fn is_one(sum: &Sum) -> bool {
    matches!(&sum.parts[..], [Summand { copies: 1, .. }])
}

/// `S(3) → S(1)`, or what a move changes on a board, after the name of the board unless it is the only one
/// (`is_alone`). Two different moves have different words.
pub fn free_move(from: &Component, to: &Sum, is_alone: bool) -> Told {
    let x = from.to_string();
    match changes(from, to) {
        Some(changes) if is_alone => changes,
        Some(changes) if from.is_compound() => told!("({x}): {changes}", x, changes),
        Some(changes) => told!("{x}, {changes}", x, changes),
        None => told!("{x} → {y}", x, y = exact_sum(to)),
    }
}

/// `Nim(3) → Nim(1), Nim(4) → Nim(0)`: what becomes of each position in which a move is made. `None` if all look as they did.
fn changes_at_once(from: &Component, after: &Position) -> Option<String> {
    let Component::Position(before) = from else { return None };
    let changed = before.moved_to(after).map(|(from, to)| format!("{} → {}", exact_sum(from), exact_sum(to)));
    Some(changed.collect::<Vec<_>>().join(", ")).filter(|changed| !changed.is_empty())
}

/// The cells of a board that a move changes, before and after it. `None` if there are no such boards, if their sizes
/// differ, or if too many cells change.
pub fn changes(from: &Component, to: &Sum) -> Option<Told> {
    if let (true, Some(after)) = (from.is_compound(), to.as_compound()) {
        return changes_at_once(from, after).map(|changes| told!("{changes}", changes));
    }
    let before = board(from)?;
    let after = single_board(to).filter(|after| after.width == before.width && after.height() == before.height())?;
    let cells: Vec<(usize, usize)> = (0..before.cells.len())
        .filter(|cell| before.cells[*cell] != after.cells[*cell])
        .map(|cell| (cell / before.width, cell % before.width))
        .collect();
    let (first, last) = (*cells.first()?, *cells.last()?);
    let between = |row: RangeInclusive<usize>, column: RangeInclusive<usize>| {
        let text = |board: &Board| -> String {
            let cells = row.clone().flat_map(|row| column.clone().map(move |column| row * board.width + column));
            cells.map(|cell| board.cells[cell]).collect()
        };
        format!("{} → {}", text(&before), text(&after))
    };
    let range = |first: usize, last: usize| format!("{}–{}", first + 1, last + 1);
    let one = |(row, column): &(usize, usize)| {
        let change = between(*row..=*row, *column..=*column);
        told!("row {r}, column {c}: {change}", r = row + 1, c = column + 1, change)
    };
    Some(if cells.len() == 1 {
        one(&first)
    } else if cells.iter().all(|cell| cell.0 == first.0) {
        let change = between(first.0..=first.0, first.1..=last.1);
        told!("row {r}, columns {c}: {change}", r = first.0 + 1, c = range(first.1, last.1), change)
    } else if cells.iter().all(|cell| cell.1 == first.1) {
        let change = between(first.0..=last.0, first.1..=first.1);
        told!("column {c}, rows {r}: {change}", r = range(first.0, last.0), c = first.1 + 1, change)
    } else if cells.len() <= CELLS {
        let all: Vec<Line> = cells.iter().map(|cell| one(cell).into_line()).collect();
        told!("{all}", all = all.join(&plain("; ")))
    } else {
        return None;
    })
}

/// The picture of a winning move, or else that of the position asked about; `None` if they are on no board and no graph, and no heaps.
pub fn picture(position: &Sum, winning: Option<&Move>) -> Option<ShownPosition> {
    let short_title = vec![sum(position)];
    match winning {
        Some(step) => {
            let title = told!("Winning move: {step}", step = move_in(position, Role::Good, step)).into_line();
            Some(ShownPosition { title, short_title, drawn: picture_of_winning(position, winning)? })
        }
        None => {
            let alone = match &position.parts[..] {
                [Summand { copies: 1, component }] => picture_of(component),
                _ => None,
            };
            let drawn = alone.or_else(|| picture_of_winning(position, None))?;
            Some(ShownPosition { title: short_title.clone(), short_title, drawn })
        }
    }
}

/// The note on the first such board.
pub(crate) fn note(sum: &Sum, at: Span) -> Option<Notice> {
    let foreign = |component: &Component| match component {
        Component::Position(position) => known_cells(position).map(|known| (position.game.name.clone(), known)),
        Component::Star(_) => None,
    };
    let (game, known) = sum.parts.iter().find_map(|part| foreign(&part.component))?;
    let known: Vec<String> = known.into_iter().map(|cell| format!("`{cell}`")).collect();
    let (game, cells) = (game.to_string(), and_listed(&known));
    let text = told!("no cell of this board occurs in the rule of {game}, whose cells are {cells}", game, cells);
    Some(Notice::new(text, Some(at), false))
}

/// The cells that occur in the rule, if no cell of the board is among them.
fn known_cells(position: &Position) -> Option<BTreeSet<char>> {
    let Ruleset::Written(system, index) = &position.game.ruleset else { return None };
    let [Value::Text(board)] = &*position.coordinates else { return None };
    let (rules, _) = rewrites_where(system, *index)?;
    let patterns = rules.iter().flat_map(|rule| [&rule.from, &rule.to]);
    let mut known: BTreeSet<char> = patterns.flat_map(|pattern| pattern.cells.iter().copied()).collect();
    // A pattern in which every cell is a wildcard matches any board.
    let touches_any = rules.iter().any(|rule| rule.from.cells.iter().all(|cell| *cell == Rewrite::ANY));
    known.remove(&Rewrite::ANY);
    let mut cells = board.chars().filter(|cell| *cell != Board::ROW_END).peekable();
    (!touches_any && cells.peek().is_some() && cells.all(|cell| !known.contains(&cell))).then_some(known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_engine::game::{Directions, Game, Turned};

    fn shown(before: &str, after: &str, is_alone: bool) -> String {
        let directions = Directions { turned: Turned::Down, mirrored: false };
        let game = Game::rewriting("Cram", vec![Rewrite::new("..", "##", directions).unwrap()]);
        let [Summand { component, .. }] = &game.board(before).parts[..] else { panic!() };
        free_move(component, &game.board(after), is_alone).to_string()
    }

    #[test]
    fn a_move_on_a_board_is_told_by_what_it_changes() {
        let cases = [
            (".../...", "##./...", "row 1, columns 1–2: .. → ##"),
            (".../...", "..#/..#", "column 3, rows 1–2: .. → ##"),
            ("X.O/...", "..X/...", "row 1, columns 1–3: X.O → ..X"),
            (".../...", ".../.#.", "row 2, column 2: . → #"),
            ("X./..", "../.X", "row 1, column 1: X → .; row 2, column 2: . → X"),
            // Texts of a single row are not drawn as boards, and a board that changes in too many cells is shown
            // whole.
            ("....", "##..", "Cram(\"....\") → Cram(\"##..\")"),
            ("../..", "##/##", "Cram(\"../..\") → Cram(\"##/##\")"),
        ];
        for (before, after, expected) in cases {
            assert_eq!(shown(before, after, true), expected);
        }
        assert_eq!(shown("../..", "#./#.", false), "Cram(\"../..\"), column 1, rows 1–2: .. → ##");
    }
}
