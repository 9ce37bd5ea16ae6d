//! Games: from a definition to a ruleset.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use super::{Lowerer, Place, clause, heap};
use crate::error::{Error, Meaning, Wanted};
use crate::game::{Game, HeapRules, Rule, Ruleset, System, recognised};
use crate::session::free_names;
use crate::session::names::{Definition, Meant, Names};
use crate::source::Span;
use crate::syntax::ast::{self, GameDefinition};

/// The game of this name, made from its definition if it has not been made since the last definition.
///
/// # Errors
/// No such game, or the first thing in its rule that has no meaning.
pub fn game(names: &mut Names, name: &str, span: Span) -> Result<Rc<Game>, Error> {
    if let Some(game) = names.games.get(name) {
        return Ok(game.clone());
    }
    let definition = definition(names, name, span)?;
    if let Some(rules) = heap::rules(names, &definition)? {
        let game = Rc::new(heap_game(name, rules));
        names.games.insert(name.to_owned(), game.clone());
        return Ok(game);
    }
    let members = together(names, name)?;
    let system = Rc::new(system(names, &members)?);
    if let Some(rules) = recognised(&system) {
        let clauses = clause_by_clause(&system);
        let game = Rc::new(heap_game(name, heap::Made { rules, clauses }));
        names.games.insert(name.to_owned(), game.clone());
        return Ok(game);
    }
    for (index, member) in members.iter().enumerate() {
        let ruleset = Ruleset::Written(system.clone(), index);
        let game = Rc::new(Game::new(member.as_str(), ruleset));
        names.games.insert(member.clone(), game);
    }
    names.games.get(name).cloned().ok_or_else(|| {
        let similar = names.similar(name);
        Error::new(Meaning::Unknown { name: name.to_owned(), wanted: Wanted::Game, similar }, span)
    })
}

/// A game without a name, from a rule written where a game's name may stand.
///
/// # Errors
/// The first thing in the rule that has no meaning.
pub fn anonymous(names: &mut Names, rule: &ast::Rule, span: Span) -> Result<Rc<Game>, Error> {
    let text = names.text(span).to_owned();
    let definition = GameDefinition {
        name: ast::Name { text: text.clone(), span },
        parameters: None,
        domain: None,
        over: None,
        rule: rule.clone(),
        span,
    };
    Ok(Rc::new(match heap::rules(names, &definition)? {
        Some(rules) => heap_game(&text, rules),
        None => Game::new(text, Ruleset::Written(Rc::new(alone(names, &definition)?), 0)),
    }))
}

fn heap_game(name: &str, made: heap::Made) -> Game {
    let clauses = if made.clauses.len() > 1 { made.clauses.into() } else { Rc::new([]) as Rc<[HeapRules]> };
    Game { clauses, ..Game::new(name, Ruleset::Heap(Rc::new(made.rules))) }
}

/// The moves of each clause of a heap game written out; nothing, where they cannot be told apart.
fn clause_by_clause(system: &System) -> Vec<HeapRules> {
    let [rule] = &system.rules[..] else { return Vec::new() };
    let alone = |clause: &crate::game::Clause| {
        let rules = vec![Rule { clauses: vec![clause.clone()], ..rule.clone() }];
        recognised(&System { rules, functions: system.functions.clone() })
    };
    rule.clauses.iter().map(alone).collect::<Option<_>>().unwrap_or_default()
}

/// The definition of a game.
pub(super) fn definition(names: &mut Names, name: &str, span: Span) -> Result<Rc<GameDefinition>, Error> {
    names.read_library(name)?;
    let found = match names.get(name) {
        Some(Meant::Defined(Definition::Game(definition))) => return Ok(definition),
        Some(Meant::Defined(Definition::Function(_)) | Meant::Builtin(_)) => Wanted::Function,
        Some(Meant::Defined(Definition::Value(..)) | Meant::Constant(_)) => Wanted::Value,
        None => {
            let similar = names.similar(name);
            return Err(Error::new(Meaning::Unknown { name: name.to_owned(), wanted: Wanted::Game, similar }, span));
        }
    };
    Err(Error::new(Meaning::NotA { name: name.to_owned(), wanted: Wanted::Game, found }, span))
}

