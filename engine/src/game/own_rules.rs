//! The rules of a game that is defined in Rust, as the engines know them: by the numbers of its positions.

use std::fmt;
use std::sync::Arc;

use super::{Halt, Meter};

/// A list to which a game adds the options of a position. The same option may be added more than once.
#[derive(Debug)]
pub struct Options<P> {
    /// The summands of all options, one option behind the other.
    pub(super) parts: Vec<P>,
    /// Where each option ends.
    pub(super) ends: Vec<usize>,
    meter: Meter,
    /// Why no more options are taken.
    pub(super) halt: Option<Halt>,
}

impl<P> Default for Options<P> {
    fn default() -> Options<P> {
        Options { parts: Vec::new(), ends: Vec::new(), meter: Meter::default(), halt: None }
    }
}

impl<P> Options<P> {
    /// Adds an option: the move leaves this position.
    pub fn position(&mut self, position: P) {
        self.sum([position]);
    }

    /// Adds an option: the move leaves the sum of these positions. An empty sum has no moves and value 0.
    pub fn sum(&mut self, parts: impl IntoIterator<Item = P>) {
        for part in parts {
            if self.is_stopped() {
                return;
            }
            let added = self.meter.push(&mut self.parts, part);
            self.halt = self.halt.or(added.err());
        }
        if !self.is_stopped() {
            self.halt = self.meter.push(&mut self.ends, self.parts.len()).err();
        }
    }

    /// Is the search to end: by Ctrl-C, for want of time or of memory? Options that are added from then on are dropped. A
    /// game that takes long to list the options of one position asks this now and then, and returns.
    pub fn is_stopped(&mut self) -> bool {
        self.halt = self.halt.or(self.meter.spend(1).err());
        self.halt.is_some()
    }

    /// The summands of each option.
    pub(crate) fn each(&self) -> impl Iterator<Item = &[P]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(start, end)| &self.parts[*start..*end])
    }

    /// All summands of all options.
    pub(crate) fn parts(&self) -> &[P] {
        &self.parts
    }

    pub(super) fn begin(&mut self, meter: &Meter) {
        self.parts.clear();
        self.ends.clear();
        self.meter = meter.clone();
        self.halt = None;
    }
}

/// The rules of a game that is defined in Rust. They equal only themselves.
#[derive(Clone)]
pub struct OwnRules {
    pub(super) states: Arc<dyn OwnStates>,
    /// Where games of Rust programs are left out, no ruleset can be one.
    #[cfg(not(feature = "impartial"))]
    #[expect(dead_code, reason = "it is only there to have no value")]
    never: std::convert::Infallible,
}

/// The positions of a game, by their numbers.
pub trait OwnStates: Send + Sync {
    fn options(&self, number: u64, listed: &mut Options<u64>, meter: &Meter) -> Result<(), Halt>;

    fn works(&self, known: &mut Vec<u64>, meter: &Meter) -> Result<(), Halt>;

    fn work(&self, number: u64) -> u64;

    fn show(&self, number: u64) -> Option<String>;
}

impl OwnRules {
    /// Lists the options of the position with this number, as the numbers of their summands.
    ///
    /// # Errors
    /// The reason to stop.
    pub(crate) fn options(&self, number: u64, listed: &mut Options<u64>, meter: &Meter) -> Result<(), Halt> {
        self.states.options(number, listed, meter)
    }

    /// Adds how much work each position may be that has been met since, in the order of their numbers.
    ///
    /// # Errors
    /// The reason to stop.
    pub(crate) fn works(&self, known: &mut Vec<u64>, meter: &Meter) -> Result<(), Halt> {
        self.states.works(known, meter)
    }

    /// How much work the position with this number may be.
    pub(crate) fn work(&self, number: u64) -> u64 {
        self.states.work(number)
    }

    fn address(&self) -> usize {
        Arc::as_ptr(&self.states).cast::<()>().addr()
    }
}

impl fmt::Debug for OwnRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OwnRules")
    }
}

compared_as!(OwnRules, one => one.address());
