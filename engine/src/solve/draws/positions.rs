//! The positions that are the vertices of the graph, and the vertex of each.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::game::{Game, Halt, Meter, Position, Ruleset};

/// The position of each vertex, and the other way round. Those of a game of one number, such as the vertices of a digraph, are kept
/// as that number, and found in a list by it, since a hash table takes longer than all else; the others in a table.
#[derive(Debug, Default)]
pub(super) struct VertexPositions {
    vertices: Vec<VertexPosition>,
    games: Vec<NumberedGame>,
    lists: Vec<NumberList>,
    /// The list of each ruleset of one number.
    list_of: FxHashMap<Ruleset, usize>,
    /// How long the lists are, all together.
    listed: usize,
    others: Vec<Position>,
    other_vertices: FxHashMap<Position, u32>,
    rulesets: FxHashSet<Ruleset>,
}

/// The position of a vertex: a number with the index of its game; or with [`NONE`] the index of another position.
#[derive(Clone, Copy, Debug)]
struct VertexPosition {
    game: u32,
    number: i64,
}

/// A game of one number.
#[derive(Debug)]
struct NumberedGame {
    game: Arc<Game>,
    list: usize,
}

/// What is known of the positions of a ruleset of one number.
#[derive(Debug, Default)]
struct NumberList {
    /// For each number the vertex of that position, or [`NONE`].
    vertices: Vec<u32>,
    /// The games with this ruleset, which have different names.
    games: Vec<u32>,
}

/// No vertex, no game.
const NONE: u32 = u32::MAX;
/// The lists may together be so much longer than four times the number of positions.
const SPARE: usize = 1 << 20;

impl VertexPositions {
    pub(super) fn len(&self) -> usize {
        self.vertices.len()
    }

    /// The position of a vertex; `None` if there are not so many.
    pub(super) fn position(&self, vertex: usize) -> Option<Position> {
        let VertexPosition { game, number } = *self.vertices.get(vertex)?;
        match self.games.get(game as usize) {
            Some(numbered) => Some(Position::at(&numbered.game, number)),
            None => self.others.get(usize::try_from(number).ok()?).cloned(),
        }
    }

    /// The index of the game and the number, if the position of a vertex is kept as such.
    pub(super) fn numbered(&self, vertex: usize) -> Option<(u32, i64)> {
        let VertexPosition { game, number } = *self.vertices.get(vertex)?;
        (game != NONE).then_some((game, number))
    }

    /// The rulesets of all positions, and perhaps some more.
    pub(super) fn rulesets(&self) -> impl Iterator<Item = &Ruleset> {
        self.rulesets.iter()
    }

    /// The index of a game of one number.
    pub(super) fn game_index(&mut self, game: &Arc<Game>) -> u32 {
        let list = *self.list_of.entry(game.ruleset.clone()).or_insert_with(|| {
            self.lists.push(NumberList::default());
            self.lists.len() - 1
        });
        let games = &mut self.lists[list].games;
        if let Some(known) = games.iter().find(|index| self.games[**index as usize].game.name == game.name) {
            return *known;
        }
        // There are fewer games than positions, which have 32 bits.
        let index = u32::try_from(self.games.len()).unwrap_or(NONE);
        games.push(index);
        self.games.push(NumberedGame { game: game.clone(), list });
        self.rulesets.insert(game.ruleset.clone());
        index
    }

    /// The ruleset of a game of one number.
    pub(super) fn ruleset(&self, game: u32) -> Option<&Ruleset> {
        self.games.get(game as usize).map(|numbered| &numbered.game.ruleset)
    }

    /// The vertex of a position.
    pub(super) fn vertex(&self, position: &Position) -> Option<u32> {
        let in_list = || self.lists[*self.list_of.get(&position.game.ruleset)?].vertex(number_of(position)?);
        in_list().or_else(|| self.other_vertices.get(position).copied())
    }

    /// The vertex of the position of this game with this number.
    #[inline]
    pub(super) fn vertex_of_number(&self, game: u32, number: i64) -> Option<u32> {
        let numbered = &self.games[game as usize];
        let found = self.lists[numbered.list].vertex(number);
        if found.is_some() || self.other_vertices.is_empty() {
            return found;
        }
        self.other_vertices.get(&Position::at(&numbered.game, number)).copied()
    }

    /// Adds a position that has no vertex.
    ///
    /// # Errors
    /// There is no room.
    pub(super) fn push(&mut self, position: &Position, meter: &Meter) -> Result<(), Halt> {
        if let Some(number) = number_of(position) {
            let game = self.game_index(&position.game);
            return self.push_number(game, number, meter);
        }
        self.push_other(position.clone(), meter)
    }

