//! The conditions that cells of a board show certain symbols, whatever stones have been put on its free cells.

use super::guard::{Guard, Index};

/// A board with free cells. A stone on a free cell has a number: those of one cell follow each other.
#[derive(Clone, Debug)]
pub struct StoneBoard {
    pub cells: Vec<char>,
    free: char,
    pub stones: Vec<char>,
    /// For each cell the number of its first stone, if it is free.
    pub first: Vec<Option<Index>>,
}

impl StoneBoard {
    /// The most stones that could be put.
    const MOST: usize = 256;

    /// `None` if too many stones could be put.
    pub fn of(text: &str, free: char, stones: Vec<char>) -> Option<StoneBoard> {
        let cells: Vec<char> = text.chars().collect();
        if cells.iter().filter(|cell| **cell == free).count() * stones.len() > Self::MOST {
            return None;
        }
        let mut next = 0;
        let first = cells.iter().map(|cell| {
            (*cell == free).then(|| {
                next += 1;
                Index::try_from((next - 1) * stones.len()).unwrap_or(Index::MAX)
            })
        });
        let first = first.collect();
        Some(StoneBoard { cells, free, stones, first })
    }

    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// The number of a stone on a free cell.
    pub fn stone(&self, first: Index, symbol: char) -> Option<Index> {
        let place = self.stones.iter().position(|stone| *stone == symbol)?;
        Some(first + Index::try_from(place).ok()?)
    }

    /// The stones of one free cell.
    pub fn of_cell(&self, first: Index) -> impl Iterator<Item = Index> + use<> {
        (first..).take(self.stones.len())
    }

    /// The condition that a cell shows a symbol, where a member of the ground set that is there is a stone that was put.
    pub fn shows(&self, cell: usize, symbol: char) -> Guard {
        match self.first[cell] {
            None => Guard::Known(self.cells[cell] == symbol),
            Some(first) if symbol == self.free => Guard::all(self.of_cell(first).map(Guard::Absent)),
            Some(first) => self.stone(first, symbol).map_or(Guard::NEVER, Guard::There),
        }
    }

    /// The condition that two cells show the same symbol.
    pub fn show_the_same(&self, one: usize, other: usize) -> Guard {
        let symbols = self.stones.iter().chain([&self.free, &self.cells[one], &self.cells[other]]);
        Guard::any(symbols.map(|symbol| Guard::all([self.shows(one, *symbol), self.shows(other, *symbol)])))
    }

    /// The condition that a text stands somewhere on the board.
    pub fn has(&self, text: &str) -> Guard {
        let symbols: Vec<char> = text.chars().collect();
        let places = (self.len() + 1).saturating_sub(symbols.len());
        Guard::any((0..places).map(|from| {
            Guard::all(symbols.iter().enumerate().map(|(place, symbol)| self.shows(from + place, *symbol)))
        }))
    }
}
