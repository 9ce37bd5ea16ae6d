//! Games defined in Rust: the trait `Impartial` lists the options of a position, and `Search` computes values and
//! winners from them, by the search that the engine itself uses.

use std::error::Error;
use std::fmt;
use std::hash::Hash;

use crate::limits::{Budget, SolveError, Solved};
use crate::nim::{Nimber, Outcome};
use crate::search::{Decider, Knowledge, Listing, Space};

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
    /// Equal positions must have the same options. Their order decides only which of two options that seem equally
    /// good the search looks at first.
    type Position: Clone + Ord + Hash;

    /// Adds every position, or sum of positions, that one move can reach to `options`.
    fn options(&self, position: &Self::Position, options: &mut Options<Self::Position>);

    /// How much work a position may be, by the number of its moves or the like: the search looks at what takes less
    /// work first. Any estimate is right; without one, all positions seem equally good.
    fn work(&self, _position: &Self::Position) -> u64 {
        1
    }
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

    fn clear(&mut self) {
        self.parts.clear();
        self.ends.clear();
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

/// Computes values and winners of positions of one game. What it learns is kept in tables of bounded memory. It needs
/// no deep call stack: a game may be as long as the memory allows.
#[derive(Debug)]
pub struct Search<G: Impartial> {
    game: G,
    positions: Decider<Option<G::Position>>,
    sums: Decider<Vec<G::Position>>,
    budget: Budget,
}

impl<G: Impartial> Search<G> {
    /// A search with the default limits.
    pub fn new(game: G) -> Search<G> {
        Search::within(game, Budget::default())
    }

    /// A search that stops when this budget says so. Its tables grow only into memory that the budget has free, as far
    /// as it measures that ([`Limits`](crate::Limits)), and then forget what took the least work to find.
    pub fn within(game: G, budget: Budget) -> Search<G> {
        Search { game, positions: Decider::default(), sums: Decider::default(), budget }
    }

    /// The Grundy value: the least number that no option has as its value. All positions that can be reached are
    /// valued.
    ///
    /// # Errors
    /// `SearchError` if there is a cycle or the budget stops the search; the values found until then are kept.
    pub fn value(&mut self, position: &G::Position) -> Result<Nimber, SearchError<G::Position>> {
        self.sum_value(std::slice::from_ref(position))
    }

    /// The value of positions side by side: the nim-sum of their values.
    ///
    /// # Errors
    /// As [`Search::value`].
    pub fn sum_value(&mut self, parts: &[G::Position]) -> Result<Nimber, SearchError<G::Position>> {
        let Self { game, positions, budget, .. } = self;
        positions.begin();
        let found = positions.value(&mut Positions::of(game, true), parts.iter().cloned().map(Some).collect(), budget);
        found.map(Nimber).map_err(|stop| with_cycle(stop, positions.cycle().iter().flatten()))
    }

    /// Who wins. This is decided sooner than the value is found.
    ///
    /// # Errors
    /// As [`Search::value`].
    pub fn outcome(&mut self, position: &G::Position) -> Result<Outcome, SearchError<G::Position>> {
        self.sum_outcome(std::slice::from_ref(position))
    }

    /// Who wins with positions side by side.
    ///
    /// # Errors
    /// As [`Search::value`].
    pub fn sum_outcome(&mut self, parts: &[G::Position]) -> Result<Outcome, SearchError<G::Position>> {
        let Self { game, positions, budget, .. } = self;
        positions.begin();
        let parts = parts.iter().cloned().map(Some).collect();
        let is_lost = positions.has_value(&mut Positions::of(game, false), parts, 0, budget);
        let outcome = is_lost.map(|is_lost| if is_lost { Outcome::P } else { Outcome::N });
        outcome.map_err(|stop| with_cycle(stop, positions.cycle().iter().flatten()))
    }

    /// Who wins with positions side by side in misère play, where the player who makes the last move loses. Values do
    /// not decide that, so the search goes through the sums.
    ///
    /// # Errors
    /// As [`Search::value`].
    pub fn misere_outcome(&mut self, parts: &[G::Position]) -> Result<Outcome, SearchError<G::Position>> {
        let Self { game, sums, budget, .. } = self;
        sums.begin();
        let outcome = sums.outcome(&mut Sums { game, options: Options::new() }, &sorted(parts), budget);
        outcome.map_err(|stop| with_cycle(stop, sums.cycle().iter().flatten()))
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
            if self.sum_outcome(option)? == Outcome::P {
                winning.push(option.to_vec());
            }
        }
        Ok(winning)
    }

    /// The number of positions of which something is known.
    pub fn positions(&self) -> usize {
        self.positions.counts().0
    }
}

