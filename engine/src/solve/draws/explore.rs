//! Lists all positions that are reached from one, as the vertices of the graph.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::Draws;
use crate::game::{Component, Game, Mover, Position, Ruleset, Sum, Value};
use crate::limits::{Budget, SolveError, Solved};
use crate::nim::Nimber;
use crate::search::growth::{GrowthWatch, growth_along, size};
use crate::search::{MoveEnd, VertexSum};
use crate::solve::Solver;
use crate::solve::written::NumberMoves;

/// With so many positions it is looked for the first time whether they grow without end, and again whenever they have doubled.
const GROWTH: usize = 1 << 18;
/// The options of so many positions are listed before their vertices are looked up: a processor does more of the same at a time.
const BATCH: usize = 64;
/// No further position is taken to these after so many options.
const MOST_OPTIONS: usize = 1 << 12;

impl Solver {
    /// Values a position and all that are reached from it. `path`: a way of play that comes back.
    pub(super) fn explore(&mut self, position: &Position, path: &[Position]) -> Solved<u32> {
        if let Some(known) = self.draws.known(position) {
            return Ok(known);
        }
        let explored = self.list_reached(position).and_then(|vertex| {
            let Draws { graph, positions, .. } = &mut self.draws;
            let growth = |vertex: u32| grows(positions.position(vertex as usize), path);
            graph.value_all(&growth, &self.budget).map(|()| vertex)
        });
        explored.map_err(|stop| {
            let stop = stop.among(self.draws.positions.len() as u64, self.budget.used());
            self.draws.forget_unvalued(&self.budget);
            stop
        })
    }

    /// Lists the options of all positions that are reached from one and not known yet.
    fn list_reached(&mut self, start: &Position) -> Solved<u32> {
        let first = self.draws.number(start, u32::MAX, &self.budget)?;
        let budget = self.budget.clone();
        let (mut lister, mut watch) = (None, GrowthWatch::new(&budget));
        while let Some(position) = self.draws.positions.position(self.draws.graph.len()) {
            let listed = self.draws.graph.len();
            watch.look(&budget, || Some(position.clone()))?;
            budget.progress(listed as u64, 0)?;
            let looked = self.add_vertices(&position, &mut lister);
            looked.map_err(|stop| stop.or_growth(|| self.draws.growth()))?;
        }
        Ok(first)
    }

    /// Adds the vertex of the next position, or of some more, with their options. `lister`: the one used last.
    fn add_vertices(&mut self, position: &Position, lister: &mut Option<MoveLister>) -> Solved<()> {
        let from = u32::try_from(self.draws.graph.len()).map_err(|_| SolveError::Overflow)?;
        let mut lister = self.lister_of(position, lister);
        if let Some(lister) = &mut lister
            && self.draws.add_numbered(lister, &self.budget)?
        {
            return Ok(());
        }
        self.draws.look_at_growth(&self.budget)?;
        self.add_options(from, position, lister)?;
        self.draws.graph.end_vertex(&self.budget).map(drop)
    }

    /// Adds all options of a position to its vertex.
    fn add_options(&mut self, from: u32, position: &Position, lister: Option<&mut MoveLister>) -> Solved<()> {
        if let Some(MoveLister { mover, numbers: Some(moves), .. }) = lister
            && self.add_numbers(from, position, mover, moves)?
        {
            return Ok(());
        }
        self.budget.clone().each_option_by(lister.map(|lister| &lister.mover), position, &mut |option| {
            self.add_option(from, option)?;
            Ok(ControlFlow::Continue(()))
        })
    }

    /// The same by compiled code; false if the evaluator has to list them.
    fn add_numbers(&mut self, from: u32, position: &Position, mover: &Mover, moves: &mut NumberMoves) -> Solved<bool> {
        let Ruleset::Written(_, rule) = position.game.ruleset else { return Ok(false) };
        let Solver { draws, budget, .. } = self;
        let listed = moves.each(rule, &position.coordinates, &mut |rule, numbers| {
            let vertex = draws.number_of(mover.game(rule), numbers, from, budget)?;
            draws.graph.add_option(MoveEnd::Vertex(vertex), budget)
        });
        if listed.is_none() {
            draws.graph.begin_vertex_again();
        }
        listed.map_or(Ok(false), |added| added.map(|()| true))
    }

    /// What lists the moves of the position's system: what is at hand, or another in its place.
    fn lister_of<'m>(
        &mut self,
        position: &Position,
        at_hand: &'m mut Option<MoveLister>,
    ) -> Option<&'m mut MoveLister> {
        let Ruleset::Written(system, _) = &position.game.ruleset else { return None };
        if !at_hand.as_ref().is_some_and(|lister| Arc::ptr_eq(lister.mover.system(), system)) {
            let mover = Mover::new(system.clone(), self.budget.meter().clone());
            *at_hand = Some(MoveLister {
                mover,
                numbers: self.written.number_moves(system),
                games: Vec::new(),
                options: Vec::new(),
            });
        }
        at_hand.as_mut()
    }

    /// Adds an option to the vertex that is being listed.
    fn add_option(&mut self, from: u32, option: &Sum) -> Solved<()> {
        let mut sum = VertexSum::default();
        let mut vertices = Vec::new();
        for part in option.parts.iter().filter(|part| part.copies > 0) {
            match &part.component {
                Component::Position(position) if !matches!(position.game.ruleset, Ruleset::Heap(_)) => {
                    vertices.push((self.draws.number(position, from, &self.budget)?, part.copies));
                }
                other => {
                    let value = self.component_value(other)?;
                    sum.rest ^= if part.copies % 2 == 1 { value } else { Nimber::ZERO };
                    sum.rest_has_moves = sum.rest_has_moves || self.has_move(other)?;
                }
            }
        }
        let end = match &vertices[..] {
            [(vertex, 1)] if !sum.rest_has_moves => MoveEnd::Vertex(*vertex),
            _ => {
                sum.vertices = vertices.into();
                MoveEnd::Sum(&sum)
            }
        };
        self.draws.graph.add_option(end, &self.budget)
    }
}

