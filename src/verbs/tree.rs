//! `tree S(5)`: the game graph below a position, as a figure.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_engine::game::{Binding, Component, Position, Sum, Summand, Value};
use grundy_engine::nim::Outcome;
use grundy_engine::solve::{Situation, Solver};
use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::error::{Error, SemanticError};
use crate::lang::evaluate;
use crate::lang::session::{Reply, Session};
use crate::show::document::{Block, Document, Figure, GameTree, Line, Node, Role};
use crate::show::phrase::{name, thousands};
use crate::show::report::Showable;
use crate::show::told::{Tellable, told};
use crate::source::Span;
use crate::syntax::ast;
use crate::verbs::position;

/// `tree S(5)`: every position that can be reached, once.
#[derive(Clone, Debug, Serialize)]
pub struct Tree {
    /// The position asked about is the first. The others follow by the fewest moves that reach them.
    pub nodes: Arc<[Node]>,
}

/// The most positions and moves that a tree may have; a larger picture could not be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Room {
    pub positions: usize,
    pub moves: usize,
}

const ON_SCREEN: Room = Room { positions: 200, moves: 20_000 };
const IN_FILE: Room = Room { positions: 2_000, moves: 20_000 };

pub(crate) fn tree(session: &mut Session, position: &ast::Expr, into_file: bool) -> Result<Reply, Error> {
    let at = position.span;
    let sum = evaluate::position(&mut session.names, &mut session.solver, position)?;
    let room = if into_file { IN_FILE } else { ON_SCREEN };
    let Some(graph) = graph(session, &sum, room, at)? else {
        return Err(Error::new(too_large(session, &sum, room, at)?, at));
    };
    let mut nodes = Vec::with_capacity(graph.positions.len());
    for (sum, moves) in graph.positions.into_iter().zip(graph.moves) {
        let value = match sum.bound {
            None => Some(position::any_value(session, &sum.rest, at)?),
            Some(_) => None,
        };
        let outcome = match &value {
            Some(value) => value.outcome(),
            None => session.solved(at, |solver| solver.outcome(&sum))?,
        };
        let again = moves.iter().enumerate().filter(|(_, made)| made.1).map(|(place, _)| place).collect();
        let options = moves.iter().map(|made| made.0).collect();
        nodes.push(Node { position: sum.whole(), bound: sum.bound, value, outcome, options, again, is_above: false });
    }
    Ok(Reply::report(Tree { nodes: nodes.into() }))
}

/// The graph of all positions that can be reached from a sum, breadth first; `None` if `room` does not suffice.
pub(crate) fn graph(session: &mut Session, sum: &Sum, room: Room, at: Span) -> Result<Option<Graph>, Error> {
    let Some(root) = sum.clone().without_empty_heaps().normal() else { return Ok(None) };
    let mut graph = Graph { room, ..Graph::default() };
    // All ends of the play are shown as one position, whichever summand was moved last.
    graph.end = Situation::from(end_of(&root));
    graph.meet(Situation::from(root));
    let mut next = 0;
    while next < graph.positions.len() {
        let position = graph.positions[next].clone();
        position::each_move(session, &position, at, &mut |part, to, binding| {
            let option = position.after(part, to, binding);
            let option = if is_over(&option) { graph.end.clone() } else { option };
            graph.step(next, &option, binding == Binding::Again)
        })?;
        if graph.is_full {
            return Ok(None);
        }
        next += 1;
    }
    Ok(Some(graph))
}

/// Whether at most this many positions can be reached from a sum, with at most 20 moves for each on average.
pub(crate) fn is_small(session: &mut Session, sum: &Sum, positions: usize, at: Span) -> Result<bool, Error> {
    Ok(reached(session, sum, positions, at)?.is_some())
}

/// The positions that can be reached from a sum, which is the first of them; the others follow by the fewest moves that reach
/// them, all ends as one. `None` if there are more than so many, or more than 20 moves for each on average.
pub(crate) fn reached(session: &mut Session, sum: &Sum, positions: usize, at: Span) -> Result<Option<Vec<Sum>>, Error> {
    let room = Room { positions, moves: 20 * positions };
    let graph = graph(session, sum, room, at)?;
    Ok(graph.map(|graph| graph.positions.iter().map(Situation::whole).collect()))
}

/// What is wrong with a tree that is too large, and what would fit instead.
fn too_large(session: &mut Session, sum: &Sum, room: Room, at: Span) -> Result<SemanticError, Error> {
    let fits = smaller(session, sum, room, at)?.map(|smaller| smaller.to_string());
    let in_file = room == ON_SCREEN && graph(session, sum, IN_FILE, at)?.is_some();
    Ok(SemanticError::TreeTooLarge {
        position: sum.to_string(),
        positions: room.positions,
        moves: room.moves,
        fits,
        in_file: in_file.then_some(IN_FILE.positions),
    })
}

