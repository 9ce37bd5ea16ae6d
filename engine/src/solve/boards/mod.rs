//! Values and outcomes of boards whose rules rewrite them (`".." becomes "##"`).
//!
//! The rules determine which symbols matter and what each may become (`coded`). From that follow the independent
//! parts of a board, and the reflections, rotations and permutations of symbols that keep the value of a part
//! (`layout`, on bit sets of cells). Where blocks of stones must touch free cells, parts are found by the
//! blocks (`liberties`). `search` gives the boards of one layout to the search of all kinds of positions, `cells` those with
//! one kind of cell as sets. `packed` chooses the width of the words for a board. `split` finds the parts of boards of any size cell by cell; `splitter`
//! gives them to misère play as positions.

mod cells;
mod coded;
mod layout;
mod liberties;
mod packed;
mod search;
mod split;
mod splitter;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use self::coded::CodedRules;
use self::packed::{MOST_CODES, Sides, packed_search};
use self::search::BoardSearch;
use self::split::CodedBoard;
pub(super) use self::splitter::BoardSplitter;
use super::by_ruleset::ByRuleset;
use super::{Budget, SolveError, Solved};
use crate::game::{Board, Game, Halt, Meter, Position, Ruleset, rewrites_where, strips};
use crate::ledger::FastPath;
use crate::nim::{Nimber, Outcome};
use crate::sorting::sort_by_key;

/// The tables of all games whose rules rewrite boards.
#[derive(Debug, Default)]
pub struct Boards {
    pub games: ByRuleset<BoardGame>,
    /// How many positions the search for a value may open before it is given up with `SolveError::Positions`; `None`
    /// means no limit.
    pub position_limit: Option<u64>,
    /// Leave every board to the definition: for tests and benchmarks.
    definition_only: bool,
}

/// What is known of one game.
#[derive(Debug)]
pub struct BoardGame {
    /// `None` if boards are left to the definition: play is not known to end, or there are too many symbols.
    rules: Option<Arc<CodedRules>>,
    searches: FxHashMap<Sides, Box<BoardSearch>>,
    /// The heap game that equals this game, strip by strip, and the symbol of the strips: see [`strips`].
    strips: Option<(Arc<Game>, char)>,
    /// Do all patterns lie in one row?
    is_flat: bool,
    /// A copy of [`Boards::position_limit`].
    position_limit: Option<u64>,
}

impl BoardGame {
    fn of(ruleset: &Ruleset) -> Option<BoardGame> {
        let Ruleset::Written(system, rule) = ruleset else { return None };
        let (rewrites, liberty_rules) = rewrites_where(system, *rule)?;
        let is_off = FastPath::BoardsAsBits.is_off() || !liberty_rules.is_empty() && FastPath::Liberties.is_off();
        let rules = CodedRules::of(&rewrites, &liberty_rules, MOST_CODES).filter(|_| !is_off).map(Arc::new);
        let is_flat = rewrites.iter().flat_map(|rewrite| rewrite.images()).all(|(from, _)| from.height() == 1);
        let strips = strips(ruleset);
        Some(BoardGame { rules, searches: FxHashMap::default(), strips, is_flat, position_limit: None })
    }

