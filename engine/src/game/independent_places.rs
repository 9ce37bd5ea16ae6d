//! Independent places of a board: at each of them a rewriting rule can be applied, whatever has been done at the
//! others. With k such places, at least 2^k positions can be reached.

use super::liberties::beside;
use super::{Board, LibertyRule, Rewrite};

/// The state of the cells of a board while independent places are chosen.
struct Cells<'a> {
    board: &'a Board,
    liberty_rules: &'a [LibertyRule],
    /// Cells of the places chosen so far.
    taken: Vec<bool>,
    /// Free cells that must stay free, because a block of stones beside them must touch a free cell.
    kept: Vec<bool>,
}

impl Rewrite {
    /// Counts independent places, chosen greedily, up to `most`. Only cells where the pattern has `?` may belong to
    /// several places, and every stone to which a liberty rule applies keeps a free cell beside it.
    pub fn independent_places(&self, board: &Board, liberty_rules: &[LibertyRule], most: u32) -> u32 {
        let mut cells = Cells::of(board, liberty_rules);
        let mut found = 0;
        for (from, to) in self.images() {
            for row in 0..(board.height() + 1).saturating_sub(from.height()) {
                for column in 0..(board.width + 1).saturating_sub(from.width) {
                    if found < most && board.has(from, row, column) && cells.take(to, row, column) {
                        found += 1;
                    }
                }
            }
        }
        found
    }
}

impl<'a> Cells<'a> {
    fn of(board: &'a Board, liberty_rules: &'a [LibertyRule]) -> Cells<'a> {
        let count = board.cells.len();
        let mut cells = Cells { board, liberty_rules, taken: vec![false; count], kept: vec![false; count] };
        for rule in liberty_rules {
            let stones = (0..count).filter(|at| rule.stones.contains(&board.cells[*at]));
            let free = stones.flat_map(|at| beside(board, at)).filter(|at| rule.free.contains(&board.cells[*at]));
            free.for_each(|at| cells.kept[at] = true);
        }
        cells
    }

    /// Takes the place where the pattern `to` is put, if it is independent of the places taken before.
    fn take(&mut self, to: &Board, row: usize, column: usize) -> bool {
        let width = self.board.width;
        let at = |index: usize| (row + index / to.width) * width + column + index % to.width;
        let put = to.cells.iter().enumerate().filter(|(_, symbol)| **symbol != Rewrite::ANY);
        let put: Vec<(usize, char)> = put.map(|(index, symbol)| (at(index), *symbol)).collect();
        // A block that loses a stone may fall into two, of which one may not touch a free cell.
        let was_stone = |at: usize| self.liberty_rules.iter().any(|rule| rule.stones.contains(&self.board.cells[at]));
        if put.iter().any(|(at, _)| self.taken[*at] || self.kept[*at] || was_stone(*at)) {
            return false;
        }
        let Some(kept) = self.kept_for(&put) else { return false };
        put.iter().for_each(|(at, _)| self.taken[*at] = true);
        kept.into_iter().for_each(|at| self.kept[at] = true);
        true
    }

    /// The cells that must stay free for the stones that are put; `None` if one of these would not have a free cell
    /// beside it.
    fn kept_for(&self, put: &[(usize, char)]) -> Option<Vec<usize>> {
        let mut kept = Vec::new();
        for (at, symbol) in put {
            for rule in self.liberty_rules.iter().filter(|rule| rule.stones.contains(symbol)) {
                let beside: Vec<usize> = beside(self.board, *at).collect();
                let is_own = |(own, symbol): &(usize, char)| beside.contains(own) && rule.free.contains(symbol);
                if put.iter().any(is_own) {
                    continue;
                }
                let is_free = |at: &&usize| {
                    let is_put = put.iter().any(|(own, _)| own == *at);
                    rule.free.contains(&self.board.cells[**at]) && !self.taken[**at] && !is_put
                };
                let free = beside.iter().filter(is_free);
                // A cell that is kept already restricts no other place.
                kept.push(*free.min_by_key(|at| !self.kept[**at])?);
            }
        }
        Some(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Directions, Meter, Turned};
    use super::*;
    use rustc_hash::FxHashSet;

    fn rewrite(from: &str, to: &str) -> Rewrite {
        Rewrite::new(from, to, Directions { turned: Turned::Down, mirrored: false }).unwrap()
    }

    fn board(text: &str) -> Board {
        Board::read(text).unwrap()
    }

    #[test]
    fn independent_places_have_no_cell_in_common() {
        let places = |rewrite: &Rewrite, text: &str, most| rewrite.independent_places(&board(text), &[], most);
        let domino = rewrite("..", "##");
        assert_eq!([".....", ".../.../...", "./.", "#.#", ""].map(|text| places(&domino, text, 9)), [2, 4, 1, 0, 0]);
        assert_eq!(places(&domino, "......", 2), 2);
        // A cell that may be anything, and stays, can be common.
        let across = Directions { turned: Turned::AsWritten, mirrored: false };
        assert_eq!(places(&Rewrite::new("X?", "O?", across).unwrap(), "XXX", 9), 2);
    }

    /// All boards that are reached, of those where every block has a liberty.
    fn reached(rewrite: &Rewrite, start: &Board, liberty_rules: &[LibertyRule]) -> usize {
        let mut met = FxHashSet::from_iter([start.clone()]);
        let mut waiting = vec![start.clone()];
        while let Some(board) = waiting.pop() {
            for made in rewrite.made_of(&board).flatten() {
                let breathes = liberty_rules.iter().all(|rule| rule.holds(&made, &Meter::default()).unwrap());
                if breathes && met.insert(made.clone()) {
                    waiting.push(made);
                }
            }
        }
        met.len()
    }

    #[test]
    fn so_many_boards_are_reached_at_least_where_stones_must_breathe() {
        let nogo = [LibertyRule::new("XO", ".")];
        let stone = rewrite(".", "X");
        for (text, expected) in [(".....", 3), (".../.../...", 6), ("XX../..O.", 1), ("X.O", 0), ("####", 0), ("", 0)] {
            let found = stone.independent_places(&board(text), &nogo, 64);
            assert_eq!(found, expected, "{text}");
            assert!(1 << found <= reached(&stone, &board(text), &nogo), "{text}");
        }
        let pair = rewrite("..", "X.");
        for text in ["......", ".../...", "..../...."] {
            let found = pair.independent_places(&board(text), &nogo, 64);
            assert!(found > 0 && 1 << found <= reached(&pair, &board(text), &nogo), "{text}: {found}");
        }
    }
}
