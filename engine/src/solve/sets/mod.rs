//! Values of positions that are subsets of a finite ground set: vertices that are left of a graph, members of an order,
//! squares, edges.
//!
//! A written rule whose moves only remove members of a list is recognised (`recognise`, which evaluates it for all
//! subsets at once: `symbolic`) and becomes data (`rules`, with
//! conditions as `guard`s). From it follow the parts of a subset, and what keeps its value: the translations and turns of
//! a grid (`grid`), or the permutations that keep the rule (`symmetry`). `space` gives the subsets as bits to the search
//! of all kinds of positions, with conditions and moves as bits too (`packed`, `grid_moves`); `misere` does so with sums in misère
//! play, and `searcher` holds both searches. Rows of cells that moves cut from some row on are numbered (`diagrams`). Boards on
//! which stones are put are sets of what may still be put (`stones`).

mod binding;
mod diagrams;
mod grid;
mod grid_moves;
mod guard;
mod misere;
mod packed;
mod recognise;
mod rules;
mod searcher;
mod space;
mod stone_board;
mod stones;
mod symbolic;
mod symmetry;

use std::sync::Arc;

use self::diagrams::{DiagramSearch, Diagrams};
pub(super) use self::grid::Cell;
use self::grid::GridRules;
pub(super) use self::guard::Index;
pub(super) use self::misere::MisereSum;
use self::recognise::{ListReading, Recognised, TokenPlace, place, recognise};
use self::rules::SetRules;
pub(super) use self::searcher::SetSearch;
use self::searcher::{MOST, search_of_rules};
use self::stones::{StoneRules, recognise_stones, stones_of};
use super::by_ruleset::ByRuleset;
use super::{Budget, Solved};
use crate::game::{Meter, Mover, Position, Ruleset, Value};
use crate::ledger::FastPath;
use crate::nim::{GrundyValue, Nimber, Outcome};
use crate::search::growth::size;

/// The tables of all rules about sets.
#[derive(Debug, Default)]
pub struct Sets {
    pub games: ByRuleset<SetGame>,
    /// How many positions the search for a value may open before it is given up with `SolveError::Positions`; `None`
    /// means no limit.
    pub position_limit: Option<u64>,
    /// Leave every position to the definition: for tests and benchmarks.
    definition_only: bool,
}

/// What is known of one rule.
#[derive(Debug, Default)]
pub struct SetGame {
    /// The ground sets that positions were asked of, the last one first, each with its search if the rule is about its
    /// subsets.
    grounds: Vec<Ground>,
    /// How many ground sets have turned out to have no search.
    misses: u32,
}

/// A ground set: the coordinates of a position, one of which is a list.
#[derive(Debug)]
struct Ground {
    coordinates: Vec<Value>,
    axis: usize,
    reading: ListReading,
    search: Option<GroundSearch>,
}

/// The search for the subsets of a ground set.
#[derive(Debug)]
struct GroundSearch {
    search: Box<SetSearch>,
    /// See [`Recognised`].
    places: Vec<TokenPlace>,
    grown: Vec<Value>,
    /// The board, where stones are put on one.
    stones: Option<StoneRules>,
    /// The number of the first place among the members.
    first_place: usize,
}

/// The search for the subsets of a list, if the rule is about them.
fn search_of_list(
    mover: &Mover,
    rule: usize,
    coordinates: &[Value],
    axis: usize,
    reading: ListReading,
    budget: &Budget,
) -> Option<GroundSearch> {
    let Some(Value::List(list)) = coordinates.get(axis) else { return None };
    let most = match reading {
        ListReading::Members => MOST,
        ListReading::Rows if FastPath::RowsAsSets.is_off() => return None,
        ListReading::Rows => Diagrams::CELLS,
        ListReading::Grown => 0,
    };
    if reading.count(list).is_none_or(|count| count > most || count == 0 && most > 0) {
        return None;
    }
    if reading == ListReading::Rows
        && reading.count(list).is_some_and(|count| count > FEW_CELLS)
        && !may_be_diagrams(mover, rule, coordinates, axis)
    {
        return None;
    }
    let Recognised { rules, places, grown } = recognise(mover, rule, coordinates, axis, reading).ok()?;
    if rules.count == 0 {
        return None;
    }
    if reading == ListReading::Rows {
        let search = search_of_rows(&rules, &coordinates[axis], budget)?;
        return Some(GroundSearch { search, places, grown, stones: None, first_place: rules.places.start.into() });
    }
    let grid = match reading {
        // Grids know no moves that bind.
        _ if mover.system().binds() => None,
        ListReading::Members => {
            let widths = [64, 128, MOST].into_iter();
            widths.filter(|most| rules.count <= *most).find_map(|most| GridRules::of(&rules, list, most))
        }
        ListReading::Rows | ListReading::Grown => None,
    };
    let search = search_of_rules(&rules, grid.as_ref(), false);
    Some(GroundSearch { search, places, grown, stones: None, first_place: rules.places.start.into() })
}

