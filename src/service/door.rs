//! The one door for other programs: what they ask waits here in its order, and is answered within what it may use. The protocols
//! (`--frames`, `grundy lsp`, `grundy mcp`) and the Python package only spell it.
//!
//! One thread reads requests, or those that ask put them in, so that one to cancel another is heard while that is answered. The
//! thread of the session answers.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use grundy_engine::solve::CountingAllocator;
use serde_json::Value as Json;

use super::budget::Budget;
use super::clock::Clock;
use super::faults::{Fault, guarded};

/// What one program may ask for.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// What each of its requests may use.
    pub each: Budget,
    /// The most bytes of a request, and of all that wait.
    pub bytes_in: u64,
}

/// What a program asks for.
#[derive(Debug)]
pub struct QueuedRequest<W> {
    /// Its name, by which it can be cancelled: a number or a text. Nobody waits for the answer if it has none.
    pub id: Option<Json>,
    /// What it is about, such as a document.
    pub about: Option<Arc<str>>,
    /// What is about the same and came before is out of date; all that came before if it is about nothing.
    pub outdates: bool,
    pub work: W,
    /// What it wants to use at most.
    pub budget: Budget,
    /// The bytes that it takes while it waits, at least as many as were sent.
    pub length: u64,
    /// Why nobody wants its answer any more.
    pub dropped: Option<Dropped>,
    /// Bytes allocated for it, which the thread that answers it counts from then on.
    allocated: isize,
}

/// Why nobody wants an answer any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dropped {
    Cancelled,
    OutOfDate,
}

/// What has been read.
pub enum Incoming<W> {
    Request(QueuedRequest<W>),
    /// The request of this name is not wanted any more.
    Cancel(Json),
}

/// The requests that wait, and the one that is answered.
#[derive(Debug)]
struct RequestTable<W> {
    waiting: VecDeque<QueuedRequest<W>>,
    /// How many bytes wait.
    bytes: u64,
    current: Option<Current>,
    is_over: bool,
}

/// The request that is being answered.
#[derive(Debug)]
struct Current {
    id: Option<Json>,
    about: Option<Arc<str>>,
    budget: Budget,
    dropped: Option<Dropped>,
}

/// The door. Clones are the same one.
#[derive(Debug)]
pub struct Door<W> {
    table: Arc<(Mutex<RequestTable<W>>, Condvar)>,
    clock: Clock,
    allowance: Allowance,
}

impl<W> Clone for Door<W> {
    fn clone(&self) -> Door<W> {
        Door { table: self.table.clone(), clock: self.clock.clone(), allowance: self.allowance }
    }
}

impl<W> QueuedRequest<W> {
    /// A request of so many bytes, which can be cancelled if it has a name.
    pub fn new(id: Option<Json>, work: W, length: usize) -> QueuedRequest<W> {
        let length = length as u64 + QueuedRequest::<W>::LEAST;
        QueuedRequest {
            id,
            about: None,
            outdates: false,
            work,
            budget: Budget::default(),
            length,
            dropped: None,
            allocated: 0,
        }
    }

    /// A request that wants to use no more than this.
    pub fn within(self, budget: Budget) -> QueuedRequest<W> {
        QueuedRequest { budget, ..self }
    }

    /// What the shortest request takes while it waits.
    const LEAST: u64 = 256;

    fn drop_if(&mut self, is_meant: bool, why: Dropped) {
        if is_meant {
            self.dropped.get_or_insert(why);
        }
    }
}

impl<W> Door<W> {
    /// A door whose requests this clock stops.
    pub fn new(clock: Clock, allowance: Allowance) -> Door<W> {
        let table = RequestTable { waiting: VecDeque::new(), bytes: 0, current: None, is_over: false };
        Door { table: Arc::new((Mutex::new(table), Condvar::new())), clock, allowance }
    }

