//! The worker threads that answer the rows of a `survey`. Each has a [`Surveyor`] of its own, takes small batches of
//! turns of the survey's loop from a queue, and shares no names, tables or memory with the others. The batches come
//! back in any order.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use grundy_engine::solve::SolveError;

use super::deferred_drops::DEFERRED_DROPS;
use super::process;
use crate::error::Error;
use crate::service::{CountingAllocator, STACK};
use crate::session::{Survey, SurveyAnswer, SurveyTurn, Surveyor};
use crate::show::lists::SurveyCell;
use crate::show::row_format::RowWriter;
use crate::show::rows::RowField;

/// Consecutive turns of the survey's loop that one worker answers.
pub struct Batch {
    /// The number of the batch, from 0 in the order of the loop.
    pub index: u64,
    pub turns: Vec<SurveyTurn>,
}

/// What became of a batch.
pub enum BatchOutcome {
    Rows(BatchRows),
    /// It was not answered: it needs more memory than a worker has, or the pool was closed first.
    Unanswered,
}

/// The rows of a batch: as text in the format of a file, or else as cells.
#[derive(Default)]
pub struct BatchRows {
    pub text: String,
    pub cells: Vec<Vec<SurveyCell>>,
    /// The bytes of the text or of the cells.
    pub bytes: usize,
    pub count: u64,
    /// How many cells have no value.
    pub failed: u64,
    /// Why the remaining turns of the batch have no rows.
    pub error: Option<Error>,
}

/// A batch that a worker has answered, or returns unanswered.
pub struct FinishedBatch {
    pub batch: Batch,
    pub outcome: BatchOutcome,
    pub time: Duration,
    /// Bytes allocated for the rows, which the thread that receives it counts from now on.
    bytes: isize,
}

/// What each worker of a pool needs to know.
#[derive(Clone)]
pub struct WorkerJob {
    pub survey: Arc<Survey>,
    /// What writes the rows, if they go into a file.
    pub writer: Option<RowWriter>,
    /// Bytes that each worker may use.
    pub memory: u64,
    /// There is only one worker. It has all the memory, so that its answers are final.
    pub is_alone: bool,
}

/// A pool of worker threads for one survey.
pub struct WorkerPool {
    job: WorkerJob,
    /// The largest number of workers.
    max_workers: usize,
    /// Sends batches to the workers; `None` once the pool is closed.
    batches: Option<Sender<Batch>>,
    /// From here each worker takes its next batch.
    queue: Arc<Mutex<Receiver<Batch>>>,
    results: Sender<FinishedBatch>,
    finished: Receiver<FinishedBatch>,
    closing: Arc<AtomicBool>,
    workers: Vec<JoinHandle<isize>>,
    /// A worker on this thread, which is used if no other thread can be started.
    local_worker: Option<Worker>,
    /// How many batches were submitted and have not come back.
    pub pending_batches: usize,
}

impl WorkerPool {
    /// A pool of at most `max_workers` workers, which are started when there are batches for them.
    pub fn new(job: WorkerJob, max_workers: usize) -> WorkerPool {
        let (batches, queue) = mpsc::channel();
        let (results, finished) = mpsc::channel();
        let queue = Arc::new(Mutex::new(queue));
        let (closing, workers) = (Arc::default(), Vec::new());
        WorkerPool {
            job,
            max_workers,
            batches: Some(batches),
            queue,
            results,
            finished,
            closing,
            workers,
            local_worker: None,
            pending_batches: 0,
        }
    }

    /// Whether another batch would soon be taken: there are fewer than two for each worker.
    pub fn wants_more(&self) -> bool {
        self.pending_batches < 2 * self.max_workers
    }

    /// Queues a batch for the first worker that is free.
    pub fn submit(&mut self, batch: Batch) {
        if self.workers.len() < self.max_workers.min(self.pending_batches + 1) {
            match self.start() {
                Ok(worker) => self.workers.push(worker),
                // No more threads can be started: the workers that exist do the work.
                Err(_) => self.max_workers = self.workers.len().max(1),
            }
        }
        self.pending_batches += 1;
        if self.workers.is_empty() {
            // No thread could be started: this one does the work.
            let worker = self.local_worker.get_or_insert_with(|| Worker { job: self.job.clone(), surveyor: None });
            // This cannot fail, since `self` holds the receiver.
            let _ = self.results.send(worker.finish(batch, false));
        } else if let Some(batches) = &self.batches {
            // This cannot fail either, since `self` holds the queue.
            let _ = batches.send(batch);
        }
    }

    fn start(&self) -> std::io::Result<JoinHandle<isize>> {
        let (job, queue, results, closing) =
            (self.job.clone(), self.queue.clone(), self.results.clone(), self.closing.clone());
        let work = move || Worker { job, surveyor: None }.work(&queue, &results, &closing);
        thread::Builder::new().name("surveyor".to_owned()).stack_size(STACK).spawn(work)
    }

    /// Waits for the next batch to come back; `None` if there are none to wait for.
    pub fn next(&mut self) -> Option<FinishedBatch> {
        let done = (self.pending_batches > 0).then(|| self.finished.recv().ok())?;
        self.receive(done)
    }

