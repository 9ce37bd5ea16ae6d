//! Moves in positions that are played at once: those that can be made, the one that a line means, and the best one.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_engine::game::Sum;
use grundy_engine::nim::Outcome;
use grundy_engine::solve::{BoundSum, CompoundFound, CompoundMove, CompoundReason};
use rustc_hash::FxHashSet;

use crate::classroom::play::data::{Advised, AnswerCount, Choice, Choices, Chosen, MoveAtOnce, MoveInOne, Refusal};
use crate::classroom::play::sums;
use crate::classroom::play::typed::{self, TypedMove};
use crate::error::Error;
use crate::lang::session::Session;
use crate::source::Span;
use crate::verbs::compound::{self, CompoundPosition};

/// If more positions than this were searched to know who wins, the winning answers to each move are not counted.
const MOST_SEARCHED: usize = 2_000;
/// The most ways to assign the parts of a line to positions that are looked at.
const MOST_WAYS: usize = 10_000;

/// The moves of a position, at most `most` of them. Of moves that leave the same positions, in whatever order, only one is told.
pub(crate) fn choices(
    session: &mut Session,
    position: &Arc<CompoundPosition>,
    most: usize,
    at: Span,
) -> Result<Choices, Error> {
    let CompoundPosition { rule, positions } = &**position;
    let (found, more) = session.solved(at, |solver| solver.first_compound_moves(*rule, positions, most))?;
    let shown = different(found.into_iter().map(|left| MoveAtOnce { before: position.clone(), left }));
    Ok(Choices { shown, more })
}

/// Those of some moves that leave different positions.
// What can change inside a position takes no part in its comparison.
#[allow(clippy::mutable_key_type)]
fn different(moves: impl Iterator<Item = MoveAtOnce>) -> Vec<Choice> {
    let mut known: FxHashSet<Vec<Option<Sum>>> = FxHashSet::default();
    let is_new = |made: &MoveAtOnce| {
        let mut leaves: Vec<Option<Sum>> = made.after().positions.iter().map(Sum::normal).collect();
        grundy_engine::sorting::sort(&mut leaves);
        known.insert(leaves)
    };
    moves.filter(is_new).map(Choice::AtOnce).collect()
}

/// A winning move, or else one that keeps a draw.
pub(super) fn best(
    session: &mut Session,
    position: &Arc<CompoundPosition>,
    misere: bool,
    at: Span,
) -> Result<Option<Advised>, Error> {
    let found = compound::decided(session, position, misere, at)?;
    let wins = found.outcome == Outcome::N;
    let advised = |left| Advised::AtOnce { made: MoveAtOnce { before: position.clone(), left }, wins };
    Ok(found.winning.map(advised))
}

/// The move that the machine makes, and how it chose it: one that wins or keeps a draw, or else the one to which the smallest share of the
/// answers wins, or after which play lasts longest. `None` if there are no moves.
pub(super) fn machine_choice(
    session: &mut Session,
    position: &Arc<CompoundPosition>,
    misere: bool,
    most_counted: usize,
    at: Span,
) -> Result<Option<(Choice, Chosen)>, Error> {
    let made = |left| Choice::AtOnce(MoveAtOnce { before: position.clone(), left });
    let CompoundFound { outcome, reason, winning, longest } = compound::decided(session, position, misere, at)?;
    if let Some(left) = winning {
        return Ok(Some((made(left), if outcome == Outcome::N { Chosen::Winning } else { Chosen::Drawing })));
    }
    let longest = longest.map(|(left, moves)| (made(left), Chosen::Longest(moves)));
    let choices = choices(session, position, most_counted, at)?;
    let never_ends = may_never_end(session, position, at)?;
    let is_long = matches!(reason, CompoundReason::Search(searched) if searched > MOST_SEARCHED);
    if choices.more || is_long || never_ends {
        return Ok(longest.or_else(|| choices.shown.into_iter().next().map(|first| (first, Chosen::Any))));
    }
    let mut best: Option<(AnswerCount, Choice)> = None;
    // Of several equal moves the one after which play lasts longest.
    for choice in longest.into_iter().map(|(choice, _)| choice).chain(choices.shown) {
        let Choice::AtOnce(made) = &choice else { continue };
        let (rule, after) = (made.rule(), made.after().positions);
        let found = session.solved(at, |solver| solver.compound_moves(rule, &after, misere, 0, false))?;
        let answers = AnswerCount { winning: found.winning.into(), moves: found.total.into() };
        if best.as_ref().is_none_or(|(fewest, _)| answers.fewer(fewest).is_lt()) {
            best = Some((answers, choice));
        }
    }
    Ok(best.map(|(answers, choice)| (choice, Chosen::Hardest(answers))))
}

