//! What the names of a session mean.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use grundy_engine::game::{Answers, Builtin, Component, FunctionAnswers, Meter, Places, Value};
use rustc_hash::FxHashSet;

use super::free_names;
use super::library;
use super::made::Made;
use super::reached::Reached;
use crate::error::similar;
use crate::source::{Sources, Span};
use crate::syntax::ast::{GameDefinition, LetDefinition};

/// A definition of the user's or of the library's.
#[derive(Clone, Debug)]
pub enum Definition {
    Game(Arc<GameDefinition>),
    /// A value, computed when it was written, with the statement it was written in.
    Value(Value, Arc<LetDefinition>),
    Function(Arc<LetDefinition>),
}

/// A definition of the user's, as it was made.
#[derive(Clone, Debug)]
pub struct Own {
    pub definition: Definition,
    /// Counts the definitions of the session: no two have the same number.
    pub turn: u64,
    /// How `save` makes it again.
    pub recipe: Recipe,
}

/// What must be so for a definition, once written down, to be taken as it was when it was made.
#[derive(Clone, Debug, Default)]
pub struct Recipe {
    /// The value is written as it would be typed, rather than by the statement that made it.
    pub typed: bool,
    /// What its names must mean.
    pub needs: Vec<Arc<Need>>,
}

/// What a name must mean, and what must be meant by the names that are looked up for it. What many need is shared.
#[derive(Debug)]
pub struct Need {
    pub name: String,
    /// Without a definition it must not be the user's.
    pub made: Option<Arc<Own>>,
    pub beyond: Vec<Arc<Need>>,
}

impl Definition {
    /// The names it looks up when it is used; what is computed already looks up none.
    pub(super) fn mentioned(&self) -> Vec<String> {
        match self {
            Definition::Game(game) => free_names::game(game),
            Definition::Function(function) => free_names::expression(&function.body),
            Definition::Value(..) => Vec::new(),
        }
    }

    /// The same, and the games of the positions in a value, which mean what their names mean when they are used.
    pub(super) fn looks_up(&self) -> Vec<String> {
        let mut games = BTreeSet::new();
        match self {
            Definition::Value(value, _) => games_of(value, &mut games),
            _ => return self.mentioned(),
        }
        games.into_iter().collect()
    }

    /// Where the statement stands that made it.
    pub(super) fn written(&self) -> Span {
        match self {
            Definition::Game(game) => game.span,
            Definition::Function(written) | Definition::Value(_, written) => written.span,
        }
    }

    fn mark(&self, places: &mut Places) {
        if let Definition::Value(value, _) = self {
            places.value(value);
        }
        places.texts.insert(self.written().source.0);
    }
}

/// Definitions may need each other in long chains: they are dropped one by one, without a deep stack.
impl Drop for Need {
    fn drop(&mut self) {
        let mut waiting = self.taken_apart();
        while let Some(need) = waiting.pop() {
            if let Ok(mut need) = Arc::try_unwrap(need) {
                waiting.append(&mut need.taken_apart());
            }
        }
    }
}

impl Recipe {
    /// All that is needed, each name once.
    pub(super) fn all(&self) -> Vec<&Arc<Need>> {
        let mut met = FxHashSet::default();
        let mut all = Vec::new();
        let mut waiting: Vec<&Arc<Need>> = self.needs.iter().collect();
        while let Some(need) = waiting.pop() {
            if met.insert(need.name.as_str()) {
                waiting.extend(&need.beyond);
                all.push(need);
            }
        }
        all
    }
}

impl Need {
    /// A name by itself.
    pub(super) fn alone(name: String, made: Option<Arc<Own>>) -> Arc<Need> {
        Arc::new(Need { name, made, beyond: Vec::new() })
    }

    /// What it holds, without what only it needs of that.
    fn taken_apart(&mut self) -> Vec<Arc<Need>> {
        let mut held = std::mem::take(&mut self.beyond);
        if let Some(mut own) = self.made.take().and_then(|own| Arc::try_unwrap(own).ok()) {
            held.append(&mut own.recipe.needs);
        }
        held
    }
}

/// What a name stands for.
#[derive(Clone, Debug)]
pub enum Meant {
    Defined(Definition),
    Builtin(Builtin),
    /// A family or an outcome.
    Constant(Value),
}

