//! The symbol table of a session: what each name means, how `save` writes each definition, and what was computed
//! from definitions and is kept until they change.

use std::collections::BTreeSet;
use std::sync::Arc;

use grundy_engine::game::{Builtin, Component, FunctionMemo, Game, MemoTables, Meter, Places, Set, Value};
use grundy_engine::solve::Solver;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::{Error, similar};
use crate::lang::answers::Answers;
use crate::lang::caveats::Caveats;
use crate::lang::game_cache::GameCache;
use crate::lang::library;
use crate::lang::versions::{Dated, UndoLog, Versions};
use crate::source::{Sources, Span};
use crate::syntax::ast::{Ask, GameDefinition, LetDefinition};
use crate::syntax::occurrences;
use crate::syntax::words;

/// A value that was replaced is kept for `undo` if it has no more members than this.
const MOST_KEPT_MEMBERS: usize = 100_000;

/// A definition of the user's or of the library's.
#[derive(Clone, Debug)]
pub enum Definition {
    Game(Arc<GameDefinition>),
    /// A value, computed when it was defined, and the statement that defined it.
    Value(Value, Arc<LetDefinition>),
    Function(Arc<LetDefinition>),
}

/// A definition made by the user.
#[derive(Clone, Debug)]
pub struct UserDefinition {
    pub definition: Definition,
    /// The names that it looks up, other than its own.
    looks_up: Arc<BTreeSet<String>>,
    /// When it was made: no two have the same number.
    pub turn: u64,
    /// How `save` writes it.
    pub recipe: Recipe,
}

/// How `save` writes a definition, so that it means the same when the script is run.
#[derive(Clone, Debug, Default)]
pub struct Recipe {
    /// The value itself is written, as in `let x = 5`, and not the statement that computed it.
    pub typed: bool,
    /// What names must mean at that point of the script.
    pub needs: Vec<Arc<Need>>,
}

/// What a name must mean, and what the names must mean that its definition looks up. Needs are shared between
/// recipes.
#[derive(Debug)]
pub struct Need {
    pub name: String,
    /// The user's definition that the name must have; `None` if it must have its meaning in the library or the
    /// language.
    pub definition: Option<Arc<UserDefinition>>,
    /// What the names must mean that the definition looks up.
    pub beyond: Vec<Arc<Need>>,
}

impl Definition {
    /// The names that the definition mentions and looks up when it is used; empty for a value, which was computed
    /// before.
    pub fn mentioned(&self) -> Vec<String> {
        match self {
            Definition::Game(game) => occurrences::free_in_game(game),
            Definition::Function(function) => function.expressions().flat_map(occurrences::free).collect(),
            Definition::Value(..) => Vec::new(),
        }
    }

    /// Like [`Definition::mentioned`], but for a value the names of the games in it: a position means what its
    /// game's name means when the value is used.
    pub fn looks_up(&self) -> Vec<String> {
        let mut games = BTreeSet::new();
        match self {
            Definition::Value(value, _) => each_game(value, &mut |game| {
                games.insert(game.name.to_string());
            }),
            _ => return self.mentioned(),
        }
        games.into_iter().collect()
    }

    /// The place of the statement that made it.
    pub(crate) fn written(&self) -> Span {
        match self {
            Definition::Game(game) => game.span,
            Definition::Function(written) | Definition::Value(_, written) => written.span,
        }
    }

    /// That statement in the house form, if it was written otherwise.
    pub(crate) fn house(&self) -> Option<&str> {
        match self {
            Definition::Game(game) => game.house.as_deref(),
            Definition::Function(written) | Definition::Value(_, written) => written.house.as_deref(),
        }
    }

    /// Notes the texts that the definition points into.
    fn mark(&self, places: &mut Places) {
        if let Definition::Value(value, _) = self {
            places.value(value);
        }
        places.texts.insert(self.written().source().0);
    }
}

impl UserDefinition {
    /// `ans`, as if it had been defined.
    pub(crate) fn answer(definition: Definition, recipe: Recipe) -> UserDefinition {
        UserDefinition { definition, looks_up: Arc::default(), turn: 0, recipe }
    }
}