/// Of more cells only diagrams are searched: few long rows have few positions, and the definition is faster than wide sets.
const FEW_CELLS: usize = 128;

/// Are a few short rows numbered under a rule? That is found in no time, unlike what becomes of thousands of cells.
fn may_be_diagrams(mover: &Mover, rule: usize, coordinates: &[Value], axis: usize) -> bool {
    let Some(Value::List(list)) = coordinates.get(axis) else { return false };
    let rows = list.iter().take(8).map(|length| length.as_integer().map_or(0, |length| length.min(3)));
    let mut few = coordinates.to_vec();
    few[axis] = Value::list(rows.map(Value::Integer).collect());
    let found = recognise(mover, rule, &few, axis, ListReading::Rows).ok();
    found.is_some_and(|found| diagrams_of(&found.rules, &few[axis]).is_some())
}

/// The rule about rows of these lengths as one of diagrams. The page has none, since it must be small.
fn diagrams_of(rules: &SetRules, rows: &Value) -> Option<Diagrams> {
    if cfg!(target_family = "wasm") || FastPath::Diagrams.is_off() {
        return None;
    }
    let Value::List(rows) = rows else { return None };
    let lengths = rows.iter().map(|length| length.as_integer().and_then(|length| u16::try_from(length).ok()));
    Diagrams::of(rules, &lengths.collect::<Option<Vec<u16>>>()?)
}

/// The search for rows of cells, which stay where they are: they are numbered if moves keep them a diagram and there is
/// memory, and otherwise subsets.
fn search_of_rows(rules: &SetRules, rows: &Value, budget: &Budget) -> Option<Box<SetSearch>> {
    let subsets = (rules.count <= FEW_CELLS).then(|| search_of_rules(rules, None, true));
    match diagrams_of(rules, rows).filter(|diagrams| diagrams.bytes() < budget.free() / 4) {
        Some(diagrams) => Some(Box::new(DiagramSearch::new(diagrams, subsets))),
        None => subsets,
    }
}

/// The search for the boards on which a rule puts stones, if it keeps only pairs of them apart.
fn search_of_stones(mover: &Mover, rule: usize, text: &str) -> Option<GroundSearch> {
    FastPath::Stones.on()?;
    let stones = recognise_stones(mover, rule, text).ok().filter(|stones| stones.rules.count > 0)?;
    let search = search_of_rules(&stones.rules, None, false);
    Some(GroundSearch { search, places: Vec::new(), grown: Vec::new(), stones: Some(stones), first_place: 0 })
}

/// The search for the boards of a rule with these moves, as for [`GridRules::of_patterns`]. The members of its ground set
/// are the cells, row by row.
pub(super) fn search_of_patterns(
    patterns: &[(Vec<Cell>, Vec<Cell>)],
    stride: usize,
    rows: usize,
) -> Option<Box<SetSearch>> {
    if stride * rows > MOST {
        return None;
    }
    let grid = GridRules::of_patterns(patterns, stride, rows)?;
    Some(search_of_rules(&grid.rules, Some(&grid), false))
}

impl Ground {
    /// Is a position one of a subset of this ground set, as far as can be told without its search?
    fn is_of(&self, coordinates: &[Value]) -> bool {
        let length = |coordinates: &[Value]| match coordinates.get(self.axis) {
            Some(Value::List(list)) => list.len(),
            Some(Value::Text(text)) => text.len(),
            _ => usize::MAX,
        };
        match &self.search {
            Some(_) => self.members(coordinates).is_some(),
            // A shorter list would hardly be read in another way.
            None => length(coordinates) <= length(&self.coordinates),
        }
    }

    /// The numbers of the members of a position that is a subset of this ground set.
    fn members(&self, coordinates: &[Value]) -> Option<Vec<Index>> {
        let GroundSearch { search, places, grown, stones, first_place } = self.search.as_ref()?;
        if let (Some(stones), [Value::Text(text)]) = (stones, coordinates) {
            return stones.left(text);
        }
        if coordinates.len() != self.coordinates.len() {
            return None;
        }
        let here = place(coordinates, self.axis, self.reading);
        let here = places.iter().position(|place| *place == here)?;
        let (Some(Value::List(ground)), Some(Value::List(list))) =
            (self.coordinates.get(self.axis), coordinates.get(self.axis))
        else {
            return None;
        };
        let mut members = match self.reading {
            ListReading::Members => {
                let mut members = (0..).zip(ground.iter());
                list.iter()
                    .map(|member| members.find(|(_, other)| *other == member).map(|(index, _)| index))
                    .collect::<Option<Vec<Index>>>()?
            }
            ListReading::Rows => cells_of_rows(ground, list)?,
            ListReading::Grown => {
                (0..).zip(grown).filter(|(_, member)| !list.contains(member)).map(|(index, _)| index).collect()
            }
        };
        if places.len() > 1 {
            members.push(Index::try_from(first_place + here).ok()?);
        }
        search.answers(&members).then_some(members)
    }
}

