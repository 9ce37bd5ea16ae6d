//! `save`: a script that makes the definitions of a session again.
//!
//! Games and functions look up the names they mention when they are used, so their statements are written as they
//! stand. A value was computed when it was defined, so the value itself is written. If there are positions in it,
//! the names of their games must mean what they meant then: a definition that was replaced since is written before
//! the value, and the new one after it.

use grundy_engine::sorting::{sort, sort_by_key};
use std::collections::BTreeSet;
use std::sync::Arc;

use grundy_engine::game::{Builtin, Component, Game, Set, Sum, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::lang::names::{Definition, Names, Need, Recipe, UserDefinition, each_game};
use crate::lang::session::Session;
use crate::lang::{answers, library, lower};
use crate::source::{SourceId, Span};
use crate::syntax::ast::{Expr, LetDefinition, Name, Statement};
use crate::syntax::occurrences;

/// For longer lists the statements that made them are written.
const LONGEST: usize = 10_000;
/// Writing one definition may replace another that was written before, so writing is repeated. Two rounds have always
/// been enough.
const ROUNDS: usize = 8;

impl Session {
    /// How `save` writes a value that was computed just now from the expression `body`; without a `body` the value
    /// is `ans`.
    pub fn recipe(&mut self, value: &Value, body: Option<&Expr>) -> Recipe {
        if is_typable(value) {
            let mut games = Vec::new();
            let mut met = FxHashSet::default();
            each_game(value, &mut |game| {
                if met.insert(Arc::as_ptr(game)) {
                    games.push(game.clone());
                }
            });
            let plain = |game: &Arc<Game>| crate::lang::library::constant(&game.name).is_none();
            if games.iter().all(|game| plain(game) && self.is_current(game)) {
                let names = names_of(value);
                // A name that is not a game is a constant of the language.
                let needs = names.into_iter().map(|name| match crate::lang::library::constant(&name) {
                    None => self.need(name),
                    Some(_) => Need::alone(name, None),
                });
                return Recipe { typed: true, needs: needs.collect() };
            }
        }
        match body {
            Some(body) => {
                let names = occurrences::free(body);
                Recipe { typed: false, needs: names.into_iter().map(|name| self.need(name)).collect() }
            }
            None => Recipe::default(),
        }
    }

    /// Sets how `save` writes a game or a function: names that it reaches and that also have a meaning in the
    /// language or the library must mean what they mean now.
    pub fn note_recipe(&mut self, name: &str) {
        let reached = shared_names(&mut self.names, name);
        let needs: Vec<Arc<Need>> = reached
            .iter()
            .filter(|need| *need != name)
            .map(|need| Need::alone(need.clone(), self.current_definition(need)))
            .collect();
        if !needs.is_empty() {
            self.names.note_recipe(name, Recipe { typed: false, needs });
        }
    }

    /// Whether the name of this game still means this game.
    fn is_current(&mut self, game: &Arc<Game>) -> bool {
        // A rule without a name is called by its text.
        if !is_word(&game.name) {
            let read = self.read("<saved>", &format!("let x = ({})", game.name)).into_iter().next();
            let Some(Ok(statement)) = &read else { return false };
            let Some(written) = statement.definition() else { return false };
            return self.names.subject_game(&written.body).is_ok_and(|current| current == *game);
        }
        lower::game(&mut self.names, &game.name, Span::NOWHERE).is_ok_and(|current| current == *game)
    }

    /// The need for a name to mean what it means now, with all names that are looked up for it. Needs found before
    /// are shared.
    fn need(&mut self, name: String) -> Arc<Need> {
        let mut open: FxHashSet<String> = FxHashSet::default();
        let mut waiting = vec![name.clone()];
        while let Some(next) = waiting.pop() {
            if self.known_need(&next).is_some() {
                continue;
            }
            let others = self.looked_up(&next);
            let mut is_missing = |other: &&String| self.known_need(other).is_none();
            let missing: Vec<String> = others.iter().filter(&mut is_missing).cloned().collect();
            if missing.is_empty() {
                open.remove(&next);
                let beyond = others.iter().filter_map(|other| self.known_need(other)).collect();
                self.keep_need(&next, beyond);
            } else if let Some(circle) = missing.iter().find(|other| open.contains(*other)) {
                // These names look each other up in a circle. What one of them reaches is gathered at once, and
                // names that were begun after it are looked at again.
                let begun = waiting.iter().position(|waits| waits == circle).unwrap_or(0);
                open = open.difference(&waiting.drain(begun..).collect()).cloned().collect();
                self.keep_circle(circle);
                waiting.push(next);
            } else {
                open.insert(next.clone());
                waiting.push(next);
                waiting.extend(missing);
            }
        }
        self.known_need(&name).unwrap_or_else(|| Need::alone(name, None))
    }

    /// Keeps the need for a name that reaches itself through others. All it reaches is listed at one level.
    fn keep_circle(&mut self, name: &str) {
        let mut reached = BTreeSet::from([name.to_owned()]);
        let mut waiting = vec![name.to_owned()];
        while let Some(next) = waiting.pop() {
            let others = self.looked_up(&next);
            waiting.extend(others.into_iter().filter(|other| reached.insert(other.clone())));
        }
        reached.remove(name);
        let alone = |other: &String| Need::alone(other.clone(), self.current_definition(other));
        let beyond = reached.iter().map(alone).collect();
        self.keep_need(name, beyond);
    }

    /// Keeps the need for a name whose definition needs what is `beyond` it.
    fn keep_need(&mut self, name: &str, beyond: Vec<Arc<Need>>) {
        let definition = self.current_definition(name);
        let need = Need { name: name.to_owned(), definition, beyond };
        self.names.needs.keep(name, self.names.now(), Arc::new(need));
    }

    fn known_need(&mut self, name: &str) -> Option<Arc<Need>> {
        self.names.current(|names| &names.needs, name)
    }

    /// The user's definition of a name, or an answer as if it had been defined.
    fn current_definition(&self, name: &str) -> Option<Arc<UserDefinition>> {
        self.names.user_definition(name).cloned().or_else(|| self.answer_as_definition(name))
    }

    /// The other names that are looked up for what a name means now.
    fn looked_up(&self, name: &str) -> BTreeSet<String> {
        let mentioned = self.current_definition(name).map(|own| own.definition.mentioned()).unwrap_or_default();
        mentioned.into_iter().filter(|other| other != name).collect()
    }

    /// `ans` or an older answer, as if it had been defined.
    fn answer_as_definition(&self, name: &str) -> Option<Arc<UserDefinition>> {
        let (value, recipe) = self.names.answers.get(name).filter(|(_, recipe)| recipe.typed)?.clone();
        let nowhere = Span::NOWHERE;
        let body = Expr::of_name(name, nowhere);
        let name = Name { text: name.to_owned(), span: nowhere };
        let written = LetDefinition { name, parameters: None, stated: Vec::new(), body, span: nowhere, house: None };
        Some(Arc::new(UserDefinition::answer(Definition::Value(value, Arc::new(written)), recipe)))
    }

    /// The user's definitions as a script that gives the same session again.
    pub fn saved(&self) -> String {
        let mut script = Script { session: self, text: String::new(), stands: FxHashMap::default() };
        let mut all: Vec<(&str, &Arc<UserDefinition>)> =
            self.names.all_own().filter_map(|(name, _)| Some((name, self.names.user_definition(name)?))).collect();
        sort_by_key(&mut all, |(_, own)| own.turn);
        for _ in 0..ROUNDS {
            all.iter().for_each(|(name, own)| script.ensure(name, Some(own)));
            let mut others: Vec<String> = script.stands.keys().cloned().collect();
            others.retain(|name| self.names.user_definition(name).is_none() && answers::number(name).is_none());
            sort(&mut others);
            others.iter().for_each(|name| script.ensure(name, None));
            if all.iter().all(|(name, own)| script.is(name, Some(own))) {
                break;
            }
        }
        format!("#!/usr/bin/env grundy\n{}", script.text)
    }
}

/// A script being written, and what its names stand for at its end.
struct Script<'s> {
    session: &'s Session,
    text: String,
    stands: FxHashMap<String, Arc<UserDefinition>>,
}