    /// The board of a position, cut into parts if it has more than 64 cells, with the layout of each part. `None` for
    /// what is not a board, for boards that are left to the definition, and if a part is too large to be packed.
    fn parts(&self, position: &Position, meter: &Meter) -> Option<Result<Vec<(CodedBoard, Sides)>, Halt>> {
        let rules = self.rules.as_ref()?;
        let text = position.board()?;
        // The cells as they are read, and as codes.
        if let Err(halt) = meter.room(text.len().saturating_mul(Board::COST + size_of::<Option<u8>>())) {
            return Some(Err(halt));
        }
        let board = Board::read(text).ok()?;
        let codes = board.cells.iter().map(|symbol| rules.code(*symbol)).collect();
        let board = CodedBoard { width: board.width, codes };
        let parts =
            if board.codes.len() <= 64 { Ok(Some(vec![board])) } else { board.parts(rules, Sides::MOST, meter) };
        let packed = |part: CodedBoard| {
            // Rows run along the shorter side: more boards then share a layout, and more images of a part fit into it.
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

    fn search(&mut self, sides: Sides) -> Option<&mut BoardSearch> {
        let rules = self.rules.as_ref()?;
        let search = self.searches.entry(sides).or_insert_with(|| packed_search(rules, sides));
        search.limit(self.position_limit);
        Some(&mut **search)
    }

    /// The nim-sum of the values of these parts.
    fn value_of(&mut self, parts: &[(CodedBoard, Sides)], budget: &Budget) -> Solved<u64> {
        parts
            .iter()
            .try_fold(0, |sum, (part, sides)| Ok(sum ^ self.search(*sides).ok_or(NO_SEARCH)?.value(part, budget)?))
    }
}

const NO_SEARCH: SolveError = SolveError::Internal("a board has no search");

impl Boards {
    /// Leaves every board to the definition.
    pub fn definition_only() -> Boards {
        Boards { definition_only: true, ..Boards::default() }
    }

    /// The tables of a game, made at the first question; `None` if its rules do not rewrite boards, or if every board
    /// is left to the definition.
    fn game(&mut self, ruleset: &Ruleset) -> Option<&mut BoardGame> {
        if self.definition_only || ruleset.binds() {
            return None;
        }
        let game = self.games.get(ruleset, BoardGame::of)?;
        game.position_limit = self.position_limit;
        Some(game)
    }

    /// Does [`Boards::value`] answer for this position?
    pub fn answers(&mut self, position: &Position, budget: &Budget) -> bool {
        self.game(&position.game.ruleset).is_some_and(|game| game.parts(position, budget.meter()).is_some())
    }

    /// The heap game and the heaps that a board equals, if its moves only take cells out of strips of one symbol. Two
    /// equal heaps are left out: so a long board has few.
    pub fn heaps(&mut self, position: &Position) -> Option<(Arc<Game>, BTreeSet<u64>)> {
        let game = self.game(&position.game.ruleset)?;
        let (heaps, live) = game.strips.as_ref()?;
        let text = position.board()?;
        let is_fit = Board::check(text).is_ok() && (game.is_flat || !text.contains(Board::ROW_END));
        let rows = text.split(Board::ROW_END).filter(|_| is_fit);
        let strips = rows.flat_map(|row| row.split(|symbol| symbol != *live)).map(|strip| strip.chars().count() as u64);
        let mut odd = BTreeSet::new();
        for length in strips.filter(|length| *length > 0) {
            if !odd.remove(&length) {
                odd.insert(length);
            }
        }
        is_fit.then(|| (heaps.clone(), odd))
    }

    /// The value of a position; `None` if boards do not answer for it.
    pub fn value(&mut self, position: &Position, budget: &Budget) -> Option<Solved<Nimber>> {
        let game = self.game(&position.game.ruleset)?;
        let parts = match game.parts(position, budget.meter())? {
            Ok(parts) => parts,
            Err(halt) => return Some(Err(halt.into())),
        };
        Some(game.value_of(&parts, budget).map(Nimber))
    }

    /// Is this the value of a position? `None` if boards do not answer for it. This is decided sooner than the value
    /// is found.
    pub fn has_value(&mut self, position: &Position, value: Nimber, budget: &Budget) -> Option<Solved<bool>> {
        let game = self.game(&position.game.ruleset)?;
        let mut parts = match game.parts(position, budget.meter())? {
            Ok(parts) => parts,
            Err(halt) => return Some(Err(halt.into())),
        };
        sort_by_key(&mut parts, |(part, _)| part.codes.len());
        let Some((largest, sides)) = parts.pop() else { return Some(Ok(value.is_zero())) };
        let others = game.value_of(&parts, budget);
        Some(
            others
                .and_then(|others| game.search(sides).ok_or(NO_SEARCH)?.has_value(&largest, value.0 ^ others, budget)),
        )
    }

    /// The outcome in misère play of a sum of boards, which must not be empty, and of nim-heaps of these sizes. `None` if no
    /// search over boards of one size decides it.
    pub fn misere_outcome(
        &mut self,
        positions: &[&Position],
        heaps: Vec<u64>,
        budget: &Budget,
    ) -> Option<Solved<Outcome>> {
        let ruleset = &positions.first()?.game.ruleset;
        if positions.iter().any(|position| position.game.ruleset != *ruleset || self.heaps(position).is_some()) {
            return None;
        }
        let game = self.game(ruleset)?;
        let mut boards = Vec::new();
        for position in positions {
            match game.parts(position, budget.meter())? {
                Ok(parts) => boards.extend(parts),
                Err(halt) => return Some(Err(halt.into())),
            }
        }
        let (_, sides) = boards.first()?;
        let sides = *sides;
        let boards = boards.into_iter().map(|(board, other)| (other == sides).then_some(board));
        let boards = boards.collect::<Option<Vec<CodedBoard>>>()?;
        game.search(sides)?.misere_outcome(&boards, heaps, budget)
    }

    /// One line that says how the values of a game are found; `None` if boards do not answer for it.
    pub fn why(&mut self, ruleset: &Ruleset) -> Option<&'static str> {
        let game = self.game(ruleset)?;
        if game.strips.is_some() && game.is_flat {
            return Some("strips of one symbol are heaps: the values are those of the heap game");
        }
        game.rules.is_some().then_some(
            "boards that come apart: parts in their least image, packed into words, are asked only for what decides",
        )
    }

    /// How many parts are in the tables, and how many boards were looked at. For tests and benchmarks.
    pub fn counts(&self) -> (usize, u64) {
        let counts = self.games.all().flat_map(|game| game.searches.values()).map(|search| search.counts());
        counts.fold((0, 0), |(parts, looked), (more, later)| (parts + more, looked + later))
    }

    /// Begins a question.
    pub fn begin(&mut self) {
        self.games.all_mut().flat_map(|game| game.searches.values_mut()).for_each(|search| search.begin());
    }
}
