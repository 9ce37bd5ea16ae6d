//! Carries out `survey`: the turns of its loop are dealt to a pool of worker threads, and the rows are written in
//! order as they come. So those written remain, whatever ends the survey.

use grundy_engine::sorting::sort_by_key;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use grundy_engine::solve::{Memory, SolveError};

use super::deferred_drops::DEFERRED_DROPS;
use super::worker_pool::{Batch, BatchOutcome, BatchRows, FinishedBatch, WorkerJob, WorkerPool};
use super::{AnswerLimit, Host};
use crate::error::{Error, Notice, SemanticError, thousands};
use crate::service::unfinished_files::{UnfinishedFiles, WriteError};
use crate::service::{Flow, FrontEnd, Output, Writable, files, row_writer};
use crate::session::report::{ShownSurvey, Surveyed};
use crate::session::{Survey, SurveyRows, SurveyTurn, Surveyor, failures};
use crate::show::report::Report;
use crate::show::row_format::RowWriter;
use crate::show::told::{Told, told};
use crate::source::Span;

/// If a batch takes less time than this, the next ones are made larger.
const SHORT_BATCH: Duration = Duration::from_millis(5);
/// If a batch takes more time than this, the next ones are made smaller.
const LONG_BATCH: Duration = Duration::from_millis(50);
/// The most turns in a batch.
const LARGEST_BATCH: usize = 256;
/// Limits of the rows that wait for an earlier batch, in turns and in bytes: beyond them no turn is dealt until a
/// batch has come back.
const WAITING_TURNS: usize = 50_000;
const WAITING_BYTES: u64 = 32 << 20;

/// How long the rows of a table may take to draw when the survey has been stopped.
const DRAWING: Duration = Duration::from_millis(100);

/// What the rows are written into.
enum RowTarget {
    /// A table that is shown at the end.
    Table(SurveyRows),
    File(RowFile),
}

/// A file that grows row by row. It is created with the first row, so that a survey that fails before that leaves an
/// old file as it was.
struct RowFile {
    named: String,
    span: Span,
    target: Writable,
    headings: String,
    unfinished_files: UnfinishedFiles,
    file: Option<File>,
    /// The bytes of the headings and of the rows that are written as a whole.
    length: u64,
    /// Whether the rows that were written are known to be in the file, and no part of another one.
    is_certain: bool,
}

/// Why a survey ends before its loop does.
enum End {
    Error(Error),
    /// The table has as many rows as are kept.
    Full,
}

/// A survey under way.
struct SurveyRun {
    survey: Arc<Survey>,
    writer: Option<RowWriter>,
    row_target: RowTarget,
    threads: usize,
    pool: WorkerPool,
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
    /// The bytes of the rows that are kept for the table.
    kept_bytes: usize,
    /// The bytes that this thread may use, for the loop and for the rows.
    share_of_rows: u64,
    /// How many turns are done, and their rows written.
    done: u64,
    /// How many turns there are; 0 if they cannot be counted.
    goal: u64,
    rows: u64,
    failed: u64,
    end: Option<End>,
    /// A row could not be answered, kept or written, so that no row behind it is written.
    has_gap: bool,
}

impl Host {
    /// Carries out a survey, and reports its result.
    pub(super) fn survey_on_threads(&mut self, survey: Survey) -> Flow {
        let span = survey.span;
        let (writer, row_target) = match self.row_target(&survey) {
            Ok(Some(row_target)) => row_target,
            Ok(None) => return Flow::On,
            Err(error) => return self.report_error(&error),
        };
        if let Err(stop) = self.watch.go_on() {
            return self.report_error(&Error::stopped(stop, span));
        }
        let mut run = SurveyRun::new(survey, writer, row_target, self.settings.threads);
        let (ran, stop) = (run.carry_out(), self.watch.stop_reason());
        self.watch.end();
        let error = match (ran, stop) {
            (Err(End::Error(error)), _) => Some(match error.stop() {
                Some(stop) if error.is_stopped() => run.stopped(stop.clone()),
                _ => error,
            }),
            // The signal came after the loop had looked at it for the last time.
            (Ok(()), Some(stop)) if !run.is_whole() => Some(run.stopped(stop)),
            (Ok(()) | Err(End::Full), _) => None,
        };
        self.surveyed(run, error)
    }

    /// What the rows are written into, and what writes them; `None` if the user does not want a file to be replaced.
    fn row_target(&mut self, survey: &Survey) -> Result<Option<(Option<RowWriter>, RowTarget)>, Error> {
        let Some(path) = survey.to() else { return Ok(Some((None, RowTarget::Table(SurveyRows::default())))) };
        let (named, span) = (path.text.clone(), path.span);
        let writer = row_writer(&named, span, &survey.columns)?;
        let Some(target) = self.may_write(&named, Output::Answer, span)? else {
            self.left_as_it_was(&named);
            return Ok(None);
        };
        let (headings, unfinished_files) = (writer.headings(), self.watch.unfinished_files().clone());
        let length = headings.len() as u64;
        let file = RowFile { named, span, target, headings, unfinished_files, file: None, length, is_certain: true };
        file.unfinished_files.check(&file.target).map_err(|problem| file.failed(problem))?;
        Ok(Some((Some(writer), RowTarget::File(file))))
    }

