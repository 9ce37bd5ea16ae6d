//! A front end in a web page: statements are answered one by one, and what a session requests is carried out here or passed
//! on to the page.

use std::any::Any;
use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use grundy::error::{Error, SemanticError};
use grundy::service::{Clock, FileAccess, FileContent, Flow, FrontEnd, Output, Service};
use grundy::session::dialogue::Dialogue;
use grundy::session::report::Report;
use grundy::session::{self, KnownNameKind, Notice, Reply};
use grundy::show::Language;
use grundy::source::{SourceId, Span};
use grundy::syntax;
use grundy::syntax::ast::{ExprKind, LetDefinition, Statement};
use grundy_engine::solve::{Limits, Signal};
use serde_json::{Value as Json, json};

use crate::directives::{self, StatementDirectives};
use crate::{clock, messages};

/// Bytes that may be used. A page has at most 4 GB, and a phone less.
const MEMORY: u64 = 1 << 30;
/// The cell in which the page itself asks what it shows of a position that is played.
const VIEW: &str = "view";
/// The name of a cell in error messages.
const CELL: &str = "cell";

pub struct Notebook {
    service: Service,
    /// For each cell that was run, what is left to do.
    cells: Vec<Cell>,
    /// The place in the tour that the page was last told.
    place: Option<String>,
    pictures: usize,
    typed: Vec<String>,
    /// The answer that is being put together.
    parts: AnswerParts,
    /// Whether it serves a program: every answer comes as data as well, and not only those about a position.
    is_served: bool,
}

/// A cell whose run is not over.
#[derive(Default)]
struct Cell {
    name: String,
    /// Statements that are not answered yet, in their order, each with the `#|` lines above it.
    waiting: VecDeque<(Result<Statement, Error>, StatementDirectives)>,
    /// Keeps the texts of the statements that are not answered yet.
    _text: Option<Box<dyn Any>>,
    source: Option<SourceId>,
    /// Dialogues that go on, the innermost last, and when each began.
    dialogues: Vec<(Dialogue, f64)>,
    /// Which of the statements of this cell that begin a dialogue was answered last, counted from 1.
    number: usize,
}

impl Cell {
    /// Which dialogue of the cell an answer belongs to, counted from 0. What a reader tries in the tour belongs to none.
    fn dialogue_number(&self) -> Option<usize> {
        let is_tour = self.dialogues.first().is_some_and(|(dialogue, _)| dialogue.name() == "tour");
        self.number.checked_sub(1).filter(|_| !is_tour)
    }
}

impl Default for Notebook {
    fn default() -> Notebook {
        Notebook::within(MEMORY)
    }
}

/// The answer to a question, while it is put together.
#[derive(Default)]
struct AnswerParts {
    messages: Vec<Json>,
    is_timed: bool,
    /// Dialogues that have begun.
    begun: Vec<Dialogue>,
    /// The text whose errors are shown at their places.
    source: Option<SourceId>,
}

impl Notebook {
    fn within(memory: u64) -> Notebook {
        let mut service = Service::with_clock(Limits { memory }, Clock::new(Arc::new(Signal::asking(clock::is_late))));
        service.session.is_on_page = true;
        Notebook {
            service,
            cells: Vec::new(),
            place: None,
            pictures: 0,
            typed: Vec::new(),
            parts: AnswerParts::default(),
            is_served: false,
        }
    }

    /// For a program, which may use so many bytes, and no files if it is `safe`.
    pub fn serving(memory: u64, safe: bool) -> Notebook {
        let mut notebook = Notebook { is_served: true, ..Notebook::within(memory) };
        notebook.service.session.is_on_page = false;
        if safe {
            notebook.service.guard.access = FileAccess::None;
        }
        notebook
    }

    /// Lets what is asked from now on take so many seconds.
    pub fn allow(&mut self, seconds: Option<f64>) {
        self.service.clock().forget_stop();
        clock::allow(seconds);
    }

    /// Takes out the cell of this name.
    fn cell(&mut self, name: &str) -> Option<Cell> {
        let place = self.cells.iter().position(|cell| cell.name == name)?;
        Some(self.cells.swap_remove(place))
    }

    /// Takes in the statements of a cell. Its earlier dialogues end, and an exam among them reports its marks. The
    /// dialogues of other cells go on.
    pub fn begin(&mut self, name: String, text: &str) -> Json {
        for (dialogue, _) in self.cell(&name).unwrap_or_default().dialogues {
            if dialogue.is_exam() {
                let turn = dialogue.leave(&self.service.session);
                self.say_all(turn);
            }
        }
        let statements = self.service.session.read_long(CELL, text, 0);
        let (source, guard) = (statements.source(), statements.guard());
        let mut above = directives::above_each(text, &syntax::statements(text), source).into_iter();
        let waiting = statements.into_iter().map(|read| {
            let above = above.next().unwrap_or_default().above(read.as_ref().ok());
            (read, above)
        });
        let waiting = waiting.collect();
        let cell = Cell { name, waiting, _text: Some(Box::new(guard)), source: Some(source), ..Cell::default() };
        let answer = self.answer_json(&cell);
        self.cells.push(cell);
        answer
    }