/// The user's definitions in front of the library's, and these in front of the language's own.
#[derive(Clone, Default)]
pub struct Names {
    own: HashMap<String, Arc<Own>>,
    /// How many definitions of the user's and of the library's look up each name.
    lookers: HashMap<String, usize>,
    /// How many definitions have been made.
    turns: u64,
    /// The user's names in the order of their first definition.
    order: Vec<String>,
    /// Library entries that have been read.
    library: HashMap<String, Definition>,
    /// Every text met so far.
    pub sources: Sources,
    /// `ans`, the last value.
    pub answer: Option<Value>,
    /// How `save` makes the last value again.
    pub(super) answer_recipe: Recipe,
    /// Games made from definitions, as long as nothing they name is defined otherwise.
    pub(super) made: Made,
    /// What each reaches that not only the user can have given a meaning to.
    pub(super) not_ours: Reached<Arc<BTreeSet<String>>>,
    /// What each must mean for what it means now.
    pub(super) needs: Reached<Arc<Need>>,
    /// What functions have answered, as long as no definition changes.
    known: HashMap<String, FunctionAnswers>,
    /// Bytes of answers that have been forgotten, to be given back to the budget.
    forgotten: u64,
    /// Does the answer of a function depend on `ans`?
    ans_is_used: bool,
    pub(super) meter: Meter,
    /// What a rule sees around it, while it is made into a game.
    pub(super) given: Vec<(String, Value)>,
}

impl Names {
    /// No names yet. Loops of what they mean ask whether to go on.
    pub fn new(meter: Meter) -> Names {
        Names { meter, ..Names::default() }
    }

    /// The same names for a session beside this one. Games and answers are made anew there: those made here ask this
    /// session whether to go on, and belong to its memory.
    pub(super) fn beside(&self, meter: Meter) -> Names {
        Names {
            own: self.own.clone(),
            lookers: self.lookers.clone(),
            turns: self.turns,
            order: self.order.clone(),
            library: self.library.clone(),
            sources: self.sources.clone(),
            answer: self.answer.clone(),
            answer_recipe: self.answer_recipe.clone(),
            made: Made::default(),
            not_ours: Reached::default(),
            needs: Reached::default(),
            known: HashMap::new(),
            forgotten: 0,
            ans_is_used: self.ans_is_used,
            meter,
            given: Vec::new(),
        }
    }

    /// What a name means, if anything.
    pub fn get(&self, name: &str) -> Option<Meant> {
        if let Some(definition) = self.own(name).or_else(|| self.library.get(name)) {
            return Some(Meant::Defined(definition.clone()));
        }
        if let Some(builtin) = Builtin::named(name) {
            return Some(Meant::Builtin(builtin));
        }
        match (name, &self.answer) {
            ("ans", Some(answer)) => Some(Meant::Constant(answer.clone())),
            _ => super::builtin::constant(name).map(Meant::Constant),
        }
    }

    /// Is this the name of a game that has been met?
    pub(super) fn is_game(&self, name: &str) -> bool {
        matches!(self.get(name), Some(Meant::Defined(Definition::Game(_))))
    }

    pub fn own(&self, name: &str) -> Option<&Definition> {
        self.own.get(name).map(|own| &own.definition)
    }

    /// A definition of the user's with how it was made.
    pub(super) fn made(&self, name: &str) -> Option<&Arc<Own>> {
        self.own.get(name)
    }

    /// The user's definitions, in the order they were first made.
    pub fn all_own(&self) -> impl Iterator<Item = (&str, &Definition)> {
        self.order.iter().filter_map(|name| self.own(name).map(|definition| (name.as_str(), definition)))
    }

    /// Notes which texts definitions, values and answers point into.
    pub(super) fn mark(&self, places: &mut Places) {
        self.library.values().for_each(|definition| definition.mark(places));
        // Those that `save` writes first are marked with them, although they may have been replaced.
        let mut waiting: Vec<&Arc<Need>> = self.answer_recipe.needs.iter().collect();
        for own in self.own.values() {
            own.definition.mark(places);
            waiting.extend(&own.recipe.needs);
        }
        while let Some(need) = waiting.pop() {
            if places.is_new(need) {
                waiting.extend(&need.beyond);
                if let Some(own) = need.made.as_ref().filter(|own| places.is_new(own)) {
                    own.definition.mark(places);
                    waiting.extend(&own.recipe.needs);
                }
            }
        }
        if let Some(answer) = &self.answer {
            places.value(answer);
        }
        self.known.values().for_each(|known| known.mark(places));
        self.made.mark(places);
    }

    /// Makes a definition; gives the one it replaces.
    pub fn define(&mut self, name: &str, definition: Definition) -> Option<Arc<Own>> {
        self.define_by(name, definition, Recipe::default())
    }

    /// The same, for a definition that `save` must make in its own way.
    pub(super) fn define_by(&mut self, name: &str, definition: Definition, recipe: Recipe) -> Option<Arc<Own>> {
        self.turns += 1;
        self.put(name, Arc::new(Own { definition, turn: self.turns, recipe }))
    }

