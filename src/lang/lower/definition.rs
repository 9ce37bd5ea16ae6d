//! The definitions of games: they are looked up, the work on them is counted, and those that must be made together are found, as
//! are functions that are recursive. These name each other, directly or through others: both are strongly connected components
//! of a graph.

use std::collections::BTreeSet;
use std::sync::Arc;

use grundy_engine::sorting::sort;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::{Error, SemanticError, Wanted};
use crate::lang::names::{Definition, Meant, Names};
use crate::lang::{errors, free_names};
use crate::source::Span;
use crate::syntax::ast::{ClauseKind, ExprKind, GameDefinition};

/// The definition of the game of this name, of the user's or from the library.
///
/// # Errors
/// The name means nothing, or something other than a game.
pub(crate) fn defined_game(names: &mut Names, name: &str, span: Span) -> Result<Arc<GameDefinition>, Error> {
    names.read_library(name)?;
    let found = match names.get(name) {
        Some(Meant::Defined(Definition::Game(definition))) => return Ok(definition),
        Some(Meant::Defined(Definition::Function(family))) if matches!(family.body.kind, ExprKind::Ruleset(_)) => {
            let (wanted, found) = (Wanted::Game, Wanted::Function);
            let error = Error::new(SemanticError::WrongKind { name: name.to_owned(), wanted, found }, span);
            let chosen = vec!["3"; family.parameters.as_ref().map_or(1, Vec::len)].join(", ");
            return Err(error.advise(format!("{name} is a family of games: choose one, as in `{name}({chosen})`")));
        }
        Some(Meant::Defined(Definition::Function(_)) | Meant::Builtin(_)) => Wanted::Function,
        Some(Meant::Defined(Definition::Value(..)) | Meant::Constant(_)) => Wanted::Value,
        None => {
            let similar = names.similar(name);
            return Err(Error::new(
                SemanticError::Unknown { name: name.to_owned(), wanted: Wanted::Game, similar },
                span,
            ));
        }
    };
    Err(Error::new(SemanticError::WrongKind { name: name.to_owned(), wanted: Wanted::Game, found }, span))
}

/// What a rule calls the heap if its game has no list of coordinates.
pub(crate) const HEAP: &str = "n";

/// Stands in place of the name of a heap that a rule cannot name, since a variable around the rule is called `n`.
pub(crate) const NAMELESS_HEAP: &str = "the heap";

/// The names of the coordinates of a game; `n` alone if its definition names none.
pub fn coordinates(definition: &GameDefinition) -> Vec<String> {
    match &definition.parameters {
        Some(parameters) => parameters.iter().map(|parameter| parameter.text.clone()).collect(),
        None => vec![HEAP.to_owned()],
    }
}

/// The error for a name, perhaps none, that is not one of the coordinates of the game.
pub(crate) fn no_coordinate(name: &str, coordinates: &[String], span: Span) -> Error {
    let coordinates = coordinates.iter().filter(|name| *name != NAMELESS_HEAP).cloned().collect();
    Error::new(SemanticError::NoCoordinate { name: name.to_owned(), coordinates }, span)
}

/// Do the rules of this game rewrite a board?
pub(crate) fn is_on_boards(definition: &GameDefinition) -> bool {
    definition.rule.clauses.iter().any(|clause| matches!(clause.kind, ClauseKind::Becomes { .. }))
}

/// Is this name defined as a game?
pub(crate) fn is_game(names: &mut Names, name: &str) -> Result<bool, Error> {
    names.read_library(name)?;
    Ok(names.is_game(name))
}

/// The work of lowering a clause or a function beside that for its expressions, in units of the `Meter`.
pub(crate) const CLAUSE: usize = 64;

/// Counts work on a definition, which may be large. An error if the computation was interrupted or ran out of memory.
pub(crate) fn meter(names: &Names, work: usize, span: Span) -> Result<(), Error> {
    names.meter.spend(work).map_err(|halt| errors::fault(halt.into(), span))
}

/// The games that must be made for a game: those it reaches through names, itself included, that have not been made.
/// They come in strongly connected components: each group after all groups that it names, so that the game's own
/// group is the last. Within a group, names are sorted. A game that only lends its moves need not be made, and is
/// left out: in a chain of borrowing games, each would repeat all clauses of those before it.
///
/// By Tarjan's algorithm (1972), without recursion.
///
/// # Errors
/// A mistake in the library; an interruption.
pub(crate) fn groups(names: &mut Names, name: &str, span: Span) -> Result<Vec<Vec<String>>, Error> {
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
        sort(&mut members);
        members
    };
    let groups = std::mem::take(&mut search.groups);
    Ok(groups.into_iter().filter(wanted).map(named).collect())
}

