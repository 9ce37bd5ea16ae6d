//! The crew of a `survey`: worker threads that answer its rows. Each has a [`Surveyor`] of its own, takes small
//! batches of turns of the survey's loop from a queue, and shares no names, tables or memory with the others. The
//! batches come back in any order.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use grundy_engine::solve::SolveError;

use super::leftovers::LEFTOVERS;
use super::{Counting, STACK, interrupts};
use crate::error::Error;
use crate::render::survey::RowFormat;
use crate::session::report::SurveyCell;
use crate::session::{Survey, SurveyAnswer, SurveyTurn, Surveyor};

/// Consecutive turns of the survey's loop that one worker answers.
pub struct Batch {
    /// The number of the batch, from 0 in the order of the loop.
    pub index: u64,
    pub turns: Vec<SurveyTurn>,
}

/// What became of a batch.
pub enum Outcome {
    Rows(BatchRows),
    /// It was not answered: it needs more memory than a worker has, or the crew was closed first.
    Left,
}

/// The rows of a batch: as text in the format of a file, or else as cells.
pub struct BatchRows {
    pub text: String,
    pub cells: Vec<Vec<SurveyCell>>,
    pub count: u64,
    /// How many cells have no value.
    pub failed: u64,
    /// Why the remaining turns of the batch have no rows.
    pub error: Option<Error>,
}

/// A batch that a worker has answered, or left.
pub struct Done {
    pub batch: Batch,
    pub outcome: Outcome,
    pub time: Duration,
    /// Bytes allocated for the text, which the thread that receives it counts from now on.
    bytes: isize,
}

/// What each worker of a crew needs to know.
#[derive(Clone)]
pub struct Order {
    pub survey: Arc<Survey>,
    /// The format of the file, if there is one.
    pub format: Option<RowFormat>,
    /// Bytes that each worker may use.
    pub memory: u64,
    /// There is only one worker. It has all the memory, so that its answers are final.
    pub is_alone: bool,
}

/// A pool of worker threads for one survey.
pub struct Crew {
    order: Order,
    /// The largest number of workers.
    most: usize,
    /// Sends batches to the workers; `None` once the crew is closed.
    batches: Option<Sender<Batch>>,
    /// From here each worker takes its next batch.
    queue: Arc<Mutex<Receiver<Batch>>>,
    back: Sender<Done>,
    done: Receiver<Done>,
    closing: Arc<AtomicBool>,
    workers: Vec<JoinHandle<isize>>,
    /// A worker on this thread, which is used if no other thread can be started.
    own: Option<Worker>,
    /// How many batches have been given and have not come back.
    pub out: usize,
}

impl Crew {
    /// A crew of at most `most` workers, which are started when there are batches for them.
    pub fn new(order: Order, most: usize) -> Crew {
        let (batches, queue) = mpsc::channel();
        let (back, done) = mpsc::channel();
        let queue = Arc::new(Mutex::new(queue));
        let (closing, workers) = (Arc::default(), Vec::new());
        Crew { order, most, batches: Some(batches), queue, back, done, closing, workers, own: None, out: 0 }
    }

    /// Whether another batch would soon be taken: there are fewer than two for each worker.
    pub fn wants_more(&self) -> bool {
        self.out < 2 * self.most
    }

    /// Queues a batch for the first worker that is free.
    pub fn give(&mut self, batch: Batch) {
        if self.workers.len() < self.most.min(self.out + 1) {
            match self.start() {
                Ok(worker) => self.workers.push(worker),
                // No more threads can be started: the workers that exist do the work.
                Err(_) => self.most = self.workers.len().max(1),
            }
        }
        self.out += 1;
        if self.workers.is_empty() {
            // No thread could be started: this one does the work.
            let worker = self.own.get_or_insert_with(|| Worker { order: self.order.clone(), surveyor: None });
            // This cannot fail, since `self` holds the receiver.
            let _ = self.back.send(worker.done(batch, false));
        } else if let Some(batches) = &self.batches {
            // This cannot fail either, since `self` holds the queue.
            let _ = batches.send(batch);
        }
    }

