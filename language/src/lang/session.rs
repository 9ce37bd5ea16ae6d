//! A session: what it keeps from statement to statement, what it replies, and what it hands to the host to do or to go on
//! with.

use std::any::{Any, TypeId};
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use grundy_engine::solve::{Limits, Signal, SolveError, Solver};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::{Error, Notice, is_leaving};
use crate::lang::base_cases::BaseCases;
use crate::lang::errors;
use crate::lang::names::{Answering, Names};
use crate::lang::survey::Survey;
use crate::show::language::known::Language;
use crate::show::report::Report;
use crate::source::{SourceId, Sources, Span};
use crate::syntax::ast::{FileName, LetDefinition, Statement};

/// Definitions, and everything computed with them. Two sessions share nothing.
pub struct Session {
    pub names: Names,
    pub solver: Solver,
    /// Whether the user has been told that `^` is a power and not xor, which is said once a session.
    pub power_noted: bool,
    /// Whether the user has been told that `/` is rounded down, which is said once a session.
    pub division_noted: bool,
    /// What the rooms above keep from statement to statement.
    pub remembered: Remembered,
    /// The rooms above, as far as statements need them.
    pub verbs: &'static dyn Verbs,
    /// Names defined by statements that were read but not run yet. A definition that mentions them gets no note
    /// about undefined names.
    pub announced_names: FxHashSet<String>,
    /// Whether names may be missing: what defines them stands in a file, or takes long, and was not run in this scope.
    pub lacks_names: bool,
    /// Base cases of names that are not defined yet.
    pub base_cases: BaseCases,
    /// Whether all moves and options are listed, up to 100,000, and not only the first 20. The host sets it for
    /// output that other programs read.
    pub lists_all: bool,
    /// Are answers shown on a page, which offers what others can check?
    pub is_on_page: bool,
    /// The language in which answers are told.
    pub language: Language,
    /// The source of the last preview, whose text the next preview replaces.
    pub previewed: Option<SourceId>,
    /// When the session holds this many texts, those that nothing points into are dropped.
    pub sweep_sources_at: usize,
    /// The bytes of the texts that were added since then.
    pub(crate) unswept_bytes: usize,
}

impl Session {
    /// A session whose statements are answered by these verbs.
    pub fn with_verbs(limits: Limits, signal: Arc<Signal>, verbs: &'static dyn Verbs) -> Session {
        Session::asking(Solver::new(limits, signal), verbs)
    }

    fn asking(solver: Solver, verbs: &'static dyn Verbs) -> Session {
        Session {
            names: Names::new(solver.budget().meter().clone(), verbs.answering()),
            solver,
            power_noted: false,
            division_noted: false,
            remembered: Remembered::default(),
            verbs,
            announced_names: FxHashSet::default(),
            lacks_names: false,
            base_cases: BaseCases::default(),
            lists_all: false,
            is_on_page: false,
            language: Language::ENGLISH,
            previewed: None,
            sweep_sources_at: 0,
            unswept_bytes: 0,
        }
    }

    /// Another session without definitions. Both together keep to the limits of this one, and are stopped together.
    pub fn beside(&self) -> Session {
        let (lists_all, is_on_page, language) = (self.lists_all, self.is_on_page, self.language);
        Session { lists_all, is_on_page, language, ..Session::asking(self.solver.beside(), self.verbs) }
    }

    /// Another session with the same definitions, in which nothing has been computed: for one in which a fault of the program
    /// may have left anything behind.
    pub fn anew(&self) -> Session {
        let mut new = self.beside();
        new.names = self.names.beside(new.solver.budget().meter().clone());
        (new.power_noted, new.division_noted) = (self.power_noted, self.division_noted);
        new.sweep_sources_at = self.sweep_sources_at;
        new
    }

