//! The clock of a service: how long statements and requests may take, and who has asked to stop. It knows both, and the
//! signal of the engine only passes them on. In a page there is no time, and nobody asks to stop.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use grundy_engine::solve::{Signal, SolveError};

/// How often something late is told so: a computation may forget it while it reports it, and go on.
const AGAIN: Duration = Duration::from_millis(50);
/// How often the thread looks whether it is still needed.
const IDLE: Duration = Duration::from_secs(60);

/// A clock for one computation at a time. Clones share their state.
#[derive(Clone, Debug, Default)]
pub struct Clock(Arc<SharedClock>);

#[derive(Debug, Default)]
struct SharedClock {
    signal: Arc<Signal>,
    state: Mutex<ClockState>,
    /// Notified when something has to end earlier than what was known before.
    is_earlier: Condvar,
}

/// Why somebody asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    Interrupted,
    TimedOut,
}

#[derive(Debug, Default)]
struct ClockState {
    /// How long a statement may take.
    statement_time: Option<Duration>,
    /// When the time of the statement at hand began. That of a `load` goes on through the files it runs.
    statement_began: Option<Instant>,
    /// How many files are being loaded, one inside the other.
    loads: u32,
    /// Since when something is computed; `None` while nothing is.
    computing: Option<Instant>,
    /// When the time of the request at hand is up.
    request_ends: Option<Instant>,
    /// When somebody asked to stop, and why, until that is forgotten.
    stopped: Option<(Instant, Why)>,
    /// When the thread that says when the time is up looks again; `None` if there is no such thread.
    wakes: Option<Instant>,
}

impl ClockState {
    /// When the computation at hand has to end.
    fn ends(&self) -> Option<Instant> {
        let statement = self.computing.and(self.statement_began).zip(self.statement_time);
        let statement = statement.and_then(|(began, time)| began.checked_add(time));
        let stopped = self.computing.and(self.stopped).map(|(stopped, _)| stopped);
        [statement, stopped, self.request_ends].into_iter().flatten().min()
    }

    fn stop_reason(&self) -> Option<SolveError> {
        match self.stopped {
            Some((_, Why::Interrupted)) => return Some(SolveError::Interrupted),
            Some((_, Why::TimedOut)) => return Some(SolveError::TimedOut),
            None => {}
        }
        let is_late = |began: Instant| self.statement_time.is_some_and(|time| began.elapsed() >= time);
        let is_over = |ends: Instant| ends <= Instant::now();
        (self.statement_began.is_some_and(is_late) || self.request_ends.is_some_and(is_over))
            .then_some(SolveError::TimedOut)
    }
}

/// The time now; `None` in a page.
fn now() -> Option<Instant> {
    (!cfg!(target_family = "wasm")).then(Instant::now)
}

impl Clock {
    /// A clock that stops what listens to this signal.
    pub fn new(signal: Arc<Signal>) -> Clock {
        Clock(Arc::new(SharedClock { signal, ..SharedClock::default() }))
    }

    /// The signal of the computations, which also tells their progress. To stop one, ask the clock: it remembers that.
    pub fn signal(&self) -> &Arc<Signal> {
        &self.0.signal
    }

    fn state(&self) -> MutexGuard<'_, ClockState> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets how long a statement may take from now on; that of a `load` includes all statements of the file.
    pub fn limit_statements(&self, time: Option<Duration>) {
        self.state().statement_time = time;
    }

    /// Marks the beginning of a computation, and of the time of its statement. A request to stop from before it counts, unless
    /// it was forgotten.
    ///
    /// # Errors
    /// Why the computation must not begin.
    pub fn begin(&self) -> Result<(), SolveError> {
        let mut state = self.state();
        self.0.signal.reset();
        if state.loads == 0 {
            state.statement_began = now();
        }
        self.compute(state)
    }

    /// Marks the beginning of another part of a computation, within the time of the same statement.
    ///
    /// # Errors
    /// Why this part must not begin.
    pub fn go_on(&self) -> Result<(), SolveError> {
        self.compute(self.state())
    }

    fn compute(&self, mut state: MutexGuard<ClockState>) -> Result<(), SolveError> {
        state.stop_reason().map_or(Ok(()), Err)?;
        state.computing = now();
        self.see_to(state);
        Ok(())
    }

