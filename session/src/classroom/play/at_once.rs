//! The move in positions that are played at once which a line means.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_engine::game::{Binding, Component, Compound, Position, Sum};
use grundy_engine::nim::Convention;
use grundy_engine::solve::Situation;

use crate::classroom::play::data::{Choice, Choices, Refusal};
use crate::classroom::play::sums;
use crate::classroom::play::typed::{self, TypedMove};
use crate::error::Error;
use crate::lang::session::Session;
use crate::source::Span;

/// The most ways to assign the parts of a line to positions that are looked at.
const MOST_WAYS: usize = 10_000;

/// What a move leaves of each position, `None` where it makes no move.
type Left = Vec<Option<Arc<Sum>>>;

/// The move that a line means: what becomes of each position that it moves in, with commas between. They may stand in any order, where
/// that leaves no doubt; and as many as there are positions stand in the order of these.
pub(super) fn chosen(
    session: &mut Session,
    (position, convention): (&Position, Convention),
    line: &str,
    most: usize,
    at: Span,
) -> Result<Result<Choice, Refusal>, Error> {
    let parts = parts(line);
    let Some((rule, components)) = position.compound() else { return Ok(Err(Refusal::Unread)) };
    let choice = |to: Sum| {
        let (from, after) = (Component::Position(position.clone()), Situation::of(&to, convention));
        Choice { from, to, binding: Binding::Free, after }
    };
    if line.trim() == "pass"
        && let Some(passed) = position.passed()
        && session.solved(at, |solver| solver.has_option(&passed))?
    {
        return Ok(Ok(choice(passed)));
    }
    let Some(read) = Read::of(session, rule, components, &parts, at)? else { return Ok(Err(Refusal::Unread)) };
    let found = read.moves(most);
    if found.is_empty() && !read.is_of_so_many(parts.len()) {
        return Ok(Err(Refusal::OfOthers(rule)));
    }
    let mut met: Vec<Option<Sum>> = Vec::new();
    let mut fitting = Vec::new();
    for left in found {
        let to = position.after(left);
        if !met.contains(&to.normal()) {
            met.push(to.normal());
            fitting.push(choice(to));
        }
    }
    Ok(typed::only(fitting, line))
}

/// The moves in each of the positions that are played at once, of each at most so many; none where there is only one position.
pub(super) fn each(session: &mut Session, position: &Situation, most: usize, at: Span) -> Result<Vec<Choices>, Error> {
    let components =
        position.rest.as_compound().and_then(Position::compound).map_or_else(Vec::new, |compound| compound.1);
    let moves = components
        .into_iter()
        .take(most)
        .map(|component| sums::choices(session, &Situation::from(Arc::unwrap_or_clone(component)), most, at));
    moves.collect()
}

/// What the parts of a line may mean.
struct Read {
    rule: Compound,
    components: Vec<Arc<Sum>>,
    /// Of each part, for each position: what a move that it describes leaves, and whether it names the position as it is.
    meant: Vec<Vec<(Vec<Arc<Sum>>, bool)>>,
    /// Whether each part says where it moves.
    says_where: bool,
    /// The positions that are not over.
    live: Vec<usize>,
}

impl Read {
    /// `None` if a part does not have the form of a move.
    fn of(
        session: &mut Session,
        rule: Compound,
        components: Vec<Arc<Sum>>,
        parts: &[&str],
        at: Span,
    ) -> Result<Option<Read>, Error> {
        let meant = vec![Vec::new(); parts.len()];
        let mut read = Read { rule, components: Vec::new(), meant, says_where: false, live: Vec::new() };
        for (index, component) in components.iter().enumerate() {
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
            sums::each_move(session, &Situation::from((**component).clone()), at, &mut |made| {
                has_moves = true;
                for (typed, leaves) in typed.iter().flatten().zip(&mut leaves) {
                    if typed.fits(&made, component) {
                        leaves.push((Arc::new(made.leaves().clone()), typed.names_all_left(&made)));
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
        read.components = components;
        Ok(Some(read))
    }

    /// Whether a move is made in so many of the positions.
    fn is_of_so_many(&self, moved: usize) -> bool {
        let count = self.components.len();
        let bounds = self.rule.among(count).bounds(count, self.live.len());
        bounds.is_some_and(|(least, most)| (least..=most).contains(&moved))
    }

    /// The moves that the parts describe: in order what each position becomes, or each that is not over, or else each part what becomes of
    /// another one. As many parts as there are positions stand in their order, unless they say where they move.
    fn moves(&self, most: usize) -> Vec<Left> {
        let all: Vec<usize> = (0..self.components.len()).collect();
        let may_stand_anywhere = self.says_where || self.meant.len() < all.len();
        let in_order = [&all, &self.live].into_iter().filter(|told| told.len() == self.meant.len()).map(Some);
        let mut ways = Ways { most, tried: 0, found: Vec::new() };
        for told in in_order.chain(may_stand_anywhere.then_some(None)) {
            self.assign(told.map(Vec::as_slice), &mut vec![None; all.len()], &mut ways, 0);
            if !ways.found.is_empty() {
                break;
            }
        }
        ways.found
    }

    /// Assigns the parts from this one on to the positions that they tell, or to any that are not told yet. Of equal positions the first is
    /// taken. Who tells them in order may say that one stays.
    fn assign(&self, told: Option<&[usize]>, made: &mut Left, ways: &mut Ways, part: usize) {
        ways.tried += 1;
        if ways.found.len() > ways.most || ways.tried > MOST_WAYS {
            return;
        }
        let Some(meant) = self.meant.get(part) else {
            ways.found.extend(self.is_of_so_many(made.iter().flatten().count()).then(|| made.clone()));
            return;
        };
        for (index, (leaves, stays)) in meant.iter().enumerate() {
            let is_like =
                |earlier: usize| made[earlier].is_none() && self.components[earlier] == self.components[index];
            let is_out = match told {
                Some(told) => told[part] != index,
                None => made[index].is_some() || (0..index).any(is_like),
            };
            if is_out {
                continue;
            }
            for left in leaves {
                made[index] = Some(left.clone());
                self.assign(told, made, ways, part + 1);
            }
            made[index] = None;
            if *stays && told.is_some() {
                self.assign(told, made, ways, part + 1);
            }
        }
    }
}

/// The ways to assign the parts of a line that have been found.
struct Ways {
    most: usize,
    tried: usize,
    found: Vec<Left>,
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
