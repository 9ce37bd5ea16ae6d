//! Games that are defined in Rust: the trait [`Impartial`] lists the options of a position, and an [`OwnGame`] gives what
//! stands in sums, in compounds and beside written rules like any other position.
//!
//! Each position that was met has a number, which is its coordinate: the engines know numbers and no types.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHasher;

use super::own_rules::OwnStates;
use super::{Component, Game, Halt, Meter, Options, OwnRules, Position, Ruleset, Sum, Summand, Visited};

/// The rules of an impartial game. Players move in turn; who cannot move loses, or wins in misère play.
///
/// ```
/// use grundy_engine::{Amounts, Impartial, Moves, Nimber, Options, OwnGame, Solver};
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
/// let rook = OwnGame::new("Rook", Rook);
/// let nim = Moves::take(Amounts::any()).game("Nim")?;
/// let sum = rook.position((5, 3))? + nim.heap(4);
/// let mut solver = Solver::default();
/// assert_eq!(solver.value(&sum)?, Nimber(5 ^ 3 ^ 4));
/// let winning = solver.winning_move(&sum)?.expect("the value is not 0");
/// assert_eq!(format!("{} to {}", winning.from, winning.to), "Rook(5, 3) to Rook(5, 1)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Impartial: Send + Sync + 'static {
    /// Equal positions must have the same options. `Debug` shows them to users.
    type Position: Clone + Eq + Hash + fmt::Debug + Send + 'static;

    /// Adds every position, or sum of positions, that one move can reach to `options`.
    fn options(&self, position: &Self::Position, options: &mut Options<Self::Position>);

    /// How much work a position may be, by the number of its moves or the like: the search looks at what takes less
    /// work first. Any estimate is right; without one, all positions seem equally good.
    fn work(&self, _position: &Self::Position) -> u64 {
        1
    }
}

/// A game that is defined in Rust, with its positions.
///
/// A position of it goes wherever one goes: into sums with heaps and with written rules, into compounds, into misère play. If
/// play may come back, a position can be a draw.
pub struct OwnGame<G: Impartial> {
    game: Arc<Game>,
    states: Arc<Numbered<G>>,
}

impl<G: Impartial> OwnGame<G> {
    /// The game with these rules, under the name that is shown.
    #[cfg(feature = "impartial")]
    pub fn new(name: impl Into<Arc<str>>, rules: G) -> OwnGame<G> {
        let states = Arc::new(Numbered { rules, met: Mutex::default() });
        let ruleset = Ruleset::Own(OwnRules { states: states.clone() });
        OwnGame { game: Arc::new(Game::new(name, ruleset)), states }
    }

    /// A position of the game.
    ///
    /// # Errors
    /// There is no memory left.
    pub fn position(&self, position: G::Position) -> Result<Sum, Halt> {
        let number = self.states.met().number(position, &Meter::default())?;
        Ok(Sum::position(Position::at(&self.game, number)))
    }

    /// The position that a component is; `None` if it is not one of this game.
    pub fn state(&self, component: &Component) -> Option<G::Position> {
        match component {
            Component::Position(position) if position.game.ruleset == self.game.ruleset => {
                self.states.state(position.own_number()?)
            }
            _ => None,
        }
    }

    /// The game as all others are.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }
}

impl Position {
    /// The number of a position of a game that is defined in Rust.
    pub(crate) fn own_number(&self) -> Option<u64> {
        let is_own = matches!(self.game.ruleset, Ruleset::Own(_));
        self.number().filter(|_| is_own).and_then(|number| u64::try_from(number).ok())
    }

    /// How such a position is shown behind the name of its game.
    pub(super) fn own_text(&self) -> Option<String> {
        let (Ruleset::Own(rules), Some(number)) = (&self.game.ruleset, self.own_number()) else { return None };
        let text = rules.states.show(number)?;
        Some(if text.starts_with('(') { text } else { format!("({text})") })
    }

    /// Is it a position that a game that is defined in Rust has met?
    pub(super) fn is_own(&self) -> bool {
        self.own_text().is_some()
    }

