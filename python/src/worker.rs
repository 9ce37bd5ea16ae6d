//! The thread of a session. It answers one request after the other, and says what it has to say as events, which the thread
//! of Python that waits for it takes in.
//!
//! The allocator counts bytes for each thread, so that what one thread allocates and another one frees must change hands:
//! [`given`] and [`taken`] do that.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use grundy::error::Error;
use grundy::service::budget::Budget;
use grundy::service::door::{Allowance, Door};
use grundy::service::{
    Author, BoundedText, Bundle, Clock, CountingAllocator, Diagnosis, Fault, FileAccess, Flow, Heard, LineSource,
    Nobody, Offer, OutputRoom, STACK, Service, bundle, object_with_numbers,
};
use grundy::session::report::{Report, Values};
use grundy::show::json;
use grundy::show::{Painter, error, file};
use grundy::source::{CountedPlaces, Sources, Span};
use grundy_engine::solve::{Limits, SolveError};

use crate::place::byte_of;

/// The most bytes of each form of an answer.
pub const MOST_OF_AN_ANSWER: usize = 200_000;
/// The most bytes of the data of an answer: such a list has some eight million members.
const MOST_DATA: usize = 1 << 26;

/// What a session is asked.
#[derive(Clone, Debug)]
pub enum Request {
    /// To run a text. `most` bytes of answers are said, with their data if it is wanted.
    Run { text: String, most: usize, data: bool },
    /// To run a text for the data of its answers alone, which then have all members of their lists.
    Ask { text: String },
    /// To run one `values` statement for its values.
    Values { text: String },
    /// What the word at this character could become.
    Complete { text: String, place: usize },
    /// What the word at this character is.
    Inspect { text: String, place: usize },
    /// The mistakes in a text.
    Diagnose { text: String },
}

/// What a session says.
pub enum Event {
    Answer(Box<Answer>),
    /// An error as an object, and as it is shown.
    Error {
        object: String,
        text: String,
    },
    Notice(String),
    /// That something was left out, which is said last.
    LeftOut(String),
    /// Other lines, to be shown.
    Lines(String),
    /// Whoever takes this must answer with a line.
    Ask {
        prompt: String,
        words: &'static [&'static str],
    },
    /// Whoever takes this must answer with `None` once the values are no longer needed.
    Values(Values),
    /// The characters from here to there could become one of these.
    Offers(usize, usize, Vec<Offer>),
    Diagnoses(Vec<PlacedDiagnosis>),
    /// The request is answered.
    Done(Flow),
    /// A fault of the language, which has ended the answer.
    Broken(String),
}

/// A mistake with the characters of its place, and of the place of its correction.
pub struct PlacedDiagnosis {
    pub from: usize,
    pub to: usize,
    pub diagnosis: Diagnosis,
    pub fix: Option<(usize, usize)>,
}

/// An answer, as it is shown and as data.
#[derive(Default)]
pub struct Answer {
    pub statement: String,
    pub kind: &'static str,
    /// Whether it says that something does not hold.
    pub fails: bool,
    /// Whether it only confirms a definition.
    pub only_confirms: bool,
    pub plain: String,
    pub html: String,
    pub markdown: Option<String>,
    /// Its picture if it is one.
    pub svg: Option<String>,
    /// Its object; `None` if it was not wanted or is too long.
    pub data: Option<String>,
    /// Whether something is left out because it is too long.
    pub is_cut: bool,
}

/// The ends of a session that the threads of Python hold.
pub struct Ends {
    pub door: Door<Request>,
    pub events: Receiver<Event>,
    /// The lines of dialogues.
    pub lines: SyncSender<Option<String>>,
}

/// Starts the thread of a session. It ends when its door is closed.
///
/// # Errors
/// The system starts no more threads.
pub fn start(limits: Limits, threads: usize, access: FileAccess) -> std::io::Result<Ends> {
    let clock = Clock::default();
    let each = Budget { access, time: None, memory: limits.memory, bytes_out: MOST_DATA };
    let door = Door::new(clock.clone(), Allowance { each, bytes_in: u64::MAX });
    let (say, events) = sync_channel(64);
    let (lines, typed) = sync_channel(1);
    let own = door.clone();
    thread::Builder::new().name("grundy".to_owned()).stack_size(STACK).spawn(move || {
        let mut service = Service::with_clock(limits, clock);
        service.use_threads(threads);
        Worker { service, say, typed }.work(&own);
    })?;
    Ok(Ends { door, events, lines })
}

