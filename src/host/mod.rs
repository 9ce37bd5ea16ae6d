//! Runs statements, prints answers, and carries out what the session asks for. Only this room, `repl` and `main` touch
//! files, streams, the clock and signals.

mod allocator;
mod author;
mod between;
mod crew;
mod data;
mod dialogue;
mod ending;
mod files;
mod ground;
mod handout;
mod input;
pub mod interrupts;
mod leftovers;
mod lesson;
mod lines;
mod live;
mod loaded;
pub mod memory;
mod out;
mod pager;
mod pictures;
mod scripts;
mod style;
mod survey;
mod tour_file;
mod trust;
mod unfinished;
mod watch;

pub use allocator::Counting;
pub use dialogue::fitting;
pub use ending::{Ending, Flow};
pub use leftovers::LEFTOVERS;
pub use lesson::{KeptAnswer, LessonStep, typed};
pub use lines::LineSource;
pub use style::{Files, Settings, is_dumb_by_name, width};
pub use watch::Watch;

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use grundy_engine::solve::SolveError;

use author::{Author, Output};
use files::file_error;
use loaded::Loaded;
use out::{Out, Trimmed, Written};
use pager::Pager;

use crate::cli::Format;
use crate::error::{Error, Meaning};
use crate::render::handout::Handout;
use crate::render::json::{Asked, Lines};
use crate::render::{self, Document, Painter};
use crate::session::dialogue::Dialogue;
use crate::session::report::{Check, Report};
use crate::session::{Notice, Reply, Request, Session};
use crate::source::Span;
use crate::syntax::ast::Statement;

/// A session with its way to the outside.
pub struct Host {
    pub session: Session,
    pub settings: Settings,
    pub watch: Watch,
    pub ending: Ending,
    /// What was typed, for `history`.
    pub typed: Vec<String>,
    /// Files being run, the innermost last.
    loading: Vec<PathBuf>,
    /// How much has been loaded by the statement or the script at hand.
    loaded: Loaded,
    /// Who wrote the statements that are run.
    author: Author,
    /// Every script that has been read.
    inputs: HashSet<PathBuf>,
    /// Standard input, once it has been read from.
    input: Option<input::Input>,
    /// Where dialogues read their lines, where somebody types them.
    pub lines: Option<Box<dyn LineSource>>,
    /// Where the place in the tour is kept.
    tour_file: Option<PathBuf>,
    /// The page that answers are written into instead of being printed.
    handout: Option<Handout>,
    /// What is said while a lesson is presented, which shows it when it is wanted.
    kept: Option<Vec<KeptAnswer>>,
    /// Bytes of the pictures in it.
    pictured: u64,
    /// The statement that is answered.
    asked: Span,
    /// A statement that was answered as an object, and its line.
    counted: (Span, usize),
    /// Whether a table stands above what is printed next.
    has_rows_above: bool,
    /// How the run ends, once standard output cannot be written any more.
    output_gone: Option<Ending>,
    /// Whether the answer that is written belongs to the time of its statement; why it was broken off.
    answering: Answering,
}

/// Whether an answer has the time of its statement. What is said in a dialogue has all time.
#[derive(Debug, Default)]
enum Answering {
    #[default]
    AtLeisure,
    InTime,
    /// It was broken off.
    Stopped(SolveError),
}

impl Host {
    pub fn new(mut session: Session, settings: Settings, watch: Watch) -> Host {
        session.lists_all = settings.format.is_some();
        Host {
            session,
            settings,
            watch,
            ending: Ending::Fine,
            typed: Vec::new(),
            loading: Vec::new(),
            loaded: Loaded::default(),
            author: Author::Typed,
            inputs: HashSet::new(),
            input: None,
            lines: None,
            tour_file: None,
            handout: None,
            kept: None,
            pictured: 0,
            asked: Span::NOWHERE,
            counted: (Span::NOWHERE, 0),
            has_rows_above: false,
            output_gone: None,
            answering: Answering::AtLeisure,
        }
    }

    /// Runs a statement, or says what is wrong with it.
    pub fn statement(&mut self, statement: Result<Statement, Error>) -> Flow {
        let span = statement.as_ref().map_or(Span::NOWHERE, |statement| statement.span);
        self.asked = span;
        match statement.and_then(|statement| self.run(&statement)) {
            Ok(reply) => self.reply(reply, span),
            Err(error) => self.report_error(&self.stopped_instead(&error).unwrap_or(error)),
        }
    }

