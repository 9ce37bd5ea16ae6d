//! The words of `play` about positions that are played at once.

use std::sync::Arc;

use grundy_engine::game::Sum;

use crate::classroom::play::data::MoveAtOnce;
use crate::show::document::{Document, Line};
use crate::show::phrase::{capital, name, paragraph, plain, short_sum};
use crate::verbs::compound::{CompoundReport, DecidedBy, words};

/// A move as a person may type it: what it leaves, where that is told of each position.
pub(super) fn typed(made: &MoveAtOnce) -> String {
    let part = |(before, left): (&Sum, &Option<Arc<Sum>>)| {
        let left = left.as_deref()?.to_string();
        Some(if made.left.iter().all(Option::is_some) { left } else { format!("{before} -> {left}") })
    };
    made.before.positions.iter().zip(&made.left).filter_map(part).collect::<Vec<_>>().join(", ")
}

/// `Nim(3) → Nim(1), Nim(4) → Nim(0)`
pub(super) fn changes(made: &MoveAtOnce) -> Line {
    words::changes(made.before.positions.iter(), &made.left)
}

/// `Nim(3) and Nim(4)`: where a move is made.
pub(super) fn moved(made: &MoveAtOnce) -> Line {
    let names: Vec<_> = made.moved().map(|position| name(short_sum(position))).collect();
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
pub(super) fn why(found: &CompoundReport) -> Document {
    let mut document = Document::default();
    paragraph(&mut document, vec![plain(format!("{}.", capital(&found.reason())))]);
    found.lengths().into_iter().for_each(|line| document.line(line));
    paragraph(&mut document, vec![plain(found.theorem())]);
    document
}

/// How to tell that a position is won, and what to look for.
pub(super) fn hint(found: &CompoundReport) -> String {
    let parity = if found.misere { "odd" } else { "even" };
    let advice = match found.decided_by {
        DecidedBy::Remoteness | DecidedBy::Suspense => format!("Look for a move after which it is {parity}."),
        DecidedBy::Outcomes if found.misere => {
            "Look for a move that leaves two or more of them, all lost in normal play, or only one, lost in misère play.".to_owned()
        }
        DecidedBy::Outcomes => "Look for a move that leaves all of them lost.".to_owned(),
        DecidedBy::Foreclosed => "Look for a move after which it is 0.".to_owned(),
        DecidedBy::Last | DecidedBy::Search => "Look for a move to a lost position.".to_owned(),
    };
    let why = match found.decided_by {
        DecidedBy::Search => String::new(),
        _ => format!("{}. ", capital(&found.reason())),
    };
    why + &advice
}
