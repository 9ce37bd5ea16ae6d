//! Which games must be made together: those that name each other, directly or through functions.

use std::collections::{BTreeSet, HashMap};

use grundy_engine::game::{Component, Value};

use crate::error::Error;
use crate::session::free_names;
use crate::session::names::{Definition, Meant, Names};
use crate::source::Span;

/// The games that a game reaches and that have not been made, itself included, in groups of those that reach each
/// other: each group after all it names, so that its own is the last. In each, in the order of their names.
///
/// By Tarjan's algorithm (1972), without recursion.
///
/// # Errors
/// A mistake in the library; an interruption.
pub(super) fn groups(names: &mut Names, name: &str, span: Span) -> Result<Vec<Vec<String>>, Error> {
    let mut search = Search::default();
    search.enter(names, name)?;
    while let Some(call) = search.calls.last_mut() {
        super::go_on(names, 1, span)?;
        let at = call.node;
        match call.named.pop() {
            Some(next) => match search.numbers.get(&next) {
                Some(other) => search.meets(at, *other),
                None => search.enter(names, &next)?,
            },
            None => search.leave(names, at),
        }
    }
    Ok(search.groups)
}

#[derive(Default)]
struct Search {
    numbers: HashMap<String, usize>,
    nodes: Vec<Node>,
    /// Nodes whose group is not known yet.
    open: Vec<usize>,
    calls: Vec<Call>,
    groups: Vec<Vec<String>>,
}

struct Node {
    name: String,
    /// The first node that is known to be in the same group.
    low: usize,
    is_open: bool,
}

struct Call {
    node: usize,
    named: Vec<String>,
}

impl Search {
    fn enter(&mut self, names: &mut Names, name: &str) -> Result<(), Error> {
        let node = self.nodes.len();
        self.numbers.insert(name.to_owned(), node);
        self.nodes.push(Node { name: name.to_owned(), low: node, is_open: true });
        self.open.push(node);
        // What has been made has all it needs; what is being read is waited for already.
        let is_known = names.made.is_made(name) || (node > 0 && names.made.is_being_read(name));
        let named = if is_known { BTreeSet::new() } else { looked_into(names, name)? };
        self.calls.push(Call { node, named: named.into_iter().rev().collect() });
        Ok(())
    }

    fn meets(&mut self, at: usize, other: usize) {
        if self.nodes[other].is_open {
            self.nodes[at].low = self.nodes[at].low.min(other);
        }
    }

    fn leave(&mut self, names: &Names, at: usize) {
        self.calls.pop();
        let low = self.nodes[at].low;
        if let Some(caller) = self.calls.last() {
            let caller = &mut self.nodes[caller.node];
            caller.low = caller.low.min(low);
        }
        if low != at {
            return;
        }
        let mut members = Vec::new();
        while let Some(node) = self.open.pop() {
            self.nodes[node].is_open = false;
            let name = &self.nodes[node].name;
            let is_game = matches!(names.get(name), Some(Meant::Defined(Definition::Game(_))));
            if is_game && !names.made.is_made(name) && (node == 0 || !names.made.is_being_read(name)) {
                members.push(name.clone());
            }
            if node == at {
                break;
            }
        }
        if !members.is_empty() {
            members.sort();
            self.groups.push(members);
        }
    }
}

/// The names that the definition of a name mentions; it is noted that it does.
fn looked_into(names: &mut Names, name: &str) -> Result<BTreeSet<String>, Error> {
    let named: BTreeSet<String> = match names.get(name) {
        Some(Meant::Defined(Definition::Game(definition))) => free_names::game(&definition).into_iter().collect(),
        Some(Meant::Defined(Definition::Function(definition))) => {
            free_names::expression(&definition.body).into_iter().collect()
        }
        Some(Meant::Defined(Definition::Value(value, _))) => {
            let mut games = BTreeSet::new();
            games_of(&value, &mut games);
            games
        }
        _ => return Ok(BTreeSet::new()),
    };
    for other in &named {
        names.read_library(other)?;
    }
    names.made.look(name, &named);
    Ok(named)
}

/// The games of the positions in a value, which mean what their names mean when they are used.
fn games_of(value: &Value, games: &mut BTreeSet<String>) {
    match value {
        Value::Position(sum) => {
            for part in &sum.parts {
                if let Component::Position(position) = &part.component {
                    games.insert(position.game.name.to_string());
                }
            }
        }
        Value::List(members) | Value::Tuple(members) => {
            let is_plain = |member: &Value| matches!(member, Value::Integer(_) | Value::Text(_) | Value::Bool(_));
            members.iter().filter(|member| !is_plain(member)).for_each(|member| games_of(member, games));
        }
        _ => {}
    }
}