/// Whether play from one of them may never end.
pub(crate) fn may_never_end(session: &mut Session, position: &CompoundPosition, at: Span) -> Result<bool, Error> {
    session.solved(at, |solver| {
        position.positions.iter().try_fold(false, |may, position| Ok(may || solver.may_never_end(position)?))
    })
}

/// The move that a line means: what becomes of each position that it moves in, with commas between. They may stand in any order, where
/// that leaves no doubt; and as many as there are positions stand in the order of these.
pub(super) fn chosen(
    session: &mut Session,
    position: &Arc<CompoundPosition>,
    line: &str,
    most: usize,
    at: Span,
) -> Result<Result<Choice, Refusal>, Error> {
    let parts = parts(line);
    let Some(read) = Read::of(session, position, &parts, at)? else { return Ok(Err(Refusal::Unread)) };
    let made = |left| MoveAtOnce { before: position.clone(), left };
    let in_order = read.in_order(position, most);
    let found = if in_order.is_empty() { read.in_any_order(position, most) } else { in_order };
    let is_of_others = found.is_empty() && !read.is_of_so_many(position, parts.len());
    if is_of_others {
        return Ok(Err(Refusal::OfOthers(position.clone())));
    }
    Ok(typed::only(different(found.into_iter().map(made)), line))
}

/// What the parts of a line may mean.
struct Read {
    /// Of each part, for each position: what a move that it describes leaves, and whether it names the position as it is.
    meant: Vec<Vec<(Vec<Arc<Sum>>, bool)>>,
    /// Whether each part says where it moves.
    says_where: bool,
    /// The positions that are not over.
    live: Vec<usize>,
}

impl Read {
    /// `None` if a part does not have the form of a move.
    fn of(session: &mut Session, position: &CompoundPosition, parts: &[&str], at: Span) -> Result<Option<Read>, Error> {
        let mut read = Read { meant: vec![Vec::new(); parts.len()], says_where: false, live: Vec::new() };
        for (index, component) in position.positions.iter().enumerate() {
            let mut typed = Vec::new();
            for part in parts {
                typed.push(typed::read(session, component, part)?);
            }
            if typed.iter().any(Option::is_none) {
                return Ok(None);
            }
            read.says_where = typed.iter().flatten().all(TypedMove::says_where);
            let mut leaves: Vec<Vec<(Arc<Sum>, bool)>> = vec![Vec::new(); parts.len()];
            let mut has_moves = false;
            sums::each_move(session, &BoundSum::free(component.clone()), at, &mut |made| {
                has_moves = true;
                for (typed, leaves) in typed.iter().flatten().zip(&mut leaves) {
                    if typed.fits(&made, component) {
                        leaves.push((Arc::new(left(&made)), typed.names_all_left(&made)));
                    }
                }
                ControlFlow::Continue(())
            })?;
            read.live.extend(has_moves.then_some(index));
            for ((typed, leaves), meant) in typed.iter().flatten().zip(leaves).zip(&mut read.meant) {
                // What can be all that is left of a sum is not one of its summands.
                let names_all = leaves.iter().any(|(_, names_all)| *names_all);
                let leaves = leaves.into_iter().filter(|leaf| leaf.1 == names_all).map(|(left, _)| left).collect();
                meant.push((leaves, typed.stays(component)));
            }
        }
        Ok(Some(read))
    }