/// The numbers of the cells of rows, none of which may be longer than in the ground set.
fn cells_of_rows(ground: &[Value], rows: &[Value]) -> Option<Vec<Index>> {
    let (mut members, mut first) = (Vec::new(), 0);
    for (row, length) in ground.iter().zip(rows) {
        let [row, length] = [row, length].map(|n| n.as_integer().and_then(|n| Index::try_from(n).ok()));
        let (row, length) = row.zip(length).filter(|(row, length)| length <= row)?;
        members.extend(first..first + length);
        first += row;
    }
    (ground.len() == rows.len()).then_some(members)
}

/// The coordinate that is a list which is not empty, if there is exactly one list.
fn only_list(coordinates: &[Value]) -> Option<usize> {
    let mut lists = (0..coordinates.len()).filter(|axis| matches!(coordinates[*axis], Value::List(_)));
    let (Some(axis), None) = (lists.next(), lists.next()) else { return None };
    matches!(&coordinates[axis], Value::List(list) if !list.is_empty()).then_some(axis)
}

impl SetGame {
    /// The most ground sets that are kept.
    const GROUNDS: usize = 4;
    /// After so many ground sets without a search no more are tried.
    const MISSES: u32 = 8;

    /// The search for a position and the numbers of its members.
    fn search(&mut self, position: &Position, budget: &Budget) -> Option<(&mut SetSearch, Vec<Index>)> {
        let Ruleset::Written(system, rule) = &position.game.ruleset else { return None };
        let coordinates = &position.coordinates;
        let is_board = matches!(&coordinates[..], [Value::Text(_)]);
        let axis = if is_board { 0 } else { only_list(coordinates)? };
        let known = self.grounds.iter().position(|ground| ground.is_of(coordinates));
        match known {
            Some(place) => self.grounds[..=place].rotate_right(1),
            None if self.misses >= Self::MISSES => return None,
            None => {
                let mover = Mover::new(system.clone(), budget.meter().clone());
                let read = |reading| search_of_list(&mover, *rule, coordinates, axis, reading, budget);
                let stones = || match &coordinates[axis] {
                    Value::Text(text) => search_of_stones(&mover, *rule, text),
                    _ => None,
                };
                let readings = [ListReading::Members, ListReading::Rows, ListReading::Grown];
                let found = readings.into_iter().find_map(|reading| Some((reading, read(reading)?)));
                let (reading, search) = match found {
                    Some((reading, search)) => (reading, Some(search)),
                    None => (ListReading::Members, stones()),
                };
                self.misses += u32::from(search.is_none());
                self.grounds.truncate(Self::GROUNDS - 1);
                self.grounds.insert(0, Ground { coordinates: coordinates.to_vec(), axis, reading, search });
            }
        }
        let ground = self.grounds.first_mut()?;
        let members = ground.members(coordinates)?;
        Some((&mut *ground.search.as_mut()?.search, members))
    }
}

impl Sets {
    /// Leaves every position to the definition.
    pub fn definition_only() -> Sets {
        Sets { definition_only: true, ..Sets::default() }
    }

    fn search(&mut self, position: &Position, budget: &Budget) -> Option<(&mut SetSearch, Vec<Index>)> {
        if position.game.ruleset.binds() { None } else { self.any_search(position, budget) }
    }

    /// The value of a position whose moves bind; `None` if the definition must answer.
    pub fn bound_value(&mut self, position: &Position, budget: &Budget) -> Option<Solved<GrundyValue>> {
        if position.coordinates.iter().any(|value| matches!(value, Value::Text(_))) {
            return None;
        }
        let (search, members) = self.any_search(position, budget)?;
        search.bound_value(&members, budget)
    }

