//! A session whose host is a web page: statements are answered one by one, and the requests of the session are
//! carried out here or passed on to the page.

use std::any::Any;
use std::collections::VecDeque;
use std::sync::Arc;

use grundy::error::{Error, Meaning};
use grundy::render::{self, file};
use grundy::session::dialogue::{Dialogue, Turn};
use grundy::session::report::Report;
use grundy::session::{KnownNameKind, Reply, Request, Session};
use grundy::source::{SourceId, Span};
use grundy::syntax;
use grundy::syntax::ast::{Statement, StatementKind};
use grundy_engine::solve::{Limits, Signal};
use serde_json::{Value as Json, json};

use crate::directives::{self, Above};
use crate::told;

/// Bytes that tables may take. A page has at most 4 GB, and a phone less.
const MEMORY: u64 = 1 << 30;
/// The name of a cell in error messages.
const CELL: &str = "cell";

pub struct Notebook {
    session: Session,
    /// For each cell that was run, what is left to do.
    cells: Vec<Cell>,
    /// The place in the tour that the page was last told.
    place: Option<String>,
    pictures: usize,
    typed: Vec<String>,
}

/// A cell whose run is not over.
#[derive(Default)]
struct Cell {
    name: String,
    /// Statements that are not answered yet, in their order, each with the `#|` lines above it.
    waiting: VecDeque<(Result<Statement, Error>, Above)>,
    /// Keeps the texts of the statements that are not answered yet.
    _text: Option<Box<dyn Any>>,
    source: Option<SourceId>,
    /// Dialogues that go on, the innermost last, and when each began.
    dialogues: Vec<(Dialogue, f64)>,
}

impl Default for Notebook {
    fn default() -> Notebook {
        Notebook {
            session: Session::new(Limits { memory: MEMORY }, Arc::new(Signal::default())),
            cells: Vec::new(),
            place: None,
            pictures: 0,
            typed: Vec::new(),
        }
    }
}

/// The answer to a question, while it is put together.
#[derive(Default)]
struct Said {
    said: Vec<Json>,
    is_timed: bool,
    /// Dialogues that have begun.
    begun: Vec<Dialogue>,
    /// The text whose errors are shown at their places.
    source: Option<SourceId>,
}

impl Notebook {
    /// Takes out the cell of this name.
    fn cell(&mut self, name: &str) -> Option<Cell> {
        let place = self.cells.iter().position(|cell| cell.name == name)?;
        Some(self.cells.swap_remove(place))
    }

    /// Takes in the statements of a cell. Its earlier dialogues end, and an exam among them reports its marks. The
    /// dialogues of other cells go on.
    pub fn begin(&mut self, name: String, text: &str) -> Json {
        let mut said = Said::default();
        for (dialogue, _) in self.cell(&name).unwrap_or_default().dialogues {
            if matches!(&dialogue, Dialogue::Quiz(quiz) if quiz.is_exam()) {
                let turn = self.session.leave(&dialogue);
                self.turn(turn, &mut said);
            }
        }
        let statements = self.session.read_long(CELL, text, 0);
        let (source, pin) = (statements.source(), statements.pin());
        let mut above = directives::above_each(text, &syntax::statements(text), source).into_iter();
        let waiting = statements.into_iter().map(|read| (read, above.next().unwrap_or_default())).collect();
        let cell = Cell { name, waiting, _text: Some(Box::new(pin)), source: Some(source), dialogues: Vec::new() };
        let told = self.told(said, &cell);
        self.cells.push(cell);
        told
    }

    /// Answers the next statement of a cell. While a dialogue of the cell goes on, its statements wait.
    pub fn next(&mut self, name: &str, clock: f64) -> Json {
        let Some(mut cell) = self.cell(name) else { return json!({"over": true}) };
        if !cell.dialogues.is_empty() {
            self.cells.push(cell);
            return json!({"over": true});
        }
        let Some((statement, above)) = cell.waiting.pop_front() else { return json!({"over": true}) };
        let mut said = Said { source: cell.source, ..Said::default() };
        let definition = self.statement(statement, &above, &mut said);
        cell.dialogues.extend(said.begun.drain(..).map(|dialogue| (dialogue, clock)));
        let mut told = self.told(said, &cell);
        told["definition"] = definition.into();
        told["looks"] = above.looks();
        self.cells.push(cell);
        told
    }

    /// Runs a statement. Returns its text if it defines something, so that a new session can run it again.
    fn statement(&mut self, statement: Result<Statement, Error>, above: &Above, said: &mut Said) -> Option<String> {
        // A wrong `#|` line does not keep its statement from being run.
        said.said.extend(above.wrong.iter().map(told::wrong));
        let span = match &statement {
            Ok(statement) => statement.span,
            Err(error) => error.span,
        };
        let text = self.session.sources().slice(span).to_owned();
        let defines = statement.as_ref().is_ok_and(defines);
        match statement.and_then(|statement| self.session.run(&statement)) {
            Ok(reply) => {
                self.typed.push(text.clone());
                self.reply(reply, span, &text, said);
            }
            Err(error) => self.error(&error, said),
        }
        let fails = said.said.iter().any(|said| said["kind"] == "error");
        (defines && !fails).then_some(text)
    }

    /// Answers a line in the dialogue of a cell; `clock` is the time in seconds.
    pub fn say(&mut self, name: &str, line: &str, clock: f64) -> Json {
        let mut said = Said::default();
        let Some(mut cell) = self.cell(name) else { return self.told(said, &Cell::default()) };
        if let Some((mut dialogue, begun)) = cell.dialogues.pop() {
            if let Dialogue::Quiz(quiz) = &mut dialogue {
                quiz.tell_time(clock - begun);
            }
            let turn = self.session.step(&mut dialogue, line);
            if !turn.over {
                cell.dialogues.push((dialogue, begun));
            }
            self.turn(turn, &mut said);
            cell.dialogues.extend(said.begun.drain(..).map(|dialogue| (dialogue, clock)));
        }
        let told = self.told(said, &cell);
        self.cells.push(cell);
        told
    }

