//! The lowerer turns syntax trees into expressions of the engine, in which variables are slots of a frame. It keeps
//! track of the variables in scope and of the functions that are called. An expression that stands alone becomes a
//! `Program`.

use std::hash::Hash;
use std::sync::Arc;

use grundy_engine::game::{At, Builtin, Expr, Function, GameRef, MemoTables, Memoise, Step, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::{Error, SemanticError, Wanted};
use crate::lang::lower::caret::is_mex;
use crate::lang::lower::definition::{CLAUSE, meter, recursive_functions};
use crate::lang::names::{Meant, Names};
use crate::lang::{answers, errors};
use crate::show::told::told;
use crate::source::Span;
use crate::syntax::{ast, words};

/// An expression ready to be evaluated, with the functions it calls and the size of its frame.
#[derive(Clone, Debug)]
pub struct Program {
    pub body: Expr,
    pub functions: Arc<[Function]>,
    /// What the functions have answered so far.
    pub memo_tables: MemoTables,
    pub slots: usize,
    /// The rules that are made into games while it is evaluated, and the questions that verbs answer.
    pub templates: Arc<[Template]>,
}

impl Program {
    /// A new frame, whose slots hold an arbitrary value until they are bound.
    pub fn frame(&self) -> Vec<Value> {
        vec![Value::Bool(false); self.slots]
    }
}

/// Lowers an expression that stands alone; the error is the first thing in it that has no meaning.
pub fn expression(names: &mut Names, expr: &ast::Expr) -> Result<Program, Error> {
    let mut lowerer = Lowerer::new(names);
    let body = lowerer.value(expr)?;
    lowerer.finish(body)
}

/// Lowers the qualifiers and the condition of a `check` or of an `assert … for`.
pub fn claim(
    names: &mut Names,
    condition: &ast::Expr,
    qualifiers: &[ast::Qualifier],
) -> Result<(Vec<Step>, Program), Error> {
    let mut lowerer = Lowerer::new(names);
    let steps = lowerer.steps(qualifiers)?;
    let body = lowerer.value(condition)?;
    Ok((steps, lowerer.finish(body)?))
}

/// A lowered survey: its loop and its columns.
pub struct SurveyProgram {
    pub steps: Vec<Step>,
    /// All have the same functions, and slots in the same frame.
    pub columns: Vec<Program>,
}

/// Lowers a survey.
pub fn survey(names: &mut Names, survey: &ast::Instruction) -> Result<SurveyProgram, Error> {
    let mut lowerer = Lowerer::new(names);
    let steps = lowerer.steps(&survey.qualifiers)?;
    let bodies = survey.parts.iter().map(|column| lowerer.value(column)).collect::<Result<Vec<_>, _>>()?;
    let shared = lowerer.finish(literal(Value::Bool(false), Span::NOWHERE))?;
    let columns = bodies.into_iter().map(|body| Program { body, ..shared.clone() }).collect();
    Ok(SurveyProgram { steps, columns })
}

/// Checks a function when it is entered, by lowering it. The functions it calls were checked when they were entered.
///
/// # Errors
/// The first thing in it that has no meaning.
pub fn function(names: &mut Names, definition: &Arc<ast::LetDefinition>) -> Result<(), Error> {
    let mut lowerer = Lowerer::new(names);
    let function = lowerer.function(definition, definition.name.span);
    lowerer.body(function, definition).map(|_| ())
}

/// Where an expression stands. Only outside rules may it ask questions about positions and games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Context {
    /// Anywhere but in a rule.
    Question,
    /// In the rule of a game with `arity` coordinates, which its definition names unless it is one heap called `n`;
    /// `system` lists the games that are lowered together with it.
    Rule { game: String, arity: usize, names_heap: bool, system: Vec<String> },
}

