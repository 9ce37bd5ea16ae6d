//! The parts of a board as positions of its game, for searches that need positions, as in misère play.

use super::coded::CodedRules;
use super::packed::MOST_CODES;
use super::split::CodedBoard;
use crate::game::{Board, Meter, Position, Ruleset, rewrites_where};
use crate::ledger::FastPath;
use crate::solve::Solved;

/// What is needed to split the boards of one game into independent parts.
#[derive(Debug)]
pub struct BoardSplitter {
    rules: CodedRules,
    /// The symbol of each code.
    symbols: Vec<char>,
    /// A printable symbol that is in no pattern. It fills the cells outside of a part.
    dead: char,
}

impl BoardSplitter {
    /// `None` if the rules do not rewrite boards, if play is not known to end, or if a pattern has a `?`: a `?` may
    /// also match the filled cells, so that a part would not be independent of what surrounds it.
    pub fn of(ruleset: &Ruleset) -> Option<BoardSplitter> {
        FastPath::BoardParts.on()?;
        let Ruleset::Written(system, rule) = ruleset else { return None };
        let (rewrites, liberty_rules) = rewrites_where(system, *rule)?;
        let rules = CodedRules::of(&rewrites, &liberty_rules, MOST_CODES)?;
        if rules.existing.is_some() {
            return None;
        }
        let symbols = rules.symbols();
        let dead = ('!'..='~').find(|symbol| *symbol != '/' && !symbols.contains(symbol))?;
        Some(BoardSplitter { rules, symbols, dead })
    }

    /// The independent parts of a board, each replaced by the least of its images. `None` if the position is not a
    /// board.
    ///
    /// # Errors
    /// Those of the meter.
    pub fn parts(&self, position: &Position, meter: &Meter) -> Solved<Option<Vec<Position>>> {
        let Some(text) = position.board() else { return Ok(None) };
        meter.room(text.len().saturating_mul(Board::COST))?;
        let Ok(board) = Board::read(text) else { return Ok(None) };
        let codes = board.cells.iter().map(|symbol| self.rules.code(*symbol)).collect();
        let board = CodedBoard { width: board.width, codes };
        let Some(parts) = board.parts(&self.rules, usize::MAX, meter)? else { return Ok(None) };
        let least = |part: &CodedBoard| {
            let images = self.rules.symmetries.iter().map(|change| self.text(&part.changed(change)));
            images.min()
        };
        let texts = parts.iter().filter_map(least);
        Ok(Some(texts.map(|text| Position::on_board(&position.game, &text)).collect()))
    }

    fn text(&self, board: &CodedBoard) -> String {
        let symbol = |code: &Option<u8>| code.map_or(self.dead, |code| self.symbols[usize::from(code)]);
        let rows = board.codes.chunks(board.width.max(1)).map(|row| row.iter().map(symbol).collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    }
}