    /// Goes on with the tour where an earlier visit stopped.
    pub fn resume(&mut self, place: String) -> Json {
        let resumes = self.session.resume_tour(&place);
        self.place = Some(place).filter(|_| resumes);
        resumes.into()
    }

    fn turn(&mut self, turn: Turn, said: &mut Said) {
        for answer in turn.said {
            match answer {
                Ok(reply) => self.reply(reply, Span::NOWHERE, "", said),
                Err(error) => self.error(&error, said),
            }
        }
    }

    /// The names that completion offers, besides the words of the language.
    pub fn known(&self) -> Json {
        let kind = |kind| match kind {
            KnownNameKind::Game => "class",
            KnownNameKind::Value => "variable",
            KnownNameKind::Function => "function",
        };
        let known = self.session.known_names();
        known.iter().map(|known| json!({"word": known.name, "line": known.line, "kind": kind(known.kind)})).collect()
    }

    /// The answer as JSON.
    fn told(&mut self, said: Said, cell: &Cell) -> Json {
        let waiting = cell.waiting.len();
        let dialogue = cell
            .dialogues
            .last()
            .map(|(dialogue, _)| json!({"name": dialogue.name(), "words": dialogue.words(), "waiting": waiting}));
        json!({"said": said.said, "timed": said.is_timed, "dialogue": dialogue, "tour": self.new_place()})
    }

    /// The place in the tour if it has changed; empty if it is forgotten.
    fn new_place(&mut self) -> Option<String> {
        let place = self.session.tour_place();
        if place == self.place {
            return None;
        }
        self.place = place;
        Some(self.place.clone().unwrap_or_default())
    }

    fn error(&self, error: &Error, said: &mut Said) {
        said.said.push(told::error(error, self.session.sources(), said.source));
    }

    fn report(&mut self, report: &Report, caption: &str, said: &mut Said) {
        said.said.push(told::answer(report, caption, &mut self.pictures));
    }

    fn reply(&mut self, reply: Reply, span: Span, caption: &str, said: &mut Said) {
        said.said.extend(reply.notices.iter().map(|notice| told::notice(notice, self.session.sources())));
        match (reply.request, reply.report) {
            (Some(Request::Write { path, span }), Some(report)) => self.write(&report, &path, span, said),
            (request, report) => {
                if let Some(report) = report {
                    self.report(&report, caption, said);
                }
                if let Some(request) = request {
                    self.request(request, span, said);
                }
            }
        }
    }

    fn request(&mut self, request: Request, span: Span, said: &mut Said) {
        match request {
            Request::Dialogue(dialogue) => said.begun.push(*dialogue),
            Request::Survey(survey) => {
                if let Some(path) = survey.to() {
                    let problem = "a page shows the rows of a survey, and writes none of them into a file";
                    return self.error(&no_file(&path.text, problem, path.span), said);
                }
                let (table, error) = survey.table();
                self.report(&Report::Survey(table), "survey", said);
                error.iter().for_each(|error| self.error(error, said));
            }
            Request::Save { path, text, .. } => said.said.push(file_said(&path, &text)),
            Request::Time(statement) => {
                said.is_timed = true;
                match self.session.run(&statement) {
                    Ok(reply) => self.reply(reply, span, "", said),
                    Err(error) => self.error(&error, said),
                }
            }
            Request::History => {
                said.said.extend(self.typed.iter().map(|typed| told::line(&render::visible::lines(typed))))
            }
            Request::Load { path, span } => {
                self.error(&no_file(&path, "a page has no files; “Open” puts a script into it", span), said);
            }
            Request::Read(definition) => {
                let problem = "a page has no files; the numbers can stand in the definition, as let L = [1, 2, 3]";
                self.error(&no_file("data", problem, definition.body.span), said);
            }
            Request::Quit => {
                said.said.push(told::line("There is nothing to leave here: the page can simply be closed."))
            }
            Request::Write { .. } => {}
        }
    }

    /// Passes an answer on to the page as a file.
    fn write(&mut self, report: &Report, path: &str, span: Span, said: &mut Said) {
        if matches!(report, Report::Plot(_) | Report::Heat(_) | Report::Tree(_)) {
            self.report(report, path, said);
        }
        let extension = file::format(report, path);
        let mut text = Vec::new();
        let error = match file::check(report, &extension) {
            Err(_) if extension == file::B_FILE => Error::new(Meaning::NoBFile, span),
            Err(known) => {
                let known = known.into_iter().map(str::to_owned).collect();
                Error::new(Meaning::UnknownFormat { extension, known }, span)
            }
            Ok(()) => match file::write(report, &extension, &mut text) {
                Ok(()) => return said.said.push(file_said(path, &String::from_utf8_lossy(&text))),
                Err(error) => no_file(path, &error.to_string(), span),
            },
        };
        self.error(&error, said);
    }
}

fn no_file(path: &str, problem: &str, span: Span) -> Error {
    Error::new(Meaning::File { path: path.to_owned(), problem: problem.to_owned(), similar: Vec::new() }, span)
}

fn file_said(path: &str, text: &str) -> Json {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    json!({"kind": "file", "name": name, "text": text})
}

/// Whether this statement changes what is defined.
fn defines(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Game(_) | StatementKind::Let(_) | StatementKind::Forget(_) => true,
        StatementKind::Time(inner) => defines(inner),
        _ => false,
    }
}