    /// Marks the end of a computation.
    pub fn end(&self) {
        self.state().computing = None;
    }

    /// How long the computation at hand has been going on.
    pub fn computing(&self) -> Option<Duration> {
        self.state().computing.map(|began| began.elapsed())
    }

    /// Marks the beginning of a `load`: its time goes on through all statements of the file.
    pub fn begin_load(&self) {
        let mut state = self.state();
        if state.loads == 0 {
            state.statement_began = now();
        }
        state.loads += 1;
    }

    /// Marks the end of a `load`.
    pub fn end_load(&self) {
        let mut state = self.state();
        state.loads = state.loads.saturating_sub(1);
        if state.loads == 0 {
            state.statement_began = now();
        }
    }

    /// How many files are being loaded, one inside the other.
    pub fn loads(&self) -> u32 {
        self.state().loads
    }

    /// What was computed has broken off, with all loads but so many.
    pub fn go_back(&self, loads: u32) {
        let mut state = self.state();
        (state.loads, state.computing) = (loads, None);
    }

    /// Why the computation at hand, or the next one, should stop.
    pub fn stop_reason(&self) -> Option<SolveError> {
        self.state().stop_reason()
    }

    /// Whether the request at hand has to end, and not only a statement of it.
    pub fn is_over(&self) -> bool {
        let state = self.state();
        state.stopped.is_some() || state.request_ends.is_some_and(|ends| ends <= Instant::now())
    }

    /// How much time the statement at hand has left, if there is a limit.
    pub fn time_left(&self) -> Option<Duration> {
        let state = self.state();
        let time = state.statement_time?;
        Some(state.statement_began.map_or(time, |began| time.saturating_sub(began.elapsed())))
    }

    /// Asks the computation at hand to stop, and what follows it, until that is forgotten.
    pub fn stop(&self) {
        self.stop_for(Why::Interrupted);
    }

    /// Says that the time of the computation at hand is up, and of what follows it, until that is forgotten.
    pub fn time_out(&self) {
        self.stop_for(Why::TimedOut);
    }

    fn stop_for(&self, why: Why) {
        let mut state = self.state();
        // Only the first time counts, for how long it takes to stop.
        state.stopped = state.stopped.or_else(|| Some((now()?, why)));
        self.pass_on(why);
        self.see_to(state);
    }

    fn pass_on(&self, why: Why) {
        match why {
            Why::Interrupted => self.0.signal.interrupt(),
            Why::TimedOut => self.0.signal.time_out(),
        }
    }

    /// How long ago it was asked to stop; `None` if that was forgotten, or nobody did.
    pub fn stopping(&self) -> Option<Duration> {
        self.state().stopped.map(|(stopped, _)| stopped.elapsed())
    }

    /// Forgets that somebody asked to stop.
    pub fn forget_stop(&self) {
        self.state().stopped = None;
        self.0.signal.reset();
    }

    /// Does some work that must end after this time, or earlier if what it is a part of must.
    pub fn within<T>(&self, time: Option<Duration>, work: impl FnOnce() -> T) -> T {
        let outer = {
            let mut state = self.state();
            let outer = state.request_ends;
            let own = now().zip(time).and_then(|(now, time)| now.checked_add(time));
            state.request_ends = outer.into_iter().chain(own).min();
            self.see_to(state);
            outer
        };
        // However the work ends, its time is over with it.
        let _ending = Ending { clock: self, end: &|state| state.request_ends = outer };
        work()
    }

    /// From now on, a request may take so long, with all its statements; `None` if it is answered.
    pub fn limit_request(&self, time: Option<Duration>) {
        let mut state = self.state();
        state.request_ends = now().zip(time).and_then(|(now, time)| now.checked_add(time));
        self.see_to(state);
    }

    /// Does some work each of whose statements may take so long.
    pub fn with_statement_time<T>(&self, time: Duration, work: impl FnOnce() -> T) -> T {
        let outer = self.state().statement_time.replace(time);
        let _ending =
            Ending { clock: self, end: &|state| (state.statement_time, state.statement_began) = (outer, None) };
        work()
    }

