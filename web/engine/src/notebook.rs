//! A session whose host is a web page: statements are answered one by one, and the requests of the session are
//! carried out here or passed on to the page.

use std::any::Any;
use std::collections::VecDeque;
use std::sync::Arc;

use grundy::error::{Error, SemanticError};
use grundy::render::{self, file};
use grundy::session::dialogue::{Dialogue, Turn};
use grundy::session::report::Report;
use grundy::session::{KnownNameKind, Reply, Request, Session};
use grundy::source::{SourceId, Span};
use grundy::syntax;
use grundy::syntax::ast::{Statement, StatementKind};
use grundy_engine::solve::{Limits, Signal};
use serde_json::{Value as Json, json};

use crate::directives::{self, StatementDirectives};
use crate::messages;

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
    waiting: VecDeque<(Result<Statement, Error>, StatementDirectives)>,
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
struct AnswerParts {
    messages: Vec<Json>,
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
        let mut parts = AnswerParts::default();
        for (dialogue, _) in self.cell(&name).unwrap_or_default().dialogues {
            if matches!(&dialogue, Dialogue::Quiz(quiz) if quiz.is_exam()) {
                let turn = self.session.leave(&dialogue);
                self.turn(turn, &mut parts);
            }
        }
        let statements = self.session.read_long(CELL, text, 0);
        let (source, guard) = (statements.source(), statements.guard());
        let mut above = directives::above_each(text, &syntax::statements(text), source).into_iter();
        let waiting = statements.into_iter().map(|read| (read, above.next().unwrap_or_default())).collect();
        let cell = Cell { name, waiting, _text: Some(Box::new(guard)), source: Some(source), dialogues: Vec::new() };
        let answer = self.answer_json(parts, &cell);
        self.cells.push(cell);
        answer
    }

    /// Answers the next statement of a cell. While a dialogue of the cell goes on, its statements wait.
    pub fn next(&mut self, name: &str, clock: f64) -> Json {
        let Some(mut cell) = self.cell(name) else { return json!({"over": true}) };
        if !cell.dialogues.is_empty() {
            self.cells.push(cell);
            return json!({"over": true});
        }
        let Some((statement, above)) = cell.waiting.pop_front() else { return json!({"over": true}) };
        let mut parts = AnswerParts { source: cell.source, ..AnswerParts::default() };
        let definition = self.statement(statement, &above, &mut parts);
        cell.dialogues.extend(parts.begun.drain(..).map(|dialogue| (dialogue, clock)));
        let mut answer = self.answer_json(parts, &cell);
        answer["definition"] = definition.into();
        answer["looks"] = above.looks();
        self.cells.push(cell);
        answer
    }

    /// Runs a statement. Returns its text if it defines something, so that a new session can run it again.
    fn statement(
        &mut self,
        statement: Result<Statement, Error>,
        above: &StatementDirectives,
        parts: &mut AnswerParts,
    ) -> Option<String> {
        // A wrong `#|` line does not keep its statement from being run.
        parts.messages.extend(above.wrong.iter().map(messages::wrong));
        let span = match &statement {
            Ok(statement) => statement.span,
            Err(error) => error.span,
        };
        let text = self.session.sources().slice(span).to_owned();
        let defines = statement.as_ref().is_ok_and(defines);
        match statement.and_then(|statement| self.session.run(&statement)) {
            Ok(reply) => {
                self.typed.push(text.clone());
                self.reply(reply, span, &text, parts);
            }
            Err(error) => self.error(&error, parts),
        }
        let fails = parts.messages.iter().any(|message| message["kind"] == "error");
        (defines && !fails).then_some(text)
    }

    /// Answers a line in the dialogue of a cell; `clock` is the time in seconds.
    pub fn say(&mut self, name: &str, line: &str, clock: f64) -> Json {
        let mut parts = AnswerParts::default();
        let Some(mut cell) = self.cell(name) else { return self.answer_json(parts, &Cell::default()) };
        if let Some((mut dialogue, begun)) = cell.dialogues.pop() {
            if let Dialogue::Quiz(quiz) = &mut dialogue {
                quiz.tell_time(clock - begun);
            }
            let turn = self.session.step(&mut dialogue, line);
            if !turn.over {
                cell.dialogues.push((dialogue, begun));
            }
            self.turn(turn, &mut parts);
            cell.dialogues.extend(parts.begun.drain(..).map(|dialogue| (dialogue, clock)));
        }
        let answer = self.answer_json(parts, &cell);
        self.cells.push(cell);
        answer
    }

    /// Goes on with the tour where an earlier visit stopped.
    pub fn resume(&mut self, place: String) -> Json {
        let resumes = self.session.resume_tour(&place);
        self.place = Some(place).filter(|_| resumes);
        resumes.into()
    }

    fn turn(&mut self, turn: Turn, parts: &mut AnswerParts) {
        for answer in turn.said {
            match answer {
                Ok(reply) => self.reply(reply, Span::NOWHERE, "", parts),
                Err(error) => self.error(&error, parts),
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
    fn answer_json(&mut self, parts: AnswerParts, cell: &Cell) -> Json {
        let waiting = cell.waiting.len();
        let dialogue = cell
            .dialogues
            .last()
            .map(|(dialogue, _)| json!({"name": dialogue.name(), "words": dialogue.words(), "waiting": waiting}));
        json!({"said": parts.messages, "timed": parts.is_timed, "dialogue": dialogue, "tour": self.new_place()})
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

    fn error(&self, error: &Error, parts: &mut AnswerParts) {
        parts.messages.push(messages::error(error, self.session.sources(), parts.source));
    }

    fn report(&mut self, report: &Report, caption: &str, parts: &mut AnswerParts) {
        parts.messages.push(messages::answer(report, caption, &mut self.pictures));
    }

    fn reply(&mut self, reply: Reply, span: Span, caption: &str, parts: &mut AnswerParts) {
        parts.messages.extend(reply.notices.iter().map(|notice| messages::notice(notice, self.session.sources())));
        match (reply.request, reply.report) {
            (Some(Request::Write { path, span }), Some(report)) => self.write(&report, &path, span, parts),
            (request, report) => {
                if let Some(report) = report {
                    self.report(&report, caption, parts);
                }
                if let Some(request) = request {
                    self.request(request, span, parts);
                }
            }
        }
    }

    fn request(&mut self, request: Request, span: Span, parts: &mut AnswerParts) {
        match request {
            Request::Dialogue(dialogue) => parts.begun.push(*dialogue),
            Request::Survey(survey) => {
                if let Some(path) = survey.to() {
                    let problem = "a page shows the rows of a survey, and writes none of them into a file";
                    return self.error(&no_file(&path.text, problem, path.span), parts);
                }
                let (table, error) = survey.table();
                self.report(&Report::Survey(table), "survey", parts);
                error.iter().for_each(|error| self.error(error, parts));
            }
            Request::Save { path, text, .. } => parts.messages.push(file_message(&path, &text)),
            Request::Time(statement) => {
                parts.is_timed = true;
                match self.session.run(&statement) {
                    Ok(reply) => self.reply(reply, span, "", parts),
                    Err(error) => self.error(&error, parts),
                }
            }
            Request::History => {
                parts.messages.extend(self.typed.iter().map(|typed| messages::line(&render::visible::lines(typed))))
            }
            Request::Load { path, span } => {
                self.error(&no_file(&path, "a page has no files; “Open” puts a script into it", span), parts);
            }
            Request::Read(definition) => {
                let problem = "a page has no files; the numbers can stand in the definition, as let L = [1, 2, 3]";
                self.error(&no_file("data", problem, definition.body.span), parts);
            }
            Request::Quit => {
                parts.messages.push(messages::line("There is nothing to leave here: the page can simply be closed."))
            }
            Request::Write { .. } => {}
        }
    }

    /// Passes an answer on to the page as a file.
    fn write(&mut self, report: &Report, path: &str, span: Span, parts: &mut AnswerParts) {
        if matches!(report, Report::Plot(_) | Report::Heat(_) | Report::Tree(_)) {
            self.report(report, path, parts);
        }
        let extension = file::format(report, path);
        let mut text = Vec::new();
        let error = match file::check(report, &extension) {
            Err(_) if extension == file::B_FILE => Error::new(SemanticError::NoBFile, span),
            Err(known) => {
                let known = known.into_iter().map(str::to_owned).collect();
                Error::new(SemanticError::UnknownFormat { extension, known }, span)
            }
            Ok(()) => match file::write(report, &extension, &mut text) {
                Ok(()) => return parts.messages.push(file_message(path, &String::from_utf8_lossy(&text))),
                Err(error) => no_file(path, &error.to_string(), span),
            },
        };
        self.error(&error, parts);
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
    match &statement.kind {
        StatementKind::Game(_) | StatementKind::Let(_) | StatementKind::Forget(_) => true,
        StatementKind::Time(inner) => defines(inner),
        _ => false,
    }
}
