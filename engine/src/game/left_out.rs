//! Sums that are left out among the options of a position, since one of their parts lies outside its game while
//! another lies inside. A rule may mean that; it may as well have forgotten a case.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::options::WrittenOption;
use super::{
    At, CoinRule, Component, EvalError, Expr, Meter, Mover, Operator, Position, Ruleset, Sum, Summand, System, Term,
    Value,
};

/// A sum that is not an option although one of its parts is a position.
#[derive(Clone, Debug)]
pub struct LeftOut {
    /// The position whose rule names the sum.
    pub from: Position,
    /// The sum.
    pub option: Sum,
    /// The first of its parts that is not a position of its game.
    pub outside: Position,
    /// Where the option was written.
    pub at: At,
}

/// Looks for sums that are left out, below the positions that are asked about, and finds at most one for each game.
#[derive(Default)]
pub struct LeftOutSums {
    /// The search of each game, by the fingerprint of its system and the index of its rule.
    searches: FxHashMap<(u64, usize), LeftOutSearch>,
    found: Vec<LeftOut>,
}

/// A search below the positions of one game that were asked about.
#[derive(Default)]
struct LeftOutSearch {
    /// How many options may still be looked at.
    left: usize,
    met: FxHashSet<Place>,
}

/// A position of a system: the index of its rule, and its coordinates.
pub(crate) type Place = (usize, Arc<[Value]>);

impl LeftOutSums {
    /// The most options that are looked at for one game: some milliseconds.
    const MOST: usize = 2_000;
    /// The most options of a single position that are looked at.
    const OF_ONE: usize = 200;
    /// The most games that are remembered.
    const GAMES: usize = 1 << 6;

    /// Looks below a position of its game. The positions with the smallest numbers come first: near the end of the
    /// game, options leave it most often. Faults of the rule are not reported here.
    pub fn look_below(&mut self, position: &Position, meter: &Meter) {
        let Ruleset::Written(system, index) = &position.game.ruleset else { return };
        let search = self.search(system, *index);
        // Only a number or a condition can lie outside.
        let has_number = position.coordinates.iter().any(|coordinate| matches!(coordinate, Value::Integer(_)));
        if search.left > 0 && (has_number || has_domain(system)) {
            let found = search.below((*index, position.coordinates.clone()), system, meter);
            self.found.extend(found);
        }
    }

    /// May [`LeftOutSums::look_below`] still find something in the game of this rule?
    pub(crate) fn may_find(&mut self, system: &System, index: usize) -> bool {
        self.search(system, index).left > 0
    }

    fn search(&mut self, system: &System, index: usize) -> &mut LeftOutSearch {
        if self.searches.len() >= Self::GAMES {
            self.searches.clear();
        }
        self.searches.entry((system.fingerprint(), index)).or_insert_with(|| LeftOutSearch::of(system, index))
    }

    /// What was found since the last call.
    pub fn take(&mut self) -> Vec<LeftOut> {
        std::mem::take(&mut self.found)
    }
}

impl LeftOutSearch {
    fn of(system: &System, index: usize) -> LeftOutSearch {
        // A condition says where a row of coins begins: a move to its left is no slip, and there may be very many moves.
        let is_row = CoinRule::of(&system.rules[index], index).is_some();
        let mut clauses = system.rules.iter().flat_map(|rule| &rule.clauses);
        let names_sums = clauses.any(|clause| may_leave_out(&clause.option, has_domain(system)));
        LeftOutSearch { left: if names_sums && !is_row { LeftOutSums::MOST } else { 0 }, met: FxHashSet::default() }
    }

    /// A sum that is left out below a position; the search of the game ends with it.
    fn below(&mut self, start: Place, system: &Arc<System>, meter: &Meter) -> Option<LeftOut> {
        let mover = Mover::new(system.clone(), meter.clone());
        let mut waiting = BTreeSet::from([(size(&start.1), start)]);
        while let Some((_, place)) = waiting.pop_first() {
            if !self.met.insert(place.clone()) {
                continue;
            }
            let (mut found, mut looked) = (None, 0);
            // A fault ends the list of options here, and is reported by the question itself.
            let _ = mover.each_written_option(place.0, &place.1, &mut |parts, WrittenOption { outside, at, .. }| {
                looked += 1;
                match outside {
                    Some(outside) => found = left_out(parts, outside, at, &mover, &place, meter)?,
                    None => waiting.extend(places(parts, system).map(|place| (size(&place.1), place))),
                }
                let goes_on = found.is_none() && looked < self.left.min(LeftOutSums::OF_ONE);
                Ok(if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
            });
            self.left = self.left.saturating_sub(looked + 1);
            if found.is_some() || self.left == 0 {
                *self = LeftOutSearch::default();
                return found;
            }
        }
        None
    }
}

fn has_domain(system: &System) -> bool {
    system.rules.iter().any(|rule| rule.domain.is_some()) && !system.inherits_domain()
}

/// May an option be a sum with a part outside its game? The heaps of a split are numbers from 0 on, so that only a
/// condition can leave them out.
fn may_leave_out(option: &Expr, has_domain: bool) -> bool {
    match &option.term {
        Term::Position(..) | Term::Star(_) => false,
        Term::Heaps(..) => has_domain,
        Term::If(_, then, otherwise) => may_leave_out(then, has_domain) || may_leave_out(otherwise, has_domain),
        Term::Binary(Operator::Multiply, _, one) => may_leave_out(one, has_domain),
        _ => true,
    }
}

/// The positions of the same system among these parts.
pub(crate) fn places<'a>(parts: &'a [Summand], system: &'a Arc<System>) -> impl Iterator<Item = Place> + 'a {
    parts.iter().filter_map(move |part| match &part.component {
        Component::Position(Position { game, coordinates }) => match &game.ruleset {
            Ruleset::Written(other, index) if Arc::ptr_eq(other, system) => Some((*index, coordinates.clone())),
            _ => None,
        },
        Component::Star(_) => None,
    })
}

/// A sum with a part outside its game, if another part is inside.
fn left_out(
    parts: &[Summand],
    outside: usize,
    at: At,
    mover: &Mover,
    from: &Place,
    meter: &Meter,
) -> Result<Option<LeftOut>, EvalError> {
    let Some(Component::Position(lost)) = parts.get(outside).map(|part| &part.component) else { return Ok(None) };
    for (index, part) in parts.iter().enumerate() {
        let is_inside = match &part.component {
            Component::Position(position) => index != outside && position.is_admitted(meter)?,
            Component::Star(_) => true,
        };
        if is_inside {
            let from = Position { game: mover.game(from.0).clone(), coordinates: from.1.clone() };
            let option = Sum { parts: parts.to_vec() };
            return Ok(Some(LeftOut { from, option, outside: lost.clone(), at }));
        }
    }
    Ok(None)
}

/// The sum of the numbers among the coordinates.
fn size(coordinates: &[Value]) -> i128 {
    coordinates.iter().filter_map(Value::as_integer).fold(0, i128::saturating_add)
}
