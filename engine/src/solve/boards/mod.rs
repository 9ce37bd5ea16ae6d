//! Values and outcomes of boards whose rules rewrite them (`".." becomes "##"`).
//!
//! From the rules follow the symbols that matter and what each may become (`coded`), so the parts that a board falls into,
//! and the mirrorings, turns and exchanges of symbols under which a part stays as good (`layout`, in bits of words:
//! `plane`). Where blocks of stones must touch free cells, parts are found by the blocks (`breath`). The search (`search`)
//! asks whether a part has a value and stops when it knows; what it learns is kept in bounded memory (`facts`).

mod apart;
mod breath;
mod coded;
mod facts;
mod layout;
mod packed;
mod plane;
mod search;
mod split;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use rustc_hash::FxHashMap;

pub(super) use self::apart::BoardParts;
use self::coded::CodedRules;
use self::packed::{PackedSearch, Sides};
use self::split::CodedBoard;
use super::{Budget, SolveError, Solved};
use crate::game::{Board, Game, Halt, Meter, Position, Ruleset, Value, rewrites_where, strips};
use crate::nim::Nimber;

/// What is known of boards, game by game.
#[derive(Debug, Default)]
pub struct Boards {
    games: FxHashMap<Ruleset, BoardGame>,
    /// Questions so far.
    now: u64,
    /// Questions that may be opened for a value before it is given up; no limit if there is none.
    pub patience: Option<u64>,
    /// Nothing here is used: for tests and benchmarks.
    plain: bool,
}

/// A game of boards.
#[derive(Debug)]
struct BoardGame {
    /// `None` if the definition must answer: it is not certain that play ends, or there are too many symbols.
    rules: Option<Arc<CodedRules>>,
    searches: FxHashMap<Sides, PackedSearch>,
    /// The heap game that strips of one symbol are.
    strips: Option<(Arc<Game>, char)>,
    /// Do all patterns lie in one row?
    is_flat: bool,
    /// When it was asked last.
    asked: u64,
    /// As that of [`Boards`].
    patience: Option<u64>,
}

impl BoardGame {
    fn of(ruleset: &Ruleset) -> Option<BoardGame> {
        let Ruleset::Explicit(system, rule) = ruleset else { return None };
        let (rewrites, breathing) = rewrites_where(system, *rule)?;
        let rules = CodedRules::of(&rewrites, &breathing, PackedSearch::CODES).map(Arc::new);
        let is_flat = rewrites.iter().flat_map(|rewrite| rewrite.images()).all(|(from, _)| from.height() == 1);
        let strips = strips(ruleset);
        Some(BoardGame { rules, searches: FxHashMap::default(), strips, is_flat, asked: 0, patience: None })
    }

    /// The parts of a board that fit into words; `None` if one does not.
    fn parts(&self, position: &Position, meter: &Meter) -> Option<Result<Vec<(CodedBoard, Sides)>, Halt>> {
        let rules = self.rules.as_ref()?;
        let board = board(position)?;
        let codes = board.cells.iter().map(|symbol| rules.code(*symbol)).collect();
        let board = CodedBoard { width: board.width, codes };
        let parts =
            if board.codes.len() <= 64 { Ok(Some(vec![board])) } else { board.parts(rules, Sides::MOST, meter) };
        let packed = |part: CodedBoard| {
            // Along the shorter side more boards share a layout, and more images of a part fit into it.
            let lies = rules.symmetries.iter().find(|symmetry| symmetry.transposed);
            let part = match lies {
                Some(lies) if part.width > part.height() => part.changed(lies),
                _ => part,
            };
            let sides = Sides::of(part.width, part.height())?;
            Some((part, sides))
        };
        match parts {
            Ok(parts) => parts?.into_iter().map(packed).collect::<Option<Vec<_>>>().map(Ok),
            Err(halt) => Some(Err(halt)),
        }
    }

    fn search(&mut self, sides: Sides) -> Option<&mut PackedSearch> {
        let rules = self.rules.as_ref()?;
        let search = self.searches.entry(sides).or_insert_with(|| PackedSearch::new(rules, sides));
        search.limit(self.patience);
        Some(search)
    }

    fn bytes(&self) -> u64 {
        self.searches.values().map(PackedSearch::bytes).sum()
    }
}

const NO_SEARCH: SolveError = SolveError::Internal("a board has no search");

impl Boards {
    /// One that leaves everything to the definition.
    pub fn plain() -> Boards {
        Boards { plain: true, ..Boards::default() }
    }

    /// What is known of the game, if boards answer for it.
    fn game(&mut self, ruleset: &Ruleset) -> Option<&mut BoardGame> {
        if self.plain {
            return None;
        }
        if !self.games.contains_key(ruleset) {
            self.games.insert(ruleset.clone(), BoardGame::of(ruleset)?);
        }
        let game = self.games.get_mut(ruleset)?;
        (game.asked, game.patience) = (self.now, self.patience);
        Some(game)
    }

