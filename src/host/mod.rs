//! The host of a session: it runs statements, prints the answers, and carries out the requests of the session, such
//! as `load` and `save`. Only this module, `repl` and `main` touch files, streams, the clock and signals.

mod deferred_drops;
mod dialogue;
mod editor;
mod errors;
mod format;
mod frames;
mod handout;
mod input;
mod lesson;
mod live;
mod out;
mod pager;
mod pictures;
pub mod process;
mod requests;
mod saved;
mod scripts;
mod style;
mod survey;
mod terminal;
mod text_between;
mod watch;
mod worker_pool;

pub use deferred_drops::DEFERRED_DROPS;
pub use lesson::{KeptAnswer, LessonStep, add_typed_code};
pub use live::{ClassPages, PagesOfRoles};
pub use process::ExitStatus;
pub use saved::Saved;
pub use style::{Corrections, Settings, width};
pub use terminal::is_dumb_by_name;
pub use watch::Watch;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use grundy_engine::solve::SolveError;

use out::{Out, Trimmed, Written};
use pager::Pager;
use pictures::Pictures;

use crate::cli::Format;
use crate::error::{Error, Notice, SemanticError};
use crate::service::{Author, FileContent, Flow, FrontEnd, LineSource, Output, Service, file_format, files};
use crate::session::Survey;
use crate::session::dialogue::Dialogue;
use crate::session::report::Wrote;
use crate::show;
use crate::show::document::Document;
use crate::show::exact_json::{LargeNumbers, Lines};
use crate::show::handout::Handout;
use crate::show::json::Asked;
use crate::show::report::Report;
use crate::show::terminal::Painter;
use crate::source::{Sources, Span};

/// Opens the lines of a terminal, which belong to the prompt.
pub type OpenLines = fn(&Host) -> Option<Box<dyn LineSource>>;

/// A session, with everything that connects it to the outside: settings, files, standard input and output.
pub struct Host {
    pub service: Service,
    pub settings: Settings,
    pub watch: Watch,
    pub exit_status: ExitStatus,
    /// The line that corrects the last input of a prompt, or a text that an error would lose: it stands in the next input.
    pub proposal: Option<String>,
    /// The line that was typed, if nothing stands below it on the screen.
    pub typed_last: Option<String>,
    /// What was surely meant is being run, which is not corrected once more.
    is_reading: bool,
    /// The inputs typed at the prompt, for `history`.
    pub prompt_inputs: Vec<String>,
    /// Standard input, once it has been read from.
    input: Option<input::Input>,
    /// Where dialogues read their lines if a user types them; `None` if they come from standard input.
    pub lines: Option<Box<dyn LineSource>>,
    /// Opens the lines of a terminal for the dialogues of a script.
    open_lines: OpenLines,
    /// The requests of the program that drives this one, if one does.
    frames: Option<requests::Frames>,
    /// The file that keeps the user's place in the tour.
    tour_file: Option<PathBuf>,
    /// The page that answers are written into instead of being printed.
    handout: Option<Handout>,
    /// The answers collected while a lesson is presented, to be shown when they are asked for; otherwise `None`.
    kept: Option<Vec<KeptAnswer>>,
    /// The pictures that the prose has named so far.
    pictures: Pictures,
    /// When the run began.
    begun: Instant,
    /// The place of the statement that is being answered.
    current_span: Span,
    /// The last statement that was answered in JSON, and its line, from which later lines are counted.
    last_json_line: (Span, usize),
    /// Whether a table with headings was printed last: a blank line then separates the next one from it.
    has_rows_above: bool,
    /// How the run ends because standard output cannot be written any more; `None` while it can.
    output_gone: Option<ExitStatus>,
    /// Whether the time limit holds for writing the current answer, and why it was broken off.
    answer_limit: AnswerLimit,
}

/// Whether the time limit of a statement also holds for writing its answer. In a dialogue it does not.
#[derive(Debug, Default)]
enum AnswerLimit {
    #[default]
    Unlimited,
    Limited,
    /// The time of the statement is up, and the answer as far as it goes has so much time.
    Within(Duration),
    /// Writing was broken off for this reason.
    Stopped(SolveError),
    /// The answer to a request is longer than that may be.
    TooLong,
}

impl Host {
    /// What comes from the command line is typed, and may use any file.
    pub fn new(mut service: Service, settings: Settings, watch: Watch, open_lines: OpenLines) -> Host {
        service.session.lists_all = settings.format.is_some();
        service.session.language = settings.language;
        service.guard.author = Author::User;
        service.guard.access = settings.file_access;
        Host {
            service,
            settings,
            watch,
            exit_status: ExitStatus::Success,
            proposal: None,
            typed_last: None,
            is_reading: false,
            prompt_inputs: Vec::new(),
            input: None,
            lines: None,
            open_lines,
            frames: None,
            tour_file: None,
            handout: None,
            kept: None,
            pictures: Pictures::default(),
            begun: Instant::now(),
            current_span: Span::NOWHERE,
            last_json_line: (Span::NOWHERE, 0),
            has_rows_above: false,
            output_gone: None,
            answer_limit: AnswerLimit::Unlimited,
        }
    }

