//! Makes games: lowers the definition of a game to a ruleset, of heap rules where it can, and of written rules
//! otherwise.

use std::sync::Arc;

use grundy_engine::game::{Game, HeapRules, Original, OriginalHeaps, Rule, Ruleset, System, recognised};

use super::becomes;
use super::clause::{self, Borrowing};
use super::definition::{HEAP, NAMELESS_HEAP, coordinates, defined_game};
use super::groups::groups;
use super::heap;
use super::lowerer::{Context, Lowerer, keep_first};
use crate::error::{Error, SemanticError, Wanted};
use crate::session::names::{Definition, Meant, Names};
use crate::source::Span;
use crate::syntax::ast::{self, ClauseKind, GameDefinition};

/// The game of this name. It is made from its definition, unless that was done after the last change to anything it
/// names.
///
/// # Errors
/// No such game, or the first thing in its rule that has no meaning.
pub fn game(names: &mut Names, name: &str, span: Span) -> Result<Arc<Game>, Error> {
    if let Some(game) = names.bound_game(name) {
        return Ok(game);
    }
    if let Some(made) = names.made(name) {
        return made;
    }
    defined_game(names, name, span)?;
    if names.games.is_being_read(name) {
        // This fails, with an error that shows the cycle.
        names.games.begin(name, span)?;
    }
    let is_within = names.games.is_reading();
    let mut groups = groups(names, name, span)?;
    let own = groups.pop().unwrap_or_else(|| vec![name.to_owned()]);
    if !is_within {
        // What a rule names is made before it, so that a long chain of games needs no deep stack. An error in one of
        // these games is reported where that game is used.
        for members in groups {
            make(names, &members, None);
        }
    }
    let found = make(names, &own, Some((name, span))).or_else(|| names.made(name));
    found.unwrap_or_else(|| {
        // Not reached: the last group contains the game itself.
        Err(Error::new(
            SemanticError::Unknown { name: name.to_owned(), wanted: Wanted::Game, similar: Vec::new() },
            span,
        ))
    })
}

/// Makes the games of a group, which name each other. Returns the one that is asked for, by its name and the place
/// where it is named.
fn make(names: &mut Names, members: &[String], asked: Option<(&str, Span)>) -> Option<Result<Arc<Game>, Error>> {
    let mut together = None;
    let mut found = None;
    // A definition sees none of the variables around the rule that names it.
    let bindings = std::mem::take(&mut names.bindings);
    for member in members {
        if names.made(member).is_some() {
            continue;
        }
        let at = match asked {
            Some((name, span)) if name == member => span,
            _ => place_of(names, member),
        };
        let begun = names.now();
        let made = while_read(names, member, at, |names| one(names, member, members, &mut together));
        if asked.is_some_and(|(name, _)| name == member) {
            found = Some(made.clone());
        }
        names.games.keep(member, begun, made);
    }
    names.bindings = bindings;
    found
}

/// Makes one game of a group. `together` is the system of the whole group, once a member has needed it.
fn one(
    names: &mut Names,
    name: &str,
    members: &[String],
    together: &mut Option<Result<Arc<System>, Error>>,
) -> Result<Arc<Game>, Error> {
    let definition = defined_game(names, name, Span::NOWHERE)?;
    if let Some(made) = heap::rules(names, &definition)? {
        let original = original(names, &definition);
        return Ok(Arc::new(heap_game(name, made, original)));
    }
    let system = together.get_or_insert_with(|| {
        let defined = members.iter().map(|member| defined_game(names, member, Span::default()));
        let definitions: Vec<_> = defined.collect::<Result<_, _>>()?;
        system(names, &definitions, members)
    });
    let system = system.clone()?;
    Ok(Arc::new(match recognised(&system) {
        Some(rules) => {
            let clauses = clause_by_clause(&system);
            let original = Original::new(Arc::new(Game::new(name, Ruleset::Written(system, 0))), OriginalHeaps::Alone);
            heap_game(name, heap::HeapGame { rules, clauses }, Some(original))
        }
        None => {
            let index = members.iter().position(|member| member == name).unwrap_or(0);
            becomes::check_termination(names, name, &system, index, place_of(names, name))?;
            Game::new(name, Ruleset::Written(system, index))
        }
    }))
}

/// Where a game is defined.
fn place_of(names: &Names, name: &str) -> Span {
    match names.get(name) {
        Some(Meant::Defined(Definition::Game(definition))) => definition.name.span,
        _ => Span::NOWHERE,
    }
}

/// A game without a name, from a rule that stands in place of a game's name.
///
/// # Errors
/// The first thing in it that has no meaning.
pub fn anonymous(names: &mut Names, rule: &ast::Rule, span: Span) -> Result<Arc<Game>, Error> {
    let text = names.text(span).to_owned();
    unnamed(names, rule, text, span)
}

/// The same, with this text as its name.
pub(super) fn unnamed(names: &mut Names, rule: &ast::Rule, text: String, span: Span) -> Result<Arc<Game>, Error> {
    let nameless = || vec![ast::Name { text: NAMELESS_HEAP.to_owned(), span }];
    let definition = GameDefinition {
        name: ast::Name { text: text.clone(), span },
        parameters: names.binding(HEAP).map(|_| nameless()),
        domain: None,
        over: None,
        representative: None,
        rule: rule.clone(),
        span,
    };
    while_read(names, &text, span, |names| {
        Ok(Arc::new(match heap::rules(names, &definition)? {
            Some(made) => {
                let original = original(names, &definition);
                heap_game(&text, made, original)
            }
            None => {
                let system = system(names, &[Arc::new(definition)], std::slice::from_ref(&text))?;
                becomes::check_termination(names, &text, &system, 0, span)?;
                Game::new(&*text, Ruleset::Written(system, 0))
            }
        }))
    })
}

