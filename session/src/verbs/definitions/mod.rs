//! Definitions: making and replacing them. How they are shown, taken back and read from files stands beside.

pub(crate) mod answer;
pub(crate) mod help;
pub(crate) mod known;
mod law;
pub(crate) mod read;
mod search;

use std::sync::Arc;

use grundy_engine::game::{EvalErrorKind, Value};

use grundy_engine::solve::SolveError;

use crate::error::{Error, Kind, Notice, SemanticError, and_listed, or_listed, way_of_play};
use crate::lang::at_once::at_once;
use crate::lang::base_cases::{self, base_cases};
use crate::lang::names::{Definition, Meant, UserDefinition};
use crate::lang::session::{Reply, Session};
use crate::lang::{errors, evaluate, library, lower};
use crate::newcomers;
use crate::show::told::{Tellable, Told, told};
use crate::syntax::ast::{Ask, ClauseKind, Expr, GameDefinition, LetDefinition, Name, Statement};
use crate::syntax::occurrences;
use crate::syntax::{print, words};
use crate::verbs::definitions::answer::{Defined, DefinedAs, Replaced};
use crate::verbs::value::division_notice;

/// Characters of a definition that a list of names shows.
const LINE: usize = 80;

/// Defines a game. Its rule is checked at once: an error in the rule itself is reported now, and a name that is
/// not defined yet, and what takes long to compute, only when the game is used.
pub(crate) fn define_game(session: &mut Session, definition: &GameDefinition) -> Result<Reply, Error> {
    let owner = &definition.name;
    let replaced = replaced(session, &owner.text);
    let definition = Arc::new(lower::with_coordinates(&mut session.names, definition)?);
    let earlier = session.names.define(&owner.text, Definition::Game(definition.clone()));
    let budget = session.solver.budget().clone();
    let checked = at_once(&budget, || {
        lower::check_definition(&mut session.names, &owner.text, owner.span)?;
        check_base_cases(session, owner)
    });
    let bound = lower::coordinates(&definition);
    let checked = checked.map(Option::unwrap_or_default);
    let note = finish_definition(session, owner, checked, earlier, &bound, || occurrences::free_in_game(&definition))?;
    let misleading = hidden_value(session, &definition).or_else(|| misleading(session, &definition));
    let misleading = misleading.or_else(|| at_once(&budget, || Ok(never_ends(session, owner))).ok()??);
    let mut reply = defined(owner, DefinedAs::Game, replaced, note);
    reply.notices.extend(misleading);
    reply.notices.extend(base_cases_left(session, owner));
    Ok(reply)
}

/// A note that play on boards may never end, where small boards show that.
fn never_ends(session: &mut Session, owner: &Name) -> Option<Notice> {
    let Some(Meant::Defined(Definition::Game(definition))) = session.names.get(&owner.text) else { return None };
    if !definition.rule.clauses.iter().any(|clause| matches!(clause.kind, ClauseKind::Becomes { .. })) {
        return None;
    }
    let game = lower::game(&mut session.names, &owner.text, owner.span).ok()?;
    let error = lower::way_back(&session.names, &game, owner.span).ok()??;
    let Some(SolveError::Cycle(way)) = error.stop() else { return None };
    let text = told!("play may never end: {way}", way = way_of_play(way));
    Some(Notice::new(text, Some(error.span), false))
}

/// A note that `n` in the rule of a game of one heap is the heap, where the user has given that name a value.
fn hidden_value(session: &mut Session, definition: &GameDefinition) -> Option<Notice> {
    let heap = &lower::coordinates(definition)[0];
    let Some(Definition::Value(value, _)) = session.names.own(heap) else { return None };
    let (_, place) = occurrences::free_in_rule(&definition.rule).into_iter().find(|(name, _)| name == heap)?;
    if definition.parameters.is_some() {
        return None;
    }
    let value = value.brief();
    let text = told!("{heap} is the heap here, and not your {heap} = {value}: give that another name", heap, value);
    Some(Notice::new(text, Some(place), true))
}

