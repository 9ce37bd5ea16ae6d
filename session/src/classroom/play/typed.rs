//! Reads a move as a person types it: `S(5) -> S(2)`, `S(2)`, `take 3 from 5`, `3`, or a cell of a board. A line is read into
//! `TypedMove`, which is then compared with every legal move of a sum.

use grundy_engine::game::{Binding, Board, Component, Sum, Summand, Value};
use grundy_engine::sorting::sort;

use crate::classroom::play::data::{Choice, Refusal};
use crate::classroom::play::move_words::arrow;
use crate::classroom::play::sums::drop_empty_heaps;
use crate::classroom::said;
use crate::error::Error;
use crate::lang::evaluate;
use crate::lang::session::Session;
use crate::newcomers;
use crate::show::document::Role;

/// A row and a column of a board, counted from 1.
type BoardCell = (usize, usize);

/// A position named in a move: in full, or by the coordinates of its heaps only.
#[derive(Debug)]
enum NamedPosition {
    Sum(Sum),
    /// One by its place among the others, or, as `heap 2` may be meant, by its size.
    Placed(Sum, Option<i128>),
    /// The coordinates of each heap.
    Heaps(Vec<Vec<Value>>),
}

/// A move as it was typed.
#[derive(Debug)]
pub(super) struct TypedMove {
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

/// A line without `again` or `reply` at its end, where moves of a position bind, and what that word says.
pub(super) fn without_binding<'l>(line: &'l str, whole: &Sum) -> (&'l str, Option<Binding>) {
    let mut words = [Binding::Again, Binding::Reply].into_iter().filter(|_| whole.binds());
    let said = words.find_map(|binding| Some((line.strip_suffix(binding.word())?.trim_end(), Some(binding))));
    said.unwrap_or((line, None))
}

/// Reads a line as a move of a position; `None` if it does not have the form of one. The error is why the solver stopped.
pub(super) fn read(session: &mut Session, sum: &Sum, line: &str) -> Result<Option<TypedMove>, Error> {
    // A line may name one of several boards before the row and the column, as in `G("#.."), row 1, column 2`.
    let (board, place) = ["row", "column"]
        .iter()
        .filter_map(|word| line.split_once(&format!("), {word}")).map(|(board, _)| board.len() + 1))
        .min()
        .map_or(("", line), |end| (&line[..end], line[end + 1..].trim_start()));
    match on_board(sum, place) {
        Some(effect) => Ok(named_position_or_none(session, board)?.map(|from| TypedMove { from, effect })),
        None => typed_move(session, sum, line),
    }
}

/// Reads a line as a move; `None` if it does not have the form of one. The error is why the solver stopped.
fn typed_move(session: &mut Session, whole: &Sum, line: &str) -> Result<Option<TypedMove>, Error> {
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
        let heap = match heap.map(|heap| (heap, placed(whole, heap))) {
            Some((_, Some(placed))) => Some(Ok(Some(placed))),
            named => named.map(|(heap, _)| named_position(session, heap)),
        };
        let from = match heap.transpose()? {
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

/// A heap that is named by its place.
fn placed(whole: &Sum, heap: &str) -> Option<NamedPosition> {
    // Nobody counts further.
    const MOST: u64 = 100;
    let heaps = || whole.parts.iter().flat_map(|part| (0..part.copies.min(MOST)).map(|_| part.component.clone()));
    let place = said::heap_place(heap, heaps().count())?;
    let size = heap.rsplit(' ').next().and_then(|number| number.parse().ok());
    heaps().nth(place).map(|component| NamedPosition::Placed(drop_empty_heaps(&Sum::of(component)), size))
}

/// Reads a position; `None` if the text is not a position. The error is why the solver stopped.
fn named_position(session: &mut Session, text: &str) -> Result<Option<NamedPosition>, Error> {
    let heaps: Result<Vec<i128>, _> = text.split('+').map(|heap| heap.trim().parse()).collect();
    if let Ok(heaps) = heaps {
        return Ok(Some(NamedPosition::Heaps(heaps.into_iter().map(|heap| vec![Value::Integer(heap)]).collect())));
    }
    let mut statements = session.read("<move>", text);
    let (Some(Ok(statement)), true) = (statements.pop(), statements.is_empty()) else { return Ok(None) };
    let Some(expr) = statement.expression() else { return Ok(None) };
    if expr.question().is_some() {
        return Ok(None);
    }
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
    /// Whether it says where the move is made.
    pub(super) fn says_where(&self) -> bool {
        self.from.is_some()
    }

    /// Whether it names a position alone, and so may say that it is left as it is.
    pub(super) fn stays(&self, position: &Sum) -> bool {
        matches!(&self.effect, MoveEffect::Leaves(named) if self.from.is_none() && named.is(position))
    }

    /// Whether it names all that a move leaves of a position.
    pub(super) fn names_all_left(&self, choice: &Choice) -> bool {
        matches!(&self.effect, MoveEffect::Leaves(named) if named.is(&choice.after.whole()))
    }

    /// Whether a legal move is one that the line describes; `whole` is the position before it.
    pub(super) fn fits(&self, choice: &Choice, whole: &Sum) -> bool {
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

/// The only move that fits a line, or of several the one whose own words it is.
pub(super) fn only(mut fitting: Vec<Choice>, line: &str) -> Result<Choice, Refusal> {
    let plain = |text: &str| text.replace('→', "->").replace('–', "-");
    if fitting.len() > 1 {
        let line = plain(line);
        if let Some(named) = fitting.iter().position(|choice| plain(&arrow(Role::Plain, choice).to_string()) == line) {
            return Ok(fitting.swap_remove(named));
        }
        return Err(Refusal::Several(fitting));
    }
    fitting.pop().ok_or(Refusal::Illegal)
}

/// Whether a line is written as a move and not as a statement.
pub(crate) fn names_a_move(line: &str) -> bool {
    let takes = |line: &str| line.contains(' ') && taking(line).is_some();
    ["->", "→", "=>"].iter().any(|arrow| line.contains(arrow))
        || takes(line)
        || newcomers::in_digits(line).is_some_and(|line| takes(&line))
}

/// What is taken from a heap.
const THINGS: [&str; 8] = ["stone", "stones", "coin", "coins", "counters", "matches", "objects", "pieces"];

/// `take 3 from 5`, `3 stones from 5`, `take 3` or `3`: the amount, and the heap it is taken from.
fn taking(line: &str) -> Option<(i128, Option<&str>)> {
    let (verb, rest) = line.split_once(' ').unwrap_or(("", line));
    let has_verb = ["take", "remove", "subtract"].iter().any(|known| verb.eq_ignore_ascii_case(known));
    let rest = if has_verb { rest } else { line };
    let (amount, heap) = match rest.split_once(" from ") {
        Some((amount, heap)) => (amount, Some(heap)),
        None => (rest, None),
    };
    let (amount, what) = amount.trim().split_once(' ').unwrap_or((amount.trim(), "stones"));
    THINGS.contains(&what).then_some((amount.parse().ok()?, heap))
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
            NamedPosition::Placed(named, size) => {
                let is_as_large = |size: i128| heaps(sum) == [[Value::Integer(size)]];
                named.normal() == drop_empty_heaps(sum).normal() || size.is_some_and(is_as_large)
            }
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