/// Runs `read`, which reads the definition of this name. An error if the definition needs itself before it has been
/// read.
pub(super) fn while_read<T>(
    names: &mut Names,
    name: &str,
    span: Span,
    read: impl FnOnce(&mut Names) -> Result<T, Error>,
) -> Result<T, Error> {
    names.games.begin(name, span)?;
    let found = read(names);
    names.games.end();
    found
}

/// A game with heap rules, which were made of this rule. The clauses are kept for showing if there are several.
pub(super) fn heap_game(name: &str, made: heap::HeapGame, original: Option<Arc<Original>>) -> Game {
    let clauses = if made.clauses.len() > 1 { made.clauses.into() } else { Arc::new([]) as Arc<[HeapRules]> };
    Game { clauses, original, ..Game::new(name, Ruleset::Heap(Arc::new(made.rules))) }
}

/// The rule of a heap game clause by clause as it is written, lowered without regard to its heap form; `None` where
/// that cannot be done. The clauses of games from which it borrows were lowered when these were made.
fn original(names: &mut Names, definition: &GameDefinition) -> Option<Arc<Original>> {
    let mut own = definition.clone();
    own.rule.clauses.clear();
    let mut borrowed = Vec::new();
    for clause in &definition.rule.clauses {
        match lent(names, clause) {
            Some(lender) => borrowed.push(lender),
            None => own.rule.clauses.push(clause.clone()),
        }
    }
    let name = &definition.name.text;
    let mut lowerer = Lowerer::new(names);
    let mut rule = rule(&mut lowerer, &own, std::slice::from_ref(name), Borrowing::of(name)).ok()?;
    let functions = lowerer.finish_functions().ok()?;
    for lender in borrowed.iter().filter_map(|system| system.rules.first()) {
        rule.clauses.extend(lender.clauses.iter().cloned());
        rule.slots = rule.slots.max(lender.slots);
    }
    keep_first(&mut rule.clauses);
    let system = names.games.system(System::new(vec![rule], functions));
    Some(Original::new(Arc::new(Game::new(&**name, Ruleset::Written(system, 0))), OriginalHeaps::Alone))
}

/// The rule of the game from which a clause borrows all moves, if it was made and its clauses call no functions.
fn lent(names: &mut Names, clause: &ast::Clause) -> Option<Arc<System>> {
    let ClauseKind::Moves(lender) = &clause.kind else { return None };
    if !clause.qualifiers.is_empty() || names.bound_game(&lender.text).is_some() {
        return None;
    }
    let made = names.made(&lender.text)?.ok()?;
    match &made.original.as_ref()?.game.ruleset {
        Ruleset::Written(system, 0) if system.functions.is_empty() && system.rules.len() == 1 => Some(system.clone()),
        _ => None,
    }
}

/// The heap rules of each clause of a written rule that was recognised as a heap game; empty if some clause is not
/// recognised by itself.
fn clause_by_clause(system: &System) -> Vec<HeapRules> {
    let [rule] = &system.rules[..] else { return Vec::new() };
    let alone = |clause: &grundy_engine::game::Clause| {
        let rules = vec![Rule { clauses: vec![clause.clone()], ..rule.clone() }];
        recognised(&System::new(rules, system.functions.clone()))
    };
    rule.clauses.iter().map(alone).collect::<Option<_>>().unwrap_or_default()
}

/// Lowers these definitions, whose names are `members`, to one system of written rules.
fn system(names: &mut Names, definitions: &[Arc<GameDefinition>], members: &[String]) -> Result<Arc<System>, Error> {
    let mut lowerer = Lowerer::new(names);
    let mut rules = Vec::new();
    for definition in definitions {
        rules.push(rule(&mut lowerer, definition, members, Borrowing::of(&definition.name.text))?);
    }
    let functions = lowerer.finish_functions()?;
    Ok(names.games.system(System::new(rules, functions)))
}

/// Lowers the definition of one game to a written rule; `members` are the games of its system.
pub(super) fn rule(
    lowerer: &mut Lowerer,
    definition: &GameDefinition,
    members: &[String],
    borrowing: Borrowing,
) -> Result<Rule, Error> {
    lowerer.distinct(definition.parameters.as_deref().unwrap_or_default())?;
    let coordinates = coordinates(definition);
    let arity = coordinates.len();
    let game = definition.name.text.clone();
    let names_heap = definition.parameters.is_some();
    lowerer.context = Context::Rule { game: game.clone(), arity, names_heap, system: members.to_vec() };
    (lowerer.next, lowerer.slots) = (0, 0);
    let (domain, over, representative, clauses) = lowerer.with_scope(|lowerer| {
        for coordinate in &coordinates {
            lowerer.bind(coordinate);
        }
        let domain = definition.domain.as_ref().map(|domain| lowerer.value(domain)).transpose()?;
        let over = definition.over.as_ref().map(|over| lowerer.value(over)).transpose()?;
        let representative = definition.representative.as_ref();
        let representative = representative.map(|expr| lowerer.representative(expr)).transpose()?;
        let mut clauses = clause::clauses(lowerer, definition, borrowing)?;
        keep_first(&mut clauses);
        Ok((domain, over, representative, clauses))
    })?;
    Ok(Rule {
        name: game.into(),
        coordinates: coordinates.iter().map(|name| if name == NAMELESS_HEAP { HEAP } else { name }.into()).collect(),
        arity,
        slots: lowerer.slots,
        domain,
        over,
        representative,
        clauses,
    })
}