fn sorted<P: Clone + Ord>(parts: &[P]) -> Vec<P> {
    let mut sorted = parts.to_vec();
    sorted.sort_unstable();
    sorted
}

/// The error of a search; for a cycle with its positions.
fn with_cycle<'a, P: Clone + 'a>(stop: SolveError, cycle: impl Iterator<Item = &'a P>) -> SearchError<P> {
    match stop {
        SolveError::Cycle(_) => SearchError::Cycle(cycle.cloned().collect()),
        stop => SearchError::Stopped(stop),
    }
}

/// The positions of a game.
struct Positions<'a, G: Impartial> {
    game: &'a G,
    options: Options<G::Position>,
    /// Are all positions to be valued?
    is_valued: bool,
}

impl<'a, G: Impartial> Positions<'a, G> {
    fn of(game: &'a G, is_valued: bool) -> Self {
        Positions { game, options: Options::new(), is_valued }
    }
}

impl<G: Impartial> Space for Positions<'_, G> {
    type Part = Option<G::Position>;

    const ENDS: bool = false;

    fn expand(
        &mut self,
        part: &Option<G::Position>,
        listing: &mut Listing<Option<G::Position>>,
        _: &Budget,
    ) -> Solved<Option<Knowledge>> {
        self.options.clear();
        part.iter().for_each(|position| self.game.options(position, &mut self.options));
        for option in self.options.each() {
            option.iter().for_each(|part| listing.add(Some(part.clone())));
            if listing.end_option().is_break() {
                break;
            }
        }
        Ok(None)
    }

    fn size(&self, part: &Option<G::Position>) -> u64 {
        part.as_ref().map_or(0, |part| self.game.work(part))
    }

    fn is_small(&self, _part: &Option<G::Position>) -> bool {
        self.is_valued
    }
}

/// Sums of positions in misère play, each sorted.
struct Sums<'a, G: Impartial> {
    game: &'a G,
    options: Options<G::Position>,
}

impl<G: Impartial> Space for Sums<'_, G> {
    type Part = Vec<G::Position>;

    const ENDS: bool = false;

    const OUTCOMES: bool = true;

    fn expand(
        &mut self,
        sum: &Vec<G::Position>,
        listing: &mut Listing<Vec<G::Position>>,
        _: &Budget,
    ) -> Solved<Option<Knowledge>> {
        let mut has_moves = false;
        for (index, position) in sum.iter().enumerate() {
            if index > 0 && sum[index - 1] == *position {
                continue;
            }
            self.options.clear();
            self.game.options(position, &mut self.options);
            for option in self.options.each() {
                has_moves = true;
                listing.add(sorted(&[&sum[..index], &sum[index + 1..], option].concat()));
                if listing.end_option().is_break() {
                    return Ok(None);
                }
            }
        }
        // Who cannot move has not made the last move.
        Ok(if has_moves { None } else { Some(Knowledge::NOTHING.without(0)) })
    }

    fn size(&self, sum: &Vec<G::Position>) -> u64 {
        total_work(self.game, sum)
    }
}

fn total_work<G: Impartial>(game: &G, sum: &[G::Position]) -> u64 {
    sum.iter().fold(0, |total, position| total.saturating_add(game.work(position)))
}

impl<P> From<SolveError> for SearchError<P> {
    fn from(stop: SolveError) -> SearchError<P> {
        SearchError::Stopped(stop)
    }
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

    use rustc_hash::FxHashMap;

