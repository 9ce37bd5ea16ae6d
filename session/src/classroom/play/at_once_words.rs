//! The words of `play` about positions that are played at once.

use grundy_engine::game::{Component, Sum};

use crate::show::document::{Document, Line};
use crate::show::phrase::{name, paragraph, plain, short_sum};
use crate::show::told::{Told, told};
use crate::verbs::position::compound::{ByComponents, DecidedBy};

/// A move in a compound as a person may type it: what it leaves, where that is told of each position. `None` for other moves.
pub(super) fn typed(from: &Component, to: &Sum) -> Option<String> {
    let (Component::Position(before), Some(after)) = (from, to.as_compound()) else { return None };
    let moved: Vec<_> = before.moved_to(after).collect();
    let in_all = moved.len() == before.coordinates.len();
    let part = |(before, left): &(&Sum, &Sum)| if in_all { left.to_string() } else { format!("{before} -> {left}") };
    Some(moved.iter().map(part).collect::<Vec<_>>().join(", ")).filter(|typed| !typed.is_empty())
}

/// `Nim(3) and Nim(4)`: where a move is made.
pub(super) fn moved(positions: &[&Sum]) -> Line {
    let names: Vec<_> = positions.iter().map(|position| name(short_sum(position))).collect();
    let mut line = Line::new();
    for (at, named) in names.iter().enumerate() {
        let between = match at {
            0 => "",
            _ if at + 1 == names.len() => " and ",
            _ => ", ",
        };
        line.extend([plain(between), named.clone()]);
    }
    line
}

/// What decides a position, and why.
pub(super) fn why(found: &ByComponents) -> Document {
    let mut document = Document::default();
    paragraph(&mut document, told!("{why}.", why = found.reason().capital()));
    found.write_lengths(&mut document);
    paragraph(&mut document, found.theorem());
    document
}

/// How to tell that a position is won, and what to look for.
pub(super) fn hint(found: &ByComponents) -> Told {
    let is_misere = found.convention.is_misere();
    let advice = match found.decided_by {
        DecidedBy::Remoteness | DecidedBy::Suspense if is_misere => told!("Look for a move after which it is odd."),
        DecidedBy::Remoteness | DecidedBy::Suspense => told!("Look for a move after which it is even."),
        DecidedBy::Outcomes if is_misere => told!(
            "Look for a move that leaves two or more of them, all lost in normal play, or only one, lost in misère play."
        ),
        DecidedBy::Outcomes => told!("Look for a move that leaves all of them lost."),
        DecidedBy::Foreclosed => told!("Look for a move after which it is 0."),
        DecidedBy::Last => told!("Look for a move to a lost position."),
        DecidedBy::Search => return told!("Look for a move to a lost position."),
    };
    told!("{why}. {advice}", why = found.reason().capital(), advice)
}
