//! `quiz`, `exam` and `worksheet`: questions about a game, drawn at random from a seed, answered by the engine, marked.
//! This file reads the options and begins. It also writes what a person must know about a game to answer questions on paper:
//! its rule, the definitions of what the rule names, and the graphs among these.

pub(crate) mod data;
pub(crate) mod draw;
pub(crate) mod marking;
pub(crate) mod on_paper;
pub(crate) mod quiz;
pub(crate) mod shown;
pub(crate) mod source;
pub(crate) mod words;

use std::collections::BTreeSet;
use std::sync::Arc;

use grundy_engine::game::{Game, Position, Value};
use rustc_hash::FxHashSet;

use crate::classroom::exercises::data::{QUESTIONS, Question, QuizReport, Setup, Sheet, Worksheet};
use crate::classroom::exercises::draw::QuestionKind;
use crate::classroom::exercises::quiz::Quiz;
use crate::classroom::exercises::source::{Drawer, PositionSource};
use crate::classroom::rng::Rng;
use crate::error::{Error, Kind, SemanticError};
use crate::lang::lower;
use crate::lang::names::{Definition, Meant};
use crate::lang::session::{Dialogue, Reply, Request, Session};
use crate::source::Span;
use crate::syntax::ast::{Difficulty, Expr, Instruction, OptionWord};
use crate::syntax::occurrences;

/// The game that is asked about if none is named.
const USUAL_GAME: &str = "Nim";

/// The seed of the last quiz; 0 before the first.
#[derive(Default)]
struct LastSeed(u64);