/// Makes what another thread will free.
fn given<T>(make: impl FnOnce() -> T) -> T {
    let before = CountingAllocator::in_use_at_exit();
    let made = make();
    CountingAllocator::subtract(CountingAllocator::in_use_at_exit() - before);
    made
}

/// A copy of what another thread has made, which is freed.
fn taken<T: Clone>(foreign: T) -> T {
    let own = foreign.clone();
    CountingAllocator::add(CountingAllocator::bytes_freed_by(foreign));
    own
}

struct Worker {
    service: Service,
    say: SyncSender<Event>,
    typed: Receiver<Option<String>>,
}

impl Worker {
    fn work(mut self, door: &Door<Request>) {
        while let Some(asked) = door.next() {
            let (request, _) = taken((asked.work, asked.id));
            self.service.use_only(door.budget());
            let standing = self.service.standing();
            let answer = || match asked.dropped {
                None => self.answer(request),
                Some(_) => self.refuse(),
            };
            let last = match door.within(None, answer) {
                Ok(flow) => Event::Done(flow),
                Err(Fault(problem)) => {
                    self.service.recover(standing);
                    Event::Broken(given(|| problem.clone()))
                }
            };
            door.end();
            if self.say.send(last).is_err() {
                return;
            }
        }
    }

    /// The answer to what was interrupted before it began.
    fn refuse(&self) -> Flow {
        let interrupted = Error::stopped(SolveError::Interrupted, Span::NOWHERE);
        tell(&self.say, || complaint(&interrupted, self.service.session.sources()));
        Flow::Stop
    }

    fn answer(&mut self, request: Request) -> Flow {
        match request {
            Request::Run { text, most, data } => self.run(&text, most, data),
            Request::Ask { text } => self.ask(&text),
            Request::Values { text } => self.values(&text),
            Request::Complete { text, place } => {
                let (range, offers) = self.service.complete(&text, byte_of(&text, place));
                let places = CountedPlaces::in_characters(&text);
                let (from, to) = (places.at(range.start), places.at(range.end));
                tell(&self.say, || Event::Offers(from, to, offers.clone()));
                Flow::On
            }
            Request::Inspect { text, place } => {
                if let Some(report) = self.service.inspect(&text, byte_of(&text, place)) {
                    tell(&self.say, || Event::Answer(shown(&report, "", MOST_OF_AN_ANSWER, false)));
                }
                Flow::On
            }
            Request::Diagnose { text } => {
                let found = self.service.diagnose(&text);
                tell(&self.say, || Event::Diagnoses(placed(&text, &found)));
                Flow::On
            }
        }
    }

    fn run(&mut self, text: &str, most: usize, data: bool) -> Flow {
        let Worker { service, say, typed, .. } = self;
        let room = RefCell::new(OutputRoom::new(most));
        let mut sink = |heard: Heard| {
            let Some(left) = room.borrow_mut().for_what(&heard) else { return };
            let event = given(|| match heard {
                Heard::Answer { report, statement } => {
                    Event::Answer(shown(report, statement, left.min(MOST_OF_AN_ANSWER), data))
                }
                Heard::Error { error, sources } => complaint(error, sources),
                Heard::Notice { notice, sources } => Event::Notice(error::notice(notice, sources, Painter::Plain)),
                Heard::Lines(text) => Event::Lines(text.to_owned()),
                Heard::Took(seconds) => Event::Lines(format!("{seconds:.3} s\n")),
                Heard::Wrote(path) => Event::Lines(format!("Wrote {path}\n")),
            });
            room.borrow_mut().take(event.length());
            _ = say.send(event);
        };
        let mut lines = Typed { say, typed, room: &room };
        let flow = service.run_part(text, Author::in_current_folder(), false, &mut sink, &mut lines);
        if let Some(words) = room.borrow().what_is_left_out() {
            tell(say, || Event::LeftOut(words.clone()));
        }
        flow
    }

