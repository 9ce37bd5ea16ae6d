//! The memo of one system of written rules: the values of its positions, as far as they are known, in a grid or in
//! hash tables for each rule.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash};
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::coins::CoinTable;
use super::coprimes::CoprimeTable;
use super::grid::{PositionState, ValueGrid};
use super::key::{PositionKey, unpack};
use super::strategy::Strategy;
use super::sweep::GridSweep;
use super::systems::SystemValues;
use crate::code::form::SystemCode;
use crate::game::{CoinRule, CoprimeRule, Halt, Meter, Mover, Position, Rule, System, Term, Value, contents};
use crate::ledger::FastPath;
use crate::nim::Nimber;
use crate::solve::{Budget, Solved};

/// The memo of a system, with its compiled rules.
#[derive(Debug)]
pub(super) struct Memo {
    pub mover: Arc<Mover>,
    pub code: Arc<SystemCode>,
    pub rules: Vec<Entries>,
    /// The systems of heaps along a coordinate that were asked about; `None` while one is worked on.
    pub systems: Vec<Option<Box<SystemValues>>>,
    /// Is some option a sum?
    pub sums: bool,
    /// The numbers of the other memos that the code refers to.
    pub referenced: Vec<usize>,
    /// The number of the last question that used it, see [`super::memos::WrittenGames::begin`].
    pub last_used: u64,
    /// How many references to the system are held by this memo and by the table that finds it.
    own_references: usize,
}

/// A hash table of values. Unlike that of `FxHashMap`, its way of making a hasher is inlined: every look-up makes one.
pub(super) type ValueTable<K> = HashMap<K, u64, BuildHasherDefault<FxHasher>>;

/// The values of one rule.
#[derive(Debug)]
pub(super) struct Entries {
    pub arity: usize,
    /// How the values are found.
    pub strategy: Strategy,
    /// The values, if this is a coin-turning game with moves of many coins.
    pub coins: Option<CoinTable>,
    /// The values, if moves leave a number without a common factor with the heap.
    pub coprimes: Option<CoprimeTable>,
    /// Do positions have so many options that reading them from the grid is tried before a position is expanded? See
    /// [`GridSweep::is_wide`].
    wide: bool,
    /// The values of a box of positions, if there is a grid. Its positions are not in the hash tables.
    pub grid: Option<ValueGrid>,
    pub small: ValueTable<u64>,
    medium: ValueTable<[u64; 2]>,
    large: ValueTable<Arc<[Value]>>,
    /// With this many small keys a grid is considered.
    considered_at: usize,
}

/// Stands for `PositionState::Open` in the hash tables. It is not a value: a position would need as many options.
const OPEN: u64 = u64::MAX;

impl Memo {
    /// Bytes that an entry may take in each hash table: tables are between 7/16 and 7/8 full, and grow by copying.
    const SMALL_COST: u64 = 48;
    const MEDIUM_COST: u64 = 64;
    const LARGE_COST: u64 = 160;
    /// Fewer small keys than this are never moved into a grid.
    const FEWEST_KEYS: usize = 1 << 8;

    /// A placeholder for a number that is not in use.
    pub fn empty() -> Memo {
        let system = Arc::new(System::new(Vec::new(), Arc::new([])));
        Memo::new(system, SystemCode::default(), Meter::default(), Vec::new())
    }

    /// An empty memo. `referenced` are the numbers of the other memos that the code refers to.
    pub fn new(system: Arc<System>, code: SystemCode, meter: Meter, referenced: Vec<usize>) -> Memo {
        let entries = |(index, rule): (usize, &Rule)| Entries {
            arity: rule.arity,
            strategy: Strategy::of(&code, index),
            coins: CoinRule::of(rule, index)
                .filter(CoinRule::turns_many)
                .filter(|_| !FastPath::Coins.is_off())
                .map(CoinTable::new),
            wide: is_wide(&code, index),
            // The page has none of these: it is to stay below its bound.
            coprimes: if cfg!(target_family = "wasm") || FastPath::CommonFactors.is_off() {
                None
            } else {
                CoprimeRule::of(rule, index).map(CoprimeTable::new)
            },
            grid: None,
            small: ValueTable::default(),
            medium: ValueTable::default(),
            large: ValueTable::default(),
            considered_at: Self::FEWEST_KEYS,
        };
        let rules: Vec<Entries> = system.rules.iter().enumerate().map(entries).collect();
        // The references to the system: the mover's, one for each of its games, and that of the table that finds the
        // memo by the system's content.
        let own_references = 2 + rules.len();
        let clauses = system.rules.iter().flat_map(|rule| &rule.clauses);
        let sums = clauses.into_iter().any(|clause| !matches!(clause.option.term, Term::Position(..) | Term::Star(_)));
        let mover = Arc::new(Mover::new(system, meter));
        Memo { mover, code: Arc::new(code), rules, systems: Vec::new(), sums, referenced, last_used: 0, own_references }
    }