    /// Runs a statement in its time, and says nothing of it.
    fn run(&mut self, statement: &Statement) -> Result<Reply, Error> {
        self.watch.begin().map_err(|stop| Error::stopped(stop, statement.span))?;
        let result = self.session.run(statement);
        self.watch.end();
        // The statement ended before it looked at the signal.
        if result.is_ok() && self.watch.is_stopping() {
            return Err(Error::stopped(SolveError::Interrupted, statement.span));
        }
        result
    }

    /// That the run was stopped, instead of what is wrong with a statement. A file may hold very many statements that cannot
    /// be read, and none of them looks at the signal.
    pub(super) fn stopped_instead(&self, error: &Error) -> Option<Error> {
        let stop =
            self.watch.stop_reason().filter(|stop| self.watch.is_loading() || *stop == SolveError::Interrupted)?;
        (!error.is_stopped()).then(|| Error::stopped(stop, error.span))
    }

    fn reply(&mut self, reply: Reply, span: Span) -> Flow {
        for notice in &reply.notices {
            if self.settings.is_prompt() || notice.everywhere {
                self.notice(notice);
            }
        }
        match reply.request {
            None => {
                if let Some(report) = &reply.report {
                    if let Err(error) = self.fits_format(report, span) {
                        return self.report_error(&error);
                    }
                    self.answering = Answering::InTime;
                    self.report(report);
                    if let Answering::Stopped(stop) = std::mem::take(&mut self.answering) {
                        return self.report_error(&Error::stopped(stop, span));
                    }
                }
                self.going_on()
            }
            Some(Request::Write { path, span }) => match &reply.report {
                Some(report) => {
                    // A page shows its pictures, whether they are written into files as well or not.
                    if self.handout.is_some() && is_picture(report) {
                        self.report(report);
                    }
                    self.write_report(report, &path, span)
                }
                None => Flow::On,
            },
            Some(Request::Dialogue(dialogue)) => {
                // A page is no place for a dialogue: it shows what is known beforehand.
                if self.handout.is_some() || self.settings.echoes {
                    return self.print_dialogue(&dialogue, reply.report.as_ref());
                }
                // Nobody shall answer in vain.
                match self.can_be_kept(&dialogue) {
                    Ok(true) => {}
                    Ok(false) => return Flow::On,
                    Err(error) => return self.report_error(&error),
                }
                if let Some(report) = &reply.report {
                    self.report(report);
                }
                self.converse(*dialogue)
            }
            Some(Request::Survey(survey)) => self.survey(*survey),
            Some(request) => self.request(request),
        }
    }

    fn request(&mut self, request: Request) -> Flow {
        match request {
            Request::Read(written) => match self.data(&written) {
                Ok(reply) => self.reply(reply, written.span),
                Err(error) => self.report_error(&error),
            },
            Request::Load { path, span } => self.load(&path, span),
            Request::Save { path, text, span } => self.save(&path, &text, span),
            Request::Write { .. } | Request::Dialogue(_) | Request::Survey(_) => Flow::On,
            Request::Time(statement) => {
                let start = Instant::now();
                let asked = self.asked;
                let flow = self.statement(Ok(*statement));
                let time = start.elapsed();
                self.asked = asked;
                match self.settings.json {
                    true => self.object(serde_json::json!({"type": "time", "seconds": time.as_secs_f64()})),
                    false => self.line(&style::elapsed(time)),
                }
                flow
            }
            Request::History => {
                let typed = self.typed.clone();
                match self.settings.json {
                    true => self.object(serde_json::json!({"type": "history", "entries": typed})),
                    false => typed.iter().for_each(|entry| self.line(&render::visible::lines(entry))),
                }
                Flow::On
            }
            Request::Quit => Flow::Quit,
        }
    }

    /// Prints an answer.
    pub fn report(&mut self, report: &Report) {
        if matches!(report, Report::Check(Check::Fails { .. })) {
            self.ending = self.ending.max(Ending::Wrong);
        }
        // A definition is confirmed at a prompt only.
        if matches!(report, Report::Defined(_)) && !self.settings.is_prompt() && !self.settings.json {
            return;
        }
        if let Some(handout) = &mut self.handout {
            return handout.answer(report);
        }
        if let Some(kept) = &mut self.kept {
            return kept.push(KeptAnswer::Report(Box::new(report.clone())));
        }
        if let Some(format) = self.settings.format {
            return self.rows(report, format);
        }
        if self.settings.json {
            let statement = self.asked_text();
            let asked = statement.as_ref().map(|(statement, line)| Asked { statement, line: *line });
            return self.say(false, |out| {
                render::json::write(report, asked, Lines::One, out)?;
                writeln!(out)
            });
        }
        self.settings.style.width = width();
        let document = render::report::document(report, &self.settings.style);
        // Lists stay whole, so that they can be copied as they are.
        let is_list = matches!(report, Report::Printed(_) | Report::Value { .. });
        self.show(&document, is_list);
    }

