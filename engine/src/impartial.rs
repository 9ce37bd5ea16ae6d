//! Games defined in Rust: the trait `Impartial` lists the options of a position, and `Search` computes values from
//! them.

use std::error::Error;
use std::fmt;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::nim::{Mex, Nimber, Outcome};
use crate::solve::{Budget, SolveError};

/// The rules of an impartial game. Players move in turn; who cannot move loses.
///
/// ```
/// use grundy_engine::{Impartial, Options, Search};
///
/// /// A rook goes left or down as far as it likes.
/// struct Rook;
///
/// impl Impartial for Rook {
///     type Position = (u32, u32);
///
///     fn options(&self, &(x, y): &(u32, u32), options: &mut Options<(u32, u32)>) {
///         (0..x).for_each(|left| options.position((left, y)));
///         (0..y).for_each(|down| options.position((x, down)));
///     }
/// }
///
/// let mut search = Search::new(Rook);
/// assert_eq!(search.value(&(5, 3))?.0, 5 ^ 3);
/// # Ok::<(), grundy_engine::SearchError<(u32, u32)>>(())
/// ```
pub trait Impartial {
    /// Equal positions must have the same options.
    type Position: Clone + Eq + Hash;

    /// Adds every position, or sum of positions, that one move can reach to `options`.
    fn options(&self, position: &Self::Position, options: &mut Options<Self::Position>);
}

/// A list to which a game adds the options of a position. The same option may be added more than once.
#[derive(Clone, Debug)]
pub struct Options<P> {
    /// The summands of all options, one option behind the other.
    parts: Vec<P>,
    /// Where each option ends.
    ends: Vec<usize>,
}

impl<P> Options<P> {
    fn new() -> Options<P> {
        Options { parts: Vec::new(), ends: Vec::new() }
    }

    /// Adds an option: the move leaves this position.
    pub fn position(&mut self, position: P) {
        self.sum([position]);
    }

    /// Adds an option: the move leaves the sum of these positions. An empty sum has no moves and value 0.
    pub fn sum(&mut self, parts: impl IntoIterator<Item = P>) {
        self.parts.extend(parts);
        self.ends.push(self.parts.len());
    }

    /// The summands of each option.
    fn each(&self) -> impl Iterator<Item = &[P]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(start, end)| &self.parts[*start..*end])
    }
}

/// Why a search ended without an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum SearchError<P> {
    /// A position can be reached from itself. The path from it back to it: the position stands first and last.
    Cycle(Vec<P>),
    /// The budget stopped the search.
    Stopped(SolveError),
}

/// Computes the values of positions of one game, and keeps them. It needs no deep call stack: a game may be as long
/// as the memory allows.
#[derive(Debug)]
pub struct Search<G: Impartial> {
    game: G,
    /// The values of positions; `None` while the options of a position are being searched.
    known: FxHashMap<G::Position, Option<Nimber>>,
    budget: Budget,
}

/// A position on the stack of the search, whose options are being searched.
struct OpenPosition<P> {
    position: P,
    options: Options<P>,
    /// The index of the first summand, among those of all options, whose value has not been looked up yet.
    next: usize,
}

type Searched<G, T> = Result<T, SearchError<<G as Impartial>::Position>>;

type Stack<G> = Vec<OpenPosition<<G as Impartial>::Position>>;

impl<G: Impartial> Search<G> {
    /// A search with the default limits.
    pub fn new(game: G) -> Search<G> {
        Search::within(game, Budget::default())
    }

    /// A search that keeps to this budget, and stops when the budget says so.
    pub fn within(game: G, budget: Budget) -> Search<G> {
        Search { game, known: FxHashMap::default(), budget }
    }

    /// The Grundy value: the least number that no option has as its value.
    ///
    /// # Errors
    /// `SearchError` if there is a cycle or the budget stops the search; the values found until then are kept.
    pub fn value(&mut self, position: &G::Position) -> Result<Nimber, SearchError<G::Position>> {
        let mut stack = Vec::new();
        let found = self.search(position, &mut stack);
        // After an error, positions still on the stack have no value. The next question starts them afresh.
        for visit in &stack {
            self.known.remove(&visit.position);
        }
        found
    }

    /// The value of positions side by side: the nim-sum of their values.
    ///
    /// # Errors
    /// As [`Search::value`].
    pub fn sum_value(&mut self, parts: &[G::Position]) -> Result<Nimber, SearchError<G::Position>> {
        parts.iter().map(|part| self.value(part)).collect()
    }

    /// Who wins.
    ///
    /// # Errors
    /// As [`Search::value`].
    pub fn outcome(&mut self, position: &G::Position) -> Result<Outcome, SearchError<G::Position>> {
        self.value(position).map(Outcome::of)
    }

    /// The options of value 0, each as its summands: a move to one of them wins.
    ///
    /// # Errors
    /// As [`Search::value`].
    pub fn winning_moves(&mut self, position: &G::Position) -> Result<Vec<Vec<G::Position>>, SearchError<G::Position>> {
        let mut options = Options::new();
        self.game.options(position, &mut options);
        let mut winning = Vec::new();
        for option in options.each() {
            if self.sum_value(option)?.is_zero() {
                winning.push(option.to_vec());
            }
        }
        Ok(winning)
    }

    /// The number of positions whose value is known.
    pub fn positions(&self) -> usize {
        self.known.len()
    }