    /// Is there a reference to the system, or to a game of it, from outside?
    pub fn is_reached(&self) -> bool {
        let games = (0..self.rules.len()).any(|index| Arc::strong_count(self.mover.game(index)) > 1);
        games || Arc::strong_count(self.mover.system()) > self.own_references
    }

    /// Bytes that an entry with such a key may take, without the contents of its coordinates.
    pub fn cost(key: &PositionKey) -> u64 {
        match key {
            PositionKey::Small(_) => Self::SMALL_COST,
            PositionKey::Medium(_) => Self::MEDIUM_COST,
            PositionKey::Large(_) => Self::LARGE_COST,
        }
    }

    pub fn state(&self, rule: usize, key: &PositionKey) -> PositionState {
        let entries = &self.rules[rule];
        match key {
            PositionKey::Small(key) => entries.state(*key),
            PositionKey::Medium(key) => known(entries.medium.get(&halves(*key))),
            PositionKey::Large(coordinates) => known(entries.large.get(coordinates)),
        }
    }

    /// The state of a position whose coordinates are numbers, and its key; `None` if the numbers cannot be packed.
    #[inline]
    pub fn state_of(&self, rule: usize, coordinates: &[i64]) -> Option<(PositionState, PositionKey)> {
        let key = PositionKey::of_numbers(coordinates)?;
        let entries = &self.rules[rule];
        let state = match &key {
            PositionKey::Small(small) => match entries.grid.as_ref().map(|grid| (grid, grid.place(coordinates))) {
                Some((grid, Some(place))) => grid.state(place),
                _ => known(entries.small.get(small)),
            },
            _ => self.state(rule, &key),
        };
        Some((state, key))
    }

    pub fn open(&mut self, rule: usize, key: &PositionKey, budget: &Budget) -> Solved<()> {
        if let PositionKey::Large(coordinates) = key {
            // Twice: the options that are made from it while it is expanded need about as much.
            budget.room(contents(coordinates).saturating_mul(2))?;
        }
        self.set(rule, key, Some(OPEN), budget)
    }

    /// Forgets a position that was open.
    pub fn abandon(&mut self, rule: usize, key: &PositionKey, budget: &Budget) {
        // Removing an entry needs no memory, so it cannot fail.
        let _ = self.set(rule, key, None, budget);
    }

    /// How many positions the hash tables hold.
    pub fn len(&self) -> usize {
        self.rules.iter().map(Entries::len).sum()
    }

    /// The grid of a rule, if positions are to be read from it before they are expanded.
    pub fn grid_to_read(&self, rule: usize) -> Option<&ValueGrid> {
        if self.rules[rule].wide { self.rules[rule].grid.as_ref() } else { None }
    }

    /// Are positions of a rule read from the grid before they are expanded, as they have many options?
    pub fn grid_is_wide(&self, rule: usize) -> bool {
        self.rules[rule].wide
    }

    /// Are there so many small keys that a grid should be considered?
    #[inline]
    pub fn should_consider_grid(&self, rule: usize) -> bool {
        self.rules[rule].small.len() >= self.rules[rule].considered_at
    }

    /// Notes that a grid was considered, so that none is considered again before there are twice as many small keys.
    pub fn postpone_grid(&mut self, rule: usize) {
        self.rules[rule].considered_at = Self::FEWEST_KEYS + 2 * self.rules[rule].small.len();
    }

