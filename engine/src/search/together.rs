//! Several threads that answer one question together. They share what they know of positions. The answer does not depend
//! on how many there are.

use std::panic::resume_unwind;
use std::sync::{Arc, OnceLock};
use std::thread;

use super::decide::{Answer, Decider};
use super::space::Space;
use super::team::{MOST_THREADS, Membership};
use crate::limits::{Budget, CountingAllocator, Limits, Signal, SolveError, Solved};

/// Ends the work of a team when it is dropped, however that comes.
struct TeamEnding<'a> {
    team: &'a Membership,
    signal: &'a Signal,
}

impl Drop for TeamEnding<'_> {
    fn drop(&mut self) {
        self.team.end();
        self.signal.interrupt();
    }
}

/// Answers a question as [`Decider::answer`], by several threads. The decider shares its table already.
///
/// # Errors
/// As [`Decider::answer`].
pub fn answer_together<S>(
    space: &mut S,
    decider: &mut Decider<S::Part>,
    part: &S::Part,
    question: Option<u64>,
    budget: &Budget,
) -> Solved<Answer>
where
    S: Space + Clone + Send,
    S::Part: Send + Sync,
{
    loop {
        let place = Membership::founder();
        decider.join(Some(place.clone()));
        let found = OnceLock::new();
        let answer = one_round(space, decider, (&place, &found), (part, question), budget);
        decider.join(None);
        match (answer, found.get()) {
            (Ok(answer), _) | (Err(SolveError::Positions { .. }), Some(&answer)) => return Ok(answer),
            // The table is crowded, and all threads have left it.
            (Err(SolveError::Positions { .. }), None) => decider.make_room(budget),
            (Err(stop), _) => return Err(stop),
        }
    }
}

/// The work until there is an answer, or the table must grow. What another thread finds is put into `found`.
fn one_round<S>(
    space: &mut S,
    decider: &mut Decider<S::Part>,
    (team, found): (&Membership, &OnceLock<Answer>),
    (part, question): (&S::Part, Option<u64>),
    budget: &Budget,
) -> Solved<Answer>
where
    S: Space + Clone + Send,
    S::Part: Send + Sync,
{
    let helpers = budget.threads().min(MOST_THREADS) as u64;
    // What they share is there already: they need little more.
    let limits = Limits { memory: budget.free() / (4 * helpers.max(1)) };
    let signal = Arc::new(budget.follower());
    thread::scope(|scope| {
        let ending = TeamEnding { team, signal: &signal };
        let help = |number| {
            let (mut space, mut decider, signal) = (space.clone(), decider.another(), signal.clone());
            let place = team.place(number);
            let work = move || {
                let budget = Budget::new(limits, signal);
                decider.join(Some(place));
                // Whatever stopped this thread, the first one finds out by itself.
                if let Ok(answer) = decider.answer(&mut space, part, question, &budget) {
                    // If another thread was first, it has the same answer.
                    let _ = found.set(answer);
                    team.end();
                }
                let (_, looked) = decider.counts();
                drop((space, decider, budget));
                (looked, CountingAllocator::in_use_at_exit())
            };
            // Without another thread the work is done by this one alone.
            thread::Builder::new().spawn_scoped(scope, work).ok()
        };
        let threads: Vec<_> = (2..=helpers).filter_map(help).collect();
        let answer = decider.answer(space, part, question, budget);
        drop(ending);
        for thread in threads {
            match thread.join() {
                Ok((looked, bytes)) => {
                    decider.add_looked(looked);
                    CountingAllocator::add(bytes);
                }
                Err(panic) => resume_unwind(panic),
            }
        }
        answer
    })
}