    /// Adds the position of this game with this number, which has no vertex.
    ///
    /// # Errors
    /// There is no room.
    pub(super) fn push_number(&mut self, game: u32, number: i64, meter: &Meter) -> Result<(), Halt> {
        let NumberedGame { list, .. } = self.games[game as usize];
        let NumberList { vertices, .. } = &mut self.lists[list];
        let most = SPARE + 4 * self.vertices.len();
        let place = usize::try_from(number)
            .ok()
            .filter(|place| *place < vertices.len() || *place - vertices.len() < most.saturating_sub(self.listed));
        let Some(place) = place else {
            let position = Position::at(&self.games[game as usize].game, number);
            return self.push_other(position, meter);
        };
        while vertices.len() <= place {
            meter.push(vertices, NONE)?;
            self.listed += 1;
        }
        let vertex = self.vertices.len();
        meter.push(&mut self.vertices, VertexPosition { game, number })?;
        // That there are fewer than 2^32 is seen to where the graph gets them.
        vertices[place] = u32::try_from(vertex).unwrap_or(NONE);
        Ok(())
    }

    fn push_other(&mut self, position: Position, meter: &Meter) -> Result<(), Halt> {
        let vertex = u32::try_from(self.vertices.len()).unwrap_or(NONE);
        if self.others.last().is_none_or(|last| last.game.ruleset != position.game.ruleset) {
            self.rulesets.insert(position.game.ruleset.clone());
        }
        let number = self.others.len() as i64;
        meter.push(&mut self.others, position.clone())?;
        let VertexPositions { vertices, other_vertices, .. } = self;
        let added = meter
            .push(vertices, VertexPosition { game: NONE, number })
            .and_then(|()| meter.insert(other_vertices, position, vertex));
        if added.is_err() {
            self.others.pop();
            self.vertices.truncate(vertex as usize);
        }
        added.map(drop)
    }

    /// Keeps only the positions of the first vertices.
    pub(super) fn truncate(&mut self, count: usize, meter: &Meter) {
        let mut others = self.others.len();
        for VertexPosition { game, number } in self.vertices.drain(count.min(self.vertices.len())..).rev() {
            match self.games.get(game as usize) {
                Some(numbered) => {
                    let place = usize::try_from(number).ok();
                    let vertices = &mut self.lists[numbered.list].vertices;
                    if let Some(vertex) = place.and_then(|place| vertices.get_mut(place)) {
                        *vertex = NONE;
                    }
                }
                None => others = others.saturating_sub(1),
            }
        }
        let forgotten = self.others.split_off(others);
        for position in &forgotten {
            self.other_vertices.remove(position);
        }
        meter.set_aside(forgotten);
    }
}

impl NumberList {
    #[inline]
    fn vertex(&self, number: i64) -> Option<u32> {
        let place = usize::try_from(number).ok()?;
        self.vertices.get(place).copied().filter(|vertex| *vertex != NONE)
    }
}

/// The number of a position that has no other coordinate.
fn number_of(position: &Position) -> Option<i64> {
    i64::try_from(position.number()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, often, tries};
    use crate::game::Moves;

    /// Games of the same rules with two names and of other rules; numbers, near and far, and texts; forgotten and met anew.
    #[test]
    fn positions_are_found_by_their_vertices_and_the_other_way_round() {
        let game = |most: u64, name| Moves::take(1..=most).game(name).unwrap();
        let games = [game(2, "A"), game(2, "B"), game(3, "C"), game(2, "A")];
        let (mut dice, meter, mut known) = (Dice::new(39), Meter::default(), VertexPositions::default());
        let mut right: Vec<Position> = Vec::new();
        let mut below = |most: usize| usize::try_from(dice.below(most as u64)).unwrap();
        let mut far = Dice::new(40);
        for round in 0..tries(20_000) {
            let number = match below(20) {
                0 => i128::from(far.below(u64::MAX)) << far.below(3),
                1 => -(below(50) as i128),
                _ => below(1500) as i128,
            };
            let is_text = below(30) == 0;
            let game = &games[below(4)];
            let position =
                if is_text { Position::on_board(game, &number.to_string()) } else { Position::at(game, number) };
            let expected = right.iter().position(|known| *known == position);
            assert_eq!(known.vertex(&position).map(|vertex| vertex as usize), expected, "{position}");
            if expected.is_none() {
                known.push(&position, &meter).unwrap();
                right.push(position);
            }
            if round % 4_000 == 3_999 {
                let kept = right.len() - below(right.len() / 3);
                known.truncate(kept, &meter);
                right.truncate(kept);
            }
        }
        assert_eq!((known.len(), known.position(right.len())), (right.len(), None));
        assert!(
            right.len() > often(2_000) && known.others.len() > often(100),
            "{}, {}",
            right.len(),
            known.others.len()
        );
        for (vertex, position) in right.iter().enumerate() {
            let found = known.position(vertex).unwrap();
            assert_eq!((&found, &found.game.name), (position, &position.game.name));
            if let Some((game, number)) = known.numbered(vertex) {
                assert_eq!(known.vertex_of_number(game, number), u32::try_from(vertex).ok());
            }
        }
    }
}