    /// Answers the next statement of a cell. While a dialogue of the cell goes on, its statements wait.
    pub fn next(&mut self, name: &str) -> Json {
        let Some(mut cell) = self.cell(name) else { return json!({"over": true}) };
        if !cell.dialogues.is_empty() {
            self.cells.push(cell);
            return json!({"over": true});
        }
        let Some((statement, above)) = cell.waiting.pop_front() else { return json!({"over": true}) };
        self.parts.source = cell.source;
        cell.number += usize::from(statement.as_ref().is_ok_and(Statement::is_dialogue));
        let definition = self.cell_statement(statement, &above, name == VIEW);
        self.take_dialogues(&mut cell);
        let mut answer = self.answer_json(&cell);
        answer["definition"] = definition.into();
        answer["looks"] = above.looks();
        self.cells.push(cell);
        answer
    }

    /// Gives the dialogues that have begun to their cell.
    fn take_dialogues(&mut self, cell: &mut Cell) {
        let now = clock::seconds();
        cell.dialogues.extend(self.parts.begun.drain(..).map(|dialogue| (dialogue, now)));
    }

    /// Runs a statement. Returns its text if it defines something, so that a new session can run it again. The history has
    /// what was typed, and no views.
    fn cell_statement(
        &mut self,
        statement: Result<Statement, Error>,
        above: &StatementDirectives,
        is_view: bool,
    ) -> Option<String> {
        // A wrong `#|` line does not keep its statement from being run.
        self.parts.messages.extend(above.wrong.iter().map(messages::wrong));
        let span = match &statement {
            Ok(statement) => statement.span,
            Err(error) => error.span,
        };
        let text = self.service.session.sources().slice(span).to_owned();
        let defines = statement.as_ref().is_ok_and(defines);
        self.statement(statement);
        let fails = self.parts.messages.iter().any(|message| message["kind"] == "error");
        if !fails && !is_view {
            self.typed.push(text.clone());
        }
        (defines && !fails).then_some(text)
    }

    /// Answers a line in the dialogue of a cell; `elapsed` are the seconds since it has begun, if another page was told it.
    pub fn say(&mut self, name: &str, line: &str, elapsed: Option<f64>) -> Json {
        let Some(mut cell) = self.cell(name) else { return self.answer_json(&Cell::default()) };
        let (number, mut told) = (cell.dialogue_number(), 0.0);
        if let Some((mut dialogue, mut begun)) = cell.dialogues.pop() {
            begun = elapsed.map_or(begun, |elapsed| clock::seconds() - elapsed);
            told = clock::seconds() - begun;
            dialogue.tell_time(told);
            let turn = self.service.session.step(&mut dialogue, line);
            if !turn.over {
                cell.dialogues.push((dialogue, begun));
            }
            self.say_all(turn);
            self.take_dialogues(&mut cell);
        }
        let mut answer = self.answer_json(&cell);
        (answer["number"], answer["elapsed"]) = (number.into(), told.into());
        self.cells.push(cell);
        answer
    }

    /// Tells answers in this language from now on.
    pub fn speak(&mut self, code: &str) -> Json {
        self.service.session.language = Language::with_code(code).unwrap_or_default();
        json!({})
    }

    /// Goes on with the tour where an earlier visit stopped.
    pub fn resume(&mut self, place: String) -> Json {
        let resumes = session::resume_tour(&mut self.service.session, &place);
        self.place = Some(place).filter(|_| resumes);
        resumes.into()
    }

    /// The names that completion offers, besides the words of the language.
    pub fn known(&self) -> Json {
        let kind = |kind| match kind {
            KnownNameKind::Game => "class",
            KnownNameKind::Value => "variable",
            KnownNameKind::Function => "function",
        };
        let known = session::known_names(&self.service.session);
        known.iter().map(|known| json!({"word": known.name, "line": known.line, "kind": kind(known.kind)})).collect()
    }

    /// Why a statement may not use this file.
    fn refused(&self, path: &str, span: Span) -> Option<Error> {
        let guard = &self.service.guard;
        guard.may_name(path, Output::Answer, span).err().filter(|_| guard.access == FileAccess::None)
    }

