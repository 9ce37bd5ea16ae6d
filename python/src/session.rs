//! A session as Python holds it. Its thread works, while the thread of Python that asks waits without the lock of the
//! interpreter and looks for Ctrl-C.

use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyTuple};

use grundy::service::budget::Budget;
use grundy::service::door::{Door, QueuedRequest};
use grundy::service::{FileAccess, Flow};
use grundy::session::report::Values;
use grundy_engine::solve::Limits;

use crate::worker::{self, Answer, Event, PlacedDiagnosis, Request};

/// How often a thread that waits looks for Ctrl-C.
const TICK: Duration = Duration::from_millis(20);

/// What one request may take: seconds, and bytes of memory if they are fewer than those of the session.
#[derive(Default)]
struct Bounds {
    seconds: Option<f64>,
    memory: Option<u64>,
}

/// How often Python hears how far a long computation is.
const PROGRESS: Duration = Duration::from_secs(1);

/// A session with a thread of its own.
#[pyclass(module = "grundy._grundy", frozen)]
pub struct Session {
    door: Door<Request>,
    /// How many requests there were: the last one has this name.
    count: AtomicU64,
    events: Mutex<Receiver<Event>>,
    lines: SyncSender<Option<String>>,
    /// The thread that asks.
    asks: Mutex<Option<ThreadId>>,
    /// The process in which the thread of the session runs: a copy of the process has no such thread.
    process: u32,
}

#[pymethods]
impl Session {
    /// `memory` is in bytes. `files` is `"folder"`, `"all"` or `"none"`.
    #[new]
    fn new(memory: u64, threads: usize, files: &str) -> PyResult<Session> {
        let access = match files {
            "folder" => FileAccess::Restricted,
            "all" => FileAccess::All,
            "none" => FileAccess::None,
            _ => return Err(PyValueError::new_err(format!("files is \"folder\", \"all\" or \"none\", not {files:?}"))),
        };
        let ends = worker::start(Limits { memory }, threads.max(1), access)?;
        Ok(Session {
            door: ends.door,
            count: AtomicU64::new(0),
            events: Mutex::new(ends.events),
            lines: ends.lines,
            asks: Mutex::default(),
            process: process::id(),
        })
    }

    /// Runs a text. `say` gets the name of each event and what belongs to it; `ask` gets a prompt and words, and returns
    /// a line or `None`. Returns `"on"`, `"stop"` after an error, or `"quit"`.
    #[pyo3(signature = (text, say, ask, most, data, seconds, memory))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn run(
        &self,
        py: Python<'_>,
        text: String,
        say: Bound<'_, PyAny>,
        ask: Option<Bound<'_, PyAny>>,
        most: usize,
        data: bool,
        seconds: Option<f64>,
        memory: Option<u64>,
    ) -> PyResult<&'static str> {
        self.wait(py, Request::Run { text, most, data }, Bounds { seconds, memory }, &say, ask.as_ref())
    }

    /// Runs a text for the data of its answers; or if `values` says so one `values` statement for its values, as integers of 64 bits in
    /// a row of bytes.
    #[pyo3(signature = (text, say, values, seconds, memory))]
    fn ask(
        &self,
        py: Python<'_>,
        text: String,
        say: Bound<'_, PyAny>,
        values: bool,
        seconds: Option<f64>,
        memory: Option<u64>,
    ) -> PyResult<&'static str> {
        let request = if values { Request::Values { text } } else { Request::Ask { text } };
        self.wait(py, request, Bounds { seconds, memory }, &say, None)
    }

    fn complete(&self, py: Python<'_>, text: String, place: usize, say: Bound<'_, PyAny>) -> PyResult<&'static str> {
        self.wait(py, Request::Complete { text, place }, Bounds::default(), &say, None)
    }

    fn inspect(&self, py: Python<'_>, text: String, place: usize, say: Bound<'_, PyAny>) -> PyResult<&'static str> {
        self.wait(py, Request::Inspect { text, place }, Bounds::default(), &say, None)
    }

    fn diagnose(&self, py: Python<'_>, text: String, say: Bound<'_, PyAny>) -> PyResult<&'static str> {
        self.wait(py, Request::Diagnose { text }, Bounds::default(), &say, None)
    }

    /// Stops what the session is computing for another thread.
    fn interrupt(&self) {
        self.door.cancel(&self.count.load(Ordering::Relaxed).into());
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // The copy of a process has no thread at the door, whose lock another thread may have held.
        if self.process == process::id() {
            self.door.close();
        }
    }
}

