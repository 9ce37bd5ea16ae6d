//! Making, showing and forgetting definitions; also `games`, `about`, and the names that completion offers.

use std::fmt::Write;
use std::sync::Arc;

use grundy_engine::game::{Builtin, Value};

use crate::error::{Error, Notice, SemanticError};
use crate::lang::base_cases::{self, base_cases};
use crate::lang::names::{Definition, Meant, UserDefinition};
use crate::lang::session::{KnownName, KnownNameKind, Reply, Session};
use crate::lang::{evaluate, free_names, library, lower};
use crate::syntax::ast::{Clause, ClauseKind, Expr, ExprKind, GameDefinition, LetDefinition, Name, Verb};
use crate::syntax::print;
use crate::verbs::definitions::data::{
    About, Defined, DefinedAs, Forgotten, GameLine, GameList, Replaced, ShownDefinition, ShownDefinitions,
};
use crate::verbs::value::data::ShownValue;

/// Characters of a definition that a list of names shows.
const LINE: usize = 80;

impl Session {
    /// Defines a game. Its rule is checked at once: an error in the rule itself is reported now, and a name that is
    /// not defined yet only when the game is used.
    pub(crate) fn define_game(&mut self, definition: &GameDefinition) -> Result<Reply, Error> {
        let owner = &definition.name;
        let replaced = self.replaced(&owner.text);
        let definition = Arc::new(self.with_borrowed_coordinates(definition)?);
        let earlier = self.names.define(&owner.text, Definition::Game(definition.clone()));
        let mut checked = lower::check_definition(&mut self.names, &owner.text, owner.span);
        if checked.is_ok() {
            checked = self.check_base_cases(owner);
        }
        let bound = lower::coordinates(&definition);
        let note = self.finish_definition(owner, checked, earlier, &bound, || free_names::game(&definition))?;
        let misleading = self.misleading(&definition);
        let mut reply = self.defined(owner, DefinedAs::Game, replaced, note);
        reply.notices.extend(misleading);
        Ok(reply)
    }

    /// `game Queen = Wythoff` is another name for Wythoff: it has the same coordinates, and ends where that ends.
    fn with_borrowed_coordinates(&mut self, definition: &GameDefinition) -> Result<GameDefinition, Error> {
        let mut definition = definition.clone();
        let [Clause { kind: ClauseKind::Moves(lender), qualifiers, .. }] = &definition.rule.clauses[..] else {
            return Ok(definition);
        };
        self.names.read_library(&lender.text)?;
        let Some(Meant::Defined(Definition::Game(lender))) = self.names.get(&lender.text) else {
            return Ok(definition);
        };
        let is_plain = qualifiers.is_empty() && definition.conditions().next().is_none();
        if let Some(coordinates) = &lender.parameters
            && coordinates.len() > 1
            && is_plain
            && definition.parameters.is_none()
            && lender.name.text != definition.name.text
        {
            definition.parameters = Some(coordinates.clone());
            definition.stated = lender.stated.clone();
            definition.domain = lender.domain.clone();
            definition.over = lender.over.clone();
            definition.representative = lender.representative.clone();
        }
        Ok(definition)
    }

    /// A note on what a rule does not mean, though one might think so.
    fn misleading(&mut self, definition: &GameDefinition) -> Option<Notice> {
        let owner = &definition.name.text;
        let own = definition.parameters.as_ref()?;
        let is_own = |expr: &Expr, name: &Name| matches!(&expr.kind, ExprKind::Name(text) if *text == name.text);
        for clause in definition.rule.clauses.iter().filter(|clause| clause.qualifiers.is_empty()) {
            match &clause.kind {
                ClauseKind::Option(Expr { kind: ExprKind::Call { callee, arguments }, span }) => {
                    let ExprKind::Name(game) = &callee.kind else { continue };
                    let is_same = arguments.len() == own.len() && arguments.iter().zip(own).all(|(a, b)| is_own(a, b));
                    if is_same && game != owner && self.names.is_game(game) {
                        let text = format!(
                            "a move leads to {}; `{game}` alone stands for the moves of {game}",
                            self.names.text(*span)
                        );
                        return Some(Notice { text, span: Some(*span), everywhere: false });
                    }
                }
                ClauseKind::Take { amounts, .. } => {
                    let [heap] = &own[..] else { continue };
                    let amount = match &amounts.kind {
                        ExprKind::Set(members) => {
                            if let [only] = &members[..] {
                                only
                            } else {
                                continue;
                            }
                        }
                        _ => amounts,
                    };
                    let is_whole_heap = match &amount.kind {
                        ExprKind::Range { end: Some(end), .. } => is_own(end, heap),
                        _ => is_own(amount, heap),
                    };
                    if is_whole_heap && heap.text != "n" {
                        let text =
                            format!("{0} is the heap here; a family of games is `game {owner}({0})(n) = …`", heap.text);
                        return Some(Notice { text, span: Some(heap.span), everywhere: false });
                    }
                }
                _ => {}
            }
        }
        None
    }

