//! Surveyors at work, each on a thread of its own. They get turns of a loop in small batches and share nothing they could change;
//! what they answer comes back in any order.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use grundy_engine::solve::SolveError;

use super::leftovers::LEFTOVERS;
use super::{Counting, interrupts};
use crate::error::Error;
use crate::render::survey::RowFormat;
use crate::session::report::SurveyCell;
use crate::session::{Survey, SurveyAnswer, SurveyTurn, Surveyor};

/// As much as expressions may need that are nested as deeply as they may be.
const STACK: usize = 1 << 30;

/// Turns of a loop that are answered together.
pub struct Batch {
    /// Its place among all.
    pub index: u64,
    pub turns: Vec<SurveyTurn>,
}

/// What became of a batch.
pub enum Outcome {
    Rows(BatchRows),
    /// Nothing: it needs more memory than each of the crew has, or the crew was sent home before.
    Left,
}

/// The rows of a batch: as text in the format of a file, or else as cells.
pub struct BatchRows {
    pub text: String,
    pub cells: Vec<Vec<SurveyCell>>,
    pub count: u64,
    /// How many cells have no value.
    pub failed: u64,
    /// Why the rows of the other turns are not there.
    pub error: Option<Error>,
}

/// A batch that comes back.
pub struct Done {
    pub batch: Batch,
    pub outcome: Outcome,
    pub time: Duration,
    /// Bytes of the text, which its reader counts from now on.
    bytes: isize,
}

/// What all of a crew work for.
#[derive(Clone)]
pub struct Order {
    pub survey: Arc<Survey>,
    /// The format of the file, if there is one.
    pub format: Option<RowFormat>,
    /// Bytes for each.
    pub memory: u64,
    /// There is only one, and the memory is all there is.
    pub is_alone: bool,
}

pub struct Crew {
    order: Order,
    most: usize,
    batches: Option<Sender<Batch>>,
    /// Where each takes the next batch.
    queue: Arc<Mutex<Receiver<Batch>>>,
    back: Sender<Done>,
    done: Receiver<Done>,
    closing: Arc<AtomicBool>,
    workers: Vec<JoinHandle<isize>>,
    /// Who works on this thread, where no other can be had.
    own: Option<Worker>,
    /// Batches that have not come back.
    pub out: usize,
}

impl Crew {
    /// One of at most so many, who begin when there is something to do for them.
    pub fn new(order: Order, most: usize) -> Crew {
        let (batches, queue) = mpsc::channel();
        let (back, done) = mpsc::channel();
        let queue = Arc::new(Mutex::new(queue));
        let (closing, workers) = (Arc::default(), Vec::new());
        Crew { order, most, batches: Some(batches), queue, back, done, closing, workers, own: None, out: 0 }
    }

    /// Whether another batch would soon find somebody.
    pub fn wants_more(&self) -> bool {
        self.out < 2 * self.most
    }

    /// Gives a batch to whoever is free first.
    pub fn give(&mut self, batch: Batch) {
        if self.workers.len() < self.most.min(self.out + 1) {
            match self.start() {
                Ok(worker) => self.workers.push(worker),
                // Those that are there do the work.
                Err(_) => self.most = self.workers.len().max(1),
            }
        }
        self.out += 1;
        if self.workers.is_empty() {
            // No thread can be had: this one does it.
            let worker = self.own.get_or_insert_with(|| Worker { order: self.order.clone(), surveyor: None });
            // Its reader is here.
            let _ = self.back.send(worker.done(batch, false));
        } else if let Some(batches) = &self.batches {
            // They wait for it until the crew is closed.
            let _ = batches.send(batch);
        }
    }

    fn start(&self) -> std::io::Result<JoinHandle<isize>> {
        let (order, queue, back, closing) =
            (self.order.clone(), self.queue.clone(), self.back.clone(), self.closing.clone());
        let work = move || Worker { order, surveyor: None }.work(&queue, &back, &closing);
        thread::Builder::new().name("surveyor".to_owned()).stack_size(STACK).spawn(work)
    }

    /// The next batch that comes back, if one is out.
    pub fn next(&mut self) -> Option<Done> {
        let done = (self.out > 0).then(|| self.done.recv().ok())?;
        self.came(done)
    }

    /// One that has come back already.
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

    /// Ends their work. What they have not begun comes back as it is.
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

/// Nobody goes on for a crew that is not there any more.
impl Drop for Crew {
    fn drop(&mut self) {
        self.close();
    }
}

/// One of a crew.
struct Worker {
    order: Order,
    /// None before the first batch.
    surveyor: Option<Surveyor>,
}

impl Worker {
    /// Answers batches until there are no more; the bytes that are left to the session's thread.
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

    /// What becomes of a batch, which may come too late.
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
                SurveyAnswer::Passed => {}
                SurveyAnswer::Cramped => return (Outcome::Left, 0),
                SurveyAnswer::Ended(why) => {
                    error = Some(why);
                    break;
                }
            }
            // What was broken off in it, and cost no answer.
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
                    return SurveyAnswer::Cramped;
                }
                Err(error) => return SurveyAnswer::Ended(error),
            }
        }
        match &mut self.surveyor {
            Some(surveyor) => surveyor.row(turn, *is_alone),
            None => SurveyAnswer::Cramped,
        }
    }
}
