//! Notes on sums that a rule leaves out among the options, since one of their parts is not a position of its game.

use grundy_engine::game::{LeftOut, Position, Ruleset, Value};

use crate::error::Notice;
use crate::lang::names::Names;
use crate::lang::session::Session;

impl Session {
    /// The notes on what the last statement has found: one for each game, at the first question about it.
    pub(crate) fn left_out_notices(&mut self) -> Vec<Notice> {
        let found = self.solver.left_out_sums.take();
        found.iter().map(|found| notice(found, &self.names)).collect()
    }
}

fn notice(found: &LeftOut, names: &Names) -> Notice {
    let LeftOut { from, option, outside, at } = found;
    let why = why_outside(outside, names);
    let text =
        format!("{from} has no move to {option}, since {why}; a sum is an option only if all its parts are positions");
    Notice { text, span: Some((*at).into()), everywhere: true }
}

/// Why these are not the coordinates of a position of the game.
fn why_outside(outside: &Position, names: &Names) -> String {
    let below = |(index, coordinate): (usize, &Value)| match coordinate {
        Value::Integer(n) if *n < 0 => Some(index),
        _ => None,
    };
    let below = outside.coordinates.iter().enumerate().find_map(below);
    match (&outside.game.ruleset, below) {
        (Ruleset::Written(system, index), Some(place)) => {
            format!("{} is below 0 in {outside}", system.rules[*index].coordinates[place])
        }
        (Ruleset::Heap(_), Some(_)) => format!("the heap is below 0 in {outside}"),
        (Ruleset::Written(system, index), None) if let Some(domain) = &system.rules[*index].domain => {
            format!("`where {}` does not hold for {outside}", names.text(domain.at.into()).trim())
        }
        _ => format!("{outside} is not a position"),
    }
}
