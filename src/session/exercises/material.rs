//! Positions drawn by chance: heaps and numbers, or texts and boards of the cells that a rule names.

use std::sync::Arc;

use grundy_engine::game::{Board, Component, Game, Position, Sum, Value};

use crate::error::Error;
use crate::session::Session;
use crate::session::dialogue::chance::Chance;
use crate::session::names::{Definition, Meant};
use crate::session::pictures::is_admitted;
use crate::source::Span;
use crate::syntax::ast::Difficulty;

/// So many positions are drawn in search of one that will do.
pub const TRIES: usize = 200;
/// The smallest heap from which something can be moved is looked for up to this one.
const FIRST_HEAP: u64 = 60;
/// Heaps of a heap game are worked out one after the other, so that only their size counts. Of any other position so many
/// may be reached: by hand nobody finds the value of more.
const EASY_POSITIONS: usize = 20;
const MEDIUM_POSITIONS: usize = 60;
const HARD_POSITIONS: usize = 200;

/// What positions are made of.
#[derive(Debug)]
enum Symbols {
    Numbers,
    /// Characters that stand in the texts of the rule; at least one.
    Text {
        cells: Vec<char>,
        has_rows: bool,
    },
}

/// A game that is asked about.
#[derive(Debug)]
pub struct Material {
    pub game: Arc<Game>,
    cells: Symbols,
    /// The smallest heap from which something can be moved, less 1.
    offset: u64,
    pub at: Span,
}

impl Material {
    /// Whether its positions are heaps, whose values stand in a row.
    pub fn is_of_heaps(&self) -> bool {
        matches!(self.cells, Symbols::Numbers) && self.game.ruleset.arity() == 1
    }

    /// The last heap of a row of values.
    pub fn last_heap(&self, level: Difficulty) -> u64 {
        self.offset + [8, 12, 16][level as usize]
    }

    fn any(&self, level: Difficulty, components: usize, chance: &mut Chance) -> Position {
        let coordinates = match &self.cells {
            Symbols::Text { cells, has_rows } => vec![any_text(cells, *has_rows, level, chance)],
            Symbols::Numbers if self.game.ruleset.arity() == 1 => {
                let (low, high) = heap_sizes(level, components);
                vec![Value::Integer(i128::from(self.offset + chance.between(low, high)))]
            }
            Symbols::Numbers => {
                let most = [3, 5, 7][level as usize];
                let coordinate = |_| Value::Integer(i128::from(chance.below(most + 1)));
                (0..self.game.ruleset.arity()).map(coordinate).collect()
            }
        };
        Position { game: self.game.clone(), coordinates: coordinates.into() }
    }
}

fn heap_sizes(level: Difficulty, components: usize) -> (u64, u64) {
    match (level, components) {
        (Difficulty::Easy, 1) => (2, 6),
        (Difficulty::Easy, _) => (1, 5),
        (Difficulty::Medium, 1) => (4, 12),
        (Difficulty::Medium, _) => (1, 9),
        (Difficulty::Hard, 1) => (7, 18),
        (Difficulty::Hard, _) => (3, 14),
    }
}

/// Mostly one cell, so that patterns of it are met; on boards up to three rows.
fn any_text(cells: &[char], has_rows: bool, level: Difficulty, chance: &mut Chance) -> Value {
    let longest = [5, 7, 10][level as usize];
    let height = if has_rows { chance.between(1, 3) } else { 1 };
    let width = if height == 1 { chance.between(2, longest) } else { chance.between(2, 2 + level as u64) };
    let usual = cells[chance.below(cells.len() as u64) as usize];
    let cell = |chance: &mut Chance| match chance.below(4) {
        0 => cells[chance.below(cells.len() as u64) as usize],
        _ => usual,
    };
    let rows: Vec<String> = (0..height).map(|_| (0..width).map(|_| cell(chance)).collect()).collect();
    Value::text(&rows.join(&Board::ROW_END.to_string()))
}

impl Session {
    /// What there is to ask about a game; `None` if no position of it is found.
    pub(super) fn material(&mut self, game: &Arc<Game>, at: Span) -> Result<Option<Material>, Error> {
        let mut chance = Chance::new(1);
        let mut numbers = Material { game: game.clone(), cells: Symbols::Numbers, offset: 0, at };
        if numbers.is_of_heaps() {
            for heap in 1..=FIRST_HEAP {
                let coordinates = Arc::new([Value::Integer(i128::from(heap))]);
                let position = Position { game: game.clone(), coordinates };
                if self.is_fit(&Sum::position(position), HARD_POSITIONS, at)? {
                    numbers.offset = heap - 1;
                    return Ok(Some(numbers));
                }
            }
        } else if self.drawn(&numbers, Difficulty::Hard, 1, &mut chance)?.is_some() {
            return Ok(Some(numbers));
        }
        let Some(cells) = self.cells(game) else { return Ok(None) };
        let texts = Material { cells, ..numbers };
        let found = self.drawn(&texts, Difficulty::Hard, 1, &mut chance)?;
        Ok(found.is_some().then_some(texts))
    }

    /// The characters in the texts of a rule.
    fn cells(&mut self, game: &Game) -> Option<Symbols> {
        if game.ruleset.arity() != 1 {
            return None;
        }
        let Some(Meant::Defined(Definition::Game(definition))) = self.names.get(&game.name) else { return None };
        let written = self.names.text(definition.span);
        // Every second piece stands between quotation marks.
        let texts: Vec<&str> = written.split('"').skip(1).step_by(2).collect();
        let has_rows = written.contains("across or down")
            || written.contains("in any direction")
            || texts.iter().any(|text| text.contains(Board::ROW_END));
        let mut cells: Vec<char> = Vec::new();
        for cell in texts.concat().chars().filter(|cell| !['?', '\\', Board::ROW_END].contains(cell)) {
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        (!cells.is_empty()).then_some(Symbols::Text { cells, has_rows })
    }

    /// A position of so many components from which something can be moved, small enough for the level; `None` if chance
    /// finds none.
    pub(super) fn drawn(
        &mut self,
        material: &Material,
        level: Difficulty,
        components: usize,
        chance: &mut Chance,
    ) -> Result<Option<Sum>, Error> {
        let most = [EASY_POSITIONS, MEDIUM_POSITIONS, HARD_POSITIONS][level as usize];
        for _ in 0..TRIES {
            let mut sum = Sum::default();
            let mut is_fit = true;
            for _ in 0..components {
                let position = Sum::position(material.any(level, components, chance));
                is_fit = is_fit && self.is_fit(&position, most, material.at)?;
                sum = sum.plus(&position);
            }
            if is_fit {
                return Ok(Some(sum));
            }
        }
        Ok(None)
    }

    /// Is this a position of its game from which something can be moved, and of which no more than so many are reached?
    fn is_fit(&mut self, position: &Sum, most: usize, at: Span) -> Result<bool, Error> {
        if !is_admitted(position, &self.solver) {
            return Ok(false);
        }
        let is_heap = position.parts.iter().all(|part| match &part.component {
            Component::Position(position) => position.heap().is_some(),
            Component::Star(_) => true,
        });
        let fit = self.choices(position, 1, at).and_then(|choices| {
            let is_small = is_heap || self.is_small(position, most, at)?;
            Ok(!choices.shown.is_empty() && is_small && self.value(position, at).map(|_| true)?)
        });
        match fit {
            Err(error) if error.stop().is_some() => Err(error),
            // The rule wants other coordinates than these.
            Err(_) => Ok(false),
            fit => fit,
        }
    }
}
