//! A strategy for the player who wins a position: the lost positions that this player leaves, with an answer to every move there.

use grundy_engine::game::{Binding, Sum};
use grundy_engine::nim::{Convention, Outcome};
use grundy_engine::solve::{Situation, SolveError, Solver};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::lang::questions::tree::{Graph, Room};

/// The most positions and moves that a strategy may have.
const ROOM: Room = Room { positions: 20_000, moves: 200_000 };

/// Positions with their moves, and which of them the winner leaves.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// The position asked about is the first.
    pub positions: Vec<Sum>,
    /// The options of each position; `None` of those whose moves do not matter.
    pub moves: Vec<Option<Vec<usize>>>,
    /// The lost positions. From each option of one of them a move leads to an earlier one; in misère play, an option without a
    /// move is won as well.
    pub lost: Vec<usize>,
}

/// A strategy for the winner of a position in which no move binds. `None` if it has more positions or moves than are written.
///
/// # Errors
/// As [`Solver::best_move`].
pub fn strategy(
    solver: &mut Solver,
    sum: &Sum,
    convention: Convention,
    outcome: Outcome,
) -> Result<Option<Strategy>, SolveError> {
    let Some(graph) = Graph::from(sum, ROOM) else { return Ok(None) };
    let mut search = StrategySearch::from(graph, convention);
    let found = match outcome {
        Outcome::N => search.answer(solver, 0)?.is_some() || search.has_won(0),
        _ => search.leave(0) == 0,
    };
    let mut next = 0;
    while found && next < search.lost.len() {
        if !search.answer_all(solver, next)? {
            return Ok(None);
        }
        next += 1;
    }
    Ok(search.finished().filter(|_| found))
}

/// The positions that were met so far.
struct StrategySearch {
    graph: Graph,
    convention: Convention,
    /// Those whose moves are in the graph.
    expanded: FxHashSet<usize>,
    /// The lost positions that the winner leaves, as they are met, and the place of each among them.
    lost: Vec<usize>,
    places: FxHashMap<usize, usize>,
    /// The places of those to which the answers in each of these lead.
    answers: Vec<Vec<usize>>,
}

impl StrategySearch {
    fn from(graph: Graph, convention: Convention) -> StrategySearch {
        let (expanded, places) = (FxHashSet::default(), FxHashMap::default());
        StrategySearch { graph, convention, expanded, lost: Vec::new(), places, answers: Vec::new() }
    }

    /// Finds the answers to all moves of the lost position at this place. False if there is no more room.
    fn answer_all(&mut self, solver: &mut Solver, place: usize) -> Result<bool, SolveError> {
        let Some(options) = self.options(solver, self.lost[place])? else { return Ok(false) };
        for option in options {
            match self.answer(solver, option)? {
                Some(answer) => self.answers[place].push(answer),
                None if self.has_won(option) => {}
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// The place of the lost position that the winner leaves of this one.
    fn answer(&mut self, solver: &mut Solver, from: usize) -> Result<Option<usize>, SolveError> {
        if self.options(solver, from)?.is_none() {
            return Ok(None);
        }
        let position = self.graph.positions[from].by(self.convention);
        let Some(made) = solver.best_move(&position)?.filter(|made| made.outcome == Outcome::P) else {
            return Ok(None);
        };
        let answer = self.graph.index_of(&position.after(made.part, &made.to, Binding::Free));
        Ok(answer.map(|answer| self.leave(answer)))
    }

    /// In misère play who cannot move has won; the moves of the position were looked at.
    fn has_won(&self, position: usize) -> bool {
        self.convention.is_misere() && self.graph.moves[position].is_empty()
    }

    /// The place of a lost position, which is added if it is new.
    fn leave(&mut self, position: usize) -> usize {
        let place = *self.places.entry(position).or_insert(self.lost.len());
        if place == self.lost.len() {
            self.lost.push(position);
            self.answers.push(Vec::new());
        }
        place
    }

    /// The options of a position; `None` if there is no more room.
    fn options(&mut self, solver: &mut Solver, position: usize) -> Result<Option<Vec<usize>>, SolveError> {
        if self.expanded.insert(position) {
            self.graph.expand(solver, position)?;
        }
        let options = self.graph.moves[position].iter().map(|step| step.0);
        Ok((!self.graph.is_full()).then(|| options.collect()))
    }

    /// The strategy, in which answers lead to earlier positions. `None` if they lead round.
    fn finished(self) -> Option<Strategy> {
        let mut after = vec![Vec::new(); self.lost.len()];
        let mut open: Vec<usize> = self.answers.iter().map(Vec::len).collect();
        for (place, answers) in self.answers.iter().enumerate() {
            answers.iter().for_each(|answer| after[*answer].push(place));
        }
        let mut order: Vec<usize> = (0..open.len()).filter(|place| open[*place] == 0).collect();
        let mut next = 0;
        while let Some(place) = order.get(next) {
            for later in &after[*place] {
                open[*later] -= 1;
                if open[*later] == 0 {
                    order.push(*later);
                }
            }
            next += 1;
        }
        let options = |(position, moves): (usize, Vec<(usize, bool)>)| {
            self.expanded.contains(&position).then(|| moves.into_iter().map(|step| step.0).collect())
        };
        (order.len() == self.lost.len()).then(|| Strategy {
            lost: order.into_iter().map(|place| self.lost[place]).collect(),
            positions: self.graph.positions.iter().map(Situation::whole).collect(),
            moves: self.graph.moves.into_iter().enumerate().map(options).collect(),
        })
    }
}