impl Script<'_> {
    /// Whether a name stands for this definition; for `None`, whether it does not stand for any of the user's.
    fn is(&self, name: &str, own: Option<&Arc<UserDefinition>>) -> bool {
        match (self.stands.get(name), own) {
            (None, None) => true,
            // An older answer is the same for ever.
            (Some(_), Some(_)) if answers::number(name).is_some() => true,
            (Some(stands), Some(own)) => Arc::ptr_eq(stands, own) || stands.turn == own.turn && own.turn > 0,
            _ => false,
        }
    }

    /// Writes what is missing for the name to stand for this definition; for `None`, the name is forgotten.
    fn ensure(&mut self, name: &str, own: Option<&Arc<UserDefinition>>) {
        if self.is(name, own) {
            return;
        }
        let Some(own) = own else {
            self.stands.remove(name);
            return self.line(&format!("forget {name}"));
        };
        let needs = own.recipe.all();
        // Writing a value may redefine names that it needs, so values are written first.
        let (values, others): (Vec<&Arc<Need>>, Vec<&Arc<Need>>) =
            needs.iter().copied().partition(|need| is_value(&need.definition));
        for _ in 0..ROUNDS {
            values.iter().chain(&others).for_each(|need| self.ensure(&need.name, need.definition.as_ref()));
            if needs.iter().all(|need| self.is(&need.name, need.definition.as_ref())) {
                break;
            }
        }
        let line = match &own.definition {
            Definition::Value(value, _) if own.recipe.typed => format!("let {name} = {value}"),
            definition => self.session.names.source_of(definition),
        };
        self.line(&line);
        self.stands.insert(name.to_owned(), own.clone());
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }
}

