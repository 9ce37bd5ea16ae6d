//! What names mean: `games`, `show`, `about`, and `forget`, `undo` and `edit`, which change it.

use std::fmt::Write;

use grundy_engine::game::Value;

use crate::error::{Error, Notice, SemanticError};
use crate::lang::names::{Definition, Meant};
use crate::lang::session::{KnownName, KnownNameKind, Reply, Request, Session};
use crate::lang::{errors, library, lower};
use crate::newcomers;
use crate::show::told::{Told, told};
use crate::source::Span;
use crate::syntax::ast::{Ask, Expr, FileName, Instruction, Name};
use crate::syntax::print;
use crate::syntax::words::{self, AsksAbout};
use crate::verbs::definitions::answer::{
    About, Forgotten, GameLine, GameList, Replaced, ShownDefinition, ShownDefinitions,
};
use crate::verbs::definitions::search::search;
use crate::verbs::definitions::{self, LINE, help};
use crate::verbs::value::{self, ShownValue};

/// Answers a verb about the session.
pub(crate) fn answer(session: &mut Session, instruction: &Instruction, span: Span) -> Result<Reply, Error> {
    if let Some(inner) = &instruction.timed {
        return Ok(Reply::request(Request::Time(inner.clone())));
    }
    if let Some(FileName { text: path, span }) = instruction.file.clone() {
        return Ok(Reply::request(match instruction.verb {
            "save" => Request::Save { path, text: session.saved(), span },
            _ => Request::Load { path, span },
        }));
    }
    match (instruction.verb, &instruction.names[..]) {
        ("games", _) => Ok(games(session)),
        ("show", names) => show(session, names.first()),
        ("about", [name]) => about(session, name),
        ("edit", [name]) => edit(session, name),
        ("forget", names) => forget(session, names),
        ("undo", _) => undo(session, span),
        ("why", _) => why(session, span),
        ("history", _) => Ok(Reply::request(Request::History)),
        ("quit", _) => Ok(Reply::request(Request::Quit)),
        _ => Err(errors::internal("a verb that nothing answers", span)),
    }
}

/// The question that explains the last answer, as it would be typed; empty if there is none.
#[derive(Default)]
struct Explainable(String);

/// Remembers what `why` explains after this question.
pub(crate) fn note_asked(session: &mut Session, asked: &Ask) {
    let subject = print::expression(&asked.subject);
    session.remembered.get::<Explainable>().0 = match words::find(asked.verb).and_then(|word| word.value_of()) {
        Some(AsksAbout::Game) => format!("explain period {subject}"),
        None => return,
        _ => format!("explain {}{subject}", if asked.misere { "misere " } else { "" }),
    };
}

fn why(session: &mut Session, span: Span) -> Result<Reply, Error> {
    if session.names.own("why").is_some() {
        return value::show_value(session, &Expr::of_name("why", span));
    }
    let question = session.remembered.get::<Explainable>().0.clone();
    match session.read("<why>", &question).into_iter().next() {
        Some(statement) => session.run_untried(&statement?),
        None => Err(Error::new(SemanticError::NothingToExplain, span)),
    }
}

fn forget(session: &mut Session, forgotten: &[Name]) -> Result<Reply, Error> {
    for name in forgotten {
        if !session.base_cases.forget(&name.text) && session.names.own(&name.text).is_none() {
            let library = definitions::replaced(session, &name.text).is_some();
            return Err(Error::new(SemanticError::NothingToForget { name: name.text.clone(), library }, name.span));
        }
    }
    let mut names = Vec::new();
    let mut restored = Vec::new();
    let mut step = Vec::new();
    for name in forgotten {
        step.push((name.text.clone(), session.names.forget(&name.text)));
        names.push(name.text.clone());
        if definitions::replaced(session, &name.text).is_some_and(|meant| meant != Replaced::Question) {
            restored.push(name.text.clone());
        }
    }
    session.names.note_change(step);
    Ok(Reply::report(Forgotten { names, restored }))
}