    pub(crate) fn define_value(&mut self, definition: &LetDefinition) -> Result<Reply, Error> {
        let owner = &definition.name;
        let replaced = self.replaced(&owner.text);
        let definition = Arc::new(self.base_cases.before(definition));
        if let Some(parameters) = &definition.parameters {
            let earlier = self.names.define(&owner.text, Definition::Function(definition.clone()));
            let checked = lower::function(&mut self.names, &definition);
            let bound: Vec<String> = parameters.iter().map(|parameter| parameter.text.clone()).collect();
            let mentioned = || definition.expressions().flat_map(free_names::expression).collect();
            let note = self.finish_definition(owner, checked, earlier, &bound, mentioned)?;
            return Ok(self.defined(owner, DefinedAs::Function, replaced, note));
        }
        self.announced_names.remove(&owner.text);
        let value = evaluate::value(&mut self.names, &mut self.solver, &definition.body)?;
        let recipe = self.recipe(&value, Some(&definition.body));
        let earlier = self.names.define_by(&owner.text, Definition::Value(value.clone(), definition.clone()), recipe);
        self.names.note_change(vec![(owner.text.clone(), earlier)]);
        Ok(self.defined(owner, DefinedAs::Value(value), replaced, None))
    }

    /// Keeps base cases of a name that means nothing yet; `None` if this is something else.
    pub(crate) fn note_base_cases(&mut self, expr: &Expr) -> Option<Reply> {
        if self.names.text(expr.span).contains("==") {
            return None;
        }
        let (name, cases) = base_cases(expr)?;
        // If the library's entry cannot be read, that is reported when the name is used.
        let is_free = self.names.read_library(name).is_ok() && self.names.get(name).is_none();
        let is_word = crate::syntax::words::find(&name.to_lowercase()).is_some_and(|word| word.word != "grundy");
        if !is_free || is_word || !self.base_cases.keep(name, cases) {
            return None;
        }
        let rule = match name.starts_with(char::is_uppercase) {
            true => format!("{name}(n) = mex{{{name}(n-2), {name}(n-3)}}"),
            false => format!("{name}(n) = {name}(n-1) + {name}(n-2)"),
        };
        let text = format!("kept as the beginning of {name}; now write its rule, such as `{rule}`");
        let notice = Notice { text, span: Some(expr.span), everywhere: true };
        Some(Reply { notices: vec![notice], ..Reply::default() })
    }

    /// An error if the rule of a game that has just been defined contradicts a base case. Those that it agrees with
    /// are done with.
    fn check_base_cases(&mut self, game: &Name) -> Result<(), Error> {
        for case in self.base_cases.of(&game.text).to_vec() {
            let position = base_cases::position(game, &case.at);
            let ask = |verb| Expr {
                kind: ExprKind::Verb { verb, misere: false, subject: Box::new(position.clone()) },
                span: game.span,
            };
            let value = evaluate::value(&mut self.names, &mut self.solver, &ask(Verb::Grundy))?.to_string();
            if value == case.value.to_string() {
                continue;
            }
            let options = evaluate::value(&mut self.names, &mut self.solver, &ask(Verb::Options))?.to_string();
            let options = format!("{{{}}}", options.trim_matches(['[', ']']));
            let position = print::expression(&position);
            return Err(Error::new(SemanticError::BaseCase { position, options, value, said: case.value }, game.span));
        }
        self.base_cases.forget(&game.text);
        Ok(())
    }

    /// Completes a definition after its check, whose result is `checked`. An error puts `earlier` back in its place.
    /// Unknown names may be defined later, and only give a note.
    fn finish_definition(
        &mut self,
        owner: &Name,
        checked: Result<(), Error>,
        earlier: Option<Arc<UserDefinition>>,
        bound: &[String],
        mentioned: impl FnOnce() -> Vec<String>,
    ) -> Result<Option<Notice>, Error> {
        self.announced_names.remove(&owner.text);
        let note = match checked {
            Ok(()) => None,
            Err(error) if is_unknown_name(&error) => self.not_defined_yet(&error, owner, bound, mentioned()),
            Err(error) => {
                match earlier {
                    Some(earlier) => self.names.put(&owner.text, earlier),
                    None => self.names.forget(&owner.text),
                };
                return Err(error);
            }
        };
        self.names.note_change(vec![(owner.text.clone(), earlier)]);
        self.note_recipe(&owner.text);
        Ok(note)
    }