impl Draws {
    /// The vertex of a position with these numbers, as [`Draws::number`] gives.
    fn number_of(&mut self, game: &Arc<Game>, numbers: &[i64], from: u32, budget: &Budget) -> Solved<u32> {
        let coordinates = numbers.iter().map(|number| Value::Integer((*number).into())).collect();
        self.number(&Position { game: game.clone(), coordinates }, from, budget)
    }

    /// The vertex of a position, which is a new one if it was not met before.
    fn number(&mut self, position: &Position, from: u32, budget: &Budget) -> Solved<u32> {
        let ordered = position.compound_in_order();
        let position = ordered.as_ref().unwrap_or(position);
        if let Some(known) = self.positions.vertex(position) {
            return Ok(known);
        }
        let vertex = u32::try_from(self.positions.len()).map_err(|_| SolveError::Overflow)?;
        budget.meter().push(&mut self.parents, from)?;
        self.positions.push(position, budget.meter())?;
        Ok(vertex)
    }

    /// Adds the next vertex and those behind it, as far as their positions are numbers of one game with such options. False if there
    /// is none.
    fn add_numbered(&mut self, lister: &mut MoveLister, budget: &Budget) -> Solved<bool> {
        let begun = self.graph.len();
        let Some((game, _)) = self.positions.numbered(begun) else { return Ok(false) };
        let Some(Ruleset::Written(_, rule)) = self.positions.ruleset(game) else { return Ok(false) };
        let rule = *rule;
        let MoveLister { mover, numbers: Some(moves), games, options } = lister else { return Ok(false) };
        if !moves.is_of_single_numbers() {
            return Ok(false);
        }
        options.clear();
        let mut ends = [0; BATCH];
        let mut count = 0;
        while let Some(end) = ends.get_mut(count)
            && options.len() < MOST_OPTIONS
            && let Some((_, number)) = self.positions.numbered(begun + count).filter(|next| next.0 == game)
        {
            let before = options.len();
            let Some(listed) = moves.list(rule, number, options, budget.meter()) else {
                options.truncate(before);
                break;
            };
            listed?;
            *end = options.len();
            count += 1;
        }
        while games.len() < mover.system().rules.len() {
            games.push(self.positions.game_index(mover.game(games.len())));
        }
        let mut first = 0;
        for end in &ends[..count] {
            self.look_at_growth(budget)?;
            let from = u32::try_from(self.graph.len()).map_err(|_| SolveError::Overflow)?;
            for (rule, number) in &options[first..*end] {
                let vertex = self.vertex_of_number(games[*rule], *number, from, budget)?;
                self.graph.add_option(MoveEnd::Vertex(vertex), budget)?;
            }
            self.graph.end_vertex(budget)?;
            first = *end;
        }
        Ok(count > 0)
    }

    /// The vertex of the position of a game with this number, which is a new one if it was not met before.
    fn vertex_of_number(&mut self, game: u32, number: i64, from: u32, budget: &Budget) -> Solved<u32> {
        if let Some(known) = self.positions.vertex_of_number(game, number) {
            return Ok(known);
        }
        let vertex = u32::try_from(self.positions.len()).map_err(|_| SolveError::Overflow)?;
        budget.meter().push(&mut self.parents, from)?;
        self.positions.push_number(game, number, budget.meter())?;
        Ok(vertex)
    }

    /// The error about positions that grow without end, if it is time to look and the next vertex shows that they do.
    fn look_at_growth(&self, budget: &Budget) -> Solved<()> {
        let listed = self.graph.len();
        if listed < GROWTH || !listed.is_power_of_two() {
            return Ok(());
        }
        let is_bounded = self.positions.position(listed).is_none_or(|next| next.game.is_bounded(budget.meter()));
        if is_bounded { Ok(()) } else { self.growth().map_or(Ok(()), Err) }
    }

    /// The error about positions that grow without end, if the way to the last one shows that.
    fn growth(&self) -> Option<SolveError> {
        let mut way = Vec::new();
        let mut next = self.positions.len().checked_sub(1);
        while let Some(vertex) = next {
            way.extend(self.positions.position(vertex));
            next = Some(self.parents[vertex] as usize).filter(|parent| *parent < vertex);
        }
        growth_along(way.into_iter().rev(), size, |position| Some(position.clone()))
    }

    fn forget_unvalued(&mut self, budget: &Budget) {
        self.graph.forget_unvalued();
        let known = self.graph.len();
        self.positions.truncate(known, budget.meter());
        self.parents.truncate(known);
    }
}

/// What lists the moves of the positions of one system.
struct MoveLister {
    mover: Mover,
    /// Faster, if the moves are such.
    numbers: Option<NumberMoves>,
    /// The index of the game of each rule.
    games: Vec<u32>,
    /// The rules and numbers of options, one list for some positions.
    options: Vec<(usize, i64)>,
}

/// The error about a position that is reached again beside others that have moves, again and again.
fn grows(position: Option<Position>, path: &[Position]) -> SolveError {
    SolveError::Cycle(if path.is_empty() { Vec::from_iter(position) } else { path.to_vec() })
}
