//! The door to the outside: runs statements, prints answers, carries out what the session asks for. Only here and
//! in `repl` and `main` are files, streams, the clock and signals touched.

mod dialogue;
mod files;
mod handout;
mod input;
mod out;
mod pager;
mod scripts;
mod style;
mod watch;

pub use files::{read_text, write_aside};
pub use style::Settings;
pub use watch::Watch;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use out::{Out, Stoppable, Written};
use pager::Pager;

use crate::error::{Error, Kind, Meaning};
use crate::render::handout::Handout;
use crate::render::json::Lines;
use crate::render::{self, Ink};
use crate::session::report::{Check, Report};
use crate::session::{Notice, Reply, Request, Session};
use crate::solve::Stop;
use crate::source::Span;
use crate::syntax::ast::Statement;

/// How a program ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    #[default]
    Fine,
    /// An error, a failed `assert` or a failed `check`.
    Wrong,
    Interrupted,
}

impl Ending {
    pub fn code(self) -> u8 {
        match self {
            Ending::Fine => 0,
            Ending::Wrong => 1,
            Ending::Interrupted => 130,
        }
    }
}

/// Go on with the next statement?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    On,
    /// `quit`, or the reader of our answers is gone.
    Quit,
    /// After an error, where errors end the run.
    Stop,
}

/// A session with its way to the outside.
pub struct Door {
    pub session: Session,
    pub settings: Settings,
    pub watch: Watch,
    pub ending: Ending,
    /// What was typed, for `history`.
    pub typed: Vec<String>,
    /// Files being loaded, the innermost last.
    loading: Vec<PathBuf>,
    /// Standard input, once it has been read from.
    input: Option<input::Input>,
    /// The page that answers are written into instead of being printed.
    handout: Option<Handout>,
    /// Nobody reads what we print any more, and that is how it ends.
    deaf: Option<Ending>,
}

impl Door {
    pub fn new(session: Session, settings: Settings, watch: Watch) -> Door {
        Door {
            session,
            settings,
            watch,
            ending: Ending::Fine,
            typed: Vec::new(),
            loading: Vec::new(),
            input: None,
            handout: None,
            deaf: None,
        }
    }

    /// Runs a statement, or says what is wrong with it.
    pub fn statement(&mut self, statement: Result<Statement, Error>) -> Flow {
        let result = statement.and_then(|statement| {
            self.watch.begin();
            let result = self.session.run(&statement);
            self.watch.end();
            result
        });
        match result {
            Ok(reply) => self.reply(reply),
            Err(error) => self.wrong(&error),
        }
    }