    /// A note on names that a rule or a function mentions and that are not defined, neither so far nor later in the
    /// same text. It is not an error, since games may mention each other. `bound` are the names that the definition
    /// binds itself.
    fn not_defined_yet(
        &mut self,
        error: &Error,
        owner: &Name,
        bound: &[String],
        mentioned: Vec<String>,
    ) -> Option<Notice> {
        let mut missing: Vec<String> = Vec::new();
        for name in mentioned {
            let is_open = !bound.contains(&name) && !missing.contains(&name) && !self.announced_names.contains(&name);
            // If the library's entry cannot be read, that is reported when the name is used.
            if is_open && self.names.read_library(&name).is_ok() && self.names.get(&name).is_none() {
                missing.push(name);
            }
        }
        let first = missing.first()?;
        let (are, it) = if missing.len() == 1 { ("is", "it") } else { ("are", "them") };
        let names = missing.join(" and ");
        let crate::error::Kind::Semantic(SemanticError::Unknown { name, similar, .. }) = &*error.kind else {
            return None;
        };
        let (span, similar) =
            if name == first { (error.span, similar.clone()) } else { (owner.span, self.names.similar(first)) };
        let what_to_do = match (&error.advice, &similar[..]) {
            (Some(advice), _) if name == first => advice.text.clone(),
            (_, []) => format!("define {it} before you ask about {}", owner.text),
            (_, similar) => format!("did you mean {}?", similar.join(" or ")),
        };
        let text = format!("{names} {are} not defined yet; {what_to_do}");
        Some(Notice { text, span: Some(span), everywhere: true })
    }

    /// The reply to a definition, with `note` and a notice if the definition hides a game of the library or a word
    /// of the language.
    pub(crate) fn defined(
        &mut self,
        owner: &Name,
        what: DefinedAs,
        replaced: Option<Replaced>,
        note: Option<Notice>,
    ) -> Reply {
        let name = owner.text.clone();
        let instead = match replaced {
            Some(Replaced::Library) if library::entry(&name).is_some() => Some("the game of the library"),
            // Graphs and other data of the library's games are there to be replaced; it is enough that the reply
            // says so.
            Some(Replaced::Library | Replaced::Own) | None => None,
            Some(Replaced::Builtin) => Some("the language's own meaning"),
        };
        let hides = instead.map(|instead| {
            let text = format!("{name} now stands for this definition, not for {instead}; `forget {name}` undoes it");
            Notice { text, span: Some(owner.span), everywhere: false }
        });
        let mut reply = Reply::report(Defined { name, what, replaced });
        reply.notices.extend(hides.into_iter().chain(note));
        reply
    }

    /// Whose definition of this name a new one replaces; `None` if the name is unused.
    pub(crate) fn replaced(&self, name: &str) -> Option<Replaced> {
        if self.names.own(name).is_some() {
            return Some(Replaced::Own);
        }
        if library::defining(name).is_some() {
            return Some(Replaced::Library);
        }
        let builtin = Builtin::named(name).is_some() || crate::lang::library::constant(name).is_some();
        builtin.then_some(Replaced::Builtin)
    }

    pub(crate) fn forget(&mut self, forgotten: &[Name]) -> Result<Reply, Error> {
        for name in forgotten {
            if !self.base_cases.forget(&name.text) && self.names.own(&name.text).is_none() {
                let library = self.replaced(&name.text).is_some();
                return Err(Error::new(SemanticError::NothingToForget { name: name.text.clone(), library }, name.span));
            }
        }
        let mut names = Vec::new();
        let mut restored = Vec::new();
        let mut step = Vec::new();
        for name in forgotten {
            step.push((name.text.clone(), self.names.forget(&name.text)));
            names.push(name.text.clone());
            if self.replaced(&name.text).is_some() {
                restored.push(name.text.clone());
            }
        }
        self.names.note_change(step);
        Ok(Reply::report(Forgotten { names, restored }))
    }

    pub(crate) fn games(&mut self) -> Reply {
        let own: Vec<GameLine> = self
            .names
            .all_own()
            .filter_map(|(name, definition)| match definition {
                Definition::Game(_) => {
                    let source = self.source_of(definition);
                    let line = source.split_whitespace().collect::<Vec<_>>().join(" ");
                    Some(GameLine { name: name.to_owned(), line })
                }
                _ => None,
            })
            .collect();
        let entries = library::entries().filter(|entry| self.names.own(entry.name).is_none());
        let library = entries.map(|entry| GameLine { name: entry.name.to_owned(), line: entry.line.to_owned() });
        let library = library.collect();
        Reply::report(GameList { own, library })
    }