/// The functions that the lowered expressions call. A function is noted when its name is met and lowered once, after
/// the expression in which it was met, so that a long chain of calls needs no deep stack. Its index is its place in
/// the order in which they were met.
#[derive(Default)]
pub(crate) struct Functions {
    /// The index of each function by its name.
    pub(crate) places: FxHashMap<String, usize>,
    /// The definition of each, with the place where it was first called.
    pub(crate) met: Vec<(Arc<ast::LetDefinition>, Span)>,
    /// Those that have been lowered so far, in the same order.
    pub(crate) lowered: Vec<Function>,
    /// The functions that each of them calls.
    pub(crate) calls: Vec<Vec<usize>>,
    /// Whether each of them contains a loop or a question or makes a game, so that its answers are kept for reuse.
    pub(crate) is_expensive: Vec<bool>,
    /// The function whose body is being lowered; `None` outside functions.
    pub(crate) current: Option<usize>,
}

impl Functions {
    /// The name of the function whose body is being lowered, if that is a `mex`.
    pub(crate) fn own_mex(&self) -> Option<&str> {
        let (definition, _) = self.met.get(self.current?)?;
        is_mex(&definition.body).then_some(&*definition.name.text)
    }
}

/// Turns syntax trees into expressions. All variables of an expression, of a rule or of a function have slots in one
/// frame.
pub(crate) struct Lowerer<'n> {
    pub(crate) names: &'n mut Names,
    pub(crate) context: Context,
    pub(crate) functions: Functions,
    /// How many of the coordinates of the rule at hand are parameters, which choose a game of a family.
    pub(crate) parameters: usize,
    /// The variables in scope, the innermost last, with their slots.
    pub(crate) scope: Vec<(String, usize)>,
    /// The slots in scope whose numbers are certainly not below 0.
    pub(crate) naturals: FxHashSet<usize>,
    /// The next free slot.
    pub(crate) next: usize,
    /// The size of the frame: the most slots that were in use at once.
    pub(crate) slots: usize,
    /// The rules that mention variables, which become games when the expression is evaluated, and the questions that verbs
    /// answer then.
    pub(crate) templates: Vec<Template>,
}

impl<'n> Lowerer<'n> {
    /// A lowerer for what stands outside rules; `game::rule` puts it into the context of a rule.
    pub(crate) fn new(names: &'n mut Names) -> Self {
        Lowerer {
            names,
            context: Context::Question,
            functions: Functions::default(),
            parameters: 0,
            scope: Vec::new(),
            naturals: FxHashSet::default(),
            next: 0,
            slots: 0,
            templates: Vec::new(),
        }
    }

    /// Lowers the functions that were met, and completes the program with this body.
    pub(crate) fn finish(mut self, body: Expr) -> Result<Program, Error> {
        let slots = self.slots;
        self.lower_functions()?;
        let called: Vec<String> = self.functions.met.iter().map(|met| met.0.name.text.clone()).collect();
        let memo_tables = self.names.memo_tables(&called);
        Ok(Program { body, slots, functions: self.functions.finish(), memo_tables, templates: self.templates.into() })
    }

    /// Lowers the functions that were met.
    pub(crate) fn finish_functions(mut self) -> Result<Arc<[Function]>, Error> {
        self.lower_functions()?;
        Ok(self.functions.finish())
    }

    /// Lowers all functions that were met, and those that they call.
    fn lower_functions(&mut self) -> Result<(), Error> {
        loop {
            let next = self.functions.lowered.len();
            let Some((definition, span)) = self.functions.met.get(next).cloned() else { return Ok(()) };
            meter(self.names, CLAUSE, span)?;
            self.names.games.begin_function(&definition.name.text, span);
            let function = self.body(next, &definition);
            self.names.games.end();
            self.functions.lowered.push(function?);
        }
    }

    /// Brings a variable into scope and gives it a slot.
    pub(crate) fn bind(&mut self, name: &str) -> usize {
        let slot = self.next;
        self.next += 1;
        self.slots = self.slots.max(self.next);
        self.naturals.remove(&slot);
        self.scope.push((name.to_owned(), slot));
        slot
    }

    /// A slot without a name.
    pub(crate) fn nameless(&mut self) -> usize {
        let slot = self.bind("");
        self.scope.pop();
        slot
    }

    /// The slot of a variable in scope.
    pub(crate) fn variable(&self, name: &str) -> Option<usize> {
        self.scope.iter().rev().find(|variable| variable.0 == name).map(|variable| variable.1)
    }