/// The same position with every number cut down to the largest bound for which the tree fits; `None` if no
/// bound helps.
fn smaller(session: &mut Session, sum: &Sum, room: Room, at: Span) -> Result<Option<Sum>, Error> {
    let mut best = None;
    let mut fits = |most: i128| -> Result<bool, Error> {
        let Some(cut) = cut_down(sum, most).filter(|cut| is_admitted(cut, &session.solver)) else { return Ok(false) };
        let found = graph(session, &cut, room, at)?.is_some();
        if found {
            best = Some(cut);
        }
        Ok(found)
    };
    // The bound is doubled from 1 on, and then halfway points between what fits and what does not are tried.
    let mut too_much = 1;
    while too_much < i128::from(i64::MAX) && fits(too_much)? {
        too_much *= 2;
    }
    let mut enough = too_much / 2;
    while too_much - enough > 1 {
        let middle = enough + (too_much - enough) / 2;
        if fits(middle)? { enough = middle } else { too_much = middle }
    }
    Ok(best.filter(|found| found != sum))
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
pub(crate) struct Graph {
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

/// The same sum with every number cut down to at most `most`; `None` if there is no number in it.
fn cut_down(sum: &Sum, most: i128) -> Option<Sum> {
    let mut numbers = false;
    let parts = sum.parts.iter().map(|part| {
        let component = match &part.component {
            Component::Star(size) => {
                numbers = true;
                Component::Star((*size).min(u64::try_from(most).unwrap_or(u64::MAX)))
            }
            Component::Position(position) => {
                let coordinates: Arc<[Value]> =
                    position.coordinates.iter().map(|value| cut_value(value, most, &mut numbers)).collect();
                Component::Position(Position { game: position.game.clone(), coordinates })
            }
        };
        Summand { copies: part.copies, component }
    });
    let cut = Sum { parts: parts.collect() };
    numbers.then_some(cut)
}

fn cut_value(value: &Value, most: i128, numbers: &mut bool) -> Value {
    match value {
        Value::Integer(n) => {
            *numbers = true;
            Value::Integer(*n.min(&most))
        }
        Value::List(members) => Value::list(members.iter().map(|member| cut_value(member, most, numbers)).collect()),
        other => other.clone(),
    }
}

/// Whether every summand is a position of its game.
pub(crate) fn is_admitted(sum: &Sum, solver: &Solver) -> bool {
    sum.parts.iter().all(|part| match &part.component {
        Component::Star(_) => true,
        Component::Position(position) => position.is_admitted(solver.budget().meter()).unwrap_or(false),
    })
}

impl Showable for Tree {
    fn kind(&self) -> &'static str {
        "tree"
    }

    fn document(&self) -> Document {
        figure(self)
    }
}

fn figure(report: &Tree) -> Document {
    let tree = report.nodes.first().map(|root| GameTree {
        title: title(report, root),
        short_title: short_title(root),
        nodes: report.nodes.clone(),
    });
    Document { blocks: tree.map(|tree| Block::Figure(Figure::Tree(tree))).into_iter().collect() }
}

/// The title without numbers, which would give answers away.
fn short_title(root: &Node) -> Line {
    told!("**The game below **{x}", x = name(&root.position)).strong(Role::Heading).into_line()
}

/// The title: the position, and the numbers of positions, moves and P-positions below it.
fn title(report: &Tree, root: &Node) -> Line {
    let of = |outcome| report.nodes.iter().filter(|node| node.outcome == outcome).count();
    let (lost, drawn) = (of(Outcome::P), of(Outcome::D));
    let moves: usize = report.nodes.iter().map(|node| node.options.len()).sum();
    let (x, positions) = (name(&root.position), thousands(report.nodes.len() as u128));
    let [moves, lost, draws] = [moves, lost, drawn].map(|count| thousands(count as u128));
    let told = match drawn {
        0 => told!(
            "**The game below **{x}: {positions} position[s], {moves} move[s], {lost} P-position[s]",
            x,
            positions,
            moves,
            lost
        ),
        _ => told!(
            "**The game below **{x}: {positions} position[s], {moves} move[s], {lost} P-position[s], {draws} draw[s]",
            x,
            positions,
            moves,
            lost,
            draws
        ),
    };
    told.strong(Role::Heading).into_line()
}