    fn reply(&mut self, reply: Reply) -> Flow {
        if self.settings.interactive {
            for notice in &reply.notices {
                self.notice(notice);
            }
        }
        match reply.request {
            None => {
                if let Some(report) = &reply.report {
                    self.report(report);
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
                if let Some(report) = &reply.report {
                    self.report(report);
                }
                // Nobody can converse with a page.
                if self.handout.is_some() { Flow::On } else { self.converse(*dialogue) }
            }
            Some(request) => self.request(request),
        }
    }

    fn request(&mut self, request: Request) -> Flow {
        match request {
            Request::Load { path, span } => self.load(&path, span),
            Request::Save { path, text, span } => self.write(&path, text, span),
            Request::Write { .. } | Request::Dialogue(_) => Flow::On,
            Request::Time(statement) => {
                let start = Instant::now();
                let flow = self.statement(Ok(*statement));
                let time = start.elapsed();
                let told = if self.settings.json { style::elapsed_json(time) } else { style::elapsed(time) };
                self.line(&told);
                flow
            }
            Request::History => {
                let typed = self.typed.clone();
                match self.settings.json {
                    true => self.line(&serde_json::json!({"type": "history", "entries": typed}).to_string()),
                    false => typed.iter().for_each(|entry| self.line(entry)),
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
        // Only somebody at a prompt wonders whether a definition was understood.
        if matches!(report, Report::Defined(_)) && !self.settings.interactive && !self.settings.json {
            return;
        }
        if let Some(handout) = &mut self.handout {
            return handout.answer(report);
        }
        if self.settings.json {
            return self.say(false, |out| render::json::write(report, Lines::One, out).and_then(|()| writeln!(out)));
        }
        let document = render::report::document(report, &self.settings.style);
        let ink = if self.settings.color_out { Ink::Terminal } else { Ink::Plain };
        self.say(self.settings.interactive, |out| render::ink::write(&document, ink, out));
    }

    /// Writes an answer on standard output, or into the pager if it is long and may be paged. When nobody reads it any
    /// more, the program ends quietly; when it cannot be written, it says so. Ctrl-C ends a long answer.
    fn say(&mut self, pages: bool, write: impl FnOnce(&mut Out) -> io::Result<()>) {
        if self.deaf.is_some() {
            return;
        }
        let pager = Pager::new(self.settings.pager.as_deref().filter(|_| pages));
        match Out::new(&self.watch, pager).say(write) {
            Written::Whole | Written::Stopped => {}
            Written::Failed(error) if error.kind() == io::ErrorKind::BrokenPipe => self.deaf = Some(Ending::Fine),
            Written::Failed(error) => {
                self.deaf = Some(Ending::Wrong);
                eprint_line(&format!("error: the answers cannot be written: {}", files::in_words(&error)));
            }
        }
    }

    /// Prints an error; whether the run goes on.
    pub fn wrong(&mut self, error: &Error) -> Flow {
        let interrupted =
            matches!(&*error.kind, Kind::Meaning(Meaning::Stopped { stop, .. }) if **stop == Stop::Interrupted);
        self.ending = self.ending.max(if interrupted { Ending::Interrupted } else { Ending::Wrong });
        let sources = self.session.sources();
        let text = if self.settings.json {
            render::json::error(error, sources).to_string()
        } else {
            render::error::error(error, sources, self.settings.color_err)
        };
        eprint_line(&text);
        if let Some(handout) = &mut self.handout {
            handout.error(&render::error::error(error, sources, false));
        }
        // What is typed goes on; what is in a file was written to be run as a whole.
        let typed = self.settings.interactive && self.loading.is_empty();
        if !interrupted && (typed || self.settings.keep_going) { Flow::On } else { Flow::Stop }
    }

    /// How it goes on after an answer: as long as somebody reads what we print.
    fn going_on(&self) -> Flow {
        match self.deaf {
            None => Flow::On,
            Some(Ending::Fine) => Flow::Quit,
            Some(_) => Flow::Stop,
        }
    }

    fn notice(&self, notice: &Notice) {
        eprint_line(&render::error::notice(notice, self.session.sources(), self.settings.color_err));
    }

    /// Prints a line on standard output.
    pub fn line(&mut self, text: &str) {
        match &mut self.handout {
            Some(handout) if self.deaf.is_none() => handout.line(text),
            _ => self.say(false, |out| writeln!(out, "{text}")),
        }
    }

    fn write_report(&mut self, report: &Report, path: &str, span: Span) -> Flow {
        let extension = Path::new(path).extension().map_or(String::new(), |e| e.to_string_lossy().to_lowercase());
        match render::file::check(report, &extension) {
            Ok(()) => {
                self.watch.begin();
                let watch = &self.watch;
                let written = write_aside(Path::new(path), |out| {
                    render::file::write(report, &extension, &mut Stoppable::new(watch, out))
                });
                let stop = self.watch.stop();
                self.watch.end();
                match (written, stop) {
                    (Err(_), Some(stop)) => {
                        let kind = Meaning::Stopped { stop: Box::new(stop), reached: None, because: None };
                        self.wrong(&Error::new(kind, span))
                    }
                    (written, _) => self.wrote(path, written, span),
                }
            }
            Err(unknown) => {
                let known = unknown.known.iter().map(|format| (*format).to_owned()).collect();
                self.wrong(&Error::new(Meaning::UnknownFormat { extension, known }, span))
            }
        }
    }

    fn write(&mut self, path: &str, text: String, span: Span) -> Flow {
        let written = write_aside(Path::new(path), |out| out.write_all(text.as_bytes()));
        self.wrote(path, written, span)
    }

    fn wrote(&mut self, path: &str, written: Result<(), String>, span: Span) -> Flow {
        match written {
            Ok(()) => {
                if self.settings.interactive || self.settings.json {
                    self.report(&Report::Wrote { path: path.to_owned() });
                }
                Flow::On
            }
            Err(problem) => self.file_error(path, &problem, span),
        }
    }

    fn file_error(&mut self, path: &str, problem: &str, span: Span) -> Flow {
        self.wrong(&file_error(path, Path::new(""), problem, span))
    }
}

/// What is wrong with a file that is named as seen from this folder.
fn file_error(path: &str, folder: &Path, problem: &str, span: Span) -> Error {
    let similar = files::similar(Path::new(path), folder);
    Error::new(Meaning::File { path: path.to_owned(), problem: problem.to_owned(), similar }, span)
}

fn is_picture(report: &Report) -> bool {
    matches!(report, Report::Plot(_) | Report::Heat(_) | Report::Tree(_))
}

fn eprint_line(text: &str) {
    // Where even the errors cannot be written, there is nobody to tell.
    let _ = writeln!(io::stderr().lock(), "{}", text.trim_end_matches('\n'));
}