fn is_value(own: &Option<Arc<UserDefinition>>) -> bool {
    own.as_ref().is_some_and(|own| matches!(own.definition, Definition::Value(..)))
}

/// The names in an expression that is given as text.
fn names_in(typed: &str) -> Vec<String> {
    let read = crate::syntax::parse(SourceId::default(), &format!("let x = ({typed})")).into_iter().next();
    let statement = read.and_then(Result::ok);
    statement.iter().flat_map(Statement::expressions).flat_map(occurrences::free).collect()
}

/// The names in a value as it would be typed. A long sum has many positions and few different games, so each game's
/// text is parsed once.
fn names_of(value: &Value) -> Vec<String> {
    let mut typed = BTreeSet::new();
    typed_names(value, &mut typed);
    let (rules, mut names): (Vec<String>, Vec<String>) = typed.into_iter().partition(|typed| !is_word(typed));
    names.extend(rules.iter().flat_map(|rule| names_in(rule)));
    names
}

/// Whether a text is a single name.
fn is_word(typed: &str) -> bool {
    typed.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '\''))
}

/// The parts of a value that are typed with a name: games, outcomes, sets that are described.
fn typed_names(value: &Value, typed: &mut BTreeSet<String>) {
    match value {
        Value::None | Value::Integer(_) | Value::Bool(_) | Value::Text(_) | Value::Side(_) => {}
        Value::Outcome(_) | Value::Grundy(_) | Value::Infinity => {
            typed.insert(value.to_string());
        }
        Value::Position(sum) => {
            for part in &sum.parts {
                if let Component::Position(position) = &part.component
                    && !typed.contains(&*position.game.name)
                {
                    typed.insert(position.game.name.to_string());
                }
            }
            coordinates(sum).for_each(|coordinate| typed_names(coordinate, typed));
        }
        Value::Game(game) => {
            typed.insert(game.name.to_string());
        }
        Value::List(members) | Value::Tuple(members) => members.iter().for_each(|member| typed_names(member, typed)),
        Value::Set(set) => match &**set {
            Set::Finite(members) => members.iter().for_each(|member| typed_names(member, typed)),
            Set::Range { .. } => {}
            Set::Family(_) | Set::Comprehension(_) | Set::Sequence(_) | Set::Union(_) | Set::Except(_) => {
                typed.insert(value.to_string());
            }
        },
    }
}

/// Whether a value can be typed, and is not too long for that.
fn is_typable(value: &Value) -> bool {
    match value {
        // The number alone, without its sign, is too large to be read.
        Value::Integer(number) => *number != i128::MIN,
        Value::None | Value::Bool(_) | Value::Text(_) | Value::Outcome(_) | Value::Side(_) | Value::Game(_) => true,
        Value::Grundy(_) | Value::Infinity => true,
        Value::List(members) | Value::Tuple(members) => members.len() <= LONGEST && members.iter().all(is_typable),
        Value::Set(set) => match &**set {
            Set::Finite(members) => members.len() <= LONGEST && members.iter().all(is_typable),
            Set::Range { .. } | Set::Family(_) => true,
            Set::Comprehension(_) | Set::Sequence(_) | Set::Union(_) | Set::Except(_) => false,
        },
        Value::Position(sum) => sum.parts.len() <= LONGEST && coordinates(sum).all(is_typable),
    }
}

fn coordinates(sum: &Sum) -> impl Iterator<Item = &Value> {
    sum.parts.iter().flat_map(|part| match &part.component {
        Component::Position(position) => &position.coordinates[..],
        Component::Star(_) => &[],
    })
}

/// Of this name and the names it reaches, those that also have a meaning in the language or the library.
pub(crate) fn shared_names(names: &mut Names, name: &str) -> Arc<BTreeSet<String>> {
    if let Some(known) = names.current(|names| &names.shared_names, name) {
        return known;
    }
    let mut found = BTreeSet::new();
    let mut met = BTreeSet::new();
    let mut waiting = vec![name.to_owned()];
    while let Some(next) = waiting.pop() {
        if !met.insert(next.clone()) {
            continue;
        }
        if let Some(known) = names.current(|names| &names.shared_names, &next) {
            found.extend(known.iter().cloned());
            continue;
        }
        if !is_user_only(&next) {
            found.insert(next.clone());
        }
        waiting.extend(names.own(&next).into_iter().flat_map(|definition| definition.mentioned()));
    }
    let found = Arc::new(found);
    names.shared_names.keep(name, names.now(), found.clone());
    found
}

/// Whether only the user can have given a meaning to this name. Older answers are not those of a later session.
fn is_user_only(name: &str) -> bool {
    answers::number(name).is_none()
        && library::text_with(name).is_none()
        && Builtin::named(name).is_none()
        && crate::lang::library::constant(name).is_none()
}
