//! Reads a move as a person types it: `S(5) -> S(2)`, `S(2)`, `take 3 from 5`, `3`, a cell of a board, or the number
//! of a move in a list that was shown. A line is read into `TypedMove`, which is then compared with every legal move.

use std::ops::ControlFlow;

use grundy_engine::game::{Binding, Board, Component, Sum, Summand, Value};
use grundy_engine::solve::BoundSum;
use grundy_engine::sorting::sort;

use crate::classroom::play::data::{Choice, Choices, Refusal};
use crate::error::Error;
use crate::lang::evaluate;
use crate::lang::session::Session;
use crate::source::Span;
use crate::syntax::ast::StatementKind;
use crate::verbs::position;

/// A numbered list has at most this many moves; of a position with more, the first three are shown without numbers.
const NUMBERED: usize = 24;

/// A row and a column of a board, counted from 1.
type BoardCell = (usize, usize);

/// A position named in a move: in full, or by the coordinates of its heaps only.
#[derive(Debug)]
enum NamedPosition {
    Sum(Sum),
    /// The coordinates of each heap.
    Heaps(Vec<Vec<Value>>),
}

/// A move as it was typed.
#[derive(Debug)]
struct TypedMove {
    /// The component that the move is made in, or the whole position before it; `None` if the line says neither.
    from: Option<NamedPosition>,
    effect: MoveEffect,
}

/// What a line says about the effect of its move.
#[derive(Debug)]
enum MoveEffect {
    /// The position after the move: of the component, or of the whole sum.
    Leaves(NamedPosition),
    /// The amount taken from one component; the rest may be left in any way.
    Takes(i128),
    /// The board after the move, as the text of a position.
    Shows(String),
    /// The first cell of a board that the move changes, and the last one if the line names it.
    Changes(BoardCell, Option<BoardCell>),
}