fn games(session: &mut Session) -> Reply {
    let own: Vec<GameLine> = session
        .names
        .all_own()
        .filter_map(|(name, definition)| match definition {
            Definition::Game(_) => {
                let source = session.names.source_of(definition);
                let line = source.split_whitespace().collect::<Vec<_>>().join(" ");
                Some(GameLine { name: name.to_owned(), line: line.into() })
            }
            _ => None,
        })
        .collect();
    let entries = library::entries().filter(|entry| session.names.own(entry.name).is_none());
    let library = entries.map(|entry| GameLine { name: entry.name.to_owned(), line: entry.line.into() });
    let library = library.collect();
    Reply::report(GameList { own, library })
}

fn show(session: &mut Session, name: Option<&Name>) -> Result<Reply, Error> {
    let Some(name) = name else {
        let own: Vec<(String, Definition)> =
            session.names.all_own().map(|(name, definition)| (name.to_owned(), definition.clone())).collect();
        let shown = own.into_iter().map(|(name, definition)| shown(session, name, &definition)).collect();
        return Ok(Reply::report(ShownDefinitions { definitions: shown }));
    };
    session.names.read_library(&name.text)?;
    match session.names.get(&name.text) {
        Some(Meant::Defined(definition)) => {
            let shown = shown(session, name.text.clone(), &definition);
            Ok(Reply::report(ShownDefinitions { definitions: vec![shown] }))
        }
        Some(Meant::Constant(value)) => Ok(Reply::report(ShownValue::of(value))),
        Some(Meant::Builtin(_)) => help(session, Some(&name.text), name.span),
        None => {
            let similar = session.names.similar(&name.text);
            let kind =
                SemanticError::Unknown { name: name.text.clone(), wanted: crate::error::Wanted::Anything, similar };
            Err(Error::new(kind, name.span))
        }
    }
}

pub(crate) fn shown(session: &mut Session, name: String, definition: &Definition) -> ShownDefinition {
    let engine = match definition {
        Definition::Game(game) => {
            let made = lower::game(&mut session.names, &name, game.name.span).ok();
            made.map(|made| session.solver.engine(&made.ruleset))
        }
        Definition::Value(..) | Definition::Function(_) => None,
    };
    ShownDefinition { name, source: session.names.source_of(definition), engine }
}

pub(crate) fn about(session: &mut Session, name: &Name) -> Result<Reply, Error> {
    let own = session.names.own(&name.text).is_some();
    let Some(entry) = library::defining(&name.text).filter(|_| !own) else {
        if own {
            return show(session, Some(name));
        }
        let mut similar = session.names.similar(&name.text);
        similar.retain(|similar| *similar != name.text);
        let error = Error::new(SemanticError::NothingAbout { name: name.text.clone(), similar }, name.span);
        let is_word = crate::syntax::words::find(&name.text).is_some();
        return Err(if is_word {
            error.advise(told!("type `help {name}` to read what it is", name = &name.text))
        } else {
            error
        });
    };
    let is_text = |key: &str| matches!(key, "Rules" | "History" | "Strategy" | "Note");
    let (text, facts): (Vec<_>, Vec<_>) = entry.facts().into_iter().partition(|fact| is_text(fact.0));
    let text = text.into_iter().map(|fact| fact.1).collect();
    let facts = facts.into_iter().filter(|(key, _)| *key != "Play").map(|(key, fact)| (key.to_owned(), fact));
    let facts = [("Play".to_owned(), format!("`play {}`", entry.example()))].into_iter().chain(facts).collect();
    let about = About {
        name: entry.name.to_owned(),
        line: entry.line,
        text,
        facts,
        source: entry.source.to_owned(),
        sample: Vec::new(),
    };
    Ok(Reply::report(about))
}

/// Without a word, an overview. With one, what is known about it: a word or a sign of the language, a topic,
/// the code of an error, or a game. Words that are none of these are looked up in the tables of newcomers' words.
pub(crate) fn help(session: &mut Session, word: Option<&str>, span: Span) -> Result<Reply, Error> {
    let Some(word) = word.map(help::asked_for).filter(|word| !word.is_empty()) else {
        return Ok(Reply::report(help::overview()));
    };
    if let Some(found) = help_about(session, word, span) {
        return found;
    }
    if let Some(found) = help::of_each_word(word) {
        return Ok(Reply::report(found));
    }
    // Errors speak of `[ ]`, and the words list the bracket that opens.
    let opens = ["[ ]", "[]", "{ }", "{}", "< >", "<>"].contains(&word).then(|| &word[..1]);
    if let Some(found) = opens.and_then(|sign| help_about(session, sign, span)) {
        return found;
    }
    if let Some(found) = newcomers::topic(word).and_then(|topic| help_about(session, topic, span)) {
        return found;
    }
    let missing = newcomers::missing(word);
    if let Some(found) = search(word).filter(|_| missing.is_none()) {
        return Ok(Reply::report(found));
    }
    let similar = help::similar_words(word);
    // The error is at the word, which is the last of the statement.
    let asked = session.names.sources.piece(span);
    let place = asked.span(asked.as_str().len().saturating_sub(word.len())..asked.as_str().len());
    let error = Error::new(SemanticError::NoHelp { word: word.to_owned(), similar }, place);
    Err(match missing {
        Some(missing) => error.advise(Told::from(missing)),
        None => error,
    })
}