    /// Why no script and no data is read.
    fn without_files(&self) -> [&'static str; 2] {
        match self.is_served {
            true => [
                "this package reads no files: run the text of the script",
                "this package reads no files; the numbers can stand in the definition, as let L = [1, 2, 3]",
            ],
            false => [
                "a page has no files; “Open” puts a script into it",
                "a page has no files; the numbers can stand in the definition, as let L = [1, 2, 3]",
            ],
        }
    }

    /// The answer that has been put together, as JSON.
    fn answer_json(&mut self, cell: &Cell) -> Json {
        let AnswerParts { messages, is_timed, .. } = std::mem::take(&mut self.parts);
        let waiting = cell.waiting.len();
        let dialogue = cell
            .dialogues
            .last()
            .map(|(dialogue, _)| json!({"name": dialogue.name(), "words": dialogue.words(), "waiting": waiting}));
        let number = cell.dialogue_number();
        json!({"said": messages, "timed": is_timed, "dialogue": dialogue, "number": number, "tour": self.new_place()})
    }

    /// The place in the tour if it has changed; empty if it is forgotten.
    fn new_place(&mut self) -> Option<String> {
        let place = session::tour_place(&self.service.session);
        if place == self.place {
            return None;
        }
        self.place = place;
        Some(self.place.clone().unwrap_or_default())
    }
}

impl FrontEnd for Notebook {
    fn service(&self) -> &Service {
        &self.service
    }

    fn service_mut(&mut self) -> &mut Service {
        &mut self.service
    }

    fn answer(&mut self, report: &Report, span: Span) -> Flow {
        let session = &self.service.session;
        let caption = session.sources().slice(span);
        let message = messages::answer(report, caption, &mut self.pictures, self.is_served, session);
        // To tell a long answer takes time and memory of its own.
        if let Err(stop) = session.check_limits() {
            return self.report_error(&Error::stopped(stop, span));
        }
        self.parts.messages.push(message);
        Flow::On
    }

    fn report_error(&mut self, error: &Error) -> Flow {
        let message = messages::error(error, &self.service.session, self.parts.source);
        self.parts.messages.push(message);
        Flow::Stop
    }

    fn notice(&mut self, notice: &Notice) {
        self.parts.messages.push(messages::notice(notice, &self.service.session));
    }

    fn line(&mut self, text: &str) {
        self.parts.messages.push(messages::line(&grundy::show::visible::lines(text)));
    }

    /// The page says the lines of a dialogue, which goes on meanwhile.
    fn dialogue(&mut self, dialogue: Dialogue, opening: Option<&Report>) -> Flow {
        if let Some(report) = opening {
            self.answer(report, Span::NOWHERE);
        }
        self.parts.begun.push(dialogue);
        Flow::On
    }

    /// Passes a file on to the page, which offers it.
    fn put(&mut self, path: &str, content: FileContent, _: Output, span: Span) -> Flow {
        if let Some(refused) = self.refused(path, span) {
            return self.report_error(&refused);
        }
        let mut text = Vec::new();
        match content(&mut text as &mut dyn io::Write) {
            Ok(()) => {
                self.parts.messages.push(file_message(path, &String::from_utf8_lossy(&text)));
                Flow::On
            }
            Err(error) => self.report_error(&no_file(path, &error.to_string(), span)),
        }
    }

    fn shows_what_it_writes(&self, report: &Report) -> bool {
        report.is_figure()
    }

    fn script(&mut self, path: &str, span: Span) -> Result<(PathBuf, String), Error> {
        Err(self.refused(path, span).unwrap_or_else(|| no_file(path, self.without_files()[0], span)))
    }

    fn data(&mut self, written: &LetDefinition) -> Result<Reply, Error> {
        let (path, span) = match &written.body.kind {
            ExprKind::Read(path, _) => (path.text.as_str(), path.span),
            _ => ("", written.body.span),
        };
        Err(self.refused(path, span).unwrap_or_else(|| no_file(path, self.without_files()[1], span)))
    }

    fn history(&mut self) {
        self.typed.clone().iter().for_each(|typed| self.line(typed));
    }

    fn quit(&mut self) -> Flow {
        self.line("There is nothing to leave here: the page can simply be closed.");
        Flow::On
    }

    fn seconds(&self) -> f64 {
        clock::seconds()
    }

    fn took(&mut self, _: f64) {
        self.parts.is_timed = true;
    }
}

fn no_file(path: &str, problem: &str, span: Span) -> Error {
    Error::new(SemanticError::File { path: path.to_owned(), problem: problem.to_owned(), similar: Vec::new() }, span)
}

fn file_message(path: &str, text: &str) -> Json {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    json!({"kind": "file", "name": name, "text": text})
}

/// Whether this statement changes what is defined.
fn defines(statement: &Statement) -> bool {
    let statement = statement.untimed();
    statement.defined().is_some() || statement.verb() == "forget"
}
