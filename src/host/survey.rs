//! Carries out `survey`: the turns of its loop are dealt to a crew of worker threads, and the rows are written in
//! order as they come. So those written remain, whatever ends the survey.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use grundy_engine::solve::{Memory, SolveError};

use super::author::Output;
use super::crew::{Batch, BatchRows, Crew, Done, Order, Outcome};
use super::leftovers::LEFTOVERS;
use super::unfinished::{UnfinishedFiles, WriteError};
use super::{Flow, Host, files};
use crate::error::{Error, Meaning, thousands};
use crate::render::survey::{RowFormat, failures};
use crate::render::visible;
use crate::session::report::{Report, Surveyed};
use crate::session::{Notice, Survey, SurveyRows, SurveyTurn, Surveyor};
use crate::source::Span;

/// If a batch takes less time than this, the next ones are made larger.
const LITTLE: Duration = Duration::from_millis(5);
/// If a batch takes more time than this, the next ones are made smaller.
const LONG: Duration = Duration::from_millis(50);
/// The most turns in a batch.
const LARGEST: usize = 256;
/// Limits of the rows that wait for an earlier batch, in turns and in bytes: beyond them no turn is dealt until a
/// batch has come back.
const WAITING_TURNS: usize = 50_000;
const WAITING_BYTES: usize = 32 << 20;

/// What the rows are written into.
enum Paper {
    /// A table that is shown at the end.
    Kept(SurveyRows),
    File(RowFile),
}

/// A file that grows row by row. It is created with the first row, so that a survey that fails before that leaves an
/// old file as it was.
struct RowFile {
    named: String,
    span: Span,
    target: PathBuf,
    headings: String,
    parts: UnfinishedFiles,
    file: Option<File>,
}

/// Why a survey ends before its loop does.
enum End {
    Error(Error),
    /// The table has as many rows as are kept.
    Full,
}

/// A survey under way.
struct Undertaking {
    survey: Arc<Survey>,
    format: Option<RowFormat>,
    sheet: Paper,
    threads: usize,
    crew: Crew,
    /// The turns collected for the next batch.
    turns: Vec<SurveyTurn>,
    /// How many turns make a batch.
    size: usize,
    /// The number of the next batch to be dealt.
    dealt: u64,
    /// The number of the next batch to be written.
    next: u64,
    /// Rows that wait for an earlier batch, by the number of their own batch, with the number of turns in it.
    waiting: BTreeMap<u64, (BatchRows, usize)>,
    waiting_turns: usize,
    waiting_bytes: usize,
    /// How many turns are done, and their rows written.
    done: u64,
    /// How many turns there are; 0 if they cannot be counted.
    goal: u64,
    rows: u64,
    failed: u64,
    end: Option<End>,
    /// A row could not be answered or kept, so that no row behind it is written.
    has_gap: bool,
}

impl Host {
    /// Carries out a survey, and reports its result.
    pub(super) fn survey(&mut self, survey: Survey) -> Flow {
        let span = survey.span;
        let (format, paper) = match self.paper(&survey) {
            Ok(Some(paper)) => paper,
            Ok(None) => return Flow::On,
            Err(error) => return self.report_error(&error),
        };
        if let Err(stop) = self.watch.go_on() {
            return self.report_error(&Error::stopped(stop, span));
        }
        let mut course = Undertaking::new(survey, format, paper, threads(self.settings.threads));
        let (ran, stop) = (course.run(), self.watch.stop_reason());
        self.watch.end();
        let error = match (ran, stop) {
            (Err(End::Error(error)), _) => Some(match error.stop() {
                Some(stop) if error.is_stopped() => course.stopped(stop.clone()),
                _ => error,
            }),
            // The signal came after the loop had looked at it for the last time.
            (Ok(()), Some(stop)) if !course.is_whole() => Some(course.stopped(stop)),
            (Ok(()) | Err(End::Full), _) => None,
        };
        self.surveyed(course, error)
    }

    /// What the rows are written into, and in which format; `None` if the user does not want a file to be replaced.
    fn paper(&mut self, survey: &Survey) -> Result<Option<(Option<RowFormat>, Paper)>, Error> {
        let Some(path) = survey.to() else { return Ok(Some((None, Paper::Kept(SurveyRows::default())))) };
        let (named, span) = (path.text.clone(), path.span);
        let extension = files::extension(Path::new(&named));
        let format = RowFormat::of(&extension).map_err(|known| {
            let known = known.into_iter().map(str::to_owned).collect();
            Error::new(Meaning::UnknownFormat { extension, known }, span)
        })?;
        let Some(target) = self.may_write(&named, Output::Answer, span)? else {
            self.line(&format!("{} is left as it was.", visible::text(&named)));
            return Ok(None);
        };
        let (headings, parts) = (format.headings(&survey.columns), self.watch.parts().clone());
        let file = RowFile { named, span, target, headings, parts, file: None };
        file.parts.check(&file.target).map_err(|problem| file.failed(problem))?;
        Ok(Some((Some(format), Paper::File(file))))
    }

