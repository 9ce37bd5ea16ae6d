//! Positions and sums of positions.

use std::cmp::Ordering;
use std::sync::Arc;

use super::{Component, Game, Part, Position, Ruleset, Sum, Value};
use crate::nim::Nimber;

impl Ruleset {
    /// How many coordinates a position has.
    pub fn arity(&self) -> usize {
        match self {
            Ruleset::Heap(_) => 1,
            Ruleset::Explicit(system, index) => system.rules[*index].arity,
        }
    }
}

impl PartialOrd for Ruleset {
    fn partial_cmp(&self, other: &Ruleset) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ruleset {
    /// What is shared is not walked through.
    fn cmp(&self, other: &Ruleset) -> Ordering {
        match (self, other) {
            (Ruleset::Heap(a), Ruleset::Heap(b)) if Arc::ptr_eq(a, b) => Ordering::Equal,
            (Ruleset::Heap(a), Ruleset::Heap(b)) => a.cmp(b),
            (Ruleset::Heap(_), Ruleset::Explicit(..)) => Ordering::Less,
            (Ruleset::Explicit(..), Ruleset::Heap(_)) => Ordering::Greater,
            (Ruleset::Explicit(a, i), Ruleset::Explicit(b, j)) if Arc::ptr_eq(a, b) => i.cmp(j),
            (Ruleset::Explicit(a, i), Ruleset::Explicit(b, j)) => a.cmp(b).then(i.cmp(j)),
        }
    }
}

impl Game {
    /// A game of one clause, or whose options come in the order of its rule.
    pub fn new(name: impl Into<Arc<str>>, ruleset: Ruleset) -> Game {
        Game { name: name.into(), ruleset, clauses: Arc::new([]) }
    }
}

/// Two games are the same to the mathematics when they are moved alike; the name is only shown.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.ruleset == other.ruleset
    }
}

impl Eq for Game {}

impl std::hash::Hash for Game {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.ruleset.hash(state);
    }
}

impl PartialOrd for Game {
    fn partial_cmp(&self, other: &Game) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Game {
    fn cmp(&self, other: &Game) -> Ordering {
        self.ruleset.cmp(&other.ruleset)
    }
}

impl Position {
    /// The size of the heap, where the position is one.
    pub fn heap(&self) -> Option<u64> {
        match (&self.game.ruleset, &*self.coordinates) {
            (Ruleset::Heap(_), [Value::Integer(n)]) => u64::try_from(*n).ok(),
            _ => None,
        }
    }
}

impl Sum {
    /// One copy of this.
    pub fn of(component: Component) -> Sum {
        Sum { parts: vec![Part { copies: 1, component }] }
    }

    /// This position alone.
    pub fn position(position: Position) -> Sum {
        Sum::of(Component::Position(position))
    }

    /// `*k`, or nothing for k = 0.
    pub fn star(k: Nimber) -> Sum {
        if k.is_zero() { Sum::default() } else { Sum::of(Component::Star(k.0)) }
    }

    /// The same without its empty heaps, from which nothing can be moved. Where nothing else is there, the first stays.
    #[must_use]
    pub fn without_empty_heaps(mut self) -> Sum {
        if self.parts.len() > 1 && self.parts.iter().any(Part::is_empty_heap) {
            let first = self.parts.first().map(|part| Part { copies: 1, component: part.component.clone() });
            self.parts.retain(|part| !part.is_empty_heap());
            if self.parts.is_empty() {
                self.parts.extend(first);
            }
        }
        self
    }

    /// The two side by side.
    pub fn plus(&self, other: &Sum) -> Sum {
        Sum { parts: [&self.parts[..], &other.parts].concat() }
    }

    /// So many copies of the whole; `None` if that is more than 64 bits count.
    pub fn times(&self, copies: u64) -> Option<Sum> {
        if copies == 0 {
            return Some(Sum::default());
        }
        let parts = self.parts.iter().map(|part| {
            let copies = part.copies.checked_mul(copies)?;
            Some(Part { copies, component: part.component.clone() })
        });
        Some(Sum { parts: parts.collect::<Option<_>>()? })
    }

    /// The same multiset of components in one fixed order, equal ones counted together.
    /// Two sums are the same position exactly when these are equal. `None` if a count leaves 64 bits.
    pub fn normal(&self) -> Option<Sum> {
        let mut sorted = self.parts.clone();
        sorted.retain(|part| part.copies > 0 && part.component != Component::Star(0));
        sorted.sort_by(|a, b| a.component.cmp(&b.component));
        let mut parts: Vec<Part> = Vec::with_capacity(sorted.len());
        for part in sorted {
            match parts.last_mut() {
                Some(last) if last.component == part.component => last.copies = last.copies.checked_add(part.copies)?,
                _ => parts.push(part),
            }
        }
        Some(Sum { parts })
    }
}

impl Part {
    /// Is it a heap of nothing?
    pub fn is_empty_heap(&self) -> bool {
        match &self.component {
            Component::Position(position) => position.heap() == Some(0),
            Component::Star(size) => *size == 0,
        }
    }
}