/// The state of Tarjan's algorithm. A node is a name that a definition mentions: a game, a function or a value.
#[derive(Default)]
struct Search {
    /// The index of each name in `nodes`.
    numbers: FxHashMap<String, usize>,
    nodes: Vec<GameNode>,
    /// The nodes whose group is not known yet, a stack.
    open: Vec<usize>,
    /// The path of the depth-first search.
    calls: Vec<Call>,
    /// The nodes that some definition uses otherwise than to borrow moves.
    wanted: FxHashSet<usize>,
    groups: Vec<Vec<usize>>,
}

struct GameNode {
    name: String,
    /// The first node that is known to be in the same group: Tarjan's low-link.
    low: usize,
    is_open: bool,
}

/// A node that the search has entered and not left.
struct Call {
    node: usize,
    /// The names it mentions that are still to be visited, each with whether it only lends its moves.
    named: Vec<(String, bool)>,
}

impl Search {
    fn enter(&mut self, names: &mut Names, name: &str) -> Result<(), Error> {
        let node = self.nodes.len();
        self.numbers.insert(name.to_owned(), node);
        self.nodes.push(GameNode { name: name.to_owned(), low: node, is_open: true });
        self.open.push(node);
        // A game that has been made has all it needs, and one that is being read is made by an earlier call: what
        // these name is not visited.
        let is_known = names.made(name).is_some() || (node > 0 && names.games.is_being_read(name));
        let named = if is_known { BTreeSet::new() } else { looked_into(names, name)? };
        let lenders = if is_known { FxHashSet::default() } else { lenders(names, name) };
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

    fn leave(&mut self, names: &mut Names, at: usize) {
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
            if names.is_game(name) && names.made(name).is_none() && (node == 0 || !names.games.is_being_read(name)) {
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

/// The games from which a game only borrows moves, and that need not be made for it.
fn lenders(names: &mut Names, name: &str) -> FxHashSet<String> {
    let Some(Meant::Defined(Definition::Game(definition))) = names.get(name) else { return FxHashSet::default() };
    let mut lenders = free_names::only_lenders(&definition);
    lenders.retain(|name| names.is_game(name));
    lenders
}

/// The names that the definition of a name mentions. The entries of the library that define them have been read.
fn looked_into(names: &mut Names, name: &str) -> Result<BTreeSet<String>, Error> {
    let Some(Meant::Defined(definition)) = names.get(name) else { return Ok(BTreeSet::new()) };
    let named: BTreeSet<String> = definition.looks_up().into_iter().collect();
    for other in &named {
        names.read_library(other)?;
    }
    Ok(named)
}

/// For each function, whether a chain of calls leads from it back to it; `calls` lists the functions that each one
/// calls. By Kosaraju's algorithm for strongly connected components, without recursion.
pub(crate) fn recursive_functions(calls: &[Vec<usize>]) -> Vec<bool> {
    let mut callers = vec![Vec::new(); calls.len()];
    for (caller, called) in calls.iter().enumerate() {
        called.iter().for_each(|called| callers[*called].push(caller));
    }
    let mut is_recursive: Vec<bool> = calls.iter().enumerate().map(|(index, called)| called.contains(&index)).collect();
    let mut grouped = vec![false; calls.len()];
    for first in postorder(calls).into_iter().rev() {
        // Among the functions that are in no group yet, those that reach this one are also reached from it.
        let mut group = Vec::new();
        let mut waiting = vec![first];
        while let Some(next) = waiting.pop() {
            if !std::mem::replace(&mut grouped[next], true) {
                group.push(next);
                waiting.extend(&callers[next]);
            }
        }
        if group.len() > 1 {
            group.into_iter().for_each(|member| is_recursive[member] = true);
        }
    }
    is_recursive
}

/// All functions in the order in which a depth-first search leaves them.
fn postorder(calls: &[Vec<usize>]) -> Vec<usize> {
    let mut ended = Vec::with_capacity(calls.len());
    let mut met = vec![false; calls.len()];
    for first in 0..calls.len() {
        let mut path = Vec::new();
        if !std::mem::replace(&mut met[first], true) {
            path.push((first, calls[first].iter()));
        }
        while let Some((node, rest)) = path.last_mut() {
            match rest.next() {
                Some(next) if !std::mem::replace(&mut met[*next], true) => path.push((*next, calls[*next].iter())),
                Some(_) => {}
                None => {
                    ended.push(*node);
                    path.pop();
                }
            }
        }
    }
    ended
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_calls_itself_is_found() {
        assert!(recursive_functions(&[]).is_empty());
        assert_eq!(recursive_functions(&[vec![0], vec![0], vec![1, 3], vec![]]), [true, false, false, false]);
        // Two cycles, with a path from one to the other.
        let calls = [vec![1], vec![0, 2], vec![3], vec![4], vec![3]];
        assert_eq!(recursive_functions(&calls), [true, true, false, true, true]);
        // A long chain.
        let calls: Vec<Vec<usize>> = (1..100_000).map(|next| vec![next]).chain([vec![]]).collect();
        assert!(!recursive_functions(&calls).contains(&true));
    }
}