/// `quiz`, `exam` and `worksheet`. Without a seed the first quiz of a session has seed 1, the next 2, and so on.
pub(crate) fn exercises(session: &mut Session, instruction: &Instruction, span: Span) -> Result<Reply, Error> {
    let at = instruction.parts.first().map_or(span, |game| game.span);
    let subject = subject(session, instruction.parts.first(), at)?;
    let (game, start) = &subject;
    let about = start.as_ref().map_or_else(|| game.name.to_string(), Position::to_string);
    let is_compound = start.as_ref().is_some_and(|start| start.compound().is_some());
    let name = if is_compound { about.clone() } else { game.name.to_string() };
    let options = ExerciseOptions::of(instruction, &about)?;
    let seed = options.seed.unwrap_or(session.remembered.get::<LastSeed>().0 + 1);
    let none = || Error::new(SemanticError::NoQuestions { game: about.clone() }, at);
    let source = source_of(session, subject, at)?.ok_or_else(none)?;
    // The name takes part, so that different games do not ask for the same heaps in the same order.
    let mixed = name.bytes().fold(seed, |mixed, byte| mixed.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let mut rng = Rng::new(mixed);
    let kinds = Drawer { session, source: &source, rng: &mut rng }.question_kinds(options.level, options.questions)?;
    if kinds.is_empty() {
        return Err(none());
    }
    let setup = Setup {
        game: about.clone(),
        seed,
        level: options.level.map(Difficulty::word),
        wanted: options.questions,
        exam: instruction.verb == "exam",
        graphs: graphs_of(session, &source.games()),
    };
    let reply = match instruction.verb {
        "worksheet" => worksheet(session, &source, &options, setup, &kinds, mixed)?,
        _ => {
            let questions =
                Drawer { session, source: &source, rng: &mut rng }.questions(&kinds, &mut FxHashSet::default())?;
            let first = questions.first().cloned().ok_or_else(none)?;
            dialogue(setup, questions, first, instruction, at)
        }
    };
    if options.seed.is_none() {
        session.remembered.get::<LastSeed>().0 = seed;
    }
    Ok(reply)
}

/// What is asked about: a game, and if a position is named, those that are reached from it.
type QuizSubject = (Arc<Game>, Option<Position>);

fn subject(session: &mut Session, written: Option<&Expr>, at: Span) -> Result<QuizSubject, Error> {
    let Some(subject) = written else {
        return Ok((lower::game(&mut session.names, USUAL_GAME, at)?, None));
    };
    let error = match session.names.subject_game(subject) {
        Ok(game) => return Ok((game, None)),
        Err(error) => error,
    };
    match &*error.kind {
        Kind::Semantic(SemanticError::NotAGame { game: Some(_), .. }) => {}
        _ if subject.at_once().is_some() => {}
        _ => return Err(error),
    }
    let start = source::start(session, subject)?.ok_or(error)?;
    Ok((start.game.clone(), Some(start)))
}

/// Where the positions of questions come from; `None` if none is fit for a question.
fn source_of(session: &mut Session, subject: QuizSubject, at: Span) -> Result<Option<PositionSource>, Error> {
    match subject {
        (game, Some(start)) => source::position_source_from(session, &game, &[start], at),
        (game, None) => source::position_source(session, &game, at),
    }
}

/// The sheets, all with questions of the same kinds, and each with its own numbers as far as there are enough.
fn worksheet(
    session: &mut Session,
    source: &PositionSource,
    options: &ExerciseOptions,
    setup: Setup,
    kinds: &[(QuestionKind, Difficulty)],
    mixed: u64,
) -> Result<Reply, Error> {
    let mut sheets = Vec::with_capacity(options.sheets);
    let mut before = FxHashSet::default();
    for number in 1..=options.sheets {
        let mut rng = Rng::new(mixed.wrapping_add((number as u64).wrapping_mul(0x9E37_79B9)));
        let questions = Drawer { session, source, rng: &mut rng }.questions(kinds, &mut before)?;
        let (game, seed) = (setup.game.clone(), setup.seed);
        sheets.push(Sheet { number, game, seed, graphs: String::new(), questions });
    }
    let rule = rule_of(session, &source.games());
    Ok(Reply::report(Worksheet { setup, rule, sheets }))
}

fn dialogue(setup: Setup, questions: Vec<Question>, first: Question, instruction: &Instruction, at: Span) -> Reply {
    let opening = Some(setup.clone());
    let mut reply = Reply::report(QuizReport::Question { question: first, opening });
    let quiz = Quiz::new(setup, questions, instruction.file.clone(), at);
    reply.request = Some(Request::Dialogue(Box::new(Dialogue::new(quiz))));
    reply
}

/// The most questions of a quiz, of an exam or of a sheet.
const MOST_QUESTIONS: u64 = 100;
/// The most questions on all sheets together.
const MOST_ON_SHEETS: u64 = 5_000;

/// The number of questions of a sheet, unless one is given.
const QUESTIONS_OF_A_SHEET: usize = 6;

/// The options of a statement; `level` and `seed` are `None` if they are not given.
#[derive(Clone, Copy, Debug)]
pub struct ExerciseOptions {
    pub level: Option<Difficulty>,
    pub questions: usize,
    pub sheets: usize,
    pub seed: Option<u64>,
}

impl ExerciseOptions {
    /// Reads the options. `game` is the name of the game, for errors.
    ///
    /// # Errors
    /// An option that is given twice, is out of range, or does not belong to this kind of statement.
    pub fn of(instruction: &Instruction, game: &str) -> Result<ExerciseOptions, Error> {
        let verb = instruction.verb;
        let wrong = |written: String, limit: u64, why: &'static str, at: Span| {
            Error::new(SemanticError::ExercisePart { verb, game: game.to_owned(), written, limit, why }, at)
        };
        if let Some(path) = instruction.file.as_ref().filter(|_| verb == "quiz") {
            return Err(wrong(path.text.clone(), 0, "file", path.span));
        }
        let (mut level, mut questions, mut sheets, mut seed) = (None, None, None, None);
        for (word, at) in &instruction.words {
            let written = word.to_string();
            let twice = match *word {
                OptionWord::Difficulty(said) => level.replace(said).is_some(),
                OptionWord::Seed(said) => seed.replace(said).is_some(),
                OptionWord::Questions(said) => {
                    questions.replace(counted(said, MOST_QUESTIONS, *at, &written, &wrong)?).is_some()
                }
                OptionWord::Sheets(_) if verb != "worksheet" => {
                    return Err(wrong(written, 0, "sheets", *at));
                }
                OptionWord::Sheets(said) => {
                    sheets.replace((counted(said, MOST_ON_SHEETS, *at, &written, &wrong)?, *at)).is_some()
                }
                _ => false,
            };
            if twice {
                return Err(wrong(written, 0, "twice", *at));
            }
        }
        let usual = if verb == "worksheet" { QUESTIONS_OF_A_SHEET } else { QUESTIONS };
        let questions = questions.unwrap_or(usual);
        let most = MOST_ON_SHEETS / questions as u64;
        if let Some((many, at)) = sheets.filter(|(sheets, _)| *sheets as u64 > most) {
            return Err(wrong(OptionWord::Sheets(many as u64).to_string(), most, "many", at));
        }
        Ok(ExerciseOptions { level, questions, sheets: sheets.map_or(1, |(sheets, _)| sheets), seed })
    }
}

