//! Games by their definitions, and what a solver says of their positions.

use std::sync::Arc;

use grundy::session::report::Report;
use grundy_engine::game::{Component, Game, Position, Value};
use grundy_engine::nim::Nimber;
use grundy_engine::solve::SolveError;

use super::Played;

/// The game of this name after some definitions.
pub fn game(definitions: &str, position: &str) -> Arc<Game> {
    let mut played = Played::new();
    let mut found = None;
    for statement in played.session.read("<test>", &format!("{definitions}\nprint {position}")) {
        let statement = statement.unwrap_or_else(|error| panic!("{definitions}\n{error:?}"));
        let reply = played.session.run(&statement).unwrap_or_else(|error| panic!("{definitions}\n{error:?}"));
        if let Some(Report::Printed(values)) = reply.report
            && let [Value::Position(sum)] = &values[..]
            && let Component::Position(position) = &sum.parts[0].component
        {
            found = Some(position.game.clone());
        }
    }
    found.unwrap_or_else(|| panic!("no position: {definitions}"))
}

pub fn position(game: &Arc<Game>, coordinates: &[i128]) -> Position {
    Position { game: game.clone(), coordinates: coordinates.iter().map(|n| Value::Integer(*n)).collect() }
}

/// Errors are compared by their kind: which cycle is found first may differ.
pub fn told(result: Result<Nimber, SolveError>) -> String {
    match result {
        Ok(value) => value.to_string(),
        Err(SolveError::Fault { fault, position }) => format!("{:?} at {position:?}", fault.kind),
        Err(SolveError::Cycle(_)) => "cycle".to_owned(),
        Err(other) => format!("{other:?}"),
    }
}
