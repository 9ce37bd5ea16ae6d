//! The words for a position and for a move of a game that is played.

use grundy_engine::game::Sum;
use grundy_engine::solve::{Move, Situation};

use crate::classroom::play::at_once_words as at_once;
use crate::classroom::play::data::{Choice, Played, Player};
use crate::show::document::{Line, Role};
use crate::show::language::known::Language;
use crate::show::phrase::{name, sum};
use crate::show::told::{Tellable, Told, told};
use crate::verbs::position::board;

/// A position in a line, with the name of each component.
pub(super) fn short(position: &Sum) -> String {
    sum(position).text
}

/// A position; the empty sum is called "nothing is left".
pub(super) fn position(position: &Situation) -> Line {
    match position.bound.is_none() && position.rest.parts.is_empty() {
        true => told!("nothing is left").into_line(),
        false => vec![name(short(&position.whole()))],
    }
}

/// A move that was made, with who made it.
pub(super) fn played_words(played: &Played) -> Told {
    let step = arrow(Role::Name, &played.choice);
    match (played.by, played.by.number()) {
        (_, Some(n)) => told!("Player {n} plays {step}.", n, step),
        (Player::Machine, _) => told!("I play   {step}.", step),
        _ => told!("You play {step}.", step),
    }
}

/// A move, without the name of its board if that is the whole position.
pub fn arrow(role: Role, made: &Choice) -> Told {
    let is_alone = made.after.bound.is_none() && made.after.rest.parts == made.to.parts;
    board::bound_move(&made.from, &made.to, made.binding, is_alone).looks(role)
}

/// A move as it is shown in a language.
pub fn move_label(made: &Choice, language: Language) -> String {
    language.words(arrow(Role::Plain, made))
}

/// A move as a line that makes it, and no other.
pub fn move_line(made: &Choice) -> String {
    let alone = made.after.rest.as_compound().and_then(|_| at_once::typed(&made.from, &made.to));
    alone.unwrap_or_else(|| match made.binding.is_free() {
        true => format!("{} -> {}", made.from, made.to),
        false => format!("{} -> {} {}", made.from, made.to, made.binding.word()),
    })
}

/// An advised move, made in this position.
pub(super) fn advised(before: &Situation, made: &Move) -> Told {
    board::move_in(&before.whole(), Role::Good, made)
}