    /// Prints a document; what fits no line is broken, or stays whole.
    fn show(&mut self, document: &Document, stays_whole: bool) {
        let painter = self.settings.painter_out();
        let fits = self.settings.at_terminal_out && !stays_whole;
        self.say(self.settings.interactive, |out| {
            let mut out = Trimmed::new(out);
            if fits {
                render::painter::write(document, painter, &mut render::fit::Fitted::new(&mut out, width()))?;
            } else {
                render::painter::write(document, painter, &mut out)?;
            }
            out.finish()
        });
    }

    /// Whether an answer that is made of rows can be written as the command line wants it.
    fn fits_format(&self, report: &Report, span: Span) -> Result<(), Error> {
        let Some(format) = self.settings.format.filter(|_| render::file::has_rows(report)) else { return Ok(()) };
        let fits = render::file::check(report, format.word());
        fits.map_err(|_| Error::new(Meaning::NoBFile, span))
    }

    /// Prints the rows of an answer, and nothing else on standard output: what has no rows is said beside.
    fn rows(&mut self, report: &Report, format: Format) {
        if render::file::check(report, format.word()).is_err() || !render::file::has_rows(report) {
            let document = render::report::document(report, &self.settings.style);
            let painter = self.settings.painter_err();
            return eprint_line(&render::paint(&document, painter));
        }
        // Tables are kept apart by a blank line.
        let is_behind = std::mem::replace(&mut self.has_rows_above, format.has_headings());
        self.say(false, |out| {
            if is_behind {
                writeln!(out)?;
            }
            render::file::write(report, format.word(), out)
        });
    }

    /// Writes an answer on standard output, or into the pager if it is long and may be paged. If the reader has gone (broken
    /// pipe), the program ends quietly; any other failure is reported. Ctrl-C ends a long answer.
    fn say(&mut self, pages: bool, write: impl FnOnce(&mut Out) -> io::Result<()>) {
        if self.output_gone.is_some() {
            return;
        }
        let pager = Pager::new(self.settings.pager.as_deref().filter(|_| pages));
        let left = self.watch.left().filter(|_| matches!(self.answering, Answering::InTime));
        match Out::new(&self.watch, pager, left).say(write) {
            Written::Whole | Written::Left => {}
            Written::Late => self.answering = Answering::Stopped(SolveError::TimedOut),
            Written::Interrupted => self.answering = Answering::Stopped(SolveError::Interrupted),
            Written::Failed(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.output_gone = Some(Ending::Fine)
            }
            Written::Failed(error) => {
                self.output_gone = Some(Ending::Wrong);
                eprint_line(&format!("error: cannot write the answers: {}", files::in_words(&error)));
            }
        }
    }

    /// Prints an error; whether the run goes on.
    pub fn report_error(&mut self, error: &Error) -> Flow {
        let interrupted = error.is_interrupted();
        // The time of a `load` is that of all statements in the file.
        let late = error.stop() == Some(&SolveError::TimedOut) && self.watch.is_loading();
        self.ending = self.ending.max(if interrupted { Ending::Interrupted } else { Ending::Wrong });
        let sources = self.session.sources();
        let text = if self.settings.json {
            render::visible::json(&render::json::error(error, sources).to_string()).into_owned()
        } else {
            self.fitted(render::error::error(error, sources, self.settings.painter_err()))
        };
        self.say_beside(text);
        if let Some(handout) = &mut self.handout {
            handout.error(&render::error::error(error, self.session.sources(), Painter::Plain));
        }
        if interrupted {
            // The interrupt has been reported, and ends everything under way.
            self.watch.forget_interrupt();
        }
        // What is typed goes on; what is in a file was written to be run as a whole.
        let typed = self.settings.interactive && self.loading.is_empty();
        if !interrupted && !late && (typed || self.settings.keep_going) { Flow::On } else { Flow::Stop }
    }