    /// Reports how a survey has ended.
    fn surveyed(&mut self, run: SurveyRun, error: Option<Error>) -> Flow {
        let SurveyRun { survey, row_target, rows, failed, .. } = run;
        let is_told = self.settings.interactive || self.settings.json;
        match row_target {
            RowTarget::Table(kept) if error.is_none() || rows > 0 => {
                let table = kept.table(&survey);
                match error {
                    None => return self.table(table, survey.span),
                    Some(_) => self.report_briefly(&self.service.session.told(ShownSurvey(table))),
                }
            }
            RowTarget::Table(_) => {}
            RowTarget::File(file) => {
                let path = file.named;
                if error.is_none() && is_told {
                    self.report(&self.service.session.told(Surveyed { path, rows, failed }));
                } else {
                    self.note_rows(&path, rows, error.is_some() && file.is_certain);
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

    /// Prints what there is of a table whose survey has been stopped, while that does not take long.
    fn report_briefly(&mut self, table: &Report) {
        self.answer_limit = AnswerLimit::Within(DRAWING);
        self.report(table);
        if let AnswerLimit::Stopped(SolveError::TimedOut) = std::mem::take(&mut self.answer_limit) {
            self.note(told!("there are more rows, which take too long to draw"));
        }
    }

    /// Notes how many rows are in the file of a survey that ended early.
    fn note_rows(&mut self, path: &str, rows: u64, is_early: bool) {
        if is_early && rows > 0 {
            let told = match rows {
                1 => told!("the first row is in {path}", path),
                rows => told!("the first {n} rows are in {path}", n = thousands(rows), path),
            };
            self.note(told);
        }
    }

    fn note(&mut self, text: Told) {
        self.notice(&Notice::new(text, None, true));
    }
}

impl SurveyRun {
    fn new(survey: Survey, writer: Option<RowWriter>, row_target: RowTarget, threads: usize) -> SurveyRun {
        let survey = Arc::new(survey);
        let pool = worker_pool(&survey, writer.as_ref(), threads);
        let (turns, waiting) = (Vec::new(), BTreeMap::new());
        SurveyRun {
            survey,
            writer,
            row_target,
            threads,
            pool,
            turns,
            size: 1,
            dealt: 0,
            next: 0,
            waiting,
            waiting_turns: 0,
            waiting_bytes: 0,
            kept_bytes: 0,
            share_of_rows: 0,
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
        let error =
            Error::new(SemanticError::Stopped { stop: Box::new(stop), reached, because: None }, self.survey.span);
        match is_late {
            true => error.advise(told!("allow more time with --timeout, or go on with the cases that are missing")),
            false => error,
        }
    }

    /// Deals all turns and writes all rows. The error says why it ended early.
    fn carry_out(&mut self) -> Result<(), End> {
        let (memory, _) = self.survey.shares(self.threads);
        self.share_of_rows = memory;
        let mut enumerator = Surveyor::new(self.survey.clone(), memory).map_err(End::Error)?;
        self.goal = enumerator.turns().unwrap_or(0);
        self.survey.tell(0, self.goal);
        let looped = enumerator.each_turn(&mut |turn| {
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
        match &mut self.row_target {
            RowTarget::File(file) if ended.is_ok() || file.file.is_some() => {
                let closed = file.close();
                ended.and(closed)
            }
            _ => ended,
        }
    }

    /// Stops the pool, and writes the rows that have come, up to the first that is missing.
    fn break_off(&mut self) {
        self.survey.stop();
        for done in self.pool.close() {
            if let BatchOutcome::Rows(rows) = done.outcome {
                self.keep(done.batch, rows);
            }
        }
        // If writing has failed before, that error has been noted.
        let _ = self.write();
    }

    /// Deals the collected turns as a batch, as soon as the pool can take one.
    fn deal(&mut self) -> Result<(), End> {
        let is_full = |this: &SurveyRun| {
            this.waiting_turns >= WAITING_TURNS
                || this.waiting_bytes as u64 >= WAITING_BYTES.min(this.share_of_rows / 2)
        };
        while !self.pool.wants_more() || is_full(self) && self.pool.pending_batches > 0 {
            let Some(done) = self.pool.next() else { break };
            self.receive(done)?;
        }
        while let Some(done) = self.pool.next_ready() {
            self.receive(done)?;
        }
        let batch = Batch { index: self.dealt, turns: std::mem::take(&mut self.turns) };
        self.dealt += 1;
        self.pool.submit(batch);
        Ok(())
    }

    /// Deals the turns that are left, and waits for all batches.
    fn finish(&mut self) -> Result<(), End> {
        if !self.turns.is_empty() {
            self.deal()?;
        }
        while let Some(done) = self.pool.next() {
            self.receive(done)?;
        }
        Ok(())
    }

    /// Takes in a batch that has come back.
    fn receive(&mut self, done: FinishedBatch) -> Result<(), End> {
        match done.outcome {
            BatchOutcome::Rows(rows) => {
                match done.time {
                    time if time < SHORT_BATCH => self.size = (2 * self.size).min(LARGEST_BATCH),
                    time if time > LONG_BATCH => self.size = (self.size / 2).max(1),
                    _ => {}
                }
                // A survey that was stopped does not wait for the rows before this one.
                let stopped = rows.error.clone().filter(Error::is_stopped);
                self.keep(done.batch, rows);
                self.write()?;
                stopped.map_or(Ok(()), |error| Err(End::Error(error)))
            }
            BatchOutcome::Unanswered => self.with_fewer(done.batch),
        }
    }

    /// Keeps the rows of a batch until all earlier ones are written.
    fn keep(&mut self, batch: Batch, rows: BatchRows) {
        self.waiting_turns += batch.turns.len();
        self.waiting_bytes += rows.bytes;
        self.waiting.insert(batch.index, (rows, batch.turns.len()));
    }

    /// Writes the rows whose turn it is.
    fn write(&mut self) -> Result<(), End> {
        while !self.has_gap
            && let Some((rows, turns)) = self.waiting.remove(&self.next)
        {
            self.next += 1;
            self.waiting_turns -= turns;
            self.waiting_bytes -= rows.bytes;
            match &mut self.row_target {
                RowTarget::Table(kept) => {
                    self.kept_bytes += rows.bytes;
                    // Laying the table out takes as much again.
                    if 2 * self.kept_bytes as u64 > self.share_of_rows {
                        self.has_gap = true;
                        return Err(End::Error(self.survey.too_large(2 * self.kept_bytes as u64, self.share_of_rows)));
                    }
                    for row in rows.cells {
                        if kept.add(row).is_break() {
                            self.has_gap = true;
                            return Err(End::Full);
                        }
                        self.rows += 1;
                    }
                }
                RowTarget::File(file) => {
                    if let Err(end) = file.write(&rows.text) {
                        self.has_gap = true;
                        return Err(end);
                    }
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
        for done in self.pool.close() {
            match done.outcome {
                BatchOutcome::Rows(rows) => self.keep(done.batch, rows),
                BatchOutcome::Unanswered => again.push(done.batch),
            }
        }
        self.write()?;
        DEFERRED_DROPS.settle();
        self.threads = (self.threads / 2).max(1);
        self.pool = worker_pool(&self.survey, self.writer.as_ref(), self.threads);
        sort_by_key(&mut again, |batch| batch.index);
        again.into_iter().for_each(|batch| self.pool.submit(batch));
        Ok(())
    }
}

/// A pool of at most `threads` workers that share the memory.
fn worker_pool(survey: &Arc<Survey>, writer: Option<&RowWriter>, threads: usize) -> WorkerPool {
    let (_, memory) = survey.shares(threads);
    WorkerPool::new(
        WorkerJob { survey: survey.clone(), writer: writer.cloned(), memory, is_alone: threads == 1 },
        threads,
    )
}

impl RowFile {
    /// Writes some rows. If they cannot be written as a whole, none of them stays in the file: the first half of a row
    /// would look like a row with another number.
    fn write(&mut self, rows: &str) -> Result<(), End> {
        if rows.is_empty() {
            return Ok(());
        }
        let whole = self.length;
        let file = self.begun()?;
        if let Err(error) = file.write_all(rows.as_bytes()) {
            let is_cut = file.set_len(whole).is_ok();
            self.is_certain &= is_cut;
            let torn = if is_cut { "" } else { "; the last row of the file may be only a part of one" };
            return Err(End::Error(self.broken(&error, torn)));
        }
        self.length += rows.len() as u64;
        Ok(())
    }

    /// The open file, which is created with its headings at the first call.
    fn begun(&mut self) -> Result<&mut File, End> {
        let file = match self.file.take() {
            Some(file) => file,
            None => {
                let begun = self.unfinished_files.begin(&self.target, self.headings.as_bytes());
                begun.map_err(|problem| End::Error(self.failed(problem)))?
            }
        };
        Ok(self.file.insert(file))
    }

    /// Makes sure that the file exists, and that its rows are on the disk.
    fn close(&mut self) -> Result<(), End> {
        let synced = self.begun()?.sync_all();
        synced.map_err(|error| {
            self.is_certain = false;
            End::Error(self.broken(&error, "; the last rows may be missing"))
        })
    }

    fn failed(&self, problem: WriteError) -> Error {
        files::file_error(&self.named, Path::new(""), &problem.in_words(), self.span)
    }

    fn broken(&self, error: &io::Error, consequence: &str) -> Error {
        let problem = format!("{}{consequence}", files::in_words(error));
        files::file_error(&self.named, Path::new(""), &problem, self.span)
    }
}