/// What is known about a word, if anything is.
fn help_about(session: &mut Session, word: &str, span: Span) -> Option<Result<Reply, Error>> {
    if let Some(found) = help::of_word(word) {
        return Some(Ok(Reply::report(found)));
    }
    if library::defining(word).is_some() || session.names.own(word).is_some() {
        return Some(about(session, &Name { text: word.to_owned(), span }));
    }
    None
}

/// The games of the library: the name, a line about it, its rules, and a position to begin with.
pub fn gallery() -> impl Iterator<Item = [String; 4]> {
    let rules = |entry: &library::Entry| entry.fact("Rules").unwrap_or_default();
    library::entries().map(move |entry| [entry.name.to_owned(), entry.line.to_owned(), rules(entry), entry.example()])
}

/// The names that completion can offer: the user's, and the games of the library.
pub fn known_names(session: &Session) -> Vec<KnownName> {
    let mut known: Vec<KnownName> = session
        .names
        .all_own()
        .map(|(name, definition)| {
            let (kind, line) = match definition {
                Definition::Game(_) => (KnownNameKind::Game, session.names.source_of(definition)),
                Definition::Value(value, _) => (KnownNameKind::Value, beginning(value)),
                Definition::Function(_) => (KnownNameKind::Function, session.names.source_of(definition)),
            };
            KnownName { name: name.to_owned(), kind, own: true, line: line.chars().take(LINE).collect() }
        })
        .collect();
    let entries = library::entries().filter(|entry| session.names.own(entry.name).is_none());
    known.extend(entries.map(|entry| KnownName {
        name: entry.name.to_owned(),
        kind: KnownNameKind::Game,
        own: false,
        line: entry.line.to_owned(),
    }));
    known
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

/// Takes back the last definition, or the last `forget`: what it replaced is there again.
fn undo(session: &mut Session, span: Span) -> Result<Reply, Error> {
    let Some(step) = session.names.undo_log.take() else {
        return Err(Error::new(SemanticError::NothingToUndo, span));
    };
    let (mut gone, mut back) = (Vec::new(), Vec::new());
    for (name, earlier) in step {
        match earlier {
            Some(earlier) => {
                let definition = earlier.definition.clone();
                session.names.put(&name, earlier);
                back.push(shown(session, name, &definition));
            }
            None => {
                session.names.forget(&name);
                gone.push(name);
            }
        }
    }
    if back.is_empty() {
        let restored = gone.iter().filter(|name| definitions::replaced(session, name).is_some()).cloned().collect();
        return Ok(Reply::report(Forgotten { names: gone, restored }));
    }
    let names: Vec<&str> = back.iter().map(|shown| shown.name.as_str()).collect();
    let text =
        told!("{names} [n:is|are] again what [n:it was|they were] before", names = names.join(", "), n = names.len());
    let notice = Notice::new(text, None, false);
    Ok(Reply { notices: vec![notice], ..Reply::report(ShownDefinitions { definitions: back }) })
}

/// Asks the host to open the text of a definition, one of the user's or of the library's.
fn edit(session: &mut Session, name: &Name) -> Result<Reply, Error> {
    let reply = show(session, Some(name))?;
    let Some(ShownDefinitions { definitions: shown }) = reply.answer() else {
        return Err(Error::new(SemanticError::NothingToForget { name: name.text.clone(), library: true }, name.span));
    };
    let text = shown.iter().map(|shown| shown.source.as_str()).collect::<Vec<_>>().join("\n");
    Ok(Reply::request(Request::Edit { name: name.text.clone(), text, span: name.span }))
}