    /// Whether the run goes on after an answer: it ends when standard output cannot be written any more.
    fn going_on(&self) -> Flow {
        match self.output_gone {
            None => Flow::On,
            Some(Ending::Fine) => Flow::Quit,
            Some(_) => Flow::Stop,
        }
    }

    /// Says something beside the answers.
    pub fn remark(&mut self, text: &str) {
        self.notice(&Notice { text: text.to_owned(), span: None, everywhere: false });
    }

    fn notice(&mut self, notice: &Notice) {
        let text = render::error::notice(notice, self.session.sources(), self.settings.painter_err());
        self.say_beside(self.fitted(text));
    }

    /// Says an error or a remark.
    fn say_beside(&mut self, text: String) {
        match &mut self.kept {
            Some(kept) => kept.push(KeptAnswer::Text(text)),
            None => eprint_line(&text),
        }
    }

    /// An error as wide as the terminal it is shown in.
    fn fitted(&self, text: String) -> String {
        if self.settings.at_terminal_err { render::error::fitted(&text, width()) } else { text }
    }

    /// The text of the statement that is answered, and its line, counted on from that of the answer before.
    fn asked_text(&mut self) -> Option<(String, usize)> {
        let source = self.session.sources().get(self.asked.source)?;
        let text = source.text.get(self.asked.range())?.to_owned();
        let (before, line) = self.counted;
        let between = before.start as usize..self.asked.start as usize;
        let line = match source.text.get(between).filter(|_| before.source == self.asked.source) {
            Some(between) => line + between.matches('\n').count(),
            None => source.line_column(self.asked.start as usize).0,
        };
        self.counted = (self.asked, line);
        Some((text, line))
    }

    /// Prints an object that is no report.
    fn object(&mut self, object: serde_json::Value) {
        let statement = self.asked_text();
        let asked = statement.as_ref().map(|(statement, line)| Asked { statement, line: *line });
        let text = render::json::with_asked(object, asked).to_string();
        self.line(&render::visible::json(&text));
    }

    /// Prints a line on standard output.
    pub fn line(&mut self, text: &str) {
        match &mut self.handout {
            Some(handout) if self.output_gone.is_none() => handout.line(text),
            _ if self.kept.is_some() => self.say_beside(text.to_owned()),
            _ if self.settings.format.is_some() => eprint_line(text),
            _ => self.say(false, |out| writeln!(out, "{text}")),
        }
    }

    fn write_report(&mut self, report: &Report, path: &str, span: Span) -> Flow {
        match file_format(report, path, span) {
            Ok(format) => self.write(path, |out| render::file::write(report, &format, out), Output::Answer, span),
            Err(error) => self.report_error(&error),
        }
    }

    /// Whether an exam can be written into its file, before it begins.
    fn can_be_kept(&mut self, dialogue: &Dialogue) -> Result<bool, Error> {
        let Dialogue::Quiz(quiz) = dialogue else { return Ok(true) };
        let Some(path) = quiz.to() else { return Ok(true) };
        file_format(&quiz.marked(), &path.text, path.span)?;
        let target = self.may_write(&path.text, Output::Answer, path.span)?;
        if target.as_deref().and_then(Path::parent).is_some_and(|folder| !folder.is_dir()) {
            return Err(file_error(&path.text, Path::new(""), "there is no such folder", path.span));
        }
        Ok(target.is_some())
    }

    fn file_error(&mut self, path: &str, problem: &str, span: Span) -> Flow {
        self.report_error(&file_error(path, Path::new(""), problem, span))
    }
}

/// The format in which a report is written into a file of this name.
fn file_format(report: &Report, path: &str, span: Span) -> Result<String, Error> {
    let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy();
    let extension = render::file::format(report, &name);
    match render::file::check(report, &extension) {
        Ok(()) => Ok(extension),
        Err(_) if extension == render::file::B_FILE => Err(Error::new(Meaning::NoBFile, span)),
        Err(known) => {
            let known = known.into_iter().map(str::to_owned).collect();
            Err(Error::new(Meaning::UnknownFormat { extension, known }, span))
        }
    }
}

fn is_picture(report: &Report) -> bool {
    matches!(report, Report::Plot(_) | Report::Heat(_) | Report::Tree(_))
}

fn eprint_line(text: &str) {
    // If standard error cannot be written, there is no place left to report that.
    let _ = writeln!(io::stderr().lock(), "{}", text.trim_end_matches('\n'));
}
