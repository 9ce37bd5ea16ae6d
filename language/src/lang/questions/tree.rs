//! The positions below a position, each once, and the moves between them.

use std::ops::ControlFlow;

use grundy_engine::game::{Binding, Component, Sum, Summand, Value};
use grundy_engine::nim::{Convention, Nimber};
use grundy_engine::solve::{Situation, SolveError, Solver};
use rustc_hash::FxHashMap;

/// The most positions of a tree as a value.
const LISTED: usize = 100_000;

/// The most positions and moves that a tree may have; a larger picture could not be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Room {
    pub positions: usize,
    pub moves: usize,
}

/// The list of the positions, which may be more than a picture has.
pub(super) fn tree(solver: &mut Solver, sum: &Sum, _: Convention) -> Result<Value, SolveError> {
    let found = reached(solver, sum, LISTED)?.ok_or(SolveError::Positions { limit: LISTED as u64 })?;
    Ok(Value::list(found.into_iter().map(Value::position).collect()))
}

/// The graph of all positions that can be reached from a sum, breadth first; `None` if `room` does not suffice.
pub fn graph(solver: &mut Solver, sum: &Sum, room: Room) -> Result<Option<Graph>, SolveError> {
    let Some(mut graph) = Graph::from(sum, room) else { return Ok(None) };
    let mut next = 0;
    while next < graph.positions.len() {
        graph.expand(solver, next)?;
        if graph.is_full {
            return Ok(None);
        }
        next += 1;
    }
    Ok(Some(graph))
}

/// The positions that can be reached from a sum, which is the first of them; the others follow by the fewest moves that reach
/// them, all ends as one. `None` if there are more than so many, or more than 20 moves for each on average.
pub fn reached(solver: &mut Solver, sum: &Sum, positions: usize) -> Result<Option<Vec<Sum>>, SolveError> {
    let room = Room { positions, moves: 20 * positions };
    let graph = graph(solver, sum, room)?;
    Ok(graph.map(|graph| graph.positions.iter().map(Situation::whole).collect()))
}

/// Visits the moves of a sum in which a player may be bound: the index of the summand among those in which one may move, what
/// the move leaves of it, and what it obliges the players to do next. Of equal summands only the first is visited.
pub fn each_move(
    solver: &mut Solver,
    sum: &Situation,
    visit: &mut dyn FnMut(usize, &Sum, Binding) -> ControlFlow<()>,
) -> Result<(), SolveError> {
    let (sum, _) = sum.movable();
    for (index, part) in sum.parts.iter().enumerate() {
        if sum.parts[..index].iter().any(|earlier| earlier.component == part.component) {
            continue;
        }
        let mut flow = ControlFlow::Continue(());
        let mut meet = |to: &Sum, binding| {
            flow = visit(index, to, binding);
            flow
        };
        match &part.component {
            Component::Star(size) => {
                for k in (0..*size).rev() {
                    solver.budget().check()?;
                    if meet(&Sum::star(Nimber(k)), Binding::Free).is_break() {
                        break;
                    }
                }
            }
            Component::Position(position) if position.game.ruleset.binds() => {
                let options = solver.binding_options(position)?;
                let _ = options.iter().try_for_each(|(to, binding)| meet(to, *binding));
            }
            Component::Position(position) => {
                solver.each_option(position, &mut |to| meet(to, Binding::Free))?;
            }
        }
        if flow.is_break() {
            break;
        }
    }
    Ok(())
}

/// What is left when every heap of a sum has been taken: an empty heap of its first game, or nothing.
fn end_of(sum: &Sum) -> Sum {
    let first = sum.parts.iter().find_map(|part| match &part.component {
        Component::Position(position) if position.heap().is_some() => Some(position.heaps(&[])),
        _ => None,
    });
    first.unwrap_or_default()
}

/// Positions as they are met, each once, and the moves between them.
#[derive(Default)]
pub struct Graph {
    room: Room,
    pub positions: Vec<Situation>,
    /// The options of each position, and whether the same player moves again there.
    pub moves: Vec<Vec<(usize, bool)>>,
    indices: FxHashMap<(Sum, Option<Sum>), usize>,
    end: Situation,
    move_count: usize,
    is_full: bool,
}

/// Has all been taken?
fn is_over(position: &Situation) -> bool {
    position.bound.is_none() && position.rest.parts.iter().all(Summand::is_empty_heap)
}

impl Graph {
    /// The graph of a sum alone, without its moves. `None` if its copies cannot be counted.
    pub fn from(sum: &Sum, room: Room) -> Option<Graph> {
        let root = sum.clone().without_empty_heaps().normal()?;
        // All ends of the play are shown as one position, whichever summand was moved last.
        let mut graph = Graph { room, end: Situation::from(end_of(&root)), ..Graph::default() };
        graph.meet(Situation::from(root));
        Some(graph)
    }

    /// Adds the moves of a position, with the positions to which they lead.
    pub fn expand(&mut self, solver: &mut Solver, index: usize) -> Result<(), SolveError> {
        let position = self.positions[index].clone();
        each_move(solver, &position, &mut |part, to, binding| {
            let option = position.after(part, to, binding);
            let option = if is_over(&option) { self.end.clone() } else { option };
            self.step(index, &option, binding == Binding::Again)
        })
    }

    /// Was there no room for a position or a move?
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// The index of a position in which nobody is bound, if it can be reached.
    pub fn index_of(&self, position: &Situation) -> Option<usize> {
        let rest = if is_over(position) { &self.end.rest } else { &position.rest };
        self.indices.get(&(rest.normal()?, None)).copied()
    }

    /// The index of a position, which is added if it is new.
    fn meet(&mut self, position: Situation) -> usize {
        let key = (position.rest.clone(), position.bound.clone());
        let index = self.positions.len();
        let known = *self.indices.entry(key).or_insert(index);
        if known == index {
            self.positions.push(position);
            self.moves.push(Vec::new());
        }
        known
    }

    /// Adds a move to this option; breaks when there is no more room.
    fn step(&mut self, from: usize, option: &Situation, is_again: bool) -> ControlFlow<()> {
        let bound = option.bound.as_ref().map(Sum::normal);
        // A sum whose copies cannot be counted is certainly too large.
        let (Some(rest), None | Some(Some(_))) = (option.rest.normal(), &bound) else {
            self.is_full = true;
            return ControlFlow::Break(());
        };
        let to = (self.meet(Situation { rest, bound: bound.flatten(), ..Situation::default() }), is_again);
        if !self.moves[from].contains(&to) {
            self.moves[from].push(to);
            self.move_count += 1;
        }
        self.is_full = self.positions.len() > self.room.positions || self.move_count > self.room.moves;
        if self.is_full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