/// A note on what a rule does not mean, though one might think so.
fn misleading(session: &mut Session, definition: &GameDefinition) -> Option<Notice> {
    let owner = &definition.name.text;
    let own = definition.parameters.as_ref()?;
    for clause in definition.rule.clauses.iter().filter(|clause| clause.qualifiers.is_empty()) {
        match &clause.kind {
            ClauseKind::Option(option) => {
                let Some(game) = option.applied().and_then(Expr::as_name) else { continue };
                if is_call(option, game, own) && game != owner && session.names.is_game(game) {
                    let x = session.names.text(option.span);
                    let text = told!("a move leads to {x}; `{game}` alone stands for the moves of {game}", x, game);
                    return Some(Notice::new(text, Some(option.span), false));
                }
            }
            ClauseKind::Take { amounts, .. } => {
                let [heap] = &own[..] else { continue };
                let amount = match amounts.set_members() {
                    Some([only]) => only,
                    Some(_) => continue,
                    None => amounts,
                };
                let end = amount.range().and_then(|(_, end, _)| end);
                let is_whole_heap = end.unwrap_or(amount).is_named(&heap.text);
                if is_whole_heap && heap.text != "n" {
                    let text = told!(
                        "{heap} is the heap here; a family of games is `game {owner}({heap})(n) = …`",
                        heap = &heap.text,
                        owner
                    );
                    return Some(Notice::new(text, Some(heap.span), false));
                }
            }
            _ => {}
        }
    }
    None
}

pub(crate) fn define_value(session: &mut Session, definition: &LetDefinition) -> Result<Reply, Error> {
    let owner = &definition.name;
    let definition = Arc::new(session.base_cases.before(definition));
    if let Some(parameters) = &definition.parameters {
        let replaced = replaced(session, &owner.text);
        let earlier = session.names.define(&owner.text, Definition::Function(definition.clone()));
        let budget = session.solver.budget().clone();
        let checked = at_once(&budget, || lower::function(&mut session.names, &definition));
        let checked = checked.and_then(|_| asks_something_else(&definition));
        let bound: Vec<String> = parameters.iter().map(|parameter| parameter.text.clone()).collect();
        let mentioned = || definition.expressions().flat_map(occurrences::free).collect();
        let note = finish_definition(session, owner, checked, earlier, &bound, mentioned)?;
        return Ok(defined(owner, DefinedAs::Function, replaced, note));
    }
    session.announced_names.remove(&owner.text);
    if let Some(question) = definition.body.question().filter(|question| question.verb == "pattern") {
        let (function, note) = law::function(session, &definition, question)?;
        return define_law(session, &definition, &function, note);
    }
    let value = evaluate::value(&mut session.names, &mut session.solver, &definition.body)?;
    let note = division_notice(session, &definition.body)?;
    Ok(define_as(session, definition, value, note))
}

/// An error if the function needs its own answer, whatever its arguments are, as in `f(n) = f(n) + 1`.
fn asks_something_else(definition: &LetDefinition) -> Result<(), Error> {
    let parameters = definition.parameters.as_deref().unwrap_or_default();
    let Some(call) = own_call(&definition.body, &definition.name, parameters) else { return Ok(()) };
    let written = print::expression(call);
    let kind = Box::new(EvalErrorKind::CallCycle { calls: vec![written.clone(), written] });
    Err(Error::new(SemanticError::Fault { kind, at: None }, call.span))
}

/// Is this a function or a game with its own parameters behind it?
fn is_call(expr: &Expr, of: &str, parameters: &[Name]) -> bool {
    expr.called().is_some_and(|(callee, arguments)| {
        callee.is_named(of)
            && arguments.iter().map(Expr::as_name).eq(parameters.iter().map(|parameter| Some(&*parameter.text)))
    })
}

/// The call of a function with its own parameters, among those that are needed in any case.
fn own_call<'e>(expr: &'e Expr, function: &Name, parameters: &[Name]) -> Option<&'e Expr> {
    if is_call(expr, &function.text, parameters) {
        return Some(expr);
    }
    let arguments = expr.called().map_or(&[][..], |(_, arguments)| arguments);
    arguments.iter().chain(expr.needed()).find_map(|part| own_call(part, function, parameters))
}

