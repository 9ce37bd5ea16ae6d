//! A note on boards that share no cell with the rule of their game: probably another character is meant.

use std::collections::BTreeSet;

use grundy_engine::game::{Board, Component, Position, Rewrite, Ruleset, Sum, Value, rewrites_where};

use crate::error::Notice;
use crate::source::Span;

/// The note on the first such board.
pub(crate) fn note(sum: &Sum, at: Span) -> Option<Notice> {
    let foreign = |component: &Component| match component {
        Component::Position(position) => known_cells(position).map(|known| (position.game.name.clone(), known)),
        Component::Star(_) => None,
    };
    let (game, known) = sum.parts.iter().find_map(|part| foreign(&part.component))?;
    let known: Vec<String> = known.into_iter().map(|cell| format!("`{cell}`")).collect();
    let (last, others) = known.split_last()?;
    let listed = if others.is_empty() { last.clone() } else { format!("{} and {last}", others.join(", ")) };
    let text = format!("no cell of this board occurs in the rule of {game}, whose cells are {listed}");
    Some(Notice { text, span: Some(at), everywhere: false })
}

/// The cells that occur in the rule, if no cell of the board is among them.
fn known_cells(position: &Position) -> Option<BTreeSet<char>> {
    let Ruleset::Written(system, index) = &position.game.ruleset else { return None };
    let [Value::Text(board)] = &*position.coordinates else { return None };
    let (rules, _) = rewrites_where(system, *index)?;
    let patterns = rules.iter().flat_map(|rule| [&rule.from, &rule.to]);
    let mut known: BTreeSet<char> = patterns.flat_map(|pattern| pattern.cells.iter().copied()).collect();
    // A pattern in which every cell is a wildcard matches any board.
    let touches_any = rules.iter().any(|rule| rule.from.cells.iter().all(|cell| *cell == Rewrite::ANY));
    known.remove(&Rewrite::ANY);
    let mut cells = board.chars().filter(|cell| *cell != Board::ROW_END).peekable();
    (!touches_any && cells.peek().is_some() && cells.all(|cell| !known.contains(&cell))).then_some(known)
}
