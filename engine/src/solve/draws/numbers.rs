//! The numbers of positions as vertices of the graph.

use rustc_hash::FxHashMap;

use crate::game::{Halt, Meter, Position, Ruleset, Value, metered};

/// The vertex of each known position. Those of a game of one number, such as the vertices of a graph, are found in a list by that
/// number, since a hash table takes longer than all else; the others in a table.
#[derive(Debug, Default)]
pub(super) struct VertexNumbers {
    /// For each ruleset of one number the vertex of each of its positions, or [`NONE`].
    lists: FxHashMap<Ruleset, Vec<u32>>,
    /// How long the lists are, all together.
    listed: usize,
    others: FxHashMap<Position, u32>,
}

/// No vertex.
const NONE: u32 = u32::MAX;
/// The lists may together be so much longer than four times the number of positions.
const SPARE: usize = 1 << 20;

impl VertexNumbers {
    pub(super) fn get(&self, position: &Position) -> Option<u32> {
        let listed = number_of(position).and_then(|number| self.listed(&position.game.ruleset, number));
        match self.others.is_empty() {
            true => listed,
            false => listed.or_else(|| self.others.get(position).copied()),
        }
    }

    /// The vertex of the position with this number, if it is in a list.
    pub(super) fn listed(&self, ruleset: &Ruleset, number: i128) -> Option<u32> {
        let place = usize::try_from(number).ok()?;
        self.lists.get(ruleset)?.get(place).copied().filter(|vertex| *vertex != NONE)
    }

    /// Notes the vertex of a position that has none.
    ///
    /// # Errors
    /// There is no room.
    pub(super) fn insert(&mut self, position: &Position, vertex: u32, meter: &Meter) -> Result<(), Halt> {
        let ruleset = &position.game.ruleset;
        if let Some(place) = number_of(position).and_then(|number| usize::try_from(number).ok()) {
            let length = self.lists.get(ruleset).map_or(0, Vec::len);
            let most = SPARE + 4 * vertex as usize;
            if place < length || place - length < most.saturating_sub(self.listed) {
                let list = self.lists.entry(ruleset.clone()).or_default();
                while list.len() <= place {
                    metered::push(list, NONE, meter)?;
                    self.listed += 1;
                }
                list[place] = vertex;
                return Ok(());
            }
        }
        metered::insert(&mut self.others, position.clone(), vertex, meter)?;
        Ok(())
    }

    pub(super) fn remove(&mut self, position: &Position) {
        let place = number_of(position).and_then(|number| usize::try_from(number).ok());
        let list = self.lists.get_mut(&position.game.ruleset);
        match list.zip(place).and_then(|(list, place)| list.get_mut(place)) {
            Some(known) if *known != NONE => *known = NONE,
            _ => drop(self.others.remove(position)),
        }
    }
}

/// The number of a position that has no other coordinate.
fn number_of(position: &Position) -> Option<i128> {
    match *position.coordinates {
        [Value::Integer(number)] => Some(number),
        _ => None,
    }
}
