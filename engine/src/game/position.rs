//! Positions and sums of positions.

use std::cmp::Ordering;
use std::sync::Arc;

use super::{Component, Game, HeapRules, Position, Ruleset, Sum, Summand, Value};
use crate::nim::Nimber;
use crate::sorting::sort_by;

/// The greatest number that can be a coordinate.
pub const LARGEST_COORDINATE: i128 = i64::MAX as i128;

impl Ruleset {
    /// How many coordinates a position has.
    pub fn arity(&self) -> usize {
        match self {
            Ruleset::Heap(_) | Ruleset::Own(_) => 1,
            Ruleset::Written(system, index) => system.rules[*index].arity,
            // As many as there are components.
            Ruleset::Compound(_) => 0,
        }
    }
}

impl Ruleset {
    /// Does a condition state what the coordinate with this index may be? Otherwise it is a number from 0 on, or no number.
    pub fn states(&self, coordinate: usize) -> bool {
        matches!(self, Ruleset::Written(system, index) if system.rules[*index].states(coordinate))
    }

    /// Must play end, or is there no answer? The rule claims that it ends, or it has moves that bind, which are understood only
    /// then.
    pub fn must_end(&self) -> bool {
        match self {
            Ruleset::Heap(_) => true,
            Ruleset::Compound(_) | Ruleset::Own(_) => false,
            Ruleset::Written(system, index) => system.binds || system.rules[*index].ends,
        }
    }
}

impl Ruleset {
    /// The place of its kind among all kinds.
    fn kind(&self) -> usize {
        match self {
            Ruleset::Heap(_) => 0,
            Ruleset::Written(..) => 1,
            Ruleset::Compound(_) => 2,
            Ruleset::Own(_) => 3,
        }
    }
}

impl PartialOrd for Ruleset {
    fn partial_cmp(&self, other: &Ruleset) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ruleset {
    /// Rulesets that share their data are equal without a look at it.
    fn cmp(&self, other: &Ruleset) -> Ordering {
        match (self, other) {
            (Ruleset::Heap(a), Ruleset::Heap(b)) if Arc::ptr_eq(a, b) => Ordering::Equal,
            (Ruleset::Heap(a), Ruleset::Heap(b)) => a.cmp(b),
            (Ruleset::Written(a, i), Ruleset::Written(b, j)) if Arc::ptr_eq(a, b) => i.cmp(j),
            (Ruleset::Written(a, i), Ruleset::Written(b, j)) => a.cmp(b).then(i.cmp(j)),
            (Ruleset::Compound(a), Ruleset::Compound(b)) => a.cmp(b),
            (Ruleset::Own(a), Ruleset::Own(b)) => a.cmp(b),
            (one, other) => one.kind().cmp(&other.kind()),
        }
    }
}

impl Game {
    /// A game whose options are shown in the order in which its ruleset lists them ([`Game::clauses`] is empty).
    pub fn new(name: impl Into<Arc<str>>, ruleset: Ruleset) -> Game {
        Game { name: name.into(), ruleset, clauses: Arc::new([]), original: None }
    }

    /// The moves of a heap game clause by clause; none for other games.
    pub fn heap_clauses(&self) -> &[HeapRules] {
        match (&self.ruleset, &*self.clauses) {
            (Ruleset::Heap(rules), []) => std::slice::from_ref(&**rules),
            (_, several) => several,
        }
    }
}

// Two games are equal if their rulesets are: the name is only shown.
compared_as!(Game, one => &one.ruleset);

impl Position {
    /// The position with this number as its only coordinate.
    pub fn at(game: &Arc<Game>, number: impl Into<i128>) -> Position {
        Position { game: game.clone(), coordinates: Arc::new([Value::Integer(number.into())]) }
    }

    /// This board, as a text.
    pub fn on_board(game: &Arc<Game>, text: &str) -> Position {
        Position { game: game.clone(), coordinates: Arc::new([Value::text(text)]) }
    }

    /// Its coordinate, if that is one number.
    pub fn number(&self) -> Option<i128> {
        if let [Value::Integer(number)] = *self.coordinates { Some(number) } else { None }
    }

    /// Its board, if it is one.
    pub fn board(&self) -> Option<&str> {
        if let [Value::Text(text)] = &*self.coordinates { Some(text) } else { None }
    }

    /// The size of the heap, for a position of a heap game.
    pub fn heap(&self) -> Option<u64> {
        let is_heap = matches!(self.game.ruleset, Ruleset::Heap(_));
        self.number().filter(|_| is_heap).and_then(|number| u64::try_from(number).ok())
    }
}

impl Sum {
    /// The sum of this component alone.
    pub fn of(component: Component) -> Sum {
        Sum { parts: vec![Summand { copies: 1, component }] }
    }

    /// The sum of this position alone.
    pub fn position(position: Position) -> Sum {
        Sum::of(Component::Position(position))
    }

    /// The nim-heap `*k`; the empty sum for k = 0.
    pub fn star(k: Nimber) -> Sum {
        if k.is_zero() { Sum::default() } else { Sum::of(Component::Star(k.0)) }
    }

    /// The same sum without its empty heaps, which have no moves. If all are empty, the first stays.
    #[must_use]
    pub fn without_empty_heaps(mut self) -> Sum {
        if self.parts.len() > 1 && self.parts.iter().any(Summand::is_empty_heap) {
            let first = self.parts.first().map(|part| Summand { copies: 1, component: part.component.clone() });
            self.parts.retain(|part| !part.is_empty_heap());
            if self.parts.is_empty() {
                self.parts.extend(first);
            }
        }
        self
    }

    /// The disjunctive sum of the two.
    pub fn plus(&self, other: &Sum) -> Sum {
        Sum { parts: [&self.parts[..], &other.parts].concat() }
    }

    /// So many copies of the whole; `None` if a number of copies exceeds 64 bits.
    pub fn times(&self, copies: u64) -> Option<Sum> {
        if copies == 0 {
            return Some(Sum::default());
        }
        let parts = self.parts.iter().map(|part| {
            let copies = part.copies.checked_mul(copies)?;
            Some(Summand { copies, component: part.component.clone() })
        });
        Some(Sum { parts: parts.collect::<Option<_>>()? })
    }

    /// The normal form: the same multiset of components in a fixed order, with equal ones counted together. Two sums
    /// have the same components exactly if their normal forms are equal. `None` if a number of copies exceeds 64
    /// bits.
    pub fn normal(&self) -> Option<Sum> {
        let mut sorted = self.parts.clone();
        for part in sorted.iter_mut() {
            if let Component::Position(position) = &mut part.component
                && matches!(position.game.ruleset, Ruleset::Compound(_))
            {
                *position = position.compound_in_order()?;
            }
        }
        sorted.retain(|part| part.copies > 0 && part.component != Component::Star(0));
        sort_by(&mut sorted, |a, b| a.component.cmp(&b.component));
        let mut parts: Vec<Summand> = Vec::with_capacity(sorted.len());
        for part in sorted {
            match parts.last_mut() {
                Some(last) if last.component == part.component => last.copies = last.copies.checked_add(part.copies)?,
                _ => parts.push(part),
            }
        }
        Some(Sum { parts })
    }
}

impl Summand {
    /// Is it an empty heap?
    pub fn is_empty_heap(&self) -> bool {
        match &self.component {
            Component::Position(position) => position.heap() == Some(0),
            Component::Star(size) => *size == 0,
        }
    }
}