    /// From now on statements come from standard input. At a terminal they are typed, and may use any file.
    pub fn take_author_of_input(&mut self) {
        self.service.guard.author = if io::stdin().is_terminal() { Author::User } else { Author::in_current_folder() };
    }

    /// Prints an answer.
    pub fn report(&mut self, report: &Report) {
        if report.fails() && !self.service.expects_failure {
            self.exit_status = self.exit_status.max(ExitStatus::Failure);
        }
        // A definition is confirmed at a prompt only.
        if report.only_confirms() && !self.settings.is_prompt() && !self.settings.json {
            return;
        }
        if let Some(handout) = &mut self.handout {
            return handout.answer(report);
        }
        if let Some(kept) = &mut self.kept {
            return kept.push(KeptAnswer(report.document()));
        }
        if let Some(format) = self.settings.format {
            return self.print_rows(report, format);
        }
        if self.settings.json {
            let statement = self.current_statement();
            let id = self.frame_id();
            let statement = statement.as_ref().map(|(statement, line)| (statement.as_str(), *line));
            let asked = Asked { id: id.as_ref(), statement };
            if self.frames.is_some() {
                return self.answer_frame(report, asked);
            }
            return self.write_answer(false, |out| {
                show::json::write(report, asked, Lines::One, LargeNumbers::AsTexts, out)?;
                writeln!(out)
            });
        }
        self.settings.style.width = width();
        self.print_document(&report.document(), report.is_copied());
    }

    /// Prints a document. At a terminal, lines that are too wide are wrapped unless `stays_whole`.
    fn print_document(&mut self, document: &Document, stays_whole: bool) {
        let (painter, style) = (self.settings.painter_out(), self.settings.style);
        let fits = self.settings.at_terminal_out && !stays_whole;
        self.write_answer(self.settings.interactive, |out| {
            let mut out = Trimmed::new(out);
            if fits {
                show::terminal::write(document, &style, painter, &mut show::fit::Fitted::new(&mut out, width()))?;
            } else {
                show::terminal::write(document, &style, painter, &mut out)?;
            }
            out.finish()
        });
    }

    /// Checks that an answer made of rows can be written in the `--format` of the command line.
    fn fits_format(&self, report: &Report, span: Span) -> Result<(), Error> {
        let Some(format) = self.settings.format.filter(|_| show::file::has_rows(report)) else { return Ok(()) };
        let fits = show::file::check(report, format.word());
        fits.map_err(|_| Error::new(SemanticError::NoBFile, span))
    }

    /// Prints the rows of an answer on standard output. An answer without rows goes to standard error.
    fn print_rows(&mut self, report: &Report, format: Format) {
        if show::file::check(report, format.word()).is_err() || !show::file::has_rows(report) {
            let (document, painter) = (report.document(), self.settings.painter_err());
            return eprint_line(&show::paint(&document, &self.settings.style, painter));
        }
        // A blank line separates tables.
        let is_behind = std::mem::replace(&mut self.has_rows_above, format.has_headings());
        self.write_answer(false, |out| {
            if is_behind {
                writeln!(out)?;
            }
            show::file::write(report, format.word(), out)
        });
    }

    /// Writes an answer on standard output, or into the pager if it is long and may be paged. If the reader has gone (broken
    /// pipe), the program ends quietly; any other failure is reported. Ctrl-C ends a long answer.
    fn write_answer(&mut self, pages: bool, write: impl FnOnce(&mut Out) -> io::Result<()>) {
        self.typed_last = None;
        if self.output_gone.is_some() {
            return;
        }
        let pager = Pager::new(self.settings.pager.as_deref().filter(|_| pages));
        let left = match self.answer_limit {
            AnswerLimit::Limited => self.watch.time_left(),
            AnswerLimit::Within(time) if !self.settings.json => Some(time),
            _ => None,
        };
        match Out::new(&self.watch, pager, left).write_answer(write) {
            Written::Whole | Written::PagerClosed => {}
            Written::Late => self.answer_limit = AnswerLimit::Stopped(SolveError::TimedOut),
            Written::Interrupted => self.answer_limit = AnswerLimit::Stopped(SolveError::Interrupted),
            Written::Failed(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.output_gone = Some(ExitStatus::Success)
            }
            Written::Failed(error) => {
                self.output_gone = Some(ExitStatus::Failure);
                let problem = format!("cannot write the answers: {}", files::in_words(&error));
                match self.settings.json {
                    true => remark(true, &problem),
                    false => eprint_line(&format!("error: {problem}")),
                }
            }
        }
    }

