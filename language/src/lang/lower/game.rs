//! Makes games: lowers the definition of a game to rules, and makes a heap game of them where that is recognised.

use std::sync::Arc;

use grundy_engine::game::{
    EvalError, EvalErrorKind, Function, Game, HeapRules, Original, Rule, Ruleset, System, joined, recognised,
};

use crate::error::{Error, SemanticError, Wanted};
use crate::lang::errors::fault;
use crate::lang::lower::becomes;
use crate::lang::lower::borrowing::{Borrowing, clauses};
use crate::lang::lower::definition::{HEAP, NAMELESS_HEAP, coordinates, defined_game, groups, is_game};
use crate::lang::lower::domain::Domain;
use crate::lang::lower::lowerer::{Context, Lowerer, keep_first};
use crate::lang::lower::product::product;
use crate::lang::names::{Definition, Meant, Names};
use crate::source::Span;
use crate::syntax::ast::{self, ClauseKind, GameDefinition};
use crate::syntax::occurrences;

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

/// Makes one game of a group. `together` are the rules of the whole group, once a member has needed them.
fn one(
    names: &mut Names,
    name: &str,
    members: &[String],
    together: &mut Option<Result<Arc<LoweredGames>, Error>>,
) -> Result<Arc<Game>, Error> {
    let definition = defined_game(names, name, Span::NOWHERE)?;
    if let Some(game) = product(names, &definition)? {
        return Ok(game);
    }
    let lowered = together.get_or_insert_with(|| {
        let defined = members.iter().map(|member| defined_game(names, member, Span::default()));
        let definitions: Vec<_> = defined.collect::<Result<_, _>>()?;
        LoweredGames::of(names, &definitions, members).map(Arc::new)
    });
    let lowered = match lowered {
        Ok(lowered) => lowered.clone(),
        // An error in the game's own rule is told rather than that of another member.
        Err(shared) => {
            let shared = shared.clone();
            let own = rule(&mut Lowerer::new(names), &definition, members, Borrowing::of(name));
            return Err(own.err().unwrap_or(shared));
        }
    };
    let index = members.iter().position(|member| member == name).unwrap_or(0);
    let place = place_of(names, name);
    lowered.game(names, name, index, place)
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
pub(crate) fn unnamed(names: &mut Names, rule: &ast::Rule, text: String, span: Span) -> Result<Arc<Game>, Error> {
    let nameless = || vec![ast::Name { text: NAMELESS_HEAP.to_owned(), span }];
    let definition = GameDefinition {
        name: ast::Name { text: text.clone(), span },
        parameters: names.binding(HEAP).map(|_| nameless()),
        stated: Vec::new(),
        domain: None,
        over: None,
        representative: None,
        ends: false,
        rule: rule.clone(),
        span,
        house: None,
    };
    while_read(names, &text, span, |names| {
        let lowered = LoweredGames::of(names, &[Arc::new(definition)], std::slice::from_ref(&text))?;
        lowered.game(names, &text, 0, span)
    })
}

/// The game of this definition, whose first `chosen` coordinates are the parameters of a family. Those of them that are in
/// `signed` may be below 0.
pub(crate) fn family(
    names: &mut Names,
    definition: GameDefinition,
    (chosen, signed): (usize, Vec<usize>),
    span: Span,
) -> Result<Arc<Game>, Error> {
    let name = definition.name.text.clone();
    // A definition sees none of the variables around the rule that names it.
    let bindings = std::mem::take(&mut names.bindings);
    let made = while_read(names, &name, span, |names| {
        let mut lowerer = Lowerer { parameters: chosen, ..Lowerer::new(names) };
        let lowered = rule(&mut lowerer, &definition, std::slice::from_ref(&name), Borrowing::of(&name))?;
        let functions = lowerer.finish_functions()?;
        let rule = Rule { family: chosen, signed: signed.into(), ..lowered.distinct() };
        let system = names.games.system(System::new(vec![rule], functions));
        Ok(Arc::new(Game::new(name.as_str(), Ruleset::Written(system, 0))))
    });
    names.bindings = bindings;
    made
}

/// Runs `read`, which reads the definition of this name. An error if the definition needs itself before it has been
/// read.
fn while_read<T>(
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

/// Games that were lowered together.
struct LoweredGames {
    /// For each game its heap rules clause by clause, if it was recognised as a heap game.
    heaps: Vec<Option<Vec<HeapRules>>>,
    /// For each game those whose heap forms its rule borrows.
    lenders: Vec<Vec<Arc<Game>>>,
    /// The rules of all games as they are written.
    system: Arc<System>,
}

impl LoweredGames {
    /// Lowers these definitions, whose names are `members`.
    fn of(names: &mut Names, definitions: &[Arc<GameDefinition>], members: &[String]) -> Result<LoweredGames, Error> {
        let mut lowerer = Lowerer::new(names);
        let mut rules = Vec::new();
        for definition in definitions {
            rules.push(rule(&mut lowerer, definition, members, Borrowing::of(&definition.name.text))?);
        }
        let functions = lowerer.finish_functions()?;
        let mut heaps = Vec::new();
        for (index, lowered) in rules.iter().enumerate() {
            heaps.push(lowered.heap_clauses(names, index, &functions, definitions[index].span)?);
        }
        let lenders = rules.iter_mut().map(|rule| std::mem::take(&mut rule.lenders)).collect();
        let rules = rules.into_iter().map(LoweredRule::distinct).collect();
        let system = names.games.system(System::new(rules, functions));
        Ok(LoweredGames { heaps, lenders, system })
    }

    /// The game with this index. For a heap game the rule as it is written is kept beside it, and for showing its
    /// clauses, if there are several.
    fn game(&self, names: &Names, name: &str, index: usize, span: Span) -> Result<Arc<Game>, Error> {
        let written = Game::new(name, Ruleset::Written(self.system.clone(), index));
        let Some(clauses) = &self.heaps[index] else {
            becomes::check_termination(names, name, &self.system, index, span)?;
            return Ok(Arc::new(written));
        };
        let ruleset = Ruleset::Heap(Arc::new(joined(clauses).map_err(|stop| fault(stop, span))?));
        let shown = if clauses.len() > 1 { &clauses[..] } else { &[] };
        let original = Some(Original::borrowing(Arc::new(written), &self.lenders[index]));
        Ok(Arc::new(Game { clauses: shown.into(), original, ..Game::new(name, ruleset) }))
    }
}

/// A rule as it was lowered.
pub(crate) struct LoweredRule {
    rule: Rule,
    /// To how many clauses each clause as it is written was lowered.
    counts: Vec<usize>,
    /// The games whose heap forms it borrows.
    lenders: Vec<Arc<Game>>,
}

impl LoweredRule {
    /// The heap rules of each clause as it is written, equal ones once; `None` if it is not recognised as a heap game.
    /// `index` is that of the rule among those lowered together.
    pub fn heap_clauses(
        &self,
        names: &Names,
        index: usize,
        functions: &Arc<[Function]>,
        span: Span,
    ) -> Result<Option<Vec<HeapRules>>, Error> {
        let found =
            recognised(&self.rule, index, functions, &names.meter, false).map_err(|wrong| wrong_number(wrong, span))?;
        let Some(mut found) = found.map(Vec::into_iter) else { return Ok(None) };
        let mut clauses = Vec::with_capacity(self.counts.len());
        for count in &self.counts {
            let lowered: Vec<HeapRules> = found.by_ref().take(*count).collect();
            clauses.push(match <[HeapRules; 1]>::try_from(lowered) {
                Ok([alone]) => alone,
                Err(several) => joined(&several).map_err(|stop| fault(stop, span))?,
            });
        }
        keep_first(&mut clauses);
        Ok(Some(clauses))
    }

    /// The rule with the first of equal clauses only.
    fn distinct(self) -> Rule {
        let mut rule = self.rule;
        keep_first(&mut rule.clauses);
        rule
    }
}

/// The error for a number in a clause that is too small in some case.
fn wrong_number(wrong: EvalError, span: Span) -> Error {
    let at = if wrong.at.is_empty() { span } else { wrong.at.into() };
    match *wrong.kind {
        EvalErrorKind::Amount { amount } => Error::new(SemanticError::Amount { amount }, at),
        EvalErrorKind::HeapDivisor { divisor } => Error::new(SemanticError::Divisor { divisor }, at),
        EvalErrorKind::SplitCount { parts } => Error::new(SemanticError::SplitCount { parts }, at),
        _ => fault(wrong, span),
    }
}

/// Lowers the definition of one game; `members` are the games that are lowered together.
pub(crate) fn rule(
    lowerer: &mut Lowerer,
    definition: &GameDefinition,
    members: &[String],
    borrowing: Borrowing,
) -> Result<LoweredRule, Error> {
    lowerer.distinct(definition.parameters.as_deref().unwrap_or_default())?;
    let coordinates = coordinates(definition);
    let arity = coordinates.len();
    let game = definition.name.text.clone();
    let names_heap = definition.parameters.is_some();
    lowerer.context = Context::Rule { game: game.clone(), arity, names_heap, system: members.to_vec() };
    (lowerer.next, lowerer.slots) = (0, 0);
    let (domain, over, representative, borrowing) = lowerer.with_scope(|lowerer| {
        for coordinate in &coordinates {
            lowerer.bind(coordinate);
        }
        let domain = Domain::of(lowerer, definition)?;
        lowerer.naturals.extend((0..arity).filter(|slot| !domain.signed.contains(slot)));
        let over = definition.over.as_ref().map(|over| lowerer.value(over)).transpose()?;
        let representative = definition.representative.as_ref();
        let representative = representative.map(|expr| lowerer.representative(expr)).transpose()?;
        let borrowing = clauses(lowerer, definition, borrowing)?;
        Ok((domain, over, representative, borrowing))
    })?;
    let counts = borrowing.made.iter().map(Vec::len).collect();
    let rule = Rule {
        name: game.into(),
        coordinates: coordinates.iter().map(|name| if name == NAMELESS_HEAP { HEAP } else { name }.into()).collect(),
        arity,
        family: 0,
        slots: lowerer.slots,
        signed: domain.signed.into(),
        domain: domain.condition,
        over,
        representative,
        ends: definition.ends,
        factors: Arc::default(),
        clauses: borrowing.made.into_iter().flatten().collect(),
    };
    Ok(LoweredRule { rule, counts, lenders: borrowing.heap_games })
}

/// Checks the definition of a game by itself. The games from which it borrows moves and the functions that it calls
/// were checked when they were entered. They are put together at the first question about the game: otherwise each
/// game of a long chain would repeat that work.
///
/// # Errors
/// The first thing in its rule that has no meaning.
pub fn check_definition(names: &mut Names, name: &str, span: Span) -> Result<(), Error> {
    let definition = defined_game(names, name, span)?;
    if names.made(name).is_some() || names.may_be_looked_up(name) || !draws_on_others(names, &definition)? {
        return game(names, name, span).map(|_| ());
    }
    // Games that it does not only borrow from are made before it, so that a long chain of them needs no deep stack.
    let lenders = occurrences::only_lenders(&definition);
    for other in occurrences::free_in_game(&definition) {
        if other != name && !lenders.contains(&other) && is_game(names, &other)? {
            // An error in it is reported where it is used.
            let _ = game(names, &other, span);
        }
    }
    while_read(names, name, span, |names| check_own_clauses(names, &definition))
}

/// Checks the clauses of a definition, without the moves that it borrows.
fn check_own_clauses(names: &mut Names, definition: &GameDefinition) -> Result<(), Error> {
    let name = &definition.name.text;
    let mut lowerer = Lowerer::new(names);
    rule(&mut lowerer, definition, std::slice::from_ref(name), Borrowing::omitted(name)).map(|_| ())
}

/// Does the game borrow moves, or call functions that are not built in?
fn draws_on_others(names: &mut Names, definition: &GameDefinition) -> Result<bool, Error> {
    if definition.rule.clauses.iter().any(|clause| matches!(clause.kind, ClauseKind::Moves(_))) {
        return Ok(true);
    }
    for name in occurrences::free_in_game(definition) {
        names.read_library(&name)?;
        if matches!(names.get(&name), Some(Meant::Defined(Definition::Function(_)))) {
            return Ok(true);
        }
    }
    Ok(false)
}