    fn ask(&mut self, text: &str) -> Flow {
        let Worker { service, say, .. } = self;
        let mut sink = |heard: Heard| match heard {
            Heard::Answer { report, .. } => {
                tell(say, || {
                    Event::Answer(Box::new(Answer {
                        data: object_with_numbers(report, MOST_DATA),
                        ..Answer::default()
                    }))
                });
            }
            Heard::Error { error, sources } => tell(say, || complaint(error, sources)),
            _ => {}
        };
        service.session.lists_all = true;
        let flow = service.run_part(text, Author::in_current_folder(), false, &mut sink, &mut Nobody);
        service.session.lists_all = false;
        flow
    }

    fn values(&mut self, text: &str) -> Flow {
        let Worker { service, say, typed, .. } = self;
        let mut sink = |heard: Heard| match heard {
            Heard::Answer { report, .. } => {
                if let Some(values) = report.get::<Values>() {
                    tell(say, || Event::Values(values.clone()));
                    // The values are shared, and this thread frees them.
                    _ = typed.recv();
                }
            }
            Heard::Error { error, sources } => tell(say, || complaint(error, sources)),
            _ => {}
        };
        service.run_part(text, Author::in_current_folder(), false, &mut sink, &mut Nobody)
    }
}

/// Says what is made for another thread. Nobody listens only if Python ends.
fn tell(say: &SyncSender<Event>, make: impl FnOnce() -> Event) {
    _ = say.send(given(make));
}

fn complaint(error: &Error, sources: &Sources) -> Event {
    let object = json::error(error, sources).to_string();
    Event::Error { object, text: error::error(error, sources, Painter::Plain) }
}

/// An answer as it is shown in at most about so many bytes for each form, and with its data if they are wanted.
fn shown(report: &Report, statement: &str, bound: usize, data: bool) -> Box<Answer> {
    // Room for a line that says that something is left out.
    let Bundle { plain, html, svg, is_cut, .. } = bundle(report, statement, bound.max(100));
    Box::new(Answer {
        statement: statement.to_owned(),
        kind: report.kind(),
        fails: report.fails(),
        only_confirms: report.only_confirms(),
        plain,
        html,
        // A board beside an answer is no picture of the answer.
        svg: svg.filter(|_| report.is_figure()),
        markdown: data.then(|| markdown(report, bound)).flatten(),
        data: data.then(|| object_with_numbers(report, MOST_DATA)).flatten(),
        is_cut,
    })
}

impl Event {
    /// The bytes of the form that is shown.
    fn length(&self) -> usize {
        match self {
            Event::Answer(answer) => answer.svg.as_ref().unwrap_or(&answer.html).len().max(answer.plain.len()),
            Event::Error { text, .. } | Event::Notice(text) | Event::Lines(text) => text.len(),
            _ => 0,
        }
    }
}

fn markdown(report: &Report, most: usize) -> Option<String> {
    file::check(report, "md").ok()?;
    let mut out = BoundedText::new(most);
    file::write(report, "md", &mut out).ok()?;
    Some(out.text())
}

fn placed(text: &str, found: &[Diagnosis]) -> Vec<PlacedDiagnosis> {
    let place = |range: &Range<usize>| {
        let places = CountedPlaces::in_characters(text);
        (places.at(range.start), places.at(range.end))
    };
    let one = |diagnosis: &Diagnosis| {
        let (from, to) = place(&diagnosis.place);
        let fix = diagnosis.fix.as_ref().map(|fix| place(&fix.place));
        PlacedDiagnosis { from, to, diagnosis: diagnosis.clone(), fix }
    };
    found.iter().map(one).collect()
}

/// The lines that somebody types in Python.
struct Typed<'a> {
    say: &'a SyncSender<Event>,
    typed: &'a Receiver<Option<String>>,
    room: &'a RefCell<OutputRoom>,
}

impl LineSource for Typed<'_> {
    fn next_line(&mut self, prompt: &str, words: &'static [&'static str]) -> Option<String> {
        self.room.borrow_mut().begin();
        self.say.send(given(|| Event::Ask { prompt: prompt.to_owned(), words })).ok()?;
        self.typed.recv().ok().flatten().map(taken)
    }
}