    /// Whether a move is made in so many of the positions.
    fn is_of_so_many(&self, position: &CompoundPosition, moved: usize) -> bool {
        position.rule.allows(position.positions.len(), self.live.len(), moved)
    }

    /// The moves of which the parts tell in order what they leave of each position, or of each that is not over.
    fn in_order(&self, position: &CompoundPosition, most: usize) -> Vec<CompoundMove> {
        let count = position.positions.len();
        let all: Vec<usize> = (0..count).collect();
        for told in [&all, &self.live] {
            if told.len() != self.meant.len() {
                continue;
            }
            let mut made: Vec<CompoundMove> = vec![vec![None; count]];
            for (meant, index) in self.meant.iter().zip(told) {
                let (leaves, stays) = &meant[*index];
                let ways = leaves.iter().cloned().map(Some).chain(stays.then_some(None));
                let with = |way: Option<Arc<Sum>>| {
                    made.iter().map(move |made| {
                        let mut made = made.clone();
                        made[*index] = way.clone();
                        made
                    })
                };
                made = ways.flat_map(with).take(most + 1).collect();
            }
            made.retain(|left| self.is_of_so_many(position, left.iter().flatten().count()));
            if !made.is_empty() {
                return made;
            }
        }
        Vec::new()
    }

    /// The moves of which each part describes what becomes of another position. As many parts as there are positions stand in their order,
    /// unless they say where they move.
    fn in_any_order(&self, position: &CompoundPosition, most: usize) -> Vec<CompoundMove> {
        let mut found = Vec::new();
        let may_stand_anywhere = self.says_where || self.meant.len() < position.positions.len();
        if may_stand_anywhere && self.is_of_so_many(position, self.meant.len()) {
            self.assign(
                position,
                &mut vec![None; position.positions.len()],
                &mut Ways { most, tried: 0, found: &mut found },
                0,
            );
        }
        found
    }

    /// Assigns the parts from this one on to positions that are not told yet. Of equal positions the first is taken.
    fn assign(&self, position: &CompoundPosition, made: &mut CompoundMove, ways: &mut Ways, part: usize) {
        ways.tried += 1;
        if ways.found.len() > ways.most || ways.tried > MOST_WAYS {
            return;
        }
        let Some(meant) = self.meant.get(part) else { return ways.found.push(made.clone()) };
        for (index, (leaves, _)) in meant.iter().enumerate() {
            let is_like =
                |earlier: usize| made[earlier].is_none() && position.positions[earlier] == position.positions[index];
            if made[index].is_some() || (0..index).any(is_like) {
                continue;
            }
            for left in leaves {
                made[index] = Some(left.clone());
                self.assign(position, made, ways, part + 1);
            }
            made[index] = None;
        }
    }
}

/// The ways to assign the parts of a line that have been found.
struct Ways<'f> {
    most: usize,
    tried: usize,
    found: &'f mut Vec<CompoundMove>,
}

/// What a move leaves of a component, which is never nothing.
fn left(made: &MoveInOne) -> Sum {
    if made.after.rest.parts.is_empty() { made.to.clone() } else { made.after.rest.clone() }
}

/// The parts of a line, between commas that stand in no brackets.
fn parts(line: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut in_text) = (Vec::new(), 0, 0_i32, false);
    for (at, letter) in line.char_indices() {
        match letter {
            '"' => in_text = !in_text,
            _ if in_text => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' | ';' if depth == 0 => {
                parts.push(&line[start..at]);
                start = at + letter.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&line[start..]);
    parts.into_iter().map(str::trim).collect()
}
