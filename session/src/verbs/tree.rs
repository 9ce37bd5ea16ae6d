//! `tree S(5)`: the game graph below a position, as a figure.

use std::sync::Arc;

use grundy_engine::game::{Component, Position, Sum, Summand, Value};
use grundy_engine::nim::Outcome;
use grundy_engine::solve::Solver;
use serde::Serialize;

use crate::error::{Error, SemanticError};
use crate::lang::evaluate;
use crate::lang::questions::tree::{self, Room};
use crate::lang::session::{Reply, Session};
use crate::show::document::{Block, Document, Figure, GameTree, Line, Node, Role};
use crate::show::language::known::Language;
use crate::show::phrase::{name, thousands};
use crate::show::report::{AnswerValue, Showable};
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

const ON_SCREEN: Room = Room { positions: 200, moves: 20_000 };
const IN_FILE: Room = Room { positions: 2_000, moves: 20_000 };
pub(crate) fn tree(session: &mut Session, position: &ast::Expr, into_file: bool) -> Result<Reply, Error> {
    let at = position.span;
    let sum = evaluate::position(&mut session.names, &mut session.solver, position)?;
    let room = if into_file { IN_FILE } else { ON_SCREEN };
    let Some(graph) = session.solved(at, |solver| tree::graph(solver, &sum, room))? else {
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

/// What is wrong with a tree that is too large, and what would fit instead.
fn too_large(session: &mut Session, sum: &Sum, room: Room, at: Span) -> Result<SemanticError, Error> {
    let fits = smaller(session, sum, room, at)?.map(|smaller| smaller.to_string());
    let in_file = room == ON_SCREEN && session.solved(at, |solver| tree::graph(solver, sum, IN_FILE))?.is_some();
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
        let found = session.solved(at, |solver| tree::graph(solver, &cut, room))?.is_some();
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
        let tree = self.nodes.first().map(|root| GameTree {
            language: Language::ENGLISH,
            title: title(self, root),
            short_title: short_title(root),
            nodes: self.nodes.clone(),
        });
        Document { blocks: tree.map(|tree| Block::Figure(Figure::Tree(tree))).into_iter().collect() }
    }

    /// The positions.
    fn value(&self) -> Option<AnswerValue<'_>> {
        let positions = || self.nodes.iter().map(|node| Value::position(node.position.clone())).collect();
        Some((self.nodes.len(), Box::new(move || Value::list(positions()))))
    }
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