    /// An object on a line, with the request that it is said to, if there is one.
    fn json_line(&self, object: serde_json::Value) -> String {
        json_line(&show::json::with_id(object, self.frame_id().as_ref()))
    }

    /// The request that is being answered, if there are requests.
    fn frame_id(&self) -> Option<serde_json::Value> {
        self.frames.as_ref().map(|frames| frames.id.clone())
    }

    /// The text and the line of the statement that is being answered. The line is counted from that of the previous
    /// answer, so that a long script is not counted from its beginning each time.
    fn current_statement(&mut self) -> Option<(String, usize)> {
        let source = self.service.session.sources().get(self.current_span.source())?;
        let text = source.text.get(self.current_span.range())?.to_owned();
        let (before, line) = self.last_json_line;
        let between = before.start()..self.current_span.start();
        let line = match source.text.get(between).filter(|_| before.source() == self.current_span.source()) {
            Some(between) => line + between.matches('\n').count(),
            None => source.line_column(self.current_span.start()).0,
        };
        self.last_json_line = (self.current_span, line);
        Some((text, line))
    }

    /// Prints a JSON object that is not a report.
    fn print_json(&mut self, object: serde_json::Value) {
        let statement = self.current_statement();
        let id = self.frame_id();
        let statement = statement.as_ref().map(|(statement, line)| (statement.as_str(), *line));
        let asked = Asked { id: id.as_ref(), statement };
        self.line(&json_line(&show::json::with_asked(object, asked)));
    }

    /// Checks before an exam begins that it can be written into its file; false if the user does not want that file
    /// to be replaced.
    fn can_be_kept(&mut self, dialogue: &Dialogue) -> Result<bool, Error> {
        let Some((path, marks)) = dialogue.marks() else { return Ok(true) };
        file_format(&marks, &path.text, path.span)?;
        let target = self.may_write(&path.text, Output::Answer, path.span)?;
        if target.as_deref().and_then(Path::parent).is_some_and(|folder| !folder.is_dir()) {
            return Err(files::file_error(&path.text, Path::new(""), "there is no such folder", path.span));
        }
        Ok(target.is_some())
    }

    fn file_error(&mut self, path: &str, problem: &str, span: Span) -> Flow {
        self.report_error(&files::file_error(path, Path::new(""), problem, span))
    }
}

impl FrontEnd for Host {
    fn service(&self) -> &Service {
        &self.service
    }

    fn service_mut(&mut self) -> &mut Service {
        &mut self.service
    }

    fn begins(&mut self, span: Span) {
        self.current_span = span;
    }

    /// Prints an answer within the time limit of its statement.
    fn answer(&mut self, report: &Report, span: Span) -> Flow {
        if let Err(error) = self.fits_format(report, span) {
            return self.report_error(&error);
        }
        self.answer_limit = AnswerLimit::Limited;
        self.report(report);
        match std::mem::take(&mut self.answer_limit) {
            AnswerLimit::Stopped(stop) => self.report_error(&Error::stopped(stop, span)),
            AnswerLimit::TooLong => {
                let error = SemanticError::LongAnswer { limit: self.most_bytes() };
                self.report_error(&Error::new(error, span))
            }
            AnswerLimit::Unlimited | AnswerLimit::Limited | AnswerLimit::Within(_) => self.going_on(),
        }
    }

    /// Prints an error. Returns whether the run goes on.
    fn report_error(&mut self, error: &Error) -> Flow {
        let interrupted = error.is_interrupted();
        // The time limit of a `load` covers all statements in the file.
        let late = error.stop() == Some(&SolveError::TimedOut) && self.watch.loads() > 0;
        self.exit_status =
            self.exit_status.max(if interrupted { ExitStatus::Interrupted } else { ExitStatus::Failure });
        self.print_error(error);
        if let Some(handout) = &mut self.handout {
            let session = &self.service.session;
            handout.error(&show::error::error_in(session.language, error, session.sources(), Painter::Plain));
        }
        if interrupted {
            // The interrupt has been reported, and ends everything under way.
            self.watch.forget_stop();
        }
        // After an error the user can type on; a file was written to be run as a whole.
        let typed = self.settings.interactive && !self.service.guard.is_in_script();
        if !interrupted && !late && (typed || self.settings.keep_going) { Flow::On } else { Flow::Stop }
    }

    /// Whether the run goes on after an answer: it ends when standard output cannot be written any more.
    fn going_on(&self) -> Flow {
        match self.output_gone {
            None => Flow::On,
            Some(ExitStatus::Success) => Flow::Quit,
            Some(_) => Flow::Stop,
        }
    }