/// The moves of a position, at most `most` of them.
pub(crate) fn choices(session: &mut Session, sum: &BoundSum, most: usize, at: Span) -> Result<Choices, Error> {
    let mut shown = Vec::new();
    each_choice(session, sum, at, &mut |choice| {
        shown.push(choice);
        if shown.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    let more = shown.len() > most;
    shown.truncate(most);
    Ok(Choices { shown, more })
}

/// The moves for a numbered list; only the first three if there are more than `NUMBERED`.
pub(crate) fn numbered(session: &mut Session, sum: &BoundSum, at: Span) -> Result<Choices, Error> {
    let mut choices = choices(session, sum, NUMBERED, at)?;
    if choices.more {
        choices.shown.truncate(3);
    }
    Ok(choices)
}

/// Visits the moves of a position until the visitor breaks off. Of equal summands only one is moved in.
fn each_choice(
    session: &mut Session,
    sum: &BoundSum,
    at: Span,
    visit: &mut dyn FnMut(Choice) -> ControlFlow<()>,
) -> Result<(), Error> {
    position::each_move(session, sum, at, &mut |part, to, binding| {
        let from = sum.movable().0.parts[part].component.clone();
        visit(Choice { from, to: to.clone(), binding, after: after(sum, part, to, binding) })
    })
}

/// What a move leaves, without empty heaps beside those to which a player is bound.
pub(crate) fn after(sum: &BoundSum, part: usize, to: &Sum, binding: Binding) -> BoundSum {
    let BoundSum { rest, bound } = sum.after(part, to, binding);
    BoundSum { rest: drop_empty_heaps(&rest), bound }
}

/// The move that a line means. `listed` is how many moves were last shown with their numbers: a bare number then
/// picks one of them. If `listed` is 0, a bare number is an amount. The outer error is why the solver
/// stopped, the inner one why the line was not taken for a move.
pub(crate) fn chosen(
    session: &mut Session,
    sum: &BoundSum,
    line: &str,
    listed: usize,
    at: Span,
) -> Result<Result<Choice, Refusal>, Error> {
    if listed > 0
        && let Ok(number) = line.parse::<usize>()
    {
        let choices = choices(session, sum, listed, at)?;
        let chosen = number.checked_sub(1).and_then(|index| choices.shown.get(index));
        return Ok(chosen.cloned().ok_or(Refusal::NoSuchNumber));
    }
    let whole = sum.whole();
    let (line, said) = without_binding(line, &whole);
    let Some(typed) = read(session, &whole, line)? else { return Ok(Err(Refusal::Unread)) };
    let mut fitting: Vec<Choice> = Vec::new();
    each_choice(session, sum, at, &mut |choice| {
        let is_another = |other: &Choice| {
            other.binding != choice.binding || other.after.whole().normal() != choice.after.whole().normal()
        };
        let is_said = said.is_none_or(|said| said == choice.binding);
        if is_said && typed.fits(&choice, &whole) && fitting.iter().all(is_another) {
            fitting.push(choice);
        }
        if fitting.len() > NUMBERED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(match fitting.len() {
        0 => Err(Refusal::Illegal),
        1 => fitting.pop().ok_or(Refusal::Illegal),
        _ => Err(Refusal::Several(fitting)),
    })
}

/// A line without `again` or `reply` at its end, where moves of a position bind, and what that word says.
fn without_binding<'l>(line: &'l str, whole: &Sum) -> (&'l str, Option<Binding>) {
    let mut words = [Binding::Again, Binding::Reply].into_iter().filter(|_| whole.binds());
    let said = words.find_map(|binding| Some((line.strip_suffix(binding.word())?.trim_end(), Some(binding))));
    said.unwrap_or((line, None))
}

/// Reads a line as a move of a position; `None` if it does not have the form of one. The error is why the solver stopped.
fn read(session: &mut Session, sum: &Sum, line: &str) -> Result<Option<TypedMove>, Error> {
    // A line may name one of several boards before the row and the column, as in `G("#.."), row 1, column 2`.
    let (board, place) = ["row", "column"]
        .iter()
        .filter_map(|word| line.split_once(&format!("), {word}")).map(|(board, _)| board.len() + 1))
        .min()
        .map_or(("", line), |end| (&line[..end], line[end + 1..].trim_start()));
    match on_board(sum, place) {
        Some(effect) => Ok(named_position_or_none(session, board)?.map(|from| TypedMove { from, effect })),
        None => typed_move(session, line),
    }
}

/// Reads a line as a move; `None` if it does not have the form of one. The error is why the solver stopped.
fn typed_move(session: &mut Session, line: &str) -> Result<Option<TypedMove>, Error> {
    for arrow in ["->", "→", "=>", " to "] {
        if let Some((from, to)) = line.split_once(arrow) {
            let (from, Some(to)) = (named_position_or_none(session, from)?, named_position(session, to)?) else {
                return Ok(None);
            };
            return Ok(from.map(|from| TypedMove { from, effect: MoveEffect::Leaves(to) }));
        }
    }
    if let Some(to) = line.strip_prefix("to ") {
        return Ok(named_position(session, to)?.map(|to| TypedMove { from: None, effect: MoveEffect::Leaves(to) }));
    }
    if let Some((amount, heap)) = taking(line) {
        let from = match heap.map(|heap| named_position(session, heap)).transpose()? {
            Some(None) => return Ok(None),
            named => named.flatten(),
        };
        return Ok(Some(TypedMove { from, effect: MoveEffect::Takes(amount) }));
    }
    Ok(named_position(session, line)?.map(|to| TypedMove { from: None, effect: MoveEffect::Leaves(to) }))
}

/// Reads a position that may be left out: `Some(None)` for an empty text, `None` if the text is not a position.
fn named_position_or_none(session: &mut Session, text: &str) -> Result<Option<Option<NamedPosition>>, Error> {
    if text.trim().is_empty() { Ok(Some(None)) } else { Ok(named_position(session, text)?.map(Some)) }
}

/// Reads a position; `None` if the text is not a position. The error is why the solver stopped.
fn named_position(session: &mut Session, text: &str) -> Result<Option<NamedPosition>, Error> {
    let heaps: Result<Vec<i128>, _> = text.split('+').map(|heap| heap.trim().parse()).collect();
    if let Ok(heaps) = heaps {
        return Ok(Some(NamedPosition::Heaps(heaps.into_iter().map(|heap| vec![Value::Integer(heap)]).collect())));
    }
    let mut statements = session.read("<move>", text);
    let (Some(Ok(statement)), true) = (statements.pop(), statements.is_empty()) else { return Ok(None) };
    let StatementKind::Expression(expr) = &statement.kind else { return Ok(None) };
    let value = match evaluate::value(&mut session.names, &mut session.solver, expr) {
        Ok(value) => value,
        // A computation that was stopped is not a wrong move.
        Err(error) if error.stop().is_some() => return Err(error),
        Err(_) => return Ok(None),
    };
    Ok(match value {
        Value::Position(sum) => Some(NamedPosition::Sum(drop_empty_heaps(&sum))),
        Value::Tuple(members) => Some(NamedPosition::Heaps(vec![members.to_vec()])),
        Value::Integer(_) | Value::List(_) | Value::Text(_) => Some(NamedPosition::Heaps(vec![vec![value]])),
        _ => None,
    })
}

impl TypedMove {
    /// Whether a legal move is one that the line describes; `whole` is the position before it.
    fn fits(&self, choice: &Choice, whole: &Sum) -> bool {
        let from = Sum::of(choice.from.clone());
        let of_component = self.from.as_ref().is_none_or(|named| named.is(&from));
        match &self.effect {
            MoveEffect::Leaves(named) => {
                let of_whole = self.from.as_ref().is_none_or(|from| from.is(whole));
                of_component && named.is(&choice.to) || of_whole && named.is(&choice.after.whole())
            }
            MoveEffect::Shows(board) => text_of(&choice.to).is_some_and(|text| text == board),
            MoveEffect::Changes(first, last) => {
                let fits = |(changed, end)| changed == *first && last.is_none_or(|last| last == end);
                of_component && changed(&from, &choice.to).is_some_and(fits)
            }
            MoveEffect::Takes(amount) => {
                let taken = total(&from).zip(total(&choice.to)).and_then(|(before, after)| before.checked_sub(after));
                // A move that takes nothing is not named by an amount.
                of_component && *amount > 0 && taken == Some(*amount)
            }
        }
    }
}

/// Whether a line is written as a move and not as a statement.
pub(crate) fn names_a_move(line: &str) -> bool {
    ["->", "→", "=>"].iter().any(|arrow| line.contains(arrow)) || line.contains(' ') && taking(line).is_some()
}

/// `take 3 from 5`, `3 from 5`, `take 3` or `3`: the amount, and the heap it is taken from.
fn taking(line: &str) -> Option<(i128, Option<&str>)> {
    let (verb, rest) = line.split_once(' ').unwrap_or(("", line));
    let has_verb = ["take", "remove", "subtract"].iter().any(|known| verb.eq_ignore_ascii_case(known));
    let rest = if has_verb { rest } else { line };
    let (amount, heap) = match rest.split_once(" from ") {
        Some((amount, heap)) => (amount, Some(heap)),
        None => (rest, None),
    };
    Some((amount.trim().parse().ok()?, heap))
}

/// A move on a board: the board that it leaves, without quotation marks, or the cell where it is made, as `2 3` or
/// `2, 3`. `None` if no component is a board, or if the line is neither a cell nor as long as a board.
fn on_board(sum: &Sum, line: &str) -> Option<MoveEffect> {
    let boards = || sum.parts.iter().filter_map(|part| text_of(&Sum::of(part.component.clone())).map(str::to_owned));
    boards().next()?;
    if let Some((first, last)) = cells(line) {
        return Some(MoveEffect::Changes(first, last));
    }
    let is_as_long = boards().any(|board| board.chars().count() == line.chars().count());
    is_as_long.then(|| MoveEffect::Shows(line.to_owned()))
}

/// The first and the last cell that a line names: `2 3`, `2, 3`, from one cell to another `2 3 2 4`, or in the words
/// in which moves are shown, `row 2, columns 3–4`. Text after a colon, which says what becomes of the cells, is
/// ignored.
fn cells(line: &str) -> Option<(BoardCell, Option<BoardCell>)> {
    let (mut rows, mut columns, mut plain) = (Vec::new(), Vec::new(), Vec::new());
    for place in line.split(';') {
        let place = place.split(':').next().unwrap_or_default().to_lowercase();
        let mut named = &mut plain;
        for word in place.split([',', ' ', '-', '–', '(', ')']).filter(|word| !word.is_empty()) {
            match word {
                "row" | "rows" => named = &mut rows,
                "column" | "columns" => named = &mut columns,
                "to" | "and" => {}
                number => named.push(number.parse::<usize>().ok()?),
            }
        }
    }
    match (&plain[..], &rows[..], &columns[..]) {
        ([row, column], [], []) => Some(((*row, *column), None)),
        ([row, column, end_row, end_column], [], []) => Some(((*row, *column), Some((*end_row, *end_column)))),
        ([], [row, .., end_row], [column, .., end_column]) => Some(((*row, *column), Some((*end_row, *end_column)))),
        ([], [row], [column]) => Some(((*row, *column), Some((*row, *column)))),
        ([], [row], [column, .., end]) => Some(((*row, *column), Some((*row, *end)))),
        ([], [row, .., end], [column]) => Some(((*row, *column), Some((*end, *column)))),
        _ => None,
    }
}

/// The text of a position whose single component has a text as its only coordinate, as a board has.
fn text_of(sum: &Sum) -> Option<&str> {
    match &sum.parts[..] {
        [Summand { component: Component::Position(position), .. }] => match &*position.coordinates {
            [Value::Text(text)] => Some(text),
            _ => None,
        },
        _ => None,
    }
}

/// The first and the last cell that differ between two boards.
fn changed(before: &Sum, after: &Sum) -> Option<(BoardCell, BoardCell)> {
    let (before, after) = (Board::read(text_of(before)?).ok()?, Board::read(text_of(after)?).ok()?);
    let mut different = (0..before.cells.len()).filter(|cell| before.cells.get(*cell) != after.cells.get(*cell));
    let first = different.next()?;
    let place = |cell: usize| (cell / before.width + 1, cell % before.width + 1);
    Some((place(first), place(different.next_back().unwrap_or(first))))
}

/// The total size of the heaps; `None` if a component is not a heap, or if the total overflows.
fn total(sum: &Sum) -> Option<i128> {
    heaps(sum).iter().try_fold(0_i128, |total, heap| match heap[..] {
        [Value::Integer(size)] => total.checked_add(size),
        _ => None,
    })
}

impl NamedPosition {
    /// Does it name this position?
    fn is(&self, sum: &Sum) -> bool {
        match self {
            NamedPosition::Sum(named) => named.normal() == drop_empty_heaps(sum).normal(),
            NamedPosition::Heaps(named) => {
                let mut named: Vec<Vec<Value>> = named.iter().filter(|heap| !is_empty(heap)).cloned().collect();
                sort(&mut named);
                named == heaps(sum)
            }
        }
    }
}

fn is_empty(heap: &[Value]) -> bool {
    matches!(heap, [Value::Integer(0)])
}

/// The coordinates of the components, in order; empty heaps are left out.
fn heaps(sum: &Sum) -> Vec<Vec<Value>> {
    // Further copies of a component are left out: nobody types a move that names so many heaps.
    const MOST: u64 = 1_000;
    let mut heaps: Vec<Vec<Value>> = Vec::new();
    for part in &sum.parts {
        let heap = match &part.component {
            Component::Star(size) => vec![Value::Integer(i128::from(*size))],
            Component::Position(position) => position.coordinates.to_vec(),
        };
        if !is_empty(&heap) {
            heaps.extend((0..part.copies.min(MOST)).map(|_| heap.clone()));
        }
    }
    sort(&mut heaps);
    heaps
}

/// The position without its empty heaps, from which nothing can be moved. Unlike `Sum::without_empty_heaps`, it keeps
/// none of them where all are empty: the end of a game is then `*0`, and the same for sums of different games.
pub(crate) fn drop_empty_heaps(sum: &Sum) -> Sum {
    Sum { parts: sum.parts.iter().filter(|part| !part.is_empty_heap()).cloned().collect() }
}

/// A winning move, with the position it leads to.
pub(crate) fn winning_choice(
    session: &mut Session,
    sum: &BoundSum,
    misere: bool,
    at: Span,
) -> Result<Option<Choice>, Error> {
    let found = session.solved(at, |solver| {
        Ok(if misere {
            let winner = solver.misere_moves(&sum.rest, 1)?.winners.into_iter().next();
            winner.map(|made| (made.part, made.from, made.to, Binding::Free))
        } else if sum.binds() {
            solver.best_general_move(sum, false)?.map(|made| (made.part, made.from, made.to, made.binding))
        } else {
            solver.winning_move(&sum.rest)?.map(|made| (made.part, made.from, made.to, Binding::Free))
        })
    })?;
    Ok(found.map(|(part, from, to, binding)| {
        let after = after(sum, part, &to, binding);
        Choice { from, to: (*to).clone(), binding, after }
    }))
}