    /// Runs `lower`, and afterwards removes the variables that it bound from the scope and frees their slots.
    pub(crate) fn with_scope<T>(&mut self, lower: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        let (height, next) = (self.scope.len(), self.next);
        let result = lower(self);
        self.scope.truncate(height);
        self.next = next;
        result
    }

    /// The game whose rule is being lowered.
    pub(crate) fn own_game(&self, span: Span) -> Result<GameRef, Error> {
        let index = match &self.context {
            Context::Rule { game, system, .. } => system.iter().position(|member| member == game),
            Context::Question => None,
        };
        let missing = || errors::internal("a rule's own game is not among those it is lowered with", span);
        index.map(GameRef::Local).ok_or_else(missing)
    }

    /// The index of a function that is not built in; notes the function if it is met for the first time.
    pub(crate) fn function(&mut self, definition: &Arc<ast::LetDefinition>, span: Span) -> usize {
        let name = &definition.name.text;
        if let Some(index) = self.functions.places.get(name) {
            return *index;
        }
        let index = self.functions.met.len();
        self.functions.places.insert(name.clone(), index);
        self.functions.met.push((definition.clone(), span));
        self.functions.calls.push(Vec::new());
        self.functions.is_expensive.push(false);
        index
    }

    /// Lowers the function with this index, in a frame of its own.
    pub(crate) fn body(&mut self, index: usize, definition: &ast::LetDefinition) -> Result<Function, Error> {
        (self.next, self.slots) = (0, 0);
        self.scope.clear();
        let parameters = definition.parameters.as_deref().unwrap_or_default();
        self.distinct(parameters)?;
        for parameter in parameters {
            self.bind(&parameter.text);
        }
        self.functions.current = Some(index);
        // A function sees none of the variables around the rule that calls it.
        let bindings = std::mem::take(&mut self.names.bindings);
        let domains = self.argument_domains(definition);
        let body = domains.and_then(|domains| Ok((domains, self.value(&definition.body)?)));
        self.names.bindings = bindings;
        self.functions.current = None;
        let (domains, body) = body?;
        Ok(Function {
            name: definition.name.text.as_str().into(),
            arity: parameters.len(),
            slots: self.slots,
            domains,
            body,
            is_open: self.names.own(&definition.name.text).is_some(),
            memoise: Memoise::Never,
        })
    }

    /// What a name means; `None` if nothing. The library's definition of it is read first. A function of the language uses
    /// others, whatever else their names stand for by now.
    pub(crate) fn meant(&mut self, name: &str) -> Result<Option<Meant>, Error> {
        if let Some(current) = self.functions.current
            && self.functions.met.get(current).is_some_and(|met| self.names.is_function_of_language(&met.0.name.text))
            && let Some(builtin) = Builtin::named(name)
        {
            return Ok(Some(Meant::Builtin(builtin)));
        }
        self.names.read_library(name)?;
        Ok(self.names.get(name))
    }

    /// The error for a name without a meaning.
    pub(crate) fn unknown(&self, name: &str, wanted: Wanted, span: Span) -> Error {
        let count = self.names.answers.count;
        if let Some(number) = answers::number(name).or((name == "ans" && count > 0).then_some(count)) {
            return Error::new(SemanticError::NoAnswer { number, count, is_gone: (1..=count).contains(&number) }, span);
        }
        let asks = words::find(name).filter(|word| words::is_verb(word.word));
        let similar = if asks.is_some() { Vec::new() } else { self.names.similar(name) };
        let is_alone = similar.is_empty();
        let error = Error::new(SemanticError::Unknown { name: name.to_owned(), wanted, similar }, span);
        if let "genus" | "form" = name {
            let text = told!("the verb has a blank and a position behind it: `{name} Kayles(5)`", name);
            let is_called = wanted == Wanted::Game;
            return if is_called { error.correct(text, span, format!("{name} ")) } else { error.advise(text) };
        }
        if let Some(word) = asks {
            let usage = word.usage();
            return error.advise(told!("it asks only where something follows that it can ask about: `{usage}`", usage));
        }
        let is_variable = wanted == Wanted::Anything && name.chars().next().is_some_and(char::is_lowercase);
        let in_function = self.functions.current.is_some();
        match &self.context {
            Context::Rule { arity, .. } if is_alone && is_variable && !in_function => {
                let coordinates: Vec<&str> = self.scope.iter().take(*arity).map(|(name, _)| name.as_str()).collect();
                error.advise(told!(
                    "the coordinate[n:|s] [n:is|are] {coordinates}; to bind another variable, write `for {name} in 1..9`",
                    n = *arity,
                    coordinates = coordinates.join(", "),
                    name
                ))
            }
            _ => error,
        }
    }