/// Gives a name the value that its definition was found to have.
pub(crate) fn define_as(
    session: &mut Session,
    definition: Arc<LetDefinition>,
    value: Value,
    note: Option<Notice>,
) -> Reply {
    let owner = &definition.name;
    let replaced = replaced(session, &owner.text);
    let recipe = session.recipe(&value, Some(&definition.body));
    let earlier = session.names.define_by(&owner.text, Definition::Value(value.clone(), definition.clone()), recipe);
    session.names.note_change(vec![(owner.text.clone(), earlier)]);
    defined(owner, DefinedAs::Value(value), replaced, note)
}

/// Defines the function of a law, which is written as this statement.
fn define_law(session: &mut Session, definition: &LetDefinition, function: &str, note: Told) -> Result<Reply, Error> {
    let statement = session.read("<pattern>", function).into_iter().next().transpose()?;
    let Some(law) = statement.as_ref().and_then(Statement::definition) else {
        return Err(errors::internal("the formula of a law does not define a function", definition.span));
    };
    let mut reply = define_value(session, law)?;
    reply.notices.push(Notice::new(note, Some(definition.span), true));
    Ok(reply)
}

/// Keeps base cases of a name that means nothing yet; `None` if this is something else.
pub(crate) fn note_base_cases(session: &mut Session, expr: &Expr) -> Option<Reply> {
    if session.names.text(expr.span).contains("==") {
        return None;
    }
    let (name, cases) = base_cases(expr)?;
    // If the library's entry cannot be read, that is reported when the name is used.
    let is_free = session.names.read_library(name).is_ok() && session.names.get(name).is_none();
    let is_word =
        crate::syntax::words::find(&name.to_lowercase()).is_some_and(|word| !matches!(word.word, "grundy" | "value"));
    if !is_free || is_word || !session.base_cases.keep(name, cases) {
        return None;
    }
    let rule = match name.starts_with(char::is_uppercase) {
        true => format!("{name}(n) = mex{{{name}(n-2), {name}(n-3)}}"),
        false => format!("{name}(n) = {name}(n-1) + {name}(n-2)"),
    };
    let text = told!("kept as the beginning of {name}; now write its rule, such as `{rule}`", name, rule);
    let notice = Notice::new(text, Some(expr.span), true);
    Some(Reply { notices: vec![notice], ..Reply::default() })
}

/// An error if the rule of a game that has just been defined contradicts a base case. Those that it agrees with
/// are done with; those that need too much memory stay.
fn check_base_cases(session: &mut Session, game: &Name) -> Result<(), Error> {
    let mut left = Vec::new();
    for case in session.base_cases.of(&game.text).to_vec() {
        let position = base_cases::position(game, &case.at);
        let ask = |verb| Expr::asking(Ask::about(verb, position.clone()), game.span);
        let value = match evaluate::value(&mut session.names, &mut session.solver, &ask("grundy")) {
            Err(error) if matches!(error.stop(), Some(SolveError::Memory { .. } | SolveError::Positions { .. })) => {
                left.push(case);
                continue;
            }
            value => value?.to_string(),
        };
        if value == case.value.to_string() {
            continue;
        }
        let options = evaluate::value(&mut session.names, &mut session.solver, &ask("options"))?.to_string();
        let options = format!("{{{}}}", options.trim_matches(['[', ']']));
        let position = print::expression(&position);
        return Err(Error::new(SemanticError::BaseCase { position, options, value, said: case.value }, game.span));
    }
    session.base_cases.forget(&game.text);
    if !left.is_empty() {
        session.base_cases.keep(&game.text, left);
    }
    Ok(())
}

/// A note on the base cases that are not compared with a rule, since its values there take long to compute.
fn base_cases_left(session: &mut Session, game: &Name) -> Option<Notice> {
    let cases = session.base_cases.of(&game.text);
    let first = cases.first()?;
    let position = print::expression(&base_cases::position(game, &first.at));
    let text = told!(
        "{x} = {said}[n: is| and other base cases are] not compared with the rule: ask `check grundy {x} == {said}`",
        x = position,
        said = first.value,
        n = cases.len()
    );
    session.base_cases.forget(&game.text);
    Some(Notice::new(text, Some(game.span), true))
}