    /// Asks in a session with these names and this solver, as an expression does in the middle of its evaluation.
    pub fn within<T>(
        names: &mut Names,
        solver: &mut Solver,
        verbs: &'static dyn Verbs,
        ask: impl FnOnce(&mut Session) -> T,
    ) -> T {
        /// Gives both back, also after a fault.
        struct Lent<'a>(Session, &'a mut Names, &'a mut Solver);
        impl Drop for Lent<'_> {
            fn drop(&mut self) {
                std::mem::swap(&mut self.0.names, self.1);
                std::mem::swap(&mut self.0.solver, self.2);
            }
        }
        let mut lent = Lent(Session::asking(solver.beside(), verbs), names, solver);
        std::mem::swap(&mut lent.0.names, lent.1);
        std::mem::swap(&mut lent.0.solver, lent.2);
        ask(&mut lent.0)
    }

    /// Replaces the limits of what is asked from now on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.solver.restore_memory(limits);
    }

    /// As [`Solver::use_threads`].
    pub fn use_threads(&mut self, threads: usize) {
        self.solver.use_threads(threads);
    }

    /// Asks the solver. If it stops without an answer, the error names `at` as the place that asked.
    pub fn solved<T>(&mut self, at: Span, ask: impl FnOnce(&mut Solver) -> Result<T, SolveError>) -> Result<T, Error> {
        ask(&mut self.solver).map_err(|stop| errors::stopped(stop, &self.solver, at))
    }

    /// The result of what a caller asked for. If it says that the work was stopped, the request to stop is over: it was
    /// not meant for what is asked next.
    pub fn reported<T>(&self, result: Result<T, Error>) -> Result<T, Error> {
        result.inspect_err(|error| self.forget_stop(error))
    }

    /// Ends the request to stop that this error reports, if it does.
    pub fn forget_stop(&self, error: &Error) {
        if error.is_stopped() {
            self.solver.budget().stop_is_reported();
        }
    }

    /// Whether there is still time and memory, for work that is done for this session beside it.
    ///
    /// # Errors
    /// Why that work has to end.
    pub fn check_limits(&self) -> Result<(), SolveError> {
        self.solver.budget().check()
    }

    /// Bytes that it may still use.
    pub fn free(&self) -> u64 {
        self.solver.budget().free()
    }

    /// Is there room for so many bytes more, beside this session?
    ///
    /// # Errors
    /// `SolveError::Memory`
    pub fn room(&self, bytes: usize) -> Result<(), SolveError> {
        self.solver.budget().room(bytes as u64)
    }

    /// Runs a statement of a dialogue or, where it is certain what was meant, says that and runs it instead.
    pub fn run_meant(&mut self, read: Result<Statement, Error>) -> Result<(Statement, Reply), Error> {
        let error = match read.and_then(|statement| self.run(&statement).map(|reply| (statement, reply))) {
            Ok(ran) => return Ok(ran),
            Err(error) => error,
        };
        let reading = self.verbs.certain_reading(self, &error);
        let meant = reading.as_ref().and_then(|text| self.read("<meant>", text).into_iter().next());
        let (Some(text), Some(Ok(meant))) = (reading, meant) else { return Err(error) };
        let mut reply = self.run(&meant)?;
        reply.notices.insert(0, Notice::reading(&text));
        Ok((meant, reply))
    }

    /// The texts that the session keeps.
    pub fn sources(&self) -> &Sources {
        &self.names.sources
    }
}

/// What the rooms above do for a session: they hold the verbs, and know what newcomers write.
pub trait Verbs: Sync {
    /// Answers a statement.
    ///
    /// # Errors
    /// The statement has no meaning, or the solver stopped before it had an answer.
    fn answer(&self, session: &mut Session, statement: &Statement) -> Result<Reply, Error>;

    /// How verbs answer inside an expression.
    fn answering(&self) -> Answering;

    /// The error of a statement that was refused for want of memory, with the law that the values within reach follow.
    fn with_law(&self, session: &mut Session, error: Error, statement: &Statement) -> Error;

    /// What a statement with this error can only have meant; `None` if that is not certain.
    fn certain_reading(&self, session: &Session, error: &Error) -> Option<String>;

    /// The error of the statement at this place with the one correction that works, if there is one.
    fn with_tested_advice(&self, session: &Session, error: Error, statement: Span) -> Error;

    /// The same for the errors of a text that was read, as long as `goes_on` says so. Each statement or error has its
    /// place.
    fn test_advice_of_reading(
        &self,
        session: &Session,
        read: &mut [(Span, Result<Statement, Error>)],
        goes_on: &mut dyn FnMut() -> bool,
    );
}

/// What running a statement gives back.
#[derive(Debug, Default)]
pub struct Reply {
    pub report: Option<Report>,
    /// Remarks beside the answer.
    pub notices: Vec<Notice>,
    /// Work that only the host can do, such as reading a file.
    pub request: Option<Request>,
}

impl Reply {
    /// An answer, and nothing beside it.
    pub fn report(report: impl Into<Report>) -> Reply {
        Reply { report: Some(report.into()), ..Reply::default() }
    }

    /// The answer, if it is of this kind.
    pub fn answer<T: Any>(&self) -> Option<&T> {
        self.report.as_ref()?.get()
    }

    pub fn request(request: Request) -> Reply {
        Reply { request: Some(request), ..Reply::default() }
    }
}

/// Something the session asks of the host, which alone may touch files, the terminal and the clock.
#[derive(Debug)]
pub enum Request {
    /// Run this file's statements in the session.
    Load { path: String, span: Span },
    /// Read the file that the body of this definition names, and hand its text to `define_data`.
    Read(Box<LetDefinition>),
    /// Open the text of a definition in the user's editor, and run what comes back.
    Edit { name: String, text: String, span: Span },
    /// Write this text.
    Save { path: String, text: String, span: Span },
    /// Write the reply's report into a file; the extension of the path says how.
    Write { path: String, span: Span },
    /// Answer the survey row by row.
    Survey(Box<Survey>),
    /// Run the statement and say how long it took.
    Time(Box<Statement>),
    /// Show the lines typed so far.
    History,
    /// Begin a dialogue, such as a game or a quiz: hand each further line to [`Session::step`].
    Dialogue(Box<Dialogue>),
    /// End the session.
    Quit,
}