    fn run_certain(&mut self, error: &Error) -> Option<Flow> {
        Host::run_certain(self, error)
    }

    fn notice(&mut self, notice: &Notice) {
        self.print_notice(notice);
    }

    /// Prints some lines on standard output.
    fn line(&mut self, text: &str) {
        let text = &*show::visible::lines(text);
        match &mut self.handout {
            Some(handout) if self.output_gone.is_none() => handout.line(text),
            _ if self.kept.is_some() => self.print_remark_lines(text),
            _ if self.settings.format.is_some() => eprint_line(text),
            _ => self.write_answer(false, |out| writeln!(out, "{text}")),
        }
    }

    fn explains(&self) -> bool {
        self.settings.is_prompt()
    }

    fn keeps_going(&self) -> bool {
        self.settings.keep_going
    }

    fn reads_transcripts(&self) -> bool {
        self.settings.transcript
    }

    fn is_typed(&self) -> bool {
        self.settings.interactive
    }

    /// A page shows its pictures, whether they are written into files as well or not.
    fn shows_what_it_writes(&self, report: &Report) -> bool {
        self.handout.is_some() && report.is_figure()
    }

    fn put(&mut self, path: &str, content: FileContent, output: Output, span: Span) -> Flow {
        let unfinished_files = self.watch.unfinished_files().clone();
        self.put_whole(path, content, output, span, &unfinished_files)
    }

    fn wrote(&mut self, path: &str) {
        if self.settings.interactive || self.settings.json {
            self.report(&self.service.session.told(Wrote { path: path.to_owned() }));
        }
    }

    /// Asks the user at the terminal. No answer means no.
    fn confirms(&mut self, question: &str) -> Option<bool> {
        if !(self.settings.interactive && io::stdin().is_terminal()) {
            return None;
        }
        self.typed_last = None;
        let answer = self.lines.as_mut().and_then(|lines| lines.next_line(question, &["yes", "no"]));
        Some(answer.is_some_and(|answer| ["y", "yes"].contains(&&*answer.trim().to_lowercase())))
    }

    fn dialogue(&mut self, dialogue: Dialogue, opening: Option<&Report>) -> Flow {
        // A page cannot hold a dialogue: it shows what is known beforehand.
        if self.handout.is_some() || self.settings.echoes {
            return self.print_dialogue(&dialogue, opening);
        }
        // Problems with the file of an exam are reported before the questions, not after the answers.
        match self.can_be_kept(&dialogue) {
            Ok(true) => {}
            Ok(false) => return Flow::On,
            Err(error) => return self.report_error(&error),
        }
        if let Some(report) = opening {
            self.report(report);
        }
        self.conduct(dialogue)
    }

    fn next_line(&mut self, prompt: &str, dialogue: &Dialogue) -> Option<String> {
        self.typed_last = None;
        match &mut self.lines {
            Some(lines) => lines.next_line(prompt, dialogue.words()),
            None if self.frames.is_some() => self.next_frame_line(dialogue),
            None => self.input().next_line(),
        }
    }

    fn is_left_by_somebody(&self) -> bool {
        self.lines.is_some()
    }

    fn edit(&mut self, name: &str, text: &str, span: Span) -> Flow {
        self.edit_definition(name, text, span)
    }

    fn stepped(&mut self, dialogue: &Dialogue) {
        if dialogue.keeps_its_place() {
            self.keep_tour();
        }
    }

    fn survey(&mut self, survey: Survey) -> Flow {
        self.survey_on_threads(survey)
    }

    fn history(&mut self) {
        let typed = self.prompt_inputs.clone();
        match self.settings.json {
            true => self.print_json(serde_json::json!({"type": "history", "entries": typed})),
            false => typed.iter().for_each(|entry| self.line(entry)),
        }
    }

    fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }

    fn took(&mut self, seconds: f64) {
        match self.settings.json {
            true => self.print_json(serde_json::json!({"type": "time", "seconds": seconds})),
            false => self.line(&style::elapsed(Duration::from_secs_f64(seconds.max(0.0)))),
        }
    }

    fn end(&mut self) {
        self.watch.end();
    }
}

/// An object on a line.
fn json_line(object: &serde_json::Value) -> String {
    show::visible::json(&object.to_string()).into_owned()
}

/// Prints a remark on standard error, outside of any session; as JSON, it is an object.
pub fn remark(json: bool, text: &str) {
    let notice = Notice::new(text, None, true);
    match json {
        true => eprint_line(&json_line(&show::json::notice(&notice, &Sources::default()))),
        false => eprint_line(&format!("note: {}", show::visible::lines(text))),
    }
}

fn eprint_line(text: &str) {
    // If standard error cannot be written, there is no place left to report that.
    let _ = writeln!(io::stderr().lock(), "{}", text.trim_end_matches('\n'));
}