    /// Makes sure that the thread that says when the time is up wakes early enough. A page has no threads.
    fn see_to(&self, state: MutexGuard<ClockState>) {
        if cfg!(target_family = "wasm") {
            return;
        }
        let Some(ends) = state.ends() else { return };
        match state.wakes {
            Some(wakes) if wakes <= ends => {}
            Some(_) => self.0.is_earlier.notify_one(),
            None => {
                drop(state);
                self.start();
            }
        }
    }

    /// Starts the thread that says when the time is up, unless there is one. Without it, only what looks at the clock by itself
    /// ends in time. It is started by itself, but a program may have to say which thread starts it.
    pub fn start(&self) {
        let mut state = self.state();
        if state.wakes.is_none() {
            let own = self.clone();
            let thread = std::thread::Builder::new().name("clock".to_owned());
            state.wakes = thread.spawn(move || own.watch()).ok().and_then(|_| now());
        }
    }

    /// Says when the time is up, again and again, as long as anybody else has this clock.
    fn watch(&self) {
        let mut state = self.state();
        while Arc::strong_count(&self.0) > 1 {
            let now = Instant::now();
            let ends = state.ends().unwrap_or(now + IDLE);
            let is_over = ends <= now;
            if is_over {
                self.pass_on(state.stopped.map_or(Why::TimedOut, |(_, why)| why));
            }
            let wakes = if is_over { now + AGAIN } else { ends };
            state.wakes = Some(wakes);
            let waited = self.0.is_earlier.wait_timeout(state, wakes.saturating_duration_since(now));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// The end of some work that had a time of its own.
struct Ending<'a> {
    clock: &'a Clock,
    /// Sets the time of what it was a part of again.
    end: &'a dyn Fn(&mut ClockState),
}

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        let mut state = self.clock.state();
        (self.end)(&mut state);
        // What has stopped this work is nothing to what comes next.
        if state.stopped.is_none() {
            self.clock.0.signal.reset();
        }
    }
}

#[cfg(test)]
mod tests {
    use grundy_engine::game::Halt;

    use super::*;

    /// Waits until the signal says so, a minute at most.
    fn heard(clock: &Clock) -> Option<Halt> {
        let begun = Instant::now();
        while clock.signal().request().is_none() && begun.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(1));
        }
        clock.signal().request()
    }

    #[test]
    fn the_time_of_a_statement_is_told() {
        let clock = Clock::default();
        clock.limit_statements(Some(Duration::from_millis(5)));
        for _ in 0..3 {
            assert_eq!(clock.begin(), Ok(()));
            assert_eq!(heard(&clock), Some(Halt::TimedOut));
            assert_eq!(clock.go_on(), Err(SolveError::TimedOut), "its time is over");
            clock.end();
        }
        // A `load` has one time for all of its statements.
        clock.begin_load();
        std::thread::sleep(Duration::from_millis(6));
        assert_eq!(clock.begin(), Err(SolveError::TimedOut));
        clock.end_load();
        assert_eq!(clock.begin(), Ok(()));
    }

    #[test]
    fn the_shorter_time_counts() {
        let clock = Clock::default();
        let (long, short) = (Some(Duration::from_secs(1000)), Some(Duration::from_millis(5)));
        clock.limit_statements(long);
        clock.within(long, || {
            assert_eq!(clock.begin(), Ok(()));
            // What is forgotten is told again.
            clock.within(short, || {
                (0..3).for_each(|_| {
                    assert_eq!(heard(&clock), Some(Halt::TimedOut));
                    clock.signal().reset();
                })
            });
            assert_eq!(clock.stop_reason(), None);
        });
        clock.within(short, || clock.within(long, || assert_eq!(heard(&clock), Some(Halt::TimedOut))));
        assert_eq!(clock.signal().request(), None);
    }

    #[test]
    fn a_request_to_stop_holds_until_it_is_forgotten() {
        let clock = Clock::default();
        clock.stop();
        for _ in 0..2 {
            assert_eq!(clock.begin(), Err(SolveError::Interrupted));
        }
        clock.within(Some(Duration::from_secs(1000)), || assert_eq!(clock.go_on(), Err(SolveError::Interrupted)));
        assert!(clock.stopping().is_some());
        clock.forget_stop();
        assert_eq!((clock.begin(), clock.stopping()), (Ok(()), None));
    }
}