    /// Puts a definition in its place, as it was made.
    pub(super) fn put(&mut self, name: &str, own: Arc<Own>) -> Option<Arc<Own>> {
        self.changes(name);
        self.count_lookers(name, &own.definition);
        let earlier = self.own.insert(name.to_owned(), own);
        match &earlier {
            Some(earlier) => self.discount_lookers(name, &earlier.definition),
            None => self.order.push(name.to_owned()),
        }
        earlier
    }

    fn count_lookers(&mut self, name: &str, definition: &Definition) {
        for other in looked_up_by(name, definition) {
            *self.lookers.entry(other).or_default() += 1;
        }
    }

    fn discount_lookers(&mut self, name: &str, definition: &Definition) {
        for other in looked_up_by(name, definition) {
            if let Some(lookers) = self.lookers.get_mut(&other) {
                *lookers -= 1;
                if *lookers == 0 {
                    self.lookers.remove(&other);
                }
            }
        }
    }

    /// May any definition but its own look this name up?
    pub(super) fn may_be_looked_up(&self, name: &str) -> bool {
        self.lookers.contains_key(name) || library::defining(name).is_some()
    }

    /// Something else is now meant by this name.
    fn changes(&mut self, name: &str) {
        self.made.change(name);
        self.not_ours.change(name);
        self.needs.change(name);
        self.forget_answers();
    }

    /// Notes how `save` makes a definition again.
    pub(super) fn note_recipe(&mut self, name: &str, recipe: Recipe) {
        if let Some(own) = self.own.get_mut(name) {
            *own = Arc::new(Own { recipe, ..(**own).clone() });
        }
    }

    /// Takes a definition of the user's away; `None` if there was none.
    pub fn forget(&mut self, name: &str) -> Option<Arc<Own>> {
        self.changes(name);
        let gone = self.own.remove(name);
        if let Some(gone) = &gone {
            self.discount_lookers(name, &gone.definition);
            self.order.retain(|known| known != name);
        }
        gone
    }

    /// What these functions have answered so far.
    pub(super) fn answers(&mut self, functions: &[String]) -> Answers {
        Answers::of(functions.iter().map(|name| self.known.entry(name.clone()).or_default().clone()).collect())
    }

    /// Forgets what functions have answered: it may not be true any more.
    pub(super) fn forget_answers(&mut self) {
        self.forgotten += self.known.values().map(FunctionAnswers::bytes).sum::<u64>();
        self.known.clear();
        self.ans_is_used = false;
    }

    /// A function names `ans`.
    pub(super) fn ans_is_used(&mut self) {
        self.ans_is_used = true;
    }

    /// A statement begins: `ans` may have changed since the last.
    pub(super) fn begin(&mut self) {
        if self.ans_is_used {
            self.forget_answers();
        }
    }

    /// Bytes of answers forgotten since this was asked last.
    pub(super) fn forgotten(&mut self) -> u64 {
        std::mem::take(&mut self.forgotten)
    }

    /// Keeps the definitions of a library entry that has been read.
    pub fn learn(&mut self, name: &str, definition: Definition) {
        self.made.change(name);
        self.count_lookers(name, &definition);
        self.library.insert(name.to_owned(), definition);
    }

    /// The library's entry that defines this name, if it has not been read yet.
    pub fn unread(&self, name: &str) -> Option<&'static library::Entry> {
        if self.own.contains_key(name) || self.library.contains_key(name) { None } else { library::defining(name) }
    }

    /// Up to three known names near to a name that is not known.
    pub fn similar(&self, name: &str) -> Vec<String> {
        let library = library::names().map(str::to_owned);
        let functions = Builtin::names().map(str::to_owned);
        /// Of the user's names, so many of the last ones are compared: a script may name thousands before it
        /// defines them.
        const COMPARED: usize = 200;
        let own = self.order.iter().rev().take(COMPARED).rev().cloned();
        similar(name, own.chain(library).chain(functions), 0.85)
    }
}

/// The names but its own that a definition looks up.
fn looked_up_by(name: &str, definition: &Definition) -> BTreeSet<String> {
    definition.looks_up().into_iter().filter(|other| other != name).collect()
}

/// The games of the positions in a value.
fn games_of(value: &Value, games: &mut BTreeSet<String>) {
    match value {
        Value::Position(sum) => {
            for part in &sum.parts {
                if let Component::Position(position) = &part.component {
                    games.insert(position.game.name.to_string());
                }
            }
        }
        Value::Game(game) => {
            games.insert(game.name.to_string());
        }
        Value::List(members) | Value::Tuple(members) => {
            let is_plain = |member: &Value| matches!(member, Value::Integer(_) | Value::Text(_) | Value::Bool(_));
            members.iter().filter(|member| !is_plain(member)).for_each(|member| games_of(member, games));
        }
        _ => {}
    }
}