    /// An error if two parameters have the same name.
    pub(crate) fn distinct(&self, names: &[ast::Name]) -> Result<(), Error> {
        let mut first: FxHashMap<&str, Span> = FxHashMap::default();
        for name in names {
            if let Some(earlier) = first.insert(&name.text, name.span) {
                let kind = SemanticError::Repeated { name: name.text.clone() };
                return Err(Error::new(kind, name.span).with(earlier, told!("named here first")));
            }
        }
        Ok(())
    }
}

impl Functions {
    /// The functions, all of them lowered, with whether each keeps its answers.
    pub(crate) fn finish(mut self) -> Arc<[Function]> {
        let is_recursive = recursive_functions(&self.calls);
        for (index, function) in self.lowered.iter_mut().enumerate() {
            function.memoise = if is_recursive[index] {
                Memoise::Always
            } else if self.is_expensive[index] || !self.calls[index].is_empty() {
                Memoise::Bounded
            } else {
                Memoise::Never
            };
        }
        self.lowered.into()
    }

    /// Notes that the function being lowered calls this one.
    pub(crate) fn called(&mut self, function: usize) {
        if let Some(caller) = self.current {
            self.calls[caller].push(function);
        }
    }

    /// Notes that the function being lowered is expensive: it has a loop, asks a question, or makes a game.
    pub(crate) fn note_expensive(&mut self) {
        if let Some(current) = self.current {
            self.is_expensive[current] = true;
        }
    }
}

/// Which names are variables in this scope.
pub(crate) fn variables(scope: &[(String, usize)]) -> impl Fn(&str) -> bool + '_ {
    move |name| scope.iter().any(|variable| variable.0 == name)
}

/// Keeps the first of equal clauses, and removes the others.
pub(crate) fn keep_first<T: Eq + Hash>(clauses: &mut Vec<T>) {
    let mut seen = FxHashSet::default();
    let first: Vec<bool> = clauses.iter().map(|clause| seen.insert(clause)).collect();
    let mut first = first.into_iter();
    clauses.retain(|_| first.next().unwrap_or(true));
}

/// A constant as an expression.
pub(crate) fn literal(value: Value, span: Span) -> Expr {
    Expr::of(value, At::from(span))
}

/// What is given its meaning when its variables have values, kept as it was written.
#[derive(Clone, Debug)]
pub struct Template {
    pub what: Templated,
    pub span: Span,
    /// The names of the variables, each once.
    pub variables: Vec<String>,
    /// Where they are mentioned, in order: the place, and the index in `variables`.
    pub places: Vec<(Span, usize)>,
    /// The values of those that had one already.
    pub bound: Vec<(String, Value)>,
}

#[derive(Clone, Debug)]
pub enum Templated {
    /// A rule becomes a game.
    Rule(ast::Rule),
    /// A question whose verb answers it as a whole, such as a table.
    Ask(Box<ast::Ask>),
}

impl Template {
    /// The rule as it would be typed with these values in place of the variables.
    pub fn written(&self, names: &Names, values: &[Value]) -> String {
        let mut text = String::new();
        let mut reached = self.span.beginning();
        for (place, variable) in &self.places {
            text.push_str(names.text(reached.between(*place)));
            text.push_str(&values[*variable].brief());
            reached = place.ending();
        }
        text.push_str(names.text(self.span.behind(reached)));
        text
    }
}