    fn search(&mut self, start: &G::Position, stack: &mut Stack<G>) -> Searched<G, Nimber> {
        if let Some(Some(value)) = self.known.get(start) {
            return Ok(*value);
        }
        self.enter(start.clone(), stack)?;
        loop {
            let visit = stack.last_mut().ok_or(SolveError::Internal("a search ended without the value it was for"))?;
            let Some(part) = visit.options.parts.get(visit.next) else {
                let value = value_of(&visit.options, &self.known)
                    .ok_or(SolveError::Internal("a position is left before the values of its options are known"))?;
                self.known.insert(visit.position.clone(), Some(value));
                stack.pop();
                if stack.is_empty() {
                    return Ok(value);
                }
                continue;
            };
            match self.known.get(part) {
                Some(Some(_)) => visit.next += 1,
                Some(None) => {
                    let part = part.clone();
                    return Err(SearchError::Cycle(path(stack, &part)));
                }
                None => {
                    let part = part.clone();
                    self.enter(part, stack)?;
                }
            }
        }
    }

    fn enter(&mut self, position: G::Position, stack: &mut Stack<G>) -> Searched<G, ()> {
        self.budget.check()?;
        let meter = self.budget.meter();
        let mut options = Options::new();
        self.game.options(&position, &mut options);
        meter.insert(&mut self.known, position.clone(), None).map_err(SolveError::from)?;
        meter.push(stack, OpenPosition { position, options, next: 0 }).map_err(SolveError::from)?;
        Ok(())
    }
}

impl<P> From<SolveError> for SearchError<P> {
    fn from(stop: SolveError) -> SearchError<P> {
        SearchError::Stopped(stop)
    }
}

/// The mex of the options; `None` if the value of a summand is not known.
fn value_of<P: Eq + Hash>(options: &Options<P>, known: &FxHashMap<P, Option<Nimber>>) -> Option<Nimber> {
    let mut mex = Mex::default();
    for option in options.each() {
        mex.insert(option.iter().map(|part| *known.get(part)?).collect::<Option<Nimber>>()?);
    }
    Some(mex.value())
}

/// The cycle: from the open position that was reached again, along the stack, and back to it.
fn path<P: Clone + PartialEq>(stack: &[OpenPosition<P>], back: &P) -> Vec<P> {
    let open = stack.iter().map(|visit| &visit.position).skip_while(|position| *position != back);
    open.chain([back]).cloned().collect()
}

impl<P: fmt::Debug> fmt::Display for SearchError<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchError::Cycle(path) => write!(f, "a position can be reached from itself: {path:?}"),
            SearchError::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl<P: fmt::Debug> Error for SearchError<P> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            SearchError::Stopped(stop) => Some(stop),
            SearchError::Cycle(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::solve::{Limits, Signal};

    /// Take one or two from a row of pins that stand together.
    struct Kayles;

    impl Impartial for Kayles {
        type Position = u32;

        fn options(&self, pins: &u32, options: &mut Options<u32>) {
            for taken in 1..=2u32.min(*pins) {
                (0..=pins - taken).for_each(|left| options.sum([left, pins - taken - left]));
            }
        }
    }

    /// A game with a cycle: from 0 to 1 to 2 and back to 0. Larger numbers go down by one.
    struct Round;

    impl Impartial for Round {
        type Position = u32;

        fn options(&self, place: &u32, options: &mut Options<u32>) {
            options.position(if *place > 2 { place - 1 } else { (place + 1) % 3 });
        }
    }

    /// A chain of a million positions.
    struct Chain;

    impl Impartial for Chain {
        type Position = u64;

        fn options(&self, place: &u64, options: &mut Options<u64>) {
            place.checked_sub(1).into_iter().for_each(|next| options.position(next));
        }
    }

    #[test]
    fn a_game_of_ones_own_has_the_values_of_the_published_one() {
        let mut search = Search::new(Kayles);
        let values: Vec<u64> = (0..13).map(|pins| search.value(&pins).unwrap().0).collect();
        assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
        let winning = search.winning_moves(&5).unwrap();
        assert!(winning.contains(&vec![2, 2]), "{winning:?}");
        assert_eq!(search.sum_value(&[3, 5, 8]).unwrap(), Nimber(3 ^ 4 ^ 1));
    }

    #[test]
    fn a_cycle_is_shown_and_a_long_game_needs_no_stack() {
        assert_eq!(Search::new(Round).value(&4), Err(SearchError::Cycle(vec![2, 0, 1, 2])));
        assert_eq!(Search::new(Chain).value(&1_000_000), Ok(Nimber(0)));
    }

    #[test]
    fn it_stops_when_told_and_goes_on_afterwards() {
        let signal = Arc::new(Signal::default());
        let mut search = Search::within(Chain, Budget::new(Limits::default(), signal.clone()));
        signal.interrupt();
        assert_eq!(search.value(&9), Err(SearchError::Stopped(SolveError::Interrupted)));
        signal.reset();
        assert_eq!(search.value(&9), Ok(Nimber(1)));
        let small = Budget::new(Limits { memory: 1_000_000 }, Arc::default());
        let refused = Search::within(Chain, small).value(&1_000_000);
        assert!(matches!(refused, Err(SearchError::Stopped(SolveError::Memory { .. }))), "{refused:?}");
    }
}