/// Chains of needs may be long. They are dropped in a loop, since recursion could overflow the stack.
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
    /// Everything that is needed, directly or through other needs, each name once.
    pub(crate) fn all(&self) -> Vec<&Arc<Need>> {
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
    /// A need for a single name, without further needs.
    pub(crate) fn alone(name: String, definition: Option<Arc<UserDefinition>>) -> Arc<Need> {
        Arc::new(Need { name, definition, beyond: Vec::new() })
    }

    /// Takes the needs out that it holds: those in `beyond`, and those of its definition if nothing else holds that
    /// definition.
    fn taken_apart(&mut self) -> Vec<Arc<Need>> {
        let mut held = std::mem::take(&mut self.beyond);
        if let Some(mut own) = self.definition.take().and_then(|own| Arc::try_unwrap(own).ok()) {
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
    /// A constant of the language, such as `primes` or `P`, or the value of `ans`.
    Constant(Value),
}

/// The names of a session. The user's definitions hide the library's, and these hide the language's own.
#[derive(Clone, Default)]
pub struct Names {
    /// The user's definitions.
    own: FxHashMap<String, Arc<UserDefinition>>,
    /// How many definitions of the user's and of the library's look up each name.
    dependent_counts: FxHashMap<String, usize>,
    /// When the names last changed their meanings.
    versions: Versions,
    /// The user's names in the order of their first definition.
    order: Vec<String>,
    /// Definitions from library entries that have been read, with the names that they look up.
    library: FxHashMap<String, (Definition, Arc<BTreeSet<String>>)>,
    /// The texts that anything may point into.
    pub sources: Sources,
    /// What `undo` takes back.
    pub undo_log: UndoLog<Arc<UserDefinition>>,
    /// The values that were answered, and how `save` writes them.
    pub answers: Answers<(Value, Recipe)>,
    /// Games made from definitions.
    pub games: GameCache,
    /// For each name, which of it and the names it reaches also have a meaning in the library or the language.
    pub(crate) shared_names: Dated<Arc<BTreeSet<String>>>,
    /// For each name, what it and the names it reaches mean.
    pub(crate) needs: Dated<Arc<Need>>,
    /// Cached answers of functions; dropped when any definition changes.
    function_memos: FxHashMap<String, FunctionMemo>,
    /// What loops in definitions ask whether to go on.
    pub meter: Meter,
    /// The values of the variables around a rule, while the rule is made into a game.
    pub(crate) bindings: Vec<(String, Value)>,
    /// What the answer to the current statement rests on.
    pub(crate) caveats: Caveats,
    /// How verbs answer inside an expression.
    pub(crate) answering: Option<Answering>,
    /// How many of them are answering just now, each within the one before.
    pub(crate) answers_within: usize,
}

/// The value of a question that its verb answers as a whole, asked of a session with these names and this solver.
pub type Answering = fn(&mut Names, &mut Solver, &Ask, Span) -> Result<Value, Error>;

impl Names {
    /// No definitions yet. Loops in definitions ask `meter` whether to go on.
    pub fn new(meter: Meter, answering: Answering) -> Names {
        Names { meter, answering: Some(answering), ..Names::default() }
    }

    /// The same names for a trial session beside this one. Games and cached answers are not copied: they hold this
    /// session's meter and count towards its memory.
    pub fn beside(&self, meter: Meter) -> Names {
        Names {
            own: self.own.clone(),
            dependent_counts: self.dependent_counts.clone(),
            versions: self.versions.clone(),
            order: self.order.clone(),
            library: self.library.clone(),
            sources: self.sources.clone(),
            undo_log: UndoLog::default(),
            answers: self.answers.clone(),
            games: GameCache::default(),
            shared_names: Dated::default(),
            needs: Dated::default(),
            function_memos: FxHashMap::default(),
            meter,
            bindings: Vec::new(),
            caveats: Caveats::default(),
            answering: self.answering,
            answers_within: 0,
        }
    }

    /// What a name means, if anything.
    pub fn get(&self, name: &str) -> Option<Meant> {
        if let Some(definition) = self.own(name).or_else(|| Some(&self.library.get(name)?.0)) {
            return Some(Meant::Defined(definition.clone()));
        }
        if let Some(builtin) = Builtin::named(name) {
            return Some(Meant::Builtin(builtin));
        }
        let answer = self.answers.get(name).map(|(value, _)| value.clone());
        answer.or_else(|| library::constant(name)).map(Meant::Constant)
    }

    /// The value of a variable of the expression around the rule that is being made into a game.
    pub fn binding(&self, name: &str) -> Option<&Value> {
        self.bindings.iter().find(|binding| binding.0 == name).map(|binding| &binding.1)
    }

    /// The game that is the value of this name; `None` if the name is not a variable or a value, or if its value is
    /// not a game.
    pub fn bound_game(&self, name: &str) -> Option<Arc<Game>> {
        let value = match self.binding(name) {
            Some(value) => value.clone(),
            None => match self.get(name)? {
                Meant::Defined(Definition::Value(value, _)) | Meant::Constant(value) => value,
                _ => return None,
            },
        };
        if let Value::Game(game) = value { Some(game) } else { None }
    }

    /// The text under a span.
    pub fn text(&self, span: Span) -> &str {
        self.sources.slice(span)
    }

    /// The statement that made a definition, in the house form.
    pub fn source_of(&self, definition: &Definition) -> String {
        match definition.house() {
            Some(house) => house.to_owned(),
            None => self.text(definition.written()).trim().to_owned(),
        }
    }

    /// What is played of a game of the library where no position is said.
    pub fn begun_with(&self, game: &str) -> Option<String> {
        library::entry(game).filter(|_| self.own(game).is_none()).map(library::Entry::example)
    }

    /// Whether this is the name of a game: one of the user's, or one of the library whose entry has been read.
    pub fn is_game(&self, name: &str) -> bool {
        matches!(self.get(name), Some(Meant::Defined(Definition::Game(_))))
    }

    /// Whether a name means nothing, so that it can stand for a coordinate. `is_variable` says which names are variables.
    ///
    /// # Errors
    /// A mistake in the library.
    pub(crate) fn is_free(&mut self, name: &str, is_variable: &dyn Fn(&str) -> bool) -> Result<bool, Error> {
        self.read_library(name)?;
        Ok(!is_variable(name) && self.binding(name).is_none() && self.get(name).is_none())
    }

    /// One position with which a game of the library is begun, if it tells one.
    pub fn example(&self, game: &str) -> Option<String> {
        let entry = library::entry(game).filter(|_| self.own(game).is_none())?;
        entry.fact("Play").filter(|played| !played.contains(" + "))
    }

    /// Whether this is the name of a game: one of the user's, or one of the library, read or not.
    pub fn names_a_game(&self, name: &str) -> bool {
        match self.own(name) {
            Some(definition) => matches!(definition, Definition::Game(_)),
            None => library::entry(name).is_some() || self.is_game(name),
        }
    }

    /// The value that a name has, if it is one of the user's or of a parameter.
    pub(crate) fn value_of(&self, name: &str) -> Option<&Value> {
        match (self.binding(name), self.own(name)) {
            (Some(value), _) | (None, Some(Definition::Value(value, _))) => Some(value),
            _ => None,
        }
    }

    /// The user's definition of a name.
    pub fn own(&self, name: &str) -> Option<&Definition> {
        self.own.get(name).map(|own| &own.definition)
    }

    /// The user's definition of a name, with its number and its recipe.
    pub(crate) fn user_definition(&self, name: &str) -> Option<&Arc<UserDefinition>> {
        self.own.get(name)
    }

    /// The user's definitions, in the order they were first made.
    pub fn all_own(&self) -> impl Iterator<Item = (&str, &Definition)> {
        self.order.iter().filter_map(|name| self.own(name).map(|definition| (name.as_str(), definition)))
    }

    /// The user's names that are also words which can ask.
    pub fn asking(&self) -> Vec<&'static str> {
        words::WORDS
            .iter()
            .map(|word| word.word)
            .filter(|word| words::may_ask(word) && self.own(word).is_some())
            .collect()
    }

    /// Notes which texts definitions, values and cached answers point into.
    pub(crate) fn mark(&self, places: &mut Places) {
        self.library.values().for_each(|(definition, _)| definition.mark(places));
        // Recipes may need definitions that were replaced since. `save` writes these too, so their texts are
        // marked.
        let mut waiting: Vec<&Arc<Need>> = self.answers.iter().flat_map(|(_, recipe)| &recipe.needs).collect();
        for own in self.own.values().chain(self.undo_log.definitions()) {
            own.definition.mark(places);
            waiting.extend(&own.recipe.needs);
        }
        while let Some(need) = waiting.pop() {
            if places.is_new(need) {
                waiting.extend(&need.beyond);
                if let Some(own) = need.definition.as_ref().filter(|own| places.is_new(own)) {
                    own.definition.mark(places);
                    waiting.extend(&own.recipe.needs);
                }
            }
        }
        self.answers.iter().for_each(|(value, _)| places.value(value));
        self.function_memos.values().for_each(|memo| memo.mark(places));
        self.games.mark(places);
    }

    /// Makes a definition and returns the one it replaces.
    pub fn define(&mut self, name: &str, definition: Definition) -> Option<Arc<UserDefinition>> {
        self.define_by(name, definition, Recipe::default())
    }

    /// Like [`Names::define`], with the recipe by which `save` writes the definition.
    pub fn define_by(&mut self, name: &str, definition: Definition, recipe: Recipe) -> Option<Arc<UserDefinition>> {
        let looks_up = Arc::new(looked_up_by(name, &definition));
        // The change to this definition is the next one.
        let turn = self.versions.now() + 1;
        self.put(name, Arc::new(UserDefinition { definition, looks_up, turn, recipe }))
    }

    /// Gives a name this definition, which may be an earlier one, and returns the one it replaces.
    pub fn put(&mut self, name: &str, own: Arc<UserDefinition>) -> Option<Arc<UserDefinition>> {
        self.changes(name);
        self.count_dependents(&own.looks_up);
        let earlier = self.own.insert(name.to_owned(), own);
        match &earlier {
            Some(earlier) => self.uncount_dependents(&earlier.looks_up),
            None => self.order.push(name.to_owned()),
        }
        earlier
    }

    /// Notes for `undo` that these names had other definitions before. If one of those is a value too large to be kept, nothing
    /// can be taken back any more.
    pub fn note_change(&mut self, change: Vec<(String, Option<Arc<UserDefinition>>)>) {
        let is_large = |definition: &Definition| match definition {
            Definition::Value(Value::List(members) | Value::Tuple(members), _) => members.len() > MOST_KEPT_MEMBERS,
            Definition::Value(Value::Text(text), _) => text.len() > MOST_KEPT_MEMBERS,
            _ => false,
        };
        match change.iter().any(|(_, earlier)| earlier.as_ref().is_some_and(|own| is_large(&own.definition))) {
            true => self.undo_log.clear(),
            false => self.undo_log.note(change),
        }
    }

    /// Counts a definition as a dependent of the names that it looks up.
    fn count_dependents(&mut self, looked_up: &BTreeSet<String>) {
        for other in looked_up {
            *self.dependent_counts.entry(other.clone()).or_default() += 1;
        }
    }

    /// Undoes [`Names::count_dependents`].
    fn uncount_dependents(&mut self, looked_up: &BTreeSet<String>) {
        for other in looked_up {
            if let Some(count) = self.dependent_counts.get_mut(other) {
                *count -= 1;
                if *count == 0 {
                    self.dependent_counts.remove(other);
                }
            }
        }
    }

    /// Whether another definition may look this name up: one that has been read, or an unread one of the library,
    /// which may look up any name that the library defines.
    pub(crate) fn may_be_looked_up(&self, name: &str) -> bool {
        self.dependent_counts.contains_key(name) || library::text_with(name).is_some()
    }

    /// The meaning of this name changes: what was computed for it is dropped, and what was computed from it no longer
    /// counts.
    fn changes(&mut self, name: &str) {
        self.drop_results(name);
        self.forget_answers();
    }

    /// The same, without the cached answers of functions.
    fn drop_results(&mut self, name: &str) {
        self.versions.change(name, self.dependent_counts.contains_key(name));
        self.games.remove(name);
        self.shared_names.remove(name);
        self.needs.remove(name);
    }

    /// The time, counted in changes of meanings. What is computed is kept with the time when that began.
    pub fn now(&self) -> u64 {
        self.versions.now()
    }

    /// When the meaning of a name, or of one that it reaches, last changed.
    fn last_change(&mut self, name: &str) -> u64 {
        let (own, library) = (&self.own, &self.library);
        let looks_up = |name: &str| {
            let found = own.get(name).map(|own| &own.looks_up).or_else(|| Some(&library.get(name)?.1));
            found.map(|names| &**names)
        };
        self.versions.last_change(name, looks_up)
    }

    /// The game of this name, or what is wrong with its definition, if it was made from what it reaches now.
    pub fn made(&mut self, name: &str) -> Option<Result<Arc<Game>, Error>> {
        self.current(|names| &names.games.games, name)
    }

    /// What was kept for a name, if it was computed from what the name reaches now.
    pub(crate) fn current<T: Clone>(&mut self, kept: fn(&Names) -> &Dated<T>, name: &str) -> Option<T> {
        let last_change = self.last_change(name);
        kept(self).get(name, last_change).cloned()
    }

    /// Sets how `save` writes a definition.
    pub(crate) fn note_recipe(&mut self, name: &str, recipe: Recipe) {
        if let Some(own) = self.own.get_mut(name) {
            *own = Arc::new(UserDefinition { recipe, ..(**own).clone() });
        }
    }

    /// Removes the user's definition of a name and returns it, if there was one.
    pub fn forget(&mut self, name: &str) -> Option<Arc<UserDefinition>> {
        self.changes(name);
        let gone = self.own.remove(name);
        if let Some(gone) = &gone {
            self.uncount_dependents(&gone.looks_up);
            self.order.retain(|known| known != name);
        }
        gone
    }

    /// The memo tables of these functions, which all share.
    pub(crate) fn memo_tables(&mut self, functions: &[String]) -> MemoTables {
        MemoTables::of(
            functions.iter().map(|name| self.function_memos.entry(name.clone()).or_default().clone()).collect(),
        )
    }

    /// Drops the cached answers of all functions, which may no longer be true.
    pub(crate) fn forget_answers(&mut self) {
        self.function_memos.clear();
    }

    /// Makes these the answers; what was computed with the last one is dropped.
    pub fn set_answers(&mut self, answers: Answers<(Value, Recipe)>) {
        self.answers = answers;
        self.drop_results("ans");
        if self.dependent_counts.contains_key("ans") {
            self.forget_answers();
        }
    }

    /// Adds a definition from a library entry that has been read.
    pub fn learn(&mut self, name: &str, definition: Definition) {
        let looks_up = Arc::new(looked_up_by(name, &definition));
        self.drop_results(name);
        self.count_dependents(&looks_up);
        self.library.insert(name.to_owned(), (definition, looks_up));
    }

    /// The text of the library that defines this name, with its title, if it has not been read yet.
    pub fn unread(&self, name: &str) -> Option<(&'static str, &'static str)> {
        if self.own.contains_key(name) || self.library.contains_key(name) { None } else { library::text_with(name) }
    }

    /// Whether this name stands for a function of the language.
    pub fn is_function_of_language(&self, name: &str) -> bool {
        self.own(name).is_none() && (Builtin::named(name).is_some() || library::is_function(name))
    }

    /// Up to three known names that look like an unknown one.
    pub fn similar(&self, name: &str) -> Vec<String> {
        if crate::syntax::has_own_meaning(name) {
            return Vec::new();
        }
        let library = library::names().map(str::to_owned);
        // A name with a capital letter is that of a game, unless it is a function's but for the letter.
        let may_be_function =
            |function: &&str| !name.starts_with(char::is_uppercase) || function.eq_ignore_ascii_case(name);
        let functions = Builtin::names().chain(library::functions()).filter(may_be_function).map(str::to_owned);
        /// Only this many of the user's names are compared, the last ones: a script may mention thousands of names
        /// before it defines them.
        const COMPARED: usize = 200;
        let own = self.order.iter().rev().take(COMPARED).rev().cloned();
        similar(name, own.chain(library).chain(functions), 0.85)
    }
}

/// The names that a definition looks up, other than its own.
fn looked_up_by(name: &str, definition: &Definition) -> BTreeSet<String> {
    definition.looks_up().into_iter().filter(|other| other != name).collect()
}

/// Visits the games in a value, each as often as it occurs.
pub(crate) fn each_game(value: &Value, visit: &mut dyn FnMut(&Arc<Game>)) {
    let mut each = |members: &[Value]| {
        let is_plain = |member: &Value| matches!(member, Value::Integer(_) | Value::Text(_) | Value::Bool(_));
        members.iter().filter(|member| !is_plain(member)).for_each(|member| each_game(member, visit));
    };
    match value {
        Value::Position(sum) => {
            for part in &sum.parts {
                if let Component::Position(position) = &part.component {
                    visit(&position.game);
                }
            }
        }
        Value::Game(game) => visit(game),
        Value::List(members) | Value::Tuple(members) => each(members),
        Value::Set(set) => {
            if let Set::Finite(members) = &**set {
                each(members);
            }
        }
        _ => {}
    }
}