    /// Visits the options of a position of a game that is defined in Rust.
    pub(super) fn each_own_option(
        &self,
        rules: &OwnRules,
        meter: &Meter,
        visit: &mut dyn FnMut(Arc<Sum>) -> Visited,
    ) -> Visited {
        let Some(number) = self.own_number() else { return Ok(ControlFlow::Continue(())) };
        let mut listed = Options::default();
        rules.options(number, &mut listed, meter)?;
        for option in listed.each() {
            let one =
                |part: &u64| Summand { copies: 1, component: Component::Position(Position::at(&self.game, *part)) };
            if visit(Arc::new(Sum { parts: option.iter().map(one).collect() }))?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// A game with the positions that were met.
struct Numbered<G: Impartial> {
    rules: G,
    met: Mutex<Met<G::Position>>,
}

/// Positions, each once.
struct Met<P> {
    states: Vec<P>,
    /// A hash table: 1 more than the index of a position, or 0. Three quarters of it are in use at most.
    slots: Vec<u64>,
    /// The list of options that was used last.
    spare: Options<P>,
}

impl<P> Default for Met<P> {
    fn default() -> Met<P> {
        Met { states: Vec::new(), slots: Vec::new(), spare: Options::default() }
    }
}

impl<G: Impartial> Numbered<G> {
    /// A program that ended while it added a position has added it, or has not.
    fn met(&self) -> MutexGuard<'_, Met<G::Position>> {
        self.met.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn state(&self, number: u64) -> Option<G::Position> {
        self.met().states.get(usize::try_from(number).ok()?).cloned()
    }
}

impl<G: Impartial> OwnStates for Numbered<G> {
    /// The game lists its options while nothing is locked: it may ask a solver.
    fn options(&self, number: u64, listed: &mut Options<u64>, meter: &Meter) -> Result<(), Halt> {
        listed.begin(meter);
        let mut met = self.met();
        let Some(state) = usize::try_from(number).ok().and_then(|number| met.states.get(number)).cloned() else {
            return Ok(());
        };
        let mut options = std::mem::take(&mut met.spare);
        drop(met);
        options.begin(meter);
        self.rules.options(&state, &mut options);
        options.halt.map_or(Ok(()), Err)?;
        let mut met = self.met();
        for part in options.parts.drain(..) {
            let number = met.number(part, meter)?;
            meter.push(&mut listed.parts, number)?;
        }
        std::mem::swap(&mut listed.ends, &mut options.ends);
        met.spare = options;
        Ok(())
    }

    fn works(&self, known: &mut Vec<u64>, meter: &Meter) -> Result<(), Halt> {
        let met = self.met();
        for state in met.states.iter().skip(known.len()) {
            meter.push(known, self.rules.work(state))?;
        }
        Ok(())
    }

    fn work(&self, number: u64) -> u64 {
        let met = self.met();
        usize::try_from(number).ok().and_then(|number| met.states.get(number)).map_or(0, |state| self.rules.work(state))
    }

    fn show(&self, number: u64) -> Option<String> {
        self.state(number).map(|state| format!("{state:?}"))
    }
}

impl<P: Eq + Hash> Met<P> {
    /// The number of a position, which is a new one if it was not met before.
    fn number(&mut self, state: P, meter: &Meter) -> Result<u64, Halt> {
        if self.states.len() * 4 >= self.slots.len() * 3 {
            self.grow(meter)?;
        }
        let mut slot = self.first_slot(&state);
        loop {
            match usize::try_from(self.slots[slot]).unwrap_or(usize::MAX) {
                0 => break,
                used if self.states[used - 1] == state => return Ok(used as u64 - 1),
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
        let number = self.states.len() as u64;
        meter.push(&mut self.states, state)?;
        self.slots[slot] = number + 1;
        Ok(number)
    }

    #[expect(clippy::cast_possible_truncation, reason = "only the lowest bits are used")]
    fn first_slot(&self, state: &P) -> usize {
        let mut hasher = FxHasher::default();
        state.hash(&mut hasher);
        hasher.finish() as usize & (self.slots.len() - 1)
    }

    /// Doubles the hash table.
    fn grow(&mut self, meter: &Meter) -> Result<(), Halt> {
        let count = (2 * self.slots.len()).max(1 << 6);
        let mut slots = Vec::new();
        meter.reserve(&mut slots, count)?;
        slots.resize(count, 0);
        self.slots = slots;
        for number in 0..self.states.len() {
            if number % Meter::STRIDE == 0 {
                meter.spend(Meter::STRIDE)?;
            }
            let mut slot = self.first_slot(&self.states[number]);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (count - 1);
            }
            self.slots[slot] = number as u64 + 1;
        }
        Ok(())
    }
}