    /// Reports how a survey has ended.
    fn surveyed(&mut self, course: Undertaking, error: Option<Error>) -> Flow {
        let Undertaking { survey, sheet, rows, failed, .. } = course;
        let is_told = self.settings.interactive || self.settings.json;
        match sheet {
            Paper::Kept(kept) if error.is_none() || rows > 0 => {
                self.report(&Report::Survey(kept.table(&survey.columns)));
            }
            Paper::Kept(_) => {}
            Paper::File(file) => {
                let path = file.named;
                if error.is_none() && is_told {
                    self.report(&Report::Surveyed(Surveyed { path, rows, failed }));
                } else {
                    self.note_rows(&path, rows, error.is_some());
                    if failed > 0 {
                        self.note(failures(failed));
                    }
                }
            }
        }
        match error {
            Some(error) => self.report_error(&error),
            None => self.going_on(),
        }
    }

    /// Notes how many rows are in the file of a survey that ended early.
    fn note_rows(&mut self, path: &str, rows: u64, is_early: bool) {
        if is_early && rows > 0 {
            let rows = if rows == 1 {
                "the first row is".to_owned()
            } else {
                format!("the first {} rows are", thousands(u128::from(rows)))
            };
            self.note(format!("{rows} in {}", visible::text(path)));
        }
    }

    fn note(&mut self, text: String) {
        self.notice(&Notice { text, span: None, everywhere: true });
    }
}

impl Undertaking {
    fn new(survey: Survey, format: Option<RowFormat>, sheet: Paper, threads: usize) -> Undertaking {
        let survey = Arc::new(survey);
        let crew = crew(&survey, format, threads);
        let (turns, waiting) = (Vec::new(), BTreeMap::new());
        Undertaking {
            survey,
            format,
            sheet,
            threads,
            crew,
            turns,
            size: 1,
            dealt: 0,
            next: 0,
            waiting,
            waiting_turns: 0,
            waiting_bytes: 0,
            done: 0,
            goal: 0,
            rows: 0,
            failed: 0,
            end: None,
            has_gap: false,
        }
    }

    /// Whether every turn has been dealt and its row written.
    fn is_whole(&self) -> bool {
        self.next == self.dealt && self.turns.is_empty()
    }

    /// The error that the survey was stopped, and how far it had come. Unlike for other statements, asking again
    /// would not be faster, since the tables of the surveyors are not kept; so the advice is another one.
    fn stopped(&self, stop: SolveError) -> Error {
        let is_late = stop == SolveError::TimedOut;
        let reached = Some((self.done, self.goal));
        let error = Error::new(Meaning::Stopped { stop: Box::new(stop), reached, because: None }, self.survey.span);
        match is_late {
            true => error.advise("allow more time with --timeout, or go on with the cases that are missing"),
            false => error,
        }
    }

    /// Deals all turns and writes all rows. The error says why it ended early.
    fn run(&mut self) -> Result<(), End> {
        let (memory, _) = self.survey.shares(self.threads);
        let mut guide = Surveyor::new(self.survey.clone(), memory).map_err(End::Error)?;
        self.goal = guide.turns().unwrap_or(0);
        self.survey.tell(0, self.goal);
        let looped = guide.each_turn(&mut |turn| {
            self.turns.push(turn);
            match if self.turns.len() >= self.size { self.deal() } else { Ok(()) } {
                Ok(()) => ControlFlow::Continue(()),
                Err(end) => {
                    self.end = Some(end);
                    ControlFlow::Break(())
                }
            }
        });
        let ended = match (self.end.take(), looped) {
            (Some(end), _) => Err(end),
            (None, Err(error)) => self.finish().and(Err(End::Error(error))),
            (None, Ok(())) => self.finish(),
        };
        if ended.is_err() {
            self.break_off();
        }
        match &mut self.sheet {
            Paper::File(file) if ended.is_ok() || file.file.is_some() => {
                let closed = file.close();
                ended.and(closed)
            }
            _ => ended,
        }
    }

    /// Stops the crew, and writes the rows that have come, up to the first that is missing.
    fn break_off(&mut self) {
        self.survey.stop();
        for done in self.crew.close() {
            if let Outcome::Rows(rows) = done.outcome {
                self.keep(done.batch, rows);
            }
        }
        // If writing has failed before, it fails again, and that error has been noted.
        let _ = self.write();
    }

    /// Deals the collected turns as a batch, as soon as the crew can take one.
    fn deal(&mut self) -> Result<(), End> {
        let is_full = |this: &Undertaking| this.waiting_turns >= WAITING_TURNS || this.waiting_bytes >= WAITING_BYTES;
        while !self.crew.wants_more() || is_full(self) && self.crew.out > 0 {
            let Some(done) = self.crew.next() else { break };
            self.came(done)?;
        }
        while let Some(done) = self.crew.next_ready() {
            self.came(done)?;
        }
        let batch = Batch { index: self.dealt, turns: std::mem::take(&mut self.turns) };
        self.dealt += 1;
        self.crew.give(batch);
        Ok(())
    }