    /// Do boards answer for a position?
    pub fn answers(&mut self, position: &Position, budget: &Budget) -> bool {
        self.game(&position.game.ruleset).is_some_and(|game| game.parts(position, budget.meter()).is_some())
    }

    /// The heap game that a position is, and its heaps, if it is a board of strips of one symbol.
    pub fn heaps(&mut self, position: &Position) -> Option<(Arc<Game>, Vec<u64>)> {
        let game = self.game(&position.game.ruleset)?;
        let (heaps, live) = game.strips.as_ref()?;
        let board = board(position).filter(|board| game.is_flat || board.height() <= 1)?;
        let rows = board.cells.chunks(board.width.max(1));
        let strips = rows.flat_map(|row| row.split(|symbol| symbol != live)).map(|strip| strip.len() as u64);
        Some((heaps.clone(), strips.filter(|length| *length > 0).collect()))
    }

    /// The value of a position, if it is a board.
    pub fn value(&mut self, position: &Position, budget: &Budget) -> Option<Solved<Nimber>> {
        let game = self.game(&position.game.ruleset)?;
        let parts = match game.parts(position, budget.meter())? {
            Ok(parts) => parts,
            Err(halt) => return Some(Err(halt.into())),
        };
        Some(game.value_of(&parts, budget).map(|value| Nimber(value.into())))
    }

    /// Whether this is the value of a position, if it is a board. It is found sooner than the value.
    pub fn is(&mut self, position: &Position, value: Nimber, budget: &Budget) -> Option<Solved<bool>> {
        let game = self.game(&position.game.ruleset)?;
        let mut parts = match game.parts(position, budget.meter())? {
            Ok(parts) => parts,
            Err(halt) => return Some(Err(halt.into())),
        };
        let Ok(wanted) = u32::try_from(value.0) else {
            return Some(game.value_of(&parts, budget).map(|found| u64::from(found) == value.0));
        };
        parts.sort_by_key(|(part, _)| part.codes.len());
        let Some((largest, sides)) = parts.pop() else { return Some(Ok(wanted == 0)) };
        let others = game.value_of(&parts, budget);
        Some(others.and_then(|others| game.search(sides).ok_or(NO_SEARCH)?.is(&largest, wanted ^ others, budget)))
    }

    /// Why the values of a game are found as they are, if boards answer for it.
    pub fn why(&mut self, ruleset: &Ruleset) -> Option<&'static str> {
        let game = self.game(ruleset)?;
        if game.strips.is_some() && game.is_flat {
            return Some("strips of one symbol are heaps: the values are those of the heap game");
        }
        game.rules.is_some().then_some(
            "boards that come apart: parts in their least image, packed into words, are asked only for what decides",
        )
    }

    /// How many parts are known, and how many boards were looked at. For tests and benchmarks.
    pub fn counts(&self) -> (usize, u64) {
        let counts = self.games.values().flat_map(|game| game.searches.values()).map(PackedSearch::counts);
        counts.fold((0, 0), |(parts, looked), (more, later)| (parts + more, looked + later))
    }

    /// A new question begins.
    pub fn begin(&mut self, now: u64) {
        self.now = now;
        self.games.values_mut().flat_map(|game| game.searches.values_mut()).for_each(PackedSearch::begin);
    }

    /// How many games are known.
    pub fn count(&self) -> usize {
        self.games.len()
    }

    /// Bytes that are held.
    pub fn held(&self) -> u64 {
        self.games.values().map(BoardGame::bytes).sum()
    }

    /// What the question at hand has not asked: when each was asked last, and how many bytes it holds.
    pub fn idle(&self) -> impl Iterator<Item = (u64, u64)> {
        let idle = self.games.values().filter(|game| game.asked < self.now);
        idle.map(|game| (game.asked, game.bytes()))
    }

    /// Forgets what was asked last then or before.
    pub fn give_up(&mut self, last: u64) {
        let now = self.now;
        self.games.retain(|_, game| game.asked > last || game.asked >= now);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.games.clear();
    }

    pub fn rulesets(&self) -> impl Iterator<Item = &Ruleset> {
        self.games.keys()
    }
}

/// The board of a position, if it is one.
fn board(position: &Position) -> Option<Board> {
    let [Value::Text(text)] = &position.coordinates[..] else { return None };
    Board::read(text).ok()
}

impl BoardGame {
    fn value_of(&mut self, parts: &[(CodedBoard, Sides)], budget: &Budget) -> Solved<u32> {
        parts
            .iter()
            .try_fold(0, |sum, (part, sides)| Ok(sum ^ self.search(*sides).ok_or(NO_SEARCH)?.value(part, budget)?))
    }
}