impl Session {
    /// Asks, and says each event as it comes. Whatever happens here, the session has answered before this returns.
    fn wait(
        &self,
        py: Python<'_>,
        request: Request,
        bounds: Bounds,
        say: &Bound<'_, PyAny>,
        ask: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<&'static str> {
        if self.process != process::id() {
            return Err(PyRuntimeError::new_err(
                "this session belongs to the process that this one is a copy of: make a new one here",
            ));
        }
        let _turn = Turn::taken(py, &self.asks)?;
        let id = (self.count.fetch_add(1, Ordering::Relaxed) + 1).into();
        let budget = Budget { memory: bounds.memory.unwrap_or(u64::MAX), ..Budget::default() };
        self.door.put(QueuedRequest::new(Some(id), request, 0).within(budget));
        let mut deadline = Deadline::of(bounds.seconds);
        let mut raised = None;
        let mut told = Instant::now();
        loop {
            let event = py.detach(|| lock(&self.events).recv_timeout(TICK));
            // A dialogue forgets such requests at each line.
            if raised.is_some() {
                self.interrupt();
            } else if deadline.is_over() {
                self.door.clock().time_out();
            }
            let done = match event {
                Ok(Event::Done(flow)) => return raised.map_or(Ok(word(flow)), Err),
                Ok(Event::Broken(problem)) => Err(PyRuntimeError::new_err(format!(
                    "a fault of grundy has ended this answer, please report it: {problem}"
                ))),
                Ok(event) => {
                    let begun = Instant::now();
                    let done = self.say(py, event, say, ask, raised.is_some());
                    deadline.move_by(begun.elapsed());
                    done
                }
                Err(RecvTimeoutError::Timeout) if raised.is_none() && told.elapsed() >= PROGRESS => {
                    told = Instant::now();
                    let progress = self.door.clock().signal().progress();
                    progress.map_or(Ok(()), |counts| say.call1(("progress", counts)).map(drop))
                }
                Err(RecvTimeoutError::Timeout) => Ok(()),
                Err(RecvTimeoutError::Disconnected) => return Err(raised.unwrap_or_else(ended)),
            };
            if let Err(error) = done.and_then(|()| py.check_signals()) {
                raised.get_or_insert(error);
                self.interrupt();
            }
        }
    }

    /// Passes an event on to Python. Once something was raised nothing more is said, but the session still gets what it
    /// waits for.
    fn say(
        &self,
        py: Python<'_>,
        event: Event,
        say: &Bound<'_, PyAny>,
        ask: Option<&Bound<'_, PyAny>>,
        is_over: bool,
    ) -> PyResult<()> {
        match event {
            Event::Ask { prompt, words } => {
                let line = match ask {
                    Some(ask) if !is_over => {
                        let words = PyTuple::new(py, words);
                        words.and_then(|words| ask.call1((prompt, words))?.extract::<Option<String>>())
                    }
                    _ => Ok(None),
                };
                let (line, problem) = match line {
                    Ok(line) => (line, Ok(())),
                    Err(error) => (None, Err(error)),
                };
                self.answer(line)?;
                problem
            }
            Event::Values(values) => {
                let column = if is_over { Ok(None) } else { column(py, &values).map(Some) };
                drop(values);
                self.answer(None)?;
                column?.map_or(Ok(()), |column| say.call1(("values", column)).map(drop))
            }
            _ if is_over => Ok(()),
            Event::Answer(answer) => say.call1(("answer", dictionary(py, *answer)?)).map(drop),
            Event::Error { object, text } => say.call1(("error", (object, text))).map(drop),
            Event::Notice(text) => say.call1(("notice", text)).map(drop),
            Event::LeftOut(text) => say.call1(("left out", text)).map(drop),
            Event::Lines(text) => say.call1(("lines", text)).map(drop),
            Event::Offers(from, to, offers) => {
                let offers: Vec<_> = offers
                    .into_iter()
                    .map(|offer| (offer.text, offer.about.unwrap_or_default(), offer.kind.name()))
                    .collect();
                say.call1(("offers", (from, to, offers))).map(drop)
            }
            Event::Diagnoses(found) => {
                let found: Vec<_> = found
                    .into_iter()
                    .map(|PlacedDiagnosis { from, to, diagnosis, fix }| {
                        let fix = fix.zip(diagnosis.fix).map(|((from, to), fix)| (from, to, fix.text));
                        (from, to, diagnosis.code, diagnosis.message, diagnosis.label, diagnosis.help, fix)
                    })
                    .collect();
                say.call1(("diagnoses", found)).map(drop)
            }
            Event::Done(_) | Event::Broken(_) => Ok(()),
        }
    }

