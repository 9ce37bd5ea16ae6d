//! The condition that every block of stones on a board touches a free cell (has a liberty), as in Go.

use super::value::letters;
use super::{At, Board, Builtin, EvalErrorKind, Expr, Meter, Term, Value};

/// The condition `breathes(board, stones, free)`: every block of these stones has a liberty, a free cell beside it. A
/// block is a maximal connected set of equal stones; cells are connected along rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibertyRule {
    /// The symbols of the stones.
    pub stones: Vec<char>,
    /// The symbols of free cells.
    pub free: Vec<char>,
}

impl LibertyRule {
    /// The condition for these symbols of stones and these symbols of free cells.
    pub fn new(stones: &str, free: &str) -> LibertyRule {
        LibertyRule { stones: stones.chars().collect(), free: free.chars().collect() }
    }

    /// The expression of this condition for the board in a slot. [`rules_in`] is its inverse.
    pub(super) fn condition(&self, board: usize) -> Expr {
        let expr = |term| Expr { term, at: At::default() };
        let text = |symbols: &[char]| expr(Term::Constant(Value::Text(symbols.iter().collect::<String>().into())));
        let arguments = vec![expr(Term::Slot(board)), text(&self.stones), text(&self.free)];
        expr(Term::Builtin(Builtin::Breathes, arguments))
    }

    /// Does the condition hold on this board?
    pub(super) fn holds(&self, board: &Board, meter: &Meter) -> Result<bool, EvalErrorKind> {
        let cells = &board.cells;
        meter.spend(cells.len())?;
        // Marks the stones that touch a free cell, and then spreads the marks over their blocks.
        let mut breathes = meter.collected(cells.iter().map(|_| false))?;
        let mut waiting = meter.with_room(cells.len())?;
        for at in (0..cells.len()).filter(|at| self.stones.contains(&cells[*at])) {
            breathes[at] = beside(board, at).any(|other| self.free.contains(&cells[other]));
            waiting.extend(breathes[at].then_some(at));
        }
        while let Some(at) = waiting.pop() {
            meter.spend(1)?;
            for other in beside(board, at).filter(|other| cells[*other] == cells[at]) {
                if !breathes[other] {
                    breathes[other] = true;
                    waiting.push(other);
                }
            }
        }
        Ok(cells.iter().zip(&breathes).all(|(cell, breathes)| *breathes || !self.stones.contains(cell)))
    }
}

/// The orthogonal neighbours of a cell.
pub(super) fn beside(board: &Board, at: usize) -> impl Iterator<Item = usize> + use<> {
    let (width, column, cells) = (board.width, at % board.width, board.cells.len());
    let left = (column > 0).then(|| at - 1);
    let right = (column + 1 < width).then_some(at + 1);
    let below = Some(at + width).filter(|below| *below < cells);
    [left, right, at.checked_sub(width), below].into_iter().flatten()
}

/// The function `breathes`, as in `breathes(board, "XO", ".")`.
pub(super) fn breathes(arguments: &[Value], meter: &Meter) -> Result<Value, EvalErrorKind> {
    let text = letters(&arguments[0])?;
    meter.room(text.len().saturating_mul(Board::COST))?;
    let board = Board::read(text).map_err(EvalErrorKind::Ragged)?;
    LibertyRule::new(letters(&arguments[1])?, letters(&arguments[2])?).holds(&board, meter).map(Value::Bool)
}

/// The liberty rules of an expression that consists of one or several `breathes` of the board in this slot, joined by
/// `and`; `None` for any other expression.
pub(super) fn rules_in(condition: &Expr, board: usize) -> Option<Vec<LibertyRule>> {
    match &condition.term {
        Term::And(one, other) => Some([rules_in(one, board)?, rules_in(other, board)?].concat()),
        Term::Builtin(Builtin::Breathes, arguments) => {
            let symbols = |expr: &Expr| match &expr.term {
                Term::Constant(Value::Text(text)) => Some(text.clone()),
                _ => None,
            };
            let [text, stones, free] = &arguments[..] else { return None };
            let rule = LibertyRule::new(&symbols(stones)?, &symbols(free)?);
            (text.term == Term::Slot(board)).then(|| vec![rule])
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_touch_free_cells_or_not() {
        let breathes = |board: &str| {
            let arguments = [board, "XO", "."].map(Value::text);
            breathes(&arguments, &Meter::default()).unwrap() == Value::Bool(true)
        };
        for board in ["", ".", "X.", "XX.", "XO./.OX", "XXX/X.X/XXX", ".XO."] {
            assert!(breathes(board), "{board}");
        }
        for board in ["X", "XO", "XO.", ".XOX.", "XO/OX", "X./O#/X.", ".X/XO", "XX#."] {
            assert!(!breathes(board), "{board}");
        }
    }
}