/// Completes a definition after its check, whose result is `checked`. An error puts `earlier` back in its place.
/// Unknown names may be defined later, and only give a note.
fn finish_definition(
    session: &mut Session,
    owner: &Name,
    checked: Result<(), Error>,
    earlier: Option<Arc<UserDefinition>>,
    bound: &[String],
    mentioned: impl FnOnce() -> Vec<String>,
) -> Result<Option<Notice>, Error> {
    session.announced_names.remove(&owner.text);
    let note = match checked {
        Ok(()) => None,
        Err(error) if is_unknown_name(&error) && !is_of_another_language(session, &error) => {
            not_defined_yet(session, &error, owner, bound, mentioned())
        }
        Err(error) => {
            match earlier {
                Some(earlier) => session.names.put(&owner.text, earlier),
                None => session.names.forget(&owner.text),
            };
            return Err(error);
        }
    };
    session.names.note_change(vec![(owner.text.clone(), earlier)]);
    session.note_recipe(&owner.text);
    Ok(note)
}

/// Whether the unknown name is that of a function of another language, for which this one has something else.
fn is_of_another_language(session: &Session, error: &Error) -> bool {
    let Kind::Semantic(SemanticError::Unknown { name, .. }) = &*error.kind else { return false };
    newcomers::is_function(name) && !session.announced_names.contains(name)
}

/// A note on names that a rule or a function mentions and that are not defined, neither so far nor later in the
/// same text. It is not an error, since games may mention each other. `bound` are the names that the definition
/// binds itself.
fn not_defined_yet(
    session: &mut Session,
    error: &Error,
    owner: &Name,
    bound: &[String],
    mentioned: Vec<String>,
) -> Option<Notice> {
    let mut missing: Vec<String> = Vec::new();
    for name in mentioned {
        let is_open = !bound.contains(&name) && !missing.contains(&name) && !session.announced_names.contains(&name);
        // If the library's entry cannot be read, that is reported when the name is used.
        if is_open && session.names.read_library(&name).is_ok() && session.names.get(&name).is_none() {
            missing.push(name);
        }
    }
    let first = missing.first()?;
    let (n, names) = (missing.len(), and_listed(&missing));
    let Kind::Semantic(SemanticError::Unknown { name, similar, .. }) = &*error.kind else {
        return None;
    };
    let (span, similar) =
        if name == first { (error.span, similar.clone()) } else { (owner.span, session.names.similar(first)) };
    let what_to_do = match (&error.advice, &similar[..]) {
        (Some(advice), _) if name == first => advice.text.clone(),
        (_, []) => told!("define [n:it|them] before you ask about {x}", n, x = &owner.text).into_line(),
        (_, similar) => told!("did you mean {similar}?", similar = or_listed(similar)).into_line(),
    };
    let text = told!("{names} [n:is|are] not defined yet; {what_to_do}", names, n, what_to_do);
    Some(Notice::new(text, Some(span), true))
}

/// The reply to a definition, with a note. That it hides a game of the library or a word of the language is said in the
/// reply itself.
fn defined(owner: &Name, what: DefinedAs, replaced: Option<Replaced>, note: Option<Notice>) -> Reply {
    let mut reply = Reply::report(Defined { name: owner.text.clone(), what, replaced });
    reply.notices.extend(note);
    reply
}

/// Whose definition of this name a new one replaces; `None` if the name is unused.
fn replaced(session: &Session, name: &str) -> Option<Replaced> {
    if session.names.own(name).is_some() {
        return Some(Replaced::Own);
    }
    if library::defining(name).is_some() {
        return Some(Replaced::Library);
    }
    if words::is_verb(name) {
        let stands_alone = words::find(name).is_some_and(|word| word.example() == name);
        return Some(if stands_alone { Replaced::Builtin } else { Replaced::Question });
    }
    // D, the outcome of a draw, is what many call a game, and nobody misses it there.
    let builtin = session.names.is_function_of_language(name) || (library::constant(name).is_some() && name != "D");
    builtin.then_some(Replaced::Builtin)
}

/// Whether the error is only an unknown name, which may still be defined later.
fn is_unknown_name(error: &Error) -> bool {
    matches!(*error.kind, Kind::Semantic(SemanticError::Unknown { .. }))
}