    /// The search for a position, whether or not moves bind.
    fn any_search(&mut self, position: &Position, budget: &Budget) -> Option<(&mut SetSearch, Vec<Index>)> {
        let is_list = |value: &Value| matches!(value, Value::List(_));
        let is_fit = match (&position.coordinates[..], &position.game.ruleset) {
            ([Value::Text(_)], Ruleset::Written(system, rule)) => stones_of(*rule, &system.rules[*rule]).is_some(),
            (coordinates, _) => coordinates.iter().any(is_list),
        };
        if self.definition_only || !is_fit {
            return None;
        }
        let game = self.games.get(&position.game.ruleset, |_| Some(SetGame::default()))?;
        let (search, members) = game.search(position, budget)?;
        search.limit(self.position_limit);
        Some((search, members))
    }

    /// Does [`Sets::value`] answer for this position?
    pub fn answers(&mut self, position: &Position, budget: &Budget) -> bool {
        self.search(position, budget).is_some()
    }

    /// The value of a position; `None` if it is not a subset of a ground set.
    pub fn value(&mut self, position: &Position, budget: &Budget) -> Option<Solved<Nimber>> {
        let (search, members) = self.search(position, budget)?;
        Some(search.value(&members, budget).map(Nimber))
    }

    /// Is this the value of a position? `None` if it is not a subset of a ground set.
    pub fn has_value(&mut self, position: &Position, value: Nimber, budget: &Budget) -> Option<Solved<bool>> {
        let (search, members) = self.search(position, budget)?;
        Some(search.has_value(&members, value.0, budget))
    }

    /// The outcome in misère play of a sum of positions, which must not be empty, and of nim-heaps of these sizes. `None` if
    /// the positions are not subsets of one ground set.
    pub fn misere_outcome(
        &mut self,
        positions: &[&Position],
        heaps: Vec<u64>,
        budget: &Budget,
    ) -> Option<Solved<Outcome>> {
        FastPath::MisereSets.on()?;
        let largest = positions.iter().max_by_key(|position| size(position))?;
        self.search(largest, budget)?;
        let game = self.games.get(&largest.game.ruleset, |_| None)?;
        let ground = game.grounds.first_mut()?;
        let is_same = |position: &Position| position.game.ruleset == largest.game.ruleset;
        let subset = |position: &&Position| is_same(position).then(|| ground.members(&position.coordinates)).flatten();
        let subsets = positions.iter().map(subset).collect::<Option<Vec<_>>>()?;
        ground.search.as_mut()?.search.misere_outcome(&MisereSum { subsets, heaps }, budget)
    }

    /// One line that says how the values of a game are found, if its positions are subsets of small lists.
    pub fn why(&self, ruleset: &Ruleset) -> Option<&'static str> {
        let Ruleset::Written(system, rule) = ruleset else { return None };
        if self.definition_only || system.rules[*rule].arity != 1 || ruleset.binds() {
            return None;
        }
        let mover = Mover::new(system.clone(), Meter::default());
        if let Some((free, _)) = stones_of(*rule, &system.rules[*rule]) {
            let board = free.to_string().repeat(3);
            return recognise_stones(&mover, *rule, &board).is_ok().then_some(
                "stones on free cells, of which certain pairs must not be put: those that may still be put are bits, and \
                 are asked only for what decides",
            );
        }
        let numbers = |numbers: &[i128]| Value::list(numbers.iter().copied().map(Value::Integer).collect());
        if may_be_diagrams(&mover, *rule, &[numbers(&[2, 2])], 0) {
            return Some(
                "rows that a move cuts from some row on: what is left has a number, under which its value is kept",
            );
        }
        let pairs = [(0, 1), (1, 2)].map(|(a, b)| Value::Tuple(Arc::new([a, b].map(Value::Integer))));
        let samples = [
            (numbers(&[1, 2, 3]), ListReading::Members),
            (Value::list(pairs.to_vec()), ListReading::Members),
            (numbers(&[2, 2]), ListReading::Rows),
            (numbers(&[0]), ListReading::Grown),
        ];
        let is_set = |(list, reading): (Value, ListReading)| recognise(&mover, *rule, &[list], 0, reading).is_ok();
        samples.into_iter().any(is_set).then_some(
            "what is left of a list: subsets are bits, in the least form by the symmetries of the rule, and are asked only \
             for what decides",
        )
    }

    /// How many subsets are in the tables, and how many options were looked at. For tests and benchmarks.
    pub fn counts(&self) -> (usize, u64) {
        let searches = self.games.all().flat_map(|game| &game.grounds).filter_map(|ground| ground.search.as_ref());
        let counts = searches.map(|found| found.search.counts());
        counts.fold((0, 0), |(sets, looked), (more, later)| (sets + more, looked + later))
    }

    /// Begins a question.
    pub fn begin(&mut self) {
        let grounds = self.games.all_mut().flat_map(|game| &mut game.grounds);
        grounds.filter_map(|ground| ground.search.as_mut()).for_each(|found| found.search.begin());
    }
}
