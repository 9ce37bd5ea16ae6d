//! Impartial games in Rust: Grundy values, who wins, winning moves, and periods with the theorem that proves them.
//!
//! ```
//! use grundy_engine::{Moves, Outcome, Solver};
//!
//! let take = Moves::take([1, 2, 3]).game("Take")?;
//! let kayles = Moves::octal("0.77")?.game("Kayles")?;
//! let position = take.heap(7) + kayles.heap(5);
//!
//! let mut solver = Solver::default();
//! assert_eq!(solver.value(&position)?.0, 3 ^ 4);
//! assert_eq!(solver.outcome(&position)?, Outcome::N);
//! let winning = solver.winning_move(&position)?.expect("the value is not 0");
//! assert_eq!(format!("{} to {}", winning.from, winning.to), "Kayles(5) to Kayles(3)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to start
//!
//! - [`Moves`] builds heap games: take and leave, split, divide, octal and hexadecimal codes, or several of these
//!   together. [`Game::heap`] is a position of such a game, and `+` puts positions side by side in a [`Sum`].
//! - [`Solver`] answers questions about positions and games: [`Solver::value`], [`Solver::outcome`],
//!   [`Solver::winning_move`], [`Solver::moves`], [`Solver::values`], [`Solver::period`], in normal and in misère play ([`Situation`]).
//!   It keeps the values that it has computed.
//! - [`Impartial`] is the trait for a game of your own, with one method that lists the options of a position;
//!   an [`OwnGame`] gives its positions, which stand in sums and in compounds like all others.
//! - [`Limits`] say how much memory a solver may use, in a program that measures it (see below). A [`Signal`] stops it from
//!   another thread. A question that is cut short by either returns an error, and the values found so far are kept.
//!   [`Solver::use_threads`] lets a long computation use several cores.
//!
//! # Periods
//!
//! A period that was only seen in computed values and a period that a theorem proves are two different answers:
//!
//! ```
//! use grundy_engine::{Moves, PeriodFinding, Solver};
//!
//! let kayles = Moves::octal("0.77")?.game("Kayles")?;
//! let Some(PeriodFinding::Proved(proof)) = Solver::default().period(&kayles)? else { panic!() };
//! assert_eq!((proof.period.period, proof.period.preperiod), (12, 71));
//! println!("{:?}", proof.theorem); // GuySmith
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Limits
//!
//! Memory is measured where it is allocated. A program that makes [`CountingAllocator`] its global allocator has the
//! limit that it gives a solver, by default 1 GiB; a program that does not has no limit of memory. Every computation can be
//! stopped:
//!
//! ```
//! use std::sync::Arc;
//! use grundy_engine::{Limits, Moves, Signal, Solver, SolveError};
//!
//! let signal = Arc::new(Signal::default());
//! let mut solver = Solver::new(Limits { memory: 100_000_000 }, signal.clone());
//! let game = Moves::octal("0.007")?.game("Treblecross")?;
//! signal.interrupt(); // usually by another thread
//! assert_eq!(solver.value(&game.heap(1 << 40)), Err(SolveError::Interrupted));
//! # Ok::<(), grundy_engine::MovesError>(())
//! ```
//!
//! # The modules
//!
//! [`game`] holds rules as data, positions, and the expressions in which rules of any shape are written (the language
//! of the program `grundy` is built on them); [`nim`] holds the mathematics of values; [`solve`] holds the engines that
//! compute values; [`laws`] searches for formulas that computed values follow, without proof. [`sorting`] is one sort for
//! all types, for programs that shall stay small.

#![deny(missing_docs)]
// No input may end the program that uses this.
#![cfg_attr(
    not(test),
    deny(
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

#[macro_use]
pub mod sorting;
pub mod code;
#[cfg(test)]
mod dice;
pub mod game;
pub mod laws;
#[cfg(not(feature = "ledger"))]
mod ledger;
#[cfg(feature = "ledger")]
#[doc(hidden)]
pub mod ledger;
mod limits;
mod meter;
pub mod nim;
mod search;
#[cfg(feature = "serde")]
mod serialize;
pub mod solve;

pub use game::{
    Amounts, Component, Compound, Ends, Game, HeapRules, Impartial, Moves, MovesError, MovesIn, Options, OwnGame,
    Position, Sequence, Sum,
};
pub use nim::{Nimber, Outcome, Period, mex};
pub use solve::{
    Budget, CountingAllocator, Effort, Limits, Move, PeriodFinding, Signal, Situation, SolveError, Solver, Theorem,
};

#[cfg(test)]
#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// Nim with one heap: take any number.
    struct Nim;

    impl Impartial for Nim {
        type Position = u32;

        fn options(&self, heap: &u32, options: &mut Options<u32>) {
            (0..*heap).for_each(|left| options.position(left));
        }
    }

    /// An engine may compute more heaps than it was asked for. The search must make its next attempt at a proof all
    /// the same, and end.
    #[test]
    fn a_short_search_for_a_period_ends() {
        for code in ["0.36", "0.07", "0.6", "0.007"] {
            let game = Moves::octal(code).unwrap().game(code).unwrap();
            let found = Solver::default().period_within(&game, Effort::GLANCE);
            assert!(matches!(found, Ok(Some(_))), "{code}: {found:?}");
        }
    }

    #[test]
    fn what_is_found_anew_depends_on_nothing_asked_before() {
        let game = Moves::octal("0.007").unwrap().game("Treblecross").unwrap();
        let glance = |solver: &mut Solver| solver.period_within(&game, Effort::GLANCE).unwrap();
        let mut solver = Solver::default();
        let first = solver.anew(glance);
        solver.value(&game.heap(20_000)).unwrap();
        assert_eq!(solver.anew(glance), first);
        assert_ne!(glance(&mut solver), first);
    }

    #[test]
    fn a_follower_stops_when_its_leader_does() {
        let leader = Arc::new(Signal::default());
        let budget = Budget::new(Limits { memory: 10 }, Arc::new(leader.follower()));
        budget.count(3, 9).unwrap();
        assert_eq!((budget.check(), leader.progress()), (Ok(()), None));
        assert!(budget.room(10).is_ok() && !budget.was_refused());
        assert!(budget.room(11).is_err() && budget.was_refused() && !budget.was_refused());
        leader.interrupt();
        assert_eq!(budget.check(), Err(SolveError::Interrupted));
    }

    #[test]
    fn what_one_begins_with_may_move_to_another_thread() {
        fn is_send<T: Send>() {}
        is_send::<Solver>();
        is_send::<OwnGame<Nim>>();
        is_send::<Game>();
        is_send::<Moves>();
        is_send::<Sum>();
        is_send::<Budget>();
        is_send::<Signal>();
        is_send::<SolveError>();
        let three = OwnGame::new("Nim", Nim).position(3).unwrap();
        let worker = std::thread::spawn(move || Solver::default().value(&three));
        assert_eq!(worker.join().unwrap(), Ok(Nimber(3)));
    }
}