    /// The clock that stops its requests.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    pub fn allowance(&self) -> Allowance {
        self.allowance
    }

    /// What the current request may use.
    pub fn budget(&self) -> Budget {
        let asked = self.table().current.as_ref().map(|current| current.budget);
        self.allowance.each.and(asked.unwrap_or_default())
    }

    fn table(&self) -> MutexGuard<'_, RequestTable<W>> {
        self.table.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets in what `read` gives, until that is nothing. While there is no room for more, nothing is read.
    pub fn let_in(&self, mut read: impl FnMut() -> Option<Incoming<W>>) {
        loop {
            let before = CountingAllocator::in_use_at_exit();
            let incoming = read();
            let allocated = CountingAllocator::in_use_at_exit() - before;
            match incoming {
                None => break,
                Some(Incoming::Cancel(id)) => self.cancel(&id),
                Some(Incoming::Request(request)) => {
                    // The thread that answers the request counts its bytes.
                    CountingAllocator::subtract(allocated);
                    let length = request.length.max(u64::try_from(allocated).unwrap_or(0));
                    self.put(QueuedRequest { allocated, length, ..request });
                }
            }
        }
        self.close();
    }

    /// There are no more requests.
    pub fn close(&self) {
        self.table().is_over = true;
        self.table.1.notify_all();
    }

    /// Lets in a request. While there is no room for it, nothing is done.
    pub fn put(&self, request: QueuedRequest<W>) {
        let mut table = self.table();
        if request.outdates {
            self.drop_all(&mut table, Dropped::OutOfDate, |_, other| {
                request.about.is_none() || other == request.about.as_ref()
            });
        }
        while !table.waiting.is_empty() && table.bytes + request.length > self.allowance.bytes_in {
            table = self.table.1.wait(table).unwrap_or_else(PoisonError::into_inner);
        }
        table.bytes += request.length;
        table.waiting.push_back(request);
        self.table.1.notify_all();
    }

    /// Nobody wants the answer to the request of this name any more. If there is none, it has been answered, and nothing
    /// happens.
    pub fn cancel(&self, id: &Json) {
        self.drop_all(&mut self.table(), Dropped::Cancelled, |other, _| other == Some(id));
    }

    /// Drops the requests with a name that are meant. What has none is no question, and is carried out.
    fn drop_all(
        &self,
        table: &mut RequestTable<W>,
        why: Dropped,
        is_meant: impl Fn(Option<&Json>, Option<&Arc<str>>) -> bool,
    ) {
        if let Some(current) = &mut table.current
            && is_meant(current.id.as_ref(), current.about.as_ref())
        {
            current.dropped.get_or_insert(why);
            // The lock is held, so that this request is still the current one.
            self.clock.stop();
        }
        for request in table.waiting.iter_mut().filter(|request| request.id.is_some()) {
            request.drop_if(is_meant(request.id.as_ref(), request.about.as_ref()), why);
        }
    }

    /// Whether no request waits.
    pub fn is_idle(&self) -> bool {
        self.table().waiting.is_empty()
    }

    /// Waits for the next request, which is then the current one; `None` if there are no more.
    pub fn next(&self) -> Option<QueuedRequest<W>> {
        let mut table = self.table();
        loop {
            if let Some(request) = table.waiting.pop_front() {
                table.bytes -= request.length;
                let QueuedRequest { budget, dropped, .. } = request;
                self.begin(
                    &mut table,
                    Current { id: request.id.clone(), about: request.about.clone(), budget, dropped },
                );
                self.table.1.notify_all();
                CountingAllocator::add(request.allocated);
                return Some(request);
            }
            if table.is_over {
                return None;
            }
            table = self.table.1.wait(table).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Begins work that nobody has asked for, about something that may be out of date before it is done.
    pub fn begin_own(&self, about: Arc<str>) {
        let current = Current { id: None, about: Some(about), budget: Budget::default(), dropped: None };
        self.begin(&mut self.table(), current);
    }

    fn begin(&self, table: &mut RequestTable<W>, current: Current) {
        table.current = Some(current);
        self.clock.forget_stop();
    }

    /// Does a part of what the current request asks for, within its time or a shorter one. Once it is dropped, it is told to
    /// stop.
    ///
    /// # Errors
    /// A fault of the program. What it has left behind must not be used any more.
    pub fn within<T>(&self, time: Option<Duration>, work: impl FnOnce() -> T) -> Result<T, Fault> {
        let time = time.into_iter().chain(self.budget().time).min();
        self.clock.within(time, || guarded(work))
    }

    /// The current request has been answered: nobody can cancel it any more. Returns why its answer is not wanted, if it is
    /// not.
    pub fn end(&self) -> Option<Dropped> {
        let current = self.table().current.take();
        self.clock.forget_stop();
        current.and_then(|current| current.dropped)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::service::guard::FileAccess;

    const EACH: Budget = Budget { access: FileAccess::ReadOnly, time: None, memory: 1 << 20, bytes_out: 1000 };
    const ALLOWANCE: Allowance = Allowance { each: EACH, bytes_in: 2000 };

    fn request(id: u32, about: &str) -> Incoming<u32> {
        Incoming::Request(QueuedRequest { about: Some(about.into()), ..QueuedRequest::new(Some(json!(id)), id, 100) })
    }

    fn door(incoming: Vec<Incoming<u32>>) -> Door<u32> {
        let door = Door::new(Clock::default(), ALLOWANCE);
        let mut incoming = incoming.into_iter();
        door.let_in(|| incoming.next());
        door
    }

    #[test]
    fn requests_are_answered_in_their_order() {
        let door = door(vec![request(1, "a"), request(2, "a"), Incoming::Cancel(json!(2)), Incoming::Cancel(json!(9))]);
        let mut answered = Vec::new();
        while let Some(request) = door.next() {
            answered.push((request.work, request.dropped, door.end()));
        }
        let cancelled = Some(Dropped::Cancelled);
        assert_eq!(answered, [(1, None, None), (2, cancelled, cancelled)]);
    }

    #[test]
    fn a_request_uses_what_it_and_its_door_allow() {
        let second = Some(Duration::from_secs(1));
        let asks = |budget| Incoming::Request(QueuedRequest { budget, ..QueuedRequest::new(Some(json!(1)), 1, 100) });
        let small = Budget { access: FileAccess::None, time: second, memory: 99, bytes_out: 9 };
        let large = Budget { time: second, ..Budget::default() };
        let door = door(vec![asks(small), asks(large), asks(Budget::default())]);
        let budgets = std::iter::from_fn(|| door.next().map(|_| door.budget()));
        assert_eq!(budgets.collect::<Vec<_>>(), [small, Budget { time: second, ..EACH }, EACH]);
    }

    #[test]
    fn only_the_request_that_is_meant_is_stopped() {
        let door = door(vec![request(1, "a"), request(2, "b")]);
        door.next();
        door.cancel(&json!(3));
        door.cancel(&json!("1"));
        assert_eq!(door.clock().stop_reason(), None);
        door.cancel(&json!(1));
        assert!(door.clock().stop_reason().is_some());
        assert_eq!(door.end(), Some(Dropped::Cancelled));
        // It has been answered.
        door.cancel(&json!(1));
        assert_eq!((door.clock().stop_reason(), door.next().unwrap().dropped, door.end()), (None, None, None));
    }

    #[test]
    fn what_is_out_of_date_is_dropped() {
        let edit = QueuedRequest { about: Some("a".into()), outdates: true, ..QueuedRequest::new(None, 4, 0) };
        let door = door(vec![request(1, "a"), request(2, "b"), request(3, "a"), Incoming::Request(edit)]);
        let found = std::iter::from_fn(|| door.next()).map(|request| (request.work, request.dropped));
        let out = Some(Dropped::OutOfDate);
        assert_eq!(found.collect::<Vec<_>>(), [(1, out), (2, None), (3, out), (4, None)]);
        // Work that nobody has asked for, too.
        door.begin_own("a".into());
        door.drop_all(&mut door.table(), Dropped::OutOfDate, |_, about| about == Some(&"a".into()));
        assert_eq!(door.end(), out);
    }

    #[test]
    fn no_more_waits_than_has_room() {
        let door = Door::new(Clock::default(), ALLOWANCE);
        let own = door.clone();
        let mut count = 0;
        let reader = std::thread::spawn(move || {
            own.let_in(|| {
                count += 1;
                (count <= 100).then(|| request(count, "a"))
            });
        });
        let mut answered = 0;
        while let Some(request) = door.next() {
            answered += 1;
            assert_eq!(request.work, answered);
            let waiting = door.table().bytes;
            assert!(waiting <= ALLOWANCE.bytes_in, "{waiting}");
        }
        assert_eq!(answered, 100);
        reader.join().unwrap();
    }

    #[test]
    fn a_fault_ends_one_answer() {
        let door = door(vec![request(1, "a")]);
        door.next();
        let fault = door.within(None, || [1].get(7).copied().unwrap());
        assert!(fault.unwrap_err().0.contains("None"), "said by the fault");
        assert_eq!(door.within(None, || 5), Ok(5));
    }
}