    fn start(&self) -> std::io::Result<JoinHandle<isize>> {
        let (order, queue, back, closing) =
            (self.order.clone(), self.queue.clone(), self.back.clone(), self.closing.clone());
        let work = move || Worker { order, surveyor: None }.work(&queue, &back, &closing);
        thread::Builder::new().name("surveyor".to_owned()).stack_size(STACK).spawn(work)
    }

    /// Waits for the next batch to come back; `None` if there are none to wait for.
    pub fn next(&mut self) -> Option<Done> {
        let done = (self.out > 0).then(|| self.done.recv().ok())?;
        self.came(done)
    }

    /// A batch that has come back already, if there is one.
    pub fn next_ready(&mut self) -> Option<Done> {
        let done = self.done.try_recv().ok();
        self.came(done)
    }

    fn came(&mut self, done: Option<Done>) -> Option<Done> {
        let done = done?;
        self.out -= 1;
        Counting::takes(done.bytes);
        Some(done)
    }

    /// Ends the workers. Returns the batches that had not been received; those not begun come as [`Outcome::Left`].
    pub fn close(&mut self) -> Vec<Done> {
        self.closing.store(true, Ordering::Relaxed);
        self.batches = None;
        self.own = None;
        for worker in self.workers.drain(..) {
            match worker.join() {
                Ok(bytes) => Counting::takes(bytes),
                Err(panic) => resume_unwind(panic),
            }
        }
        std::iter::from_fn(|| self.next_ready()).collect()
    }
}

/// The workers end with their crew.
impl Drop for Crew {
    fn drop(&mut self) {
        self.close();
    }
}

/// A worker of a crew.
struct Worker {
    order: Order,
    /// `None` before the first turn.
    surveyor: Option<Surveyor>,
}

impl Worker {
    /// Answers batches until there are no more. Returns the bytes still in use, which the session's thread takes
    /// over.
    fn work(mut self, queue: &Mutex<Receiver<Batch>>, back: &Sender<Done>, closing: &AtomicBool) -> isize {
        interrupts::leave_to_others();
        loop {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(batch) = next else { break };
            if back.send(self.done(batch, closing.load(Ordering::Relaxed))).is_err() {
                break;
            }
        }
        LEFTOVERS.take_over_own(Box::new(self.surveyor.take()));
        drop(self);
        Counting::left()
    }

    /// Answers a batch, unless the crew is being closed (`is_late`).
    fn done(&mut self, batch: Batch, is_late: bool) -> Done {
        let begun = Instant::now();
        let (outcome, bytes) = if is_late { (Outcome::Left, 0) } else { self.answer(&batch) };
        Done { batch, outcome, time: begun.elapsed(), bytes }
    }

    fn answer(&mut self, batch: &Batch) -> (Outcome, isize) {
        let mut answered = Vec::with_capacity(batch.turns.len());
        let mut error = None;
        for turn in &batch.turns {
            match self.turn(turn) {
                SurveyAnswer::Row(row) => answered.push(row),
                SurveyAnswer::NoRow => {}
                SurveyAnswer::NeedsMemory => return (Outcome::Left, 0),
                SurveyAnswer::Ended(why) => {
                    error = Some(why);
                    break;
                }
            }
            // Drops what computations that were broken off in this turn have left behind.
            LEFTOVERS.drop_own();
        }
        let count = answered.len() as u64;
        let failed = answered.iter().flatten().filter(|cell| cell.is_failed()).count() as u64;
        match self.order.format {
            None => (Outcome::Rows(BatchRows { cells: answered, text: String::new(), count, failed, error }), 0),
            Some(format) => {
                let columns = &self.order.survey.columns;
                let (text, bytes) = Counting::made_for_another(|| {
                    let mut text = String::new();
                    answered.iter().for_each(|row| format.add(&mut text, columns, row));
                    text
                });
                (Outcome::Rows(BatchRows { text, cells: Vec::new(), count, failed, error }), bytes)
            }
        }
    }

    fn turn(&mut self, turn: &SurveyTurn) -> SurveyAnswer {
        let Order { survey, memory, is_alone, .. } = &self.order;
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