/// The names of the coordinates of a game.
pub fn coordinates(definition: &GameDefinition) -> Vec<String> {
    match &definition.parameters {
        Some(parameters) => parameters.iter().map(|parameter| parameter.text.clone()).collect(),
        None => vec!["n".to_owned()],
    }
}

/// The games that must be lowered together with this one: those it reaches that reach it. In the order of their
/// names.
fn together(names: &mut Names, name: &str) -> Result<Vec<String>, Error> {
    let mut reached: HashMap<String, BTreeSet<String>> = HashMap::new();
    let mut waiting = vec![name.to_owned()];
    while let Some(next) = waiting.pop() {
        if reached.contains_key(&next) {
            continue;
        }
        let named = games_named_by(names, &next)?;
        waiting.extend(named.iter().cloned());
        reached.insert(next, named);
    }
    let reaches = |from: &str| {
        let mut met = BTreeSet::new();
        let mut waiting = vec![from.to_owned()];
        while let Some(next) = waiting.pop() {
            for named in reached.get(&next).into_iter().flatten() {
                if met.insert(named.clone()) {
                    waiting.push(named.clone());
                }
            }
        }
        met
    };
    let mut members: Vec<String> = Vec::new();
    for other in reached.keys() {
        if other == name || (reaches(name).contains(other) && reaches(other).contains(name)) {
            members.push(other.clone());
        }
    }
    members.sort();
    Ok(members)
}

/// The games that a game's rule names, directly or through functions.
fn games_named_by(names: &mut Names, name: &str) -> Result<BTreeSet<String>, Error> {
    let mut games = BTreeSet::new();
    let mut met = BTreeSet::new();
    let mut waiting: Vec<String> = match names.get(name) {
        Some(Meant::Defined(Definition::Game(definition))) => free_names::game(&definition),
        _ => Vec::new(),
    };
    while let Some(next) = waiting.pop() {
        if !met.insert(next.clone()) {
            continue;
        }
        names.read_library(&next)?;
        match names.get(&next) {
            Some(Meant::Defined(Definition::Game(_))) => {
                games.insert(next);
            }
            Some(Meant::Defined(Definition::Function(definition))) => {
                waiting.extend(free_names::expression(&definition.body))
            }
            _ => {}
        }
    }
    Ok(games)
}

fn system(names: &mut Names, members: &[String]) -> Result<System, Error> {
    let mut rules = Vec::new();
    let mut lowerer = Lowerer::new(names, Place::Question);
    for member in members {
        let definition = definition(lowerer.names, member, Span::default())?;
        rules.push(rule(&mut lowerer, &definition, members)?);
    }
    Ok(System { rules, functions: lowerer.functions.finish() })
}

fn alone(names: &mut Names, definition: &GameDefinition) -> Result<System, Error> {
    let members = [definition.name.text.clone()];
    let mut lowerer = Lowerer::new(names, Place::Question);
    let rule = rule(&mut lowerer, definition, &members)?;
    Ok(System { rules: vec![rule], functions: lowerer.functions.finish() })
}

fn rule(lowerer: &mut Lowerer, definition: &GameDefinition, members: &[String]) -> Result<Rule, Error> {
    lowerer.distinct(definition.parameters.as_deref().unwrap_or_default())?;
    let coordinates = coordinates(definition);
    let arity = coordinates.len();
    let game = definition.name.text.clone();
    lowerer.place = Place::Rule { game: game.clone(), arity, system: members.to_vec() };
    (lowerer.next, lowerer.slots) = (0, 0);
    let (domain, over, clauses) = lowerer.inside(|lowerer| {
        for coordinate in &coordinates {
            lowerer.bind(coordinate);
        }
        let domain = definition.domain.as_ref().map(|domain| lowerer.value(domain)).transpose()?;
        let over = definition.over.as_ref().map(|over| lowerer.value(over)).transpose()?;
        let mut lenders = vec![game.clone()];
        let clauses = clause::clauses(lowerer, &definition.rule, &coordinates, &mut lenders)?;
        Ok((domain, over, clauses))
    })?;
    Ok(Rule {
        name: game.into(),
        coordinates: coordinates.iter().map(|name| name.as_str().into()).collect(),
        arity,
        slots: lowerer.slots,
        domain,
        over,
        clauses,
    })
}
