//! What a person must know about a game to answer questions on paper: its rule, the definitions of what the rule
//! names, and the graphs among these.

use std::collections::BTreeSet;

use grundy_engine::game::{Game, Value};

use crate::lang::free_names;
use crate::lang::names::{Definition, Meant};
use crate::lang::session::Session;

/// The neighbours of a larger graph are not listed.
const MOST_VERTICES: usize = 64;
/// A value is written out unless its definition would be longer than this; otherwise the statement that made it is.
const LONGEST: usize = 400;
/// The most characters of a line of neighbours.
const WIDTH: usize = 76;

/// The definition of a game as it was written, after the definitions of what it names; empty for a rule without a
/// name, which the exercises show in place of one.
pub(crate) fn rule_of(session: &Session, game: &Game) -> String {
    joined(definitions_below(session, game).iter().map(|(name, definition)| as_stated(session, name, definition)))
}

/// The graphs that a rule names, with the neighbours of each vertex: positions show vertices as bare numbers.
pub(crate) fn graphs_of(session: &Session, game: &Game) -> String {
    let below = definitions_below(session, game);
    let graphs = below.iter().filter(|(_, definition)| neighbours(definition).is_some());
    joined(graphs.map(|(name, definition)| as_stated(session, name, definition)))
}

/// A definition as it was written; a graph is followed by the neighbours of each vertex.
fn as_stated(session: &Session, name: &str, definition: &Definition) -> String {
    let source = session.names.source_of(definition);
    if let Some(lines) = neighbours(definition) {
        return format!("{source}\n# The neighbours of each vertex:\n{lines}");
    }
    // The names in its expression may have been defined again since: the value is written instead.
    let is_own = |name: &String| !matches!(session.names.get(name), Some(Meant::Builtin(_)));
    match definition {
        Definition::Value(value, written) if free_names::expression(&written.body).iter().any(is_own) => {
            let typed = format!("let {name} = {value}");
            if typed.len() <= LONGEST { typed } else { source }
        }
        _ => source,
    }
}

/// The definitions of a game and of all that it names, directly or through others; each after those it names
/// itself.
fn definitions_below(session: &Session, game: &Game) -> Vec<(String, Definition)> {
    let mut found: Vec<(String, Definition)> = Vec::new();
    let mut met = BTreeSet::new();
    let mut waiting = vec![(game.name.to_string(), false)];
    while let Some((name, stands_below)) = waiting.pop() {
        let Some(Meant::Defined(definition)) = session.names.get(&name) else { continue };
        if stands_below {
            found.push((name, definition));
        } else if met.insert(name.clone()) {
            waiting.push((name, true));
            waiting.extend(named(&definition).into_iter().rev().map(|name| (name, false)));
        }
    }
    found
}

/// The names that a definition mentions, without its parameters.
fn named(definition: &Definition) -> Vec<String> {
    let mut names = definition.mentioned();
    let parameters = match definition {
        Definition::Game(game) => game.parameters.as_deref(),
        Definition::Function(function) => function.parameters.as_deref(),
        Definition::Value(..) => None,
    };
    names.retain(|name| !parameters.unwrap_or_default().iter().any(|parameter| parameter.text == *name));
    names
}

fn joined(lines: impl Iterator<Item = String>) -> String {
    lines.collect::<Vec<_>>().join("\n")
}

/// The neighbours of each vertex in lines of comments; `None` if the definition is not a graph, or one of more than
/// `MOST_VERTICES` vertices. A graph is a list that holds the list of neighbours of each vertex: no vertex is its own
/// neighbour, and no neighbour is listed twice.
fn neighbours(definition: &Definition) -> Option<String> {
    let Definition::Value(Value::List(lists), _) = definition else { return None };
    if lists.is_empty() || lists.len() > MOST_VERTICES {
        return None;
    }
    let mut lines = vec!["#".to_owned()];
    for (vertex, list) in lists.iter().enumerate() {
        let Value::List(list) = list else { return None };
        let mut met = BTreeSet::from([vertex]);
        for other in list.iter() {
            let Value::Integer(other) = other else { return None };
            let other = usize::try_from(*other).ok().filter(|other| *other < lists.len())?;
            met.insert(other).then_some(())?;
        }
        let others: String = list.iter().map(|other| format!(" {other}")).collect();
        let end = if vertex + 1 < lists.len() { ";" } else { "" };
        let text = format!(" {vertex}:{others}{end}");
        match lines.last_mut() {
            Some(line) if line.len() + text.len() <= WIDTH => line.push_str(&text),
            _ => lines.push(format!("#{text}")),
        }
    }
    Some(lines.join("\n"))
}