    /// A batch that has come back already, if there is one.
    pub fn next_ready(&mut self) -> Option<FinishedBatch> {
        let done = self.finished.try_recv().ok();
        self.receive(done)
    }

    fn receive(&mut self, done: Option<FinishedBatch>) -> Option<FinishedBatch> {
        let done = done?;
        self.pending_batches -= 1;
        CountingAllocator::add(done.bytes);
        Some(done)
    }

    /// Ends the workers. Returns the batches that had not been received; those not begun come as
    /// [`BatchOutcome::Unanswered`].
    pub fn close(&mut self) -> Vec<FinishedBatch> {
        self.closing.store(true, Ordering::Relaxed);
        self.batches = None;
        self.local_worker = None;
        for worker in self.workers.drain(..) {
            match worker.join() {
                Ok(bytes) => CountingAllocator::add(bytes),
                Err(panic) => resume_unwind(panic),
            }
        }
        std::iter::from_fn(|| self.next_ready()).collect()
    }
}

/// The workers end with their pool.
impl Drop for WorkerPool {
    fn drop(&mut self) {
        self.close();
    }
}

/// A worker of a pool.
struct Worker {
    job: WorkerJob,
    /// `None` before the first turn.
    surveyor: Option<Surveyor>,
}

impl Worker {
    /// Answers batches until there are no more. Returns the bytes still in use, which the session's thread takes
    /// over.
    fn work(mut self, queue: &Mutex<Receiver<Batch>>, results: &Sender<FinishedBatch>, closing: &AtomicBool) -> isize {
        process::leave_interrupts_to_others();
        loop {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(batch) = next else { break };
            if results.send(self.finish(batch, closing.load(Ordering::Relaxed))).is_err() {
                break;
            }
        }
        DEFERRED_DROPS.hand_over_own(Box::new(self.surveyor.take()));
        drop(self);
        CountingAllocator::in_use_at_exit()
    }

    /// Answers a batch, unless the pool is being closed (`is_late`).
    fn finish(&mut self, batch: Batch, is_late: bool) -> FinishedBatch {
        let begun = Instant::now();
        let (outcome, bytes) = if is_late { (BatchOutcome::Unanswered, 0) } else { self.answer(&batch) };
        FinishedBatch { batch, outcome, time: begun.elapsed(), bytes }
    }

    fn answer(&mut self, batch: &Batch) -> (BatchOutcome, isize) {
        let mut rows = BatchRows::default();
        for turn in &batch.turns {
            match self.turn(turn) {
                SurveyAnswer::Row(row) => self.add(&mut rows, &row),
                SurveyAnswer::NoRow => {}
                SurveyAnswer::NeedsMemory => return (BatchOutcome::Unanswered, 0),
                SurveyAnswer::Ended(why) => {
                    rows.error = Some(why);
                    break;
                }
            }
            // Drops what computations that were broken off in this turn have left behind.
            DEFERRED_DROPS.drop_own();
            match self.full(rows.bytes) {
                None => {}
                Some(_) if !self.job.is_alone => return (BatchOutcome::Unanswered, 0),
                full => {
                    rows.error = full;
                    break;
                }
            }
        }
        // From here on these bytes count where the rows are received.
        let bytes = rows.bytes as isize;
        CountingAllocator::subtract(bytes);
        (BatchOutcome::Rows(rows), bytes)
    }

    /// Adds a row as text or as cells. Cells are copied, since they may share their parts with the tables of this
    /// worker, and the thread that receives them counts their bytes.
    fn add(&self, rows: &mut BatchRows, row: &[SurveyCell]) {
        let before = CountingAllocator::in_use();
        match &self.job.writer {
            None => rows.cells.push(row.iter().map(SurveyCell::detached).collect()),
            Some(writer) => writer.add(&mut rows.text, &row.iter().map(RowField::from).collect::<Vec<_>>()),
        }
        rows.bytes += CountingAllocator::in_use().saturating_sub(before);
        rows.count += 1;
        rows.failed += row.iter().filter(|cell| cell.is_failed()).count() as u64;
    }

    /// The error if the rows of a batch alone take more than half of the memory.
    fn full(&self, bytes: usize) -> Option<Error> {
        let (needed, limit) = (2 * bytes as u64, self.job.memory);
        (needed > limit).then(|| self.job.survey.too_large(needed, limit))
    }

    fn turn(&mut self, turn: &SurveyTurn) -> SurveyAnswer {
        let WorkerJob { survey, memory, is_alone, .. } = &self.job;
        if self.surveyor.is_none() {
            match Surveyor::new(survey.clone(), *memory) {
                Ok(surveyor) => self.surveyor = Some(surveyor),
                Err(error) if !is_alone && matches!(error.stop(), Some(SolveError::Memory { .. })) => {
                    return SurveyAnswer::NeedsMemory;
                }
                Err(error) => return SurveyAnswer::Ended(error),
            }
        }
        match &mut self.surveyor {
            Some(surveyor) => surveyor.row(turn, *is_alone),
            None => SurveyAnswer::NeedsMemory,
        }
    }
}