    /// The greatest number in each coordinate among the positions with small keys, but for this one.
    pub fn highest(&self, rule: usize, but: Option<&[i64]>) -> Vec<i64> {
        let entries = &self.rules[rule];
        let mut highest = vec![0; entries.arity];
        let mut numbers = vec![0; entries.arity];
        for key in entries.small.keys() {
            unpack(*key, &mut numbers);
            if but == Some(&numbers) {
                continue;
            }
            for (highest, n) in highest.iter_mut().zip(&numbers) {
                *highest = *n.max(highest);
            }
        }
        highest
    }

    /// Installs a grid, and moves into it the hashed positions that lie in it.
    pub fn put_grid(&mut self, rule: usize, mut grid: ValueGrid, budget: &Budget) {
        let entries = &mut self.rules[rule];
        let mut numbers = vec![0; entries.arity];
        entries.small.retain(|key, value| {
            unpack(*key, &mut numbers);
            let Some(place) = grid.place(&numbers) else { return true };
            if *value != OPEN {
                return grid.set(place, Some(*value), budget).is_err();
            }
            if grid.state(place) == PositionState::Unknown {
                grid.open(place);
            }
            false
        });
        entries.small.shrink_to_fit();
        entries.considered_at = Self::FEWEST_KEYS + 2 * entries.small.len();
        entries.grid = Some(grid);
    }

    /// The coordinates behind a key.
    pub fn coordinates(&self, rule: usize, key: &PositionKey) -> Arc<[Value]> {
        key.coordinates(self.rules[rule].arity)
    }

    /// The position behind a key, for messages.
    pub fn position(&self, rule: usize, key: &PositionKey) -> Position {
        Position { game: self.mover.game(rule).clone(), coordinates: self.coordinates(rule, key) }
    }

    /// Stores a value, or with `None` forgets it. If there is no memory for it, the position stays unknown.
    pub fn set(&mut self, rule: usize, key: &PositionKey, value: Option<u64>, budget: &Budget) -> Solved<()> {
        let entries = &mut self.rules[rule];
        let meter = budget.meter();
        match key {
            PositionKey::Small(key) => match (entries.place(*key), &mut entries.grid) {
                (Some(place), Some(grid)) if value == Some(OPEN) => grid.open(place),
                (Some(place), Some(grid)) => return grid.set(place, value, budget),
                _ => put(&mut entries.small, *key, value, meter)?,
            },
            PositionKey::Medium(key) => put(&mut entries.medium, halves(*key), value, meter)?,
            PositionKey::Large(coordinates) => put(&mut entries.large, coordinates.clone(), value, meter)?,
        }
        Ok(())
    }
}

impl Entries {
    fn len(&self) -> usize {
        self.small.len() + self.medium.len() + self.large.len()
    }

    fn state(&self, key: u64) -> PositionState {
        match (self.place(key), &self.grid) {
            (Some(place), Some(grid)) => grid.state(place),
            _ => known(self.small.get(&key)),
        }
    }

    /// The place of a position in the grid; `None` if there is no grid or it is not in it.
    fn place(&self, key: u64) -> Option<usize> {
        let grid = self.grid.as_ref()?;
        let mut numbers = [0; PositionKey::MOST];
        let numbers = numbers.get_mut(..self.arity)?;
        unpack(key, numbers);
        grid.place(numbers)
    }
}

fn put<K: Eq + Hash>(table: &mut ValueTable<K>, key: K, value: Option<u64>, meter: &Meter) -> Result<(), Halt> {
    match value {
        Some(value) => meter.insert(table, key, value).map(drop),
        None => {
            table.remove(&key);
            Ok(())
        }
    }
}

fn is_wide(code: &SystemCode, index: usize) -> bool {
    let sweep = code.compiled(index).and_then(|(rule, domain)| GridSweep::of(rule, index, domain));
    sweep.is_some_and(|sweep| sweep.is_wide())
}

/// A 128-bit number as the hash tables keep it: two words need less alignment, and thus less memory.
#[expect(clippy::cast_possible_truncation, reason = "the lower half of the bits is what is wanted")]
fn halves(key: u128) -> [u64; 2] {
    [(key >> 64) as u64, key as u64]
}

fn known(found: Option<&u64>) -> PositionState {
    match found {
        None => PositionState::Unknown,
        Some(&OPEN) => PositionState::Open,
        Some(value) => PositionState::Known(Nimber(*value)),
    }
}