    fn answer(&self, line: Option<String>) -> PyResult<()> {
        self.lines.send(line).map_err(|_| ended())
    }
}

/// The turn of a thread to ask a session.
struct Turn<'a>(&'a Mutex<Option<ThreadId>>);

impl Turn<'_> {
    /// Waits for the others.
    ///
    /// # Errors
    /// This very thread is asking already, or Ctrl-C was pressed.
    fn taken<'a>(py: Python<'_>, asks: &'a Mutex<Option<ThreadId>>) -> PyResult<Turn<'a>> {
        let me = thread::current().id();
        loop {
            let mut asking = lock(asks);
            match *asking {
                None => {
                    *asking = Some(me);
                    return Ok(Turn(asks));
                }
                Some(other) if other == me => {
                    return Err(PyRuntimeError::new_err(
                        "this session is answering: what it calls meanwhile must not ask it anything",
                    ));
                }
                Some(_) => {}
            }
            drop(asking);
            py.detach(|| thread::sleep(TICK / 4));
            py.check_signals()?;
        }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *lock(self.0) = None;
    }
}

/// When the time of a request is up.
struct Deadline(Option<Instant>);

impl Deadline {
    fn of(seconds: Option<f64>) -> Deadline {
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).ok());
        Deadline(time.and_then(|time| Instant::now().checked_add(time)))
    }

    fn is_over(&self) -> bool {
        self.0.is_some_and(|end| end <= Instant::now())
    }

    /// The time of whoever listens, or types, is not the session's.
    fn move_by(&mut self, time: Duration) {
        self.0 = self.0.and_then(|end| end.checked_add(time));
    }
}

/// The content of a lock. A thread that ended with it in its hands has changed nothing by halves.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn ended() -> PyErr {
    PyRuntimeError::new_err("this session has ended")
}

fn word(flow: Flow) -> &'static str {
    match flow {
        Flow::On => "on",
        Flow::Quit => "quit",
        Flow::Stop => "stop",
    }
}

/// The values as integers of 64 bits, one after the other.
///
/// # Errors
/// There is no such position, or its value is too large.
fn column<'py>(py: Python<'py>, values: &Values) -> PyResult<Bound<'py, PyByteArray>> {
    const WIDTH: usize = size_of::<i64>();
    PyByteArray::new_with(py, values.entries.len() * WIDTH, |bytes| {
        for (cell, (heap, value)) in bytes.chunks_exact_mut(WIDTH).zip(values.entries.iter()) {
            let game = &values.game.name;
            let value = value
                .ok_or_else(|| PyValueError::new_err(format!("{game} has no position {heap}: begin elsewhere")))?;
            let value = i64::try_from(value.0).map_err(|_| {
                PyValueError::new_err(format!(
                    "the value of {game}({heap}), which is {}, has more than 63 bits",
                    value.0
                ))
            })?;
            cell.copy_from_slice(&value.to_ne_bytes());
        }
        Ok(())
    })
}

fn dictionary(py: Python<'_>, answer: Answer) -> PyResult<Bound<'_, PyDict>> {
    let dictionary = PyDict::new(py);
    dictionary.set_item("statement", answer.statement)?;
    dictionary.set_item("kind", answer.kind)?;
    dictionary.set_item("fails", answer.fails)?;
    dictionary.set_item("only_confirms", answer.only_confirms)?;
    dictionary.set_item("plain", answer.plain)?;
    dictionary.set_item("html", answer.html)?;
    dictionary.set_item("markdown", answer.markdown)?;
    dictionary.set_item("svg", answer.svg)?;
    dictionary.set_item("data", answer.data)?;
    dictionary.set_item("is_cut", answer.is_cut)?;
    Ok(dictionary)
}
