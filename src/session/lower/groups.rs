//! Which games must be made together: those that name each other, directly or through functions.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::heap;
use super::lowerer::meter;
use crate::error::Error;
use crate::session::free_names;
use crate::session::names::{Definition, Meant, Names};
use crate::source::Span;

/// The games that a game reaches and that have not been made, itself included, in groups of those that reach each
/// other: each group after all it names, so that its own is the last. In each, in the order of their names. A game that
/// only lends its moves need not be made, and is left out: a chain of such games would be as long again at every link.
///
/// By Tarjan's algorithm (1972), without recursion.
///
/// # Errors
/// A mistake in the library; an interruption.
pub(super) fn groups(names: &mut Names, name: &str, span: Span) -> Result<Vec<Vec<String>>, Error> {
    let mut search = Search::default();
    search.enter(names, name)?;
    search.wanted.insert(0);
    while let Some(call) = search.calls.last_mut() {
        meter(names, 1, span)?;
        let at = call.node;
        match call.named.pop() {
            Some((next, only_lends)) => {
                match search.numbers.get(&next).copied() {
                    Some(other) => search.meets(at, other),
                    None => search.enter(names, &next)?,
                }
                if !only_lends {
                    search.wanted.extend(search.numbers.get(&next));
                }
            }
            None => search.leave(names, at),
        }
    }
    let wanted = |group: &Vec<usize>| group.len() > 1 || group.iter().any(|node| search.wanted.contains(node));
    let named = |group: Vec<usize>| {
        let mut members: Vec<String> = group.into_iter().map(|node| search.nodes[node].name.clone()).collect();
        members.sort();
        members
    };
    let groups = std::mem::take(&mut search.groups);
    Ok(groups.into_iter().filter(wanted).map(named).collect())
}

#[derive(Default)]
struct Search {
    numbers: HashMap<String, usize>,
    nodes: Vec<GameNode>,
    /// Nodes whose group is not known yet.
    open: Vec<usize>,
    calls: Vec<Call>,
    /// Those that are not only borrowed from.
    wanted: HashSet<usize>,
    groups: Vec<Vec<usize>>,
}

struct GameNode {
    name: String,
    /// The first node that is known to be in the same group.
    low: usize,
    is_open: bool,
}

struct Call {
    node: usize,
    /// What is left to look at, each with whether it only lends its moves.
    named: Vec<(String, bool)>,
}

impl Search {
    fn enter(&mut self, names: &mut Names, name: &str) -> Result<(), Error> {
        let node = self.nodes.len();
        self.numbers.insert(name.to_owned(), node);
        self.nodes.push(GameNode { name: name.to_owned(), low: node, is_open: true });
        self.open.push(node);
        // What has been made has all it needs; what is being read is waited for already.
        let is_known = names.made.is_made(name) || (node > 0 && names.made.is_being_read(name));
        let named = if is_known { BTreeSet::new() } else { looked_into(names, name)? };
        let lenders = if is_known { HashSet::new() } else { lenders(names, name) };
        let named = named.into_iter().rev().map(|name| {
            let only_lends = lenders.contains(&name);
            (name, only_lends)
        });
        self.calls.push(Call { node, named: named.collect() });
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
            if names.is_game(name) && !names.made.is_made(name) && (node == 0 || !names.made.is_being_read(name)) {
                members.push(node);
            }
            if node == at {
                break;
            }
        }
        if !members.is_empty() {
            self.groups.push(members);
        }
    }
}

/// The games that a game only borrows the moves of, and that need not be made for it.
fn lenders(names: &mut Names, name: &str) -> HashSet<String> {
    let Some(Meant::Defined(Definition::Game(definition))) = names.get(name) else { return HashSet::new() };
    let mut lenders = free_names::only_lenders(&definition);
    lenders.retain(|name| match names.get(name) {
        Some(Meant::Defined(Definition::Game(lender))) => heap::lends_unmade(&lender),
        _ => false,
    });
    lenders
}

/// The names that the definition of a name mentions; it is noted that it does.
fn looked_into(names: &mut Names, name: &str) -> Result<BTreeSet<String>, Error> {
    let Some(Meant::Defined(definition)) = names.get(name) else { return Ok(BTreeSet::new()) };
    let named: BTreeSet<String> = definition.looks_up().into_iter().collect();
    for other in &named {
        names.read_library(other)?;
    }
    names.made.look(name, &named);
    Ok(named)
}