/// A name that completion can offer.
#[derive(Clone, Debug)]
pub struct KnownName {
    pub name: String,
    pub kind: KnownNameKind,
    /// Defined by the user, not by the library.
    pub own: bool,
    /// One line about it: the beginning of the definition, or the library's description.
    pub line: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownNameKind {
    Game,
    Value,
    Function,
}

/// The answer to one line.
#[derive(Debug)]
pub struct Turn {
    /// The replies and errors, in the order in which they are shown.
    pub said: Vec<Result<Reply, Error>>,
    /// Whether the dialogue has ended.
    pub over: bool,
}

impl Turn {
    /// An answer after which the dialogue goes on.
    pub fn on(report: impl Into<Report>) -> Turn {
        Turn { said: vec![Ok(Reply::report(report))], over: false }
    }

    /// An answer that ends the dialogue.
    pub fn over(report: impl Into<Report>) -> Turn {
        Turn { said: vec![Ok(Reply::report(report))], over: true }
    }

    /// An interruption ends the dialogue; after any other error it goes on as before.
    pub fn wrong(error: Error) -> Turn {
        Turn { over: error.is_interrupted(), said: vec![Err(error)] }
    }
}

/// What each kind of dialogue does in its own way.
pub trait DialogueKind {
    /// The name that the prompt shows.
    fn name(&self) -> &'static str;

    /// The words that mean something in it now, for completion and for buttons.
    fn words(&self) -> &'static [&'static str];

    /// Answers a line, which does not ask to leave.
    ///
    /// # Errors
    /// The line cannot be answered; the dialogue is as it was.
    fn answer(&mut self, session: &mut Session, line: &str) -> Result<Turn, Error>;

    /// The answer when the user leaves.
    fn leave(&self, session: &Session) -> Turn;

    /// Whether it is an exam, whose marks are lost if it does not end.
    fn is_exam(&self) -> bool {
        false
    }

    /// Tells how many seconds have passed since it began, since a session has no clock.
    fn tell_time(&mut self, _seconds: f64) {}

    /// All its questions with their right answers, for a page where nobody can type.
    fn sheet(&self) -> Option<Report> {
        None
    }

    /// The file that its marks are written into, and how they stand.
    fn marks(&self) -> Option<(&FileName, Report)> {
        None
    }

    /// Whether the user's place in it is kept from one session to the next.
    fn keeps_its_place(&self) -> bool {
        false
    }
}

impl fmt::Debug for dyn DialogueKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A dialogue that has begun.
#[derive(Debug)]
pub struct Dialogue(Box<dyn DialogueKind>);

impl Dialogue {
    pub fn new(conversation: impl DialogueKind + 'static) -> Dialogue {
        Dialogue(Box::new(conversation))
    }
}

impl Deref for Dialogue {
    type Target = dyn DialogueKind;

    fn deref(&self) -> &(dyn DialogueKind + 'static) {
        &*self.0
    }
}

impl DerefMut for Dialogue {
    fn deref_mut(&mut self) -> &mut (dyn DialogueKind + 'static) {
        &mut *self.0
    }
}

impl Session {
    /// Takes one line of a dialogue. A line that cannot be answered leaves the dialogue as it was.
    pub fn step(&mut self, dialogue: &mut Dialogue, line: &str) -> Turn {
        let word = line.trim().to_lowercase();
        // `q` alone does not end an exam: on a keyboard it is next to `a`, which may be an answer.
        let is_slip = dialogue.is_exam() && word == "q";
        if is_leaving(&word) && !is_slip && self.names.own(&word).is_none() {
            return dialogue.leave(self);
        }
        let turn = dialogue.answer(self, line).unwrap_or_else(Turn::wrong);
        turn.said.iter().flat_map(|said| said.as_ref().err()).for_each(|error| self.forget_stop(error));
        turn
    }
}

/// Values by their types.
#[derive(Default)]
pub struct Remembered(FxHashMap<TypeId, Box<dyn Any + Send>>);

impl Remembered {
    /// The value of this type, the default one at first.
    #[expect(clippy::unreachable, reason = "the key is the type of the value, and only this function adds one")]
    pub fn get<T: Any + Send + Default>(&mut self) -> &mut T {
        let kept = self.0.entry(TypeId::of::<T>()).or_insert_with(|| Box::<T>::default());
        kept.downcast_mut().unwrap_or_else(|| unreachable!("a value is kept under its own type"))
    }

    /// The value of this type, if there is one.
    pub fn peek<T: Any>(&self) -> Option<&T> {
        self.0.get(&TypeId::of::<T>())?.downcast_ref()
    }
}