    /// Deals the turns that are left, and waits for all batches.
    fn finish(&mut self) -> Result<(), End> {
        if !self.turns.is_empty() {
            self.deal()?;
        }
        while let Some(done) = self.crew.next() {
            self.came(done)?;
        }
        Ok(())
    }

    /// Takes in a batch that has come back.
    fn came(&mut self, done: Done) -> Result<(), End> {
        match done.outcome {
            Outcome::Rows(rows) => {
                match done.time {
                    time if time < LITTLE => self.size = (2 * self.size).min(LARGEST),
                    time if time > LONG => self.size = (self.size / 2).max(1),
                    _ => {}
                }
                // A survey that was stopped does not wait for the rows before this one.
                let stopped = rows.error.clone().filter(Error::is_stopped);
                self.keep(done.batch, rows);
                self.write()?;
                stopped.map_or(Ok(()), |error| Err(End::Error(error)))
            }
            Outcome::Left => self.with_fewer(done.batch),
        }
    }

    /// Keeps the rows of a batch until all earlier ones are written.
    fn keep(&mut self, batch: Batch, rows: BatchRows) {
        self.waiting_turns += batch.turns.len();
        self.waiting_bytes += rows.text.len();
        self.waiting.insert(batch.index, (rows, batch.turns.len()));
    }

    /// Writes the rows whose turn it is.
    fn write(&mut self) -> Result<(), End> {
        while !self.has_gap
            && let Some((rows, turns)) = self.waiting.remove(&self.next)
        {
            self.next += 1;
            self.waiting_turns -= turns;
            self.waiting_bytes -= rows.text.len();
            match &mut self.sheet {
                Paper::Kept(kept) => {
                    for row in rows.cells {
                        if kept.add(row).is_break() {
                            self.has_gap = true;
                            return Err(End::Full);
                        }
                        self.rows += 1;
                    }
                }
                Paper::File(file) => {
                    file.write(&rows.text)?;
                    self.rows += rows.count;
                }
            }
            self.failed += rows.failed;
            if let Some(error) = rows.error {
                self.has_gap = true;
                return Err(End::Error(error));
            }
            self.done += turns as u64;
            self.survey.tell(self.done, self.goal);
        }
        Ok(())
    }

    /// A batch needs more memory than a worker has: half as many workers go on, each with twice as much. The last one
    /// has all the memory, and its answer is final.
    fn with_fewer(&mut self, batch: Batch) -> Result<(), End> {
        let mut again = vec![batch];
        for done in self.crew.close() {
            match done.outcome {
                Outcome::Rows(rows) => self.keep(done.batch, rows),
                Outcome::Left => again.push(done.batch),
            }
        }
        self.write()?;
        LEFTOVERS.settle();
        self.threads = (self.threads / 2).max(1);
        self.crew = crew(&self.survey, self.format, self.threads);
        again.sort_by_key(|batch| batch.index);
        again.into_iter().for_each(|batch| self.crew.give(batch));
        Ok(())
    }
}

/// As many as were asked for, or one for each core that the program may use.
fn threads(wanted: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    wanted.map_or_else(cores, usize::from).max(1)
}

/// A crew of at most `threads` workers that share the memory.
fn crew(survey: &Arc<Survey>, format: Option<RowFormat>, threads: usize) -> Crew {
    let (_, memory) = survey.shares(threads);
    Crew::new(Order { survey: survey.clone(), format, memory, is_alone: threads == 1 }, threads)
}

impl RowFile {
    fn write(&mut self, text: &str) -> Result<(), End> {
        if text.is_empty() {
            return Ok(());
        }
        self.begun()?.write_all(text.as_bytes()).map_err(|error| End::Error(self.broken(&error)))
    }

    /// The open file, which is created with its headings at the first call.
    fn begun(&mut self) -> Result<&mut File, End> {
        let file = match self.file.take() {
            Some(file) => file,
            None => {
                let begun = self.parts.begin(&self.target, self.headings.as_bytes());
                begun.map_err(|problem| End::Error(self.failed(problem)))?
            }
        };
        Ok(self.file.insert(file))
    }

    /// Makes sure that the file exists, and that its rows are on the disk.
    fn close(&mut self) -> Result<(), End> {
        self.begun()?.sync_all().map_err(|error| End::Error(self.broken(&error)))
    }

    fn failed(&self, problem: WriteError) -> Error {
        let problem = match problem {
            WriteError::Problem(problem) => problem,
            WriteError::Stopped => "interrupted".to_owned(),
        };
        files::file_error(&self.named, Path::new(""), &problem, self.span)
    }

    fn broken(&self, error: &io::Error) -> Error {
        files::file_error(&self.named, Path::new(""), &files::in_words(error), self.span)
    }
}
