//! The definitions of games: they are looked up, the work on them is counted, and those that must be made together are found, as
//! are functions that are recursive. These name each other, directly or through others: both are strongly connected components
//! of a graph, which one search finds.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::ops::Range;
use std::sync::Arc;

use grundy_engine::sorting::sort;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::{Error, SemanticError, Wanted};
use crate::lang::errors;
use crate::lang::names::{Definition, Meant, Names};
use crate::show::told::told;
use crate::source::Span;
use crate::syntax::ast::{ClauseKind, Expr, GameDefinition};
use crate::syntax::occurrences;

/// The definition of the game of this name, of the user's or from the library.
///
/// # Errors
/// The name means nothing, or something other than a game.
pub(crate) fn defined_game(names: &mut Names, name: &str, span: Span) -> Result<Arc<GameDefinition>, Error> {
    names.read_library(name)?;
    let found = match names.get(name) {
        Some(Meant::Defined(Definition::Game(definition))) => return Ok(definition),
        Some(Meant::Defined(Definition::Function(family))) if family.body.rule().is_some() => {
            let (wanted, found) = (Wanted::Game, Wanted::Function);
            let error = Error::new(SemanticError::WrongKind { name: name.to_owned(), wanted, found }, span);
            let chosen = vec!["3"; family.parameters.as_ref().map_or(1, Vec::len)].join(", ");
            return Err(error.advise(told!(
                "{name} is a family of games: choose one, as in `{name}({chosen})`",
                name,
                chosen
            )));
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

/// Is this the bare name of a game, or a rule? A user who types that may mean a position.
pub fn is_bare_game(names: &mut Names, expr: &Expr) -> Result<bool, Error> {
    match expr.bare().as_name() {
        Some(name) => is_game(names, name),
        None => Ok(expr.bare().rule().is_some()),
    }
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
/// # Errors
/// A mistake in the library; an interruption.
pub(crate) fn groups(names: &mut Names, name: &str, span: Span) -> Result<Vec<Vec<String>>, Error> {
    let mut mentioned = MentionedNames::default();
    let first = mentioned.number(name.to_owned());
    mentioned.wanted.insert(first);
    let mut groups = components(first..first + 1, &mut |node| mentioned.by_definition_of(node, names, span))?;
    for group in &mut groups {
        group.retain(|&node| {
            let name = &mentioned.names[node];
            names.is_game(name) && names.made(name).is_none() && (node == first || !names.games.is_being_read(name))
        });
    }
    let is_wanted = |group: &Vec<usize>| group.len() > 1 || group.iter().any(|node| mentioned.wanted.contains(node));
    let named = |group: Vec<usize>| {
        let mut members: Vec<String> = group.into_iter().map(|node| mentioned.names[node].clone()).collect();
        sort(&mut members);
        members
    };
    Ok(groups.into_iter().filter(is_wanted).map(named).collect())
}

/// The names that definitions mention, each with a number: games, functions and values.
#[derive(Default)]
struct MentionedNames {
    names: Vec<String>,
    numbers: FxHashMap<String, usize>,
    /// Those that some definition uses otherwise than to borrow moves.
    wanted: FxHashSet<usize>,
}

impl MentionedNames {
    fn number(&mut self, name: String) -> usize {
        let next = self.names.len();
        let number = *self.numbers.entry(name.clone()).or_insert(next);
        if number == next {
            self.names.push(name);
        }
        number
    }

    /// The names that the definition of a name mentions.
    fn by_definition_of(&mut self, node: usize, names: &mut Names, span: Span) -> Result<Vec<usize>, Error> {
        let name = self.names[node].clone();
        // A game that has been made has all it needs, and one that is being read is made by an earlier call: what
        // these name is not visited.
        let is_known = names.made(&name).is_some() || (node > 0 && names.games.is_being_read(&name));
        let found = if is_known { BTreeSet::new() } else { looked_into(names, &name)? };
        let lenders = if is_known { FxHashSet::default() } else { lenders(names, &name) };
        meter(names, 1 + found.len(), span)?;
        let numbered = found.into_iter().map(|name| {
            let only_lends = lenders.contains(&name);
            let number = self.number(name);
            self.wanted.extend((!only_lends).then_some(number));
            number
        });
        Ok(numbered.collect())
    }
}

/// The games from which a game only borrows moves, and that need not be made for it.
fn lenders(names: &mut Names, name: &str) -> FxHashSet<String> {
    let Some(Meant::Defined(Definition::Game(definition))) = names.get(name) else { return FxHashSet::default() };
    let mut lenders = occurrences::only_lenders(&definition);
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
/// calls.
pub(crate) fn recursive_functions(calls: &[Vec<usize>]) -> Vec<bool> {
    let mut is_recursive: Vec<bool> = calls.iter().enumerate().map(|(index, called)| called.contains(&index)).collect();
    let Ok(groups) = components::<Infallible>(0..calls.len(), &mut |function| Ok(calls[function].clone()));
    groups.iter().filter(|group| group.len() > 1).flatten().for_each(|member| is_recursive[*member] = true);
    is_recursive
}

/// The strongly connected components of the nodes that can be reached from some nodes, each behind all those that it
/// leads to. `leads_to` lists the nodes to which there is an edge from a node, and is called once for each.
///
/// By the path-based algorithm of Gabow (2000), without recursion.
///
/// # Errors
/// That of `leads_to`.
fn components<E>(
    from: Range<usize>,
    leads_to: &mut dyn FnMut(usize) -> Result<Vec<usize>, E>,
) -> Result<Vec<Vec<usize>>, E> {
    let mut components = Vec::new();
    // The nodes whose component is not known yet, as they were met, and where among them a component begins.
    let (mut open, mut begins) = (Vec::new(), Vec::new());
    // The place of each node in `open`; `KNOWN` once its component is known.
    let mut places = FxHashMap::default();
    const KNOWN: usize = usize::MAX;
    let mut path = Vec::new();
    for node in from {
        let mut met = Some(node).filter(|node| !places.contains_key(node));
        loop {
            if let Some(node) = met.take() {
                places.insert(node, open.len());
                begins.push(open.len());
                path.push((open.len(), leads_to(node)?.into_iter()));
                open.push(node);
            }
            let Some((place, edges)) = path.last_mut() else { break };
            let place = *place;
            match edges.next() {
                Some(next) => match places.get(&next) {
                    None => met = Some(next),
                    // A cycle: from that node on, all are in one component.
                    Some(other) => begins.truncate(begins.partition_point(|begin| begin <= other)),
                },
                None => {
                    path.pop();
                    if begins.pop_if(|begin| *begin == place).is_some() {
                        let component = open.split_off(place);
                        places.extend(component.iter().map(|node| (*node, KNOWN)));
                        components.push(component);
                    }
                }
            }
        }
    }
    Ok(components)
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