    use super::*;
    use crate::dice::{Dice, tries};
    use crate::limits::{Limits, Signal};

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
        assert_eq!(Search::new(Round).misere_outcome(&[4]), Err(SearchError::Cycle(vec![2, 0, 1, 2])));
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
        let small = || Budget::new(Limits { memory: 1 << 17 }, Arc::default());
        assert_eq!(Search::within(Chain, small()).value(&300), Ok(Nimber(0)));
        let refused = Search::within(Chain, small()).value(&100_000);
        assert!(matches!(refused, Err(SearchError::Stopped(SolveError::Memory { .. }))), "{refused:?}");
    }

    /// For each position its options, each a sum of positions with smaller numbers.
    struct Listed(Vec<Vec<Vec<u8>>>);

    impl Impartial for Listed {
        type Position = u8;

        fn options(&self, position: &u8, options: &mut Options<u8>) {
            self.0[usize::from(*position)].iter().for_each(|option| options.sum(option.iter().copied()));
        }

        fn work(&self, position: &u8) -> u64 {
            u64::from(*position % 5)
        }
    }

    impl Listed {
        fn random(seed: u64) -> Listed {
            let mut dice = Dice::new(seed);
            let positions = 2 + dice.below(6);
            // A second part is small, so that sums stay short.
            let option = |dice: &mut Dice, below: u64| {
                let parts = [below, below.div_ceil(2)].into_iter().take(dice.small(3));
                parts.map(|below| dice.small(below)).collect()
            };
            let options = |at: u64, dice: &mut Dice| {
                let count = if at == 0 { 0 } else { dice.below(6) };
                (0..count).map(|_| option(dice, at)).collect()
            };
            Listed((0..positions).map(|at| options(at, &mut dice)).collect())
        }

        /// By the definition of who wins, without values: the sum is lost if no move leads to a lost one.
        fn is_lost(&self, sum: &[u8], misere: bool, known: &mut FxHashMap<Vec<u8>, bool>) -> bool {
            let sum = sorted(sum);
            if let Some(is_lost) = known.get(&sum) {
                return *is_lost;
            }
            let mut moves = (0..sum.len()).flat_map(|at| self.0[usize::from(sum[at])].iter().map(move |to| (at, to)));
            let mut any = false;
            let is_won = moves.any(|(at, to)| {
                any = true;
                self.is_lost(&[&sum[..at], &sum[at + 1..], to].concat(), misere, known)
            });
            let is_lost = !is_won && (any || !misere);
            known.insert(sum, is_lost);
            is_lost
        }
    }

    #[test]
    fn random_games_are_won_as_by_the_definition() {
        for seed in 1..tries(300) {
            let game = Listed::random(seed);
            let count = u8::try_from(game.0.len()).unwrap();
            let (mut normal, mut misere) = (FxHashMap::default(), FxHashMap::default());
            let mut search = Search::new(Listed(game.0.clone()));
            let mut again = Search::new(Listed(game.0.clone()));
            for (one, other) in (0..count).flat_map(|one| (0..=one).map(move |other| (one, other))) {
                let sum = [one, other];
                let outcome = |is_lost| if is_lost { Outcome::P } else { Outcome::N };
                let expected = outcome(game.is_lost(&sum, false, &mut normal));
                assert_eq!(search.sum_outcome(&sum), Ok(expected), "{seed}: {sum:?} of {:?}", game.0);
                assert_eq!(again.sum_value(&sum).map(Outcome::of), Ok(expected), "{seed}: {sum:?} of {:?}", game.0);
                let expected = outcome(game.is_lost(&sum, true, &mut misere));
                assert_eq!(search.misere_outcome(&sum), Ok(expected), "{seed}: misère {sum:?} of {:?}", game.0);
            }
        }
    }

    /// A rook, whose values are large.
    struct Rook;

    impl Impartial for Rook {
        type Position = (u32, u32);

        fn options(&self, &(x, y): &(u32, u32), options: &mut Options<(u32, u32)>) {
            (0..x).for_each(|left| options.position((left, y)));
            (0..y).for_each(|down| options.position((x, down)));
        }
    }

    #[test]
    fn large_values_are_found() {
        let mut search = Search::new(Rook);
        for (x, y) in [(200, 100), (255, 0), (130, 129)] {
            assert_eq!(search.value(&(x, y)), Ok(Nimber((x ^ y).into())));
        }
    }
}