    pub(crate) fn show(&mut self, name: Option<&Name>) -> Result<Reply, Error> {
        let Some(name) = name else {
            let own: Vec<(String, Definition)> =
                self.names.all_own().map(|(name, definition)| (name.to_owned(), definition.clone())).collect();
            let shown = own.into_iter().map(|(name, definition)| self.shown(name, &definition)).collect();
            return Ok(Reply::report(ShownDefinitions { definitions: shown }));
        };
        self.names.read_library(&name.text)?;
        match self.names.get(&name.text) {
            Some(Meant::Defined(definition)) => {
                let shown = self.shown(name.text.clone(), &definition);
                Ok(Reply::report(ShownDefinitions { definitions: vec![shown] }))
            }
            Some(Meant::Constant(value)) => Ok(Reply::report(ShownValue { value, nimber: None })),
            Some(Meant::Builtin(_)) => self.help(Some(&name.text), name.span),
            None => {
                let similar = self.names.similar(&name.text);
                let kind =
                    SemanticError::Unknown { name: name.text.clone(), wanted: crate::error::Wanted::Anything, similar };
                Err(Error::new(kind, name.span))
            }
        }
    }

    pub(crate) fn shown(&mut self, name: String, definition: &Definition) -> ShownDefinition {
        let engine = match definition {
            Definition::Game(game) => {
                let made = lower::game(&mut self.names, &name, game.name.span).ok();
                made.map(|made| self.solver.engine(&made.ruleset))
            }
            Definition::Value(..) | Definition::Function(_) => None,
        };
        ShownDefinition { name, source: self.source_of(definition), engine }
    }

    /// The statement that made a definition, in the house form.
    pub(crate) fn source_of(&self, definition: &Definition) -> String {
        match definition.house() {
            Some(house) => house.to_owned(),
            None => self.names.text(definition.written()).trim().to_owned(),
        }
    }

    pub(crate) fn about(&mut self, name: &Name) -> Result<Reply, Error> {
        let own = self.names.own(&name.text).is_some();
        let Some(entry) = library::defining(&name.text).filter(|_| !own) else {
            if own {
                return self.show(Some(name));
            }
            let mut similar = self.names.similar(&name.text);
            similar.retain(|similar| *similar != name.text);
            let error = Error::new(SemanticError::NothingAbout { name: name.text.clone(), similar }, name.span);
            let is_word = crate::syntax::words::find(&name.text).is_some();
            return Err(if is_word {
                error.advise(format!("type `help {}` to read what it is", name.text))
            } else {
                error
            });
        };
        let is_text = |key: &str| matches!(key, "Rules" | "History" | "Strategy" | "Note");
        let (text, facts): (Vec<_>, Vec<_>) = entry.facts().into_iter().partition(|fact| is_text(fact.0));
        let text = text.into_iter().map(|fact| fact.1).collect();
        let facts = facts.into_iter().map(|(key, fact)| (key.to_owned(), fact)).collect();
        let about = About {
            name: entry.name.to_owned(),
            line: entry.line.to_owned(),
            text,
            facts,
            source: entry.source.to_owned(),
            sample: Vec::new(),
        };
        Ok(Reply::report(about))
    }

    /// The names that completion can offer: the user's, and the games of the library.
    pub fn known_names(&self) -> Vec<KnownName> {
        let mut known: Vec<KnownName> = self
            .names
            .all_own()
            .map(|(name, definition)| {
                let (kind, line) = match definition {
                    Definition::Game(_) => (KnownNameKind::Game, self.source_of(definition)),
                    Definition::Value(value, _) => (KnownNameKind::Value, beginning(value)),
                    Definition::Function(_) => (KnownNameKind::Function, self.source_of(definition)),
                };
                KnownName { name: name.to_owned(), kind, own: true, line: line.chars().take(LINE).collect() }
            })
            .collect();
        let entries = library::entries().filter(|entry| self.names.own(entry.name).is_none());
        known.extend(entries.map(|entry| KnownName {
            name: entry.name.to_owned(),
            kind: KnownNameKind::Game,
            own: false,
            line: entry.line.to_owned(),
        }));
        known
    }
}

/// The first `LINE` characters of a value. Every prompt asks for it, and a list may have millions of members, so
/// the value is never written out whole.
fn beginning(value: &Value) -> String {
    let mut line = Beginning { text: String::new(), room: LINE };
    // Writing stops with an error when the line is full.
    let _ = write!(line, "{value}");
    line.text
}

/// A writer that takes `room` more characters and then fails.
struct Beginning {
    text: String,
    room: usize,
}

impl Write for Beginning {
    fn write_str(&mut self, piece: &str) -> std::fmt::Result {
        for letter in piece.chars() {
            self.room = self.room.checked_sub(1).ok_or(std::fmt::Error)?;
            self.text.push(letter);
        }
        Ok(())
    }
}

/// Whether the error is only an unknown name, which may still be defined later.
fn is_unknown_name(error: &Error) -> bool {
    matches!(*error.kind, crate::error::Kind::Semantic(SemanticError::Unknown { .. }))
}