/// Checks that a number is from 1 to `most`.
fn counted(
    said: u64,
    most: u64,
    at: Span,
    written: &str,
    wrong: &dyn Fn(String, u64, &'static str, Span) -> Error,
) -> Result<usize, Error> {
    match usize::try_from(said) {
        Ok(0) => Err(wrong(written.to_owned(), 0, "zero", at)),
        Ok(number) if said <= most => Ok(number),
        _ => Err(wrong(written.to_owned(), most, "many", at)),
    }
}

/// The neighbours of a larger graph are not listed.
const MOST_VERTICES: usize = 64;
/// A value is written out unless its definition would be longer than this; otherwise the statement that made it is.
const LONGEST: usize = 400;
/// The most characters of a line of neighbours.
const WIDTH: usize = 76;

/// The definition of a game as it was written, after the definitions of what it names; empty for a rule without a
/// name, which the exercises show in place of one.
fn rule_of(session: &Session, games: &[Arc<Game>]) -> String {
    joined(definitions_below(session, games).iter().map(|(name, definition)| as_stated(session, name, definition)))
}

/// The graphs that a rule names, with the neighbours of each vertex: positions show vertices as bare numbers.
fn graphs_of(session: &Session, games: &[Arc<Game>]) -> String {
    let below = definitions_below(session, games);
    let graphs = below.iter().filter(|(_, definition)| neighbours(definition).is_some());
    joined(graphs.map(|(name, definition)| as_stated(session, name, definition)))
}

/// The name of a graph that a game's rule mentions, directly or through others: defined as the list of the neighbours of each vertex.
pub fn graph_name(session: &Session, game: &Arc<Game>, near: &[Vec<usize>]) -> Option<String> {
    let vertex = |vertex: &usize| i128::try_from(*vertex).map(Value::Integer);
    let row = |near: &Vec<usize>| near.iter().map(vertex).collect::<Result<_, _>>().map(Value::list);
    let graph = near.iter().map(row).collect::<Result<_, _>>().map(Value::list).ok()?;
    let is_it = |definition: &Definition| matches!(definition, Definition::Value(value, _) if *value == graph);
    let mut below = definitions_below(session, std::slice::from_ref(game)).into_iter();
    below.find(|(_, definition)| is_it(definition)).map(|(name, _)| name)
}

/// A definition as it was written; a graph is followed by the neighbours of each vertex.
fn as_stated(session: &Session, name: &str, definition: &Definition) -> String {
    let source = session.names.source_of(definition);
    if let Some(lines) = neighbours(definition) {
        return format!("{source}\n# The neighbours of each vertex:\n{lines}");
    }
    // The names in its expression may have been defined again since: the value is written instead.
    let is_own = |name: &String| !session.names.is_function_of_language(name);
    match definition {
        Definition::Value(value, written) if occurrences::free(&written.body).iter().any(is_own) => {
            let typed = format!("let {name} = {value}");
            if typed.len() <= LONGEST { typed } else { source }
        }
        _ => source,
    }
}

/// The definitions of games and of all that they name, directly or through others; each after those it names
/// itself.
fn definitions_below(session: &Session, games: &[Arc<Game>]) -> Vec<(String, Definition)> {
    let mut found: Vec<(String, Definition)> = Vec::new();
    let mut met = BTreeSet::new();
    let mut waiting: Vec<(String, bool)> = games.iter().rev().map(|game| (game.name.to_string(), false)).collect();
    while let Some((name, stands_below)) = waiting.pop() {
        let Some(Meant::Defined(definition)) = session.names.get(&name) else { continue };
        if session.names.is_function_of_language(&name) {
            continue;
        }
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
